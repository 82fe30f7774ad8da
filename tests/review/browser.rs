//! A headless browser behind its driver, one at a time: the machines that run this have few cores.

use crate::program::http;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The pictures that docs/review.md shows.
const IN_DOCS: [&str; 4] = ["verify-1280-light", "answer-390-dark", "rate-1280-light", "label-1280-dark"];

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A driver that runs.
pub struct Driver {
    process: Child,
    port: u16,
    _turn: MutexGuard<'static, ()>,
}

/// A window of a browser with a profile of its own.
pub struct Window {
    pub client: Client,
    cdp: String,
    _profile: tempfile::TempDir,
}

/// The path of a program, by its possible names.
fn program(names: &[&str]) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let found =
        std::env::split_paths(&path).flat_map(|dir| names.iter().map(move |n| dir.join(n))).find(|p| p.is_file());
    found.map(|p| p.display().to_string())
}

impl Driver {
    /// Starts the driver; says that the test is skipped where there is no browser.
    pub fn start() -> Option<Driver> {
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let (Some(driver), Some(_)) = (program(&["chromedriver"]), browser()) else {
            assert!(std::env::var_os("CI").is_none(), "CI has no Chromium; .ci/run installs it");
            eprintln!("skipped: there is no Chromium with chromedriver (Debian: chromium chromium-driver)");
            return None;
        };
        let mut process =
            Command::new(driver).arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines
            .filter_map(|l| {
                l.split_once("successfully on port ").map(|(_, port)| port.trim_end_matches('.').to_string())
            })
            .next()
            .expect("chromedriver says its port");
        Some(Driver { process, port: port.parse().unwrap(), _turn: turn })
    }

    /// Opens a window.
    pub async fn window(&self) -> Window {
        let profile = tempfile::tempdir().unwrap();
        let mut args: Vec<String> = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
            --disable-background-networking --disable-component-update --disable-sync --force-device-scale-factor=1"
            .split_whitespace()
            .map(String::from)
            .collect();
        args.push(format!("--user-data-dir={}", profile.path().display()));
        let mut wanted = Capabilities::new();
        wanted.insert("browserName".into(), json!("chrome"));
        wanted.insert("goog:chromeOptions".into(), json!({"args": args, "binary": browser()}));
        wanted.insert("goog:loggingPrefs".into(), json!({"browser": "ALL"}));
        wanted.insert("unhandledPromptBehavior".into(), json!("ignore"));
        let base = format!("http://127.0.0.1:{}", self.port);
        let client = ClientBuilder::new(HttpConnector::new()).capabilities(wanted).connect(&base).await.unwrap();
        let session = client.session_id().await.unwrap().unwrap();
        let window = Window { client, cdp: format!("{base}/session/{session}"), _profile: profile };
        window.size(1280, 900).await;
        window
    }
}

fn browser() -> Option<String> {
    program(&["chromium", "chromium-browser", "google-chrome"])
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Window {
    /// A command of the browser's own protocol.
    async fn command(&self, name: &str, parameters: Value) -> Value {
        let http = http();
        let body = json!({"cmd": name, "params": parameters});
        let answer = http.post(format!("{}/goog/cdp/execute", self.cdp)).json(&body).send().await.unwrap();
        answer.json::<Value>().await.unwrap()["value"].clone()
    }

    /// Sets the size of the page in pixels; narrow ones are phones.
    pub async fn size(&self, width: u32, height: u32) {
        let device = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.command("Emulation.setDeviceMetricsOverride", device).await;
    }

    /// Prefers `light` or `dark`.
    pub async fn scheme(&self, name: &str) {
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": name}]});
        self.command("Emulation.setEmulatedMedia", features).await;
    }

    /// Bytes of the page's script heap after a collection.
    pub async fn heap(&self) -> f64 {
        self.command("HeapProfiler.collectGarbage", json!({})).await;
        let usage = self.command("Runtime.getHeapUsage", json!({})).await;
        usage["usedSize"].as_f64().unwrap()
    }

    /// Opens an address and waits for a record or a dialog.
    pub async fn open(&self, address: &str) {
        self.client.goto(address).await.unwrap();
        self.until("return !!document.querySelector('#question, #empty, dialog[open]')").await;
    }

    /// Presses a key.
    pub async fn press(&self, key: char) {
        let keys =
            KeyActions::new("keys".into()).then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key });
        self.client.perform_actions(keys).await.unwrap();
        self.settle().await;
    }

    /// Waits until the page has done what it was told.
    pub async fn settle(&self) {
        self.until("return !document.body.classList.contains('busy')").await;
    }

    /// Presses a key and waits for another record.
    pub async fn press_on(&self, key: char) {
        let before = self.text("#position").await;
        self.press(key).await;
        self.until(&format!("return document.querySelector('#position').textContent !== {}", json!(before))).await;
    }

    /// Waits until a script returns true.
    pub async fn until(&self, script: &str) {
        let start = Instant::now();
        while self.run(script).await != json!(true) {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "waited in vain for: {script}\n{}",
                self.text("body").await
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Runs a script.
    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// The text of the first element of a selector; empty where there is none.
    pub async fn text(&self, selector: &str) -> String {
        let script = format!("return (document.querySelector({}) || {{}}).textContent || ''", json!(selector));
        self.run(&script).await.as_str().unwrap().to_string()
    }

    /// Clicks the first element of a selector.
    pub async fn click(&self, selector: &str) {
        self.client.find(Locator::Css(selector)).await.unwrap().click().await.unwrap();
        self.settle().await;
    }

    /// Types into the first element of a selector.
    pub async fn write(&self, selector: &str, text: &str) {
        self.client.find(Locator::Css(selector)).await.unwrap().send_keys(text).await.unwrap();
    }

    /// What the browser complained about.
    pub async fn complaints(&self) -> Vec<String> {
        let http = http();
        let answer = http.post(format!("{}/se/log", self.cdp)).json(&json!({"type": "browser"})).send().await.unwrap();
        let log = answer.json::<Value>().await.unwrap();
        let entries = log["value"].as_array().cloned().unwrap_or_default();
        entries.iter().map(|e| e["message"].as_str().unwrap_or("").to_string()).collect()
    }

    /// A picture of the page. Those of docs/review.md are kept as docs/images/review-NAME.png when
    /// GROUNDLINE_PICTURES=overwrite; all are kept in the folder that it names otherwise.
    pub async fn picture(&self, name: &str) {
        let ready = "const i = document.querySelector('#image'); return document.querySelector('#picture').hidden || (i.complete && i.naturalWidth > 0)";
        self.until(ready).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let bytes = self.client.screenshot().await.unwrap();
        let mut page = image::load_from_memory(&bytes).unwrap().to_rgb8();
        let first = *page.get_pixel(0, 0);
        assert!(page.pixels().any(|p| *p != first), "{name} is blank");
        let wanted = std::env::var("GROUNDLINE_PICTURES").unwrap_or_default();
        if !wanted.is_empty() && wanted != "overwrite" {
            std::fs::create_dir_all(&wanted).unwrap();
            std::fs::write(Path::new(&wanted).join(format!("{name}.png")), &bytes).unwrap();
        }
        if IN_DOCS.contains(&name) && wanted == "overwrite" {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/images/review-{name}.png"));
            let file = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
            // Five bits a color halve the file; nobody sees the rest.
            page.iter_mut().for_each(|v| *v = (v.saturating_add(4) & 0xF8) | (v.saturating_add(4) >> 5));
            page.write_with_encoder(PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::NoFilter))
                .unwrap();
        }
    }

    /// Whether the page is wider than the window, which a phone would have to scroll.
    pub async fn overflows(&self) -> bool {
        self.run("return document.documentElement.scrollWidth > innerWidth").await == json!(true)
    }

    pub async fn close(self) {
        self.client.close().await.unwrap();
    }
}

/// Runs a test in a browser, if there is one.
pub fn in_browser<F: Future<Output = ()>>(test: impl FnOnce(std::rc::Rc<Driver>) -> F) {
    if let Some(driver) = Driver::start() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(test(std::rc::Rc::new(driver)));
    }
}
