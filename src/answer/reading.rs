//! A response split into tokens, with its sentences and lines.

use super::listing::listed;
use super::options::Options;
use super::token::{Token, tokenize};
use super::vocabulary::{self as v, Class};
use std::cell::OnceCell;

/// No sentence is longer: models that repeat themselves without end must not make reading quadratic.
const SENTENCE: usize = 200;
/// No run of marks matters beyond.
pub(super) const MARKS: usize = 16;

/// Tokens that a search for a class looks at or passes over together.
const BLOCK: usize = 8;

fn blocks(tokens: &[Token]) -> Vec<Class> {
    let all = |tokens: &[Token]| tokens.iter().fold(0, |all, t| all | t.class);
    let (blocks, rest) = tokens.as_chunks::<BLOCK>();
    let mut out = Vec::with_capacity(blocks.len() + 1);
    out.extend(blocks.iter().map(|block| all(block)));
    out.push(all(rest));
    out
}

/// A response being read.
pub struct Reading<'a> {
    /// The text that is read: the response, without its thinking.
    pub text: &'a str,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// What is offered.
    pub options: &'a Options,
    /// All classes that occur, so that a rule without its cue returns at once.
    pub seen: Class,
    /// All classes of each [`BLOCK`] tokens.
    blocks: OnceCell<Vec<Class>>,
    lists: OnceCell<Vec<(usize, usize)>>,
}

impl<'a> Reading<'a> {
    /// Splits `text`.
    pub fn new(text: &'a str, options: &'a Options) -> Reading<'a> {
        Reading::end(text, 0, options)
    }

    /// Splits the end of `text`, from byte `at` on.
    pub fn end(text: &'a str, at: usize, options: &'a Options) -> Reading<'a> {
        let mut tokens = Vec::with_capacity((text.len() - at) / 4 + 8);
        let seen = tokenize(text, at..text.len(), &options.folder(), &mut tokens);
        Reading { text, tokens, options, seen, blocks: OnceCell::new(), lists: OnceCell::new() }
    }

    /// Splits what stands before the end that was read, which begins at byte `at` with a line or sentence.
    pub fn complete(&mut self, at: usize) {
        let mut tokens = Vec::with_capacity(self.text.len() / 4 + 8);
        self.seen |= tokenize(self.text, 0..at, &self.options.folder(), &mut tokens);
        tokens.append(&mut self.tokens);
        self.tokens = tokens;
        self.blocks.take();
        self.lists.take();
    }

    fn blocks(&self) -> &[Class] {
        self.blocks.get_or_init(|| blocks(&self.tokens))
    }

    /// The tokens with any of these classes, in order.
    pub fn with(&self, class: Class) -> impl Iterator<Item = usize> {
        let holding = self.blocks().iter().enumerate().filter(move |(_, block)| *block & class != 0);
        holding.flat_map(|(block, _)| block * BLOCK..(block + 1) * BLOCK).filter(move |&at| self.is(at, class))
    }

    /// The tokens with any of these classes, the last first.
    pub fn back(&self, class: Class) -> impl Iterator<Item = usize> {
        let (blocks, mut at) = (self.blocks(), self.tokens.len());
        std::iter::from_fn(move || {
            while let Some(&block) = blocks.get(at.checked_sub(1)? / BLOCK) {
                let first = (at - 1) / BLOCK * BLOCK;
                if block & class != 0 {
                    let held = self.tokens.get(first..at)?.iter().rposition(|t| t.is(class));
                    if let Some(offset) = held {
                        at = first + offset;
                        return Some(at);
                    }
                }
                at = first;
            }
            None
        })
    }

    /// Token ranges in which the options are listed and nothing is stated.
    pub fn lists(&self) -> &[(usize, usize)] {
        self.lists.get_or_init(|| listed(self))
    }

    /// Whether the token at `at` has any of these classes.
    pub fn is(&self, at: usize, class: Class) -> bool {
        self.tokens.get(at).is_some_and(|t| t.is(class))
    }

    /// The text of the token at `at`; empty where there is none.
    pub fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).and_then(|t| self.text.get(t.start as usize..t.end as usize)).unwrap_or("")
    }

    /// Whether the token at `at` is this mark.
    pub fn mark(&self, at: usize, c: char) -> bool {
        self.tokens.get(at).is_some_and(|t| t.mark(c))
    }

    /// Byte range of tokens `first..end`.
    pub fn span(&self, first: usize, end: usize) -> (usize, usize) {
        let start = self.tokens.get(first).map_or(self.text.len(), |t| t.start as usize);
        let stop = end.checked_sub(1).and_then(|e| self.tokens.get(e)).map_or(start, |t| t.end as usize);
        (start, stop.max(start))
    }

    /// The token after quotes, brackets and markdown from `at` on.
    pub fn skip_soft(&self, mut at: usize) -> usize {
        while self.tokens.get(at).is_some_and(|t| t.is(v::SOFT) && !t.is(v::END) && !t.mark(',')) {
            at += 1;
        }
        at
    }

    /// The token after an article at `at`.
    pub fn skip_article(&self, at: usize) -> usize {
        if self.is(at, v::ARTICLE) { at + 1 } else { at }
    }

    /// First token of the sentence that holds `at`.
    pub fn sentence_start(&self, at: usize) -> usize {
        let least = at.saturating_sub(SENTENCE);
        let before = self.tokens.get(least..at).unwrap_or(&[]);
        before.iter().rposition(|t| t.is(v::END)).map_or(least, |end| least + end + 1)
    }

    /// The token that ends the sentence holding `at` (its full stop or line break), or the number of tokens.
    pub fn sentence_end(&self, at: usize) -> usize {
        let most = self.tokens.len().min(at + SENTENCE);
        let rest = self.tokens.get(at..most).unwrap_or(&[]);
        at + rest.iter().position(|t| t.is(v::END)).unwrap_or(rest.len())
    }

    /// Whether any of `first..end` has one of these classes.
    pub fn any(&self, first: usize, end: usize, class: Class) -> bool {
        self.seen & class != 0 && self.tokens.get(first..end).is_some_and(|ts| ts.iter().any(|t| t.is(class)))
    }

    /// Whether the sentence holding `at` is a question.
    pub fn asks(&self, at: usize) -> bool {
        self.mark(self.sentence_end(at), '?')
    }

    pub(super) fn touches(&self, at: usize) -> bool {
        match (self.tokens.get(at), self.tokens.get(at + 1)) {
            (Some(a), Some(b)) => a.end == b.start,
            _ => false,
        }
    }

    /// Whether `at` is the first token of its line, markdown and numbering aside.
    pub fn line_starts(&self, mut at: usize) -> bool {
        let least = at.saturating_sub(MARKS);
        while let Some(before) = at.checked_sub(1) {
            let Some(t) = self.tokens.get(before) else { return true };
            if t.is(v::NEWLINE) {
                return true;
            }
            if !(t.mark('*') || t.mark('-') || t.mark('#') || t.mark('(') || t.mark('"') || t.mark('>') || t.mark('['))
            {
                return false;
            }
            if before <= least && before > 0 {
                return false;
            }
            at = before;
        }
        true
    }

    /// The token after list bullets and markdown at the beginning of a line.
    pub fn skip_open(&self, mut at: usize) -> usize {
        while self.mark(at, '*') || self.mark(at, '-') || self.mark(at, '#') || self.mark(at, '>') {
            at += 1;
        }
        at
    }

    /// Whether only marks, fillers and line breaks stand in `from..to`.
    pub fn blank(&self, from: usize, to: usize) -> bool {
        self.tokens
            .get(from..to.min(self.tokens.len()))
            .is_none_or(|ts| ts.iter().all(|t| t.is(v::SOFT | v::NEWLINE) || t.mark('<') || t.mark('>')))
    }
}
