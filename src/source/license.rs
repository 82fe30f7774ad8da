//! Short names of picture licences from the links that datasets give.

use crate::model::scene::License;

/// A licence from its link: `https://creativecommons.org/licenses/by-sa/2.0/` → `CC BY-SA 2.0`; other links keep
/// `name`, and where that is empty too the licence is `unknown`.
pub fn from_link(name: &str, url: &str, author: &str) -> License {
    let text = |s: &str| Some(s.trim()).filter(|s| !s.is_empty()).map(str::to_string);
    let name = creative_commons(url).or_else(|| text(name)).unwrap_or_else(|| "unknown".to_string());
    License { name, url: text(url), author: text(author) }
}

/// Nothing is known.
pub fn unknown() -> License {
    License { name: "unknown".to_string(), ..License::default() }
}

fn creative_commons(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("creativecommons.org/")?;
    let mut parts = rest.split('/').filter(|p| !p.is_empty());
    match (parts.next()?, parts.next()?, parts.next()) {
        ("licenses", kind, Some(version)) => Some(format!("CC {} {version}", kind.to_uppercase())),
        ("publicdomain", "zero", Some(version)) => Some(format!("CC0 {version}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_name_their_license() {
        let name = |n: &str, u: &str| from_link(n, u, "").name;
        assert_eq!(name("", "https://creativecommons.org/licenses/by/2.0/"), "CC BY 2.0");
        assert_eq!(name("Attribution", "http://creativecommons.org/licenses/by-nc-sa/2.0/"), "CC BY-NC-SA 2.0");
        assert_eq!(name("", "https://creativecommons.org/publicdomain/zero/1.0/"), "CC0 1.0");
        assert_eq!(name("Government work", "http://www.usa.gov/copyright.shtml"), "Government work");
        assert_eq!(name("", ""), "unknown");
        assert_eq!(from_link("", "x", " Ann ").author.as_deref(), Some("Ann"));
    }
}
