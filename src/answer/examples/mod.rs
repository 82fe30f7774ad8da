//! Examples of our own, by kind of response: what each commits to, whatever rule decides.

mod decisions;
mod kinds;
mod languages;
mod long;
mod plain;
mod second;
mod unseen;

use super::{Options, read};

fn check(options: &[&str], cases: &[(&str, &str)]) {
    let options = Options::new(options);
    let mut wrong = Vec::new();
    for (text, want) in cases {
        let a = read(&options, text);
        let got = a.chosen().map_or("-".to_string(), |i| char::from(b'A' + i).to_string());
        if got != *want {
            wrong.push(format!("{text:?} is {got} by {} ({}), want {want}", a.rule, a.outcome.name()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

const COLORS: &[&str] = &["red", "dark red", "blue", "green"];
const ANIMALS: &[&str] = &["a dog", "a cat", "a horse", "none of the above"];
