//! The local page on which people verify, answer, rate and label.
//!
//! A [`deck::Deck`] finds the records of a set on disk, a [`mode::Mode`] says what is asked about one of them, a
//! [`ledger::Ledger`] keeps what one reviewer said in a journal, a [`session::Session`] puts the three together, and
//! [`serve`] shows it to browsers.

pub mod assign;
pub mod change;
pub mod deck;
pub mod ledger;
pub mod mode;
pub mod opinions;
pub mod record;
pub mod reviewer;
pub mod serve;
pub mod session;
pub mod verdict;

/// The folder of a set in which verdicts are kept.
pub const FOLDER: &str = "review";
