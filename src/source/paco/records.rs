//! What is kept of the document: compact records, and the shapes in which JSON gives them.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::fmt;

/// An annotation as the file has it; `segmentation` and other keys are skipped.
#[derive(Deserialize)]
pub(super) struct RawAnnotation {
    pub id: u64,
    pub image_id: u64,
    pub category_id: u32,
    #[serde(default)]
    pub obj_ann_id: Option<u64>,
    #[serde(default)]
    pub bbox: Coordinates,
    #[serde(default)]
    pub attribute_ids: Option<Vec<u16>>,
    #[serde(default)]
    pub dom_color_ids: Option<Vec<u16>>,
    #[serde(default)]
    pub unknown_color: Told,
    #[serde(default)]
    pub unknown_pattern_marking: Told,
    #[serde(default)]
    pub unknown_material: Told,
    #[serde(default)]
    pub unknown_transparency: Told,
}

/// An annotation as it is held until the end. Its attribute ids are a slice of a shared list.
#[derive(Debug)]
pub(super) struct Annotation {
    pub id: u64,
    pub object: u64,
    pub image: u64,
    pub bbox: Coordinates,
    pub category: u32,
    pub first: u32,
    pub values: u16,
    pub dominant: u16,
    /// Bits by place in `AXES`.
    pub unknown: u8,
}

/// An entry of `images`.
#[derive(Debug, Deserialize)]
pub(super) struct Picture {
    pub id: u64,
    pub file_name: Box<str>,
    pub width: u32,
    pub height: u32,
    #[serde(default)]
    pub license: Option<u32>,
    #[serde(default)]
    pub coco_url: Option<Box<str>>,
    #[serde(default)]
    pub neg_category_ids: Option<Box<[u32]>>,
    #[serde(default)]
    pub not_exhaustive_category_ids: Option<Box<[u32]>>,
}

/// An entry of `categories` or `attributes`.
#[derive(Debug, Deserialize)]
pub(super) struct Named {
    pub id: u32,
    pub name: Box<str>,
}

/// An entry of `licenses`.
#[derive(Deserialize)]
pub(super) struct RawLicense {
    pub id: u32,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub url: String,
}

/// `bbox`: four numbers `[x, y, w, h]`, or something else (`None`), which is no reason to stop reading.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Coordinates(pub Option<[f64; 4]>);

impl<'de> Deserialize<'de> for Coordinates {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Four;
        impl<'de> Visitor<'de> for Four {
            type Value = Coordinates;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of four numbers")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Coordinates, A::Error> {
                let mut found = [0.0; 4];
                for slot in &mut found {
                    match seq.next_element::<Option<f64>>()? {
                        Some(Some(v)) => *slot = v,
                        Some(None) => *slot = f64::NAN,
                        None => return Ok(Coordinates(None)),
                    }
                }
                let more = seq.next_element::<IgnoredAny>()?.is_some();
                while more && seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Coordinates(Some(found).filter(|_| !more)))
            }
            fn visit_unit<E>(self) -> Result<Coordinates, E> {
                Ok(Coordinates(None))
            }
        }
        d.deserialize_any(Four)
    }
}

/// A flag written as 0/1 or as a boolean.
#[derive(Clone, Copy, Default)]
pub(super) struct Told(pub bool);

impl<'de> Deserialize<'de> for Told {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Flag;
        impl Visitor<'_> for Flag {
            type Value = Told;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("0, 1, true or false")
            }
            fn visit_bool<E>(self, v: bool) -> Result<Told, E> {
                Ok(Told(v))
            }
            fn visit_u64<E>(self, v: u64) -> Result<Told, E> {
                Ok(Told(v != 0))
            }
            fn visit_i64<E>(self, v: i64) -> Result<Told, E> {
                Ok(Told(v != 0))
            }
            fn visit_f64<E>(self, v: f64) -> Result<Told, E> {
                Ok(Told(v != 0.0))
            }
            fn visit_unit<E>(self) -> Result<Told, E> {
                Ok(Told(false))
            }
        }
        d.deserialize_any(Flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_annotation_is_held_in_less_than_150_bytes() {
        // plus two bytes an attribute value and four of the order by picture
        assert!(size_of::<Annotation>() <= 96, "{}", size_of::<Annotation>());
    }

    #[test]
    fn a_box_that_is_not_four_numbers_does_not_stop_the_reading() {
        let bbox = |json: &str| serde_json::from_str::<Coordinates>(json).unwrap().0;
        assert_eq!(bbox("[1, 2.5, 3, 4]"), Some([1.0, 2.5, 3.0, 4.0]));
        for odd in ["[]", "[1,2,3]", "[1,2,3,4,5,6]", "null"] {
            assert_eq!(bbox(odd), None, "{odd}");
        }
        assert!(bbox("[null,1,2,3]").unwrap()[0].is_nan());
    }
}
