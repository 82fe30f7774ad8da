//! A post of a dump, read off its row. Texts stay escaped until they are asked for: of most posts nobody needs them.

use super::license;
use super::rows::{Row, unescape};
use crate::model::vqa::Credit;
use std::borrow::Cow;

/// What a post is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `PostTypeId` 1.
    Question,
    /// `PostTypeId` 2.
    Answer,
    /// Tag wikis and others.
    Other,
}

/// A post.
#[derive(Debug, Clone)]
pub struct Post<'a> {
    /// Its number.
    pub id: u64,
    /// What it is.
    pub kind: Kind,
    /// Up-votes less down-votes.
    pub score: i64,
    /// Number of the accepted answer of a question.
    pub accepted: Option<u64>,
    /// When it was made, as in the dump.
    pub created: Cow<'a, str>,
    /// Number of its author; `None` where the account was deleted.
    pub owner: Option<i64>,
    owner_name: Option<Cow<'a, str>>,
    license: Option<Cow<'a, str>>,
    title: Cow<'a, str>,
    tags: Cow<'a, str>,
    body: Cow<'a, str>,
}

impl<'a> Post<'a> {
    /// Reads a row.
    ///
    /// # Errors
    /// What is wrong with it: an attribute that must be there is not, or is no number.
    pub fn read(row: &'a Row<'_>) -> Result<Post<'a>, String> {
        let none = Cow::Borrowed("");
        let (mut id, mut kind, mut score) = (None, None, None);
        let mut post = Post {
            id: 0,
            kind: Kind::Other,
            score: 0,
            accepted: None,
            created: none.clone(),
            owner: None,
            owner_name: None,
            license: None,
            title: none.clone(),
            tags: none.clone(),
            body: none,
        };
        let (mut accepted, mut owner) = (None, None);
        row.attributes(|name, value| match name {
            "Id" => id = Some(value),
            "PostTypeId" => kind = Some(value),
            "Score" => score = Some(value),
            "AcceptedAnswerId" => accepted = Some(value),
            "OwnerUserId" => owner = Some(value),
            "CreationDate" => post.created = value,
            "OwnerDisplayName" => post.owner_name = Some(value),
            "ContentLicense" => post.license = Some(value),
            "Title" => post.title = value,
            "Tags" => post.tags = value,
            "Body" => post.body = value,
            _ => {}
        })?;
        post.id = number("Id", id)?;
        post.kind = match number::<u64>("PostTypeId", kind)? {
            1 => Kind::Question,
            2 => Kind::Answer,
            _ => Kind::Other,
        };
        if post.kind != Kind::Other {
            post.score = number("Score", score)?;
            post.accepted = accepted.map(|v| number("AcceptedAnswerId", Some(v))).transpose()?;
            post.owner = owner.map(|v| number("OwnerUserId", Some(v))).transpose()?;
        }
        Ok(post)
    }

    /// Whether the body may hold a picture; `false` is certain. Cheap: nothing is decoded.
    pub fn may_have_picture(&self) -> bool {
        let body = self.body.as_bytes();
        let tag = |at: usize| body.get(at..at + 3).is_some_and(|name| name.eq_ignore_ascii_case(b"img"));
        memchr::memmem::find_iter(body, b"&lt;").any(|at| tag(at + 4)) || spelled_out(&self.body)
    }

    /// The body's HTML.
    ///
    /// # Errors
    /// When it holds a reference that XML does not know.
    pub fn html(&self) -> Result<Cow<'_, str>, String> {
        unescape(&self.body)
    }

    /// The title. Where it is escaped twice, it is decoded twice.
    ///
    /// # Errors
    /// When it holds a reference that XML does not know.
    pub fn title(&self) -> Result<String, String> {
        let once = unescape(&self.title)?;
        Ok(again(&once).trim().to_string())
    }

    /// The tags, of both notations: `<a><b>` and `|a|b|`.
    ///
    /// # Errors
    /// When they hold a reference that XML does not know.
    pub fn tags(&self) -> Result<Vec<String>, String> {
        let text = unescape(&self.tags)?;
        Ok(text.split(['<', '>', '|']).map(str::trim).filter(|t| !t.is_empty()).map(str::to_string).collect())
    }

    /// Whom to credit. The name is that which the post itself carries (of deleted accounts); a member's name stands in
    /// the table of users.
    pub fn credit(&self, url: String) -> Credit {
        let text = |raw: &Option<Cow<'_, str>>| {
            let text = unescape(raw.as_deref()?).ok()?.trim().to_string();
            (!text.is_empty()).then_some(text)
        };
        let license = license::of_post(text(&self.license).as_deref(), &self.created);
        Credit { url, author: text(&self.owner_name), author_id: self.owner, license }
    }
}

/// Whether numeric references stand for markup or letters, as some programs write `&#60;&#105;mg`.
fn spelled_out(body: &str) -> bool {
    memchr::memmem::find_iter(body.as_bytes(), b"&#").any(|at| {
        let rest = body.get(at + 2..).unwrap_or_default();
        // Line ends, which nearly every body has.
        if rest.starts_with("xA;") || rest.starts_with("xD;") {
            return false;
        }
        let (digits, radix) = rest.strip_prefix(['x', 'X']).map_or((rest, 10), |hex| (hex, 16));
        let digits = digits.get(..digits.bytes().take(8).position(|b| b == b';').unwrap_or(0)).unwrap_or_default();
        let c = u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
        c.is_some_and(|c| c == '<' || c.is_ascii_alphabetic())
    })
}

fn number<T: std::str::FromStr>(name: &str, value: Option<Cow<'_, str>>) -> Result<T, String> {
    let value = value.ok_or_else(|| format!("it has no {name}"))?;
    value.trim().parse().map_err(|_| format!("{name} is `{value}`, no number"))
}

/// Decodes the five references of XML in a text that was decoded once already.
fn again(text: &str) -> Cow<'_, str> {
    if ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&apos;"].iter().any(|r| text.contains(r)) {
        // Others, such as an ampersand that stands for itself, stay as they are.
        let once = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        return once.replace("&#39;", "'").replace("&apos;", "'").replace("&amp;", "&").into();
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::super::rows::{self, Go};
    use super::*;

    fn with<T>(attributes: &str, look: impl Fn(Result<Post<'_>, String>) -> T) -> T {
        let text = format!("<posts><row {attributes}/></posts>");
        let mut got = None;
        rows::read(&mut text.as_bytes(), "x", "posts", &mut |row| {
            got = Some(look(Post::read(row)));
            Ok(Go::On)
        })
        .unwrap();
        got.unwrap()
    }

    #[test]
    fn numbers_that_are_missing_or_none_are_named() {
        let fault = |a| with(a, |p| p.unwrap_err());
        assert_eq!(fault("PostTypeId=\"1\""), "it has no Id");
        assert_eq!(fault("Id=\"1\" PostTypeId=\"1\" Score=\"many\""), "Score is `many`, no number");
        assert_eq!(fault("Id=\"1\" PostTypeId=\"2\""), "it has no Score");
        let wiki = with("Id=\"1\" PostTypeId=\"5\"", |p| p.unwrap().kind);
        assert_eq!(wiki, Kind::Other);
    }

    #[test]
    fn titles_and_tags_of_both_notations() {
        let post = "Id=\"1\" PostTypeId=\"1\" Score=\"-3\"";
        let title = |t: &str| with(&format!("{post} Title=\"{t}\""), |p| p.unwrap().title().unwrap());
        assert_eq!(title("beer &amp; food &lt;3"), "beer & food <3");
        assert_eq!(title("A &amp;quot;real&amp;quot; caf&#233; &amp;amp; bar"), "A \"real\" café & bar");
        assert_eq!(title("R&amp;D"), "R&D");
        let tags = |t: &str| with(&format!("{post} Tags=\"{t}\""), |p| p.unwrap().tags().unwrap());
        assert_eq!(tags("&lt;hops&gt;&lt;c++&gt;"), ["hops", "c++"]);
        assert_eq!(tags("|hops|c++|"), ["hops", "c++"]);
        assert!(tags("").is_empty());
    }

    #[test]
    fn deleted_owners_keep_their_name_and_licenses_their_field() {
        let post = "Id=\"1\" PostTypeId=\"2\" Score=\"1\" CreationDate=\"2012-03-01T00:00:00.000\"";
        let credit = |more: &str| with(&format!("{post} {more}"), |p| p.unwrap().credit("u".into()));
        let deleted = credit("OwnerDisplayName=\"user7\"");
        assert_eq!((deleted.author.as_deref(), deleted.author_id), (Some("user7"), None));
        assert_eq!(deleted.license, "CC BY-SA 3.0");
        let community = credit("OwnerUserId=\"-1\" ContentLicense=\"CC BY-SA 4.0\"");
        assert_eq!((community.author, community.author_id), (None, Some(-1)));
        assert_eq!(community.license, "CC BY-SA 4.0");
    }

    #[test]
    fn a_picture_is_never_missed_by_the_quick_look() {
        let post = "Id=\"1\" PostTypeId=\"1\" Score=\"1\"";
        let may = |b: &str| with(&format!("{post} Body=\"{b}\""), |p| p.unwrap().may_have_picture());
        for body in [
            "&lt;img src=&quot;a&quot;&gt;",
            "x &lt;Img src=&quot;a&quot;&gt;",
            "&lt;&#105;mg",
            "&#x3C;img",
            "&#60;img",
        ] {
            assert!(may(body), "{body}");
        }
        for body in ["&lt;p&gt;an img of none&lt;/p&gt;&#xA;", "it&#39;s &#8220;fine&#8221;", "&#", "&#;", "&lt;im", ""]
        {
            assert!(!may(body), "{body}");
        }
    }
}
