//! What a response was read as, one line of `scored.jsonl`.

use serde::{Deserialize, Serialize};

/// What a response commits to. Never a guess (docs/scoring.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// One offered option.
    Chosen,
    /// Several offered options.
    Several,
    /// None of the offered options: a hedge, another answer, an echo, a letter outside the range.
    NoneOffered,
    /// The model declined.
    Refused,
    /// Nothing was said.
    Empty,
    /// The response ends before an answer.
    Truncated,
    /// The request failed; there is no response.
    Failed,
}

impl Outcome {
    /// All, in report order.
    pub const ALL: [Outcome; 7] = [
        Outcome::Chosen,
        Outcome::Several,
        Outcome::NoneOffered,
        Outcome::Refused,
        Outcome::Empty,
        Outcome::Truncated,
        Outcome::Failed,
    ];

    /// The name used in files.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Chosen => "chosen",
            Outcome::Several => "several",
            Outcome::NoneOffered => "none_offered",
            Outcome::Refused => "refused",
            Outcome::Empty => "empty",
            Outcome::Truncated => "truncated",
            Outcome::Failed => "failed",
        }
    }
}

/// A set of option indices (0 is A).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct OptionSet(pub u32);

impl OptionSet {
    /// The set of one option.
    pub fn one(index: u8) -> Self {
        OptionSet(1 << index.min(31))
    }
    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The only member, if there is exactly one.
    pub fn single(self) -> Option<u8> {
        (self.0.count_ones() == 1).then(|| self.0.trailing_zeros() as u8)
    }
    /// Members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..32u8).filter(move |i| self.0 >> i & 1 == 1)
    }
    /// Whether it holds this option.
    pub fn contains(self, index: u8) -> bool {
        index < 32 && self.0 >> index & 1 == 1
    }
    /// Adds an option.
    pub fn add(&mut self, index: u8) {
        self.0 |= 1 << index.min(31);
    }
}

/// One response, read and compared with the right option.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// Item id.
    pub id: String,
    /// Letter of the chosen option.
    pub choice: Option<String>,
    /// What the response was read as.
    pub outcome: Outcome,
    /// Name of the rule that decided.
    pub rule: String,
    /// Byte range in the raw response that decided; absent where the whole response did.
    pub span: Option<(usize, usize)>,
    /// Whether the chosen option is the right one.
    pub correct: bool,
    /// Letters of the options named, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub several: Vec<String>,
    /// The letter and the option text next to it disagreed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub conflict: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_written_by_their_names() {
        for outcome in Outcome::ALL {
            assert_eq!(serde_json::to_string(&outcome).unwrap(), format!("\"{}\"", outcome.name()));
        }
    }

    #[test]
    fn sets_of_options() {
        let mut set = OptionSet::one(2);
        assert_eq!(set.single(), Some(2));
        set.add(0);
        assert_eq!((set.single(), set.len()), (None, 2));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 2]);
    }
}
