//! Prompts after the paper's Figure 7: zero-shot and one-shot, with any of question, context and picture.
//!
//! The paper gives the one-shot prompt. Its `+` is taken as "followed by": question and context stand on lines of their
//! own. Zero-shot is the same conversation without the example, as a plain chat.

use crate::model::vqa::VqaQuestion;
use crate::rng::item_rng;
use serde_json::{Value, json};

/// The system message of all prompts (Figure 7).
pub const SYSTEM: &str = "The following is a conversation between a curious human and AI assistant. The assistant gives helpful, detailed, and polite answers to the user's questions.";

/// Which parts of a question the model gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// The title.
    pub question: bool,
    /// The body.
    pub context: bool,
    /// The picture.
    pub image: bool,
}

/// All ablations, in the paper's notation.
pub const ALL_PARTS: [&str; 7] = ["qci", "qc", "ci", "qi", "q", "c", "i"];

impl Parts {
    /// Reads `qci`, `qc`, … in any order of letters.
    pub fn parse(text: &str) -> Option<Parts> {
        let mut parts = Parts { question: false, context: false, image: false };
        for c in text.chars() {
            let part = match c.to_ascii_lowercase() {
                'q' => &mut parts.question,
                'c' => &mut parts.context,
                'i' => &mut parts.image,
                _ => return None,
            };
            if std::mem::replace(part, true) {
                return None;
            }
        }
        (!text.is_empty()).then_some(parts)
    }

    /// The letters in the order q, c, i.
    pub fn name(self) -> String {
        [(self.question, 'q'), (self.context, 'c'), (self.image, 'i')]
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, c)| c)
            .collect()
    }

    fn text(self, q: &VqaQuestion) -> String {
        let title = self.question.then_some(q.question.as_str());
        let context = self.context.then_some(q.context.as_str());
        let lines: Vec<&str> = title.into_iter().chain(context).filter(|t| !t.is_empty()).collect();
        lines.join("\n")
    }
}

/// How an example is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shot {
    /// From all topics.
    Random,
    /// From the question's own topic, where the training split has one.
    Topic,
}

/// Draws the example of a question from the training questions; the second value tells whether it is of its topic. The
/// question itself is never its example. `None` where there is none.
pub fn example<'a>(
    q: &VqaQuestion,
    train: &[&'a VqaQuestion],
    shot: Shot,
    seed: u64,
) -> Option<(&'a VqaQuestion, bool)> {
    let others: Vec<&VqaQuestion> = train.iter().copied().filter(|t| t.id != q.id).collect();
    let same: Vec<&VqaQuestion> = others.iter().copied().filter(|t| t.topic == q.topic).collect();
    let pool = if shot == Shot::Topic && !same.is_empty() { same } else { others };
    let mut rng = item_rng(seed, "shot", &[q.id.as_bytes()]);
    let drawn = *rng.choose(&pool)?;
    Some((drawn, drawn.topic == q.topic))
}

/// The messages of one prompt. `picture` gives the URL of a question's picture; the example's is shown where
/// `shot_image` asks for it and the question's own is shown.
pub fn messages(
    q: &VqaQuestion,
    parts: Parts,
    example: Option<&VqaQuestion>,
    shot_image: bool,
    picture: &dyn Fn(&VqaQuestion) -> Option<String>,
) -> Value {
    let of = |q: &VqaQuestion, wanted: bool| if wanted { picture(q) } else { None };
    let user = match example {
        None => {
            let mut user = Content::default();
            user.picture(of(q, parts.image));
            user.text(&parts.text(q));
            user
        }
        Some(shot) => {
            let mut user = Content::default();
            user.text("## Example Task\n");
            user.turn(of(shot, shot_image && parts.image), &parts.text(shot));
            user.text(&format!("AI: {}\n\n## Actual Task:\n", shot.answer));
            user.turn(of(q, parts.image), &parts.text(q));
            user.text("AI: ");
            user
        }
    };
    json!([{"role": "system", "content": SYSTEM}, {"role": "user", "content": user.value()}])
}

/// The content of a message: texts and pictures in order.
#[derive(Default)]
struct Content {
    parts: Vec<Value>,
    text: String,
}

impl Content {
    fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn picture(&mut self, url: Option<String>) {
        if let Some(url) = url {
            self.close();
            self.parts.push(json!({"type": "image_url", "image_url": {"url": url}}));
        }
    }

    /// The turns of the human: the picture, then the words.
    fn turn(&mut self, url: Option<String>, words: &str) {
        if url.is_some() {
            self.text("Human: ");
            self.picture(url);
            self.text("\n");
        }
        if !words.is_empty() {
            self.text(&format!("Human: {words}\n"));
        }
    }

    fn close(&mut self) {
        if !self.text.is_empty() {
            self.parts.push(json!({"type": "text", "text": std::mem::take(&mut self.text)}));
        }
    }

    /// Plain text where there is no picture, else a list of parts.
    fn value(mut self) -> Value {
        if self.parts.is_empty() {
            return json!(self.text);
        }
        self.close();
        Value::Array(self.parts)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::model::vqa::Credit;

    pub fn question(id: &str, topic: &str) -> VqaQuestion {
        let credit = Credit { url: "u".into(), author: None, author_id: Some(1), license: "CC BY-SA 3.0".into() };
        VqaQuestion {
            id: id.into(),
            topic: topic.into(),
            super_category: "culture & recreation".into(),
            split: "train".into(),
            question: format!("Q {id}?"),
            context: format!("C {id}."),
            answer: format!("A {id}."),
            image: Some(format!("images/{id}.png")),
            image_url: "http://h/a.png".into(),
            tags: vec![],
            score: 1,
            answer_score: 1,
            question_id: 1,
            answer_id: 2,
            created: "2012-01-01T00:00:00.000".into(),
            question_credit: credit.clone(),
            answer_credit: credit,
        }
    }

    fn picture(q: &VqaQuestion) -> Option<String> {
        q.image.clone()
    }

    #[test]
    fn parts_in_any_order_and_no_others() {
        for name in ALL_PARTS {
            assert_eq!(Parts::parse(name).unwrap().name(), name);
        }
        assert_eq!(Parts::parse("ICQ").unwrap().name(), "qci");
        assert!(Parts::parse("qq").is_none() && Parts::parse("x").is_none() && Parts::parse("").is_none());
    }

    #[test]
    fn zero_shot_shows_what_is_asked_for() {
        let q = question("a-1", "a");
        let of = |parts: &str| messages(&q, Parts::parse(parts).unwrap(), None, false, &picture)[1]["content"].clone();
        assert_eq!(of("qc"), json!("Q a-1?\nC a-1."));
        assert_eq!(of("c"), json!("C a-1."));
        let whole = of("qci");
        assert_eq!(whole[0]["image_url"]["url"], "images/a-1.png");
        assert_eq!(whole[1]["text"], "Q a-1?\nC a-1.");
        assert_eq!(of("i").as_array().unwrap().len(), 1);
    }

    #[test]
    fn one_shot_is_figure_7() {
        let (q, shot) = (question("a-1", "a"), question("a-2", "a"));
        let parts = Parts::parse("qci").unwrap();
        let with = messages(&q, parts, Some(&shot), true, &picture);
        assert_eq!(with[0]["content"], SYSTEM);
        let flat: String = with[1]["content"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| {
                p["text"]
                    .as_str()
                    .map_or_else(|| format!("<{}>", p["image_url"]["url"].as_str().unwrap()), str::to_string)
            })
            .collect();
        assert_eq!(
            flat,
            "## Example Task\nHuman: <images/a-2.png>\nHuman: Q a-2?\nC a-2.\nAI: A a-2.\n\n## Actual Task:\nHuman: <images/a-1.png>\nHuman: Q a-1?\nC a-1.\nAI: "
        );
        let without = messages(&q, Parts::parse("qc").unwrap(), Some(&shot), true, &picture);
        assert!(without[1]["content"].as_str().unwrap().starts_with("## Example Task\nHuman: Q a-2?"));
    }

    #[test]
    fn examples_are_of_the_topic_where_it_has_one_and_never_the_question_itself() {
        let train: Vec<VqaQuestion> = (0..30)
            .map(|i| question(&format!("{}-{i}", if i < 3 { "a" } else { "b" }), if i < 3 { "a" } else { "b" }))
            .collect();
        let refs: Vec<&VqaQuestion> = train.iter().collect();
        for i in 0..20 {
            let q = question(&format!("a-1{i}"), "a");
            assert!(example(&q, &refs, Shot::Topic, 0).unwrap().1);
            let lonely = question(&format!("c-{i}"), "c");
            assert!(!example(&lonely, &refs, Shot::Topic, 0).unwrap().1);
        }
        assert!(example(&train[0], &refs[..1], Shot::Random, 0).is_none());
        let drawn: std::collections::BTreeSet<String> = (0..40)
            .map(|i| example(&question(&format!("z-{i}"), "z"), &refs, Shot::Random, 0).unwrap().0.id.clone())
            .collect();
        assert!(drawn.len() > 10, "questions have examples of their own: {}", drawn.len());
    }
}
