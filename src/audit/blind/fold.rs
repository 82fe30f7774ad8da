//! Folds of the cross-validation. An exchange group and a picture stay together: a model that learned on three members
//! of a group would read the fourth below chance (its gold is the one that was not right yet).

use super::question::Question;
use crate::rng::digest;
use rustc_hash::FxHashMap;
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
    /// By item: the folds that may not learn on it, one bit each.
    barred: Vec<u64>,
}

/// Folds at most: one bit each.
const MOST: usize = u64::BITS as usize;

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
        // Numbers are in order of appearance, so the next fresh one is the number of those before it.
        let mut first: Vec<usize> = Vec::new();
        for (i, &key) in keys.iter().enumerate() {
            if key as usize == first.len() {
                first.push(i);
            }
            let (a, b) = (find(&mut parents, i), find(&mut parents, first[key as usize]));
            let low = a.min(b);
            parents[a] = low;
            parents[b] = low;
        }
    }
    (0..parents.len()).map(|i| find(&mut parents, i)).collect()
}

/// By item: its own fold, and with groups the folds that ask something of its picture in its cell.
fn barred(of: &[usize], cells: &[u32], pictures: &[u32]) -> Vec<u64> {
    let mut asked: FxHashMap<(u32, u32), u64> = FxHashMap::default();
    let keys = || cells.iter().copied().zip(pictures.iter().copied());
    keys().zip(of).for_each(|(key, fold)| *asked.entry(key).or_default() |= 1 << fold);
    keys().map(|key| asked.get(&key).copied().unwrap_or(0)).collect()
}

impl Folds {
    /// Cuts a set into `count` folds: two at least and 64 at most.
    pub fn of(questions: &[Question], count: usize, seed: u64) -> Self {
        let pictures = numbered(questions.iter().map(|q| q.picture));
        let groups = numbered(questions.iter().map(|q| q.group));
        let cells = numbered(questions.iter().map(|q| Some(q.cell)));
        let count = count.clamp(2, MOST);
        let component = components(&pictures, &groups);
        let mut sizes = vec![0; questions.len()];
        component.iter().for_each(|&c| sizes[c] += 1);
        let largest = sizes.iter().copied().max().unwrap_or(0) as f64;
        let split = if largest <= LARGEST * questions.len() as f64 { Split::Components } else { Split::Groups };
        let of = match split {
            Split::Components => even(&component, &sizes, questions, count, seed),
            Split::Groups => by_group(&groups, questions, count, seed),
        };
        let barred = barred(&of, &cells, &pictures);
        Folds { of, count, split, pictures, barred }
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
        (0..self.of.len()).filter(|&i| self.barred[i] & (1 << fold) == 0).collect()
    }

    /// The folds that may not learn on an item; its own is among them.
    pub(super) fn barred(&self, item: usize) -> impl Iterator<Item = usize> {
        let mut left = self.barred[item];
        std::iter::from_fn(move || {
            let fold = (left != 0).then_some(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(fold)
        })
    }

    /// The fold of an item.
    pub fn fold(&self, item: usize) -> usize {
        self.of.get(item).copied().unwrap_or(0)
    }
}

/// Components in random order, each into the fold that is the emptiest: folds of nearly equal size.
fn even(component: &[usize], sizes: &[usize], questions: &[Question], count: usize, seed: u64) -> Vec<usize> {
    let mut roots: Vec<usize> = (0..sizes.len()).filter(|&r| sizes[r] > 0).collect();
    roots.sort_by_cached_key(|&r| (digest(seed, "fold", &[questions[r].id.as_bytes()]), r));
    let mut filled = vec![0usize; count];
    let mut fold_of = vec![0usize; sizes.len()];
    for root in roots {
        let emptiest = (0..count).min_by_key(|&f| filled[f]).unwrap_or(0);
        filled[emptiest] += sizes[root];
        fold_of[root] = emptiest;
    }
    component.iter().map(|&c| fold_of[c]).collect()
}

/// Every group, or an item that is in none with its picture, into a fold that its name alone decides.
fn by_group(groups: &[u32], questions: &[Question], count: usize, seed: u64) -> Vec<usize> {
    let mut folds: Vec<usize> = Vec::new();
    for (&group, q) in groups.iter().zip(questions) {
        if group as usize == folds.len() {
            let name = q.group.or(q.picture).unwrap_or(q.id);
            folds.push(usize::from(digest(seed, "fold", &[name.as_bytes()]).0[0]) % count);
        }
    }
    groups.iter().map(|&g| folds[g as usize]).collect()
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
        let questions: Vec<Question> = entries.iter().map(Question::without_terms).collect();
        let folds = Folds::of(&questions, 5, 1);
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
        let questions: Vec<Question> = entries.iter().map(Question::without_terms).collect();
        let folds = Folds::of(&questions, 5, 1);
        assert_eq!(folds.split(), Split::Groups);
        for fold in 0..5 {
            let test = folds.test(fold);
            let train = folds.train(fold);
            assert!(train.len() > 150, "{}", train.len());
            assert!((0..400).all(|i| train.contains(&i) != folds.barred(i).any(|f| f == fold)));
            for &i in &train {
                assert!(test.iter().all(|&t| entries[t].group != entries[i].group));
                assert!(test.iter().all(|&t| entries[t].picture != entries[i].picture));
            }
        }
    }
}
