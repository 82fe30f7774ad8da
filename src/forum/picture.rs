//! One picture of a question: bytes in any format in, PNG out.

use crate::draw::codec::{Fault, encode, upright_within};
use crate::model::settings::PictureFormat;

/// A picture as it goes into a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Png {
    /// The file.
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Converts a picture: upright, 8-bit RGB, transparency laid on white, of an animation the first frame. One with more
/// than `most` pixels is refused before any is made.
///
/// # Errors
/// A named [`Fault`].
pub fn convert(bytes: &[u8], most: u64) -> Result<Png, Fault> {
    let picture = upright_within(bytes, most)?;
    let (width, height) = picture.dimensions();
    Ok(Png { bytes: encode(&picture, PictureFormat::Png, 100)?, width, height })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{DynamicImage, ImageFormat, RgbImage};
    use std::io::Cursor;

    #[test]
    fn formats_become_png_and_bombs_are_refused() {
        let picture = DynamicImage::ImageRgb8(RgbImage::from_pixel(40, 30, image::Rgb([200, 10, 10])));
        for format in [ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::Bmp, ImageFormat::WebP, ImageFormat::Png] {
            let mut bytes = Cursor::new(Vec::new());
            picture.write_to(&mut bytes, format).unwrap();
            let png = convert(bytes.get_ref(), 1_200).unwrap();
            assert_eq!((png.width, png.height), (40, 30), "{format:?}");
            assert!(png.bytes.starts_with(b"\x89PNG"));
            assert_eq!(convert(bytes.get_ref(), 1_199).unwrap_err().reason(), "picture_too_large");
        }
        let deep = DynamicImage::ImageRgba16(DynamicImage::ImageRgb8(picture.to_rgb8()).to_rgba16());
        let mut bytes = Cursor::new(Vec::new());
        deep.write_to(&mut bytes, ImageFormat::Png).unwrap();
        let back = image::load_from_memory(&convert(bytes.get_ref(), 10_000).unwrap().bytes).unwrap();
        assert_eq!(back.color(), image::ColorType::Rgb8);
        assert_eq!(convert(b"<svg/>", 9).unwrap_err().reason(), "picture_format");
    }
}
