//! A small SVG writer: the charts are drawn with it, shape by shape.

use std::fmt::Write;

/// Colors of runs, told apart also in grey by their order of lightness; from the sixteenth on they repeat.
pub const COLORS: [&str; 15] = [
    "#1f5fa8", "#d1495b", "#2e8b57", "#e0a100", "#7b4fa3", "#00828f", "#a0522d", "#e377c2", "#5a6b1f", "#111827",
    "#6aa9e9", "#f4845f", "#8bc34a", "#b39ddb", "#9e9e9e",
];

/// Where a text is anchored.
#[derive(Debug, Clone, Copy)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A drawing.
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Escapes text for XML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Estimated width of a text in a sans-serif font of this size.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars()
        .map(|c| match c {
            'i' | 'l' | 'j' | '.' | ',' | ':' | '|' | '\'' | ' ' | 't' | 'f' | 'r' | 'I' | '(' | ')' | '-' => 0.36,
            'm' | 'w' | 'M' | 'W' | '@' => 0.92,
            c if c.is_uppercase() => 0.70,
            c if c as u32 >= 0x1100 => 1.0,
            _ => 0.60,
        })
        .sum::<f64>()
        * size
}

/// The text cut to a width, with an ellipsis where something was cut.
pub fn fit(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_string();
    }
    let mut out = String::new();
    for c in text.chars() {
        out.push(c);
        if text_width(&out, size) + size * 0.8 > width {
            out.pop();
            break;
        }
    }
    out.push('…');
    out
}

impl Svg {
    /// An empty drawing of this size in pixels, on white.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: format!("<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>\n") }
    }

    /// A line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), color: &str, width: f64) {
        let _ = writeln!(
            self.body,
            r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{color}" stroke-width="{width}" stroke-linecap="round"/>"#,
            from.0, from.1, to.0, to.1
        );
    }

    /// A filled circle.
    pub fn dot(&mut self, at: (f64, f64), r: f64, color: &str) {
        let _ = writeln!(
            self.body,
            r##"<circle cx="{:.1}" cy="{:.1}" r="{r}" fill="{color}" stroke="#fff" stroke-width="0.8"/>"##,
            at.0, at.1
        );
    }

    /// A filled rectangle from its upper left corner; the text is shown on hover.
    pub fn bar(&mut self, at: (f64, f64), size: (f64, f64), color: &str, title: &str) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" fill="{color}"><title>{}</title></rect>"#,
            at.0,
            at.1,
            size.0,
            size.1,
            escape(title)
        );
    }

    /// A closed or open outline; `dash` as in `stroke-dasharray`, empty for none; `fill` may be `none`.
    pub fn path(&mut self, points: &[(f64, f64)], closed: bool, color: &str, width: f64, dash: &str, fill: &str) {
        let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let tag = if closed { "polygon" } else { "polyline" };
        let fill =
            if fill == "none" { "fill=\"none\"".to_string() } else { format!("fill=\"{fill}\" fill-opacity=\"0.08\"") };
        let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
        let _ = writeln!(
            self.body,
            r#"<{tag} points="{}" {fill} stroke="{color}" stroke-width="{width}" stroke-linejoin="round"{dash}/>"#,
            list.join(" ")
        );
    }

    /// A text; the whole of it is shown on hover when `title` is given.
    pub fn text(&mut self, at: (f64, f64), text: &str, size: f64, anchor: Anchor, color: &str, title: Option<&str>) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let title = title.map_or(String::new(), |t| format!("<title>{}</title>", escape(t)));
        let _ = writeln!(
            self.body,
            r#"<text x="{:.1}" y="{:.1}" font-size="{size}" text-anchor="{anchor}" fill="{color}">{}{title}</text>"#,
            at.0,
            at.1,
            escape(text)
        );
    }

    /// The finished document.
    pub fn finish(self, label: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" font-family=\"DejaVu Sans, Arial, Helvetica, sans-serif\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
            escape(label),
            self.body,
            w = self.width,
            h = self.height
        )
    }
}

/// The drawing as PNG, twice as large; `None` where the machine has no font to set its texts in.
pub fn png(svg: &str) -> Option<Vec<u8>> {
    use resvg::{tiny_skia, usvg};
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    if options.fontdb.is_empty() {
        return None;
    }
    let family = ["DejaVu Sans", "Arial", "Helvetica", "Liberation Sans", "Noto Sans"]
        .iter()
        .find(|f| options.fontdb.faces().any(|face| face.families.iter().any(|(n, _)| n == *f)))
        .map(|f| (*f).to_string())
        .or_else(|| options.fontdb.faces().next().and_then(|f| f.families.first().map(|(n, _)| n.clone())))?;
    options.fontdb_mut().set_sans_serif_family(family);
    let tree = usvg::Tree::from_str(svg, &options).ok()?;
    let (w, h) = (tree.size().width(), tree.size().height());
    let mut pixels = tiny_skia::Pixmap::new((w * 2.0).ceil() as u32, (h * 2.0).ceil() as u32)?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(2.0, 2.0), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_cut() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text((1.0, 2.0), "a<b & \"c\"", 10.0, Anchor::Start, "#000", None);
        assert!(svg.finish("x").contains("a&lt;b &amp; &quot;c&quot;"));
        assert_eq!(fit("short", 10.0, 100.0), "short");
        let cut = fit(&"long ".repeat(40), 10.0, 100.0);
        assert!(cut.ends_with('…') && text_width(&cut, 10.0) < 110.0);
    }

    #[test]
    fn a_drawing_becomes_a_png_where_there_is_a_font() {
        let mut svg = Svg::new(40.0, 20.0);
        svg.dot((10.0, 10.0), 4.0, "#d1495b");
        match png(&svg.finish("dot")) {
            Some(bytes) => {
                let image = image::load_from_memory(&bytes).unwrap().to_rgb8();
                assert_eq!((image.dimensions(), image.get_pixel(20, 20).0), ((80, 40), [0xd1, 0x49, 0x5b]));
            }
            None => println!("skipped: no font on this machine"),
        }
    }
}
