//! One picture over HTTP: its redirects followed by hand, since every hop must pass the same checks.

use super::address::NotPublic;
use super::{Settings, Trouble};
use crate::forum::site::SITES;
use crate::llm::retry::asked;
use reqwest::header::{CONTENT_TYPE, LOCATION, RETRY_AFTER};
use reqwest::{Client, Response, Url};
use std::time::{Duration, SystemTime};

/// Most redirects of one picture.
const HOPS: usize = 5;

/// What a server sent.
pub(super) struct Body {
    /// The file.
    pub bytes: Vec<u8>,
    /// Where it was found in the end.
    pub url: String,
}

/// A failed attempt.
pub(super) struct Attempt {
    pub trouble: Trouble,
    /// Another attempt may help.
    pub again: bool,
    /// The wait that the server asked for.
    pub wait: Option<Duration>,
}

fn never(reason: &str, detail: impl Into<String>) -> Attempt {
    Attempt { trouble: Trouble { reason: reason.to_string(), detail: detail.into() }, again: false, wait: None }
}

/// The link, with a host that has moved replaced by its successor.
pub(super) fn rewritten(link: &str) -> Result<Url, Trouble> {
    let fault = |reason: &str, detail: String| Trouble { reason: reason.to_string(), detail };
    let mut url = Url::parse(link).map_err(|e| fault("link_unreadable", format!("{e}: {link}")))?;
    if let Some(new) = url.host_str().and_then(|h| SITES.moved.get(h))
        && url.set_host(Some(new)).is_ok()
    {
        // The successors are served encrypted.
        let _ = url.set_scheme("https");
    }
    Ok(url)
}

/// Gets a picture.
pub(super) async fn get(client: &Client, start: &Url, settings: &Settings) -> Result<Body, Attempt> {
    let mut url = start.clone();
    for _ in 0..=HOPS {
        admitted(&url, settings)?;
        let response = client.get(url.clone()).send().await.map_err(|e| broken(&e))?;
        let status = response.status().as_u16();
        if matches!(status, 301 | 302 | 303 | 307 | 308) {
            let to = response.headers().get(LOCATION).and_then(|v| v.to_str().ok());
            let Some(next) = to.and_then(|to| url.join(to).ok()) else {
                return Err(never("redirect_unreadable", format!("{status} without a link")));
            };
            let place = format!("{}{}", next.host_str().unwrap_or_default(), next.path());
            if SITES.gone.pictures.contains(&place) {
                return Err(never("removed", place));
            }
            url = next;
            continue;
        }
        if status != 200 {
            return Err(refused(&response));
        }
        return body(response, url, settings).await;
    }
    Err(never("too_many_redirects", format!("more than {HOPS}")))
}

/// Whether a link may be asked at all: http(s), no password, and where the host is an address, one that is admitted.
/// Names are looked up by the client's own resolver, which checks the addresses.
fn admitted(url: &Url, settings: &Settings) -> Result<(), Attempt> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(never("not_http", format!("its scheme is {}", url.scheme())));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(never("link_with_password", url.host_str().unwrap_or_default()));
    }
    let host = url.host_str().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    match bare.parse() {
        Ok(address) if !settings.private.admits(bare, address) => Err(never("private_address", host)),
        _ => Ok(()),
    }
}

fn refused(response: &Response) -> Attempt {
    let status = response.status().as_u16();
    let header = |name: &str| response.headers().get(name).and_then(|v| v.to_str().ok());
    Attempt {
        trouble: Trouble { reason: format!("http_{status}"), detail: String::new() },
        again: matches!(status, 408 | 425 | 429) || status >= 500,
        wait: asked(header("retry-after-ms"), header(RETRY_AFTER.as_str()), SystemTime::now()),
    }
}

async fn body(mut response: Response, url: Url, settings: &Settings) -> Result<Body, Attempt> {
    let media = response.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let picture = media.is_empty() || media.starts_with("image/") || media.ends_with("/octet-stream");
    if !picture {
        return Err(never("not_a_picture", media));
    }
    // How much had arrived when it was too much is chance and is not told.
    let large = || never("file_too_large", format!("more than the {} bytes that are allowed", settings.max_bytes));
    if response.content_length().is_some_and(|n| n > settings.max_bytes) {
        return Err(large());
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|e| broken(&e))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() as u64 > settings.max_bytes {
            return Err(large());
        }
    }
    Ok(Body { bytes, url: url.to_string() })
}

fn broken(e: &reqwest::Error) -> Attempt {
    let mut cause: &(dyn std::error::Error + 'static) = e;
    loop {
        if let Some(NotPublic(host)) = cause.downcast_ref::<NotPublic>() {
            return never("private_address", host.clone());
        }
        match cause.source() {
            Some(next) => cause = next,
            None => break,
        }
    }
    let reason = if e.is_timeout() {
        "timeout"
    } else if e.is_connect() {
        "connection"
    } else if e.is_body() || e.is_decode() {
        "half_body"
    } else {
        "reset"
    };
    Attempt { trouble: Trouble { reason: reason.into(), detail: cause.to_string() }, again: true, wait: None }
}
