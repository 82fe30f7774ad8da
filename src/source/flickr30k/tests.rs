use super::*;
use crate::model::reject::Reject;
use crate::model::scene::Scene;
use crate::source::vault::DirVault;
use proptest::prelude::*;

type Files<'a> = &'a [(&'a str, &'a [u8])];

fn open(files: Files, pictures: bool, named: &[(&str, &str)]) -> Result<(Vec<Scene>, Vec<Reject>)> {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let mut options = SourceOptions::default();
    options.declares.insert("pictures".to_string(), pictures);
    options.files = named.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let (mut scenes, mut rejects) = (Vec::new(), Vec::new());
    for read in Flickr30k.open(Arc::new(DirVault::new(dir.path()).unwrap()), &options)? {
        match read? {
            Read::Scene(s) => scenes.push(*s),
            Read::Reject(r) => rejects.push(r),
        }
    }
    Ok((scenes, rejects))
}

fn reasons(rejects: &[Reject]) -> Vec<&str> {
    rejects.iter().map(|r| r.reason).collect()
}

fn texts(scene: &Scene) -> Vec<&str> {
    scene.captions.iter().map(|c| c.text.as_str()).collect()
}

const SIZES: (&str, &[u8]) = ("sizes.csv", b"image,width,height\r\n1.jpg,100,50\n2.jpg,10,10\n");

fn xml(objects: &str) -> String {
    let size = "<size><width>100</width><height>50</height><depth>3</depth></size>";
    format!("<annotation>\n<filename>1.jpg</filename>\n{size}\n{objects}</annotation>\n")
}

fn object(names: &[&str], corners: [i32; 4]) -> String {
    let names: String = names.iter().map(|n| format!("<name>{n}</name>")).collect();
    let [a, b, c, d] = corners;
    format!(
        "<object>{names}<bndbox><xmin>{a}</xmin><ymin>{b}</ymin><xmax>{c}</xmax><ymax>{d}</ymax></bndbox></object>\n"
    )
}

#[test]
fn the_token_file_is_read_with_bom_crlf_and_bad_rows_counted() {
    let token =
        b"\xEF\xBB\xBF1.jpg#0\tTwo men , one in gray .\r\n1.jpg#1\tA man 's &quot; cool &quot; hat\r\nno tab\r\n\
        1.jpg#2\tA\n1.jpg#3\tA group of\n1.jpg#3\tA group of dogs .\n1.jpg#4\t \n2.jpg#0\tA dog \xFF .\n\
        2.jpg.1#1\tA dog runs .\n2.jpg#0\tA dog runs .\n3.jpg#0\tA cat sits .\n";
    let (scenes, rejects) = open(&[("results_20130124.token", token), SIZES], false, &[]).unwrap();
    assert_eq!(scenes.len(), 2);
    assert_eq!(texts(&scenes[0]), ["Two men, one in gray.", "A man's \"cool\" hat"]);
    assert_eq!(scenes[0].captions[1].id, "1.jpg#1");
    assert_eq!((scenes[0].id.as_str(), scenes[0].image.size.w), ("flickr30k/1", 100));
    assert_eq!(scenes[0].image.license.name, "Flickr30K terms (research and education only)");
    assert!(scenes[0].coverage.is_empty());
    assert_eq!(
        reasons(&rejects),
        [
            "unreadable_row",
            "unreadable_row",
            "unreadable_row",
            "truncated_caption",
            "truncated_caption",
            "duplicate_caption",
            "empty_caption",
            "unknown_size"
        ]
    );
    assert!(rejects[0].candidate.ends_with("results_20130124.token:3"));
}

#[test]
fn a_picture_that_comes_back_or_a_wrong_file_is_an_error() {
    let back = b"1.jpg#0\tA dog runs .\n2.jpg#0\tA cat sits .\n1.jpg#1\tA dog .\n";
    let e = open(&[("results_20130124.token", back)], false, &[]).unwrap_err().to_string();
    assert!(e.contains(":3: 1.jpg comes back after other pictures; sort the file"), "{e}");
    let e = open(&[("results_20130124.token", b"image,caption\n1.jpg,A dog\n")], false, &[]).unwrap_err().to_string();
    assert!(e.contains(":1: no tab between key and caption; expected `<image>.jpg#<number>"), "{e}");
    let e = open(&[("readme", b"")], false, &[]).unwrap_err().to_string();
    assert!(
        e.contains("neither results_20130124.token, dataset_flickr30k.json, results.csv nor Sentences/*.txt"),
        "{e}"
    );
    let e = open(&[], false, &[("token", "a"), ("kaggle", "b")]).unwrap_err();
    assert_eq!(e.exit_code(), 2);
    let e = open(&[("results_20130124.token", back)], true, &[]).unwrap_err().to_string();
    assert!(e.contains("flickr30k-images: there is no such folder of flickr30k pictures"), "{e}");
}

#[test]
fn kaggle_fields_have_leading_spaces_and_one_row_lacks_its_delimiter() {
    let csv = b"image_name| comment_number| comment\n1.jpg| 0| Two \"men\" , here .\n1.jpg| 4   A dog runs across the grass .\n\
        1.jpg| 1| A | b .\n";
    let (scenes, rejects) = open(&[("results.csv", csv), SIZES], false, &[]).unwrap();
    assert_eq!(texts(&scenes[0]), ["Two \"men\", here.", "A | b."]);
    assert_eq!(rejects.len(), 1);
    assert!(rejects[0].candidate.ends_with("results.csv:3"));
    assert_eq!(rejects[0].detail, "fewer than three fields between `|`");
}

#[test]
fn karpathy_prefers_raw_text_and_survives_a_bad_picture() {
    let json = br#"{"dataset": "flickr30k", "images": [
        {"filename": "1.jpg", "imgid": 0, "sentids": [0, 1], "split": "val", "sentences": [
            {"tokens": ["two", "men"], "raw": "Two men.", "imgid": 0, "sentid": 0}, {"tokens": ["a", "dog", "runs"]}]},
        {"file": "2.jpg"}, {"filename": "../2.jpg", "sentences": []},
        {"filename": "1.jpg", "sentences": []}]}"#;
    let (scenes, rejects) = open(&[("dataset_flickr30k.json", json), SIZES], false, &[]).unwrap();
    assert_eq!(texts(&scenes[0]), ["Two men.", "a dog runs"]);
    assert_eq!(reasons(&rejects), ["unreadable_row", "unreadable_row", "duplicate_picture"]);
    assert!(rejects[0].candidate.ends_with("dataset_flickr30k.json:4 (record 1)"), "{rejects:?}");
    let e = open(&[("dataset_flickr30k.json", b"{\"annotations\": []}")], false, &[]).unwrap_err().to_string();
    assert!(
        e.contains("found only the keys `annotations`; expected an object with a list under the key `images`"),
        "{e}"
    );
}

const SENTENCES: &[u8] = b"\xEF\xBB\xBF[/EN#1/people Two young guys] with [/EN#2/bodyparts shaggy hair] .\r\n\
    [/EN#1/people Two guys] , [/EN#6/people a man] and [/EN#0/notvisual it] in [/EN#3/scene a yard] .\n\
    [/EN#137645/other cards] on [/EN#137645/other a green table] .\n\
    [/EN#6/people A man] does not belong here .\n\
    [/EN#9/other It] is odd .\n";

fn entities() -> (String, Vec<u8>) {
    let objects = [
        object(&["1", "6"], [1, 1, 10, 20]),
        object(&["1"], [31, 1, 100, 50]),
        "<object><name>3</name><scene>1</scene><nobndbox>0</nobndbox></object>".to_string(),
        "<object><name>2</name><scene>0</scene><nobndbox>1</nobndbox></object>".to_string(),
        object(&["137645"], [5, 5, 9, 9]),
        object(&["6"], [120, 5, 130, 9]),
        object(&["9"], [5, 5, 9, 9]),
        "<object><name>6</name><bndbox><xmin>?</xmin></bndbox></object>".to_string(),
    ];
    (xml(&objects.concat()), b"# format: <imageID> <sentence number>\n1 4".to_vec())
}

#[test]
fn entities_give_phrases_chains_and_one_based_boxes() {
    let (xml, unrelated) = entities();
    let files: Files =
        &[("Sentences/1.txt", SENTENCES), ("Annotations/1.xml", xml.as_bytes()), ("UNRELATED_CAPTIONS", &unrelated)];
    let (scenes, rejects) = open(files, false, &[]).unwrap();
    let s = &scenes[0];
    assert_eq!(
        s.captions.iter().map(|c| c.id.as_str()).collect::<Vec<_>>(),
        ["1.jpg#0", "1.jpg#1", "1.jpg#2", "1.jpg#4"]
    );
    assert_eq!(texts(s)[1], "Two guys, a man and it in a yard.");
    let regions: Vec<_> =
        s.regions.iter().map(|r| (r.id.as_str(), r.label.as_str(), <[u32; 4]>::from(r.bbox))).collect();
    assert_eq!(regions, [("1+6.1", "man", [0, 0, 10, 20]), ("1.2", "two young guys", [30, 0, 70, 50])]);
    let phrases: Vec<_> =
        s.captions[1].phrases.iter().map(|p| (p.chain.as_deref(), p.types.join("/"), p.regions.clone())).collect();
    let own = |s: &str| s.to_string();
    assert_eq!(
        phrases,
        [
            (Some("1"), own("people"), vec![0, 1]),
            (Some("6"), own("people"), vec![0]),
            (None, own("notvisual"), vec![]),
            (Some("3"), own("scene"), vec![]),
        ]
    );
    assert!(s.captions[2].phrases.iter().all(|p| p.chain.is_none() && p.regions.is_empty()), "reused chain");
    assert_eq!(
        reasons(&rejects),
        ["unrelated_caption", "chain_reused", "degenerate_box", "unreadable_box", "unnamed_box", "unnamed_box"]
    );
}

#[test]
fn token_and_entities_meet_by_index_and_must_have_the_same_words() {
    let token = b"1.jpg#0\tTwo young guys with shaggy hair .\n1.jpg#1\tAn other caption .\n1.jpg#4\tIt is odd .\n";
    let files: Files = &[("results_20130124.token", token), ("Sentences/1.txt", SENTENCES), SIZES];
    let (scenes, rejects) = open(files, false, &[]).unwrap();
    let marked: Vec<_> = scenes[0].captions.iter().map(|c| (c.id.as_str(), c.phrases.len())).collect();
    assert_eq!(marked, [("1.jpg#0", 2), ("1.jpg#1", 0), ("1.jpg#4", 1)]);
    assert_eq!(reasons(&rejects), ["entities_mismatch"]);
    assert!(rejects[0].candidate.ends_with("1.txt:2"), "{rejects:?}");
}

fn jpeg(w: u16, h: u16, exif: u8) -> Vec<u8> {
    let mut out = b"\xFF\xD8\xFF\xE1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    out.extend([exif, 0, 0, 0, 0, 0, 0]);
    out.extend(b"\xFF\xC0\0\x11\x08");
    out.extend([h.to_be_bytes(), w.to_be_bytes()].concat());
    out
}

#[test]
fn sizes_come_from_the_annotation_or_the_header_and_disagreement_costs_the_boxes() {
    let sentence = b"[/EN#1/people A man] sits .\n".as_slice();
    let boxed = xml(&object(&["1"], [1, 1, 10, 20]));
    let unsized_ = boxed.replace("<width>100</width>", "");
    let broken = &boxed.as_bytes()[..60];
    let (ok, turned, other) = (jpeg(100, 50, 1), jpeg(50, 100, 6), jpeg(70, 50, 1));
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (id, picture, xml) in [
        ("ok", &ok, boxed.as_bytes()),
        ("oriented", &turned, boxed.as_bytes()),
        ("other", &other, boxed.as_bytes()),
        ("untold", &other, unsized_.as_bytes()),
        ("untold_turned", &turned, unsized_.as_bytes()),
        ("broken", &ok, broken),
        ("absent", &Vec::new(), boxed.as_bytes()),
    ] {
        files.push((format!("Sentences/{id}.txt"), sentence.to_vec()));
        files.push((format!("Annotations/{id}.xml"), xml.to_vec()));
        if !picture.is_empty() {
            files.push((format!("flickr30k-images/{id}.jpg"), picture.clone()));
        }
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(n, b)| (n.as_str(), b.as_slice())).collect();
    let (scenes, rejects) = open(&files, true, &[]).unwrap();
    let got: Vec<_> = scenes
        .iter()
        .map(|s| (s.image.source_id.as_str(), s.image.size.w, s.image.exif_oriented, s.regions.len()))
        .collect();
    assert_eq!(
        got,
        [
            ("broken", 100, false, 0),
            ("ok", 100, false, 1),
            ("oriented", 100, true, 1),
            ("other", 70, false, 0),
            ("untold", 70, false, 1),
            ("untold_turned", 100, true, 0),
        ]
    );
    let mut got = reasons(&rejects);
    got.sort_unstable();
    assert_eq!(got, ["missing_picture", "size_mismatch", "unknown_size", "unreadable_annotation"]);
}

proptest! {
    #[test]
    fn no_bytes_panic(kind in 0usize..4, at in 0usize..200, bytes in proptest::collection::vec(any::<u8>(), 0..8)) {
        let (name, text): (&str, &[u8]) = [
            ("results_20130124.token", b"1.jpg#0\tA dog runs .\n1.jpg#1\tA dog .\n2.jpg#0\tA cat sits .\n".as_slice()),
            ("results.csv", b"image_name| comment_number| comment\n1.jpg| 0| Two men , here .\n2.jpg| 0| A dog runs .\n"),
            ("dataset_flickr30k.json", b"{\"images\": [{\"filename\": \"1.jpg\", \"sentences\": [{\"raw\": \"A dog.\"}]}]}"),
            ("Sentences/1.txt", SENTENCES),
        ][kind];
        let mut text = text.to_vec();
        let at = at.min(text.len());
        text.splice(at..(at + bytes.len()).min(text.len()), bytes);
        let _ = open(&[(name, &text), SIZES], false, &[]);
    }
}
