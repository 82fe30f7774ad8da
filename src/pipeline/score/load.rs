//! Items and answers, joined. What does not fit is counted by name or is an error; nothing is dropped silently.

use super::Options;
use super::join::join;
use crate::answer::{self, Answer};
use crate::error::{Error, Place, Result};
use crate::model::score::{Outcome, Scored};
use crate::report::import::Given;
use crate::report::sheet::{Item, Run, Who, letter};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// What was scored.
pub struct Scoring {
    /// Items, in the set's order.
    pub items: Vec<Item>,
    /// Runs, in the order given.
    pub runs: Vec<Run>,
}

/// What may be scored.
pub(super) const SETS: &str = "give the folder of a set or its items.jsonl; of a corpus, its dialogues.jsonl";

/// Reads the items of a set's folder or file.
///
/// # Errors
/// When there is none, a line is no item, or an id stands twice.
pub fn items(set: &Path, columns: &[String]) -> Result<Vec<Item>> {
    let path = if set.is_dir() { set.join("items.jsonl") } else { set.to_path_buf() };
    let name = path.display().to_string();
    let file = File::open(&path).map_err(|e| Error::opening(&path, SETS, e))?;
    let mut lines = Vec::new();
    for line in BufReader::new(file).lines() {
        lines.push(line.map_err(|e| Error::io(&path, "read", e))?);
    }
    let items: Vec<Item> = lines
        .par_iter()
        .enumerate()
        .filter(|(_, l)| !l.trim().is_empty())
        .map(|(n, line)| Item::parse(line, &Place::line(&name, n as u64 + 1), columns))
        .collect::<Result<_>>()?;
    let mut seen: FxHashMap<&str, ()> = FxHashMap::default();
    for item in &items {
        if seen.insert(&item.id, ()).is_some() {
            return Err(Error::data(Place::record(&name, &item.id), "two items have this id", "build the set again"));
        }
    }
    if items.is_empty() {
        return Err(Error::data(
            Place::file(name),
            "there are no items in it",
            "score a set that `groundline build` wrote",
        ));
    }
    Ok(items)
}

/// Reads one answers file; several wordings in it become several runs.
///
/// # Errors
/// When it cannot be read, no answer fits an item, two answers to one item differ, or an answer is to another version of its item.
pub fn run_of(name: &str, path: &Path, items: &[Item], options: &Options) -> Result<Vec<Run>> {
    let ids: Vec<&str> = items.iter().map(|i| i.id.as_str()).collect();
    let joined = join(name, path, &ids, |index, given, notes| {
        if let (Some(hash), Some(item)) = (&given.item, items.get(index))
            && *hash != item.hash()
        {
            if !options.force {
                let what = format!("the answer is to another version of item {}", item.id);
                return Err(Error::data(
                    Place::line(path.display().to_string(), given.line),
                    what,
                    "ask again, or score it all the same with --force",
                ));
            }
            *notes.entry("other_version".into()).or_default() += 1;
        }
        Ok(())
    })?;
    Ok(joined.into_iter().map(|j| run(j.name, j.slots, items, j.notes, options.partial)).collect())
}

fn run(
    name: String,
    slots: Vec<Option<Given>>,
    items: &[Item],
    mut notes: BTreeMap<String, u64>,
    partial: bool,
) -> Run {
    let lower = name.to_lowercase();
    let blind = slots.iter().flatten().any(|g| g.no_image)
        || lower.contains("text-only")
        || lower.contains("text only")
        || lower.contains("text_only");
    let who = if lower.starts_with("human") {
        Who::Human
    } else if blind {
        Who::TextOnly
    } else {
        Who::Model
    };
    let missing = slots.iter().filter(|s| s.is_none()).count() as u64;
    let failed = slots.iter().flatten().filter(|g| g.response.is_none() && g.logprobs.is_none()).count() as u64;
    for (note, n) in [("missing", missing), ("failed", failed)] {
        if n > 0 {
            notes.insert(note.into(), n);
        }
    }
    let scored: Vec<Option<Scored>> = slots
        .par_iter()
        .zip(items)
        .map(|(given, item)| match given {
            // Without an answer there is nothing to be right: left out on request, otherwise an empty response.
            None if partial => None,
            None => Some(scored(item, &nothing("missing", Outcome::Empty))),
            Some(g) if g.response.is_none() && g.logprobs.is_none() && partial => None,
            Some(g) => Some(scored(item, &read(item, g))),
        })
        .collect();
    let responses = slots.into_iter().map(|s| s.and_then(|g| g.response)).collect();
    Run { name, who, scored, responses, notes }
}

fn nothing(rule: &'static str, outcome: Outcome) -> Answer {
    Answer { rule, outcome, ..Answer::failed() }
}

fn read(item: &Item, given: &Given) -> Answer {
    if let Some(index) = given.logprobs.as_ref().and_then(|l| likeliest(l, item.choices.len())) {
        return Answer {
            outcome: Outcome::Chosen,
            set: crate::model::score::OptionSet::one(index),
            rule: "logprobs",
            span: None,
            conflict: false,
        };
    }
    let Some(response) = &given.response else { return Answer::failed() };
    let answer = answer::read(&item.options(), response);
    // What the server says about the end explains a response that commits to nothing.
    if matches!(answer.outcome, Outcome::NoneOffered | Outcome::Empty) {
        if given.filtered {
            return nothing("finish_reason", Outcome::Refused);
        }
        if given.truncated {
            return nothing("finish_reason", Outcome::Truncated);
        }
    }
    answer
}

/// The letter with the largest log-probability; none of a tie.
fn likeliest(logprobs: &BTreeMap<String, f64>, options: usize) -> Option<u8> {
    let mut best: Option<(u8, f64)> = None;
    let mut tied = false;
    for i in 0..options.min(26) {
        let Some(p) = logprobs.get(&letter(i)).copied() else { continue };
        match best {
            Some((_, b)) if p < b => {}
            Some((_, b)) if p == b => tied = true,
            _ => {
                best = Some((i as u8, p));
                tied = false;
            }
        }
    }
    best.filter(|_| !tied).map(|b| b.0)
}

fn scored(item: &Item, answer: &Answer) -> Scored {
    let chosen = answer.chosen();
    let several = if answer.outcome == Outcome::Several {
        answer.set.iter().map(|i| letter(usize::from(i))).collect()
    } else {
        Vec::new()
    };
    Scored {
        id: item.id.clone(),
        choice: chosen.map(|i| letter(usize::from(i))),
        outcome: answer.outcome,
        rule: answer.rule.to_string(),
        span: answer.span,
        correct: chosen.is_some_and(|i| usize::from(i) == item.answer_index),
        several,
        conflict: answer.conflict,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, score};
    use super::*;
    use std::path::PathBuf;

    struct Set {
        dir: tempfile::TempDir,
    }

    impl Set {
        fn new(n: usize) -> Set {
            let dir = tempfile::tempdir().unwrap();
            let lines: String = (0..n)
                .map(|i| {
                    format!(
                        "{{\"id\":\"i{i}\",\"image\":\"images/{}.jpg\",\"question\":\"Q{i}?\",\"choices\":[\"a cat\",\"a dog\"],\"answer_index\":{},\"target\":\"entity\",\"kind\":\"what\"}}\n",
                        i / 2,
                        i % 2
                    )
                })
                .collect();
            std::fs::write(dir.path().join("items.jsonl"), lines).unwrap();
            Set { dir }
        }
        fn file(&self, name: &str, text: &str) -> PathBuf {
            let path = self.dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        }
        fn options(&self, text: &str) -> Options {
            Options {
                set: self.dir.path().into(),
                answers: vec![("m".into(), self.file("m.jsonl", text))],
                settings: crate::report::tally::Settings { replicates: 10, ..Default::default() },
                ..Options::default()
            }
        }
    }

    #[test]
    fn answers_that_do_not_fit() {
        let set = Set::new(6);
        let text = r#"{"id":"i0","response":"A"}
{"id":"i0","response":"A"}
{"id":"i1","response":null,"error":"429"}
{"id":"i1","response":"The answer is (B)."}
{"id":"i2","response":null,"error":"timeout"}
{"id":"zzz","response":"A"}
{"id":"i3","response":"no idea","finish_reason":"length"}
{"id":"i5","response":"","finish_reason":"content_filter"}
{"id":"i4","resp"#;
        let (report, scoring) = score(&set.options(text)).unwrap();
        let m = &report.models[0];
        for (note, n) in [
            ("duplicate", 1),
            ("failed_then_answered", 1),
            ("failed", 1),
            ("unknown_id", 1),
            ("truncated_last_line", 1),
            ("missing", 1),
        ] {
            assert_eq!(m.notes.get(note), Some(&n), "{note}");
        }
        let outcomes: Vec<&str> = scoring.runs[0].scored.iter().flatten().map(|s| s.outcome.name()).collect();
        assert_eq!(outcomes, ["chosen", "chosen", "failed", "truncated", "empty", "refused"]);
        assert_eq!(report.tables[0].rows[0].scores[0].as_ref().unwrap().n, 6);
        let partial = Options { partial: true, ..set.options(text) };
        let (report, _) = score(&partial).unwrap();
        assert_eq!(report.tables[0].rows[0].scores[0].as_ref().unwrap().n, 4);
    }

    #[test]
    fn contradictions_and_other_versions_are_errors() {
        let set = Set::new(4);
        let e = score(&set.options("{\"id\":\"i0\",\"response\":\"A\"}\n{\"id\":\"i0\",\"response\":\"B\"}\n"))
            .map(|_| ())
            .unwrap_err();
        assert!(e.to_string().contains(":2: it answers the same item as line 1, differently"), "{e}");
        let other = "{\"id\":\"i0\",\"response\":\"A\",\"item\":\"0000\"}\n";
        let e = score(&set.options(other)).map(|_| ()).unwrap_err();
        assert!(e.to_string().contains("another version of item i0"), "{e}");
        let forced = Options { force: true, ..set.options(other) };
        assert_eq!(score(&forced).unwrap().0.models[0].notes["other_version"], 1);
        let e = score(&set.options("{\"id\":\"x\",\"response\":\"A\"}\n")).map(|_| ()).unwrap_err();
        assert!(e.to_string().contains("ids look like `i0`"), "{e}");
    }

    #[test]
    fn wordings_become_runs_and_logprobs_choose() {
        let set = Set::new(4);
        let mut text = String::new();
        for i in 0..4 {
            text += &format!("{{\"id\":\"i{i}\",\"response\":\"A\",\"prompt\":\"short\"}}\n");
            text += &format!(
                "{{\"id\":\"i{i}\",\"response\":\"\",\"prompt\":\"long\",\"logprobs\":{{\"A\":-3.0,\"B\":-0.1}}}}\n"
            );
        }
        let (report, scoring) = score(&set.options(&text)).unwrap();
        let names: Vec<&str> = report.models.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(names, ["m · long", "m · short"]);
        assert!(
            scoring.runs[0].scored.iter().flatten().all(|s| s.choice.as_deref() == Some("B") && s.rule == "logprobs")
        );
        assert_eq!((report.wordings[0].n, report.wordings[0].min, report.wordings[0].max), (2, 0.5, 0.5));
    }

    #[test]
    fn people_and_blind_runs_are_known() {
        let set = Set::new(2);
        let mut options = set.options("{\"id\":\"i0\",\"response\":\"A\",\"no_image\":true}\n");
        options.answers.push(("Human".into(), set.file("h.csv", "id,response\ni0,a cat\ni1,B\n")));
        let (report, scoring) = score(&options).unwrap();
        assert_eq!((report.models[0].who, report.models[1].who), (Who::TextOnly, Who::Human));
        assert!(scoring.runs[1].right(0) && scoring.runs[1].right(1));
    }
}
