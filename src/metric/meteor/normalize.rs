//! METEOR 1.5's English text preparation (`-norm`): punctuation split off, quotes and dashes unified, contractions cut,
//! full stops kept with abbreviations, lower case. The passes and their order are the reference program's, as is what
//! looks odd: a pass never uses one character for two matches, so the second comma of `a,b,c` stays where it is.

use rustc_hash::FxHashMap;

/// When a word keeps the full stop after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefix {
    /// Always.
    Always,
    /// Before a number only.
    BeforeNumber,
}

/// Words that keep their full stop (`english.prefixes`).
#[derive(Debug, Clone, Default)]
pub struct Prefixes(FxHashMap<String, Prefix>);

impl Prefixes {
    /// Reads the list: one word a line, perhaps followed by `#NUMERIC_ONLY#`; lines that begin with `#` are comments.
    pub fn parse(text: &str) -> Prefixes {
        let mut out = FxHashMap::default();
        for line in text.lines() {
            let mut words = line.split_ascii_whitespace();
            let Some(word) = words.next().filter(|w| !w.starts_with('#')) else { continue };
            let kind = if words.next() == Some("#NUMERIC_ONLY#") { Prefix::BeforeNumber } else { Prefix::Always };
            out.insert(word.to_string(), kind);
        }
        Prefixes(out)
    }

    /// Prepares a text: its tokens, each followed or preceded by single spaces.
    pub fn normalize(&self, text: &str) -> String {
        let mut line = separate(text);
        let dots = line.contains("..");
        if dots {
            line = hide_dots(&line);
        }
        if line.contains(',') {
            let digit = |c: char| c.is_ascii_digit();
            line = around(&line, ',', " , ", |a, b| !digit(a) && !digit(b));
            line = around(&line, ',', " , ", |a, b| digit(a) && !digit(b));
            line = around(&line, ',', " , ", |a, b| !digit(a) && digit(b));
        }
        if line.contains(['`', '‘', '’']) {
            line = line.replace(['`', '‘', '’'], "'");
        }
        if line.contains("''") || line.contains(['“', '”']) {
            line = line.replace("''", " \" ").replace(['“', '”'], " \" ");
        }
        if line.contains('–') {
            line = line.replace('–', "-");
        }
        if line.contains("--") {
            line = line.replace("--", "-");
        }
        if line.contains('-') {
            line = around(&line, '-', " ", |a, b| (is_alnum(a) || a == '.') && is_alnum(b));
        }
        if line.contains('\'') {
            line = contractions(&line);
        }
        line = self.stops(&line);
        if dots {
            line = show_dots(&line);
        }
        // What stands between the tokens is one space each, if it is ASCII.
        if !line.is_ascii() {
            line = squeeze(&line);
        }
        line.trim_matches(|c: char| c <= ' ').to_lowercase()
    }

    /// Splits the full stop off a word unless the word is an abbreviation or the sentence goes on.
    fn stops(&self, line: &str) -> String {
        let mut out = String::with_capacity(line.len() + 16);
        let mut tokens = line.split_ascii_whitespace().peekable();
        while let Some(token) = tokens.next() {
            match token.strip_suffix('.').filter(|before| !before.is_empty()) {
                None => out.push_str(token),
                Some(before) if before.contains('.') && before.contains(is_alpha) => {
                    out.extend(token.chars().filter(|c| *c != '.'));
                }
                Some(before) => {
                    let next = tokens.peek().and_then(|t| t.as_bytes().first());
                    let kept = match self.0.get(before) {
                        Some(Prefix::Always) => true,
                        _ if next.is_some_and(u8::is_ascii_lowercase) => true,
                        Some(Prefix::BeforeNumber) => next.is_some_and(u8::is_ascii_digit),
                        None => false,
                    };
                    out.push_str(if kept { token } else { before });
                    if !kept {
                        out.push_str(" .");
                    }
                }
            }
            out.push(' ');
        }
        out
    }
}

/// The letters of the reference program: Latin and Cyrillic.
fn is_alpha(c: char) -> bool {
    match c {
        'A'..='Z' | 'a'..='z' => true,
        c if c.is_ascii() => false,
        'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ž' => true,
        '\u{400}'..='\u{527}' | '\u{a640}'..='\u{a66e}' | '\u{a67e}'..='\u{a697}' | '\u{1d00}'..='\u{1d7f}' => true,
        _ => false,
    }
}

fn is_alnum(c: char) -> bool {
    c.is_ascii_digit() || is_alpha(c)
}

/// Puts spaces around every character that is neither letter, digit, white space nor one of `.'`,-‘’`, and around the whole.
fn separate(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    out.push(' ');
    let mut copied = 0;
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'.' | b'\'' | b',' | b'-');
    let mut from = 0;
    while let Some(rest) = text.get(from..)
        && let Some(at) = rest.bytes().position(|b| !plain(b))
        && let Some(c) = rest.get(at..).and_then(|rest| rest.chars().next())
    {
        let at = from + at;
        from = at + c.len_utf8();
        if !is_alnum(c) && !matches!(c, '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '`' | '‘' | '’') {
            out.push_str(text.get(copied..at).unwrap_or(""));
            out.push(' ');
            out.push(c);
            out.push(' ');
            copied = from;
        }
    }
    out.push_str(text.get(copied..).unwrap_or(""));
    out.push(' ');
    out
}

const RUN: &str = "DOTMULTI";

/// Writes runs of full stops as words, so that no later pass takes them for ends of sentences.
fn hide_dots(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 16);
    let mut rest = line;
    while let Some(at) = rest.find("..") {
        let (before, run) = rest.split_at(at);
        let after = run.trim_start_matches('.');
        out.push_str(before);
        out.push(' ');
        // One DOT for each full stop after the first.
        (1..run.len() - after.len()).for_each(|_| out.push_str("DOT"));
        out.push_str(RUN);
        if !after.is_empty() {
            out.push(' ');
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Undoes [`hide_dots`].
fn show_dots(line: &str) -> String {
    let mut line = line.to_string();
    while line.contains("DOTDOTMULTI") {
        line = line.replace("DOTDOTMULTI", "DOTMULTI.");
    }
    line.replace(RUN, ".")
}

/// Replaces `mark` by `by` where it stands between two characters that `test` accepts. Matches do not overlap, from left to right.
fn around(line: &str, mark: char, by: &str, test: impl Fn(char, char) -> bool) -> String {
    let mut out = String::with_capacity(line.len() + 16);
    // Up to `copied` the line is in `out`; from `free` on its characters may be the first of a match.
    let (mut copied, mut free) = (0, 0);
    for (at, _) in line.match_indices(mark) {
        let before = line.get(free..at).and_then(|s| s.chars().next_back());
        let after = line.get(at + mark.len_utf8()..).and_then(|s| s.chars().next());
        if let (Some(a), Some(b)) = (before, after)
            && test(a, b)
        {
            out.push_str(line.get(copied..at).unwrap_or(""));
            out.push_str(by);
            copied = at + mark.len_utf8();
            free = copied + b.len_utf8();
        }
    }
    out.push_str(line.get(copied..).unwrap_or(""));
    out
}

fn contractions(line: &str) -> String {
    let line = around(line, '\'', " ' ", |a, b| !is_alpha(a) && !is_alpha(b));
    let line = around(&line, '\'', " ' ", |a, b| !is_alnum(a) && is_alpha(b));
    let line = around(&line, '\'', " ' ", |a, b| is_alpha(a) && !is_alpha(b));
    let line = around(&line, '\'', " '", |a, b| is_alpha(a) && is_alpha(b));
    around(&line, '\'', " '", |a, b| a.is_ascii_digit() && b == 's')
}

/// Makes one space of any run of blanks between others.
fn squeeze(line: &str) -> String {
    let blank = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}');
    let mut out = String::with_capacity(line.len());
    for run in line.split(blank).filter(|run| !run.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(run);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `edu.cmu.meteor.util.Normalizer en true` prints for these lines, lower-cased.
    #[test]
    fn lines_as_the_reference_prepares_them() {
        let prefixes = Prefixes::parse("# titles\nDr\nNo #NUMERIC_ONLY#\n\n");
        for (text, want) in [
            ("Hello, world!", "hello , world !"),
            ("a,b,c 1,000 x,1", "a , b,c 1,000 x , 1"),
            ("It's the dogs' 1990's don't 'quoted'", "it 's the dogs ' 1990 's don 't ' quoted '"),
            ("Dr. Who met No. 5. End.", "dr. who met no. 5 . end ."),
            ("e.g. this, the U.S.A. and etc. so", "eg this , the usa and etc. so"),
            ("Wait... what.. ok.", "wait ... what .. ok ."),
            ("state-of-the-art 1-2 -x x- a--b –", "state of the art 1 2 -x x- a b -"),
            ("“double” ``x'' ‘y’", "\" double \" \" x \" ' y '"),
            ("x/y (z) [w] a&b 5%", "x / y ( z ) [ w ] a & b 5 %"),
            ("", ""),
        ] {
            assert_eq!(prefixes.normalize(text), want, "{text}");
        }
    }
}
