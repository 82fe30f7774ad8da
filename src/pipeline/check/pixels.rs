//! A written picture against its source: nothing but the boxes differs, and the boxes are where and as the item says.

use crate::draw::palette::{self, PALETTE, Paint};
use crate::draw::boxes;
use crate::model::geom::BBox;
use crate::model::item::McqItem;
use image::RgbImage;

/// Mean absolute difference of a JPEG to its source outside the stroke's blocks, of 255.
const DIFFERENCE: f64 = 3.0;
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
    if drawn.outside > DIFFERENCE {
        return Some(format!("outside the boxes it differs from its source by {:.1} of 255 on average", drawn.outside));
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
    /// Mean absolute difference of the written picture where no block was touched.
    outside: f64,
}

fn apart(a: [u8; 3], b: [u8; 3]) -> u64 {
    a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(b))).sum()
}

impl Drawn {
    fn of(source: &RgbImage, expected: &RgbImage, written: &RgbImage) -> Self {
        let width = source.width() as usize;
        let (mut strokes, mut sum, mut count) = (Vec::new(), 0u64, 0u64);
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
            for (s, w) in s.chunks(3 * width).zip(w.chunks(3 * width)) {
                let blocks = s.chunks(3 * BLOCK).zip(w.chunks(3 * BLOCK)).zip(&touched);
                for ((s, w), _) in blocks.filter(|(_, touched)| !**touched) {
                    sum += s.iter().zip(w).map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>();
                    count += s.len() as u64;
                }
            }
        }
        Drawn { strokes, outside: sum as f64 / count.max(1) as f64 }
    }

    /// `None` where the stroke of this color is as it should be; else the color that it has, or none at all.
    fn looks_like(&self, color: &str) -> Option<Option<&'static str>> {
        let named = palette::paint(color)?;
        let own = |e: &[u8; 3]| match named {
            Paint::Solid(c) => *e == c,
            Paint::Dashed => true,
        };
        let line: Vec<&[[u8; 3]; 3]> = self.strokes.iter().filter(|[e, _, _]| own(e)).collect();
        let mean = |of: &dyn Fn(&[[u8; 3]; 3]) -> u64| {
            line.iter().map(|p| of(p)).sum::<u64>() as f64 / line.len().max(1) as f64
        };
        let expected = mean(&|[e, _, w]| apart(*e, *w));
        if line.is_empty() {
            return None; // the picture has this color there already
        }
        if mean(&|[_, s, w]| apart(*s, *w)) <= expected {
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
