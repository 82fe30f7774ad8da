//! `forum prompt`: files of messages that `ask` sends and other programs read.

use super::set::Set;
use super::write;
use crate::error::{Error, Result};
use crate::forum::prompt::{Parts, Shot, example, messages};
use crate::forum::split::TRAIN;
use crate::llm::base64;
use crate::model::vqa::VqaQuestion;
use crate::pipeline::files;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What is written.
#[derive(Debug, Clone)]
pub struct Options {
    /// The set.
    pub set: PathBuf,
    /// Parts of the question, one file each.
    pub parts: Vec<Parts>,
    /// How examples are chosen; `None` for zero-shot.
    pub shot: Option<Shot>,
    /// Show the picture of the example.
    pub shot_image: bool,
    /// The split that is asked; `None` for all.
    pub split: Option<String>,
    /// The set whose training split has the examples.
    pub train: Option<PathBuf>,
    /// Seed of the examples.
    pub seed: u64,
    /// Write pictures into the files instead of links to them.
    pub embed: bool,
    /// The folder of the files.
    pub out: PathBuf,
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Where it is.
    pub path: PathBuf,
    /// Prompts in it.
    pub prompts: usize,
    /// Prompts whose example is of another topic, because theirs has no training questions.
    pub other_topic: usize,
}

/// Writes the prompts.
///
/// # Errors
/// When the set cannot be read, lacks what the prompts need, or the files cannot be written.
pub fn prompt(options: &Options) -> Result<Vec<Written>> {
    let set = Set::read(&options.set)?;
    let other = options.train.as_ref().map(|folder| Set::read(folder)).transpose()?;
    let source = other.as_ref().unwrap_or(&set);
    let train: Vec<&VqaQuestion> = source.questions.iter().filter(|q| q.split == TRAIN).collect();
    let asked: Vec<&VqaQuestion> =
        set.questions.iter().filter(|q| options.split.as_ref().is_none_or(|s| *s == q.split)).collect();
    if asked.is_empty() {
        let split = options.split.as_deref().unwrap_or_default();
        return Err(Error::usage(format!("no question is in the split {split}"), "give another --split, or all"));
    }
    if options.shot.is_some() && train.is_empty() {
        return Err(Error::usage(
            "no question is in the training split, so there is no example",
            "give a set with one as --train, or build with other --train and --split-from",
        ));
    }
    let needed = |wanted: bool, q: &[&VqaQuestion]| wanted && q.iter().any(|q| q.image.is_none());
    if needed(options.parts.iter().any(|p| p.image), &asked) || needed(options.shot_image, &train) {
        return Err(Error::usage(
            "the set has no pictures",
            "build it with --images DIR or --download, or leave the picture out: --parts qc",
        ));
    }
    std::fs::create_dir_all(&options.out).map_err(|e| Error::io(&options.out, "create", e))?;
    options.parts.iter().map(|parts| one(options, *parts, &asked, &train, &set.folder, &source.folder)).collect()
}

fn one(
    options: &Options,
    parts: Parts,
    asked: &[&VqaQuestion],
    train: &[&VqaQuestion],
    folder: &Path,
    source: &Path,
) -> Result<Written> {
    let shot = match options.shot {
        None => "0shot".to_string(),
        Some(shot) => {
            let how = if shot == Shot::Topic { "topic" } else { "random" };
            format!("1shot-{how}{}", if options.shot_image && parts.image { "-image" } else { "" })
        }
    };
    let path = options.out.join(format!("{}-{shot}.jsonl", parts.name()));
    let mut written = Written { path: path.clone(), prompts: 0, other_topic: 0 };
    let mut fault = None;
    files::write_whole(&path, |out| {
        for q in asked {
            let drawn = options.shot.and_then(|shot| example(q, train, shot, options.seed));
            let picture = |of: &VqaQuestion| {
                let base = if of.id == q.id { folder } else { source };
                of.image.as_ref().map(|image| base.join(image))
            };
            let row = json!({
                "id": q.id,
                "messages": messages(q, parts, drawn.map(|(e, _)| e), options.shot_image, &|of| link(&options.out, &picture(of)?)),
                "topic": q.topic,
                "super_category": q.super_category,
                "parts": parts.name(),
                "example": drawn.map(|(e, _)| e.id.clone()),
            });
            let row = if options.embed { embedded(row, &options.out).inspect_err(|e| fault = Some(e.to_string())) } else { Ok(row) };
            let Ok(row) = row else { return Err(std::io::Error::other("a picture cannot be read")) };
            write::put_lines(out, &[row])?;
            written.prompts += 1;
            written.other_topic += usize::from(options.shot == Some(Shot::Topic) && drawn.is_some_and(|(_, same)| !same));
        }
        Ok(())
    })
    .map_err(|e| fault.map_or(e, |f| Error::io(&path, "write", std::io::Error::other(f))))?;
    Ok(written)
}

/// A file as seen from the folder of the prompts: relative where both have a common beginning.
fn link(from: &Path, to: &Path) -> Option<String> {
    let (from, to) = (std::path::absolute(from).ok()?, std::path::absolute(to).ok()?);
    let (a, b): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let common = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let up = std::iter::repeat_n("..".to_string(), a.len() - common);
    let down = b.iter().skip(common).map(|c| c.as_os_str().to_string_lossy().into_owned());
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

/// The prompt with its pictures inside. They are PNG: the set's own.
fn embedded(mut row: Value, folder: &Path) -> Result<Value> {
    let contents = row.get_mut("messages").and_then(Value::as_array_mut).into_iter().flatten();
    let parts = contents.filter_map(|m| m.get_mut("content")?.as_array_mut()).flatten();
    for url in parts.filter_map(|p| p.pointer_mut("/image_url/url")) {
        let path = folder.join(url.as_str().unwrap_or_default());
        let bytes = std::fs::read(&path).map_err(|e| Error::io(&path, "read", e))?;
        *url = json!(format!("data:image/png;base64,{}", base64::encode(&bytes)));
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_from_the_prompts_to_the_pictures() {
        let of = |a: &str, b: &str| link(Path::new(a), Path::new(b)).unwrap();
        assert_eq!(of("/s/prompts", "/s/images/a.png"), "../images/a.png");
        assert_eq!(of("/x", "/s/images/a.png"), "../s/images/a.png");
        assert_eq!(of("s", "s/images/a.png"), "images/a.png");
    }
}
