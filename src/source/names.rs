//! Class names of datasets in plain words: `car_(automobile)` → `car`, `Bat (Animal)` → `bat`.

use rustc_hash::FxHashMap;

/// The names of one file's classes in plain words, in the same order: lower case, spaces for underscores, a
/// trailing `(…)` left out. Where two different names would become one, those with a `(…)` keep it
/// (`turkey (bird)`, `turkey (food)`), so that no two classes are taken for each other.
pub fn plain_names<S: AsRef<str>>(names: &[S]) -> Vec<String> {
    let stripped: Vec<String> = names.iter().map(|n| stripped(n.as_ref())).collect();
    let mut uses: FxHashMap<&str, u32> = FxHashMap::default();
    for name in &stripped {
        *uses.entry(name).or_default() += 1;
    }
    let plain = |(name, short): (&S, &String)| match uses.get(short.as_str()) {
        Some(1) => short.clone(),
        _ => spaced(name.as_ref()),
    };
    names.iter().zip(&stripped).map(plain).collect()
}

/// Lower case, spaces for underscores, single spaces.
fn spaced(name: &str) -> String {
    name.replace('_', " ").to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn stripped(name: &str) -> String {
    let spaced = spaced(name);
    match spaced.rsplit_once(" (") {
        Some((head, tail)) if tail.ends_with(')') && !head.is_empty() => head.to_string(),
        _ => spaced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qualifier_goes_unless_two_classes_would_collide() {
        let names = [
            "car_(automobile)",
            "Bat (Animal)",
            "turkey_(bird)",
            "turkey_(food)",
            "Sea turtle",
            "mouse",
            "Mouse (rodent)",
        ];
        let want = ["car", "bat", "turkey (bird)", "turkey (food)", "sea turtle", "mouse", "mouse (rodent)"];
        assert_eq!(plain_names(&names), want);
    }
}
