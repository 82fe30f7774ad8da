//! Which scenes show one photo: by the origin that their ids give away, or by looks. One photo under two names counts
//! as two pictures, and what is learned of one answers the other.

use super::load::Set;
use crate::audit::entry::Entry;
use crate::audit::finding::{Finding, Verdict};
use crate::audit::leak::print::{Look, Print};
use crate::audit::read::Picture;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The photo of every scene: the first of its names.
pub struct Photos {
    of: BTreeMap<String, String>,
    /// Scenes of one photo, in words.
    pairs: Vec<String>,
}

impl Photos {
    /// Compares all scenes of a set.
    pub fn of(set: &Set, prints: &BTreeMap<PathBuf, Print>) -> Self {
        let mut scenes: BTreeMap<&str, (Option<Look>, usize)> = BTreeMap::new();
        for (at, (entry, picture)) in set.entries.iter().zip(&set.pictures).enumerate() {
            let look = match picture {
                Picture::File(path) => prints.get(path).map(|p| p.look),
                Picture::Embedded(print) => print.as_ref().map(|p| p.look),
                Picture::None => None,
            };
            if let Some(scene) = entry.picture.as_deref() {
                scenes.entry(scene).or_insert((look.filter(Look::telling), at));
            }
        }
        let all: Vec<(&str, Option<Look>, usize)> = scenes.into_iter().map(|(s, (l, at))| (s, l, at)).collect();
        let mut joined: Vec<(usize, usize, String)> = all
            .par_iter()
            .enumerate()
            .flat_map_iter(|(i, (_, look, _))| {
                let near = |(j, other): (usize, &(&str, Option<Look>, usize))| {
                    let (a, b) = ((*look)?, other.1?);
                    a.near(&b).then(|| (i, j, format!("{} of 256 bits differ", a.distance(&b))))
                };
                all.iter().enumerate().skip(i + 1).filter_map(near).collect::<Vec<_>>()
            })
            .collect();
        let mut first: FxHashMap<_, usize> = FxHashMap::default();
        for (j, (_, _, at)) in all.iter().enumerate() {
            for id in set.ids.get(*at).into_iter().flatten() {
                let i = *first.entry(id.clone()).or_insert(j);
                if i != j && !joined.iter().any(|(a, b, _)| (*a, *b) == (i, j)) {
                    joined.push((i, j, id.to_string()));
                }
            }
        }
        joined.sort_unstable();
        let mut parents: Vec<usize> = (0..all.len()).collect();
        for (i, j, _) in &joined {
            let (a, b) = (root(&parents, *i), root(&parents, *j));
            if let Some(p) = parents.get_mut(a.max(b)) {
                *p = a.min(b);
            }
        }
        let name = |i: usize| all.get(i).map_or("", |s| s.0).to_string();
        Photos {
            of: (0..all.len()).map(|i| (name(i), name(root(&parents, i)))).collect(),
            pairs: joined.iter().map(|(i, j, why)| format!("{} and {} ({why})", name(*i), name(*j))).collect(),
        }
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

fn root(parents: &[usize], mut at: usize) -> usize {
    while let Some(&up) = parents.get(at).filter(|up| **up != at) {
        at = up;
    }
    at
}
