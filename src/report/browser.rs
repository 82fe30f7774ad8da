//! The part of a report's page where single answers are looked at: menus, a search, cards in pages of twenty. Its data stand
//! in the page as JSON, and nothing of them becomes markup.

use super::svg::escape;
use serde_json::Value;
use std::fmt::Write;

/// Most items whose answers a page shows.
pub const SHOWN: usize = 300;

/// Such a part.
pub struct Browser {
    /// What is shown, in a sentence or two.
    pub note: String,
    /// Menus: id, and what each of their choices is called.
    pub menus: Vec<(String, Vec<(String, String)>)>,
    /// What `script` finds as `data`: `pictures` (data URLs by path), `items` (each with `img`), and what else it wants.
    pub data: Value,
    /// Script that follows `pages.js` and calls its `browse`.
    pub script: &'static str,
}

impl Browser {
    /// Writes heading, menus, data and scripts.
    pub fn write(&self, out: &mut String) {
        let _ = write!(
            out,
            "<h2 id=\"single\">Single answers</h2>\n<p class=\"note\">{}</p>\n<div class=\"filters\">",
            escape(&self.note)
        );
        for (id, choices) in &self.menus {
            let label = choices.first().map_or("", |(_, text)| text);
            let _ = write!(out, "<select id=\"{}\" aria-label=\"{}\">", escape(id), escape(label));
            for (value, text) in choices {
                let _ = write!(out, "<option value=\"{}\">{}</option>", escape(value), escape(text));
            }
            out.push_str("</select>");
        }
        // A response may hold "</script>".
        let data = self.data.to_string().replace('<', "\\u003c");
        let _ = write!(
            out,
            "<input id=\"search\" type=\"search\" placeholder=\"search\" aria-label=\"search\"><button id=\"back\">previous</button>\
             <button id=\"next\">next</button><span class=\"count\" id=\"count\"></span></div>\n<div id=\"items\"></div>\n\
             <script type=\"application/json\" id=\"answers\">{data}</script>\n<script>\n\"use strict\";\n{}{}</script>\n",
            include_str!("page/pages.js"),
            self.script
        );
    }
}

/// Choices of a menu: all first (under the empty value), then the values in their order, each once.
pub fn choices<'a>(all: &str, values: impl Iterator<Item = &'a str>) -> Vec<(String, String)> {
    let values: std::collections::BTreeSet<&str> = values.filter(|v| !v.is_empty()).collect();
    let named = values.into_iter().map(|v| (v.to_string(), v.replace('_', " ")));
    std::iter::once((String::new(), all.to_string())).chain(named).collect()
}

/// Indices of at most `limit` of `n` items, in order: the notable ones, then others; where either are too many, spread over
/// all, not the first.
pub fn pick(n: usize, notable: impl Fn(usize) -> bool, limit: usize) -> Vec<usize> {
    let (first, rest): (Vec<usize>, Vec<usize>) = (0..n).partition(|i| notable(*i));
    let spread = |all: &[usize], n: usize| -> Vec<usize> {
        let n = n.min(all.len());
        (0..n).filter_map(|k| all.get(k * all.len() / n.max(1)).copied()).collect()
    };
    let mut out = spread(&first, limit);
    out.extend(spread(&rest, limit - out.len()));
    out.sort_unstable();
    out
}
