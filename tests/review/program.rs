//! The program under test.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Runs `groundline` to its end.
pub fn groundline(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_groundline")).args(args).output().unwrap()
}

/// Runs `groundline` and expects success; its stdout.
pub fn succeed(args: &[&str]) -> String {
    let output = groundline(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A review that is served.
pub struct Served {
    process: Child,
    /// Addresses in the order of the reviewers.
    pub addresses: Vec<String>,
}

impl Served {
    /// Serves a set; `reviewers` is the number of addresses to expect.
    pub fn start(set: &Path, args: &[&str], reviewers: usize) -> Served {
        let mut process = Command::new(env!("CARGO_BIN_EXE_groundline"))
            .arg("review")
            .arg(set)
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok).take(reviewers);
        let addresses: Vec<String> = lines.map(|l| l.rsplit('\t').next().unwrap().to_string()).collect();
        assert_eq!(addresses.len(), reviewers, "the review did not start");
        Served { process, addresses }
    }

    pub fn address(&self) -> &str {
        &self.addresses[0]
    }

    /// `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> String {
        self.address().splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
    }

    pub fn port(&self) -> String {
        self.origin().rsplit(':').next().unwrap().to_string()
    }

    /// Kilobytes of memory that the server holds.
    pub fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find(|l| l.starts_with("VmRSS:")).unwrap_or("VmRSS: 0 kB");
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Ends it as a crash would: kill -9.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Ends it as Ctrl-C does and waits for its files.
    #[cfg(unix)]
    pub fn stop(mut self) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The lines of a JSONL file.
pub fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

/// A client for plain HTTP; the library it is of wants a provider of encryption all the same.
pub fn http() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::new()
}
