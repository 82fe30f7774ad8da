//! Items that are there twice, and ids that are.

use crate::audit::entry::Entry;
use crate::audit::finding::{Finding, Verdict};
use rustc_hash::FxHashMap;

/// Letters and digits in lower case, everything else one space.
fn plain(text: &str) -> String {
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    words.join(" ")
}

/// Ids that occur twice, and items of the same text about the same picture. `shown[i]` tells pictures of one scene
/// apart by what is drawn on them: the same stem about two boxes is not a duplicate.
pub fn duplicates(entries: &[Entry], shown: &[String]) -> Vec<Finding> {
    let mut ids: FxHashMap<&str, usize> = FxHashMap::default();
    let mut twice = Vec::new();
    let mut items: FxHashMap<(String, Vec<String>, &str), usize> = FxHashMap::default();
    let (mut same, mut against) = (Vec::new(), Vec::new());
    for (i, e) in entries.iter().enumerate() {
        if ids.insert(&e.id, i).is_some() {
            twice.push(e.id.clone());
        }
        // Without a picture the text alone would make every template a duplicate.
        let Some(shown) = shown.get(i).filter(|s| !s.is_empty()) else { continue };
        let mut options: Vec<String> = e.choices.iter().map(|c| plain(c)).collect();
        options.sort_unstable();
        let key = (plain(&e.question), options, shown.as_str());
        if let Some(&first) = items.get(&key) {
            let Some(other) = entries.get(first) else { continue };
            let text = |e: &Entry| e.choices.get(e.gold).map(|c| plain(c));
            let pair = format!("{} is {}", e.id, other.id);
            if text(e) == text(other) { same.push(pair) } else { against.push(pair) }
        } else {
            items.insert(key, i);
        }
    }
    vec![
        Finding::of("duplicate_ids", Verdict::Fail, twice, "ids are unique", "rename or remove the second"),
        Finding::of(
            "duplicate_items",
            Verdict::Fail,
            same,
            "no two items have the same text, options and picture",
            "remove one of each pair",
        ),
        Finding::of(
            "contradictions",
            Verdict::Fail,
            against,
            "no two items of the same text, options and picture have different keys",
            "one of the keys is wrong: look at both",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::blind::testing::entry;

    #[test]
    fn the_same_text_and_picture_is_a_duplicate() {
        let entries = [
            entry("1", "What color is it?", &["red", "blue"], 0),
            entry("2", "What color is it ?", &["Blue", "Red"], 1),
            entry("3", "what color is it", &["red", "blue"], 1),
            entry("3", "What color is it?", &["red", "blue"], 0),
        ];
        let shown = ["p", "p", "p", "q"].map(String::from);
        let found = duplicates(&entries, &shown);
        assert_eq!(found[0].examples, ["3"]);
        assert_eq!(found[1].examples, ["2 is 1"]);
        assert_eq!(found[2].examples, ["3 is 1"]);
        let unseen = duplicates(&entries[..3], &["", "", ""].map(String::from));
        assert!(unseen.iter().all(|f| f.verdict == Verdict::Pass));
    }
}
