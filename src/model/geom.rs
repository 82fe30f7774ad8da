//! Boxes on pictures. One constructor per dataset's convention, so that no reader does arithmetic of its own.

use serde::{Deserialize, Serialize};

/// Size of a picture in pixels, as its annotations mean it (orientation and rotation applied).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Width in pixels.
    pub w: u32,
    /// Height in pixels.
    pub h: u32,
}

/// An axis-aligned box in whole pixels, origin top-left, right and bottom edges exclusive:
/// `0 ≤ x0 < x1 ≤ w` and `0 ≤ y0 < y1 ≤ h` of its picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "[u32; 4]", try_from = "[u32; 4]")]
pub struct BBox {
    x0: u32,
    y0: u32,
    x1: u32,
    y1: u32,
}

/// Why four numbers are not a box of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BoxFault {
    /// A coordinate is NaN or infinite.
    #[error("a coordinate is not a finite number")]
    NotFinite,
    /// No area is left inside the picture: zero or negative extent, or wholly outside.
    #[error("the box is empty inside the picture")]
    Degenerate,
}

impl BBox {
    /// Absolute corners in pixels, exclusive right and bottom; clamped to the picture, edges rounded.
    pub fn from_corners(x0: f64, y0: f64, x1: f64, y1: f64, size: Size) -> Result<Self, BoxFault> {
        if ![x0, y0, x1, y1].iter().all(|v| v.is_finite()) {
            return Err(BoxFault::NotFinite);
        }
        let clamp = |v: f64, max: u32| v.round().clamp(0.0, f64::from(max)) as u32;
        let b = BBox { x0: clamp(x0, size.w), y0: clamp(y0, size.h), x1: clamp(x1, size.w), y1: clamp(y1, size.h) };
        if b.x0 < b.x1 && b.y0 < b.y1 { Ok(b) } else { Err(BoxFault::Degenerate) }
    }

    /// PACO and COCO: `[x, y, w, h]` in pixels (`BoxMode.XYWH_ABS`).
    pub fn from_xywh(b: [f64; 4], size: Size) -> Result<Self, BoxFault> {
        Self::from_corners(b[0], b[1], b[0] + b[2], b[1] + b[3], size)
    }

    /// SpatialSense: `[y0, y1, x0, x1]` in pixels (its README, "Conventions").
    pub fn from_yyxx(b: [f64; 4], size: Size) -> Result<Self, BoxFault> {
        Self::from_corners(b[2], b[0], b[3], b[1], size)
    }

    /// Flickr30K Entities: VOC-like `xmin, ymin, xmax, ymax`, 1-based and inclusive. The official Python
    /// utility subtracts one from all four; an inclusive right edge adds one again.
    pub fn from_voc_one_based(b: [f64; 4], size: Size) -> Result<Self, BoxFault> {
        Self::from_corners(b[0] - 1.0, b[1] - 1.0, b[2], b[3], size)
    }

    /// Open Images: `XMin, XMax, YMin, YMax` in `[0, 1]` of the stored picture.
    pub fn from_unit_xxyy(b: [f64; 4], size: Size) -> Result<Self, BoxFault> {
        let (w, h) = (f64::from(size.w), f64::from(size.h));
        Self::from_corners(b[0] * w, b[2] * h, b[1] * w, b[3] * h, size)
    }

    /// Left edge.
    pub fn x0(&self) -> u32 {
        self.x0
    }
    /// Top edge.
    pub fn y0(&self) -> u32 {
        self.y0
    }
    /// Right edge, exclusive.
    pub fn x1(&self) -> u32 {
        self.x1
    }
    /// Bottom edge, exclusive.
    pub fn y1(&self) -> u32 {
        self.y1
    }
    /// Width in pixels, at least 1.
    pub fn w(&self) -> u32 {
        self.x1 - self.x0
    }
    /// Height in pixels, at least 1.
    pub fn h(&self) -> u32 {
        self.y1 - self.y0
    }
    /// Area in square pixels.
    pub fn area(&self) -> u64 {
        u64::from(self.w()) * u64::from(self.h())
    }
    /// Center as (x, y) in pixels.
    pub fn center(&self) -> (f64, f64) {
        (f64::from(self.x0 + self.x1) / 2.0, f64::from(self.y0 + self.y1) / 2.0)
    }

    /// Area of the overlap in square pixels, 0 when apart.
    pub fn intersection(&self, other: &BBox) -> u64 {
        u64::from(overlap(self.x0, self.x1, other.x0, other.x1))
            * u64::from(overlap(self.y0, self.y1, other.y0, other.y1))
    }

    /// Overlap over union, in `[0, 1]`.
    pub fn iou(&self, other: &BBox) -> f64 {
        let inter = self.intersection(other);
        inter as f64 / (self.area() + other.area() - inter) as f64
    }

    /// Share of this box that the other covers, in `[0, 1]`.
    pub fn covered_by(&self, other: &BBox) -> f64 {
        self.intersection(other) as f64 / self.area() as f64
    }

    /// Overlap of the x-extents as a share of the narrower one, in `[0, 1]`.
    pub fn x_overlap(&self, other: &BBox) -> f64 {
        f64::from(overlap(self.x0, self.x1, other.x0, other.x1)) / f64::from(self.w().min(other.w()))
    }

    /// Overlap of the y-extents as a share of the lower one, in `[0, 1]`.
    pub fn y_overlap(&self, other: &BBox) -> f64 {
        f64::from(overlap(self.y0, self.y1, other.y0, other.y1)) / f64::from(self.h().min(other.h()))
    }

    /// The box after turning its picture (of `size` before turning) counterclockwise by `quarters` × 90°.
    pub fn rotated_ccw(&self, quarters: u8, size: Size) -> BBox {
        match quarters % 4 {
            0 => *self,
            1 => BBox { x0: self.y0, y0: size.w - self.x1, x1: self.y1, y1: size.w - self.x0 },
            2 => BBox { x0: size.w - self.x1, y0: size.h - self.y1, x1: size.w - self.x0, y1: size.h - self.y0 },
            _ => BBox { x0: size.h - self.y1, y0: self.x0, x1: size.h - self.y0, y1: self.x1 },
        }
    }
}

fn overlap(a0: u32, a1: u32, b0: u32, b1: u32) -> u32 {
    a1.min(b1).saturating_sub(a0.max(b0))
}

impl From<BBox> for [u32; 4] {
    /// `[x, y, w, h]`.
    fn from(b: BBox) -> Self {
        [b.x0, b.y0, b.w(), b.h()]
    }
}

impl TryFrom<[u32; 4]> for BBox {
    type Error = BoxFault;
    /// From `[x, y, w, h]`; the picture's size is not known here, only emptiness is refused.
    fn try_from([x, y, w, h]: [u32; 4]) -> Result<Self, BoxFault> {
        match (x.checked_add(w), y.checked_add(h)) {
            (Some(x1), Some(y1)) if w > 0 && h > 0 => Ok(BBox { x0: x, y0: y, x1, y1 }),
            _ => Err(BoxFault::Degenerate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    const SIZE: Size = Size { w: 100, h: 50 };

    #[test]
    fn the_four_conventions_agree_on_one_box() {
        let want = BBox { x0: 10, y0: 20, x1: 30, y1: 45 };
        assert_eq!(BBox::from_xywh([10.0, 20.0, 20.0, 25.0], SIZE), Ok(want));
        assert_eq!(BBox::from_yyxx([20.0, 45.0, 10.0, 30.0], SIZE), Ok(want));
        assert_eq!(BBox::from_voc_one_based([11.0, 21.0, 30.0, 45.0], SIZE), Ok(want));
        assert_eq!(BBox::from_unit_xxyy([0.1, 0.3, 0.4, 0.9], SIZE), Ok(want));
    }

    #[test]
    fn degenerate_and_nonfinite_boxes_are_refused_and_overhang_is_clamped() {
        assert_eq!(BBox::from_xywh([10.0, 20.0, 0.0, 25.0], SIZE), Err(BoxFault::Degenerate));
        assert_eq!(BBox::from_xywh([120.0, 20.0, 5.0, 5.0], SIZE), Err(BoxFault::Degenerate));
        assert_eq!(BBox::from_xywh([f64::NAN, 0.0, 5.0, 5.0], SIZE), Err(BoxFault::NotFinite));
        assert_eq!(BBox::from_xywh([90.0, 40.0, 50.0, 50.0], SIZE).map(|b| (b.x1(), b.y1())), Ok((100, 50)));
    }

    #[test]
    fn four_quarter_turns_are_none() {
        let b = BBox { x0: 10, y0: 20, x1: 30, y1: 45 };
        let turned = SIZE;
        let once = b.rotated_ccw(1, turned);
        assert_eq!(once, BBox { x0: 20, y0: 70, x1: 45, y1: 90 });
        assert_eq!(once.rotated_ccw(3, Size { w: 50, h: 100 }), b);
        assert_eq!(b.rotated_ccw(2, SIZE).rotated_ccw(2, SIZE), b);
    }

    #[test]
    fn overlaps_are_shares() {
        let a = BBox { x0: 0, y0: 0, x1: 10, y1: 10 };
        let b = BBox { x0: 5, y0: 0, x1: 25, y1: 5 };
        assert_eq!(a.intersection(&b), 25);
        assert!((a.x_overlap(&b) - 0.5).abs() < 1e-9);
        assert!((b.y_overlap(&a) - 1.0).abs() < 1e-9);
        assert!((a.iou(&b) - 25.0 / 175.0).abs() < 1e-9);
    }
}
