//! Selection as a whole, on made-up facts: what the guarantee of section 9 means, checked on every group.

use super::candidate::{CellPool, Pool, Sampling, offers};
use super::cell::{self, Filled, Order};
use super::lane::Walk;
use super::quota::{BEYOND_SAMPLE, CellQuota, RunCaps};
use super::rows::Writer;
use super::variants::{Maker, Wanted};
use crate::distract::Judge;
use crate::distract::band::{Band, Similarity};
use crate::kind::{self, Kind};
use crate::lexicon::Lexicon;
use crate::lexicon::template::Templates;
use crate::model::evidence::{Evidence, GoldTier, Tier};
use crate::model::fact::{BoxRef, Fact, Form, Gap, Picture, Slots};
use crate::model::geom::{BBox, Size};
use crate::model::plan::{Change, Level, PlanRow, Role};
use crate::model::scene::{Image, License};
use crate::model::settings::Symmetry;
use crate::model::term::{Domain, Inflection, TermId};
use crate::rng::item_rng;
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::sync::Arc;

struct NoVectors;
impl Similarity for NoVectors {
    fn cosine(&self, _: TermId, _: TermId) -> Option<f32> {
        None
    }
}

const COLORS: [&str; 7] = ["red", "green", "blue", "yellow", "black", "white", "brown"];
const NOUNS: [&str; 4] = ["chair", "cup", "ball", "car"];

/// `scenes` pictures with `per` colored things each.
fn facts(lexicon: &Lexicon, scenes: usize, per: usize) -> Vec<Vec<Arc<Fact>>> {
    let mut rng = item_rng(3, "made-up", &[]);
    (0..scenes)
        .map(|s| {
            let size = Size { w: 640, h: 480 };
            let image = Image {
                path: format!("{s}.jpg"),
                url: None,
                source_id: s.to_string(),
                size,
                rotate: 0,
                exif_oriented: false,
                license: License::default(),
            };
            let picture = Arc::new(Picture { scene: format!("paco/{s}"), source: "paco".into(), image });
            (0..per)
                .map(|r| {
                    let color = COLORS[rng.below(COLORS.len())];
                    let noun = NOUNS[rng.below(NOUNS.len())];
                    let gold = lexicon.lookup(Domain::Color, color).unwrap();
                    let bbox = BBox::from_xywh([r as f64 * 60.0, 10.0, 50.0, 50.0], size).unwrap();
                    Arc::new(Fact {
                        picture: Arc::clone(&picture),
                        target: "color",
                        key: format!("r{r}").into(),
                        annotations: Default::default(),
                        form: Some(Form::BoxNoun),
                        neutral: Some(Form::Box),
                        slots: Slots {
                            boxes: [BoxRef { id: format!("r{r}").into(), bbox }].into_iter().collect(),
                            noun: Some(noun.into()),
                            ..Slots::default()
                        },
                        inflection: Inflection::Bare,
                        gold,
                        tier: GoldTier::Verified,
                        truth: [gold].into_iter().collect(),
                        denied: Arc::new([]),
                        closed: Some(Evidence::exclusive("hue_family")),
                        noun_context: format!("color|{noun}").into(),
                        pattern_context: "color|thing".to_string().into(),
                        except_kinds: Default::default(),
                        visible: Default::default(),
                    })
                })
                .collect()
        })
        .collect()
}

struct World {
    lexicon: Lexicon,
    templates: Templates,
    with_facets: bool,
    fewer: Option<usize>,
    /// Candidates that a cell has room for.
    per_kind: usize,
}

impl World {
    fn new() -> Self {
        World {
            lexicon: Lexicon::embedded().unwrap(),
            templates: Templates::embedded().unwrap(),
            with_facets: false,
            fewer: None,
            per_kind: 100_000,
        }
    }

    fn fill(
        &self,
        scenes: &[Vec<Arc<Fact>>],
        stride: usize,
        kind: &dyn Kind,
        quota: usize,
        symmetry: Symmetry,
    ) -> Filled {
        self.fill_levels(
            scenes,
            stride,
            kind,
            quota,
            symmetry,
            &[Level::Picture, Level::Noun, Level::Pattern, Level::Cell],
        )
    }

    fn fill_levels(
        &self,
        scenes: &[Vec<Arc<Fact>>],
        stride: usize,
        kind: &dyn Kind,
        quota: usize,
        symmetry: Symmetry,
        levels: &[Level],
    ) -> Filled {
        let judge =
            Judge { lexicon: &self.lexicon, similarity: &NoVectors, band: Band::ALL, min_evidence: Tier::Exclusive };
        let sampling = Sampling {
            seed: 7,
            options: 4,
            per_concept: 200,
            per_vocabulary: 0,
            per_kind: self.per_kind,
            per_cell: 200,
        };
        let mut whole = Pool::new(sampling);
        // Every so manieth scene, then the ones after those.
        for scene in (0..stride).flat_map(|at| scenes.iter().skip(at).step_by(stride)) {
            whole.take(offers(scene, sampling, &self.templates, &judge));
        }
        let pools = whole.into_cells().into_iter().filter(|((_, _, k), _)| *k == kind.name());
        let pools: Vec<CellPool> = pools.map(|(_, pool)| pool).collect();
        let walk = Walk { kind, judge: &judge, seed: 7, round: 0, options: 4, draws: 15 };
        let mut writer = Writer::new(&walk, &self.templates, crate::draw::palette::NAMES);
        let mut cell = CellQuota::new(quota, 1.0 / kind.group_size(4) as f64);
        let facets = &mut self.facets(kind, &walk);
        let order = Order { levels, symmetry, fewer: self.fewer };
        cell::fill(&pools, &order, &walk, &mut writer, facets, &mut cell, &mut RunCaps::new(None))
    }

    /// Writers of all kinds but one, where facets are asked for.
    fn facets<'a>(&'a self, kind: &dyn Kind, walk: &Walk<'a>) -> Vec<Writer<'a>> {
        let others = kind::KINDS.iter().filter(|k| self.with_facets && k.name() != kind.name());
        others.map(|k| Writer::of_kind(*k, walk, &self.templates, crate::draw::palette::NAMES)).collect()
    }

    fn copies(&self, rows: &[PlanRow]) -> Vec<PlanRow> {
        let wanted = Wanted { controls: true, circular: true };
        let palette = crate::draw::palette::NAMES;
        Maker { wanted, lexicon: &self.lexicon, palette, seed: 7 }.copies(rows)
    }
}

fn rows(filled: &Filled) -> Vec<&PlanRow> {
    filled.rows.iter().flat_map(|(_, rows)| rows).collect()
}

/// Over every group of an open kind: the same options in all members, each concept gold once, each letter right once.
#[test]
fn groups_say_nothing_about_their_answers() {
    let world = World::new();
    let scenes = facts(&world.lexicon, 60, 6);
    for kind in kind::KINDS.iter().filter(|k| k.name() != "yes_no") {
        let filled = world.fill(&scenes, 1, *kind, 120, Symmetry::Strict);
        assert!(filled.report.made >= 100, "{}: {:?}", kind.name(), filled.report);
        for (_, group) in &filled.rows {
            let concepts = |r: &PlanRow| -> BTreeSet<SmolStr> {
                let shown = r.options.iter().filter(|o| o.role != Role::NoneOfTheAbove).map(|o| o.term.clone());
                shown.chain(r.statement.iter().map(|s| s.term.clone())).collect()
            };
            let golds: BTreeSet<&str> = group.iter().map(|r| r.gold.as_str()).collect();
            let letters: BTreeSet<u8> = group.iter().map(|r| r.answer_index).collect();
            assert_eq!((golds.len(), letters.len()), (4, 4));
            for row in group {
                assert_eq!(concepts(row), concepts(&group[0]));
                assert_eq!((&row.template, &row.box_colors), (&group[0].template, &group[0].box_colors));
                let false_ones = row.options.iter().filter(|o| o.role == Role::Distractor);
                assert!(false_ones.clone().all(|o| o.evidence.is_some() && o.term != row.gold));
                assert!(row.box_colors.iter().all(|c| !concepts(row).contains(c)), "the box has an offered color");
            }
            let scenes: BTreeSet<&str> = group.iter().map(|r| r.picture.scene.as_str()).collect();
            assert_eq!(scenes.len(), if group[0].level == Level::Picture { 1 } else { 4 });
        }
    }
}

#[test]
fn yes_no_pairs_claim_one_concept_once_truly_and_once_falsely() {
    let world = World::new();
    let filled = world.fill(&facts(&world.lexicon, 40, 5), 1, kind::find("yes_no").unwrap(), 60, Symmetry::Strict);
    assert_eq!(filled.report.made, 60);
    for (_, pair) in &filled.rows {
        let claims: Vec<_> = pair.iter().map(|r| r.statement.as_ref().unwrap()).collect();
        assert_eq!(claims[0].term, claims[1].term);
        assert!(claims[0].holds && pair[0].answer_index == 0);
        assert!(!claims[1].holds && pair[1].answer_index == 1 && claims[1].evidence.is_some());
    }
}

#[test]
fn the_plan_depends_on_the_set_of_facts_alone() {
    for per_kind in [100_000, 60] {
        let world = World { per_kind, ..World::new() };
        let scenes = facts(&world.lexicon, 50, 5);
        let what = kind::find("what").unwrap();
        let once = world.fill(&scenes, 1, what, 80, Symmetry::Matched);
        assert_eq!(once.report.reasons.contains_key(BEYOND_SAMPLE), per_kind == 60);
        let mut shuffled = scenes.clone();
        item_rng(1, "shuffle", &[]).shuffle(&mut shuffled);
        for stride in [1, 3, 7] {
            let again = world.fill(&shuffled, stride, what, 80, Symmetry::Matched);
            assert_eq!(rows(&once), rows(&again));
            assert_eq!(once.report.reasons, again.report.reasons);
        }
    }
}

#[test]
fn no_candidate_is_used_twice_in_a_cell_and_every_one_is_accounted_for() {
    let world = World::new();
    let scenes = facts(&world.lexicon, 30, 3);
    for symmetry in [Symmetry::Strict, Symmetry::Matched] {
        let filled = world.fill(&scenes, 1, kind::find("what").unwrap(), 1_000, symmetry);
        let ids: BTreeSet<&str> = rows(&filled).iter().map(|r| r.id.as_str()).collect();
        assert_eq!(ids.len(), filled.report.made);
        assert_eq!(filled.report.made + filled.rejects.len(), 90, "{:?}", filled.report);
    }
}

/// A noun whose commonest color is over half of it is not grouped with other nouns.
#[test]
fn skewed_nouns_stay_on_their_own_level() {
    let world = World::new();
    let mut scenes = facts(&world.lexicon, 40, 1);
    let yellow = world.lexicon.lookup(Domain::Color, "yellow").unwrap();
    for scene in scenes.iter_mut().take(20) {
        let fact = Arc::make_mut(&mut scene[0]);
        fact.noun_context = "color|banana".to_string().into();
        fact.gold = yellow;
        fact.truth = [yellow].into_iter().collect();
    }
    let what = kind::find("what").unwrap();
    let filled = world.fill_levels(&scenes, 1, what, 40, Symmetry::Strict, &[Level::Noun, Level::Cell]);
    let first_twenty: BTreeSet<String> = (0..20).map(|i| format!("paco/{i}")).collect();
    let used = rows(&filled).iter().filter(|r| first_twenty.contains(&r.picture.scene)).count();
    assert_eq!(used, 0);
}

/// The key of every copy is what the copy shows: the same concept where only letters or colors differ, the concept of
/// the boxes' new object where they moved; every other option still has its evidence.
#[test]
fn copies_differ_in_one_thing_and_their_keys_hold() {
    let world = World::new();
    let scenes = facts(&world.lexicon, 60, 6);
    let mut seen = BTreeSet::new();
    for kind in kind::KINDS {
        let filled = world.fill_levels(&scenes, 1, *kind, 80, Symmetry::Strict, &[Level::Picture, Level::Noun]);
        for (_, group) in &filled.rows {
            for copy in world.copies(group) {
                let variant = copy.variant.clone().unwrap();
                let of = group.iter().find(|r| r.id == variant.of).unwrap();
                seen.insert((kind.name(), variant.change));
                let shown = |r: &PlanRow| -> Vec<SmolStr> { r.options.iter().map(|o| o.term.clone()).collect() };
                let same_set = shown(&copy).into_iter().collect::<BTreeSet<_>>() == shown(of).into_iter().collect();
                assert!(same_set && copy.template == of.template, "{} {:?}", copy.id, variant.change);
                let right = &copy.options[usize::from(copy.answer_index)];
                match right.role {
                    Role::Gold => assert_eq!(right.term, copy.gold),
                    Role::NoneOfTheAbove => assert!(copy.statement.as_ref().unwrap().holds),
                    Role::Verdict => assert_eq!(right.term == "Yes", copy.statement.as_ref().unwrap().holds),
                    Role::Distractor => panic!("a distractor is the key of {}", copy.id),
                }
                let wrong = copy.options.iter().filter(|o| o.role == Role::Distractor);
                assert!(wrong.clone().all(|o| o.evidence.is_some() && o.term != copy.gold), "{}", copy.id);
                if let Some(claim) = &copy.statement {
                    assert_eq!(claim.holds, claim.term == copy.gold);
                    assert_eq!(claim.evidence.is_some(), !claim.holds);
                }
                let moved = variant.change == Change::BoxMoved;
                assert_eq!(copy.gold != of.gold, moved, "{}", copy.id);
                assert_eq!(copy.slots.boxes != of.slots.boxes, moved);
                assert_eq!(copy.box_colors != of.box_colors, variant.change == Change::OtherColor);
                assert_eq!(copy.is_boxed(), variant.change != Change::BoxRemoved);
                if kind.name() == "correction" {
                    assert_eq!(copy.options.last().unwrap().role, Role::NoneOfTheAbove);
                }
            }
        }
    }
    for kind in kind::KINDS {
        for change in [Change::OtherColor, Change::BoxMoved, Change::BoxRemoved] {
            assert!(seen.contains(&(kind.name(), change)), "{} {change:?}", kind.name());
        }
        assert_eq!(seen.contains(&(kind.name(), Change::OptionsRotated)), kind.name() != "yes_no");
    }
}

/// With facets every fact of a group is asked in every kind, and each kind's part is an exchange group of its own.
#[test]
fn facets_ask_the_facts_of_a_group_in_all_kinds() {
    let world = World { with_facets: true, ..World::new() };
    let scenes = facts(&world.lexicon, 60, 6);
    let filled = world.fill(&scenes, 1, kind::find("what").unwrap(), 80, Symmetry::Strict);
    assert_eq!(filled.report.made, 80);
    for (_, family) in &filled.rows {
        let of_kind = |kind: &str| -> BTreeSet<(&str, &str)> {
            let rows = family.iter().filter(|r| r.kind == kind);
            rows.map(|r| (r.picture.scene.as_str(), r.fact.as_str())).collect()
        };
        let asked = of_kind("what");
        assert_eq!(asked.len(), 4);
        for kind in kind::KINDS {
            assert_eq!(of_kind(kind.name()), asked, "{}", kind.name());
            let groups: BTreeSet<_> =
                family.iter().filter(|r| r.kind == kind.name()).map(|r| r.group.clone()).collect();
            assert_eq!(groups.len(), 4 / kind.group_size(4));
        }
    }
}

/// Three facts share a caption: in yes/no it is put as it is for one of them, whatever kind leads.
#[test]
fn facets_put_a_caption_as_it_is_once() {
    let world = World { with_facets: true, ..World::new() };
    let mut scenes = facts(&world.lexicon, 60, 6);
    for (n, fact) in scenes.iter_mut().flatten().enumerate() {
        let fact = Arc::make_mut(fact);
        (fact.form, fact.neutral) = (Some(Form::Caption), None);
        fact.slots.gap =
            Some(Arc::new(Gap { caption: format!("caption {}", n / 3), before: "A".into(), after: "cup".into() }));
    }
    let filled = world.fill(&scenes, 1, kind::find("fill_blank").unwrap(), 200, Symmetry::Strict);
    let mut claims = BTreeSet::new();
    let true_claim = |r: &&PlanRow| r.kind == "yes_no" && r.statement.as_ref().is_some_and(|s| s.holds);
    for row in rows(&filled).into_iter().filter(true_claim) {
        let caption = row.slots.gap.as_ref().unwrap().caption.clone();
        assert!(claims.insert((row.picture.scene.clone(), caption.clone())), "{caption} is claimed twice");
    }
    assert!(claims.len() > 30, "{}", claims.len());
}

/// Makes a scene's first fact one about this noun and color, counted round.
fn repaint(world: &World, scene: &mut [Arc<Fact>], noun: usize, color: usize) {
    let fact = Arc::make_mut(&mut scene[0]);
    fact.gold = world.lexicon.lookup(Domain::Color, COLORS[color % COLORS.len()]).unwrap();
    fact.truth = [fact.gold].into_iter().collect();
    fact.slots.noun = Some(NOUNS[noun].into());
    fact.noun_context = format!("color|{}", NOUNS[noun]).into();
}

/// A solver that has counted every fact's noun and gold gets no more of the coarse levels right than luck would: where
/// nouns merely prefer some colors, groups are made that hide it; where each comes in three alone, hardly any is.
#[test]
fn nouns_do_not_tell_the_gold_where_a_group_has_several() {
    let world = World::new();
    for (common, least) in [(3, 60), (10, 0)] {
        let mut scenes = facts(&world.lexicon, 240, 1);
        let mut rng = item_rng(5, "bound", &[]);
        for scene in &mut scenes {
            let noun = rng.below(NOUNS.len());
            let preferred = rng.below(10) < common;
            let color = if preferred { noun * 2 + rng.below(3) } else { rng.below(COLORS.len()) };
            repaint(&world, scene, noun, color);
        }
        let beside = |noun: &str, color: &str| {
            let all = scenes.iter().filter(|s| s[0].slots.noun.as_deref() == Some(noun));
            all.filter(|s| world.lexicon.term(s[0].gold).name == color).count()
        };
        for kind in kind::KINDS {
            let filled = world.fill_levels(&scenes, 1, *kind, 120, Symmetry::Strict, &[Level::Pattern, Level::Cell]);
            assert!(filled.report.made >= least, "{} {common}: {:?}", kind.name(), filled.report);
            let mut right = 0.0;
            for (_, group) in &filled.rows {
                let golds: Vec<&str> = group.iter().map(|r| r.gold.as_str()).collect();
                for row in group {
                    // The fact asked about is not among those that the solver has seen.
                    let seen = |g: &str| beside(row.slots.noun.as_deref().unwrap(), g) - usize::from(g == row.gold);
                    let best = golds.iter().map(|g| seen(g)).max().unwrap();
                    let tied = golds.iter().filter(|g| seen(g) == best).count();
                    right += if seen(&row.gold) == best { 1.0 / tied as f64 } else { 0.0 };
                }
            }
            let luck = filled.rows.len() as f64;
            assert!(right <= 1.2 * luck + 2.0, "{} {common}: {right:.1} right, {luck} by luck", kind.name());
        }
    }
}

/// Nouns that come in three of the colors alone are asked about with three options, on their own level, each color right
/// once and offered three times.
#[test]
fn groups_of_three_fill_what_groups_of_four_leave_open() {
    let world = World { fewer: Some(3), ..World::new() };
    let mut scenes = facts(&world.lexicon, 300, 1);
    let mut rng = item_rng(5, "three", &[]);
    for scene in &mut scenes {
        let noun = rng.below(NOUNS.len());
        let color = noun * 2 + rng.below(3);
        repaint(&world, scene, noun, color);
    }
    for kind in kind::KINDS.iter().filter(|k| k.mutual()) {
        let filled = world.fill_levels(&scenes, 1, *kind, 90, Symmetry::Strict, &[Level::Noun]);
        // Brown goes with neither red nor black, so two of the four nouns have three colors to offer.
        assert!(filled.report.made >= 45, "{}: {:?}", kind.name(), filled.report);
        assert_eq!(filled.report.fewer_options as usize, filled.report.made);
        for (_, group) in &filled.rows {
            let golds: BTreeSet<&str> = group.iter().map(|r| r.gold.as_str()).collect();
            let letters: BTreeSet<u8> = group.iter().map(|r| r.answer_index).collect();
            assert_eq!((group.len(), golds.len(), letters.len()), (3, 3, 3));
            assert!(group.iter().all(|r| r.options.len() == 3 && r.slots.noun == group[0].slots.noun));
        }
    }
}
