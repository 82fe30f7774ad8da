//! The dialogues of one scene, without their picture file.

use super::Corpus;
use super::survey::EXHAUSTED;
use crate::converse::{Draft, Form, Matter, Stock, dialogues, hygiene};
use crate::model::dialogue::{Dialogue, DialogueProvenance};
use crate::model::item::DrawnBox;
use crate::model::reject::Reject;
use crate::model::scene::Scene;
use crate::pipeline::build::realise::license;
use crate::rng::digest;
use crate::target::{self, Context};

/// What a scene is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Order {
    /// Dialogues by form.
    pub counts: [u32; 3],
    /// Verdict of the first fact check.
    pub verdict: bool,
}

/// A dialogue with the boxes that its picture needs; `image` is empty until the picture is written.
pub struct Written {
    /// The dialogue.
    pub dialogue: Dialogue,
    /// Its boxes.
    pub boxes: Vec<(crate::model::geom::BBox, &'static str)>,
}

/// Writes the dialogues of a scene; what could not be written is in the rejects.
pub fn write(scene: &Scene, order: &Order, corpus: &Corpus, stock: &Stock, rejects: &mut Vec<Reject>) -> Vec<Written> {
    let (facts, _) = super::survey::facts(scene, corpus.config, corpus.resources);
    let cx = Context { lexicon: &corpus.resources.lexicon, limits: &corpus.resources.limits };
    let matter = Matter::new(scene, &facts, &cx);
    let picture = target::picture(scene);
    let mut out = Vec::new();
    for (form, count) in Form::ALL.into_iter().zip(order.counts) {
        for (k, draft) in dialogues(&matter, form, count, order.verdict, stock).into_iter().enumerate() {
            let candidate = || format!("{}#{}:{k}", scene.id, form.name());
            let Some(draft) = draft else {
                rejects.push(Reject::new(candidate(), EXHAUSTED, "nothing new to say about the picture"));
                continue;
            };
            let written = finish(draft, k, scene, &picture, corpus);
            // The picture's name is not known yet.
            let faults = hygiene::faults(&written.dialogue, stock.lexicon);
            match faults.into_iter().find(|(name, _)| *name != "no_picture") {
                Some((name, what)) => rejects.push(Reject::new(candidate(), name, what)),
                None => out.push(written),
            }
        }
    }
    out
}

fn finish(draft: Draft, k: usize, scene: &Scene, picture: &crate::model::fact::Picture, corpus: &Corpus) -> Written {
    let form = draft.form.name();
    let ids = [form.as_bytes(), scene.id.as_bytes(), &(k as u64).to_le_bytes()];
    let id = format!("{form}-{}", &digest(corpus.config.seed, "dialogue", &ids).hex()[..12]);
    let boxes = draft.boxes.iter().map(|(b, color)| DrawnBox {
        color: (*color).to_owned(),
        x: b.x0(),
        y: b.y0(),
        w: b.w(),
        h: b.h(),
    });
    let dialogue = Dialogue {
        id,
        image: String::new(),
        boxes: boxes.collect(),
        form: form.to_owned(),
        turns: draft.turns,
        provenance: DialogueProvenance {
            source: scene.source.to_string(),
            scene: scene.id.clone(),
            targets: draft.targets.iter().map(|t| (*t).to_owned()).collect(),
            annotations: draft.annotations.iter().map(|a| a.to_string()).collect(),
            wordings: draft.wordings,
            claim: draft.claim,
            verdict: draft.verdict,
            rephrased: Vec::new(),
            seed: corpus.config.seed,
            resources: corpus.hashes.all.clone(),
        },
        license: license(picture, !draft.boxes.is_empty()),
    };
    Written { dialogue, boxes: draft.boxes }
}
