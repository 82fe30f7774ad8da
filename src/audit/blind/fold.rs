//! Folds of the cross-validation. An exchange group and a picture stay together: a model that learned on three members
//! of a group would read the fourth below chance (its gold is the one that was not right yet).

use crate::audit::entry::Entry;
use crate::rng::digest;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

/// How the folds were cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// Everything that groups and pictures join is in one fold.
    Components,
    /// Groups and pictures join nearly the whole set (two items a picture and four pictures a group do): a group is in
    /// one fold, and a model does not learn on items of its cell that share a picture with the fold.
    Groups,
}

/// A fold of a set larger than this share of it is none.
const LARGEST: f64 = 0.25;

/// Which items a model may learn on before it answers others.
#[derive(Debug, Clone)]
pub struct Folds {
    of: Vec<usize>,
    count: usize,
    split: Split,
    pictures: Vec<u32>,
    cells: Vec<u32>,
}

/// Numbers equal texts alike, in order of appearance; `None` is alone.
fn numbered<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> Vec<u32> {
    let mut known: FxHashMap<&str, u32> = FxHashMap::default();
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        next - 1
    };
    texts
        .map(|text| match text {
            Some(text) => *known.entry(text).or_insert_with(&mut fresh),
            None => fresh(),
        })
        .collect()
}

fn find(parents: &mut [usize], mut at: usize) -> usize {
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}

/// The component of every item, by its first item: items of one picture or one group are in one component.
fn components(pictures: &[u32], groups: &[u32]) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..pictures.len()).collect();
    for keys in [pictures, groups] {
        let mut first: FxHashMap<u32, usize> = FxHashMap::default();
        for (i, key) in keys.iter().enumerate() {
            let other = *first.entry(*key).or_insert(i);
            let (a, b) = (find(&mut parents, i), find(&mut parents, other));
            let low = a.min(b);
            parents[a] = low;
            parents[b] = low;
        }
    }
    (0..parents.len()).map(|i| find(&mut parents, i)).collect()
}

impl Folds {
    /// Cuts a set into `count` folds.
    pub fn of(entries: &[Entry], count: usize, seed: u64) -> Self {
        let pictures = numbered(entries.iter().map(|e| e.picture.as_deref()));
        let groups = numbered(entries.iter().map(|e| e.group.as_deref()));
        let cells = numbered(entries.iter().map(|e| Some(e.cell.as_str())));
        let count = count.max(2);
        let place = |name: &str| usize::from(digest(seed, "fold", &[name.as_bytes()]).0[0]);
        let component = components(&pictures, &groups);
        let mut sizes: FxHashMap<usize, usize> = FxHashMap::default();
        component.iter().for_each(|c| *sizes.entry(*c).or_default() += 1);
        let largest = sizes.values().copied().max().unwrap_or(0) as f64;
        let split = if largest <= LARGEST * entries.len() as f64 { Split::Components } else { Split::Groups };
        let of = match split {
            Split::Components => even(&component, &sizes, entries, count, seed),
            Split::Groups => entries
                .iter()
                .map(|e| place(e.group.as_deref().or(e.picture.as_deref()).unwrap_or(&e.id)) % count)
                .collect(),
        };
        Folds { of, count, split, pictures, cells }
    }

    /// How they were cut.
    pub fn split(&self) -> Split {
        self.split
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The picture of every item, numbered from 0: the clusters of the intervals.
    pub fn clusters(&self) -> &[u32] {
        &self.pictures
    }

    /// The items of a fold.
    pub fn test(&self, fold: usize) -> Vec<usize> {
        (0..self.of.len()).filter(|&i| self.of[i] == fold).collect()
    }

    /// The items that a model may learn on before it answers the fold.
    pub fn train(&self, fold: usize) -> Vec<usize> {
        let seen: FxHashSet<(u32, u32)> =
            self.test(fold).into_iter().map(|i| (self.cells[i], self.pictures[i])).collect();
        (0..self.of.len())
            .filter(|&i| self.of[i] != fold && !seen.contains(&(self.cells[i], self.pictures[i])))
            .collect()
    }

    /// The fold of an item.
    pub fn fold(&self, item: usize) -> usize {
        self.of.get(item).copied().unwrap_or(0)
    }
}

/// Components in random order, each into the fold that is the emptiest: folds of nearly equal size.
fn even(
    component: &[usize],
    sizes: &FxHashMap<usize, usize>,
    entries: &[Entry],
    count: usize,
    seed: u64,
) -> Vec<usize> {
    let mut roots: Vec<usize> = sizes.keys().copied().collect();
    roots.sort_by_cached_key(|&r| (digest(seed, "fold", &[entries[r].id.as_bytes()]), r));
    let mut filled = vec![0usize; count];
    let mut fold_of: FxHashMap<usize, usize> = FxHashMap::default();
    for root in roots {
        let emptiest = (0..count).min_by_key(|&f| filled[f]).unwrap_or(0);
        filled[emptiest] += sizes.get(&root).copied().unwrap_or(0);
        fold_of.insert(root, emptiest);
    }
    component.iter().map(|c| fold_of.get(c).copied().unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::entry;
    use super::*;

    #[test]
    fn groups_and_pictures_stay_together() {
        let mut entries = Vec::new();
        for i in 0..120 {
            let mut e = entry(&i.to_string(), "q", &["a", "b"], 0);
            (e.group, e.picture) = (Some(format!("g{}", i / 4)), Some(format!("p{}", i / 6)));
            entries.push(e);
        }
        let folds = Folds::of(&entries, 5, 1);
        assert_eq!(folds.split(), Split::Components);
        for fold in 0..5 {
            let test = folds.test(fold);
            assert!(test.len() >= 12, "{}", test.len());
            for &i in &folds.train(fold) {
                assert!(test.iter().all(|&t| entries[t].group != entries[i].group));
                assert!(test.iter().all(|&t| entries[t].picture != entries[i].picture));
            }
        }
    }

    #[test]
    fn a_chain_of_pictures_and_groups_is_cut_at_groups() {
        let mut entries = Vec::new();
        for i in 0..400 {
            let mut e = entry(&i.to_string(), "q", &["a", "b"], 0);
            (e.group, e.picture) = (Some(format!("g{}", i / 4)), Some(format!("p{}", (i + 2) / 4)));
            entries.push(e);
        }
        let folds = Folds::of(&entries, 5, 1);
        assert_eq!(folds.split(), Split::Groups);
        for fold in 0..5 {
            let test = folds.test(fold);
            let train = folds.train(fold);
            assert!(train.len() > 150, "{}", train.len());
            for &i in &train {
                assert!(test.iter().all(|&t| entries[t].group != entries[i].group));
                assert!(test.iter().all(|&t| entries[t].picture != entries[i].picture));
            }
        }
    }
}
