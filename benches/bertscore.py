"""BERTScore by the package bert-score and by groundline: the same model, pairs and core, CPU seconds of both.

`bertscore.py GROUNDLINE MODEL ENCODER LAYER SET ANSWERS`: the program, the model as transformers loads it, the folder
with the same model as model.onnx and tokenizer.json, its layer, a file of lines with id and answer, one with id and
response. Needs bert-score, and ORT_DYLIB_PATH for the program. Both run on one core; loading Python's modules and model
is not counted, loading of the program's is.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time

os.environ |= {"OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def package(model, layer, candidates, references):
    import torch
    from bert_score import BERTScorer

    torch.set_num_threads(1)
    scorer = BERTScorer(model_type=model, num_layers=layer, device="cpu", batch_size=64)
    scorer.score(candidates[:2], references[:2])
    before = time.process_time()
    scores = scorer.score(candidates, references)[2].tolist()
    return time.process_time() - before, scores


def program(path, encoder, layer, set_file, answers):
    with tempfile.TemporaryDirectory() as folder:
        scores = os.path.join(folder, "scores.jsonl")
        command = [path, "grade", set_file, "--answers", f"m={answers}", "--metrics", "bertscore", "--quiet"]
        command += ["--encoder", encoder, "--layer", str(layer), "--scores", scores]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return spent, {str(row["id"]): row["scores"]["bertscore"] for row in lines(scores)}


def main():
    path, model, encoder, layer, set_file, answers = sys.argv[1:]
    references = {str(row["id"]): row["answer"] for row in lines(set_file)}
    responses = {str(row["id"]): row["response"] for row in lines(answers)}
    ids = [i for i in responses if i in references]
    seconds, own = program(path, encoder, int(layer), set_file, answers)
    print(f"groundline\t{seconds:.2f} CPU seconds", flush=True)
    their, scores = package(model, int(layer), [responses[i] for i in ids], [references[i] for i in ids])
    print(f"bert-score\t{their:.2f} CPU seconds")
    apart = max(abs(own[i] - score) for i, score in zip(ids, scores))
    print(f"{len(ids)} pairs, {their / seconds:.2f} times as fast, scores at most {apart:.1e} apart")


main()
