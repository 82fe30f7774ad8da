//! A language model as judge: 0 totally wrong, 0.5 partially correct, 1 totally correct (VQAonline, Figure 8).

use super::{Ask, Asker, Metric, Pair, Progress, Resources, Scorer};
use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// The metric.
pub struct Judge;

/// Bytes of a reply that are read; a verdict stands at its start.
const READ: usize = 400;

const SYSTEM: &str = "You rate the correctness of answers. You are given a REFERENCE ANSWER and a PREDICTED ANSWER. Rate the \
PREDICTED ANSWER with one of: 0 (Totally Wrong), 0.5 (Partially Correct), 1 (Totally Correct).\n\nComplete the score and \
write nothing else.";

impl Metric for Judge {
    fn name(&self) -> &'static str {
        "judge"
    }
    fn about(&self) -> &'static str {
        "a language model rates 0, 0.5 or 1 (give --endpoint and --model)"
    }
    fn open<'a>(&self, resources: &Resources<'a>) -> Result<Box<dyn Scorer + 'a>> {
        let Some(asker) = resources.asker else {
            return Err(Error::usage("the metric `judge` needs a model", "give --endpoint URL and --model NAME"));
        };
        Ok(Box::new(Opened { asker, notes: BTreeMap::new() }))
    }
}

struct Opened<'a> {
    asker: &'a dyn Asker,
    notes: BTreeMap<String, u64>,
}

impl Scorer for Opened<'_> {
    fn key(&self) -> String {
        "judge".into()
    }
    fn label(&self) -> String {
        format!("rating by {} (0, 0.5, 1)", self.asker.model())
    }
    fn score(&mut self, pairs: &[Pair], progress: Progress) -> Result<Vec<Option<f64>>> {
        // Several references are shown one by one, and the best verdict counts.
        let asks: Vec<Ask> = pairs.iter().flat_map(asks).collect();
        let mut replies = self.asker.ask(&asks)?.into_iter();
        let mut out = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let mut best: Option<f64> = None;
            for reply in replies.by_ref().take(pair.references.len()) {
                let verdict = reply.as_deref().map(read);
                let note = match verdict {
                    Some(Ok(score)) => {
                        best = Some(best.map_or(score, |b| b.max(score)));
                        continue;
                    }
                    Some(Err(why)) => why,
                    None => "judge_failed",
                };
                *self.notes.entry(note.into()).or_default() += 1;
            }
            out.push(best);
        }
        progress(pairs.len());
        Ok(out)
    }
    fn notes(&mut self) -> BTreeMap<String, u64> {
        std::mem::take(&mut self.notes)
    }
}

fn asks(pair: &Pair) -> Vec<Ask> {
    let ask = |(n, reference): (usize, &super::Text)| Ask {
        of: (if n == 0 { pair.id.to_string() } else { format!("{}#{n}", pair.id) }, pair.model.to_string()),
        system: SYSTEM.into(),
        user: format!("REFERENCE ANSWER: {}\nPREDICTED ANSWER: {}\nScore: ", reference.raw(), pair.candidate.raw()),
    };
    pair.references.iter().enumerate().map(ask).collect()
}

/// Reads a verdict. Only a reply that begins with one of the three ratings, as number or in words, is one; where number
/// and words disagree, or both are missing, there is no score.
///
/// # Errors
/// The name of the reason: `judge_unreadable` or `judge_contradicts`.
pub fn read(reply: &str) -> std::result::Result<f64, &'static str> {
    let reply = crate::metric::prepare::head(reply, READ).to_lowercase();
    let mut rest = reply.trim_start_matches(blank);
    for lead in ["the ", "correctness ", "score", "rating", "is"] {
        rest = rest.strip_prefix(lead).unwrap_or(rest).trim_start_matches(blank);
    }
    let number = number(rest);
    let words = [("totally wrong", 0.0), ("partially correct", 0.5), ("totally correct", 1.0)];
    let named: Vec<f64> = words.iter().filter(|(w, _)| reply.contains(w)).map(|(_, v)| *v).collect();
    match (number, named.as_slice()) {
        (Some(score), []) => Ok(score),
        (Some(score), [named]) if score == *named => Ok(score),
        (Some(_), _) => Err("judge_contradicts"),
        (None, [named]) if words.iter().any(|(w, _)| rest.starts_with(w)) => Ok(*named),
        (None, _) => Err("judge_unreadable"),
    }
}

fn blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '"' | '\'' | '`' | ':' | '=' | '(' | '[' | '#')
}

/// One of the three ratings at the start of a text, with nothing of a number after it.
fn number(text: &str) -> Option<f64> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ',')).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    // "1/1", "0.5-1" and "0 or 1" are no single rating.
    let follows = rest.trim_start_matches(|c: char| c == ' ' || blank(c));
    if follows.starts_with(['/', '-', '–', '%'])
        || follows.starts_with("or ")
        || follows.starts_with("to ")
        || follows.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    match digits.trim_end_matches(['.', ',']) {
        "0" | "0.0" => Some(0.0),
        "0.5" | ".5" | "0,5" => Some(0.5),
        "1" | "1.0" => Some(1.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_bounded() {
        let unreadable = Err("judge_unreadable");
        for (reply, want) in [
            ("0.5", Ok(0.5)),
            ("1", Ok(1.0)),
            (" 0 ", Ok(0.0)),
            ("Score: 0.5 (Partially Correct)", Ok(0.5)),
            ("**1**", Ok(1.0)),
            ("The correctness score is: 0.", Ok(0.0)),
            ("Totally wrong. The answer names another bird.", Ok(0.0)),
            ("0.5\n\nThe predicted answer misses the year.", Ok(0.5)),
            // "incorrect" holds "correct": words like these decide nothing.
            ("The answer is incorrect.", unreadable),
            ("correct", unreadable),
            ("0.7", unreadable),
            ("1/1", unreadable),
            ("0 or 1", unreadable),
            ("10", unreadable),
            ("2023 was the year, so 1", unreadable),
            ("", unreadable),
            ("1 (Totally Wrong)", Err("judge_contradicts")),
            ("0, 0.5 or 1", unreadable),
            ("Either totally wrong or totally correct", unreadable),
        ] {
            assert_eq!(read(reply), want, "{reply}");
        }
    }

    struct Parrot;

    impl Asker for Parrot {
        fn model(&self) -> &str {
            "parrot"
        }
        fn ask(&self, asks: &[Ask]) -> Result<Vec<Option<String>>> {
            Ok(asks.iter().map(|a| if a.user.contains("silent") { None } else { Some(a.user.clone()) }).collect())
        }
    }

    #[test]
    fn what_is_no_verdict_is_counted_and_scores_nothing() {
        let text = |t: &str| super::super::Text::new(t, false);
        let (one, two, reference) = (text("a"), text("silent"), [text("b")]);
        let pair = |candidate| Pair { id: "q", model: "m", candidate, references: &reference, image: None };
        let mut judge = Judge.open(&Resources { asker: Some(&Parrot), ..Resources::default() }).unwrap();
        assert_eq!(judge.score(&[pair(&one), pair(&two)], &|_| ()).unwrap(), [None, None]);
        let notes: Vec<(String, u64)> = judge.notes().into_iter().collect();
        assert_eq!(notes, [("judge_failed".into(), 1), ("judge_unreadable".into(), 1)]);
        assert!(Judge.open(&Resources::default()).is_err());
    }
}
