//! Question wordings: pools of templates with slots and no logic (`templates/README.md` is the format).

use super::files::FileHashes;
use crate::error::{Error, Place, Result};
use crate::model::fact::Form;
use include_dir::{Dir, include_dir};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::borrow::Cow;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The fewest wordings a pool may have.
pub const MIN_WORDINGS: usize = 12;

/// The gap of a fill-in-the-blank question.
pub const BLANK: &str = "____";

/// A place in a template that the item fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Color of the first box.
    Box,
    /// Color of the second box.
    Box2,
    /// Singular noun of the first referent, without article.
    Noun,
    /// Singular noun of the second referent.
    Noun2,
    /// Plural noun.
    Nouns,
    /// The statement's concept, inflected.
    Concept,
    /// Number and noun.
    ConceptNouns,
    /// A caption with the concept put in.
    Statement,
    /// A caption with [`BLANK`] in the place of the concept.
    Blank,
}

const SLOTS: &[(&str, Slot)] = &[
    ("box", Slot::Box),
    ("box2", Slot::Box2),
    ("noun", Slot::Noun),
    ("noun2", Slot::Noun2),
    ("nouns", Slot::Nouns),
    ("concept", Slot::Concept),
    ("concept_nouns", Slot::ConceptNouns),
    ("statement", Slot::Statement),
    ("blank", Slot::Blank),
];

/// Forms by name, and the slots that can be filled there.
const FORMS: &[(&str, Form, &[Slot])] = &[
    ("box", Form::Box, &[Slot::Box, Slot::Concept]),
    ("box_noun", Form::BoxNoun, &[Slot::Box, Slot::Noun, Slot::Concept]),
    ("boxes", Form::Boxes, &[Slot::Box, Slot::Box2, Slot::Concept]),
    ("boxes_nouns", Form::BoxesNouns, &[Slot::Box, Slot::Box2, Slot::Noun, Slot::Noun2, Slot::Concept]),
    ("caption", Form::Caption, &[Slot::Statement, Slot::Blank, Slot::Concept]),
    ("presence", Form::Presence, &[Slot::Concept]),
    ("count", Form::Count, &[Slot::Nouns, Slot::Concept, Slot::ConceptNouns]),
];

/// What a kind's wordings must and must not hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Concept,
    Gap,
    Neither,
}

/// Kinds that templates can be written for.
const KINDS: &[(&str, Need)] =
    &[("yes_no", Need::Concept), ("fill_blank", Need::Gap), ("what", Need::Neither), ("correction", Need::Concept)];

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Slot(Slot),
}

/// One wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// Permanent id: `<target>.<kind>.<form>.NN`.
    pub id: SmolStr,
    text: String,
    pieces: Vec<Piece>,
    slots: Vec<Slot>,
}

impl Template {
    /// The text as written in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its slots, in order.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The text with every slot filled by `slot`, which appends to the string it is given.
    pub fn render(&self, mut slot: impl FnMut(Slot, &mut String)) -> String {
        let mut out = String::with_capacity(self.text.len() + 48);
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Slot(s) => slot(*s, &mut out),
            }
        }
        out
    }

    /// Splits a text into pieces; the error says what is wrong with it.
    fn parse(id: &str, text: &str) -> Result<Template, String> {
        let mut pieces = Vec::new();
        let mut slots = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(open);
            let name = from.strip_prefix('{').and_then(|f| f.split_once('}'));
            let Some((name, after)) = name else { return Err("a brace has no partner".to_owned()) };
            let Some((_, slot)) = SLOTS.iter().find(|(n, _)| *n == name) else {
                return Err(format!("`{{{name}}}` is not a slot"));
            };
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            pieces.push(Piece::Slot(*slot));
            slots.push(*slot);
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Template { id: id.into(), text: text.to_owned(), pieces, slots })
    }

    fn lacks(&self, need: Need) -> Option<&'static str> {
        let has = |wanted: &[Slot]| self.slots.iter().any(|s| wanted.contains(s));
        let concept = has(&[Slot::Concept, Slot::ConceptNouns, Slot::Statement]);
        let gap = self.text.contains(BLANK) || has(&[Slot::Blank]);
        match need {
            Need::Concept if !concept => Some("it does not say {concept}, {concept_nouns} or {statement}"),
            Need::Concept if gap => Some("it has a gap, which only fill_blank may have"),
            Need::Gap if concept => Some("it says the concept that is asked for"),
            Need::Gap if !gap => Some("it has no gap: neither `____` nor {blank}"),
            Need::Neither if concept => Some("it says the concept that is asked for"),
            Need::Neither if self.text.contains(BLANK) => Some("it has a gap, which only fill_blank may have"),
            _ => None,
        }
    }
}

struct Pool {
    target: String,
    kind: &'static str,
    form: Form,
    templates: Vec<Template>,
}

/// All pools of all targets.
pub struct Templates {
    pools: Vec<Pool>,
    ids: FxHashMap<String, (usize, usize)>,
    hashes: FileHashes,
}

impl Templates {
    /// The templates that are compiled in.
    ///
    /// # Errors
    /// When a file breaks a rule, with file and line. A test guards that the embedded files do not.
    pub fn embedded() -> Result<Templates> {
        Self::load(None)
    }

    /// The embedded files, each replaced by the folder's file of that name where there is one.
    ///
    /// # Errors
    /// When a file cannot be read or breaks a rule, with file and line.
    pub fn load(overrides: Option<&Path>) -> Result<Templates> {
        let mut files: Vec<(String, Cow<'static, str>)> = Vec::new();
        for file in EMBEDDED.files() {
            let name = file.path().to_string_lossy().into_owned();
            if let (true, Some(text)) = (name.ends_with(".toml"), file.contents_utf8()) {
                files.push((name, Cow::Borrowed(text)));
            }
        }
        if let Some(folder) = overrides {
            let entries = std::fs::read_dir(folder)
                .map_err(|e| Error::opening(folder, "give a folder with template files", e))?;
            for entry in entries {
                let path = entry.map_err(|e| Error::io(folder, "list", e))?.path();
                let Some(name) = path.file_name().map(|n| n.to_string_lossy().into_owned()) else { continue };
                if name.ends_with(".toml") && path.is_file() {
                    let text = std::fs::read_to_string(&path).map_err(|e| Error::io(&path, "read", e))?;
                    files.retain(|(n, _)| *n != name);
                    files.push((name, Cow::Owned(text)));
                }
            }
        }
        files.sort();
        Self::parse(files.iter().map(|(name, text)| (name.as_str(), text.as_ref())))
    }

    /// Parses files given as (name, text), sorted by name.
    fn parse<'a>(files: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Result<Templates> {
        let mut all = Templates { pools: Vec::new(), ids: FxHashMap::default(), hashes: FileHashes::of(files.clone()) };
        for (file, text) in files {
            all.file(file, text)?;
        }
        Ok(all)
    }

    fn file(&mut self, file: &str, text: &str) -> Result<()> {
        let target = file.trim_end_matches(".toml");
        let fault = |at: usize, what: String, remedy: &str| Err(Error::data(place(file, text, at), what, remedy));
        let document = match DeTable::parse(text) {
            Ok(document) => document,
            Err(e) => return fault(e.span().map_or(0, |s| s.start), e.message().to_owned(), "write valid TOML"),
        };
        for (kind, forms) in document.get_ref() {
            let at = kind.span().start;
            let Some((kind, need)) = KINDS.iter().find(|(k, _)| *k == kind.get_ref().as_ref()) else {
                let known: Vec<&str> = KINDS.iter().map(|(k, _)| *k).collect();
                let remedy = format!("the kinds are {}", known.join(", "));
                return fault(at, format!("`{}` is not a kind", kind.get_ref()), &remedy);
            };
            for (form, entries) in table(forms, file, text)? {
                let at = form.span().start;
                let Some((name, form, legal)) = FORMS.iter().find(|(f, ..)| *f == form.get_ref().as_ref()) else {
                    let known: Vec<&str> = FORMS.iter().map(|(f, ..)| *f).collect();
                    let remedy = format!("the forms are {}", known.join(", "));
                    return fault(at, format!("`{}` is not a form", form.get_ref()), &remedy);
                };
                let prefix = format!("{target}.{kind}.{name}.");
                let mut templates = Vec::new();
                // The same wording may serve two targets, but not stand twice in one pool.
                let mut texts: FxHashMap<String, String> = FxHashMap::default();
                for (id, wording) in table(entries, file, text)? {
                    let (at, id) = (id.span().start, id.get_ref().as_ref());
                    let number = id.strip_prefix(&prefix).unwrap_or("");
                    if number.len() != 2 || !number.bytes().all(|b| b.is_ascii_digit()) {
                        return fault(at, format!("the id is `{id}`"), &format!("write `{prefix}NN` with two digits"));
                    }
                    let DeValue::String(wording) = wording.get_ref() else {
                        return fault(at, format!("`{id}` is not a string"), "write the wording in quotes");
                    };
                    let template = match Template::parse(id, wording) {
                        Ok(template) => template,
                        Err(what) => {
                            let known: Vec<String> = SLOTS.iter().map(|(n, _)| format!("{{{n}}}")).collect();
                            return fault(at, what, &format!("the slots are {}", known.join(" ")));
                        }
                    };
                    if template.slots.iter().any(|s| !legal.contains(s)) {
                        let what = format!("`{id}` has a slot that the form `{name}` cannot fill");
                        return fault(at, what, "see the table of forms in templates/README.md");
                    }
                    if let Some(what) = template.lacks(*need) {
                        return fault(at, format!("`{id}` cannot ask `{kind}`"), what);
                    }
                    if let Some(other) = texts.insert(wording.to_string(), id.to_owned()) {
                        return fault(at, format!("`{id}` has the text of `{other}`"), "word one of them differently");
                    }
                    self.ids.insert(id.to_owned(), (self.pools.len(), templates.len()));
                    templates.push(template);
                }
                if templates.len() < MIN_WORDINGS {
                    let what = format!("`{}` has {} wordings", prefix.trim_end_matches('.'), templates.len());
                    return fault(at, what, &format!("write at least {MIN_WORDINGS}"));
                }
                self.pools.push(Pool { target: target.to_owned(), kind, form: *form, templates });
            }
        }
        Ok(())
    }

    /// Hashes of the files in use.
    pub fn hashes(&self) -> &FileHashes {
        &self.hashes
    }

    /// The wordings for a cell; empty where the target cannot be asked so. Sorted by id.
    pub fn pool(&self, target: &str, kind: &str, form: Form) -> &[Template] {
        let pool = self.pools.iter().find(|p| p.form == form && p.kind == kind && p.target == target);
        pool.map_or(&[], |p| p.templates.as_slice())
    }

    /// All pools as (target, kind, form, wordings), by target file.
    pub fn pools(&self) -> impl Iterator<Item = (&str, &str, Form, &[Template])> {
        self.pools.iter().map(|p| (p.target.as_str(), p.kind, p.form, p.templates.as_slice()))
    }

    /// The wording of an id.
    pub fn by_id(&self, id: &str) -> Option<&Template> {
        let &(pool, i) = self.ids.get(id)?;
        self.pools.get(pool)?.templates.get(i)
    }
}

fn place(file: &str, text: &str, at: usize) -> Place {
    let line = text.bytes().take(at).filter(|b| *b == b'\n').count() as u64 + 1;
    Place::line(file, line)
}

fn table<'a, 'b>(value: &'b Spanned<DeValue<'a>>, file: &str, text: &str) -> Result<&'b DeTable<'a>> {
    match value.get_ref() {
        DeValue::Table(table) => Ok(table),
        _ => Err(Error::data(
            place(file, text, value.span().start),
            "a wording stands outside a table `[<kind>.<form>]`",
            "move it under the table of its kind and form",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pool file of `n` wordings of one shape; `{i}` in the shape is the number.
    fn pool(table: &str, prefix: &str, shape: &str, n: usize) -> String {
        let entries = (1..=n).map(|i| format!("\"{prefix}.{i:02}\" = \"{}\"\n", shape.replace("#", &i.to_string())));
        format!("[{table}]\n{}", entries.collect::<String>())
    }

    fn fault(file: &str, text: &str) -> String {
        match Templates::parse(std::iter::once((file, text))) {
            Ok(_) => panic!("accepted: {text}"),
            Err(e) => e.to_string(),
        }
    }

    #[test]
    fn a_template_renders_its_slots_in_order() {
        let t = Template::parse("x", "Is the {noun} in the {box} box {concept}?").unwrap();
        assert_eq!(t.slots(), [Slot::Noun, Slot::Box, Slot::Concept]);
        let text = t.render(|slot, out| {
            out.push_str(match slot {
                Slot::Noun => "wine glass",
                Slot::Box => "red",
                _ => "empty",
            });
        });
        assert_eq!(text, "Is the wine glass in the red box empty?");
    }

    #[test]
    fn every_breach_is_refused_with_file_line_and_remedy() {
        let good = pool("what.box", "color.what.box", "# What color is the thing in the {box} box?", 12);
        assert!(Templates::parse(std::iter::once(("color.toml", good.as_str()))).is_ok());
        let cases = [
            (good.replace("{box}", "{bx}"), "color.toml:2: `{bx}` is not a slot"),
            (good.replace("{box}", "{box"), "color.toml:2: a brace has no partner"),
            (good.replace("{box}", "{noun}"), "has a slot that the form `box` cannot fill"),
            (good.replace("[what.box]", "[why.box]"), "color.toml:1: `why` is not a kind; the kinds are yes_no"),
            (good.replace("[what.box]", "[what.ring]"), "color.toml:1: `ring` is not a form"),
            (good.replace("color.what.box.03", "color.what.box.3"), "color.toml:4: the id is `color.what.box.3`"),
            (good.replace("color.what.box.03", "color.what.box.02"), "color.toml:4: "),
            (good.replace("\"3 What", "\"2 What"), "color.toml:4: `color.what.box.03` has the text of"),
            (pool("what.box", "color.what.box", "# {box}", 11), "`color.what.box` has 11 wordings"),
            (good.replace("\"5 What", "\"{concept} What"), "cannot ask `what`; it says the concept"),
            (pool("fill_blank.box", "color.fill_blank.box", "# {box}", 12), "neither `____` nor {blank}"),
            (pool("yes_no.box", "color.yes_no.box", "# {box}", 12), "it does not say {concept}"),
            ("\"color.what.box.01\" = \"x\"".to_owned(), "is not a kind"),
            ("[what]\n\"color.what.box.01\" = \"x\"".to_owned(), "color.toml:2: "),
        ];
        for (text, message) in cases {
            let said = fault("color.toml", &text);
            assert!(said.starts_with("color.toml:") && said.contains(message), "{said}\nexpected: {message}");
        }
    }

    #[test]
    fn every_embedded_template_renders_with_every_slot_filled() {
        let templates = Templates::embedded().unwrap();
        let mut seen = 0;
        for (target, kind, form, wordings) in templates.pools() {
            assert_eq!(templates.pool(target, kind, form), wordings);
            for t in wordings {
                let text = t.render(|slot, out| {
                    out.push_str(SLOTS.iter().find(|(_, s)| *s == slot).map_or("", |(name, _)| name));
                });
                assert!(!text.contains(['{', '}']) && !text.contains("  ") && text.trim() == text, "{}: {text}", t.id);
                assert!(text.starts_with(|c: char| !c.is_lowercase()) || t.text().starts_with('{'), "{}: {text}", t.id);
                assert_eq!(templates.by_id(&t.id), Some(t));
                seen += 1;
            }
        }
        assert!(seen >= 6 * MIN_WORDINGS, "{seen} templates");
        assert_eq!(templates.hashes(), Templates::embedded().unwrap().hashes());
    }
}
