//! The nodes of a clause by position, and whose verb stands where.

use crate::converse::rephrase::phrase::{Node, Np};

/// The nodes of a clause by position.
pub(super) struct Row<'a>(pub &'a [Node]);

impl<'a> Row<'a> {
    pub fn get(&self, at: Option<usize>) -> Option<&'a Node> {
        self.0.get(at?)
    }
    pub fn np(&self, at: usize) -> Option<&'a Np> {
        match self.0.get(at) {
            Some(Node::Np(np)) => Some(np),
            _ => None,
        }
    }
    pub fn before(&self, at: usize) -> Option<&'a Node> {
        self.get(at.checked_sub(1))
    }
    /// The first thing of a range that is no object of a relation, unless it opens the range.
    pub fn first(&self, range: std::ops::Range<usize>) -> Option<&'a Np> {
        let start = range.start;
        range.filter(|j| *j == start || !matches!(self.before(*j), Some(Node::Rel(..)))).find_map(|j| self.np(j))
    }
    /// Whose verb stands before a node: the first thing of the words that lead to it, as in "is it true that the car is red".
    pub fn verb(&self, at: usize) -> Option<&'a Np> {
        let finite = |j: &usize| matches!(self.0.get(*j), Some(Node::Finite | Node::Have));
        let end = (0..at).rev().find(finite)?;
        let start = (0..end).rev().find(|j| finite(j) || matches!(self.0.get(*j), Some(Node::Verdict(_))));
        let opens = if matches!(self.0.first(), Some(Node::Rel(..))) { 2 } else { 0 };
        self.first(start.map_or(opens, |j| j + 1)..end)
    }
    /// In "is the shirt of the man blue", the thing that a word right behind another thing is said of.
    pub fn asked(&self, at: usize) -> Option<&'a Np> {
        if !matches!(self.0.first(), Some(Node::Finite))
            || self.0.iter().filter(|n| matches!(n, Node::Finite)).count() > 1
        {
            return None;
        }
        let joined = (0..at).rev().find(|j| matches!(self.0.get(*j), Some(Node::And)) && self.first(*j..at).is_some());
        self.first(joined.map_or(1, |j| j + 1)..at)
    }
    /// "The picture has", "the picture does not have": what it has is what it shows.
    pub fn owned_by_meta(&self, at: usize) -> bool {
        let owner = self.0.iter().take(at).rev().find(|n| !matches!(n, Node::Finite | Node::Not(_)));
        matches!(owner, Some(Node::Meta))
    }
}
