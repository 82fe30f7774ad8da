//! What the first bytes of a picture file say: its true format, its size, and how EXIF wants it turned.
//! No pixel is decoded, and of a big file only a few kilobytes are read.

use super::vault::Vault;
use crate::model::geom::Size;
use std::io::{BufRead, ErrorKind, Seek};

/// A picture format, told by its magic bytes and never by the file's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `FF D8`.
    Jpeg,
    /// `89 PNG`.
    Png,
    /// `GIF87a`, `GIF89a`.
    Gif,
    /// `RIFF….WEBP`.
    WebP,
    /// `BM`.
    Bmp,
}

impl Format {
    /// Name for people.
    pub fn name(self) -> &'static str {
        match self {
            Format::Jpeg => "JPEG",
            Format::Png => "PNG",
            Format::Gif => "GIF",
            Format::WebP => "WebP",
            Format::Bmp => "BMP",
        }
    }
}

/// The header of a picture file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Format by magic bytes.
    pub format: Format,
    /// Size in pixels as stored, before any turning. Never 0.
    pub size: Size,
    /// EXIF orientation, 1 to 8; 1 where there is none or it is out of range.
    pub exif: u8,
}

impl Header {
    /// Size in pixels as viewers show it: orientations 5 to 8 swap width and height.
    pub fn oriented(&self) -> Size {
        if self.exif >= 5 { Size { w: self.size.h, h: self.size.w } } else { self.size }
    }
}

/// Why a file has no usable header.
#[derive(Debug, thiserror::Error)]
pub enum HeaderFault {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// The file ends before its size is told.
    #[error("the file ends within its header")]
    Truncated,
    /// Not one of the formats of [`Format`].
    #[error("not a JPEG, PNG, GIF, WebP or BMP file")]
    UnknownFormat,
    /// The right magic bytes, but nonsense after them.
    #[error("a damaged {format} header: {what}", format = .0.name(), what = .1)]
    Damaged(Format, &'static str),
    /// The system could not read it.
    #[error("cannot be read: {0}")]
    Io(std::io::Error),
}

impl From<std::io::Error> for HeaderFault {
    fn from(e: std::io::Error) -> Self {
        match e.kind() {
            ErrorKind::UnexpectedEof => HeaderFault::Truncated,
            ErrorKind::NotFound => HeaderFault::Missing,
            _ => HeaderFault::Io(e),
        }
    }
}

/// Reads the header of a picture in a vault.
///
/// # Errors
/// [`HeaderFault::Missing`] where there is no such file, otherwise as [`read`].
pub fn of(vault: &dyn Vault, path: &str) -> Result<Header, HeaderFault> {
    match vault.open_head(path) {
        Ok(mut reader) => read(&mut *reader),
        Err(e) => match e.kind() {
            crate::error::ErrorKind::Io { source, .. } => Err(std::io::Error::new(source.kind(), e.to_string()).into()),
            _ => Err(HeaderFault::Missing),
        },
    }
}

/// Reads a header from the reader's position, which is the start of the file.
///
/// # Errors
/// When the bytes are not the beginning of a picture.
pub fn read<R: BufRead + Seek + ?Sized>(reader: &mut R) -> Result<Header, HeaderFault> {
    let mut from = Bytes(reader);
    let (format, size, exif) = match from.take::<2>()? {
        [0xFF, 0xD8] => jpeg(&mut from).map(|(s, e)| (Format::Jpeg, s, e)),
        [0x89, b'P'] => png(&mut from).map(|(s, e)| (Format::Png, s, e)),
        [b'G', b'I'] => gif(&mut from).map(|s| (Format::Gif, s, 1)),
        [b'R', b'I'] => webp(&mut from).map(|(s, e)| (Format::WebP, s, e)),
        [b'B', b'M'] => bmp(&mut from).map(|s| (Format::Bmp, s, 1)),
        _ => Err(HeaderFault::UnknownFormat),
    }?;
    if size.w == 0 || size.h == 0 {
        return Err(HeaderFault::Damaged(format, "width or height is 0"));
    }
    Ok(Header { format, size, exif })
}

/// Fixed-size reads and skips.
struct Bytes<'a, R: ?Sized>(&'a mut R);

impl<R: BufRead + Seek + ?Sized> Bytes<'_, R> {
    fn take<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// `seek_relative` keeps what is buffered, where `seek` would read the buffer anew.
    fn skip(&mut self, n: u32) -> std::io::Result<()> {
        self.0.seek_relative(i64::from(n))
    }

    /// At most 64 KiB, the most that a JPEG segment holds.
    fn block(&mut self, n: u32) -> std::io::Result<Vec<u8>> {
        let mut bytes = vec![0; n.min(1 << 16) as usize];
        self.0.read_exact(&mut bytes)?;
        self.skip(n - n.min(1 << 16))?;
        Ok(bytes)
    }
}

/// Segments up to the first frame header; the last `Exif` segment before it gives the orientation.
fn jpeg<R: BufRead + Seek + ?Sized>(from: &mut Bytes<R>) -> Result<(Size, u8), HeaderFault> {
    const DAMAGED: fn(&'static str) -> HeaderFault = |what| HeaderFault::Damaged(Format::Jpeg, what);
    let mut orientation = 1;
    loop {
        let [start] = from.take::<1>()?;
        if start != 0xFF {
            return Err(DAMAGED("a segment does not begin with FF"));
        }
        let mut marker = 0xFF;
        while marker == 0xFF {
            [marker] = from.take::<1>()?;
        }
        if matches!(marker, 0x01 | 0xD0..=0xD7) {
            continue;
        }
        if matches!(marker, 0x00 | 0xD9 | 0xDA) {
            return Err(DAMAGED("no frame header before the image data"));
        }
        let length = u16::from_be_bytes(from.take()?);
        let Some(length) = length.checked_sub(2) else { return Err(DAMAGED("a segment shorter than its length")) };
        match marker {
            0xC4 | 0xC8 | 0xCC => from.skip(length.into())?,
            0xC0..=0xCF => {
                let [_precision, h1, h0, w1, w0] = from.take()?;
                let size = Size { w: u16::from_be_bytes([w1, w0]).into(), h: u16::from_be_bytes([h1, h0]).into() };
                return Ok((size, orientation));
            }
            0xE1 => {
                if let Some(tiff) = from.block(length.into())?.strip_prefix(b"Exif\0\0") {
                    orientation = exif_orientation(tiff);
                }
            }
            _ => from.skip(length.into())?,
        }
    }
}

/// `IHDR`, then chunks up to the image data in search of `eXIf`.
fn png<R: BufRead + Seek + ?Sized>(from: &mut Bytes<R>) -> Result<(Size, u8), HeaderFault> {
    if from.take()? != *b"NG\r\n\x1a\n" {
        return Err(HeaderFault::UnknownFormat);
    }
    from.skip(4)?;
    if from.take()? != *b"IHDR" {
        return Err(HeaderFault::Damaged(Format::Png, "the first chunk is not IHDR"));
    }
    let size = Size { w: u32::from_be_bytes(from.take()?), h: u32::from_be_bytes(from.take()?) };
    from.skip(5 + 4)?;
    loop {
        let length = u32::from_be_bytes(from.take()?);
        match &from.take()? {
            b"IDAT" | b"IEND" => return Ok((size, 1)),
            b"eXIf" => return Ok((size, exif_orientation(&from.block(length)?))),
            _ => {
                from.skip(length)?;
                from.skip(4)?;
            }
        }
    }
}

fn gif<R: BufRead + Seek + ?Sized>(from: &mut Bytes<R>) -> Result<Size, HeaderFault> {
    if !matches!(&from.take()?, b"F87a" | b"F89a") {
        return Err(HeaderFault::UnknownFormat);
    }
    Ok(Size { w: u16::from_le_bytes(from.take()?).into(), h: u16::from_le_bytes(from.take()?).into() })
}

fn bmp<R: BufRead + Seek + ?Sized>(from: &mut Bytes<R>) -> Result<Size, HeaderFault> {
    from.skip(12)?;
    if u32::from_le_bytes(from.take()?) == 12 {
        return Ok(Size { w: u16::from_le_bytes(from.take()?).into(), h: u16::from_le_bytes(from.take()?).into() });
    }
    let (w, h) = (i32::from_le_bytes(from.take()?), i32::from_le_bytes(from.take()?));
    // A negative height only says that the rows run from the top.
    Ok(Size { w: w.max(0).unsigned_abs(), h: h.unsigned_abs() })
}

fn webp<R: BufRead + Seek + ?Sized>(from: &mut Bytes<R>) -> Result<(Size, u8), HeaderFault> {
    let [f1, f2, _, _, _, _, rest @ ..] = from.take::<10>()?;
    if [f1, f2] != *b"FF" || rest != *b"WEBP" {
        return Err(HeaderFault::UnknownFormat);
    }
    let kind = from.take::<4>()?;
    let length = u32::from_le_bytes(from.take()?);
    match &kind {
        b"VP8 " => {
            from.skip(3)?;
            if from.take()? != [0x9D, 0x01, 0x2A] {
                return Err(HeaderFault::Damaged(Format::WebP, "no start code in the VP8 frame"));
            }
            let side = |b| u32::from(u16::from_le_bytes(b) & 0x3FFF);
            Ok((Size { w: side(from.take()?), h: side(from.take()?) }, 1))
        }
        b"VP8L" => {
            let [signature] = from.take::<1>()?;
            if signature != 0x2F {
                return Err(HeaderFault::Damaged(Format::WebP, "no signature in the VP8L frame"));
            }
            let bits = u32::from_le_bytes(from.take()?);
            Ok((Size { w: (bits & 0x3FFF) + 1, h: (bits >> 14 & 0x3FFF) + 1 }, 1))
        }
        b"VP8X" => {
            let [flags, _, _, _, w0, w1, w2, h0, h1, h2] = from.take::<10>()?;
            let size = Size { w: u32::from_le_bytes([w0, w1, w2, 0]) + 1, h: u32::from_le_bytes([h0, h1, h2, 0]) + 1 };
            from.skip(length.saturating_sub(10))?;
            Ok((size, if flags & 0x08 == 0 { 1 } else { webp_exif(from).unwrap_or(1) }))
        }
        _ => Err(HeaderFault::Damaged(Format::WebP, "the first chunk is not VP8, VP8L or VP8X")),
    }
}

/// `None` where the announced `EXIF` chunk does not come.
fn webp_exif<R: BufRead + Seek + ?Sized>(from: &mut Bytes<R>) -> Option<u8> {
    loop {
        let kind = from.take::<4>().ok()?;
        let length = u32::from_le_bytes(from.take().ok()?);
        if kind == *b"EXIF" {
            return from.block(length).ok().map(|tiff| exif_orientation(&tiff));
        }
        from.skip(length).ok()?;
        from.skip(length & 1).ok()?;
    }
}

/// The same reading of EXIF as the decoder's, so that header and drawn picture cannot disagree.
fn exif_orientation(tiff: &[u8]) -> u8 {
    image::metadata::Orientation::from_exif_chunk(tiff).map_or(1, image::metadata::Orientation::to_exif)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ExtendedColorType, ImageEncoder, ImageFormat, RgbImage};
    use proptest::prelude::*;
    use std::io::Cursor;

    fn header(bytes: &[u8]) -> Result<Header, HeaderFault> {
        read(&mut Cursor::new(bytes))
    }

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        RgbImage::new(31, 17).write_to(&mut out, format).map(|()| out.into_inner()).unwrap_or_default()
    }

    /// A TIFF block with one entry: tag 0x0112, a SHORT.
    fn tiff(orientation: u8) -> Vec<u8> {
        let mut t = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        t.extend([orientation, 0, 0, 0, 0, 0, 0]);
        t
    }

    fn jpeg_with_exif(orientation: u8) -> Vec<u8> {
        let plain = encoded(ImageFormat::Jpeg);
        let body = [b"Exif\0\0".as_slice(), &tiff(orientation)].concat();
        let mut out = vec![0xFF, 0xD8, 0xFF, 0xFF, 0xE1];
        out.extend(u16::try_from(body.len() + 2).unwrap_or(0).to_be_bytes());
        out.extend(body);
        out.extend(plain.get(2..).unwrap_or_default());
        out
    }

    #[test]
    fn every_format_tells_its_size() {
        for (format, want) in [
            (ImageFormat::Jpeg, Format::Jpeg),
            (ImageFormat::Png, Format::Png),
            (ImageFormat::Gif, Format::Gif),
            (ImageFormat::WebP, Format::WebP),
            (ImageFormat::Bmp, Format::Bmp),
        ] {
            let got = header(&encoded(format)).unwrap();
            assert_eq!(got, Header { format: want, size: Size { w: 31, h: 17 }, exif: 1 });
        }
    }

    #[test]
    fn exif_orientation_is_told_and_swaps_the_sides_from_5_on() {
        for exif in 1..=8 {
            let got = header(&jpeg_with_exif(exif)).unwrap();
            assert_eq!((got.size, got.exif), (Size { w: 31, h: 17 }, exif));
            assert_eq!(got.oriented() == got.size, exif < 5);
        }
        assert_eq!(header(&jpeg_with_exif(0)).unwrap().exif, 1, "out of range counts as upright");
        assert_eq!(header(&jpeg_with_exif(9)).unwrap().exif, 1);
    }

    #[test]
    fn exif_in_png_and_webp_counts_too() {
        let mut png = Vec::new();
        let mut encoder = image::codecs::png::PngEncoder::new(&mut png);
        encoder.set_exif_metadata(tiff(6)).unwrap();
        encoder.write_image(RgbImage::new(31, 17).as_raw(), 31, 17, ExtendedColorType::Rgb8).unwrap();
        assert_eq!(header(&png).unwrap().oriented(), Size { w: 17, h: 31 });
        let mut webp = Vec::new();
        let mut encoder = image::codecs::webp::WebPEncoder::new_lossless(&mut webp);
        encoder.set_exif_metadata(tiff(8)).unwrap();
        encoder.write_image(RgbImage::new(31, 17).as_raw(), 31, 17, ExtendedColorType::Rgb8).unwrap();
        assert_eq!(header(&webp).unwrap().oriented(), Size { w: 17, h: 31 });
    }

    #[test]
    fn what_is_no_picture_is_named() {
        assert!(matches!(header(b""), Err(HeaderFault::Truncated)));
        assert!(matches!(header(b"<html>"), Err(HeaderFault::UnknownFormat)));
        let jpeg = encoded(ImageFormat::Jpeg);
        assert!(matches!(header(&jpeg[..21]), Err(HeaderFault::Truncated)));
        assert!(matches!(header(b"\xFF\xD8\xFF\xD9"), Err(HeaderFault::Damaged(Format::Jpeg, _))));
        assert!(matches!(header(b"GIF89a\0\0\x05\0"), Err(HeaderFault::Damaged(Format::Gif, _))));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(magic in 0usize..6, tail in proptest::collection::vec(any::<u8>(), 0..200)) {
            let magics: [&[u8]; 6] = [b"\xFF\xD8\xFF", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8", b"BM", b""];
            let _ = header(&[magics[magic], &tail].concat());
        }

        #[test]
        fn a_cut_or_flipped_file_never_panics(at in 0usize..600, byte in any::<u8>(), exif in 1u8..=8) {
            let mut bytes = jpeg_with_exif(exif);
            if let Some(b) = bytes.get_mut(at) { *b = byte }
            let _ = header(&bytes);
            bytes.truncate(at);
            let _ = header(&bytes);
        }
    }
}
