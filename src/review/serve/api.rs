//! What the page asks for and says.

use super::App;
use super::assets::{ASSETS, PAGE};
use super::token::Door;
use crate::error::{Error, ErrorKind, Result};
use crate::review::reviewer::Reviewer;
use crate::review::session::{Filter, Go, Said};
use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Longest time that is believed; a tab that is looked at for longer was forgotten.
const LONGEST_SECONDS: f64 = 3_600.0;
/// Longest id of an action.
const LONGEST_KEY: usize = 64;

type Parameters = Query<BTreeMap<String, String>>;

/// An error as a response.
pub(super) fn fail(error: &Error) -> Response {
    let status = match error.kind() {
        ErrorKind::Usage { .. } => StatusCode::BAD_REQUEST,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    (status, Json(json!({"error": error.to_string()}))).into_response()
}

/// Runs something that reads or writes files, off the threads that serve.
async fn answer(work: impl FnOnce() -> Result<Value> + Send + 'static) -> Response {
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(value)) => Json(value).into_response(),
        Ok(Err(e)) => fail(&e),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({"error": "report this as a fault"}))).into_response(),
    }
}

/// Who speaks: the reviewer whose address it is, or whom the page names.
fn who(door: &Door, parameters: &BTreeMap<String, String>) -> Result<Reviewer> {
    match &door.reviewer {
        Some(reviewer) => Ok(reviewer.clone()),
        None => Reviewer::new(parameters.get("who").map_or("", String::as_str)),
    }
}

/// The page.
pub(super) async fn page() -> Html<&'static str> {
    Html(PAGE)
}

/// An address without its last slash.
pub(super) async fn to_page(Path(token): Path<String>) -> Redirect {
    Redirect::permanent(&format!("/{token}/"))
}

/// A script or style sheet of the page.
pub(super) async fn asset(Path((_, name)): Path<(String, String)>) -> Response {
    match ASSETS.iter().find(|a| a.0 == name) {
        Some((_, media, text)) => ([(header::CONTENT_TYPE, *media)], *text).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

/// What the page needs once; without a name, whether it has to ask for one.
pub(super) async fn setup(
    State(app): State<Arc<App>>,
    Extension(door): Extension<Door>,
    Query(p): Parameters,
) -> Response {
    answer(move || {
        if door.reviewer.is_none() && !p.contains_key("who") {
            return Ok(json!({"join": true, "mode": app.session.mode.name()}));
        }
        let mut setup = app.session.setup(&who(&door, &p)?)?;
        setup["join"] = json!(false);
        Ok(setup)
    })
    .await
}

/// A record.
pub(super) async fn card(
    State(app): State<Arc<App>>,
    Extension(door): Extension<Door>,
    Query(p): Parameters,
) -> Response {
    answer(move || {
        let reviewer = who(&door, &p)?;
        let at: usize = p.get("at").and_then(|v| v.parse().ok()).unwrap_or(0);
        let go = match p.get("go").map_or("", String::as_str) {
            "next" => Go::After(at),
            "previous" => Go::Before(at),
            "first" => Go::First,
            "last" => Go::Last,
            "todo" => Go::Todo(at),
            "resume" => Go::Resume,
            _ => Go::Here(at),
        };
        let facets = app.session.deck.facets().iter();
        let facets =
            facets.filter_map(|f| Some((f.name.to_string(), p.get(f.name).filter(|v| !v.is_empty())?.clone())));
        let filter = Filter { facets: facets.collect(), verdict: p.get("verdict").cloned().unwrap_or_default() };
        let mut out = app.session.card(&reviewer, go, &filter)?;
        if let Some(id) = out.pointer("/card/id").and_then(Value::as_str) {
            let original = app.originals.as_ref().is_some_and(|o| o.has(id));
            out["card"]["original"] = json!(original);
        }
        Ok(out)
    })
    .await
}

/// What the page says about a field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SayBody {
    at: usize,
    slot: usize,
    value: Value,
    seconds: f64,
    key: String,
}

/// Takes down what a reviewer says; when it answers, that is on disk.
pub(super) async fn say(
    State(app): State<Arc<App>>,
    Extension(door): Extension<Door>,
    Query(p): Parameters,
    Json(body): Json<SayBody>,
) -> Response {
    answer(move || {
        let SayBody { at, slot, value, seconds, key } = body;
        let key = checked(key)?;
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, LONGEST_SECONDS) } else { 0.0 };
        let seconds = (seconds * 10.0).round() / 10.0;
        app.session.say(&who(&door, &p)?, Said { at, slot, value, seconds, key })?;
        Ok(json!({"saved": true}))
    })
    .await
}

/// What is taken back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UndoBody {
    key: String,
}

/// Takes back the reviewer's last action.
pub(super) async fn undo(
    State(app): State<Arc<App>>,
    Extension(door): Extension<Door>,
    Query(p): Parameters,
    Json(body): Json<UndoBody>,
) -> Response {
    answer(move || {
        let at = app.session.undo(&who(&door, &p)?, &checked(body.key)?)?;
        Ok(json!({"at": at}))
    })
    .await
}

fn checked(key: String) -> Result<String> {
    match key.is_empty() || key.len() > LONGEST_KEY {
        true => Err(Error::usage("the action has no id of 1 to 64 bytes", "reload the page")),
        false => Ok(key),
    }
}
