//! A post's HTML as readable text, and the pictures in it.
//!
//! Paragraphs stand apart; lists keep their marks, quotes a `>`, code its lines; of a link the text stays, of a picture
//! nothing. The tree is walked without recursion, so deep nesting does no harm.

use scraper::{Html, Node};

/// What a body holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Body {
    /// Its text.
    pub text: String,
    /// Links of its pictures, in order; empty strings where one has no link.
    pub pictures: Vec<String>,
}

/// Reads a body.
pub fn read(html: &str) -> Body {
    let tree = Html::parse_fragment(html);
    let mut writer = Writer::default();
    let mut pictures = Vec::new();
    let root = tree.tree.root();
    let mut at = Some(root);
    while let Some(node) = at {
        match node.value() {
            Node::Text(text) => writer.text(text),
            Node::Element(element) if element.name() == "img" => {
                pictures.push(element.attr("src").unwrap_or_default().trim().to_string());
            }
            Node::Element(element) => {
                let start = element.attr("start").and_then(|s| s.trim().parse().ok());
                writer.open(element.name(), start);
            }
            _ => {}
        }
        at = node.first_child();
        let mut done = node;
        // Up to the next node that was not opened yet, closing what is complete.
        while at.is_none() {
            if let Node::Element(element) = done.value() {
                writer.close(element.name());
            }
            at = done.next_sibling();
            match done.parent() {
                Some(parent) if at.is_none() => done = parent,
                _ => break,
            }
        }
    }
    Body { text: writer.finish(), pictures }
}

/// How an element stands in the text.
enum Stand {
    /// Apart from what is before and after.
    Paragraph,
    /// On lines of its own.
    Line,
    /// Among the words.
    Inline,
    /// Not at all.
    Hidden,
}

fn stand(name: &str) -> Stand {
    match name {
        "p" | "div" | "blockquote" | "pre" | "ul" | "ol" | "dl" | "table" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        | "hr" | "details" | "section" | "article" | "figure" => Stand::Paragraph,
        "li" | "tr" | "dt" | "dd" | "summary" | "caption" | "figcaption" => Stand::Line,
        "script" | "style" | "template" | "noscript" | "iframe" | "object" | "head" => Stand::Hidden,
        _ => Stand::Inline,
    }
}

/// Most levels of lists and quotes that are shown.
const DEEPEST: usize = 12;

#[derive(Default)]
struct Writer {
    out: String,
    /// Line ends owed before the next character.
    owed: usize,
    /// A blank is owed before the next character.
    blank: bool,
    /// Marks owed at the start of the next line, e.g. `- `.
    mark: String,
    pre: usize,
    hidden: usize,
    quotes: usize,
    /// Quotes around the last line.
    quoted: usize,
    /// Open lists: the next number of an ordered one.
    lists: Vec<Option<i64>>,
    /// A raised number follows a digit: `10^-3`.
    raised: bool,
    cells: usize,
}

impl Writer {
    fn open(&mut self, name: &str, start: Option<i64>) {
        match stand(name) {
            Stand::Hidden => self.hidden += 1,
            Stand::Paragraph => self.owe(if matches!(name, "ul" | "ol") && !self.lists.is_empty() { 1 } else { 2 }),
            Stand::Line => self.owe(1),
            Stand::Inline => {}
        }
        match name {
            "br" => self.line_end(),
            "pre" => self.pre += 1,
            "blockquote" => self.quotes += 1,
            "ul" => self.lists.push(None),
            "ol" => self.lists.push(Some(start.unwrap_or(1))),
            "li" => {
                self.mark = match self.lists.last_mut() {
                    Some(Some(n)) => {
                        let mark = format!("{n}. ");
                        *n = n.saturating_add(1);
                        mark
                    }
                    _ => "- ".to_string(),
                }
            }
            "tr" => self.cells = 0,
            "td" | "th" => {
                if self.cells > 0 {
                    self.text(" | ");
                }
                self.cells += 1;
            }
            "sup" => self.raised = self.out.ends_with(|c: char| c.is_ascii_digit()) && !self.blank && self.owed == 0,
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "pre" => self.pre = self.pre.saturating_sub(1),
            "blockquote" => self.quotes = self.quotes.saturating_sub(1),
            "ul" | "ol" => drop(self.lists.pop()),
            // An item without text leaves no mark behind.
            "li" => self.mark.clear(),
            "sup" => self.raised = false,
            _ => {}
        }
        match stand(name) {
            Stand::Hidden => self.hidden = self.hidden.saturating_sub(1),
            Stand::Paragraph => self.owe(if matches!(name, "ul" | "ol") && !self.lists.is_empty() { 1 } else { 2 }),
            Stand::Line => self.owe(1),
            Stand::Inline => {}
        }
    }

    fn owe(&mut self, lines: usize) {
        // The first paragraph of a list's item stands beside its mark.
        if self.mark.is_empty() {
            // Between the paragraphs of a list's items no line is left empty: the list would fall apart.
            let lines = if self.lists.is_empty() { lines } else { lines.min(1) };
            self.owed = self.owed.max(lines);
        }
        self.blank = false;
    }

    /// A line end that the author wrote.
    fn line_end(&mut self) {
        self.owed = (self.owed + 1).min(2);
        self.blank = false;
    }

    fn text(&mut self, text: &str) {
        if self.hidden > 0 {
            return;
        }
        for c in text.chars() {
            match c {
                '\n' if self.pre > 0 => self.owed = (self.owed + 1).min(3),
                '\r' => {}
                c if self.pre > 0 => self.put(c),
                c if c.is_whitespace() && c != '\u{3000}' => self.blank = true,
                c => {
                    if self.raised {
                        self.raised = false;
                        if c.is_ascii_digit() || matches!(c, '-' | '+' | '−') {
                            self.put('^');
                        }
                    }
                    self.put(c);
                }
            }
        }
    }

    fn put(&mut self, c: char) {
        let at_start = self.out.is_empty();
        if self.owed > 0 || at_start || !self.mark.is_empty() {
            let quotes = "> ".repeat(self.quotes.min(DEEPEST));
            if !at_start {
                for i in 0..self.owed.max(1) {
                    // An empty line inside a quote is part of it.
                    if i > 0 {
                        self.out.push_str("> ".repeat(self.quoted.min(self.quotes.min(DEEPEST))).trim_end());
                    }
                    self.out.push('\n');
                }
            }
            self.out.push_str(&quotes);
            self.quoted = self.quotes.min(DEEPEST);
            let depth = self.lists.len().min(DEEPEST);
            let indent = if self.mark.is_empty() { depth } else { depth.saturating_sub(1) };
            self.out.push_str(&"  ".repeat(indent));
            self.out.push_str(&std::mem::take(&mut self.mark));
            (self.owed, self.blank) = (0, false);
        }
        if self.blank {
            self.out.push(' ');
            self.blank = false;
        }
        self.out.push(c);
    }

    fn finish(self) -> String {
        // Code may end its lines with blanks.
        let lines: Vec<&str> = self.out.lines().map(str::trim_end).collect();
        lines.join("\n").trim_matches('\n').to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str) -> String {
        read(html).text
    }

    #[test]
    fn paragraphs_links_and_entities() {
        assert_eq!(
            text(
                "<p>One <em>two</em>\n three&amp;four&nbsp;&lt;5.</p>\n\n<p>See <a href=\"http://x.org/\">the page</a>.<br>Bye</p>\n"
            ),
            "One two three&four <5.\n\nSee the page.\nBye"
        );
        assert_eq!(text("no markup, 1 < 2 & 3"), "no markup, 1 < 2 & 3");
        assert_eq!(text("<p>&amp;lt;img&amp;gt; is written &lt;img&gt;</p>"), "&lt;img&gt; is written <img>");
    }

    #[test]
    fn lists_nest_and_number() {
        let html = "<p>Take:</p><ul><li>beans<ul><li>fresh</li><li><p>dark</p></li></ul></li><li></li><li>water</li></ul><ol start=\"3\"><li>grind</li><li>brew</li></ol><p>Done.</p>";
        assert_eq!(text(html), "Take:\n\n- beans\n  - fresh\n  - dark\n- water\n\n3. grind\n4. brew\n\nDone.");
    }

    #[test]
    fn code_keeps_its_lines_and_quotes_their_mark() {
        let html = "<pre><code>if a &lt; b:\n    go()\n\n    stop()\n</code></pre><blockquote><p>said</p><p>and   done</p></blockquote><p>Use <code>x  = 1</code></p>";
        assert_eq!(text(html), "if a < b:\n    go()\n\n    stop()\n\n> said\n>\n> and done\n\nUse x = 1");
    }

    #[test]
    fn tables_powers_and_what_is_hidden() {
        assert_eq!(text("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"), "a | b\n1 | 2");
        assert_eq!(text("10<sup>-3</sup> m<sup>2</sup>, the 1<sup>st</sup> H<sub>2</sub>O"), "10^-3 m2, the 1st H2O");
        assert_eq!(text("a<script>alert(1)</script><style>p{}</style>b<!-- c -->"), "ab");
    }

    #[test]
    fn pictures_are_counted_and_leave_no_text() {
        let body = read(
            "<p><a href=\"http://x\"><img src=\" http://i.stack.imgur.com/a.jpg \" alt=\"enter image description here\"></a></p><p>After <IMG SRC='//h/b.PNG' width=3/></p><img alt=x><code>&lt;img src=no&gt;</code>",
        );
        assert_eq!(body.pictures, ["http://i.stack.imgur.com/a.jpg", "//h/b.PNG", ""]);
        assert_eq!(body.text, "After\n\n<img src=no>");
    }

    #[test]
    fn deep_nesting_and_broken_markup_do_no_harm() {
        let deep = format!("{}x{}", "<blockquote><ul><li>".repeat(3_000), "</li></ul></blockquote>".repeat(3_000));
        assert!(text(&deep).ends_with('x'));
        assert_eq!(text("<p>a<b>b</p>c</b><li>d</ul>"), "ab\n\nc\n- d");
        assert_eq!(text(""), "");
    }
}
