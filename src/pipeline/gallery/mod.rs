//! `index.html`: all items with their pictures, keys and evidence on one page that needs no network.
//!
//! The items stand in the page as JSON, which works from `file://`; a script shows them in chunks as one scrolls.
//! Nothing from the data becomes markup: the script writes text nodes only, and `<` never occurs in the JSON.

use super::files::Pending;
use crate::error::{Error, Place, Result};
use crate::model::item::McqItem;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most items on the page; a browser holds these with ease, and of a larger set it shows the first.
pub const MAX_ITEMS: u64 = 20_000;

const HEAD: &str = include_str!("head.html");
const STYLE: &str = include_str!("style.css");
const BODY: &str = include_str!("body.html");
/// Pieces that the page of `review` shows items with, too; there they are a module.
const PARTS: &str = include_str!("../../review/page/parts.js");
const SCRIPT: &str = include_str!("script.js");

/// The page while it is being written.
pub struct Gallery {
    file: Pending,
    path: PathBuf,
    items: u64,
}

impl Gallery {
    /// Starts the page.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        let mut gallery = Gallery { file: Pending::create(path)?, path: path.to_path_buf(), items: 0 };
        gallery.put(&[HEAD, "<style>\n", STYLE, "</style>\n</head>\n", BODY])?;
        gallery.put(&["<script type=\"application/json\" id=\"items\">[\n"])?;
        Ok(gallery)
    }

    /// Adds an item.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, item: &McqItem) -> Result<()> {
        self.items += 1;
        if self.items > MAX_ITEMS {
            return Ok(());
        }
        let text = entry(item).map_err(|e| {
            Error::data(Place::record("items.jsonl", &item.id), e.to_string(), "report this as a fault")
        })?;
        self.put(&[if self.items > 1 { ",\n" } else { "" }, &text.replace('<', "\\u003c")])
    }

    /// Ends the page and gives it its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<()> {
        let total = self.items.to_string();
        let parts = PARTS.replace("export ", "");
        let end = "</script>\n</body>\n</html>\n";
        self.put(&["\n]</script>\n<script>\n\"use strict\";\nconst TOTAL = ", &total, ";\n", &parts, SCRIPT, end])?;
        self.file.commit()
    }

    fn put(&mut self, parts: &[&str]) -> Result<()> {
        parts
            .iter()
            .try_for_each(|part| self.file.write_all(part.as_bytes()))
            .map_err(|e| Error::io(&self.path, "write", e))
    }
}

/// What the page shows of an item, under short names.
fn entry(item: &McqItem) -> serde_json::Result<String> {
    let p = &item.provenance;
    serde_json::to_string(&json!({
        "id": item.id, "img": item.image, "q": item.question, "c": item.choices, "a": item.answer_index,
        "t": item.target, "k": item.kind, "s": item.source, "b": item.boxes, "lv": p.level, "g": p.group,
        "gold": p.gold, "gt": p.gold_tier, "st": p.statement, "o": p.options, "f": p.fact, "an": p.annotations,
        "tp": p.template, "sc": p.scene, "lic": item.license,
    }))
}
