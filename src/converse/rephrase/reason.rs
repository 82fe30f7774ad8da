//! Why a rephrased turn is not kept.

/// A reason, by name, with what the model is told before its second try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Name, as in `provenance.rephrased` and in the accounts.
    pub name: &'static str,
    /// What was found, in words that help a model to mend it.
    pub told: String,
}

impl Reason {
    pub(super) fn new(name: &'static str, told: impl Into<String>) -> Reason {
        Reason { name, told: told.into() }
    }
}
