//! Named choices of a run that several rooms obey.

use serde::{Deserialize, Serialize};

/// Whether items outside exchange groups are admitted (design section 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Symmetry {
    /// Only whole exchange groups: no rule on the option set beats chance.
    #[default]
    Strict,
    /// Ungrouped items too, marked `grouped: false`.
    Matched,
}

/// How alike distractors are to the gold; it names a similarity band.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// Far from the gold.
    Easy,
    /// In between.
    #[default]
    Medium,
    /// Close to the gold.
    Hard,
}

/// How pictures with boxes are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureFormat {
    /// JPEG at the configured quality.
    #[default]
    Jpeg,
    /// PNG, without loss; about four times the bytes.
    Png,
}
