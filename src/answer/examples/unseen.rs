//! Sixty responses written in the styles of many models, with labels that were given before any was read by the rules.

use super::{ANIMALS, COLORS, check};

const SIDES: &[&str] = &["on the left of", "on the right of", "above", "below"];
const COUNTS: &[&str] = &["one", "two", "three", "four"];
const MATERIALS: &[&str] = &["wood", "metal", "plastic", "glass"];
const ACTIONS: &[&str] = &["riding a bike", "walking a dog", "eating a sandwich", "reading a book"];
const YES_NO: &[&str] = &["Yes", "No"];

#[test]
fn chains_of_thought() {
    check(
        MATERIALS,
        &[
            (
                "Let me look at the picture carefully.\n\n1. The object in the red box is a bottle.\n2. It is transparent and reflects light.\n3. Wood and metal are opaque, so they can be ruled out.\n4. Plastic bottles usually have a softer shine.\n\nTherefore the material is most likely glass.",
                "D",
            ),
            (
                "Step 1: Identify the object. It's a chair.\nStep 2: Look at its surface. I see grain lines typical of wood.\nStep 3: Compare with the options. Metal would be shiny, plastic would be uniform.\n\nFinal answer: A",
                "A",
            ),
            (
                "The options are (A) wood, (B) metal, (C) plastic and (D) glass. The legs are shiny and thin. Shiny, thin legs suggest (B).",
                "B",
            ),
            (
                "To answer this, consider each option in turn. Wood: no visible grain, so unlikely. Metal: the surface has no metallic sheen. Glass: it is not see-through. That leaves plastic.",
                "C",
            ),
            (
                "Hmm, the handle could be metal or plastic. On closer inspection there is rust on it, so I'd say metal.",
                "B",
            ),
            (
                "First, I notice the reflections. Second, I notice that one can see through it. Given these observations, D is the most plausible option.",
                "D",
            ),
            ("Observation: opaque, matte, colorful.\nReasoning: matte and colorful → plastic.\nAnswer → C", "C"),
            (
                "The surface looks like wood, but it might just as well be painted metal. I can't decide between A and B.",
                "-",
            ),
        ],
    );
    check(
        COUNTS,
        &[
            (
                "Let's count: one dog near the fence, another next to the tree, and a third behind the car. So there are three dogs.",
                "C",
            ),
            ("I count 2 of them. There might be one more hidden, but only two are visible.", "B"),
            ("Counting from left to right: 1, 2, 3, 4. The total is 4.", "D"),
        ],
    );
}

#[test]
fn in_other_languages() {
    check(
        ANIMALS,
        &[
            ("Auf dem Bild ist ein Pferd zu sehen. Richtig ist daher Antwort C.", "C"),
            ("L'animal dans la boîte rouge est un chat, donc la bonne réponse est (B).", "B"),
            ("La opción correcta es la A, porque se ve un perro.", "A"),
            ("На картинке изображена лошадь, поэтому правильный вариант — C.", "C"),
            ("图中红框里的动物是一匹马，因此选C。", "C"),
            ("画像には猫が写っています。したがって、正解はBです。", "B"),
            ("빨간 상자 안의 동물은 개입니다. 따라서 답은 A입니다.", "A"),
            ("Keine der Antworten ist richtig.", "D"),
            ("Je choisis la réponse C.", "C"),
            ("Ответ: (Б)", "-"),
        ],
    );
    check(YES_NO, &[("Oui, il y a un chien.", "A"), ("不，图中没有狗。", "B"), ("Sí, el coche es rojo.", "A")]);
}

#[test]
fn refusals_and_evasions() {
    check(
        ACTIONS,
        &[
            ("I'm sorry, but I'm not able to identify people in images.", "-"),
            ("I don't see any image attached to your message. Could you please upload it again?", "-"),
            ("As a language model I do not have access to the picture, so I can't say which option is right.", "-"),
            ("It depends on which person you mean.", "-"),
            ("The image is too blurry for a reliable answer.", "-"),
            ("I can't be completely sure, but the man seems to be riding a bike.", "A"),
            ("Without more context this is a guess, but: C.", "C"),
            ("All of the options are plausible.", "-"),
        ],
    );
}

#[test]
fn latex_code_and_json() {
    check(
        COUNTS,
        &[
            (r"We have $2 + 1 = 3$ apples, thus $\boxed{\text{C}}$", "C"),
            (r"\[ \boxed{\mathbf{(D)}\ \text{four}} \]", "D"),
            (r"The number of cats is $\boxed{2}$.", "B"),
            ("```\nB\n```", "B"),
            ("```json\n{\n  \"reasoning\": \"There are two cups, not three.\",\n  \"answer\": \"B\"\n}\n```", "B"),
            ("{\"answer\": 3}", "C"),
            ("{'answer': 'D'}", "D"),
            ("Here is the JSON you asked for: {\"choice\": \"A\", \"confidence\": 0.93}", "A"),
            ("{\"thought\": \"I see four birds\", \"final\": \"D\"}", "D"),
            ("<answer>\n(C) three\n</answer>", "C"),
            ("answer = \"B\"", "B"),
            ("```python\nprint('C')\n```", "C"),
        ],
    );
}

#[test]
fn lists_negations_and_corrections() {
    check(
        COLORS,
        &[
            ("A) red ✗\nB) dark red ✗\nC) blue ✓\nD) green ✗", "C"),
            ("(A) red - incorrect\n(B) dark red - correct\n(C) blue - incorrect\n(D) green - incorrect", "B"),
            ("A. red\nB. dark red\nC. blue\nD. green", "-"),
            ("It is definitely not blue or green. It isn't dark red either, so red.", "A"),
            ("At first glance it looks red; on a second look it is actually dark red.", "B"),
            ("Answer: A\n\nEdit: sorry, that should be D.", "D"),
            ("B? No — C.", "C"),
            ("I was going to say green, but the correct answer is blue.", "C"),
            ("Not A, not B, not D. It must be C.", "C"),
            ("The bag is anything but green: it's red.", "A"),
            ("My initial answer was C, however upon review I change my answer to A.", "A"),
        ],
    );
    check(
        SIDES,
        &[
            ("The cup is on the left of the plate, not on the right of it.", "A"),
            ("The lamp hangs above the table.", "C"),
            ("The man in the red box stands to the right of the car, so the answer is B: on the right of.", "B"),
            ("below", "D"),
            ("The statement that fits is \"above\".", "C"),
        ],
    );
    check(
        YES_NO,
        &[
            ("The statement is false. The cup is blue.", "B"),
            ("That's correct, the dog is brown.", "A"),
            ("There is no dog in the picture, so the answer is no.", "B"),
            ("Absolutely! The bike is red.", "A"),
            ("I would say yes, although it is hard to see.", "A"),
        ],
    );
}
