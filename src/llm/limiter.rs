//! How many requests are in flight: one more for every round of successes, half as many after "too many requests".

use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// Additive increase, multiplicative decrease, with a rate per minute and a common pause.
pub struct Limiter {
    state: Mutex<State>,
    freed: Notify,
    most: f64,
    interval: Option<Duration>,
}

struct State {
    limit: f64,
    flying: usize,
    /// Decreases before this moment are part of the last one: a burst of 429s counts once.
    settled: Instant,
    paused: Instant,
    next: Instant,
}

/// A request in flight; dropping it makes room.
pub struct Flight<'a>(&'a Limiter);

impl Limiter {
    /// At most `most` in flight and `per_minute` started.
    pub fn new(most: usize, per_minute: Option<u32>) -> Limiter {
        let now = Instant::now();
        let most = most.max(1) as f64;
        Limiter {
            state: Mutex::new(State { limit: most.min(8.0), flying: 0, settled: now, paused: now, next: now }),
            freed: Notify::new(),
            most,
            interval: per_minute.filter(|n| *n > 0).map(|n| Duration::from_secs_f64(60.0 / f64::from(n))),
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a request may start.
    pub async fn take(&self) -> Flight<'_> {
        loop {
            let freed = self.freed.notified();
            let wait = {
                let mut s = self.state();
                let now = Instant::now();
                if s.paused > now {
                    Some(s.paused)
                } else if (s.flying as f64) < s.limit.floor().max(1.0) {
                    match self.interval {
                        Some(_) if s.next > now => Some(s.next),
                        interval => {
                            s.next = now + interval.unwrap_or(Duration::ZERO);
                            s.flying += 1;
                            return Flight(self);
                        }
                    }
                } else {
                    None
                }
            };
            match wait {
                Some(until) => sleep_until(until).await,
                None => freed.await,
            }
        }
    }

    /// A request succeeded.
    pub fn succeeded(&self) {
        let mut s = self.state();
        s.limit = (s.limit + 1.0 / s.limit).min(self.most);
        drop(s);
        self.freed.notify_one();
    }

    /// The server said that there are too many; nothing starts for `wait`.
    pub fn crowded(&self, wait: Duration) {
        let mut s = self.state();
        let now = Instant::now();
        if now >= s.settled {
            s.limit = (s.limit / 2.0).max(1.0);
            s.settled = now + wait.max(Duration::from_millis(500));
        }
        s.paused = s.paused.max(now + wait);
    }

    /// How many may be in flight now.
    pub fn limit(&self) -> usize {
        self.state().limit as usize
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.0.state().flying -= 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_by_one_a_round_and_halves_once_a_burst() {
        let l = Limiter::new(64, None);
        assert_eq!(l.limit(), 8);
        for _ in 0..9 {
            l.succeeded();
        }
        assert_eq!(l.limit(), 9);
        l.crowded(Duration::from_secs(1));
        l.crowded(Duration::from_secs(1));
        assert_eq!(l.limit(), 4);
        for _ in 0..20_000 {
            l.succeeded();
        }
        assert_eq!(l.limit(), 64);
    }

    #[test]
    fn no_more_than_the_limit_fly_and_the_rate_holds() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let l = Limiter::new(2, None);
            let (a, _b) = (l.take().await, l.take().await);
            let third = tokio::time::timeout(Duration::from_millis(30), l.take()).await;
            assert!(third.is_err());
            drop(a);
            assert!(tokio::time::timeout(Duration::from_millis(500), l.take()).await.is_ok());
            let slow = Limiter::new(9, Some(600));
            let start = std::time::Instant::now();
            for _ in 0..4 {
                drop(slow.take().await);
            }
            assert!(start.elapsed() >= Duration::from_millis(290), "three intervals of 100 ms");
        });
    }
}
