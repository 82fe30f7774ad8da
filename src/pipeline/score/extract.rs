//! `--extract-with`: what the rules leave open may be read by a model. It is asked which option a response chooses, never
//! what is right; its reply counts only when it is one offered letter.

use crate::error::Result;
use crate::llm::endpoint::Endpoint;
use crate::llm::journal;
use crate::model::score::Outcome;
use crate::pipeline::ask::{self, Question, Settings};
use crate::report::sheet::{Item, Run, letter};
use std::path::Path;

/// Bytes of a response that the model is shown: its end, where decisions stand.
const SHOWN: usize = 6_000;

/// Who reads.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The reading model.
    pub endpoint: Endpoint,
    /// How it is asked; the temperature is 0.
    pub settings: Settings,
}

/// Lets the model read what is open in `runs`, which came from `answers`. Its replies are kept in
/// `ANSWERS.extract.jsonl`, so that scoring again asks nothing again.
///
/// # Errors
/// When the journal cannot be written or the server refuses every request.
pub fn extract(reader: &Reader, answers: &Path, items: &[Item], runs: &mut [Run]) -> Result<()> {
    let mut questions = Vec::new();
    for run in runs.iter() {
        for ((item, scored), response) in items.iter().zip(&run.scored).zip(&run.responses) {
            if scored.as_ref().is_some_and(|s| s.rule == "silent")
                && let Some(response) = response
            {
                questions.push(Question {
                    id: item.id.clone(),
                    prompt: Some(run.name.clone()),
                    turns: vec![prompt(item, response)],
                    ..Question::default()
                });
            }
        }
    }
    if questions.is_empty() {
        return Ok(());
    }
    let mut name = answers.file_name().unwrap_or_default().to_os_string();
    name.push(".extract.jsonl");
    let kept = answers.with_file_name(name);
    ask::run(questions, &reader.endpoint, &reader.settings, &kept, &|_| {})?;
    let replies = journal::replies(&kept)?;
    for run in runs.iter_mut() {
        for (item, slot) in items.iter().zip(&mut run.scored) {
            let Some(scored) = slot.as_mut().filter(|s| s.rule == "silent") else { continue };
            let reply = replies.get(&(item.id.clone(), run.name.clone()));
            let note = match reply.map(|r| verdict(r, item.choices.len())) {
                Some(Verdict::Option(index)) => {
                    (scored.outcome, scored.choice, scored.correct) =
                        (Outcome::Chosen, Some(letter(index)), index == item.answer_index);
                    scored.rule = "model".into();
                    "model_chose"
                }
                Some(Verdict::None) => {
                    scored.rule = "model_none".into();
                    "model_none"
                }
                Some(Verdict::Unreadable) => "model_unreadable",
                None => "model_failed",
            };
            *run.notes.entry(note.into()).or_default() += 1;
        }
    }
    Ok(())
}

fn prompt(item: &Item, response: &str) -> String {
    let options: Vec<String> = item.choices.iter().enumerate().map(|(i, c)| format!("({}) {c}", letter(i))).collect();
    let mut from = response.len().saturating_sub(SHOWN);
    while !response.is_char_boundary(from) {
        from += 1;
    }
    format!(
        "Someone was asked a multiple-choice question. Which option does the response choose? Do not answer the question yourself.\n\n\
         Question: {}\nOptions:\n{}\n\nResponse between the lines:\n-----\n{}\n-----\n\n\
         Reply with the letter of the chosen option alone, or with NONE if it chooses no option or more than one.",
        item.question,
        options.join("\n"),
        response.get(from..).unwrap_or("")
    )
}

#[derive(Debug, PartialEq)]
enum Verdict {
    Option(usize),
    None,
    Unreadable,
}

/// A reply is one offered letter or NONE, perhaps in brackets or with a full stop; anything else is unreadable.
fn verdict(reply: &str, offered: usize) -> Verdict {
    let bare =
        reply.trim().trim_matches(|c: char| matches!(c, '(' | ')' | '.' | '*' | '"' | '\'' | '`' | '[' | ']')).trim();
    if bare.eq_ignore_ascii_case("none") {
        return Verdict::None;
    }
    (0..offered.min(26)).find(|i| letter(*i) == bare).map_or(Verdict::Unreadable, Verdict::Option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_offered_letters_count() {
        for (reply, want) in [
            ("B", Verdict::Option(1)),
            (" (B).\n", Verdict::Option(1)),
            ("**A**", Verdict::Option(0)),
            ("none", Verdict::None),
            ("E", Verdict::Unreadable),
            ("b", Verdict::Unreadable),
            ("The response chooses B", Verdict::Unreadable),
            ("", Verdict::Unreadable),
        ] {
            assert_eq!(verdict(reply, 4), want, "{reply}");
        }
    }
}
