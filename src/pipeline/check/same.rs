//! Which scenes show one photo: by the origin that their ids give away, or by looks. One photo under two names counts
//! as two pictures, and what is learned of one answers the other.

use super::load::Set;
use crate::audit::entry::Entry;
use crate::audit::finding::{Finding, Verdict};
use crate::audit::leak::{Member, photos};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The photo of every scene: the first of its names.
pub struct Photos {
    of: BTreeMap<String, String>,
    /// Scenes of one photo, in words.
    pairs: Vec<String>,
}

impl Photos {
    /// Compares all scenes of a set; `members` are its pictures ([`crate::pipeline::guard::members`]).
    pub fn of(set: &Set, members: &[Member]) -> Self {
        let named: FxHashSet<&str> = set.entries.iter().filter_map(|e| e.picture.as_deref()).collect();
        let mut scenes: Vec<Member> = members.iter().filter(|m| named.contains(m.name.as_str())).cloned().collect();
        scenes.sort_by(|a, b| a.name.cmp(&b.name));
        let photos = photos::Photos::of(&scenes);
        let name = |i: usize| scenes.get(i).map_or("", |m| m.name.as_str());
        let pairs = photos.pairs.iter().map(|(i, j, by)| format!("{} and {}: {by}", name(*i), name(*j)));
        let of = (0..scenes.len()).map(|i| (name(i).to_string(), name(photos.first(i)).to_string()));
        Photos { of: of.collect(), pairs: pairs.collect() }
    }

    /// The entries with the photo in place of the scene, for folds and intervals.
    pub fn entries(&self, set: &Set) -> Vec<Entry> {
        let photo = |e: &Entry| e.picture.as_ref().map(|p| self.of.get(p).unwrap_or(p).clone());
        set.entries.iter().map(|e| Entry { picture: photo(e), ..e.clone() }).collect()
    }

    /// Whether any photo has two names.
    pub fn finding(&self) -> Finding {
        Finding::of(
            "near_duplicate_pictures",
            Verdict::Warn,
            self.pairs.clone(),
            format!("no two of {} pictures are one photo", self.of.len()),
            "they are one cluster in the folds and intervals here; elsewhere they would count as two",
        )
    }
}
