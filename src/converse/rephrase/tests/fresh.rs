//! Turns of a later corpus and honest ways of saying them, written before the verifier was changed again: 55 of 94 were
//! kept then, 63 after what the earlier turns had shown was mended, 73 after these had been looked at.

/// Who speaks, the turn, and honest ways of saying it.
pub const FRESH: &[(&str, &str, &[&str])] = &[
    (
        "U",
        "This picture has been marked. The green box: what is inside?",
        &[
            "This picture has been marked. What is inside the green box?",
            "The picture has been marked. What do you see inside the green box?",
        ],
    ),
    (
        "A",
        "Judging by the picture, I find a refrigerator inside the green box.",
        &[
            "Judging by the picture, there is a refrigerator inside the green box.",
            "I find a refrigerator in the green box, judging by the picture.",
        ],
    ),
    (
        "A",
        "Look inside the red box and you see a person. Shall I look at something else?",
        &[
            "If you look inside the red box, you see a person. Shall I look at something else?",
            "There is a person inside the red box. Should I look at something else?",
        ],
    ),
    (
        "U",
        "Would it be right to say that the person inside the green box is to the right of the person inside the red box?",
        &[
            "Is it right to say that the person inside the green box is to the right of the person inside the red box?",
            "Is the person in the green box to the right of the person in the red box?",
        ],
    ),
    (
        "A",
        "Let me check the marking. Yes, that is what I see: the person inside the green box is to the right of the person inside the red box.",
        &[
            "Let me check the marking. Yes, that's what I see: the person inside the green box is to the right of the person inside the red box.",
            "Let me look at the marking. Yes, the person in the green box is to the right of the person in the red box.",
        ],
    ),
    (
        "U",
        "Which color would you say the bow is?",
        &["What color would you say the bow is?", "What color is the bow, would you say?"],
    ),
    ("A", "To my eye it is red.", &["It looks red to me.", "To my eye, it's red."]),
    (
        "U",
        "If you had to paint the notepad, which color would you use?",
        &[
            "Which color would you use if you had to paint the notepad?",
            "What color would you use to paint the notepad?",
        ],
    ),
    (
        "A",
        "The sentence puts \"a snowboard\" there, and that does not agree. I would not sign it. It is false, and it should read: \"The green box surrounds a skateboard.\"",
        &[
            "The sentence puts \"a snowboard\" there, which does not agree. I would not sign it. It is false and should read: \"The green box surrounds a skateboard.\"",
            "The sentence says \"a snowboard\" there, and that doesn't agree. I wouldn't sign it. It's false, and it should read: \"The green box surrounds a skateboard.\"",
        ],
    ),
    (
        "U",
        "I'm looking for the guidebook. Which box do I look at?",
        &[
            "I am looking for the guidebook. Which box should I look at?",
            "I'm looking for the guidebook. In which box is it?",
        ],
    ),
    (
        "A",
        "One moment. I would if I could, but I see no book here.",
        &[
            "One moment. I would if I could, but there is no book here.",
            "Just a moment. I would if I could, but I don't see a book here.",
        ],
    ),
    (
        "U",
        "Thank you, that helps. Have a look whether there is a cowboy hat.",
        &[
            "Thanks, that helps. Please check whether there is a cowboy hat.",
            "Thank you, that helps. Is there a cowboy hat?",
        ],
    ),
    (
        "A",
        "No cowboy hat is visible in the picture.",
        &["There is no cowboy hat visible in the picture.", "I don't see a cowboy hat in the picture."],
    ),
    (
        "A",
        "There, I see a pair of scissors. The sentence says \"a pair of sunglasses\", but \"a pair of scissors\" would be right. Therefore the sentence is wrong. The right version: \"Inside the red box one can see a pair of scissors.\"",
        &[
            "I see a pair of scissors there. The sentence says \"a pair of sunglasses\", but \"a pair of scissors\" would be right. So the sentence is wrong. The right version: \"Inside the red box one can see a pair of scissors.\"",
        ],
    ),
    (
        "U",
        "How would you sum up the picture?",
        &["How would you summarize the picture?", "Can you sum up the picture?"],
    ),
    (
        "A",
        "Someone looking at it will see two handbags.",
        &[
            "Someone who looks at it will see two handbags.",
            "There are two handbags in it.",
            "I see two handbags in it.",
        ],
    ),
    (
        "U",
        "Which part of the picture has the bottle in it?",
        &["In which part of the picture is the bottle?", "Where in the picture is the bottle?"],
    ),
    (
        "A",
        "I went over the whole picture and found no bottle.",
        &[
            "I looked over the whole picture and found no bottle.",
            "I went over the whole picture, and there is no bottle.",
        ],
    ),
    (
        "A",
        "Let me check the marking. Not quite. The green box is around a tennis player.",
        &[
            "Let me check the marking. Not quite: the green box is around a tennis player.",
            "Let me check the marking. Not quite; the green box marks a tennis player.",
        ],
    ),
    (
        "A",
        "Look at the red box; that is where the racket is.",
        &["The racket is in the red box.", "Look at the red box: that's where the racket is."],
    ),
    ("U", "Are you able to spot a person?", &["Can you spot a person?", "Are you able to see a person?"]),
    (
        "A",
        "What I see is that the table is dark brown.",
        &["I see that the table is dark brown.", "The table I see is dark brown.", "The table is dark brown."],
    ),
    (
        "A",
        "All right. The sentence is about the broccoli highlighted by the green box and the person highlighted by the red box. The sentence says the same. The statement holds.",
        &[
            "Okay. The sentence is about the broccoli highlighted by the green box and the person highlighted by the red box. The sentence says the same, so the statement holds.",
            "All right, the sentence is about the broccoli in the green box and the person in the red box. The sentence says the same. The statement holds.",
        ],
    ),
    (
        "A",
        "Let me check. What I can make out is a pizza and a knife.",
        &["Let me check. I can make out a pizza and a knife.", "Let me see. I can see a pizza and a knife."],
    ),
    (
        "A",
        "Let me look. Which sandwich do you mean? I see none.",
        &[
            "Let me look. Which sandwich do you mean? I don't see one.",
            "Let me take a look. Which sandwich do you mean? I see none.",
        ],
    ),
    (
        "U",
        "Any chance that there is an airplane in it?",
        &["Is there any chance that there is an airplane in it?", "Is there an airplane in it, by any chance?"],
    ),
    (
        "U",
        "Outside and inside the box together, how many handbags are there? A few words will do.",
        &["How many handbags are there, outside and inside the box together? A few words will do."],
    ),
    (
        "A",
        "It is so: the knife inside the red box is next to the carrot inside the green box. Tell me what else you would like to know.",
        &[
            "That is so: the knife inside the red box is next to the carrot inside the green box. Tell me what else you'd like to know.",
            "Yes, it is so. The knife in the red box is next to the carrot in the green box. Tell me what else you would like to know.",
        ],
    ),
    (
        "A",
        "Water is running from a shiny chrome faucet into a white sink.",
        &[
            "Water runs from a shiny chrome faucet into a white sink.",
            "A shiny chrome faucet has water running from it into a white sink.",
        ],
    ),
    (
        "U",
        "And material-wise, what would you say about the faucet?",
        &[
            "And what would you say about the faucet, material-wise?",
            "And in terms of material, what would you say about the faucet?",
        ],
    ),
    (
        "A",
        "The faucet looks to be made of chrome.",
        &["The faucet appears to be made of chrome.", "The faucet looks like it is made of chrome."],
    ),
    ("A", "Teal is its color.", &["Its color is teal.", "It is teal.", "The color is teal."]),
    (
        "U",
        "How are the two marked things connected? Please look closely.",
        &[
            "How are the two marked things connected? Look closely, please.",
            "Please look closely. How are the two marked things connected?",
        ],
    ),
    (
        "A",
        "Clearly, the person inside the red box is wearing the tie inside the green box.",
        &[
            "The person inside the red box is clearly wearing the tie inside the green box.",
            "The person in the red box is wearing the tie in the green box, clearly.",
        ],
    ),
    (
        "A",
        "Let me look. As the picture has it, the person marked by the red box is to the right of the person marked by the green box.",
        &[
            "Let me look. In the picture, the person marked by the red box is to the right of the person marked by the green box.",
        ],
    ),
    (
        "U",
        "Very well. What can you see the person doing?",
        &["Very well. What is the person doing?", "Okay. What do you see the person doing?"],
    ),
    (
        "A",
        "One moment. I'd say the person is smiling. You can ask me about other parts of it, too.",
        &[
            "One moment. I would say the person is smiling. You can also ask me about other parts of it.",
            "One moment. I'd say that the person is smiling. Feel free to ask me about other parts of it, too.",
        ],
    ),
    (
        "A",
        "This concerns the birds. I make it three birds. The statement says \"two\", which goes against that. That makes the statement false.",
        &[
            "This concerns the birds. I count three birds. The statement says \"two\", which goes against that, so it is false.",
            "This is about the birds. I make it three birds. The statement says \"two\", and that goes against it. That makes the statement false.",
        ],
    ),
    (
        "A",
        "Let me look. First the red box: a bird. Then the green box: another bird.",
        &[
            "Let me look. First, the red box: a bird. Then, the green box: another bird.",
            "Let me see. The red box marks a bird, and the green box marks another bird.",
        ],
    ),
    (
        "U",
        "How big is the airplane? Only tell me what you can see.",
        &[
            "How big is the airplane? Tell me only what you can see.",
            "How large is the airplane? Please only tell me what you can see.",
        ],
    ),
    (
        "A",
        "I can't tell you, because the picture has no airplane in it.",
        &[
            "I cannot tell you, because there is no airplane in the picture.",
            "Because the picture has no airplane in it, I can't tell you.",
        ],
    ),
    (
        "A",
        "There is no bicycle. I only describe what is there.",
        &[
            "There isn't a bicycle. I only describe what is there.",
            "There's no bicycle; I only describe what is there.",
        ],
    ),
    (
        "A",
        "It speaks of what is inside the green box.",
        &["It is about what is inside the green box.", "It talks about what is in the green box."],
    ),
    (
        "A",
        "No. I see that the potted plant highlighted by the red box is in the vase highlighted by the green box.",
        &[
            "No, I see that the potted plant highlighted by the red box is in the vase highlighted by the green box.",
            "No, the potted plant in the red box is in the vase in the green box.",
        ],
    ),
    (
        "A",
        "You can see that the table is made of stone.",
        &["The table is made of stone, as you can see.", "As you can see, the table is made of stone."],
    ),
    (
        "A",
        "Going by the picture, there is. I can see a bench.",
        &["Going by the picture, yes. I can see a bench.", "Going by the picture, there is one. I can see a bench."],
    ),
    (
        "A",
        "From what I can see, it is made of wood.",
        &["It is made of wood, from what I can see.", "From what I can see, it's wooden."],
    ),
];
