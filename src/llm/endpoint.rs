//! Where a model is asked, and with which key. The key comes from the environment and is printed nowhere.

use crate::error::{Error, Result};
use std::fmt;

/// A key; it shows itself as stars.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a key.
    pub fn new(key: impl Into<String>) -> Secret {
        Secret(key.into())
    }
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// An OpenAI-compatible chat endpoint.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Full URL of the chat completions.
    pub url: String,
    /// Model name.
    pub model: String,
    /// Key, if any.
    pub key: Option<Secret>,
    /// Azure's header `api-key` instead of a bearer token.
    pub azure: bool,
}

impl Endpoint {
    /// An endpoint from what a user gives: a base such as `http://localhost:8000/v1`, the full path, or an Azure
    /// deployment with its `api-version`.
    ///
    /// # Errors
    /// When it is no http(s) URL, or holds a user name or password.
    pub fn new(url: &str, model: &str, key: Option<Secret>) -> Result<Endpoint> {
        let url = url.trim();
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let Some(rest) = rest.filter(|r| !r.is_empty()) else {
            return Err(Error::usage(
                format!("the endpoint `{url}` is no http URL"),
                "give e.g. http://localhost:8000/v1",
            ));
        };
        if rest.split('/').next().is_some_and(|host| host.contains('@')) {
            return Err(Error::usage(
                "the endpoint's URL holds a user name",
                "give the key in an environment variable (--key-env)",
            ));
        }
        let (path, query) = url.split_once('?').map_or((url, None), |(p, q)| (p, Some(q)));
        let path = path.trim_end_matches('/');
        let path =
            if path.ends_with("/chat/completions") { path.to_string() } else { format!("{path}/chat/completions") };
        let azure = path.contains("/openai/deployments/");
        let url = query.map_or(path.clone(), |q| format!("{path}?{q}"));
        Ok(Endpoint { url, model: model.to_string(), key, azure })
    }

    /// The URL without its query, for messages and files.
    pub fn shown(&self) -> &str {
        self.url.split('?').next().unwrap_or(&self.url)
    }

    /// A text of a server without the key, which some servers repeat.
    pub fn redact(&self, text: &str) -> String {
        match &self.key {
            Some(key) if key.0.len() >= 4 => text.replace(&key.0, "***"),
            _ => text.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_all_shapes() {
        let url = |u: &str| Endpoint::new(u, "m", None).map(|e| (e.url, e.azure));
        assert_eq!(url("http://h:8000/v1").unwrap(), ("http://h:8000/v1/chat/completions".into(), false));
        assert_eq!(url("http://h/v1/").unwrap().0, "http://h/v1/chat/completions");
        assert_eq!(url("https://h/v1/chat/completions").unwrap().0, "https://h/v1/chat/completions");
        let azure = url("https://x.openai.azure.com/openai/deployments/d?api-version=2024-10-21").unwrap();
        assert_eq!(
            azure,
            ("https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21".into(), true)
        );
        assert!(url("localhost:8000").is_err() && url("http://me:pw@h/v1").is_err());
    }

    #[test]
    fn the_key_is_shown_nowhere() {
        let e = Endpoint::new("http://h/v1?code=1", "m", Some(Secret::new("sk-12345"))).unwrap();
        assert!(!format!("{e:?}").contains("12345"));
        assert_eq!(e.redact("bad key sk-12345!"), "bad key ***!");
        assert_eq!(e.shown(), "http://h/v1/chat/completions");
    }
}
