//! Bytes to upright RGB pixels and back. The format is told by the first bytes, never by the file's name.

use super::jpeg;
use crate::model::geom::Size;
use crate::model::scene::Image;
use crate::model::settings::PictureFormat;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageReader, Limits, RgbImage};
use std::io::Cursor;

/// Widest and highest picture, in pixels, and the most pixels: beyond, a file is taken for a decompression bomb.
pub const MAX_SIDE: u32 = 30_000;
/// See [`MAX_SIDE`].
pub const MAX_PIXELS: u64 = 120_000_000;

/// What encodes JPEG in this build. Its bytes differ, so a set is never made by both.
pub const JPEG_ENCODER: &str = if cfg!(feature = "turbo") { "libjpeg-turbo" } else { "jpeg-encoder" };

/// A picture format that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
    /// GIF; the first frame counts.
    Gif,
    /// Windows bitmap.
    Bmp,
    /// WebP.
    Webp,
}

impl Format {
    /// By the magic bytes.
    pub fn sniff(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xFF, 0xD8, 0xFF, ..] => Some(Format::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Format::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Format::Gif),
            [b'B', b'M', ..] => Some(Format::Bmp),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Format::Webp),
            _ => None,
        }
    }

    /// Whether a file name's extension means this format.
    pub fn named_by(self, path: &str) -> bool {
        let extension = path.rsplit_once('.').map_or("", |(_, e)| e).to_ascii_lowercase();
        match self {
            Format::Jpeg => ["jpg", "jpeg", "jpe", "jfif"].contains(&extension.as_str()),
            Format::Png => extension == "png",
            Format::Gif => extension == "gif",
            Format::Bmp => extension == "bmp",
            Format::Webp => extension == "webp",
        }
    }

    fn of_crate(self) -> image::ImageFormat {
        match self {
            Format::Jpeg => image::ImageFormat::Jpeg,
            Format::Png => image::ImageFormat::Png,
            Format::Gif => image::ImageFormat::Gif,
            Format::Bmp => image::ImageFormat::Bmp,
            Format::Webp => image::ImageFormat::WebP,
        }
    }
}

/// Why a picture cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Neither JPEG, PNG, GIF, BMP nor WebP.
    #[error("it begins with {0}, which is no JPEG, PNG, GIF, BMP or WebP")]
    UnknownFormat(String),
    /// The decoder gave up.
    #[error("it cannot be decoded: {0}")]
    Broken(String),
    /// The file ends before the picture does.
    #[error("the file ends before the picture does")]
    Truncated,
    /// More pixels than [`MAX_SIDE`] and [`MAX_PIXELS`] allow.
    #[error("it claims {w}×{h} pixels, more than is decoded")]
    TooLarge {
        /// Width.
        w: u32,
        /// Height.
        h: u32,
    },
    /// Another size than its annotation was made for: the boxes would be wrong.
    #[error("it is {}×{} upright, its annotation is for {}×{}", found.w, found.h, declared.w, declared.h)]
    SizeMismatch {
        /// As decoded, upright.
        found: Size,
        /// As annotated.
        declared: Size,
    },
    /// The picture that Flickr serves for one that is gone: a PNG under a JPEG's name, of another size.
    #[error("it is a {}×{} placeholder in another format than its name says, its annotation is for {}×{}",
        found.w, found.h, declared.w, declared.h)]
    Placeholder {
        /// As decoded.
        found: Size,
        /// As annotated.
        declared: Size,
    },
    /// It could not be encoded.
    #[error("it cannot be encoded: {0}")]
    Encode(String),
}

impl Fault {
    /// The reject's name.
    pub fn reason(&self) -> &'static str {
        match self {
            Fault::UnknownFormat(_) => "picture_format",
            Fault::Broken(_) => "picture_broken",
            Fault::Truncated => "picture_truncated",
            Fault::TooLarge { .. } => "picture_too_large",
            Fault::SizeMismatch { .. } => "size_mismatch",
            Fault::Placeholder { .. } => "picture_placeholder",
            Fault::Encode(_) => "picture_unwritable",
        }
    }
}

fn format(bytes: &[u8]) -> Result<Format, Fault> {
    Format::sniff(bytes).ok_or_else(|| {
        let head: Vec<String> = bytes.iter().take(4).map(|b| format!("{b:02X}")).collect();
        Fault::UnknownFormat(if head.is_empty() { "nothing".into() } else { head.join(" ") })
    })
}

/// Decodes a picture upright: EXIF orientation applied where the annotation means it so (`exif_oriented`), then the
/// dataset's own quarter turns. Grey, palette, 16-bit and CMYK pixels become RGB; transparency is laid on white.
///
/// # Errors
/// A named [`Fault`], among them a size that differs from `image.size`.
pub fn decode(bytes: &[u8], image: &Image) -> Result<RgbImage, Fault> {
    let format = format(bytes)?;
    let (decoded, orientation) = stored(bytes, format, MAX_PIXELS)?;
    let mut picture = DynamicImage::ImageRgb8(decoded);
    if image.exif_oriented {
        picture.apply_orientation(orientation);
    }
    match image.rotate % 4 {
        0 => {}
        1 => picture = picture.rotate270(),
        2 => picture = picture.rotate180(),
        _ => picture = picture.rotate90(),
    }
    let picture = picture.into_rgb8();
    agree(Size { w: picture.width(), h: picture.height() }, format, image)?;
    Ok(picture)
}

/// Decodes a picture as people see it: EXIF orientation applied, whatever its size.
///
/// # Errors
/// As [`decode`], but for the size.
pub fn upright(bytes: &[u8]) -> Result<RgbImage, Fault> {
    upright_within(bytes, MAX_PIXELS)
}

/// [`upright`] of a picture that nobody vouches for: one of more than `most` pixels is refused before any is made. Of an
/// animation the first frame counts.
///
/// # Errors
/// As [`upright`].
pub fn upright_within(bytes: &[u8], most: u64) -> Result<RgbImage, Fault> {
    let (decoded, orientation) = stored(bytes, format(bytes)?, most.min(MAX_PIXELS))?;
    let mut picture = DynamicImage::ImageRgb8(decoded);
    picture.apply_orientation(orientation);
    Ok(picture.into_rgb8())
}

/// The pixels as stored, and the EXIF orientation.
fn stored(bytes: &[u8], format: Format, most: u64) -> Result<(RgbImage, Orientation), Fault> {
    let broken = |e: image::ImageError| Fault::Broken(e.to_string());
    if format == Format::Jpeg && jpeg::header(bytes).is_some_and(|h| !h.whole) {
        return Err(Fault::Truncated);
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format.of_crate());
    reader.no_limits();
    let mut decoder = reader.into_decoder().map_err(broken)?;
    let (w, h) = decoder.dimensions();
    if w > MAX_SIDE || h > MAX_SIDE || u64::from(w) * u64::from(h) > most {
        return Err(Fault::TooLarge { w, h });
    }
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_PIXELS * 16);
    decoder.set_limits(limits).map_err(broken)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    #[cfg(feature = "turbo")]
    if format == Format::Jpeg
        && jpeg::header(bytes).is_some_and(|h| h.components == 3)
        && let Ok(picture) = turbojpeg::decompress_image::<image::Rgb<u8>>(bytes)
    {
        return Ok((picture, orientation));
    }
    let picture = DynamicImage::from_decoder(decoder).map_err(broken)?;
    Ok((if picture.color().has_alpha() { on_white(&picture) } else { picture.into_rgb8() }, orientation))
}

fn on_white(picture: &DynamicImage) -> RgbImage {
    let rgba = picture.to_rgba8();
    let mut out = RgbImage::new(rgba.width(), rgba.height());
    for (to, from) in out.pixels_mut().zip(rgba.pixels()) {
        let [r, g, b, a] = from.0.map(u32::from);
        to.0 = [r, g, b].map(|c| ((c * a + 255 * (255 - a) + 127) / 255) as u8);
    }
    out
}

/// Encodes a picture; `quality` is for JPEG, whose chroma is at half resolution as in nearly all photos.
///
/// # Errors
/// When it has no pixels or too many for the format.
pub fn encode(picture: &RgbImage, format: PictureFormat, quality: u8) -> Result<Vec<u8>, Fault> {
    let (w, h) = picture.dimensions();
    match format {
        PictureFormat::Jpeg => encode_jpeg(picture, quality),
        PictureFormat::Png => {
            let mut out = Vec::with_capacity(picture.len() / 2);
            PngEncoder::new_with_quality(&mut out, CompressionType::Fast, FilterType::Adaptive)
                .write_image(picture, w, h, ExtendedColorType::Rgb8)
                .map_err(|e| Fault::Encode(e.to_string()))?;
            Ok(out)
        }
    }
}

#[cfg(not(feature = "turbo"))]
fn encode_jpeg(picture: &RgbImage, quality: u8) -> Result<Vec<u8>, Fault> {
    let (w, h) = picture.dimensions();
    let (Ok(w16), Ok(h16)) = (u16::try_from(w), u16::try_from(h)) else {
        return Err(Fault::Encode(format!("{w}×{h} is too large for JPEG")));
    };
    let mut out = Vec::with_capacity(picture.len() / 4);
    let mut encoder = jpeg_encoder::Encoder::new(&mut out, quality);
    encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_2_2);
    encoder.encode(picture, w16, h16, jpeg_encoder::ColorType::Rgb).map_err(|e| Fault::Encode(e.to_string()))?;
    Ok(out)
}

#[cfg(feature = "turbo")]
fn encode_jpeg(picture: &RgbImage, quality: u8) -> Result<Vec<u8>, Fault> {
    turbojpeg::compress_image(picture, i32::from(quality), turbojpeg::Subsamp::Sub2x2)
        .map(|buffer| buffer.to_vec())
        .map_err(|e| Fault::Encode(e.to_string()))
}

/// The extension under which a picture without boxes can be handed on byte for byte, or `None` where it must be
/// written anew: formats that model servers refuse, CMYK, and pixels that are not stored upright.
///
/// # Errors
/// As [`decode`], as far as that shows without decoding: broken headers, a missing end, another size.
pub fn pass_through(bytes: &[u8], image: &Image) -> Result<Option<&'static str>, Fault> {
    let format = format(bytes)?;
    // The decoder copies all that it is given, so it is given what it needs.
    let (extension, whole, head) = match format {
        Format::Jpeg => match jpeg::header(bytes) {
            Some(h) if h.components != 4 => ("jpg", h.whole, bytes.get(..h.head).unwrap_or(bytes)),
            _ => return Ok(None),
        },
        Format::Png => ("png", memchr::memmem::rfind(bytes, b"IEND").is_some(), bytes),
        _ => return Ok(None),
    };
    if !whole {
        return Err(Fault::Truncated);
    }
    let mut decoder = ImageReader::with_format(Cursor::new(head), format.of_crate())
        .into_decoder()
        .map_err(|e| Fault::Broken(e.to_string()))?;
    let (w, h) = decoder.dimensions();
    // Asked for the orientation, the decoder of JPEG reads the head again.
    let plain = format == Format::Jpeg && memchr::memmem::find(head, b"Exif").is_none();
    let upright =
        (plain || matches!(decoder.orientation(), Ok(Orientation::NoTransforms))) && image.rotate.is_multiple_of(4);
    if !upright {
        return Ok(None);
    }
    agree(Size { w, h }, format, image)?;
    Ok(Some(extension))
}

/// Whether the upright picture has the size that its annotation was made for.
fn agree(found: Size, format: Format, image: &Image) -> Result<(), Fault> {
    let declared = image.size;
    if found == declared {
        Ok(())
    } else if format != Format::Jpeg && Format::Jpeg.named_by(&image.path) {
        Err(Fault::Placeholder { found, declared })
    } else {
        Err(Fault::SizeMismatch { found, declared })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scene::License;
    use image::{ImageFormat, Rgb, Rgba, RgbaImage};

    fn image(path: &str, w: u32, h: u32) -> Image {
        Image {
            path: path.into(),
            url: None,
            source_id: "1".into(),
            size: Size { w, h },
            rotate: 0,
            exif_oriented: false,
            license: License::default(),
        }
    }

    /// Left half red, right half blue, top row green.
    fn marked() -> RgbImage {
        RgbImage::from_fn(32, 16, |x, y| match (x, y) {
            (_, 0) => Rgb([0, 255, 0]),
            (0..16, _) => Rgb([255, 0, 0]),
            _ => Rgb([0, 0, 255]),
        })
    }

    fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        picture.write_to(&mut out, format).unwrap();
        out.into_inner()
    }

    #[test]
    fn every_format_is_known_by_its_bytes_and_comes_out_the_same() {
        let picture = DynamicImage::ImageRgb8(marked());
        for format in [ImageFormat::Png, ImageFormat::Gif, ImageFormat::Bmp, ImageFormat::WebP] {
            let bytes = written(&picture, format);
            assert_eq!(decode(&bytes, &image("a.png", 32, 16)).unwrap(), marked(), "{format:?}");
        }
        let deep = written(&DynamicImage::ImageRgb16(picture.to_rgb16()), ImageFormat::Png);
        assert_eq!(decode(&deep, &image("a.png", 32, 16)).unwrap(), marked());
        let grey = written(&DynamicImage::ImageLuma8(picture.to_luma8()), ImageFormat::Png);
        assert_eq!(decode(&grey, &image("a.png", 32, 16)).unwrap(), picture.grayscale().to_rgb8());
    }

    #[test]
    fn transparency_is_laid_on_white() {
        let clear = DynamicImage::ImageRgba8(RgbaImage::from_pixel(2, 2, Rgba([10, 20, 30, 0])));
        let got = decode(&written(&clear, ImageFormat::Png), &image("a.png", 2, 2)).unwrap();
        assert_eq!(got.get_pixel(0, 0).0, [255; 3]);
    }

    #[test]
    fn quarter_turns_are_counterclockwise_like_the_boxes() {
        let bytes = written(&DynamicImage::ImageRgb8(marked()), ImageFormat::Png);
        let turned = decode(&bytes, &Image { rotate: 1, ..image("a.png", 16, 32) }).unwrap();
        let b = crate::model::geom::BBox::try_from([20, 4, 2, 2]).unwrap();
        let moved = b.rotated_ccw(1, Size { w: 32, h: 16 });
        assert_eq!(turned.get_pixel(moved.x0(), moved.y0()).0, [0, 0, 255]);
        // The top row has become the left column.
        assert_eq!(turned.get_pixel(0, 9).0, [0, 255, 0]);
        assert_eq!(decode(&bytes, &Image { rotate: 2, ..image("a", 32, 16) }).unwrap().get_pixel(0, 15).0, [0, 255, 0]);
    }

    #[test]
    fn another_size_is_refused_by_name() {
        let bytes = written(&DynamicImage::ImageRgb8(marked()), ImageFormat::Png);
        assert_eq!(decode(&bytes, &image("a.png", 31, 16)).unwrap_err().reason(), "size_mismatch");
        assert_eq!(decode(&bytes, &image("gone.jpg", 500, 374)).unwrap_err().reason(), "picture_placeholder");
        assert_eq!(pass_through(&bytes, &image("gone.jpg", 500, 374)).unwrap_err().reason(), "picture_placeholder");
        assert_eq!(decode(b"<html>", &image("a.jpg", 1, 1)).unwrap_err().reason(), "picture_format");
        assert_eq!(decode(b"", &image("a.jpg", 1, 1)).unwrap_err().reason(), "picture_format");
    }

    #[test]
    fn a_bomb_is_refused_before_its_pixels_are_made() {
        let mut bytes = written(&DynamicImage::ImageLuma8(image::GrayImage::new(1, 1)), ImageFormat::Bmp);
        bytes[18..22].copy_from_slice(&29_000u32.to_le_bytes());
        bytes[22..26].copy_from_slice(&29_000u32.to_le_bytes());
        assert_eq!(decode(&bytes, &image("a.bmp", 1, 1)).unwrap_err().reason(), "picture_too_large");
    }

    #[test]
    fn jpeg_round_trip_and_truncation() {
        let picture = RgbImage::from_fn(64, 48, |x, y| Rgb([(x * 3) as u8, (y * 4) as u8, 90]));
        let bytes = encode(&picture, PictureFormat::Jpeg, 95).unwrap();
        let back = decode(&bytes, &image("a.jpg", 64, 48)).unwrap();
        let worst = picture.iter().zip(back.iter()).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst.is_some_and(|w| w < 24), "{worst:?}");
        let cut = &bytes[..bytes.len() - 20];
        assert_eq!(decode(cut, &image("a.jpg", 64, 48)), Err(Fault::Truncated));
        assert_eq!(pass_through(cut, &image("a.jpg", 64, 48)), Err(Fault::Truncated));
        assert_eq!(pass_through(&bytes, &image("a.jpg", 64, 48)), Ok(Some("jpg")));
        assert_eq!(pass_through(&bytes, &Image { rotate: 1, ..image("a.jpg", 48, 64) }), Ok(None));
    }

    #[test]
    fn a_turned_jpeg_is_told_by_its_head_alone() {
        let plain = encode(&RgbImage::from_pixel(32, 16, Rgb([9, 99, 200])), PictureFormat::Jpeg, 95).unwrap();
        // One entry: tag 0x0112, SHORT, one value.
        let with = |orientation: u8| {
            let entry = [1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0];
            let exif = [b"Exif\0\0II*\0\x08\0\0\0".as_slice(), &entry].concat();
            let length = (exif.len() as u16 + 2).to_be_bytes();
            [&plain[..2], &[0xFF, 0xE1], &length, &exif, &plain[2..]].concat()
        };
        assert_eq!(pass_through(&plain, &image("a.jpg", 32, 16)), Ok(Some("jpg")));
        assert_eq!(pass_through(&with(1), &image("a.jpg", 32, 16)), Ok(Some("jpg")));
        assert_eq!(pass_through(&with(6), &image("a.jpg", 32, 16)), Ok(None));
    }

    #[test]
    fn cmyk_becomes_rgb_and_is_never_handed_on() {
        // Cyan 0, magenta full, yellow full, black a fifth: a dark red. (Pillow reads the same file as 204, 0, 0.)
        let ink = [0, 255, 255, 51].repeat(32 * 16);
        for color in [jpeg_encoder::ColorType::Cmyk, jpeg_encoder::ColorType::CmykAsYcck] {
            let mut bytes = Vec::new();
            jpeg_encoder::Encoder::new(&mut bytes, 95).encode(&ink, 32, 16, color).unwrap();
            let [r, g, b] = decode(&bytes, &image("a.jpg", 32, 16)).unwrap().get_pixel(9, 9).0;
            assert!(r.abs_diff(204) < 12 && g < 12 && b < 12, "{color:?}: {r} {g} {b}");
            assert_eq!(pass_through(&bytes, &image("a.jpg", 32, 16)), Ok(None));
        }
    }

    #[test]
    fn real_pictures_of_every_orientation_and_format() {
        let Ok(shared) = std::env::var("GROUNDLINE_SHARED") else {
            println!("skipped: GROUNDLINE_SHARED is not set");
            return;
        };
        let read = |name: &str| std::fs::read(format!("{shared}/data/images/{name}")).unwrap();
        let stored_size = |bytes: &[u8]| {
            let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().unwrap();
            reader.into_dimensions().unwrap()
        };
        let (w, h) = stored_size(&read("exif/Landscape_1.jpg"));
        let upright = |n: u8| {
            let bytes = read(&format!("exif/Landscape_{n}.jpg"));
            decode(&bytes, &Image { exif_oriented: true, ..image("a.jpg", w, h) }).unwrap()
        };
        let first = upright(1);
        for n in [3, 6, 8] {
            let other = upright(n);
            let apart: u64 = first.iter().zip(other.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
            assert!(apart / (first.len() as u64) < 6, "orientation {n} is not upright");
            let bytes = read(&format!("exif/Landscape_{n}.jpg"));
            let (w, h) = stored_size(&bytes);
            // Boxes on stored pixels: EXIF is ignored, and because a viewer would not ignore it, the file is not linked.
            assert!(decode(&bytes, &image("a.jpg", w, h)).is_ok());
            assert_eq!(pass_through(&bytes, &image("a.jpg", w, h)), Ok(None));
        }
        for name in ["no_time_for_that_tiny.gif", "camera.png", "chelsea.png", "coffee.png", "rocket.jpg"] {
            let bytes = read(name);
            let (w, h) = stored_size(&bytes);
            let picture = decode(&bytes, &image(name, w, h)).unwrap();
            let first = picture.get_pixel(0, 0);
            assert!(picture.pixels().any(|p| p != first), "{name} is one color");
            assert_eq!(pass_through(&bytes, &image(name, w, h)).unwrap().is_some(), !name.ends_with("gif"), "{name}");
        }
    }

    #[test]
    fn png_is_lossless() {
        let bytes = encode(&marked(), PictureFormat::Png, 0).unwrap();
        assert_eq!(decode(&bytes, &image("a.png", 32, 16)).unwrap(), marked());
    }
}
