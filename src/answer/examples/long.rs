//! Long and odd responses: the end decides, nothing fails, and time stays linear.

use super::super::{Options, read};
use super::{ANIMALS, check};

#[test]
fn any_text_is_read_without_failing() {
    let options = Options::new(&["a", "A", "", "1", "yes", "\\boxed{", "（", "none", "一", "é"]);
    let pieces = [
        "A",
        "(",
        ")",
        "**",
        "answer",
        " is ",
        ":",
        "\n",
        "not",
        "\\boxed{",
        "}",
        "或",
        "答案",
        "é",
        ",",
        "and ",
        "B",
        "{\"answer\":",
        "?",
        ".",
        "<think>",
    ];
    let mut rng = crate::rng::item_rng(1, "answer-fuzz", &[]);
    for _ in 0..20_000 {
        let text: String = (0..rng.below(14)).filter_map(|_| rng.choose(&pieces).copied()).collect();
        let a = read(&options, &text);
        if let Some((start, end)) = a.span {
            assert!(text.get(start..end).is_some(), "{text:?} {a:?}");
        }
    }
    for options in [Options::new::<&str>(&[]), Options::new(&["x"; 40])] {
        read(&options, "The answer is A.");
    }
}

#[test]
fn reading_the_end_first_changes_nothing() {
    let options = Options::new(ANIMALS);
    let filler = "The coat of the animal is short and it stands in the grass near a fence. ".repeat(20);
    for end in
        ["The answer is B.", "\\boxed{C}", "Is the answer A? I would choose (C).", "Answer: E", "It is a horse.", "B"]
    {
        for start in ["", "The answer is A. ", "A. ", "{\"x\": 1} "] {
            let a = read(&options, &format!("{start}{filler}\n{end}"));
            let short = read(&options, &format!("{start}It stands.\n{end}"));
            assert_eq!((a.outcome, a.set, a.rule), (short.outcome, short.set, short.rule), "{start:?} {end:?}");
            if let Some((s, e)) = a.span {
                assert!(e <= start.len() + filler.len() + 1 + end.len() && s < e);
            }
        }
    }
}

#[test]
fn long_answers_with_other_letters_around() {
    check(
        &["a dog", "a cat", "a horse", "a cow"],
        &[
            ("The answer is (C). To see why, note that (A) barks and (B) purrs.", "C"),
            (
                "Let's go through the options.\n\nA) A dog would bark.\nB) A cat would purr.\nC) A horse would neigh.\nD) A cow would moo.\n\nThe animal in the picture neighs, so the best answer is C.",
                "C",
            ),
            (
                "Let's go through the options.\n\n**A)** A dog would bark.\n**B)** A cat would purr.\n**C)** A horse would neigh.\n**D)** A cow would moo.\n\nSo, the animal is **a horse**.",
                "C",
            ),
            (
                "The question asks for the animal. Options: A. a dog, B. a cat, C. a horse, D. a cow. The animal has a mane and hooves. Final Answer: C. a horse",
                "C",
            ),
            ("Answer: **(C) a horse**\n\nExplanation: a dog or a cat would be smaller; a cow would have horns.", "C"),
            ("C\n\nA dog and a cat are small.", "C"),
            ("The animal is a horse (C).", "C"),
            ("The animal is a horse (option C).", "C"),
            ("It looks like a horse, but it might also be a cow.", "-"),
            ("This is most likely a horse.", "C"),
            ("Looks like (C) to me.", "C"),
            ("(C) seems right.", "C"),
            ("Option C best describes the animal.", "C"),
            ("I'm confident the answer is \"C\".", "C"),
            ("The animal isn't (A), (B) or (D), leaving (C).", "C"),
            ("Among the options, C is the most accurate.", "C"),
            ("Based on the picture, I'd say a horse.", "C"),
            ("My answer: C) a horse", "C"),
            ("The correct answer would therefore be: a horse.", "C"),
            ("So the final answer should be (C) a horse, since it has a mane.", "C"),
            ("Answer is C", "C"),
            ("ans: C", "C"),
            ("Choice C", "C"),
            ("C!", "C"),
            ("Let me think step by step. The animal has hooves. Thus, C.", "C"),
            ("I choose C: a horse", "C"),
            ("User: What is it?\nAssistant: C", "C"),
            ("{\"answer\": \"C\", \"explanation\": \"A dog would bark\"}", "C"),
            ("```json\n{\"answer\": \"C\"}\n```", "C"),
            ("{'answer': 'C'}", "C"),
            ("answer = C", "C"),
            ("The answer is: $$\\boxed{C}$$", "C"),
            ("<think>\nA dog? No, a cat? The answer is A.\n</think>\n\nThe answer is **C**.", "C"),
            ("<|channel|>final<|message|>C", "C"),
            ("I don't think it is a dog.", "-"),
            ("It doesn't look like (A).", "-"),
            ("What do you think it is?", "-"),
            ("A horse? No, a cow.", "D"),
            ("a horse a horse a horse a horse", "C"),
            ("horse", "C"),
            ("horses", "C"),
            ("The horse's mane is brown.", "-"),
            ("a seahorse", "-"),
            ("A dog, a cat, a horse and a cow are the options.", "-"),
            ("All of them.", "-"),
            ("A, B, C and D are all wrong.", "-"),
            ("There is no right answer.", "-"),
            ("The answer is not listed.", "-"),
            ("The answer is not among the options.", "-"),
            ("The answer is not (A).", "-"),
            ("Not C", "-"),
            ("C is incorrect.", "-"),
            ("It is not clear whether the animal is a dog or a cat.", "-"),
        ],
    );
}

#[test]
fn endless_repetition_is_read_in_linear_time() {
    let options = Options::new(&["a dog", "a cat", "Box C", "answer"]);
    let pieces = [
        "answer ",
        "(",
        "A, ",
        "not ",
        "wait ",
        "so A ",
        "**",
        "is correct ",
        "a dog ",
        "choose ",
        "( A",
        "\\boxed{",
        "it is ",
        "答案",
        "A\n",
        "answer:\n",
    ];
    // CPU time of this thread where the system tells it: on a busy machine wall time says nothing.
    let cpu = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse::<f64>().ok().map(|ns| ns / 1e9)
    };
    let time = |piece: &str, size: usize| {
        let text = piece.repeat(size / piece.len());
        let (start, before) = (std::time::Instant::now(), cpu());
        read(&options, &text);
        before.zip(cpu()).map_or(start.elapsed().as_secs_f64(), |(a, b)| b - a)
    };
    // Twenty times the text may take up to 150 times as long when caches are shared; quadratic would be four hundred.
    let slow: Vec<(&str, f64, f64)> = pieces
        .iter()
        .map(|p| (*p, (0..3).map(|_| time(p, 10_000)).fold(f64::MAX, f64::min), time(p, 200_000)))
        .filter(|(_, small, large)| *large > 0.2 && large / small > 150.0)
        .collect();
    assert!(slow.is_empty(), "{slow:?}");
}
