//! The synonym stage's dictionary: the synonym sets of a word and of its base form (WordNet).

use rustc_hash::FxHashMap;

/// Endings that are removed, with what takes their place, in the order of trial.
const ENDINGS: [(&str, &str); 20] = [
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
    ("s", ""),
    ("ies", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
    ("er", ""),
    ("est", ""),
    ("er", "e"),
    ("est", "e"),
];

/// Words and the synonym sets that they belong to.
#[derive(Debug, Clone, Default)]
pub struct Synonyms {
    sets: FxHashMap<String, Vec<u32>>,
    bases: FxHashMap<String, Vec<String>>,
}

impl Synonyms {
    /// Reads `english.synsets` (a word, then a line of its sets' numbers) and `english.exceptions` (a base form, then a
    /// line of its irregular forms). Numbers of sets are made consecutive.
    pub fn parse(synsets: &str, exceptions: &str) -> Synonyms {
        let mut out = Synonyms::default();
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let mut lines = synsets.lines();
        while let (Some(word), Some(sets)) = (lines.next(), lines.next()) {
            let mut own: Vec<u32> = Vec::new();
            for set in sets.split_ascii_whitespace() {
                let next = numbers.len() as u32;
                own.push(*numbers.entry(set).or_insert(next));
            }
            out.sets.insert(word.to_string(), own);
        }
        let mut lines = exceptions.lines();
        while let (Some(base), Some(forms)) = (lines.next(), lines.next()) {
            for form in forms.split_ascii_whitespace() {
                out.bases.entry(form.to_string()).or_default().push(base.to_string());
            }
        }
        out
    }

    /// The sets of a word and of its base forms, ascending.
    pub fn of(&self, word: &str) -> Vec<u32> {
        let mut out = self.exact(word).to_vec();
        match self.bases.get(word) {
            Some(bases) => bases.iter().for_each(|base| out.extend_from_slice(self.exact(base))),
            None => {
                if let Some(base) = self.base(word) {
                    out.extend_from_slice(self.exact(&base));
                }
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    fn exact(&self, word: &str) -> &[u32] {
        self.sets.get(word).map_or(&[], Vec::as_slice)
    }

    /// The base form by rule: the first known word that an ending leads to; the word itself where it is short or ends in "ss".
    fn base(&self, word: &str) -> Option<String> {
        if word.ends_with("ss") || word.encode_utf16().count() <= 2 {
            return Some(word.to_string());
        }
        ENDINGS.iter().find_map(|(ending, by)| {
            let base = format!("{}{by}", word.strip_suffix(ending)?);
            // The reference puts "ful" back after the base of a word in "-ful".
            self.sets.contains_key(&base).then(|| if word.ends_with("ful") { base + "ful" } else { base })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_forms_share_their_sets() {
        let s = Synonyms::parse(
            "car\n00000010 00000020\nauto\n00000010\nwoman\n00000030\nmouse\n00000040\nglass\n00000050\n",
            "mouse\nmice\n",
        );
        assert_eq!(s.of("cars"), s.of("car"));
        assert_eq!(s.of("women"), s.of("woman"));
        assert_eq!(s.of("mice"), s.of("mouse"));
        assert_eq!(s.of("glass").len(), 1);
        assert!(s.of("auto").iter().all(|n| s.of("car").contains(n)) && s.of("xyz").is_empty());
    }
}
