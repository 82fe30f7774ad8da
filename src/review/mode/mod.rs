//! What can be asked of people about a record. One mode a file.

mod answer;
mod label;
mod rate;
mod verify;

pub use answer::AnswerMode;
pub use label::{Field, Label, LabelMode};
pub use rate::{RateMode, SCALE};
pub use verify::VerifyMode;

use super::record::Record;
use serde_json::Value;

/// The modes' names, in the order of the help.
pub const NAMES: [&str; 4] = ["verify", "answer", "rate", "label"];

/// One way of asking people about records.
pub trait Mode: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What is to be said about a record; it is done when all of it is said. Empty: the record is not shown.
    fn fields(&self, id: &str) -> &[String];

    /// The fields in the order in which a reviewer sees them. The page knows them by their places only.
    fn slots(&self, id: &str, _seed: u64, _reviewer: &str) -> Vec<String> {
        self.fields(id).to_vec()
    }

    /// Whether records come in a random order instead of the set's: neighbors in a set share their options.
    fn scattered(&self) -> bool {
        false
    }

    /// What the page needs to know once.
    fn setup(&self) -> Value;

    /// What the page shows of a record, and nothing that it is not to give away.
    fn card(&self, record: &Record, slots: &[String]) -> Value;

    /// A value that may be said about a field, in its one written form.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn accept(&self, record: &Record, field: &str, value: &Value) -> Result<Value, String>;

    /// The category of a value, for filters and agreement.
    fn category(&self, value: &Value) -> Option<String>;

    /// Whether a value is of a category; where a value has several, their first is [`Mode::category`].
    fn is(&self, value: &Value, category: &str) -> bool {
        self.category(value).as_deref() == Some(category)
    }

    /// All categories, by which the page filters.
    fn categories(&self) -> Vec<String>;
}
