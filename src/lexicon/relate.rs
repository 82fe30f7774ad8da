//! How two terms of a domain stand to each other: may one be called false because the other is true?

use crate::model::term::TermId;

/// What `b` is to `a` in `relate(a, b)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relatedness {
    /// The same term.
    Same,
    /// One of its words can mean the other.
    Synonym,
    /// `b` is above `a`: every `a` is a `b`.
    Ancestor,
    /// `b` is below `a`.
    Descendant,
    /// `b` is a part of `a`.
    Part,
    /// `b` is the whole that `a` is a part of.
    Whole,
    /// Careful people would not call `b` wrong where `a` is right (`conflicts.csv`, and what it implies).
    Conflict,
    /// Of different sorts that can be one and the same thing: a player may be a man.
    Incomparable,
    /// Unrelated, and either may hold without the other: to ride and to hold, left of and under. False only by
    /// evidence of its own (a verified label, a complete list, the boxes), never by wording.
    Independent,
    /// Nothing can be both, by the named rule.
    Exclusive(&'static str),
}

impl Relatedness {
    /// Whether `b` must not be offered as a wrong answer where `a` is right, whatever the evidence.
    pub fn vetoes(self) -> bool {
        !matches!(self, Relatedness::Exclusive(_) | Relatedness::Independent)
    }

    /// The rule by which nothing can be both.
    pub fn exclusive(self) -> Option<&'static str> {
        match self {
            Relatedness::Exclusive(rule) => Some(rule),
            _ => None,
        }
    }

    /// Seen from the other term.
    pub fn reversed(self) -> Relatedness {
        match self {
            Relatedness::Ancestor => Relatedness::Descendant,
            Relatedness::Descendant => Relatedness::Ancestor,
            Relatedness::Part => Relatedness::Whole,
            Relatedness::Whole => Relatedness::Part,
            same => same,
        }
    }
}

/// The rules that [`Relatedness::Exclusive`] can name.
const RULES: &[&str] =
    &["sibling", "kind", "number", "hue_family", "material", "posture", "travel", "contrary", "opposite"];

/// The codes below the rules', in the order of [`decode`].
const SAME: u8 = 0;
const SYNONYM: u8 = 1;
const ANCESTOR: u8 = 2;
const DESCENDANT: u8 = 3;
const PART: u8 = 4;
const WHOLE: u8 = 5;
pub(super) const CONFLICT: u8 = 6;
pub(super) const INCOMPARABLE: u8 = 7;
pub(super) const INDEPENDENT: u8 = 8;
const FIRST_RULE: u8 = 9;

fn decode(code: u8) -> Relatedness {
    match code {
        SAME => Relatedness::Same,
        SYNONYM => Relatedness::Synonym,
        ANCESTOR => Relatedness::Ancestor,
        DESCENDANT => Relatedness::Descendant,
        PART => Relatedness::Part,
        WHOLE => Relatedness::Whole,
        CONFLICT => Relatedness::Conflict,
        INDEPENDENT => Relatedness::Independent,
        code => match RULES.get(usize::from(code.wrapping_sub(FIRST_RULE))) {
            Some(rule) => Relatedness::Exclusive(rule),
            None => Relatedness::Incomparable,
        },
    }
}

/// The code of an exclusive rule, if [`RULES`] has it.
pub(super) fn rule_code(rule: &str) -> Option<u8> {
    RULES.iter().position(|r| *r == rule).map(|i| FIRST_RULE + i as u8)
}

/// A dense matrix of codes over the terms of one domain.
pub(super) struct Matrix {
    first: u32,
    n: usize,
    codes: Vec<u8>,
}

impl Matrix {
    /// The relation of two terms; of a term of another domain nothing can be said.
    pub fn get(&self, a: TermId, b: TermId) -> Relatedness {
        match (self.local(a), self.local(b)) {
            (Some(a), Some(b)) => self.codes.get(a * self.n + b).map_or(Relatedness::Incomparable, |&c| decode(c)),
            _ => Relatedness::Incomparable,
        }
    }

    fn local(&self, id: TermId) -> Option<usize> {
        id.0.checked_sub(self.first).map(|i| i as usize).filter(|&i| i < self.n)
    }

    /// Sets both directions.
    fn set(&mut self, a: usize, b: usize, code: u8) {
        let back = match code {
            ANCESTOR => DESCENDANT,
            DESCENDANT => ANCESTOR,
            PART => WHOLE,
            WHOLE => PART,
            same => same,
        };
        for (at, code) in [(a * self.n + b, code), (b * self.n + a, back)] {
            if let Some(cell) = self.codes.get_mut(at) {
                *cell = code;
            }
        }
    }
}

/// The pieces of a domain from which its matrix is made. Indices are local to the domain.
pub(super) struct Ground {
    /// Id of the domain's first term.
    pub first: u32,
    /// Ancestors of each term, itself excluded.
    pub up: Vec<Vec<usize>>,
    /// Direct parts of each term.
    pub parts: Vec<Vec<usize>>,
    /// Pairs of `conflicts.csv` and the like.
    pub conflicts: Vec<(usize, usize)>,
    /// Pairs that share a surface.
    pub shared: Vec<(usize, usize)>,
}

impl Ground {
    /// The matrix: `base` says what two terms are that nothing below joins; then, each over the former, conflicts
    /// (inherited by descendants), terms with a common descendant, parts, taxonomy, shared surfaces, identity.
    pub fn matrix(&self, base: impl Fn(usize, usize) -> u8) -> Matrix {
        let n = self.up.len();
        let mut codes = Vec::with_capacity(n * n);
        for a in 0..n {
            codes.extend((0..n).map(|b| base(a, b)));
        }
        self.over(codes)
    }

    /// As [`Ground::matrix`], where the base depends only on each term's class: the rows of a class are alike.
    pub fn matrix_by_class(&self, class: &[usize], base: impl Fn(usize, usize) -> u8) -> Matrix {
        let classes = class.iter().max().map_or(0, |c| c + 1);
        let rows: Vec<Vec<u8>> = (0..classes).map(|a| class.iter().map(|&b| base(a, b)).collect()).collect();
        let mut codes = Vec::with_capacity(class.len() * class.len());
        for &a in class {
            codes.extend_from_slice(rows.get(a).map_or(&[], Vec::as_slice));
        }
        self.over(codes)
    }

    fn over(&self, codes: Vec<u8>) -> Matrix {
        let n = self.up.len();
        let mut m = Matrix { first: self.first, n, codes };
        let down = self.down();
        let with = |sets: &[Vec<usize>], i: usize| -> Vec<usize> {
            std::iter::once(i).chain(sets.get(i).into_iter().flatten().copied()).collect()
        };
        for &(a, b) in &self.conflicts {
            for &x in &with(&down, a) {
                for &y in &with(&down, b) {
                    m.set(x, y, CONFLICT);
                }
            }
        }
        for up in &self.up {
            for (i, &a) in up.iter().enumerate() {
                for &b in up.iter().skip(i + 1) {
                    m.set(a, b, CONFLICT);
                }
            }
        }
        for whole in 0..n {
            for part in self.parts_of(whole) {
                for w in with(&self.up, whole) {
                    // What some vehicles have, a vehicle may have.
                    for &p in &with(&down, part) {
                        m.set(w, p, PART);
                    }
                }
                for &w in &with(&down, whole) {
                    for &p in &with(&down, part) {
                        m.set(w, p, PART);
                    }
                }
            }
        }
        for (a, up) in self.up.iter().enumerate() {
            for &b in up {
                m.set(a, b, ANCESTOR);
            }
        }
        for &(a, b) in &self.shared {
            m.set(a, b, SYNONYM);
        }
        for a in 0..n {
            m.set(a, a, SAME);
        }
        m
    }

    fn down(&self) -> Vec<Vec<usize>> {
        let mut down = vec![Vec::new(); self.up.len()];
        for (a, up) in self.up.iter().enumerate() {
            for &b in up {
                if let Some(below) = down.get_mut(b) {
                    below.push(a);
                }
            }
        }
        down
    }

    /// Parts of a term and parts of these.
    fn parts_of(&self, whole: usize) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        let mut open = vec![whole];
        while let Some(x) = open.pop() {
            for &part in self.parts.get(x).into_iter().flatten() {
                if part != whole && !found.contains(&part) {
                    found.push(part);
                    open.push(part);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 vehicle, 1 car, 2 taxi, 3 wheel, 4 truck, 5 van.
    fn ground() -> Ground {
        Ground {
            first: 10,
            up: vec![vec![], vec![0], vec![1, 0], vec![], vec![0], vec![0]],
            parts: vec![vec![], vec![3], vec![], vec![], vec![], vec![]],
            conflicts: vec![(1, 5)],
            shared: vec![(4, 5)],
        }
    }

    #[test]
    fn the_matrix_inherits_conflicts_and_parts_downward() {
        let sibling = rule_code("sibling").unwrap();
        let m = ground().matrix(|_, _| sibling);
        let relate = |a: u32, b: u32| m.get(TermId(10 + a), TermId(10 + b));
        assert_eq!(relate(2, 0), Relatedness::Ancestor);
        assert_eq!(relate(0, 2), Relatedness::Descendant);
        assert_eq!(relate(2, 5), Relatedness::Conflict, "a taxi is a car, and car and van conflict");
        assert_eq!(relate(2, 3), Relatedness::Part);
        assert_eq!(relate(3, 0), Relatedness::Whole, "a vehicle may have a wheel");
        assert_eq!(relate(3, 4), Relatedness::Exclusive("sibling"));
        assert_eq!(relate(4, 5), Relatedness::Synonym);
        assert_eq!(relate(1, 4), Relatedness::Exclusive("sibling"));
        assert_eq!(relate(1, 1), Relatedness::Same);
        assert_eq!(m.get(TermId(3), TermId(10)), Relatedness::Incomparable, "another domain");
    }
}
