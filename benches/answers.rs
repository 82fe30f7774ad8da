//! Responses read per second of one thread: short ones, and ones of about 1.4 kB with the decision at the end, at the
//! beginning, only in words, or nowhere. `cargo bench --bench answers`.

use groundline::answer::{Options, read};
use std::hint::black_box;
use std::time::Instant;

/// CPU seconds of this thread, where the system tells (Linux); a busy machine makes wall time useless.
fn cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|ns| ns / 1e9)
}

fn rate(name: &str, options: &Options, responses: &[String]) {
    let mut done = 0u64;
    let (start, before) = (Instant::now(), cpu());
    while start.elapsed().as_secs_f64() < 1.5 {
        for response in responses {
            black_box(read(black_box(options), black_box(response)));
        }
        done += responses.len() as u64;
    }
    let seconds = before.zip(cpu()).map_or(start.elapsed().as_secs_f64(), |(a, b)| b - a);
    let bytes: usize = responses.iter().map(String::len).sum();
    println!(
        "{name:<28} {:>10.0} responses per CPU second  (mean {} bytes)",
        done as f64 / seconds,
        bytes / responses.len()
    );
}

fn main() {
    let options = Options::new(&["a red car", "a dark red car", "two dogs", "none of the above"]);
    let short: Vec<String> = [
        "B",
        "(C)",
        "C. two dogs",
        "The answer is B.",
        "Answer: (A)",
        "a dark red car",
        "**D**",
        "None of the above",
        "No idea",
        "I think the answer is C.",
    ]
    .map(String::from)
    .into();
    rate("short", &options, &short);
    let filler = "Looking at the picture step by step, we notice that the vehicle stands next to the pavement and that its paint reflects the light of the afternoon sun. ";
    let long = |first: &str, last: &str| vec![format!("{first}{}{last}", filler.repeat(9))];
    rate("1.4 kB, decided at the end", &options, &long("", "Therefore, the answer is B."));
    rate("1.4 kB, decided first", &options, &long("B. ", ""));
    rate("1.4 kB, only words", &options, &long("", "The vehicle is a dark red car."));
    rate("1.4 kB, undecided", &options, &long("", "The vehicle is parked."));
}
