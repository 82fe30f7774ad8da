//! How an item becomes a prompt.

use crate::error::{Error, Place, Result};
use serde::Deserialize;
use std::path::Path;

/// One way of asking.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// Name; runs of several wordings are told apart by it.
    pub name: String,
    /// The prompt, with `{question}`, `{options}` and `{letters}`.
    pub template: String,
    /// One option, with `{letter}` and `{text}`.
    #[serde(default = "option")]
    pub option: String,
    /// What stands between options.
    #[serde(default = "delimiter")]
    pub delimiter: String,
    /// Letters in lower case.
    #[serde(default)]
    pub lower: bool,
}

fn option() -> String {
    "({letter}) {text}".into()
}

fn delimiter() -> String {
    "\n".into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    prompt: Vec<Wording>,
}

impl Default for Wording {
    fn default() -> Self {
        let template = "{question}\n{options}\nAnswer with the letter of the right option: {letters}.";
        Wording {
            name: String::new(),
            template: template.into(),
            option: option(),
            delimiter: delimiter(),
            lower: false,
        }
    }
}

impl Wording {
    /// The wording of a `--prompt` file: its text is the template.
    ///
    /// # Errors
    /// When it cannot be read or has no `{question}` or no `{options}`.
    pub fn load(path: &Path) -> Result<Wording> {
        let template = std::fs::read_to_string(path)
            .map_err(|e| Error::opening(path, "give a text file with {question} and {options}", e))?;
        Wording { template: template.trim_end().to_string(), ..Wording::default() }.checked(path)
    }

    /// The wordings of a `--prompts` file: TOML with `[[prompt]]` tables of name, template, option, delimiter, lower.
    ///
    /// # Errors
    /// When it is no such file.
    pub fn load_all(path: &Path) -> Result<Vec<Wording>> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::opening(path, "give a TOML file with [[prompt]] tables", e))?;
        let file: File = toml::from_str(&text).map_err(|e| {
            Error::data(
                Place::file(path.display().to_string()),
                e.to_string(),
                "write [[prompt]] tables with `name` and `template`",
            )
        })?;
        let mut names: Vec<&str> = file.prompt.iter().map(|p| p.name.as_str()).collect();
        names.sort_unstable();
        if names.is_empty() || names.windows(2).any(|p| p[0] == p[1]) || names.first().is_some_and(|n| n.is_empty()) {
            return Err(Error::data(
                Place::file(path.display().to_string()),
                "names are missing or stand twice",
                "give each [[prompt]] a name of its own",
            ));
        }
        file.prompt.into_iter().map(|w| w.checked(path)).collect()
    }

    fn checked(self, path: &Path) -> Result<Wording> {
        for (text, slot) in [
            (&self.template, "{question}"),
            (&self.template, "{options}"),
            (&self.option, "{letter}"),
            (&self.option, "{text}"),
        ] {
            if !text.contains(slot) {
                return Err(Error::data(
                    Place::record(path.display().to_string(), &self.name),
                    format!("`{slot}` is not in it"),
                    format!("write `{slot}` where it belongs"),
                ));
            }
        }
        Ok(self)
    }

    /// The prompt of an item.
    pub fn render(&self, question: &str, choices: &[String]) -> String {
        let letters: Vec<String> = (0..choices.len())
            .map(|i| {
                let letter = crate::report::sheet::letter(i);
                if self.lower { letter.to_lowercase() } else { letter }
            })
            .collect();
        let options: Vec<String> = letters
            .iter()
            .zip(choices)
            .map(|(letter, text)| fill(&self.option, &[("{letter}", letter), ("{text}", text)]))
            .collect();
        let listed = match letters.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => letters.concat(),
        };
        fill(
            &self.template,
            &[("{question}", question), ("{options}", &options.join(&self.delimiter)), ("{letters}", &listed)],
        )
    }
}

/// Puts values into slots in one pass, so that a value that looks like a slot stays as it is.
fn fill(template: &str, slots: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((at, slot, value)) =
        slots.iter().filter_map(|(s, v)| rest.find(s).map(|at| (at, *s, *v))).min_by_key(|x| x.0)
    {
        out.push_str(rest.get(..at).unwrap_or(""));
        out.push_str(value);
        rest = rest.get(at + slot.len()..).unwrap_or("");
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts() {
        let choices = ["a cat".to_string(), "{question}".to_string(), "a cow".to_string()];
        let text = Wording::default().render("What is it?", &choices);
        assert_eq!(
            text,
            "What is it?\n(A) a cat\n(B) {question}\n(C) a cow\nAnswer with the letter of the right option: A, B or C."
        );
        let w = Wording {
            template: "{question} {options}".into(),
            option: "{letter}. {text}".into(),
            delimiter: "; ".into(),
            lower: true,
            name: "x".into(),
        };
        assert_eq!(w.render("Q?", &choices[..2]), "Q? a. a cat; b. {question}");
    }

    #[test]
    fn files_are_checked() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("p.toml");
        std::fs::write(&path, "[[prompt]]\nname=\"a\"\ntemplate=\"{question} {options}\"\n[[prompt]]\nname=\"b\"\ntemplate=\"{options}\"\n").unwrap();
        assert!(Wording::load_all(&path).unwrap_err().to_string().contains("(record b): `{question}` is not in it"));
        std::fs::write(&path, "[[prompt]]\nname=\"a\"\ntemplate=\"{question} {options}\"\nlower=true\n").unwrap();
        assert!(Wording::load_all(&path).unwrap()[0].lower);
    }
}
