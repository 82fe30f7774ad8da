"""What the small loaders share. Each is run as `python load_X.py SET EXPORT`: it loads EXPORT with the real program and
compares what the program sees with SET. A program that is not installed is a printed skip, not a pass."""
import importlib
import io
import json
import sys
from pathlib import Path


def need(*modules):
    """The modules, or the end with a printed skip."""
    try:
        found = [importlib.import_module(name) for name in modules]
    except ImportError as e:
        print(f"skipped: {Path(sys.argv[0]).stem}: {e}")
        sys.exit(0)
    return found[0] if len(found) == 1 else found


def lines(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.strip()]


class Case:
    """A set, its export, and what was left out."""

    def __init__(self):
        self.set, self.out = Path(sys.argv[1]), Path(sys.argv[2])
        self.benchmark = (self.set / "items.jsonl").exists()
        records = lines(self.set / ("items.jsonl" if self.benchmark else "dialogues.jsonl"))
        rejects = self.out / "rejects.jsonl"
        dropped = {r["id"] for r in lines(rejects)} if rejects.exists() else set()
        self.records = {r["id"]: r for r in records if r["id"] not in dropped}
        self.account = json.loads((self.out / "export.json").read_text())
        self.seen = set()

    def files(self):
        return [f["path"] for f in self.account["files"]]

    def split(self):
        return self.account["files"][0]["split"]

    def ours(self, id):
        """Our record of that id; every id may be seen once."""
        assert id not in self.seen, f"{id} was seen twice"
        self.seen.add(id)
        return self.records[id]

    def item(self, id, question, options, answer):
        """An item as the program sees it is ours."""
        ours = self.ours(id)
        assert question == ours["question"], (id, question, ours["question"])
        assert list(options) == ours["choices"], (id, list(options), ours["choices"])
        assert answer == ours["answer"], (id, answer, ours["answer"])

    def turns(self, id, texts):
        """The texts of a training record are ours, apart from spaces in special tokens."""
        ours = self.ours(id)
        if self.benchmark:
            prompt, answer = texts
            assert ours["question"].replace(" ", "") in prompt.replace(" ", ""), (id, prompt)
            for option in ours["choices"]:
                assert option.replace(" ", "") in prompt.replace(" ", ""), (id, option, prompt)
            assert answer == ours["answer"], (id, answer)
        else:
            bare = [t["text"].replace(" ", "") for t in ours["turns"]]
            assert [t.replace(" ", "") for t in texts] == bare, (id, texts)

    def picture(self, image):
        """A PIL picture opens and has pixels."""
        assert image.convert("RGB").size[0] > 0

    def same_size(self, id, image):
        """A PIL picture is as large as ours."""
        from PIL import Image

        with Image.open(self.set / self.records[id]["image"]) as own:
            assert own.size == image.size, (id, own.size, image.size)

    def open(self, bytes_or_path):
        from PIL import Image

        source = io.BytesIO(bytes_or_path) if isinstance(bytes_or_path, bytes) else self.out / bytes_or_path
        with Image.open(source) as image:
            image.load()
            return image

    def done(self, program):
        """All records were seen."""
        missing = set(self.records) - self.seen
        assert not missing, f"{len(missing)} records were not seen, e.g. {sorted(missing)[:3]}"
        print(f"ok: {self.account['format']} {self.account['records']}: {len(self.seen)} as {program} sees them")
