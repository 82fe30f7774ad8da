//! The text preparation of VQAonline's evaluation: words as NLTK's `word_tokenize` cuts them, lower case, tokens that are
//! one punctuation mark dropped, joined by single spaces.
//!
//! Sentence ends matter only for the full stop, which leaves its word at the end of a sentence and stays with it elsewhere.
//! NLTK decides that with a trained model; here an abbreviation list and the next word decide, which agrees on all but
//! rare abbreviations.

/// Words that keep their full stop inside a sentence. NLTK's model was trained on newspapers: it does not know "e.g." or
/// "etc.", and so they are missing here.
const ABBREVIATIONS: &[&str] = &[
    "a.d", "a.m", "adm", "aug", "ave", "bros", "c", "co", "col", "corp", "ct", "d", "d.c", "dec", "dr", "e", "f",
    "feb", "ft", "g", "gen", "h", "ill", "inc", "jan", "jr", "k", "l", "lt", "ltd", "m", "maj", "messrs", "mr", "mrs",
    "ms", "n", "n.y", "nov", "oct", "p", "p.m", "ph.d", "prof", "r", "rep", "reps", "s", "sen", "sep", "sept", "sr",
    "st", "t", "u.k", "u.n", "u.s", "u.s.a", "v", "va", "vs", "w",
];

/// Words that begin a sentence when they stand in capitals after an abbreviation.
const STARTERS: &[&str] = &[
    "a", "after", "all", "also", "an", "and", "any", "as", "at", "because", "before", "both", "but", "by", "do",
    "each", "even", "for", "from", "he", "here", "how", "however", "if", "in", "is", "it", "its", "my", "no", "not",
    "on", "once", "one", "or", "our", "she", "since", "so", "some", "that", "the", "their", "then", "there", "these",
    "they", "this", "those", "to", "we", "what", "when", "where", "which", "while", "with", "you", "your",
];

/// Prepares a text.
pub fn prepare(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut chunks = text.split_whitespace().peekable();
    let mut ended = true;
    while let Some(chunk) = chunks.next() {
        let next = chunks.peek().copied();
        if chunk.bytes().all(|b| b.is_ascii_alphanumeric() || b >= 0x80) && !chunk.contains(is_mark) {
            word(chunk, &mut out);
            ended = false;
        } else {
            // A quotation mark opens after a space or at the start of a sentence, not at the start of a line.
            let from = chunk.as_ptr() as usize - text.as_ptr() as usize;
            let opens = ended || text.get(..from).is_some_and(|before| before.ends_with(' '));
            let stop = ends_sentence(chunk, next);
            cut(chunk, opens, stop, &mut out);
            ended = stop || chunk.trim_end_matches(is_closer).ends_with(['?', '!']);
        }
    }
    out
}

/// The first bytes of a text, at most so many, cut between characters.
pub fn head(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}

/// Non-ASCII characters that are tokens of their own.
fn is_mark(c: char) -> bool {
    matches!(c, '«' | '“' | '‘' | '„' | '»' | '”' | '’' | '\u{2012}'..='\u{2015}')
}

/// What may stand between a sentence's full stop and its end.
fn is_closer(c: char) -> bool {
    matches!(c, ']' | ')' | '}' | '>' | '"' | '\'' | '»' | '”' | '’')
}

/// Whether the chunk's last full stop ends a sentence. `next` is the chunk that follows.
fn ends_sentence(chunk: &str, next: Option<&str>) -> bool {
    let Some(before) = chunk.trim_end_matches(is_closer).strip_suffix('.') else { return false };
    let Some(next) = next else { return true };
    let core =
        before.trim_start_matches(['(', '"', '`', '{', '[', ':', ';', '&', '#', '*', '@', ')', '}', ']', '-', ',']);
    let lower = core.to_lowercase();
    let known = |word: &str| ABBREVIATIONS.binary_search(&word).is_ok();
    let abbreviation = known(&lower) || lower.rsplit('-').next().is_some_and(known);
    let initial = core.chars().count() == 1 && core.chars().all(char::is_alphabetic);
    if !abbreviation && !initial {
        return true;
    }
    let capital = next.chars().next().is_some_and(char::is_uppercase);
    let word = next.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let starts = capital && STARTERS.binary_search(&word.as_str()).is_ok();
    // An initial stands before a name.
    if abbreviation { starts } else { starts || !capital }
}

/// Adds a token in lower case, unless it is a single punctuation mark.
fn token(text: &str, out: &mut String) {
    if text.is_empty() || text.len() == 1 && text.bytes().all(|b| b.is_ascii_punctuation()) {
        return;
    }
    if !out.is_empty() {
        out.push(' ');
    }
    if text.is_ascii() {
        out.extend(text.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        out.push_str(&text.to_lowercase());
    }
}

/// Cuts a chunk between white space into tokens. `opens_quote` says whether a quotation mark at its start opens a quotation,
/// `ends` whether its full stop ends a sentence.
fn cut(chunk: &str, opens_quote: bool, ends: bool, out: &mut String) {
    // Where the sentence's full stop stands, if it leaves its word: after something that is no full stop.
    let stop = ends
        .then(|| chunk.trim_end_matches(is_closer).len() - 1)
        .filter(|at| chunk.get(..*at).is_some_and(|before| !before.is_empty() && !before.ends_with('.')));
    let mut from = 0;
    let mut at = 0;
    let mut before: Option<char> = None;
    while let Some(c) = chunk.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = chunk.get(at..).unwrap_or("");
        let run = |of: char| rest.len() - rest.trim_start_matches(of).len();
        let opens = before.map_or(opens_quote, |b| matches!(b, '(' | '[' | '{' | '<' | '«' | '“' | '‘' | '„' | '`'));
        let quotes = if opens { "``" } else { "''" };
        let after = rest.chars().nth(1);
        let (length, as_token) = match c {
            '`' => (run('`'), None),
            '"' => (1, Some(quotes)),
            '\'' if rest.starts_with("''") => (2, Some(quotes)),
            '\'' if quote_opens(before, rest) => (1, None),
            ':' | ',' if !after.is_some_and(|a| a.is_ascii_digit()) => (1, None),
            '.' if run('.') > 1 => (run('.'), None),
            '.' if stop == Some(at) => (1, None),
            ';' | '@' | '#' | '$' | '%' | '&' | '?' | '!' | '*' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' => {
                (1, None)
            }
            '-' if rest.starts_with("--") => (2, None),
            c if is_mark(c) => (c.len_utf8(), None),
            c => {
                at += c.len_utf8();
                before = Some(c);
                continue;
            }
        };
        word(chunk.get(from..at).unwrap_or(""), out);
        token(as_token.or(rest.get(..length)).unwrap_or(""), out);
        at += length;
        from = at;
        before = chunk.get(..at).and_then(|s| s.chars().next_back());
    }
    word(chunk.get(from..).unwrap_or(""), out);
}

/// Whether a single quote opens a quotation: nothing of a word before it, a word after it that is no clitic.
fn quote_opens(before: Option<char>, rest: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    if before.is_some_and(in_word) {
        return false;
    }
    let after = rest.get(1..).unwrap_or("");
    let end = after.find(|c: char| !in_word(c)).unwrap_or(after.len());
    let word = after.get(..end).unwrap_or("");
    !word.is_empty()
        && !["re", "ve", "ll", "m", "t", "s", "d", "n"].iter().any(|clitic| word.eq_ignore_ascii_case(clitic))
}

/// Adds a piece without punctuation around it, cut at its clitic (`do n't`, `it 's`) or contraction (`can not`).
fn word(piece: &str, out: &mut String) {
    const CONTRACTIONS: [(&str, usize); 10] = [
        ("cannot", 3),
        ("d'ye", 1),
        ("gimme", 3),
        ("gonna", 3),
        ("gotta", 3),
        ("lemme", 3),
        ("more'n", 4),
        ("wanna", 3),
        ("'tis", 2),
        ("'twas", 2),
    ];
    let mut at = None;
    if piece.contains('\'') {
        let tail = |n: usize, tails: &[&str]| {
            let at = piece.len().checked_sub(n)?;
            let (head, tail) = (piece.get(..at)?, piece.get(at..)?);
            (!head.is_empty() && !head.ends_with('\'') && tails.contains(&tail)).then_some(at)
        };
        at = tail(1, &["'"])
            .or_else(|| tail(2, &["'s", "'S", "'m", "'M", "'d", "'D"]))
            .or_else(|| tail(3, &["'ll", "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T"]));
    }
    let at = at.or_else(|| {
        let known = (4..=6).contains(&piece.len());
        known.then(|| CONTRACTIONS.iter().find(|(c, _)| c.eq_ignore_ascii_case(piece)).map(|c| c.1)).flatten()
    });
    let (head, tail) = piece.split_at_checked(at.unwrap_or(piece.len())).unwrap_or((piece, ""));
    token(head, out);
    token(tail, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::testing::golden_lines;

    #[test]
    fn words_as_nltk_cuts_them() {
        for (text, want) in [
            ("It's 7.4%, isn't it?", "it 's 7.4 is n't it"),
            ("The dogs' \"toys\" (new).", "the dogs `` toys '' new"),
            ("He said 'hello' and left... 1,000 men", "he said hello and left ... 1,000 men"),
            ("Dr. Smith cannot go, e.g. to Rome. He'll stay.", "dr. smith can not go e.g to rome he 'll stay"),
            (
                "J. Doe of the U.S. said so. (The U.S. That is.) I don't.",
                "j. doe of the u.s. said so the u.s that is i do n't",
            ),
            ("x--y a-b “ok” – done", "x -- y a-b “ ok ” – done"),
            ("from 1/x^2. then 4. Next", "from 1/x^2 then 4 next"),
            ("", ""),
        ] {
            assert_eq!(prepare(text), want, "{text}");
        }
    }

    #[test]
    fn lists_are_sorted() {
        assert!(ABBREVIATIONS.is_sorted() && STARTERS.is_sorted());
    }

    #[test]
    fn golden_texts_are_prepared_alike() {
        let (Some(pairs), Some(prepared)) = (golden_lines("pairs.jsonl"), golden_lines("vqaonline.jsonl")) else {
            return;
        };
        let (mut same, mut all) = (0, 0);
        for row in &prepared {
            let pair = pairs.iter().find(|p| p["id"] == row["id"]).unwrap();
            for side in ["candidate", "reference"] {
                all += 1;
                let (got, want) = (prepare(pair[side].as_str().unwrap()), row[side].as_str().unwrap());
                if got == want {
                    same += 1;
                } else {
                    println!("{} {}:\n  {}\n  got  {got}\n  want {want}", row["id"], row["tag"], pair[side]);
                }
            }
        }
        println!("{same} of {all}");
        assert!(all > 200 && same == all);
    }
}
