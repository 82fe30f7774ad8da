//! Honest paraphrases of many kinds, as a careful writer would make them; most must be kept.

use super::super::check::testing::verifier;
use super::fresh::FRESH;
use super::real::{HELD_OUT, TUNED};
use crate::model::dialogue::Speaker;
use std::collections::BTreeMap;

/// `U` or `A`.
pub fn speaker(who: &str) -> Speaker {
    if who == "U" { Speaker::User } else { Speaker::Assistant }
}

/// Who speaks, the turn, and honest ways of saying it.
pub const PAIRS: &[(&str, &str, &[&str])] = &[
    (
        "U",
        "What is in this picture?",
        &[
            "What does this picture show?",
            "Can you tell me what is in this picture?",
            "What can you see in the picture?",
            "Could you describe what this picture shows?",
        ],
    ),
    (
        "A",
        "The picture shows a man, a dog and a red car.",
        &[
            "In the picture there are a man, a dog and a red car.",
            "There's a man, a dog, and a red car in the picture.",
            "I can see a man, a dog and a red car.",
        ],
    ),
    (
        "U",
        "How many dogs are there?",
        &[
            "How many dogs do you see?",
            "Can you count the dogs?",
            "What's the number of dogs in the picture?",
            "Could you tell me how many dogs there are?",
        ],
    ),
    (
        "A",
        "There are two dogs in the picture.",
        &[
            "The picture shows two dogs.",
            "Two dogs are in the picture.",
            "I see two dogs in the picture.",
            "You can see two dogs here.",
            "In the picture there are 2 dogs.",
        ],
    ),
    ("A", "Two.", &["Two of them.", "There are two."]),
    (
        "U",
        "What color is the car?",
        &[
            "Which color is the car?",
            "What's the color of the car?",
            "Can you tell me the car's color?",
            "And the color of the car?",
        ],
    ),
    (
        "A",
        "The car is red.",
        &["It's a red car.", "The color of the car is red.", "The car's color is red.", "That car is red."],
    ),
    ("A", "It is red.", &["It's red.", "Its color is red.", "That one is red.", "It is red in color."]),
    (
        "U",
        "What is the table made of?",
        &[
            "What material is the table made of?",
            "Which material is the table made from?",
            "Can you tell me what the table is made of?",
        ],
    ),
    (
        "A",
        "The table is made of wood.",
        &[
            "The table is wooden.",
            "It's a wooden table.",
            "Wood is what the table is made of.",
            "The material of the table is wood.",
        ],
    ),
    (
        "U",
        "What is the man doing?",
        &[
            "Can you tell me what the man is doing?",
            "What's the man doing in the picture?",
            "And what is the man doing?",
        ],
    ),
    (
        "A",
        "The man is riding a horse.",
        &[
            "He is riding a horse; the man, that is.",
            "In the picture, the man is riding a horse.",
            "The man rides a horse.",
            "A man is riding a horse here.",
        ],
    ),
    (
        "A",
        "The woman is holding a red umbrella.",
        &[
            "A red umbrella is held by the woman.",
            "The woman holds a red umbrella.",
            "The umbrella that the woman is holding is red.",
            "Here the woman is holding an umbrella that is red.",
        ],
    ),
    (
        "U",
        "Where is the dog?",
        &["Can you tell me where the dog is?", "Where can I see the dog?", "Where in the picture is the dog?"],
    ),
    (
        "A",
        "The dog is to the left of the man.",
        &[
            "The dog is on the left of the man.",
            "To the left of the man is the dog.",
            "You can see the dog to the left of the man.",
            "The dog is left of the man.",
        ],
    ),
    (
        "A",
        "The cup is on the wooden table.",
        &[
            "On the wooden table is the cup.",
            "The cup is on top of the wooden table.",
            "You can find the cup on the wooden table.",
            "The cup is on a table made of wood.",
        ],
    ),
    (
        "U",
        "Is there a cat in the picture?",
        &[
            "Can you see a cat in the picture?",
            "Does the picture show a cat?",
            "Is a cat visible in the picture?",
            "Do you see any cat here?",
        ],
    ),
    (
        "A",
        "No, there is no cat in the picture.",
        &[
            "No, the picture does not show a cat.",
            "No, I don't see a cat in the picture.",
            "No, there isn't a cat in the picture.",
            "No, a cat is not in the picture.",
        ],
    ),
    (
        "A",
        "Yes, there is a cat in the picture.",
        &[
            "Yes, the picture shows a cat.",
            "Yes, I can see a cat.",
            "That's right, there is a cat in the picture.",
            "Yes, a cat is in the picture.",
        ],
    ),
    (
        "U",
        "What color is the bicycle next to the tree?",
        &[
            "Which color is the bicycle next to the tree?",
            "What's the color of the bicycle beside the tree?",
            "Tell me the color of the bicycle next to the tree.",
        ],
    ),
    (
        "A",
        "There is no bicycle in the picture, but there is a motorcycle.",
        &[
            "The picture doesn't show a bicycle, but there is a motorcycle.",
            "I see a motorcycle, but no bicycle.",
            "There isn't a bicycle in the picture, but there's a motorcycle.",
        ],
    ),
    (
        "U",
        "What is the object in the red box?",
        &[
            "What's in the red box?",
            "Which object is in the red box?",
            "Can you tell me what the red box shows?",
            "Can you name the object in the red box?",
            "What does the red box contain?",
        ],
    ),
    (
        "A",
        "The object in the red box is a dog.",
        &[
            "The red box shows a dog.",
            "It's a dog in the red box.",
            "In the red box there is a dog.",
            "There's a dog in the red box.",
            "A dog is in the red box.",
        ],
    ),
    (
        "U",
        "What are the objects in the red box and the green box?",
        &[
            "What are the objects in the red and green boxes?",
            "Can you name the objects in the red box and the green box?",
            "Which objects are in the red box and in the green box?",
        ],
    ),
    (
        "A",
        "The red box shows a man and the green box shows a horse.",
        &[
            "The red box contains a man and the green box contains a horse.",
            "There is a man in the red box and a horse in the green box.",
            "A man is in the red box, and a horse is in the green box.",
            "In the red box there is a man, and in the green box there is a horse.",
        ],
    ),
    (
        "U",
        "Where is the object in the red box in relation to the object in the green box?",
        &[
            "Where is the object in the red box relative to the object in the green box?",
            "Relative to the object in the green box, where is the object in the red box?",
            "Can you tell me where the object in the red box is in relation to the object in the green box?",
        ],
    ),
    (
        "A",
        "The man in the red box is to the left of the horse in the green box.",
        &[
            "The man in the red box is left of the horse in the green box.",
            "The man outlined in red is to the left of the horse outlined in green.",
            "To the left of the horse in the green box is the man in the red box.",
        ],
    ),
    (
        "A",
        "The man is to the left of the horse, so the horse is to the right of the man.",
        &[
            "The man is left of the horse, and so the horse is right of the man.",
            "The man is to the left of the horse, which means the horse is to the right of the man.",
        ],
    ),
    (
        "U",
        "Is this statement true? The car is blue.",
        &[
            "Is it true that the car is blue?",
            "Someone says the car is blue. Is that true?",
            "Is the statement \"The car is blue\" true?",
            "Check this statement: the car is blue. Is it true?",
        ],
    ),
    (
        "A",
        "The statement says that the car is blue. In the picture the car is red. So the statement is false.",
        &[
            "According to the statement, the car is blue. In the picture, the car is red, so the statement is false.",
            "The statement claims that the car is blue, but in the picture the car is red. Therefore the statement is not true.",
            "The statement says the car is blue. The picture shows a red car. The statement is therefore false.",
        ],
    ),
    (
        "A",
        "False. The car is red, not blue.",
        &[
            "False: the car is not blue but red.",
            "The statement is false; the car is red, not blue.",
            "That is false. The car isn't blue, it's red.",
            "False, the car is red rather than blue.",
        ],
    ),
    (
        "A",
        "True. The man is holding a cup.",
        &[
            "That's true: the man is holding a cup.",
            "The statement is true. The man is holding a cup.",
            "True, the man holds a cup.",
        ],
    ),
    (
        "A",
        "First I look for the dog; it is in the red box. The dog is brown and white.",
        &[
            "First, I find the dog, which is in the red box. The dog is brown and white.",
            "I first look for the dog: it's in the red box. The dog is brown and white.",
        ],
    ),
    (
        "A",
        "The number of chairs is four.",
        &["There are four chairs.", "I count four chairs.", "The count of chairs is four."],
    ),
    (
        "A",
        "Both dogs are brown.",
        &["The two dogs are both brown.", "Both of the dogs are brown.", "The color of both dogs is brown."],
    ),
    (
        "U",
        "Is the shirt of the man in the red box blue or white?",
        &[
            "Is the man in the red box's shirt blue or white?",
            "Tell me whether the shirt of the man in the red box is blue or white.",
            "Blue or white: which color is the shirt of the man in the red box?",
        ],
    ),
    (
        "A",
        "No, the woman is not sitting; she is standing.",
        &[
            "No, the woman isn't sitting, she is standing.",
            "No, the woman is standing, not sitting.",
            "No, the woman stands; she does not sit.",
        ],
    ),
    (
        "A",
        "He is wearing a white hat and black leather boots.",
        &[
            "He wears a white hat and black leather boots.",
            "He's wearing a hat that is white and black leather boots.",
            "A white hat and black leather boots are what he is wearing.",
        ],
    ),
    (
        "U",
        "Thanks! And what is next to it?",
        &["Thank you. And what is next to it?", "Thanks. What's beside it?", "Thanks! What is there next to it?"],
    ),
    (
        "A",
        "A wooden bench is next to the tree.",
        &[
            "Next to the tree there is a wooden bench.",
            "There's a wooden bench beside the tree.",
            "Next to the tree is a bench made of wood.",
        ],
    ),
    (
        "A",
        "There are three cars: two are white and one is black.",
        &[
            "There are three cars; two are white, and one is black.",
            "I see three cars, two white and one black.",
            "The picture has three cars: two white ones and a black one.",
        ],
    ),
    (
        "U",
        "Does the man in the green box hold a ball?",
        &[
            "Is the man in the green box holding a ball?",
            "Would you say the man in the green box holds a ball?",
            "Can you tell me whether the man in the green box is holding a ball?",
        ],
    ),
    (
        "A",
        "The dog is in front of the fence and behind the tree.",
        &[
            "The dog is behind the tree and in front of the fence.",
            "You can see the dog in front of the fence and behind the tree.",
        ],
    ),
    (
        "A",
        "I cannot see a truck here; the vehicle in the red box is a bus.",
        &[
            "I can't see any truck here; the vehicle in the red box is a bus.",
            "There is no truck here; the vehicle in the red box is a bus.",
        ],
    ),
    (
        "U",
        "Tell me about the people in the picture.",
        &[
            "What can you tell me about the people in the picture?",
            "Can you describe the people in the picture?",
            "Please describe the people you see in the picture.",
        ],
    ),
    (
        "A",
        "The metal lamp is above the wooden table.",
        &[
            "A metal lamp is above the wooden table.",
            "The lamp above the wooden table is metal.",
            "The metal lamp is over the wooden table.",
        ],
    ),
    ("U", "What is below the lamp?", &["What is under the lamp?", "What do you see below the lamp?"]),
];

/// How many are kept, of how many, and what is not, by reason.
fn kept(pairs: &[(&str, &str, &[&str])]) -> (usize, usize, BTreeMap<&'static str, Vec<String>>) {
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let (mut kept, mut all) = (0, 0);
    for (who, turn, honest) in pairs {
        assert_eq!(verifier().verify(speaker(who), turn, true, turn).as_deref(), Ok(*turn));
        for text in *honest {
            all += 1;
            match verifier().verify(speaker(who), turn, true, text) {
                Ok(_) => kept += 1,
                Err(r) => reasons.entry(r.name).or_default().push(format!("{turn} -> {text}: {}", r.told)),
            }
        }
    }
    (kept, all, reasons)
}

#[test]
fn most_honest_paraphrases_are_kept() {
    for (name, pairs) in [
        ("made up", PAIRS),
        ("real, tuned on", TUNED),
        ("real, tuned on later", HELD_OUT),
        ("real, of a later corpus", FRESH),
    ] {
        let (kept, all, reasons) = kept(pairs);
        println!("{name}: {kept} of {all} honest paraphrases kept");
        println!("{reasons:#?}");
        // The floor of turns that little was tuned on is lower; docs/decisions/020 has the figures.
        let floor = if name.ends_with("later corpus") { 70 } else { 80 };
        assert!(kept * 100 >= all * floor, "{name}: {kept} of {all} kept; not kept: {reasons:#?}");
    }
}
