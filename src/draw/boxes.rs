//! Boxes drawn into a picture. The stroke lies just outside the box, so that it hides nothing of what it marks;
//! at the picture's border it moves inward instead of being cut off.

use super::palette::{Paint, contrast};
use crate::model::geom::{BBox, Size};
use image::RgbImage;

/// The widths of a stroke, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// The colored line.
    pub line: u32,
    /// The contrasting line on either side of it.
    pub outline: u32,
}

impl Stroke {
    /// By the picture's shorter side: a 120th of it, 3 to 32 pixels, and never more than a 16th of it; the outline is
    /// a fifth of the line, at least 1. A 640×480 picture gets a line of 4 pixels and outlines of 1. (A line of 2 or 3
    /// drowned between its outlines: one saw a white box.)
    pub fn of(size: Size) -> Self {
        let side = size.w.min(size.h);
        let line = ((side + 60) / 120).clamp(3, 32).min(side / 16).max(1);
        Stroke { line, outline: (line / 5).max(1) }
    }

    /// The whole stroke.
    pub fn total(self) -> u32 {
        self.line + 2 * self.outline
    }
}

/// A rectangle, right and bottom exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rect {
    x0: u32,
    y0: u32,
    x1: u32,
    y1: u32,
}

impl Rect {
    /// The outer edge of the stroke around a box: inside the picture.
    fn around(b: &BBox, by: u32, size: Size) -> Self {
        Rect {
            x0: b.x0().saturating_sub(by).min(size.w),
            y0: b.y0().saturating_sub(by).min(size.h),
            x1: b.x1().saturating_add(by).min(size.w),
            y1: b.y1().saturating_add(by).min(size.h),
        }
    }

    /// Smaller by `by` on every side; empty when nothing is left.
    fn inset(self, by: u32) -> Self {
        let (x0, y0) = (self.x0 + by, self.y0 + by);
        Rect { x0, y0, x1: self.x1.saturating_sub(by).max(x0), y1: self.y1.saturating_sub(by).max(y0) }
    }

    /// Whether all four edges lie within `by` of the other's.
    fn covers(self, other: Rect, by: u32) -> bool {
        let near = |a: u32, b: u32| a.abs_diff(b) < by;
        near(self.x0, other.x0) && near(self.y0, other.y0) && near(self.x1, other.x1) && near(self.y1, other.y1)
    }
}

/// Draws boxes in order. A box that nearly coincides with an earlier one is drawn just inside it, so that both show.
/// Boxes refer to this picture; what lies outside of it is cut.
pub fn draw(picture: &mut RgbImage, boxes: &[(BBox, Paint)]) {
    let size = Size { w: picture.width(), h: picture.height() };
    let stroke = Stroke::of(size);
    let total = stroke.total();
    let mut drawn: Vec<Rect> = Vec::with_capacity(boxes.len());
    for (bbox, paint) in boxes {
        let mut outer = Rect::around(bbox, total, size);
        while drawn.iter().any(|earlier| earlier.covers(outer, total)) && outer.inset(total) != outer {
            outer = outer.inset(total);
            if outer.x0 >= outer.x1 || outer.y0 >= outer.y1 {
                break;
            }
        }
        match *paint {
            Paint::Solid(color) => {
                solid(picture, outer, total, contrast(color));
                solid(picture, outer.inset(stroke.outline), stroke.line, color);
            }
            Paint::Dashed => {
                let dash = 2 * total;
                ring(picture, outer, total, |along| if (along / dash).is_multiple_of(2) { [0; 3] } else { [255; 3] });
            }
        }
        drawn.push(outer);
    }
}

/// Fills the band of `width` pixels inside the rectangle's edge with one color, as nested hollow rectangles.
fn solid(picture: &mut RgbImage, outer: Rect, width: u32, color: [u8; 3]) {
    for step in 0..width {
        let r = outer.inset(step);
        let (w, h) = (r.x1 - r.x0, r.y1 - r.y0);
        if w == 0 || h == 0 {
            break; // an empty rectangle has no edge, and imageproc refuses to make one
        }
        let edge = imageproc::rect::Rect::at(r.x0 as i32, r.y0 as i32).of_size(w, h);
        imageproc::drawing::draw_hollow_rect_mut(picture, edge, image::Rgb(color));
    }
}

/// Fills the band of `width` pixels inside the rectangle's edge. `color` is asked with the distance along the edge
/// (x on the horizontal sides, y on the vertical ones).
fn ring(picture: &mut RgbImage, outer: Rect, width: u32, color: impl Fn(u32) -> [u8; 3]) {
    let inner = outer.inset(width);
    let hollow = inner.x0 < inner.x1 && inner.y0 < inner.y1;
    for y in outer.y0..outer.y1 {
        let side = hollow && (inner.y0..inner.y1).contains(&y);
        if side {
            let c = color(y - outer.y0);
            fill(picture, y, outer.x0, inner.x0, |_| c);
            fill(picture, y, inner.x1, outer.x1, |_| c);
        } else {
            fill(picture, y, outer.x0, outer.x1, |x| color(x - outer.x0));
        }
    }
}

/// Fills `x0..x1` of a row.
fn fill(picture: &mut RgbImage, y: u32, x0: u32, x1: u32, color: impl Fn(u32) -> [u8; 3]) {
    let row = y as usize * picture.width() as usize;
    let (from, to) = ((row + x0 as usize) * 3, (row + x1 as usize) * 3);
    if let Some(span) = picture.get_mut(from..to) {
        for (x, pixel) in (x0..x1).zip(span.chunks_exact_mut(3)) {
            pixel.copy_from_slice(&color(x));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::PALETTE;
    use super::*;
    use image::Rgb;
    use proptest::prelude::*;

    const RED: Paint = Paint::Solid([255, 0, 0]);
    const GREY: Rgb<u8> = Rgb([128; 3]);

    fn canvas(w: u32, h: u32) -> RgbImage {
        RgbImage::from_pixel(w, h, GREY)
    }

    /// A letter per pixel: r(ed), w(hite), b(lack), . (untouched).
    fn letters(picture: &RgbImage) -> Vec<String> {
        let letter = |p: &Rgb<u8>| match p.0 {
            [255, 0, 0] => 'r',
            [255, 255, 255] => 'w',
            [0, 0, 0] => 'b',
            [0, 190, 0] => 'g',
            _ => '.',
        };
        picture.rows().map(|row| row.map(letter).collect()).collect()
    }

    fn bbox(x: u32, y: u32, w: u32, h: u32) -> BBox {
        BBox::try_from([x, y, w, h]).unwrap()
    }

    #[test]
    fn a_box_lies_around_its_object() {
        let mut picture = canvas(16, 16);
        assert_eq!(Stroke::of(Size { w: 16, h: 16 }), Stroke { line: 1, outline: 1 });
        draw(&mut picture, &[(bbox(5, 6, 4, 3), RED)]);
        let want = [
            "................",
            "................",
            "................",
            "..wwwwwwwwww....",
            "..wrrrrrrrrw....",
            "..wrwwwwwwrw....",
            "..wrw....wrw....",
            "..wrw....wrw....",
            "..wrw....wrw....",
            "..wrwwwwwwrw....",
            "..wrrrrrrrrw....",
            "..wwwwwwwwww....",
        ];
        assert_eq!(letters(&picture)[..12], want);
    }

    #[test]
    fn at_the_border_the_whole_stroke_stays_inside() {
        let mut picture = canvas(16, 16);
        draw(&mut picture, &[(bbox(0, 0, 16, 16), RED)]);
        let rows = letters(&picture);
        assert_eq!(rows[0], "wwwwwwwwwwwwwwww");
        assert_eq!(rows[1], "wrrrrrrrrrrrrrrw");
        assert_eq!(rows[2], "wrwwwwwwwwwwwwrw");
        assert_eq!(rows[3], "wrw..........wrw");
        assert_eq!(rows[15], "wwwwwwwwwwwwwwww");
    }

    #[test]
    fn coinciding_boxes_both_show() {
        let mut picture = canvas(32, 32);
        draw(&mut picture, &[(bbox(8, 8, 16, 16), RED), (bbox(8, 9, 16, 15), Paint::Solid([0, 190, 0]))]);
        let all = letters(&picture).concat();
        let count = |c| all.chars().filter(|x| *x == c).count();
        assert!(count('r') > 40 && count('g') > 40, "{all}");
    }

    #[test]
    fn the_dashed_line_alternates() {
        let mut picture = canvas(64, 64);
        draw(&mut picture, &[(bbox(16, 16, 40, 30), Paint::Dashed)]);
        let row = &letters(&picture)[14];
        assert!(row.contains("bbwwww") && row.contains("wwbbbb"), "{row}");
    }

    #[test]
    fn thickness_follows_the_picture() {
        let of = |w, h| Stroke::of(Size { w, h }).line;
        assert_eq!([of(640, 480), of(1024, 768), of(200, 150), of(20, 300), of(9000, 8000)], [4, 6, 3, 1, 32]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn nothing_but_the_stroke_changes(
            w in 1u32..90, h in 1u32..90, x in 0u32..120, y in 0u32..120, bw in 1u32..120, bh in 1u32..120,
            other in any::<bool>(), paint in 0usize..PALETTE.len(),
        ) {
            let mut picture = canvas(w, h);
            let b = bbox(x, y, bw, bh);
            let mut boxes = vec![(b, PALETTE[paint].1)];
            if other {
                boxes.push((bbox(x / 2, y / 2, bw, bh), RED));
            }
            draw(&mut picture, &boxes);
            let size = Size { w, h };
            let total = Stroke::of(size).total();
            for (px, py, pixel) in picture.enumerate_pixels() {
                let allowed = boxes.iter().any(|(b, _)| {
                    let outer = Rect::around(b, total, size);
                    let inner = outer.inset(2 * total);
                    let within = |r: Rect| (r.x0..r.x1).contains(&px) && (r.y0..r.y1).contains(&py);
                    within(outer) && !within(inner)
                });
                prop_assert!(allowed || *pixel == GREY, "({px}, {py})");
            }
        }
    }
}
