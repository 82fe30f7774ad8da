//! The closed classes of English that carry no fact of a picture, and those that change one. What stands in no list here
//! and not in the thesaurus is a word of its own, which a rephrased text must keep and must not add.

use super::tag::Tag;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// "As far as I can see": the key of hedges about a whole sentence.
pub(super) const FAR: &str = "as far";

/// "something else": the key of what an offer is about.
pub(super) const ELSE: &str = "else";

/// Longest phrase of the table, in words.
pub(super) const LONGEST: usize = 8;

/// What the table knows of a word or phrase.
pub(super) fn known(phrase: &str) -> Option<(Tag, &'static str)> {
    static TABLE: OnceLock<FxHashMap<&'static str, (Tag, &'static str)>> = OnceLock::new();
    TABLE.get_or_init(table).get(phrase).copied()
}

fn table() -> FxHashMap<&'static str, (Tag, &'static str)> {
    let mut table = FxHashMap::default();
    for (tag, key, words) in CLASSES {
        for word in words.split(';').map(str::trim).filter(|w| !w.is_empty()) {
            table.insert(word, (*tag, if key.is_empty() { word } else { key }));
        }
    }
    table
}

/// Tag, common key (empty: each word is its own), words.
const CLASSES: &[(Tag, &str, &str)] = &[
    (
        Tag::Free,
        "",
        "i; you; we; me; us; myself; yourself; please; thanks; thank; hi; hello; hey; ok; okay; well; now; then; there; here; also; \
         too; as; of; for; to; so far; see; sees; seen; seeing; visible; visibly; shown; shows; show; showing; pictured; \
         depicted; present; find; found; spot; spotted; notice; look; looking; looks; tell; describe; explain; say; name; \
         identify; give; let; know; like; want; wanted; would like; in total; altotal; a total of; simply; actually; indeed; \
         clearly; plainly; definitely; really; certainly; instead; whether; on display; in view; in sight; as well; \
         could you; can you; would you; will you; can i; could i; can we; could we; i would; i can; you can; we can; you will; we will; \
         you would; we would; can see; can be seen; can be found; can be spotted; i am curious; i am interested in; would say; out there; located; situated; positioned; \
         placed; of it all; by any chance; together; made; up of; if so; take a look; taking a look; have a look; \
         look at; looking at; a look; check; checking; one more; in there; over there; going on; happening; to be found; to be seen; \
         i can see; you can see; we can see; i see; we see; you see; wonder; wondering; ask; asking; question; \
         answer; answers; briefly; next question; just to be clear; to be clear; in fact; as you can see; and so on; \
         turns out; happens; happen; it turns out that; to me; for me; from you; help me; think about; \
         yes please; as follows; overall; meanwhile; note; that i can see; that you can see; \
         there to see; talking about; speaking of; what about; how about; mean; means; meaning; contents; content; thing is; \
         coming back; returning; go back; back to; regarding; concerning; as for; when it comes to; considering; given; \
         let us; first of all; to start; to begin; for a start; moving on; next up; finally; lastly; \
         comparing; compare; compared; comparison; step; steps; reason; reasoning; conclusion; conclude; verdict; checks; \
         it follows that; judge; judging; decide; decision; \
         tells; telling; told; spotting; finding; identifying; naming; looked; against; set against; side by side",
    ),
    (
        Tag::Free,
        "",
        "word; words; value; way; moment; result; reasons; details; idea; careful; carefully; closely; close look; closer look; \
         good look; anywhere; somewhere; going by; judging by; by the look of it; from what i can see; from what i see; so to speak; \
         to sum up; to sum it up; in short; in a word; in other words; that is to say; namely; for example; for instance; by name; \
         as the viewer sees it; as a viewer sees it; as you see it; as you look at it; as one sees it; for the viewer; to the viewer; \
         seen from the camera; from the camera; from where we stand; from the viewer 's side; seen by the viewer; for someone looking at it; \
         point of view; in question; let us say; at hand; in all; all in all; for sure; of course; for the record; for you; with you; \
         one by one; step by step; further; furthermore; moreover; additionally; recognizable; recognisable; easily; altogether; all right; very well; that would be; one can see; one sees; one finds; \
         refers; refer; refers to; concerns; more closely; with what you see; with what i see; as it happens; that makes; makes; in that place; there too",
    ),
    (
        Tag::Free,
        "",
        "to my eye; to my eyes; in my eyes; rely on; rely upon; come up; comes up; would you say; would i say; do you think; are you able; able to; \
         any chance; is there any chance; by chance; in terms of; make out; making out; made out; can make out; sum up; sums up; summarize; summarise; right to say; right to say that; to say that; take your time; a few words; few words will do; a few words will do; \
         feel free; free to; a moment; one moment; just a moment; just a second; \
         step by step; my first step is; first step; the first step; first step is; in the case of; when it comes to; if you ask me; i take it; take it; \
         one finds; one can tell; one can find; you find; i find; someone looking at it will see; someone who looks at it will see; \
         someone looking at it would see; anyone looking at it will see; the marking; the markings; what is marked; marked picture; is marked; has been marked; \
         been marked; was marked; going by; judging by; by the looks of it; from the look of it; by its look; by its looks; from its look; \
         from its looks; judging by its look; if you look; when you look; when i look; if i look; would be; would it be; would that be; would; \
         could you tell me; can you tell me; do tell; the answer; my answer; your answer; should i; shall i; shall we; should we; \
         want to know; like to know; care to know; also; quick question; quickly; \
         just ask; just tell me; just let me know; just say; happy to; glad to; let me know; do i; do you; do we; did i; did you; have you; \
         as it is; as things stand; in this case; in that case; in that respect; in this respect; taken together; all the same; \
         be so kind; kindly; be precise; precise; precisely please; to be precise; exact please; in a few words; with few words; in brief; \
         double check; have another look; take another look; \
         as i see it; the way i see it; as far as that goes; it turns out; one thing; another thing; one more thing; one more question; another question; \
         for one thing; at the same picture; with the same picture; about the same picture; staying with; sticking with; the same picture; same picture; \
         to be sure; be sure; make sure; want to be sure; get this right; to get this right; please guess; guessing; \
         it matters to me; this matters to me; matters; a short answer; short answer will do; a brief answer; brief answer will do; good to know; got it; \
         bears out; at issue; the point is; in that spot; at that spot; at that place; in its place; in this place; \
         once more; again; for this; to check this; check this; to verify this; to test this; in order to; so as to; thoroughly; slowly; patiently",
    ),
    (Tag::Det(true), "", "the; this; these; those; its; their; his; her; my; your; our"),
    (Tag::Det(false), "", "a; an"),
    (Tag::Free, "", "any"),
    (Tag::Finite, "be", "is; are; be; been; being; am"),
    (Tag::Finite, "", "do; does"),
    (Tag::Have, "have", "have; has; having"),
    (Tag::And, "and", "and; plus; as well as; along with; together with"),
    (Tag::Or, "or", "or"),
    (
        Tag::Break(true),
        "",
        "but; while; whereas; however; though; although; yet; on the other hand; in contrast; by contrast",
    ),
    (
        Tag::Break(false),
        "",
        "because; since; so; therefore; thus; hence; as a result; which means; this means; that means; meaning that",
    ),
    (
        Tag::Meta,
        "picture",
        "the picture; this picture; that picture; your picture; my picture; the image; this image; that image; your image; my image; \
         the photo; this photo; that photo; your photo; my photo; the photograph; this photograph; the scene; this scene; the shot; this shot; the view; the snapshot; this snapshot; what is shown; what the picture shows; what the image shows; \
         the whole picture; the full picture; the entire picture; the whole image; the entire image; whole picture; entire picture; the whole scene",
    ),
    (
        Tag::Meta,
        "claim",
        "statement; claim; sentence; assertion; caption; description; the statement; this statement; that statement; the claim; this claim; \
         that claim; the sentence; this sentence; that sentence; the caption; this caption; the description; this description",
    ),
    (
        Tag::Said,
        "",
        "says; said; claims; claimed; states; stated; asserts; asserted; mentions; mentioned; according to; supposedly; describes; \
         described; speaks of; talks about; puts; would have; reads; maintains; declares; suggests; alleges; it is said; as stated; as claimed",
    ),
    (
        Tag::Verdict,
        "yes",
        "yes; yeah; yep; yup; that is right; that is correct; that is so; it is so; it is as you say; right you are; correct",
    ),
    (Tag::Verdict, "true", "true; accurate; accurately; factual; correctly; holds; hold up; holds up; stands up"),
    (
        Tag::Verdict,
        "true",
        "matches; match; matching; agrees; agree; agreement; consistent; consistent with; in line; in line with; fits; fit; checks out; supported; supports; support; confirms; confirmed",
    ),
    (
        Tag::Verdict,
        "false",
        "false; wrong; incorrect; inaccurate; untrue; mistaken; incorrectly; wrongly; mistake; error",
    ),
    (
        Tag::Verdict,
        "false",
        "contradicts; contradict; contradicted; mismatch; conflicts; disagrees; differs; differ; at odds with; does away",
    ),
    (Tag::Verdict, "no", "nope; nah"),
    (
        Tag::Not,
        "",
        "not; no; never; none; neither; nor; nobody; nothing; nowhere; without; no one; rather than; instead of; not any; not one",
    ),
    (Tag::Not, "not", "not a single; not even one; not a; not an"),
    (
        Tag::Hedge,
        "",
        "want to be; wants to be; wanted to be; probably; likely; might; may; should; must; presumably; sort of; supposed; unsure; uncertain; somewhat; partly; partially; \
         mostly; largely; almost; nearly; about; around; was; were; had; did; can; could; will; shall",
    ),
    // Hedges that say the same.
    (
        Tag::Hedge,
        "seem",
        "seem; seems; seemingly; appear; appears; appearing; apparently; looks like; look like; looks to be; look to be; looks as if; \
         looks as though; seems as if; seems as though; seems like; appears to be; seems to be; it looks as if; it looks to me as if",
    ),
    (Tag::Hedge, "maybe", "maybe; perhaps; possibly"),
    (Tag::Hedge, "about", "roughly; approximately"),
    (
        Tag::Hedge,
        FAR,
        "as far as i can tell; as far as i can see; as far as one can see; as far as you can see; as far as we can see; \
         as far as i can make out; as far as i can judge; as far as can be seen",
    ),
    (
        Tag::Amount,
        "",
        "both; all; every; each; everything; everyone; everybody; some; something; someone; many; much; several; few; a few; most; half; \
         more; less; fewer; than; only; just; exactly; precisely; another; other; others; same; different; first; second; third; \
         fourth; fifth; last; at least; at most; more than; less than; fewer than; up to; enough; either; lots of; a lot of; plenty of; \
         a number of; a group of; a couple of; dozens of; except; except for; apart from; besides; alone; once; twice",
    ),
    (Tag::Amount, ELSE, "else; something else; anything else"),
    (Tag::Amount, "other", "the other; the other one; other one; the others"),
    (Tag::Number, "1", "a single; single; sole; the only one"),
    (Tag::Number, "2", "a pair of; a duo of"),
    (Tag::Number, "12", "a dozen; dozen"),
    (Tag::Number, "6", "half a dozen"),
    (Tag::Number, "3", "a trio of"),
    (Tag::Pronoun, "it", "it; itself"),
    (Tag::Pronoun, "they", "they; them; themselves"),
    (Tag::Pronoun, "he", "he; him; himself"),
    (Tag::Pronoun, "she", "she; hers; herself"),
    (
        Tag::Generic,
        "one",
        "object; objects; thing; things; item; items; ones; the one; this one; that one; subject; which one; article",
    ),
    (
        Tag::Wh,
        "what",
        "what; which; what kind of; what sort of; what type of; which kind of; which sort of; which type of; what else; in which; inside which",
    ),
    (Tag::Wh, "who", "who; whom; whose"),
    (
        Tag::Focus,
        "number",
        "how many; number; number of; the number of; count of; the count of; count; what number of; quantity of; counting; tally",
    ),
    (
        Tag::Focus,
        "place",
        "where; where about; whereabouts; position; location; relation; placement; which side of; side; on which side of; direction",
    ),
    (
        Tag::Focus,
        "color",
        "color wise; color; colors; colour; colours; shade; hue; colored; coloured; coloring; what color; which color; what colors; what colour; which colour; color of; in color; color scheme",
    ),
    (
        Tag::Focus,
        "material",
        "material wise; material; materials; made of; made from; made out of; made up of; used to make; used in making; used for making; was used to make; been made of; been made from; what material; which material; out of; consist of; consists of; make of",
    ),
    (
        Tag::Focus,
        "doing",
        "doing; up to something; activity; action; what action; which action; up to now; engaged in; busy",
    ),
    (Tag::Focus, "place", "which part of; in which part of; what part of; which part; in which part; where in"),
    (Tag::Focus, "size", "how big; how large; what size; which size"),
    (Tag::Focus, "why", "why"),
    (Tag::Focus, "how", "how"),
    (Tag::Focus, "when", "when"),
    (Tag::Position, "left", "left; left hand; leftmost; on the left; to the left; on its left; to its left"),
    (Tag::Position, "right", "right; right hand; rightmost; on the right; to the right; on its right; to its right"),
    (Tag::Position, "top", "top; upper; topmost"),
    (Tag::Position, "bottom", "bottom; lower; bottommost"),
    (Tag::Position, "middle", "middle; center; centre; central"),
    (Tag::Position, "background", "background"),
    (Tag::Position, "foreground", "foreground"),
    (
        Tag::Relation,
        "",
        "with; between; across; along; through; toward; into; onto; off; down; up; among; past; out; away; opposite",
    ),
    (
        Tag::Relation,
        "relative to",
        "in relation to; relative to; with respect to; with reference to; compared with; compared to; in comparison to; in comparison with",
    ),
    (Tag::Relation, "toward", "towards"),
    (Tag::Relation, "above", "higher than; higher up than"),
];

/// Prepositions of the thesaurus that also join words which are no facts: they count only between two things.
pub(super) const SOFT: &[&str] =
    &["in", "on", "at", "by", "over", "within", "inside", "with", "up", "out", "down", "off", "away"];

/// Names of what a box is called.
pub(super) const BOX: &[&str] = &["box", "boxes", "rectangle", "rectangles", "frame", "frames", "outline", "outlines"];

/// Words that put a thing into a box: "outlined in red".
pub(super) const BOXED: &[&str] =
    &["outlined", "boxed", "marked", "highlighted", "framed", "enclosed", "circled", "surrounded", "indicated"];

/// What those who talk do in talking: no action of the picture after "I", "you" or "let us", or in a request.
pub(super) const CHAT: &[&str] = &[
    "test",
    "reach",
    "end",
    "keep",
    "sort",
    "proofread",
    "call",
    "put",
    "take",
    "taking",
    "get",
    "getting",
    "make",
    "making",
    "count",
    "counted",
    "counting",
    "arrive",
    "come",
    "recognize",
    "recognise",
    "mention",
    "list",
    "start",
    "begin",
    "go",
    "going",
    "went",
    "need",
    "point",
    "pick",
    "read",
    "write",
    "wrote",
    "use",
    "help",
    "trust",
    "rely",
    "verify",
    "confirm",
    "check",
    "look",
    "looking",
    "looked",
    "search",
    "searching",
    "locate",
    "walk",
    "talk",
    "discuss",
    "understand",
    "feel",
    "mind",
    "term",
    "label",
    "classify",
    "describe",
    "focus",
    "move",
    "turn",
    "follow",
    "examine",
    "study",
    "inspect",
    "review",
    "provide",
    "share",
    "offer",
    "report",
    "observe",
    "perceive",
    "view",
    "detect",
    "discern",
    "determine",
    "establish",
    "work",
    "figure",
    "explain",
    "summarize",
    "assume",
    "draw",
    "drew",
    "place",
    "placed",
    "direct",
    "guide",
    "bring",
];

/// Words that may stand between the one who talks and the verb.
pub(super) const BETWEEN: &[&str] = &[
    "would", "can", "could", "will", "do", "did", "have", "should", "shall", "may", "might", "must", "also", "just",
    "now", "first", "to", "like", "want", "need", "had", "am", "are", "please", "then", "next", "and", "love", "have",
    "able", "not", "clearly",
];

/// Those who talk.
pub(super) const TALKERS: &[&str] = &["i", "we", "you", "us", "me", "let"];

/// Words that open a request in the imperative.
pub(super) const REQUEST: &[&str] = &[
    "tell",
    "describe",
    "name",
    "say",
    "identify",
    "check",
    "look",
    "give",
    "list",
    "explain",
    "count",
    "find",
    "state",
    "point",
    "compare",
    "decide",
    "judge",
    "verify",
    "consider",
    "take",
    "please",
    "let",
    "show",
    "read",
    "walk",
    "think",
    "evaluate",
    "assess",
    "focus",
    "see",
    "go",
    "help",
    "talk",
    "work",
    "determine",
    "summarize",
    "start",
    "begin",
    "use",
    "examine",
    "confirm",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_stands_in_two_classes_and_no_phrase_is_longer_than_the_longest() {
        let mut seen = std::collections::BTreeMap::new();
        for (tag, key, words) in CLASSES {
            for word in words.split(';').map(str::trim) {
                assert!(!word.is_empty(), "{key}: an empty word");
                assert!(word.split(' ').count() <= LONGEST, "{word}");
                let before = seen.insert(word.to_string(), (*tag, *key));
                assert!(before.is_none_or(|b| b == (*tag, *key)), "{word} is {before:?} and {tag:?} {key}");
            }
        }
        assert_eq!(known("left"), Some((Tag::Position, "left")));
        assert_eq!(known("narwhal"), None);
    }
}
