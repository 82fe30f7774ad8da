//! Who may speak: the random part of the address.

use crate::error::{Error, Result};
use crate::review::reviewer::Reviewer;

/// Shortest and longest token that may be given with `--token`.
const LENGTHS: std::ops::RangeInclusive<usize> = 16..=128;

/// A way in: a token, and the reviewer whose it is. Without a reviewer, the page asks for a name.
#[derive(Clone)]
pub struct Door {
    /// First part of the address's path.
    pub token: String,
    /// Hash of the token; hashes are compared in constant time.
    hash: blake3::Hash,
    /// Whose it is.
    pub reviewer: Option<Reviewer>,
}

impl Door {
    fn new(token: String, reviewer: Option<Reviewer>) -> Door {
        Door { hash: blake3::hash(token.as_bytes()), token, reviewer }
    }

    /// Whether a token opens it.
    pub fn opens(&self, token: &str) -> bool {
        self.hash == blake3::hash(token.as_bytes())
    }
}

/// One door a reviewer, or one for all. The tokens are random, or made of the given one, so that whoever knows
/// one reviewer's does not know another's.
///
/// # Errors
/// When the given token is too short or cannot stand in an address, or the system has no randomness.
pub fn doors(given: Option<&str>, reviewers: &[Reviewer]) -> Result<Vec<Door>> {
    let secret = match given {
        Some(token) => {
            let plain = token.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
            if !plain || !LENGTHS.contains(&token.len()) {
                let lengths = format!("{} to {}", LENGTHS.start(), LENGTHS.end());
                let what = "the --token cannot stand in the address";
                return Err(Error::usage(what, format!("use {lengths} letters, digits, `-` and `_`")));
            }
            token.to_string()
        }
        None => random()?,
    };
    if reviewers.is_empty() {
        return Ok(vec![Door::new(secret, None)]);
    }
    let own = |r: &Reviewer| match (given, reviewers.len()) {
        (Some(token), 1) => token.to_string(),
        _ => {
            let mut hasher = blake3::Hasher::new_derive_key("groundline review 2026 token of a reviewer");
            hasher.update(secret.as_bytes()).update(&[0]).update(r.name().as_bytes());
            hasher.finalize().to_hex().chars().take(32).collect()
        }
    };
    Ok(reviewers.iter().map(|r| Door::new(own(r), Some(r.clone()))).collect())
}

/// 128 random bits of the system, in hexadecimal.
fn random() -> Result<String> {
    let mut bytes = [0; 16];
    let filled = rustls::crypto::ring::default_provider().secure_random.fill(&mut bytes);
    filled.map_err(|_| Error::io("the system's randomness", "read", std::io::Error::other("it gave none")))?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_review_and_every_reviewer_has_another_token() {
        let who: Vec<Reviewer> = ["ann", "bob"].iter().map(|n| Reviewer::new(n).unwrap()).collect();
        let (a, b) = (doors(None, &who).unwrap(), doors(None, &who).unwrap());
        let tokens: std::collections::BTreeSet<&str> = a.iter().chain(&b).map(|d| d.token.as_str()).collect();
        assert!(tokens.len() == 4 && tokens.iter().all(|t| t.len() == 32));
        assert!(a[0].opens(&a[0].token) && !a[0].opens(&a[1].token) && !a[0].opens(""));
    }

    #[test]
    fn a_given_token_is_long_and_plain() {
        let token = "0123456789abcdef";
        assert_eq!(doors(Some(token), &[]).unwrap()[0].token, token);
        let two: Vec<Reviewer> = ["ann", "bob"].iter().map(|n| Reviewer::new(n).unwrap()).collect();
        let own = doors(Some(token), &two).unwrap();
        assert!(own.iter().all(|d| d.token != token) && own[0].token == doors(Some(token), &two).unwrap()[0].token);
        for bad in ["short", "0123456789abcde/", "0123456789abcde é", &"x".repeat(129)] {
            assert!(doors(Some(bad), &[]).is_err(), "{bad}");
        }
    }
}
