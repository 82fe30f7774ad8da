//! The class hierarchy: who is a kind of whom. `Part` edges are no kinds and are not followed.

use super::classes::{ClassId, Classes};
use crate::error::{Error, Place, Result};
use crate::source::vault::Vault;
use serde::Deserialize;
use std::collections::BTreeSet;

/// For each class all above and all below it, without itself; sorted.
#[derive(Default)]
pub(super) struct Hierarchy {
    above: Vec<Vec<ClassId>>,
    below: Vec<Vec<ClassId>>,
}

#[derive(Deserialize)]
struct Node {
    #[serde(rename = "LabelName")]
    mid: String,
    #[serde(rename = "Subcategory", default)]
    kinds: Vec<Node>,
    /// Read for the kinds below them.
    #[serde(rename = "Part", default)]
    parts: Vec<Node>,
}

impl Hierarchy {
    /// Reads the tree; a class may stand at several places in it.
    pub fn read(vault: &dyn Vault, path: &str, classes: &mut Classes) -> Result<Self> {
        let root: Node = serde_json::from_slice(&vault.read(path)?).map_err(|e| {
            let place = Place::line(vault.show(path), e.line() as u64);
            Error::data(place, format!("not a class hierarchy: {e}"), "expected bbox_labels_600_hierarchy.json")
        })?;
        let mut edges = BTreeSet::new();
        walk(&root, None, classes, &mut edges);
        let mut hierarchy =
            Hierarchy { above: vec![Vec::new(); classes.len()], below: vec![Vec::new(); classes.len()] };
        for id in 0..classes.len() as ClassId {
            let reached = reach(id, &edges);
            for below in &reached {
                if let Some(above) = hierarchy.above.get_mut(*below as usize) {
                    above.push(id);
                }
            }
            if let Some(slot) = hierarchy.below.get_mut(id as usize) {
                *slot = reached.into_iter().collect();
            }
        }
        Ok(hierarchy)
    }

    /// All classes that this one is a kind of.
    pub fn above(&self, id: ClassId) -> &[ClassId] {
        self.above.get(id as usize).map_or(&[], Vec::as_slice)
    }

    /// All kinds of this class.
    pub fn below(&self, id: ClassId) -> &[ClassId] {
        self.below.get(id as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether `up` is above `down`. Of classes that a mistaken file puts above each other, neither is.
    pub fn is_above(&self, up: ClassId, down: ClassId) -> bool {
        self.above(down).binary_search(&up).is_ok() && self.above(up).len() < self.above(down).len()
    }
}

fn walk(node: &Node, parent: Option<ClassId>, classes: &mut Classes, edges: &mut BTreeSet<(ClassId, ClassId)>) {
    let id = classes.add(node.mid.as_bytes());
    edges.extend(parent.map(|up| (up, id)));
    for kind in &node.kinds {
        walk(kind, Some(id), classes, edges);
    }
    for part in &node.parts {
        walk(part, None, classes, edges);
    }
}

/// All classes below one, without itself.
fn reach(from: ClassId, edges: &BTreeSet<(ClassId, ClassId)>) -> BTreeSet<ClassId> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(id) = open.pop() {
        let children = edges.range((id, 0)..=(id, ClassId::MAX)).map(|(_, child)| *child);
        open.extend(children.filter(|child| *child != from && reached.insert(*child)));
    }
    reached
}
