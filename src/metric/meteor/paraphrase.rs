//! The paraphrase stage's table: which phrases may stand for which. Reading the published text (272 MB unpacked) takes
//! seconds, so a compiled form is kept beside it that loads in a fraction of one.

use rustc_hash::FxHashMap;
use std::io::{BufRead, Write};

/// No word or node.
pub const NONE: u32 = u32::MAX;

const MAGIC: &[u8; 8] = b"GLPARA01";

/// Phrases in a trie over words, and the phrases that each may be replaced by. A phrase is a node; the root is node 0.
#[derive(Debug, Clone, Default)]
pub struct Paraphrases {
    words: FxHashMap<String, u32>,
    /// Node of each one-word phrase, by word.
    singles: Vec<u32>,
    /// Children of node `n` are the nodes `first[n] .. first[n + 1]`, by ascending word.
    first: Vec<u32>,
    /// Last word of each node.
    word: Vec<u32>,
    /// Paraphrases of node `n` are `targets[start[n] .. start[n + 1]]`, in the table's order.
    start: Vec<u32>,
    targets: Vec<u32>,
}

impl Paraphrases {
    /// Reads the published table: three lines an entry (probability, phrase, paraphrase), words separated by spaces.
    ///
    /// # Errors
    /// When the text cannot be read.
    pub fn compile(mut text: impl BufRead) -> std::io::Result<Paraphrases> {
        let mut words: FxHashMap<String, u32> = FxHashMap::default();
        let mut nodes: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut line = String::new();
        let mut phrase = |line: &str| {
            line.split_ascii_whitespace().fold(0, |node, word| {
                let next = words.len() as u32;
                let word = match words.get(word) {
                    Some(known) => *known,
                    None => *words.entry(word.to_string()).or_insert(next),
                };
                let next = nodes.len() as u32 + 1;
                *nodes.entry((node, word)).or_insert(next)
            })
        };
        let mut entry = [0; 2];
        'entries: loop {
            for part in 0..3 {
                line.clear();
                if text.read_line(&mut line)? == 0 {
                    break 'entries;
                }
                if let Some(slot) = (part as usize).checked_sub(1).and_then(|p| entry.get_mut(p)) {
                    *slot = phrase(&line);
                }
            }
            pairs.push((entry[0], entry[1]));
        }
        Ok(arrange(words, nodes, pairs))
    }

    /// Number of the word, or `NONE` where no phrase has it.
    pub fn word(&self, word: &str) -> u32 {
        self.words.get(word).copied().unwrap_or(NONE)
    }

    /// The phrase one word longer than `node`, or `NONE`.
    pub fn child(&self, node: u32, word: u32) -> u32 {
        if node == 0 {
            return self.singles.get(word as usize).copied().unwrap_or(NONE);
        }
        let from = self.first.get(node as usize).copied().unwrap_or(0);
        let to = self.first.get(node as usize + 1).copied().unwrap_or(from);
        let children = self.word.get(from as usize..to as usize).unwrap_or_default();
        children.binary_search(&word).map_or(NONE, |at| from + at as u32)
    }

    /// What a phrase may be replaced by, in the table's order.
    pub fn targets(&self, node: u32) -> &[u32] {
        let at = |n: usize| self.start.get(n).copied().unwrap_or(0) as usize;
        self.targets.get(at(node as usize)..at(node as usize + 1)).unwrap_or_default()
    }

    /// Writes the compiled form.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let mut words = vec![""; self.words.len()];
        for (word, &n) in &self.words {
            if let Some(slot) = words.get_mut(n as usize) {
                *slot = word;
            }
        }
        let words = words.join("\n");
        out.write_all(MAGIC)?;
        for n in
            [words.len(), self.singles.len(), self.first.len(), self.word.len(), self.start.len(), self.targets.len()]
        {
            out.write_all(&(n as u32).to_le_bytes())?;
        }
        out.write_all(words.as_bytes())?;
        for list in [&self.singles, &self.first, &self.word, &self.start, &self.targets] {
            let bytes: Vec<u8> = list.iter().flat_map(|n| n.to_le_bytes()).collect();
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads the compiled form; `None` where the bytes are not one.
    pub fn parse(bytes: &[u8]) -> Option<Paraphrases> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (head, mut rest) = rest.split_at_checked(24)?;
        let lengths: Vec<usize> = numbers(head).map(|n| n as usize).collect();
        let (text, tail) = rest.split_at_checked(*lengths.first()?)?;
        rest = tail;
        let mut lists = Vec::with_capacity(5);
        for length in lengths.get(1..)? {
            let (own, tail) = rest.split_at_checked(length.checked_mul(4)?)?;
            lists.push(numbers(own).collect::<Vec<u32>>());
            rest = tail;
        }
        let [singles, first, word, start, targets] = lists.try_into().ok()?;
        let words: FxHashMap<String, u32> =
            std::str::from_utf8(text).ok()?.split('\n').map(str::to_string).zip(0..).collect();
        rest.is_empty().then_some(Paraphrases { words, singles, first, word, start, targets })
    }
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b))
}

/// Numbers the nodes level by level, the children of a node side by side and by ascending word.
fn arrange(words: FxHashMap<String, u32>, nodes: FxHashMap<(u32, u32), u32>, pairs: Vec<(u32, u32)>) -> Paraphrases {
    let count = nodes.len() + 1;
    let mut edges: Vec<(u32, u32, u32)> =
        nodes.into_iter().map(|((parent, word), node)| (parent, word, node)).collect();
    edges.sort_unstable();
    let children = |of: u32| {
        let from = edges.partition_point(|e| e.0 < of);
        edges.get(from..).unwrap_or_default().iter().take_while(move |e| e.0 == of)
    };
    let mut renamed = vec![NONE; count];
    let mut old = vec![0u32];
    let (mut first, mut word) = (Vec::with_capacity(count + 1), vec![NONE]);
    let mut done = 0;
    while let Some(&node) = old.get(done) {
        if let Some(slot) = renamed.get_mut(node as usize) {
            *slot = done as u32;
        }
        first.push(old.len() as u32);
        for (_, w, child) in children(node) {
            old.push(*child);
            word.push(*w);
        }
        done += 1;
    }
    first.push(old.len() as u32);
    let mut singles = vec![NONE; words.len()];
    for n in 1..first.get(1).copied().unwrap_or(1) {
        if let Some(slot) = word.get(n as usize).and_then(|w| singles.get_mut(*w as usize)) {
            *slot = n;
        }
    }
    let name = |n: u32| renamed.get(n as usize).copied().unwrap_or(NONE);
    let mut pairs: Vec<(u32, u32)> = pairs.into_iter().map(|(a, b)| (name(a), name(b))).collect();
    // Stable: the paraphrases of a phrase keep the table's order.
    pairs.sort_by_key(|p| p.0);
    let mut start = vec![0u32; count + 1];
    for (source, _) in &pairs {
        if let Some(slot) = start.get_mut(*source as usize + 1) {
            *slot += 1;
        }
    }
    let mut sum = 0;
    for slot in &mut start {
        sum += *slot;
        *slot = sum;
    }
    let targets = pairs.into_iter().map(|p| p.1).collect();
    Paraphrases { words, singles, first, word, start, targets }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Paraphrases {
        let text = "0.5\nlook at\nwatch\n0.4\nlook at\nsee it\n0.3\nwatch\nlook at\n0.1\nlook\nwatch\n";
        Paraphrases::compile(text.as_bytes()).unwrap()
    }

    fn node(p: &Paraphrases, phrase: &str) -> u32 {
        phrase.split(' ').fold(0, |n, w| p.child(n, p.word(w)))
    }

    #[test]
    fn phrases_lead_to_their_paraphrases_in_order() {
        let p = table();
        assert_eq!(p.targets(node(&p, "look at")), [node(&p, "watch"), node(&p, "see it")]);
        assert_eq!(p.targets(node(&p, "look")), [node(&p, "watch")]);
        assert_eq!(p.targets(node(&p, "see it")), [] as [u32; 0]);
        assert_eq!((p.word("dog"), p.child(0, NONE), p.word.len()), (NONE, NONE, 6));
    }

    #[test]
    fn the_compiled_form_is_read_back() {
        let p = table();
        let mut bytes = Vec::new();
        p.write(&mut bytes).unwrap();
        let q = Paraphrases::parse(&bytes).unwrap();
        assert_eq!(q.targets(node(&q, "look at")), p.targets(node(&p, "look at")));
        assert!(Paraphrases::parse(&bytes[..bytes.len() - 1]).is_none() && Paraphrases::parse(b"").is_none());
    }
}
