//! What a record rests on, as one JSON text.

use super::record::Body;
use crate::model::dialogue::DialogueProvenance;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io::Write;

/// The provenance of an item, or that of a dialogue with the facts of its turns.
pub fn text(body: &Body) -> Option<String> {
    match body {
        Body::Item(item, _) => json_text(&item.provenance),
        Body::Dialogue(d) => {
            json_text(&Grounds { provenance: &d.provenance, facts: d.turns.iter().map(|t| &t.facts).collect() })
        }
    }
}

/// The provenance of a dialogue with the facts of its turns.
#[derive(Serialize)]
struct Grounds<'a> {
    #[serde(flatten)]
    provenance: &'a DialogueProvenance,
    facts: Vec<&'a Vec<String>>,
}

/// Numbers of 32 bits are written with the digits that they have as numbers of 64 bits, as a tree of values would.
struct Wide;

impl Formatter for Wide {
    fn write_f32<W: ?Sized + Write>(&mut self, to: &mut W, number: f32) -> std::io::Result<()> {
        self.write_f64(to, f64::from(number))
    }
}

fn json_text<T: Serialize>(value: &T) -> Option<String> {
    let mut out = Vec::with_capacity(1 << 10);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Wide)).ok()?;
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_is_written_as_a_tree_of_values_would_be() {
        #[derive(Serialize)]
        struct Row {
            similarity: Option<f32>,
            share: f64,
            none: Option<f32>,
        }
        let row = Row { similarity: Some(0.1), share: 0.1, none: Some(f32::NAN) };
        let text = json_text(&row).unwrap();
        assert_eq!(text, json!(row).to_string());
        assert_eq!(text, r#"{"similarity":0.10000000149011612,"share":0.1,"none":null}"#);
    }

    #[test]
    fn facts_come_last() {
        let provenance = DialogueProvenance {
            source: "paco".into(),
            scene: "paco/1".into(),
            targets: vec!["color".into()],
            annotations: Vec::new(),
            wordings: vec!["w1".into()],
            claim: None,
            verdict: Some(true),
            rephrased: Vec::new(),
            seed: u64::MAX,
            resources: "r".into(),
        };
        let facts = vec!["color:1".to_string()];
        let mut tree = json!(provenance);
        tree["facts"] = json!([facts]);
        assert_eq!(json_text(&Grounds { provenance: &provenance, facts: vec![&facts] }), Some(tree.to_string()));
    }
}
