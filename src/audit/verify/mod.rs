//! Whether an item is what it claims to be: whole in itself ([`record`]), whole as a group ([`group`]), and what its
//! annotation says ([`fact`]).

pub mod fact;
pub mod group;
pub mod record;

use serde::Serialize;

/// A field of an item that is not what it must be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The item.
    pub id: String,
    /// The field, as a path into the item.
    pub field: &'static str,
    /// What it is and what it should be.
    pub what: String,
}

/// Collects faults of one item.
pub(crate) struct Faults<'a> {
    id: &'a str,
    list: Vec<Fault>,
}

impl<'a> Faults<'a> {
    fn of(id: &'a str) -> Self {
        Faults { id, list: Vec::new() }
    }

    fn add(&mut self, field: &'static str, what: impl Into<String>) {
        self.list.push(Fault { id: self.id.to_string(), field, what: what.into() });
    }

    /// Compares; what differs is a fault.
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, field: &'static str, found: &T, expected: &T) {
        if found != expected {
            self.add(field, format!("it is {found:?}, where {expected:?} follows"));
        }
    }
}
