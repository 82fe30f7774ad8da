//! What picture licences allow, and the terms of a set of them.

use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// What a licence asks, as far as its name tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Terms {
    /// Credit is due.
    pub attribution: bool,
    /// Derivatives carry the same licence.
    pub share_alike: bool,
    /// No commercial use.
    pub non_commercial: bool,
    /// No derivatives: no box may be drawn.
    pub no_derivatives: bool,
    /// Research and education only.
    pub research_only: bool,
    /// Nothing is known, so nothing is granted.
    pub unknown: bool,
}

impl Terms {
    /// Of a licence by its name.
    pub fn of(license: &str) -> Terms {
        let name = normal(license);
        let mut terms = Terms::default();
        if name.contains("research") || name.starts_with("flickr30k") {
            return Terms { research_only: true, ..terms };
        }
        if name.starts_with("cc0")
            || name.contains("public-domain")
            || name.contains("no-known-copyright")
            || name.contains("government-work")
            || name.starts_with("pdm")
        {
            return terms;
        }
        match name.strip_prefix("cc-by") {
            Some(rest) => {
                terms.attribution = true;
                for part in rest.split('-') {
                    match part {
                        "sa" => terms.share_alike = true,
                        "nc" => terms.non_commercial = true,
                        "nd" => terms.no_derivatives = true,
                        _ => {}
                    }
                }
            }
            None => match name.as_str() {
                "mit" | "apache-2.0" | "bsd-2-clause" | "bsd-3-clause" => terms.attribution = true,
                _ => terms.unknown = true,
            },
        }
        terms
    }

    /// The terms of things under both.
    pub fn and(self, other: Terms) -> Terms {
        Terms {
            attribution: self.attribution || other.attribution,
            share_alike: self.share_alike || other.share_alike,
            non_commercial: self.non_commercial || other.non_commercial,
            no_derivatives: self.no_derivatives || other.no_derivatives,
            research_only: self.research_only || other.research_only,
            unknown: self.unknown || other.unknown,
        }
    }

    /// What they ask, in words.
    pub fn words(self) -> String {
        let asked: Vec<&str> = [
            (self.unknown, "some pictures have no known license: nothing is granted for them"),
            (self.research_only, "research and education only"),
            (self.non_commercial, "no commercial use"),
            (self.no_derivatives, "no derivatives of some pictures"),
            (self.share_alike, "share alike"),
            (self.attribution, "attribution"),
        ]
        .into_iter()
        .filter_map(|(asked, words)| asked.then_some(words))
        .collect();
        if asked.is_empty() { "no conditions".into() } else { asked.join("; ") }
    }
}

/// Lower case, dashes for blanks and underscores.
fn normal(license: &str) -> String {
    let lower = license.trim().to_lowercase();
    lower.split([' ', '_', '-']).filter(|p| !p.is_empty()).collect::<Vec<_>>().join("-")
}

/// A licence's name without its version: `cc-by-2.0` → `cc-by`.
fn unversioned(name: &str) -> &str {
    match name.rsplit_once('-') {
        Some((head, tail)) if tail.starts_with(|c: char| c.is_ascii_digit()) => head,
        _ => name,
    }
}

/// The licence of a set whose pictures have these licences: one name for dataset hubs and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetLicense {
    /// Identifier that hubs know, or `other`.
    pub id: String,
    /// Name where the identifier is `other`.
    pub name: String,
    /// All terms together, the strictest that apply.
    pub terms: Terms,
}

/// Identifiers of Creative Commons licences that the hub knows.
const HUB: &[&str] = &[
    "cc0-1.0",
    "cc-by-2.0",
    "cc-by-2.5",
    "cc-by-3.0",
    "cc-by-4.0",
    "cc-by-sa-3.0",
    "cc-by-sa-4.0",
    "cc-by-nc-2.0",
    "cc-by-nc-3.0",
    "cc-by-nc-4.0",
    "cc-by-nd-4.0",
    "cc-by-nc-nd-3.0",
    "cc-by-nc-nd-4.0",
    "cc-by-nc-sa-2.0",
    "cc-by-nc-sa-3.0",
    "cc-by-nc-sa-4.0",
];

/// The strictest licence that applies to a set: that of all pictures where they share one, else all terms together.
pub fn of_set(licenses: &BTreeMap<String, u64>) -> SetLicense {
    let terms = licenses.keys().map(|name| Terms::of(name)).fold(Terms::default(), Terms::and);
    if let (1, Some(name)) = (licenses.len(), licenses.keys().next()) {
        let id = normal(name);
        if HUB.contains(&id.as_str()) {
            return SetLicense { name: id.clone(), id, terms };
        }
    }
    let parts: Vec<&str> = [
        (terms.unknown, "unknown"),
        (terms.research_only, "research-only"),
        (terms.attribution, "by"),
        (terms.non_commercial, "nc"),
        (terms.no_derivatives, "nd"),
        (terms.share_alike, "sa"),
    ]
    .into_iter()
    .filter_map(|(asked, part)| asked.then_some(part))
    .collect();
    let name = if parts.is_empty() { "no-conditions".into() } else { format!("mixed-{}", parts.join("-")) };
    SetLicense { id: "other".into(), name, terms }
}

/// A filter of licences: names, with or without version.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allowed(Vec<String>);

impl Allowed {
    /// From a list of names separated by commas; the empty list allows all.
    ///
    /// # Errors
    /// When a name is empty.
    pub fn parse(list: &str) -> Result<Allowed> {
        if list.trim().is_empty() {
            return Ok(Allowed::default());
        }
        let names: Vec<String> = list.split(',').map(normal).collect();
        if names.iter().any(String::is_empty) {
            return Err(Error::usage(
                format!("`{list}` has an empty license name"),
                "separate names by commas, e.g. --license-allow \"CC BY,CC0 1.0\"",
            ));
        }
        Ok(Allowed(names))
    }

    /// Whether pictures under this licence may go out.
    pub fn admits(&self, license: &str) -> bool {
        let name = normal(license);
        self.0.is_empty() || self.0.iter().any(|a| *a == name || *a == unversioned(&name))
    }

    /// The list as it decides.
    pub fn text(&self) -> String {
        self.0.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> SetLicense {
        of_set(&names.iter().map(|n| (n.to_string(), 1)).collect())
    }

    #[test]
    fn the_strictest_terms_win() {
        assert_eq!(set(&["CC BY 2.0"]).id, "cc-by-2.0");
        assert_eq!(set(&["CC BY-SA 2.0"]).name, "mixed-by-sa");
        let mixed = set(&["CC BY 2.0", "CC BY-NC-SA 2.0", "CC0 1.0"]);
        assert_eq!((mixed.id.as_str(), mixed.name.as_str()), ("other", "mixed-by-nc-sa"));
        assert_eq!(mixed.terms.words(), "no commercial use; share alike; attribution");
        let flickr = set(&["Flickr30K terms (research and education only)", "CC BY 2.0"]);
        assert_eq!(flickr.name, "mixed-research-only-by");
        assert!(flickr.terms.words().starts_with("research and education only"));
        assert!(set(&["unknown"]).terms.unknown && set(&["all rights reserved"]).terms.unknown);
        assert!(set(&["No known copyright restrictions", "CC0 1.0"]).terms == Terms::default());
    }

    #[test]
    fn no_derivatives_is_seen() {
        assert!(Terms::of("CC BY-NC-ND 2.0").no_derivatives && Terms::of("cc-by-nd-4.0").no_derivatives);
        assert!(!Terms::of("CC BY-NC 2.0").no_derivatives && !Terms::of("Legends and sands").no_derivatives);
    }

    #[test]
    fn filters_go_by_name_with_or_without_version() {
        let allowed = Allowed::parse("CC BY, cc0-1.0").unwrap();
        assert!(allowed.admits("CC BY 2.0") && allowed.admits("CC BY 4.0") && allowed.admits("CC0 1.0"));
        assert!(!allowed.admits("CC BY-SA 2.0") && !allowed.admits("unknown") && !allowed.admits("CC0 2.0"));
        assert!(Allowed::parse("").unwrap().admits("anything"));
        assert!(Allowed::parse("CC BY,,").is_err());
    }
}
