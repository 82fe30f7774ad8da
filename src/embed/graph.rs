//! Looking into an ONNX file: where a layer of an encoder ends, and how to have it as an output.

/// The fields of a protobuf message: number and bytes of those that have a length; others are passed over.
fn fields(mut message: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    std::iter::from_fn(move || {
        loop {
            let key = varint(&mut message)?;
            let length = match key & 7 {
                0 => {
                    varint(&mut message)?;
                    continue;
                }
                1 => 8,
                2 => usize::try_from(varint(&mut message)?).ok()?,
                5 => 4,
                _ => return None,
            };
            let (own, rest) = message.split_at_checked(length)?;
            message = rest;
            if key & 7 == 2 {
                return Some((key >> 3, own));
            }
        }
    })
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

/// The model with a value as one more output. Protobuf joins a message that stands twice, so nothing is rewritten.
pub fn with_output(model: &[u8], name: &str) -> Vec<u8> {
    let value = message(VALUE_NAME, name.as_bytes());
    let addition = message(GRAPH, &message(GRAPH_OUTPUT, &value));
    [model, &addition].concat()
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
        let longer = with_output(&model, "b");
        let graphs: Vec<&[u8]> = fields(&longer).filter(|f| f.0 == GRAPH).map(|f| f.1).collect();
        assert_eq!(graphs.len(), 2);
        let output = fields(graphs[1]).find(|f| f.0 == GRAPH_OUTPUT).unwrap().1;
        assert_eq!(fields(output).next(), Some((VALUE_NAME, &b"b"[..])));
    }
}
