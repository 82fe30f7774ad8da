//! Box colors by the name that a question uses. Red and green come first, as in the paper; the others are for
//! questions about red or green things.

/// How a box is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// One color, red, green and blue in `0..=255`, between two thin lines of [`contrast`].
    Solid([u8; 3]),
    /// Alternating black and white.
    Dashed,
}

/// The name of the line that has no hue, for when every color is asked about.
pub const DASHED: &str = "black-and-white dashed";

/// All box colors in order of preference.
pub const PALETTE: &[(&str, Paint)] = &[
    ("red", Paint::Solid([255, 0, 0])),
    ("green", Paint::Solid([0, 190, 0])),
    ("blue", Paint::Solid([0, 70, 255])),
    ("yellow", Paint::Solid([255, 225, 0])),
    ("orange", Paint::Solid([255, 135, 0])),
    ("purple", Paint::Solid([130, 0, 200])),
    ("cyan", Paint::Solid([0, 225, 235])),
    ("magenta", Paint::Solid([255, 0, 200])),
    (DASHED, Paint::Dashed),
];

/// The names of the colors in order of preference, without [`DASHED`].
pub const NAMES: &[&str] = &["red", "green", "blue", "yellow", "orange", "purple", "cyan", "magenta"];

/// The paint of that name.
pub fn paint(name: &str) -> Option<Paint> {
    PALETTE.iter().find(|(n, _)| *n == name).map(|(_, paint)| *paint)
}

/// Black beside light colors and white beside dark ones, so that a line shows on any background:
/// where the color drowns, its outline does not.
pub fn contrast([r, g, b]: [u8; 3]) -> [u8; 3] {
    let luma = 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
    if luma > 140_000 { [0; 3] } else { [255; 3] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn red_and_green_come_first_and_names_are_unique() {
        assert_eq!((PALETTE[0].0, PALETTE[1].0), ("red", "green"));
        for (i, (name, p)) in PALETTE.iter().enumerate() {
            assert_eq!(paint(name), Some(*p));
            assert!(PALETTE.iter().skip(i + 1).all(|(other, q)| other != name && q != p));
        }
        assert_eq!(paint("plaid"), None);
        let names: Vec<&str> = PALETTE.iter().map(|(name, _)| *name).filter(|name| *name != DASHED).collect();
        assert_eq!(names, NAMES);
    }

    #[test]
    fn an_outline_is_far_from_its_color() {
        for (name, p) in PALETTE {
            if let Paint::Solid(c) = p {
                let far: i32 = c.iter().zip(contrast(*c)).map(|(a, b)| (i32::from(*a) - i32::from(b)).abs()).sum();
                assert!(far >= 300, "{name}");
            }
        }
    }
}
