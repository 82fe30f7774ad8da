//! `index.html` of a corpus: every dialogue as a chat beside its picture, on one page that needs no network.
//!
//! As in the gallery of a benchmark, nothing from the data becomes markup: the script writes text nodes only, and `<`
//! never occurs in the JSON.

use crate::error::{Error, Place, Result};
use crate::model::dialogue::Dialogue;
use crate::pipeline::files::Pending;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most dialogues on the page; of a larger corpus it shows the first, which are a fair mix.
pub const MAX_DIALOGUES: u64 = 5_000;

const HEAD: &str = include_str!("head.html");
const STYLE: &str = include_str!("../../gallery/style.css");
const CHAT: &str = include_str!("chat.css");
const BODY: &str = include_str!("body.html");
const SCRIPT: &str = include_str!("script.js");

/// The page while it is being written.
pub struct Gallery {
    file: Pending,
    path: PathBuf,
    dialogues: u64,
}

impl Gallery {
    /// Starts the page.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        let mut gallery = Gallery { file: Pending::create(path)?, path: path.to_path_buf(), dialogues: 0 };
        gallery.put(&[HEAD, "<style>\n", STYLE, CHAT, "</style>\n</head>\n", BODY])?;
        gallery.put(&["<script type=\"application/json\" id=\"dialogues\">[\n"])?;
        Ok(gallery)
    }

    /// Adds a dialogue.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, d: &Dialogue) -> Result<()> {
        self.dialogues += 1;
        if self.dialogues > MAX_DIALOGUES {
            return Ok(());
        }
        let text = entry(d).map_err(|e| {
            Error::data(Place::record("dialogues.jsonl", &d.id), e.to_string(), "report this as a fault")
        })?;
        self.put(&[if self.dialogues > 1 { ",\n" } else { "" }, &text.replace('<', "\\u003c")])
    }

    /// Ends the page and gives it its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<()> {
        let total = self.dialogues.to_string();
        self.put(&["\n]</script>\n<script>\nconst TOTAL = ", &total, ";\n", SCRIPT, "</script>\n</body>\n</html>\n"])?;
        self.file.commit()
    }

    fn put(&mut self, parts: &[&str]) -> Result<()> {
        parts
            .iter()
            .try_for_each(|part| self.file.write_all(part.as_bytes()))
            .map_err(|e| Error::io(&self.path, "write", e))
    }
}

/// What the page shows of a dialogue, under short names.
fn entry(d: &Dialogue) -> serde_json::Result<String> {
    let p = &d.provenance;
    let turns: Vec<_> = d.turns.iter().map(|t| json!({"r": t.role, "x": t.text, "f": t.facts})).collect();
    serde_json::to_string(&json!({
        "id": d.id, "img": d.image, "fm": d.form, "s": p.source, "t": p.targets, "b": d.boxes, "u": turns,
        "sc": p.scene, "v": p.verdict, "cl": p.claim, "w": p.wordings, "rp": p.rephrased, "lic": d.license,
    }))
}
