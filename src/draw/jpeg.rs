//! The few facts of a JPEG file that its decoder does not tell: whether it is whole and how many channels it has.

/// What the header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    /// Number of components: 1 grey, 3 color, 4 CMYK.
    pub components: u8,
    /// Whether the end-of-image marker follows the first scan. A decoder that tolerates faults fills the rest of a
    /// truncated picture with grey, and a question about a grey patch has no answer.
    pub whole: bool,
    /// Bytes up to the first scan's data, which is all that a decoder reads to tell size and orientation.
    pub head: usize,
}

/// Walks the marker segments up to the first scan; `None` when they are broken.
pub(super) fn header(bytes: &[u8]) -> Option<Header> {
    let mut at = 2;
    let mut components = None;
    loop {
        let marker = bytes.get(at..at + 2)?;
        let code = match marker {
            [0xFF, 0xFF] => {
                at += 1;
                continue;
            }
            [0xFF, code] => *code,
            _ => return None,
        };
        // TEM and the restart markers stand alone; every other marker has a length.
        if code == 0x01 || (0xD0..=0xD8).contains(&code) {
            at += 2;
            continue;
        }
        let length = bytes.get(at + 2..at + 4)?;
        let length = usize::from(u16::from_be_bytes([*length.first()?, *length.get(1)?]));
        // Start-of-frame markers, without DHT (C4), JPG (C8) and DAC (CC).
        if (0xC0..=0xCF).contains(&code) && ![0xC4, 0xC8, 0xCC].contains(&code) {
            components = bytes.get(at + 9).copied();
        }
        if code == 0xDA {
            // Inside a scan every FF is followed by 00 or a restart marker, so this finds the real end.
            let whole = memchr::memmem::find(bytes.get(at..)?, &[0xFF, 0xD9]).is_some();
            return Some(Header { components: components?, whole, head: at + 2 + length });
        }
        at += 2 + length;
    }
}
