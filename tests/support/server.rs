//! A local server that replays the shapes of real ones and every fault that a network has.
#![allow(dead_code)] // Each test uses a part of it.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A request as the server saw it.
#[derive(Clone)]
pub struct Seen {
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Value,
    /// Text of the last user message.
    pub text: String,
}

/// What the server does with a request.
pub enum Act {
    Reply(u16, Vec<(&'static str, String)>, String),
    /// A body that is shorter than announced.
    Half(String),
    Reset,
    Hang,
}

pub fn say(text: impl Into<Value>) -> Act {
    with(json!({"content": text.into()}))
}

pub fn with(message: Value) -> Act {
    let body = json!({"id": "x", "model": "m", "system_fingerprint": "fp", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": {"prompt_tokens": 100, "completion_tokens": 2}});
    Act::Reply(200, vec![("content-type", "application/json".into())], body.to_string())
}

pub fn error(status: u16, headers: Vec<(&'static str, String)>, body: Value) -> Act {
    Act::Reply(status, headers, body.to_string())
}

pub struct Server {
    pub url: String,
    pub seen: Arc<Mutex<Vec<Seen>>>,
    pub most: Arc<AtomicUsize>,
}

impl Server {
    /// Starts a server; `act` gets the request, how often its text was asked before, and how many are in flight.
    pub fn start(act: impl Fn(&Seen, usize, usize) -> Act + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let (seen, most) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
        let (act, flying) = (Arc::new(act), Arc::new(AtomicUsize::new(0)));
        let (s, m) = (seen.clone(), most.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (act, seen, most, flying) = (act.clone(), s.clone(), m.clone(), flying.clone());
                std::thread::spawn(move || serve(stream, &*act, &seen, &most, &flying));
            }
        });
        Server { url, seen, most }
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

type Action = dyn Fn(&Seen, usize, usize) -> Act + Send + Sync;

fn serve(mut stream: TcpStream, act: &Action, seen: &Mutex<Vec<Seen>>, most: &AtomicUsize, flying: &AtomicUsize) {
    while let Some(request) = receive(&mut stream) {
        let before = {
            let mut all = seen.lock().unwrap();
            let before = all.iter().filter(|s| s.text == request.text).count();
            all.push(request.clone());
            before
        };
        let now = flying.fetch_add(1, Ordering::SeqCst) + 1;
        most.fetch_max(now, Ordering::SeqCst);
        let action = act(&request, before, now);
        flying.fetch_sub(1, Ordering::SeqCst);
        match action {
            Act::Reply(status, headers, body) => {
                let mut head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len());
                for (name, value) in headers {
                    head += &format!("{name}: {value}\r\n");
                }
                let _ = stream.write_all(format!("{head}\r\n{body}").as_bytes());
            }
            Act::Half(body) => {
                let _ = stream.write_all(
                    format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len() + 50).as_bytes(),
                );
                return;
            }
            Act::Reset => return,
            Act::Hang => std::thread::sleep(Duration::from_secs(3)),
        }
    }
}

fn receive(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 65_536];
    let head = loop {
        if let Some(at) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            break at;
        }
        let n = stream.read(&mut chunk).ok().filter(|n| *n > 0)?;
        bytes.extend_from_slice(&chunk[..n]);
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let mut lines = text.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_string();
    let headers: BTreeMap<String, String> =
        lines.filter_map(|l| l.split_once(": ")).map(|(k, v)| (k.to_lowercase(), v.to_string())).collect();
    let length: usize = headers.get("content-length")?.parse().ok()?;
    while bytes.len() < head + 4 + length {
        let n = stream.read(&mut chunk).ok().filter(|n| *n > 0)?;
        bytes.extend_from_slice(&chunk[..n]);
    }
    let body: Value = serde_json::from_slice(&bytes[head + 4..]).ok()?;
    let last = body["messages"].as_array()?.last()?["content"].clone();
    let text = match &last {
        Value::String(s) => s.clone(),
        parts => parts.as_array()?.iter().filter_map(|p| p["text"].as_str()).collect(),
    };
    Some(Seen { path, headers, body, text })
}
