//! The page's server: this machine only, behind a random address, unless told otherwise.

mod api;
mod assets;
mod connections;
mod guard;
mod pictures;
mod token;

use super::reviewer::Reviewer;
use super::session::Session;
use crate::error::{Error, Result};
use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use token::Door;
use tokio::sync::{Notify, Semaphore};
use tower_http::limit::RequestBodyLimitLayer;

/// Largest body of a request; a verdict with the longest note has half of it.
const MOST_BYTES: usize = 16 * 1024;
/// How long requests may take to end after the review was told to stop.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where originals of pictures come from: before boxes were drawn on them.
pub trait Originals: Send + Sync {
    /// Whether the original of an item's picture is known.
    fn has(&self, id: &str) -> bool;

    /// The original as JPEG, upright and of the size of the item's picture.
    ///
    /// # Errors
    /// When it is not known or cannot be read.
    fn picture(&self, id: &str) -> Result<Vec<u8>>;
}

/// Where to serve, and for whom.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Another address than this machine's own; needs a token.
    pub host: Option<String>,
    /// 0 is any free one.
    pub port: u16,
    /// A token instead of a random one.
    pub token: Option<String>,
    /// Each has an address of their own; without any, the page asks for a name.
    pub reviewers: Vec<Reviewer>,
}

/// What all requests share.
struct App {
    session: Session,
    /// The set's folder without links.
    root: PathBuf,
    originals: Option<Box<dyn Originals>>,
    doors: Vec<Door>,
    names: guard::Names,
    rate: guard::Rate,
    at_once: Semaphore,
    decoding: Semaphore,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    host: String,
    address: SocketAddr,
}

impl Server {
    /// Starts to listen; nothing is answered before [`Server::run`].
    ///
    /// # Errors
    /// When a host is given without a token, the token is unfit, or the port is taken.
    pub fn bind(session: Session, originals: Option<Box<dyn Originals>>, options: &Options) -> Result<Server> {
        if options.host.is_some() && options.token.is_none() {
            let remedy = "add --token with 16 or more characters that cannot be guessed";
            return Err(Error::usage("--host opens the review to other machines and needs a token", remedy));
        }
        let host = options.host.clone().unwrap_or_else(|| "127.0.0.1".into());
        let failed = |e| Error::io(format!("{host}:{}", options.port), "listen on", e);
        let listener = TcpListener::bind((host.as_str(), options.port)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let root = session.deck.set.canonicalize().map_err(|e| Error::io(&session.deck.set, "open", e))?;
        let app = App {
            root,
            originals,
            doors: token::doors(options.token.as_deref(), &options.reviewers)?,
            names: guard::Names::new(options.host.as_deref()),
            rate: guard::Rate::new(),
            at_once: Semaphore::new(guard::MOST_AT_ONCE),
            decoding: Semaphore::new(1),
            session,
        };
        Ok(Server { listener, app: Arc::new(app), host, address })
    }

    /// The addresses to open, with the reviewer whose it is.
    pub fn addresses(&self) -> Vec<(Option<&Reviewer>, String)> {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let url = |door: &Door| format!("http://{host}:{}/{}/", self.address.port(), door.token);
        self.app.doors.iter().map(|door| (door.reviewer.as_ref(), url(door))).collect()
    }

    /// Serves until the process is interrupted or terminated.
    ///
    /// # Errors
    /// When no threads can be started or the listener fails.
    pub fn run(self) -> Result<()> {
        let failed = |e| Error::io(&self.host, "serve on", e);
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(failed)?;
        let router = router(self.app);
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener).map_err(failed)?;
            let told = Arc::new(Notify::new());
            let stop = {
                let told = Arc::clone(&told);
                async move {
                    interrupted().await;
                    told.notify_one();
                }
            };
            let served = axum::serve(connections::Bounded::new(listener), router).with_graceful_shutdown(stop);
            let late = async {
                told.notified().await;
                tokio::time::sleep(PATIENCE).await;
            };
            tokio::select! {
                ended = served.into_future() => ended.map_err(failed),
                () = late => Ok(()),
            }
        })
    }
}

/// Waits for an interrupt (Ctrl-C) or, where there is such a thing, a termination.
async fn interrupted() {
    let interrupt = async {
        // Without a handler the signal ends the process by itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = async {
            match signal(SignalKind::terminate()) {
                Ok(mut stream) => drop(stream.recv().await),
                Err(_) => std::future::pending::<()>().await,
            }
        };
        tokio::select! { () = interrupt => (), () = terminate => () }
    }
    #[cfg(not(unix))]
    interrupt.await;
}

fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/{token}", get(api::to_page))
        .route("/{token}/", get(api::page))
        .route("/{token}/{asset}", get(api::asset))
        .route("/{token}/api/setup", get(api::setup))
        .route("/{token}/api/card", get(api::card))
        .route("/{token}/api/say", post(api::say))
        .route("/{token}/api/undo", post(api::undo))
        .route("/{token}/picture/{at}", get(pictures::picture))
        .route("/{token}/original/{at}", get(pictures::original))
        .fallback(|| async { (StatusCode::NOT_FOUND, "there is no such page") })
        .layer(RequestBodyLimitLayer::new(MOST_BYTES))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
