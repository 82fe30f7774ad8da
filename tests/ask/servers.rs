//! One test a make of server: where it is asked and how, which parameters it takes, how its replies and errors look.

use super::server::{Act, Seen, Server, error, say};
use super::{answers, ask_with, quick, set};
use groundline::llm::endpoint::{Endpoint, Secret};
use groundline::pipeline::ask::{Asked, Settings};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tempfile::TempDir;

/// A run against a server: what it got, what the server saw, and the set's folder.
struct Run {
    asked: Asked,
    seen: Vec<Seen>,
    answers: BTreeMap<String, Value>,
    dir: TempDir,
}

/// Asks `n` items one by one, with log-probabilities. `path` stands after the host, `key` is sent where there is one.
fn run(server: &Server, path: &str, key: Option<&str>, n: usize) -> Run {
    let dir = tempfile::tempdir().unwrap();
    set(dir.path(), n);
    let endpoint = Endpoint::new(&server.url.replace("/v1", path), "m", key.map(Secret::new)).unwrap();
    let mut settings = Settings { concurrency: 1, ..quick() };
    settings.parameters.logprobs = true;
    let asked = ask_with(dir.path(), &endpoint, &settings).unwrap();
    Run { asked, seen: server.seen(), answers: answers(dir.path()), dir }
}

impl Run {
    fn response(&self, id: &str) -> &str {
        self.answers[id]["response"].as_str().unwrap()
    }

    fn learned(&self) -> Value {
        let text = std::fs::read_to_string(self.dir.path().join("a.jsonl.endpoint.json")).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()["capabilities"].clone()
    }
}

fn reply(choice: Value) -> Act {
    let usage = json!({"prompt_tokens": 10, "completion_tokens": 1, "total_tokens": 11});
    let body = json!({"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage});
    Act::Reply(200, vec![("content-type", "application/json".into())], body.to_string())
}

/// The newest of OpenAI: no `max_tokens`, no temperature but its own, no log-probabilities of reasoning models. Each is
/// learned from one refusal and remembered.
#[test]
fn openai() {
    let refuse = |param: &str, code: &str| {
        let message = format!("Unsupported parameter: '{param}' is not supported with this model.");
        let kind = "invalid_request_error";
        error(400, vec![], json!({"error": {"message": message, "type": kind, "param": param, "code": code}}))
    };
    let server = Server::start(move |seen, _, _| {
        for (param, code) in [
            ("max_tokens", "unsupported_parameter"),
            ("temperature", "unsupported_value"),
            ("logprobs", "unsupported_parameter"),
        ] {
            if seen.body.get(param).is_some() {
                return refuse(param, code);
            }
        }
        let message = json!({"role": "assistant", "content": "B", "refusal": null, "annotations": []});
        reply(json!({"index": 0, "message": message, "logprobs": null, "finish_reason": "stop"}))
    });
    let run = run(&server, "/v1", Some("sk-key"), 5);
    assert_eq!((run.asked.progress.answered, run.seen.len(), run.response("i4")), (5, 8, "B"));
    let last = &run.seen[7];
    assert_eq!((last.path.as_str(), last.headers["authorization"].as_str()), ("/v1/chat/completions", "Bearer sk-key"));
    let keys: Vec<&str> = last.body.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["model", "messages", "max_completion_tokens", "seed"]);
    assert_eq!(
        run.learned(),
        json!({"limit": "max_completion_tokens", "temperature": false, "seed": true, "logprobs": false})
    );
}

/// Azure: the deployment in the path, the version in the query, the key in a header of its own; a filtered prompt is a
/// 400 with an inner error, which says nothing about parameters.
#[test]
fn azure() {
    let server = Server::start(|seen, _, _| {
        if seen.text.starts_with("Question 1.") {
            let inner = json!({"code": "ResponsibleAIPolicyViolation", "content_filter_result": {"violence": {"filtered": true}}});
            let message = "The response was filtered due to the prompt triggering content management policy.";
            return error(
                400,
                vec![],
                json!({"error": {"message": message, "param": "prompt", "code": "content_filter", "status": 400, "innererror": inner}}),
            );
        }
        if seen.text.starts_with("Question 2.") {
            return reply(
                json!({"index": 0, "message": {"role": "assistant"}, "finish_reason": "content_filter", "content_filter_results": {}}),
            );
        }
        reply(
            json!({"index": 0, "message": {"content": "B", "role": "assistant"}, "finish_reason": "stop", "content_filter_results": {}}),
        )
    });
    let run = run(&server, "/openai/deployments/d?api-version=2024-10-21", Some("azure-key"), 3);
    let first = &run.seen[0];
    assert_eq!(first.path, "/openai/deployments/d/chat/completions?api-version=2024-10-21");
    assert_eq!((first.headers["api-key"].as_str(), first.headers.get("authorization")), ("azure-key", None));
    assert_eq!((run.asked.progress.answered, run.asked.failures["http_400"], run.response("i0")), (2, 1, "B"));
    assert!(run.answers["i1"]["error"].as_str().unwrap().contains("content management policy"));
    assert_eq!((run.response("i2"), run.answers["i2"]["finish_reason"].as_str()), ("", Some("content_filter")));
    assert_eq!(run.learned()["limit"], "max_tokens", "nothing was learned from the filter");
}

/// vLLM: `max_tokens` and `seed` are taken, log-probabilities come with -9999 for never, reasoning in a field of its
/// own, errors as an object without `error`.
#[test]
fn vllm() {
    let server = Server::start(|seen, before, _| {
        if seen.text.starts_with("Question 1.") && before == 0 {
            let body = json!({"object": "error", "message": "The engine is overloaded", "type": "ServiceUnavailable", "param": null, "code": 503});
            return error(503, vec![], body);
        }
        let top = json!([{"token": "B", "logprob": -0.9, "bytes": [66]}, {"token": "A", "logprob": -1.2, "bytes": [65]},
            {"token": " A", "logprob": -1.3, "bytes": [32, 65]}, {"token": "C", "logprob": -9999.0, "bytes": [67]}]);
        let message = json!({"role": "assistant", "content": "B", "reasoning": "A? No, B.", "tool_calls": []});
        let logprobs = json!({"content": [{"token": "B", "logprob": -0.9, "bytes": [66], "top_logprobs": top}]});
        reply(
            json!({"index": 0, "message": message, "logprobs": logprobs, "finish_reason": "stop", "stop_reason": null, "token_ids": null}),
        )
    });
    let run = run(&server, "/v1", None, 2);
    assert_eq!((run.asked.progress.answered, run.seen.len(), run.response("i1")), (2, 3, "B"));
    let body = &run.seen[0].body;
    assert_eq!((&body["max_tokens"], &body["seed"], &body["top_logprobs"]), (&json!(1_024), &json!(0), &json!(20)));
    assert!(!run.seen[0].headers.contains_key("authorization"), "no key, no header");
    let l = &run.answers["i0"]["logprobs"];
    assert!(l["A"].as_f64().unwrap() > l["B"].as_f64().unwrap() && l.get("C").is_none(), "variants are summed: {l}");
}

/// SGLang: reasoning in `reasoning_content` while the content is null until it ends, a `matched_stop` in the choice, errors
/// as plain objects.
#[test]
fn sglang() {
    let server = Server::start(|seen, before, _| match (seen.text.get(..11), before) {
        (Some("Question 1."), _) => {
            let message = json!({"role": "assistant", "content": null, "reasoning_content": "It may be (A) or", "tool_calls": null});
            reply(
                json!({"index": 0, "message": message, "logprobs": null, "finish_reason": "length", "matched_stop": null}),
            )
        }
        (Some("Question 2."), 0) => {
            let message = "logprobs are not supported by this model";
            error(
                400,
                vec![],
                json!({"object": "error", "message": message, "type": "BadRequest", "param": null, "code": 400}),
            )
        }
        _ => {
            let message = json!({"role": "assistant", "content": "(B)", "reasoning_content": "The answer is A? No.", "tool_calls": null});
            reply(
                json!({"index": 0, "message": message, "logprobs": null, "finish_reason": "stop", "matched_stop": 151645}),
            )
        }
    });
    let run = run(&server, "/v1", None, 4);
    assert_eq!((run.asked.progress.answered, run.seen.len(), run.response("i0")), (4, 5, "(B)"));
    assert_eq!((run.response("i1"), run.answers["i1"]["finish_reason"].as_str()), ("", Some("length")));
    assert_eq!((run.learned()["logprobs"].as_bool(), run.seen[4].body.get("logprobs")), (Some(false), None));
}

/// Ollama: it knows `max_tokens` only and ignores what it does not know, answers without log-probabilities, takes pictures
/// as data URLs of common types only, one part after the other, and thinks in `reasoning`.
#[test]
fn ollama() {
    let server = Server::start(|seen, _, _| {
        let Some(limit) = seen.body.get("max_tokens") else {
            return say("a reply without end");
        };
        assert_eq!(limit, 1_024);
        let parts = seen.body["messages"][0]["content"].as_array().unwrap();
        let url = parts[0]["image_url"]["url"].as_str().unwrap();
        let fits = ["jpeg", "jpg", "png", "webp"].iter().any(|t| url.starts_with(&format!("data:image/{t};base64,")));
        if !fits || parts[1]["type"] != "text" {
            return error(
                400,
                vec![],
                json!({"error": {"message": "invalid image input", "type": "invalid_request_error", "param": null, "code": null}}),
            );
        }
        let message = json!({"role": "assistant", "content": "B", "reasoning": "The box shows a dog."});
        reply(json!({"index": 0, "message": message, "finish_reason": "stop"}))
    });
    let run = run(&server, "/v1/", None, 2);
    assert_eq!((run.asked.progress.answered, run.seen.len(), run.response("i0")), (2, 2, "B"));
    assert_eq!(run.seen[0].path, "/v1/chat/completions");
    assert!(run.answers["i0"].get("logprobs").is_none_or(Value::is_null), "there are none to score by");
    // An unknown model is a 404 with a null code: every other request would fail, too.
    let server = Server::start(|_, _, _| {
        error(
            404,
            vec![],
            json!({"error": {"message": "model \"m\" not found, try pulling it first", "type": "api_error", "param": null, "code": null}}),
        )
    });
    let dir = tempfile::tempdir().unwrap();
    set(dir.path(), 1);
    let endpoint = Endpoint::new(&server.url, "m", None).unwrap();
    let e = ask_with(dir.path(), &endpoint, &quick()).unwrap_err().to_string();
    assert!(e.contains("try pulling it first") && e.contains("--model"), "{e}");
}

/// LiteLLM: a virtual key, errors of the server behind it wrapped with its name, its own waits, a used-up budget that no
/// waiting mends.
#[test]
fn litellm() {
    let wrapped = |status: u16, what: &str, code: &str| {
        let message = format!(
            "litellm.{what}: {what}: OpenAIException - see above. Received Model Group=m\nAvailable Model Group Fallbacks=None"
        );
        json!({"error": {"message": message, "type": null, "param": null, "code": if code.is_empty() { status.to_string() } else { code.into() }}})
    };
    let server = Server::start(move |seen, before, _| match (seen.text.get(..11), before) {
        (Some("Question 1."), 0) => error(429, vec![("retry-after", "0.1".into())], wrapped(429, "RateLimitError", "")),
        (Some("Question 2."), 0) => {
            let message = "litellm.UnsupportedParamsError: openai does not support parameters: ['logprobs', 'top_logprobs'], for model=m. To drop these, set `litellm.drop_params=True`";
            error(400, vec![], json!({"error": {"message": message, "type": "None", "param": null, "code": "400"}}))
        }
        _ => {
            let message = json!({"role": "assistant", "content": "B", "tool_calls": null, "function_call": null, "provider_specific_fields": {"refusal": null}});
            reply(json!({"index": 0, "message": message, "finish_reason": "stop"}))
        }
    });
    let run = run(&server, "", Some("sk-virtual"), 4);
    assert_eq!((run.asked.progress.answered, run.seen.len(), run.response("i3")), (4, 6, "B"));
    assert_eq!(
        (run.seen[0].path.as_str(), run.seen[0].headers["authorization"].as_str()),
        ("/chat/completions", "Bearer sk-virtual")
    );
    assert_eq!(run.learned(), json!({"limit": "max_tokens", "temperature": true, "seed": true, "logprobs": false}));
    // A budget that is used up comes with either status, and ends the run.
    for status in [400, 429] {
        let server = Server::start(move |_, _, _| {
            let message = "Budget has been exceeded! Current cost: 2.1, Max budget: 2.0";
            let error_body =
                json!({"message": message, "type": "budget_exceeded", "param": null, "code": status.to_string()});
            error(status, vec![], json!({"error": error_body}))
        });
        let dir = tempfile::tempdir().unwrap();
        set(dir.path(), 1);
        let endpoint = Endpoint::new(&server.url, "m", Some(Secret::new("sk-virtual"))).unwrap();
        let e = ask_with(dir.path(), &endpoint, &quick()).unwrap_err().to_string();
        assert!(e.contains("Budget has been exceeded") && e.contains("quota"), "{e}");
        assert_eq!(server.seen().len(), 1);
    }
}
