//! Charts of a set of community questions.

use crate::forum::describe::Description;
use crate::pipeline::overview::grouped;
use crate::report::svg::{Anchor, Svg, fit};

/// The color of a super-category.
pub fn color(super_category: &str) -> &'static str {
    match super_category {
        "culture & recreation" => "#1f5fa8",
        "life & arts" => "#d1495b",
        "science" => "#2e8b57",
        "professional" => "#7b4fa3",
        "business" => "#e0a100",
        _ => "#8a929c",
    }
}

const TEXT: &str = "#222";
const SOFT: &str = "#667";
const GRID: &str = "#e3e6ea";

/// Questions of each topic, on a logarithmic scale, colored by super-category (the paper's Figure 2).
pub(super) fn topics(d: &Description) -> String {
    let mut topics: Vec<_> = d.topics.iter().collect();
    topics.sort_by(|a, b| b.questions.cmp(&a.questions).then_with(|| a.name.cmp(&b.name)));
    let most = topics.first().map_or(1, |t| t.questions).max(10);
    let decades = (most as f64).log10().ceil();
    let (left, right, top, row) = (150.0, 70.0, 66.0, 17.0);
    let wide = 460.0;
    let height = top + topics.len() as f64 * row + 34.0;
    let mut svg = Svg::new(left + wide + right, height);
    // Half a decade below 1, so that a single question still has a bar.
    let x = |n: f64| left + (n.log10() + 0.3) / (decades + 0.3) * wide;
    svg.text((left, 22.0), "Visual questions per topic (log scale)", 14.0, Anchor::Start, TEXT, None);
    let mut at = left;
    for group in &d.super_categories {
        svg.bar((at, 33.0), (10.0, 10.0), color(&group.name), &group.name);
        svg.text((at + 14.0, 42.0), &group.name, 10.5, Anchor::Start, TEXT, None);
        at += 26.0 + crate::report::svg::text_width(&group.name, 10.5);
    }
    let bottom = top + topics.len() as f64 * row;
    for decade in 0..=decades as u32 {
        let n = 10u64.pow(decade);
        svg.line((x(n as f64), top - 6.0), (x(n as f64), bottom), GRID, 1.0);
        svg.text((x(n as f64), bottom + 16.0), &grouped(n), 10.5, Anchor::Middle, SOFT, None);
    }
    for (i, topic) in topics.iter().enumerate() {
        let y = top + i as f64 * row;
        let label = format!("{}: {} questions, {}", topic.name, grouped(topic.questions), topic.super_category);
        svg.text((left - 8.0, y + 11.0), &fit(&topic.name, 11.0, left - 16.0), 11.0, Anchor::End, TEXT, Some(&label));
        let end = x(topic.questions as f64);
        svg.bar((left, y + 2.0), (end - left, row - 5.0), color(&topic.super_category), &label);
        svg.text((end + 5.0, y + 11.0), &grouped(topic.questions), 10.5, Anchor::Start, SOFT, None);
    }
    svg.finish("Visual questions per topic")
}

/// Lengths of questions, contexts and answers: share of texts by number of words, in classes that double.
pub(super) fn lengths(d: &Description) -> String {
    let (left, top, wide, high) = (56.0, 66.0, 560.0, 240.0);
    let mut svg = Svg::new(left + wide + 24.0, top + high + 52.0);
    svg.text((left, 22.0), "Words per text", 14.0, Anchor::Start, TEXT, None);
    let colors = ["#e0a100", "#1f5fa8", "#2e8b57"];
    let mut at = left;
    for (name, color) in ["question", "context", "answer"].iter().zip(colors) {
        svg.bar((at, 33.0), (10.0, 10.0), color, name);
        svg.text((at + 14.0, 42.0), name, 10.5, Anchor::Start, TEXT, None);
        at += 26.0 + crate::report::svg::text_width(name, 10.5);
    }
    let classes: usize = d.histogram.iter().map(|(to, _)| to.ilog2() as usize + 1).max().unwrap_or(1).max(8);
    let total = d.all.questions.max(1) as f64;
    let share = |class: usize, part: usize| {
        let count = d.histogram.iter().find(|(to, _)| to.ilog2() as usize == class);
        count.and_then(|(_, c)| c.get(part)).map_or(0.0, |c| *c as f64 / total)
    };
    let most = (0..classes).flat_map(|c| (0..3).map(move |p| (c, p))).map(|(c, p)| share(c, p)).fold(0.1, f64::max);
    let step = wide / classes as f64;
    let percents = if most > 0.5 {
        20
    } else if most > 0.25 {
        10
    } else {
        5
    };
    for percent in (0..=100).step_by(percents).take_while(|p| f64::from(*p) <= most * 100.0 + 1e-9) {
        let value = f64::from(percent) / 100.0;
        let y = top + high - value / most * high;
        svg.line((left, y), (left + wide, y), GRID, 1.0);
        svg.text((left - 8.0, y + 4.0), &format!("{:.0} %", value * 100.0), 10.5, Anchor::End, SOFT, None);
    }
    for class in 0..classes {
        let x = left + class as f64 * step;
        let to = 1usize << class;
        let name = if class < 2 { to.to_string() } else { format!("{}–{to}", to / 2 + 1) };
        svg.text((x + step / 2.0, top + high + 16.0), &name, 9.5, Anchor::Middle, SOFT, None);
        for (part, color) in colors.iter().enumerate() {
            let h = share(class, part) / most * high;
            let width = (step - 8.0) / 3.0;
            let at = (x + 4.0 + part as f64 * width, top + high - h);
            svg.bar(at, (width - 1.0, h), color, &format!("{:.1} %", share(class, part) * 100.0));
        }
    }
    svg.text((left + wide / 2.0, top + high + 38.0), "words", 10.5, Anchor::Middle, SOFT, None);
    svg.finish("Words per text")
}
