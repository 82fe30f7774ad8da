use super::super::check::testing::verifier;
use super::honest::speaker;
use super::real::{HELD_OUT, TUNED};
use crate::model::dialogue::{Dialogue, Speaker};
#[test]
fn scratch() {
    let mut all = (0, 0);
    for f in ["/tmp/conv/p4", "/tmp/conv/s4", "/tmp/conv/p3"] {
        for l in std::fs::read_to_string(format!("{f}/dialogues.jsonl")).unwrap().lines() {
            let d: Dialogue = serde_json::from_str(l).unwrap();
            for t in &d.turns {
                all.1 += 1;
                if verifier().understands(t, !d.boxes.is_empty()) { all.0 += 1; } else {
                    let r = verifier().verify(t.role, &t.text, !d.boxes.is_empty(), &t.text);
                    println!("UNREAD {:?} {} :: {:?}", t.role == Speaker::User, t.text.replace('\n', "/"), r.err().map(|r| format!("{} {}", r.name, r.told)));
                }
            }
        }
    }
    println!("understood {all:?}");
    for (name, set) in [("tuned", TUNED), ("held", HELD_OUT)] {
        let mut n = (0, 0);
        for (who, turn, honest) in set.iter() {
            for h in honest.iter() {
                n.1 += 1;
                match verifier().verify(speaker(who), turn, true, h) { Ok(_) => n.0 += 1, Err(r) => println!("{name} {} | {} || {turn} -> {h}", r.name, r.told) }
            }
        }
        println!("{name} {n:?}");
    }
}
