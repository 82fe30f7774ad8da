//! Questions and their accepted answers, brought together out of one dump.
//!
//! One pass as a rule. A question with a picture waits for its accepted answer under that answer's number; what may
//! still become part of the set lies on disk, so memory holds some 50 bytes a waiting question and nothing of other
//! posts. Where accepted answers came before their questions, a second pass looks for those alone.

use super::dump::{Dump, Table};
use super::funnel::{Drop, Funnel};
use super::markup;
use super::post::{Kind, Post};
use super::rows::{self, Go};
use super::site::{SITES, Site};
use crate::error::{Error, Place, Result};
use crate::model::vqa::{Credit, VqaQuestion};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What one dump holds.
pub struct Gathered {
    /// Counts of the filters that need no picture.
    pub funnel: Funnel,
    /// Questions with a picture that were dropped: number of the post and reason, sorted.
    pub drops: Vec<(u64, Drop)>,
    /// Rows that are no posts: line and fault, the first of them.
    pub faults: Vec<(u64, String)>,
    store: Store,
    pairs: Vec<Pair>,
    names: FxHashMap<i64, String>,
    site: Site,
}

/// Most faults that are listed; all are counted.
const LISTED: usize = 1_000;

/// A question and its answer: where their texts lie.
struct Pair {
    question: u64,
    asked: u64,
    answered: u64,
}

/// A question that waits for its answer.
struct Waiting {
    question: u64,
    /// Where its text lies; nothing is kept of a question that a filter of its own drops.
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    Kept(u64),
    Score,
    Several,
    Gif,
    Unreadable,
}

/// What is kept of a post.
#[derive(Serialize, Deserialize)]
struct Kept {
    id: u64,
    title: String,
    text: String,
    picture: String,
    tags: Vec<String>,
    score: i64,
    created: String,
    credit: Credit,
}

/// Reads a dump. `work` is a folder for the texts that wait; `progress` is told how many posts were read.
///
/// # Errors
/// When the dump cannot be read or is no dump, or the folder cannot be written.
pub fn gather(dump: &Dump, work: &Path, progress: &(dyn Fn(u64) + Sync)) -> Result<Gathered> {
    let mut pass = Pass {
        site: dump.site.clone(),
        funnel: Funnel::default(),
        waiting: FxHashMap::default(),
        pairs: Vec::new(),
        drops: Vec::new(),
        faults: Vec::new(),
        pictures: 0,
        store: Store::new(work)?,
    };
    let found = dump.read(Table::Posts, &mut |input, shown| {
        let mut n = 0;
        rows::read(input, shown, "posts", &mut |row| {
            n += 1;
            if n % 65_536 == 0 {
                progress(65_536);
            }
            pass.first(row)?;
            Ok(Go::On)
        })?;
        progress(n % 65_536);
        Ok(())
    })?;
    if !found {
        let place = Place::file(dump.path.display().to_string());
        return Err(Error::data(place, "it holds no Posts.xml", "give a site's archive with its posts"));
    }
    // Accepted answers before their questions, as after merges of questions.
    if !pass.waiting.is_empty() {
        dump.read(Table::Posts, &mut |input, shown| rows::read(input, shown, "posts", &mut |row| pass.second(row)))?;
    }
    let mut gathered = pass.finish();
    gathered.read_names(dump)?;
    Ok(gathered)
}

struct Pass {
    site: Site,
    funnel: Funnel,
    /// By number of the accepted answer.
    waiting: FxHashMap<u64, Waiting>,
    pairs: Vec<Pair>,
    drops: Vec<(u64, Drop)>,
    faults: Vec<(u64, String)>,
    pictures: u64,
    store: Store,
}

impl Pass {
    fn first(&mut self, row: &rows::Row<'_>) -> Result<()> {
        let post = match Post::read(row) {
            Ok(post) => post,
            Err(fault) => {
                *self.funnel.unreadable.entry("malformed_row".into()).or_default() += 1;
                if self.faults.len() < LISTED {
                    self.faults.push((row.line, fault));
                }
                return Ok(());
            }
        };
        match post.kind {
            Kind::Question => {
                self.funnel.questions += 1;
                if post.may_have_picture() {
                    self.question(&post)?;
                }
            }
            Kind::Answer => {
                self.funnel.answers += 1;
                self.answer(&post)?;
            }
            Kind::Other => self.funnel.others += 1,
        }
        Ok(())
    }

    fn second(&mut self, row: &rows::Row<'_>) -> Result<Go> {
        if let Ok(post) = Post::read(row)
            && post.kind == Kind::Answer
        {
            self.answer(&post)?;
        }
        Ok(if self.waiting.is_empty() { Go::Stop } else { Go::On })
    }

    fn question(&mut self, post: &Post<'_>) -> Result<()> {
        let body = post.html().map(|html| markup::read(&html));
        if body.as_ref().is_ok_and(|b| b.pictures.is_empty()) {
            return Ok(());
        }
        self.pictures += 1;
        let Some(accepted) = post.accepted else {
            self.drops.push((post.id, Drop::NoAcceptedAnswer));
            return Ok(());
        };
        let state = match (body, post.title(), post.tags()) {
            _ if post.score <= 0 => State::Score,
            (Ok(body), _, _) if body.pictures.len() > 1 => State::Several,
            (Ok(body), _, _) if body.pictures.first().is_some_and(|url| is_gif(url)) => State::Gif,
            (Ok(body), Ok(title), Ok(tags)) => {
                let host = &self.site.host;
                State::Kept(self.store.put(&Kept {
                    id: post.id,
                    title,
                    text: body.text,
                    picture: body.pictures.first().map_or_else(String::new, |url| absolute(url, host)),
                    tags,
                    score: post.score,
                    created: post.created.to_string(),
                    credit: post.credit(format!("https://{host}/q/{}", post.id)),
                })?)
            }
            _ => State::Unreadable,
        };
        let before = self.waiting.insert(accepted, Waiting { question: post.id, state });
        // Two questions that accepted one answer: it belongs to one of them only, the later.
        self.drops.extend(before.map(|b| (b.question, Drop::AnswerMissing)));
        Ok(())
    }

    fn answer(&mut self, post: &Post<'_>) -> Result<()> {
        let Some(waiting) = self.waiting.remove(&post.id) else { return Ok(()) };
        let body = post.html().map(|html| markup::read(&html));
        let drop = match (waiting.state, body) {
            (State::Score, _) => Drop::QuestionScore,
            _ if post.score <= 0 => Drop::AnswerScore,
            (State::Several, _) => Drop::SeveralPictures,
            (State::Gif, _) => Drop::Gif,
            (State::Unreadable, _) | (_, Err(_)) => Drop::Unreadable,
            (_, Ok(body)) if !body.pictures.is_empty() => Drop::PictureInAnswer,
            (_, Ok(body)) if body.text.is_empty() => Drop::EmptyAnswer,
            (State::Kept(asked), Ok(body)) => {
                let answered = self.store.put(&Kept {
                    id: post.id,
                    title: String::new(),
                    text: body.text,
                    picture: String::new(),
                    tags: Vec::new(),
                    score: post.score,
                    created: String::new(),
                    credit: post.credit(format!("https://{}/a/{}", self.site.host, post.id)),
                })?;
                self.pairs.push(Pair { question: waiting.question, asked, answered });
                return Ok(());
            }
        };
        self.drops.push((waiting.question, drop));
        Ok(())
    }

    fn finish(mut self) -> Gathered {
        self.drops.extend(self.waiting.values().map(|w| (w.question, Drop::AnswerMissing)));
        self.drops.sort_unstable();
        self.pairs.sort_unstable_by_key(|p| p.question);
        self.funnel.settle(self.pictures, self.drops.iter().map(|(_, drop)| *drop));
        Gathered {
            funnel: self.funnel,
            drops: self.drops,
            faults: self.faults,
            store: self.store,
            pairs: self.pairs,
            names: FxHashMap::default(),
            site: self.site,
        }
    }
}

impl Gathered {
    /// Calls `each` with every question that passed, in the order of their numbers; its split is empty and its picture
    /// is not there yet.
    ///
    /// # Errors
    /// When the texts on disk cannot be read, and what `each` returns.
    pub fn each(&mut self, mut each: impl FnMut(VqaQuestion) -> Result<()>) -> Result<()> {
        let topic = &self.site.topic;
        for pair in &self.pairs {
            let question = self.store.get(pair.asked)?;
            let answer = self.store.get(pair.answered)?;
            let named = |mut credit: Credit| {
                if let Some(name) = credit.author_id.and_then(|id| self.names.get(&id)) {
                    credit.author = Some(name.clone());
                }
                credit
            };
            each(VqaQuestion {
                id: format!("{topic}-{}", pair.question),
                topic: topic.clone(),
                super_category: SITES.super_category(topic).to_string(),
                split: String::new(),
                question: question.title,
                context: question.text,
                answer: answer.text,
                image: None,
                image_url: question.picture,
                tags: question.tags,
                score: question.score,
                answer_score: answer.score,
                question_id: question.id,
                answer_id: answer.id,
                created: question.created,
                question_credit: named(question.credit),
                answer_credit: named(answer.credit),
            })?;
        }
        Ok(())
    }

    /// Reads the names of the authors that are to be credited, where the dump has a table of users.
    fn read_names(&mut self, dump: &Dump) -> Result<()> {
        let mut wanted = FxHashSet::default();
        for pair in &self.pairs {
            for at in [pair.asked, pair.answered] {
                wanted.extend(self.store.get(at)?.credit.author_id);
            }
        }
        if wanted.is_empty() {
            return Ok(());
        }
        let names = &mut self.names;
        dump.read(Table::Users, &mut |input, shown| {
            rows::read(input, shown, "users", &mut |row| {
                let (mut id, mut name) = (None, None);
                let fine = row.attributes(|key, value| match key {
                    "Id" => id = value.parse::<i64>().ok(),
                    "DisplayName" => name = Some(value),
                    _ => {}
                });
                // A user that cannot be read has no name here, as one that is missing.
                if fine.is_ok()
                    && let (Some(id), Some(name)) = (id, name)
                    && wanted.contains(&id)
                    && let Ok(name) = rows::unescape(&name)
                    && !name.trim().is_empty()
                {
                    names.insert(id, name.trim().to_string());
                }
                Ok(if names.len() == wanted.len() { Go::Stop } else { Go::On })
            })
        })?;
        Ok(())
    }
}

/// A link without its query and fragment ends in `.gif`.
fn is_gif(url: &str) -> bool {
    url.split(['?', '#']).next().unwrap_or(url).to_ascii_lowercase().ends_with(".gif")
}

/// The whole link: `//host/x` and `/x` are completed.
fn absolute(url: &str, host: &str) -> String {
    match url.strip_prefix('/') {
        Some(rest) if rest.starts_with('/') => format!("https:{url}"),
        Some(_) => format!("https://{host}{url}"),
        None => url.to_string(),
    }
}

/// Records on disk: appended, then read back by their places. The file has no name and goes when it is closed.
struct Store {
    writer: BufWriter<File>,
    end: u64,
    reader: Option<BufReader<File>>,
}

impl Store {
    fn new(work: &Path) -> Result<Store> {
        let file = tempfile::tempfile_in(work).map_err(|e| Error::io(work, "create a file in", e))?;
        Ok(Store { writer: BufWriter::with_capacity(1 << 16, file), end: 0, reader: None })
    }

    fn put(&mut self, kept: &Kept) -> Result<u64> {
        let at = self.end;
        let mut line = serde_json::to_vec(kept).map_err(|e| Error::io("waiting texts", "write", e.into()))?;
        line.push(b'\n');
        self.writer.write_all(&line).map_err(|e| Error::io("waiting texts", "write", e))?;
        self.end += line.len() as u64;
        Ok(at)
    }

    fn get(&mut self, at: u64) -> Result<Kept> {
        let fail = |e| Error::io("waiting texts", "read", e);
        if self.reader.is_none() {
            self.writer.flush().map_err(fail)?;
            self.reader = Some(BufReader::new(self.writer.get_ref().try_clone().map_err(fail)?));
        }
        let Some(reader) = &mut self.reader else { return Err(fail(std::io::ErrorKind::NotConnected.into())) };
        reader.seek(SeekFrom::Start(at)).map_err(fail)?;
        let mut line = Vec::new();
        reader.by_ref().read_until(b'\n', &mut line).map_err(fail)?;
        serde_json::from_slice(&line).map_err(|e| fail(e.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMG: &str = "&lt;img src=&quot;//i.stack.imgur.com/a.png&quot;&gt;";

    fn question(id: u64, accepted: &str, score: i64, body: &str) -> String {
        let accepted = if accepted.is_empty() { String::new() } else { format!("AcceptedAnswerId=\"{accepted}\"") };
        format!(
            "<row Id=\"{id}\" PostTypeId=\"1\" {accepted} Score=\"{score}\" CreationDate=\"2012-01-01T00:00:00.000\" Title=\"T{id}\" Tags=\"|x|\" OwnerUserId=\"5\" Body=\"{body}\"/>\n"
        )
    }

    fn answer(id: u64, score: i64, body: &str) -> String {
        format!(
            "<row Id=\"{id}\" PostTypeId=\"2\" ParentId=\"1\" Score=\"{score}\" CreationDate=\"2012-01-02T00:00:00.000\" OwnerUserId=\"6\" Body=\"{body}\"/>\n"
        )
    }

    fn run(rows: &[String], users: Option<&str>) -> (Gathered, Vec<VqaQuestion>) {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("tea.stackexchange.com");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("Posts.xml"), format!("<posts>\n{}</posts>", rows.concat())).unwrap();
        if let Some(users) = users {
            std::fs::write(folder.join("Users.xml"), format!("<users>{users}</users>")).unwrap();
        }
        let dumps = super::super::dump::find(&[folder], None).unwrap();
        let mut gathered = gather(&dumps[0], dir.path(), &|_| {}).unwrap();
        let mut out = Vec::new();
        gathered
            .each(|q| {
                out.push(q);
                Ok(())
            })
            .unwrap();
        (gathered, out)
    }

    #[test]
    fn every_filter_drops_by_name_and_order_does_not_matter() {
        let two = format!("{IMG}{IMG}");
        let gif = "&lt;img src=&quot;http://h/a.GIF?x=1&quot;&gt;";
        let mut rows = vec![
            question(1, "101", 3, &format!("&lt;p&gt;why?&lt;/p&gt;{IMG}")),
            question(2, "", 3, IMG),
            question(3, "103", 0, IMG),
            question(4, "104", 3, IMG),
            question(5, "105", 3, &two),
            question(6, "106", 3, gif),
            question(7, "107", 3, IMG),
            question(8, "999", 3, IMG),
            question(9, "109", 3, "no picture, but imgur"),
            question(10, "110", 3, IMG),
            question(11, "111", 3, &format!("{IMG} &nbsp;")),
            answer(101, 2, "&lt;p&gt;because&lt;/p&gt;"),
            answer(103, 2, "x"),
            answer(104, -1, "x"),
            answer(105, 2, "x"),
            answer(106, 2, "x"),
            answer(107, 2, IMG),
            answer(109, 2, "x"),
            answer(110, 2, "&lt;p&gt;&lt;/p&gt;"),
            answer(111, 2, "x"),
            "<row Id=\"x\" PostTypeId=\"1\"/>\n".to_string(),
            "<row Id=\"7\" PostTypeId=\"5\"/>\n".to_string(),
        ];
        let (g, kept) = run(&rows, None);
        let drops: Vec<(u64, &str)> = g.drops.iter().map(|(id, d)| (*id, d.name())).collect();
        assert_eq!(
            drops,
            [
                (2, "no_accepted_answer"),
                (3, "question_score"),
                (4, "answer_score"),
                (5, "several_pictures"),
                (6, "gif"),
                (7, "picture_in_answer"),
                (8, "answer_missing"),
                (10, "empty_answer"),
                (11, "text_unreadable"),
            ]
        );
        let passed: Vec<Option<u64>> = g.funnel.steps.iter().map(|s| s.passed).collect();
        assert_eq!(passed, [Some(10), Some(8), Some(6), Some(4), Some(1), None]);
        assert_eq!((g.funnel.questions, g.funnel.answers, g.funnel.others), (11, 9, 1));
        assert_eq!(g.faults, [(22, "Id is `x`, no number".to_string())]);
        assert_eq!(kept.len(), 1);
        let q = &kept[0];
        assert_eq!(
            (q.id.as_str(), q.question.as_str(), q.context.as_str(), q.answer.as_str()),
            ("tea-1", "T1", "why?", "because")
        );
        assert_eq!(
            (q.image_url.as_str(), q.tags.as_slice()),
            ("https://i.stack.imgur.com/a.png", &["x".to_string()][..])
        );
        assert_eq!(q.question_credit.url, "https://tea.stackexchange.com/q/1");
        rows.reverse();
        let (back, again) = run(&rows, None);
        assert_eq!((back.funnel, back.drops, again), (g.funnel, g.drops, kept));
    }

    #[test]
    fn authors_get_their_names_from_the_table_of_users() {
        let rows = [question(1, "2", 1, IMG), answer(2, 1, "x")];
        let (_, kept) =
            run(&rows, Some("<row Id=\"5\" DisplayName=\"Zo&#235; &amp; Co\"/><row Id=\"9\" DisplayName=\"n\"/>"));
        assert_eq!(kept[0].question_credit.author.as_deref(), Some("Zoë & Co"));
        assert_eq!((kept[0].answer_credit.author.as_deref(), kept[0].answer_credit.author_id), (None, Some(6)));
    }

    #[test]
    fn links_are_completed_and_gifs_known() {
        assert_eq!(absolute("/a.png", "tea.stackexchange.com"), "https://tea.stackexchange.com/a.png");
        assert_eq!(absolute("http://h/a", "x"), "http://h/a");
        assert!(is_gif("http://h/a.gif#x") && !is_gif("http://h/a.png?b.gif"));
    }
}
