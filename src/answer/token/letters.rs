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
    let letters = chunk.map(|b| u8::from((b | 0x20).wrapping_sub(b'a') < 26));
    // The lowest bit of eight bytes moves into one.
    let eights = letters.as_chunks::<8>().0.iter().enumerate();
    eights.fold(0, |all, (i, eight)| {
        all | u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * i)
    })
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
