//! Articles, plurals and capitals of any noun, inside the thesaurus or not.

/// Words that begin with a vowel letter and a consonant sound, as prefixes.
const CONSONANT_SOUND: &[&str] = &[
    "eu", "ewe", "ewer", "once", "one", "ouija", "ubiq", "ufo", "uk", "ukulele", "unanim", "unic", "unif", "unio",
    "uniq", "unis", "unit", "univ", "ura", "ure", "uri", "uro", "us", "ut",
];

/// Words of the prefixes above that nevertheless begin with a vowel sound.
const VOWEL_AFTER_ALL: &[&str] =
    &["us-versus", "utter", "utmost", "usher", "unissued", "unimp", "unin", "urge", "urgent", "urn", "uk-"];

/// Words that begin with a silent h, as prefixes.
const SILENT_H: &[&str] = &["heir", "honest", "honor", "honour", "hour", "hors d", "homage"];

/// Letters whose names begin with a vowel sound.
const VOWEL_NAMES: &[char] = &['a', 'e', 'f', 'h', 'i', 'l', 'm', 'n', 'o', 'r', 's', 'x'];

/// Plurals that differ from the rule's and that a picture's words need: singular, plural.
const IRREGULAR: &[(&str, &str)] = &[];

/// Words that join the head of a compound noun to what describes it: only the head is inflected.
const JOINTS: &[&str] = &[" of ", " in ", " with ", " on ", " for ", " to "];

/// "a" or "an", by the sound of the first word: "an hour", "a unicorn", "an x-ray", "an MRI scan", "an 8".
pub fn article(noun: &str) -> &'static str {
    if begins_with_vowel_sound(noun) { "an" } else { "a" }
}

fn begins_with_vowel_sound(noun: &str) -> bool {
    let noun = noun.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word: &str = noun.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let Some(first) = word.chars().next() else { return false };
    if first.is_ascii_digit() {
        return word.starts_with('8') || matches!(word, "11" | "18") || word.starts_with("11") && word.len() == 5;
    }
    let letters = word.chars().count();
    let spelled = letters == 1 || (letters <= 5 && word.chars().all(|c| c.is_ascii_uppercase()) && letters > 1);
    let first = first.to_ascii_lowercase();
    if spelled {
        return VOWEL_NAMES.contains(&first);
    }
    let lower = noun.to_lowercase();
    let starts = |list: &[&str]| list.iter().any(|p| lower.starts_with(p));
    match first {
        'h' => starts(SILENT_H),
        'a' | 'i' => true,
        'e' | 'o' | 'u' => !starts(CONSONANT_SOUND) || starts(VOWEL_AFTER_ALL),
        _ => false,
    }
}

/// The noun with its indefinite article: "an umbrella".
pub fn indefinite(noun: &str) -> String {
    format!("{} {noun}", article(noun))
}

/// The plural of a singular noun; of a compound, of its head: "wine glasses", "glasses of wine", "women".
pub fn plural(noun: &str) -> String {
    if let Some((_, many)) = IRREGULAR.iter().find(|(one, _)| *one == noun) {
        return (*many).to_owned();
    }
    let joint = JOINTS.iter().filter_map(|j| noun.find(j)).min();
    let (head, rest) = noun.split_at(joint.unwrap_or(noun.len()));
    let (before, last) = match head.rfind([' ', '-']) {
        Some(at) => head.split_at(at + 1),
        None => ("", head),
    };
    let many = match IRREGULAR.iter().find(|(one, _)| *one == last) {
        Some((_, many)) => (*many).to_owned(),
        None if plainly_regular(last) => format!("{last}s"),
        None => pluralizer::pluralize(last, 2, false),
    };
    format!("{before}{many}{rest}")
}

/// Whether no rule but "add s" can apply. It spares most words the rule table of `pluralizer`, which is slow to load
/// from; a test compares the two.
fn plainly_regular(word: &str) -> bool {
    const IRREGULAR: &[&str] = &["child", "foot", "tooth", "squid", "sheep", "aircraft", "spacecraft", "watercraft"];
    word.ends_with(['b', 'c', 'd', 'g', 'k', 'l', 'p', 't', 'w'])
        && word.is_ascii()
        && !IRREGULAR.iter().any(|irregular| word.ends_with(irregular))
        && !["elk", "shrimp", "trout"].contains(&word)
}

/// The three regular forms of a verb: third person singular, present participle, past. Only the first word is inflected.
pub fn regular_verb(base: &str) -> [String; 3] {
    let (verb, rest) = base.split_at(base.find(' ').unwrap_or(base.len()));
    let ends = |endings: &[&str]| endings.iter().any(|e| verb.ends_with(e));
    let stem = |cut: usize| verb.get(..verb.len().saturating_sub(cut)).unwrap_or(verb);
    let consonant_y = ends(&["y"]) && !ends(&["ay", "ey", "oy", "uy"]);
    let doubled =
        if doubles(verb) { format!("{verb}{}", stem(0).chars().last().unwrap_or_default()) } else { verb.into() };
    let third = match () {
        () if ends(&["s", "x", "z", "ch", "sh", "o"]) => format!("{verb}es"),
        () if consonant_y => format!("{}ies", stem(1)),
        () => format!("{verb}s"),
    };
    let ing = match () {
        () if ends(&["ie"]) => format!("{}ying", stem(2)),
        () if ends(&["e"]) && !ends(&["ee", "oe", "ye"]) => format!("{}ing", stem(1)),
        () => format!("{doubled}ing"),
    };
    let past = match () {
        () if ends(&["e"]) => format!("{verb}d"),
        () if consonant_y => format!("{}ied", stem(1)),
        () => format!("{doubled}ed"),
    };
    [third, ing, past].map(|form| form + rest)
}

/// Whether a verb of one syllable doubles its last consonant: "grin", "tug", "squat", but not "look", "row", "kayak".
fn doubles(verb: &str) -> bool {
    let letters: Vec<char> = verb.replace("qu", "qw").chars().collect();
    let vowel = |c: &char| "aeiou".contains(*c);
    let [.., before, nucleus, last] = letters.as_slice() else { return false };
    letters.iter().filter(|c| vowel(c)).count() == 1 && vowel(nucleus) && !vowel(before) && !"aeiouwxy".contains(*last)
}

/// The text with its first letter in upper case.
pub fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_go_by_sound() {
        for an in [
            "umbrella",
            "hour",
            "honest man",
            "heirloom",
            "x-ray",
            "MRI scan",
            "SUV",
            "ATM",
            "8",
            "18",
            "apple",
            "LED light",
            "orange",
            "urn",
            "usher",
            "unidentified man",
            "onion",
            "outlet",
            "ear",
            "owl",
            "uncle",
            "undershirt",
            "L-shaped sofa",
        ] {
            assert_eq!(article(an), "an", "{an}");
        }
        for a in [
            "unicorn",
            "unicycle",
            "uniform",
            "European man",
            "one-way sign",
            "ukulele",
            "UFO",
            "TV",
            "USB cable",
            "horse",
            "hotel",
            "ewe",
            "utensil",
            "used car",
            "yo-yo",
            "university",
            "dog",
            "7",
            "1",
            "UK flag",
            "euro",
            "urinal",
            "hamburger",
        ] {
            assert_eq!(article(a), "a", "{a}");
        }
    }

    #[test]
    fn plurals_inflect_the_head() {
        for (one, many) in [
            ("dog", "dogs"),
            ("wine glass", "wine glasses"),
            ("glass of wine", "glasses of wine"),
            ("sheep", "sheep"),
            ("knife", "knives"),
            ("woman", "women"),
            ("fireman", "firemen"),
            ("bus", "buses"),
            ("bench", "benches"),
            ("tomato", "tomatoes"),
            ("mouse", "mice"),
            ("child", "children"),
            ("person", "people"),
            ("jack-in-the-box", "jack-in-the-boxes"),
            ("pair of scissors", "pairs of scissors"),
            ("foot", "feet"),
            ("t-shirt", "t-shirts"),
            ("baby", "babies"),
            ("toothbrush", "toothbrushes"),
        ] {
            assert_eq!(plural(one), many);
        }
    }

    #[test]
    fn regular_verbs() {
        for (base, forms) in [
            ("grin", ["grins", "grinning", "grinned"]),
            ("toss", ["tosses", "tossing", "tossed"]),
            ("stare at", ["stares at", "staring at", "stared at"]),
            ("tie", ["ties", "tying", "tied"]),
            ("kayak", ["kayaks", "kayaking", "kayaked"]),
            ("squat", ["squats", "squatting", "squatted"]),
            ("canoe", ["canoes", "canoeing", "canoed"]),
            ("play", ["plays", "playing", "played"]),
            ("marry", ["marries", "marrying", "married"]),
            ("look", ["looks", "looking", "looked"]),
        ] {
            assert_eq!(regular_verb(base), forms);
        }
    }

    #[test]
    fn capitals() {
        assert_eq!(capitalize("two dogs"), "Two dogs");
        assert_eq!(capitalize("école"), "École");
        assert_eq!(capitalize(""), "");
    }
}
