//! A picture as a data URL.

use crate::error::{Error, Place, Result};
use crate::llm::base64;
use image::codecs::jpeg::JpegEncoder;
use std::io::Cursor;
use std::path::Path;

/// The file as it is, with the media type of its bytes; made smaller, as JPEG, where a side is longer than `max_side`.
///
/// # Errors
/// When it cannot be read or is no JPEG, PNG, GIF or WebP.
pub fn data_url(path: &Path, max_side: Option<u32>) -> Result<String> {
    let bytes = std::fs::read(path).map_err(|e| Error::io(path, "read", e))?;
    let bad = |what: String| {
        Error::data(Place::file(path.display().to_string()), what, "give a JPEG, PNG, GIF or WebP picture")
    };
    let media = match image::guess_format(&bytes) {
        Ok(image::ImageFormat::Jpeg) => "image/jpeg",
        Ok(image::ImageFormat::Png) => "image/png",
        Ok(image::ImageFormat::Gif) => "image/gif",
        Ok(image::ImageFormat::WebP) => "image/webp",
        _ => return Err(bad("its format is not one that servers take".into())),
    };
    if let Some(side) = max_side {
        let picture = image::load_from_memory(&bytes).map_err(|e| bad(e.to_string()))?;
        if picture.width().max(picture.height()) > side {
            let small = picture.resize(side, side, image::imageops::FilterType::Triangle).to_rgb8();
            let mut out = Cursor::new(Vec::new());
            small.write_with_encoder(JpegEncoder::new_with_quality(&mut out, 92)).map_err(|e| bad(e.to_string()))?;
            return Ok(format!("data:image/jpeg;base64,{}", base64::encode(out.get_ref())));
        }
    }
    Ok(format!("data:{media};base64,{}", base64::encode(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_is_that_of_the_bytes_and_large_pictures_shrink() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.jpg");
        image::RgbImage::new(300, 100).save_with_format(&path, image::ImageFormat::Png).unwrap();
        assert!(data_url(&path, None).unwrap().starts_with("data:image/png;base64,iVBOR"));
        assert!(data_url(&path, Some(300)).unwrap().starts_with("data:image/png"));
        assert!(data_url(&path, Some(100)).unwrap().starts_with("data:image/jpeg;base64,/9j/"));
        std::fs::write(&path, "no picture").unwrap();
        assert!(data_url(&path, None).unwrap_err().to_string().contains("x.jpg: its format"));
    }
}
