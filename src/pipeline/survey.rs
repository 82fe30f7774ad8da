//! Looking into sources without making anything: one scene, or the facts of a scene.

use super::config::{RunConfig, SourceConfig};
use super::plan::Resources;
use super::vaults;
use crate::error::{Error, Result};
use crate::model::fact::Fact;
use crate::model::scene::Scene;
use crate::source::Read;
use crate::target::{self, Context, Found, TARGETS};

/// The scenes of a source in file order, under the source's configured name.
///
/// # Errors
/// When the source cannot be opened; the stream ends with an error when a file is not what it must be.
pub fn scenes(source: &SourceConfig) -> Result<impl Iterator<Item = Result<Scene>> + use<>> {
    let stream = vaults::reader(source)?.open(vaults::vault(source)?, &source.options)?;
    let name = source.name.clone();
    Ok(stream.filter_map(move |read| match read {
        Ok(Read::Scene(scene)) => Some(Ok(renamed(*scene, &name))),
        Ok(Read::Reject(_)) => None,
        Err(e) => Some(Err(e)),
    }))
}

/// Gives a scene the configured name of its source, where two sources share a format.
pub fn renamed(mut scene: Scene, name: &str) -> Scene {
    if scene.source != name {
        if let Some(rest) = scene.id.strip_prefix(&format!("{}/", scene.source)) {
            scene.id = format!("{name}/{rest}");
        }
        scene.source = name.to_string().into();
    }
    scene
}

/// The scene of that id, or of that picture id where it stands for one source only.
///
/// # Errors
/// When no source has it.
pub fn scene(config: &RunConfig, id: &str) -> Result<Scene> {
    for source in &config.sources {
        // An id begins with its source's name; a bare picture id is sought in all.
        if id.split_once('/').is_some_and(|(s, _)| s != source.name && config.source(s).is_some()) {
            continue;
        }
        for scene in scenes(source)? {
            let scene = scene?;
            if scene.id == id || scene.image.source_id == id {
                return Ok(scene);
            }
        }
    }
    let names: Vec<&str> = config.sources.iter().map(|s| s.name.as_str()).collect();
    Err(Error::usage(
        format!("no scene `{id}` in {}", names.join(", ")),
        "ids are `<source>/<picture id>`; `groundline list facts` prints them",
    ))
}

/// All facts of a scene, target by target.
pub fn facts(scene: &Scene, resources: &Resources) -> Vec<Fact> {
    let cx = Context { lexicon: &resources.lexicon, limits: &resources.limits };
    let picture = target::picture(scene);
    let mut found = Found::default();
    for target in TARGETS {
        target.facts(scene, &picture, &cx, &mut found);
    }
    found.facts
}
