//! How much may be spent: requests, tokens, money.

use super::reply::Usage;
use crate::error::{Error, Result};

/// Bounds; what is `None` is unbounded.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Budget {
    /// Most requests.
    pub requests: Option<u64>,
    /// Most tokens, sent and generated.
    pub tokens: Option<u64>,
    /// Most money, in the currency of the prices.
    pub money: Option<f64>,
    /// Price of a million tokens sent and of a million generated.
    pub prices: (f64, f64),
}

/// What was spent.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Spent {
    /// Requests.
    pub requests: u64,
    /// Tokens.
    pub usage: Usage,
}

impl Budget {
    /// Parses `requests=500,tokens=2000000,usd=3.5,in=0.15,out=0.6` (prices per million tokens).
    ///
    /// # Errors
    /// When a part is not of this form, or money is bounded without prices.
    pub fn parse(text: &str) -> Result<Budget> {
        let mut out = Budget::default();
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let bad = || {
                Error::usage(
                    format!("`{part}` is no part of a budget"),
                    "write e.g. --budget requests=500,tokens=2000000 or usd=3.5,in=0.15,out=0.6",
                )
            };
            let (key, value) = part.split_once('=').ok_or_else(bad)?;
            let number: f64 = value.trim().parse().ok().filter(|v: &f64| v.is_finite() && *v >= 0.0).ok_or_else(bad)?;
            match key.trim() {
                "requests" => out.requests = Some(number as u64),
                "tokens" => out.tokens = Some(number as u64),
                "usd" | "money" => out.money = Some(number),
                "in" => out.prices.0 = number,
                "out" => out.prices.1 = number,
                _ => return Err(bad()),
            }
        }
        if out.money.is_some() && out.prices == (0.0, 0.0) {
            return Err(Error::usage(
                "a budget in money needs prices",
                "add the price of a million tokens: usd=3.5,in=0.15,out=0.6",
            ));
        }
        Ok(out)
    }

    /// Money spent so far.
    pub fn cost(&self, spent: &Spent) -> f64 {
        (spent.usage.prompt_tokens as f64 * self.prices.0 + spent.usage.completion_tokens as f64 * self.prices.1) / 1e6
    }

    /// Whether another request may be made.
    pub fn allows(&self, spent: &Spent) -> bool {
        let tokens = spent.usage.prompt_tokens + spent.usage.completion_tokens;
        self.requests.is_none_or(|most| spent.requests < most)
            && self.tokens.is_none_or(|most| tokens < most)
            && self.money.is_none_or(|most| self.cost(spent) < most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        let b = Budget::parse("requests=2, usd=1,in=1,out=2").unwrap();
        let spent = |requests, prompt, completion| Spent {
            requests,
            usage: Usage { prompt_tokens: prompt, completion_tokens: completion },
        };
        assert!(b.allows(&spent(1, 10, 10)) && !b.allows(&spent(2, 0, 0)));
        assert!(!b.allows(&spent(0, 200_000, 400_000)));
        assert!((b.cost(&spent(0, 1_000_000, 500_000)) - 2.0).abs() < 1e-12);
        assert!(
            Budget::parse("usd=3").is_err() && Budget::parse("x=3").is_err() && Budget::parse("requests=-1").is_err()
        );
        assert!(Budget::parse("").unwrap().allows(&spent(9, 9, 9)));
    }
}
