//! The offered options, folded once per item so that they can be looked for in any number of responses.

use super::token::{Folder, Token, bloom_bits, tokenize};
use super::vocabulary::{self as v, Vocabulary};

/// Most options that an item may have (letters A to Z).
pub const MOST: usize = 26;

/// The options of one item.
#[derive(Debug, Clone)]
pub struct Options {
    /// Folded words of each option, in the order offered.
    words: Vec<Vec<u64>>,
    /// Option indices, longest text first: "dark red" is tried before "red".
    longest_first: Vec<u8>,
    bloom: u64,
    /// Option texts carry their own letters: "Box A", "A is closer".
    pub self_named: bool,
    /// Some option text carries another option's letter: "moves to C." under A.
    pub alien_letters: bool,
    /// The options whose text is yes (or true) and no (or false), when they are the whole offer.
    pub verdict: Option<(u8, u8)>,
    /// The option that says "none of the above".
    pub none: Option<u8>,
    /// The option that says "cannot be determined".
    pub unknown: Option<u8>,
    /// Options that are a bare number, in digits or as a word.
    pub numeric: u32,
}

fn significant(t: &Token) -> bool {
    let ends = t.is(v::MARK) && t.is(v::END);
    !ends && !t.is(v::SOFT | v::NEWLINE | v::ARTICLE)
}

/// Whether a token is the letter A or I used as a word, told by what follows.
pub(crate) fn is_article(tokens: &[Token], at: usize) -> bool {
    let Some(t) = tokens.get(at) else { return false };
    if !t.is(v::ARTICLE | v::SELF) {
        return false;
    }
    if !t.is(v::LETTER) {
        return true;
    }
    if !t.is(v::ARTICLE) && !t.is(v::UPPER) {
        return false;
    }
    tokens.get(at + 1).is_some_and(|n| {
        n.is(v::WORD | v::NUMBER | v::OPTION)
            && !n.is(v::CJK)
            && (!n.is(v::FOLLOW) || !t.is(v::ARTICLE) && !n.is(v::COPULA | v::AND | v::OR | v::BECAUSE))
            && !(n.is(v::LETTER) && n.is(v::UPPER))
    })
}

impl Options {
    /// Folds option texts; those beyond [`MOST`] are not offered under a letter and are left out.
    pub fn new<S: AsRef<str>>(choices: &[S]) -> Options {
        let folder = Folder { bloom: 0, vocabulary: Vocabulary::get() };
        let mut out = Options {
            words: Vec::new(),
            longest_first: Vec::new(),
            bloom: 0,
            self_named: false,
            alien_letters: false,
            verdict: None,
            none: None,
            unknown: None,
            numeric: 0,
        };
        let offered = choices.len().min(MOST);
        let (mut yes, mut no, mut own) = (None, None, 0);
        for (index, choice) in choices.iter().take(MOST).enumerate() {
            let mut tokens = Vec::new();
            tokenize(choice.as_ref(), 0..choice.as_ref().len(), &folder, &mut tokens);
            let mut words = Vec::new();
            let mut named = 0u32;
            for (at, t) in tokens.iter().enumerate() {
                let lettered = t.is(v::LETTER) && t.is(v::UPPER) && !is_article(&tokens, at);
                if lettered {
                    named |= letter_bit(t.key, offered);
                }
                if lettered || (significant(t) && !is_article(&tokens, at)) {
                    words.push(t.key);
                }
            }
            own += usize::from(named & (1 << index) != 0);
            out.alien_letters |= named & !(1 << index) != 0;
            let only = if words.len() == 1 { tokens.iter().find(|t| significant(t)) } else { None };
            if let Some(t) = only {
                let text = choice.as_ref().trim().to_ascii_lowercase();
                if t.is(v::YES) || text == "true" {
                    yes = Some(index as u8);
                } else if t.is(v::NO) || text == "false" {
                    no = Some(index as u8);
                }
                if t.is(v::NUMBER | v::WRITTEN) {
                    out.numeric |= 1 << index;
                }
            }
            let none = tokens.iter().position(|t| t.is(v::NONE));
            if none.is_some_and(|at| at == 0 && words.len() <= 6) && !tokens.first().is_some_and(|t| t.is(v::NO)) {
                out.none = Some(index as u8);
            }
            let denied = tokens.iter().any(|t| t.is(v::NEG | v::HARD));
            if denied && tokens.iter().any(|t| t.is(v::KNOW)) || tokens.first().is_some_and(|t| t.is(v::HARD)) {
                out.unknown = Some(index as u8);
            }
            if let Some(&first) = words.first() {
                out.bloom |= bloom_bits(first);
            }
            out.words.push(words);
        }
        if let (Some(yes), Some(no)) = (yes, no)
            && offered <= 3
        {
            out.verdict = Some((yes, no));
        }
        out.self_named = own * 2 > offered;
        out.longest_first = (0..out.words.len() as u8).collect();
        out.longest_first.sort_by_key(|&i| std::cmp::Reverse(out.words[usize::from(i)].len()));
        out
    }

    /// How many options there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether nothing is offered.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The folder for responses to this item.
    pub fn folder(&self) -> Folder<'static> {
        Folder { bloom: self.bloom, vocabulary: Vocabulary::get() }
    }

    /// The longest option whose text stands at token `at`, and the token after it. Articles, quotes, markdown and
    /// LaTeX dressing between its words are passed over; line breaks end it.
    pub fn text_at(&self, tokens: &[Token], at: usize) -> Option<(u8, usize)> {
        if !tokens.get(at)?.is(v::OPTION) || is_article(tokens, at) {
            return None;
        }
        self.longest_first.iter().find_map(|&index| {
            let words = self.words.get(usize::from(index))?;
            let end = matches_at(words, tokens, at)?;
            Some((index, end))
        })
    }
}

fn letter_bit(key: u64, offered: usize) -> u32 {
    match key.checked_sub(u64::from(b'a')) {
        Some(i) if (i as usize) < offered => 1 << i,
        _ => 0,
    }
}

fn matches_at(words: &[u64], tokens: &[Token], at: usize) -> Option<usize> {
    let mut next = at;
    for (n, &word) in words.iter().enumerate() {
        loop {
            let t = tokens.get(next)?;
            let article = t.is(v::LETTER) && t.is(v::ARTICLE) && !t.is(v::UPPER);
            if t.key == word && !t.is(v::SOFT | v::NEWLINE) && !article {
                break;
            }
            if n == 0 || t.is(v::NEWLINE) || !(t.is(v::SOFT | v::ARTICLE)) {
                return None;
            }
            next += 1;
        }
        next += 1;
    }
    (!words.is_empty()).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(options: &[&str], text: &str) -> Vec<u8> {
        let options = Options::new(options);
        let mut tokens = Vec::new();
        tokenize(text, 0..text.len(), &options.folder(), &mut tokens);
        let mut out = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            match options.text_at(&tokens, at) {
                Some((index, end)) => {
                    out.push(index);
                    at = end;
                }
                None => at += 1,
            }
        }
        out
    }

    #[test]
    fn the_longest_text_wins_and_words_are_whole() {
        assert_eq!(found(&["red", "dark red"], "It is dark red, not red."), [1, 0]);
        assert_eq!(found(&["cat", "dog"], "A caterpillar on a hotdog"), [0u8; 0]);
        assert_eq!(found(&["a dog", "two dogs"], "Two dogs and the dog"), [1, 0]);
        assert_eq!(found(&["Three", "Four"], "There are 3 of them"), [0]);
        assert_eq!(found(&[r"$\frac{1}{2}$", r"$18\frac{1}{2}$"], r"\boxed{18\frac12}"), [1]);
    }

    #[test]
    fn what_the_offer_is_like_is_known() {
        assert!(Options::new(&["Box A", "Box B"]).self_named);
        assert!(Options::new(&["A is closer", "B is closer"]).self_named);
        assert!(Options::new(&["moves to C.", "moves to D.", "stays at B."]).alien_letters);
        assert_eq!(Options::new(&["Yes", "No"]).verdict, Some((0, 1)));
        assert_eq!(Options::new(&["a cat", "none of the above"]).none, Some(1));
        assert_eq!(Options::new(&["1", "cannot be determined"]).unknown, Some(1));
        assert!(!Options::new(&["A man", "A dog"]).self_named);
    }
}
