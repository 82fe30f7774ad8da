//! Dumps: what the user names, sorted out by site.

use super::archive;
use super::site::Site;
use crate::error::{Error, Place, Result};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// How a dump is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Xml,
    SevenZip,
}

/// The posts of one site.
#[derive(Debug, Clone)]
pub struct Dump {
    /// Its site.
    pub site: Site,
    /// `Posts.xml` or the archive.
    pub path: PathBuf,
    form: Form,
}

/// A table of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// `Posts.xml`.
    Posts,
    /// `Users.xml`, which has the names of authors.
    Users,
}

impl Table {
    fn file(self) -> &'static str {
        match self {
            Table::Posts => "Posts.xml",
            Table::Users => "Users.xml",
        }
    }
}

impl Dump {
    /// Reads a table; `false` where the dump does not have it. `read` gets the text and its name for messages.
    ///
    /// # Errors
    /// When it cannot be read, and what `read` returns.
    pub fn read(&self, table: Table, read: &mut dyn FnMut(&mut dyn BufRead, &str) -> Result<()>) -> Result<bool> {
        if self.form == Form::SevenZip {
            return archive::read(&self.path, table.file(), read);
        }
        let path = match table {
            Table::Posts => self.path.clone(),
            Table::Users => match users_beside(&self.path) {
                Some(path) => path,
                None => return Ok(false),
            },
        };
        let file = File::open(&path).map_err(|e| Error::io(&path, "open", e))?;
        read(&mut BufReader::with_capacity(1 << 18, file), &path.display().to_string())?;
        Ok(true)
    }
}

/// The dumps that paths name: `Posts.xml` files, archives, or folders of either, one folder deep. Sorted by site.
///
/// # Errors
/// When a path is not there or holds no posts, a site cannot be told or comes twice.
pub fn find(paths: &[PathBuf], site: Option<&str>) -> Result<Vec<Dump>> {
    let mut dumps = Vec::new();
    for path in paths {
        let remedy = "give Posts.xml, a site's .7z or a folder of them";
        std::fs::metadata(path).map_err(|e| Error::opening(path, remedy, e))?;
        let found = if path.is_dir() { inside(path)? } else { vec![(path.clone(), form_of(path)?)] };
        if found.is_empty() {
            return Err(Error::data(
                Place::file(path.display().to_string()),
                "the folder holds no posts",
                "give a folder with Posts.xml or .7z files",
            ));
        }
        for (path, form) in found {
            let site = match site {
                Some(name) => Site::named(name)?,
                None => {
                    Site::of_path(&std::path::absolute(&path).unwrap_or_else(|_| path.clone())).ok_or_else(|| {
                        Error::usage(
                            format!("{}: its site cannot be told from its name", path.display()),
                            "add --site NAME, e.g. --site coffee",
                        )
                    })?
                }
            };
            dumps.push(Dump { site, path, form });
        }
    }
    dumps.sort_by(|a, b| (&a.site, &a.path).cmp(&(&b.site, &b.path)));
    if let Some([a, b]) = dumps.windows(2).find(|pair| matches!(pair, [a, b] if a.site.topic == b.site.topic)) {
        return Err(Error::usage(
            format!("the site {} comes twice: {} and {}", a.site.topic, a.path.display(), b.path.display()),
            "give one dump a site, and --site for one dump only",
        ));
    }
    Ok(dumps)
}

fn form_of(path: &Path) -> Result<Form> {
    match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("xml") => Ok(Form::Xml),
        Some("7z") => Ok(Form::SevenZip),
        _ => Err(Error::usage(
            format!("{} is no dump", path.display()),
            "give Posts.xml, a site's .7z or a folder of them",
        )),
    }
}

/// The dumps of a folder: archives but those of other tables, and XML files of posts.
fn inside(folder: &Path) -> Result<Vec<(PathBuf, Form)>> {
    let mut out = Vec::new();
    for (path, folder) in list(folder)? {
        if folder {
            out.extend(list(&path)?.into_iter().filter(|(_, f)| !f).filter_map(|(p, _)| holds_posts(p)));
        } else {
            out.extend(holds_posts(path));
        }
    }
    Ok(out)
}

fn holds_posts(path: PathBuf) -> Option<(PathBuf, Form)> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    match form_of(&path).ok()? {
        Form::Xml => {
            let stem = name.strip_suffix(".xml")?;
            (stem == "posts" || stem.contains("-posts")).then_some((path, Form::Xml))
        }
        // stackoverflow.com comes as one archive a table.
        Form::SevenZip => {
            let table = name.strip_suffix(".7z")?.rsplit_once('-').map(|(_, t)| t);
            let other = table.is_some_and(|t| {
                ["badges", "comments", "posthistory", "postlinks", "tags", "users", "votes"].contains(&t)
            });
            (!other).then_some((path, Form::SevenZip))
        }
    }
}

fn list(folder: &Path) -> Result<Vec<(PathBuf, bool)>> {
    let fail = |e| Error::io(folder, "list", e);
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let folder = path.is_dir();
        out.push((path, folder));
    }
    out.sort();
    Ok(out)
}

/// The table of users beside that of posts: the same name with `Users` in place of `Posts`.
fn users_beside(posts: &Path) -> Option<PathBuf> {
    let name = posts.file_name()?.to_str()?;
    let path = posts.with_file_name(name.replace("Posts", "Users").replace("posts", "users"));
    (path != posts && path.is_file()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(dir: &Path, names: &[&str]) {
        for name in names {
            let path = dir.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "<posts/>").unwrap();
        }
    }

    #[test]
    fn folders_give_their_sites_and_skip_other_tables() {
        let dir = tempfile::tempdir().unwrap();
        touch(
            dir.path(),
            &[
                "beer.stackexchange.com.7z",
                "coffee.stackexchange.com/Posts.xml",
                "coffee.stackexchange.com/Users.xml",
                "coffee.stackexchange.com/PostHistory.xml",
                "stackoverflow.com-Posts.7z",
                "stackoverflow.com-Users.7z",
                "readme.txt",
            ],
        );
        let found = find(&[dir.path().to_path_buf()], None).unwrap();
        let topics: Vec<&str> = found.iter().map(|d| d.site.topic.as_str()).collect();
        assert_eq!(topics, ["beer", "coffee", "stackoverflow"]);
        let mut seen = String::new();
        let read = found[1].read(Table::Users, &mut |_, shown| {
            seen = shown.to_string();
            Ok(())
        });
        assert!(read.unwrap() && seen.ends_with("Users.xml"));
    }

    #[test]
    fn sites_that_cannot_be_told_or_come_twice() {
        let dir = tempfile::tempdir().unwrap();
        touch(
            dir.path(),
            &["Posts.xml", "a/coffee.stackexchange.com-Posts.xml", "coffee.stackexchange.com.7z", "x.csv"],
        );
        let of = |names: &[&str], site| find(&names.iter().map(|n| dir.path().join(n)).collect::<Vec<_>>(), site);
        assert!(of(&["Posts.xml"], None).unwrap_err().to_string().contains("add --site NAME"));
        assert_eq!(of(&["Posts.xml"], Some("tea")).unwrap()[0].site.host, "tea.stackexchange.com");
        let twice = of(&["a", "coffee.stackexchange.com.7z"], None).unwrap_err();
        assert!(twice.to_string().contains("the site coffee comes twice"), "{twice}");
        assert_eq!(of(&["x.csv"], None).unwrap_err().exit_code(), 2);
    }
}
