//! The chart of two models topic by topic, colored by super-category (VQAonline, Figures 4, 9 and 10).

use super::Grades;
use super::summary::Report;
use crate::report::svg::{Anchor, COLORS, Svg, text_width};
use std::collections::{BTreeMap, BTreeSet};

/// Topics with fewer answers are left out: their means say little.
pub const LEAST: usize = 10;

const SIZE: f64 = 520.0;
const LEFT: f64 = 62.0;
const TOP: f64 = 34.0;
const KEY: f64 = 210.0;
const TEXT: f64 = 10.0;

struct Point {
    topic: String,
    color: &'static str,
    at: (f64, f64),
}

/// Draws the topics of one metric for two models. `None` where fewer than two topics have enough answers. The caption
/// says how many were left out.
pub fn topic_chart(
    report: &Report,
    grades: &Grades,
    metric: usize,
    models: (usize, usize),
) -> Option<(String, String)> {
    let table = report.tables.iter().find(|t| t.by == "topic")?;
    let key = report.metrics.get(metric)?;
    let category: BTreeMap<&str, &str> =
        grades.rows.iter().map(|r| (r.column("topic"), r.column("super_category"))).collect();
    let categories: Vec<&str> = category.values().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let color = |c: &str| categories.iter().position(|k| *k == c).and_then(|i| COLORS.get(i % COLORS.len()).copied());
    let mut points = Vec::new();
    let mut left_out = 0;
    for group in &table.groups {
        let mean = |m: usize| group.means.get(m)?.get(metric).filter(|m| m.n >= LEAST)?.mean;
        match (mean(models.0), mean(models.1)) {
            (Some(x), Some(y)) => points.push(Point {
                topic: group.value.clone(),
                color: category.get(group.value.as_str()).and_then(|c| color(c)).unwrap_or("#5b6472"),
                at: (x, y),
            }),
            _ => left_out += 1,
        }
    }
    if points.len() < 2 {
        return None;
    }
    let name = |m: usize| report.models.get(m).map_or("", |m| m.name.as_str());
    let shown: Vec<(&str, &'static str)> = categories.iter().filter_map(|c| Some((*c, color(c)?))).collect();
    let svg = draw(&points, &key.key, (name(models.0), name(models.1)), &shown);
    let caption = format!(
        "{}: each dot is a topic, its mean for {} to the right and for {} upwards; above the line {} is better.{}",
        key.label,
        name(models.0),
        name(models.1),
        name(models.1),
        match left_out {
            0 => String::new(),
            1 => format!(" One topic with fewer than {LEAST} answers is left out."),
            n => format!(" {n} topics with fewer than {LEAST} answers are left out."),
        }
    );
    Some((svg, caption))
}

fn draw(points: &[Point], metric: &str, models: (&str, &str), categories: &[(&str, &'static str)]) -> String {
    let values = points.iter().flat_map(|p| [p.at.0, p.at.1]);
    let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
    let margin = ((high - low) * 0.08).max(0.005);
    let (low, high) = (low - margin, high + margin);
    let place =
        |(x, y): (f64, f64)| (LEFT + (x - low) / (high - low) * SIZE, TOP + SIZE - (y - low) / (high - low) * SIZE);
    let mut svg = Svg::new(LEFT + SIZE + KEY, TOP + SIZE + 56.0);
    let step = tick(high - low);
    let mut tick = (low / step).ceil() * step;
    while tick <= high {
        let (x, y) = place((tick, tick));
        svg.line((x, TOP), (x, TOP + SIZE), "#eceff3", 1.0);
        svg.line((LEFT, y), (LEFT + SIZE, y), "#eceff3", 1.0);
        let label = format!("{tick:.*}", if step < 0.01 { 3 } else { 2 });
        svg.text((x, TOP + SIZE + 16.0), &label, TEXT, Anchor::Middle, "#5b6472", None);
        svg.text((LEFT - 6.0, y + 3.5), &label, TEXT, Anchor::End, "#5b6472", None);
        tick += step;
    }
    svg.path(&[place((low, low)), place((high, high))], false, "#9aa3af", 1.0, "4 4", "none");
    svg.line((LEFT, TOP + SIZE), (LEFT + SIZE, TOP + SIZE), "#14181f", 1.0);
    svg.line((LEFT, TOP), (LEFT, TOP + SIZE), "#14181f", 1.0);
    svg.text((LEFT + SIZE / 2.0, TOP + SIZE + 40.0), models.0, 13.0, Anchor::Middle, "#14181f", None);
    // Nothing turns text here: the second model's name stands above its axis.
    svg.text((LEFT - 6.0, TOP - 14.0), models.1, 13.0, Anchor::Start, "#14181f", None);
    svg.text((LEFT + SIZE, TOP - 14.0), metric, 13.0, Anchor::End, "#5b6472", None);
    for point in points {
        svg.dot(place(point.at), 4.5, point.color);
    }
    for (point, at, anchor) in labels(points, &place) {
        svg.text(
            at,
            &point.topic,
            TEXT,
            anchor,
            point.color,
            Some(&format!("{} {:.3} {:.3}", point.topic, point.at.0, point.at.1)),
        );
    }
    for (i, (category, color)) in categories.iter().enumerate() {
        let y = TOP + 10.0 + i as f64 * 20.0;
        svg.dot((LEFT + SIZE + 24.0, y), 4.5, color);
        svg.text((LEFT + SIZE + 34.0, y + 4.0), &category.replace('_', " "), 12.0, Anchor::Start, "#14181f", None);
    }
    svg.finish(&format!("{metric} of {} and {} by topic", models.0, models.1))
}

/// A round distance between grid lines, about six of them.
fn tick(span: f64) -> f64 {
    let rough = (span / 6.0).max(1e-6);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|f| f * power).find(|s| *s >= rough).unwrap_or(power)
}

/// Places for the names that have room, right or left of their dot; the outermost topics first.
fn labels<'a>(points: &'a [Point], place: &dyn Fn((f64, f64)) -> (f64, f64)) -> Vec<(&'a Point, (f64, f64), Anchor)> {
    let mean = |f: &dyn Fn(&Point) -> f64| points.iter().map(f).sum::<f64>() / points.len().max(1) as f64;
    let center = (mean(&|p| p.at.0), mean(&|p| p.at.1));
    let far = |p: &Point| (p.at.0 - center.0).powi(2) + (p.at.1 - center.1).powi(2);
    let mut order: Vec<&Point> = points.iter().collect();
    order.sort_by(|a, b| far(b).total_cmp(&far(a)).then(a.topic.cmp(&b.topic)));
    let dots = points.iter().map(|p| {
        let (x, y) = place(p.at);
        [x - 5.0, y - 5.0, x + 5.0, y + 5.0]
    });
    let mut taken: Vec<[f64; 4]> = dots.collect();
    let mut out = Vec::new();
    for point in order {
        let (x, y) = place(point.at);
        let width = text_width(&point.topic, TEXT);
        let right = [x + 6.0, y - 6.0, x + 8.0 + width, y + 6.0];
        let left = [x - 8.0 - width, y - 6.0, x - 6.0, y + 6.0];
        for (room, anchor, at) in [(right, Anchor::Start, (x + 7.0, y + 3.5)), (left, Anchor::End, (x - 7.0, y + 3.5))]
        {
            let inside = room[0] > LEFT && room[2] < LEFT + SIZE + 90.0;
            let free = taken.iter().all(|t| room[2] < t[0] || room[0] > t[2] || room[3] < t[1] || room[1] > t[3]);
            if inside && free {
                taken.push(room);
                out.push((point, at, anchor));
                break;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::summary::{Settings, fixture, summarize};
    use super::*;

    #[test]
    fn small_topics_are_left_out_and_said_to_be() {
        let mut grades = fixture::grades();
        let report = summarize(&grades, &Settings { replicates: 5, ..Settings::default() });
        let (svg, caption) = topic_chart(&report, &grades, 0, (0, 1)).unwrap();
        assert_eq!(svg.matches("<circle").count(), 3 + 2);
        assert!(svg.contains("chess") && svg.contains("life arts") && !caption.contains("left out"));
        // One answer less, and chess has fewer than ten.
        grades.models[0].scores[0][35] = None;
        let report = summarize(&grades, &Settings { replicates: 5, ..Settings::default() });
        let (svg, caption) = topic_chart(&report, &grades, 0, (0, 1)).unwrap();
        assert!(!svg.contains("chess") && caption.ends_with("One topic with fewer than 10 answers is left out."));
    }

    #[test]
    fn grid_lines_are_round() {
        assert_eq!((tick(0.6), tick(0.05), tick(1.0)), (0.1, 0.01, 0.2));
    }
}
