"""The training formats by the rules of their readers: LLaVA's, LLaMA-Factory's and ms-swift's JSON."""
import json

from common import Case, lines

case = Case()
kind = case.account["format"]
for name in case.files():
    rows = json.load(open(case.out / name, encoding="utf-8")) if kind == "llava" else lines(case.out / name)
    for row in rows:
        if kind == "llava":
            turns = [(t["from"], t["value"]) for t in row["conversations"]]
            speakers, image = ("human", "gpt"), row["image"]
        else:
            turns = [(t["role"], t["content"]) for t in row["messages"]]
            speakers, [image] = ("user", "assistant"), row["images"]
        assert [who for who, _ in turns] == list(speakers) * (len(turns) // 2)
        texts = [text for _, text in turns]
        assert sum(text.count("<image>") for text in texts) == 1 and texts[0].startswith("<image>")
        assert not any(bad in text for text in texts for bad in ("</s>", "ASSISTANT:", "<bbox>", "<|"))
        texts[0] = texts[0].removeprefix("<image>").removeprefix("\n" if kind == "llava" else "")
        case.turns(row["id"], texts)
        case.same_size(row["id"], case.open(image))
if kind == "llamafactory":
    info = json.loads((case.out / "dataset_info.json").read_text())
    for entry in info.values():
        assert (case.out / entry["file_name"]).exists(), entry
case.done(f"{kind}'s rules")
