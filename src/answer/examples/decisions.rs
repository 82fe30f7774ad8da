//! What is decided where several options are named, denied, taken back, or none is.

use super::{ANIMALS, check};

#[test]
fn several_and_none() {
    check(
        ANIMALS,
        &[
            ("(A) and (B)", "-"),
            ("A, B", "-"),
            ("A or B", "-"),
            ("A/B", "-"),
            ("Both A and B", "-"),
            ("The answer could be A or B.", "-"),
            ("The correct answers are A and C.", "-"),
            ("Options A and B are both correct.", "-"),
            ("E", "-"),
            ("(F) a bird", "-"),
            ("The answer is E.", "-"),
            ("A. a dog\nB. a cat\nC. a horse\nD. none of the above", "-"),
            ("(A) a dog (B) a cat (C) a horse (D) none of the above", "-"),
            ("Which animal is it? A dog, a cat, or a horse?", "-"),
            ("Please choose one of the options: A, B, C, D.", "-"),
            ("The options are A, B, C and D.", "-"),
            ("You need to select A, B, C, or D.", "-"),
            ("I'm not sure whether it is A or B.", "-"),
            ("Maybe.", "-"),
            ("I don't know.", "-"),
            ("I do not know whether the animal is a dog or a cat.", "-"),
            ("Is it a dog?", "-"),
            ("The image shows a kitchen with a stove and a sink.", "-"),
            ("It could be a dog or a cat.", "-"),
        ],
    );
}

#[test]
fn negation_and_elimination() {
    check(
        &["a dog", "a cat", "a horse", "a cow"],
        &[
            ("Not A. It is C.", "C"),
            ("It is not (A) or (B), it is (C).", "C"),
            ("The answer is not A, it's C.", "C"),
            ("A is wrong, B is wrong, D is wrong. So it must be C.", "C"),
            ("We can eliminate (A), (B) and (D). The remaining option is (C).", "C"),
            (
                "(A) is incorrect because it has no tail. (B) is incorrect because it is small. (C) is correct. (D) is incorrect because it is not a cow.",
                "C",
            ),
            ("Option A is incorrect. Option B is correct.", "B"),
            ("The animal is a horse and not a cow.", "C"),
            ("It isn't a dog.", "-"),
            ("Neither (A) nor (B) is right.", "-"),
            ("None of the options match.", "-"),
            ("All of the above", "-"),
            ("The answer is (B). Option (A) is wrong since it barks, and (C) has hooves.", "B"),
        ],
    );
}

#[test]
fn self_correction_and_last_statements() {
    check(
        &["a dog", "a cat", "a horse", "a cow"],
        &[
            ("A. Wait, actually B.", "B"),
            ("A... no wait, B", "B"),
            ("The answer is A. Actually, let me reconsider. The answer is B.", "B"),
            ("I initially thought A, but the answer is D.", "D"),
            ("At first glance the answer is A. However, the correct answer is B.", "B"),
            ("Answer: A\n\nOn reflection:\nAnswer: C", "C"),
            ("First, \\boxed{A}. Correction: \\boxed{D}", "D"),
            ("Hmm, is it A? No. It's B.", "B"),
        ],
    );
}

#[test]
fn refusals_and_hedges() {
    check(
        ANIMALS,
        &[
            ("I'm sorry, but I can't help with that.", "-"),
            ("I cannot identify people in images.", "-"),
            ("As an AI language model, I cannot see images.", "-"),
            ("Sorry, I am unable to view the image.", "-"),
            ("It is impossible to say from this picture.", "-"),
            ("Without more context it is unclear what the animal is.", "-"),
            ("There is not enough information to determine whether it is (A) or (B).", "-"),
            ("The image does not provide enough detail.", "-"),
            ("It's hard to tell, but I'd go with (B).", "B"),
            ("While it is difficult to be certain, the animal is most likely a horse.", "C"),
            ("", "-"),
            ("   ", "-"),
            ("........", "-"),
            ("</s>", "-"),
            ("\n\n", "-"),
            ("?", "-"),
            ("🙂", "-"),
        ],
    );
}
