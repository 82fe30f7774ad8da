//! The similarity window: options neither so close that they mean the same nor so far that they are silly.

use super::veto::{TOO_DISSIMILAR, TOO_SIMILAR};
use crate::error::{Error, Result};
use crate::model::reject::Reason;
use crate::model::term::TermId;

/// Cosine similarity of the sentence embeddings of two terms.
pub trait Similarity: Sync {
    /// In `[-1, 1]`; `None` where a term has no vector.
    fn cosine(&self, a: TermId, b: TermId) -> Option<f32>;
}

/// A closed window of cosine similarity.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "[f32; 2]", into = "[f32; 2]")]
pub struct Band {
    low: f32,
    high: f32,
}

impl Band {
    /// Everything.
    pub const ALL: Band = Band { low: -1.0, high: 1.0 };

    /// A window.
    ///
    /// # Errors
    /// When the bounds are not `-1 ≤ low < high ≤ 1`.
    pub fn new(low: f32, high: f32) -> Result<Self> {
        if (-1.0..=1.0).contains(&low) && (-1.0..=1.0).contains(&high) && low < high {
            Ok(Band { low, high })
        } else {
            Err(Error::usage(
                format!("`[{low}, {high}]` is not a similarity band"),
                "give two cosines, low before high, each in [-1, 1]",
            ))
        }
    }

    /// Whether a similarity lies inside; an unknown one does (the veto list has passed it already).
    ///
    /// # Errors
    /// The name of the side it falls out on.
    pub fn admits(&self, similarity: Option<f32>) -> std::result::Result<(), Reason> {
        match similarity {
            Some(s) if s > self.high => Err(TOO_SIMILAR),
            Some(s) if s < self.low => Err(TOO_DISSIMILAR),
            _ => Ok(()),
        }
    }
}

impl TryFrom<[f32; 2]> for Band {
    type Error = Error;
    fn try_from([low, high]: [f32; 2]) -> Result<Self> {
        Band::new(low, high)
    }
}

impl From<Band> for [f32; 2] {
    fn from(b: Band) -> Self {
        [b.low, b.high]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_names_the_side() {
        let band = Band::new(0.1, 0.6).unwrap();
        assert_eq!(band.admits(Some(0.7)), Err(TOO_SIMILAR));
        assert_eq!(band.admits(Some(0.0)), Err(TOO_DISSIMILAR));
        assert_eq!(band.admits(Some(0.6)), Ok(()));
        assert_eq!(band.admits(None), Ok(()));
        assert!(Band::new(0.6, 0.1).is_err());
        assert!(Band::new(f32::NAN, 0.1).is_err());
    }
}
