//! More responses of each kind.

use super::check;

#[test]
fn more_of_each_kind() {
    let images = &["the second image", "the third image"];
    check(
        images,
        &[
            ("The third image is the most similar to the reference.", "B"),
            ("Based on the style, the second image shares the same style as the first one.", "A"),
            ("The image that is most similar to the first is the third one: the third image.", "B"),
            ("I would say that the third image fits the missing corner, since its edges continue the fence.", "B"),
            ("Both the second and the third image could fit.", "-"),
            ("Either the second image or the third image.", "-"),
            ("None of the images fits.", "-"),
            ("I apologize, but I cannot determine which image is a better match.", "-"),
            ("The second image does not match, so the third image must be the missing part.", "B"),
            ("The second image is more likely to be the missing part than the third image.", "A"),
            (
                "1. The second image shows a wall.\n2. The third image shows a tree.\n\nComparing them, the tree continues.",
                "-",
            ),
            (
                "To determine which image fits, we look at the edges. The second image has a wall. The third image has a",
                "-",
            ),
            ("The answer is the third image, not the second image.", "B"),
            ("Image 2", "-"),
            ("(B) the third image\n\nThe second image is darker.", "B"),
            ("The correct answer is (C) the fourth image.", "-"),
            ("Please provide the images so that I can help.", "-"),
            ("The first image shows a cat.", "-"),
            ("Therefore, the answer is **B**.", "B"),
        ],
    );
    check(
        &["Point A", "Point B", "Point C", "Point D"],
        &[
            ("Point C.", "C"),
            ("The corresponding point is point B.", "B"),
            ("The point labeled D corresponds to the reference.", "D"),
            ("The reference point is on the handle; the corresponding point would be at the tip.", "-"),
            ("A: handle, B: tip, C: middle, D: end", "-"),
            ("The correct answer is Point A, since B, C and D are on the blade.", "A"),
            ("C corresponds to REF.", "C"),
        ],
    );
    check(
        &["5", "4", "3", "6"],
        &[
            ("There are 4 balloons.", "B"),
            ("I count five.", "A"),
            ("There are 3 blue and 1 red balloons, 4 in total. Answer: B", "B"),
            ("B. 4", "B"),
            ("7", "-"),
            ("There are between 3 and 5.", "-"),
        ],
    );
    check(
        &["$15$", "$18\\frac{1}{2}$", "$27$", "$41$"],
        &[
            ("The area is \\(\\boxed{27}\\).", "C"),
            ("= 41", "D"),
            ("The area is 15 square units.", "A"),
            ("Thus the area is $\\frac{37}{2}$.", "-"),
            ("So the area equals $27$. The answer is (C).", "C"),
            ("\\[\\boxed{\\text{(B) }18\\frac{1}{2}}\\]", "B"),
            ("# Answer\nC", "C"),
            ("#### C", "C"),
            ("The answer is \\boxed{E}", "-"),
        ],
    );
    check(
        &["A", "B", "C", "D", "E"],
        &[
            ("The correct figure is C.", "C"),
            ("Figure D", "D"),
            ("Diagram (B)", "B"),
            ("The answer is: B", "B"),
            ("Only figure E has six faces.", "E"),
            ("A triangle", "-"),
            ("Dodecagon", "-"),
            ("B, C", "-"),
            ("We cannot solve it without the picture.", "-"),
        ],
    );
    check(
        &["manufacturing-based", "high technology", "tourism-based", "agricultural"],
        &[
            (
                "Options:\n(A) manufacturing-based\n(B) high technology\n(C) tourism-based\n(D) agricultural\n\nStage 2 is \"Agricultural\".\n\nAnswer: D",
                "D",
            ),
            (
                "No. 8: In stage 2 the economy is\n(A) manufacturing-based\n(B) high technology\n(C) tourism-based\n(D) agricultural",
                "-",
            ),
            ("The economy is best characterized as agricultural.", "D"),
            ("Tourism-based economies depend on visitors; this one is high technology.", "-"),
            ("The answer: High Technology", "B"),
        ],
    );
    check(
        &["磷酸是原料", "不需要酶", "由乳酸提供", "提供能量"],
        &[
            ("【解析】选项A错误。选项B正确。因此，正确答案是B。<eoe>\n【答案】B<eoa>", "B"),
            ("【答案】A、B、C", "-"),
            ("综上所述，答案选D。", "D"),
            ("故答案为C", "C"),
            ("正确的选项是 (C)。", "C"),
            ("本题选择B选项", "B"),
            ("A项正确，B项错误，C项错误，D项错误。", "A"),
            ("因此，选项D正确。", "D"),
            ("这道题没有正确答案。", "-"),
            ("【答案】: 无正确答案 <eoa>", "-"),
        ],
    );
    check(
        &["The dog is brown.", "The dog is black.", "There is no dog."],
        &[
            ("The dog is black.", "B"),
            ("There is no dog in the picture.", "C"),
            ("The dog is brown", "A"),
            ("B) The dog is black. The fur shines.", "B"),
        ],
    );
    check(
        &["left", "right"],
        &[
            ("The cup is to the left of the plate.", "A"),
            ("right", "B"),
            ("That's right.", "-"),
            ("The camera moves to the right.", "B"),
            ("The camera is moving left, as the objects move right.", "A"),
        ],
    );
}
