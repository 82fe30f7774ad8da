//! Makes `thesaurus/vectors.bin`: one vector for every thesaurus term (`docs/embeddings.md`).
//!
//! ```sh
//! ORT_DYLIB_PATH=…/libonnxruntime.so cargo run --release --example embed_thesaurus -- MODEL_DIR [NAME] [OUT]
//! ```
//!
//! MODEL_DIR holds `model.onnx` and the tokenizer files of all-MiniLM-L6-v2; NAME (default: all-MiniLM-L6-v2) is
//! written into the file; OUT is `thesaurus/vectors.bin` unless given.

use groundline::embed::fastembed::Embedder;
use groundline::embed::table::{Table, texts};
use groundline::lexicon::Lexicon;

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let Some(folder) = args.next() else {
        anyhow::bail!("usage: embed_thesaurus MODEL_DIR [NAME] [OUT]");
    };
    let name = args.next().unwrap_or_else(|| "all-MiniLM-L6-v2".to_owned());
    let out = args.next().unwrap_or_else(|| "thesaurus/vectors.bin".to_owned());
    let lexicon = Lexicon::embedded()?;
    let vectors = Embedder::load(&folder)?.embed(&texts(&lexicon))?;
    let bytes = Table::encode(&name, &vectors, &lexicon)?;
    std::fs::write(&out, &bytes)?;
    println!("{out}: {} vectors of {}, {} bytes", lexicon.len(), vectors.first().map_or(0, Vec::len), bytes.len());
    Ok(())
}
