//! A field of a foreign row, whatever the file's format.

use parquet::record::Field;
use serde_json::Value as Json;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Raw bytes: a picture, or a text whose column does not say that it is one.
    Bytes(Vec<u8>),
    /// A list.
    List(Vec<Value>),
    /// Named values, in order.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// As text: numbers without a needless fraction, bytes where they are UTF-8.
    pub fn text(&self) -> Option<String> {
        match self {
            Value::Text(t) => Some(t.clone()),
            Value::Bytes(b) => std::str::from_utf8(b).ok().map(str::to_string),
            Value::Number(n) => Some(n.to_string()),
            _ => None,
        }
        .filter(|t| !t.trim().is_empty())
    }

    /// A named value.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Map(fields) => fields.iter().find(|(n, _)| n == name).map(|(_, v)| v),
            _ => None,
        }
    }
}

impl From<Json> for Value {
    fn from(json: Json) -> Self {
        match json {
            Json::Null => Value::Null,
            Json::Bool(b) => Value::Text(if b { "true" } else { "false" }.into()),
            Json::Number(n) => n.as_f64().map_or(Value::Null, Value::Number),
            Json::String(s) => Value::Text(s),
            Json::Array(a) => Value::List(a.into_iter().map(Value::from).collect()),
            Json::Object(o) => Value::Map(o.into_iter().map(|(k, v)| (k, Value::from(v))).collect()),
        }
    }
}

impl From<&Field> for Value {
    fn from(field: &Field) -> Self {
        match field {
            Field::Bool(b) => Value::Text(if *b { "true" } else { "false" }.into()),
            Field::Byte(n) => Value::Number(f64::from(*n)),
            Field::Short(n) => Value::Number(f64::from(*n)),
            Field::Int(n) => Value::Number(f64::from(*n)),
            Field::Long(n) => Value::Number(*n as f64),
            Field::UByte(n) => Value::Number(f64::from(*n)),
            Field::UShort(n) => Value::Number(f64::from(*n)),
            Field::UInt(n) => Value::Number(f64::from(*n)),
            Field::ULong(n) => Value::Number(*n as f64),
            Field::Float(n) => Value::Number(f64::from(*n)),
            Field::Double(n) => Value::Number(*n),
            Field::Str(s) => Value::Text(s.clone()),
            Field::Bytes(b) => Value::Bytes(b.data().to_vec()),
            Field::ListInternal(list) => Value::List(list.elements().iter().map(Value::from).collect()),
            Field::Group(row) => {
                Value::Map(row.get_column_iter().map(|(name, v)| (name.clone(), Value::from(v))).collect())
            }
            _ => Value::Null,
        }
    }
}

/// A list that was written as text: JSON, or Python's `['a', "b"]`.
pub fn list(text: &str) -> Option<Vec<String>> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    if let Ok(Json::Array(all)) = serde_json::from_str(text) {
        return all.into_iter().map(|v| Value::from(v).text()).collect();
    }
    let (mut out, mut rest) = (Vec::new(), inner.trim());
    while !rest.is_empty() {
        let quote = rest.chars().next().filter(|c| ['\'', '"'].contains(c))?;
        let (mut item, mut escaped, mut end) = (String::new(), false, None);
        for (at, c) in rest.char_indices().skip(1) {
            match c {
                _ if escaped => {
                    item.push(if c == 'n' { '\n' } else { c });
                    escaped = false;
                }
                '\\' => escaped = true,
                c if c == quote => {
                    end = Some(at + 1);
                    break;
                }
                c => item.push(c),
            }
        }
        out.push(item);
        rest = rest.get(end?..)?.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_json_and_as_python() {
        assert_eq!(list(r#"["a","b"]"#), Some(vec!["a".into(), "b".into()]));
        assert_eq!(list(r#"['a dog', "it's", 'x\'y',]"#), Some(vec!["a dog".into(), "it's".into(), "x'y".into()]));
        assert_eq!(list("[1, 2]"), Some(vec!["1".into(), "2".into()]));
        assert_eq!(list("['open"), None);
        assert_eq!(list("a, b"), None);
    }
}
