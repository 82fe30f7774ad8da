//! Tables inside a `.7z`: read while they are being unpacked, never unpacked to disk (LZMA, LZMA2, BZip2, PPMd).

use crate::error::{Error, Place, Result};
use sevenz_rust2::{Archive, BlockDecoder, Password};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Bytes read from the unpacker at once.
const BUFFER: usize = 1 << 18;

/// The member of an archive that holds a table: `Posts.xml`, in any folder, or `<site>-Posts.xml`.
fn is_table(member: &str, table: &str) -> bool {
    let name = member.rsplit(['/', '\\']).next().unwrap_or(member).to_ascii_lowercase();
    let table = table.to_ascii_lowercase();
    name == table || name.ends_with(&format!("-{table}"))
}

/// Reads the table `file` (`Posts.xml`) of an archive; `false` where the archive has none. `read` gets the text and its
/// name for messages.
///
/// # Errors
/// When the archive is damaged, encrypted or of an unknown method, or holds several such tables, and what `read`
/// returns.
pub fn read(path: &Path, file: &str, read: &mut dyn FnMut(&mut dyn BufRead, &str) -> Result<()>) -> Result<bool> {
    let mut source = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let password = Password::empty();
    let archive = Archive::read(&mut source, &password).map_err(|e| fault(path, None, &e))?;
    let members: Vec<usize> =
        archive.files.iter().enumerate().filter(|(_, f)| is_table(f.name(), file)).map(|(i, _)| i).collect();
    let member = match members.as_slice() {
        [] => return Ok(false),
        [one] => *one,
        [first, second, ..] => {
            let name = |i: usize| archive.files.get(i).map_or("", |f| f.name());
            let what = format!("it holds several tables: {} and {}", name(*first), name(*second));
            let place = Place::file(path.display().to_string());
            return Err(Error::data(place, what, "unpack it and give the folders one by one"));
        }
    };
    let Some(entry) = archive.files.get(member) else { return Ok(false) };
    let Some(Some(block)) = archive.stream_map.file_block_index.get(member).copied() else { return Ok(false) };
    let shown = format!("{}:{}", path.display(), entry.name());
    let mut outcome = None;
    // Only the block that holds the table is unpacked, on one thread: sites are read side by side.
    let decoder = BlockDecoder::new(1, block, &archive, &password, &mut source);
    let done = decoder.for_each_entries(&mut |e, stream| {
        if e.name() != entry.name() {
            std::io::copy(stream, &mut std::io::sink())?;
            return Ok(true);
        }
        let mut text = BufReader::with_capacity(BUFFER, stream);
        outcome = Some(read(&mut text, &shown));
        Ok(false)
    });
    match (outcome, done) {
        (Some(result), _) => result.map(|()| true),
        (None, Err(e)) => Err(fault(path, Some(entry.name()), &e)),
        (None, Ok(_)) => Ok(false),
    }
}

fn fault(path: &Path, member: Option<&str>, e: &sevenz_rust2::Error) -> Error {
    use sevenz_rust2::Error as E;
    let place = member
        .map_or_else(|| Place::file(path.display().to_string()), |m| Place::record(path.display().to_string(), m));
    let (what, remedy) = match e {
        E::PasswordRequired | E::MaybeBadPassword(_) => ("it is encrypted".to_string(), "give it unpacked"),
        E::UnsupportedCompressionMethod(m) => {
            (format!("it is packed with {m}"), "LZMA, LZMA2, BZip2 and PPMd are read; repack it")
        }
        E::Io(e, _) if e.kind() == std::io::ErrorKind::UnexpectedEof => {
            ("it ends too early: it is no 7z archive, or a part of one".to_string(), "get the whole file again")
        }
        E::BadSignature(_) => ("it is no 7z archive".to_string(), "give Posts.xml, a site's .7z or a folder of them"),
        other => (format!("it cannot be unpacked: {other}"), "get the file again"),
    };
    Error::data(place, what, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_known_by_their_last_part() {
        assert!(is_table("Posts.xml", "Posts.xml") && is_table("a/b\\posts.XML", "Posts.xml"));
        assert!(is_table("coffee.stackexchange.com-Posts.xml", "Posts.xml"));
        assert!(!is_table("OldPosts.xml", "Posts.xml") && !is_table("PostHistory.xml", "Posts.xml"));
    }

    #[test]
    fn what_is_no_archive_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.7z");
        std::fs::write(&path, "no archive, but long enough to have a header of thirty-two bytes").unwrap();
        let e = read(&path, "Posts.xml", &mut |_, _| Ok(())).unwrap_err();
        assert_eq!(e.exit_code(), 3);
        assert!(e.to_string().contains("it is no 7z archive"), "{e}");
        std::fs::write(&path, "").unwrap();
        let e = read(&path, "Posts.xml", &mut |_, _| Ok(())).unwrap_err();
        assert!(
            e.to_string()
                .ends_with("x.7z: it ends too early: it is no 7z archive, or a part of one; get the whole file again"),
            "{e}"
        );
    }
}
