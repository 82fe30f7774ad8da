//! The wordings of dialogues: one file per form, one table per pool (`templates/README.md`, "Dialogues").

mod spec;
mod wording;

pub use wording::{Fill, Slot, Wording};

use super::Form;
use crate::error::{Error, Place, Result};
use include_dir::{Dir, include_dir};
use rustc_hash::FxHashMap;
use spec::{POOLS, Spec};
use std::borrow::Cow;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use wording::SLOTS;

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates/dialogue");

/// The folder of these files inside a folder of templates.
pub const FOLDER: &str = "dialogue";

/// The fewest wordings a pool may have.
const MIN_WORDINGS: usize = 4;

/// All pools of all forms.
pub struct Pools {
    forms: [FxHashMap<&'static str, Vec<Wording>>; 3],
    hash: String,
}

impl Pools {
    /// The embedded files, each replaced by the file of that name in `dialogue/` of the folder where there is one.
    ///
    /// # Errors
    /// When a file cannot be read or breaks a rule, with file and line.
    pub fn load(overrides: Option<&Path>) -> Result<Pools> {
        let mut hasher = blake3::Hasher::new();
        let mut forms: [FxHashMap<&'static str, Vec<Wording>>; 3] = Default::default();
        for form in Form::ALL {
            let name = format!("{}.toml", form.name());
            let own = overrides.map(|folder| folder.join(FOLDER).join(&name)).filter(|path| path.is_file());
            let embedded = EMBEDDED.get_file(&name).and_then(|f| f.contents_utf8()).unwrap_or_default();
            let text = match own {
                Some(path) => Cow::Owned(std::fs::read_to_string(&path).map_err(|e| Error::io(&path, "read", e))?),
                None => Cow::Borrowed(embedded),
            };
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
            if let Some(pools) = forms.get_mut(form.index()) {
                *pools = parse(form, &format!("{FOLDER}/{name}"), &text)?;
            }
        }
        Ok(Pools { forms, hash: hasher.finalize().to_hex()[..32].to_string() })
    }

    /// Hash over the files in use.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The wordings of a pool; empty where there is no such pool.
    pub fn get(&self, form: Form, pool: &str) -> &[Wording] {
        self.forms.get(form.index()).and_then(|pools| pools.get(pool)).map_or(&[], Vec::as_slice)
    }

    /// All pools of a form by name.
    pub fn all(&self, form: Form) -> impl Iterator<Item = (&'static str, &[Wording])> {
        POOLS.iter().filter(move |s| s.form == form).map(move |s| (s.pool, self.get(form, s.pool)))
    }
}

fn place(file: &str, text: &str, at: usize) -> Place {
    let line = text.bytes().take(at).filter(|b| *b == b'\n').count() as u64 + 1;
    Place::line(file, line)
}

/// Parses one form's file.
fn parse(form: Form, file: &str, text: &str) -> Result<FxHashMap<&'static str, Vec<Wording>>> {
    let document = DeTable::parse(text).map_err(|e| {
        let at = e.span().map_or(0, |s| s.start);
        Error::data(place(file, text, at), e.message().to_owned(), "write valid TOML")
    })?;
    let mut pools = FxHashMap::default();
    tables(&Source { form, file, text }, "", document.get_ref(), &mut pools)?;
    match POOLS.iter().find(|s| s.form == form && !pools.contains_key(s.pool)) {
        Some(missing) => {
            Err(Error::data(Place::file(file), format!("there is no table `[{}]`", missing.pool), "write one"))
        }
        None => Ok(pools),
    }
}

struct Source<'a> {
    form: Form,
    file: &'a str,
    text: &'a str,
}

impl Source<'_> {
    fn fault<T>(&self, at: usize, what: String, remedy: &str) -> Result<T> {
        Err(Error::data(place(self.file, self.text, at), what, remedy))
    }
}

/// Walks down to the tables that hold wordings.
fn tables(
    source: &Source,
    path: &str,
    table: &DeTable,
    pools: &mut FxHashMap<&'static str, Vec<Wording>>,
) -> Result<()> {
    for (key, value) in table {
        let (at, key) = (key.span().start, key.get_ref());
        let DeValue::Table(inner) = value.get_ref() else {
            return source.fault(at, format!("`{key}` stands outside a table"), "move it under the table of its pool");
        };
        let path = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
        if let Some(spec) = POOLS.iter().find(|s| s.form == source.form && s.pool == path) {
            pools.insert(spec.pool, wordings(source, spec, at, inner)?);
        } else if POOLS.iter().any(|s| s.form == source.form && s.pool.starts_with(&format!("{path}."))) {
            tables(source, &path, inner, pools)?;
        } else {
            let known: Vec<&str> = POOLS.iter().filter(|s| s.form == source.form).map(|s| s.pool).collect();
            return source.fault(at, format!("`{path}` is not a pool"), &format!("the pools are {}", known.join(", ")));
        }
    }
    Ok(())
}

fn wordings(source: &Source, spec: &Spec, at: usize, table: &DeTable) -> Result<Vec<Wording>> {
    let legal: Vec<(&str, bool)> =
        spec.slots.split_whitespace().map(|s| (s.trim_end_matches('!'), s.ends_with('!'))).collect();
    let named = |name: &str| SLOTS.iter().find(|(n, _)| *n == name).map(|(_, slot)| *slot);
    let mut out: Vec<Wording> = Vec::new();
    for (key, value) in table {
        let (at, id) = (key.span().start, format!("{}.{}.{}", source.form.name(), spec.pool, key.get_ref()));
        let text = string(value).filter(|t| !t.trim().is_empty());
        let Some(text) = text else { return source.fault(at, format!("`{id}` is no text"), "write it in quotes") };
        let wording = match Wording::parse(id, text) {
            Ok(wording) => wording,
            Err(what) => return source.fault(at, what, &format!("the slots of this pool are: {}", spec.slots)),
        };
        if wording.slots().any(|slot| legal.iter().all(|(name, _)| named(name) != Some(slot))) {
            let what = format!("`{}` has a slot that this pool cannot fill", wording.id);
            return source.fault(at, what, &format!("the slots of this pool are: {}", spec.slots));
        }
        if let Some((name, _)) = legal.iter().find(|(n, must)| *must && !wording.slots().any(|s| named(n) == Some(s))) {
            let what = format!("`{}` does not say {{{name}}}", wording.id);
            return source.fault(at, what, "every wording of this pool must");
        }
        if let Some(twin) = out.iter().find(|w| w.text() == text) {
            let what = format!("`{}` has the text of `{}`", wording.id, twin.id);
            return source.fault(at, what, "word one of them differently");
        }
        out.push(wording);
    }
    if out.len() < MIN_WORDINGS {
        let what = format!("`{}` has {} wordings", spec.pool, out.len());
        return source.fault(at, what, &format!("write at least {MIN_WORDINGS}"));
    }
    Ok(out)
}

fn string<'a>(value: &'a Spanned<DeValue<'_>>) -> Option<&'a str> {
    match value.get_ref() {
        DeValue::String(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        match parse(Form::MultiRound, "dialogue/multi_round.toml", text) {
            Ok(_) => panic!("accepted: {text}"),
            Err(e) => e.to_string(),
        }
    }

    #[test]
    fn the_embedded_pools_load_and_are_large() {
        let pools = Pools::load(None).unwrap();
        for form in Form::ALL {
            for target in ["entity", "number", "color", "material", "action", "spatial"] {
                let count = |kinds: &[&str]| -> usize {
                    let own = pools.all(form).filter(|(pool, _)| pool.starts_with(target));
                    own.filter(|(pool, _)| kinds.iter().any(|k| pool.contains(k))).map(|(_, w)| w.len()).sum()
                };
                let frames = pools.get(form, "frame.ask").len();
                assert!(count(&[".ask", ".state."]).max(frames) >= 25, "{form:?} {target} questions");
                assert!(count(&[".answer", ".yes", ".no", ".see."]) >= 25, "{form:?} {target} answers");
            }
        }
    }

    #[test]
    fn every_breach_is_refused_with_file_line_and_remedy() {
        let pool = |body: &str| format!("[color.tell.answer]\n{body}");
        let four = "01 = \"A {v}.\"\n02 = \"B {v}.\"\n03 = \"C {v}.\"\n";
        for (text, message) in [
            (pool(four), "multi_round.toml:1: `color.tell.answer` has 3 wordings"),
            (pool(&format!("{four}04 = \"D.\"\n")), "multi_round.toml:5: `multi_round.color.tell.answer.04` does not"),
            (pool(&format!("{four}04 = \"D {{v}} {{y}}.\"\n")), "has a slot that this pool cannot fill"),
            (pool(&format!("{four}04 = \"A {{v}}.\"\n")), "has the text of"),
            (pool(&format!("{four}04 = \"A {{v.\"\n")), "a brace has no partner"),
            (pool(&format!("{four}04 = 4\n")), "is no text"),
            ("[color.hue]\n01 = \"x\"\n".to_owned(), "`color.hue` is not a pool; the pools are opening.first"),
            ("x = \"y\"\n".to_owned(), "`x` stands outside a table"),
            (String::new(), "there is no table `[opening.first]`"),
        ] {
            let said = fault(&text);
            assert!(said.contains(message), "{said}\nexpected: {message}");
        }
    }
}
