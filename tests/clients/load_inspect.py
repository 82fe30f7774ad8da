"""inspect_ai reads the samples and evaluates the task offline with its mock model."""
import os
import tempfile

from common import Case, need

inspect_ai = need("inspect_ai")
from inspect_ai import eval as run
from inspect_ai.dataset import json_dataset
from inspect_ai.model import ModelOutput, ModelUsage, get_model

case = Case()
for name in case.files():
    for sample in json_dataset(str(case.out / name)):
        [message] = sample.input
        image, text = message.content
        assert (image.type, text.type) == ("image", "text")
        case.item(sample.id, text.text, sample.choices, sample.target)
        case.same_size(sample.id, case.open(os.path.join(case.out, image.image)))
case.done(f"inspect_ai {inspect_ai.__version__}")

# A model that always says A is right where A is right.
outputs = [ModelOutput.from_content("mockllm/model", "ANSWER: A") for _ in range(50)]
for output in outputs:
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else it counts tokens, online
os.chdir(case.out)
with tempfile.TemporaryDirectory() as logs:
    [log] = run(
        "task.py",
        model=get_model("mockllm/model", custom_outputs=outputs),
        limit=50,
        log_dir=logs,
        display="none",
        max_samples=1,
        max_connections=1,
    )
    assert log.status == "success", log.error.message if log.error else log.status
    first = list(case.records.values())[: len(log.samples)]
    want = sum(r["answer"] == "A" for r in first) / len(first)
    got = log.results.scores[0].metrics["accuracy"].value
assert abs(got - want) < 1e-9, (got, want)
print(f"ok: inspect evaluates: accuracy {got:.3f} over {len(first)} samples, as it must be")
