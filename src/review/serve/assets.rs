//! The page's files, embedded.

/// Name, media type and content.
pub(super) type Asset = (&'static str, &'static str, &'static str);

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// All files but the page itself.
pub(super) const ASSETS: &[Asset] = &[
    ("style.css", "text/css; charset=utf-8", include_str!("../page/style.css")),
    ("icon.svg", "image/svg+xml", include_str!("../page/icon.svg")),
    ("app.js", SCRIPT, include_str!("../page/app.js")),
    ("net.js", SCRIPT, include_str!("../page/net.js")),
    ("parts.js", SCRIPT, include_str!("../page/parts.js")),
    ("picture.js", SCRIPT, include_str!("../page/picture.js")),
    ("verify.js", SCRIPT, include_str!("../page/verify.js")),
    ("answer.js", SCRIPT, include_str!("../page/answer.js")),
    ("rate.js", SCRIPT, include_str!("../page/rate.js")),
    ("label.js", SCRIPT, include_str!("../page/label.js")),
];

/// The page.
pub(super) const PAGE: &str = include_str!("../page/index.html");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_needs_no_network_and_makes_no_markup_of_text() {
        for (name, _, text) in ASSETS.iter().chain([&("index.html", "", PAGE)]) {
            for word in ["http:", "https:", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
                assert!(
                    !text.contains(word) || (["parts.js", "icon.svg"].contains(name) && word.starts_with("http")),
                    "{name}: {word}"
                );
            }
            for script in text.split("from \"./").skip(1) {
                let file = script.split('"').next().unwrap();
                assert!(ASSETS.iter().any(|a| a.0 == file), "{name} imports {file}");
            }
        }
        assert!(!PAGE.contains("style=") && !PAGE.contains("onclick"), "the policy forbids both");
    }
}
