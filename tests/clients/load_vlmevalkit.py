"""pandas reads the tables as VLMEvalKit does (`pd.read_csv(sep="\\t")`, its rules for the picture column)."""
import base64
import string

from common import Case, need

pd = need("pandas")
case = Case()
for name in case.files():
    table = pd.read_csv(case.out / name, sep="\t")
    index = [str(x) for x in table["index"]]
    pictures = dict(zip(index, [str(x) for x in table["image"]]))
    for key, value in pictures.items():
        if len(value) <= 64:
            assert value in pictures and len(pictures[value]) > 64, (key, value)
            pictures[key] = pictures[value]
    for _, row in table.iterrows():
        options = [str(row[c]) for c in string.ascii_uppercase if c in row and not pd.isna(row[c])]
        case.item(row["id"], row["question"], options, row["answer"])
        image = case.open(base64.b64decode(pictures[str(row["index"])]))
        case.same_size(row["id"], image)
case.done(f"pandas {pd.__version__}, as VLMEvalKit uses it,")
