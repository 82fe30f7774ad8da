//! A second set like `unseen.rs`, written and labelled after the rules were changed for the first one, to see what the
//! changes are worth on others.

use super::check;

const TOOLS: &[&str] = &["a hammer", "a saw", "a screwdriver", "a drill"];
const POSES: &[&str] = &["sitting", "standing", "lying", "running"];
const YES_NO: &[&str] = &["no", "yes"];
const AGES: &[&str] = &["5", "10", "15", "20"];

#[test]
fn reasoning_before_an_answer() {
    check(
        TOOLS,
        &[
            (
                "We are looking for the tool in the blue box. It has a wooden handle and a heavy metal head. A saw has teeth, a drill has a motor, so neither of those. This is a hammer.",
                "A",
            ),
            ("Thinking about it more: the tip is flat → it's used for screws → screwdriver.", "C"),
            ("(A) a hammer, (B) a saw, (C) a screwdriver, (D) a drill. Looking at the teeth, my pick is B.", "B"),
            (
                "Hammer and saw can be excluded right away. Between the screwdriver and the drill, the drill fits better.",
                "D",
            ),
            ("I considered the saw, but the object has no teeth. I settled on the screwdriver.", "C"),
            ("The most reasonable choice is A.", "A"),
            ("C seems to be the most likely option here.", "C"),
            ("Only the drill remains after elimination.", "D"),
            ("It could be any of these tools.", "-"),
            ("The image shows tools on a table, among them a hammer and a saw.", "-"),
            ("What is in the box? A drill.", "D"),
        ],
    );
}

#[test]
fn dresses_and_turns() {
    check(
        POSES,
        &[
            ("**Answer:** *standing* (B)", "B"),
            ("> B", "B"),
            ("1) sitting - no\n2) standing - no\n3) lying - yes\n4) running - no", "C"),
            ("Sitting ❌ Standing ✅ Lying ❌ Running ❌", "B"),
            ("<final>D</final>", "D"),
            ("Choice: (a)", "A"),
            ("Scratch that. D.", "D"),
            ("The woman isn't sitting, she's standing.", "B"),
            ("He is neither sitting nor lying; he stands.", "-"),
            ("At first sight: sitting. Actually: lying.", "C"),
            ("{\"final_answer\": {\"letter\": \"C\"}}", "C"),
            ("The answer's B", "B"),
            ("B is wrong. A is wrong. D is wrong.", "-"),
            ("ANSWER = D", "D"),
            ("Final Answer: The final answer is $\\boxed{A}$. I hope it is correct.", "A"),
        ],
    );
    check(
        YES_NO,
        &[
            ("That is not the case.", "A"),
            ("Yes", "B"),
            ("True", "B"),
            ("Nope, the bag is green.", "A"),
            ("It is true that the bag is red.", "B"),
            ("The sentence is correct.", "B"),
            ("I cannot tell.", "-"),
        ],
    );
    check(
        AGES,
        &[
            ("I would estimate around 10 years.", "B"),
            ("He looks 15, maybe 16.", "C"),
            ("Between 5 and 10.", "-"),
            ("1. He is small. 2. He holds a toy. So about 5.", "A"),
            ("twenty", "D"),
        ],
    );
}

/// What is written so is not read yet; nothing may be invented instead.
#[test]
fn known_gaps_stay_silent() {
    check(TOOLS, &[("Two possibilities: B or D. The cable speaks for D.", "-")]);
    check(POSES, &[("She was running a moment ago, but now she is standing.", "-")]);
}
