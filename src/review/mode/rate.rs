//! `rate`: long answers of several models to a question, blind and in random order, as in VQAonline's human study.

use super::Mode;
use crate::review::record::Record;
use crate::rng::item_rng;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// The scale of VQAonline (section 4.2): score, name, definition.
pub const SCALE: [(f64, &str, &str); 3] = [
    (0.0, "Incorrect", "The response does not include any key point of the reference answer and does not make sense."),
    (
        0.5,
        "Partially correct",
        "At least one holds: it matches part of the key points of the reference answer that answer the question, but has \
         errors in its content; or it is partially correct by your best judgment, though not in the reference answer.",
    ),
    (
        1.0,
        "Correct",
        "At least one holds: it aligns with all key points of the reference answer; or it makes sense by your best \
         judgment, even if it is not in the reference answer.",
    ),
];

/// A question, its reference answer and the answers of models are shown; each answer gets a score.
pub struct RateMode {
    /// Names of the models, as given.
    models: Vec<String>,
    /// For each model, its responses by question.
    responses: Vec<FxHashMap<String, String>>,
    /// For each question, the models that answered it.
    fields: FxHashMap<String, Vec<String>>,
}

impl RateMode {
    /// Takes the models with their responses by question.
    pub fn new(models: Vec<(String, FxHashMap<String, String>)>) -> RateMode {
        let mut fields: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for (name, responses) in &models {
            for id in responses.keys() {
                fields.entry(id.clone()).or_default().push(name.clone());
            }
        }
        let (models, responses) = models.into_iter().unzip();
        RateMode { models, responses, fields }
    }

    /// Names of the models.
    pub fn models(&self) -> &[String] {
        &self.models
    }

    fn response(&self, model: &str, id: &str) -> Option<&str> {
        let at = self.models.iter().position(|m| m == model)?;
        self.responses.get(at)?.get(id).map(String::as_str)
    }
}

impl Mode for RateMode {
    fn name(&self) -> &'static str {
        "rate"
    }

    fn fields(&self, id: &str) -> &[String] {
        self.fields.get(id).map_or(&[], Vec::as_slice)
    }

    fn slots(&self, id: &str, seed: u64, reviewer: &str) -> Vec<String> {
        let mut slots = self.fields(id).to_vec();
        slots.sort();
        item_rng(seed, "review.rate", &[id.as_bytes(), reviewer.as_bytes()]).shuffle(&mut slots);
        slots
    }

    fn setup(&self) -> Value {
        let scale: Vec<Value> =
            SCALE.iter().map(|(score, name, text)| json!({"score": score, "name": name, "text": text})).collect();
        json!({"scale": scale})
    }

    fn card(&self, record: &Record, slots: &[String]) -> Value {
        let answers: Vec<&str> = slots.iter().map(|m| self.response(m, &record.id).unwrap_or("")).collect();
        json!({
            "question": record.text("question"), "context": record.text("context"), "answer": record.text("answer"),
            "answers": answers,
        })
    }

    fn accept(&self, _record: &Record, _field: &str, value: &Value) -> Result<Value, String> {
        let score = value.as_f64().filter(|v| SCALE.iter().any(|(score, ..)| score == v));
        score.map(|s| json!(s)).ok_or_else(|| format!("{value} is not 0, 0.5 or 1"))
    }

    fn category(&self, value: &Value) -> Option<String> {
        value.as_f64().map(|v| v.to_string())
    }

    fn categories(&self) -> Vec<String> {
        SCALE.iter().map(|(score, ..)| score.to_string()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Place;
    use crate::review::record::Kind;

    fn mode() -> RateMode {
        let responses =
            |text: &str, ids: &[&str]| ids.iter().map(|id| (id.to_string(), format!("{text} {id}"))).collect();
        RateMode::new(
            ["m1", "m2", "m3"]
                .iter()
                .map(|m| (m.to_string(), responses(m, if *m == "m3" { &["a"] } else { &["a", "b"] })))
                .collect(),
        )
    }

    #[test]
    fn models_are_in_another_order_for_each_question_and_reviewer_and_unnamed() {
        let mode = mode();
        assert_eq!((mode.fields("a").len(), mode.fields("b").len(), mode.fields("c").len()), (3, 2, 0));
        assert_eq!(mode.slots("a", 1, "ann"), mode.slots("a", 1, "ann"));
        let orders: std::collections::BTreeSet<Vec<String>> =
            (0..40).map(|r| mode.slots("a", 1, &format!("r{r}"))).collect();
        assert_eq!(orders.len(), 6, "every order occurs");
        let record = Record::parse(
            Kind::Questions,
            br#"{"id":"a","question":"Q","answer":"R","topic":"coffee"}"#,
            &Place::default(),
        )
        .unwrap();
        let card = mode.card(&record, &["m2".into(), "m1".into()]);
        assert_eq!(card["answers"], json!(["m2 a", "m1 a"]));
        assert!(!mode.setup().to_string().contains("m1"));
    }

    #[test]
    fn only_the_scale_is_accepted() {
        let record = Record::parse(Kind::Questions, br#"{"id":"a","question":"Q"}"#, &Place::default()).unwrap();
        let accept = |v: Value| mode().accept(&record, "m1", &v);
        assert_eq!(
            (accept(json!(0)), accept(json!(0.5)), accept(json!(1))),
            (Ok(json!(0.0)), Ok(json!(0.5)), Ok(json!(1.0)))
        );
        assert!(accept(json!(0.7)).is_err() && accept(json!("1")).is_err());
        assert_eq!(mode().category(&json!(1.0)).as_deref(), Some("1"));
    }
}
