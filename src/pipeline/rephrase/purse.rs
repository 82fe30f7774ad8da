//! The budget while many requests are in flight: each sets aside what it may cost before it starts.

use crate::llm::budget::{Budget, Spent};
use crate::llm::reply::Usage;
use std::sync::{Mutex, PoisonError};

/// What is spent and what is set aside.
pub(super) struct Purse {
    budget: Budget,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    spent: Spent,
    aside: Usage,
    empty: bool,
}

impl Purse {
    /// A full purse.
    pub fn new(budget: Budget) -> Purse {
        Purse { budget, state: Mutex::default() }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets aside what a request may cost; false where the budget does not reach. Once it does not, nothing is asked any
    /// more.
    pub fn take(&self, most: Usage) -> bool {
        let mut s = self.state();
        let with = |usage: Usage| Usage {
            prompt_tokens: usage.prompt_tokens + s.aside.prompt_tokens + most.prompt_tokens,
            completion_tokens: usage.completion_tokens + s.aside.completion_tokens + most.completion_tokens,
        };
        let after = Spent { requests: s.spent.requests, usage: with(s.spent.usage) };
        let tokens = after.usage.prompt_tokens + after.usage.completion_tokens;
        let fits = !s.empty
            && self.budget.requests.is_none_or(|n| s.spent.requests < n)
            && self.budget.tokens.is_none_or(|n| tokens <= n)
            && self.budget.money.is_none_or(|n| self.budget.cost(&after) <= n);
        s.empty = !fits;
        if fits {
            s.spent.requests += 1;
            s.aside.prompt_tokens += most.prompt_tokens;
            s.aside.completion_tokens += most.completion_tokens;
        }
        fits
    }

    /// Books what a request did cost; what a server does not count is taken as it was set aside.
    pub fn book(&self, most: Usage, used: Option<Usage>) {
        let mut s = self.state();
        s.aside.prompt_tokens -= most.prompt_tokens.min(s.aside.prompt_tokens);
        s.aside.completion_tokens -= most.completion_tokens.min(s.aside.completion_tokens);
        if let Some(used) = used {
            let counted = |n: u64, most: u64| if n == 0 { most } else { n };
            s.spent.usage.prompt_tokens += counted(used.prompt_tokens, most.prompt_tokens);
            s.spent.usage.completion_tokens += counted(used.completion_tokens, most.completion_tokens);
        }
    }

    /// What was spent, its price, and whether the budget ended it.
    pub fn counted(&self) -> (Spent, f64, bool) {
        let s = self.state();
        (s.spent, self.budget.cost(&s.spent), s.empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_purse_is_never_overdrawn() {
        let usage = |p, c| Usage { prompt_tokens: p, completion_tokens: c };
        let purse = Purse::new(Budget::parse("tokens=300").unwrap());
        assert!(purse.take(usage(100, 20)) && purse.take(usage(100, 20)));
        // 240 are set aside: the third waits for nothing and ends the run.
        assert!(!purse.take(usage(100, 20)));
        purse.book(usage(100, 20), Some(usage(90, 5)));
        purse.book(usage(100, 20), None);
        assert!(!purse.take(usage(10, 10)), "what is empty stays empty");
        let (spent, _, empty) = purse.counted();
        assert_eq!((spent.requests, spent.usage, empty), (2, usage(90, 5), true));
        let purse = Purse::new(Budget::parse("requests=1,in=1,out=1").unwrap());
        assert!(purse.take(usage(5, 5)) && !purse.take(usage(5, 5)));
        purse.book(usage(5, 5), Some(usage(0, 0)));
        assert_eq!(purse.counted().0.usage, usage(5, 5), "a server that counts nothing");
        assert!((purse.counted().1 - 1e-5).abs() < 1e-12);
        let purse = Purse::new(Budget::parse("usd=0.001,in=10,out=10").unwrap());
        assert!(purse.take(usage(50, 50)) && !purse.take(usage(1, 0)));
    }
}
