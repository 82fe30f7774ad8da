//! Where a JSON value ends, found without parsing it.

/// Where the scan of one value stands.
#[derive(Default)]
pub(super) struct Scan {
    depth: u32,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// Number of bytes up to and with the value's last one; `None` when it goes on after these.
    pub fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut i = 0;
        while let Some(&b) = bytes.get(i) {
            if self.escaped {
                self.escaped = false;
                i += 1;
                continue;
            }
            if self.in_string {
                // What comes before a quote or a backslash is text.
                i += memchr::memchr2(b'"', b'\\', bytes.get(i..)?)?;
                if bytes.get(i) == Some(&b'\\') {
                    self.escaped = true;
                } else {
                    self.in_string = false;
                    if self.depth == 0 {
                        return Some(i + 1);
                    }
                }
                i += 1;
                continue;
            }
            match b {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                // A scalar ends before what follows it.
                b'}' | b']' | b',' if self.depth == 0 => return Some(i),
                b'}' | b']' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Some(i + 1);
                    }
                }
                _ if self.depth == 0 && b.is_ascii_whitespace() => return Some(i),
                _ => {}
            }
            i += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_it_ends_however_it_is_cut() {
        for text in [r#"{"a": "]}\\\"", "b\\\\": ["x", 1]}, 2"#, r#""a\"b\\", 3"#, "12 , 3", r#"["\\"]"#] {
            let bytes = text.as_bytes();
            let whole = Scan::default().end(bytes);
            assert!(
                whole.is_some_and(|end| serde_json::from_slice::<serde_json::Value>(&bytes[..end]).is_ok()),
                "{text}"
            );
            for cut in 0..whole.unwrap() {
                let mut scan = Scan::default();
                assert_eq!(scan.end(&bytes[..cut]), None, "{text} cut at {cut}");
                assert_eq!(scan.end(&bytes[cut..]).map(|end| cut + end), whole, "{text} cut at {cut}");
            }
        }
    }
}
