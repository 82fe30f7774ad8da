//! What a corpus is to be: how many dialogues of which form, which files besides.

use crate::converse::Form;
use serde::Serialize;

/// Dialogues where nothing else is asked for: the paper's number over a thousand.
pub const DEFAULT_N: u64 = 180;

/// Shares of the forms.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Mix {
    shares: [f64; 3],
}

impl Default for Mix {
    fn default() -> Self {
        Mix { shares: [1.0; 3] }
    }
}

impl Mix {
    /// How many dialogues of each form make `n`: the shares' parts, rounded so that the sum is right.
    pub fn counts(&self, n: u64) -> [u64; 3] {
        let total: f64 = self.shares.iter().sum();
        let exact = self.shares.map(|s| n as f64 * s / total);
        let mut counts = exact.map(|e| e.floor() as u64);
        let mut order = [0, 1, 2];
        let rest = |i: usize| exact.get(i).map_or(0.0, |e| e - e.floor());
        order.sort_by(|a, b| rest(*b).total_cmp(&rest(*a)).then(a.cmp(b)));
        let missing = n.saturating_sub(counts.iter().sum());
        for i in order.into_iter().cycle().take(usize::try_from(missing).unwrap_or(0)) {
            if let Some(count) = counts.get_mut(i) {
                *count += 1;
            }
        }
        counts
    }
}

impl std::str::FromStr for Mix {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut shares = [0.0; 3];
        for part in text.split(',') {
            let parsed = part.split_once('=').and_then(|(name, share)| {
                Some((
                    Form::find(name.trim())?,
                    share.trim().parse::<f64>().ok().filter(|s| s.is_finite() && *s >= 0.0)?,
                ))
            });
            let Some((form, share)) = parsed else {
                let names: Vec<&str> = Form::ALL.iter().map(|f| f.name()).collect();
                return Err(format!(
                    "`{part}` is not FORM=SHARE with a form of {} and a share of 0 or more",
                    names.join(", ")
                ));
            };
            if let Some(own) = shares.get_mut(form.index()) {
                *own = share;
            }
        }
        if shares.iter().sum::<f64>() > 0.0 { Ok(Mix { shares }) } else { Err("all shares are 0".into()) }
    }
}

/// A training program's file that is written as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FileFormat {
    /// One JSON array for LLaVA and Qwen-VL.
    Llava,
    /// One JSON array and `dataset_info.json` for LLaMA-Factory.
    Sharegpt,
    /// JSON lines of chat messages with the pictures inside.
    Openai,
}

impl FileFormat {
    /// All formats with their names.
    pub const ALL: [(&'static str, FileFormat); 3] =
        [("llava", FileFormat::Llava), ("sharegpt", FileFormat::Sharegpt), ("openai", FileFormat::Openai)];

    /// The file's name in OUT.
    pub fn file(self) -> &'static str {
        match self {
            FileFormat::Llava => "llava.json",
            FileFormat::Sharegpt => "sharegpt.json",
            FileFormat::Openai => "openai.jsonl",
        }
    }
}

/// Everything that is asked of a corpus beside the run's configuration.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Dialogues.
    pub n: u64,
    /// Shares of the forms.
    pub mix: Mix,
    /// Files besides.
    pub formats: Vec<FileFormat>,
    /// How turns are reworded, if they are.
    pub rephrase: Option<super::Rewording>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_is_read_and_divides_without_loss() {
        assert_eq!(Mix::default().counts(180_000), [60_000; 3]);
        assert_eq!(Mix::default().counts(100), [34, 33, 33]);
        let mix: Mix = "fact_check=3, multi_round=1".parse().unwrap();
        assert_eq!(mix.counts(10), [3, 0, 7]);
        for bad in ["", "chat=1", "fact_check", "fact_check=x", "fact_check=-1", "fact_check=0"] {
            assert!(bad.parse::<Mix>().is_err(), "{bad}");
        }
    }
}
