//! Who may import whom (ARCHITECTURE.md): read off the `use` lines and paths of the source itself.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Rooms by layer, from the ground up. A room may import rooms of lower layers and, within its layer, only what
/// `BESIDE` names.
const LAYERS: &[&[&str]] = &[
    &["error", "journal", "model", "rng"],
    &["lexicon", "source", "embed", "draw", "llm", "metric"],
    &["target", "kind", "distract", "select", "answer"],
    &["converse", "forum", "export", "report", "audit", "review"],
    &["pipeline"],
    &["cli"],
];

/// Imports inside one layer that are meant: importer, imported.
const BESIDE: &[(&str, &str)] = &[
    ("journal", "error"),
    ("model", "error"),
    ("model", "rng"),
    ("rng", "error"),
    ("embed", "lexicon"),
    // BERTScore and CLIP-S run the ONNX models that `embed` loads.
    ("metric", "embed"),
    ("kind", "target"),
    ("distract", "target"),
    ("select", "distract"),
    ("select", "kind"),
    ("select", "target"),
    // The intervals and distributions of a share are one piece of code, whoever counts.
    ("audit", "report"),
];

/// Rooms whose files implement one trait each and are listed in one registry: siblings do not import each other.
/// The named files are shared helpers of the room.
const REGISTRIES: &[(&str, &[&str])] = &[
    ("kind", &["text"]),
    ("target", &[]),
    ("source", &[]),
    ("answer", &[]),
    ("metric", &[]),
    ("export", &["columns", "lines", "record", "table", "talk", "text"]),
];

fn layer(room: &str) -> Option<usize> {
    LAYERS.iter().position(|rooms| rooms.contains(&room))
}

fn allowed(from: &str, to: &str) -> bool {
    match (layer(from), layer(to)) {
        (Some(a), Some(b)) => from == to || b < a || BESIDE.contains(&(from, to)),
        _ => false,
    }
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
    out.sort();
    out
}

/// The rooms that a source text names after `crate::`, with their lines. Comments do not count.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    // Inside `use crate::{a::b, c}` the rooms stand at depth one of the braces.
    let mut depth = None;
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let mut rest = code;
        if depth.is_none() {
            while let Some(at) = rest.find("crate::") {
                let name = rest[..at].chars().next_back();
                let whole_word = name.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '$');
                rest = &rest[at + "crate::".len()..];
                if !whole_word {
                    continue;
                }
                if rest.starts_with('{') {
                    depth = Some(0);
                    break;
                }
                out.push((number + 1, word(rest)));
            }
        }
        if let Some(open) = depth.as_mut() {
            let mut at_start = false;
            for (i, c) in rest.char_indices() {
                match c {
                    '{' => {
                        *open += 1;
                        at_start = *open == 1;
                    }
                    '}' => *open -= 1,
                    ',' => at_start = *open == 1,
                    c if c.is_alphanumeric() && *open == 1 => {
                        let fresh = at_start || rest[..i].trim().is_empty();
                        if fresh {
                            out.push((number + 1, word(&rest[i..])));
                        }
                        at_start = false;
                    }
                    _ => {}
                }
                if *open == 0 {
                    break;
                }
            }
            if *open == 0 {
                depth = None;
            }
        }
    }
    out
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Names that `src/lib.rs` re-exports from a room.
fn room_of(name: &str) -> &str {
    match name {
        "Error" | "ErrorKind" | "Place" | "Result" => "error",
        other => other,
    }
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn no_room_imports_one_above_it() {
    let root = source();
    let mut breaches = Vec::new();
    for path in files(&root) {
        let inside = path.strip_prefix(&root).unwrap();
        let room = inside.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_string();
        if ["lib", "main"].contains(&room.as_str()) {
            continue;
        }
        for (line, name) in imports(&fs::read_to_string(&path).unwrap()) {
            let to = room_of(&name);
            if !allowed(&room, to) {
                breaches.push(format!("src/{}:{line}: `{room}` may not import `{to}`", inside.display()));
            }
        }
    }
    assert!(
        breaches.is_empty(),
        "\n{}\nThe order is in ARCHITECTURE.md and in the table of this test.",
        breaches.join("\n")
    );
}

#[test]
fn every_room_has_its_layer() {
    let text = fs::read_to_string(source().join("lib.rs")).unwrap();
    let missing: Vec<&str> = text
        .lines()
        .filter_map(|l| l.strip_prefix("pub mod ")?.strip_suffix(';'))
        .filter(|room| layer(room).is_none())
        .collect();
    assert!(missing.is_empty(), "give {missing:?} a layer in tests/layering.rs");
}

#[test]
fn members_of_a_registry_do_not_import_each_other() {
    let mut breaches = Vec::new();
    for (room, shared) in REGISTRIES {
        let dir = source().join(room);
        // Only folders and files that the registry's slice names are members.
        let Ok(registry) = fs::read_to_string(dir.join("mod.rs")) else { continue };
        let slice = registry.split_once("&[&dyn ").and_then(|(_, rest)| rest.split_once("= &[")).map(|(_, rest)| rest);
        let Some((slice, _)) = slice.and_then(|s| s.split_once("];")) else { continue };
        let members: Vec<String> = slice.split("::").map(last_word).filter(|m| !m.is_empty()).collect();
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for path in files(&dir) {
            let inside = path.strip_prefix(&dir).unwrap();
            let member = inside.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_string();
            texts.entry(member).or_default().push(fs::read_to_string(&path).unwrap());
        }
        for member in &members {
            for text in texts.get(member).into_iter().flatten() {
                for other in members.iter().filter(|o| *o != member && !shared.contains(&o.as_str())) {
                    for path in [format!("super::{other}::"), format!("crate::{room}::{other}::")] {
                        if text.contains(&path) {
                            breaches.push(format!("src/{room}/{member}: imports its sibling `{other}`"));
                        }
                    }
                }
            }
        }
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

fn last_word(text: &str) -> String {
    let tail: Vec<char> = text.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    tail.into_iter().rev().collect()
}

#[test]
fn the_reader_of_use_lines_sees_what_it_must() {
    let text = "use crate::error::Result; // crate::cli\nuse crate::{\n    model::{fact::Fact, plan},\n    pipeline,\n};\n\
                fn f() -> crate::kind::Kind { let xcrate::no; }\nuse crate::{rng, draw::{boxes, codec}};\n//! crate::cli\n";
    let names: Vec<String> = imports(text).into_iter().map(|(_, n)| n).collect();
    assert_eq!(names, ["error", "model", "pipeline", "kind", "rng", "draw"]);
    assert!(!allowed("draw", "pipeline") && !allowed("draw", "source") && !allowed("distract", "select"));
    assert!(allowed("select", "distract") && allowed("pipeline", "draw") && allowed("model", "model"));
}
