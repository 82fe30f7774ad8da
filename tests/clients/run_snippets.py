"""Runs the loading snippet of docs/exports.md for an export, in the export's folder, and counts the records:
`python run_snippets.py DOCS SET EXPORT`."""
import re
import subprocess
import sys
from pathlib import Path

docs = Path(sys.argv.pop(1)).resolve()
from common import Case

case = Case()
format = case.account["format"]
found = re.search(rf"^## `{re.escape(format)}`$.*?^```python\n(.*?)^```", docs.read_text(), re.S | re.M)
assert found, f"docs/exports.md has no snippet for {format}"
card = (case.out / "README.md").read_text()
assert found[1] in card, "the card has another snippet"
program = found[1] + "\nprint('records:', len(items))\n"
done = subprocess.run([sys.executable, "-c", program], cwd=case.out, capture_output=True, text=True)
if "ModuleNotFoundError" in done.stderr:
    print(f"skipped: snippet of {format}: {done.stderr.strip().splitlines()[-1]}")
    sys.exit(0)
assert done.returncode == 0, done.stderr[-2000:]
want = f"records: {len(case.records)}"
assert want in done.stdout, (want, done.stdout[-300:])
print(f"ok: snippet of {format}: {len(case.records)} {case.account['records']}")
