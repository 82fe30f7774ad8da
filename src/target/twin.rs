//! Whether a box holds a second thing of the kind: "the man in the box" must mean one.

use super::{Context, referent, region};
use crate::lexicon::Relatedness;
use crate::model::reject::Reason;
use crate::model::scene::{Region, Scene};

/// A second thing of the kind is met when this share of its box lies inside, …
const TWIN_INSIDE: f64 = 0.6;
/// … and it has this share of the size.
const TWIN_SIZE: f64 = 0.25;

/// Whether "the man in the box" can mean one only: no other region that may be called the same lies in the box.
///
/// # Errors
/// `twin_inside`, with the other's label.
pub fn none(scene: &Scene, index: usize, cx: &Context) -> Result<(), (Reason, String)> {
    let Some(own) = scene.regions.get(index) else { return Ok(()) };
    for (i, other) in scene.regions.iter().enumerate() {
        let inside = i != index
            && other.bbox.covered_by(&own.bbox) > TWIN_INSIDE
            && other.bbox.area() as f64 > TWIN_SIZE * own.bbox.area() as f64;
        if inside
            && !referent::joined(scene, index, i)
            && !referent::same_thing(own, other, cx.limits)
            && alike(cx, own, other)
        {
            return Err(("twin_inside", format!("{} with {}", own.label, other.label)));
        }
    }
    Ok(())
}

/// Whether one name may be given to both.
fn alike(cx: &Context, a: &Region, b: &Region) -> bool {
    use Relatedness as R;
    match (region::term(cx, a), region::term(cx, b)) {
        (Some(a), Some(b)) => {
            matches!(cx.lexicon.relate(a, b), R::Same | R::Synonym | R::Ancestor | R::Descendant | R::Conflict)
        }
        _ => a.label.eq_ignore_ascii_case(&b.label),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Limits;
    use crate::target::testing::{Build, LEXICON};

    fn reason(build: Build) -> Option<Reason> {
        let limits = Limits::default();
        none(&build.scene(), 0, &Context { lexicon: &LEXICON, limits: &limits }).err().map(|(reason, _)| reason)
    }

    #[test]
    fn another_that_may_be_called_the_same_and_is_not_small_makes_the_box_ambiguous() {
        let man = || Build::new().region("man", [100, 100, 150, 300]);
        assert_eq!(reason(man().region("person", [170, 100, 80, 280])), Some("twin_inside"));
        assert_eq!(reason(man().region("person", [230, 100, 80, 280])), None, "mostly outside");
        assert_eq!(reason(man().region("person", [170, 100, 40, 60])), None, "far in the background");
        assert_eq!(reason(man().region("bench", [110, 200, 130, 200])), None);
        assert_eq!(reason(man().region("man", [102, 100, 150, 300])), None, "the same man boxed twice");
    }
}
