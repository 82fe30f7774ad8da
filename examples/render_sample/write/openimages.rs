//! Open Images: CSV tables of boxes, human labels, relations, pictures and sizes, with names and a hierarchy.

use super::super::class::{CLASSES, Class};
use super::super::paint::Stuff;
use super::super::world::{Corners, HEIGHT, WIDTH, World};
use super::Writer;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The `is` attributes: id, display name. Open Images has "Lay", too, but its id is not established: that id is ours.
const ATTRIBUTES: [(&str, &str); 10] = [
    ("/g/drawn_lay", "Lay"),
    ("/m/02gy9n", "Transparent"),
    ("/m/05z87", "Plastic"),
    ("/m/0dnr7", "(made of)Textile"),
    ("/m/04lbp", "(made of)Leather"),
    ("/m/083vt", "Wooden"),
    ("/m/02wzbmj", "Stand"),
    ("/m/015c4z", "Sit"),
    ("/m/083mg", "Walk"),
    ("/m/06h7j", "Run"),
];

/// Classes above those that the sample draws: id, name, and what is directly below.
const ABOVE: [(&str, &str, &[&str]); 15] = [
    ("/m/0jbk", "Animal", &["bird", "/m/04rky"]),
    ("/m/04rky", "Mammal", &["horse", "/m/01lrl"]),
    ("/m/01lrl", "Carnivore", &["cat", "dog"]),
    ("/m/09j2d", "Clothing", &["dress", "hat", "shirt", "trousers"]),
    ("/m/0c_jw", "Furniture", &["bench", "chair", "shelf", "sofa", "stool", "table"]),
    ("/m/01g317", "Person", &["boy", "girl", "man", "woman"]),
    ("/m/02xwb", "Fruit", &["apple", "banana", "orange", "pear"]),
    ("/m/04brg2", "Tableware", &["bottle", "bowl", "mug", "plate"]),
    ("/m/05s2s", "Plant", &["flower", "potted plant", "tree"]),
    ("/m/07yv9", "Vehicle", &["bicycle", "bus", "car"]),
    ("/m/04szw", "Musical instrument", &["drum", "guitar"]),
    ("/m/0cgh4", "Building", &["house"]),
    ("/m/0138tl", "Toy", &["kite"]),
    ("/m/05y5lj", "Sports equipment", &["ball"]),
    ("/m/0hf58v5", "Luggage and bags", &["backpack", "handbag"]),
];

pub struct Files {
    root: PathBuf,
    boxes: String,
    labels: String,
    relations: String,
    images: String,
    sizes: String,
}

impl Files {
    pub fn create(root: &Path) -> io::Result<Self> {
        fs::create_dir_all(root.join("validation"))?;
        Ok(Files {
            root: root.to_path_buf(),
            boxes: "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside\n".into(),
            labels: "ImageID,Source,LabelName,Confidence\n".into(),
            relations: "ImageID,LabelName1,LabelName2,XMin1,XMax1,YMin1,YMax1,XMin2,XMax2,YMin2,YMax2,RelationshipLabel\n".into(),
            images: "ImageID,Subset,OriginalURL,OriginalLandingURL,License,AuthorProfileURL,Author,Title,OriginalSize,OriginalMD5,Thumbnail300KURL,Rotation\n".into(),
            sizes: "image_id,image_w,image_h\n".into(),
        })
    }
}

/// `XMin,XMax,YMin,YMax` as shares of the picture.
fn unit([x0, y0, x1, y1]: Corners) -> String {
    let (w, h) = (f64::from(WIDTH), f64::from(HEIGHT));
    format!("{:.6},{:.6},{:.6},{:.6}", f64::from(x0) / w, f64::from(x1) / w, f64::from(y0) / h, f64::from(y1) / h)
}

/// The attribute ids of a thing.
fn attributes(world: &World, i: usize) -> Vec<&'static str> {
    let t = &world.things[i];
    let stuff = match t.stuff {
        Some(Stuff::Plastic) => Some("Plastic"),
        Some(Stuff::Fabric) => Some("(made of)Textile"),
        Some(Stuff::Leather) => Some("(made of)Leather"),
        Some(Stuff::Wood) => Some("Wooden"),
        Some(Stuff::Glass) => Some("Transparent"),
        _ => None,
    };
    let names = stuff.into_iter().chain(t.pose.and_then(|p| p.attribute()));
    names.filter_map(|n| ATTRIBUTES.iter().find(|a| a.1 == n).map(|a| a.0)).collect()
}

/// Classes that nobody can confuse with one that is present, so that their absence is beyond doubt.
fn absent(class: &Class, present: &BTreeSet<&str>) -> bool {
    const NEAR: [&[&str]; 4] =
        [&["bottle", "vase"], &["box", "shelf"], &["plate", "bowl", "mug"], &["flower", "potted plant"]];
    !present.contains(class.noun)
        && NEAR.iter().all(|n| !n.contains(&class.noun) || n.iter().all(|m| !present.contains(m)))
}

/// The id of a picture.
pub fn image_id(number: usize) -> String {
    format!("{:016x}", 0x00d7_a5ce_0000_0000_u64 + number as u64)
}

impl Writer for Files {
    fn add(&mut self, number: usize, world: &mut World) -> io::Result<()> {
        let id = image_id(number);
        let _ = writeln!(
            self.images,
            "{id},validation,,,https://creativecommons.org/publicdomain/zero/1.0/,,groundline,\"A drawing, {}\",,,,0.0",
            world.place
        );
        let _ = writeln!(self.sizes, "{id},{WIDTH},{HEIGHT}");
        let present: BTreeSet<&str> = world.things.iter().map(|t| t.class.noun).collect();
        for class in CLASSES.iter().filter(|c| !c.mid.is_empty()) {
            let there = u8::from(present.contains(class.noun));
            if there == 1 || absent(class, &present) {
                let _ = writeln!(self.labels, "{id},verification,{},{there}", class.mid);
            }
        }
        for (i, t) in world.things.iter().enumerate().filter(|(_, t)| !t.class.mid.is_empty()) {
            let unit = unit(t.corners);
            let truncated = u8::from(t.truncated);
            let _ = writeln!(
                self.boxes,
                "{id},xclick,{},1,{unit},{},{truncated},0,0,0",
                t.class.mid,
                u8::from(t.covered > 0.1)
            );
            for attribute in attributes(world, i) {
                let _ = writeln!(self.relations, "{id},{},{attribute},{unit},{unit},is", t.class.mid);
            }
        }
        for link in &world.links {
            let (a, b) = (&world.things[link.subject], &world.things[link.object]);
            if !a.class.mid.is_empty() && !b.class.mid.is_empty() {
                let (ua, ub) = (unit(a.corners), unit(b.corners));
                let _ = writeln!(self.relations, "{id},{},{},{ua},{ub},{}", a.class.mid, b.class.mid, link.verb);
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let mut names: Vec<(&str, &str)> =
            CLASSES.iter().filter(|c| !c.mid.is_empty()).map(|c| (c.mid, c.title)).collect();
        names.extend(ABOVE.iter().map(|a| (a.0, a.1)));
        names.sort_unstable();
        let list = |rows: &[(&str, &str)]| rows.iter().map(|r| format!("{},{}\n", r.0, r.1)).collect::<String>();
        for (name, text) in [
            ("validation-annotations-bbox.csv", self.boxes.clone()),
            ("validation-annotations-human-imagelabels-boxable.csv", self.labels.clone()),
            ("oidv6-validation-annotations-vrd.csv", self.relations.clone()),
            ("validation-images-with-rotation.csv", self.images.clone()),
            ("image-sizes.csv", self.sizes.clone()),
            ("class-descriptions-boxable.csv", list(&names)),
            ("oidv6-attributes-description.csv", list(&ATTRIBUTES)),
            ("bbox_labels_600_hierarchy.json", hierarchy().to_string() + "\n"),
        ] {
            fs::write(self.root.join(name), text)?;
        }
        Ok(())
    }
}

/// The tree of the classes used, in the shape of the 600-class hierarchy.
fn hierarchy() -> Value {
    fn node(name: &str) -> Value {
        match ABOVE.iter().find(|a| a.0 == name) {
            Some((id, _, below)) => {
                json!({"LabelName": id, "Subcategory": below.iter().map(|b| node(b)).collect::<Vec<_>>()})
            }
            None => json!({"LabelName": CLASSES.iter().find(|c| c.noun == name).map_or(name, |c| c.mid)}),
        }
    }
    let below: BTreeSet<&str> = ABOVE.iter().flat_map(|a| a.2.iter().copied()).collect();
    let tops = ABOVE.iter().map(|a| a.0).chain(CLASSES.iter().filter(|c| !c.mid.is_empty()).map(|c| c.noun));
    let roots: Vec<Value> = tops.filter(|t| !below.contains(t)).map(node).collect();
    json!({"LabelName": "/m/0bl9f", "Subcategory": roots})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hierarchy_holds_every_class_once() {
        let text = hierarchy().to_string();
        for class in CLASSES.iter().filter(|c| !c.mid.is_empty()) {
            assert_eq!(text.matches(&format!("\"{}\"", class.mid)).count(), 1, "{}", class.noun);
        }
    }
}
