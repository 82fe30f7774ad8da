//! One ONNX model: named inputs in, one output out.

use super::runtime::runtime;
use crate::error::{Error, Place, Result};
use ort::session::{Session, SessionInputValue};
use ort::value::Tensor;
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A value for an input: its shape and numbers.
pub enum Input {
    /// Whole numbers.
    Ints(Vec<usize>, Vec<i64>),
    /// Real numbers.
    Floats(Vec<usize>, Vec<f32>),
}

/// A loaded model.
pub struct Model {
    session: Mutex<Session>,
    shown: String,
    /// Names of its inputs.
    pub inputs: Vec<String>,
    /// Names of its outputs.
    pub outputs: Vec<String>,
}

impl Model {
    /// Loads a model from its bytes; `shown` names it in messages.
    ///
    /// # Errors
    /// When there is no ONNX Runtime, or the bytes are no model.
    pub fn load(bytes: &[u8], shown: &Path) -> Result<Model> {
        let environment = runtime()?;
        let fault = |e: &dyn std::fmt::Display| {
            Error::data(
                Place::file(shown.display().to_string()),
                format!("not a usable ONNX model: {e}"),
                "export it again",
            )
        };
        let mut builder = Session::builder(environment).map_err(|e| fault(&e))?;
        let session = builder.commit_from_memory(bytes).map_err(|e| fault(&e))?;
        let names = |all: &[ort::value::Outlet]| all.iter().map(|o| o.name().to_string()).collect();
        Ok(Model {
            inputs: names(session.inputs()),
            outputs: names(session.outputs()),
            session: Mutex::new(session),
            shown: shown.display().to_string(),
        })
    }

    /// Reads a model's file.
    ///
    /// # Errors
    /// As [`Model::load`], or when the file cannot be read.
    pub fn read(path: &Path) -> Result<Model> {
        let bytes = std::fs::read(path).map_err(|e| Error::io(path, "read", e))?;
        Model::load(&bytes, path)
    }

    /// Runs it. Inputs that the model does not have are left out. Returns the output's shape and numbers.
    ///
    /// # Errors
    /// When the model fails, or the output is not of real numbers.
    pub fn run(&self, inputs: Vec<(&str, Input)>, output: &str) -> Result<(Vec<usize>, Vec<f32>)> {
        let fault = |e: &dyn std::fmt::Display| {
            Error::data(
                Place::file(&self.shown),
                format!("the model failed: {e}"),
                "check that it is of the expected kind",
            )
        };
        let mut values: Vec<(Cow<str>, SessionInputValue)> = Vec::new();
        for (name, input) in inputs.into_iter().filter(|(name, _)| self.inputs.iter().any(|i| i == name)) {
            let value: SessionInputValue = match input {
                Input::Ints(shape, data) => Tensor::from_array((shape, data)).map_err(|e| fault(&e))?.into(),
                Input::Floats(shape, data) => Tensor::from_array((shape, data)).map_err(|e| fault(&e))?.into(),
            };
            values.push((name.to_string().into(), value));
        }
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = session.run(values).map_err(|e| fault(&e))?;
        let value = outputs.get(output).ok_or_else(|| fault(&format!("it has no output `{output}`")))?;
        let (shape, data) = value.try_extract_tensor::<f32>().map_err(|e| fault(&e))?;
        Ok((shape.iter().map(|n| usize::try_from(*n).unwrap_or(0)).collect(), data.to_vec()))
    }
}
