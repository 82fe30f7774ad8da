//! What can be read off the texts: balance, duplicates, English, item-writing flaws.

mod balance;
mod duplicates;
mod english;
mod flaws;

pub use balance::{CellBalance, balance};
pub use duplicates::duplicates;
pub use english::english;
pub use flaws::{FLAWS, How, flaws};
