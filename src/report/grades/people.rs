//! The chart of each metric against people: one small plot a metric, one dot a model.

use crate::report::svg::{Anchor, COLORS, Svg, fit};

/// One plot.
#[derive(Debug, Clone)]
pub struct Plot {
    /// The metric and its correlation, e.g. "meteor, r 0.971".
    pub title: String,
    /// By model: name, mean of the metric, mean rating.
    pub points: Vec<(String, f64, f64)>,
}

const WIDTH: f64 = 290.0;
const HEIGHT: f64 = 250.0;
const INNER: (f64, f64, f64, f64) = (44.0, 34.0, 20.0, 42.0);

/// Draws the plots, three in a row. `None` of no plots.
pub fn people_chart(plots: &[Plot]) -> Option<String> {
    if plots.is_empty() {
        return None;
    }
    let columns = plots.len().min(3);
    let rows = plots.len().div_ceil(columns);
    let names: Vec<&String> =
        plots.iter().flat_map(|p| p.points.iter().map(|q| &q.0)).fold(Vec::new(), |mut all, n| {
            if !all.contains(&n) {
                all.push(n);
            }
            all
        });
    let key = names.len().div_ceil(columns) as f64 * 18.0 + 14.0;
    let mut svg = Svg::new(columns as f64 * WIDTH, rows as f64 * HEIGHT + key);
    for (i, plot) in plots.iter().enumerate() {
        let corner = ((i % columns) as f64 * WIDTH, (i / columns) as f64 * HEIGHT);
        draw(&mut svg, plot, corner, &|name| names.iter().position(|n| *n == name).unwrap_or(0));
    }
    for (i, name) in names.iter().enumerate() {
        let at = ((i % columns) as f64 * WIDTH + 16.0, rows as f64 * HEIGHT + (i / columns) as f64 * 18.0 + 10.0);
        svg.dot(at, 5.0, color(i));
        svg.text((at.0 + 10.0, at.1 + 4.0), &fit(name, 12.0, WIDTH - 40.0), 12.0, Anchor::Start, "#14181f", Some(name));
    }
    Some(svg.finish("metrics against people"))
}

fn color(i: usize) -> &'static str {
    COLORS.get(i % COLORS.len()).copied().unwrap_or("#14181f")
}

fn draw(svg: &mut Svg, plot: &Plot, corner: (f64, f64), number: &dyn Fn(&String) -> usize) {
    let (left, top, right, bottom) = INNER;
    let (x0, y0) = (corner.0 + left, corner.1 + top);
    let (w, h) = (WIDTH - left - right, HEIGHT - top - bottom);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        let margin = ((high - low) * 0.12).max(1e-3);
        (low - margin, high + margin)
    };
    let xs = range(&mut plot.points.iter().map(|p| p.1));
    let ys = range(&mut plot.points.iter().map(|p| p.2));
    svg.text(
        (corner.0 + WIDTH / 2.0, corner.1 + 20.0),
        &fit(&plot.title, 13.0, WIDTH - 16.0),
        13.0,
        Anchor::Middle,
        "#14181f",
        None,
    );
    svg.line((x0, y0 + h), (x0 + w, y0 + h), "#14181f", 1.0);
    svg.line((x0, y0), (x0, y0 + h), "#14181f", 1.0);
    for share in [0.0, 0.5, 1.0] {
        let (x, y) = (x0 + share * w, y0 + h - share * h);
        let value = |r: (f64, f64)| format!("{:.2}", r.0 + share * (r.1 - r.0));
        svg.text((x, y0 + h + 14.0), &value(xs), 10.0, Anchor::Middle, "#5b6472", None);
        svg.text((x0 - 5.0, y + 3.5), &value(ys), 10.0, Anchor::End, "#5b6472", None);
    }
    svg.text((x0 + w / 2.0, y0 + h + 30.0), "mean of the metric", 10.5, Anchor::Middle, "#5b6472", None);
    svg.text((x0 + 4.0, y0 + 2.0), "people", 10.5, Anchor::Start, "#5b6472", None);
    for (name, x, y) in &plot.points {
        let at = (x0 + (x - xs.0) / (xs.1 - xs.0) * w, y0 + h - (y - ys.0) / (ys.1 - ys.0) * h);
        svg.dot(at, 5.0, color(number(name)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_a_dot_in_every_plot() {
        let points = vec![("a".to_string(), 0.1, 0.2), ("b".to_string(), 0.3, 0.7), ("<c>".to_string(), 0.3, 0.7)];
        let plots: Vec<Plot> = (0..4).map(|i| Plot { title: format!("m{i}"), points: points.clone() }).collect();
        let svg = people_chart(&plots).unwrap();
        assert_eq!(svg.matches("<circle").count(), 4 * 3 + 3);
        assert!(svg.contains("&lt;c&gt;") && people_chart(&[]).is_none());
    }
}
