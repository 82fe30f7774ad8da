//! The shared ONNX Runtime.

use crate::error::{Error, Result};
use ort::environment::Environment;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Loads the shared library once. `ort` would panic on first use if it were missing.
///
/// # Errors
/// When there is none; the message says how to name one.
pub fn runtime() -> Result<&'static Environment> {
    static LOADED: OnceLock<Result<Environment, String>> = OnceLock::new();
    let outcome = LOADED.get_or_init(|| {
        let named = std::env::var_os("ORT_DYLIB_PATH").filter(|p| !p.is_empty()).map(PathBuf::from);
        let path = named.unwrap_or_else(|| {
            format!("{}onnxruntime{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX).into()
        });
        let fault = |e: &dyn std::fmt::Display| format!("no ONNX Runtime at `{}` ({e})", path.display());
        ort::init_from(&path).map_err(|e| fault(&e))?.build().map_err(|e| fault(&e))
    });
    outcome.as_ref().map_err(|what| {
        Error::usage(
            what.clone(),
            "set ORT_DYLIB_PATH to the library, e.g. onnxruntime/capi/libonnxruntime.so.* of the Python package \
             `onnxruntime`, or do without the model (leave out --embed-model or the metric)",
        )
    })
}
