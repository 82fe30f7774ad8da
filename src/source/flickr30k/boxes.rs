//! Entities' annotation of one picture: VOC-like XML with 1-based inclusive boxes. An object names one or more chains
//! and has a box, or says that it is the scene or cannot be boxed.

use crate::model::geom::Size;
use quick_xml::Reader;
use quick_xml::events::Event;

/// What the file says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Annotation {
    /// `None` where it is not told or has a side of 0.
    pub size: Option<Size>,
    pub objects: Vec<Object>,
}

/// One `<object>`.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Object {
    /// Chain ids.
    pub names: Vec<String>,
    /// `xmin, ymin, xmax, ymax` as far as they can be read; `None` for a scene or a thing without a box.
    pub corners: Option<[Option<f64>; 4]>,
}

const CORNERS: [&str; 4] = ["xmin", "ymin", "xmax", "ymax"];

pub(super) fn parse(bytes: &[u8]) -> Result<Annotation, String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| "not UTF-8".to_string())?;
    let mut reader = Reader::from_str(text);
    let mut path: Vec<String> = Vec::new();
    let mut annotation = Annotation::default();
    let (mut width, mut height) = (0, 0);
    let mut rooted = false;
    loop {
        let at = |e: &dyn std::fmt::Display, r: &Reader<&[u8]>| format!("{e} (byte {})", r.buffer_position());
        match reader.read_event() {
            Err(e) => return Err(at(&e, &reader)),
            Ok(Event::Eof) if !path.is_empty() => return Err("the file ends inside an element".to_string()),
            Ok(Event::Eof) if !rooted => return Err("there is no <annotation>".to_string()),
            Ok(Event::Eof) => break,
            Ok(Event::Start(e)) => {
                let name = e.name().as_ref().to_string();
                rooted |= path.is_empty() && name == "annotation";
                match (path.len(), name.as_str()) {
                    (1, "object") => annotation.objects.push(Object::default()),
                    (2, "bndbox") => {
                        if let Some(object) = annotation.objects.last_mut() {
                            object.corners = Some([None; 4]);
                        }
                    }
                    _ => {}
                }
                path.push(name);
            }
            Ok(Event::End(_)) => {
                path.pop();
            }
            Ok(Event::Text(e)) => {
                let value = e.trim();
                let keys: Vec<&str> = path.iter().skip(1).map(String::as_str).collect();
                match (keys.as_slice(), annotation.objects.last_mut()) {
                    (["size", "width"], _) => width = value.parse().unwrap_or(0),
                    (["size", "height"], _) => height = value.parse().unwrap_or(0),
                    (["object", "name"], Some(object)) if !value.is_empty() => object.names.push(value.to_string()),
                    (["object", "bndbox", corner], Some(object)) => {
                        let known = CORNERS.iter().position(|c| c == corner);
                        let slot = known.and_then(|i| object.corners.as_mut().and_then(|c| c.get_mut(i)));
                        if let Some(slot) = slot {
                            *slot = value.parse().ok();
                        }
                    }
                    _ => {}
                }
            }
            Ok(_) => {}
        }
    }
    annotation.size = (width > 0 && height > 0).then_some(Size { w: width, h: height });
    Ok(annotation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const XML: &str = "\u{feff}<annotation>\r\n\t<filename>1.jpg</filename>\n<size><width>500</width><height>375</height>\
        <depth>3</depth></size>\n<object><name>1</name><name>6</name><bndbox><xmin>1</xmin><ymin>2</ymin>\
        <xmax>500</xmax><ymax>375</ymax></bndbox></object>\n<object><name>2</name><scene>1</scene>\
        <nobndbox>0</nobndbox></object><object><name>3</name><bndbox><xmin>a</xmin></bndbox></object></annotation>\n";

    #[test]
    fn objects_have_names_and_boxes_or_none() {
        let a = parse(XML.as_bytes()).unwrap();
        assert_eq!(a.size, Some(Size { w: 500, h: 375 }));
        let got: Vec<_> = a.objects.iter().map(|o| (o.names.join("+"), o.corners)).collect();
        let some = [Some(1.0), Some(2.0), Some(500.0), Some(375.0)];
        assert_eq!(got, [("1+6".into(), Some(some)), ("2".into(), None), ("3".into(), Some([None; 4]))]);
    }

    #[test]
    fn what_is_no_annotation_says_so() {
        assert_eq!(parse(b"<html></html>").unwrap_err(), "there is no <annotation>");
        assert_eq!(parse(b"").unwrap_err(), "there is no <annotation>");
        assert_eq!(parse(b"<annotation><size>").unwrap_err(), "the file ends inside an element");
        assert!(parse(b"<annotation></size></annotation>").unwrap_err().contains("byte"));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(at in 0usize..450, bytes in proptest::collection::vec(any::<u8>(), 0..5)) {
            let mut xml = XML.as_bytes().to_vec();
            let at = at.min(xml.len());
            xml.splice(at..(at + bytes.len()).min(xml.len()), bytes);
            let _ = parse(&xml);
        }
    }
}
