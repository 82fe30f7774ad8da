//! Two small tables beside the captions: captions that do not belong to their picture, and sizes of pictures.

use crate::error::{Error, Place, Result};
use crate::model::geom::Size;
use crate::model::reject::Reject;
use crate::source::lines::Lines;
use crate::source::vault::Vault;
use rustc_hash::{FxHashMap, FxHashSet};

/// `UNRELATED_CAPTIONS`: `<image id> <sentence number, from 1>`, after `#` comments. Returns (id, caption index).
pub(super) fn unrelated(vault: &dyn Vault, path: &str, rejects: &mut Vec<Reject>) -> Result<FxHashSet<(String, u32)>> {
    let mut out = FxHashSet::default();
    let lines = Lines::open(vault, path)?;
    let shown = lines.shown().to_string();
    for line in lines {
        let line = line?;
        let text = line.text.unwrap_or_else(|| "not UTF-8".to_string());
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let mut fields = text.split_whitespace();
        let row = (fields.next(), fields.next().and_then(|n| n.parse::<u32>().ok()), fields.next());
        match row {
            (Some(id), Some(number), None) if number > 0 => {
                out.insert((id.to_string(), number - 1));
            }
            _ => {
                let what = format!("`{text}`, expected an image id and a sentence number from 1 on");
                rejects.push(Reject::new(Place::line(&shown, line.number).to_string(), "unreadable_row", what));
            }
        }
    }
    Ok(out)
}

/// `image,width,height` (also `image_id`, `image_w`, `image_h`), by header; keyed by the name without extension.
pub(super) fn sizes(vault: &dyn Vault, path: &str, rejects: &mut Vec<Reject>) -> Result<FxHashMap<String, Size>> {
    let mut lines = Lines::open(vault, path)?;
    let shown = lines.shown().to_string();
    let header = lines.next().transpose()?.and_then(|l| l.text).unwrap_or_default();
    let names: Vec<&str> = header.split(',').map(str::trim).collect();
    let column = |known: &[&str]| names.iter().position(|n| known.contains(n));
    let (Some(id), Some(w), Some(h)) = (
        column(&["image", "image_id", "filename", "ImageID"]),
        column(&["width", "image_w", "w"]),
        column(&["height", "image_h", "h"]),
    ) else {
        let what = format!("the header is `{header}`");
        return Err(Error::data(Place::line(shown, 1), what, "expected the columns `image,width,height`"));
    };
    let mut out = FxHashMap::default();
    for line in lines {
        let line = line?;
        let text = line.text.unwrap_or_default();
        if text.trim().is_empty() {
            continue;
        }
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let side = |at: usize| fields.get(at).and_then(|f| f.parse::<u32>().ok()).filter(|n| *n > 0);
        match (fields.get(id), side(w), side(h)) {
            (Some(id), Some(w), Some(h)) => {
                out.insert(stem(id).to_string(), Size { w, h });
            }
            _ => {
                let place = Place::line(&shown, line.number);
                rejects.push(Reject::new(place.to_string(), "unreadable_row", format!("`{text}` is no size")));
            }
        }
    }
    Ok(out)
}

/// A file name without its extension: the image id.
pub(super) fn stem(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}
