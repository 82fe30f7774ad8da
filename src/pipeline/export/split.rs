//! Splits: which records go where, so that no picture and no exchange group stands in two of them.

use super::key::{Key, key};
use super::scan::Row;
use crate::error::{Error, Result};
use rustc_hash::FxHashMap;

/// How a set is split.
#[derive(Debug, Clone, PartialEq)]
pub enum Splits {
    /// All records in one.
    One(String),
    /// Shares, which add up to 1.
    Shares(Vec<(String, f64)>),
}

impl Splits {
    /// From `NAME` or `NAME=SHARE,NAME=SHARE`.
    ///
    /// # Errors
    /// When names are no plain words or stand twice, or the shares do not add up to 1.
    pub fn parse(text: &str) -> Result<Splits> {
        let remedy = "write a name (--split test) or shares (--split train=0.95,validation=0.05)";
        let wrong = |what: String| Error::usage(what, remedy);
        let named = |name: &str| {
            let fine = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            // Folders of these names hold other things.
            let fine = fine && !["images", "data", "all"].contains(&name);
            if fine { Ok(name.to_string()) } else { Err(wrong(format!("`{name}` cannot be the name of a split"))) }
        };
        if !text.contains('=') {
            return named(text.trim()).map(Splits::One);
        }
        let mut shares: Vec<(String, f64)> = Vec::new();
        for part in text.split(',') {
            let (name, share) = part.split_once('=').ok_or_else(|| wrong(format!("`{part}` has no share")))?;
            let name = named(name.trim())?;
            let share: f64 = share
                .trim()
                .parse()
                .ok()
                .filter(|s| *s > 0.0 && *s <= 1.0)
                .ok_or_else(|| wrong(format!("`{share}` is no share between 0 and 1")))?;
            if shares.iter().any(|(n, _)| *n == name) {
                return Err(wrong(format!("split `{name}` stands twice")));
            }
            shares.push((name, share));
        }
        let sum: f64 = shares.iter().map(|s| s.1).sum();
        if (sum - 1.0).abs() > 1e-6 {
            return Err(wrong(format!("the shares add up to {sum}, not to 1")));
        }
        Ok(Splits::Shares(shares))
    }

    /// The names, in order.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Splits::One(name) => vec![name],
            Splits::Shares(shares) => shares.iter().map(|s| s.0.as_str()).collect(),
        }
    }

    /// The split of every row, as a position in [`Splits::names`]. Records that share a scene or an exchange group,
    /// directly or by others, stay together; a hash decides where they go, so that a set that grows moves nothing.
    pub fn assign(&self, rows: &[Row]) -> Vec<usize> {
        let Splits::Shares(shares) = self else { return vec![0; rows.len()] };
        let mut forest = Forest::default();
        for row in rows {
            let scene = forest.node(row.scene);
            if let Some(group) = row.group {
                // Scenes and groups are different things that may have the same name.
                let group = forest.node(key(&[b"group".as_slice(), &group].concat()));
                forest.join(scene, group);
            }
        }
        rows.iter()
            .map(|row| {
                let node = forest.node(row.scene);
                let name = forest.name(node);
                let draw = u64::from_le_bytes(name.first_chunk().copied().unwrap_or_default()) as f64 / u64::MAX as f64;
                let mut bound = 0.0;
                shares
                    .iter()
                    .position(|(_, share)| {
                        bound += share;
                        draw < bound
                    })
                    .unwrap_or(shares.len() - 1)
            })
            .collect()
    }
}

/// Sets of keys that were joined; the name of a set is its smallest key.
#[derive(Default)]
struct Forest {
    nodes: FxHashMap<Key, u32>,
    parents: Vec<u32>,
    names: Vec<Key>,
}

impl Forest {
    fn node(&mut self, key: Key) -> u32 {
        let next = self.parents.len() as u32;
        let node = *self.nodes.entry(key).or_insert(next);
        if node == next {
            self.parents.push(node);
            self.names.push(key);
        }
        node
    }

    fn root(&mut self, mut node: u32) -> u32 {
        while let Some(parent) = self.parents.get(node as usize).copied().filter(|p| *p != node) {
            let above = self.parents.get(parent as usize).copied().unwrap_or(parent);
            if let Some(slot) = self.parents.get_mut(node as usize) {
                *slot = above;
            }
            node = above;
        }
        node
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            let smaller = self.name_at(a).min(self.name_at(b));
            if let (Some(parent), Some(name)) = (self.parents.get_mut(b as usize), self.names.get_mut(a as usize)) {
                *parent = a;
                *name = smaller;
            }
        }
    }

    fn name_at(&self, node: u32) -> Key {
        self.names.get(node as usize).copied().unwrap_or_default()
    }

    fn name(&mut self, node: u32) -> Key {
        let root = self.root(node);
        self.name_at(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(scene: &str, group: Option<&str>) -> Row {
        Row {
            offset: 0,
            length: 1,
            parts: smallvec::smallvec![0],
            weight: 1,
            digest: [0; 16],
            scene: key(scene.as_bytes()),
            group: group.map(|g| key(g.as_bytes())),
            copy: false,
        }
    }

    #[test]
    fn scenes_and_groups_stay_together_and_shares_are_met() {
        let splits = Splits::parse("train=0.8,validation=0.2").unwrap();
        let rows: Vec<Row> = (0..4000).map(|i| row(&format!("s{}", i / 2), None)).collect();
        let got = splits.assign(&rows);
        assert!(got.chunks(2).all(|c| c[0] == c[1]));
        let held = got.iter().filter(|s| **s == 1).count();
        assert!((700..900).contains(&held), "{held}");
        // Three scenes in a chain of two groups.
        let chain =
            [row("a", Some("g")), row("b", Some("g")), row("b", Some("h")), row("c", Some("h")), row("c", None)];
        for n in 0..50 {
            let mut rows = chain.to_vec();
            rows.iter_mut().for_each(|r| r.scene = key(&[r.scene.as_slice(), &[n]].concat()));
            let got = splits.assign(&rows);
            assert!(got.iter().all(|s| *s == got[0]));
            rows.reverse();
            assert_eq!(splits.assign(&rows)[0], got[0], "the order does not matter");
        }
    }

    #[test]
    fn bad_splits_are_refused() {
        for bad in ["", "a b", "images", "train=0.5", "train=0.5,train=0.5", "train=x,b=1", "train=0.9,test", "a=1.5"] {
            assert!(Splits::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(Splits::parse("test").unwrap(), Splits::One("test".into()));
    }
}
