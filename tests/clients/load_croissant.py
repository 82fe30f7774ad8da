"""mlcroissant validates the description; where it describes columns, its records are ours."""
import logging
from importlib.metadata import version

from common import Case, need

mlc = need("mlcroissant")
logging.getLogger("absl").setLevel(logging.ERROR)
case = Case()
data = mlc.Dataset(jsonld=str(case.out / "croissant.json"))
errors, warnings = data.metadata.issues.errors, data.metadata.issues.warnings
assert not errors, errors
# Dates would make the same export differ from one day to the next.
rest = [w for w in warnings if "datePublished" not in w]
for set_ in data.metadata.record_sets:
    for row in data.records(record_set=set_.name):
        row = {key.split("/")[-1]: value for key, value in row.items()}
        text = lambda v: v.decode() if isinstance(v, bytes) else v
        if case.benchmark:
            case.item(text(row["id"]), text(row["question"]), map(text, row["choices"]), text(row["answer"]))
        else:
            case.ours(text(row["id"]))
        case.picture(row["image"])
if case.seen:
    case.done(f"mlcroissant {version('mlcroissant')}")
print(f"ok: {case.account['format']} croissant.json is valid; warnings: {rest or 'none'}")
