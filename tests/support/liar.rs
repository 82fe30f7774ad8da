//! A rephraser that lies, one lie a function: each changes what a turn says and keeps its looks. `None` where a turn gives
//! no occasion. Shared by the unit tests of the verifier and by the tests that run the whole program against a server.

/// A lie: its name and what it makes of a turn.
pub type Lie = (&'static str, fn(&str) -> Option<String>);

/// All lies.
pub const LIES: &[Lie] = &[
    ("drops a not", |t| {
        first(
            t,
            &[
                (" is not ", " is "),
                (" are not ", " are "),
                (" does not ", " does "),
                ("n't ", " "),
                (", not ", ", "),
                (" not ", " "),
            ],
        )
    }),
    ("drops a no", |t| first(t, &[(" no ", " a "), ("No ", "A "), (" nothing ", " something "), (" none ", " some ")])),
    ("adds a not", |t| first(t, &[(" is ", " is not "), (" are ", " are not "), (" has ", " has no ")])),
    ("denies twice", |t| {
        first(t, &[(" is not ", " is not not "), (" is ", " is not without being "), (" no ", " not no ")])
    }),
    ("takes is for isn't", |t| first(t, &[(" is ", " isn't "), (" isn't ", " is "), (" are ", " aren't ")])),
    ("says neither", |t| {
        first(t, &[("There is a ", "There is neither a "), (" is ", " is neither "), (" are ", " are neither ")])
    }),
    ("adds a no", |t| Some(format!("No, {}", lower(t)))),
    ("adds a yes", |t| Some(format!("Yes, {}", lower(t)))),
    ("says the other verdict", |t| {
        first(
            t,
            &[
                ("Yes", "No"),
                ("No,", "Yes,"),
                ("No.", "Yes."),
                (" true", " false"),
                (" false", " true"),
                ("True", "False"),
                ("False", "True"),
                (" correct", " incorrect"),
                (" right.", " wrong."),
                (" wrong", " right"),
            ],
        )
    }),
    ("swaps left and right", |t| exchange(t, "left", "right")),
    ("swaps above and under", |t| exchange(t, "above", "under").or_else(|| exchange(t, "above", "below"))),
    ("swaps front and back", |t| first(t, &[(" in front of ", " behind "), (" behind ", " in front of ")])),
    ("takes on for under", |t| first(t, &[(" on the ", " under the "), (" on a ", " under a "), (" in a ", " on a ")])),
    ("swaps subject and object", |t| exchange_listed(t, THINGS)),
    ("swaps two colors", |t| exchange_listed(t, COLORS)),
    ("swaps two numbers", |t| exchange_listed(t, NUMBERS)),
    ("swaps two materials", |t| exchange_listed(t, MATERIALS)),
    ("swaps two actions", |t| exchange_listed(t, ACTIONS)),
    ("swaps two boxes", |t| exchange(t, "red box", "green box").or_else(|| exchange(t, "blue box", "yellow box"))),
    ("swaps color and denied color", |t| {
        if t.contains("not ") || t.contains("n't ") { exchange_listed(t, COLORS) } else { None }
    }),
    ("counts one more", |t| {
        each(
            t,
            &[
                ("one", "two"),
                ("two", "three"),
                ("three", "four"),
                ("four", "five"),
                ("five", "six"),
                ("2", "3"),
                ("3", "4"),
            ],
        )
    }),
    ("counts one less", |t| {
        each(t, &[("two", "one"), ("three", "two"), ("four", "three"), ("five", "four"), ("six", "five"), ("4", "3")])
    }),
    ("hyphenates a number", |t| {
        each(t, &[("two", "twenty-two"), ("three", "thirty-three"), ("one", "twenty-one"), ("four", "forty-four")])
    }),
    ("says a dozen", |t| each(t, &[("two", "a dozen"), ("three", "half a dozen"), ("four", "a dozen")])),
    ("says a pair of", |t| {
        each(t, &[("three", "a pair of"), ("four", "a pair of"), ("one", "a pair of"), ("several", "a pair of")])
    }),
    ("says several", |t| each(t, &[("two", "several"), ("three", "a few"), ("four", "many"), ("one", "some")])),
    ("makes both one", |t| first(t, &[("both ", "one "), ("Both ", "One "), ("all ", "some "), ("All ", "Some ")])),
    ("makes one several", |t| {
        first(
            t,
            &[
                (" a dog", " dogs"),
                (" a man", " men"),
                ("The man is", "The men are"),
                (" the car", " the cars"),
                ("The dog is", "The dogs are"),
            ],
        )
    }),
    ("adds only", |t| first(t, &[(" is ", " is only "), (" are ", " are only ")])),
    ("adds another", |t| each(t, &[("the", "another")])),
    ("adds a dog", |t| end(t, " and a dog")),
    ("adds a narwhal", |t| end(t, " and a narwhal")),
    ("adds a sentence", |t| Some(format!("{t} A cat sleeps nearby."))),
    ("adds an adjective", |t| {
        each(
            t,
            &[
                ("dog", "big dog"),
                ("man", "tall man"),
                ("car", "shiny car"),
                ("woman", "young woman"),
                ("object", "small object"),
            ],
        )
    }),
    ("adds a color", |t| {
        each(
            t,
            &[
                ("dog", "brown dog"),
                ("man", "blue man"),
                ("car", "green car"),
                ("table", "white table"),
                ("object", "red object"),
            ],
        )
    }),
    ("adds a material", |t| {
        each(t, &[("table", "wooden table"), ("bench", "metal bench"), ("car", "plastic car"), ("cup", "glass cup")])
    }),
    ("adds an action", |t| each(t, &[("dog", "sleeping dog"), ("man", "walking man"), ("woman", "smiling woman")])),
    ("adds a relation", |t| end(t, " near a tree")),
    ("adds a place", |t| end(t, " on the left")),
    ("adds probably", |t| first(t, &[(" is ", " is probably "), (" are ", " are probably ")])),
    ("says it seems", |t| first(t, &[(" is ", " seems to be "), (" are ", " appear to be ")])),
    ("says could", |t| first(t, &[(" is ", " could be "), (" are ", " might be ")])),
    ("says was", |t| first(t, &[(" is ", " was "), (" are ", " were ")])),
    ("says about", |t| {
        each(t, &[("two", "about two"), ("three", "at least three"), ("one", "almost one"), ("four", "more than four")])
    }),
    ("takes a near hue", |t| {
        each(
            t,
            &[
                ("red", "crimson"),
                ("blue", "navy blue"),
                ("brown", "tan"),
                ("white", "cream"),
                ("green", "olive"),
                ("yellow", "golden"),
                ("black", "dark grey"),
                ("orange", "peach"),
            ],
        )
    }),
    ("softens a hue", |t| {
        each(t, &[("red", "reddish"), ("blue", "bluish"), ("brown", "brownish"), ("white", "whitish")])
    }),
    ("takes another color", |t| {
        each(
            t,
            &[
                ("red", "blue"),
                ("blue", "red"),
                ("brown", "black"),
                ("white", "green"),
                ("green", "white"),
                ("black", "white"),
            ],
        )
    }),
    ("drops a color", |t| each(t, &[("red ", ""), ("blue ", ""), ("brown ", ""), ("white ", ""), ("green ", "")])),
    ("takes another material", |t| {
        each(
            t,
            &[
                ("wood", "metal"),
                ("wooden", "plastic"),
                ("metal", "wooden"),
                ("glass", "plastic"),
                ("leather", "fabric"),
            ],
        )
    }),
    ("takes another action", |t| {
        each(
            t,
            &[
                ("riding", "leading"),
                ("holding", "throwing"),
                ("sitting", "standing"),
                ("standing", "sitting"),
                ("wearing", "holding"),
                ("running", "walking"),
            ],
        )
    }),
    ("takes a wider thing", |t| {
        each(
            t,
            &[
                ("dog", "animal"),
                ("man", "person"),
                ("car", "vehicle"),
                ("horse", "animal"),
                ("chair", "piece of furniture"),
            ],
        )
    }),
    ("takes a closer thing", |t| {
        each(t, &[("dog", "puppy"), ("man", "old man"), ("car", "taxi"), ("person", "woman"), ("bird", "parrot")])
    }),
    ("takes a sibling", |t| {
        each(
            t,
            &[("dog", "cat"), ("man", "woman"), ("car", "truck"), ("horse", "cow"), ("cup", "plate"), ("woman", "man")],
        )
    }),
    ("takes another box", |t| first(t, &[("red box", "green box"), ("green box", "red box"), ("blue box", "red box")])),
    ("drops the box", |t| first(t, &[(" in the red box", ""), (" in the green box", "")])),
    ("swaps he and she", |t| each(t, &[("he", "she"), ("she", "he"), ("his", "her"), ("her", "his"), ("him", "her")])),
    ("takes it for them", |t| each(t, &[("it", "they"), ("It", "They"), ("they", "it"), ("They", "It")])),
    ("makes and or", |t| each(t, &[("and", "or"), ("or", "and")])),
    ("answers the question", |t| t.ends_with('?').then(|| "There is a red car in the picture.".to_string())),
    ("answers with yes", |t| t.ends_with('?').then(|| format!("Yes, {}.", lower(t.trim_end_matches('?'))))),
    ("asks instead", |t| t.ends_with('.').then(|| format!("{}?", t.trim_end_matches('.')))),
    ("asks something else", |t| {
        first(
            t,
            &[
                ("What color", "What material"),
                ("How many", "Where"),
                ("Where", "What"),
                ("Is there", "Where is"),
                ("What is", "Who is"),
            ],
        )
    }),
    ("translates", |_| Some("El perro es marron y esta a la izquierda del coche.".into())),
    ("answers in Chinese", |_| Some("图中有两只狗。".into())),
    ("truncates", |t| words(t).get(..words(t).len() / 2).map(|w| w.join(" "))),
    ("drops the last words", |t| {
        let w = words(t);
        w.get(..w.len().saturating_sub(3)).filter(|w| !w.is_empty()).map(|w| w.join(" ") + ".")
    }),
    ("says nothing", |_| Some("...".into())),
    ("is empty", |_| Some("  ".into())),
    ("repeats itself", |t| Some([t; 5].join(" "))),
    ("says sure", |t| Some(format!("Sure, here is the rephrased turn: {t}"))),
    ("speaks of rephrasing", |t| Some(format!("Rephrased: {t}"))),
    ("refuses", |_| Some("I'm sorry, but I can't help with that.".into())),
    ("marks up", |t| Some(format!("**{t}**"))),
    ("writes JSON", |t| Some(format!("{{\"text\": \"{t}\"}}"))),
    ("writes the role", |t| Some(format!("Assistant: {t}"))),
    ("looks away", |t| Some(format!("{t} There is no picture here."))),
    ("turns the passive", |t| first(t, &[(" is riding ", " is ridden by "), (" is holding ", " is held by ")])),
    ("reports instead", |t| Some(format!("The statement says that {}", lower(t)))),
    ("calls it mine", |t| each(t, &[("the", "my"), ("The", "My")])),
    ("excepts one", |t| end(t, " except one")),
    ("takes far for near", |t| {
        first(t, &[(" next to ", " far from "), (" near ", " far from "), (" in the ", " far from the ")])
    }),
    ("drops another", |t| first(t, &[(" another ", " a "), ("nother ", " "), (" other ", " ")])),
    ("turns a quoted word", |t| {
        let (before, rest) = t.split_once('"')?;
        let (_, after) = rest.split_once('"')?;
        Some(format!("{before}\"a green giraffe\"{after}"))
    }),
    ("swaps two quoted words", |t| {
        let parts: Vec<&str> = t.split('"').collect();
        let [a, first, b, second, rest @ ..] = parts.as_slice() else { return None };
        (first != second).then(|| [&[*a, second, b, first][..], rest].concat().join("\""))
    }),
    ("gives a reason", |t| end(t, " because it is old")),
    ("gives a time", |t| end(t, " at night")),
    ("gives a size", |t| {
        each(t, &[("dog", "big dog"), ("box", "big box"), ("man", "tall man"), ("person", "tall person")])
    }),
    ("gives a name", |t| each(t, &[("man", "Tom"), ("woman", "Anna"), ("person", "Tom"), ("boy", "Tom")])),
    ("makes a person a crowd", |t| first(t, &[("a person", "people"), ("the person", "the people"), ("a man", "men")])),
    ("says hardly", |t| first(t, &[(" is ", " is hardly "), (" are ", " are hardly ")])),
    ("says anything but", |t| first(t, &[(" is ", " is anything but "), (" are ", " are anything but ")])),
    ("says it fails", |t| {
        first(t, &[(" is ", " fails to be "), (" are ", " fail to be "), (" holds", " fails to hold")])
    }),
    ("says it used to be", |t| first(t, &[(" is ", " used to be "), (" are ", " used to be ")])),
    ("says it will be", |t| first(t, &[(" is ", " will be "), (" are ", " will be ")])),
    ("says it wants to be", |t| first(t, &[(" is ", " wants to be "), (" are ", " want to be ")])),
    ("turns a word into its opposite", |t| {
        first(
            t,
            &[
                (" true", " untrue"),
                (" agree", " disagree"),
                (" correct", " incorrect"),
                (" right.", " wrong."),
                (" accurate", " inaccurate"),
            ],
        )
    }),
    ("begins with a condition", |t| Some(format!("If the light is good, {}", lower(t)))),
    ("says that some say so", |t| Some(format!("Some people say that {}", lower(t)))),
    ("looks into the future", |t| Some(format!("Soon {}", lower(t)))),
    ("drops the correction", |t| {
        let (head, tail) = t.rsplit_once(": \"")?;
        (tail.len() > 20 && head.contains(". "))
            .then(|| format!("{}.", head.rsplit_once(". ").map_or(head, |(h, _)| h)))
    }),
    ("doubles the boxes", |t| {
        first(t, &[(" the red box", " the red and the green box"), (" the green box", " the green and the red box")])
    }),
    ("puts it behind", |t| end(t, " behind the box")),
    ("turns made of around", |t| first(t, &[(" is made of ", " is not made of "), (" is made of ", " is full of ")])),
    ("makes it a condition", |t| end(t, " if it is open")),
    ("says almost", |t| first(t, &[(" is ", " is almost "), (" are ", " are nearly ")])),
    ("says too many words", |t| end(t, " without a doubt")),
];

const THINGS: &[&str] = &[
    "dog", "man", "woman", "car", "truck", "horse", "cat", "table", "cup", "chair", "bench", "umbrella", "hat",
    "shirt", "boy", "girl", "bicycle", "tree", "fence", "ball", "dogs", "cats",
];
const COLORS: &[&str] = &["red", "blue", "brown", "black", "white", "green", "yellow", "grey", "orange"];
const NUMBERS: &[&str] = &["one", "two", "three", "four", "five", "six"];
const MATERIALS: &[&str] = &["wooden", "wood", "metal", "plastic", "glass", "leather", "fabric"];
const ACTIONS: &[&str] = &["riding", "holding", "sitting", "standing", "wearing", "running", "walking"];

/// Words with the marks behind them.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().collect::<String>() + chars.as_str())
}

/// The first replacement that finds its words.
fn first(text: &str, pairs: &[(&str, &str)]) -> Option<String> {
    pairs.iter().find(|(from, _)| text.contains(from)).map(|(from, to)| text.replacen(from, to, 1))
}

/// The first replacement of a whole word (or of words at a word's start).
fn each(text: &str, pairs: &[(&str, &str)]) -> Option<String> {
    pairs.iter().find_map(|(from, to)| {
        text.match_indices(from).map(|(at, _)| at).find_map(|at| {
            let begins = !text[..at].ends_with(char::is_alphanumeric);
            let after = &text[at + from.len()..];
            let ends = from.ends_with(' ') || !after.starts_with(char::is_alphanumeric);
            (begins && ends).then(|| format!("{}{to}{after}", &text[..at]))
        })
    })
}

/// Both words exchanged everywhere, where either occurs.
fn exchange(text: &str, a: &str, b: &str) -> Option<String> {
    let out = text.replace(a, "\u{1}").replace(b, a).replace('\u{1}', b);
    (out != text).then_some(out)
}

/// The first two different words of a list that both occur, exchanged.
fn exchange_listed(text: &str, list: &[&str]) -> Option<String> {
    let bare = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let all = words(text);
    let found: Vec<usize> = (0..all.len()).filter(|i| list.contains(&bare(all[*i]).as_str())).collect();
    let i = *found.first()?;
    let j = *found.iter().find(|j| bare(all[**j]) != bare(all[i]))?;
    let swapped: Vec<String> = all
        .iter()
        .enumerate()
        .map(|(k, w)| match k {
            k if k == i => w.replace(&bare(w), &bare(all[j])),
            k if k == j => w.replace(&bare(w), &bare(all[i])),
            _ => w.to_string(),
        })
        .collect();
    Some(swapped.join(" "))
}

/// Words put before the last mark.
fn end(text: &str, more: &str) -> Option<String> {
    let mark = text.chars().last().filter(|c| ".?!".contains(*c))?;
    Some(format!("{}{more}{mark}", text.trim_end_matches(mark)))
}
