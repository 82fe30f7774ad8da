//! Predicates and attributes of the relation table in plain words.

use crate::model::scene::Axis;
use std::borrow::Cow;

/// Labels whose base form is not the label itself with spaces for underscores.
const PREDICATES: [(&str, &str); 7] = [
    ("handshake", "shake hands with"),
    ("hits", "hit"),
    ("holds", "hold"),
    ("inside_of", "in"),
    ("interacts_with", "interact with"),
    ("plays", "play"),
    ("wears", "wear"),
];

/// The plain base form of a relationship label: `holds` → `hold`, `inside_of` → `in`, `ride` → `ride`.
pub(super) fn predicate(label: &str) -> Cow<'static, str> {
    match PREDICATES.iter().find(|(from, _)| *from == label) {
        Some((_, to)) => Cow::Borrowed(to),
        None => Cow::Owned(label.replace('_', " ").trim().to_lowercase()),
    }
}

/// Bare verbs of what one body does alone, and the datasets' own spellings of them.
const POSES: [(&str, &[&str]); 12] = [
    ("cry", &["cry", "cries", "crying"]),
    ("jump", &["jump", "jumps", "jumping"]),
    ("kneel", &["kneel", "kneels", "kneeling"]),
    ("laugh", &["laugh", "laughs", "laughing"]),
    ("lie", &["lay", "lays", "laying", "lie", "lies", "lying"]),
    ("run", &["run", "runs", "running"]),
    ("sing", &["sing", "sings", "singing"]),
    ("sit", &["sit", "sits", "sitting"]),
    ("smile", &["smile", "smiles", "smiling"]),
    ("stand", &["stand", "stands", "standing"]),
    ("talk", &["talk", "talks", "talking"]),
    ("walk", &["walk", "walks", "walking"]),
];

/// What an attribute's name means: `Wooden` → material `wood`, `Standing` → pose `stand`. `None` where we have no
/// rule for it: the row is then counted as `unmapped_attribute`.
pub(super) fn attribute(name: &str) -> Option<(Axis, Cow<'static, str>)> {
    let name = name.trim().to_lowercase();
    if let Some(material) = name.strip_prefix("(made of)") {
        let material = material.trim().to_string();
        return (!material.is_empty()).then_some((Axis::Material, Cow::Owned(material)));
    }
    let pose = POSES.iter().find(|(_, forms)| forms.contains(&name.as_str()));
    match (name.as_str(), pose) {
        ("wooden" | "wood", _) => Some((Axis::Material, Cow::Borrowed("wood"))),
        ("plastic" | "textile" | "leather" | "metal" | "glass" | "paper", _) => {
            Some((Axis::Material, Cow::Owned(name)))
        }
        ("transparent" | "translucent" | "opaque", _) => Some((Axis::Transparency, Cow::Owned(name))),
        (_, Some((verb, _))) => Some((Axis::Pose, Cow::Borrowed(verb))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_are_base_forms() {
        let words: Vec<_> =
            ["holds", "plays", "wears", "hits", "ride", "on", "at", "under", "inside_of", "interacts_with", "contain"]
                .map(predicate)
                .into_iter()
                .collect();
        let want = ["hold", "play", "wear", "hit", "ride", "on", "at", "under", "in", "interact with", "contain"];
        assert_eq!(words, want);
        assert_eq!(predicate("talk_on_phone"), "talk on phone");
    }

    #[test]
    fn attributes_have_an_axis_or_no_meaning() {
        let meant = |name: &str| attribute(name).map(|(axis, word)| (axis, word.into_owned()));
        assert_eq!(meant("(made of)Textile"), Some((Axis::Material, "textile".into())));
        assert_eq!(meant("Wooden"), Some((Axis::Material, "wood".into())));
        assert_eq!(meant("Transparent"), Some((Axis::Transparency, "transparent".into())));
        for name in ["Stand", "standing", "Standing"] {
            assert_eq!(meant(name), Some((Axis::Pose, "stand".into())));
        }
        assert_eq!(meant("Lay"), Some((Axis::Pose, "lie".into())));
        assert_eq!(meant("Famous"), None);
    }
}
