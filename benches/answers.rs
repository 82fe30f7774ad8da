//! Responses read per second of one thread: short ones, and ones of about 1.4 kB with the decision at the end, at the
//! beginning, only in words, or nowhere, of one sentence repeated and of fifteen sentences in ever new orders; then real
//! ones (`GROUNDLINE_SHARED=../shared`), per 1.4 kB of text. `cargo bench --bench answers`.

use groundline::answer::{Options, read};
use std::hint::black_box;
use std::time::Instant;

/// CPU seconds of this thread, where the system tells (Linux); a busy machine makes wall time useless.
fn cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|ns| ns / 1e9)
}

/// Sentences of an ordinary description; their order differs in every response, so that no branch is learned by heart.
const SENTENCES: &[&str] = &[
    "Looking at the picture step by step, we notice that the vehicle stands next to the pavement.",
    "There are several people in the background, some of them walking and others waiting at the crossing.",
    "The sky is mostly cloudy, which suggests that it might rain later in the day.",
    "A man in a blue shirt holds a paper cup and talks to his friend.",
    "On the left we see a shop window with colorful signs and two mannequins.",
    "The street seems quiet; only a cyclist passes by.",
    "Shadows fall to the right, so the light comes from the other side of the houses.",
    "Its windows are closed and the driver's seat is empty.",
    "Behind it, leaves of tall trees hang over a wooden fence.",
    "Nothing else in the scene gives a hint about the season.",
    "The wheels have silver rims and black tires with some dust on them.",
    "One of the boxes covers the front half of the vehicle, including the headlights.",
    "Considering its shape, this looks like a compact sedan from the nineties.",
    "Some reflections make parts of the hood look brighter than the doors.",
    "In the far distance, mountains and a church tower rise above the roofs.",
];

/// Reads all for a second and a half; responses and bytes per CPU second.
fn measure(responses: &[(&Options, &str)]) -> (f64, f64) {
    let mut done = 0u64;
    let (start, before) = (Instant::now(), cpu());
    while start.elapsed().as_secs_f64() < 1.5 {
        for (options, response) in responses {
            black_box(read(black_box(options), black_box(response)));
        }
        done += responses.len() as u64;
    }
    let seconds = before.zip(cpu()).map_or(start.elapsed().as_secs_f64(), |(a, b)| b - a);
    let bytes: usize = responses.iter().map(|(_, response)| response.len()).sum();
    let rate = done as f64 / seconds;
    (rate, rate * bytes as f64 / responses.len() as f64)
}

fn rate(name: &str, options: &Options, responses: &[String]) {
    let pairs: Vec<(&Options, &str)> = responses.iter().map(|r| (options, r.as_str())).collect();
    let (rate, bytes) = measure(&pairs);
    println!("{name:<28} {rate:>10.0} responses per CPU second  (mean {:.0} bytes)", bytes / rate);
}

/// Responses of 1.4 kB: sentences in any order between a beginning and an end.
fn varied(first: &str, last: &str) -> Vec<String> {
    let mut rng = groundline::rng::item_rng(1, "answers-bench", &[]);
    let response = |_| {
        let mut text = first.to_string();
        while text.len() + last.len() < 1350 {
            text += rng.choose(SENTENCES).copied().unwrap_or_default();
            text.push(' ');
        }
        text + last
    };
    (0..400).map(response).collect()
}

/// Real responses of 900 bytes and more, with the options they were given.
fn real(shared: &str) {
    let text = std::fs::read_to_string(format!("{shared}/data/answers/responses.jsonl")).expect("responses.jsonl");
    let rows: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).expect("a JSON line")).collect();
    let long = rows.iter().filter_map(|row| {
        let texts: Vec<&str> = row["options"].as_object()?.values().filter_map(|v| v.as_str()).collect();
        row["response"].as_str().filter(|r| r.len() >= 900).map(|response| (Options::new(&texts), response))
    });
    let long: Vec<(Options, &str)> = long.collect();
    let pairs: Vec<(&Options, &str)> = long.iter().map(|(options, response)| (options, *response)).collect();
    let (_, bytes) = measure(&pairs);
    println!("{:<28} {:>10.0} times 1.4 kB per CPU second  ({} responses)", "real ones", bytes / 1400.0, pairs.len());
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
    rate("varied, decided at the end", &options, &varied("", "Therefore, the answer is B."));
    rate("varied, decided first", &options, &varied("B. ", ""));
    rate("varied, only words", &options, &varied("", "The vehicle is a dark red car."));
    rate("varied, undecided", &options, &varied("", "The vehicle is parked."));
    match std::env::var("GROUNDLINE_SHARED") {
        Ok(shared) => real(&shared),
        Err(_) => println!("real ones                    skipped: GROUNDLINE_SHARED is not set"),
    }
}
