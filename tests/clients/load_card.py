"""huggingface_hub reads the card and accepts its front matter."""
from common import Case, need

hub = need("huggingface_hub")
case = Case()
card = hub.DatasetCard.load(case.out / "README.md")
assert card.data.language == ["en"], card.data.language
assert card.data.license == case.account["license"]["id"], card.data.license
for heading in ("## What is in it", "## How to load it", "## How it was made", "## Known limits", "## Licenses", "## Citation"):
    assert heading in card.text, heading
print(f"ok: {case.account['format']} card as huggingface_hub {hub.__version__} sees it")
