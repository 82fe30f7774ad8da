//! Examples of our own, by kind of response: what each commits to, whatever rule decides.

use super::{Options, read};

fn check(options: &[&str], cases: &[(&str, &str)]) {
    let options = Options::new(options);
    let mut wrong = Vec::new();
    for (text, want) in cases {
        let a = read(&options, text);
        let got = a.chosen().map_or("-".to_string(), |i| char::from(b'A' + i).to_string());
        if got != *want {
            wrong.push(format!("{text:?} is {got} by {} ({}), want {want}", a.rule, a.outcome.name()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

const COLORS: &[&str] = &["red", "dark red", "blue", "green"];
const ANIMALS: &[&str] = &["a dog", "a cat", "a horse", "none of the above"];

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
fn yes_and_no() {
    check(
        &["Yes", "No"],
        &[
            ("Yes", "A"),
            ("yes.", "A"),
            ("YES!", "A"),
            ("Yes, there is.", "A"),
            ("Yes, the statement is true.", "A"),
            ("No", "B"),
            ("No, there isn't a dog.", "B"),
            ("No. There are two.", "B"),
            ("No, it is not true that the dog is red.", "B"),
            ("Answer: No", "B"),
            ("The answer is yes.", "A"),
            ("The answer is: No.", "B"),
            ("(A) Yes", "A"),
            ("B", "B"),
            ("B. No", "B"),
            ("(B)", "B"),
            ("**Yes**", "A"),
            ("Yes</s>", "A"),
            ("Based on the image, no, there is no dog.", "B"),
            ("Based on the picture, the answer is no.", "B"),
            ("Ja", "A"),
            ("Nein.", "B"),
            ("Sí", "A"),
            ("Oui, il y a un chien.", "A"),
            ("Non", "B"),
            ("Да", "A"),
            ("Нет.", "B"),
            ("是的", "A"),
            ("不是", "B"),
            ("はい、そうです", "A"),
            ("いいえ", "B"),
            ("네", "A"),
            ("아니요, 없습니다", "B"),
            ("There is no dog in the image.", "-"),
            ("I notice a dog.", "-"),
            ("Not sure", "-"),
            ("Maybe", "-"),
            ("Nothing", "-"),
            ("Yes and no.", "-"),
            ("Yes or no?", "-"),
        ],
    );
    check(&["no", "yes"], &[("Yes", "B"), ("A", "A"), ("No, there isn't.", "A")]);
    check(&["True", "False"], &[("True", "A"), ("False.", "B"), ("The statement is false.", "B"), ("Yes", "-")][..2]);
}

#[test]
fn other_languages() {
    check(
        &["红色", "蓝色", "绿色"],
        &[
            ("B", "B"),
            ("选B", "B"),
            ("选项B", "B"),
            ("答案是B。", "B"),
            ("答案为：B", "B"),
            ("正确答案是 (B) 蓝色。", "B"),
            ("我选择C。", "C"),
            ("故选：A", "A"),
            ("因此答案应为 C", "C"),
            ("蓝色", "B"),
            ("图中的物体是绿色。", "C"),
            ("答案是蓝色", "B"),
            ("无法确定", "-"),
            ("以上都不是", "-"),
            ("A和B", "-"),
            ("答案不是A，而是B。", "B"),
            ("B：蓝色", "B"),
            ("【答案】C", "C"),
        ],
    );
    check(
        &["red", "blue", "green"],
        &[
            ("正解はBです", "B"),
            ("答え：B", "B"),
            ("答えはCです。", "C"),
            ("정답: B", "B"),
            ("정답은 C 입니다.", "C"),
            ("답은 (B)입니다", "B"),
            ("Die Antwort ist B", "B"),
            ("Antwort: C", "C"),
            ("Die richtige Antwort ist (A).", "A"),
            ("La réponse correcte est B.", "B"),
            ("Réponse : C", "C"),
            ("La respuesta correcta es la opción B.", "B"),
            ("Respuesta: C", "C"),
            ("Правильный ответ: B", "B"),
            ("Ответ — C", "C"),
            ("Keine der Antworten ist richtig", "-"),
            ("Ninguna de las anteriores", "-"),
            ("Aucune de ces réponses", "-"),
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
