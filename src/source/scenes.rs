//! Our own Scene JSONL: one [`Scene`] a line, so that people bring their own data (`docs/scenes.md`).
//! Rejects: `unreadable_row`, `invalid_scene`, `duplicate_scene`, `missing_picture`, `unreadable_picture`,
//! `size_mismatch`.

use super::lines::{Line, Lines};
use super::manifest::Manifest;
use super::pictures::{self, Fault, Pictures};
use super::probe::{Probe, Seen};
use super::vault::Vault;
use super::{Read, SceneStream, Source, SourceOptions};
use crate::error::{Place, Result};
use crate::model::geom::Size;
use crate::model::reject::Reject;
use crate::model::scene::Scene;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The reader.
pub struct Scenes;

impl Source for Scenes {
    fn name(&self) -> &'static str {
        "scenes"
    }

    fn manifest(&self) -> &'static str {
        include_str!("../../sources/scenes.toml")
    }

    fn open(&self, vault: Arc<dyn Vault>, options: &SourceOptions) -> Result<SceneStream> {
        let manifest = Manifest::parse(self.name(), self.manifest())?;
        manifest.check_options(options)?;
        let lines = Lines::open(&*vault, manifest.file(options, "scenes").unwrap_or_default())?;
        let probe = Probe::new(lines.shown(), "one scene (a JSON object as in docs/scenes.md) a line");
        let pictures = Pictures::open(&vault, &manifest, options)?;
        Ok(Box::new(Stream { lines, probe, pictures, seen: Seen::default(), done: false }))
    }
}

struct Stream {
    lines: Lines,
    probe: Probe,
    pictures: Pictures,
    seen: Seen,
    done: bool,
}

impl Iterator for Stream {
    type Item = Result<Read>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            let line = match self.lines.next() {
                Some(Ok(line)) => line,
                Some(Err(e)) => {
                    self.done = true;
                    return Some(Err(e));
                }
                None => {
                    self.done = true;
                    return self.probe.end().err().map(Err);
                }
            };
            if line.text.as_deref().is_some_and(|t| t.trim().is_empty()) {
                continue;
            }
            return Some(self.read(&line));
        }
        None
    }
}

impl Stream {
    fn read(&mut self, line: &Line) -> Result<Read> {
        let place = Place::line(self.lines.shown(), line.number);
        match self.scene(line) {
            Ok(scene) => {
                self.probe.good();
                Ok(Read::Scene(Box::new(scene)))
            }
            Err((reason, detail)) => {
                match reason {
                    "unreadable_row" | "invalid_scene" => {
                        self.probe.bad(place.clone(), &detail).inspect_err(|_| self.done = true)?;
                    }
                    _ => self.probe.good(),
                }
                Ok(Read::Reject(Reject::new(place.to_string(), reason, detail)))
            }
        }
    }

    fn scene(&mut self, line: &Line) -> Result<Scene, Fault> {
        let Some(text) = &line.text else { return Err(("unreadable_row", "not UTF-8".to_string())) };
        let mut scene: Scene = serde_json::from_str(text).map_err(|e| ("unreadable_row", fault_text(&e)))?;
        validate(&scene).map_err(|what| ("invalid_scene", format!("{}: {what}", scene.id)))?;
        if !self.seen.is_new(&scene.id) {
            return Err(("duplicate_scene", format!("`{}` came before", scene.id)));
        }
        if let Some(header) = self.pictures.header(&scene.image.path)? {
            let size = if scene.image.exif_oriented { header.oriented() } else { header.size };
            let size = if scene.image.rotate % 2 == 1 { Size { w: size.h, h: size.w } } else { size };
            if size != scene.image.size {
                let s = scene.image.size;
                let what = format!("{} is {} × {}, the scene says {} × {}", scene.image.path, size.w, size.h, s.w, s.h);
                return Err(("size_mismatch", what));
            }
        }
        scene.source = "scenes".into();
        Ok(scene)
    }
}

/// Serde's message with the column only: a scene is one line, and the line of the file is in the place.
fn fault_text(e: &serde_json::Error) -> String {
    let text = e.to_string();
    let cut = text.rfind(" at line ").and_then(|at| text.get(..at)).unwrap_or(&text);
    format!("{cut} (column {})", e.column())
}

/// What the types alone do not ensure; the first fault found.
fn validate(scene: &Scene) -> Result<(), String> {
    let image = &scene.image;
    let name = |what: &str, text: &str| if text.is_empty() { Err(format!("{what} is empty")) } else { Ok(()) };
    name("id", &scene.id)?;
    if !pictures::is_inside(&image.path) {
        return Err(format!("image.path `{}` is not a relative path inside the picture folder", image.path));
    }
    if image.size.w == 0 || image.size.h == 0 {
        return Err("image.size has a side of 0".to_string());
    }
    if image.rotate > 3 {
        return Err(format!("image.rotate is {}, expected 0 to 3 quarter turns", image.rotate));
    }
    let count = scene.regions.len();
    let known = |what: String, index: u32| match usize::try_from(index) {
        Ok(i) if i < count => Ok(()),
        _ => Err(format!("{what} is {index}, but there are {count} regions")),
    };
    let mut ids = BTreeSet::new();
    for (i, r) in scene.regions.iter().enumerate() {
        name(&format!("regions[{i}].id"), &r.id)?;
        name(&format!("regions[{i}].label"), &r.label)?;
        if !ids.insert(&r.id) {
            return Err(format!("regions[{i}].id `{}` came before", r.id));
        }
        if r.bbox.x1() > image.size.w || r.bbox.y1() > image.size.h {
            let [x, y, w, h] = r.bbox.into();
            return Err(format!("regions[{i}].box [{x}, {y}, {w}, {h}] leaves the picture"));
        }
        if let Some(whole) = r.part_of {
            known(format!("regions[{i}].part_of"), whole)?;
            if usize::try_from(whole) == Ok(i) {
                return Err(format!("regions[{i}].part_of is the region itself"));
            }
        }
    }
    let mut ids = BTreeSet::new();
    for (i, r) in scene.relations.iter().enumerate() {
        known(format!("relations[{i}].subject"), r.subject)?;
        known(format!("relations[{i}].object"), r.object)?;
        name(&format!("relations[{i}].predicate"), &r.predicate)?;
        if !ids.insert(&r.id) {
            return Err(format!("relations[{i}].id `{}` came before", r.id));
        }
    }
    let mut ids = BTreeSet::new();
    for (i, c) in scene.captions.iter().enumerate() {
        if !ids.insert(&c.id) {
            return Err(format!("captions[{i}].id `{}` came before", c.id));
        }
        for (j, p) in c.phrases.iter().enumerate() {
            let (from, to) = p.span;
            if from >= to || c.text.get(from as usize..to as usize).is_none() {
                let length = c.text.len();
                return Err(format!(
                    "captions[{i}].phrases[{j}].span [{from}, {to}] is no byte range of the text ({length} bytes)"
                ));
            }
            p.regions.iter().try_for_each(|&r| known(format!("captions[{i}].phrases[{j}].regions"), r))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::vault::DirVault;
    use proptest::prelude::*;

    /// The worked example of the documentation, on one line.
    fn example() -> String {
        let doc = include_str!("../../docs/scenes.md");
        let json = doc.split("```json\n").nth(1).and_then(|d| d.split("```").next()).unwrap();
        serde_json::from_str::<serde_json::Value>(json).unwrap().to_string()
    }

    fn read(text: &[u8]) -> Result<(Vec<Scene>, Vec<Reject>)> {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("scenes.jsonl"), text).unwrap();
        let mut options = SourceOptions::default();
        options.declares.insert("pictures".to_string(), false);
        let (mut scenes, mut rejects) = (Vec::new(), Vec::new());
        for read in Scenes.open(Arc::new(DirVault::new(dir.path()).unwrap()), &options)? {
            match read? {
                Read::Scene(s) => scenes.push(*s),
                Read::Reject(r) => rejects.push(r),
            }
        }
        Ok((scenes, rejects))
    }

    #[test]
    fn the_documented_example_is_read_and_written_back_the_same() {
        let (scenes, rejects) = read(format!("\u{feff}{}\r\n\r\n", example()).as_bytes()).unwrap();
        assert_eq!(rejects, []);
        let scene = &scenes[0];
        assert_eq!((scene.regions.len(), scene.relations.len(), scene.captions.len()), (3, 2, 1));
        let phrase = &scene.captions[0].phrases[0];
        assert_eq!(&scene.captions[0].text[phrase.span.0 as usize..phrase.span.1 as usize], "A black dog");
        let again = serde_json::to_string(scene).unwrap();
        assert_eq!(read(again.as_bytes()).unwrap().0, scenes);
    }

    #[test]
    fn every_broken_reference_is_named() {
        for (from, to, want) in [
            ("\"object\":1", "\"object\":7", "relations[0].object is 7, but there are 3 regions"),
            ("\"part_of\":0", "\"part_of\":9", "regions[2].part_of is 9, but there are 3 regions"),
            ("\"part_of\":0", "\"part_of\":2", "regions[2].part_of is the region itself"),
            ("\"span\":[0,11]", "\"span\":[0,99]", "span [0, 99] is no byte range of the text"),
            ("\"span\":[0,11]", "\"span\":[4,4]", "span [4, 4] is no byte range of the text"),
            ("A black dog", "A bläck dog", "is no byte range of the text"),
            ("\"box\":[40,", "\"box\":[540,", "leaves the picture"),
            ("\"path\":\"", "\"path\":\"../", "is not a relative path"),
            ("\"w\":640", "\"w\":0", "image.size has a side of 0"),
            ("\"id\":\"ball\"", "\"id\":\"dog\"", "regions[1].id `dog` came before"),
            ("\"regions\":[0]", "\"regions\":[3]", "phrases[0].regions is 3"),
        ] {
            let bad = example().replacen(from, to, 1);
            let bad = if from == "A black dog" { bad.replace("[0,11]", "[0,5]") } else { bad };
            assert_ne!(bad, example(), "{from}");
            let good = example().replacen("mine/1", "mine/0", 1);
            let (_, rejects) = read(format!("{good}\n{bad}\n").as_bytes()).unwrap();
            assert_eq!(rejects.len(), 1, "{want}");
            assert_eq!(rejects[0].reason, "invalid_scene");
            assert!(rejects[0].candidate.ends_with("scenes.jsonl:2"));
            assert!(rejects[0].detail.contains(want), "{} / {want}", rejects[0].detail);
        }
    }

    #[test]
    fn unknown_fields_empty_boxes_and_repeated_ids_are_rejects() {
        let unknown = example().replacen("\"label\"", "\"lable\"", 1);
        let empty = example().replacen("\"box\":[40,200,260,180]", "\"box\":[40,200,0,180]", 1);
        let text = format!("{}\n{unknown}\n{empty}\n{}\n", example(), example());
        let (scenes, rejects) = read(text.as_bytes()).unwrap();
        assert_eq!(scenes.len(), 1);
        let reasons: Vec<_> = rejects.iter().map(|r| r.reason).collect();
        assert_eq!(reasons, ["unreadable_row", "unreadable_row", "duplicate_scene"]);
        assert!(rejects[0].detail.starts_with("unknown field `lable`, expected one of `id`, `box`, `label`"));
        assert!(rejects[1].detail.starts_with("the box is empty inside the picture (column"), "{}", rejects[1].detail);
    }

    #[test]
    fn a_file_of_something_else_is_an_error() {
        let e = read(b"id,box\n1,2\n").unwrap_err().to_string();
        assert!(e.contains("scenes.jsonl:1: ") && e.contains("; expected one scene (a JSON object"), "{e}");
        assert!(read(b"").unwrap_err().to_string().contains("there is nothing in it"));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(at in 0usize..1500, bytes in proptest::collection::vec(any::<u8>(), 0..6)) {
            let mut text = example().into_bytes();
            let at = at.min(text.len());
            text.splice(at..(at + bytes.len()).min(text.len()), bytes);
            let _ = read(&text);
        }
    }
}
