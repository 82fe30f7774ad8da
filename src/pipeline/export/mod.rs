//! `export`: a benchmark or a corpus in the format of another program. Two passes: the first decides what goes out and
//! where shards end, the second writes them; a shard that is finished is not written again.

mod account;
mod card;
mod check;
mod count;
mod croissant;
mod cut;
mod datasheet;
mod key;
mod picture;
mod scan;
mod set;
mod split;
mod terms;
mod write;

pub use account::{EXPORT_FILE, ExportFile};
pub use cut::Size;
pub use picture::Look;
pub use split::Splits;
pub use terms::Allowed;

use super::files::{self, Lock, WORK};
use crate::error::{Error, Place, Result};
use crate::export::record::Form;
use crate::export::{self, Context, Exporter, Pictures, Written};
use std::path::{Path, PathBuf};
use write::{Job, Placed};

/// What to export, and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// Folder of a set, or its items.jsonl or dialogues.jsonl.
    pub set: PathBuf,
    /// Format.
    pub to: String,
    /// Output folder.
    pub out: PathBuf,
    /// Splits; `None`: one, `test` of a benchmark and `train` of a corpus.
    pub splits: Option<Splits>,
    /// Where shards end; `None`: as suits the format.
    pub size: Option<Size>,
    /// Whether paths in the files are absolute.
    pub absolute: bool,
    /// Licences that may go out.
    pub allowed: Allowed,
    /// Name of the set; `None`: that of the output folder.
    pub name: Option<String>,
    /// The model that `openai` batch lines ask.
    pub model: String,
    /// How pictures are looked at.
    pub look: Look,
}

/// What became of an export.
pub struct Exported {
    /// The export's account, as in `export.json`.
    pub file: ExportFile,
    /// Shards that were there already.
    pub kept: usize,
    /// A command that uses the export.
    pub command: String,
}

/// The format of that name.
///
/// # Errors
/// When there is none.
pub fn exporter(name: &str) -> Result<&'static dyn Exporter> {
    export::find(name).ok_or_else(|| {
        let known: Vec<&str> = export::EXPORTERS.iter().map(|e| e.name()).collect();
        Error::usage(format!("there is no format `{name}`"), format!("known: {}", known.join(", ")))
    })
}

/// Exports a set.
///
/// # Errors
/// When the format cannot carry the set, a record or picture is broken, what the consumer would read is not what was
/// meant, or the folder holds something else.
pub fn export(options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Result<Exported> {
    let exporter = exporter(&options.to)?;
    let set = set::Set::open(&options.set)?;
    if let Some(why) = exporter.refuses(set.form) {
        return Err(Error::usage(
            format!("{} cannot carry {}: {why}", exporter.name(), set.form.noun()),
            format!("formats that can: {}", carriers(set.form).join(", ")),
        ));
    }
    if options.absolute && !exporter.has_paths() {
        let what = format!("nothing in {} files depends on --absolute-paths", exporter.name());
        return Err(Error::usage(what, "leave it out"));
    }
    let limits = cut::limits(exporter, options.size)?;
    let splits = options
        .splits
        .clone()
        .unwrap_or_else(|| Splits::One(if set.form == Form::Benchmark { "test".into() } else { "train".into() }));
    let scan = scan::scan(&set, exporter, options)?;
    if scan.rows.is_empty() {
        let reasons: Vec<String> = scan.reasons().iter().map(|(reason, n)| format!("{n} {reason}")).collect();
        let what = if reasons.is_empty() {
            format!("there are no {} in it", set.form.noun())
        } else {
            format!("all {} are left out: {}", set.form.noun(), reasons.join(", "))
        };
        return Err(Error::data(
            Place::file(set.file.display().to_string()),
            what,
            "give a set with some, or allow more",
        ));
    }
    let same = |a: &Path, b: &Path| a.canonicalize().ok().is_some_and(|a| b.canonicalize().is_ok_and(|b| a == b));
    if same(&set.folder, &options.out) {
        return Err(Error::usage("the set's own folder cannot be --out", "give another folder as --out"));
    }
    files::open_marked(&options.out, &[EXPORT_FILE, WORK])?;
    let context = context(options, exporter, set.form)?;
    let cuts = cut::cut(&scan, &splits, limits);
    let state = account::State::open(&options.out, &context, exporter, &splits, &cuts)?;
    let lock = Lock::wait(&options.out)?;
    state.begin()?;

    let job =
        Job { set: &set, scan: &scan, exporter, context: &context, out: &options.out, look: options.look, progress };
    let (mut written, mut kept, mut placed): (Vec<Written>, usize, Placed) = Default::default();
    for (n, cut) in cuts.iter().enumerate() {
        match state.done(cut, &exporter.file(&context, &cut.shard)) {
            Some(done) => {
                kept += 1;
                progress(done.rows);
                written.push(done);
            }
            None => {
                let done = job.shard(cut, &mut placed)?;
                state.keep(n, &done)?;
                written.push(done);
            }
        }
    }
    if matches!(exporter.pictures(), Pictures::Beside | Pictures::PerRecord) {
        files::settle(&options.out, pictures(&options.out))?;
    }
    let file = finish(&job, &splits, options, &written, state.fingerprint())?;
    state.close(&written)?;
    files::close(&options.out, lock);
    let command = exporter.command(&context, &written).replace("OUT", &options.out.display().to_string());
    Ok(Exported { file, kept, command })
}

/// The files of the folders that pictures lie in.
fn pictures(out: &Path) -> impl Iterator<Item = PathBuf> {
    let within = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let folders = std::iter::once(out.to_path_buf()).chain(within(out.to_path_buf()));
    folders.flat_map(move |folder| within(folder.join("images"))).filter(|path| path.is_file())
}

fn carriers(form: Form) -> Vec<&'static str> {
    export::EXPORTERS.iter().filter(|e| e.refuses(form).is_none()).map(|e| e.name()).collect()
}

fn context(options: &Options, exporter: &dyn Exporter, form: Form) -> Result<Context> {
    let given =
        options.name.clone().or_else(|| options.out.canonicalize().ok()?.file_name()?.to_str().map(String::from));
    let name: String = given
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' })
        .collect();
    if name.trim_matches('_').is_empty() {
        return Err(Error::usage("the output folder gives the set no name", "add --name NAME"));
    }
    if let Some(why) = exporter.misnamed(&name) {
        return Err(Error::usage(format!("the set cannot be called `{name}`: {why}"), "give another --name"));
    }
    let root = if options.absolute {
        let root = options.out.canonicalize().map_err(|e| Error::io(&options.out, "find", e))?;
        Some(root.display().to_string())
    } else {
        None
    };
    Ok(Context { form, name, model: options.model.clone(), root })
}

/// Everything beside the shards.
fn finish(
    job: &Job<'_>,
    splits: &Splits,
    options: &Options,
    written: &[Written],
    fingerprint: &str,
) -> Result<ExportFile> {
    let (out, scan) = (job.out, job.scan);
    let about = card::About::read(job.set, &scan.summary)?;
    for (name, text) in job.exporter.beside(job.context, written) {
        files::write(&out.join(name), text.as_bytes())?;
    }
    files::write(&out.join("LICENSES.csv"), &scan.summary.licenses.csv()?)?;
    if !scan.dropped.is_empty() {
        let mut lines = String::new();
        for dropped in &scan.dropped {
            lines.push_str(&serde_json::to_string(dropped).unwrap_or_default());
            lines.push('\n');
        }
        files::write(&out.join("rejects.jsonl"), lines.as_bytes())?;
    }
    let file = ExportFile::new(job, splits, options, written, fingerprint);
    files::write(&out.join("README.md"), card::card(job, &about, written).as_bytes())?;
    files::write(&out.join("DATASHEET.md"), datasheet::datasheet(job, &about, written).as_bytes())?;
    files::write(&out.join("croissant.json"), croissant::croissant(job, &about, written).as_bytes())?;
    files::write(&out.join(EXPORT_FILE), file.json()?.as_bytes())?;
    Ok(file)
}
