//! Base64 (RFC 4648, with padding), for pictures in data URLs.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |w, b| w << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let index = (word >> (18 - 6 * place) & 63) as usize;
            let kept = place <= chunk.len();
            out.push(if kept { char::from(*ALPHABET.get(index).unwrap_or(&b'A')) } else { '=' });
        }
    }
    out
}

/// Decodes text, white space and missing padding allowed; `None` where a character is not of the alphabet or the
/// length cannot be.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut word, mut bits) = (0u32, 0u32);
    let mut ended = false;
    for byte in text.bytes().filter(|b| !b.is_ascii_whitespace()) {
        if byte == b'=' {
            ended = true;
            continue;
        }
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        if ended {
            return None;
        }
        word = word << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((word >> bits) as u8);
            word &= (1 << bits) - 1;
        }
    }
    (bits < 6).then_some(out)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_vectors_of_the_rfc() {
        for (text, want) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(super::encode(text.as_bytes()), want);
            assert_eq!(super::decode(want).as_deref(), Some(text.as_bytes()));
            assert_eq!(super::decode(want.trim_end_matches('=')).as_deref(), Some(text.as_bytes()));
        }
        assert_eq!(super::decode("Zm9v\nYmFy").as_deref(), Some(&b"foobar"[..]));
        for bad in ["Z", "Zm9v!", "Zg==Zg"] {
            assert_eq!(super::decode(bad), None, "{bad}");
        }
    }
}
