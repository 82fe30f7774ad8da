//! Thresholds of what is asked about; the configuration's `[limits]` table.

use serde::{Deserialize, Serialize};

/// When a box, a pair of boxes or a count is not asked about. Shares are of the picture's area unless said otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// A box below this share is `tiny_box`.
    pub min_area: f64,
    /// A box with a side below this many pixels is `tiny_box`.
    pub min_side: u32,
    /// A box below this share is asked about, but its gold is `weak`.
    pub small_area: f64,
    /// A box above this share singles nothing out for a question about what is inside it: `fills_picture`.
    pub max_area: f64,
    /// Whether boxes cut by the picture's border are left out (`truncated_box`); otherwise their gold is `weak`.
    pub reject_truncated: bool,
    /// Whether drawings, toys and pictures of things are left out (`depicted_box`); otherwise their gold is `weak`.
    pub reject_depicted: bool,
    /// A box of which another object of comparable size covers more than this share of its own area is `covered_box`.
    pub max_covered: f64,
    /// "Comparable size" ends at this many times the covered box's area: a cup on a table is not hidden by the table.
    pub background_ratio: f64,
    /// Two boxes of one class above this overlap over union are one thing boxed twice.
    pub duplicate_iou: f64,
    /// Two boxes above this overlap over union cannot be told apart when both are drawn: `boxes_alike`.
    pub max_pair_iou: f64,
    /// A label joins the truth of a box when the two boxes overlap this much: over union, …
    pub overlap_iou: f64,
    /// … or as a share of either box's own area (a thing inside the other).
    pub overlap_covered: f64,
    /// In a count, a box below this share may be overlooked: `tiny_instance`.
    pub count_min_area: f64,
    /// In a count, a box with a side below this many pixels may be overlooked: `tiny_instance`.
    pub count_min_side: u32,
    /// The largest number asked for; more is `too_many`.
    pub max_count: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            min_area: 0.004,
            min_side: 24,
            small_area: 0.01,
            max_area: 0.85,
            reject_truncated: true,
            reject_depicted: true,
            max_covered: 0.65,
            background_ratio: 3.0,
            duplicate_iou: 0.7,
            max_pair_iou: 0.7,
            overlap_iou: 0.1,
            overlap_covered: 0.3,
            count_min_area: 0.0015,
            count_min_side: 14,
            max_count: 10,
        }
    }
}
