//! Turns that `converse` wrote, and honest ways of saying them.

/// Those that the word lists were tuned on.
pub const TUNED: &[(&str, &str, &[&str])] = &[
    (
        "A",
        "All right. Let me first find the lamps. In the picture there is one lamp. But the sentence has \"two\" in that place. So the statement is false. It should read: \"You can count one lamp in the picture.\"",
        &[
            "Okay. First, let me find the lamps. There is one lamp in the picture, but the sentence has \"two\" in that place. So the statement is false. It should read: \"You can count one lamp in the picture.\"",
            "All right, let me find the lamps first. The picture has one lamp. But the sentence says \"two\" there. Therefore the statement is false. It should read: \"You can count one lamp in the picture.\"",
        ],
    ),
    (
        "U",
        "Let's look at the marked part of the picture. Please identify what the red box marks.",
        &[
            "Let's look at the marked part of the picture. Could you identify what the red box marks?",
            "Please look at the marked part of the picture and tell me what the red box marks.",
        ],
    ),
    (
        "A",
        "I can see a ball inside it. I can look at more of it.",
        &[
            "Inside it, I can see a ball. I can look at more of it.",
            "I see a ball inside it. I can look at more of it, too.",
        ],
    ),
    (
        "U",
        "And then, do you know what the green box is around?",
        &["And do you know what the green box is around?", "Then, can you tell me what the green box is around?"],
    ),
    (
        "A",
        "What the green box marks is a shirt.",
        &[
            "The green box marks a shirt.",
            "It's a shirt that the green box marks.",
            "There is a shirt in the green box.",
        ],
    ),
    ("U", "What should I notice first?", &["What should I notice first here?", "Tell me what I should notice first."]),
    (
        "A",
        "What I notice is a dog, pillows and a laptop.",
        &[
            "I notice a dog, pillows and a laptop.",
            "I can see a dog, pillows, and a laptop.",
            "There's a dog, pillows and a laptop here.",
        ],
    ),
    (
        "U",
        "Can you count the tables?",
        &["Could you count the tables?", "How many tables can you count?", "Please count the tables."],
    ),
    (
        "A",
        "I can't see a lamp in this picture.",
        &[
            "I don't see a lamp in this picture.",
            "There is no lamp in this picture.",
            "I see no lamp in this picture.",
            "This picture doesn't show a lamp.",
        ],
    ),
    (
        "U",
        "Very well. And what color is the clock?",
        &["Okay. And which color is the clock?", "Very well. What is the color of the clock?"],
    ),
    (
        "A",
        "Let me have a closer look. What I see is pink.",
        &["Let me take a closer look. I see pink.", "Let me look more closely. What I see is pink."],
    ),
    (
        "A",
        "The material I see is plastic.",
        &[
            "I see that the material is plastic.",
            "It is plastic.",
            "The material that I see is plastic.",
            "What I see is plastic.",
        ],
    ),
    ("A", "That would be three trees.", &["There are three trees.", "I count three trees.", "That makes three trees."]),
    (
        "U",
        "Give me the number of umbrellas.",
        &[
            "How many umbrellas are there?",
            "Tell me the number of umbrellas.",
            "Can you give me the number of umbrellas?",
        ],
    ),
    (
        "A",
        "As it happens, there is no bicycle in it.",
        &["There is no bicycle in it, as it happens.", "There isn't a bicycle in it.", "It doesn't show a bicycle."],
    ),
    (
        "A",
        "Looking closely, I have to correct you: there is no hat here.",
        &[
            "I have to correct you: looking closely, there is no hat here.",
            "Looking closely, I see no hat here, so I have to correct you.",
        ],
    ),
    (
        "A",
        "The statement refers to the mug marked by the red box. It is made of metal, as the picture shows. The sentence puts it the same way. The statement holds.",
        &[
            "The statement is about the mug marked by the red box. As the picture shows, it is made of metal. The sentence says the same. The statement holds.",
            "The statement refers to the mug in the red box. The picture shows that it is made of metal. The sentence puts it the same way, so the statement is true.",
        ],
    ),
    (
        "A",
        "You put the green box around trousers.",
        &["The green box is around trousers.", "The green box marks trousers."],
    ),
    (
        "U",
        "What does the boy that the red box marks do in the picture?",
        &[
            "What is the boy that the red box marks doing in the picture?",
            "In the picture, what does the boy marked by the red box do?",
        ],
    ),
    (
        "A",
        "Let me look. The boy that the red box marks is running.",
        &[
            "Let me see. The boy that the red box marks is running.",
            "Let me look: the boy in the red box is running.",
            "Let me take a look. The boy marked by the red box is running.",
        ],
    ),
    (
        "A",
        "It is red, as the picture shows.",
        &["As the picture shows, it is red.", "The picture shows that it's red."],
    ),
    (
        "A",
        "One can see that the cat is sitting. I can look at other details as well.",
        &[
            "You can see that the cat is sitting. I can look at other details as well.",
            "The cat is sitting, as one can see. I can also look at other details.",
        ],
    ),
    ("A", "Black is its color.", &["Its color is black.", "It is black.", "It has the color black."]),
    (
        "A",
        "In the picture the bucket marked by the green box is in front of the table marked by the red box.",
        &[
            "The bucket marked by the green box is in front of the table marked by the red box.",
            "In the picture, the bucket in the green box is in front of the table in the red box.",
        ],
    ),
    (
        "U",
        "Now from the other end. Where is the object marked by the red box relative to the object marked by the green box?",
        &[
            "Now from the other end: where is the object marked by the red box in relation to the object marked by the green box?",
        ],
    ),
];

/// Those that were written before the lists were done and tuned on in a second round.
pub const HELD_OUT: &[(&str, &str, &[&str])] = &[
    (
        "U",
        "Could you test this statement? \"You can count two lamps in the picture.\"",
        &[
            "Can you test this statement? \"You can count two lamps in the picture.\"",
            "Please check this statement: \"You can count two lamps in the picture.\"",
        ],
    ),
    (
        "A",
        "Counting them one by one, I get one table. What else would you like to know?",
        &[
            "Counting them one by one, I come to one table. What else would you like to know?",
            "I count them one by one and get one table. What else do you want to know?",
        ],
    ),
    (
        "U",
        "Was a lamp there when the picture was taken, as far as one can see?",
        &[
            "As far as one can see, was a lamp there when the picture was taken?",
            "Was there a lamp when the picture was taken, as far as you can see?",
        ],
    ),
    (
        "U",
        "What was used to make it?",
        &["What was it made of?", "Which material was used to make it?", "What was used in making it?"],
    ),
    (
        "A",
        "It is the clocks that the statement is about. There is one clock. I find no difference to the sentence. So it is a fair statement. It is true.",
        &[
            "The statement is about the clocks. There is one clock. I find no difference to the sentence, so it is a fair statement. It is true.",
            "The clocks are what the statement is about. I see one clock. I find no difference to the sentence. So the statement is fair, and it is true.",
        ],
    ),
    (
        "A",
        "As far as I can see, I get two balls.",
        &["As far as I can see, there are two balls.", "I count two balls, as far as I can see."],
    ),
    (
        "A",
        "Let me see. The picture has one umbrella.",
        &["Let me look. There is one umbrella in the picture.", "Let me see: the picture shows one umbrella."],
    ),
    (
        "U",
        "If I search for a boy, should this picture come up? Don't guess, please.",
        &["Should this picture come up if I search for a boy? Please don't guess."],
    ),
    ("A", "It shows a boy, yes.", &["Yes, it shows a boy.", "Yes, there is a boy in it."]),
    (
        "U",
        "What about a bicycle? Is there one?",
        &["And a bicycle? Is there one?", "Is there a bicycle?", "How about a bicycle, is there one?"],
    ),
    (
        "U",
        "Understood. Out of which material was the umbrella made?",
        &["Okay. Which material was the umbrella made of?", "Understood. What material was the umbrella made out of?"],
    ),
    ("A", "What I see there is fabric.", &["I see fabric there.", "It's fabric that I see there."]),
    ("U", "Is a horse to be seen?", &["Can a horse be seen?", "Do you see a horse?", "Is there a horse to be seen?"]),
    (
        "U",
        "\"The mug inside the red box is made of metal.\" Can I rely on that?",
        &[
            "Can I rely on this? \"The mug inside the red box is made of metal.\"",
            "Is it reliable that \"the mug inside the red box is made of metal\"?",
        ],
    ),
    (
        "U",
        "First of all, say what is inside the green box.",
        &["First of all, what is inside the green box?", "To start, tell me what is inside the green box."],
    ),
    (
        "A",
        "Going by the marking, the answer is a boy. Is there more you want to know?",
        &[
            "Going by the marking, it is a boy. Is there more you want to know?",
            "Going by the marking, the answer is a boy. Would you like to know more?",
        ],
    ),
    (
        "A",
        "The red box does: the boy that the red box marks is wearing the trousers that the green box marks. Is there more you want to know?",
        &[
            "The red box does. The boy that the red box marks is wearing the trousers that the green box marks. Is there more you want to know?",
        ],
    ),
    (
        "A",
        "This is what I see: In a park, a man is lying.",
        &[
            "I see this: a man is lying in a park.",
            "What I see is a man lying in a park.",
            "Here is what I see: a man is lying in a park.",
        ],
    ),
    (
        "U",
        "A question about the ball: which material is it?",
        &[
            "A question about the ball: what material is it?",
            "About the ball: which material is it made of?",
            "Which material is the ball?",
        ],
    ),
    (
        "A",
        "The material I see is leather. I'm happy to look at more of it.",
        &[
            "I see that the material is leather. I'm happy to look at more of it.",
            "It's leather. I'm happy to look at more of it.",
        ],
    ),
    (
        "U",
        "Could you help me with a picture? Let's start with the whole: what is there?",
        &[
            "Can you help me with a picture? Let's start with the whole: what is there?",
            "Could you help me with a picture? To start with the whole, what do you see?",
        ],
    ),
    (
        "A",
        "Here is how I would describe it. A girl in a blue dress stands in a room.",
        &[
            "I would describe it like this: a girl in a blue dress stands in a room.",
            "I'd describe it this way. In a room stands a girl in a blue dress.",
        ],
    ),
    ("U", "What can you tell about the cat?", &["What can you tell me about the cat?", "Tell me about the cat."]),
    (
        "A",
        "The picture shows a man, a ball, a mug, trousers and a sofa. Tell me if I should look at something else.",
        &[
            "In the picture there are a man, a ball, a mug, trousers and a sofa. Tell me if I should look at something else.",
            "I see a man, a ball, a mug, trousers, and a sofa. Let me know if I should look at something else.",
        ],
    ),
    (
        "A",
        "Look on the sofa: that is where the pillow is.",
        &["The pillow is on the sofa.", "The pillow is there on the sofa.", "On the sofa is where the pillow is."],
    ),
    (
        "A",
        "You can see that the trash can is grey.",
        &["The trash can is grey.", "As you can see, the trash can is gray.", "You can see a grey trash can."],
    ),
    (
        "A",
        "Let me have a closer look. Yes, I see a table there as well.",
        &[
            "Let me take a closer look. Yes, I see a table there too.",
            "Let me look closely. Yes, I also see a table there.",
        ],
    ),
    (
        "A",
        "Going by the marking, you find the bucket inside the green box, not inside the red one.",
        &[
            "Going by the marking, the bucket is inside the green box, not the red one.",
            "The bucket is inside the green box and not inside the red one, going by the marking.",
        ],
    ),
    (
        "A",
        "As you look at it, the table is behind the bucket.",
        &["The table is behind the bucket as you look at it.", "As you see it, the table is behind the bucket."],
    ),
    (
        "A",
        "To my eye it is plastic. Is there more you want to know?",
        &[
            "It is plastic to my eye. Is there more you want to know?",
            "To my eye, it's plastic. Do you want to know more?",
        ],
    ),
    (
        "U",
        "Compare this sentence with what you see: \"Inside the green box one can see a person.\"",
        &[
            "Please compare this sentence with what you see: \"Inside the green box one can see a person.\"",
            "How does this sentence compare with what you see? \"Inside the green box one can see a person.\"",
        ],
    ),
    (
        "A",
        "My first step is to find what is inside the green box. Inside the green box I see a person. That matches the statement. So yes, the sentence is accurate.",
        &[
            "My first step is to find what is inside the green box. I see a person inside the green box. This matches the statement, so yes, the sentence is accurate.",
            "First, I find what is inside the green box. There is a person inside the green box. That matches the statement. So yes, the sentence is correct.",
        ],
    ),
    (
        "A",
        "I see the person inside the green box on the snowboard inside the red box.",
        &[
            "I see the person in the green box on the snowboard in the red box.",
            "The person inside the green box is on the snowboard inside the red box.",
        ],
    ),
    (
        "A",
        "The word \"under\" in the sentence does not fit that.",
        &[
            "The word \"under\" in the sentence doesn't fit that.",
            "In the sentence, the word \"under\" does not fit that.",
        ],
    ),
    (
        "U",
        "I see. Give me the color of the pair of scissors that the red box marks, please.",
        &[
            "I see. What color is the pair of scissors that the red box marks?",
            "I see. Please tell me the color of the pair of scissors marked by the red box.",
        ],
    ),
    (
        "A",
        "Looking closely, I see no barge here.",
        &["Looking closely, there is no barge here.", "I see no barge here when I look closely."],
    ),
    (
        "U",
        "Could you check whether it shows a stop sign?",
        &[
            "Can you check whether it shows a stop sign?",
            "Does it show a stop sign?",
            "Please check if it shows a stop sign.",
        ],
    ),
    (
        "A",
        "From what I can see, the red box marks an umbrella.",
        &[
            "From what I can see, there is an umbrella in the red box.",
            "The red box marks an umbrella, from what I can see.",
        ],
    ),
    (
        "A",
        "It shows a picnic table, a knife, a cup and a spoon.",
        &[
            "There is a picnic table, a knife, a cup and a spoon in it.",
            "I see a picnic table, a knife, a cup, and a spoon.",
        ],
    ),
    (
        "A",
        "You can see that the spoon is made of metal.",
        &["The spoon is made of metal, as you can see.", "The spoon is metal.", "As you can see, it's a metal spoon."],
    ),
    (
        "A",
        "None. There is no toilet in the picture. I'm happy to look at more of it.",
        &[
            "None. The picture has no toilet. I'm happy to look at more of it.",
            "None, there isn't a toilet in the picture. I'm happy to look at more of it.",
        ],
    ),
    (
        "A",
        "Sorry, but there is no person in it.",
        &["Sorry, there is no person in it.", "Sorry, but I see no person in it."],
    ),
    (
        "A",
        "I see the backpack marked by the green box to the right of the tie marked by the red box.",
        &[
            "The backpack marked by the green box is to the right of the tie marked by the red box.",
            "I see the backpack in the green box to the right of the tie in the red box.",
        ],
    ),
    (
        "U",
        "Point me to the box with the tennis racket, please.",
        &[
            "Please point me to the box with the tennis racket.",
            "Which box has the tennis racket?",
            "Can you point me to the box with the tennis racket?",
        ],
    ),
    (
        "A",
        "To check this, I look for the woman. What I see there is \"smiles\". The sentence departs from the picture at \"weeps\". As the two differ, the statement is false.",
        &[
            "To check this, I look for the woman. I see \"smiles\" there. The sentence departs from the picture at \"weeps\". Since the two differ, the statement is false.",
            "I look for the woman to check this. What I see there is \"smiles\", and the sentence departs from the picture at \"weeps\". As the two differ, the statement is false.",
        ],
    ),
    ("A", "That makes one toilet.", &["There is one toilet.", "I count one toilet."]),
    (
        "A",
        "The picture has no boy in it. I can look at other details as well.",
        &[
            "There is no boy in the picture. I can look at other details as well.",
            "The picture doesn't have a boy in it. I can also look at other details.",
        ],
    ),
    ("A", "There isn't a dog here.", &["There is no dog here.", "I don't see a dog here."]),
    (
        "A",
        "What I find inside the red box is a tie.",
        &[
            "I find a tie inside the red box.",
            "Inside the red box, I find a tie.",
            "There is a tie inside the red box.",
        ],
    ),
    (
        "A",
        "But the sentence has \"a bird\" in that place.",
        &[
            "But in that place the sentence has \"a bird\".",
            "The sentence, however, has \"a bird\" in that place.",
            "But the sentence says \"a bird\" there.",
        ],
    ),
];
