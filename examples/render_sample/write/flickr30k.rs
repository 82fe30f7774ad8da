//! Flickr30K with Entities: the token file, `Sentences/` with marked phrases, `Annotations/` with boxes.

use super::super::caption::{Piece, captions, text};
use super::super::world::{HEIGHT, WIDTH, World};
use super::Writer;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub struct Files {
    root: PathBuf,
    tokens: String,
}

impl Files {
    pub fn create(root: &Path) -> io::Result<Self> {
        for folder in ["flickr30k-images", "Sentences", "Annotations"] {
            fs::create_dir_all(root.join(folder))?;
        }
        Ok(Files { root: root.to_path_buf(), tokens: String::new() })
    }
}

/// What a chain is about: boxes, or a phrase without any.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
enum Chain {
    Things(Vec<usize>),
    Place(&'static str, String),
}

/// The id of a picture.
pub fn image_id(number: usize) -> String {
    (4_000_000_001 + number as u64).to_string()
}

impl Writer for Files {
    fn add(&mut self, number: usize, world: &mut World) -> io::Result<()> {
        let id = image_id(number);
        let captions = captions(world);
        let mut chains: BTreeMap<Chain, usize> = BTreeMap::new();
        let mut sentences = String::new();
        for (k, caption) in captions.iter().enumerate() {
            let _ = writeln!(self.tokens, "{id}.jpg#{k}\t{}", text(caption));
            for (at, piece) in caption.iter().enumerate() {
                let gap = if at > 0 { " " } else { "" };
                match piece {
                    Piece::Words(t) => {
                        let _ = write!(sentences, "{gap}{t}");
                    }
                    Piece::Phrase { things, kind, text } => {
                        let key = if things.is_empty() {
                            Chain::Place(kind, text.to_ascii_lowercase())
                        } else {
                            Chain::Things(things.clone())
                        };
                        let next = (number + 1) * 100 + chains.len() + 1;
                        let chain = *chains.entry(key).or_insert(next);
                        let _ = write!(sentences, "{gap}[/EN#{chain}/{kind} {text}]");
                    }
                }
            }
            sentences.push('\n');
        }
        fs::write(self.root.join(format!("Sentences/{id}.txt")), sentences)?;
        fs::write(self.root.join(format!("Annotations/{id}.xml")), annotation(&id, &chains, world))?;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        fs::write(self.root.join("results_20130124.token"), &self.tokens)
    }
}

/// The boxes of all chains; a box of several chains is listed once, with all their names.
fn annotation(id: &str, chains: &BTreeMap<Chain, usize>, world: &World) -> String {
    let mut out = format!(
        "<annotation>\n\t<filename>{id}.jpg</filename>\n\t<size>\n\t\t<width>{WIDTH}</width>\n\t\t<height>{HEIGHT}</height>\n\t\t<depth>3</depth>\n\t</size>\n"
    );
    let mut boxes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (key, &chain) in chains {
        match key {
            Chain::Things(things) => things.iter().for_each(|&t| boxes.entry(t).or_default().push(chain)),
            Chain::Place(kind, _) => {
                let scene = u8::from(*kind == "scene");
                let _ = writeln!(
                    out,
                    "\t<object>\n\t\t<name>{chain}</name>\n\t\t<scene>{scene}</scene>\n\t\t<nobndbox>{}</nobndbox>\n\t</object>",
                    1 - scene
                );
            }
        }
    }
    for (thing, names) in boxes {
        let [x0, y0, x1, y1] = world.things[thing].corners;
        out.push_str("\t<object>\n");
        for name in names {
            let _ = writeln!(out, "\t\t<name>{name}</name>");
        }
        let _ = writeln!(
            out,
            "\t\t<bndbox>\n\t\t\t<xmin>{}</xmin>\n\t\t\t<ymin>{}</ymin>\n\t\t\t<xmax>{x1}</xmax>\n\t\t\t<ymax>{y1}</ymax>\n\t\t</bndbox>\n\t</object>",
            x0 + 1,
            y0 + 1
        );
    }
    out.push_str("</annotation>\n");
    out
}
