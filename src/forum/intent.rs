//! Intents behind questions (the paper's section I.2): eight categories, a prompt that explains them, and the reading of
//! votes.

use crate::model::vqa::VqaQuestion;
use crate::rng::item_rng;
use serde_json::Value;

/// A category.
pub struct Category {
    /// Name in files and replies.
    pub name: &'static str,
    /// What belongs to it.
    pub means: &'static str,
    /// Percent of 105 questions in the paper.
    pub paper: u32,
}

/// All categories; their places are the numbers that agreement counts with.
pub const CATEGORIES: [Category; 8] = [
    Category {
        name: "verification",
        means: "The asker wants a fact or a guess of theirs checked: the answer is yes or no, or one of the possibilities \
                they name, and facts decide it. Where taste decides, it is opinion.",
        paper: 17,
    },
    Category {
        name: "identification",
        means: "The asker wants to know what or who something is: the answer names a thing, a kind or a person, and is \
                right or wrong whoever gives it.",
        paper: 10,
    },
    Category {
        name: "reason",
        means: "The asker wants to know why something is so, happened or is done: the answer gives causes. Most questions \
                with \"why\" belong here.",
        paper: 8,
    },
    Category {
        name: "evidence",
        means: "The asker wants facts about a thing, a notion or an event: what it means, what it is like, how it works, \
                or what a word or sentence means in another language. Where yes or no would do, it is verification.",
        paper: 18,
    },
    Category {
        name: "instruction",
        means: "The asker wants to know how something is done: the answer gives steps, rules or a procedure that hold for \
                anyone.",
        paper: 19,
    },
    Category {
        name: "advice",
        means: "The asker wants guidance for a case of their own: what to choose, where to find something, a better \
                wording or translation, ideas or comments on what they have made. The answer is a matter of judgment. \
                Where plain steps would do, it is instruction.",
        paper: 16,
    },
    Category {
        name: "opinion",
        means: "The asker wants views on a matter on which people differ, such as whether something is good or what to \
                think of it; questions of belief may belong here. Where the asker's own case is at stake, it is advice.",
        paper: 10,
    },
    Category { name: "other", means: "None of these.", paper: 1 },
];

/// Place of `other`.
const OTHER: usize = CATEGORIES.len() - 1;

/// Most characters of a context or an answer in a prompt.
const LONGEST: usize = 4_000;

/// Bytes of a reply that are read.
const READ: usize = 4_000;

/// The number of a category by its name, as people and models write it.
pub fn number(name: &str) -> Option<usize> {
    let name = name.trim().to_lowercase();
    let name = name.strip_suffix("-based").unwrap_or(&name);
    CATEGORIES.iter().position(|c| c.name == name)
}

/// The system message of one vote. The order of the categories is drawn for each question and vote, so that their
/// places favor none; `other` stays last.
pub fn system(id: &str, vote: usize, seed: u64) -> String {
    let mut order: Vec<usize> = (0..OTHER).collect();
    item_rng(seed, "intent", &[id.as_bytes(), &(vote as u64).to_le_bytes()]).shuffle(&mut order);
    order.push(OTHER);
    let mut text = String::from(
        "A member of an online community asked a question about a picture. Tell the main intent behind it. The intents \
         are:\n\n",
    );
    for category in order.iter().filter_map(|&i| CATEGORIES.get(i)) {
        text.push_str(&format!("- {}: {}\n", category.name, category.means));
    }
    text.push_str("\nReply with the name of one intent and nothing else.");
    text
}

/// The user's message of a vote.
pub fn user(q: &VqaQuestion) -> String {
    let cut = |text: &str| {
        let short: String = text.chars().take(LONGEST).collect();
        if short.len() < text.len() { format!("{short} […]") } else { short }
    };
    format!("Question: {}\n\nContext: {}\n\nAccepted answer: {}", q.question, cut(&q.context), cut(&q.answer))
}

/// Reads a reply: the category it names. `None` where it names none or several; never a guess.
pub fn read(reply: &str) -> Option<usize> {
    let end = reply.rfind("</think>").map_or(0, |at| at + "</think>".len());
    let said = reply.get(end..)?;
    if said.contains("<think>") {
        return None;
    }
    let mut end = said.len().min(READ);
    while !said.is_char_boundary(end) {
        end -= 1;
    }
    let said = said.get(..end)?.trim();
    if let Ok(Value::Object(object)) = serde_json::from_str::<Value>(said) {
        let names: Vec<usize> = object.values().filter_map(Value::as_str).filter_map(number).collect();
        return if let [one] = names.as_slice() { Some(*one) } else { None };
    }
    // A first word that is a category is the answer, whatever explanation follows.
    let mut words = said.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|w| !w.is_empty());
    if let Some(first) = words.next().and_then(number).filter(|n| *n != OTHER || said.len() < 12) {
        return Some(first);
    }
    let named: std::collections::BTreeSet<usize> = words.filter_map(number).filter(|n| *n != OTHER).collect();
    if named.len() == 1 { named.first().copied() } else { None }
}

/// The category that more than half of the votes name.
pub fn majority(votes: &[Option<usize>]) -> Option<usize> {
    (0..CATEGORIES.len()).find(|c| votes.iter().filter(|v| **v == Some(*c)).count() * 2 > votes.len())
}

#[cfg(test)]
mod tests {
    use super::super::prompt::tests::question;
    use super::*;

    #[test]
    fn replies_are_read_or_refused() {
        let is = |reply: &str| read(reply).map(|n| CATEGORIES[n].name);
        assert_eq!(is("Reason"), Some("reason"));
        assert_eq!(is("**Evidence-based**."), Some("evidence"));
        assert_eq!(is("Advice, although it could be an opinion"), Some("advice"));
        assert_eq!(is("{\"intent\": \"instruction\"}"), Some("instruction"));
        assert_eq!(is("<think>advice or opinion?</think>\nOpinion"), Some("opinion"));
        assert_eq!(is("The main intent is identification."), Some("identification"));
        assert_eq!(is("other"), Some("other"));
        assert_eq!(is("The intent is reason or advice"), None);
        assert_eq!(is("There are other intents"), None);
        assert_eq!(is("<think>advice"), None);
        assert_eq!(is(""), None);
        assert_eq!(is(&"é".repeat(5_000)), None);
    }

    #[test]
    fn the_majority_is_more_than_half() {
        assert_eq!(majority(&[Some(1), Some(2), Some(1)]), Some(1));
        assert_eq!(majority(&[Some(1), Some(2), Some(3)]), None);
        assert_eq!(majority(&[Some(1), Some(1), None]), Some(1));
        assert_eq!(majority(&[Some(1), None, None]), None);
        assert_eq!(majority(&[]), None);
    }

    #[test]
    fn every_vote_sees_all_categories_in_an_order_of_its_own() {
        let texts: std::collections::BTreeSet<String> = (0..3).map(|v| system("a-1", v, 0)).collect();
        assert_eq!(texts.len(), 3);
        for text in &texts {
            assert!(CATEGORIES.iter().all(|c| text.contains(&format!("- {}: ", c.name))));
            assert!(text.trim_end().lines().rev().nth(2).unwrap().starts_with("- other"));
        }
        let mut long = question("a-1", "a");
        long.context = "x".repeat(9_000);
        assert!(user(&long).len() < 5_000 && user(&long).contains("[…]"));
        assert_eq!(CATEGORIES.iter().map(|c| c.paper).sum::<u32>(), 99, "the paper's shares are rounded");
    }
}
