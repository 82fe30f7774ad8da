//! Golden values and resources for tests; a test that lacks them says so and passes.

use serde_json::Value;
use std::path::PathBuf;

fn variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok().filter(|v| !v.is_empty());
    if value.is_none() {
        println!("skipped: {name} is not set");
    }
    value
}

/// The golden statistics.
pub fn golden_stats() -> Option<Value> {
    let text = std::fs::read_to_string(format!("{}/golden/stats.json", variable("GROUNDLINE_SHARED")?)).unwrap();
    let text = text.replace("NaN", "null").replace("-Infinity", "null").replace("Infinity", "null");
    Some(serde_json::from_str(&text).unwrap())
}

/// The lines of a golden file.
pub fn golden_lines(file: &str) -> Option<Vec<Value>> {
    let text = std::fs::read_to_string(format!("{}/golden/{file}", variable("GROUNDLINE_SHARED")?)).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The folder of METEOR's data, as `groundline download meteor` makes it.
pub fn meteor() -> Option<PathBuf> {
    variable("GROUNDLINE_METEOR").map(PathBuf::from)
}

/// The folder of all-MiniLM-L6-v2 in full precision as ONNX, with its tokenizer.
pub fn encoder() -> Option<PathBuf> {
    variable("GROUNDLINE_ENCODER").map(PathBuf::from)
}
