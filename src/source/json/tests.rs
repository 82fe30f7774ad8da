//! Lists of every shape, cut into their elements.

use super::*;
use crate::source::vault::DirVault;
use proptest::prelude::*;

fn elements(bytes: &[u8], key: Option<&str>) -> Result<Vec<(u64, String)>> {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.json"), bytes).unwrap();
    let vault = DirVault::new(dir.path()).unwrap();
    let mut list = Elements::open(&vault, "a.json", key)?;
    let mut out = Vec::new();
    while let Some(e) = list.next_element()? {
        out.push((e.line, String::from_utf8_lossy(e.json).into_owned()));
    }
    Ok(out)
}

fn fault(text: &str, key: Option<&str>) -> String {
    let message = elements(text.as_bytes(), key).unwrap_err().to_string();
    message.split_once("a.json").map(|(_, rest)| rest.to_string()).unwrap_or(message)
}

#[test]
fn elements_come_one_by_one_with_their_lines() {
    let text = b"\xEF\xBB\xBF[ {\"a\": \"]}\\\"\"},\r\n[1, [2]],\n 3 ,\"x,y\"\n]\n";
    let got = elements(text, None).unwrap();
    let want = [(1, "{\"a\": \"]}\\\"\"}"), (2, "[1, [2]]"), (3, "3"), (3, "\"x,y\"")];
    assert_eq!(got, want.map(|(l, s)| (l, s.to_string())));
}

#[test]
fn a_list_under_a_key_is_found_after_other_keys() {
    let text = b"{\"dataset\": \"f\", \"n\": 3, \"info\": {\"images\": [9]}, \"images\": [1,2], \"x\": 1}";
    let got = elements(text, Some("images")).unwrap();
    assert_eq!(got, [(1, "1".to_string()), (1, "2".to_string())]);
    assert_eq!(elements(b"[]", None).unwrap(), []);
}

#[test]
fn another_shape_is_an_error_that_says_what_was_found() {
    assert_eq!(
        fault("{\"images\": []}", None),
        ":1: found an object whose first key is `images`; expected a list of records (`[…]`)"
    );
    assert_eq!(
        fault("{\"a\": 1,\n \"b\": 2}", Some("images")),
        ":2: found only the keys `a`, `b`; expected an object with a list under the key `images`"
    );
    assert_eq!(fault("[1]", Some("images")), ":1: found a list; expected an object with a list under the key `images`");
    assert!(fault("[1, {\"a\"", None).contains("the file ends too early"));
    assert!(fault("[1 2]", None).contains("expected `,` or `]` after an element"));
    assert!(fault("", None).contains("the file ends too early"));
}

#[test]
fn damage_is_told_where_it_is_and_before_the_rest_of_the_file_is_held() {
    // After the odd quote brackets and text change places, and the element never ends.
    let text = "[\n{\"a\": 1\"},\n".to_string() + &"{\"a\": \"b\"},\n".repeat(500_000) + "{}]";
    let mut cutter = Cutter::new(std::io::BufReader::new(text.as_bytes()));
    cutter.enter(b'[', "a list").unwrap();
    assert!(cutter.another(b']').unwrap());
    let (line, json) = cutter.cut().unwrap();
    assert_eq!(line, 2);
    assert!(json.len() < text.len() / 2, "{} of {} bytes", json.len(), text.len());
    let mut cutter = Cutter::new(std::io::BufReader::new(text.as_bytes()));
    let fault = cutter.each(|_: serde_json::Value| {}).unwrap_err();
    assert_eq!((fault.line, &*fault.path), (2, "[0]"));
    assert!(matches!(fault.what, What::Value(what) if what == "expected `,` or `}`"));
}

#[test]
fn a_value_longer_than_is_looked_into_at_once_comes_whole() {
    let text = format!("[\"{}\", 2]", "x".repeat(5_000_000));
    let got = elements(text.as_bytes(), None).unwrap();
    assert_eq!((got.len(), got[0].1.len()), (2, 5_000_002));
}

#[test]
fn a_long_list_of_numbers_comes_whole_wherever_it_is_looked_into() {
    let list = format!("[{}0]", "-1.5e-3,".repeat(300_000));
    let text = format!("[{list}, 2]");
    for capacity in 8_185..8_201 {
        let mut cutter = Cutter::new(std::io::BufReader::with_capacity(capacity, text.as_bytes()));
        let mut lengths = Vec::new();
        cutter.each(|value: Vec<f64>| lengths.push(value.len())).unwrap_err(); // the 2 is no list
        assert_eq!(lengths, [300_001], "buffers of {capacity}");
    }
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(proptest::sample::select(b"[]{}\",:\\ a1\n\xFF".to_vec()), 0..60)) {
        let _ = elements(&bytes, None);
        let _ = elements(&bytes, Some("a"));
    }
}
