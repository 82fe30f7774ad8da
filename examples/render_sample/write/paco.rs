//! PACO: one JSON document of images, annotations, categories and attributes.

use super::super::class::CLASSES;
use super::super::paint::{Color, Stuff};
use super::super::world::{Corners, HEIGHT, Thing, WIDTH, World};
use super::Writer;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// PACO's attributes of the sample: id and name, by type.
const COLORS: [(u32, Color); 11] = [
    (0, Color::Black),
    (2, Color::Blue),
    (5, Color::Brown),
    (8, Color::Green),
    (11, Color::Grey),
    (14, Color::Orange),
    (17, Color::Pink),
    (20, Color::Purple),
    (23, Color::Red),
    (25, Color::White),
    (27, Color::Yellow),
];
const MATERIALS: [(u32, &str, Stuff); 10] = [
    (41, "stone", Stuff::Stone),
    (42, "wood", Stuff::Wood),
    (43, "rattan", Stuff::Rattan),
    (44, "fabric", Stuff::Fabric),
    (47, "leather", Stuff::Leather),
    (49, "metal", Stuff::Metal),
    (50, "paper", Stuff::Paper),
    (51, "plastic", Stuff::Plastic),
    (52, "glass", Stuff::Glass),
    (53, "ceramic", Stuff::Ceramic),
];

/// Parts that drawings name: object, part, category id, id of the part alone.
const PARTS: [(&str, &str, u32, u32); 19] = [
    ("basket", "handle", 2181, 70),
    ("bench", "leg", 2254, 94),
    ("bicycle", "wheel", 2447, 192),
    ("book", "cover", 2128, 35),
    ("bottle", "cap", 2113, 28),
    ("bucket", "handle", 2177, 70),
    ("car", "wheel", 2444, 192),
    ("chair", "back", 2005, 3),
    ("chair", "leg", 2255, 94),
    ("clock", "hand", 2169, 69),
    ("handbag", "handle", 2178, 70),
    ("hat", "rim", 2316, 126),
    ("kettle", "handle", 2188, 70),
    ("lamp", "base", 2035, 8),
    ("lamp", "shade", 2354, 141),
    ("laptop", "screen", 2344, 134),
    ("mug", "handle", 2182, 70),
    ("stool", "leg", 2257, 94),
    ("table", "leg", 2253, 94),
];

/// Colors and materials that a class shows besides its own.
fn trim(noun: &str) -> (&'static [Color], &'static [Stuff]) {
    match noun {
        "bicycle" => (&[Color::Black], &[]),
        "bucket" => (&[Color::Grey], &[Stuff::Metal]),
        "car" => (&[Color::Black, Color::Grey], &[Stuff::Glass]),
        "clock" => (&[Color::White, Color::Black], &[]),
        "dog" => (&[Color::Red], &[]),
        "drum" => (&[Color::White, Color::Grey], &[Stuff::Metal]),
        "guitar" => (&[Color::Brown, Color::Black], &[]),
        "handbag" => (&[Color::Yellow], &[]),
        "kettle" => (&[Color::Black], &[]),
        "lamp" => (&[], &[Stuff::Metal]),
        "laptop" => (&[Color::Blue, Color::Green, Color::Black], &[]),
        _ => (&[], &[]),
    }
}

pub struct Files {
    root: PathBuf,
    images: Vec<Value>,
    annotations: Vec<Value>,
    counts: BTreeMap<u32, u64>,
    pictures: BTreeMap<u32, BTreeSet<usize>>,
}

impl Files {
    pub fn create(root: &Path) -> io::Result<Self> {
        fs::create_dir_all(root.join("coco/val2017"))?;
        Ok(Files {
            root: root.to_path_buf(),
            images: Vec::new(),
            annotations: Vec::new(),
            counts: BTreeMap::new(),
            pictures: BTreeMap::new(),
        })
    }

    fn annotate(
        &mut self,
        number: usize,
        category: u32,
        [x0, y0, x1, y1]: Corners,
        object: Option<usize>,
    ) -> &mut Value {
        let id = self.annotations.len() + 1;
        *self.counts.entry(category).or_default() += 1;
        self.pictures.entry(category).or_default().insert(number);
        self.annotations.push(json!({
            "id": id, "image_id": image_id(number), "category_id": category,
            "bbox": [x0, y0, x1 - x0, y1 - y0], "area": (x1 - x0) * (y1 - y0),
            "segmentation": [[x0, y0, x1, y0, x1, y1, x0, y1]], "obj_ann_id": object.unwrap_or(id),
            "attribute_ids": [], "dom_color_ids": [],
            "unknown_color": 1, "unknown_pattern_marking": 1, "unknown_material": 1, "unknown_transparency": 1,
        }));
        &mut self.annotations[id - 1]
    }
}

fn image_id(number: usize) -> usize {
    600_001 + number
}

fn color_id(color: Color) -> Option<u32> {
    COLORS.iter().find(|c| c.1 == color).map(|c| c.0)
}

fn material_id(stuff: Stuff) -> Option<u32> {
    MATERIALS.iter().find(|m| m.2 == stuff).map(|m| m.0)
}

fn describe(annotation: &mut Value, thing: &Thing) {
    let (colors, stuffs) = trim(thing.class.noun);
    let main = thing.color.and_then(color_id);
    let mut ids: BTreeSet<u32> = BTreeSet::new();
    if let Some(main) = main {
        ids.insert(main);
        ids.extend(colors.iter().copied().filter_map(color_id));
        annotation["dom_color_ids"] = json!([main]);
        annotation["unknown_color"] = json!(0);
    }
    if let Some(stuff) = thing.stuff.and_then(material_id) {
        ids.insert(stuff);
        ids.extend(stuffs.iter().copied().filter_map(material_id));
        annotation["unknown_material"] = json!(0);
    }
    annotation["attribute_ids"] = json!(ids);
}

/// `file_name` of a picture, with its folder.
pub fn file_name(number: usize) -> String {
    format!("val2017/{:012}.jpg", image_id(number))
}

impl Writer for Files {
    fn add(&mut self, number: usize, world: &mut World) -> io::Result<()> {
        let file = file_name(number);
        let present: BTreeSet<u32> = world.things.iter().map(|t| t.class.paco.0).collect();
        let mut absent: Vec<u32> =
            CLASSES.iter().map(|c| c.paco.0).filter(|id| *id > 0 && !present.contains(id)).collect();
        absent.sort_unstable();
        self.images.push(json!({
            "id": image_id(number), "file_name": file, "width": WIDTH, "height": HEIGHT, "license": 1,
            "neg_category_ids": absent, "not_exhaustive_category_ids": [],
            "neg_category_ids_attrs": [], "not_exhaustive_category_ids_attrs": [],
        }));
        for (i, thing) in world.things.iter().enumerate().filter(|(_, t)| t.class.paco.0 > 0) {
            let object = self.annotations.len() + 1;
            describe(self.annotate(number, thing.class.paco.0, thing.corners, None), thing);
            for (_, part, category, _) in PARTS.iter().filter(|p| p.0 == thing.class.noun) {
                let (corners, _) = world.extent(|s| s.owner == Some(i) && s.part == Some(part));
                let [x0, y0, x1, y1] = thing.corners;
                let corners = [corners[0].max(x0), corners[1].max(y0), corners[2].min(x1), corners[3].min(y1)];
                if corners[0] < corners[2] && corners[1] < corners[3] {
                    self.annotate(number, *category, corners, Some(object));
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let count =
            |id: u32| (self.counts.get(&id).copied().unwrap_or(0), self.pictures.get(&id).map_or(0, BTreeSet::len));
        let mut categories = Vec::new();
        let mut objects: Vec<_> = CLASSES.iter().filter(|c| c.paco.0 > 0).collect();
        objects.sort_by_key(|c| c.paco.0);
        for class in &objects {
            let (id, name, synset) = class.paco;
            let (instances, images) = count(id);
            categories.push(json!({"name": name, "id": id, "image_count": images, "instance_count": instances, "synset": synset, "frequency": "f", "supercategory": "OBJECT"}));
        }
        let mut parts = PARTS.to_vec();
        parts.sort_by_key(|p| p.2);
        for (noun, part, id, _) in &parts {
            let object = objects.iter().find(|c| c.noun == *noun).map_or(*noun, |c| c.paco.1);
            let (instances, images) = count(*id);
            categories.push(json!({"name": format!("{object}:{part}"), "id": id, "image_count": images, "instance_count": instances, "synset": part, "frequency": "f", "supercategory": "PART"}));
        }
        let names: BTreeMap<u32, &str> = PARTS.iter().map(|p| (p.3, p.1)).collect();
        let attributes: Vec<Value> = COLORS
            .iter()
            .map(|c| (c.0, c.1.name()))
            .chain(MATERIALS.iter().map(|m| (m.0, m.1)))
            .map(|(id, name)| json!({"supercategory": "ATTR", "id": id, "name": name}))
            .collect();
        let document = json!({
            "info": {"description": "Drawn scenes in the format of PACO", "version": "1"},
            "licenses": [{"id": 1, "name": "CC0 1.0", "url": "https://creativecommons.org/publicdomain/zero/1.0/"}],
            "images": self.images,
            "annotations": self.annotations,
            "categories": categories,
            "part_categories": names.iter().map(|(id, name)| json!({"supercategory": "PART", "id": id, "name": name})).collect::<Vec<_>>(),
            "attributes": attributes,
            "attr_type_to_attr_idxs": {
                "color": COLORS.map(|c| c.0), "pattern_marking": [],
                "material": MATERIALS.map(|m| m.0), "transparency": [],
            },
        });
        fs::write(self.root.join("paco_lvis_v1_val.json"), document.to_string() + "\n")
    }
}
