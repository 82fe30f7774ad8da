//! Answers of several runs to the same dialogues next to each other: a page to read, without scores.

use super::svg::escape;
use std::fmt::Write;

/// One dialogue with what each run said.
pub struct Talk {
    /// Its id.
    pub id: String,
    /// Its picture as a data URL.
    pub picture: Option<String>,
    /// Per turn: what was asked, and each run's reply (`None`: none).
    pub turns: Vec<(String, Vec<Option<String>>)>,
}

/// Renders the page. Every turn is one row, every run one column.
pub fn render(names: &[&str], talks: &[Talk]) -> String {
    let title = format!("Answers of {}", names.join(", "));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{0}</title>\n<style>\n{1}</style></head><body><main>\n<h1>{0}</h1>\n<p class=\"note\">{2} dialogue{3}, not scored.</p>\n",
        escape(&title),
        include_str!("page/style.css"),
        talks.len(),
        if talks.len() == 1 { "" } else { "s" }
    );
    for talk in talks {
        let picture = talk.picture.as_ref().map_or("<div class=\"noimage\">no picture</div>".to_string(), |url| {
            format!("<img src=\"{}\" alt=\"\">", escape(url))
        });
        let _ = write!(
            out,
            "<section class=\"item\"><div>{picture}<div class=\"meta\">{}</div></div><div>",
            escape(&talk.id)
        );
        for (asked, replies) in &talk.turns {
            let _ = write!(out, "<h3>{}</h3><div class=\"columns\">", text(asked));
            for (name, reply) in names.iter().zip(replies) {
                let said = reply.as_ref().map_or("<em>no answer</em>".to_string(), |r| text(r));
                let _ = write!(
                    out,
                    "<div class=\"said\"><div class=\"head\"><b>{}</b></div><pre>{said}</pre></div>",
                    escape(name)
                );
            }
            out.push_str("</div>");
        }
        out.push_str("</div></section>\n");
    }
    out + "</main></body></html>\n"
}

/// Escaped text with its line breaks.
fn text(raw: &str) -> String {
    raw.lines().map(escape).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_has_its_column_in_every_turn() {
        let talks = [Talk {
            id: "d<1>".into(),
            picture: None,
            turns: vec![
                ("What?".into(), vec![Some("A <b>dog</b>\nsits".into()), None]),
                ("Where?".into(), vec![Some("Here".into()), Some("There".into())]),
            ],
        }];
        let page = render(&["before", "after"], &talks);
        assert_eq!(page.matches("class=\"said\"").count(), 4);
        assert!(
            page.contains("A &lt;b&gt;dog&lt;/b&gt;\nsits")
                && page.contains("d&lt;1&gt;")
                && page.contains("no answer")
        );
    }
}
