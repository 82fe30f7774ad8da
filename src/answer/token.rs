//! Splits a response into words, numbers and marks in one pass, with their classes.
//!
//! Case, plural *s*, number words, thousands separators, fullwidth forms, typographic quotes and LaTeX wrappers are
//! folded here, so that a response and an option text that mean the same have the same keys.

use super::vocabulary::{self as v, Class, Vocabulary};

/// One word, number, mark or line break, with its byte range in the text.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What it is.
    pub class: Class,
    /// What it is compared by: a folded word, a number's digits, or a mark's character.
    pub key: u64,
}

impl Token {
    /// Whether it has any of these classes.
    pub fn is(&self, class: Class) -> bool {
        self.class & class != 0
    }
    /// Whether it is this mark.
    pub fn mark(&self, c: char) -> bool {
        self.class & v::MARK != 0 && self.key == u64::from(c)
    }
}

/// The folded key of one word or number: exact up to eight bytes, hashed beyond.
pub fn key(word: &str) -> u64 {
    let mut out = Vec::new();
    tokenize(word, &Folder { bloom: 0, vocabulary: None }, &mut out);
    out.first().map_or(0, |t| t.key)
}

/// What the tokenizer knows about the words it meets.
pub struct Folder<'a> {
    /// One bit per key of a word that begins an option text.
    pub bloom: u64,
    /// The classes; `None` while the table itself is built.
    pub vocabulary: Option<&'a Vocabulary>,
}

/// The bit of a key in a bloom mask.
pub fn bloom_bit(key: u64) -> u64 {
    1 << (key.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 58)
}

const SPACE: u8 = 0;
const ALPHA: u8 = 1;
const DIGIT: u8 = 2;
const PUNCT: u8 = 3;
const BREAK: u8 = 4;
const WIDE: u8 = 5;

const KINDS: [u8; 256] = {
    let mut t = [PUNCT; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        t[i] = if b == b'\n' || b == b'\r' {
            BREAK
        } else if b <= b' ' || b == 127 {
            SPACE
        } else if b.is_ascii_alphabetic() {
            ALPHA
        } else if b.is_ascii_digit() {
            DIGIT
        } else if b >= 128 {
            WIDE
        } else {
            PUNCT
        };
        i += 1;
    }
    t
};

fn push_byte(key: u64, b: u8) -> u64 {
    key.rotate_left(8).wrapping_add(u64::from(b))
}

/// Left-over control tokens of chat templates; they carry nothing.
const RESIDUE: &[&str] = &[
    "<s>",
    "</s>",
    "<eoa>",
    "<eoe>",
    "<eos>",
    "<bos>",
    "<pad>",
    "<unk>",
    "<|im_end|>",
    "<|im_start|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|end|>",
    "<end_of_turn>",
    "<|assistant|>",
    "<|user|>",
    "[INST]",
    "[/INST]",
    "<image>",
    "<br>",
    "<br/>",
    "<b>",
    "</b>",
    "<strong>",
    "</strong>",
    "<p>",
    "</p>",
    "<0x0A>",
    "<|eos|>",
    "<end_of_utterance>",
    "<|begin_of_text|>",
];

/// LaTeX commands that only dress what they hold.
const DRESS: &[&str] = &[
    "text",
    "textbf",
    "textit",
    "textrm",
    "mathrm",
    "mathbf",
    "mathit",
    "rm",
    "bf",
    "left",
    "right",
    "displaystyle",
    "quad",
    "qquad",
    "frac",
    "dfrac",
    "tfrac",
    "large",
    "Large",
    "operatorname",
    "mbox",
    "bold",
    "bm",
    "mathsf",
    "big",
];

/// Splits `text`, appending to `out`. Linear in its length.
pub fn tokenize(text: &str, folder: &Folder, out: &mut Vec<Token>) {
    let bytes = text.as_bytes();
    let mut i = 0;
    let mut single_digits = false;
    while let Some(&b) = bytes.get(i) {
        match KINDS[usize::from(b)] {
            SPACE => i += 1,
            BREAK => {
                let start = i;
                while bytes.get(i).is_some_and(|&b| KINDS[usize::from(b)] == BREAK || KINDS[usize::from(b)] == SPACE) {
                    i += 1;
                }
                out.push(Token { start: start as u32, end: i as u32, class: v::NEWLINE | v::END, key: 10 });
            }
            ALPHA => i = word(text, bytes, i, folder, out),
            DIGIT => {
                i = if single_digits { digit(bytes, i, folder, out) } else { number(bytes, i, folder, out) };
                continue;
            }
            PUNCT => {
                if b == b'\\' {
                    let (next, frac) = command(text, bytes, i, folder, out);
                    i = next;
                    single_digits = frac;
                    continue;
                }
                i = punct(text, bytes, i, out);
            }
            _ => i = wide(text, i, folder, out),
        }
        single_digits = false;
    }
}

fn classify(key: u64, class: Class, folder: &Folder, start: usize, end: usize, out: &mut Vec<Token>) {
    let (mut key, mut class) = (key, class);
    if let Some(entry) = folder.vocabulary.and_then(|t| t.find(key)) {
        class |= entry.class;
        key = entry.alias;
    }
    if folder.bloom & bloom_bit(key) != 0 {
        class |= v::OPTION;
    }
    out.push(Token { start: start as u32, end: end as u32, class, key });
}

fn word(text: &str, bytes: &[u8], start: usize, folder: &Folder, out: &mut Vec<Token>) -> usize {
    plain_word(bytes, start, folder, out).unwrap_or_else(|| any_word(text, bytes, start, folder, out))
}

/// A word of any length, with apostrophes inside.
fn any_word(text: &str, bytes: &[u8], start: usize, folder: &Folder, out: &mut Vec<Token>) -> usize {
    let mut i = start;
    // Keys of the word without its last one and two bytes: what remains when a plural ending is cut.
    let (mut key, mut cut1, mut cut2) = (0u64, 0u64, 0u64);
    let mut tail = [0u8; 4];
    while let Some(&b) = bytes.get(i) {
        let kind = KINDS[usize::from(b)];
        if kind == ALPHA {
            let lower = b | 0x20;
            cut2 = cut1;
            cut1 = key;
            key = push_byte(key, lower);
            tail = [tail[1], tail[2], tail[3], lower];
            i += 1;
        } else if b == b'\'' && bytes.get(i + 1).is_some_and(u8::is_ascii_alphabetic) {
            key = push_byte(key, b'\'');
            tail = [0; 4];
            i += 1;
        } else if kind == WIDE {
            let rest = text.get(i..).unwrap_or("");
            let Some(c) = rest.chars().next() else { break };
            if c == '\u{2019}' && rest[3..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                key = push_byte(key, b'\'');
                tail = [0; 4];
                i += 3;
            } else if c.is_alphabetic() && !is_cjk(c) && !is_fullwidth(c) {
                return accented(text, start, folder, out);
            } else {
                break;
            }
        } else {
            break;
        }
    }
    let first = bytes.get(start).copied().unwrap_or(0);
    let upper = first.is_ascii_uppercase();
    if i - start == 1 {
        let class = v::LETTER | v::WORD | if upper { v::UPPER } else { 0 };
        classify(u64::from(first | 0x20), class, folder, start, i, out);
        return i;
    }
    if i - start > 3 && tail[3] == b's' {
        key = match (tail[1], tail[2]) {
            (_, b's' | b'u' | b'i' | 0) => key,
            (b'x' | b's', b'e') => cut2,
            (b'h', b'e') if matches!(tail[0], b'c' | b's') => cut2,
            _ => cut1,
        };
    }
    // "horse" and "horses" meet in what both have.
    if i - start > 3 && tail[2] == b's' && tail[3] == b'e' {
        key = cut1;
    }
    classify(key, v::WORD | if upper { v::CAPITAL } else { 0 }, folder, start, i, out);
    i
}

/// The common case: two to eight ASCII letters and then neither an apostrophe nor another letter. Eight letters fit one
/// key, so that case and plural are folded without a loop.
fn plain_word(bytes: &[u8], start: usize, folder: &Folder, out: &mut Vec<Token>) -> Option<usize> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    let raw = u64::from_be_bytes(*bytes.get(start..)?.first_chunk::<8>()?);
    // All eight bytes at once: the high bit of each byte of `letters` tells whether it is a letter.
    let lower = raw | (0x20 * EACH);
    let low = lower & !HIGH;
    let letters = (low + (0x80 - 0x61) * EACH) & !(low + (0x80 - 0x7b) * EACH) & !raw & HIGH;
    let length = (!letters & HIGH).leading_zeros() as usize / 8;
    let next = bytes.get(start + length);
    if length < 2 || next.is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'\'' | 128..)) {
        return None;
    }
    let mut key = lower >> (64 - 8 * length);
    if length > 3 {
        key = match key.to_be_bytes() {
            [.., _, b's' | b'u' | b'i', b's'] => key,
            [.., b'x' | b's', b'e', b's'] => key >> 16,
            [.., b'c' | b's', b'h', b'e', b's'] => key >> 16,
            [.., b's'] | [.., b's', b'e'] => key >> 8,
            _ => key,
        };
    }
    let upper = raw & (0x20 << 56) == 0;
    classify(key, v::WORD | if upper { v::CAPITAL } else { 0 }, folder, start, start + length, out);
    Some(start + length)
}

/// A word with letters beyond ASCII; folded character by character.
fn accented(text: &str, start: usize, folder: &Folder, out: &mut Vec<Token>) -> usize {
    let rest = text.get(start..).unwrap_or("");
    let mut key = 0;
    let mut end = start;
    let mut upper = false;
    for (offset, c) in rest.char_indices() {
        let apostrophe = (c == '\'' || c == '\u{2019}') && offset > 0;
        if apostrophe {
            if !rest[offset + c.len_utf8()..].starts_with(char::is_alphabetic) {
                break;
            }
        } else if !c.is_alphabetic() || is_cjk(c) || is_fullwidth(c) {
            break;
        }
        upper |= offset == 0 && c.is_uppercase();
        let mut buffer = [0; 4];
        for lower in c.to_lowercase() {
            let lower = if apostrophe { '\'' } else { lower };
            for &b in lower.encode_utf8(&mut buffer).as_bytes() {
                key = push_byte(key, b);
            }
        }
        end = start + offset + c.len_utf8();
    }
    if end == start {
        return start + rest.chars().next().map_or(1, char::len_utf8);
    }
    classify(key, v::WORD | if upper { v::CAPITAL } else { 0 }, folder, start, end, out);
    end
}

fn digit(bytes: &[u8], start: usize, folder: &Folder, out: &mut Vec<Token>) -> usize {
    let b = bytes.get(start).copied().unwrap_or(b'0');
    classify(u64::from(b), v::NUMBER, folder, start, start + 1, out);
    start + 1
}

fn number(bytes: &[u8], start: usize, folder: &Folder, out: &mut Vec<Token>) -> usize {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let group = |at: usize| is_digit(at) && is_digit(at + 1) && is_digit(at + 2) && !is_digit(at + 3);
    let mut key = 0;
    let mut i = start;
    while let Some(&b) = bytes.get(i) {
        if b.is_ascii_digit() || (b == b'.' && is_digit(i + 1)) {
            key = push_byte(key, b);
            i += 1;
        } else if b == b',' && group(i + 1) {
            i += 1;
        } else if b == b'{' && bytes.get(i..i + 3) == Some(b"{,}") && group(i + 3) {
            i += 3;
        } else {
            break;
        }
    }
    classify(key, v::NUMBER, folder, start, i, out);
    i
}

/// A backslash: `\boxed` and unknown commands are words, dressing and spacing disappear. The second value tells that
/// a `\frac` was read, whose digits stand alone (`\frac12` is 1 over 2).
fn command(text: &str, bytes: &[u8], start: usize, folder: &Folder, out: &mut Vec<Token>) -> (usize, bool) {
    let mut i = start + 1;
    while bytes.get(i).is_some_and(u8::is_ascii_alphabetic) {
        i += 1;
    }
    let name = text.get(start + 1..i).unwrap_or("");
    if name.is_empty() {
        // `\(`, `\[`, `\,`, `\\`; of a multi-byte character only the backslash is passed over.
        return (if bytes.get(i).is_some_and(u8::is_ascii) { i + 1 } else { i }, false);
    }
    // "\nAnswer" inside JSON that was not decoded: a line break, then a word.
    if let Some(rest) = name.strip_prefix('n').filter(|r| r.starts_with(|c: char| c.is_ascii_uppercase())) {
        let at = i - rest.len();
        out.push(Token { start: start as u32, end: at as u32, class: v::NEWLINE | v::END, key: 10 });
        return (at, false);
    }
    if name == "n" {
        out.push(Token { start: start as u32, end: i as u32, class: v::NEWLINE | v::END, key: 10 });
        return (i, false);
    }
    if name == "boxed" || name == "fbox" {
        out.push(Token { start: start as u32, end: i as u32, class: v::BOXED | v::COMMAND, key: 0 });
        return (i, false);
    }
    if DRESS.contains(&name) {
        return (i, name.ends_with("frac"));
    }
    let key = name.bytes().fold(0, push_byte);
    classify(key, v::COMMAND, &Folder { bloom: folder.bloom, vocabulary: None }, start, i, out);
    (i, false)
}

fn punct(text: &str, bytes: &[u8], start: usize, out: &mut Vec<Token>) -> usize {
    let b = bytes.get(start).copied().unwrap_or(b' ');
    let next = bytes.get(start + 1).copied();
    if b == b'<' || b == b'[' {
        let rest = text.get(start..).unwrap_or("");
        if let Some(found) = RESIDUE.iter().find(|r| rest.starts_with(**r)) {
            return start + found.len();
        }
    }
    if matches!(b, b'$' | b'~' | b'^') {
        return start + 1;
    }
    let mut class = v::MARK;
    match b {
        b'.' | b'!' | b'?' => {
            class |= v::SOFT;
            let closes = next
                .is_none_or(|n| n.is_ascii_whitespace() || matches!(n, b'"' | b'\'' | b'*' | b'<' | b')') || n >= 128);
            if closes {
                class |= v::END;
            }
        }
        b'+' | b'=' | b'<' | b'>' | b'%' => {}
        b'-' => {
            let after = start.checked_sub(1).and_then(|p| bytes.get(p)).is_some_and(u8::is_ascii_alphanumeric);
            if after || !next.is_some_and(|n| n.is_ascii_digit()) {
                class |= v::SOFT;
            }
        }
        _ => class |= v::SOFT,
    }
    out.push(Token { start: start as u32, end: start as u32 + 1, class, key: u64::from(b) });
    start + 1
}

fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}')
}

fn is_fullwidth(c: char) -> bool {
    matches!(c, '\u{FF01}'..='\u{FF5E}')
}

/// The ASCII mark that a typographic one stands for.
fn plain_mark(c: char) -> Option<char> {
    Some(match c {
        '。' | '．' | '…' => '.',
        '，' | '、' => ',',
        '：' => ':',
        '；' => ';',
        '（' => '(',
        '）' => ')',
        '【' | '［' | '「' | '『' | '《' => '[',
        '】' | '］' | '」' | '』' | '》' => ']',
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' => '\'',
        '—' | '–' | '−' | '‐' | '‑' => '-',
        '→' | '⇒' => ':',
        '！' => '!',
        '？' => '?',
        '＝' => '=',
        '•' | '·' | '●' => '*',
        '／' => '/',
        _ => return None,
    })
}

fn wide(text: &str, start: usize, folder: &Folder, out: &mut Vec<Token>) -> usize {
    let rest = text.get(start..).unwrap_or("");
    let Some(c) = rest.chars().next() else { return start + 1 };
    let end = start + c.len_utf8();
    if let Some(mark) = plain_mark(c) {
        let sentence = matches!(c, '。' | '！' | '？');
        let class = v::MARK | if sentence { v::END | v::SOFT } else { v::SOFT };
        out.push(Token { start: start as u32, end: end as u32, class, key: u64::from(mark) });
        return end;
    }
    if is_fullwidth(c) {
        let plain = char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(' ');
        if plain.is_ascii_alphabetic() {
            let class = v::LETTER | v::WORD | if plain.is_ascii_uppercase() { v::UPPER } else { 0 };
            classify(u64::from(plain.to_ascii_lowercase()), class, folder, start, end, out);
        } else if plain.is_ascii_digit() {
            classify(u64::from(plain), v::NUMBER, folder, start, end, out);
        } else {
            out.push(Token { start: start as u32, end: end as u32, class: v::MARK | v::SOFT, key: u64::from(plain) });
        }
        return end;
    }
    if is_cjk(c) {
        if let Some((phrase, class)) = folder.vocabulary.and_then(|t| t.phrase(c, rest)) {
            let end = start + phrase.len();
            let key = phrase.bytes().fold(0, push_byte);
            classify(key, class | v::WORD | v::CJK, folder, start, end, out);
            return end;
        }
        classify(u64::from(u32::from(c)) | 1 << 40, v::WORD | v::CJK, folder, start, end, out);
        return end;
    }
    if c.is_alphabetic() {
        return accented(text, start, folder, out);
    }
    if !c.is_whitespace() {
        // Symbols such as ① or × are compared as they are.
        classify(u64::from(u32::from(c)) | 1 << 41, 0, folder, start, end, out);
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<u64> {
        let mut out = Vec::new();
        tokenize(text, &Folder { bloom: 0, vocabulary: Some(Vocabulary::get()) }, &mut out);
        out.iter().filter(|t| !t.is(v::SOFT)).map(|t| t.key).collect()
    }

    #[test]
    fn spellings_of_one_thing_have_one_key() {
        for (a, b) in [
            ("Three Dogs", "3 dog"),
            ("boxes", "Box"),
            ("Horses", "horse"),
            ("glasses", "glass"),
            ("vases", "vase"),
            ("1,234.5", "1234.5"),
            ("65{,}000", "65000"),
            (r"$18\frac12$", r"\boxed{18\frac{1}{2}}"),
            (r"$8 \mathrm{~kg}$", "8 kg"),
            ("350.93K", "350.93 K"),
            ("don’t", "don't"),
            ("Ｃ", "c"),
            ("wine-glass", "wine glass"),
            ("**red**", "“red”"),
            ("B</s>", "b"),
        ] {
            let (mut a, b) = (keys(a), keys(b));
            a.retain(|&k| k != 0 || b.contains(&0));
            let b: Vec<u64> = b.into_iter().filter(|&k| k != 0).collect();
            let a: Vec<u64> = a.into_iter().filter(|&k| k != 0).collect();
            assert_eq!(a, b);
        }
        assert_ne!(keys("glass"), keys("glas"));
        assert_ne!(keys("-5"), keys("5"));
    }

    #[test]
    fn short_words_fold_as_long_ones_do() {
        for word in [
            "Dogs    ",
            "ab[     ",
            "ab@     ",
            "zz{     ",
            "Zz`     ",
            "AZaz    ",
            "abcdefghi",
            "abcdefg ",
            "ab\u{e9}defg",
            "Dogs",
            "glass",
            "boxes",
            "churches",
            "horse",
            "Horses",
            "is",
            "this",
            "bus",
            "buses",
            "wishes",
            "ABCDEFGH",
            "see",
            "these",
            "axis",
        ] {
            let mut out = Vec::new();
            any_word(word, word.as_bytes(), 0, &Folder { bloom: 0, vocabulary: None }, &mut out);
            assert_eq!(super::key(word), out[0].key, "{word}");
        }
    }

    #[test]
    fn any_bytes_are_split_without_loss_of_place() {
        for text in [
            "",
            "\\",
            "\\é",
            "é’",
            "a’",
            "（Ｃ）",
            "ответ: Б",
            "\u{0}\u{301}x",
            "정답은 B입니다",
            "<|im_end|",
            "1,",
            "{,}",
        ] {
            let mut out = Vec::new();
            tokenize(text, &Folder { bloom: 0, vocabulary: Some(Vocabulary::get()) }, &mut out);
            let mut at = 0;
            for t in out {
                assert!(t.start >= at && t.end > t.start, "{text:?}");
                assert!(text.get(t.start as usize..t.end as usize).is_some(), "{text:?}");
                at = t.end;
            }
        }
    }
}
