//! A text encoder that gives a vector for each token: what BERTScore compares.

pub use imp::Encoder;

/// A text in tokens.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tokens {
    /// Their numbers, special ones at both ends.
    pub ids: Vec<u32>,
    /// One vector of length 1 a token, one after the other.
    pub vectors: Vec<f32>,
}

#[cfg(feature = "embed")]
mod imp {
    use super::Tokens;
    use crate::embed::graph;
    use crate::embed::model::{Input, Model};
    use crate::error::{Error, Place, Result};
    use std::path::Path;
    use tokenizers::{Tokenizer, TruncationParams};

    /// Tokens of one batch, padding included.
    const BATCH: usize = 2_048;

    /// A text joins a batch while at most one token in this many is padding.
    const PADDING: usize = 32;

    /// What a folder has to hold.
    const MODEL: &str = "give a folder with model.onnx (or onnx/model.onnx) and tokenizer.json";

    /// Most tokens where the tokenizer does not say.
    const MOST: usize = 512;

    /// A loaded encoder.
    pub struct Encoder {
        model: Model,
        tokenizer: Tokenizer,
        output: String,
        name: String,
    }

    impl Encoder {
        /// Loads a folder with `model.onnx` (or `onnx/model.onnx`) and `tokenizer.json`. `layer` (from 1) asks for the
        /// hidden states after that layer; the model's last ones are taken without it.
        ///
        /// # Errors
        /// When there is no ONNX Runtime, a file is missing or not what it must be, or the layer cannot be found.
        pub fn load(folder: &Path, layer: Option<usize>) -> Result<Encoder> {
            let path = ["model.onnx", "onnx/model.onnx"].map(|n| folder.join(n));
            let path = path.iter().find(|p| p.is_file()).unwrap_or(&path[0]);
            let bytes = std::fs::read(path).map_err(|e| Error::opening(path, MODEL, e))?;
            let (model, output) = match layer {
                None => last(&bytes, path)?,
                Some(layer) => at_layer(&bytes, path, layer)?,
            };
            let name = folder.file_name().map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into());
            Ok(Encoder { model, tokenizer: tokenizer(folder)?, output, name })
        }

        /// Name of the folder.
        pub fn name(&self) -> &str {
            &self.name
        }

        /// The numbers of a text's tokens, cut to what the model takes.
        ///
        /// # Errors
        /// When the tokenizer fails.
        pub fn tokenize(&self, text: &str) -> Result<Vec<u32>> {
            let encoding = self.tokenizer.encode_fast(text.trim(), true).map_err(|e| {
                Error::data(Place::file(&self.name), format!("the tokenizer failed: {e}"), "check tokenizer.json")
            })?;
            Ok(encoding.get_ids().to_vec())
        }

        /// Encodes texts, given by their tokens, in batches of similar length.
        ///
        /// # Errors
        /// When the model fails.
        pub fn encode(&self, texts: Vec<Vec<u32>>) -> Result<Vec<Tokens>> {
            let mut order: Vec<usize> = (0..texts.len()).collect();
            order.sort_by_key(|&i| texts.get(i).map_or(0, Vec::len));
            let mut out = vec![Tokens::default(); texts.len()];
            let mut from = 0;
            while from < order.len() {
                let width = |i: &usize| texts.get(*i).map_or(0, Vec::len).max(1);
                let (mut to, mut tokens) = (from, 0);
                while let Some(i) = order.get(to) {
                    let (padded, own) = (width(i) * (to + 1 - from), tokens + width(i));
                    if to > from && (padded > BATCH || (padded - own) * PADDING > padded) {
                        break;
                    }
                    (to, tokens) = (to + 1, own);
                }
                let batch = order.get(from..to).unwrap_or_default();
                let padded = batch.last().map_or(1, width);
                let vectors = self.batch(batch.iter().filter_map(|i| texts.get(*i)), padded)?;
                let size = vectors.len() / (batch.len() * padded).max(1);
                for (row, index) in vectors.chunks_exact((padded * size).max(1)).zip(batch) {
                    let (Some(ids), Some(slot)) = (texts.get(*index), out.get_mut(*index)) else { continue };
                    let mut vectors = row.get(..ids.len() * size).unwrap_or_default().to_vec();
                    vectors.chunks_exact_mut(size.max(1)).for_each(normalize);
                    *slot = Tokens { ids: ids.clone(), vectors };
                }
                from = to;
            }
            Ok(out)
        }

        fn batch<'a>(&self, texts: impl Iterator<Item = &'a Vec<u32>>, padded: usize) -> Result<Vec<f32>> {
            let (mut ids, mut mask, mut rows) = (Vec::new(), Vec::new(), 0);
            for text in texts {
                let fill = padded.saturating_sub(text.len());
                ids.extend(text.iter().map(|t| i64::from(*t)).chain(std::iter::repeat_n(0, fill)));
                mask.extend(std::iter::repeat_n(1, text.len()).chain(std::iter::repeat_n(0, fill)));
                rows += 1;
            }
            let shape = vec![rows, padded];
            let types = vec![0; ids.len()];
            let inputs = vec![
                ("input_ids", Input::Ints(shape.clone(), ids)),
                ("attention_mask", Input::Ints(shape.clone(), mask)),
                ("token_type_ids", Input::Ints(shape, types)),
            ];
            let (shape, data) = self.model.run(inputs, &self.output)?;
            if shape.len() != 3 || shape.first() != Some(&rows) || shape.get(1) != Some(&padded) {
                return Err(Error::data(
                    Place::file(&self.name),
                    format!("the output `{}` has the shape {shape:?}", self.output),
                    "use an encoder whose output has one vector a token",
                ));
            }
            Ok(data)
        }
    }

    fn normalize(vector: &mut [f32]) {
        let length = vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        if length > 0.0 {
            vector.iter_mut().for_each(|v| *v /= length);
        }
    }

    fn last(bytes: &[u8], path: &Path) -> Result<(Model, String)> {
        let model = Model::load(bytes, path)?;
        let known =
            ["last_hidden_state", "token_embeddings"].into_iter().find(|n| model.outputs.iter().any(|o| o == n));
        let Some(output) = known.map(str::to_string).or_else(|| model.outputs.first().cloned()) else {
            return Err(Error::data(
                Place::file(path.display().to_string()),
                "the model has no output",
                "export it again",
            ));
        };
        Ok((model, output))
    }

    fn at_layer(bytes: &[u8], path: &Path, layer: usize) -> Result<(Model, String)> {
        if let Some(name) = graph::hidden_states(bytes, layer) {
            return Ok((Model::load(&graph::cut(bytes, &name), path)?, name));
        }
        let model = Model::load(bytes, path)?;
        let names = [format!("hidden_states.{layer}"), format!("hidden_states_{layer}")];
        match names.into_iter().find(|n| model.outputs.contains(n)) {
            Some(name) => Ok((model, name)),
            None => Err(Error::data(
                Place::file(path.display().to_string()),
                format!("the hidden states after layer {layer} cannot be found"),
                "leave out the layer to take the last one, or export the model with an output `hidden_states.N` for each layer",
            )),
        }
    }

    fn tokenizer(folder: &Path) -> Result<Tokenizer> {
        let path = folder.join("tokenizer.json");
        let fault = |e: &dyn std::fmt::Display| {
            Error::data(
                Place::file(path.display().to_string()),
                format!("not a tokenizer: {e}"),
                "give the model's tokenizer.json",
            )
        };
        let bytes = std::fs::read(&path).map_err(|e| Error::opening(&path, MODEL, e))?;
        let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|e| fault(&e))?;
        let config = std::fs::read(folder.join("tokenizer_config.json")).unwrap_or_default();
        let config: serde_json::Value = serde_json::from_slice(&config).unwrap_or_default();
        let most =
            config.get("model_max_length").and_then(serde_json::Value::as_u64).map_or(MOST, |n| (n as usize).min(MOST));
        let cut = TruncationParams { max_length: most, ..TruncationParams::default() };
        // Sentence models come with their own padding and a shorter cut.
        tokenizer.with_padding(None).with_truncation(Some(cut)).map_err(|e| fault(&e))?;
        Ok(tokenizer)
    }
}

#[cfg(not(feature = "embed"))]
mod imp {
    use super::Tokens;
    use crate::error::{Error, Result};
    use std::path::Path;

    /// Stands in where the crate was built without the feature `embed`: it cannot be loaded.
    pub struct Encoder(std::convert::Infallible);

    impl Encoder {
        /// Always an error.
        ///
        /// # Errors
        /// The message says how to build with models.
        pub fn load(_: &Path, _: Option<usize>) -> Result<Encoder> {
            Err(Error::usage("this build cannot run models", "build with the default feature `embed`"))
        }
        /// Never reached: there is no value of this type.
        pub fn name(&self) -> &str {
            match self.0 {}
        }
        /// Never reached: there is no value of this type.
        ///
        /// # Errors
        /// None.
        pub fn tokenize(&self, _: &str) -> Result<Vec<u32>> {
            match self.0 {}
        }
        /// Never reached: there is no value of this type.
        ///
        /// # Errors
        /// None.
        pub fn encode(&self, _: Vec<Vec<u32>>) -> Result<Vec<Tokens>> {
            match self.0 {}
        }
    }
}
