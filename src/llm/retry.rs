//! When to ask again, and how long to wait before it.

use crate::rng::item_rng;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Longest wait that a server may ask for; beyond it the request fails and is asked again on the next run.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Whether a status may pass by itself: 408, 409, 429 and 5xx. `x-should-retry` overrules it.
pub fn retryable(status: u16, advice: Option<&str>) -> bool {
    match advice {
        Some("true") => true,
        Some("false") => false,
        _ => matches!(status, 408 | 409 | 429) || status >= 500,
    }
}

/// Half a second, doubled each time up to eight seconds, less up to a quarter; the same for the same request and attempt.
pub fn backoff(request: &str, attempt: u32) -> Duration {
    let base = 0.5 * f64::from(1u32 << attempt.min(4)).min(16.0);
    let jitter = item_rng(0, "backoff", &[request.as_bytes(), &attempt.to_le_bytes()]).unit() * 0.25;
    Duration::from_secs_f64(base * (1.0 - jitter))
}

/// What a server asks to wait: `retry-after-ms` in milliseconds, else `retry-after` in seconds or as an HTTP date.
pub fn asked(ms: Option<&str>, after: Option<&str>, now: SystemTime) -> Option<Duration> {
    let seconds = |s: f64| (s.is_finite() && s >= 0.0).then(|| Duration::from_secs_f64(s.min(1e9)));
    if let Some(wait) = ms.and_then(|v| v.trim().parse::<f64>().ok()).and_then(|v| seconds(v / 1000.0)) {
        return Some(wait);
    }
    let after = after?.trim();
    if let Ok(value) = after.parse::<f64>() {
        return seconds(value);
    }
    let at = UNIX_EPOCH + Duration::from_secs(http_date(after)?);
    Some(at.duration_since(now).unwrap_or(Duration::ZERO))
}

/// Seconds since 1970 of an IMF-fixdate such as `Wed, 21 Oct 2026 07:28:00 GMT`.
fn http_date(text: &str) -> Option<u64> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let [_, day, month, year, time, "GMT"] = parts.as_slice() else { return None };
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = months.iter().position(|m| m == month)? as i64 + 1;
    let (day, year): (i64, i64) = (day.parse().ok()?, year.parse().ok()?);
    let clock: Vec<i64> = time.split(':').map(|p| p.parse().ok()).collect::<Option<_>>()?;
    let [hour, minute, second] = clock.as_slice() else { return None };
    if !(1970..=9999).contains(&year) || !(1..=31).contains(&day) {
        return None;
    }
    // Days from the civil date, years counted from March.
    let y = if month <= 2 { year - 1 } else { year };
    let era = y.div_euclid(400);
    let of_era = y - era * 400;
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    u64::try_from(days * 86_400 + hour * 3_600 + minute * 60 + second).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_in_all_forms() {
        let now = UNIX_EPOCH + Duration::from_secs(1_445_412_480 - 30);
        let wait = |ms, after| asked(ms, after, now).map(|d| d.as_millis());
        assert_eq!(wait(Some("1500"), Some("9")), Some(1_500));
        assert_eq!(wait(None, Some("2")), Some(2_000));
        assert_eq!(wait(None, Some("0.25")), Some(250));
        assert_eq!(wait(None, Some("Wed, 21 Oct 2015 07:28:00 GMT")), Some(30_000));
        assert_eq!(wait(None, Some("Mon, 01 Jan 2001 00:00:00 GMT")), Some(0));
        assert_eq!(wait(None, Some("soon")), None);
        assert_eq!(wait(None, Some("-4")), None);
        assert_eq!(wait(None, None), None);
    }

    #[test]
    fn what_may_pass() {
        assert!(retryable(429, None) && retryable(503, None) && retryable(409, None));
        assert!(!retryable(400, None) && !retryable(401, None) && !retryable(404, None));
        assert!(retryable(400, Some("true")) && !retryable(500, Some("false")));
    }

    #[test]
    fn waits_grow_and_stay_below_eight_seconds() {
        let waits: Vec<f64> = (0..7).map(|a| backoff("r", a).as_secs_f64()).collect();
        assert!(
            waits.windows(2).take(3).all(|w| w[0] < w[1]) && waits.iter().all(|w| (0.37..=8.0).contains(w)),
            "{waits:?}"
        );
        assert_eq!(backoff("r", 2), backoff("r", 2));
    }
}
