//! What is folded from a stream, against a parser that holds the whole document: the same records, the same lines of
//! the same faults, however the bytes come.

use super::fold::{self, Document};
use super::records::{Named, Picture, RawAnnotation, RawLicense};
use crate::error::ErrorKind;
use crate::source::license;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::{BufReader, Cursor};

const AWKWARD: &str = r#"{"info": {"deep": [1, {"x": null, "s": "]}\"{["}], "n": -1.5e3}, "y": "str\u00e9\n", "z": 12, "e": {}, "l": [],
"queries": [{"q": "a\\", "l": [[], {}]}, 3, "segmentation", [null]],
"images" : [
 {"id": 7, "file_name": "train2017/7{[\"]}.jpg", "width": 100, "height": 80, "license": 4, "coco_url": "http:\/\/x\\"},
 {"id": 8, "file_name": "val\u0032017/8.jpg", "neg_category_ids": [2],
  "width": 100, "height": 80, "not_exhaustive_category_ids": [1]}],
"annotations":[{"id": 1, "image_id": 7, "category_id": 1, "bbox": [10.0, 10, 30.5, 2e1], "segmentation": [[1, 2.5,
 3], [4,
 5]], "attribute_ids": [1, 3], "dom_color_ids": [3], "unknown_color": 0, "unknown_material": true, "s": "\"segmentation\": ["},
 {"segmentation": {"size": [80, 100], "counts": "aZ[`1\\\"x]}\\"}, "id": 2, "image_id": 8, "category_id": 3, "obj_ann_id": 3}
 , {"id": 3, "image_id": 8, "category_id": 1, "bbox": [0, null, 50], "segmentation" :
 null, "attribute_ids": null}, {"id":4,"image_id":8,"category_id":2,"bbox":null,"segmentation":"s]","x":{"segmentation":[]}}
],
"categories": [{"id": 1, "name": "car_(automobile)"}, {"synonyms": ["}"], "id": 2, "name": "dog"}],
"licenses": [{"id": 4, "name": "Own", "url": "https://example.org/terms"}],
"attributes": [{"id": 1, "name": "light_blue"}, {"id": 3, "name": "red"}],
"attr_type_to_attr_idxs": {"color": [1, 3], "material": []}}
"#;

#[derive(Deserialize)]
struct Whole {
    images: Vec<Picture>,
    annotations: Vec<RawAnnotation>,
    categories: Vec<Named>,
    attributes: Vec<Named>,
    attr_type_to_attr_idxs: BTreeMap<String, Vec<u32>>,
    licenses: Vec<RawLicense>,
}

/// The whole document as text, or the line of its fault.
fn held(text: &str) -> Result<String, Option<u64>> {
    let whole: Whole = serde_json::from_str(text).map_err(|e| Some(e.line() as u64))?;
    let mut d = Document { has_lists: true, has_negatives: true, ..Document::default() };
    whole.annotations.into_iter().for_each(|raw| fold::keep(raw, &mut d.annotations, &mut d.values));
    d.licenses = whole.licenses.into_iter().map(|l| (l.id, license::from_link(&l.name, &l.url, ""))).collect();
    (d.pictures, d.categories, d.attributes) = (whole.images, whole.categories, whole.attributes);
    d.axes = whole.attr_type_to_attr_idxs;
    Ok(format!("{d:?}"))
}

/// The same from a stream that gives so many bytes at once.
fn streamed(text: &str, capacity: usize) -> Result<String, Option<u64>> {
    let reader = BufReader::with_capacity(capacity, Cursor::new(text.as_bytes().to_vec()));
    match fold::read(Box::new(reader), "a.json") {
        Ok(d) => Ok(format!("{d:?}")),
        Err(e) => Err(match e.kind() {
            ErrorKind::Data { place, .. } => place.line,
            _ => None,
        }),
    }
}

/// The document with a piece of it replaced; the piece must be there.
fn with(piece: &str, other: &str) -> String {
    assert!(AWKWARD.contains(piece), "{piece}");
    AWKWARD.replacen(piece, other, 1)
}

#[test]
fn an_awkward_document_is_read_alike_whatever_the_buffers() {
    let want = held(AWKWARD).unwrap();
    for capacity in (1..200).chain([AWKWARD.len() - 1, AWKWARD.len(), 1 << 16]) {
        assert_eq!(streamed(AWKWARD, capacity).as_ref(), Ok(&want), "buffers of {capacity}");
    }
}

#[test]
fn a_cut_file_is_refused_at_its_last_line() {
    for cut in 0..AWKWARD.trim_end().len() {
        let text = &AWKWARD[..cut];
        let want = Err(Some(text.matches('\n').count() as u64 + 1));
        assert_eq!(streamed(text, 1 << 16), want, "cut at {cut}");
        assert_eq!(streamed(text, 7), want, "cut at {cut}, buffers of 7");
    }
}

#[test]
fn what_is_wrong_is_refused_at_the_line_where_a_parser_of_the_whole_stops() {
    let broken = [
        AWKWARD.to_string() + "x",
        AWKWARD.to_string() + "\n\n{}",
        format!("[{AWKWARD}]"),
        with("\"z\": 12,", "\"z\": 12 13,"),
        with("\"z\": 12,", "\"z\": tru,"),
        with("\"z\": 12,", "\"z\": ,"),
        with("\"z\": 12,", "z: 12,"),
        with("\"l\": [],\n", "\"l\": []\n"),
        with("-1.5e3", "-"),
        with("{\"x\": null", "{\"x\" null"),
        with("[[], {}]", "[[], {}"),
        with("[null]]", "[null],]"),
        with("\"images\"", "\"images\":"),
        with(" {\"id\": 8", " {\"id\": \"8\""),
        with("2017/8.jpg\"", "2017/8.jpg"),
        with("val\\u0032", "val\\u00x2"),
        with("[{\"id\": 1, \"image_id\": 7", "{\"id\": 1, \"image_id\": 7"),
        with("[{\"id\": 1, \"image_id\": 7", "[null, {\"id\": 1, \"image_id\": 7"),
        with("\"attribute_ids\": [1, 3]", "\"attribute_ids\": [1, 65536]"),
        with("\"unknown_color\": 0", "\"unknown_color\": \"no\""),
        with("\"id\": 2, \"image_id\"", "\"id\": 2, \"id\": 2, \"image_id\""),
        with("\"obj_ann_id\": 3}", "\"obj_ann_id\": 3]"),
        with(" , {\"id\": 3", " {\"id\": 3"),
        with("\"name\": \"dog\"}", "\"name\": 5}"),
        with("\"name\": \"dog\"}", "\"name\": \"d\tog\"}"),
        with("\"material\": []", "\"material\": {}"),
        with("\"material\": []}}", "\"material\": []},}"),
    ];
    for text in broken {
        let want = held(&text);
        assert!(want.is_err(), "{text}");
        for capacity in [1, 2, 3, 17, 100, 1 << 16] {
            assert_eq!(streamed(&text, capacity), want, "buffers of {capacity}: {text}");
        }
    }
}

#[test]
fn a_fault_says_where_it_is_and_what_to_do() {
    let message =
        |text: String| fold::read(Box::new(Cursor::new(text.into_bytes())), "a.json").err().unwrap().to_string();
    let remedy = "; expected one JSON object with `images`, `annotations`, `categories` and `attributes`";
    for (text, what) in [
        (
            with("\"id\": 3, \"image_id\": 8", "\"id\": 3, \"image_id\": \"8\""),
            ":11 (record annotations[2]): not a PACO document: invalid type: string \"8\", expected u64",
        ),
        (
            with(" , {\"id\": 3", " {\"id\": 3"),
            ":11 (record annotations[2]): not a PACO document: found `{` instead of `,` or `]` after an element",
        ),
        (
            AWKWARD[..400].to_string(),
            ":6 (record images[1]): not a PACO document: it ends before the rest of the value",
        ),
        (AWKWARD.to_string() + "x", ":18: not a PACO document: found `x` instead of the end of the file"),
    ] {
        assert_eq!(message(text), format!("a.json{what}{remedy}"));
    }
}
