//! SpatialSense: one JSON list of pictures with true and adversarially false rows.

use super::super::spatial::{PREDICATES, judge};
use super::super::world::{HEIGHT, WIDTH, World};
use super::Writer;
use serde_json::{Value, json};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub struct Files {
    root: PathBuf,
    records: Vec<Value>,
}

impl Files {
    pub fn create(root: &Path) -> io::Result<Self> {
        fs::create_dir_all(root.join("images/flickr"))?;
        Ok(Files { root: root.to_path_buf(), records: Vec::new() })
    }
}

fn referent(world: &World, thing: usize) -> Value {
    let t = &world.things[thing];
    let [x0, y0, x1, y1] = t.corners;
    json!({"name": t.class.noun, "x": (x0 + x1) / 2, "y": (y0 + y1) / 2, "bbox": [y0, y1, x0, x1]})
}

/// The last segment of a picture's address.
pub fn file_name(number: usize) -> String {
    format!("{}_drawn.jpg", 2_000_001 + number)
}

impl Writer for Files {
    fn add(&mut self, number: usize, world: &mut World) -> io::Result<()> {
        let name = file_name(number);
        let mut rows = Vec::new();
        for pair in judge(world) {
            let (subject, object) = (referent(world, pair.subject), referent(world, pair.object));
            for (predicate, held) in PREDICATES.iter().zip(pair.holds) {
                if let Some(label) = held {
                    let id = format!("{:012x}{:012x}", number + 1, rows.len() + 1);
                    rows.push(json!({"_id": id, "predicate": predicate, "label": label, "subject": subject, "object": object}));
                }
            }
        }
        let split = ["train", "valid", "test"][number % 3];
        self.records.push(json!({
            "url": format!("https://drawn.invalid/{name}"), "nsid": "", "height": HEIGHT, "width": WIDTH, "split": split,
            "annotations": rows,
        }));
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        fs::write(self.root.join("annotations.json"), Value::from(std::mem::take(&mut self.records)).to_string() + "\n")
    }
}
