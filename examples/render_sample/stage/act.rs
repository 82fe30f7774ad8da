//! What figures do: a pose, the thing that it is done with, and the relation between them.

use super::super::art::animals::BACK;
use super::super::art::furniture::{BENCH_SEAT, CHAIR_SEAT};
use super::super::art::goods::open_book;
use super::super::art::person::{Figure, grip};
use super::super::art::pose::{Joints, Pose, joints};
use super::super::art::street::SADDLE;
use super::super::class::class;
use super::super::geom::P;
use super::super::pen::Pen;
use super::super::world::{Stand, World};

/// Something to do with something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Kick,
    Hold(&'static str),
    Play(&'static str),
    Read,
    Ride(&'static str),
    Throw,
    Wear(&'static str),
}

impl Act {
    /// One act of each verb; the things are chosen at random.
    pub fn one_of_each(world: &mut World) -> Vec<Act> {
        vec![
            Act::Kick,
            Act::Hold(world.pick(&["umbrella", "handbag", "ball", "umbrella"])),
            Act::Play(world.pick(&["guitar", "drum"])),
            Act::Read,
            Act::Ride(world.pick(&["bicycle", "horse"])),
            Act::Throw,
            Act::Wear(world.pick(&["hat", "backpack"])),
        ]
    }

    /// Room that it takes, as a share of the figure's height.
    pub fn width(self) -> f64 {
        match self {
            Act::Ride("horse") => 1.15,
            Act::Ride("bicycle") => 0.95,
            Act::Play("drum") | Act::Kick | Act::Throw => 0.85,
            Act::Hold("umbrella") => 0.8,
            _ => 0.62,
        }
    }
}

/// A figure to be drawn: who, where its foot is, how tall, which way it faces.
#[derive(Debug, Clone, Copy)]
pub struct Spot {
    pub noun: &'static str,
    pub at: P,
    pub height: f64,
    pub flip: bool,
}

impl Spot {
    fn scale(&self) -> f64 {
        self.height / 104.0
    }
    fn side(&self, dx: f64) -> f64 {
        if self.flip { -dx } else { dx }
    }
    /// A joint in the picture before the figure is drawn.
    fn joint(&self, p: P) -> P {
        (self.at.0 + self.side(p.0) * self.scale(), self.at.1 + p.1 * self.scale())
    }
}

/// A figure that does nothing with anything: stands, walks, runs, or lies on the ground.
pub fn pose(world: &mut World, spot: Spot, pose: Pose) -> usize {
    let cast = world.cast(spot.noun, pose, Stand::Ground(spot.at.1));
    if pose == Pose::Lie {
        world.shadow(spot.at, spot.height * 0.45);
        let at = (spot.at.0 + spot.side(-0.45 * spot.height), spot.at.1 - 8.0);
        world.figure(&cast, at, spot.height, spot.flip, 88.0);
    } else {
        world.shadow(spot.at, spot.height * 0.16);
        world.figure(&cast, spot.at, spot.height, spot.flip, 0.0);
    }
    cast.0
}

/// A figure that sits on a bench, a chair or a stool, which is drawn first; `spot.at` is the seat's foot.
pub fn sit(world: &mut World, spot: Spot, seat: &'static str) -> (usize, usize) {
    let scale = spot.height / 100.0;
    let under = world.put(seat, spot.at, scale, Stand::Ground(spot.at.1));
    let rise = match seat {
        "bench" => BENCH_SEAT,
        "stool" => -48.0,
        _ => CHAIR_SEAT,
    };
    let at = (spot.at.0 + spot.side(-3.0), spot.at.1 + (rise - 1.0) * scale);
    (seated(world, Spot { at, ..spot }, under), under)
}

/// A figure that sits on a thing that is already there; `spot.at` is the seat.
pub fn seated(world: &mut World, spot: Spot, under: usize) -> usize {
    let cast = world.cast(spot.noun, Pose::Sit, Stand::On(under));
    world.figure(&cast, spot.at, spot.height, spot.flip, 0.0);
    world.link(cast.0, "on", under);
    cast.0
}

/// Draws the figure and the thing of an act. Returns both.
pub fn act(world: &mut World, spot: Spot, act: Act) -> (usize, usize) {
    match act {
        Act::Ride(noun) => ride(world, spot, noun),
        Act::Kick => {
            let (person, j) = standing(world, spot, Pose::Kick);
            let foot = j.legs[0].1;
            let ball = ball(world);
            world.draw(
                ball,
                (foot.0 + spot.side(20.0 * spot.scale()), foot.1 + 12.0 * spot.scale()),
                0.84 * spot.scale(),
                false,
                0.0,
            );
            world.link(person, "kick", ball);
            (person, ball)
        }
        Act::Throw => {
            let (person, j) = standing(world, spot, Pose::Throw);
            let hand = j.arms[0].1;
            let ball = ball(world);
            world.draw(
                ball,
                (hand.0 + spot.side(20.0 * spot.scale()), hand.1 - 2.0 * spot.scale()),
                0.8 * spot.scale(),
                false,
                0.0,
            );
            world.link(person, "throw", ball);
            (person, ball)
        }
        Act::Wear(noun) => wear(world, spot, noun),
        Act::Hold(noun) => hold(world, spot, noun),
        Act::Read => {
            let (person, figure, j) = standing_figure(world, spot, Pose::Read);
            let look = world.look(class("book"));
            let book = world.list("book", look, Stand::Free);
            let at = (j.arms[0].1.0 + spot.side(3.0), j.arms[0].1.1 - 2.0);
            let mut pen = Pen {
                shapes: &mut world.shapes,
                origin: at,
                scale: spot.scale(),
                flip: spot.flip,
                turn: 0.0,
                owner: Some(book),
                part: None,
            };
            open_book(&mut pen, &look);
            grip(&mut world.shapes, j.arms[0].1, spot.scale(), figure.skin, person);
            world.link(person, "read", book);
            world.link(person, "holds", book);
            (person, book)
        }
        Act::Play(noun) => play(world, spot, noun),
    }
}

fn ball(world: &mut World) -> usize {
    let look = world.look(class("ball"));
    world.list("ball", look, Stand::Free)
}

fn standing(world: &mut World, spot: Spot, pose: Pose) -> (usize, Joints) {
    let (person, _, joints) = standing_figure(world, spot, pose);
    (person, joints)
}

fn standing_figure(world: &mut World, spot: Spot, pose: Pose) -> (usize, Figure, Joints) {
    let cast = world.cast(spot.noun, pose, Stand::Ground(spot.at.1));
    world.shadow(spot.at, spot.height * 0.16);
    let j = world.figure(&cast, spot.at, spot.height, spot.flip, 0.0);
    (cast.0, cast.1, j)
}

fn ride(world: &mut World, spot: Spot, noun: &'static str) -> (usize, usize) {
    let look = world.look(class(noun));
    let mount = world.list(noun, look, Stand::Ground(spot.at.1));
    let (scale, seat, pose) = match noun {
        "horse" => (spot.scale() * 1.02, BACK, Pose::Mount),
        _ => (spot.scale() * 0.98, SADDLE, Pose::Ride),
    };
    world.shadow(spot.at, class(noun).size.0 * scale * 0.5);
    world.draw(mount, spot.at, scale, spot.flip, 0.0);
    let cast = world.cast(spot.noun, pose, Stand::On(mount));
    let at = (spot.at.0 + spot.side(seat.0 * scale), spot.at.1 + seat.1 * scale);
    world.figure(&cast, at, spot.height, spot.flip, 0.0);
    world.link(cast.0, "ride", mount);
    world.link(cast.0, "on", mount);
    (cast.0, mount)
}

fn wear(world: &mut World, spot: Spot, noun: &'static str) -> (usize, usize) {
    let pose = world.pick(&[Pose::Stand, Pose::Walk]);
    let look = world.look(class(noun));
    let cast = world.cast(spot.noun, pose, Stand::Ground(spot.at.1));
    let garment = world.list(noun, look, Stand::Free);
    world.wear(cast.0, garment);
    world.shadow(spot.at, spot.height * 0.16);
    let j = joints(pose);
    if noun == "backpack" {
        let back = spot.joint((j.neck.0 - 13.0, j.neck.1 + 31.0));
        world.draw(garment, back, 0.7 * spot.scale(), spot.flip, 0.0);
        world.figure(&cast, spot.at, spot.height, spot.flip, 0.0);
    } else {
        world.figure(&cast, spot.at, spot.height, spot.flip, 0.0);
        let rise = if cast.1.child { -7.0 } else { -2.0 };
        world.draw(garment, spot.joint((j.head.0, j.head.1 + rise)), 0.74 * spot.scale(), spot.flip, 0.0);
    }
    (cast.0, garment)
}

fn hold(world: &mut World, spot: Spot, noun: &'static str) -> (usize, usize) {
    let pose = match noun {
        "umbrella" => Pose::Raise,
        "ball" => Pose::Carry,
        _ => Pose::Stand,
    };
    let (person, figure, j) = standing_figure(world, spot, pose);
    let look = world.look(class(noun));
    let thing = world.list(noun, look, Stand::Free);
    let (hand, s) = (j.arms[0].1, spot.scale());
    let (at, scale) = match noun {
        "umbrella" => ((hand.0, hand.1 + 10.0 * s), 0.72 * s),
        "ball" => ((hand.0 + spot.side(8.0 * s), hand.1 + 5.0 * s), 0.8 * s),
        _ => ((hand.0 + spot.side(1.0), hand.1 + 27.5 * s), 0.66 * s),
    };
    world.draw(thing, at, scale, spot.flip, 0.0);
    grip(&mut world.shapes, hand, s, figure.skin, person);
    world.link(person, "holds", thing);
    (person, thing)
}

fn play(world: &mut World, spot: Spot, noun: &'static str) -> (usize, usize) {
    let s = spot.scale();
    let look = world.look(class(noun));
    if noun == "drum" {
        let (person, figure, j) = standing_figure(world, spot, Pose::Carry);
        let drum = world.list(noun, look, Stand::Ground(spot.at.1));
        let at = (spot.at.0 + spot.side(36.0 * s), spot.at.1);
        world.shadow(at, 24.0 * s);
        world.draw(drum, at, 0.92 * s, false, 0.0);
        for (_, hand) in j.arms {
            let tip = (at.0 + (hand.0 - spot.at.0) * 0.3, at.1 - 41.0 * s);
            let ink = super::super::paint::Paint::new([196.0, 150.0, 96.0]);
            let mut pen = world.scenery();
            pen.line(&[hand, tip], 2.2, ink);
            grip(&mut world.shapes, hand, s, figure.skin, person);
        }
        world.link(person, "plays", drum);
        return (person, drum);
    }
    let (person, figure, j) = standing_figure(world, spot, Pose::Strum);
    let guitar = world.list(noun, look, Stand::Free);
    let at = (j.hip.0 - spot.side(16.0 * s), j.hip.1 - 4.0 * s);
    world.draw(guitar, at, 0.66 * s, spot.flip, 66.0);
    for (_, hand) in j.arms {
        grip(&mut world.shapes, hand, s, figure.skin, person);
    }
    world.link(person, "plays", guitar);
    world.link(person, "holds", guitar);
    (person, guitar)
}
