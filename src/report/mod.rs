//! Tallies, intervals, comparisons and their pages.

pub mod cd_diagram;
pub mod compare;
pub mod contest;
pub mod grid;
pub mod html;
pub mod import;
pub mod interval;
pub mod markdown;
pub mod radar;
pub mod sheet;
pub mod side_by_side;
pub mod special;
pub mod svg;
pub mod tally;

/// The golden statistics, where they are to be had.
#[cfg(test)]
pub(crate) fn golden() -> Option<serde_json::Value> {
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
