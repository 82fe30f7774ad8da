"""Two sets from a benchmark's folder: `python make_sets.py BENCHMARK MIXED DIALOGUES`.

MIXED is the benchmark with what loaders stumble over: options that pandas takes for missing values or numbers, quotes,
tabs, newlines, emoji, special tokens, grey, PNG and WebP pictures. DIALOGUES has one dialogue a picture of MIXED."""
import json
import shutil
import sys
from pathlib import Path

from PIL import Image

benchmark, mixed, corpus = map(Path, sys.argv[1:4])
items = [json.loads(line) for line in open(benchmark / "items.jsonl", encoding="utf-8")]


def write(folder, name, records):
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / name, "w", encoding="utf-8") as f:
        for record in records:
            f.write(json.dumps(record, ensure_ascii=False) + "\n")
    if (benchmark / "run.json").exists():
        shutil.copy(benchmark / "run.json", folder / "run.json")


ODD = [
    ["None", "red", "blue", "green"],
    ["NA", "N/A", "null", "nan"],
    ["6", "7", "8", "12"],
    ["6", "6.5", "7", "8"],
    ["007", "1e3", "True", "true"],
    ['a "quoted" one', "a\ttab", "two\nlines", "a 🐈 cat"],
    ["an <image> tag", "the end </s>", "ASSISTANT: no", "<|im_end|>"],
    ["none of the above", " 6 cats", "1,000", "'"],
]
out = []
(mixed / "images").mkdir(parents=True, exist_ok=True)
for n, item in enumerate(items):
    item = json.loads(json.dumps(item))
    # Without their groups, since these items are none that were planned.
    item["provenance"].update(group=None, grouped=False, level="none")
    if len(item["choices"]) == 4:
        item["choices"] = ODD[n % len(ODD)]
    if n % 7 == 0:
        item["question"] = f'Is it "{item["question"]}" <image>\n\tor 🐕?'
    source = Image.open(benchmark / item["image"])
    if not item["boxes"] or n % 3 == 0:
        kind = n % 5
        stem = f"{item['id']}"
        if kind == 0:
            item["image"] = f"images/{stem}.png"
            source.convert("L").save(mixed / item["image"])
        elif kind == 1:
            item["image"] = f"images/{stem}.webp"
            source.resize((97, 61)).save(mixed / item["image"], lossless=True)
        elif kind == 2:
            item["image"] = f"images/{stem}.jpg"  # a PNG under another name
            source.convert("P").save(mixed / item["image"], format="PNG")
        elif kind == 3:
            item["image"] = f"images/{stem}.jpg"
            source.convert("L").save(mixed / item["image"], quality=90)
    if not (mixed / item["image"]).exists():
        shutil.copy(benchmark / item["image"], mixed / item["image"])
    out.append(item)
write(mixed, "items.jsonl", out)

dialogues = {}
for item in out:
    d = dialogues.setdefault(
        item["image"],
        {
            "id": "talk-" + item["id"],
            "image": item["image"],
            "boxes": item["boxes"],
            "form": "vision_prompted" if item["boxes"] else "multi_round",
            "turns": [],
            "provenance": {
                "source": item["source"],
                "scene": item["provenance"]["scene"],
                "targets": [],
                "annotations": item["provenance"]["annotations"],
                "wordings": [],
                "seed": item["provenance"]["seed"],
                "resources": item["provenance"]["resources"],
            },
            "license": item["license"],
        },
    )
    if item["target"] not in d["provenance"]["targets"]:
        d["provenance"]["targets"].append(item["target"])
    d["turns"] += [
        {"role": "user", "text": item["question"], "facts": []},
        {"role": "assistant", "text": f"It is {item['choices'][item['answer_index']]}.", "facts": [item["provenance"]["fact"]]},
    ]
write(corpus, "dialogues.jsonl", dialogues.values())
shutil.copytree(mixed / "images", corpus / "images", dirs_exist_ok=True)
