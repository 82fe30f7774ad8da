//! What differs between two versions of a set: items added, removed, and changed, with the fields that changed.

use serde_json::Value;
use std::collections::BTreeMap;

/// The difference of two sets, items by id.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Diff {
    /// Items only the second has, in its order.
    pub added: Vec<String>,
    /// Items only the first has, in its order.
    pub removed: Vec<String>,
    /// Items that both have and that differ, in the first's order.
    pub changed: Vec<Changed>,
    /// Items that are the same.
    pub same: usize,
    /// Whether the items that both have stand in another order.
    pub reordered: bool,
}

/// An item that differs.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Changed {
    /// Its id.
    pub id: String,
    /// The fields that differ, as paths, with both values.
    pub fields: Vec<Field>,
}

/// A field that differs.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Field {
    /// Its path, e.g. `provenance.options.0.term`.
    pub path: String,
    /// What the first has; nothing where the field is not there.
    pub before: Option<Value>,
    /// What the second has.
    pub after: Option<Value>,
}

impl Diff {
    /// Whether the two are one set.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty() && !self.reordered
    }

    /// How often each field changed; positions in lists are left out of the names.
    pub fn fields(&self) -> BTreeMap<String, usize> {
        let mut out = BTreeMap::new();
        for changed in &self.changed {
            let mut names: Vec<String> = changed.fields.iter().map(|f| plain(&f.path)).collect();
            names.sort_unstable();
            names.dedup();
            names.into_iter().for_each(|n| *out.entry(n).or_default() += 1);
        }
        out
    }
}

fn plain(path: &str) -> String {
    path.split('.').filter(|part| part.parse::<usize>().is_err()).collect::<Vec<_>>().join(".")
}

/// Compares two sets of items, each with its id, in file order.
pub fn diff(before: &[(String, Value)], after: &[(String, Value)]) -> Diff {
    let place = |all: &[(String, Value)]| -> BTreeMap<String, usize> {
        all.iter().enumerate().map(|(i, (id, _))| (id.clone(), i)).collect()
    };
    let (first, second) = (place(before), place(after));
    let mut out = Diff {
        added: after.iter().filter(|(id, _)| !first.contains_key(id)).map(|(id, _)| id.clone()).collect(),
        ..Diff::default()
    };
    let mut last = 0;
    for (id, old) in before {
        let Some(&at) = second.get(id) else {
            out.removed.push(id.clone());
            continue;
        };
        out.reordered |= at < last;
        last = last.max(at);
        let Some((_, new)) = after.get(at) else { continue };
        let mut fields = Vec::new();
        compare(String::new(), Some(old), Some(new), &mut fields);
        if fields.is_empty() {
            out.same += 1;
        } else {
            out.changed.push(Changed { id: id.clone(), fields });
        }
    }
    out
}

fn compare(path: String, before: Option<&Value>, after: Option<&Value>, out: &mut Vec<Field>) {
    let below = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    match (before, after) {
        (a, b) if a == b => {}
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            for (name, value) in a {
                compare(below(name), Some(value), b.get(name), out);
            }
            for (name, value) in b.iter().filter(|(name, _)| !a.contains_key(*name)) {
                compare(below(name), None, Some(value), out);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) if a.len() == b.len() => {
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                compare(below(&i.to_string()), Some(a), Some(b), out);
            }
        }
        (a, b) => out.push(Field { path, before: a.cloned(), after: b.cloned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn set(items: &[Value]) -> Vec<(String, Value)> {
        items.iter().map(|v| (v["id"].as_str().unwrap().to_string(), v.clone())).collect()
    }

    #[test]
    fn added_removed_and_changed_fields_are_named() {
        let before = set(&[
            json!({"id": "a", "choices": ["x", "y"], "p": {"level": "noun"}}),
            json!({"id": "b", "choices": ["x", "y"], "p": {"level": "noun"}}),
            json!({"id": "c", "q": 1}),
        ]);
        let after = set(&[
            json!({"id": "a", "choices": ["x", "z"], "p": {"level": "cell", "new": true}}),
            json!({"id": "c", "q": 1}),
            json!({"id": "d", "q": 1}),
        ]);
        let got = diff(&before, &after);
        assert_eq!((got.added.as_slice(), got.removed.as_slice()), (&["d".to_string()][..], &["b".to_string()][..]));
        let paths: Vec<&str> = got.changed[0].fields.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["choices.1", "p.level", "p.new"]);
        assert_eq!(got.fields().keys().collect::<Vec<_>>(), ["choices", "p.level", "p.new"]);
        assert_eq!((got.same, got.reordered), (1, false));
        assert!(diff(&before, &before).is_empty());
    }

    #[test]
    fn another_order_is_a_difference() {
        let a = set(&[json!({"id": "a"}), json!({"id": "b"})]);
        let b = set(&[json!({"id": "b"}), json!({"id": "a"})]);
        assert!(diff(&a, &b).reordered && !diff(&a, &b).is_empty());
    }
}
