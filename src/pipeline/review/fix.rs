//! A wrong key set right: everybody who found it wrong named the same option.

use crate::model::evidence::{Evidence, GoldTier};
use crate::model::item::McqItem;
use crate::model::plan::{Role, letter};

/// Why a key cannot be set right.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unfit(pub &'static str);

/// The item with the option of this text as the right one: copies of an item have its options in other orders. What is known of the options is then known from the people who said so.
///
/// # Errors
/// When the item is in an exchange group, whose members' golds would no longer be balanced, or the options change their
/// roles in a way that the statement does not allow.
pub(super) fn key(mut item: McqItem, right: &str) -> Result<McqItem, Unfit> {
    let by_people = || Some(Evidence::verified("review"));
    if item.provenance.grouped {
        return Err(Unfit("the item is in an exchange group"));
    }
    let Some(to) = item.choices.iter().position(|choice| choice == right) else {
        return Err(Unfit("it has no such option"));
    };
    let from = item.answer_index;
    let p = &mut item.provenance;
    let roles = (p.options.get(from).map(|o| o.role), p.options.get(to).map(|o| o.role));
    match roles {
        (Some(Role::Verdict), Some(Role::Verdict)) => {
            let Some(statement) = &mut p.statement else { return Err(Unfit("it has no statement")) };
            statement.holds = !statement.holds;
            statement.evidence = if statement.holds { None } else { by_people() };
            statement.similarity = None;
        }
        // In a correction, whether the statement holds hangs on which option is right.
        (Some(Role::Gold), Some(Role::Distractor)) if p.statement.is_none() => {
            for (i, option) in p.options.iter_mut().enumerate() {
                option.role = if i == to { Role::Gold } else { Role::Distractor };
                option.evidence = if i == to { None } else { by_people() };
                // It was to the gold that there was.
                option.similarity = None;
            }
            p.gold = p.options.get(to).map(|o| o.term.clone()).unwrap_or_default();
        }
        _ => return Err(Unfit("its options cannot change roles")),
    }
    p.gold_tier = GoldTier::Verified;
    item.answer_index = to;
    item.answer = letter(to as u8).to_string();
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(grouped: bool, options: &str) -> McqItem {
        let text = format!(
            r#"{{"id":"a","image":"images/a.jpg","question":"Q","choices":["red","blue"],"answer":"A","answer_index":0,
            "target":"color","kind":"what","source":"s","boxes":[],"provenance":{{"scene":"s/1","fact":"f","annotations":[],
            "template":"t","group":null,"grouped":{grouped},"level":"none","gold":"red","gold_tier":"single",{options},
            "seed":1,"resources":"r"}},"license":{{"source_dataset":"s","source_image_id":"1","license":"x",
            "license_url":null,"author":null,"modified":false}}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    const WHAT: &str = r#""options":[{"term":"red","role":"gold"},
        {"term":"blue","role":"distractor","evidence":{"tier":"exclusive","rule":"hue"},"similarity":0.4}]"#;
    const YES: &str = r#""statement":{"term":"red","holds":true},
        "options":[{"term":"yes","role":"verdict"},{"term":"no","role":"verdict"}]"#;

    #[test]
    fn gold_and_distractor_change_places() {
        let fixed = key(item(false, WHAT), "blue").unwrap();
        assert_eq!((fixed.answer.as_str(), fixed.answer_index, fixed.provenance.gold.as_str()), ("B", 1, "blue"));
        let [red, blue] = &fixed.provenance.options[..] else { panic!("two options") };
        assert_eq!((red.role, &red.evidence), (Role::Distractor, &Some(Evidence::verified("review"))));
        assert_eq!((blue.role, &blue.evidence, blue.similarity), (Role::Gold, &None, None));
        assert_eq!(fixed.provenance.gold_tier, GoldTier::Verified);
    }

    #[test]
    fn a_statement_turns_and_a_group_stays_as_it_is() {
        let fixed = key(item(false, YES), "blue").unwrap();
        let statement = fixed.provenance.statement.unwrap();
        assert_eq!((statement.holds, statement.evidence), (false, Some(Evidence::verified("review"))));
        assert!(key(item(true, WHAT), "blue").is_err() && key(item(false, WHAT), "green").is_err());
        assert!(key(item(false, WHAT), "red").is_err(), "it is right already");
    }
}
