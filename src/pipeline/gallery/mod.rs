//! `index.html`: all items with their pictures, keys and evidence on one page that needs no network.
//!
//! The items stand in the page as JSON, which works from `file://`; a script shows them in chunks as one scrolls.
//! Nothing from the data becomes markup: the script writes text nodes only, and `<` never occurs in the JSON.

use super::files::Pending;
use crate::error::{Error, Result};
use crate::model::item::McqItem;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most items on the page; a browser holds these with ease, and of a larger set it shows the first.
pub const MAX_ITEMS: u64 = 20_000;

const HEAD: &str = include_str!("head.html");
const STYLE: &str = include_str!("style.css");
const BODY: &str = include_str!("body.html");
/// Pieces that the page of `review` has, too; there they are a module.
const PARTS: &str = include_str!("../../review/page/parts.js");
/// The list that filters narrow, of every page of entries.
const LIST: &str = include_str!("list.js");
const SCRIPT: &str = include_str!("script.js");

/// A page of entries while it is being written: JSON that a script of the page shows.
pub struct Page {
    file: Pending,
    path: PathBuf,
    entries: u64,
    script: &'static str,
}

impl Page {
    /// Starts a page. `style` is added to the common style; `script` follows `list.js`, which says what it must
    /// define.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path, style: &str, body: &str, script: &'static str) -> Result<Self> {
        let mut page = Page { file: Pending::create(path)?, path: path.to_path_buf(), entries: 0, script };
        page.put(&[HEAD, "<style>\n", STYLE, style, "</style>\n</head>\n", body])?;
        page.put(&["<script type=\"application/json\" id=\"items\">[\n"])?;
        Ok(page)
    }

    /// Adds an entry; those beyond [`MAX_ITEMS`] are counted only.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, entry: impl FnOnce() -> serde_json::Value) -> Result<()> {
        self.entries += 1;
        if self.entries > MAX_ITEMS {
            return Ok(());
        }
        let text = entry().to_string().replace('<', "\\u003c");
        self.put(&[if self.entries > 1 { ",\n" } else { "" }, &text])
    }

    /// Ends the page and gives it its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<()> {
        let total = self.entries.to_string();
        let parts = PARTS.replace("export ", "");
        let (script, end) = (self.script, "</script>\n</body>\n</html>\n");
        self.put(&[
            "\n]</script>\n<script>\n\"use strict\";\nconst TOTAL = ",
            &total,
            ";\n",
            &parts,
            LIST,
            script,
            end,
        ])?;
        self.file.commit()
    }

    fn put(&mut self, parts: &[&str]) -> Result<()> {
        parts
            .iter()
            .try_for_each(|part| self.file.write_all(part.as_bytes()))
            .map_err(|e| Error::io(&self.path, "write", e))
    }
}

/// The page of a multiple-choice set.
pub struct Gallery(Page);

impl Gallery {
    /// Starts the page.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        Page::create(path, "", BODY, SCRIPT).map(Gallery)
    }

    /// Adds an item.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, item: &McqItem) -> Result<()> {
        self.0.add(|| entry(item))
    }

    /// Ends the page and gives it its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<()> {
        self.0.finish()
    }
}

/// What the page shows of an item, under short names.
fn entry(item: &McqItem) -> serde_json::Value {
    let p = &item.provenance;
    json!({
        "id": item.id, "img": item.image, "q": item.question, "c": item.choices, "a": item.answer_index,
        "t": item.target, "k": item.kind, "s": item.source, "b": item.boxes, "lv": p.level, "g": p.group,
        "gold": p.gold, "gt": p.gold_tier, "st": p.statement, "o": p.options, "f": p.fact, "an": p.annotations,
        "tp": p.template, "sc": p.scene, "lic": item.license,
    })
}
