//! A review that is going on: one mode over one set, any number of reviewers, each of whom sees their own verdicts.

use super::assign::Assignment;
use super::deck::Deck;
use super::ledger::{Action, Ledger};
use super::mode::Mode;
use super::opinions::Opinions;
use super::record::Record;
use super::reviewer::Reviewer;
use crate::error::{Error, Result};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most reviewers of one review; each has a file open.
const MOST_REVIEWERS: usize = 100;

/// A review that is going on.
pub struct Session {
    /// The records.
    pub deck: Deck,
    /// What is asked.
    pub mode: Box<dyn Mode>,
    /// Who sees what.
    pub assignment: Assignment,
    /// Show only fields on which the others differ, and let only what they said be chosen.
    pub tie_break: bool,
    /// Nothing can be said.
    pub read_only: bool,
    seats: Mutex<BTreeMap<Reviewer, Arc<Seat>>>,
}

/// A reviewer at work.
struct Seat {
    /// Places in the deck, in the order shown.
    queue: Vec<u32>,
    /// The other way round: for each place in the deck its place in the queue, where it has one.
    places: Vec<Option<u32>>,
    disputed: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    ledger: Mutex<Ledger>,
}

/// Which records are walked through.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter {
    /// Facets and the values that they must have.
    pub facets: Vec<(String, String)>,
    /// `todo`, `done`, or a category; empty is any.
    pub verdict: String,
}

/// Where to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Go {
    /// The record at this place.
    Here(usize),
    /// The next record after this place; the last one when there is none.
    After(usize),
    /// The record before this place; the first one when there is none.
    Before(usize),
    /// The first record.
    First,
    /// The last record.
    Last,
    /// The first unfinished record after this place, else the first unfinished one, else as [`Go::After`].
    Todo(usize),
    /// Where the reviewer stopped: the first unfinished record after the last action.
    Resume,
}

/// What the page says about a field.
#[derive(Debug, Clone)]
pub struct Said {
    /// Place of the record in the deck.
    pub at: usize,
    /// Place of the field among the reviewer's slots.
    pub slot: usize,
    /// The value; null takes it back.
    pub value: Value,
    /// Seconds of looking.
    pub seconds: f64,
    /// The page's own id of the action.
    pub key: String,
}

impl Seat {
    /// Place in the queue of a record of the deck.
    fn place(&self, at: usize) -> Option<u32> {
        self.places.get(at).copied().flatten()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A ledger whose holder panicked holds what its journal holds.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    /// Starts a review.
    pub fn new(deck: Deck, mode: Box<dyn Mode>, assignment: Assignment) -> Session {
        Session { deck, mode, assignment, tie_break: false, read_only: false, seats: Mutex::default() }
    }

    fn seat(&self, reviewer: &Reviewer) -> Result<Arc<Seat>> {
        let mut seats = locked(&self.seats);
        if let Some(seat) = seats.get(reviewer) {
            return Ok(Arc::clone(seat));
        }
        if seats.len() >= MOST_REVIEWERS {
            return Err(Error::usage(format!("{MOST_REVIEWERS} people review already"), "start another review"));
        }
        let ledger = match self.read_only {
            true => Ledger::read(&reviewer.journal(&self.deck.set), reviewer.clone(), self.mode.name())?,
            false => Ledger::open(&self.deck.set, reviewer.clone(), self.mode.name())?,
        };
        let disputed = match self.tie_break {
            true => Opinions::of_set(&self.deck.set, self.mode.name())?.disputed(&*self.mode, reviewer.name()),
            false => BTreeMap::new(),
        };
        let shown =
            |id: &str| if self.tie_break { disputed.contains_key(id) } else { !self.mode.fields(id).is_empty() };
        let queue = self.assignment.queue(&self.deck, reviewer.name(), self.mode.scattered(), shown);
        let mut places = vec![None; self.deck.len()];
        for (place, at) in (0..).zip(&queue) {
            if let Some(slot) = places.get_mut(*at as usize) {
                *slot = Some(place);
            }
        }
        let seat = Arc::new(Seat { queue, places, disputed, ledger: Mutex::new(ledger) });
        seats.insert(reviewer.clone(), Arc::clone(&seat));
        Ok(seat)
    }

    /// The fields of a record as a reviewer sees them.
    fn slots(&self, seat: &Seat, id: &str, reviewer: &str) -> Vec<String> {
        let mut slots = self.mode.slots(id, self.assignment.seed, reviewer);
        if let Some(fields) = seat.disputed.get(id) {
            slots.retain(|s| fields.contains_key(s));
        }
        slots
    }

    fn done(&self, seat: &Seat, ledger: &Ledger, id: &str) -> bool {
        let disputed = seat.disputed.get(id);
        let open = |f: &&String| disputed.is_none_or(|d| d.contains_key(*f));
        self.mode.fields(id).iter().filter(open).all(|f| ledger.mark(id, f).is_some())
    }

    fn matches(&self, seat: &Seat, ledger: &Ledger, at: usize, filter: &Filter) -> bool {
        let Some(id) = self.deck.id(at) else { return false };
        filter.facets.iter().all(|(facet, value)| self.deck.has(at, facet, value))
            && match filter.verdict.as_str() {
                "" => true,
                "todo" => !self.done(seat, ledger, id),
                "done" => self.done(seat, ledger, id),
                category => ledger.of(id).any(|(_, m)| self.mode.is(&m.value, category)),
            }
    }

    /// What the page needs to know once.
    ///
    /// # Errors
    /// When the reviewer's journal cannot be opened.
    pub fn setup(&self, reviewer: &Reviewer) -> Result<Value> {
        let seat = self.seat(reviewer)?;
        let facets: Vec<Value> = self
            .deck
            .facets()
            .iter()
            // The kind of an item and the like only filter where there is a choice.
            .filter(|f| f.values.len() > 1)
            .map(|f| json!({"name": f.name, "values": f.values}))
            .collect();
        Ok(json!({
            "mode": self.mode.name(), "reviewer": reviewer.name(), "read_only": self.read_only,
            "records": self.deck.len(), "total": seat.queue.len(), "facets": facets, "tie_break": self.tie_break,
            "categories": self.mode.categories(), "setup": self.mode.setup(),
        }))
    }

    /// The record to show, with what the reviewer said of it; without `card` when none passes the filter.
    ///
    /// # Errors
    /// When the record or the journal cannot be read.
    pub fn card(&self, reviewer: &Reviewer, go: Go, filter: &Filter) -> Result<Value> {
        let seat = self.seat(reviewer)?;
        let ledger = locked(&seat.ledger);
        let unfinished = |at: usize| self.deck.id(at).is_some_and(|id| !self.done(&seat, &ledger, id));
        let queue = || seat.queue.iter().map(|at| *at as usize);
        let done = queue().filter(|at| !unfinished(*at)).count();
        // The record that one stands on stays, also when what was just said of it takes it out of the filter.
        let stay = if let Go::Here(at) = go { Some(at) } else { None };
        let passing: Vec<usize> =
            queue().filter(|at| Some(*at) == stay || self.matches(&seat, &ledger, *at, filter)).collect();
        let last = passing.len().saturating_sub(1);
        let behind = |here: Option<u32>| passing.iter().position(|p| seat.place(*p) > here);
        let todo = |here: Option<u32>| {
            let later = passing.iter().position(|p| seat.place(*p) > here && unfinished(*p));
            later.or_else(|| passing.iter().position(|p| unfinished(*p))).or_else(|| behind(here)).unwrap_or(last)
        };
        let index = match go {
            Go::First => 0,
            Go::Last => last,
            Go::Here(at) => passing.iter().position(|p| *p == at).unwrap_or(0),
            Go::After(at) => behind(seat.place(at)).unwrap_or(last),
            Go::Before(at) => passing.iter().rposition(|p| seat.place(*p) < seat.place(at)).unwrap_or(0),
            Go::Todo(at) => todo(seat.place(at)),
            Go::Resume => todo(ledger.last().and_then(|id| self.deck.find(id)).and_then(|at| seat.place(at))),
        };
        let mut out = json!({
            "of": passing.len(), "done": done, "total": seat.queue.len(), "median": ledger.median_seconds(),
        });
        if let Some(&at) = passing.get(index) {
            out["position"] = json!(index + 1);
            let record = self.deck.read(at)?;
            out["card"] = self.shown(&seat, &ledger, reviewer, at, &record);
            // The page fetches the picture that is likely to be needed next.
            out["ahead"] = json!(passing.get(index + 1));
        }
        Ok(out)
    }

    fn shown(&self, seat: &Seat, ledger: &Ledger, reviewer: &Reviewer, at: usize, record: &Record) -> Value {
        let slots = self.slots(seat, &record.id, reviewer.name());
        let hash = record.hash();
        let mine: Vec<Value> =
            slots.iter().map(|field| ledger.mark(&record.id, field).map_or(Value::Null, |m| m.value.clone())).collect();
        let stale = ledger.of(&record.id).any(|(_, m)| m.item != hash);
        let offered: Vec<Option<&Vec<String>>> =
            slots.iter().map(|s| seat.disputed.get(&record.id).and_then(|d| d.get(s))).collect();
        json!({
            "at": at, "id": record.id, "mine": mine, "stale": stale, "picture": record.image().is_some(),
            "done": self.done(seat, ledger, &record.id), "offered": offered, "shown": self.mode.card(record, &slots),
        })
    }

    /// Writes down what a reviewer said.
    ///
    /// # Errors
    /// When there is no such record or field, the value is none of the mode's, or it cannot be written.
    pub fn say(&self, reviewer: &Reviewer, said: Said) -> Result<()> {
        let seat = self.seat(reviewer)?;
        let record = self.deck.read(said.at)?;
        let slots = self.slots(&seat, &record.id, reviewer.name());
        let refuse = |what: String| Error::usage(what, "reload the page");
        let field =
            slots.get(said.slot).ok_or_else(|| refuse(format!("record `{}` has no field {}", record.id, said.slot)))?;
        if seat.place(said.at).is_none() {
            return Err(refuse(format!("record `{}` is not given to {reviewer}", record.id)));
        }
        let value = match said.value {
            Value::Null => Value::Null,
            value => self.mode.accept(&record, field, &value).map_err(refuse)?,
        };
        let offered = seat.disputed.get(&record.id).and_then(|d| d.get(field));
        if self.mode.name() == "label"
            && let (Some(offered), Some(category)) = (offered, self.mode.category(&value))
            && !offered.contains(&category)
        {
            return Err(refuse(format!("`{category}` is none of the labels in dispute")));
        }
        let (id, field, item) = (record.id.clone(), field.clone(), record.hash());
        locked(&seat.ledger).act(Action { id, field, value, seconds: said.seconds, item, key: said.key })
    }

    /// Takes back a reviewer's last action; the place of its record.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn undo(&self, reviewer: &Reviewer, key: &str) -> Result<Option<usize>> {
        let seat = self.seat(reviewer)?;
        let id = locked(&seat.ledger).undo(key)?;
        Ok(id.and_then(|id| self.deck.find(&id)))
    }
}
