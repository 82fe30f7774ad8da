//! A picture's two prints: of its bytes and of its looks.
//!
//! The perceptual hash is the gradient hash of 16 × 16 cells (256 bits) by the crate `image_hasher`: neighboring cells
//! of the shrunken grey picture are compared. A drawn box, another size, another JPEG quality change few bits; another
//! photo about half of them.

use crate::draw::codec::{self, Fault};
use image::RgbImage;
use image_hasher::{HashAlg, Hasher, HasherConfig};
use serde::{Deserialize, Serialize};

/// Words of a perceptual hash.
const WORDS: usize = 4;
/// Pictures are shrunk to this side by averaging before they are hashed: the hasher's own filter then has little to do.
const SHRUNK: u32 = 128;

/// Two pictures whose hashes differ in at most so many of 256 bits are taken for one. On the photos of the tests, copies
/// with a box, at half the size or at JPEG quality 60 differ in at most 22, and different photos in at least 89.
pub const NEAR: u32 = 30;

/// A perceptual hash of 256 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Look([u64; WORDS]);

impl Look {
    /// Bits that differ.
    pub fn distance(&self, other: &Look) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a ^ b).count_ones()).sum()
    }

    /// Whether the two pictures are one to the eye ([`NEAR`]). Two that show next to nothing are not.
    pub fn near(&self, other: &Look) -> bool {
        self.distance(other) <= NEAR && self.telling() && other.telling()
    }

    /// Whether the hash tells which picture it is of. A picture of one color, or one gradient, has nearly no bit set,
    /// or nearly all, and resembles every other such picture.
    pub fn telling(&self) -> bool {
        let set: u32 = self.0.iter().map(|w| w.count_ones()).sum();
        (NEAR..=64 * WORDS as u32 - NEAR).contains(&set)
    }
}

impl From<Look> for String {
    fn from(look: Look) -> Self {
        look.0.iter().map(|w| format!("{w:016x}")).collect()
    }
}

impl TryFrom<String> for Look {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let mut words = [0; WORDS];
        for (i, word) in words.iter_mut().enumerate() {
            *word = text
                .get(16 * i..16 * i + 16)
                .filter(|_| text.len() == 16 * WORDS)
                .and_then(|part| u64::from_str_radix(part, 16).ok())
                .ok_or_else(|| format!("`{text}` is no perceptual hash of {} hexadecimal digits", 16 * WORDS))?;
        }
        Ok(Look(words))
    }
}

/// Both prints of a picture file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Print {
    /// BLAKE3 of its bytes.
    pub bytes: blake3::Hash,
    /// How it looks.
    pub look: Look,
}

/// Computes perceptual hashes; one serves any number of pictures and threads.
pub struct Looker(Hasher);

impl Default for Looker {
    fn default() -> Self {
        Looker(HasherConfig::new().hash_alg(HashAlg::Gradient).hash_size(16, 16).to_hasher())
    }
}

impl Looker {
    /// The perceptual hash of pixels.
    pub fn look(&self, picture: &RgbImage) -> Look {
        let small = if picture.width() > SHRUNK && picture.height() > SHRUNK {
            self.0.hash_image(&image::imageops::thumbnail(picture, SHRUNK, SHRUNK))
        } else {
            self.0.hash_image(picture)
        };
        let mut words = [0u64; WORDS];
        for (i, byte) in small.as_bytes().iter().enumerate() {
            if let Some(word) = words.get_mut(i / 8) {
                *word |= u64::from(*byte) << (8 * (i % 8));
            }
        }
        Look(words)
    }

    /// Both prints of a file's bytes.
    ///
    /// # Errors
    /// When they are no picture that can be decoded.
    pub fn print(&self, bytes: &[u8]) -> Result<Print, Fault> {
        Ok(Print { bytes: blake3::hash(bytes), look: self.look(&codec::upright(bytes)?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::boxes;
    use crate::draw::palette::Paint;
    use crate::model::geom::BBox;
    use crate::model::settings::PictureFormat;
    use image::imageops::FilterType;

    #[test]
    fn hashes_are_read_back() {
        let look = Look([1, 2, u64::MAX, 0xabc]);
        assert_eq!(Look::try_from(String::from(look)), Ok(look));
        assert!(Look::try_from("12".to_string()).is_err());
        assert_eq!(look.distance(&Look([0; 4])), 1 + 1 + 64 + 7);
    }

    /// Real photos: copies stay near, others are far.
    #[test]
    fn copies_are_near_and_other_photos_are_far() {
        let Some(shared) = std::env::var_os("GROUNDLINE_SHARED") else {
            eprintln!("skipped: GROUNDLINE_SHARED is not set");
            return;
        };
        let folder = std::path::Path::new(&shared).join("data/photos/flickr30k/flickr30k-images");
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        assert!(files.len() > 30);
        let looker = Looker::default();
        let (mut looks, mut farthest) = (Vec::new(), 0);
        for file in &files {
            let bytes = std::fs::read(file).unwrap();
            let picture = codec::upright(&bytes).unwrap();
            let look = looker.look(&picture);
            let (w, h) = picture.dimensions();
            let mut boxed = picture.clone();
            boxes::draw(
                &mut boxed,
                &[(BBox::try_from([w / 5, h / 4, w / 2, h / 2]).unwrap(), Paint::Solid([255, 0, 0]))],
            );
            let small = image::imageops::resize(&picture, w / 2, h / 2, FilterType::Triangle);
            let coarse = codec::upright(&codec::encode(&picture, PictureFormat::Jpeg, 60).unwrap()).unwrap();
            for copy in [&boxed, &small, &coarse] {
                farthest = farthest.max(look.distance(&looker.look(copy)));
            }
            looks.push(look);
        }
        let mut nearest = u32::MAX;
        for (i, a) in looks.iter().enumerate() {
            for b in looks.iter().skip(i + 1) {
                nearest = nearest.min(a.distance(b));
            }
        }
        eprintln!("copies differ in at most {farthest} bits, other photos in at least {nearest}");
        assert!(farthest < 25 && nearest > 60, "{farthest} {nearest}");
    }
}
