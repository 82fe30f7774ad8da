//! The sample that is embedded in the binary: drawn scenes in the on-disk formats of four datasets, made by
//! `examples/render_sample`. The same readers read it that read the real datasets.

use super::vault::EmbeddedVault;
use include_dir::{Dir, include_dir};

/// `sources/sample`: one folder a dataset.
pub static SAMPLE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/sources/sample");

/// The sources that the sample has a folder for, by their names.
pub const SAMPLED: [&str; 4] = ["flickr30k", "openimages", "paco", "spatialsense"];

/// The sample's folder of a source; `None` where it has none.
pub fn vault(source: &str) -> Option<EmbeddedVault> {
    SAMPLED.iter().find(|name| **name == source).map(|name| EmbeddedVault::new(&SAMPLE, name))
}

#[cfg(test)]
mod tests {
    use super::super::vault::Vault;
    use super::*;

    #[test]
    fn every_sampled_source_has_its_main_file() {
        let main =
            ["results_20130124.token", "validation-annotations-bbox.csv", "paco_lvis_v1_val.json", "annotations.json"];
        for (name, file) in SAMPLED.into_iter().zip(main) {
            assert!(vault(name).is_some_and(|v| v.exists(file)), "{name}/{file}");
        }
        assert!(vault("scenes").is_none());
    }
}
