//! What a truth or a falsehood rests on.

use serde::{Deserialize, Serialize};

/// Why a distractor is known to be false. Ordered from the strongest tier to the weakest
/// (design section 1: verified false > exhaustive > geometry > exclusive wording).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "tier", rename_all = "snake_case")]
pub enum Evidence {
    /// A person said that it does not hold.
    VerifiedFalse {
        /// The annotation that says so, e.g. `human label 0`.
        by: std::borrow::Cow<'static, str>,
    },
    /// The list of what holds is declared complete and this is not on it.
    Exhaustive {
        /// The list, e.g. `boxes`, `triplets`, `colors`.
        list: std::borrow::Cow<'static, str>,
    },
    /// The boxes contradict it.
    Geometry {
        /// The rule, e.g. `x_overlap`.
        rule: std::borrow::Cow<'static, str>,
    },
    /// Nothing can be both: a dog is not a cat, two is not three.
    Exclusive {
        /// The rule, e.g. `hue_family`, `number`, `sibling`.
        rule: std::borrow::Cow<'static, str>,
    },
}

/// The tier of an [`Evidence`] alone; `--min-evidence` names one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// See [`Evidence::VerifiedFalse`].
    VerifiedFalse,
    /// See [`Evidence::Exhaustive`].
    Exhaustive,
    /// See [`Evidence::Geometry`].
    Geometry,
    /// See [`Evidence::Exclusive`].
    Exclusive,
}

impl Evidence {
    /// Its tier.
    pub fn tier(&self) -> Tier {
        match self {
            Evidence::VerifiedFalse { .. } => Tier::VerifiedFalse,
            Evidence::Exhaustive { .. } => Tier::Exhaustive,
            Evidence::Geometry { .. } => Tier::Geometry,
            Evidence::Exclusive { .. } => Tier::Exclusive,
        }
    }

    /// An exclusive-wording rule.
    pub const fn exclusive(rule: &'static str) -> Self {
        Evidence::Exclusive { rule: std::borrow::Cow::Borrowed(rule) }
    }

    /// A geometric rule.
    pub const fn geometry(rule: &'static str) -> Self {
        Evidence::Geometry { rule: std::borrow::Cow::Borrowed(rule) }
    }

    /// A list declared complete.
    pub const fn exhaustive(list: &'static str) -> Self {
        Evidence::Exhaustive { list: std::borrow::Cow::Borrowed(list) }
    }

    /// A person's "no".
    pub const fn verified(by: &'static str) -> Self {
        Evidence::VerifiedFalse { by: std::borrow::Cow::Borrowed(by) }
    }
}

/// How well the gold answer is founded; `--min-gold` names one. Ordered from strong to weak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoldTier {
    /// Two independent annotations agree (two captions, a box and a human label).
    Agreed,
    /// A person verified it.
    Verified,
    /// One annotation says so.
    Single,
    /// One annotation, and the region is small, occluded, truncated or depicted.
    Weak,
}
