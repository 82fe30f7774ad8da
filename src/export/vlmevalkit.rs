//! `vlmevalkit`: one TSV per number of options.

use super::lines::{failed, unreadable};
use super::record::{Body, Form, Record, Said, Seen, Shown, option};
use super::{Context, Encoder, Exporter, Limits, Pictures, Refusal, See, Shard, Sink, Written, attribution};
use crate::error::{Error, Place, Result};
use crate::llm::base64;
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::path::Path;

/// `<name>_<split>_<n>way.tsv`. Of a picture that several items show, only the first item's row has the bytes; the
/// others name that row's index.
pub struct VlmEvalKit;

/// What `pandas.read_csv` takes for a missing value, whether quoted or not.
const MISSING: &[&str] = &[
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA",
    "NULL", "NaN", "None", "n/a", "nan", "null",
];

/// Words in a name by which VLMEvalKit scores in another way.
const MEANT_OTHERWISE: &[&str] = &["mmbench", "ccbench", "circular", "mmcr", "openended"];

/// What a cell would become in `pandas.read_csv`, where that is not its text. Types are inferred for as many rows at a
/// time as fill a quarter of a megabyte, so any run of numbers becomes numbers: only integers written as integers
/// survive that, and one decimal fraction among them turns "6" into "6.0".
fn eaten(text: &str) -> Option<&'static str> {
    if MISSING.contains(&text) {
        return Some("a missing value");
    }
    let bare = text.trim_matches(|c: char| c.is_ascii_whitespace());
    let unsigned = bare.strip_prefix(['-', '+']).unwrap_or(bare);
    if !unsigned.is_empty() && unsigned.bytes().all(|b| b.is_ascii_digit()) {
        return match text.parse::<i64>() {
            Ok(n) if n.to_string() == text => None,
            _ => Some("another number"),
        };
    }
    let words = ["inf", "infinity", "nan"];
    let number = bare.parse::<f64>().is_ok() || words.iter().any(|w| unsigned.eq_ignore_ascii_case(w));
    if number {
        return Some("a decimal number");
    }
    (bare.eq_ignore_ascii_case("true") || bare.eq_ignore_ascii_case("false"))
        .then_some(())
        .filter(|()| text != "True" && text != "False")
        .map(|()| "a truth value")
}

struct Tsv<'a> {
    csv: csv::Writer<Sink<'a>>,
    split: &'a str,
    rows: u64,
    /// Index of the row that has a picture, by the hash of its bytes.
    pictures: FxHashMap<[u8; 32], u64>,
}

impl Encoder for Tsv<'_> {
    fn add(&mut self, records: &mut [Record]) -> Result<()> {
        records.iter().try_for_each(|record| self.row(record))
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        self.csv.flush().map_err(failed)
    }
}

impl Tsv<'_> {
    fn row(&mut self, record: &Record) -> Result<()> {
        let Body::Item(item, _) = &record.body else { return Ok(()) };
        let fail = |e: csv::Error| failed(std::io::Error::other(e));
        if self.rows == 0 {
            let letters: Vec<String> = (0..item.choices.len()).map(|i| option(i).to_string()).collect();
            let mut header = vec!["index", "id", "image", "question"];
            header.extend(letters.iter().map(String::as_str));
            header.extend(["answer", "category", "l2-category", "split"]);
            header.extend(attribution::ATTRIBUTION.iter().map(|(name, _)| *name));
            self.csv.write_record(header).map_err(fail)?;
        }
        self.rows += 1;
        let first = *self.pictures.entry(*blake3::hash(&record.picture.bytes).as_bytes()).or_insert(self.rows);
        let image = if first == self.rows { base64::encode(&record.picture.bytes) } else { first.to_string() };
        let mut row = vec![self.rows.to_string(), item.id.clone(), image, item.question.clone()];
        row.extend(item.choices.iter().cloned());
        row.extend([item.answer.clone(), item.target.clone(), item.kind.clone(), self.split.to_string()]);
        let attribution = attribution::object(record);
        row.extend(attribution::ATTRIBUTION.iter().map(|(name, _)| match attribution.get(*name) {
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => String::new(),
        }));
        self.csv.write_record(row).map_err(fail)
    }
}

impl Exporter for VlmEvalKit {
    fn name(&self) -> &'static str {
        "vlmevalkit"
    }

    fn audience(&self) -> &'static str {
        "VLMEvalKit: evaluation of many models"
    }

    fn refuses(&self, form: Form) -> Option<&'static str> {
        (form == Form::Corpus).then_some("its table holds questions with options, no dialogues")
    }

    fn pictures(&self) -> Pictures {
        Pictures::InText
    }

    fn limits(&self) -> Option<Limits> {
        // A larger file is unpacked by its reader before it is read.
        Some(Limits { rows: u64::MAX, bytes: 1_000_000_000 })
    }

    fn misnamed(&self, name: &str) -> Option<String> {
        let lower = name.to_lowercase();
        let word = MEANT_OTHERWISE.iter().find(|w| lower.contains(**w))?;
        Some(format!("VLMEvalKit scores a set with `{word}` in its name in another way"))
    }

    fn cannot_carry(&self, record: &Record) -> Option<Refusal> {
        let said = record.said();
        let (name, text, as_what) = said.texts.iter().find_map(|(n, t)| eaten(t).map(|w| (n, t, w)))?;
        Some(Refusal { reason: "eaten_by_pandas", detail: format!("{name} `{text}` would be read as {as_what}") })
    }

    fn parts(&self, record: &Record) -> Vec<String> {
        match &record.body {
            Body::Item(item, _) => vec![format!("{}way", item.choices.len())],
            Body::Dialogue(_) => Vec::new(),
        }
    }

    fn file(&self, context: &Context, shard: &Shard) -> String {
        shard.numbered(&format!("{}_{}_{}", context.name, shard.split, shard.part), "tsv")
    }

    fn encoder<'a>(&self, _context: &'a Context, shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
        let csv = csv::WriterBuilder::new().delimiter(b'\t').from_writer(out);
        Ok(Box::new(Tsv { csv, split: &shard.split, rows: 0, pictures: FxHashMap::default() }))
    }

    fn said<'r>(&self, _context: &Context, _shard: &Shard, record: &'r Record) -> Said<'r> {
        record.said()
    }

    fn reread(&self, _context: &Context, _shard: &Shard, path: &Path, see: See<'_>) -> Result<()> {
        let file = Place::file(path.display().to_string());
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(b'\t')
            .from_path(path)
            .map_err(|e| Error::io(path, "open", std::io::Error::other(e)))?;
        let header = reader.headers().map_err(|e| unreadable(&file, e))?.clone();
        let at = |name: &str| header.iter().position(|h| h == name);
        let letters: Vec<(String, usize)> =
            ('A'..='Y').map_while(|c| Some((c.to_string(), at(&c.to_string())?))).collect();
        let mut held: FxHashMap<String, usize> = FxHashMap::default();
        for (position, row) in reader.records().enumerate() {
            let row = row.map_err(|e| unreadable(&file, e))?;
            let cell = |name: &str| at(name).and_then(|i| row.get(i)).unwrap_or("");
            let place = Place::record(path.display().to_string(), cell("id"));
            let text = |name: &str, value: &str| match eaten(value) {
                Some(what) => Err(unreadable(&place, format!("column {name}: `{value}` would be read as {what}"))),
                None => Ok(value.to_string()),
            };
            let mut said = Said::new(cell("id"));
            said.push("question", text("question", cell("question"))?);
            for (letter, column) in &letters {
                said.push(format!("option {letter}"), text(letter, row.get(*column).unwrap_or(""))?);
            }
            said.push("answer", text("answer", cell("answer"))?);
            let image = cell("image");
            let shown = if image.len() > 64 {
                if image.starts_with('[') {
                    return Err(unreadable(&place, "the picture would be evaluated as a list"));
                }
                let bytes = base64::decode(image).ok_or_else(|| unreadable(&place, "the picture is no base64"))?;
                held.insert(cell("index").to_string(), position);
                Shown::Inside("".into(), bytes.into())
            } else {
                let first = held.get(image).copied();
                let missing = || unreadable(&place, format!("the picture is that of row `{image}`, which has none"));
                Shown::Again(first.ok_or_else(missing)?)
            };
            see(Seen { said, picture: shown })?;
        }
        Ok(())
    }

    fn command(&self, _context: &Context, shards: &[Written]) -> String {
        let names: Vec<&str> = shards.iter().filter_map(|w| w.path.strip_suffix(".tsv")).collect();
        format!("LMUData=$(realpath OUT) python run.py --data {} --model MODEL --judge exact_matching", names.join(" "))
    }

    fn snippet(&self, _form: Form) -> &'static str {
        "import glob\n\
         import pandas as pd\n\n\
         tables = [pd.read_csv(name, sep=\"\\t\") for name in sorted(glob.glob(\"*.tsv\"))]\n\
         items = [row for table in tables for _, row in table.iterrows()]\n"
    }
}

#[cfg(test)]
mod tests {
    use super::eaten;

    #[test]
    fn what_pandas_eats_is_known() {
        for text in [
            "None",
            "NA",
            "N/A",
            "null",
            "NULL",
            "nan",
            "NaN",
            "n/a",
            "<NA>",
            "",
            "007",
            "1e3",
            "6.0",
            "6.5",
            "+6",
            "-0",
            " 6",
            "6 ",
            "true",
            "FALSE",
            "inf",
            "-Infinity",
            "99999999999999999999",
            ".5",
        ] {
            assert!(eaten(text).is_some(), "{text}");
        }
        for text in [
            "none",
            "6",
            "-6",
            "0",
            "True",
            "six",
            "6 cats",
            "Na",
            "none of the above",
            "1,000",
            "1_000",
            "0x1F",
            "No",
            "infinite",
        ] {
            assert!(eaten(text).is_none(), "{text}");
        }
    }
}
