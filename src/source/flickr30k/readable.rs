//! Captions as people write them, out of captions as parsers split them: Penn Treebank spacing, brackets and quotes
//! undone, HTML entities decoded, white space made single. Every token's place in the readable text is kept.

use std::borrow::Cow;
use std::ops::Range;

/// How a token sits beside its neighbors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Glue {
    /// A space on both sides.
    None,
    /// No space before it.
    Left,
    /// No space after it.
    Right,
}

/// The readable text of some tokens, and the byte range of each in it. The range of a token that leaves nothing
/// (a lone `&nbsp;`) is empty.
pub(super) fn join(tokens: &[&str]) -> (String, Vec<Range<usize>>) {
    let tokens: Vec<Cow<str>> = tokens.iter().map(|t| plain(t)).collect();
    let glue = glue(&tokens);
    let mut text = String::new();
    let mut open = false;
    let mut ranges = Vec::with_capacity(tokens.len());
    for (token, glue) in tokens.iter().zip(glue) {
        if !token.is_empty() {
            if !text.is_empty() && !open && glue != Glue::Left {
                text.push(' ');
            }
            open = glue == Glue::Right;
        }
        let start = text.len();
        text.push_str(quote(token));
        ranges.push(start..text.len());
    }
    (text, ranges)
}

/// The readable form of a caption without markup.
pub(super) fn readable(caption: &str) -> String {
    join(&caption.split_whitespace().collect::<Vec<_>>()).0
}

/// A placed quote.
fn quote(token: &str) -> &str {
    match token {
        "``" | "''" => "\"",
        "`" => "'",
        other => other,
    }
}

/// One token in plain writing.
fn plain(token: &str) -> Cow<'_, str> {
    let bracket = match token {
        "-LRB-" | "-lrb-" => "(",
        "-RRB-" | "-rrb-" => ")",
        "-LSB-" | "-lsb-" => "[",
        "-RSB-" | "-rsb-" => "]",
        "-LCB-" | "-lcb-" => "{",
        "-RCB-" | "-rcb-" => "}",
        // Quotes keep their side until they are placed.
        "``" | "''" | "`" | "'" => return Cow::Borrowed(token),
        _ if token.contains(['&', '\\', '\u{feff}', '\u{200b}']) || token.chars().any(char::is_control) => {
            let decoded = decode(token).replace("\\/", "/").replace("\\*", "*");
            let visible = |c: char| if c.is_control() { ' ' } else { c };
            let clean: String =
                decoded.chars().filter(|c| !matches!(c, '\u{feff}' | '\u{200b}')).map(visible).collect();
            return Cow::Owned(clean.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        _ => token,
    };
    Cow::Borrowed(bracket)
}

/// Decodes HTML entities, also twice-encoded ones (`&amp;quot;`); an unknown one stays as it is.
fn decode(text: &str) -> String {
    let mut text = text.to_string();
    for _ in 0..3 {
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some((before, from)) = rest.split_once('&') {
            out.push_str(before);
            match from.split_once(';').and_then(|(name, after)| entity(name).map(|c| (c, after))) {
                Some((c, after)) => {
                    out.push(c);
                    rest = after;
                }
                None => {
                    out.push('&');
                    rest = from;
                }
            }
        }
        out.push_str(rest);
        if out == text {
            break;
        }
        text = out;
    }
    text
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']).map(|h| u32::from_str_radix(h, 16));
        return char::from_u32(hex.unwrap_or_else(|| number.parse()).ok()?);
    }
    const NAMES: [(&str, char); 18] = [
        ("amp", '&'),
        ("quot", '"'),
        ("apos", '\''),
        ("lt", '<'),
        ("gt", '>'),
        ("nbsp", '\u{a0}'),
        ("ndash", '–'),
        ("mdash", '—'),
        ("lsquo", '‘'),
        ("rsquo", '’'),
        ("ldquo", '“'),
        ("rdquo", '”'),
        ("hellip", '…'),
        ("deg", '°'),
        ("frac12", '½'),
        ("eacute", 'é'),
        ("egrave", 'è'),
        ("ntilde", 'ñ'),
    ];
    NAMES.iter().find(|(n, _)| *n == name).map(|(_, c)| *c)
}

/// Decides each token's spacing, and turns split quotes into plain ones on the way.
fn glue(tokens: &[Cow<str>]) -> Vec<Glue> {
    let mut glue = Vec::with_capacity(tokens.len());
    let (mut double, mut single) = (false, false);
    for (i, token) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|p| tokens.get(p)).map_or("", |t| t.as_ref());
        let after = tokens.get(i + 1).map_or("", |t| t.as_ref());
        let next = match token.as_ref() {
            "." | "," | ";" | ":" | "!" | "?" | "%" | ")" | "]" | "}" | "..." | ".." | "…" => Glue::Left,
            "(" | "[" | "{" | "$" => Glue::Right,
            "#" if after.starts_with(|c: char| c.is_ascii_digit()) => Glue::Right,
            "``" => {
                double = true;
                Glue::Right
            }
            "''" => {
                double = false;
                Glue::Left
            }
            // Inches: `a 6 " pipe`.
            "\"" if !double && before.ends_with(|c: char| c.is_ascii_digit()) && !has(tokens, i, "\"") => Glue::Left,
            "\"" => {
                double = !double;
                if double { Glue::Right } else { Glue::Left }
            }
            "`" => {
                single = true;
                Glue::Right
            }
            "'" if single => {
                single = false;
                Glue::Left
            }
            // A plural's possessive, a dropped letter (`goin '`), or else an opening quote.
            "'" if before.ends_with(['s', 'S']) || !has(tokens, i, "'") => Glue::Left,
            "'" => {
                single = true;
                Glue::Right
            }
            other => match other.to_ascii_lowercase().as_str() {
                "'s" | "'re" | "'ve" | "'ll" | "'d" | "'m" | "n't" => Glue::Left,
                "na" if matches!(before.to_ascii_lowercase().as_str(), "gon" | "wan") => Glue::Left,
                "ta" if before.eq_ignore_ascii_case("got") => Glue::Left,
                // Quotes inside an unsplit token (`"South`).
                _ => {
                    double ^= other.matches('"').count() % 2 == 1;
                    Glue::None
                }
            },
        };
        glue.push(next);
    }
    glue
}

/// Whether the token comes again after position `i`.
fn has(tokens: &[Cow<str>], i: usize, token: &str) -> bool {
    tokens.iter().skip(i + 1).any(|t| t == token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn treebank_spacing_is_undone() {
        for (split, want) in [
            ("Two men , one in gray , are here .", "Two men, one in gray, are here."),
            ("A man 's dog is n't wet .", "A man's dog isn't wet."),
            ("The players ' hands", "The players' hands"),
            ("A sign reads `` Stop '' .", "A sign reads \"Stop\"."),
            ("A sign reads \" Go home \" in red .", "A sign reads \"Go home\" in red."),
            ("A boy -LRB- left -RRB- and a dog -lsb- right -rsb- .", "A boy (left) and a dog [right]."),
            ("He costs $ 5 or 50 % of # 23 !", "He costs $5 or 50% of #23!"),
            ("A 6 \" pipe .", "A 6\" pipe."),
            ("A ` cool ' hat", "A 'cool' hat"),
            ("They are goin ' home", "They are goin' home"),
            ("I 'm gon na go", "I'm gonna go"),
            ("  double   space\there ", "double space here"),
            ("either\\/or", "either/or"),
        ] {
            assert_eq!(readable(split), want);
        }
    }

    #[test]
    fn html_entities_are_decoded_also_twice_encoded_ones() {
        assert_eq!(readable("R&amp;B &quot; soul &quot; &#39;s &#x41; &amp;amp; &eacute;"), "R&B \"soul\"'s A & é");
        assert_eq!(readable("AT&T &bogus; &#xFFFFFFFF; &"), "AT&T &bogus; &#xFFFFFFFF; &");
        assert_eq!(readable("a&nbsp;b &nbsp; c"), "a b c");
    }

    #[test]
    fn readable_text_stays_as_it_is() {
        for text in [
            "A woman's \"Lotos.\" bag, isn't it (so)?",
            "A t-shirt - red - and the '50s.",
            "The 30's \"South Pacific\".",
        ] {
            assert_eq!(readable(text), text);
        }
    }

    fn token() -> impl Strategy<Value = String> {
        let fixed = [
            "\"", "``", "''", "'", "`", ".", ",", "-LRB-", "-RRB-", "'s", "n't", "$", "#", "&amp;", "&nbsp;", "5", "é",
        ];
        prop_oneof![proptest::sample::select(fixed.to_vec()).prop_map(str::to_string), "[a-zA-Z&;\"'é]{1,6}"]
    }

    proptest! {
        #[test]
        fn every_range_holds_its_token_and_only_spaces_are_between(tokens in proptest::collection::vec(token(), 0..20)) {
            let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
            let (text, ranges) = join(&tokens);
            prop_assert_eq!(ranges.len(), tokens.len());
            let mut end = 0;
            for (token, range) in tokens.iter().zip(&ranges) {
                prop_assert!(text[end..range.start].trim().is_empty() || range.is_empty());
                let plain = plain(token);
                prop_assert_eq!(&text[range.clone()], quote(&plain));
                end = range.end;
            }
            prop_assert_eq!(end, text.len());
            prop_assert!(!text.contains("  ") && text.trim() == text);
        }

        #[test]
        fn no_text_panics(text in "\\PC*") {
            readable(&text);
        }
    }
}
