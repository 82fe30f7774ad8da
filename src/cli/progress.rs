//! Progress bars: on stderr, only on a terminal, never with `--quiet`.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

fn target(quiet: bool) -> ProgressDrawTarget {
    if quiet || !std::io::stderr().is_terminal() { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() }
}

/// A count of unknown length.
pub(super) fn spinner(what: &'static str, quiet: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, target(quiet)).with_message(what);
    bar.with_style(style("{spinner} {msg}: {human_pos} ({per_sec:.0})"))
}

/// A bar with an end.
pub(super) fn bar(what: &'static str, length: u64, quiet: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), target(quiet)).with_message(what);
    bar.with_style(style("{msg} [{bar:32}] {human_pos}/{human_len} ({eta})").progress_chars("=> "))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
