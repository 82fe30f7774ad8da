//! CLIP: texts and pictures as vectors of one space.

pub use imp::Clip;

#[cfg(feature = "embed")]
mod imp {
    use crate::embed::bicubic;
    use crate::embed::model::{Input, Model};
    use crate::error::{Error, Place, Result};
    use std::path::{Path, PathBuf};
    use tokenizers::{Tokenizer, TruncationParams};

    /// Tokens that CLIP's text model takes.
    const TOKENS: usize = 77;
    /// Side of the pictures that ViT-B/32 takes, where the folder does not say.
    const SIDE: u32 = 224;
    /// Mean and deviation of the training pictures (OpenAI's).
    const MEAN: [f32; 3] = [0.481_454_66, 0.457_827_5, 0.408_210_73];
    const DEVIATION: [f32; 3] = [0.268_629_54, 0.261_302_6, 0.275_777_1];

    /// Both halves of a model.
    pub struct Clip {
        text: Model,
        picture: Model,
        tokenizer: Tokenizer,
        side: u32,
        name: String,
    }

    impl Clip {
        /// Loads a folder with `text_model.onnx`, `vision_model.onnx` (each also under `onnx/`, or as `text/model.onnx` and
        /// `vision/model.onnx`) and `tokenizer.json` (also under `text/`).
        ///
        /// # Errors
        /// When there is no ONNX Runtime, or a file is missing or not what it must be.
        pub fn load(folder: &Path) -> Result<Clip> {
            let find = |names: [&str; 3]| -> Result<PathBuf> {
                names.iter().map(|n| folder.join(n)).find(|p| p.is_file()).ok_or_else(|| {
                    Error::data(
                        Place::file(folder.display().to_string()),
                        format!("there is no {}", names.join(" or ")),
                        "give a folder with CLIP's text and picture models in ONNX and its tokenizer.json",
                    )
                })
            };
            let path = find(["tokenizer.json", "text/tokenizer.json", "onnx/tokenizer.json"])?;
            let fault = |e: &dyn std::fmt::Display| {
                Error::data(
                    Place::file(path.display().to_string()),
                    format!("not a tokenizer: {e}"),
                    "give CLIP's tokenizer.json",
                )
            };
            let bytes = std::fs::read(&path).map_err(|e| Error::io(&path, "read", e))?;
            let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|e| fault(&e))?;
            let cut = TruncationParams { max_length: TOKENS, ..TruncationParams::default() };
            tokenizer.with_padding(None).with_truncation(Some(cut)).map_err(|e| fault(&e))?;
            Ok(Clip {
                text: Model::read(&find(["text_model.onnx", "onnx/text_model.onnx", "text/model.onnx"])?)?,
                picture: Model::read(&find(["vision_model.onnx", "onnx/vision_model.onnx", "vision/model.onnx"])?)?,
                tokenizer,
                side: side(folder),
                name: folder.file_name().map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into()),
            })
        }

        /// Name of the folder.
        pub fn name(&self) -> &str {
            &self.name
        }

        /// One vector of length 1 a text; texts are cut at 77 tokens.
        ///
        /// # Errors
        /// When the tokenizer or the model fails.
        pub fn texts(&self, texts: &[String]) -> Result<Vec<Vec<f32>>> {
            let mut rows: Vec<Vec<i64>> = Vec::with_capacity(texts.len());
            for text in texts {
                let encoding = self.tokenizer.encode_fast(text.as_str(), true).map_err(|e| {
                    Error::data(Place::file(&self.name), format!("the tokenizer failed: {e}"), "check tokenizer.json")
                })?;
                rows.push(encoding.get_ids().iter().map(|t| i64::from(*t)).collect());
            }
            let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
            let (mut ids, mut mask) = (Vec::new(), Vec::new());
            for row in &rows {
                let fill = width - row.len();
                ids.extend(row.iter().copied().chain(std::iter::repeat_n(0, fill)));
                mask.extend(std::iter::repeat_n(1, row.len()).chain(std::iter::repeat_n(0, fill)));
            }
            let shape = vec![rows.len(), width];
            let inputs =
                vec![("input_ids", Input::Ints(shape.clone(), ids)), ("attention_mask", Input::Ints(shape, mask))];
            self.vectors(&self.text, inputs, "text_embeds", rows.len())
        }

        /// The vector, of length 1, of a picture; `None` where it cannot be read.
        ///
        /// # Errors
        /// When the model fails.
        pub fn picture(&self, path: &Path) -> Result<Option<Vec<f32>>> {
            let Ok(image) = image::open(path) else { return Ok(None) };
            let side = self.side as usize;
            let pixels = pixels(&image, self.side);
            let inputs = vec![("pixel_values", Input::Floats(vec![1, 3, side, side], pixels))];
            Ok(self.vectors(&self.picture, inputs, "image_embeds", 1)?.pop())
        }

        fn vectors(&self, model: &Model, inputs: Vec<(&str, Input)>, name: &str, rows: usize) -> Result<Vec<Vec<f32>>> {
            let output = model.outputs.iter().find(|o| *o == name).or(model.outputs.first()).map_or("", String::as_str);
            let (shape, data) = model.run(inputs, output)?;
            if shape.len() != 2 || shape.first() != Some(&rows) {
                return Err(Error::data(
                    Place::file(&self.name),
                    format!("the output `{output}` has the shape {shape:?}"),
                    format!("export the model with the projected output `{name}`, one vector a text or picture"),
                ));
            }
            let size = shape.get(1).copied().unwrap_or(1).max(1);
            Ok(data
                .chunks_exact(size)
                .map(|row| {
                    let length = row.iter().map(|v| v * v).sum::<f32>().sqrt();
                    row.iter().map(|v| if length > 0.0 { v / length } else { 0.0 }).collect()
                })
                .collect())
        }
    }

    /// The side that `preprocessor_config.json` names.
    fn side(folder: &Path) -> u32 {
        let text = ["preprocessor_config.json", "vision/preprocessor_config.json"]
            .iter()
            .find_map(|n| std::fs::read(folder.join(n)).ok())
            .unwrap_or_default();
        let config: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
        let crop = config.get("crop_size");
        let named = crop.and_then(|c| c.as_u64().or_else(|| c.get("height")?.as_u64()));
        named.and_then(|n| u32::try_from(n).ok()).filter(|n| (1..=2_048).contains(n)).unwrap_or(SIDE)
    }

    /// The middle square of the picture, its shorter side scaled to `side` (bicubic), as planes of red, green and blue.
    fn pixels(image: &image::DynamicImage, side: u32) -> Vec<f32> {
        let square = bicubic::square(&image.to_rgb8(), side);
        (0..3)
            .flat_map(|c| {
                let (mean, deviation) = (MEAN[c], DEVIATION[c]);
                square.pixels().map(move |p| (f32::from(p.0[c]) / 255.0 - mean) / deviation).collect::<Vec<f32>>()
            })
            .collect()
    }
}

#[cfg(not(feature = "embed"))]
mod imp {
    use crate::error::{Error, Result};
    use std::path::Path;

    /// Stands in where the crate was built without the feature `embed`: it cannot be loaded.
    pub struct Clip(std::convert::Infallible);

    impl Clip {
        /// Always an error.
        ///
        /// # Errors
        /// The message says how to build with models.
        pub fn load(_: &Path) -> Result<Clip> {
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
        pub fn texts(&self, _: &[String]) -> Result<Vec<Vec<f32>>> {
            match self.0 {}
        }
        /// Never reached: there is no value of this type.
        ///
        /// # Errors
        /// None.
        pub fn picture(&self, _: &Path) -> Result<Option<Vec<f32>>> {
            match self.0 {}
        }
    }
}
