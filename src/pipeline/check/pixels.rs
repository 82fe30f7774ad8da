//! A written picture against its source: nothing but the boxes differs, and the boxes are where and as the item says.

use crate::draw::boxes;
use crate::draw::palette::{self, PALETTE, Paint};
use crate::model::geom::BBox;
use crate::model::item::McqItem;
use image::RgbImage;

/// Mean absolute difference of a JPEG to its source outside the stroke's blocks, of 255, in what a JPEG stores: in
/// brightness pixel by pixel, in the two chroma values by squares of two by two pixels.
const DIFFERENCE: f64 = 3.0;
/// Only where a stroke differs so much from what was there before (of 765) does it tell whether it was drawn.
const CONTRAST: u64 = 120;
/// How far towards the stroke's color a picture must have gone to have it: a thin stroke of another hue as bright as
/// the object loses half of its chroma.
const THERE: f64 = 0.3;
/// Fewer pixels of a stroke than these tell nothing: the object has the color of the box.
const TELLING: usize = 24;
/// JPEG smears a stroke over blocks of this side (chroma at half resolution).
const BLOCK: usize = 16;

/// What differs between a written picture and its source with the item's boxes drawn; `None` where nothing does.
/// PNG (`exact`) must agree in every pixel.
pub fn compare(item: &McqItem, written: &RgbImage, source: &RgbImage, exact: bool) -> Option<String> {
    if written.dimensions() != source.dimensions() {
        let ((a, b), (c, d)) = (written.dimensions(), source.dimensions());
        return Some(format!("it is {a} × {b}, its source {c} × {d}"));
    }
    let painted: Vec<(BBox, Paint)> = item
        .boxes
        .iter()
        .filter_map(|b| Some((BBox::try_from([b.x, b.y, b.w, b.h]).ok()?, palette::paint(&b.color)?)))
        .collect();
    let mut expected = source.clone();
    boxes::draw(&mut expected, &painted);
    if exact {
        let differing = expected.pixels().zip(written.pixels()).filter(|(a, b)| a != b).count();
        return (differing > 0).then(|| format!("{differing} pixels differ from the source with its boxes drawn"));
    }
    let drawn = Drawn::of(source, &expected, written);
    let [brightness, color] = drawn.outside;
    if brightness > DIFFERENCE || color > DIFFERENCE {
        return Some(format!(
            "outside the boxes it differs from its source by {brightness:.1} in brightness and {color:.1} in color, of 255"
        ));
    }
    item.boxes.iter().find_map(|b| {
        let at = format!("at x {}, y {}, {} × {}", b.x, b.y, b.w, b.h);
        match drawn.looks_like(&b.color)? {
            Some(other) => Some(format!("the box {at} is {other}, not {}", b.color)),
            None => Some(format!("there is no {} box {at}", b.color)),
        }
    })
}

/// What drawing changed, and what the written picture has there: expected, source and written pixel.
struct Drawn {
    strokes: Vec<[[u8; 3]; 3]>,
    /// Mean absolute difference of the written picture where no block was touched: brightness, color.
    outside: [f64; 2],
}

fn apart(a: [u8; 3], b: [u8; 3]) -> u64 {
    a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(b))).sum()
}

/// A mean in the making.
#[derive(Default)]
struct Mean {
    sum: u64,
    count: u64,
}

/// The first row of `length` bytes and the one below it, or the first twice where there is but one.
fn two_rows(rows: &[u8], length: usize) -> (&[u8], &[u8]) {
    match rows.split_at_checked(length) {
        Some((first, second)) if !second.is_empty() => (first, second),
        _ => (rows, rows),
    }
}

/// The differences in Cb and in Cr (ITU-R BT.601) of two squares of two by two pixels, times 4 × 256; each square is
/// given as its upper and lower pair of pixels. At the right edge a pair may be one pixel.
fn apart_in_chroma(a: &[u8], a2: &[u8], b: &[u8], b2: &[u8]) -> u64 {
    let sum = |pair: &[u8], c: usize| {
        let at = |i: usize| pair.get(i).copied().map(i64::from);
        at(c).unwrap_or(0) + at(c + 3).or(at(c)).unwrap_or(0)
    };
    let [red, green, blue] = [0, 1, 2].map(|c| sum(a, c) + sum(a2, c) - sum(b, c) - sum(b2, c));
    let (cb, cr) = (-43 * red - 85 * green + 128 * blue, 128 * red - 107 * green - 21 * blue);
    cb.unsigned_abs() + cr.unsigned_abs()
}

/// Brightness of a pixel times 256 (ITU-R BT.601).
fn luma(pixel: &[u8]) -> u32 {
    pixel.iter().zip([77, 150, 29]).map(|(v, weight)| u32::from(*v) * weight).sum()
}

impl Drawn {
    fn of(source: &RgbImage, expected: &RgbImage, written: &RgbImage) -> Self {
        let width = source.width() as usize;
        let (mut strokes, mut light, mut color) = (Vec::new(), Mean::default(), Mean::default());
        let rows = |picture| RgbImage::as_raw(picture).chunks(3 * width * BLOCK);
        let pixel = |p: &[u8]| [p.first(), p.get(1), p.get(2)].map(|v| v.copied().unwrap_or(0));
        for ((s, e), w) in rows(source).zip(rows(expected)).zip(rows(written)) {
            // A band of sixteen rows, and its blocks that drawing touched.
            let mut touched = vec![false; width.div_ceil(BLOCK)];
            if s != e {
                let triples = s.chunks_exact(3).zip(e.chunks_exact(3)).zip(w.chunks_exact(3));
                for (at, ((s, e), w)) in triples.enumerate() {
                    if s != e {
                        strokes.push([pixel(e), pixel(s), pixel(w)]);
                        if let Some(t) = touched.get_mut(at % width / BLOCK) {
                            *t = true;
                        }
                    }
                }
            }
            // Two rows at a time; the last of an odd height stands for both.
            for (s, w) in s.chunks(6 * width).zip(w.chunks(6 * width)) {
                let ((s, s2), (w, w2)) = (two_rows(s, 3 * width), two_rows(w, 3 * width));
                let blocks = s.chunks(3 * BLOCK).zip(w.chunks(3 * BLOCK));
                let below = s2.chunks(3 * BLOCK).zip(w2.chunks(3 * BLOCK));
                for (((a, b), (a2, b2)), _) in blocks.zip(below).zip(&touched).filter(|(_, touched)| !**touched) {
                    for (a, b) in [(a, b), (a2, b2)] {
                        let pixels = a.chunks_exact(3).zip(b.chunks_exact(3));
                        light.sum += pixels.map(|(a, b)| u64::from(luma(a).abs_diff(luma(b)))).sum::<u64>();
                        light.count += a.len() as u64 / 3 * 256;
                    }
                    let squares = a.chunks(6).zip(a2.chunks(6)).zip(b.chunks(6).zip(b2.chunks(6)));
                    color.sum += squares.map(|((a, a2), (b, b2))| apart_in_chroma(a, a2, b, b2)).sum::<u64>();
                    color.count += a.len().div_ceil(6) as u64 * 2 * 4 * 256;
                }
            }
        }
        Drawn { strokes, outside: [light, color].map(|mean| mean.sum as f64 / mean.count.max(1) as f64) }
    }

    /// `None` where the stroke of this color is as it should be; else the color that it has, or none at all.
    fn looks_like(&self, color: &str) -> Option<Option<&'static str>> {
        let named = palette::paint(color)?;
        let own = |e: &[u8; 3]| match named {
            Paint::Solid(c) => *e == c,
            Paint::Dashed => true,
        };
        let line: Vec<&[[u8; 3]; 3]> =
            self.strokes.iter().filter(|[e, s, _]| own(e) && apart(*e, *s) >= CONTRAST).collect();
        let mean = |of: &dyn Fn(&[[u8; 3]; 3]) -> u64| {
            line.iter().map(|p| of(p)).sum::<u64>() as f64 / line.len().max(1) as f64
        };
        let expected = mean(&|[e, _, w]| apart(*e, *w));
        if line.len() < TELLING {
            return None; // the picture has this color there already
        }
        if mean(&|[_, s, w]| apart(*s, *w)) < THERE * mean(&|[e, s, _]| apart(*e, *s)) {
            return Some(None);
        }
        let others = PALETTE.iter().filter(|(name, _)| *name != color).filter_map(|(name, paint)| match paint {
            Paint::Solid(c) => Some((*name, mean(&|[_, _, w]| apart(*c, *w)))),
            Paint::Dashed => None,
        });
        let nearest = others.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.filter(|(_, d)| *d < expected && matches!(named, Paint::Solid(_))).map(|(name, _)| Some(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::codec;
    use crate::model::item::{DrawnBox, ItemLicense, Provenance};
    use crate::model::plan::Level;
    use crate::model::settings::PictureFormat;

    fn item(color: &str, [x, y, w, h]: [u32; 4]) -> McqItem {
        McqItem {
            id: "i".into(),
            image: "images/i.jpg".into(),
            question: String::new(),
            choices: Vec::new(),
            answer: "A".into(),
            answer_index: 0,
            target: "entity".into(),
            kind: "what".into(),
            source: "paco".into(),
            boxes: vec![DrawnBox { color: color.into(), x, y, w, h }],
            provenance: Provenance {
                scene: "s".into(),
                fact: "f".into(),
                annotations: Vec::new(),
                template: "t".into(),
                variant: None,
                group: None,
                grouped: false,
                level: Level::None,
                gold: "cup".into(),
                gold_tier: crate::model::evidence::GoldTier::Single,
                statement: None,
                options: Vec::new(),
                seed: 0,
                resources: String::new(),
            },
            license: ItemLicense {
                source_dataset: "paco".into(),
                source_image_id: "1".into(),
                license: "unknown".into(),
                license_url: None,
                author: None,
                modified: true,
            },
        }
    }

    fn scene() -> RgbImage {
        RgbImage::from_fn(320, 240, |x, y| image::Rgb([(x / 2) as u8, 90 + (y / 3) as u8, ((x + y) / 4) as u8]))
    }

    fn written(item: &McqItem, source: &RgbImage, format: PictureFormat) -> RgbImage {
        let mut drawn = source.clone();
        let painted: Vec<_> = item
            .boxes
            .iter()
            .map(|b| (BBox::try_from([b.x, b.y, b.w, b.h]).unwrap(), palette::paint(&b.color).unwrap()))
            .collect();
        boxes::draw(&mut drawn, &painted);
        codec::upright(&codec::encode(&drawn, format, 90).unwrap()).unwrap()
    }

    #[test]
    fn every_box_color_is_recognized_and_every_change_found() {
        let source = scene();
        for (name, _) in PALETTE {
            let right = item(name, [60, 50, 120, 90]);
            for format in [PictureFormat::Jpeg, PictureFormat::Png] {
                let exact = format == PictureFormat::Png;
                let picture = written(&right, &source, format);
                assert_eq!(compare(&right, &picture, &source, exact), None, "{name} {format:?}");
                let moved = item(name, [90, 70, 120, 90]);
                assert!(compare(&moved, &picture, &source, exact).is_some(), "{name} moved");
                let other = if *name == "red" { "green" } else { "red" };
                assert!(
                    compare(&item(other, [60, 50, 120, 90]), &picture, &source, exact).is_some(),
                    "{name} is not {other}"
                );
                assert!(compare(&right, &source, &source, exact).is_some(), "{name} is missing");
            }
        }
    }

    #[test]
    fn another_picture_is_found() {
        let source = scene();
        let right = item("red", [60, 50, 120, 90]);
        let other = image::imageops::flip_horizontal(&source);
        assert!(compare(&right, &written(&right, &other, PictureFormat::Jpeg), &source, false).is_some());
        let mut one = written(&right, &source, PictureFormat::Png);
        one.put_pixel(0, 0, image::Rgb([255; 3]));
        assert_eq!(
            compare(&right, &one, &source, true).unwrap(),
            "1 pixels differ from the source with its boxes drawn"
        );
        assert!(compare(&right, &RgbImage::new(10, 10), &source, false).unwrap().starts_with("it is 10 × 10"));
    }
}
