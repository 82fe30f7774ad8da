"""`datasets` reads the folder of pictures and metadata.jsonl."""
from common import Case, need

datasets = need("datasets")
case = Case()
for split, table in datasets.load_dataset(str(case.out)).items():
    assert isinstance(table.features["image"], datasets.Image), table.features["image"]
    assert case.account["splits"][split] == len(table), (split, len(table))
    for row in table:
        if case.benchmark:
            case.item(row["id"], row["question"], row["choices"], row["answer"])
        else:
            case.turns(row["id"], [m["content"] for m in row["messages"]])
        case.picture(row["image"])
        case.same_size(row["id"], row["image"])
case.done(f"datasets {datasets.__version__}")
