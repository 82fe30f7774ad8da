//! Fills outlines with anti-aliasing: four scanlines a pixel, exact coverage along each.

use super::geom::{Outline, bounds, hairline};
use super::paint::Paint;
use image::RgbImage;

/// One painted outline of a picture, in drawing order.
#[derive(Debug, Clone)]
pub struct Shape {
    pub outline: Outline,
    pub paint: Paint,
    /// Index of the thing that it belongs to; scenery and shadows belong to none.
    pub owner: Option<usize>,
    /// Name of the part of the thing, where it has one.
    pub part: Option<&'static str>,
}

const LINES: usize = 4;

/// A picture in the making.
pub struct Raster {
    w: usize,
    h: usize,
    rgb: Vec<[f64; 3]>,
    cover: Vec<f64>,
    crossings: Vec<Crossing>,
}

impl Raster {
    pub fn new(w: u32, h: u32) -> Self {
        let (w, h) = (w as usize, h as usize);
        Raster { w, h, rgb: vec![[255.0; 3]; w * h], cover: vec![0.0; w], crossings: Vec::new() }
    }

    /// Paints a shape and its edge over what is there.
    pub fn draw(&mut self, shape: &Shape) {
        self.fill(&shape.outline, &shape.paint);
        if shape.paint.edge > 0.0 {
            let ink = Paint { alpha: 0.8, ..shape.paint.plain().stuff(super::paint::Stuff::Smooth).shade(0.5) };
            self.fill(&hairline(&shape.outline, shape.paint.edge), &ink);
        }
    }

    fn fill(&mut self, outline: &Outline, paint: &Paint) {
        let [left, top, right, bottom] = bounds(outline);
        if !(right > 0.0 && bottom > 0.0 && left < self.w as f64 && top < self.h as f64) {
            return;
        }
        crossings(outline, self.h, LINES, &mut self.crossings);
        let mut next = 0;
        for y in top.max(0.0) as usize..(bottom.ceil().max(0.0) as usize).min(self.h) {
            let (from, to) = (left.max(0.0) as usize, (right.ceil() as usize + 1).min(self.w));
            self.cover[from..to].fill(0.0);
            let mut winding = 0;
            while let Some(&(line, x, turn)) = self.crossings.get(next).filter(|c| c.0 < (y + 1) * LINES) {
                let end = self.crossings.get(next + 1).filter(|c| c.0 == line);
                winding += turn;
                if let Some(&(_, x1, _)) = end.filter(|_| winding != 0) {
                    span(&mut self.cover, x, x1);
                }
                if end.is_none() {
                    winding = 0;
                }
                next += 1;
            }
            for x in from..to {
                let a = self.cover[x].min(1.0) * paint.alpha;
                if a > 0.002 {
                    let (px, py) = (x as f64 + 0.5 - left, y as f64 + 0.5 - top);
                    let c = paint.at(px, py, right - left, bottom - top);
                    let under = &mut self.rgb[y * self.w + x];
                    *under = [0, 1, 2].map(|i| under[i] + (c[i] - under[i]) * a);
                }
            }
        }
    }

    /// The finished picture.
    pub fn finish(self) -> RgbImage {
        let (w, h) = (self.w as u32, self.h as u32);
        RgbImage::from_fn(w, h, |x, y| {
            image::Rgb(self.rgb[y as usize * self.w + x as usize].map(|v| (v + 0.5).clamp(0.0, 255.0) as u8))
        })
    }
}

/// A crossing of an outline with a scanline: line, x, and whether the outline goes down (1) or up (-1) there.
pub type Crossing = (usize, f64, i32);

/// Where an outline crosses the scanlines (`lines` a pixel) of a picture `h` pixels high, sorted by line and x.
pub fn crossings(outline: &Outline, h: usize, lines: usize, out: &mut Vec<Crossing>) {
    out.clear();
    let dense = lines as f64;
    for contour in outline {
        for (i, &a) in contour.iter().enumerate() {
            let b = contour[(i + 1) % contour.len()];
            let (p, q, turn) = if a.1 < b.1 { (a, b, 1) } else { (b, a, -1) };
            let first = (p.1 * dense - 0.5).ceil().max(0.0);
            let last = (q.1 * dense - 0.5).ceil().min(h as f64 * dense);
            let slope = (q.0 - p.0) / (q.1 - p.1).max(1e-9);
            let mut line = first;
            while line < last {
                let y = (line + 0.5) / dense;
                out.push((line as usize, p.0 + (y - p.1) * slope, turn));
                line += 1.0;
            }
        }
    }
    out.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
}

/// Adds a quarter of coverage between two x on one scanline.
fn span(cover: &mut [f64], x0: f64, x1: f64) {
    let (x0, x1) = (x0.max(0.0), x1.min(cover.len() as f64));
    if x1 <= x0 {
        return;
    }
    let share = 1.0 / LINES as f64;
    let (first, last) = (x0 as usize, (x1 as usize).min(cover.len() - 1));
    if first == last {
        cover[first] += (x1 - x0) * share;
        return;
    }
    cover[first] += (first as f64 + 1.0 - x0) * share;
    for c in &mut cover[first + 1..last] {
        *c += share;
    }
    cover[last] += (x1 - last as f64) * share;
}

/// Renders shapes to a picture.
pub fn render<'a>(w: u32, h: u32, shapes: impl Iterator<Item = &'a Shape>) -> RgbImage {
    let mut raster = Raster::new(w, h);
    shapes.for_each(|s| raster.draw(s));
    raster.finish()
}

#[cfg(test)]
mod tests {
    use super::super::geom::{capsule, rounded};
    use super::*;

    fn coverage(outline: Outline) -> Vec<u8> {
        let paint = Paint::new([0.0; 3]).plain();
        let shape = Shape { outline, paint, owner: None, part: None };
        render(4, 3, [&shape].into_iter()).pixels().map(|p| 255 - p.0[0]).collect()
    }

    #[test]
    fn a_half_covered_pixel_is_half_dark() {
        let got = coverage(vec![rounded(1.0, 1.0, 1.5, 1.0, 0.0)]);
        assert_eq!(got, [0, 0, 0, 0, 0, 255, 127, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn overlapping_contours_of_one_stroke_do_not_cancel() {
        let got = coverage(capsule((1.5, 1.5), (2.5, 1.5), 2.0, 2.0));
        assert!(got[5] > 240 && got[6] > 240, "{got:?}");
    }
}
