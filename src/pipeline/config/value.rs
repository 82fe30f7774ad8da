//! Numbers that hold only legal values, so that neither the file nor the command line can smuggle in others.

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Options of an item: 2 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "u8")]
pub struct OptionCount(u8);

/// JPEG quality: 1 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "u8")]
pub struct Quality(u8);

/// A share: above 0, at most 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Share(f64);

/// A similarity band, both ends included: -1 ≤ low < high ≤ 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[f64; 2]", into = "[f64; 2]")]
pub struct Band {
    low: f64,
    high: f64,
}

impl OptionCount {
    /// The number.
    pub fn get(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for OptionCount {
    fn default() -> Self {
        OptionCount(4)
    }
}

impl Quality {
    /// The number.
    pub fn get(self) -> u8 {
        self.0
    }
}

impl Default for Quality {
    fn default() -> Self {
        Quality(95)
    }
}

impl Share {
    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Band {
    /// Lower end.
    pub fn low(self) -> f64 {
        self.low
    }
    /// Upper end.
    pub fn high(self) -> f64 {
        self.high
    }
}

fn ranged(v: i64, min: u8, max: u8, what: &str) -> Result<u8, String> {
    match u8::try_from(v) {
        Ok(n) if (min..=max).contains(&n) => Ok(n),
        _ => Err(format!("{what} must be {min} to {max}, not {v}")),
    }
}

impl TryFrom<i64> for OptionCount {
    type Error = String;
    fn try_from(v: i64) -> Result<Self, String> {
        ranged(v, 2, 8, "the number of options").map(OptionCount)
    }
}

impl TryFrom<i64> for Quality {
    type Error = String;
    fn try_from(v: i64) -> Result<Self, String> {
        ranged(v, 1, 100, "JPEG quality").map(Quality)
    }
}

impl TryFrom<f64> for Share {
    type Error = String;
    fn try_from(v: f64) -> Result<Self, String> {
        if v > 0.0 && v <= 1.0 { Ok(Share(v)) } else { Err(format!("a share must be above 0 and at most 1, not {v}")) }
    }
}

impl TryFrom<[f64; 2]> for Band {
    type Error = String;
    fn try_from([low, high]: [f64; 2]) -> Result<Self, String> {
        if -1.0 <= low && low < high && high <= 1.0 {
            Ok(Band { low, high })
        } else {
            Err(format!("a similarity band is [low, high] with -1 ≤ low < high ≤ 1, not [{low}, {high}]"))
        }
    }
}

impl From<OptionCount> for u8 {
    fn from(v: OptionCount) -> u8 {
        v.0
    }
}

impl From<Quality> for u8 {
    fn from(v: Quality) -> u8 {
        v.0
    }
}

impl From<Share> for f64 {
    fn from(v: Share) -> f64 {
        v.0
    }
}

impl From<Band> for [f64; 2] {
    fn from(v: Band) -> [f64; 2] {
        [v.low, v.high]
    }
}

impl FromStr for Quality {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        text.parse::<i64>().map_err(|_| format!("JPEG quality must be 1 to 100, not `{text}`"))?.try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_numbers_are_refused_with_the_range() {
        assert_eq!(OptionCount::try_from(9), Err("the number of options must be 2 to 8, not 9".into()));
        assert!(Quality::try_from(0).is_err() && Quality::try_from(300).is_err() && Quality::try_from(100).is_ok());
        assert!(Share::try_from(0.0).is_err() && Share::try_from(f64::NAN).is_err() && Share::try_from(1.0).is_ok());
        assert!(Band::try_from([0.5, 0.5]).is_err() && Band::try_from([0.2, 0.8]).is_ok());
    }
}
