//! Embeddings of any text with any ONNX sentence model, through `fastembed` and a shared ONNX Runtime.

pub use imp::Embedder;

#[cfg(feature = "embed")]
mod imp {
    use crate::embed::runtime::runtime;
    use crate::error::{Error, Place, Result};
    use fastembed::{
        EmbeddingModel, InitOptionsUserDefined, Pooling, TextEmbedding, TextInitOptions, TokenizerFiles,
        UserDefinedEmbeddingModel,
    };
    use ort::environment::Environment;
    use std::path::Path;
    use std::sync::{Mutex, PoisonError};

    /// Texts of one batch; the batches are sorted by length, so little is padded.
    const BATCH: usize = 64;

    /// A loaded sentence-embedding model.
    pub struct Embedder {
        model: Mutex<TextEmbedding>,
        name: String,
    }

    impl Embedder {
        /// Loads a folder with `model.onnx` (or `onnx/model.onnx`) and the four tokenizer files, or downloads a model
        /// that `fastembed` knows by name, e.g. `AllMiniLML6V2`.
        ///
        /// # Errors
        /// When there is no ONNX Runtime, no such folder or name, or the files are no sentence model; the message
        /// says what to do.
        pub fn load(name_or_dir: &str) -> Result<Embedder> {
            let environment = runtime()?.clone();
            let folder = Path::new(name_or_dir);
            let (model, name) = if folder.is_dir() {
                let name = folder.file_name().map_or_else(|| name_or_dir.to_owned(), |n| n.to_string_lossy().into());
                (local(folder, environment)?, name)
            } else {
                (hub(name_or_dir, environment)?, name_or_dir.to_owned())
            };
            Ok(Embedder { model: Mutex::new(model), name })
        }

        /// Name of the model: the folder's name, or the name it was downloaded by.
        pub fn name(&self) -> &str {
            &self.name
        }

        /// One vector of length 1 per text, in the order of the texts.
        ///
        /// # Errors
        /// When the model fails on a batch.
        pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
            let mut order: Vec<usize> = (0..texts.len()).collect();
            order.sort_by_key(|&i| texts.get(i).map_or(0, |t| t.len()));
            let sorted: Vec<&str> = order.iter().filter_map(|&i| texts.get(i).copied()).collect();
            let mut model = self.model.lock().unwrap_or_else(PoisonError::into_inner);
            let vectors = model.embed(&sorted, Some(BATCH)).map_err(|e| {
                Error::data(Place::file(&self.name), format!("the model failed: {e}"), "use a sentence-embedding model")
            })?;
            let mut placed = vec![Vec::new(); texts.len()];
            for (at, mut vector) in order.into_iter().zip(vectors) {
                let length = vector.iter().map(|v| v * v).sum::<f32>().sqrt();
                if length > 0.0 {
                    vector.iter_mut().for_each(|v| *v /= length);
                }
                if let Some(place) = placed.get_mut(at) {
                    *place = vector;
                }
            }
            Ok(placed)
        }
    }

    fn local(folder: &Path, environment: Environment) -> Result<TextEmbedding> {
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read(&path).map_err(|e| {
                Error::opening(
                    path,
                    "give a folder with model.onnx, tokenizer.json and the model's other JSON files",
                    e,
                )
            })
        };
        let onnx = if folder.join("model.onnx").is_file() { "model.onnx" } else { "onnx/model.onnx" };
        let tokenizer = TokenizerFiles {
            tokenizer_file: read("tokenizer.json")?,
            config_file: read("config.json")?,
            special_tokens_map_file: read("special_tokens_map.json")?,
            tokenizer_config_file: read("tokenizer_config.json")?,
        };
        // Weight-only int8 models need no other mode; the dynamic one would make one batch of everything.
        let model = UserDefinedEmbeddingModel::new(read(onnx)?, tokenizer).with_pooling(pooling(folder));
        TextEmbedding::try_new_from_user_defined(model, InitOptionsUserDefined::new().with_environment(environment))
            .map_err(|e| {
                Error::data(
                    Place::file(folder.display().to_string()),
                    format!("not a sentence model: {e}"),
                    "name a folder with model.onnx, tokenizer.json, config.json, special_tokens_map.json and \
                 tokenizer_config.json of one model",
                )
            })
    }

    /// What the folder's sentence-transformers configuration says; the mean of the tokens where there is none.
    fn pooling(folder: &Path) -> Pooling {
        let config = std::fs::read(folder.join("1_Pooling/config.json")).unwrap_or_default();
        let config: serde_json::Value = serde_json::from_slice(&config).unwrap_or_default();
        match config.get("pooling_mode_cls_token").and_then(serde_json::Value::as_bool) {
            Some(true) => Pooling::Cls,
            _ => Pooling::Mean,
        }
    }

    fn hub(name: &str, environment: Environment) -> Result<TextEmbedding> {
        let known: EmbeddingModel = name.parse().map_err(|_| {
            let names: Vec<String> =
                TextEmbedding::list_supported_models().iter().map(|m| format!("{:?}", m.model)).collect();
            Error::usage(
                format!("`{name}` is neither a folder nor a model name"),
                format!("name a folder with model.onnx, or one of {}", names.join(", ")),
            )
        })?;
        let options = TextInitOptions::new(known).with_show_download_progress(false).with_environment(environment);
        TextEmbedding::try_new(options).map_err(|e| {
            Error::network(
                format!("the model `{name}` could not be fetched: {e}"),
                "check the network, or name a folder that has the model's files",
            )
        })
    }
}

#[cfg(not(feature = "embed"))]
mod imp {
    use crate::error::{Error, Result};

    /// Stands in where the crate was built without the feature `embed`: it cannot be loaded.
    pub struct Embedder(std::convert::Infallible);

    impl Embedder {
        /// Always an error.
        ///
        /// # Errors
        /// The message says how to build with embeddings.
        pub fn load(_: &str) -> Result<Embedder> {
            Err(Error::usage(
                "this build cannot run embedding models",
                "build with the default feature `embed`, or leave out --embed-model to use the shipped vectors",
            ))
        }

        /// Never reached: there is no value of this type.
        pub fn name(&self) -> &str {
            match self.0 {}
        }

        /// Never reached: there is no value of this type.
        ///
        /// # Errors
        /// None.
        pub fn embed(&self, _: &[&str]) -> Result<Vec<Vec<f32>>> {
            match self.0 {}
        }
    }
}

#[cfg(all(test, feature = "embed"))]
mod tests {
    use super::Embedder;

    #[test]
    fn a_missing_model_or_runtime_is_an_error_that_says_what_to_do() {
        let error = Embedder::load("no-such-model").err().map(|e| (e.exit_code(), e.to_string()));
        let (code, text) = error.unwrap();
        assert_eq!(code, 2, "{text}");
        assert!(text.contains("ORT_DYLIB_PATH") || text.contains("AllMiniLML6V2"), "{text}");
    }

    #[test]
    fn real_vectors_know_what_is_alike() {
        let Ok(folder) = std::env::var("GROUNDLINE_MODEL") else {
            println!("skipped: GROUNDLINE_MODEL is not set");
            return;
        };
        let model = Embedder::load(&folder).unwrap();
        let texts = ["a dog", "a very long sentence about the history of taxation in medieval towns", "a puppy"];
        let vectors = model.embed(&texts).unwrap();
        let dot = |a: usize, b: usize| vectors[a].iter().zip(&vectors[b]).map(|(x, y)| x * y).sum::<f32>();
        assert!(dot(0, 2) > 0.6 && dot(0, 1) < 0.3, "{} {}", dot(0, 2), dot(0, 1));
        assert!((dot(1, 1) - 1.0).abs() < 1e-4);
        let alone = model.embed(&["a puppy"]).unwrap();
        let same: f32 = alone[0].iter().zip(&vectors[2]).map(|(x, y)| x * y).sum();
        assert!(same > 0.999, "a text's vector does not depend on its batch");
    }
}
