//! A split file is what it says, and its pictures are found.

use super::*;

fn member(name: &str, id: &str) -> Member {
    Member { name: name.into(), ids: PictureId::parse(id).into_iter().collect(), ..Member::default() }
}

#[test]
fn a_split_is_written_and_read_and_finds_its_pictures() {
    let mut split = Split::default();
    let hash = blake3::hash(b"picture");
    let look = Look::try_from("0f".repeat(32)).unwrap();
    assert!(split.add(member("b", "coco:7")));
    assert!(split.add(Member { name: "a".into(), bytes: Some(hash), look: Some(look), ..Member::default() }));
    assert!(!split.add(Member { name: "c".into(), ..Member::default() }));
    let file = tempfile::NamedTempFile::new().unwrap();
    split.write(&mut file.as_file()).unwrap();
    let text = std::fs::read_to_string(file.path()).unwrap();
    assert!(text.starts_with("{\"name\":\"a\",\"blake3\""), "{text}");
    let back = Split::read(file.path()).unwrap();
    assert_eq!(back.len(), 2);
    let by = |m: &Member| back.meets(m).map(|m| m.by);
    assert_eq!(by(&member("x", "coco:0007")), Some(Shared::Id(PictureId::parse("coco:7").unwrap())));
    assert_eq!(by(&member("x", "coco:8")), None);
    assert_eq!(by(&Member { bytes: Some(hash), ..Member::default() }), Some(Shared::Bytes));
    let near = Look::try_from(format!("1f{}", "0f".repeat(31))).unwrap();
    assert_eq!(by(&Member { look: Some(near), ..Member::default() }), Some(Shared::Look(1)));
    let far = Look::try_from("f0".repeat(32)).unwrap();
    assert_eq!(by(&Member { look: Some(far), ..Member::default() }), None);
}

#[test]
fn a_bad_line_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    for (line, want) in [
        ("{\"name\":\"a\",\"ids\":[\"coco:x\"]}", "`coco:x` is not an id"),
        ("{\"name\":\"a\"}", "neither an id nor a hash"),
        ("{\"name\":\"a\",\"blake3\":\"12\"}", "64 hexadecimal"),
        ("{\"name\":\"a\",\"part\":\"tuning\",\"ids\":[\"vg:2\"]}", "others have none"),
        ("{\"name\":\"a\",\"part\":\"both\",\"ids\":[\"vg:2\"]}", "unknown variant `both`"),
        ("no", "expected"),
    ] {
        std::fs::write(file.path(), format!("{{\"name\":\"z\",\"ids\":[\"vg:1\"]}}\n{line}\n")).unwrap();
        let e = Split::read(file.path()).unwrap_err().to_string();
        assert!(e.contains(":2: ") && e.contains(want), "{e}");
    }
}

#[test]
fn parts_are_told_apart_and_no_picture_is_in_both() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let line =
        |name: &str, part: &str, ids: &str| format!("{{\"name\":\"{name}\",\"part\":\"{part}\",\"ids\":[{ids}]}}\n");
    let text = line("a", "benchmark", "\"coco:1\",\"flickr:7\"") + &line("b", "tuning", "\"own:mine/2\"");
    std::fs::write(file.path(), &text).unwrap();
    let split = Split::read(file.path()).unwrap();
    assert!(split.has_parts() && split.len() == 2);
    let meets = |part, id| split.of_part(part).meets(&member("x", id)).is_some();
    assert!(meets(Part::Benchmark, "flickr:7") && !meets(Part::Tuning, "flickr:7"));
    assert!(meets(Part::Tuning, "own:mine/2") && !meets(Part::Tuning, "own:mine/3"));
    let mut back = Vec::new();
    split.write(&mut back).unwrap();
    assert_eq!(String::from_utf8(back).unwrap(), text);
    std::fs::write(file.path(), text + &line("c", "tuning", "\"flickr:7\"")).unwrap();
    let e = Split::read(file.path()).unwrap_err().to_string();
    assert!(e.contains(":3: picture `c` is `a` of the other part"), "{e}");
}

#[test]
fn a_name_of_ones_own_yields_to_looks() {
    let named = |look: Option<&str>| Member {
        look: look.and_then(|hex| Look::try_from(hex.repeat(32)).ok()),
        ..member("mine/1", "own:mine/1")
    };
    let mut split = Split::default();
    split.add(named(Some("0f")));
    assert!(split.meets(&named(None)).is_some() && split.meets(&named(Some("0f"))).is_some());
    assert!(split.meets(&named(Some("f0"))).is_none(), "another photo under the same name");
}

#[test]
fn the_hash_is_of_what_is_in_it_and_not_of_the_order() {
    let of = |all: &[Member]| {
        let mut split = Split::default();
        all.iter().for_each(|m| assert!(split.add(m.clone())));
        split.hash()
    };
    let (a, b) = (member("a", "vg:1"), member("b", "vg:2"));
    let dealt = Member { part: Some(Part::Tuning), ..a.clone() };
    assert_eq!(of(&[a.clone(), b.clone()]), of(&[b.clone(), a.clone()]));
    assert_ne!(of(&[a, b.clone()]), of(&[dealt, b]));
}
