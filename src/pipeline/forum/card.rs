//! `README.md` of a set of community questions: what it is, how it was made, whom to credit.

use super::write::{Origin, Tally};
use crate::forum::funnel::Funnel;
use crate::forum::license;
use crate::forum::site::SITES;
use crate::pipeline::overview::grouped;
use std::fmt::Write;

/// The card's text.
pub(super) fn card(origin: &Origin, tally: &Tally, funnel: Option<&Funnel>) -> String {
    let total: u64 = tally.splits.values().sum();
    let mut out = front(total);
    let _ = write!(
        out,
        "# Visual questions of online communities\n\n\
         {} questions that members of Stack Exchange asked about a picture, each with its context and the answer that \
         its asker accepted. Made with [groundline](https://crates.io/crates/groundline) {} (`{}`, seed {}) after \
         VQAonline (*Fully Authentic Visual Question Answering Dataset from Online Communities*).\n\n",
        grouped(total),
        env!("CARGO_PKG_VERSION"),
        origin.command,
        origin.seed
    );
    out.push_str("| split | questions |\n| --- | ---: |\n");
    for (split, n) in &tally.splits {
        let _ = writeln!(out, "| {split} | {} |", grouped(*n));
    }
    out.push_str("\n| super-category | topic | questions |\n| --- | --- | ---: |\n");
    for ((category, topic), n) in &tally.topics {
        let mark = if SITES.uncertain(topic) { " *" } else { "" };
        let _ = writeln!(out, "| {category}{mark} | {topic} | {} |", grouped(*n));
    }
    if tally.topics.keys().any(|(_, topic)| SITES.uncertain(topic)) {
        out.push_str("\n\\* placed by its subject; Stack Exchange's own category could not be read.\n");
    }
    if let Some(funnel) = funnel {
        let _ = write!(
            out,
            "\n## What was kept\n\n```text\n{}```\n\n`rejects.jsonl` names every question that was dropped.\n",
            funnel.text()
        );
    }
    files(&mut out, tally.pictures > 0, funnel.is_some());
    terms(&mut out, tally);
    out
}

fn front(total: u64) -> String {
    let size = match total {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        _ => "n>1M",
    };
    format!(
        "---\npretty_name: Visual questions of online communities\nlicense: cc-by-sa-4.0\nlicense_link: LICENSES.csv\n\
         task_categories: [visual-question-answering]\nsize_categories: [\"{size}\"]\n\
         annotations_creators: [found]\nsource_datasets: [stack-exchange]\ntags: [groundline, vqa, long-form]\n---\n\n"
    )
}

fn files(out: &mut String, pictures: bool, built: bool) {
    out.push_str(
        "\n## What is in it\n\n| file | content |\n| --- | --- |\n\
         | `questions.jsonl` | one question a line: `id`, `topic`, `super_category`, `split`, `question` (the title), \
         `context` (the body without the picture), `answer`, `image`, `image_url`, `tags`, scores, numbers, dates, \
         `question_credit`, `answer_credit` |\n",
    );
    if pictures {
        out.push_str("| `images/` | the pictures as PNG |\n");
    }
    if built {
        if pictures {
            out.push_str(
                "| `pictures.jsonl` | where each picture was found, its size and hash, or why it is missing |\n",
            );
        }
        out.push_str("| `rejects.jsonl`, `funnel.json` | what was dropped, and why |\n");
    }
    out.push_str(
        "| `index.html` | all of it to look at: open it in a browser, no network is needed |\n\
         | `LICENSES.csv` | license, author and link of every question and answer |\n\
         | `run.json` | version, seed, settings, hashes of the inputs |\n\n\
         ```python\nimport json\n\nwith open(\"questions.jsonl\", encoding=\"utf-8\") as f:\n    \
         questions = [json.loads(line) for line in f]\n```\n\n",
    );
}

fn terms(out: &mut String, tally: &Tally) {
    out.push_str(
        "## License and attribution\n\n\
         Questions, answers and pictures belong to their authors and come from the Stack Exchange network under \
         Creative Commons BY-SA, in the version of each post. Whoever passes them on must name the authors, link the \
         posts and keep the license: `LICENSES.csv` has author, link and license of every post, and \
         `question_credit` and `answer_credit` stand in every line. Texts were taken out of their HTML",
    );
    out.push_str(if tally.pictures > 0 { "; pictures were converted to PNG.\n\n" } else { ".\n\n" });
    out.push_str("| license | posts |\n| --- | ---: |\n");
    for (name, n) in &tally.licenses {
        let name = license::link(name).map_or_else(|| name.replace('|', "\\|"), |url| format!("[{name}]({url})"));
        let _ = writeln!(out, "| {name} | {} |", grouped(*n));
    }
    if tally.named.0 < tally.named.1 {
        let _ = write!(
            out,
            "\nOf {} of {} posts the dump does not have the author's name (it stands in `Users.xml`); their links lead to it.\n",
            grouped(tally.named.1 - tally.named.0),
            grouped(tally.named.1)
        );
    }
}
