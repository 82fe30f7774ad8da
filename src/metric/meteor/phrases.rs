//! The phrases of the paraphrase table that stand in a text.

use super::lexicon::Lexicon;
use super::lists::Lists;
use super::paraphrase::{NONE, Paraphrases};
use rustc_hash::FxHashMap;

/// Continuations known at once; beyond it the book is forgotten, so that memory stays bounded on any corpus.
const MOST: usize = 1 << 19;

/// The phrases met so far, numbered. The table is far larger than what a corpus uses of it, and looking into it is slow
/// for that reason alone.
pub struct Book {
    /// The phrase that a phrase becomes by one more word of the table; [`NONE`] where the table has none. The phrase
    /// without words is number 0.
    longer: FxHashMap<(u32, u32), u32>,
    /// Node in the table, by number.
    nodes: Vec<u32>,
    /// Number by node.
    numbers: FxHashMap<u32, u32>,
}

impl Default for Book {
    fn default() -> Self {
        Book { longer: FxHashMap::default(), nodes: vec![0], numbers: FxHashMap::default() }
    }
}

impl Book {
    /// Makes room where there are too many phrases. Numbers given before no longer hold.
    pub fn tidy(&mut self) {
        if self.longer.len() > MOST {
            *self = Book::default();
        }
    }

    /// Number of phrases.
    fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A phrase's node in the table.
    fn node(&self, phrase: u32) -> u32 {
        self.nodes.get(phrase as usize).copied().unwrap_or(NONE)
    }

    /// The phrase of a node, where it was met.
    fn phrase(&self, node: u32) -> Option<u32> {
        self.numbers.get(&node).copied()
    }

    fn longer(&mut self, phrase: u32, word: u32, table: &Paraphrases) -> u32 {
        if let Some(known) = self.longer.get(&(phrase, word)) {
            return *known;
        }
        let node = table.child(self.node(phrase), word);
        let mut number = NONE;
        if node != NONE {
            number = self.nodes.len() as u32;
            self.nodes.push(node);
            self.numbers.insert(node, number);
        }
        self.longer.insert((phrase, word), number);
        number
    }
}

/// Bits of [`Phrases::filter`].
const FILTER: usize = 1 << 14;

/// A node's bit.
fn bit(node: u32) -> (usize, u64) {
    (node as usize % FILTER / 64, 1 << (node % 64))
}

/// The phrases of a text.
pub struct Phrases {
    /// Number and place of each, from left to right.
    all: Vec<(u32, u32)>,
    /// The places of a phrase.
    places: Lists,
    /// A bit for all nodes that share their last bits: it tells most nodes that do not stand in the text.
    filter: [u64; FILTER / 64],
    words: Vec<u32>,
}

impl Default for Phrases {
    fn default() -> Self {
        Phrases { all: Vec::new(), places: Lists::default(), filter: [0; FILTER / 64], words: Vec::new() }
    }
}

impl Phrases {
    /// Finds those of a text, given by the numbers of its words.
    pub fn find(&mut self, words: &[u32], lexicon: &Lexicon, table: &Paraphrases, book: &mut Book) {
        self.all.clear();
        self.words.clear();
        self.words.extend(words.iter().map(|w| lexicon.word(*w).map_or(NONE, |w| w.phrase)));
        for at in 0..words.len() {
            let mut phrase = 0;
            for (word, length) in self.words.get(at..).unwrap_or_default().iter().zip(1..) {
                phrase = if *word == NONE { NONE } else { book.longer(phrase, *word, table) };
                if phrase == NONE {
                    break;
                }
                self.all.push((phrase, pack(at, length)));
            }
        }
        self.places.clear(book.len());
        self.filter.fill(0);
        for (phrase, place) in &self.all {
            self.places.push(*phrase, *place);
            let (at, bit) = bit(book.node(*phrase));
            self.filter.get_mut(at).into_iter().for_each(|word| *word |= bit);
        }
    }

    /// The phrase of a node, where it stands in the text.
    fn there(&self, node: u32, book: &Book) -> Option<u32> {
        let (at, bit) = bit(node);
        let maybe = self.filter.get(at).is_some_and(|word| word & bit != 0);
        if maybe { book.phrase(node).filter(|phrase| self.places.has(*phrase)) } else { None }
    }
}

/// Which phrases of one text are paraphrases of those of the other.
#[derive(Default)]
pub struct Hits {
    hits: Lists,
    seen: Lists,
}

impl Hits {
    /// For every phrase of a text (`here`), the places where one of its paraphrases stands in the other (`there`): calls
    /// `found` with both places, first words and lengths.
    pub fn rewrites(
        &mut self,
        here: &Phrases,
        there: &Phrases,
        table: &Paraphrases,
        book: &Book,
        mut found: impl FnMut((u32, u16), (u32, u16)),
    ) {
        let Hits { hits, seen } = self;
        hits.clear(book.len());
        seen.clear(book.len());
        for &(phrase, place) in &here.all {
            // Which paraphrases of this phrase stand there is asked once per phrase.
            if !seen.has(phrase) {
                seen.push(phrase, 0);
                let targets = table.targets(book.node(phrase)).iter();
                targets.filter_map(|node| there.there(*node, book)).for_each(|target| hits.push(phrase, target));
            }
            for target in hits.of(phrase) {
                there.places.of(target).for_each(|other| found(unpack(place), unpack(other)));
            }
        }
    }
}

/// A place and a length in one number: phrases of the table have at most a handful of words.
fn pack(at: usize, length: u16) -> u32 {
    (at as u32) << 6 | u32::from(length.min(63))
}

fn unpack(place: u32) -> (u32, u16) {
    (place >> 6, (place & 63) as u16)
}
