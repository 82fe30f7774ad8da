"""`datasets` reads the Parquet shards by the card, with the picture column as pictures."""
from common import Case, need

datasets = need("datasets")
case = Case()
count = 0
for split, table in datasets.load_dataset(str(case.out)).items():
    assert isinstance(table.features["image"], datasets.Image), table.features["image"]
    assert case.account["splits"][split] == len(table), (split, len(table))
    for row in table:
        if case.benchmark:
            case.item(row["id"], row["question"], row["choices"], row["answer"])
            assert [tuple(b.values()) for b in row["boxes"]] == [tuple(b.values()) for b in case.records[row["id"]]["boxes"]]
        else:
            case.turns(row["id"], [m["content"] for m in row["messages"]])
            assert [m["role"] for m in row["messages"]][::2] == ["user"] * (len(row["messages"]) // 2)
        license = case.records[row["id"]]["license"]
        assert all(row[key] == license[key] for key in license), row["id"]
        case.picture(row["image"])
        case.same_size(row["id"], row["image"])
case.done(f"datasets {datasets.__version__}")

# The metadata of the file alone gives the same features, without the card.
alone = datasets.load_dataset("parquet", data_files=str(case.out / case.files()[0]), split="train")
assert isinstance(alone.features["image"], datasets.Image), alone.features["image"]
assert alone.features == table.features, (alone.features, table.features)
