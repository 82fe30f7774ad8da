use super::*;

fn keys(text: &str) -> Vec<u64> {
    let mut out = Vec::new();
    tokenize(text, 0..text.len(), &Folder { bloom: 0, vocabulary: Vocabulary::get() }, &mut out);
    out.iter().filter(|t| !t.is(v::SOFT)).map(|t| t.key).collect()
}

#[test]
fn spellings_of_one_thing_have_one_key() {
    for (a, b) in [
        ("Three Dogs", "3 dog"),
        ("boxes", "Box"),
        ("Horses", "horse"),
        ("glasses", "glass"),
        ("vases", "vase"),
        ("1,234.5", "1234.5"),
        ("65{,}000", "65000"),
        (r"$18\frac12$", r"\boxed{18\frac{1}{2}}"),
        (r"$8 \mathrm{~kg}$", "8 kg"),
        ("350.93K", "350.93 K"),
        ("don’t", "don't"),
        ("Ｃ", "c"),
        ("wine-glass", "wine glass"),
        ("**red**", "“red”"),
        ("B</s>", "b"),
    ] {
        let (mut a, b) = (keys(a), keys(b));
        a.retain(|&k| k != 0 || b.contains(&0));
        let b: Vec<u64> = b.into_iter().filter(|&k| k != 0).collect();
        let a: Vec<u64> = a.into_iter().filter(|&k| k != 0).collect();
        assert_eq!(a, b);
    }
    assert_ne!(keys("glass"), keys("glas"));
    assert_ne!(keys("-5"), keys("5"));
}

#[test]
fn short_words_fold_as_long_ones_do() {
    for word in [
        "Dogs    ",
        "ab[     ",
        "ab@     ",
        "zz{     ",
        "Zz`     ",
        "AZaz    ",
        "abcdefghi",
        "abcdefg ",
        "ab\u{e9}defg",
        "Dogs",
        "glass",
        "boxes",
        "churches",
        "horse",
        "Horses",
        "is",
        "this",
        "bus",
        "buses",
        "wishes",
        "ABCDEFGH",
        "see",
        "these",
        "axis",
    ] {
        let mut out = Vec::new();
        let folder = Folder { bloom: 0, vocabulary: Vocabulary::none() };
        let bytes = word.as_bytes();
        Splitter { text: word, bytes, folder: &folder, out: &mut out, seen: 0 }.any_word(0);
        assert_eq!(super::key(&format!("{word}                ")), out[0].key, "{word}");
    }
}

#[test]
fn any_bytes_are_split_without_loss_of_place() {
    for text in
        ["", "\\", "\\é", "é’", "a’", "（Ｃ）", "ответ: Б", "\u{0}\u{301}x", "정답은 B입니다", "<|im_end|", "1,", "{,}"]
    {
        let mut out = Vec::new();
        tokenize(text, 0..text.len(), &Folder { bloom: 0, vocabulary: Vocabulary::get() }, &mut out);
        let mut at = 0;
        for t in out {
            assert!(t.start >= at && t.end > t.start, "{text:?}");
            assert!(text.get(t.start as usize..t.end as usize).is_some(), "{text:?}");
            at = t.end;
        }
    }
}
