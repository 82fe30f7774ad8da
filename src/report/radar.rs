//! Radar charts of accuracy over targets or kinds (the paper's Figure 3), and rows of dots where there are fewer than three axes.

use super::svg::{Anchor, COLORS, Svg, fit, text_width};
use std::f64::consts::TAU;

/// What is drawn: axis names, chance on each axis, and each run's value on each axis (`None`: missing).
pub struct Radar<'a> {
    /// Title.
    pub title: &'a str,
    /// Axes, clockwise from the top.
    pub axes: Vec<&'a str>,
    /// Accuracy of guessing on each axis.
    pub chance: Vec<f64>,
    /// Runs.
    pub runs: Vec<(&'a str, Vec<Option<f64>>)>,
}

const SIZE: f64 = 13.0;

/// Draws it, about `size` pixels high. The scale runs from 0 to 100 %.
pub fn draw(radar: &Radar, size: f64) -> String {
    let legend =
        radar.runs.iter().map(|(n, _)| text_width(n, SIZE)).fold(text_width("random guess", SIZE), f64::max).min(260.0)
            + 64.0;
    let rows = radar.runs.len() + 1;
    let height = size.max(rows as f64 * 22.0 + 60.0);
    if radar.axes.len() < 3 {
        return dots(radar, size.max(360.0), legend, height.min(rows as f64 * 22.0 + 90.0));
    }
    let labels = radar.axes.iter().map(|a| text_width(a, SIZE)).fold(0.0, f64::max);
    let radius = (size / 2.0 - 46.0).max(60.0);
    let (cx, cy) = (radius + labels + 18.0, height / 2.0 + 8.0);
    let width = cx + radius + labels + 24.0 + legend;
    let mut svg = Svg::new(width, height);
    svg.text((14.0, 22.0), radar.title, 15.0, Anchor::Start, "#111", None);
    let n = radar.axes.len() as f64;
    let at = |axis: usize, value: f64| {
        let angle = TAU * axis as f64 / n - TAU / 4.0;
        (cx + radius * value * angle.cos(), cy + radius * value * angle.sin())
    };
    for ring in [0.25, 0.5, 0.75, 1.0] {
        let points: Vec<(f64, f64)> = (0..radar.axes.len()).map(|a| at(a, ring)).collect();
        svg.path(&points, true, "#d0d4da", 0.9, "", "none");
    }
    for (a, name) in radar.axes.iter().enumerate() {
        svg.line((cx, cy), at(a, 1.0), "#d0d4da", 0.9);
        let (x, y) = at(a, 1.0 + 14.0 / radius);
        let side = x - cx;
        let anchor = if side.abs() < 2.0 {
            Anchor::Middle
        } else if side > 0.0 {
            Anchor::Start
        } else {
            Anchor::End
        };
        svg.text((x, y + 4.5), name, SIZE, anchor, "#222", None);
    }
    // The outermost ring's number would touch the axis name.
    for ring in [0.25, 0.5, 0.75] {
        let (x, y) = at(0, ring);
        svg.text((x + 3.0, y - 2.0), &format!("{:.0}", ring * 100.0), 10.0, Anchor::Start, "#6b7280", None);
    }
    let chance: Vec<(f64, f64)> = radar.chance.iter().enumerate().map(|(a, c)| at(a, *c)).collect();
    svg.path(&chance, true, "#555", 1.2, "4 4", "none");
    for (r, (_, values)) in radar.runs.iter().enumerate() {
        let color = color(r);
        let points: Vec<Option<(f64, f64)>> = values.iter().enumerate().map(|(a, v)| v.map(|v| at(a, v))).collect();
        if points.iter().all(Option::is_some) {
            let all: Vec<(f64, f64)> = points.iter().flatten().copied().collect();
            // Many fills on top of each other only make it gray.
            svg.path(&all, true, color, 2.0, dash(r), if radar.runs.len() <= 3 { color } else { "none" });
        } else {
            // Only between neighbors that are both there.
            for a in 0..points.len() {
                if let (Some(p), Some(q)) = (points[a], points[(a + 1) % points.len()]) {
                    svg.path(&[p, q], false, color, 2.0, dash(r), "none");
                }
            }
        }
        for p in points.into_iter().flatten() {
            svg.dot(p, 3.0, color);
        }
    }
    key(&mut svg, radar, width - legend + 8.0, (height - rows as f64 * 22.0) / 2.0 + 16.0, legend);
    svg.finish(radar.title)
}

fn color(run: usize) -> &'static str {
    COLORS[run % COLORS.len()]
}

/// Every fifth run has another dash, so that fifteen can be told apart in print.
fn dash(run: usize) -> &'static str {
    ["", "7 3", "2 3"][run / 5 % 3]
}

fn key(svg: &mut Svg, radar: &Radar, x: f64, mut y: f64, width: f64) {
    for (r, (name, values)) in radar.runs.iter().enumerate() {
        svg.path(&[(x, y), (x + 22.0, y)], false, color(r), 2.4, dash(r), "none");
        let gap = if values.iter().any(Option::is_none) { " *" } else { "" };
        svg.text((x + 28.0, y + 4.5), &(fit(name, SIZE, width - 52.0) + gap), SIZE, Anchor::Start, "#111", Some(name));
        y += 22.0;
    }
    svg.path(&[(x, y), (x + 22.0, y)], false, "#555", 1.2, "4 4", "none");
    svg.text((x + 28.0, y + 4.5), "random guess", SIZE, Anchor::Start, "#444", None);
    if radar.runs.iter().any(|(_, v)| v.iter().any(Option::is_none)) {
        svg.text((x, y + 24.0), "* some cells missing", 11.0, Anchor::Start, "#555", None);
    }
}

/// One line of dots per axis.
fn dots(radar: &Radar, size: f64, legend: f64, height: f64) -> String {
    let labels = radar.axes.iter().map(|a| text_width(a, SIZE)).fold(40.0, f64::max) + 24.0;
    let (left, right) = (labels, labels + size - 60.0);
    let height = height.max(90.0 + radar.axes.len() as f64 * 44.0);
    let width = right + 24.0 + legend;
    let mut svg = Svg::new(width, height);
    svg.text((14.0, 22.0), radar.title, 15.0, Anchor::Start, "#111", None);
    let x = |v: f64| left + v * (right - left);
    let bottom = 44.0 + radar.axes.len() as f64 * 44.0;
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        svg.line((x(tick), 40.0), (x(tick), bottom), "#d0d4da", 0.9);
        svg.text((x(tick), bottom + 16.0), &format!("{:.0}", tick * 100.0), 11.0, Anchor::Middle, "#6b7280", None);
    }
    for (a, name) in radar.axes.iter().enumerate() {
        let y = 64.0 + a as f64 * 44.0;
        svg.text((left - 10.0, y + 4.5), name, SIZE, Anchor::End, "#222", None);
        svg.line((left, y), (right, y), "#d0d4da", 0.9);
        if let Some(c) = radar.chance.get(a) {
            svg.path(&[(x(*c), y - 12.0), (x(*c), y + 12.0)], false, "#555", 1.2, "4 4", "none");
        }
        for (r, (_, values)) in radar.runs.iter().enumerate() {
            if let Some(v) = values.get(a).copied().flatten() {
                // Side by side, so that equal values do not hide each other.
                let n = radar.runs.len() as f64;
                let spread = (r as f64 - (n - 1.0) / 2.0) * (26.0 / n).min(7.0);
                svg.dot((x(v), y + spread), 4.5, color(r));
            }
        }
    }
    key(&mut svg, radar, width - legend + 8.0, 60.0, legend);
    svg.finish(radar.title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_runs_and_axes_and_missing_cells() {
        for runs in [1, 2, 7, 15] {
            for axes in [1, 2, 3, 6] {
                let names: Vec<String> =
                    (0..runs).map(|r| format!("run <{r}> with quite a long name").repeat(1 + r % 3)).collect();
                let radar = Radar {
                    title: "Targets & more",
                    axes: ["entity", "number", "color", "material", "action", "spatial"][..axes].to_vec(),
                    chance: vec![0.25; axes],
                    runs: names
                        .iter()
                        .enumerate()
                        .map(|(r, n)| {
                            (
                                n.as_str(),
                                (0..axes).map(|a| (r != 1 || a != 0).then_some((a + r) as f64 / 25.0)).collect(),
                            )
                        })
                        .collect(),
                };
                for size in [180.0, 420.0, 900.0] {
                    let svg = draw(&radar, size);
                    assert!(!svg.contains("NaN") && !svg.contains("inf") && svg.contains("run &lt;0&gt;"));
                    assert_eq!(svg.matches("<title>").count(), runs);
                    assert_eq!(svg.contains("some cells missing"), runs > 1);
                }
            }
        }
    }
}
