//! Single answers beside question, picture and reference, with their scores.

use super::{Graded, Grades, Row};
use crate::report::browser::{Browser, SHOWN, choices, pick};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Most bytes of a text on the page.
const LONGEST: usize = 6_000;

/// The browser of these grades. `picture` gives a picture as a data URL, where it can be read.
pub fn browser(grades: &Grades, picture: &dyn Fn(&Path) -> Option<String>) -> Browser {
    let differing = differing(grades, SHOWN / 2);
    let shown = pick(grades.rows.len(), |i| differing.contains(&i), SHOWN);
    let rows: Vec<(usize, &Row)> = shown.iter().filter_map(|i| Some((*i, grades.rows.get(*i)?))).collect();
    let rated = grades.models.iter().any(|m| m.people.iter().any(Option::is_some));
    let metrics: Vec<&str> = grades.metrics.iter().map(|m| m.key.as_str()).chain(rated.then_some("people")).collect();
    let columns: BTreeSet<&str> = rows.iter().flat_map(|(_, r)| r.columns.keys()).map(String::as_str).collect();
    let mut menus = vec![("model".to_string(), models(grades))];
    for (c, name) in columns.iter().enumerate() {
        let all = format!("every {}", name.replace('_', " "));
        let choices = choices(&all, rows.iter().map(|(_, r)| r.column(name)));
        if choices.len() > 2 {
            menus.push((format!("column{c}"), choices));
        }
    }
    menus.push(("order".to_string(), orders(&metrics, grades.models.len())));
    let items: Vec<Value> = rows.iter().map(|(i, row)| item(grades, *i, row, &columns)).collect();
    let pictures: BTreeMap<String, String> = rows
        .iter()
        .filter_map(|(_, r)| r.asked.image.as_deref())
        .collect::<BTreeSet<&Path>>()
        .into_iter()
        .filter_map(|path| Some((path.display().to_string(), picture(path)?)))
        .collect();
    let some = match rows.len() == grades.rows.len() {
        true => String::new(),
        false => format!(
            "{} of {} questions: those on which models differ most by {}, and others from all over the set. ",
            rows.len(),
            grades.rows.len(),
            metrics.first().unwrap_or(&"the first metric")
        ),
    };
    Browser {
        note: some + "Scores stand beside the names; a score that could not be had is left out.",
        menus,
        data: json!({
            "pictures": pictures,
            "models": grades.models.iter().map(|m| &m.name).collect::<Vec<_>>(),
            "metrics": metrics,
            "columns": columns,
            "items": items,
        }),
        script: include_str!("../page/grades.js"),
    }
}

/// Questions on which the models' scores by the first metric are furthest apart.
fn differing(grades: &Grades, n: usize) -> BTreeSet<usize> {
    let apart = |i: usize| {
        let scores = grades.models.iter().filter_map(|m| m.scores.first()?.get(i).copied().flatten());
        let (low, high) = scores.fold((f64::MAX, f64::MIN), |(l, h), s| (l.min(s), h.max(s)));
        (high > low).then_some(high - low)
    };
    let mut all: Vec<(usize, f64)> = (0..grades.rows.len()).filter_map(|i| Some((i, apart(i)?))).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.into_iter().take(n).map(|(i, _)| i).collect()
}

fn models(grades: &Grades) -> Vec<(String, String)> {
    let named = grades.models.iter().enumerate().map(|(i, m)| (i.to_string(), m.name.clone()));
    std::iter::once((String::new(), "all models".to_string())).chain(named).collect()
}

/// `KIND INDEX_OF_METRIC`, and how it is called.
fn orders(metrics: &[&str], models: usize) -> Vec<(String, String)> {
    let mut out = vec![(String::new(), "in the set's order".to_string())];
    for (k, metric) in metrics.iter().enumerate() {
        out.push((format!("low {k}"), format!("lowest {metric} first")));
        out.push((format!("high {k}"), format!("highest {metric} first")));
        if models > 1 {
            out.push((format!("differ {k}"), format!("models differ most in {metric}")));
        }
    }
    out
}

fn item(grades: &Grades, i: usize, row: &Row, columns: &BTreeSet<&str>) -> Value {
    let rated = grades.models.iter().any(|m| m.people.iter().any(Option::is_some));
    let answer = |(m, model): (usize, &Graded)| {
        let response = model.answers.get(i)?.as_deref()?;
        let scores = model.scores.iter().map(|s| s.get(i).copied().flatten());
        let people = rated.then(|| model.people.get(i).copied().flatten());
        Some(json!({"m": m, "r": cut(response), "s": scores.chain(people).collect::<Vec<_>>()}))
    };
    let answers: Vec<Value> = grades.models.iter().enumerate().filter_map(answer).collect();
    let asked = &row.asked;
    json!({
        "id": row.id, "q": asked.question, "x": cut(&asked.context), "a": answers,
        "ref": asked.references.iter().map(|r| cut(r)).collect::<Vec<_>>(),
        "img": asked.image.as_ref().map(|p| p.display().to_string()),
        "c": columns.iter().map(|c| row.column(c)).collect::<Vec<_>>(),
    })
}

fn cut(text: &str) -> String {
    match text.char_indices().map(|(at, _)| at).take_while(|at| *at <= LONGEST).last() {
        Some(at) if text.len() > LONGEST => format!("{}…", text.get(..at).unwrap_or_default()),
        _ => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::summary::fixture;
    use super::*;

    fn grades() -> Grades {
        let mut grades = fixture::grades();
        for row in &mut grades.rows {
            row.asked.question = format!("What is {}?", row.id);
            row.asked.references = vec!["</script><b>it</b>".into()];
            row.asked.image = Some(format!("{}.png", row.id).into());
        }
        for model in &mut grades.models {
            model.answers = (0..40).map(|i| (i != 3).then(|| "é".repeat(i * 200))).collect();
        }
        grades
    }

    #[test]
    fn answers_stand_beside_their_scores_and_ratings() {
        let browser = browser(&grades(), &|path| (path == Path::new("q7.png")).then(|| "data:x".into()));
        let data = &browser.data;
        assert_eq!((data["items"].as_array().unwrap().len(), &data["metrics"][2]), (40, &json!("people")));
        let item = &data["items"][7];
        assert_eq!((item["q"].as_str(), item["c"][1].as_str()), (Some("What is q7?"), Some("no")));
        let scores = item["a"][1]["s"].as_array().unwrap();
        assert!((scores[0].as_f64().unwrap() - 0.34).abs() < 1e-12 && scores[1] == 0.15 && scores[2] == 1.0);
        assert_eq!(data["items"][3]["a"], json!([]), "no answer, no row");
        assert_eq!(data["items"][20]["a"][0]["s"][2], Value::Null, "nobody rated it");
        assert_eq!(data["pictures"], json!({"q7.png": "data:x"}));
        let mut page = String::new();
        browser.write(&mut page);
        assert!(!page.contains("<b>it") && page.matches("</script>").count() == 2);
        assert!(page.contains("<option value=\"differ 2\">models differ most in people</option>"));
    }

    #[test]
    fn long_texts_are_cut_at_a_character_and_large_sets_thinned() {
        assert_eq!((cut("short"), cut(&"é".repeat(3_000)).len()), ("short".to_string(), 6_000));
        assert!(cut(&"aé".repeat(3_000)).ends_with("…") && cut(&"aé".repeat(3_000)).len() <= LONGEST + 3);
        let mut grades = grades();
        grades.models[0].scores[0][39] = Some(0.0);
        assert_eq!(differing(&grades, 1).into_iter().collect::<Vec<_>>(), [39]);
    }
}
