//! What every request must pass: the name it was sent to, where it was sent from, the token, and how many there are.

use super::App;
use super::token::Door;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Most requests that are worked on at once.
pub(super) const MOST_AT_ONCE: usize = 64;
/// Requests a second that are answered for long, and how many may come in a burst.
const PER_SECOND: f64 = 200.0;
const BURST: f64 = 400.0;

/// Nothing but this server's own files is loaded or run; no other page may frame it or learn its address; text is
/// never made into scripts or markup (`trusted-types`).
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// Headers of every response.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Lets so many requests a second pass.
pub(super) struct Rate(Mutex<(Instant, f64)>);

impl Rate {
    pub fn new() -> Rate {
        Rate(Mutex::new((Instant::now(), BURST)))
    }

    fn take(&self) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let filled = state.1 + now.duration_since(state.0).as_secs_f64() * PER_SECOND;
        *state = (now, filled.min(BURST));
        let passes = state.1 >= 1.0;
        if passes {
            state.1 -= 1.0;
        }
        passes
    }
}

/// Names under which the server may be addressed. A page of another site whose name is made to resolve to this
/// machine still sends its own name.
pub(super) struct Names {
    given: Option<String>,
    any_address: bool,
}

impl Names {
    /// `host` is what was given with `--host`.
    pub fn new(host: Option<&str>) -> Names {
        let any = host.and_then(|h| h.parse::<IpAddr>().ok()).is_some_and(|ip| ip.is_unspecified());
        Names { given: host.map(str::to_ascii_lowercase), any_address: any }
    }

    fn allow(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split_once(']').map_or("", |(name, _)| name),
            None => host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name),
        };
        ["localhost", "127.0.0.1", "::1"].contains(&name)
            || self.given.as_deref() == Some(name)
            || (self.any_address && name.parse::<IpAddr>().is_ok())
    }
}

/// Whether the page that a request comes from is one of this server's: its origin is the host that it is sent to.
fn own_origin(headers: &HeaderMap, host: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|v| v.to_str().unwrap_or("?"));
    let same = |origin: &str| origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host));
    if text("origin").is_some_and(|origin| !same(origin)) {
        return false;
    }
    // A link from elsewhere may open the page; nothing else may come from elsewhere.
    let from = text("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none");
    from || text("sec-fetch-mode") == Some("navigate")
}

fn refuse(status: StatusCode, why: &'static str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{why}\n")).into_response()
}

/// The way in by which a request came.
fn door<'a>(app: &'a App, path: &str) -> Option<&'a Door> {
    let token = path.trim_start_matches('/').split('/').next().unwrap_or("");
    // All doors are tried, so that the time tells nothing.
    app.doors.iter().fold(None, |found, door| if door.opens(token) { Some(door) } else { found })
}

/// Checks a request, passes it on with its [`Door`], and sets the headers of every response.
pub(super) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or("").to_string();
    let permit = app.at_once.try_acquire();
    let mut response = if permit.is_err() || !app.rate.take() {
        let mut busy = refuse(StatusCode::TOO_MANY_REQUESTS, "too many requests");
        busy.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        busy
    } else if !app.names.allow(&host) {
        refuse(StatusCode::FORBIDDEN, "this review is not served under that name")
    } else if !own_origin(request.headers(), &host) {
        refuse(StatusCode::FORBIDDEN, "this request comes from another site")
    } else if let Some(door) = door(&app, request.uri().path()) {
        let door = door.clone();
        request.extensions_mut().insert(door);
        next.run(request).await
    } else {
        refuse(StatusCode::NOT_FOUND, "open the address that `groundline review` printed")
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_served() {
        let local = Names::new(None);
        for host in ["127.0.0.1:80", "localhost", "LOCALHOST:9", "[::1]:80"] {
            assert!(local.allow(host), "{host}");
        }
        for host in ["", "evil.example", "127.0.0.1.evil.example:80", "192.168.0.9:80", "[::2]:80", "[::1"] {
            assert!(!local.allow(host), "{host}");
        }
        assert!(Names::new(Some("lab.example")).allow("Lab.example:80"));
        let any = Names::new(Some("0.0.0.0"));
        assert!(any.allow("192.168.0.9:80") && !any.allow("evil.example"));
    }

    #[test]
    fn requests_of_other_sites_are_not_answered() {
        let check = |pairs: &[(&'static str, &'static str)]| {
            let headers: HeaderMap =
                pairs.iter().map(|(k, v)| (HeaderName::from_static(k), HeaderValue::from_static(v))).collect();
            own_origin(&headers, "127.0.0.1:7")
        };
        assert!(check(&[]) && check(&[("origin", "http://127.0.0.1:7"), ("sec-fetch-site", "same-origin")]));
        assert!(!check(&[("origin", "http://127.0.0.1:8")]) && !check(&[("origin", "null")]));
        assert!(!check(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]));
        assert!(!check(&[("sec-fetch-site", "same-site"), ("sec-fetch-mode", "cors")]));
        assert!(check(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
    }

    #[test]
    fn a_flood_is_stopped() {
        let rate = Rate::new();
        let passed = (0..2_000).filter(|_| rate.take()).count();
        assert!((400..1_500).contains(&passed), "{passed}");
    }
}
