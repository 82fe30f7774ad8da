//! The rules of the thesaurus files, re-derived from the files (tests only).

use super::files::{EMBEDDED, Files};
use super::ground::{CONFLICTS, GROUPS};
use super::inflect;
use super::sheet::Sheet;
use super::{Count, Detail, Lexicon, Relatedness, draft};
use crate::model::term::{Domain, Inflection, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

const EXCEPTIONS: &[&str] = &["file", "term", "rule", "reason"];

fn sheet(file: &str, header: &[&str]) -> Sheet {
    Sheet::read(file, Files::load(None).unwrap().text(file), header).unwrap()
}

/// Terms that a rule spares, by (file, rule).
fn spared(file: &str, rule: &str) -> FxHashSet<String> {
    let rows = sheet("exceptions.csv", EXCEPTIONS).rows;
    rows.iter().filter(|r| r.text(0) == file && r.text(2) == rule).map(|r| r.text(1).to_owned()).collect()
}

fn file_of(domain: Domain) -> &'static str {
    match domain {
        Domain::Entity => "entities.csv",
        Domain::Number => "numbers.csv",
        Domain::Color => "colors.csv",
        Domain::Material => "materials.csv",
        Domain::Action => "actions.csv",
        Domain::Spatial => "spatial.csv",
    }
}

#[test]
fn rows_are_sorted_and_unique() {
    let keys: [(&str, &[&str], usize); 9] = [
        ("actions.csv", draft::ACTIONS, 1),
        ("colors.csv", draft::COLORS, 1),
        ("conflicts.csv", CONFLICTS, 3),
        ("entities.csv", draft::ENTITIES, 1),
        ("exceptions.csv", EXCEPTIONS, 3),
        ("groups.csv", GROUPS, 1),
        ("materials.csv", draft::MATERIALS, 1),
        ("numbers.csv", draft::NUMBERS, 1),
        ("spatial.csv", draft::SPATIAL, 1),
    ];
    assert_eq!(keys.map(|k| k.0).as_slice(), EMBEDDED.iter().map(|e| e.0).collect::<Vec<_>>());
    for (file, header, width) in keys {
        let rows = sheet(file, header).rows;
        for pair in rows.windows(2) {
            let key = |i: usize| (0..width).map(|c| pair[i].text(c).to_owned()).collect::<Vec<_>>();
            assert!(key(0) < key(1), "{file}:{}: {:?} is out of order", pair[1].line, key(1));
        }
    }
}

#[test]
fn words_are_lower_case_and_trimmed() {
    let l = Lexicon::embedded().unwrap();
    for id in 0..l.len() {
        let term = l.term(TermId(id as u32));
        let spared = spared(file_of(term.domain), "case");
        for word in std::iter::once(&term.name).chain(&term.synonyms).chain(&term.labels) {
            let plain = *word == word.to_lowercase() && !word.contains("  ") && word.trim() == word && !word.is_empty();
            assert!(plain || spared.contains(&term.name), "{}: `{word}`", term.name);
        }
    }
}

#[test]
fn a_synonym_is_no_other_term_and_names_one_term_only() {
    let l = Lexicon::embedded().unwrap();
    let mut faults = Vec::new();
    let mut owner: FxHashMap<(Domain, String), String> = FxHashMap::default();
    let all = || (0..l.len()).map(|i| l.term(TermId(i as u32)));
    for term in all() {
        owner.insert((term.domain, term.name.replace(['-', '_'], " ")), term.name.clone());
    }
    for term in all() {
        for word in term.synonyms.iter().chain(&term.labels) {
            let key = (term.domain, word.replace(['-', '_'], " "));
            if let Some(other) = owner.insert(key, term.name.clone()).filter(|o| *o != term.name) {
                faults.push(format!("`{word}` names both `{}` and `{other}`", term.name));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn irregular_plurals_and_articles_differ_from_the_rule() {
    let l = Lexicon::embedded().unwrap();
    let mut faults = Vec::new();
    for &id in l.terms(Domain::Entity) {
        let term = l.term(id);
        let Detail::Noun { count, plural, article } = &term.detail else { panic!("{} is no noun", term.name) };
        if plural.as_deref() == Some(inflect::plural(&term.name).as_str())
            || article.as_deref() == Some(inflect::article(&term.name))
            || plural.is_some() && *count != Count::Count
        {
            faults.push(term.name.as_str());
        }
    }
    assert!(faults.is_empty(), "the rule says so already, or the noun has no plural: {}", faults.join(", "));
}

#[test]
fn plurals_agree_with_pluralizer() {
    let l = Lexicon::embedded().unwrap();
    let spared = spared("entities.csv", "plural_rule");
    let mut faults = Vec::new();
    for &id in l.terms(Domain::Entity) {
        let name = &l.term(id).name;
        let word = name.rsplit([' ', '-']).next().unwrap_or(name);
        let counted = l.term(id).count() == Count::Count && word.is_ascii() && !spared.contains(name);
        if counted && inflect::plural(word) != pluralizer::pluralize(word, 2, false) {
            faults.push(name.as_str());
        }
    }
    assert!(faults.is_empty(), "plurals differ without a reason in exceptions.csv: {}", faults.join(", "));
}

#[test]
fn conflicts_are_ordered_reasoned_and_needed() {
    let l = Lexicon::embedded().unwrap();
    let sheet = sheet("conflicts.csv", CONFLICTS);
    let mut entities = 0;
    let mut faults = Vec::new();
    for row in &sheet.rows {
        let (a, b) = (row.text(1), row.text(2));
        let domain = match row.text(0) {
            "entity" => Domain::Entity,
            "color" => Domain::Color,
            "material" => Domain::Material,
            "action" => Domain::Action,
            _ => panic!("conflicts.csv:{}: that domain has its own columns for this", row.line),
        };
        entities += usize::from(domain == Domain::Entity);
        let (x, y) = (l.lookup(domain, a).unwrap(), l.lookup(domain, b).unwrap());
        let there = l.relate(x, y);
        assert_eq!(there, l.relate(y, x).reversed());
        let known = matches!(there, Relatedness::Ancestor | Relatedness::Descendant | Relatedness::Same);
        if a >= b || row.text(3).is_empty() || known || !there.vetoes() {
            faults.push(format!("conflicts.csv:{}: {a}, {b}: {there:?}", row.line));
        }
    }
    assert!(faults.is_empty(), "out of order, without reason, or known by the taxonomy:\n{}", faults.join("\n"));
    assert!(entities >= 250, "{entities} pairs of things");
}

#[test]
fn verbs_have_all_forms_and_each_names_its_verb() {
    let l = Lexicon::embedded().unwrap();
    assert!(l.terms(Domain::Action).len() >= 200);
    for &id in l.terms(Domain::Action) {
        let (term, verb) = (l.term(id), l.term(id).verb().unwrap());
        assert!(!term.group.is_empty(), "{}", term.name);
        for form in [&verb.third, &verb.ing, &verb.past, &verb.participle] {
            assert!(!form.is_empty(), "{}", term.name);
            let found = l.lookup(Domain::Action, form).unwrap();
            let relation = l.relate(id, found);
            assert!(matches!(relation, Relatedness::Same | Relatedness::Synonym), "{form}: {relation:?}");
        }
        assert!(verb.ing.split(' ').any(|word| word.ends_with("ing")), "{}", verb.ing);
    }
}

#[test]
fn colors_name_families_and_spatial_predicates_are_symmetric() {
    let files = Files::load(None).unwrap();
    let drafts = draft::drafts(&files).unwrap();
    let of = |d: Domain| drafts.iter().filter(move |x| x.domain == d);
    let families: FxHashSet<&str> = of(Domain::Color).map(|c| c.group.as_str()).collect();
    for color in of(Domain::Color) {
        assert!(color.neighbors.iter().all(|n| families.contains(n.as_str())), "{}", color.name);
        assert!(!color.neighbors.contains(&color.group), "{} neighbors its own family", color.name);
    }
    for p in of(Domain::Spatial) {
        let row = |name: &str| of(Domain::Spatial).find(|q| q.name == name).unwrap();
        for name in &p.opposite {
            assert!(row(name).opposite.contains(&p.name), "{name} does not name its opposite {}", p.name);
            assert!(!p.together.contains(name), "{} both excludes {name} and holds with it", p.name);
        }
        for name in &p.together {
            assert!(row(name).together.contains(&p.name), "{name} does not hold together with {}", p.name);
        }
        if let Some(inverse) = &p.inverse {
            assert_eq!(row(inverse).inverse.as_ref(), Some(&p.name));
        }
    }
}

#[test]
fn every_exception_has_a_reason_and_a_use() {
    for row in &sheet("exceptions.csv", EXCEPTIONS).rows {
        assert!(!row.text(2).is_empty() && row.text(3).len() > 10, "exceptions.csv:{}", row.line);
    }
}

#[test]
fn forms_that_the_issue_names() {
    let l = Lexicon::embedded().unwrap();
    let form = |word: &str, how: Inflection| l.inflect(l.lookup(Domain::Entity, word).unwrap(), how).to_owned();
    for (word, article, plural) in [
        ("scissors", "a pair of scissors", "pairs of scissors"),
        ("sheep", "a sheep", "sheep"),
        ("umbrella", "an umbrella", "umbrellas"),
        ("wine glass", "a wine glass", "wine glasses"),
        ("jeans", "jeans", "jeans"),
        ("knife", "a knife", "knives"),
        ("woman", "a woman", "women"),
        ("person", "a person", "people"),
        ("child", "a child", "children"),
        ("fish", "a fish", "fish"),
        ("goose", "a goose", "geese"),
        ("deer", "a deer", "deer"),
        ("bus", "a bus", "buses"),
        ("shelf", "a shelf", "shelves"),
        ("aircraft", "an aircraft", "aircraft"),
        ("unicycle", "a unicycle", "unicycles"),
        ("scarf", "a scarf", "scarves"),
        ("mouse", "a mouse", "mice"),
        ("tomato", "a tomato", "tomatoes"),
        ("tooth", "a tooth", "teeth"),
    ] {
        assert_eq!(form(word, Inflection::Indefinite), article);
        assert_eq!(form(word, Inflection::Plural), plural);
    }
}

#[test]
fn every_color_and_material_of_paco_and_every_attribute_of_open_images_is_known() {
    let l = Lexicon::embedded().unwrap();
    for color in
        "black light_blue blue dark_blue light_brown brown dark_brown light_green green dark_green light_grey grey \
                  dark_grey light_orange orange dark_orange light_pink pink dark_pink light_purple purple dark_purple \
                  light_red red dark_red white light_yellow yellow dark_yellow"
            .split_whitespace()
    {
        assert!(l.lookup(Domain::Color, color).is_some(), "{color}");
    }
    for material in
        "stone wood rattan fabric crochet wool leather velvet metal paper plastic glass ceramic Wooden Plastic \
                     (made_of)Textile (made_of)Leather"
            .split_whitespace()
    {
        assert!(l.lookup(Domain::Material, material).is_some(), "{material}");
    }
    for verb in "Stand Sit Lay Jump Run Walk Cry Sing Talk Smile holds wears plays hits interacts_with ride kick throw catch \
                 surf ski skateboard snowboard dance hug kiss eat drink cut read hang holding_hands talk_on_phone handshake"
        .split_whitespace()
    {
        assert!(l.lookup(Domain::Action, verb).is_some(), "{verb}");
    }
    for predicate in
        "above behind in in_front_of next_to on to_the_left_of to_the_right_of under inside_of at".split(' ')
    {
        assert!(l.lookup(Domain::Spatial, predicate).is_some(), "{predicate}");
    }
    for n in 1..=20 {
        assert!(l.number(n).is_some(), "{n}");
    }
}
