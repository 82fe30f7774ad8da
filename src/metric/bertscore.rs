//! BERTScore (Zhang et al. 2020): every token of one text finds the most similar token of the other.

use super::{Metric, Pair, Progress, Resources, Scorer};
use crate::embed::encoder::{Encoder, Tokens};
use crate::error::{Error, Place, Result};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};

/// The metric.
pub struct BertScore;

/// Pairs whose vectors are in memory at once.
const AT_ONCE: usize = 64;

/// How it is computed.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Folder of the encoder; `bertscore` in the folder of models without it.
    pub encoder: Option<PathBuf>,
    /// Layer whose hidden states are compared, from 1; the last one without it.
    pub layer: Option<usize>,
    /// Weigh tokens by their rarity among the references.
    pub idf: bool,
    /// File of baselines (`LAYER,P,R,F` lines, as bert-score ships them): scores are rescaled by the layer's F.
    pub baseline: Option<PathBuf>,
}

impl Metric for BertScore {
    fn name(&self) -> &'static str {
        "bertscore"
    }
    fn about(&self) -> &'static str {
        "BERTScore F1 with an ONNX encoder (--encoder DIR, or bertscore/ in --models)"
    }
    fn open<'a>(&self, resources: &Resources<'a>) -> Result<Box<dyn Scorer + 'a>> {
        let options = &resources.bertscore;
        let folder = match (&options.encoder, &resources.models) {
            (Some(folder), _) => folder.clone(),
            (None, Some(models)) => models.join("bertscore"),
            (None, None) => {
                return Err(Error::usage(
                    "the metric `bertscore` needs an encoder",
                    "give --encoder DIR with model.onnx and tokenizer.json",
                ));
            }
        };
        let baseline = match &options.baseline {
            Some(path) => Some(baseline(path, options.layer)?),
            None => None,
        };
        let encoder = Encoder::load(&folder, options.layer)?;
        Ok(Box::new(Opened { encoder, layer: options.layer, idf: options.idf, baseline }))
    }
}

struct Opened {
    encoder: Encoder,
    layer: Option<usize>,
    idf: bool,
    baseline: Option<f64>,
}

/// Weight of each token; `None` for one without a weight of its own.
struct Weights {
    known: FxHashMap<u32, f64>,
    other: f64,
}

impl Weights {
    fn of(&self, token: u32) -> f64 {
        self.known.get(&token).copied().unwrap_or(self.other)
    }
}

impl Scorer for Opened {
    fn key(&self) -> String {
        "bertscore".into()
    }
    fn label(&self) -> String {
        let layer = self.layer.map_or_else(|| "last layer".into(), |l| format!("layer {l}"));
        let idf = if self.idf { "idf" } else { "no idf" };
        let scale = if self.baseline.is_some() { "rescaled" } else { "not rescaled" };
        format!("BERTScore F1 with {}, {layer}, {idf}, {scale}", self.encoder.name())
    }
    fn score(&mut self, pairs: &[Pair], progress: Progress) -> Result<Vec<Option<f64>>> {
        let weights = self.weights(pairs)?;
        // Pairs of like length go together, so that little is padded; scores go back to their places.
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by_key(|&i| pairs.get(i).map_or(0, |p| p.candidate.raw().len()));
        let mut out = vec![None; pairs.len()];
        for some in order.chunks(AT_ONCE) {
            let group: Vec<&Pair> = some.iter().filter_map(|&i| pairs.get(i)).collect();
            for (index, score) in some.iter().zip(self.group(&group, &weights)?) {
                if let Some(slot) = out.get_mut(*index) {
                    *slot = Some(score);
                }
            }
            progress(some.len());
        }
        Ok(out)
    }
}

impl Opened {
    /// Best F over the references of each pair.
    fn group(&self, pairs: &[&Pair], weights: &Weights) -> Result<Vec<f64>> {
        // A text that stands several times is encoded once.
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        let mut tokens = Vec::new();
        for pair in pairs {
            for text in std::iter::once(pair.candidate).chain(pair.references) {
                if !places.contains_key(text.raw()) {
                    places.insert(text.raw(), tokens.len());
                    tokens.push(self.encoder.tokenize(text.raw())?);
                }
            }
        }
        let encoded = self.encoder.encode(tokens)?;
        let of = |text: &super::Text| places.get(text.raw()).and_then(|i| encoded.get(*i));
        let rescale = |f: f64| self.baseline.map_or(f, |b| (f - b) / (1.0 - b));
        let best = |pair: &&Pair| {
            let Some(candidate) = of(pair.candidate) else { return 0.0 };
            let scores = pair.references.iter().filter_map(of).map(|r| rescale(score(candidate, r, weights).2));
            scores.fold(f64::NEG_INFINITY, f64::max)
        };
        Ok(pairs.par_iter().map(best).collect())
    }

    fn weights(&self, pairs: &[Pair]) -> Result<Weights> {
        // Special tokens have no weight of their own, but may be what another token finds most similar.
        let special = self.encoder.tokenize("")?;
        if !self.idf {
            return Ok(Weights { known: special.into_iter().map(|t| (t, 0.0)).collect(), other: 1.0 });
        }
        rarity(pairs.iter().flat_map(|p| p.references).map(|text| self.encoder.tokenize(text.raw())))
    }
}

/// Weights by the number of references that have a token, special ones included, which all have.
fn rarity(references: impl Iterator<Item = Result<Vec<u32>>>) -> Result<Weights> {
    let mut counts: FxHashMap<u32, f64> = FxHashMap::default();
    let mut n = 0.0;
    for tokens in references {
        let set: FxHashSet<u32> = tokens?.into_iter().collect();
        set.into_iter().for_each(|t| *counts.entry(t).or_default() += 1.0);
        n += 1.0;
    }
    let weight = |count: f64| ((n + 1.0) / (count + 1.0)).ln();
    Ok(Weights { known: counts.into_iter().map(|(t, c)| (t, weight(c))).collect(), other: weight(0.0) })
}

/// Precision, recall and F of two encoded texts; all 0 where one has no token but the special ones.
fn score(candidate: &Tokens, reference: &Tokens, weights: &Weights) -> (f64, f64, f64) {
    let (n, m) = (candidate.ids.len(), reference.ids.len());
    if n <= 2 || m <= 2 {
        return (0.0, 0.0, 0.0);
    }
    let size = candidate.vectors.len() / n;
    let (mut best1, mut best2) = (vec![f32::MIN; n], vec![f32::MIN; m]);
    for (a, best) in candidate.vectors.chunks_exact(size).zip(&mut best1) {
        for (b, other) in reference.vectors.chunks_exact(size).zip(&mut best2) {
            let cosine = dot(a, b);
            *best = best.max(cosine);
            *other = other.max(cosine);
        }
    }
    let mean = |ids: &[u32], best: &[f32]| {
        let (mut sum, mut total) = (0.0, 0.0);
        for (id, best) in ids.iter().zip(best) {
            let w = weights.of(*id);
            sum += w * f64::from(*best);
            total += w;
        }
        if total > 0.0 { sum / total } else { 0.0 }
    };
    let (p, r) = (mean(&candidate.ids, &best1), mean(&reference.ids, &best2));
    (p, r, if p + r == 0.0 { 0.0 } else { 2.0 * p * r / (p + r) })
}

/// Sixteen sums side by side, which compilers turn into vector instructions.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a16, b16) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut sums = [0.0f32; 16];
    for (x, y) in a16.0.iter().zip(b16.0) {
        for ((s, x), y) in sums.iter_mut().zip(x).zip(y) {
            *s += x * y;
        }
    }
    sums.iter().sum::<f32>() + a16.1.iter().zip(b16.1).map(|(x, y)| x * y).sum::<f32>()
}

/// The F column of a layer's line; of the last line without a layer.
fn baseline(path: &Path, layer: Option<usize>) -> Result<f64> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| Error::opening(path, "give the model's baseline file: layer, P, R, F by line", e))?;
    let mut found = None;
    for line in text.lines() {
        let cells: Vec<f64> = line.split([',', '\t']).filter_map(|c| c.trim().parse().ok()).collect();
        if let [at, _, _, f] = cells.as_slice()
            && layer.is_none_or(|l| l as f64 == *at)
        {
            found = Some(*f);
        }
    }
    found.filter(|f| *f < 1.0).ok_or_else(|| {
        let what =
            layer.map_or("there is no baseline in it".into(), |l| format!("there is no baseline of layer {l} in it"));
        Error::data(Place::file(path.display().to_string()), what, "give lines LAYER,P,R,F")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Text;
    use crate::metric::testing::{encoder, golden_lines};

    #[test]
    fn tokens_find_their_most_similar() {
        let weights = Weights { known: [(1, 0.0), (2, 0.0)].into_iter().collect(), other: 1.0 };
        let tokens = |ids: &[u32], vectors: &[[f32; 2]]| Tokens { ids: ids.to_vec(), vectors: vectors.concat() };
        let a = tokens(&[1, 7, 2], &[[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
        let b = tokens(&[1, 7, 8, 2], &[[0.0, 1.0], [1.0, 0.0], [0.6, 0.8], [0.0, 1.0]]);
        let (p, r, f) = score(&a, &b, &weights);
        // The token 8 is most similar (0.8) to a special token.
        assert!((p - 1.0).abs() < 1e-6 && (r - 0.9).abs() < 1e-6 && (f - 1.8 / 1.9).abs() < 1e-6, "{p} {r} {f}");
        assert_eq!(score(&tokens(&[1, 2], &[[1.0, 0.0]; 2]), &b, &weights), (0.0, 0.0, 0.0));
    }

    #[test]
    fn rare_tokens_weigh_more() {
        // 7 stands in all three references and 8 in one, where it stands twice; 1 and 2 are special.
        let references = [vec![1, 7, 2], vec![1, 7, 8, 8, 2], vec![1, 7, 9, 2]];
        let weights = rarity(references.into_iter().map(Ok)).unwrap();
        let ln2 = std::f64::consts::LN_2;
        for (token, want) in [(1, 0.0), (2, 0.0), (7, 0.0), (8, ln2), (9, ln2), (5, 2.0 * ln2)] {
            assert!((weights.of(token) - want).abs() < 1e-12, "{token}: {}", weights.of(token));
        }
        let tokens = |ids: &[u32], vectors: &[[f32; 2]]| Tokens { ids: ids.to_vec(), vectors: vectors.concat() };
        let (cls, sep) = ([0.0, -1.0], [-1.0, 0.0]);
        let candidate = tokens(&[1, 7, 5, 2], &[cls, [1.0, 0.0], [0.8, 0.6], sep]);
        let reference = tokens(&[1, 7, 8, 2], &[cls, [0.0, 1.0], [1.0, 0.0], sep]);
        // Only 5 counts for precision (its best is 8: 0.8), only 8 for recall (its best is 7: 1).
        let (p, r, f) = score(&candidate, &reference, &weights);
        assert!((p - 0.8).abs() < 1e-6 && (r - 1.0).abs() < 1e-6 && (f - 1.6 / 1.8).abs() < 1e-6, "{p} {r} {f}");
    }

    /// Values of the package bert-score 0.3.13 with idf over these four references. Needs the same model as below.
    #[test]
    fn weighted_scores_are_those_of_the_package() {
        let Some(folder) = encoder() else { return };
        let rows = [
            ("The cup holds hot coffee.", "A mug full of hot coffee.", 0.709869),
            ("A dog runs over the green field.", "The brown dog runs across the field.", 0.694102),
            ("It is a herring gull in winter.", "That bird is a young herring gull.", 0.693493),
            ("Tighten the nut, then bleed the brake.", "Bleed the brake before you tighten the lower nut.", 0.827892),
        ];
        let texts = rows.map(|(c, r, _)| (Text::new(c, false), [Text::new(r, false)]));
        let pairs: Vec<Pair> =
            texts.iter().map(|(c, r)| Pair { id: "", model: "", candidate: c, references: r, image: None }).collect();
        let options = Options { encoder: Some(folder), layer: Some(6), idf: true, ..Options::default() };
        let mut scorer = BertScore.open(&Resources { bertscore: options, ..Resources::default() }).unwrap();
        for (got, (candidate, _, want)) in scorer.score(&pairs, &|_| ()).unwrap().into_iter().zip(rows) {
            assert!((got.unwrap() - want).abs() < 1e-4, "{candidate}: {got:?} for {want}");
        }
    }

    #[test]
    fn a_baseline_is_read_by_its_layer() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "LAYER,P,R,F\n0,0.1,0.1,0.2\n5,0.3,0.3,0.4\n").unwrap();
        assert_eq!((baseline(file.path(), Some(5)).unwrap(), baseline(file.path(), Some(0)).unwrap()), (0.4, 0.2));
        assert!(baseline(file.path(), Some(7)).unwrap_err().to_string().contains("layer 7"));
    }

    /// Needs all-MiniLM-L6-v2 in full precision: `GROUNDLINE_ENCODER` names its folder.
    #[test]
    fn golden_pairs() {
        let (Some(rows), Some(pairs), Some(folder)) =
            (golden_lines("bertscore.jsonl"), golden_lines("pairs.jsonl"), encoder())
        else {
            return;
        };
        for layer in [None, Some(6)] {
            let resources = Resources {
                bertscore: Options { encoder: Some(folder.clone()), layer, ..Options::default() },
                ..Resources::default()
            };
            let mut scorer = BertScore.open(&resources).unwrap();
            let text = |v: &serde_json::Value| Text::new(v.as_str().unwrap(), false);
            let texts: Vec<(Text, [Text; 1])> = rows
                .iter()
                .map(|r| pairs.iter().find(|p| p["id"] == r["id"]).unwrap())
                .map(|p| (text(&p["candidate"]), [text(&p["reference"])]))
                .collect();
            let given: Vec<Pair> = texts
                .iter()
                .map(|(c, r)| Pair { id: "", model: "", candidate: c, references: r, image: None })
                .collect();
            let got = scorer.score(&given, &|_| ()).unwrap();
            let mut worst = 0.0f64;
            for (row, got) in rows.iter().zip(got) {
                let difference = (got.unwrap() - row["layer6"]["f"].as_f64().unwrap()).abs();
                if difference > 1e-4 {
                    println!("{} {}: {got:?} for {}", row["id"], row["tag"], row["layer6"]["f"]);
                }
                worst = worst.max(difference);
            }
            assert!(rows.len() > 100 && worst < 1e-4, "{worst}");
        }
    }
}
