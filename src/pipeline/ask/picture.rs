//! A picture as a data URL.

use crate::error::{Error, Place, Result};
use crate::llm::base64;
use image::codecs::jpeg::JpegEncoder;
use serde_json::Value;
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

/// Replaces the links to files inside messages (`image_url` parts, relative to `folder`) by data URLs; links that a
/// server can follow or that hold their picture stay.
///
/// # Errors
/// When a file cannot be read or is no picture.
pub fn inline(messages: &mut [Value], folder: &Path, max_side: Option<u32>) -> Result<()> {
    let urls = messages.iter_mut().filter_map(|m| m.get_mut("content")?.as_array_mut()).flatten();
    for url in urls.filter_map(|part| part.get_mut("image_url")?.get_mut("url")) {
        let Some(link) = url.as_str() else { continue };
        if !["data:", "http://", "https://"].iter().any(|s| link.starts_with(s)) {
            *url = Value::String(data_url(&folder.join(link), max_side)?);
        }
    }
    Ok(())
}

/// Leaves the pictures out of messages; tells whether there were any.
pub fn left_out(messages: &mut [Value]) -> bool {
    let mut any = false;
    for content in messages.iter_mut().filter_map(|m| m.get_mut("content")?.as_array_mut()) {
        let before = content.len();
        content.retain(|part| part.get("image_url").is_none());
        any |= content.len() < before;
    }
    any
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
    #[test]
    fn files_inside_messages_become_data_urls() {
        let dir = tempfile::tempdir().unwrap();
        image::RgbImage::new(3, 3).save(dir.path().join("a.png")).unwrap();
        let content = serde_json::json!([{"type": "image_url", "image_url": {"url": "a.png"}}, {"type": "text", "text": "?"},
            {"type": "image_url", "image_url": {"url": "https://h/b.png"}}]);
        let mut messages = [
            serde_json::json!({"role": "user", "content": content}),
            serde_json::json!({"role": "user", "content": "x"}),
        ];
        inline(&mut messages, dir.path(), None).unwrap();
        assert!(messages[0]["content"][0]["image_url"]["url"].as_str().unwrap().starts_with("data:image/png;base64,"));
        assert_eq!(messages[0]["content"][2]["image_url"]["url"], "https://h/b.png");
        assert!(left_out(&mut messages) && messages[0]["content"].as_array().unwrap().len() == 1);
        assert!(!left_out(&mut messages));
        messages[0]["content"] = serde_json::json!([{"image_url": {"url": "gone.png"}}]);
        assert!(inline(&mut messages, dir.path(), None).is_err());
    }
}
