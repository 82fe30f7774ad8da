//! Pictures on their way out: handed on byte for byte where every reader sees the same in them, written anew where not.

use crate::draw::codec::{self, Fault};
use crate::error::{Error, Place, Result};
use crate::model::scene::{Image, License};
use crate::model::settings::PictureFormat;
use crate::source::header::{self, Format, Header, HeaderFault};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// Quality of pictures that have to be encoded again.
const QUALITY: u8 = 95;

/// What the head of a picture file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    /// Bytes of the file.
    pub bytes: u64,
    /// Header.
    pub header: Header,
}

impl Probe {
    /// Reads the head of a file.
    ///
    /// # Errors
    /// When it is not there or no picture.
    pub fn of(path: &Path) -> Result<Probe, String> {
        let file = File::open(path).map_err(unread)?;
        let bytes = file.metadata().map_err(|e| e.to_string())?.len();
        let header =
            header::read(&mut BufReader::with_capacity(1 << 12, file)).map_err(|e: HeaderFault| e.to_string())?;
        Ok(Probe { bytes, header })
    }

    /// The extension under which it goes out. Formats other than JPEG become PNG.
    pub fn extension(&self) -> &'static str {
        if self.header.format == Format::Jpeg { "jpg" } else { "png" }
    }

    fn image(&self, path: &str, upright: bool) -> Image {
        Image {
            path: path.to_string(),
            url: None,
            source_id: String::new(),
            size: if upright { self.header.oriented() } else { self.header.size },
            rotate: 0,
            exif_oriented: upright,
            license: License::default(),
        }
    }
}

fn unread(e: std::io::Error) -> String {
    match e.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_string(),
        kind => kind.to_string(),
    }
}

/// The bytes of a picture file, in the buffer, and what its head says.
///
/// # Errors
/// When it is not there or no picture.
pub fn read(path: &Path, mut bytes: Vec<u8>) -> Result<(Vec<u8>, Probe), String> {
    bytes.clear();
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(unread)?;
    let probe = named(&bytes, "")?;
    Ok((bytes, probe))
}

/// The path inside the export of a picture of a set.
///
/// # Errors
/// When the set's path leaves its folder.
pub fn target(image: &str, extension: &str) -> Result<String, String> {
    let leaves = image.is_empty()
        || image.starts_with('/')
        || image.contains(['\\', ':'])
        || image.split('/').any(|part| part.is_empty() || part == ".." || part == ".");
    if leaves {
        return Err(format!("the picture's path `{image}` is not inside the set's folder"));
    }
    let image = image.strip_prefix("images/").unwrap_or(image);
    let (folder, name) = image.rsplit_once('/').map_or((None, image), |(f, n)| (Some(f), n));
    let (stem, old) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).unwrap_or((name, extension));
    let same = old.eq_ignore_ascii_case(extension) || (extension == "jpg" && old.eq_ignore_ascii_case("jpeg"));
    let name = if same { format!("{stem}.{extension}") } else { format!("{stem}-{old}.{extension}") };
    Ok(folder.map_or_else(|| format!("images/{name}"), |folder| format!("images/{folder}/{name}")))
}

/// How thoroughly pictures are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Header and end.
    Header,
    /// Every pixel.
    Decode,
}

/// The bytes that go out, and whether they were written anew.
///
/// # Errors
/// When the picture is broken, or would have to be turned although boxes were drawn on it.
pub fn prepare(bytes: Vec<u8>, path: &str, probe: &Probe, boxed: bool) -> Result<(Vec<u8>, bool), String> {
    let fault = |f: Fault| f.to_string();
    if codec::pass_through(&bytes, &probe.image(path, false)).map_err(fault)?.is_some() {
        return Ok((bytes, false));
    }
    if probe.header.exif > 1 && boxed {
        return Err(
            "it is to be turned by its EXIF data, so its boxes are in one place for some readers and in another \
                    for others"
                .into(),
        );
    }
    let pixels = codec::decode(&bytes, &probe.image(path, true)).map_err(fault)?;
    let format = if probe.header.format == Format::Jpeg { PictureFormat::Jpeg } else { PictureFormat::Png };
    codec::encode(&pixels, format, QUALITY).map(|bytes| (bytes, true)).map_err(fault)
}

/// Whether a picture is what its extension says (no extension says nothing).
///
/// # Errors
/// What it is instead.
pub fn named(bytes: &[u8], extension: &str) -> Result<Probe, String> {
    let header = header::read(&mut std::io::Cursor::new(bytes)).map_err(|e| e.to_string())?;
    let probe = Probe { bytes: bytes.len() as u64, header };
    if !extension.is_empty() && extension != probe.extension() {
        return Err(format!("it is {} under the extension `{extension}`", header.format.name()));
    }
    Ok(probe)
}

/// Whether a picture that went out is what its extension says, and every reader sees the same in it; whether it decodes,
/// if it is to be looked at so.
///
/// # Errors
/// What is wrong with it.
pub fn check(bytes: &[u8], extension: &str, look: Look) -> Result<(), String> {
    let probe = named(bytes, extension)?;
    let image = probe.image("", false);
    let passed = codec::pass_through(bytes, &image).map_err(|f| f.to_string())?;
    if passed.is_none() {
        return Err("readers would turn it or take its colors for others".into());
    }
    if look == Look::Decode {
        codec::decode(bytes, &image).map_err(|f| f.to_string())?;
    }
    Ok(())
}

/// An error about a record's picture.
pub fn wrong(place: &Place, id: &str, image: &str, what: impl std::fmt::Display) -> Error {
    Error::data(place.clone(), format!("{id}: picture {image}: {what}"), "make the set again, or take the record out")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_keep_their_folders_and_get_their_true_extension() {
        let ok = |image, extension| target(image, extension).unwrap();
        assert_eq!(ok("images/a.jpg", "jpg"), "images/a.jpg");
        assert_eq!(ok("images/b/a.JPEG", "jpg"), "images/b/a.jpg");
        assert_eq!(ok("pictures/a.jpg", "png"), "images/pictures/a-jpg.png");
        assert_eq!(ok("a", "png"), "images/a.png");
        for bad in ["", "/etc/a.jpg", "../a.jpg", "images/../../a.jpg", "c:\\a.jpg", "images//a.jpg", "http://x/a.jpg"]
        {
            assert!(target(bad, "jpg").is_err(), "{bad}");
        }
    }

    #[test]
    fn other_formats_become_png_and_turned_pictures_with_boxes_are_refused() {
        let picture = image::DynamicImage::ImageRgb8(image::RgbImage::from_pixel(8, 4, image::Rgb([9, 99, 200])));
        for format in [image::ImageFormat::Gif, image::ImageFormat::Bmp, image::ImageFormat::WebP] {
            let mut bytes = std::io::Cursor::new(Vec::new());
            picture.write_to(&mut bytes, format).unwrap();
            let bytes = bytes.into_inner();
            let header = header::read(&mut std::io::Cursor::new(&bytes)).unwrap();
            let probe = Probe { bytes: bytes.len() as u64, header };
            let (out, anew) = prepare(bytes.clone(), "a", &probe, true).unwrap();
            assert!(anew);
            assert_eq!(probe.extension(), "png");
            check(&out, "png", Look::Decode).unwrap();
            assert!(check(&out, "jpg", Look::Header).is_err() && check(&bytes, "png", Look::Header).is_err());
        }
        let Ok(shared) = std::env::var("GROUNDLINE_SHARED") else {
            println!("skipped: GROUNDLINE_SHARED is not set");
            return;
        };
        let path = format!("{shared}/data/images/exif/Landscape_6.jpg");
        let (bytes, probe) = (std::fs::read(&path).unwrap(), Probe::of(Path::new(&path)).unwrap());
        assert!(prepare(bytes.clone(), "a", &probe, true).unwrap_err().contains("EXIF"));
        let (turned, _) = prepare(bytes, "a", &probe, false).unwrap();
        let header = header::read(&mut std::io::Cursor::new(&turned)).unwrap();
        assert_eq!((header.exif, header.size), (1, probe.header.oriented()));
    }
}
