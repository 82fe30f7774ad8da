//! Looking into an ONNX file: where a layer of an encoder ends, and how to have that as the output.

use rustc_hash::FxHashSet;

/// A field of a protobuf message: its number, its bytes if it has a length (else none), and all of it.
type Field<'a> = (u64, &'a [u8], &'a [u8]);

/// All fields of a message.
fn parts(mut message: &[u8]) -> impl Iterator<Item = Field<'_>> {
    std::iter::from_fn(move || {
        let all = message;
        let key = varint(&mut message)?;
        let length = match key & 7 {
            0 => varint(&mut message).map(|_| 0)?,
            1 => 8,
            2 => usize::try_from(varint(&mut message)?).ok()?,
            5 => 4,
            _ => return None,
        };
        let (own, rest) = message.split_at_checked(length)?;
        message = rest;
        let own = if key & 7 == 2 { own } else { &[] };
        Some((key >> 3, own, all.get(..all.len() - rest.len())?))
    })
}

/// The fields of a message that have a length: number and bytes.
fn fields(message: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    parts(message).filter(|(_, _, all)| all.first().is_some_and(|key| key & 7 == 2)).map(|(n, own, _)| (n, own))
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

const GRAPH: u64 = 7;
const NODE: u64 = 1;
const NODE_INPUT: u64 = 1;
const NODE_OUTPUT: u64 = 2;
const NODE_ATTRIBUTE: u64 = 5;
const ATTRIBUTE_GRAPHS: [u64; 2] = [6, 11];
const WEIGHTS: u64 = 5;
const WEIGHTS_NAME: u64 = 8;
const GRAPH_OUTPUT: u64 = 12;
const VALUE_NAME: u64 = 1;

/// The value that holds the hidden states after layer `layer` (from 1) of a BERT-like encoder: what the step with that
/// layer's last normalization bias puts out. `None` where the file does not name it.
pub fn hidden_states(model: &[u8], layer: usize) -> Option<String> {
    let layer = layer.checked_sub(1)?;
    let biases = ["output.LayerNorm.bias", "output_layer_norm.bias", "final_layer_norm.bias"];
    let is_bias = |name: &str| {
        biases.iter().any(|bias| {
            ["layer", "layers"].iter().any(|list| {
                let tail = format!("{list}.{layer}.{bias}");
                name == tail || name.ends_with(&format!(".{tail}"))
            })
        })
    };
    let graph = fields(model).find(|f| f.0 == GRAPH)?.1;
    let mut found = None;
    for (_, node) in fields(graph).filter(|f| f.0 == NODE) {
        let text = |bytes| std::str::from_utf8(bytes).ok();
        let uses = fields(node).any(|(n, v)| n == NODE_INPUT && text(v).is_some_and(is_bias));
        if uses {
            found = fields(node).find(|f| f.0 == NODE_OUTPUT).and_then(|f| text(f.1)).map(str::to_string);
        }
    }
    found
}

/// The model with one value as its only output, without the nodes and weights that the value does not need.
pub fn cut(model: &[u8], name: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(model.len());
    for (number, own, all) in parts(model) {
        if number == GRAPH {
            out.extend_from_slice(&message(GRAPH, &cut_graph(own, name)));
        } else {
            out.extend_from_slice(all);
        }
    }
    out
}

fn cut_graph(graph: &[u8], name: &str) -> Vec<u8> {
    // Nodes stand after those whose values they use.
    let mut needed: FxHashSet<&[u8]> = FxHashSet::from_iter([name.as_bytes()]);
    let mut nodes: Vec<&[u8]> = fields(graph).filter(|f| f.0 == NODE).map(|f| f.1).collect();
    let mut kept = Vec::new();
    while let Some(node) = nodes.pop() {
        let is_needed = fields(node).any(|(n, value)| n == NODE_OUTPUT && needed.contains(value));
        if is_needed {
            uses(node, &mut needed);
        }
        kept.push(is_needed);
    }
    let value = message(GRAPH_OUTPUT, &message(VALUE_NAME, name.as_bytes()));
    let mut out = Vec::with_capacity(graph.len());
    for (number, own, all) in parts(graph) {
        let stays = match number {
            NODE => kept.pop() == Some(true),
            WEIGHTS => fields(own).any(|(n, name)| n == WEIGHTS_NAME && needed.contains(name)),
            GRAPH_OUTPUT => false,
            _ => true,
        };
        if stays {
            out.extend_from_slice(all);
        }
    }
    out.extend_from_slice(&value);
    out
}

/// The values that a node uses, also within the graphs of its attributes.
fn uses<'a>(node: &'a [u8], names: &mut FxHashSet<&'a [u8]>) {
    for (number, own) in fields(node) {
        if number == NODE_INPUT {
            names.insert(own);
        } else if number == NODE_ATTRIBUTE {
            let graphs = fields(own).filter(|f| ATTRIBUTE_GRAPHS.contains(&f.0)).map(|f| f.1);
            for node in graphs.flat_map(fields).filter(|f| f.0 == NODE) {
                uses(node.1, names);
            }
        }
    }
}

/// One field with a length.
pub fn message(field: u64, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 12);
    for mut number in [field << 3 | 2, bytes.len() as u64] {
        while number >= 0x80 {
            out.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        out.push(number as u8);
    }
    out.extend_from_slice(bytes);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(input: &str, output: &str) -> Vec<u8> {
        let body =
            [message(NODE_INPUT, b"x"), message(NODE_INPUT, input.as_bytes()), message(NODE_OUTPUT, output.as_bytes())];
        message(NODE, &body.concat())
    }

    #[test]
    fn a_layer_is_found_by_its_last_normalization() {
        let nodes = [
            node("bert.encoder.layer.0.attention.output.LayerNorm.bias", "a"),
            node("bert.encoder.layer.0.output.LayerNorm.bias", "b"),
            node("bert.encoder.layer.10.output.LayerNorm.bias", "c"),
            node("transformer.layer.1.output_layer_norm.bias", "d"),
        ];
        // A number and a fixed field stand before the graph.
        let model = [vec![0x08, 0x07, 0x15, 1, 2, 3, 4], message(GRAPH, &nodes.concat())].concat();
        assert_eq!(hidden_states(&model, 1).as_deref(), Some("b"));
        assert_eq!(hidden_states(&model, 2).as_deref(), Some("d"));
        assert_eq!(hidden_states(&model, 11).as_deref(), Some("c"));
        assert_eq!((hidden_states(&model, 3), hidden_states(&model, 0), hidden_states(b"junk", 1)), (None, None, None));
    }

    #[test]
    fn a_model_is_cut_to_what_a_value_needs() {
        let weights = |name: &[u8]| message(WEIGHTS, &[&[0x08, 0x03][..], &message(WEIGHTS_NAME, name)].concat());
        let inner = message(GRAPH_OUTPUT, &message(VALUE_NAME, b"never"));
        let inner = message(ATTRIBUTE_GRAPHS[0], &[node("deep", "local"), inner].concat());
        let branch = message(NODE, &[message(NODE_ATTRIBUTE, &inner), message(NODE_OUTPUT, b"a")].concat());
        let kept = [node("w1", "deep"), branch, node("a", "b")];
        let names = |list: &[&str]| list.iter().flat_map(|name| weights(name.as_bytes())).collect::<Vec<u8>>();
        let output = |name: &[u8]| message(GRAPH_OUTPUT, &message(VALUE_NAME, name));
        let model = |graph: &[Vec<u8>]| [vec![0x08, 0x07], message(GRAPH, &graph.concat()), vec![0x28, 0x01]].concat();
        let whole = [&kept[..], &[node("w2", "c"), names(&["w1", "w2"]), output(b"c"), output(b"d")]].concat();
        let want = [&kept[..], &[names(&["w1"]), output(b"b")]].concat();
        assert_eq!(cut(&model(&whole), "b"), model(&want));
        assert!(cut(b"junk", "b").len() <= 4);
    }
}
