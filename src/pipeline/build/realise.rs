//! One picture and its rows: decoded once, a copy with boxes for every item that has boxes, one shared file for
//! those that have none.

use super::Builder;
use crate::draw::codec::{self, Fault};
use crate::draw::{boxes, palette};
use crate::error::{Error, Place, Result};
use crate::model::fact::Picture;
use crate::model::item::{DrawnBox, ItemLicense, McqItem, OptionProvenance, Provenance};
use crate::model::plan::{PlanRow, letter};
use crate::model::settings::PictureFormat;
use crate::pipeline::pictures::Pictures;
use crate::rng;
use smol_str::SmolStr;
use std::path::Path;

/// What became of the rows of one picture.
#[derive(Default)]
pub(super) struct Realised {
    /// Items with their row numbers and groups.
    pub items: Vec<(u64, Option<String>, McqItem)>,
    /// Rows that could not be built.
    pub rejects: Vec<Dropped>,
    /// Files written, with their sizes.
    pub pictures: Vec<(String, u64)>,
}

/// A row that could not be built.
pub(super) struct Dropped {
    pub row: u64,
    pub id: String,
    pub group: Option<String>,
    pub reason: &'static str,
    pub detail: String,
}

/// Builds the rows of one scene, which share a picture, into the folder `images`.
pub(super) fn realise(builder: &Builder<'_>, rows: &[(u64, PlanRow)], images: &Path) -> Result<Realised> {
    let mut out = Realised::default();
    let Some((_, first)) = rows.first() else { return Ok(out) };
    match files(builder, rows, &first.picture, images, &mut out.pictures)? {
        Ok(names) => {
            for ((number, row), name) in rows.iter().zip(names) {
                out.items.push((*number, row.group.as_ref().map(SmolStr::to_string), item(builder, row, name)?));
            }
        }
        Err((reason, detail)) => {
            out.pictures.clear();
            out.rejects = rows
                .iter()
                .map(|(number, row)| Dropped {
                    row: *number,
                    id: row.id.clone(),
                    group: row.group.as_ref().map(SmolStr::to_string),
                    reason,
                    detail: detail.clone(),
                })
                .collect();
        }
    }
    Ok(out)
}

/// The reason and detail of a picture that cannot be used.
type Refused = (&'static str, String);

/// Writes the pictures of the rows; their names, in the order of the rows.
fn files(
    builder: &Builder<'_>,
    rows: &[(u64, PlanRow)],
    picture: &Picture,
    images: &Path,
    written: &mut Vec<(String, u64)>,
) -> Result<Result<Vec<String>, Refused>> {
    let refused = |fault: Fault| (fault.reason(), format!("{}: {fault}", picture.image.path));
    let bytes = match builder.pictures.read(picture) {
        Ok(bytes) => bytes,
        Err(e) => return Ok(Err((e.reason, e.detail))),
    };
    if let Some(no) = builder.guard.resembles(&picture.scene, &picture.source, &picture.image, &bytes) {
        return Ok(Err((no.reason, no.detail)));
    }
    let boxed = rows.iter().any(|(_, row)| row.is_boxed());
    let bare = rows.iter().any(|(_, row)| !row.is_boxed());
    let passed = match bare.then(|| codec::pass_through(&bytes, &picture.image)).transpose() {
        Ok(extension) => extension.flatten(),
        Err(fault) => return Ok(Err(refused(fault))),
    };
    let pixels = match (boxed || passed.is_none()).then(|| codec::decode(&bytes, &picture.image)).transpose() {
        Ok(pixels) => pixels,
        Err(fault) => return Ok(Err(refused(fault))),
    };
    let extension = match builder.draw.format {
        PictureFormat::Jpeg => "jpg",
        PictureFormat::Png => "png",
    };
    let encode = |pixels: &image::RgbImage| codec::encode(pixels, builder.draw.format, builder.draw.quality.get());

    let mut shared = None;
    if bare {
        let name = format!("{}.{}", file_stem(&picture.scene), passed.unwrap_or(extension));
        let path = images.join(&name);
        let size = match (passed, &pixels) {
            (None, Some(pixels)) => match encode(pixels) {
                Ok(encoded) => write(&path, &encoded)?,
                Err(fault) => return Ok(Err(refused(fault))),
            },
            _ => link(builder.pictures, picture, &bytes, &path)?,
        };
        written.push((name.clone(), size));
        shared = Some(name);
    }

    let mut names = Vec::with_capacity(rows.len());
    for (_, row) in rows {
        match (&pixels, &shared) {
            (_, Some(shared)) if !row.is_boxed() => names.push(shared.clone()),
            (Some(pixels), _) => {
                let name = format!("{}.{extension}", row.picture_id());
                if written.iter().any(|(other, _)| *other == name) {
                    names.push(name); // the options are rotated, the picture is the same
                    continue;
                }
                let mut drawn = pixels.clone();
                let painted = row.slots.boxes.iter().zip(&row.box_colors);
                let painted: Vec<_> = painted.filter_map(|(b, color)| Some((b.bbox, palette::paint(color)?))).collect();
                boxes::draw(&mut drawn, &painted);
                match encode(&drawn) {
                    Ok(encoded) => written.push((name.clone(), write(&images.join(&name), &encoded)?)),
                    Err(fault) => return Ok(Err(refused(fault))),
                }
                names.push(name);
            }
            (None, _) => return Ok(Err(("picture_broken", format!("{}: it has no pixels", picture.image.path)))),
        }
    }
    Ok(Ok(names))
}

pub(in crate::pipeline) fn write(path: &Path, bytes: &[u8]) -> Result<u64> {
    std::fs::write(path, bytes).map_err(|e| Error::io(path, "write", e))?;
    Ok(bytes.len() as u64)
}

/// A hard link to the original where the file system allows it, else a copy.
pub(in crate::pipeline) fn link(pictures: &Pictures, picture: &Picture, bytes: &[u8], path: &Path) -> Result<u64> {
    let linked = pictures.on_disk(picture).is_some_and(|from| std::fs::hard_link(from, path).is_ok());
    if linked { Ok(bytes.len() as u64) } else { write(path, bytes) }
}

/// A file name for a scene id. Where characters had to be replaced, a hash keeps two scenes apart.
pub(in crate::pipeline) fn file_stem(scene: &str) -> String {
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let plain: String = scene.chars().take(100).map(|c| if fine(c) { c } else { '-' }).collect();
    // The first slash parts the source from its picture id and always becomes a dash.
    let same = scene.split_once('/').is_some_and(|(a, b)| a.chars().chain(b.chars()).all(fine) && scene.len() <= 100);
    if same { plain } else { format!("{plain}-{}", &rng::digest(0, "scene", &[scene.as_bytes()]).hex()[..8]) }
}

/// On what terms a picture may be used; `boxed`: boxes are drawn on it.
pub(in crate::pipeline) fn license(picture: &Picture, boxed: bool) -> ItemLicense {
    let image = &picture.image;
    ItemLicense {
        source_dataset: picture.source.to_string(),
        source_image_id: image.source_id.clone(),
        license: if image.license.name.is_empty() { "unknown".into() } else { image.license.name.clone() },
        license_url: image.license.url.clone(),
        author: image.license.author.clone(),
        modified: boxed,
    }
}

fn item(builder: &Builder<'_>, row: &PlanRow, picture: String) -> Result<McqItem> {
    let made = Made { image: format!("images/{picture}"), seed: builder.seed, resources: builder.resources.clone() };
    item_of(row, (builder.render)(row)?, made)
}

/// What an item has besides its row and its texts.
pub(in crate::pipeline) struct Made {
    /// Path of the picture in the set.
    pub image: String,
    /// Seed of the run.
    pub seed: u64,
    /// Hash of the resources.
    pub resources: String,
}

/// The item of a row.
pub(in crate::pipeline) fn item_of(row: &PlanRow, text: (String, Vec<String>), made: Made) -> Result<McqItem> {
    let (question, choices) = text;
    if choices.len() != row.options.len() {
        return Err(Error::data(
            Place::record("plan.jsonl", &row.id),
            format!("{} options were planned and {} written", row.options.len(), choices.len()),
            "plan again with this version",
        ));
    }
    let drawn = row.slots.boxes.iter().zip(&row.box_colors).filter(|_| row.is_boxed());
    let boxes = drawn.map(|(b, color)| DrawnBox {
        color: color.to_string(),
        x: b.bbox.x0(),
        y: b.bbox.y0(),
        w: b.bbox.w(),
        h: b.bbox.h(),
    });
    let options = row.options.iter().map(|o| OptionProvenance {
        term: o.term.to_string(),
        role: o.role,
        evidence: o.evidence.clone(),
        similarity: o.similarity,
        visible: o.visible,
    });
    Ok(McqItem {
        id: row.id.clone(),
        image: made.image,
        question,
        choices,
        answer: letter(row.answer_index).to_string(),
        answer_index: usize::from(row.answer_index),
        target: row.target.to_string(),
        kind: row.kind.to_string(),
        source: row.picture.source.to_string(),
        boxes: boxes.collect(),
        provenance: Provenance {
            scene: row.picture.scene.clone(),
            fact: row.fact.to_string(),
            annotations: row.annotations.iter().map(|id| id.to_string()).collect(),
            template: row.template.to_string(),
            variant: row.variant.clone(),
            group: row.group.as_ref().map(SmolStr::to_string),
            grouped: row.group.is_some(),
            level: row.level,
            gold: row.gold.to_string(),
            gold_tier: row.tier,
            statement: row.statement.clone(),
            options: options.collect(),
            seed: made.seed,
            resources: made.resources,
        },
        license: license(&row.picture, row.is_boxed()),
    })
}

#[cfg(test)]
mod tests {
    use super::file_stem;

    #[test]
    fn scenes_become_distinct_plain_file_names() {
        assert_eq!(file_stem("flickr30k/1000092795"), "flickr30k-1000092795");
        let (a, b) = (file_stem("paco/val2017/1.x"), file_stem("paco/val2017/1/x"));
        assert_ne!(a, b);
        assert!([a, b, file_stem("../../etc")].iter().all(|s| !s.contains(['/', '.'])));
    }
}
