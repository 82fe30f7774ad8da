//! A question as the checks see it, whatever file it comes from.

use crate::kind::NONE_OF_THE_ABOVE;
use crate::model::item::{McqItem, OptionProvenance};
use crate::model::plan::{Level, Role, Statement};

/// One multiple-choice question with its key.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Unique id.
    pub id: String,
    /// The stem.
    pub question: String,
    /// Option texts in order.
    pub choices: Vec<String>,
    /// Index of the right option; always inside `choices`.
    pub gold: usize,
    /// What it is counted under: `<target>.<kind>`, or the category of a foreign set.
    pub cell: String,
    /// Its exchange group, if it is in one.
    pub group: Option<String>,
    /// What is the same for two questions about one picture: the scene, else the picture's path or hash.
    pub picture: Option<String>,
    /// What our own sets know besides.
    pub origin: Option<Box<Origin>>,
}

/// What an item of ours knows of its options.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// Target.
    pub target: String,
    /// Kind.
    pub kind: String,
    /// Level of its group.
    pub level: Level,
    /// Source dataset.
    pub source: String,
    /// Template.
    pub template: String,
    /// Gold concept.
    pub gold: String,
    /// The claim of a yes/no or correction item.
    pub statement: Option<Statement>,
    /// One per choice.
    pub options: Vec<OptionProvenance>,
}

impl Entry {
    /// From a finished item; `None` where the key is outside the options.
    pub fn of_item(item: &McqItem) -> Option<Self> {
        let p = &item.provenance;
        (item.answer_index < item.choices.len()).then(|| Entry {
            id: item.id.clone(),
            question: item.question.clone(),
            choices: item.choices.clone(),
            gold: item.answer_index,
            cell: format!("{}.{}", item.target, item.kind),
            group: p.group.clone(),
            picture: Some(p.scene.clone()),
            origin: Some(Box::new(Origin {
                target: item.target.clone(),
                kind: item.kind.clone(),
                level: p.level,
                source: item.source.clone(),
                template: p.template.clone(),
                gold: p.gold.clone(),
                statement: p.statement.clone(),
                options: p.options.clone(),
            })),
        })
    }

    /// The accuracy of a blind guess.
    pub fn chance(&self) -> f64 {
        1.0 / self.choices.len().max(1) as f64
    }

    /// Whether an option is a fixed text (a verdict, none of the above) and not a concept.
    pub fn is_fixed(&self, option: usize) -> bool {
        if let Some(o) = self.origin.as_ref().and_then(|o| o.options.get(option)) {
            return matches!(o.role, Role::NoneOfTheAbove | Role::Verdict);
        }
        let Some(text) = self.choices.get(option) else { return false };
        let text = text.trim().trim_end_matches(['.', '!']).to_lowercase();
        let whole = ["yes", "no", "true", "false", "both", "neither", "all", "none"];
        text == NONE_OF_THE_ABOVE || text.ends_with("of the above") || whole.contains(&text.as_str())
    }

    /// Whether it is asked inside an exchange group; `None` for sets that know no groups.
    pub fn grouped(&self) -> Option<bool> {
        self.origin.as_ref().map(|_| self.group.is_some())
    }
}
