//! The stream of scenes: the boxes table row by row, the other tables looked up.

use super::classes::ClassId;
use super::coverage::{Declared, coverage};
use super::draft::Draft;
use super::index::{Index, comes_back, key};
use super::pictures::{ListColumns, Listed, Sizes};
use super::rows::{BoxColumns, BoxRow, Dropped, LabelColumns, RelationColumns};
use super::table::{Table, clean, field, is_id, place};
use super::vocabulary::Vocabulary;
use crate::error::{Error, Place, Result};
use crate::model::geom::Size;
use crate::model::reject::{Reason, Reject};
use crate::model::scene::{Image, Scene};
use crate::source::vault::Vault;
use crate::source::{Read, header, license};
use csv::ByteRecord;
use rustc_hash::FxHashSet;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// Paths inside the vault.
pub(super) struct Files {
    pub classes: String,
    pub boxes: Option<String>,
    pub labels: Option<String>,
    pub relations: Option<String>,
    pub images: Option<String>,
    pub sizes: Option<String>,
    pub attributes: Option<String>,
    pub hierarchy: Option<String>,
    pub folder: String,
}

/// The boxes table, one row ahead.
struct Boxes {
    table: Table,
    columns: BoxColumns,
    row: ByteRecord,
    /// Whether `row` holds the next picture's first row.
    ahead: bool,
}

/// A row of the boxes table, or its class, if known, and why it was dropped.
type Parsed = Result<BoxRow, (Option<ClassId>, Dropped)>;

/// A lookup table with the columns of its kind.
struct Lookup<C> {
    index: Index,
    columns: C,
}

/// See the module's documentation.
pub(super) struct Stream {
    vault: Arc<dyn Vault>,
    vocabulary: Vocabulary,
    declared: Declared,
    folder: String,
    boxes: Option<Boxes>,
    labels: Option<Lookup<LabelColumns>>,
    relations: Option<Lookup<RelationColumns>>,
    images: Option<Lookup<ListColumns>>,
    sizes: Option<Sizes>,
    seen: FxHashSet<u64>,
    /// Pictures without boxes, once the boxes have ended.
    others: Option<std::vec::IntoIter<u64>>,
    ready: VecDeque<Read>,
    failed: bool,
}

fn table<C>(vault: &dyn Vault, path: &str, needed: &[&str], columns: fn(&Table) -> Option<C>) -> Result<(Table, C)> {
    let table = Table::open(vault, path, needed)?;
    let missing = || Error::data(Place::line(&table.shown, 1), "columns are missing", "expected an Open Images table");
    let columns = columns(&table).ok_or_else(missing)?;
    Ok((table, columns))
}

impl Stream {
    pub fn open(vault: Arc<dyn Vault>, files: Files, declared: Declared) -> Result<Self> {
        let mut rejects = Vec::new();
        let v = vault.as_ref();
        let (attributes, hierarchy) = (files.attributes.as_deref(), files.hierarchy.as_deref());
        let vocabulary = Vocabulary::read(v, &files.classes, attributes, hierarchy, &mut rejects)?;
        let boxes = match &files.boxes {
            None => None,
            Some(path) => {
                let (mut table, columns) = table(v, path, &BoxColumns::NEEDED, BoxColumns::of)?;
                let mut row = ByteRecord::new();
                let ahead = table.next(&mut row)?;
                Some(Boxes { table, columns, row, ahead })
            }
        };
        let labels = match &files.labels {
            None => None,
            Some(path) => {
                let (table, columns) = table(v, path, &LabelColumns::NEEDED, LabelColumns::of)?;
                Some(Lookup { index: Index::new(table, columns.id)?, columns })
            }
        };
        let relations = match &files.relations {
            None => None,
            Some(path) => {
                let (table, columns) = table(v, path, &RelationColumns::NEEDED, RelationColumns::of)?;
                Some(Lookup { index: Index::new(table, columns.id)?, columns })
            }
        };
        let images = match &files.images {
            None => None,
            Some(path) => {
                let table = Table::open(v, path, &["ImageID"])?;
                let (id, columns) = (table.column("ImageID").unwrap_or_default(), ListColumns::of(&table));
                Some(Lookup { index: Index::new(table, id)?, columns })
            }
        };
        let sizes = files.sizes.as_deref().map(|path| Sizes::read(v, path, &mut rejects)).transpose()?;
        Ok(Stream {
            vocabulary,
            declared,
            folder: files.folder,
            boxes,
            labels,
            relations,
            images,
            sizes,
            seen: FxHashSet::default(),
            others: None,
            ready: rejects.into_iter().map(Read::Reject).collect(),
            failed: false,
            vault,
        })
    }

    /// Reads the next picture; `false` when there is none.
    fn step(&mut self) -> Result<bool> {
        let mut rows = Vec::new();
        if let Some(id) = self.next_boxes(&mut rows)? {
            self.produce(&id, rows)?;
            return Ok(true);
        }
        if self.others.is_none() {
            let mut keys = BTreeSet::new();
            let indexes = [self.labels.as_ref().map(|l| &l.index), self.relations.as_ref().map(|r| &r.index)];
            keys.extend(indexes.into_iter().flatten().flat_map(|index| index.others(&self.seen)));
            self.others = Some(keys.into_iter().collect::<Vec<_>>().into_iter());
        }
        let Some(key) = self.others.as_mut().and_then(Iterator::next) else { return Ok(false) };
        let mut id = match &mut self.labels {
            Some(labels) => labels.index.id_of(key)?,
            None => None,
        };
        if let (None, Some(relations)) = (&id, &mut self.relations) {
            id = relations.index.id_of(key)?;
        }
        if let Some(id) = id {
            self.produce(&id, Vec::new())?;
        }
        Ok(true)
    }

    /// The next picture of the boxes table and its parsed rows with their lines.
    fn next_boxes(&mut self, rows: &mut Vec<(u64, Parsed)>) -> Result<Option<Vec<u8>>> {
        let Some(boxes) = self.boxes.as_mut().filter(|b| b.ahead) else { return Ok(None) };
        let id = field(&boxes.row, Some(boxes.columns.id)).to_vec();
        if !self.seen.insert(key(&id)) {
            return Err(comes_back(&boxes.table.shown, place(&boxes.row).0, &id));
        }
        while boxes.ahead && field(&boxes.row, Some(boxes.columns.id)) == id {
            rows.push((place(&boxes.row).0, boxes.columns.read(&boxes.row, &self.vocabulary.classes)));
            boxes.ahead = boxes.table.next(&mut boxes.row)?;
        }
        Ok(Some(id))
    }

    fn reject(&mut self, candidate: String, reason: Reason, detail: String) {
        self.ready.push_back(Read::Reject(Reject::new(candidate, reason, detail)));
    }

    /// Puts a picture together from its rows in all tables.
    fn produce(&mut self, id: &[u8], rows: Vec<(u64, Parsed)>) -> Result<()> {
        let name = clean(id);
        let picture = format!("openimages/{name}");
        if !is_id(id) {
            self.reject(picture, "bad_id", "a picture's id is letters, digits, `-`, `_` and `.`".to_string());
            return Ok(());
        }
        let mut listed = Ok(Listed { url: None, license: license::unknown(), rotate: 0 });
        if let Some(images) = &mut self.images {
            images.index.rows(id, |row, _| listed = images.columns.read(row))?;
        }
        let listed = match listed {
            Ok(listed) => listed,
            Err(angle) => {
                self.reject(picture, "bad_rotation", format!("`{angle}` is no quarter turn"));
                return Ok(());
            }
        };
        let path = format!("{name}.jpg");
        let stored = match self.stored_size(id, &path) {
            Ok(size) => size,
            Err(fault) => {
                self.reject(picture, "picture_unreadable", fault);
                return Ok(());
            }
        };
        let mut draft = Draft::new(&self.vocabulary, stored, listed.rotate);
        if let Some(boxes) = &self.boxes {
            let shown = &boxes.table.shown;
            for (n, (line, parsed)) in rows.into_iter().enumerate() {
                match parsed {
                    Ok(row) => draft.add_box(&row, n, || format!("{shown}:{line}")),
                    Err((class, (reason, detail))) => {
                        draft.incomplete.extend(class);
                        draft.rejects.push(Reject::new(format!("{shown}:{line}"), reason, detail));
                    }
                }
            }
        }
        if let Some(Lookup { index, columns }) = &mut self.relations {
            let (shown, mut n) = (index.table.shown.clone(), 0);
            index.rows(id, |row, line| {
                let candidate = format!("{shown}:{line}");
                match columns.read(row, &self.vocabulary.classes) {
                    Ok(relation) => draft.add_relation(relation, n, &candidate),
                    Err((reason, detail)) => {
                        draft.incomplete_predicates.push(columns.predicate(row));
                        draft.rejects.push(Reject::new(candidate, reason, detail));
                    }
                }
                n += 1;
            })?;
        }
        let mut labels = Vec::new();
        if let Some(Lookup { index, columns }) = &mut self.labels {
            let shown = index.table.shown.clone();
            index.rows(id, |row, line| match columns.read(row, &self.vocabulary.classes) {
                Ok(label) => labels.push(label),
                Err((reason, detail)) => draft.rejects.push(Reject::new(format!("{shown}:{line}"), reason, detail)),
            })?;
        }
        draft.settle(&picture);
        let coverage = coverage(&mut draft, &labels, self.declared, &picture);
        let turned = listed.rotate % 2 == 1;
        let size = if turned { Size { w: stored.h, h: stored.w } } else { stored };
        self.ready.extend(draft.rejects.into_iter().map(Read::Reject));
        let scene = Scene {
            id: picture,
            source: "openimages".into(),
            image: Image {
                path,
                url: listed.url,
                source_id: name,
                size,
                rotate: listed.rotate,
                exif_oriented: false,
                license: listed.license,
            },
            regions: draft.drawn.into_iter().map(|d| d.region).collect(),
            relations: draft.relations,
            captions: Vec::new(),
            coverage,
        };
        self.ready.push_back(Read::Scene(Box::new(scene)));
        Ok(())
    }

    /// Size of the stored pixels: from the table of sizes, else from the picture's header.
    fn stored_size(&self, id: &[u8], path: &str) -> Result<Size, String> {
        if let Some(size) = self.sizes.as_ref().and_then(|sizes| sizes.of(id)) {
            return Ok(size);
        }
        let path = if self.folder.is_empty() { path.to_string() } else { format!("{}/{path}", self.folder) };
        header::of(self.vault.as_ref(), &path).map(|h| h.size).map_err(|fault| format!("{path}: {fault}"))
    }
}

impl Iterator for Stream {
    type Item = Result<Read>;

    fn next(&mut self) -> Option<Result<Read>> {
        while self.ready.is_empty() && !self.failed {
            match self.step() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(e) => {
                    self.failed = true;
                    return Some(Err(e));
                }
            }
        }
        self.ready.pop_front().map(Ok)
    }
}
