//! Yes and no, and other languages than English.

use super::check;

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
