//! Pictures, streamed from disk with ranges and cache headers.

use super::App;
use super::api::fail;
use crate::draw::codec::Format;
use crate::error::Error;
use axum::body::Body;
use axum::extract::{Path as UrlPath, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use tower_http::services::ServeFile;

/// A picture never changes while a review goes on, and the next review has another address.
const CACHE: HeaderValue = HeaderValue::from_static("private, max-age=3600, immutable");

/// The file of a picture, if it is inside the set's folder, whatever links lead to it.
fn inside(root: &Path, image: &str) -> Option<PathBuf> {
    let plain = Path::new(image).components().all(|c| matches!(c, Component::Normal(_)));
    if !plain || image.contains('\\') {
        return None;
    }
    let path = root.join(image).canonicalize().ok()?;
    (path.starts_with(root) && path.is_file()).then_some(path)
}

fn media_type(path: &Path) -> Option<&'static str> {
    let mut head = [0; 16];
    let read = std::fs::File::open(path).and_then(|mut f| f.read(&mut head)).ok()?;
    Some(match Format::sniff(head.get(..read)?)? {
        Format::Jpeg => "image/jpeg",
        Format::Png => "image/png",
        Format::Gif => "image/gif",
        Format::Bmp => "image/bmp",
        Format::Webp => "image/webp",
    })
}

fn missing(why: &'static str) -> Response {
    (StatusCode::NOT_FOUND, why).into_response()
}

/// The picture of the record at a place, as it is in the set.
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    UrlPath((_, at)): UrlPath<(String, usize)>,
    request: Request,
) -> Response {
    let found = tokio::task::spawn_blocking(move || {
        let record = app.session.deck.read(at)?;
        let path = record.image().and_then(|image| inside(&app.root, image));
        Ok::<_, Error>(path.and_then(|p| media_type(&p).map(|m| (p, m))))
    });
    let (path, media) = match found.await {
        Ok(Ok(Some(found))) => found,
        Ok(Ok(None)) => return missing("there is no such picture in the set"),
        Ok(Err(e)) => return fail(&e),
        Err(_) => return missing("the picture could not be read"),
    };
    match ServeFile::new(path).try_call(request).await {
        Ok(response) => {
            let mut response = response.map(Body::new);
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
            headers.insert(header::CACHE_CONTROL, CACHE);
            response
        }
        Err(_) => missing("the picture could not be read"),
    }
}

/// The picture before boxes were drawn on it, where it can be found.
pub(super) async fn original(State(app): State<Arc<App>>, UrlPath((_, at)): UrlPath<(String, usize)>) -> Response {
    // Decoding takes a hundred megabytes: one at a time.
    let Ok(_one) = app.decoding.acquire().await else { return missing("the review ends") };
    let shared = Arc::clone(&app);
    let made = tokio::task::spawn_blocking(move || {
        let id = shared.session.deck.read(at)?.id;
        shared.originals.as_ref().map(|o| o.picture(&id)).transpose()
    });
    match made.await {
        Ok(Ok(Some(bytes))) => {
            let headers =
                [(header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg")), (header::CACHE_CONTROL, CACHE)];
            (headers, bytes).into_response()
        }
        Ok(Err(e)) => fail(&e),
        _ => missing("the original picture is not known"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leaves_the_folder() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("set").canonicalize().unwrap_or_else(|_| {
            std::fs::create_dir_all(dir.path().join("set/images")).unwrap();
            dir.path().join("set").canonicalize().unwrap()
        });
        std::fs::write(root.join("images/a.png"), b"\x89PNG\r\n\x1a\n").unwrap();
        std::fs::write(dir.path().join("secret.png"), b"\x89PNG\r\n\x1a\n").unwrap();
        assert!(inside(&root, "images/a.png").is_some_and(|p| media_type(&p) == Some("image/png")));
        let outside = dir.path().join("secret.png").display().to_string();
        for path in
            ["../secret.png", "images/../../secret.png", &outside, "images\\..\\..\\secret.png", "images", "", "."]
        {
            assert!(inside(&root, path).is_none(), "{path}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(dir.path().join("secret.png"), root.join("images/link.png")).unwrap();
            assert!(inside(&root, "images/link.png").is_none());
        }
        std::fs::write(root.join("images/page.png"), "<html><script>").unwrap();
        assert_eq!(inside(&root, "images/page.png").and_then(|p| media_type(&p)), None);
    }
}
