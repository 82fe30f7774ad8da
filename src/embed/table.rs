//! The vectors of all thesaurus terms, made once by `examples/embed_thesaurus.rs` (`docs/embeddings.md`).
//!
//! File: the magic `GLVECTOR`, then little-endian `u32` version, dimension, number of terms, length of the model's
//! name; the name; 32 bytes of vocabulary hash; one signed byte per component, term by term in the order of their ids.
//! A vector is scaled so that its largest component is 127; cosines do not need the scale.

use crate::error::{Error, Place, Result};
use crate::lexicon::Lexicon;
use crate::model::term::{Domain, Inflection, TermId};
use std::path::Path;

const MAGIC: &[u8; 8] = b"GLVECTOR";
const VERSION: u32 = 1;
const REMAKE: &str = "run `cargo run --release --example embed_thesaurus -- MODEL_DIR` (docs/embeddings.md)";

static EMBEDDED: &[u8] = include_bytes!("../../thesaurus/vectors.bin");

/// One vector per term of a thesaurus.
pub struct Table {
    model: String,
    dim: usize,
    codes: Vec<i8>,
    /// One over the length of each coded vector; 0 for a vector of zeros.
    inverse: Vec<f32>,
}

/// The text whose embedding stands for a term: verbs as "riding", everything else by its name.
pub fn text(lexicon: &Lexicon, id: TermId) -> &str {
    let how = if lexicon.term(id).domain == Domain::Action { Inflection::Ing } else { Inflection::Bare };
    lexicon.inflect(id, how)
}

/// The texts of all terms, by id.
pub fn texts(lexicon: &Lexicon) -> Vec<&str> {
    (0..lexicon.len()).map(|i| text(lexicon, TermId(i as u32))).collect()
}

fn vocabulary_hash(texts: &[&str]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize()
}

impl Table {
    /// The table that is compiled in.
    ///
    /// # Errors
    /// When it was made for another vocabulary than the lexicon's.
    pub fn embedded(lexicon: &Lexicon) -> Result<Table> {
        Self::decode("thesaurus/vectors.bin", EMBEDDED, lexicon)
    }

    /// A table made for another thesaurus.
    ///
    /// # Errors
    /// When the file cannot be read, is no table, or was made for another vocabulary than the lexicon's.
    pub fn load(path: &Path, lexicon: &Lexicon) -> Result<Table> {
        let bytes = std::fs::read(path).map_err(|e| Error::io(path, "read", e))?;
        Self::decode(&path.display().to_string(), &bytes, lexicon)
    }

    /// A table of vectors by term id, e.g. of another model; cosines of it are rounded as those of a file are.
    ///
    /// # Errors
    /// When a vector is missing, or the vectors are not of one length.
    pub fn of(model: &str, vectors: &[Vec<f32>], lexicon: &Lexicon) -> Result<Table> {
        Self::decode(model, &Self::encode(model, vectors, lexicon)?, lexicon)
    }

    /// The bytes of a table file for the lexicon's terms, whose vectors are given by id.
    ///
    /// # Errors
    /// When a vector is missing, or the vectors are not of one length.
    pub fn encode(model: &str, vectors: &[Vec<f32>], lexicon: &Lexicon) -> Result<Vec<u8>> {
        let texts = texts(lexicon);
        let dim = vectors.first().map_or(0, Vec::len);
        if vectors.len() != texts.len() || dim == 0 || vectors.iter().any(|v| v.len() != dim) {
            let what = format!("{} vectors for {} terms, or not all of {dim} components", vectors.len(), texts.len());
            return Err(Error::data(Place::file(model), what, "embed every term once with one model"));
        }
        let mut out = MAGIC.to_vec();
        for n in [VERSION, dim as u32, texts.len() as u32, model.len() as u32] {
            out.extend_from_slice(&n.to_le_bytes());
        }
        out.extend_from_slice(model.as_bytes());
        out.extend_from_slice(vocabulary_hash(&texts).as_bytes());
        for vector in vectors {
            let largest = vector.iter().fold(0f32, |m, v| m.max(v.abs()));
            let scale = if largest > 0.0 { 127.0 / largest } else { 0.0 };
            out.extend(vector.iter().map(|v| ((v * scale).round() as i8).to_le_bytes()[0]));
        }
        Ok(out)
    }

    fn decode(file: &str, bytes: &[u8], lexicon: &Lexicon) -> Result<Table> {
        let fault = |what: String| Error::data(Place::file(file), what, REMAKE);
        let mut rest = bytes;
        let mut take = |n: usize| -> Result<&[u8]> {
            let (head, tail) = rest.split_at_checked(n).ok_or_else(|| fault("the file ends early".into()))?;
            rest = tail;
            Ok(head)
        };
        if take(MAGIC.len())? != MAGIC {
            return Err(fault("this is no table of vectors".into()));
        }
        let mut numbers = [0usize; 4];
        for n in &mut numbers {
            let mut four = [0; 4];
            four.copy_from_slice(take(4)?);
            *n = u32::from_le_bytes(four) as usize;
        }
        let [version, dim, count, name] = numbers;
        if version != VERSION as usize {
            return Err(fault(format!("the table's version is {version}, this program reads {VERSION}")));
        }
        let model = String::from_utf8_lossy(take(name)?).into_owned();
        let texts = texts(lexicon);
        if take(32)? != vocabulary_hash(&texts).as_bytes() || count != texts.len() {
            return Err(fault(format!("made for a vocabulary of {count} terms that is not the thesaurus in use")));
        }
        let size = dim.checked_mul(count).ok_or_else(|| fault("the sizes overflow".into()))?;
        let codes: Vec<i8> = take(size)?.iter().map(|b| i8::from_le_bytes([*b])).collect();
        if !rest.is_empty() || dim == 0 {
            return Err(fault("the file is longer than its header says".into()));
        }
        let inverse = codes
            .chunks_exact(dim)
            .map(|v| {
                let square = dot(v, v);
                if square > 0 { 1.0 / (square as f32).sqrt() } else { 0.0 }
            })
            .collect();
        Ok(Table { model, dim, codes, inverse })
    }

    /// Name of the model that made the vectors.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Components of a vector.
    pub fn dimension(&self) -> usize {
        self.dim
    }

    /// Cosine similarity of two terms, in [-1, 1]; 0 for an id outside the table.
    pub fn similarity(&self, a: TermId, b: TermId) -> f32 {
        match (self.row(a), self.row(b)) {
            (Some((a, ia)), Some((b, ib))) => (dot(a, b) as f32 * ia * ib).clamp(-1.0, 1.0),
            _ => 0.0,
        }
    }

    fn row(&self, id: TermId) -> Option<(&[i8], f32)> {
        let i = id.0 as usize;
        Some((self.codes.get(i * self.dim..(i + 1) * self.dim)?, *self.inverse.get(i)?))
    }
}

/// Written so that the compiler makes vector instructions of it.
fn dot(a: &[i8], b: &[i8]) -> i32 {
    a.iter().zip(b).map(|(x, y)| i32::from(i16::from(*x) * i16::from(*y))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fake(lexicon: &Lexicon) -> Vec<Vec<f32>> {
        (0..lexicon.len()).map(|i| vec![1.0, (i % 7) as f32 - 3.0, (i % 11) as f32 / 5.0]).collect()
    }

    #[test]
    fn cosines_survive_the_file() {
        let lexicon = Lexicon::embedded().unwrap();
        let vectors = fake(&lexicon);
        let table = Table::of("fake", &vectors, &lexicon).unwrap();
        let cosine = |a: &[f32], b: &[f32]| {
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
            dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
        };
        for (a, b) in [(0, 1), (3, 200), (17, 17), (40, 12)] {
            let exact = cosine(&vectors[a], &vectors[b]);
            let got = table.similarity(TermId(a as u32), TermId(b as u32));
            assert!((exact - got).abs() < 0.01, "{exact} {got}");
        }
        assert_eq!((table.model(), table.dimension()), ("fake", 3));
        assert_eq!(table.similarity(TermId(0), TermId(u32::MAX)), 0.0);
    }

    #[test]
    fn a_stale_or_broken_file_is_refused_with_the_command_that_remakes_it() {
        let lexicon = Lexicon::embedded().unwrap();
        let mut bytes = Table::encode("fake", &fake(&lexicon), &lexicon).unwrap();
        let short = Table::decode("v", &bytes[..bytes.len() - 1], &lexicon).err().unwrap().to_string();
        assert!(short.contains("ends early") && short.contains("embed_thesaurus"), "{short}");
        let at = MAGIC.len() + 16 + "fake".len();
        bytes[at] ^= 1;
        let stale = Table::decode("v", &bytes, &lexicon).err().unwrap().to_string();
        assert!(stale.contains("not the thesaurus in use"), "{stale}");
        assert!(Table::decode("v", b"GLVECTO", &lexicon).is_err());
        assert!(Table::encode("fake", &[], &lexicon).is_err());
    }

    #[test]
    fn the_embedded_table_belongs_to_the_embedded_thesaurus() {
        let lexicon = Lexicon::embedded().unwrap();
        let table = Table::embedded(&lexicon).unwrap();
        let id = |d, w| lexicon.lookup(d, w).unwrap();
        let (dog, puppy, truck) = (id(Domain::Entity, "dog"), id(Domain::Entity, "puppy"), id(Domain::Entity, "truck"));
        assert!(table.similarity(dog, puppy) > 0.6);
        assert!(table.similarity(dog, puppy) > table.similarity(dog, truck) + 0.2);
        assert!((table.similarity(dog, dog) - 1.0).abs() < 1e-3);
    }
}
