"""The task's own functions on the rows that `datasets` reads as lmms-eval does; with lmms-eval itself where it is."""
import importlib.util
import os
import sys

from common import Case, need

datasets, yaml = need("datasets", "yaml")
case = Case()


class Task(yaml.SafeLoader):
    """`!function utils.x` stays a name."""


Task.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))
os.chdir(case.out)  # paths in the YAML are relative to the working directory
spec = importlib.util.spec_from_file_location("utils", "utils.py")
utils = importlib.util.module_from_spec(spec)
spec.loader.exec_module(utils)
for path in sorted(case.out.glob("*.yaml")) if case.out.is_absolute() else []:
    with open(path, encoding="utf-8") as f:
        task = yaml.load(f, Task)
    data = datasets.load_dataset(path=task["dataset_path"], name=task.get("dataset_name"), **task["dataset_kwargs"])
    words = task["lmms_eval_specific_kwargs"]["default"]
    for row in data[task["test_split"]]:
        prompt = getattr(utils, task["doc_to_text"].split(".")[1])(row, words)
        assert prompt.startswith(row["question"]) and prompt.endswith(words["post_prompt"])
        assert all(f"\n{letter}. {text}" in prompt for letter, text in zip("ABCDEFGH", row["choices"]))
        case.item(row["id"], row["question"], row["choices"], row[task["doc_to_target"]])
        [picture] = getattr(utils, task["doc_to_visual"].split(".")[1])(row)
        assert picture.mode == "RGB"
        case.same_size(row["id"], picture)
case.done(f"datasets {datasets.__version__}, as lmms-eval uses it,")

if importlib.util.find_spec("lmms_eval") is None:
    print("skipped: lmms_eval is not installed; its task was run by its documented rules")
    sys.exit(0)
from lmms_eval.tasks import TaskManager

manager = TaskManager(include_path=str(case.out))
print("ok: lmms-eval lists", [name for name in manager.all_tasks if name.startswith(case.account["name"])])
