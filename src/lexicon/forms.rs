//! Every form of every term, made once.

use super::inflect::{article, capitalize, plural};
use super::term::{Count, Detail, Term};
use crate::model::term::Inflection;

const HOWS: usize = 12;

/// The forms of one term, by [`Inflection`].
pub(super) struct Forms([Box<str>; HOWS]);

fn index(how: Inflection) -> usize {
    match how {
        Inflection::Bare => 0,
        Inflection::Indefinite => 1,
        Inflection::Definite => 2,
        Inflection::Plural => 3,
        Inflection::Base => 4,
        Inflection::Third => 5,
        Inflection::Ing => 6,
        Inflection::Participle => 7,
        Inflection::Word => 8,
        Inflection::Digits => 9,
        Inflection::Capital => 10,
        Inflection::CapitalIndefinite => 11,
    }
}

impl Forms {
    /// The forms of a term. A form that its kind of word does not have is its name: the material "wood" has no
    /// plural, the noun "dog" no participle.
    pub fn of(term: &Term) -> Forms {
        let name = || Box::<str>::from(term.name.as_str());
        let mut forms: [Box<str>; HOWS] = std::array::from_fn(|_| name());
        let mut set = |how: Inflection, text: String| {
            if let Some(slot) = forms.get_mut(index(how)) {
                *slot = text.into();
            }
        };
        let mut indefinite = term.name.clone();
        match &term.detail {
            Detail::Noun { count, plural: own, article: a } => {
                let a = a.as_deref().unwrap_or_else(|| article(&term.name));
                set(Inflection::Definite, format!("the {}", term.name));
                match count {
                    Count::Count => {
                        indefinite = format!("{a} {}", term.name);
                        set(Inflection::Plural, own.clone().unwrap_or_else(|| plural(&term.name)));
                    }
                    Count::Pair => {
                        indefinite = format!("a pair of {}", term.name);
                        set(Inflection::Plural, format!("pairs of {}", term.name));
                    }
                    Count::Mass | Count::Plural => {}
                }
            }
            Detail::Number { value } => set(Inflection::Digits, value.to_string()),
            Detail::Verb(verb) => {
                set(Inflection::Third, verb.third.clone());
                set(Inflection::Ing, verb.ing.clone());
                set(Inflection::Participle, verb.participle.clone());
            }
            // Before a noun: "a red shirt", "an orange shirt".
            Detail::Color | Detail::Material => indefinite = format!("{} {}", article(&term.name), term.name),
            Detail::Spatial { .. } => {}
        }
        set(Inflection::Capital, capitalize(&term.name));
        set(Inflection::CapitalIndefinite, capitalize(&indefinite));
        set(Inflection::Indefinite, indefinite);
        Forms(forms)
    }

    /// One form.
    pub fn get(&self, how: Inflection) -> &str {
        self.0.get(index(how)).map_or("", |form| form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::term::{Domain, TermId};

    fn noun(name: &str, count: Count) -> Forms {
        Forms::of(&Term {
            id: TermId(0),
            domain: Domain::Entity,
            name: name.into(),
            group: "tool".into(),
            hypernyms: vec![],
            parts: vec![],
            synonyms: vec![],
            labels: vec![],
            detail: Detail::Noun { count, plural: None, article: None },
        })
    }

    #[test]
    fn nouns_take_articles_and_plurals_by_how_they_are_counted() {
        let four = |name, count| {
            let f = noun(name, count);
            [Inflection::Indefinite, Inflection::Definite, Inflection::Plural, Inflection::CapitalIndefinite]
                .map(|how| f.get(how).to_owned())
        };
        assert_eq!(four("umbrella", Count::Count), ["an umbrella", "the umbrella", "umbrellas", "An umbrella"]);
        assert_eq!(
            four("scissors", Count::Pair),
            ["a pair of scissors", "the scissors", "pairs of scissors", "A pair of scissors"]
        );
        assert_eq!(four("water", Count::Mass), ["water", "the water", "water", "Water"]);
        assert_eq!(four("jeans", Count::Plural), ["jeans", "the jeans", "jeans", "Jeans"]);
    }
}
