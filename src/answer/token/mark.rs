//! ASCII marks: which end a sentence, which stand between the words of an option.

use super::super::vocabulary as v;
use super::{Splitter, Token};

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

impl Splitter<'_> {
    pub(super) fn punct(&mut self, start: usize) -> usize {
        let b = self.bytes.get(start).copied().unwrap_or(b' ');
        let next = self.bytes.get(start + 1).copied();
        if b == b'<' || b == b'[' {
            let rest = self.text.get(start..).unwrap_or("");
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
                let closes = next.is_none_or(|n| {
                    n.is_ascii_whitespace() || matches!(n, b'"' | b'\'' | b'*' | b'<' | b')') || n >= 128
                });
                if closes {
                    class |= v::END;
                }
            }
            b'+' | b'=' | b'<' | b'>' | b'%' => {}
            b'-' => {
                let after = start.checked_sub(1).and_then(|p| self.bytes.get(p)).is_some_and(u8::is_ascii_alphanumeric);
                if after || !next.is_some_and(|n| n.is_ascii_digit()) {
                    class |= v::SOFT;
                }
            }
            _ => class |= v::SOFT,
        }
        self.push(Token { start: start as u32, end: start as u32 + 1, class, key: u64::from(b) });
        start + 1
    }
}
