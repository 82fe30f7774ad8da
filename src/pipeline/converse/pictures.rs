//! The pictures of one scene's dialogues: decoded once, drawn once per distinct set of boxes, linked where nothing is
//! drawn and the file can be used as it is.

use super::Corpus;
use super::text::Written;
use crate::draw::codec::{self, Fault};
use crate::draw::{boxes, palette};
use crate::error::Result;
use crate::model::geom::BBox;
use crate::model::reject::Reason;
use crate::model::scene::Scene;
use crate::model::settings::PictureFormat;
use crate::pipeline::build::realise::{file_stem, link, write};
use crate::rng::digest;
use crate::target;
use std::collections::BTreeMap;
use std::path::Path;

/// A set of boxes with their colors.
type Marks = [(BBox, &'static str)];

/// Files with their sizes, or the reason and detail of a picture that cannot be used.
type Drawn = std::result::Result<Vec<(String, u64)>, (Reason, String)>;

/// Writes the pictures into a folder and their names into the dialogues; files with their sizes. `Err`: the picture
/// cannot be used, with the reason.
pub fn draw(scene: &Scene, written: &mut [Written], corpus: &Corpus, images: &Path) -> Result<Drawn> {
    let picture = target::picture(scene);
    let bytes = match corpus.pictures.read(&picture) {
        Ok(bytes) => bytes,
        Err(e) => return Ok(Err((e.reason, e.detail))),
    };
    if let Some(no) = corpus.guard.resembles(&scene.id, &scene.source, &scene.image, &bytes) {
        return Ok(Err((no.reason, no.detail)));
    }
    let refused = |fault: Fault| Ok(Err((fault.reason(), format!("{}: {fault}", scene.image.path))));
    // By suffix, which is empty where nothing is drawn.
    let mut sets: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, one) in written.iter().enumerate() {
        sets.entry(suffix(&one.boxes)).or_default().push(i);
    }
    let bare = sets.contains_key("");
    let passed = match bare.then(|| codec::pass_through(&bytes, &scene.image)).transpose() {
        Ok(extension) => extension.flatten(),
        Err(fault) => return refused(fault),
    };
    let drawn = sets.len() > usize::from(bare) || bare && passed.is_none();
    let pixels = match drawn.then(|| codec::decode(&bytes, &scene.image)).transpose() {
        Ok(pixels) => pixels,
        Err(fault) => return refused(fault),
    };
    let extension = match corpus.config.draw.format {
        PictureFormat::Jpeg => "jpg",
        PictureFormat::Png => "png",
    };
    let mut files = Vec::with_capacity(sets.len());
    for (suffix, users) in sets {
        let marks = users.first().and_then(|i| written.get(*i)).map(|w| w.boxes.clone()).unwrap_or_default();
        let name = match (marks.is_empty(), passed) {
            (true, Some(own)) => format!("{}.{own}", file_stem(&scene.id)),
            _ => format!("{}{suffix}.{extension}", file_stem(&scene.id)),
        };
        let path = images.join(&name);
        let size = match &pixels {
            Some(pixels) if !(marks.is_empty() && passed.is_some()) => {
                let mut copy = pixels.clone();
                let painted = marks.iter().filter_map(|(b, color)| Some((*b, palette::paint(color)?)));
                boxes::draw(&mut copy, &painted.collect::<Vec<_>>());
                match codec::encode(&copy, corpus.config.draw.format, corpus.config.draw.quality.get()) {
                    Ok(encoded) => write(&path, &encoded)?,
                    Err(fault) => return refused(fault),
                }
            }
            _ => link(corpus.pictures, &picture, &bytes, &path)?,
        };
        for user in users {
            if let Some(one) = written.get_mut(user) {
                one.dialogue.image = format!("images/{name}");
            }
        }
        files.push((name, size));
    }
    Ok(Ok(files))
}

/// What tells the pictures of one scene apart: nothing without boxes, else a hash of the boxes.
fn suffix(marks: &Marks) -> String {
    if marks.is_empty() {
        return String::new();
    }
    let mut parts: Vec<Vec<u8>> = Vec::with_capacity(marks.len());
    for (b, color) in marks {
        let mut part: Vec<u8> = <[u32; 4]>::from(*b).iter().flat_map(|side| side.to_le_bytes()).collect();
        part.extend_from_slice(color.as_bytes());
        parts.push(part);
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    format!("-{}", &digest(0, "boxes", &parts).hex()[..10])
}
