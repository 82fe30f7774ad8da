"""`webdataset` streams the shards; `datasets` reads them by the card."""
from common import Case, need

wds, datasets = need("webdataset", "datasets")
case = Case()
shards = [str(case.out / name) for name in case.files()]
for picture, row in wds.WebDataset(shards, shardshuffle=False).decode("pil").to_tuple("jpg;png", "json"):
    if case.benchmark:
        case.item(row["id"], row["question"], row["choices"], row["answer"])
    else:
        case.turns(row["id"], [m["content"] for m in row["messages"]])
    case.picture(picture)
    case.same_size(row["id"], picture)
case.done(f"webdataset {wds.__version__}")

rows = 0
for config in datasets.get_dataset_config_names(str(case.out)):
    for table in datasets.load_dataset(str(case.out), config).values():
        field = next(name for name in ("jpg", "png") if name in table.features)
        for row in table:
            case.same_size(row["json"]["id"], row[field])
            rows += 1
assert rows == len(case.records), rows
print(f"ok: webdataset {case.account['records']}: {rows} as datasets {datasets.__version__} sees them")
