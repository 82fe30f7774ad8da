//! The critical-difference diagram: mean ranks on a line, bars under models that no test tells apart (the paper's Figure 4).

use super::contest::Ranks;
use super::svg::{Anchor, Svg, fit, text_width};

const SIZE: f64 = 13.0;
const ROW: f64 = 22.0;
const LONGEST: f64 = 230.0;

/// Draws the diagram; `width` is the whole drawing's.
pub fn draw(ranks: &Ranks, alpha: f64, width: f64) -> String {
    let names: Vec<&str> = ranks.names.iter().map(String::as_str).collect();
    let k = names.len();
    let label = |i: usize| {
        let rank = ranks.mean_ranks.get(i).copied().unwrap_or(0.0);
        format!("{}  {rank:.2}", fit(names.get(i).copied().unwrap_or("?"), SIZE, LONGEST.min(width * 0.26)))
    };
    let margin = (0..k).map(|i| text_width(&label(i), SIZE)).fold(60.0, f64::max) + 26.0;
    let (left, right) = (margin, width - margin);
    let axis = 78.0;
    let last = (k.max(2)) as f64;
    let x = |rank: f64| left + (rank - 1.0) / (last - 1.0) * (right - left);
    let half = k.div_ceil(2);
    let bars = ranks.cliques.len() as f64;
    let first = axis + 22.0 + 9.0 * bars;
    let height = first + half as f64 * ROW + 44.0;
    let mut svg = Svg::new(width, height);

    svg.line((x(1.0), axis), (x(last), axis), "#222", 1.4);
    // Fewer numbers where they would touch.
    let step = ((24.0 * (last - 1.0) / (right - left)).ceil() as usize).max(1);
    for tick in 1..=k.max(2) {
        let at = x(tick as f64);
        svg.line((at, axis - 6.0), (at, axis), "#222", 1.2);
        if (tick - 1) % step == 0 {
            svg.text((at, axis - 10.0), &tick.to_string(), 12.0, Anchor::Middle, "#222", None);
        }
    }
    let cd = ranks.critical_difference;
    if k > 1 && cd <= last - 1.0 {
        let (from, to) = (x(1.0), x(1.0 + cd));
        svg.line((from, 34.0), (to, 34.0), "#666", 1.6);
        for end in [from, to] {
            svg.line((end, 29.0), (end, 39.0), "#666", 1.6);
        }
        svg.text(((from + to) / 2.0, 25.0), &format!("CD {cd:.2}"), 12.0, Anchor::Middle, "#444", None);
    } else {
        svg.text((x(1.0), 30.0), &format!("CD {cd:.2}: more than all ranks"), 12.0, Anchor::Start, "#444", None);
    }
    for (n, clique) in ranks.cliques.iter().enumerate() {
        let at = clique.iter().filter_map(|i| ranks.mean_ranks.get(*i)).copied();
        let (low, high) = at.fold((f64::MAX, f64::MIN), |(a, b), r| (a.min(r), b.max(r)));
        let y = axis + 12.0 + 9.0 * n as f64;
        svg.line((x(low) - 4.0, y), (x(high) + 4.0, y), "#b02a37", 4.0);
    }
    for (place, &i) in ranks.order.iter().enumerate() {
        let at = x(ranks.mean_ranks.get(i).copied().unwrap_or(1.0));
        let title = names.get(i).copied();
        let (row, end, anchor) =
            if place < half { (place, left - 8.0, Anchor::End) } else { (k - 1 - place, right + 8.0, Anchor::Start) };
        let y = first + row as f64 * ROW + 10.0;
        svg.line((at, axis), (at, y), "#555", 1.0);
        svg.line((at, y), (if place < half { left - 4.0 } else { right + 4.0 }, y), "#555", 1.0);
        svg.dot((at, axis), 3.2, "#222");
        svg.text((end, y + 4.5), &label(i), SIZE, anchor, "#111", title);
    }
    let p = ranks.friedman_p.map_or("all tied".to_string(), |p| format!("Friedman p {}", super::grid::p_text(p)));
    let note = format!("{} cells; {p}; bars: not told apart by Wilcoxon–Holm at {alpha}", ranks.cells);
    svg.text((width / 2.0, height - 12.0), &fit(&note, 11.0, width - 16.0), 11.0, Anchor::Middle, "#555", None);
    svg.finish("Critical-difference diagram")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(names: &[&str], mean_ranks: Vec<f64>, cliques: Vec<Vec<usize>>) -> Ranks {
        let order = super::super::compare::order(&mean_ranks);
        Ranks {
            names: names.iter().map(|n| n.to_string()).collect(),
            cells: 24,
            missing: 0,
            friedman_chi2: Some(10.0),
            friedman_p: Some(0.01),
            iman_davenport_f: None,
            iman_davenport_p: None,
            critical_difference: 1.2,
            nemenyi_cliques: Vec::new(),
            order,
            cliques,
            mean_ranks,
        }
    }

    #[test]
    fn every_model_has_a_label_and_every_clique_a_bar() {
        for k in [2, 7, 15] {
            let names: Vec<String> = (0..k)
                .map(|i| format!("model {i} <of a long name & more>").repeat(if i == 0 { 6 } else { 1 }))
                .collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let r = ranks(&names, (0..k).map(|i| 1.0 + i as f64 * 0.9).collect(), vec![vec![0, 1]]);
            let svg = draw(&r, 0.05, 900.0);
            assert_eq!(svg.matches("<title>").count(), k);
            assert_eq!(svg.matches("#b02a37").count(), 1);
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
        }
        let none = draw(&ranks(&["a", "b", "c"], vec![1.0, 2.0, 3.0], vec![]), 0.05, 600.0);
        assert_eq!(none.matches("#b02a37").count(), 0, "all differ: no bar");
    }
}
