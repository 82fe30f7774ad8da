//! Which colors the boxes of an item get (design section 7): red or green as in the paper, but never a color that
//! the question asks about, offers or mentions; then another one of the palette; then the dashed line.

use crate::lexicon::{Lexicon, Relatedness};
use crate::model::term::{Domain, TermId};
use crate::rng::ItemRng;

/// What is left when every color is taken: a dashed line of black and white.
pub const DASHED: &str = "black-and-white dashed";

/// Picks `n` distinct box colors out of `palette` (the first two are preferred, in random order).
///
/// `concepts` are the concepts shown in the question, `texts` its other words.
pub fn pick(
    n: usize,
    palette: &[&'static str],
    concepts: &[TermId],
    texts: &[&str],
    lexicon: &Lexicon,
    rng: &mut ItemRng,
) -> Vec<&'static str> {
    let (preferred, others) = palette.split_at(palette.len().min(2));
    let mut order = preferred.to_vec();
    rng.shuffle(&mut order);
    order.extend(others);
    let color = |name: &str| lexicon.lookup(Domain::Color, name);
    let shown = || concepts.iter().filter(|c| lexicon.term(**c).domain == Domain::Color);
    let said = |name: &str| {
        texts.iter().any(|t| t.split(|c: char| !c.is_alphanumeric()).any(|w| w.eq_ignore_ascii_case(name)))
            || color(name).is_some_and(|c| shown().any(|&s| s == c || lexicon.term(s).group == lexicon.term(c).group))
    };
    let near = |name: &str| {
        color(name).is_some_and(|c| shown().any(|&s| !matches!(lexicon.relate(c, s), Relatedness::Exclusive(_))))
    };
    order.retain(|name| !said(name));
    order.sort_by_key(|name| near(name)); // stable: a neighbor of an offered color only where nothing else is free
    let mut picked: Vec<&'static str> = order.into_iter().take(n).collect();
    if picked.len() < n {
        picked.push(DASHED);
    }
    picked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::item_rng;
    use std::sync::LazyLock;

    const PALETTE: &[&str] = &["red", "green", "blue", "yellow", "orange", "purple", "cyan", "magenta"];

    fn picked(n: usize, colors: &[&str], texts: &[&str], seed: u64) -> Vec<&'static str> {
        static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().unwrap());
        let concepts: Vec<TermId> = colors.iter().map(|c| LEXICON.lookup(Domain::Color, c).unwrap()).collect();
        pick(n, PALETTE, &concepts, texts, &LEXICON, &mut item_rng(seed, "colors", &[]))
    }

    #[test]
    fn red_or_green_unless_the_question_shows_them() {
        let seen: std::collections::BTreeSet<_> = (0..20).map(|s| picked(1, &[], &[], s)[0]).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["green", "red"]);
        assert_eq!(picked(1, &[], &["red panda"], 1), ["green"]);
        assert_eq!(picked(2, &[], &[], 1).len(), 2);
    }

    #[test]
    fn no_offered_color_and_no_shade_of_it_while_another_is_free() {
        for seed in 0..20 {
            for c in picked(2, &["white", "black", "pink", "green"], &[], seed) {
                assert!(!["green", DASHED].contains(&c), "{c}");
            }
            assert!(!picked(1, &["dark red", "blue", "green", "yellow"], &[], seed).contains(&"red"));
        }
    }
}
