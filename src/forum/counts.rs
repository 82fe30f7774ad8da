//! Words and sentences of a text.

/// Words: what stands between white space.
pub fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Sentences. One ends at `.`, `!`, `?` or `…` (closing marks may follow) before white space and anything but a
/// lower-case letter, at `。`, `！` or `？`, and at the end of a paragraph or line of a list. A dot after a single letter
/// or a usual abbreviation ends nothing. Pieces without a letter or digit are no sentences.
pub fn sentences(text: &str) -> usize {
    text.split('\n').map(in_line).sum()
}

fn in_line(line: &str) -> usize {
    let chars: Vec<char> = line.chars().collect();
    let (mut count, mut open, mut start) = (0, false, 0);
    let mut i = 0;
    while let Some(&c) = chars.get(i) {
        open |= c.is_alphanumeric();
        let mut end = i + 1;
        let ends = match c {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' | '…' => {
                while chars
                    .get(end)
                    .is_some_and(|c| matches!(c, '.' | '!' | '?' | '…' | '"' | '\'' | ')' | ']' | '”' | '’' | '»'))
                {
                    end += 1;
                }
                let blank = chars.get(end).is_none_or(|c| c.is_whitespace());
                let next = chars.get(end..).unwrap_or_default().iter().find(|c| !c.is_whitespace());
                let word: String = chars.get(start..i).unwrap_or_default().iter().collect();
                blank && next.is_none_or(|n| !n.is_lowercase()) && !(c == '.' && end == i + 1 && abbreviated(&word))
            }
            _ => false,
        };
        if c.is_whitespace() {
            start = i + 1;
        }
        if ends && open {
            count += 1;
            open = false;
        }
        i = end;
    }
    count + usize::from(open)
}

/// Whether a word before a dot is an abbreviation: a single letter, or one of a few.
fn abbreviated(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '[', '"', '\'', '“', '‘']);
    let mut letters = word.chars();
    let single = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
    let dotted =
        word.contains('.') && word.split('.').all(|p| p.chars().count() == 1 && p.chars().all(char::is_alphabetic));
    let lower = word.to_lowercase();
    let known = ["mr", "mrs", "ms", "dr", "prof", "st", "vs", "cf", "fig", "eq", "approx", "ca", "al"];
    single && word != "I" || dotted || known.contains(&lower.as_str())
}

/// The mean; 0 of nothing.
pub fn mean(values: &[usize]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<usize>() as f64 / values.len() as f64 }
}

/// The median; of an even number the mean of the middle two, of nothing 0.
pub fn median(values: &[usize]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let n = sorted.len();
    let at = |i: usize| sorted.get(i).copied().unwrap_or(0) as f64;
    if n == 0 { 0.0 } else { (at((n - 1) / 2) + at(n / 2)) / 2.0 }
}

/// The commonest value, the smallest of those that tie; `None` of nothing.
pub fn mode(values: &[usize]) -> Option<usize> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a == b);
    runs.filter_map(|run| Some((run.len(), std::cmp::Reverse(*run.first()?)))).max().map(|(_, v)| v.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_prose_lists_and_other_scripts() {
        assert_eq!(sentences("One. Two! Three? Four"), 4);
        assert_eq!(sentences("It costs 3.50 euros, e.g. in Berlin. \"Really?\" Yes..."), 3);
        assert_eq!(sentences("Dr. Smith and J. R. Jones agree. So do I."), 2);
        assert_eq!(sentences("Steps:\n\n- grind\n- pour. Wait\n"), 4);
        assert_eq!(sentences("为什么？因为。"), 2);
        assert_eq!(sentences(" \n---\n"), 0);
        assert_eq!(sentences("see foo.bar() and a.b"), 1);
        assert_eq!(words(" a  b\nc "), 3);
    }

    #[test]
    fn means_medians_and_modes() {
        assert_eq!((mean(&[]), median(&[]), mode(&[])), (0.0, 0.0, None));
        assert_eq!((mean(&[1, 2, 6]), median(&[6, 1, 2]), median(&[4, 1, 2, 9])), (3.0, 2.0, 3.0));
        assert_eq!((mode(&[3, 1, 3, 1, 2]), mode(&[5])), (Some(1), Some(5)));
    }
}
