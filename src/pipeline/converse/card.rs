//! `README.md` of a corpus: what it is, one dialogue of each form, the description numbers, on what terms.

use super::settings::FileFormat;
use super::{Corpus, CorpusRun, Description};
use crate::model::dialogue::{Dialogue, Speaker};
use crate::pipeline::licenses::Licenses;
use crate::pipeline::overview::grouped;
use crate::pipeline::run::Counts;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The card's text.
pub fn card(run: &CorpusRun, licenses: &Licenses, examples: &BTreeMap<String, Dialogue>, corpus: &Corpus) -> String {
    let mut out = front(run);
    out.push_str(
        "# A semantic-grounding tuning corpus\n\n\
         Dialogues about pictures that teach a vision-language model to ground words: several rounds about a whole \
         picture, drawn boxes to be named and related, and statements to be checked step by step. Every answer rests \
         on annotated facts, every \"no\" on evidence. Made with [groundline](https://crates.io/crates/groundline) \
         after the second half of Msg-Mcq (*Evaluation and Enhancement of Semantic Grounding in Large Vision-Language \
         Models*).\n\n",
    );
    for (form, dialogue) in examples {
        let _ = write!(out, "## An example: {}\n\n{}", form.replace('_', " "), example(dialogue));
    }
    out.push_str(&numbers(run));
    let _ = write!(out, "{}{}{}", files(corpus), made(run), terms(run, licenses, corpus));
    out
}

fn front(run: &CorpusRun) -> String {
    let size = match run.corpus.dialogues {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        _ => "n>1M",
    };
    let sources: Vec<&str> = run.corpus.description.sources.keys().map(String::as_str).collect();
    format!(
        "---\npretty_name: Semantic grounding, dialogues\nlanguage: [en]\nlicense: other\n\
         license_name: per-picture\nlicense_link: LICENSES.csv\n\
         task_categories: [visual-question-answering, image-text-to-text]\nsize_categories: [\"{size}\"]\n\
         annotations_creators: [machine-generated]\nsource_datasets: [{}]\ntags: [groundline, grounding, instruction-tuning]\n\
         ---\n\n",
        sources.join(", ")
    )
}

/// A dialogue to be read.
fn example(d: &Dialogue) -> String {
    let mut out = format!("![]({})\n\n", d.image);
    for turn in &d.turns {
        let who = if turn.role == Speaker::User { "user" } else { "assistant" };
        let _ = writeln!(out, "> **{who}**: {}\n>", turn.text.replace('\n', "  \n> "));
    }
    out.push('\n');
    out
}

fn counts(out: &mut String, title: &str, counts: &Counts) {
    if counts.is_empty() {
        return;
    }
    let _ = write!(out, "| {title} | dialogues |\n| --- | ---: |\n");
    for (name, n) in counts {
        let _ = writeln!(out, "| {name} | {} |", grouped(*n));
    }
    out.push('\n');
}

fn numbers(run: &CorpusRun) -> String {
    let d: &Description = &run.corpus.description;
    let mut out = String::from("## Description\n\n");
    counts(&mut out, "form", &d.forms);
    counts(&mut out, "target (a dialogue may have several)", &d.targets);
    counts(&mut out, "source", &d.sources);
    counts(&mut out, "verdict of fact checks", &d.verdicts);
    let rounds: Counts = d.rounds.iter().map(|(n, count)| (format!("{n:>2}"), *count)).collect();
    counts(&mut out, "rounds (question and answer)", &rounds);
    let [question, answer] = d.words;
    let [shortest, longest] = d.answer_words;
    let _ = write!(
        out,
        "{} turns; {question} words a question and {answer} an answer on average, answers of {shortest} to {longest} \
         words. {} source pictures, {} written pictures: one per distinct set of boxes.\n\n",
        grouped(d.turns),
        grouped(d.scenes),
        grouped(d.pictures)
    );
    if !d.rephrased.is_empty() {
        counts(&mut out, "rephrased turns by outcome", &d.rephrased);
    }
    let percent = |x: &[f64; 3]| x.map(|x| format!("{:.2} %", 100.0 * x)).join(" | ");
    let _ = write!(
        out,
        "Variety over the first {} dialogues:\n\n\
         | | distinct-1 | distinct-2 | distinct-3 |\n| --- | ---: | ---: | ---: |\n\
         | questions | {} |\n| answers | {} |\n\n\
         Wordings per form, target and speaker: how many are in use (opening, core and closing together), the share of \
         the commonest, and how alike two answers are (shared word pairs over all word pairs, mean over 200 answers).\n\n\
         | cell | turns | wordings | commonest | likeness |\n| --- | ---: | ---: | ---: | ---: |\n",
        grouped(d.sample),
        percent(&d.distinct_questions),
        percent(&d.distinct_answers),
    );
    for (cell, own) in &d.wordings {
        let likeness = if own.likeness > 0.0 { format!("{:.3}", own.likeness) } else { String::new() };
        let _ = writeln!(
            out,
            "| {cell} | {} | {} | {:.2} % | {likeness} |",
            grouped(own.turns),
            grouped(own.wordings),
            100.0 * own.top
        );
    }
    out.push('\n');
    for (form, made, wanted) in run.short() {
        let _ = writeln!(
            out,
            "- {form}: {} of {} dialogues that were asked for; see `rejects.jsonl`",
            grouped(made),
            grouped(wanted)
        );
    }
    out
}

fn files(corpus: &Corpus) -> String {
    let mut out = String::from(
        "\n## What is in it\n\n\
         | file | content |\n| --- | --- |\n\
         | `dialogues.jsonl` | one dialogue a line: `id`, `image`, `boxes`, `form`, `turns` (`role`, `text`, `facts`, \
         `says`), `provenance`, `license` |\n\
         | `images/` | the pictures; boxes are drawn just outside the region they mark |\n\
         | `index.html` | the dialogues as chats: open it in a browser, no network is needed |\n\
         | `rejects.jsonl` | what was dropped, with a named reason |\n\
         | `run.json` | version, seed, settings, hashes of every input and resource, counts |\n\
         | `LICENSES.csv` | source, license and author of every picture |\n",
    );
    for format in &corpus.settings.formats {
        let what = match format {
            FileFormat::Llava => "the same for LLaVA and Qwen-VL",
            FileFormat::Sharegpt => "the same for LLaMA-Factory; `dataset_info.json` belongs to it",
            FileFormat::Openai => "the same as chat messages with the pictures inside",
        };
        let _ = writeln!(out, "| `{}` | {what} |", format.file());
    }
    out.push_str(
        "\nTurns do not mark the picture; it belongs to the first user turn. The order is that of hashes: any beginning \
         is a fair mix.\n\n",
    );
    out
}

fn made(run: &CorpusRun) -> String {
    let excluded = match run.excluded.is_empty() {
        true => {
            "No picture was left out for a benchmark: tune and test on different pictures with `--split` or `--exclude`."
        }
        false => "Pictures of other sets (`--exclude`, `--split`) are not in it, by origin, bytes and looks.",
    };
    format!(
        "## How it was made\n\n\
         groundline {}, seed {}. All pictures give one dialogue of a form before any gives two; several about one \
         picture differ in facts, order or wording. A thing is called \"the vase\" only where one vase can be meant, a \
         number is said only where every instance is annotated or captions agree, and something is said to be absent \
         only where a person found it so. False statements have one wrong span, drawn as often as it is true elsewhere, \
         with its evidence in `provenance.claim`. The wordings are not those of the benchmark. {excluded}\n\n",
        run.version, run.seed
    )
}

fn terms(run: &CorpusRun, licenses: &Licenses, corpus: &Corpus) -> String {
    let mut out = String::from(
        "## Licenses and citation\n\n\
         The pictures keep the licenses of their sources; a picture with boxes is a derivative. `LICENSES.csv` has \
         every picture.\n\n| source | license of the pictures | pictures |\n| --- | --- | ---: |\n",
    );
    for ((dataset, license), n) in licenses.summary() {
        let _ = writeln!(out, "| {dataset} | {} | {} |", license.replace('|', "\\|"), grouped(n));
    }
    out.push('\n');
    for (name, manifest) in &corpus.manifests {
        let used = run.corpus.description.sources.get(name).copied().unwrap_or(0);
        let _ = write!(
            out,
            "**{}** (`{name}`, {} dialogues): annotations {}; pictures {}. <{}>\n\n```text\n{}\n```\n\n",
            manifest.title,
            grouped(used),
            manifest.annotation_license,
            manifest.image_license,
            manifest.homepage,
            manifest.citation.trim()
        );
    }
    out
}
