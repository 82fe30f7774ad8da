//! Sites: their names, addresses and super-categories, from `sources/stackexchange.toml`.

use crate::error::{Error, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

/// The super-category of a site that the table does not have.
pub const OTHER: &str = "other";

const TABLE: &str = include_str!("../../sources/stackexchange.toml");

/// The table of sites and hosts.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Super-categories, sorted by name.
    pub category: Vec<Category>,
    /// Earlier name of a site to its present one.
    pub former: BTreeMap<String, String>,
    /// Sites outside stackexchange.com: topic to address.
    pub address: BTreeMap<String, String>,
    /// Picture hosts that have moved: old to new.
    pub moved: BTreeMap<String, String>,
    /// Pictures that stand for removed ones.
    pub gone: Gone,
}

/// Sites of one super-category.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// Its name, as in the paper, in lower case.
    pub name: String,
    /// Sites that Stack Exchange itself lists there.
    pub sites: Vec<String>,
    /// Sites whose place is a judgement.
    pub uncertain: Vec<String>,
}

/// Pictures that stand for removed ones.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gone {
    /// Host and path of each.
    pub pictures: Vec<String>,
}

/// The embedded table.
pub static SITES: LazyLock<Table> = LazyLock::new(|| toml::from_str(TABLE).unwrap_or_default());

impl Table {
    /// The super-category of a topic; [`OTHER`] where the table does not have it. Never an error.
    pub fn super_category(&self, topic: &str) -> &str {
        let name = self.former.get(topic).map_or(topic, String::as_str);
        self.category
            .iter()
            .find(|c| c.sites.iter().chain(&c.uncertain).any(|s| s == name))
            .map_or(OTHER, |c| c.name.as_str())
    }

    /// Whether the topic's super-category is a judgement rather than Stack Exchange's own word.
    pub fn uncertain(&self, topic: &str) -> bool {
        let name = self.former.get(topic).map_or(topic, String::as_str);
        self.category.iter().any(|c| c.uncertain.iter().any(|s| s == name))
    }
}

/// One site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// Short name, the topic of its questions, e.g. `coffee`, `mathoverflow`, `history.meta`.
    pub topic: String,
    /// Address, e.g. `coffee.stackexchange.com`.
    pub host: String,
}

impl Site {
    /// The site of a name as a user gives it: `coffee` or `coffee.stackexchange.com`.
    ///
    /// # Errors
    /// When it is no name of a site.
    pub fn named(name: &str) -> Result<Site> {
        let name = name.trim().to_ascii_lowercase();
        if let Some(site) = Site::within(&name).filter(|s| s.host == name) {
            return Ok(site);
        }
        let plain = !name.is_empty() && name.split('.').all(|part| !part.is_empty() && part.bytes().all(is_label));
        if !plain {
            return Err(Error::usage(
                format!("`{name}` is no name of a site"),
                "give it as in its address, e.g. --site coffee",
            ));
        }
        let host = SITES.address.get(&name).cloned().unwrap_or_else(|| format!("{name}.stackexchange.com"));
        Ok(Site { topic: name, host })
    }

    /// The site that a path names: in the file's name (`coffee.stackexchange.com.7z`), else in a folder above it.
    pub fn of_path(path: &Path) -> Option<Site> {
        let parts = path.components().rev().take(3);
        parts.filter_map(|c| c.as_os_str().to_str()).find_map(|name| Site::within(&name.to_ascii_lowercase()))
    }

    /// The first address of a site in a text.
    fn within(text: &str) -> Option<Site> {
        let owned = SITES.address.iter().map(|(topic, host)| (topic.as_str(), host.as_str()));
        let (at, domain, topic) = std::iter::once(("", "stackexchange.com"))
            .chain(owned)
            .filter_map(|(topic, domain)| Some((text.find(domain)?, domain, topic)))
            .min()?;
        // The labels before the domain: `coffee.meta.`, `es.`, `meta.`.
        let outside = |c: char| !(c.is_ascii() && is_label(c as u8) || c == '.');
        let labels = text.get(..at)?.rsplit(outside).next().unwrap_or_default().trim_matches('.');
        let topic = match (labels, topic) {
            ("", "") => return None,
            ("", topic) => topic.to_string(),
            (labels, "") => labels.to_string(),
            (labels, topic) => format!("{labels}.{topic}"),
        };
        let host = if labels.is_empty() { domain.to_string() } else { format!("{labels}.{domain}") };
        Some(Site { topic, host })
    }
}

fn is_label(b: u8) -> bool {
    b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_has_the_papers_numbers_and_no_site_twice() {
        let counts: Vec<(&str, usize)> =
            SITES.category.iter().map(|c| (c.name.as_str(), c.sites.len() + c.uncertain.len())).collect();
        assert_eq!(
            counts,
            [("business", 3), ("culture & recreation", 46), ("life & arts", 25), ("professional", 7), ("science", 24)]
        );
        let all: Vec<&String> = SITES.category.iter().flat_map(|c| c.sites.iter().chain(&c.uncertain)).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        for list in SITES.category.iter().flat_map(|c| [&c.sites, &c.uncertain]) {
            assert!(list.is_sorted(), "{list:?}");
        }
        assert!(SITES.former.values().all(|name| all.contains(&name)));
    }

    #[test]
    fn categories_of_present_former_and_unknown_sites() {
        assert_eq!(SITES.super_category("coffee"), "culture & recreation");
        assert_eq!(SITES.super_category("beer"), "culture & recreation");
        assert_eq!(SITES.super_category("stackoverflow"), OTHER);
        assert_eq!(SITES.super_category("history.meta"), OTHER);
        assert!(SITES.uncertain("politics") && !SITES.uncertain("physics"));
    }

    #[test]
    fn sites_by_file_name() {
        let of = |p: &str| Site::of_path(Path::new(p)).map(|s| (s.topic, s.host));
        let is = |t: &str, h: &str| Some((t.to_string(), h.to_string()));
        assert_eq!(of("a/beer.stackexchange.com-Posts-2017.xml"), is("beer", "beer.stackexchange.com"));
        assert_eq!(of("repacked_coffee.stackexchange.com_bzip2.7z"), is("coffee", "coffee.stackexchange.com"));
        assert_eq!(of("mathoverflow.net.7z"), is("mathoverflow", "mathoverflow.net"));
        assert_eq!(of("stackoverflow.com-Posts.7z"), is("stackoverflow", "stackoverflow.com"));
        assert_eq!(of("es.stackoverflow.com.7z"), is("es.stackoverflow", "es.stackoverflow.com"));
        assert_eq!(
            of("history.meta.stackexchange.com/Posts.xml"),
            is("history.meta", "history.meta.stackexchange.com")
        );
        assert_eq!(of("meta.stackexchange.com.7z"), is("meta", "meta.stackexchange.com"));
        assert_eq!(of("data/Posts.xml"), None);
        assert_eq!(of("stackexchange.com.7z"), None);
    }

    #[test]
    fn sites_by_given_name() {
        assert_eq!(Site::named("Coffee").unwrap().host, "coffee.stackexchange.com");
        assert_eq!(Site::named("coffee.stackexchange.com").unwrap().topic, "coffee");
        assert_eq!(Site::named("mathoverflow").unwrap().host, "mathoverflow.net");
        assert!(Site::named("a b").is_err() && Site::named("").is_err() && Site::named("../x").is_err());
    }
}
