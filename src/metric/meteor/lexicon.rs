//! What the stages ask of a word, looked up once per word: its stem, its synonym sets, its number in the paraphrase table,
//! and whether it is a function word.

use super::Resources;
use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

/// Words known at once; beyond it the lexicon is forgotten, so that memory stays bounded on any corpus.
const MOST: usize = 1 << 19;

/// What is known of a word.
#[derive(Debug, Clone)]
pub struct Word {
    /// Number of its stem.
    pub stem: u32,
    /// Number in the paraphrase table.
    pub phrase: u32,
    /// It counts as a function word.
    pub function: bool,
    /// Numbers of its synonym sets.
    pub sets: Box<[u32]>,
}

/// The words met so far, numbered.
pub struct Lexicon {
    ids: FxHashMap<Box<str>, u32>,
    stems: FxHashMap<Box<str>, u32>,
    /// Numbers of the synonym sets that words met so far belong to.
    sets: FxHashMap<u32, u32>,
    words: Vec<Word>,
    stemmer: Stemmer,
}

impl Lexicon {
    /// An empty one.
    pub fn new() -> Lexicon {
        Lexicon {
            ids: FxHashMap::default(),
            stems: FxHashMap::default(),
            sets: FxHashMap::default(),
            words: Vec::new(),
            stemmer: Stemmer::create(Algorithm::English),
        }
    }

    /// Makes room where there are too many words. Numbers given before no longer hold.
    pub fn tidy(&mut self) {
        if self.words.len() > MOST {
            *self = Lexicon::new();
        }
    }

    /// The number of a word.
    pub fn id(&mut self, word: &str, resources: &Resources) -> u32 {
        if let Some(id) = self.ids.get(word) {
            return *id;
        }
        let stem = self.stemmer.stem(word);
        let next = self.stems.len() as u32;
        let stem = match self.stems.get(stem.as_ref()) {
            Some(known) => *known,
            None => *self.stems.entry(stem.as_ref().into()).or_insert(next),
        };
        let mut sets = resources.synonyms.as_ref().map(|s| s.of(word)).unwrap_or_default();
        for set in &mut sets {
            let next = self.sets.len() as u32;
            *set = *self.sets.entry(*set).or_insert(next);
        }
        let id = self.words.len() as u32;
        self.words.push(Word {
            stem,
            phrase: resources.paraphrases.as_ref().map_or(super::paraphrase::NONE, |p| p.word(word)),
            function: resources.function_words.contains(word),
            sets: sets.into(),
        });
        self.ids.insert(word.into(), id);
        id
    }

    /// What is known of the word of a number.
    pub fn word(&self, id: u32) -> Option<&Word> {
        self.words.get(id as usize)
    }

    /// Number of stems.
    pub fn stems(&self) -> usize {
        self.stems.len()
    }

    /// Number of synonym sets.
    pub fn sets(&self) -> usize {
        self.sets.len()
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }
}
