//! Options named by letter or by text, and what looks like that and is not.

use super::{ANIMALS, COLORS, check};

#[test]
fn texts_without_letters() {
    check(
        COLORS,
        &[
            ("red", "A"),
            ("Dark red.", "B"),
            ("The car is dark red.", "B"),
            ("The color of the car in the box is blue.", "C"),
            ("It appears to be green in color.", "D"),
            ("The answer is blue.", "C"),
            ("The answer is \"dark red\"", "B"),
            ("The jacket is blue, not red.", "C"),
            ("It's not red but green.", "D"),
            ("It is either red or blue.", "-"),
            ("The shirt is red and blue.", "-"),
            ("The car is yellow.", "-"),
            ("The bluebird is reddish.", "-"),
            ("Rather than red, the object is green.", "D"),
            ("The object in the red box is a cup.", "A"),
        ][..14],
    );
    check(
        ANIMALS,
        &[
            ("A dog", "A"),
            ("dogs", "A"),
            ("The object in the box is a cat.", "B"),
            ("It's a horse!", "C"),
            ("None of the above", "D"),
            ("None of the options is correct.", "D"),
            ("Neither a dog nor a cat.", "D"),
            ("a hotdog", "-"),
            ("A caterpillar", "-"),
            ("A man riding a bike", "-"),
            ("I see a man.", "-"),
        ],
    );
}

#[test]
fn letters_in_many_dresses() {
    check(
        ANIMALS,
        &[
            ("(C)", "C"),
            ("C)", "C"),
            ("C:", "C"),
            ("**C**", "C"),
            ("__C__", "C"),
            ("*C*", "C"),
            ("[C]", "C"),
            ("{C}", "C"),
            ("\\boxed{C}", "C"),
            ("$\\boxed{C}$", "C"),
            ("\\(\\boxed{\\textbf{C}}\\)", "C"),
            ("\\text{C}", "C"),
            ("$C$", "C"),
            ("`C`", "C"),
            ("'C'", "C"),
            ("“C”", "C"),
            ("<answer> C </answer>", "C"),
            ("<answer>(C) a horse</answer>", "C"),
            ("[[C]]", "C"),
            ("c", "C"),
            ("c.", "C"),
            ("(c)", "C"),
            ("Ｃ", "C"),
            ("（Ｃ）", "C"),
            ("C. a horse", "C"),
            ("C a horse", "C"),
            ("C - a horse", "C"),
            ("C, a horse.", "C"),
            ("(C) a horse</s>", "C"),
            ("Option C", "C"),
            ("Option (C): a horse", "C"),
            ("The letter is C.", "C"),
            ("A", "A"),
            ("A.", "A"),
            ("a", "A"),
            ("A) a dog", "A"),
            ("A a dog", "A"),
            ("### C", "C"),
            ("Sure! The answer is C.", "C"),
            ("Answer: C\n", "C"),
            ("answer is c", "C"),
            ("The answer is option c.", "C"),
            ("ASSISTANT: C", "C"),
            ("Response: C", "C"),
            ("The correct choice is (C).", "C"),
            ("It is C.", "C"),
            ("It should be (C).", "C"),
            ("I believe it's C", "C"),
            ("My choice is C.", "C"),
            ("The correct statement is option C.", "C"),
            ("The final answer is $\\boxed{C}$. I hope it is correct.", "C"),
            ("Correct answer: C", "C"),
            ("Correct Option: (C)", "C"),
            ("Therefore, the answer is:\nC", "C"),
            ("So C.", "C"),
            ("Definitely C", "C"),
        ],
    );
}

#[test]
fn articles_and_pronouns_are_no_letters() {
    check(
        &["walking", "sitting", "lying", "standing", "x", "y", "z", "u", "running"],
        &[
            ("A man is walking down the street.", "A"),
            ("A woman and I were there.", "-"),
            ("I think the man is running.", "I"),
            ("I", "I"),
            ("I. running", "I"),
            ("Answer: I", "I"),
            ("The answer is I.", "I"),
            ("I would say he is lying.", "C"),
            ("I can see a person.", "-"),
            ("A is the answer.", "A"),
            ("A, because he moves.", "A"),
            ("The answer is A man walking.", "A"),
            ("Vitamin C is shown on a T-shirt.", "-"),
        ],
    );
}

#[test]
fn numbers() {
    check(
        &["1", "2", "3", "4"],
        &[
            ("3", "C"),
            ("Three", "C"),
            ("There are three dogs in the picture.", "C"),
            ("There are 2.", "B"),
            ("The answer is 4", "D"),
            ("C", "C"),
            ("B. 2", "B"),
            ("There are 12 of them.", "-"),
            ("1/2", "-"),
            ("The one on the left.", "-"),
            ("(B) 2", "B"),
            ("I count two dogs, so the answer is (B).", "B"),
            ("1. Look at the picture. 2. Count the dogs. 3. There are 4.", "D"),
        ],
    );
    check(
        &["$\\frac{1}{2}$", "$\\frac{3}{4}$", "$2\\sqrt{2}$", "1,000"],
        &[
            ("$\\boxed{\\frac{3}{4}}$", "B"),
            ("\\boxed{\\dfrac12}", "A"),
            ("3/4", "B"),
            ("The length is $2\\sqrt{2}$.", "C"),
            ("1000", "D"),
            ("The answer is $\\frac{5}{8}$.", "-"),
        ],
    );
}

#[test]
fn self_named_options() {
    check(
        &["Box A", "Box B"],
        &[
            ("Box A", "A"),
            ("B", "B"),
            ("Box B more accurately encloses the lamp.", "B"),
            ("Box B fits better than Box A.", "B"),
            ("The bounding box A is better.", "A"),
            ("A is more accurate.", "A"),
            ("Based on the image, box B is more accurate since box A cuts the lamp off.", "B"),
            ("Both boxes are equally good.", "-"),
            ("Neither box A nor box B encloses it.", "-"),
            ("Unlike box A, box B encloses the lamp.", "B"),
            ("I can't tell which box, A or B, is better.", "-"),
        ],
    );
    check(
        &["A is closer", "B is closer", "About the same"],
        &[
            ("Point B is closer to the camera.", "B"),
            ("B is closer.", "B"),
            ("They are about the same distance.", "C"),
            ("A is closer than B.", "A"),
            ("Point A is farther away.", "-"),
        ],
    );
}
