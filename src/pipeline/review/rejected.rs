//! What people's verdicts drop: from a finished set (`apply-review`) or from a new build (`--verdicts`).

use crate::error::{Error, Result};
use crate::model::reject::Reason;
use crate::pipeline::run::Reviewed;
use crate::review::opinions::Opinions;
use crate::review::reviewer::journals;
use crate::review::verdict::{Decision, Verdict, decide};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Items that people rejected, with the reject's name; and what that was read from.
#[derive(Debug, Clone, Default)]
pub struct Rejected {
    /// By item id.
    pub reasons: BTreeMap<String, Reason>,
    /// Number of items with a decision.
    pub decided: u64,
    /// BLAKE3 over the journals; empty where none was read.
    pub blake3: String,
}

impl Rejected {
    /// The account of a build that dropped so many items by it; `None` where no verdicts were read.
    pub fn reviewed(&self, dropped: u64) -> Option<Reviewed> {
        let blake3 = self.blake3.clone();
        (!blake3.is_empty()).then_some(Reviewed { blake3, decided: self.decided, dropped, fixed: 0 })
    }
}

/// The decision on every item of which `holds(id, hash of the item)` is true for a verdict.
///
/// # Errors
/// When a verdict is none.
pub fn decisions(opinions: &Opinions, holds: &dyn Fn(&str, &str) -> bool) -> Result<BTreeMap<String, Decision>> {
    let mut out = BTreeMap::new();
    for ((id, _), all) in opinions.by_field() {
        let verdicts: Vec<Verdict> = all
            .iter()
            .filter(|o| holds(id, o.item))
            .map(|o| {
                // The number of options is not known here; the page has checked them.
                Verdict::parse(o.value, 26).map_err(|e| {
                    Error::usage(format!("the verdict of {} on `{id}` is none: {e}", o.reviewer), "mend the journal")
                })
            })
            .collect::<Result<_>>()?;
        if !verdicts.is_empty() {
            out.insert(id.to_string(), decide(&verdicts));
        }
    }
    Ok(out)
}

/// Reads the journals of verifiers, or folders of sets with such. An item counts as rejected whatever version of it the
/// verdict is on: its id names what it asks.
///
/// # Errors
/// When one cannot be read.
pub fn read(files: &[PathBuf]) -> Result<Rejected> {
    if files.is_empty() {
        return Ok(Rejected::default());
    }
    let opinions = Opinions::of_files(files, "verify")?;
    let decided = decisions(&opinions, &|_, _| true)?;
    let reasons = decided
        .iter()
        .filter_map(|(id, d)| match d {
            Decision::Drop { reason, .. } => Some((id.clone(), *reason)),
            Decision::Keep => None,
        })
        .collect();
    Ok(Rejected { reasons, decided: decided.len() as u64, blake3: hash(files)? })
}

/// BLAKE3 over the contents of journals.
pub(super) fn hash(files: &[PathBuf]) -> Result<String> {
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let own =
            if file.is_dir() { journals(file)?.into_iter().map(|(_, p)| p).collect() } else { vec![file.clone()] };
        for path in own {
            let bytes = std::fs::read(&path).map_err(|e| Error::io(&path, "read", e))?;
            hasher.update(&(bytes.len() as u64).to_le_bytes()).update(&bytes);
        }
    }
    Ok(hasher.finalize().to_hex().to_string())
}
