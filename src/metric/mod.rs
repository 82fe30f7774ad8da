//! How well long answers match references, and how well such metrics match people.

pub mod agreement;
pub mod special;

/// The golden statistics, where they are to be had.
#[cfg(test)]
pub(crate) fn golden_stats() -> Option<serde_json::Value> {
    let Ok(shared) = std::env::var("GROUNDLINE_SHARED") else {
        println!("skipped: GROUNDLINE_SHARED is not set");
        return None;
    };
    let text = std::fs::read_to_string(format!("{shared}/golden/stats.json")).unwrap();
    Some(
        serde_json::from_str(&text.replace("NaN", "null").replace("-Infinity", "null").replace("Infinity", "null"))
            .unwrap(),
    )
}
