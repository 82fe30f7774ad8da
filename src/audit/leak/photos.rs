//! Which pictures of a list are one photo: by the origin that their ids give away, by their bytes, or by looks.

use super::split::{Member, Shared};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// The photo of every picture.
pub struct Photos {
    first: Vec<usize>,
    /// Pictures that were found to be one, and by what; indices into the list, the smaller one first, sorted.
    pub pairs: Vec<(usize, usize, Shared)>,
}

impl Photos {
    /// Compares every picture with every other. What is one with a third is one with each other.
    pub fn of(pictures: &[Member]) -> Self {
        let telling: Vec<_> = pictures.iter().map(|p| p.look.filter(|look| look.telling())).collect();
        let mut pairs: Vec<(usize, usize, Shared)> = telling
            .par_iter()
            .enumerate()
            .flat_map_iter(|(i, look)| {
                let near = |(j, other): (usize, &Option<_>)| {
                    let (a, b) = ((*look)?, (*other)?);
                    a.near(&b).then(|| (i, j, Shared::Look(a.distance(&b))))
                };
                telling.iter().enumerate().skip(i + 1).filter_map(near).collect::<Vec<_>>()
            })
            .collect();
        let mut parents: Vec<usize> = (0..pictures.len()).collect();
        pairs.iter().for_each(|(i, j, _)| join(&mut parents, *i, *j));
        let (mut ids, mut files) = (FxHashMap::default(), FxHashMap::default());
        for (j, picture) in pictures.iter().enumerate() {
            let by_id = picture.ids.iter().map(|id| (*ids.entry(id).or_insert(j), Shared::Id(id.clone())));
            let by_bytes = picture.bytes.iter().map(|b| (*files.entry(*b.as_bytes()).or_insert(j), Shared::Bytes));
            for (i, shared) in by_id.chain(by_bytes).collect::<Vec<_>>() {
                if root(&parents, i) != root(&parents, j) {
                    join(&mut parents, i, j);
                    pairs.push((i, j, shared));
                }
            }
        }
        pairs.sort_unstable_by_key(|(i, j, _)| (*i, *j));
        Photos { first: (0..pictures.len()).map(|i| root(&parents, i)).collect(), pairs }
    }

    /// The first picture of the list that is the same photo.
    pub fn first(&self, picture: usize) -> usize {
        self.first.get(picture).copied().unwrap_or(picture)
    }
}

fn join(parents: &mut [usize], i: usize, j: usize) {
    let (a, b) = (root(parents, i), root(parents, j));
    if let Some(parent) = parents.get_mut(a.max(b)) {
        *parent = a.min(b);
    }
}

fn root(parents: &[usize], mut at: usize) -> usize {
    while let Some(&up) = parents.get(at).filter(|up| **up != at) {
        at = up;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::leak::PictureId;
    use crate::audit::leak::print::Look;

    #[test]
    fn origin_bytes_and_looks_join_and_chains_are_one() {
        let ids = |all: &[&str]| all.iter().filter_map(|t| PictureId::parse(t)).collect();
        let look = |hex: &str| Look::try_from(hex.repeat(32)).ok();
        let bytes = Some(blake3::hash(b"picture"));
        let list = [
            Member { ids: ids(&["coco:1", "flickr:5"]), ..Member::default() },
            Member { ids: ids(&["own:mine/1"]), look: look("0f"), ..Member::default() },
            Member { ids: ids(&["flickr:5"]), bytes, ..Member::default() },
            Member { bytes, look: look("1e"), ..Member::default() },
            Member { ids: ids(&["own:mine/2"]), look: look("0f"), ..Member::default() },
            Member { look: look("00"), ..Member::default() },
            Member { look: look("00"), ..Member::default() },
        ];
        let photos = Photos::of(&list);
        let first: Vec<usize> = (0..list.len()).map(|i| photos.first(i)).collect();
        // 64 bits apart is another photo, and two that show nothing are not one.
        assert_eq!(first, [0, 1, 0, 0, 1, 5, 6]);
        let pairs: Vec<(usize, usize)> = photos.pairs.iter().map(|(i, j, _)| (*i, *j)).collect();
        assert_eq!(pairs, [(0, 2), (1, 4), (2, 3)]);
    }
}
