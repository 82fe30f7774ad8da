//! Text that training programs would take for something else: `<image>` becomes a picture, `</s>` ends the turn,
//! `ASSISTANT:` begins one. A space keeps such text text.

use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Tags (`<image>`, `</s>`, `<|im_end|>`, `<<SYS>>`, …), Llama's brackets, and the role words that LLaVA splits at.
/// The tokenizers differ, so everything that has the shape of a tag counts.
static SPECIAL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"<[/|<]?[A-Za-z][^<>\s]{0,60}>|\[/?INST\]|\b(?:USER|ASSISTANT|SYSTEM):|#{3,}").ok());

/// Whether a special token may be in a text: each has one of these characters, and most texts have none.
fn suspect(text: &str) -> bool {
    memchr::memchr3(b'<', b'[', b'#', text.as_bytes()).is_some() || memchr::memchr(b':', text.as_bytes()).is_some()
}

/// The first special token in a text.
pub fn special(text: &str) -> Option<&str> {
    if !suspect(text) {
        return None;
    }
    SPECIAL.as_ref().and_then(|r| r.find(text)).map(|m| m.as_str())
}

/// The text with a space in every special token, by which it is none: `< image>`, `[ INST]`, `USER :`, `# # #`.
pub fn plain(text: &str) -> Cow<'_, str> {
    let Some(special) = SPECIAL.as_ref().filter(|_| suspect(text)) else { return Cow::Borrowed(text) };
    special.replace_all(text, |found: &regex::Captures<'_>| {
        let token = found.get(0).map_or("", |m| m.as_str());
        match token.strip_suffix(':') {
            Some(role) => format!("{role} :"),
            None if token.starts_with('#') => vec!["#"; token.len()].join(" "),
            None => token.replace('<', "< ").replace('[', "[ "),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_tokens_become_text() {
        for (text, want) in [
            ("an <image> and </s>", "an < image> and < /s>"),
            ("<|im_end|>", "< |im_end|>"),
            ("<ref-object> <<SYS>>", "< ref-object> < < SYS>>"),
            ("[INST] x [/INST]", "[ INST] x [ /INST]"),
            ("no. ASSISTANT: yes", "no. ASSISTANT : yes"),
            ("#### Human", "# # # # Human"),
        ] {
            assert!(special(text).is_some(), "{text}");
            assert_eq!(plain(text), want);
            assert_eq!(special(&plain(text)), None, "{text}");
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in ["2 < 3 > 1", "a <- b", "the user: me", "x # y", "<3", "e-mail <a b>"] {
            assert!(matches!(plain(text), Cow::Borrowed(t) if t == text), "{text}");
        }
    }
}
