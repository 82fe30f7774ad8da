//! One point: something that can be asked and answered without drawing a box.

use super::Thing;
use crate::model::dialogue::Assertion;
use crate::model::term::TermId;
use smallvec::SmallVec;

/// How a point is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// How many.
    Count,
    /// Whether there is one; there is.
    Present,
    /// Whether there is one, or as if there were; there is none.
    Absent,
    /// Color of the one thing.
    Color,
    /// Material of the one thing.
    Material,
    /// Color of the other of two.
    OtherColor,
    /// Material of the other of two.
    OtherMaterial,
    /// What somebody does.
    Pose,
    /// What somebody does to something.
    Deed,
    /// Where something is.
    Place,
}

/// A point.
#[derive(Debug, Clone)]
pub struct Point {
    /// How it is asked.
    pub act: Act,
    /// Target.
    pub target: &'static str,
    /// The facts it rests on, by number.
    pub facts: SmallVec<[usize; 2]>,
    /// What is spoken of.
    pub x: Option<Thing>,
    /// The second thing.
    pub y: Option<Thing>,
    /// The class that is spoken of, for counts, presence and "the other one".
    pub class: Option<TermId>,
    /// The value as it is said.
    pub value: String,
    /// The other value, for "the other one".
    pub other: String,
    /// The number of a count, as a term.
    pub number: Option<TermId>,
    /// What the answer asserts.
    pub says: SmallVec<[Assertion; 2]>,
}

/// One entry of a list of what there is.
#[derive(Debug, Clone)]
pub struct Item {
    /// "a vase", "two cups", "books".
    pub text: String,
    /// Its class.
    pub class: TermId,
    /// The fact it rests on.
    pub fact: usize,
    /// What it asserts.
    pub says: SmallVec<[Assertion; 2]>,
}
