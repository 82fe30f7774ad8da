//! Who is answered and who is not, and texts and paths that mean harm.

use crate::browser::in_browser;
use crate::program::{Served, groundline, http};
use crate::sets;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

async fn status(client: &Client, method: Method, url: &str, headers: &[(&str, &str)], body: &str) -> StatusCode {
    let mut request = client.request(method, url).body(body.to_string());
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.unwrap().status()
}

fn run<F: Future<Output = ()>>(work: F) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work);
}

#[test]
fn only_the_page_itself_is_answered() {
    run(async {
        let set = sets::sample();
        let served = Served::start(&set.path(), &["--reviewer", "ann"], 1);
        let (client, address, origin) = (http(), served.address().to_string(), served.origin());
        let get = |url: String, headers: Vec<(&'static str, String)>| {
            let client = client.clone();
            async move {
                let headers: Vec<(&str, &str)> = headers.iter().map(|(k, v)| (*k, v.as_str())).collect();
                status(&client, Method::GET, &url, &headers, "").await
            }
        };
        assert_eq!(get(address.clone(), vec![]).await, 200);
        // Without the token, under another name, from another site.
        for path in ["", "/", "/api/card", "/0123456789abcdef0123456789abcdef/", "/../", "//"] {
            assert_eq!(get(format!("{origin}{path}"), vec![]).await, 404, "{path}");
        }
        assert_eq!(get(address.clone(), vec![("host", "evil.example".into())]).await, 403);
        assert_eq!(get(address.clone(), vec![("host", format!("evil.example:{}", served.port()))]).await, 403);
        assert_eq!(get(address.clone(), vec![("origin", "http://evil.example".into())]).await, 403);
        assert_eq!(get(address.clone(), vec![("origin", "null".into())]).await, 403);
        assert_eq!(get(address.clone(), vec![("origin", origin.clone())]).await, 200);
        let card = format!("{address}api/card?go=first");
        assert_eq!(
            get(card.clone(), vec![("sec-fetch-site", "cross-site".into()), ("sec-fetch-mode", "cors".into())]).await,
            403
        );

        // Every response carries the policy, refusals too.
        for url in [address.clone(), card, format!("{origin}/x")] {
            let response = client.get(url).send().await.unwrap();
            let header = |name: &str| response.headers().get(name).map_or("", |v| v.to_str().unwrap()).to_string();
            assert!(header("content-security-policy").starts_with("default-src 'none'; script-src 'self'"));
            assert_eq!((header("x-frame-options"), header("referrer-policy")), ("DENY".into(), "no-referrer".into()));
            assert_eq!(
                (header("x-content-type-options"), header("cache-control")),
                ("nosniff".into(), "no-store".into())
            );
        }

        // What is said must be JSON, small, and about something that there is.
        let say = format!("{address}api/say");
        let good = json!({"at": 0, "slot": 0, "value": {"verdict": "good"}, "seconds": 1.0, "key": "k"});
        let json_type = ("content-type", "application/json");
        let post = |body: Value, headers: Vec<(&'static str, &'static str)>| {
            let (client, say) = (client.clone(), say.clone());
            async move { status(&client, Method::POST, &say, &headers, &body.to_string()).await }
        };
        assert_eq!(post(good.clone(), vec![]).await, 415);
        assert_eq!(post(good.clone(), vec![json_type, ("origin", "http://evil.example")]).await, 403);
        for (key, value) in [
            ("at", json!(24)),
            ("slot", json!(1)),
            ("value", json!({"verdict": "fine"})),
            ("key", json!("x".repeat(65))),
            ("key", json!("")),
        ] {
            let mut bad = good.clone();
            bad[key] = value;
            assert_eq!(post(bad, vec![json_type]).await, 400, "{key}");
        }
        let mut large = good.clone();
        large["value"]["note"] = json!("x".repeat(20_000));
        assert_eq!(post(large, vec![json_type]).await, 413);
        assert_eq!(post(good, vec![json_type]).await, 200);
    });
}

#[test]
fn pictures_come_in_ranges_and_are_kept_by_the_browser() {
    run(async {
        let set = sets::sample();
        let served = Served::start(&set.path(), &["--reviewer", "ann"], 1);
        let url = format!("{}picture/0", served.address());
        let client = http();
        let whole = client.get(&url).send().await.unwrap();
        assert_eq!(whole.headers()["content-type"], "image/jpeg");
        assert!(whole.headers()["cache-control"].to_str().unwrap().contains("max-age"));
        let stamp = whole.headers()["last-modified"].clone();
        let whole = whole.bytes().await.unwrap();
        let part = client.get(&url).header("range", "bytes=10-19").send().await.unwrap();
        assert_eq!(part.status(), 206);
        assert_eq!(part.headers()["content-range"], format!("bytes 10-19/{}", whole.len()));
        assert_eq!(part.bytes().await.unwrap(), whole.slice(10..20));
        assert_eq!(client.get(&url).header("if-modified-since", stamp).send().await.unwrap().status(), 304);
        assert_eq!(client.get(format!("{}picture/99", served.address())).send().await.unwrap().status(), 400);
        assert_eq!(client.get(format!("{}picture/x", served.address())).send().await.unwrap().status(), 400);
    });
}

#[test]
fn no_path_leaves_the_set_and_nothing_is_said_read_only() {
    run(async {
        let set = sets::hostile();
        let served = Served::start(&set.path(), &["--reviewer", "ann", "--read-only"], 1);
        let client = http();
        let get = async |path: &str| client.get(format!("{}{path}", served.address())).send().await.unwrap().status();
        // A picture outside, an absolute one, and a page that calls itself a picture.
        assert_eq!(
            [get("picture/0").await, get("picture/1").await, get("picture/2").await, get("picture/3").await],
            [200, 404, 404, 404]
        );
        for path in
            ["picture/../../items.jsonl", "picture/..%2f..%2fitems.jsonl", "..%2fitems.jsonl", "items.jsonl", "review"]
        {
            let found = get(path).await;
            assert!(found == 404 || found == 400, "{path}: {found}");
        }
        let body = json!({"at": 0, "slot": 0, "value": {"verdict": "good"}, "seconds": 1.0, "key": "k"}).to_string();
        let say = format!("{}api/say", served.address());
        assert_eq!(status(&client, Method::POST, &say, &[("content-type", "application/json")], &body).await, 400);
        assert!(!set.path().join("review").exists(), "a read-only review writes nothing");
    });
}

#[test]
fn a_flood_of_requests_is_refused_and_then_forgiven() {
    run(async {
        let set = sets::sample();
        let served = Served::start(&set.path(), &["--reviewer", "ann"], 1);
        let client = http();
        let mut refused = 0;
        for _ in 0..20 {
            let burst = (0..50).map(|_| {
                let (client, url) = (client.clone(), format!("{}style.css", served.address()));
                tokio::spawn(async move { client.get(url).send().await.unwrap().status() })
            });
            for one in burst.collect::<Vec<_>>() {
                refused += usize::from(one.await.unwrap() == 429);
            }
        }
        assert!(refused > 100, "{refused}");
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        assert_eq!(client.get(served.address()).send().await.unwrap().status(), 200);
    });
}

#[test]
fn other_machines_need_a_token_that_was_given() {
    let set = sets::sample();
    let refused = groundline(&["review", &set.text(), "--host", "0.0.0.0"]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = groundline(&["review", &set.text(), "--host", "0.0.0.0", "--token", "short"]);
    assert_eq!(refused.status.code(), Some(2));
    let e = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(e.contains("16 to 128 letters"), "{e}");
}

#[test]
fn hostile_texts_are_shown_and_do_nothing() {
    in_browser(async |driver| {
        let set = sets::hostile();
        for mode in ["verify", "answer", "label"] {
            let served = Served::start(&set.path(), &["--reviewer", "ann", "--mode", mode], 1);
            let window = driver.window().await;
            window.open(served.address()).await;
            for _ in 0..4 {
                window.run("document.querySelectorAll('details').forEach(d => d.open = true)").await;
                if window.text("#question").await.contains("<script>") {
                    let shown = window.text("#question").await;
                    assert_eq!(shown, "<script>window.broken = 1</script><img src=x onerror=\"window.broken = 2\">");
                    assert_eq!(window.run("return document.querySelectorAll('#panel script, #panel img, #panel svg, #panel a[href^=javascript]').length").await, 0);
                    if mode == "verify" {
                        window.press('8').await;
                        window.press('n').await;
                        window.write("#note", "</textarea><script>window.broken = 11</script>").await;
                        window.press('\u{e007}').await;
                        window.client.refresh().await.unwrap();
                        window.until("return !!document.querySelector('#question')").await;
                        assert_eq!(
                            window.run("return document.querySelector('#note').value").await,
                            "</textarea><script>window.broken = 11</script>"
                        );
                    }
                }
                assert_eq!(window.run("return window.broken === undefined").await, true);
                window.press('\u{e014}').await;
            }
            window.press('/').await;
            assert_eq!(window.run("return document.scripts.length").await, 1, "the filters made a script");
            let blocked: Vec<String> =
                window.complaints().await.into_iter().filter(|c| !c.contains("picture/")).collect();
            assert_eq!(blocked, Vec::<String>::new(), "nothing even tried");
            window.close().await;
            served.stop();
        }
    });
}
