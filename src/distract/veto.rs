//! The vetoes, in the order in which they are tried. Each has a name that is counted and written out.

use crate::lexicon::{Lexicon, Relatedness};
use crate::model::evidence::{Evidence, Tier};
use crate::model::fact::Fact;
use crate::model::reject::Reason;
use crate::model::term::{Domain, TermId};

/// The concept is the gold itself.
pub const IS_GOLD: Reason = "is_gold";
/// The concept, or a synonym of it, is said of the referent.
pub const TRUE_OF_REFERENT: Reason = "true_of_referent";
/// The concept is above something true: a dog is an animal.
pub const ANCESTOR: Reason = "ancestor";
/// The concept is a kind of something true, so it may be true as well.
pub const DESCENDANT: Reason = "descendant";
/// The concept is a part of something true, or has it as a part.
pub const PART: Reason = "part";
/// Careful people would not call the pair wrong (`thesaurus/conflicts.csv`), or both can hold together.
pub const CONFLICT: Reason = "conflict";
/// The two are not on a comparable level, so one does not exclude the other.
pub const INCOMPARABLE: Reason = "incomparable";
/// Nothing says that it is false.
pub const UNPROVEN: Reason = "unproven";
/// It is false, but by weaker evidence than `--min-evidence` asks for.
pub const EVIDENCE_TOO_WEAK: Reason = "evidence_too_weak";
/// Both options would read the same.
pub const SAME_TEXT: Reason = "same_text";
/// The question's own words say it: "the glass in the red box" and the option "glass".
pub const IN_STEM: Reason = "in_stem";
/// The sentence embeddings are closer than the band allows.
pub const TOO_SIMILAR: Reason = "too_similar";
/// The sentence embeddings are further apart than the band allows.
pub const TOO_DISSIMILAR: Reason = "too_dissimilar";

/// The vetoes in order, with what each means; `list` prints them.
pub const VETOES: &[Reason] = &[
    IS_GOLD,
    TRUE_OF_REFERENT,
    ANCESTOR,
    DESCENDANT,
    PART,
    CONFLICT,
    INCOMPARABLE,
    UNPROVEN,
    EVIDENCE_TOO_WEAK,
    SAME_TEXT,
    IN_STEM,
    TOO_SIMILAR,
    TOO_DISSIMILAR,
];

/// Whether the words of a fact's stem (its nouns and its caption) say a concept, whole words, in the singular or with
/// a plural s. Not for neutral forms, which show no noun and have no caption.
pub fn in_stem(fact: &Fact, concept: TermId, lexicon: &Lexicon) -> bool {
    let name = lexicon.term(concept).name.as_str();
    let gap = fact.slots.gap.as_deref();
    let parts = [fact.slots.noun.as_deref(), fact.slots.noun2.as_deref()].into_iter().flatten();
    let caption = gap.into_iter().flat_map(|g| [g.before.as_str(), g.after.as_str()]);
    parts.chain(caption).any(|text| says(text, name))
}

/// Whether `text` holds `word` at word boundaries, ASCII case ignored, a plural "s" allowed.
fn says(text: &str, word: &str) -> bool {
    let (bytes, word) = (text.as_bytes(), word.as_bytes());
    let Some(&first) = word.first() else { return false };
    let free = |b: Option<&u8>| b.is_none_or(|b| !b.is_ascii_alphanumeric());
    memchr::memchr2_iter(first.to_ascii_lowercase(), first.to_ascii_uppercase(), bytes).any(|at| {
        let end = at + word.len();
        let after = if bytes.get(end) == Some(&b's') { end + 1 } else { end };
        bytes.get(at..end).is_some_and(|found| found.eq_ignore_ascii_case(word))
            && free(at.checked_sub(1).and_then(|i| bytes.get(i)))
            && (free(bytes.get(end)) || free(bytes.get(after)))
    })
}

/// Whether one of two wrong options would be true, or be called true, where the other is: then neither can be the
/// answer, and a reader strikes both out unseen. Places that can hold together (on, above) are false by the boxes.
///
/// # Errors
/// `ancestor` or `descendant`, as `b` is to `a`; `same_text` for synonyms, `conflict` for neighboring hues and
/// look-alike materials.
pub fn nested(lexicon: &Lexicon, a: TermId, b: TermId) -> Result<(), Reason> {
    match lexicon.relate(a, b) {
        Relatedness::Ancestor => Err(ANCESTOR),
        Relatedness::Descendant => Err(DESCENDANT),
        Relatedness::Same | Relatedness::Synonym => Err(SAME_TEXT),
        Relatedness::Conflict if matches!(lexicon.term(a).domain, Domain::Color | Domain::Material) => Err(CONFLICT),
        _ => Ok(()),
    }
}

/// The evidence that `concept` is false of the fact's referent.
///
/// A person's explicit "no" and a contradiction by the boxes outweigh the vocabulary's doubts (parts, kinds,
/// conflicts, levels); sameness and synonymy outweigh everything.
///
/// # Errors
/// The first veto that holds.
pub fn falsify(fact: &Fact, concept: TermId, lexicon: &Lexicon) -> Result<Evidence, Reason> {
    if concept == fact.gold {
        return Err(IS_GOLD);
    }
    let denied = fact.denied.iter().find(|(t, _)| *t == concept).map(|(_, e)| e);
    let explicit = denied.is_some_and(|e| matches!(e.tier(), Tier::VerifiedFalse | Tier::Geometry));
    let mut rule = None;
    let mut independent = false;
    for &truth in fact.truth.iter().chain(std::iter::once(&fact.gold)) {
        let doubt = match lexicon.relate(truth, concept) {
            Relatedness::Same | Relatedness::Synonym => return Err(TRUE_OF_REFERENT),
            Relatedness::Exclusive(name) => {
                rule = Some(name);
                continue;
            }
            // A man who stands and smiles does not sit: what the gold excludes is false, whatever else holds.
            Relatedness::Independent => {
                independent |= truth == fact.gold;
                continue;
            }
            Relatedness::Ancestor => ANCESTOR,
            Relatedness::Descendant => DESCENDANT,
            Relatedness::Part | Relatedness::Whole => PART,
            Relatedness::Conflict => CONFLICT,
            Relatedness::Incomparable => INCOMPARABLE,
        };
        if !explicit {
            return Err(doubt);
        }
    }
    match (denied, &fact.closed) {
        (Some(evidence), _) => Ok(evidence.clone()),
        // Either may hold without the other: the wording alone proves nothing.
        (None, Some(Evidence::Exclusive { .. })) if independent => Err(UNPROVEN),
        // The vocabulary's own rule says more than the fact's general one: which list, which family.
        (None, Some(Evidence::Exclusive { rule: own })) => {
            Ok(Evidence::Exclusive { rule: rule.map_or_else(|| own.clone(), std::borrow::Cow::Borrowed) })
        }
        (None, Some(evidence)) => Ok(evidence.clone()),
        (None, None) => Err(UNPROVEN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_option_may_not_be_a_kind_of_another() {
        let lexicon = Lexicon::embedded().unwrap();
        let pair =
            |domain, a, b| nested(&lexicon, lexicon.lookup(domain, a).unwrap(), lexicon.lookup(domain, b).unwrap());
        assert_eq!(pair(Domain::Material, "iron", "metal"), Err(ANCESTOR));
        assert_eq!(pair(Domain::Material, "metal", "chrome"), Err(DESCENDANT));
        assert_eq!(pair(Domain::Color, "green", "dark green"), Err(CONFLICT));
        assert_eq!(pair(Domain::Color, "tan", "orange"), Err(CONFLICT), "a sunlit tan wall is called orange");
        assert_eq!(pair(Domain::Material, "iron", "wood"), Ok(()));
        assert_eq!(pair(Domain::Spatial, "on", "above"), Ok(()));
    }

    #[test]
    fn stems_are_searched_by_whole_words() {
        assert!(says("glass", "glass") && says("wine glass", "glass") && says("Two cups on a table", "cup"));
        assert!(
            !says("glasses", "glass") && !says("hourglass", "glass") && !says("", "glass") && !says("tan", "stand")
        );
        assert!(says("a White vase", "white"));
    }
}
