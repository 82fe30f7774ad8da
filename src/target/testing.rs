//! A builder of small scenes for the tests of this room. Pictures are 640 × 480.

use super::{Context, Found, Limits, Target};
use crate::lexicon::Lexicon;
use crate::model::fact::Fact;
use crate::model::geom::{BBox, Size};
use crate::model::reject::Reason;
use crate::model::scene::{Attribute, Axis, Caption, Coverage, Flags, Image, License, Phrase, Region, Relation, Scene};
use crate::model::term::TermId;
use std::sync::LazyLock;

/// The embedded thesaurus.
pub static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().expect("the embedded thesaurus loads"));

pub struct Build(Scene);

impl From<Scene> for Build {
    fn from(scene: Scene) -> Self {
        Build(scene)
    }
}

impl Build {
    pub fn new() -> Self {
        Build(Scene {
            id: "test/1".into(),
            source: "test".into(),
            image: Image {
                path: "1.jpg".into(),
                url: None,
                source_id: "1".into(),
                size: Size { w: 640, h: 480 },
                rotate: 0,
                exif_oriented: false,
                license: License::default(),
            },
            regions: vec![],
            relations: vec![],
            captions: vec![],
            coverage: Coverage::default(),
        })
    }

    /// A box `[x, y, w, h]` with id `r<index>`.
    pub fn region(mut self, label: &str, xywh: [u32; 4]) -> Self {
        self.0.regions.push(Region {
            id: format!("r{}", self.0.regions.len()),
            bbox: BBox::try_from(xywh).expect("a box"),
            label: label.into(),
            part_of: None,
            attributes: vec![],
            complete_axes: vec![],
            unknown_axes: vec![],
            flags: Flags::default(),
        });
        self
    }

    /// Changes the last region.
    pub fn with(mut self, change: impl FnOnce(&mut Region)) -> Self {
        change(self.0.regions.last_mut().expect("a region"));
        self
    }

    pub fn part_of(self, whole: u32) -> Self {
        self.with(|r| r.part_of = Some(whole))
    }

    /// Values of an axis of the last region; a `*` in front marks a dominant one.
    pub fn attributes(self, axis: Axis, values: &[&str]) -> Self {
        self.with(|r| {
            for value in values {
                let dominant = value.starts_with('*');
                r.attributes.push(Attribute { axis, value: value.trim_start_matches('*').into(), dominant });
            }
        })
    }

    pub fn relation(mut self, subject: u32, predicate: &str, object: u32, holds: bool) -> Self {
        let id = format!("rel{}", self.0.relations.len());
        self.0.relations.push(Relation { id, subject, object, predicate: predicate.into(), holds });
        self
    }

    /// A caption; phrases are marked `[chain/type text]`, as in Entities without the `EN#`.
    pub fn caption(mut self, marked: &str) -> Self {
        let (mut text, mut phrases) = (String::new(), vec![]);
        let mut rest = marked;
        while let Some(open) = rest.find('[') {
            text.push_str(&rest[..open]);
            let close = rest.find(']').expect("a closing bracket");
            let (tag, words) = rest[open + 1..close].split_once(' ').expect("a tag and words");
            let (chain, types) = tag.split_once('/').expect("chain/type");
            let start = text.len() as u32;
            text.push_str(words);
            phrases.push(Phrase {
                span: (start, text.len() as u32),
                chain: (chain != "0").then(|| chain.into()),
                types: vec![types.into()],
                regions: vec![],
            });
            rest = &rest[close + 1..];
        }
        text.push_str(rest);
        self.0.captions.push(Caption { id: format!("c{}", self.0.captions.len()), text, phrases });
        self
    }

    pub fn coverage(mut self, change: impl FnOnce(&mut Coverage)) -> Self {
        change(&mut self.0.coverage);
        self
    }

    pub fn scene(self) -> Scene {
        self.0
    }

    /// The facts and rejects of one target.
    pub fn found(self, target: &dyn Target) -> Found {
        let scene = self.0;
        let mut out = Found::default();
        let limits = Limits::default();
        target.facts(&scene, &super::picture(&scene), &Context { lexicon: &LEXICON, limits: &limits }, &mut out);
        out
    }
}

impl Found {
    /// Reasons of the rejects, in order.
    pub fn reasons(&self) -> Vec<Reason> {
        self.rejects.iter().map(|r| r.reason).collect()
    }

    /// The fact of this key.
    pub fn fact(&self, key: &str) -> &Fact {
        let keys: Vec<_> = self.facts.iter().map(|f| f.key.as_str()).collect();
        self.facts.iter().find(|f| f.key == key).unwrap_or_else(|| panic!("no fact {key} among {keys:?}"))
    }
}

/// Names of terms, sorted.
pub fn names(terms: &[TermId]) -> Vec<&'static str> {
    let mut out: Vec<_> = terms.iter().map(|t| LEXICON.term(*t).name.as_str()).collect();
    out.sort_unstable();
    out
}

/// Whether a concept is false of a fact: nothing true vetoes it, and it is denied, or the rest is closed and the gold
/// excludes it.
pub fn refuted(fact: &Fact, concept: &str) -> bool {
    let domain = LEXICON.term(fact.gold).domain;
    let c = LEXICON.lookup(domain, concept).unwrap_or_else(|| panic!("{concept} is a term"));
    let unrelated = fact.truth.iter().all(|t| !LEXICON.relate(*t, c).vetoes());
    let denied = fact.denied.iter().any(|(d, _)| *d == c);
    unrelated && (denied || fact.closed.is_some() && LEXICON.relate(fact.gold, c).exclusive().is_some())
}
