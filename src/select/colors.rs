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
    let free = |name: &&str| {
        let mentioned =
            texts.iter().any(|t| t.split(|c: char| !c.is_alphanumeric()).any(|w| w.eq_ignore_ascii_case(name)));
        let offered = lexicon.lookup(Domain::Color, name).is_some_and(|color| {
            concepts.iter().any(|&c| {
                lexicon.term(c).domain == Domain::Color
                    && !matches!(lexicon.relate(color, c), Relatedness::Exclusive(_))
            })
        });
        !mentioned && !offered
    };
    let mut picked: Vec<&'static str> = order.into_iter().filter(free).take(n).collect();
    if picked.len() < n {
        picked.push(DASHED);
    }
    picked
}
