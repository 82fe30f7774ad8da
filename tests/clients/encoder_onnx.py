"""all-MiniLM-L6-v2 (or any BERT encoder) from safetensors to ONNX without torch: python minilm.py DIR_OF_MODEL OUT.onnx"""
import json, struct, sys
import numpy as np

# ONNX is protobuf; these few lines write what is needed of it.
def varint(n):
    out = b""
    while n >= 0x80:
        out += bytes([n & 0x7F | 0x80]); n >>= 7
    return out + bytes([n])
def lens(field, data): return varint(field << 3 | 2) + varint(len(data)) + data
def num(field, n): return varint(field << 3) + varint(n & (1 << 64) - 1)
def text(field, s): return lens(field, s.encode())

FLOAT, INT64 = 1, 7
graph = b""
def const(name, array):
    global graph
    kind = INT64 if array.dtype == np.int64 else FLOAT
    body = b"".join(num(1, d) for d in array.shape) + num(2, kind) + text(8, name) + lens(9, array.tobytes())
    graph += lens(5, body)
    return name
def attr(name, value):
    body = text(1, name)
    if isinstance(value, float): return lens(5, body + varint(2 << 3 | 5) + struct.pack("<f", value) + num(20, 1))
    if isinstance(value, int): return lens(5, body + num(3, value) + num(20, 2))
    return lens(5, body + b"".join(num(8, v) for v in value) + num(20, 7))
count = 0
def op(kind, *inputs, **attributes):
    global graph, count
    count += 1
    out = attributes.pop("out", f"v{count}")
    body = b"".join(text(1, i) for i in inputs) + text(2, out) + text(4, kind)
    graph += lens(1, body + b"".join(attr(k, v) for k, v in attributes.items()))
    return out
def value(name, kind, dims):
    shape = b"".join(lens(1, text(2, d) if isinstance(d, str) else num(1, d)) for d in dims)
    return text(1, name) + lens(2, lens(1, num(1, kind) + lens(2, shape)))

folder, target = sys.argv[1:3]
config = json.load(open(f"{folder}/config.json"))
raw = open(f"{folder}/model.safetensors", "rb").read()
size = struct.unpack("<Q", raw[:8])[0]
index = json.loads(raw[8:8 + size])
def weight(name):
    entry = next(index[k] for k in (name, "bert." + name) if k in index)
    a, b = entry["data_offsets"]
    kind = {"F32": np.float32, "F16": np.float16}[entry["dtype"]]
    return np.frombuffer(raw[8 + size + a:8 + size + b], kind).astype(np.float32).reshape(entry["shape"])

hidden, heads, eps = config["hidden_size"], config["num_attention_heads"], config["layer_norm_eps"]
def linear(x, name):
    w = const(name + ".weight.T", np.ascontiguousarray(weight(name + ".weight").T))
    return op("Add", op("MatMul", x, w), const(name + ".bias", weight(name + ".bias")))
def norm(x, name):
    w, b = const(name + ".weight", weight(name + ".weight")), const(name + ".bias", weight(name + ".bias"))
    return op("LayerNormalization", x, w, b, axis=-1, epsilon=float(eps))

length = op("Gather", op("Shape", "input_ids"), const("one", np.array(1, np.int64)))
positions = op("Range", const("zero", np.array(0, np.int64)), length, "one")
parts = [("input_ids", "word"), ("token_type_ids", "token_type"), (positions, "position")]
embedded = [op("Gather", const(f"embeddings.{n}_embeddings.weight", weight(f"embeddings.{n}_embeddings.weight")), i) for i, n in parts]
x = norm(op("Add", op("Add", embedded[0], embedded[1]), embedded[2]), "embeddings.LayerNorm")
mask = op("Unsqueeze", op("Cast", "attention_mask", to=FLOAT), const("axes", np.array([1, 2], np.int64)))
mask = op("Mul", op("Sub", mask, const("f1", np.array(1, np.float32))), const("big", np.array(3e38, np.float32)))
split = const("split", np.array([0, 0, heads, hidden // heads], np.int64))
join = const("join", np.array([0, 0, hidden], np.int64))
scale = const("scale", np.array((hidden // heads) ** -0.5, np.float32))
for n in range(config["num_hidden_layers"]):
    at = f"encoder.layer.{n}"
    q, k, v = (op("Reshape", linear(x, f"{at}.attention.self.{p}"), split) for p in ("query", "key", "value"))
    q, v = (op("Transpose", t, perm=[0, 2, 1, 3]) for t in (q, v))
    k = op("Transpose", k, perm=[0, 2, 3, 1])
    weights = op("Softmax", op("Add", op("Mul", op("MatMul", q, k), scale), mask), axis=-1)
    seen = op("Reshape", op("Transpose", op("MatMul", weights, v), perm=[0, 2, 1, 3]), join)
    x = norm(op("Add", linear(seen, f"{at}.attention.output.dense"), x), f"{at}.attention.output.LayerNorm")
    y = linear(x, f"{at}.intermediate.dense")
    root, half = const(f"r{n}", np.array(2 ** -0.5, np.float32)), const(f"h{n}", np.array(0.5, np.float32))
    one = const(f"o{n}", np.array(1, np.float32))
    y = op("Mul", op("Mul", y, half), op("Add", op("Erf", op("Mul", y, root)), one))
    x = norm(op("Add", linear(y, f"{at}.output.dense"), x), f"{at}.output.LayerNorm")
op("Identity", x, out="last_hidden_state")
graph += text(2, "bert")
for name in ("input_ids", "attention_mask", "token_type_ids"):
    graph += lens(11, value(name, INT64, ["batch", "sequence"]))
graph += lens(12, value("last_hidden_state", FLOAT, ["batch", "sequence", hidden]))
model = num(1, 8) + lens(7, graph) + lens(8, num(2, 17))
open(target, "wb").write(model)
