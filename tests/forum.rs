//! Community questions from dumps to prompts and intents: real dumps where they are to be had, and a server with every
//! fault for the pictures.

use groundline::forum::fetch::Settings;
use groundline::forum::fetch::address::Private;
use groundline::forum::split::Sizes;
use groundline::llm::budget::Budget;
use groundline::llm::endpoint::Endpoint;
use groundline::pipeline::ask;
use groundline::pipeline::forum::{self, Built, Options, Pictures, Set, intent, prompt, subset};
use image::{DynamicImage, ImageFormat, RgbImage};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the server does with a request.
enum Act {
    /// Status, headers, body; the length is told unless the headers say how the body ends.
    Reply(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// A body that is shorter than announced.
    Half(Vec<u8>),
    Reset,
    Hang,
}

fn picture(bytes: Vec<u8>) -> Act {
    Act::Reply(200, vec![("content-type", "image/png".into())], bytes)
}

fn status(code: u16) -> Act {
    Act::Reply(code, vec![], b"no".to_vec())
}

struct Server {
    address: String,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// `act` gets the path, the body and how often the path was asked before.
    fn start(act: impl Fn(&str, &str, usize) -> Act + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (log, act) = (seen.clone(), Arc::new(act));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, act) = (log.clone(), act.clone());
                std::thread::spawn(move || while serve(&stream, &*act, &log).is_some() {});
            }
        });
        Server { address, seen }
    }

    fn asked(&self) -> Vec<String> {
        let mut seen = std::mem::take(&mut *self.seen.lock().unwrap());
        seen.sort();
        seen
    }
}

fn serve(
    mut stream: &TcpStream,
    act: &(dyn Fn(&str, &str, usize) -> Act + Send + Sync),
    log: &Mutex<Vec<String>>,
) -> Option<()> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 65_536];
    let head = loop {
        if let Some(at) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            break at;
        }
        let n = stream.read(&mut chunk).ok().filter(|n| *n > 0)?;
        bytes.extend_from_slice(&chunk[..n]);
    };
    let text = String::from_utf8_lossy(&bytes[..head]).to_lowercase();
    let path = String::from_utf8_lossy(&bytes[..head]).split(' ').nth(1)?.to_string();
    let length = text.split("content-length: ").nth(1).and_then(|l| l.lines().next()?.parse().ok()).unwrap_or(0);
    while bytes.len() < head + 4 + length {
        let n = stream.read(&mut chunk).ok().filter(|n| *n > 0)?;
        bytes.extend_from_slice(&chunk[..n]);
    }
    let before = {
        let mut log = log.lock().unwrap();
        log.push(path.clone());
        log.iter().filter(|p| **p == path).count() - 1
    };
    match act(&path, &String::from_utf8_lossy(&bytes[head + 4..]), before) {
        Act::Reply(status, headers, body) => {
            let mut head = format!("HTTP/1.1 {status} X\r\n");
            if !headers.iter().any(|(name, _)| *name == "connection") {
                head += &format!("content-length: {}\r\n", body.len());
            }
            for (name, value) in &headers {
                head += &format!("{name}: {value}\r\n");
            }
            stream.write_all(format!("{head}\r\n").as_bytes()).ok()?;
            stream.write_all(&body).ok()?;
            (!headers.iter().any(|(name, _)| *name == "connection")).then_some(())
        }
        Act::Half(body) => {
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len() + 9);
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
            None
        }
        Act::Reset => None,
        Act::Hang => {
            std::thread::sleep(Duration::from_secs(3));
            None
        }
    }
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.write_to(&mut out, format).unwrap();
    out.into_inner()
}

fn red() -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_pixel(24, 16, image::Rgb([220, 20, 20])))
}

/// A dump of a site whose question `i` has the `i`-th link, each with an accepted answer.
fn dump(dir: &Path, site: &str, links: &[String]) -> PathBuf {
    let mut rows = String::new();
    for (i, link) in links.iter().enumerate() {
        let (q, a) = (2 * i + 1, 2 * i + 2);
        rows += &format!(
            "<row Id=\"{q}\" PostTypeId=\"1\" AcceptedAnswerId=\"{a}\" Score=\"2\" CreationDate=\"2015-01-01T00:00:00.000\" Title=\"Question {i}\" Tags=\"|t|\" OwnerUserId=\"7\" Body=\"&lt;p&gt;Context {i}.&lt;img src=&quot;{link}&quot;&gt;&lt;/p&gt;\"/>\n\
             <row Id=\"{a}\" PostTypeId=\"2\" ParentId=\"{q}\" Score=\"1\" CreationDate=\"2019-01-01T00:00:00.000\" OwnerDisplayName=\"gone\" Body=\"Answer {i}.\"/>\n"
        );
    }
    let path = dir.join(format!("{site}.stackexchange.com-Posts.xml"));
    std::fs::write(&path, format!("\u{feff}<?xml version=\"1.0\"?>\r\n<posts>\r\n{rows}</posts>")).unwrap();
    path
}

fn options(dump: &Path, out: &Path, pictures: Pictures) -> Options {
    Options {
        dumps: vec![dump.to_path_buf()],
        site: None,
        out: out.to_path_buf(),
        pictures,
        max_pixels: 1_000_000,
        sizes: Sizes::default(),
        seed: 0,
    }
}

fn build(options: &Options) -> Built {
    forum::build(options, &|_| {}).unwrap()
}

fn passed(built: &Built) -> Vec<Option<u64>> {
    built.funnel.steps.iter().map(|s| s.passed).collect()
}

/// Every file of a folder.
fn tree(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(dir).unwrap().to_string_lossy().into_owned();
                out.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    out
}

fn lines(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

#[test]
fn real_dumps_give_the_known_funnel_from_xml_and_from_every_kind_of_archive() {
    let Ok(shared) = std::env::var("GROUNDLINE_SHARED") else {
        println!("skipped: GROUNDLINE_SHARED is not set");
        return;
    };
    let data = Path::new(&shared).join("data/stackexchange");
    let dir = tempfile::tempdir().unwrap();
    let of = |file: &str| {
        let out = dir.path().join(file);
        let built = build(&options(&data.join(file), &out, Pictures::None));
        (passed(&built), tree(&out))
    };
    let (beer, _) = of("beer.stackexchange.com-Posts-2017.xml");
    assert_eq!(beer, [Some(26), Some(14), Some(14), Some(11), Some(10), None]);
    let (coffee, whole) = of("coffee.stackexchange.com-Posts-2015.xml");
    assert_eq!(coffee, [Some(15), Some(8), Some(8), Some(7), Some(4), None]);
    for method in ["bzip2", "lzma2", "ppmd"] {
        let (funnel, files) = of(&format!("repacked_coffee.stackexchange.com_{method}.7z"));
        assert_eq!(funnel, coffee, "{method}");
        for name in ["questions.jsonl", "rejects.jsonl", "funnel.json", "LICENSES.csv", "index.html"] {
            assert_eq!(files[name], whole[name], "{method}: {name}");
        }
    }
    // Both sites in one set, in any order.
    let both = |names: [&str; 2], out: &str| {
        let mut o = options(&data, &dir.path().join(out), Pictures::None);
        o.dumps = names.iter().map(|n| data.join(n)).collect();
        assert_eq!(passed(&build(&o))[4], Some(14));
        tree(&o.out)
    };
    let names = ["beer.stackexchange.com-Posts-2017.xml", "coffee.stackexchange.com-Posts-2015.xml"];
    assert_eq!(both(names, "a"), both([names[1], names[0]], "b"));
}

#[test]
fn every_fault_of_a_picture_server_is_survived_counted_and_not_repeated() {
    let png = encoded(&red(), ImageFormat::Png);
    let sixteen = encoded(&DynamicImage::ImageRgb16(red().to_rgb16()), ImageFormat::Png);
    let gif = encoded(&red(), ImageFormat::Gif);
    let webp = encoded(&red(), ImageFormat::WebP);
    let mut bomb = encoded(&red(), ImageFormat::Bmp);
    bomb[18..22].copy_from_slice(&29_000u32.to_le_bytes());
    bomb[22..26].copy_from_slice(&29_000u32.to_le_bytes());
    let noise = RgbImage::from_fn(200, 200, |x, y| image::Rgb([(x * y) as u8, (x * 7) as u8, (y * 11) as u8]));
    let mut cut = encoded(&DynamicImage::ImageRgb8(noise), ImageFormat::Jpeg);
    cut.truncate(cut.len() - 40);
    let server = Server::start(move |path, _, before| {
        let html = || vec![("content-type", "text/html; charset=utf-8".to_string())];
        let to = |place: &str| Act::Reply(302, vec![("location", place.to_string())], vec![]);
        match (path, before) {
            ("/ok.png", _) | ("/there.png", _) => picture(png.clone()),
            ("/untyped.png", _) => Act::Reply(200, vec![], png.clone()),
            ("/sixteen.png", _) => picture(sixteen.clone()),
            ("/gif-inside.png", _) => picture(gif.clone()),
            ("/webp.jpg", _) => picture(webp.clone()),
            ("/gone.png", _) => status(404),
            ("/forbidden.png", _) => status(403),
            ("/busy.png", 0) => Act::Reply(429, vec![("retry-after", "0.05".into())], vec![]),
            ("/flaky.png", 0) => status(500),
            ("/reset.png", 0) => Act::Reset,
            ("/half.png", 0) => Act::Half(png[..20].to_vec()),
            ("/slow.png", 0) => Act::Hang,
            ("/busy.png" | "/flaky.png" | "/reset.png" | "/half.png" | "/slow.png", _) => picture(png.clone()),
            ("/down.png", _) => status(503),
            ("/page.png", _) => Act::Reply(200, html(), b"<html>sorry</html>".to_vec()),
            ("/text.png", _) => picture(b"not a picture".to_vec()),
            ("/empty.png", _) => picture(vec![]),
            ("/bomb.bmp", _) => picture(bomb.clone()),
            ("/cut.jpg", _) => picture(cut.clone()),
            ("/large.png", _) => picture(vec![0; 200_000]),
            // Without a length, until the connection ends.
            ("/endless.png", _) => Act::Reply(200, vec![("connection", "close".into())], vec![7; 300_000]),
            ("/moved.png", _) => to("/there.png"),
            ("/loop.png", _) => to("/loop.png"),
            ("/inside.png", _) => to("http://10.0.0.1/secret.png"),
            ("/metadata.png", _) => to("http://169.254.169.254/latest/meta-data/"),
            ("/byname.png", _) => to("http://localhost:1/x.png"),
            ("/file.png", _) => to("file:///etc/passwd"),
            ("/removed.png", _) => to("https://i.imgur.com/removed.png"),
            _ => status(410),
        }
    });
    let at = |path: &str| format!("http://{}/{path}", server.address);
    let expected = [
        ("ok.png", "obtained"),
        ("untyped.png", "obtained"),
        ("sixteen.png", "obtained"),
        ("gif-inside.png", "obtained"),
        ("webp.jpg", "obtained"),
        ("busy.png", "obtained"),
        ("flaky.png", "obtained"),
        ("reset.png", "obtained"),
        ("half.png", "obtained"),
        ("slow.png", "obtained"),
        ("moved.png", "obtained"),
        ("gone.png", "http_404"),
        ("never-was.png", "http_410"),
        ("forbidden.png", "http_403"),
        ("down.png", "http_503"),
        ("page.png", "not_a_picture"),
        ("text.png", "picture_format"),
        ("empty.png", "picture_format"),
        ("bomb.bmp", "picture_too_large"),
        ("cut.jpg", "picture_truncated"),
        ("large.png", "file_too_large"),
        ("endless.png", "file_too_large"),
        ("loop.png", "too_many_redirects"),
        ("inside.png", "private_address"),
        ("metadata.png", "private_address"),
        ("byname.png", "private_address"),
        ("file.png", "not_http"),
        ("removed.png", "removed"),
    ];
    let mut links: Vec<String> = expected.iter().map(|(path, _)| at(path)).collect();
    links.extend(
        [
            "ftp://h/a.png",
            "data:image/png;base64,AAAA",
            "http://me:pw@127.0.0.1/a.png",
            "http://[::1]/a.png",
            "no link",
        ]
        .map(String::from),
    );
    let more = ["not_http", "not_http", "link_with_password", "private_address", "link_unreadable"];
    let dir = tempfile::tempdir().unwrap();
    // "no link" stands for itself: it is relative to nothing.
    let dump = dump(dir.path(), "tea", &links);
    let settings = Settings {
        concurrency: 8,
        timeout: Duration::from_millis(800),
        retries: 2,
        max_bytes: 100_000,
        private: Private::Hosts(vec!["127.0.0.1".into()]),
    };
    let out = dir.path().join("set");
    let o = options(&dump, &out, Pictures::Download(settings.clone()));
    let built = build(&o);
    assert_eq!(built.left, 0);
    let got: Vec<(String, String)> = lines(&out.join("pictures.jsonl"))
        .iter()
        .map(|v| (v["url"].as_str().unwrap().to_string(), v["outcome"].as_str().unwrap().to_string()))
        .collect();
    let outcomes = expected.iter().map(|(_, o)| *o).chain(more);
    let want: Vec<(String, String)> = links.iter().cloned().zip(outcomes.map(String::from)).collect();
    assert_eq!(got, want);
    assert_eq!(passed(&built)[4..], [Some(33), Some(11)]);
    let step = &built.funnel.steps[5];
    assert_eq!((step.dropped["private_address"], step.dropped["file_too_large"], step.dropped["http_404"]), (4, 2, 1));
    for question in lines(&out.join("questions.jsonl")) {
        let picture = image::open(out.join(question["image"].as_str().unwrap())).unwrap();
        assert_eq!((picture.width(), picture.height(), picture.color()), (24, 16, image::ColorType::Rgb8));
    }
    // The rest of the folder is complete and nothing else lies in it.
    let first = tree(&out);
    assert_eq!(first.keys().filter(|n| n.starts_with("images/")).count(), 11);
    assert!(first.contains_key("run.json") && !first.keys().any(|n| n.contains(".part") || n.contains(".build")));
    server.asked();
    // Again: what is there and what is gone for good is not asked for, what failed otherwise is.
    build(&o);
    let again = server.asked();
    let silent = |path: &str| !again.contains(&format!("/{path}"));
    assert!(silent("ok.png") && silent("gone.png") && silent("never-was.png") && silent("removed.png"), "{again:?}");
    assert!(!silent("down.png") && !silent("page.png"));
    assert_eq!(tree(&out), first, "the same bytes");
    // A picture that was lost is fetched again; one worker gives the same set as eight.
    std::fs::remove_file(out.join("images/tea-1.png")).unwrap();
    build(&Options { pictures: Pictures::Download(Settings { concurrency: 1, ..settings.clone() }), ..o.clone() });
    assert!(server.asked().contains(&"/ok.png".to_string()));
    assert_eq!(tree(&out), first);
    // As after a kill: the set is not written, the last line of the pictures is half.
    let partial = out.join(".build/pictures.jsonl");
    std::fs::create_dir_all(partial.parent().unwrap()).unwrap();
    let mut noted = std::fs::read(out.join("pictures.jsonl")).unwrap();
    noted.extend_from_slice(b"{\"id\":\"tea-1\",\"ur");
    std::fs::write(&partial, noted).unwrap();
    ["pictures.jsonl", "run.json", "questions.jsonl"].iter().for_each(|f| std::fs::remove_file(out.join(f)).unwrap());
    server.asked();
    build(&o);
    assert!(!server.asked().contains(&"/ok.png".to_string()));
    assert_eq!(tree(&out), first);
    // Nothing private without leave: the server is not even asked.
    let closed = dir.path().join("closed");
    let built = build(&options(&dump, &closed, Pictures::Download(Settings { private: Private::Refused, ..settings })));
    assert_eq!(passed(&built)[5], Some(0));
    assert_eq!(server.asked(), Vec::<String>::new());
}

/// A set of two sites with pictures from a folder.
fn two_sites(dir: &Path) -> PathBuf {
    let links = |site: &str, n: usize| -> Vec<String> {
        (0..n).map(|i| format!("https://i.stack.imgur.com/{site}{i}.png")).collect()
    };
    let dumps = vec![dump(dir, "tea", &links("t", 26)), dump(dir, "coffee", &links("c", 5))];
    let album = dir.join("album/i.sstatic.net");
    std::fs::create_dir_all(&album).unwrap();
    for name in (0..26).map(|i| format!("t{i}")).chain((0..4).map(|i| format!("c{i}"))) {
        red().save(album.join(format!("{name}.png"))).unwrap();
    }
    let out = dir.join("set");
    let mut o = options(&dumps[0], &out, Pictures::Folder(dir.join("album")));
    o.dumps = dumps;
    let built = build(&o);
    assert_eq!(passed(&built)[4..], [Some(31), Some(30)]);
    assert_eq!(built.funnel.steps[5].dropped["not_in_folder"], 1);
    let splits: Vec<(&str, u64)> = built.splits.iter().map(|(s, n)| (s.as_str(), *n)).collect();
    assert_eq!(splits, [("test", 20), ("train", 7), ("validation", 3)]);
    out
}

#[test]
fn subsets_prompts_and_ask() {
    let dir = tempfile::tempdir().unwrap();
    let out = two_sites(dir.path());
    let small = dir.path().join("small");
    let sampled = subset::subset(&out, 5, 0, &small).unwrap();
    assert_eq!((sampled.questions, sampled.short), (9, 1));
    let set = Set::read(&small).unwrap();
    assert!(set.questions.iter().all(|q| q.split == "test" && small.join(q.image.as_ref().unwrap()).is_file()));
    let before = tree(&small);
    subset::subset(&out, 5, 0, &small).unwrap();
    assert_eq!(tree(&small), before);

    let parts = ["qci", "qc"].map(|p| groundline::forum::prompt::Parts::parse(p).unwrap()).to_vec();
    let mut o = prompt::Options {
        set: small.clone(),
        parts,
        shot: Some(groundline::forum::prompt::Shot::Topic),
        shot_image: true,
        split: Some("test".into()),
        train: Some(out.clone()),
        seed: 0,
        embed: false,
        out: small.join("prompts"),
    };
    let written = prompt::prompt(&o).unwrap();
    let names: Vec<_> = written.iter().map(|w| w.path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["qci-1shot-topic-image.jsonl", "qc-1shot-topic.jsonl"]);
    assert_eq!((written[0].prompts, written[0].other_topic), (9, 4), "coffee has no training questions");
    let first = &lines(&written[0].path)[0];
    assert!(
        first["messages"][1]["content"][1]["image_url"]["url"].as_str().unwrap().starts_with("../../set/images/tea-")
    );
    o.train = None;
    assert_eq!(prompt::prompt(&o).unwrap_err().exit_code(), 2);

    // `ask` sends them with the pictures inside.
    let bodies = Arc::new(Mutex::new(Vec::new()));
    let kept = bodies.clone();
    let server = Server::start(move |_, body, _| {
        kept.lock().unwrap().push(body.to_string());
        chat("Fine.")
    });
    let asked = ask::ask(
        &ask::Options { set: written[0].path.clone(), no_image: false, system: None, wordings: vec![], max_side: None },
        &Endpoint::new(&format!("http://{}/v1", server.address), "m", None).unwrap(),
        &ask::Settings::default(),
        &dir.path().join("answers.jsonl"),
        &|_| {},
    )
    .unwrap();
    assert_eq!((asked.progress.answered, asked.progress.failed), (9, 0));
    let bodies = bodies.lock().unwrap();
    assert!(bodies.iter().all(|b| b.matches("data:image/png;base64,").count() == 2 && b.contains("## Actual Task:")));
    // The same, written into the file.
    o.train = Some(out);
    o.embed = true;
    prompt::prompt(&o).unwrap();
    let text = std::fs::read_to_string(&written[0].path).unwrap();
    assert_eq!(text.matches("data:image/png;base64,").count(), 18);
}

fn chat(text: &str) -> Act {
    let body = json!({"choices": [{"message": {"content": text}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 10, "completion_tokens": 1}});
    Act::Reply(200, vec![("content-type", "application/json".into())], body.to_string().into_bytes())
}

#[test]
fn intents_by_votes_with_people_beside_them() {
    let dir = tempfile::tempdir().unwrap();
    let out = two_sites(dir.path());
    // Question 0 to 2: all reason; 3: two of three; 4: no majority; 5: one unreadable vote, two that agree.
    let server = Server::start(|_, body, _| {
        let body: Value = serde_json::from_str(body).unwrap();
        let system = body["messages"][0]["content"].as_str().unwrap();
        let user = &body["messages"][1]["content"];
        let text = user.as_str().map(str::to_string).unwrap_or_else(|| user[1]["text"].as_str().unwrap().to_string());
        let n: usize =
            text.split("Question: Question ").nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap();
        // The first intent that the message explains differs from vote to vote.
        let first = system.split("\n- ").nth(1).unwrap().split(':').next().unwrap();
        chat(match n {
            0..=2 => "Reason",
            3 => {
                if first < "j" {
                    "advice"
                } else {
                    "evidence-based"
                }
            }
            4 => "either reason or opinion",
            _ => "{\"intent\": \"instruction\"}",
        })
    });
    let people = dir.path().join("ann.csv");
    let rows: String =
        (0..5).map(|i| format!("tea-{},{}\n", 2 * i + 1, if i == 0 { "advice" } else { "reason" })).collect();
    std::fs::write(&people, format!("id,label\n{rows}")).unwrap();
    let options = intent::Options {
        set: out.clone(),
        votes: 3,
        per_topic: None,
        no_image: true,
        max_side: None,
        labels: vec![people.clone()],
        seed: 0,
        answers: out.join("votes.jsonl"),
    };
    let endpoint = Endpoint::new(&format!("http://{}/v1", server.address), "m", None).unwrap();
    // The budget ends the first run; the second asks the rest and no more.
    let bounded =
        ask::Settings { budget: Budget::parse("requests=40").unwrap(), concurrency: 4, ..ask::Settings::default() };
    let (report, run) = intent::intent(&options, &endpoint, &bounded, &|_| {}).unwrap();
    assert_eq!((run.progress.answered, run.left, report.missing), (40, 50, 50));
    let (report, run) = intent::intent(&options, &endpoint, &ask::Settings::default(), &|_| {}).unwrap();
    assert_eq!((run.before, run.progress.answered, run.left), (40, 50, 0));
    assert_eq!((report.questions, report.missing, report.unreadable), (30, 0, 3));
    let share = |name: &str| report.shares.iter().find(|s| s.intent == name).unwrap().questions;
    assert_eq!((share("reason"), share("instruction")), (6, 21));
    assert_eq!(share("advice") + share("evidence"), 2);
    assert_eq!(report.labeled, 29);
    let person = report.pairs.iter().find(|p| p.raters == ["m majority", "ann"]).unwrap();
    // Of the five that ann labeled four have a majority; two of them agree.
    assert_eq!((person.items, person.accuracy), (4, 0.5));
    assert_eq!(report.groups.len(), 1);
    assert!(report.groups[0].accuracy > 0.9 && report.groups[0].items == 29);
    let intents = lines(&out.join("intents.jsonl"));
    assert_eq!(intents.len(), 30);
    let labels = std::fs::read_to_string(out.join("intent-labels.csv")).unwrap();
    assert_eq!(labels.lines().count(), 1 + 90 - 3);
    std::fs::write(&people, "id,label\ntea-1,sorrow\n").unwrap();
    let e = intent::intent(&options, &endpoint, &ask::Settings::default(), &|_| {}).unwrap_err().to_string();
    assert!(e.contains("`sorrow` is no intent"), "{e}");
}

#[test]
fn the_program_tells_what_it_did_and_what_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let dump = dump(dir.path(), "tea", &["http://h/a.png".to_string(), "http://h/b.gif".to_string()]);
    let run = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_groundline")).current_dir(dir.path()).args(args).output().unwrap();
        let text = |b: Vec<u8>| String::from_utf8(b).unwrap();
        (out.status.code(), text(out.stdout), text(out.stderr))
    };
    let (code, stdout, stderr) = run(&["forum", "build", dump.to_str().unwrap(), "--out", "set"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("question with a picture") && stdout.contains("1 gif"), "{stdout}");
    assert!(
        stderr.contains("set: 1 questions (1 test)") && stderr.contains("add --images DIR or --download"),
        "{stderr}"
    );
    let (code, stdout, _) = run(&["forum", "describe", "set", "--report", "d"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("| this set | 2.0 |") && stdout.contains("VizWiz-VQA"), "{stdout}");
    assert!(dir.path().join("d/topics.svg").is_file() && dir.path().join("d/describe.json").is_file());
    let (code, _, stderr) = run(&["forum", "prompt", "set"]);
    assert_eq!((code, stderr.contains("the set has no pictures")), (Some(2), true), "{stderr}");
    let (code, _, stderr) = run(&["forum", "prompt", "set", "--parts", "qc,c"]);
    assert_eq!((code, stderr.contains("qc-0shot.jsonl: 1 prompts")), (Some(0), true), "{stderr}");
    std::fs::write(dir.path().join("Posts.xml"), "<users></users>").unwrap();
    let (code, _, stderr) = run(&["forum", "build", "Posts.xml", "--site", "tea", "--out", "x"]);
    assert_eq!((code, stderr.contains("Posts.xml:1: the table is `users`")), (Some(3), true), "{stderr}");
    let (code, _, stderr) = run(&["forum", "build", "nothing.xml", "--site", "tea", "--out", "x"]);
    assert_eq!((code, stderr.contains("nothing.xml: there is no such file")), (Some(3), true), "{stderr}");
    let (code, _, _) = run(&["forum", "build", dump.to_str().unwrap(), "--images", "a", "--download"]);
    assert_eq!(code, Some(2));
    let (code, _, stderr) = run(&["forum", "describe", "."]);
    assert_eq!((code, stderr.contains("holds no questions.jsonl")), (Some(3), true), "{stderr}");
}
