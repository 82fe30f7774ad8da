//! What a corpus run says on stdout: what is short, what was lost, and a table of what there is.

use super::{CorpusRun, Description};
use crate::pipeline::overview::grouped;
use std::fmt::Write;

/// The report of a finished corpus.
pub fn text(run: &CorpusRun) -> String {
    let mut out = String::new();
    for (form, made, wanted) in run.short() {
        let _ = writeln!(out, "short: {form}: {} of {} dialogues", grouped(made), grouped(wanted));
    }
    if !run.corpus.rejects.is_empty() {
        let lost: Vec<String> = run.corpus.rejects.iter().map(|(r, n)| format!("{r} {}", grouped(*n))).collect();
        let _ = writeln!(out, "lost: {}", lost.join(", "));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&table(&run.corpus.description));
    out
}

/// The main numbers as a table of text.
pub fn table(d: &Description) -> String {
    let mut out = String::new();
    let mut row = |name: &str, n: u64| {
        let _ = writeln!(out, "{name:<24}{:>10}", grouped(n));
    };
    for (form, n) in &d.forms {
        row(form, *n);
    }
    row("dialogues", d.forms.values().sum());
    row("turns", d.turns);
    row("unique source pictures", d.scenes);
    row("written pictures", d.pictures);
    let [user, assistant] = d.words;
    let _ = writeln!(out, "{:<24}{user:>10} words a question, {assistant} an answer", "length");
    let percent = |x: &[f64; 3]| x.map(|x| format!("{:.1}", x * 100.0)).join(" / ");
    let _ = writeln!(
        out,
        "{:<24}{:>10} % of questions, {} % of answers (first {} dialogues)",
        "distinct-1/2/3",
        percent(&d.distinct_questions),
        percent(&d.distinct_answers),
        grouped(d.sample)
    );
    out
}
