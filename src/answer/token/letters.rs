//! Where words end, found for many bytes at once: reading a word does not wait for the one before it.

/// Bytes of a window.
pub(super) const WINDOW: usize = 64;

/// Which of the 64 bytes from `at` on are ASCII letters: bit i stands for byte `at + i`.
pub(super) fn window(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or(&[]);
    match rest.first_chunk() {
        Some(chunk) => of_chunk(chunk),
        None => {
            let mut padded = [0; WINDOW];
            padded.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            of_chunk(&padded)
        }
    }
}

fn of_chunk(chunk: &[u8; WINDOW]) -> u64 {
    let eights = chunk.as_chunks::<8>().0.iter().enumerate();
    eights.fold(0, |all, (i, eight)| all | of_eight(u64::from_le_bytes(*eight)) << (8 * i))
}

/// Eight bytes at once: the high bit of each byte of `letters` tells whether it is one; then the bits move together.
fn of_eight(raw: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    let low = (raw | (0x20 * EACH)) & !HIGH;
    let letters = (low + (0x80 - 0x61) * EACH) & !(low + (0x80 - 0x7b) * EACH) & !raw & HIGH;
    (letters >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_shows_the_letters() {
        let mut text: Vec<u8> = (0..=255).collect();
        text.extend(b"words and @[`{ words".repeat(11));
        text.extend([b'x'; 200]);
        for at in 0..text.len() + 3 {
            let bits = window(&text, at);
            for i in 0..WINDOW {
                let letter = text.get(at + i).is_some_and(u8::is_ascii_alphabetic);
                assert_eq!(bits >> i & 1 == 1, letter, "byte {i} from {at} on");
            }
        }
    }
}
