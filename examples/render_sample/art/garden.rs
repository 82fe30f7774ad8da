//! Plants and fruit.

use super::super::class::Look;
use super::super::geom::reach;
use super::super::paint::{Color, Light, Paint, Stuff};
use super::super::pen::Pen;
use super::{ink, own, round};

const LEAF: [f64; 3] = [58.0, 150.0, 62.0];

pub fn apple(p: &mut Pen, look: &Look) {
    let skin = own(look).light(Light::Ball).stuff(Stuff::Plastic);
    let flank = [(4.0, -26.0), (12.0, -26.5), (15.0, -16.0), (10.0, -3.0), (4.0, 0.0)];
    let outline: Vec<_> = flank.iter().copied().chain(flank.iter().rev().map(|&(x, y)| (-x, y))).collect();
    p.blob(&outline, skin);
    p.line(&[(0.0, -25.0), (2.0, -31.0)], 2.0, ink(Color::Brown));
    p.blob(&[(2.0, -28.0), (7.0, -31.5), (12.0, -29.5), (7.0, -27.0)], Paint::new(LEAF));
}

pub fn pear(p: &mut Pen, look: &Look) {
    let skin = own(look).light(Light::Ball).stuff(Stuff::Plastic).tint(0.12);
    let flank = [(4.0, -35.0), (7.5, -25.0), (13.0, -14.0), (11.0, -3.0), (4.0, 0.0)];
    let outline: Vec<_> = flank.iter().copied().chain(flank.iter().rev().map(|&(x, y)| (-x, y))).collect();
    p.blob(&outline, skin);
    p.line(&[(0.0, -35.0), (2.0, -39.0)], 2.0, ink(Color::Brown));
}

pub fn orange(p: &mut Pen, look: &Look) {
    let skin = own(look).light(Light::Ball);
    p.oval(0.0, -15.0, 15.0, 15.0, skin);
    for (x, y) in [(-6.0, -9.0), (3.0, -6.0), (8.0, -13.0), (-2.0, -16.0), (5.0, -20.0), (-9.0, -17.0)] {
        p.oval(x, y, 0.8, 0.8, skin.shade(0.8).edge(0.0));
    }
    p.oval(0.0, -28.0, 2.6, 1.6, Paint::new(LEAF));
}

pub fn banana(p: &mut Pen, look: &Look) {
    let skin = own(look);
    p.blob(
        &[
            (-21.0, -22.0),
            (-16.5, -22.0),
            (-10.0, -12.0),
            (4.0, -9.0),
            (17.0, -15.0),
            (22.0, -15.5),
            (20.0, -8.0),
            (8.0, -0.5),
            (-8.0, -2.0),
            (-18.0, -11.0),
        ],
        skin,
    );
    p.line(&[(-16.0, -15.0), (-6.0, -7.0), (6.0, -5.0), (17.0, -11.0)], 1.2, skin.shade(0.8));
    p.line(&[(-19.0, -22.0), (-18.0, -19.0)], 2.6, ink(Color::Brown));
    p.oval(21.0, -12.0, 1.6, 2.2, ink(Color::Brown).edge(0.0));
}

pub fn flower(p: &mut Pen, look: &Look) {
    p.line(&[(0.0, 0.0), (1.0, -16.0), (0.0, -28.0)], 2.4, Paint::new(LEAF));
    p.blob(&[(0.5, -6.0), (6.0, -14.0), (10.0, -14.0), (7.0, -8.0)], Paint::new(LEAF));
    p.blob(&[(0.5, -9.0), (-5.0, -16.0), (-9.0, -16.0), (-6.0, -10.0)], Paint::new(LEAF));
    for k in 0..6 {
        let (x, y) = reach((0.0, -28.5), 60.0 * f64::from(k), 6.6);
        p.oval(x, y, 4.9, 4.9, ink(look.color));
    }
    let heart = if look.color == Color::Yellow { Color::Brown } else { Color::Yellow };
    p.oval(0.0, -28.5, 4.2, 4.2, ink(heart));
}

pub fn houseplant(p: &mut Pen, look: &Look) {
    for (k, turn) in [125.0, 235.0, 145.0, 215.0, 164.0, 196.0, 180.0].into_iter().enumerate() {
        let base = (0.0, -36.0);
        let (tip, side) = (reach(base, turn, 58.0 - 11.0 * ((turn - 180.0f64).abs() / 60.0)), 9.0);
        let (mid, near) = (reach(base, turn, 32.0), reach(base, turn, 12.0));
        let across = turn + 90.0;
        let leaf = Paint::new(LEAF).shade(0.78 + 0.06 * k as f64).stuff(Stuff::Foliage);
        p.blob(&[near, reach(mid, across, side), tip, reach(mid, across, -side)], leaf);
        p.line(&[base, reach(base, turn, 46.0)], 1.0, leaf.shade(0.75));
    }
    let pot = round(look);
    p.poly(&[(-18.0, -34.0), (18.0, -34.0), (13.0, 0.0), (-13.0, 0.0)], pot);
    p.slab(-20.5, -39.0, 41.0, 9.0, 2.0, pot.shade(0.92));
}

pub fn tree(p: &mut Pen, look: &Look) {
    let bark = ink(Color::Brown).stuff(Stuff::Wood).shade(0.9);
    p.poly(&[(-7.0, -70.0), (7.0, -70.0), (10.0, 0.0), (-10.0, 0.0)], bark);
    let crown = Paint::of(look.color, Stuff::Foliage).light(Light::Ball);
    if look.variant.is_multiple_of(2) {
        p.line(&[(0.0, -60.0), (-18.0, -88.0)], 5.0, bark);
        for (x, y, r) in [
            (-26.0, -84.0, 24.0),
            (26.0, -84.0, 24.0),
            (-16.0, -116.0, 27.0),
            (18.0, -118.0, 26.0),
            (0.0, -134.0, 26.0),
        ] {
            p.oval(x, y, r, r, crown.shade(0.86));
        }
        p.oval(0.0, -98.0, 32.0, 30.0, crown.edge(0.0));
        p.oval(-8.0, -122.0, 22.0, 20.0, crown.shade(1.1).edge(0.0));
    } else {
        for (y, w) in [(-38.0, 50.0), (-76.0, 42.0), (-112.0, 31.0)] {
            p.blob(
                &[(-w, y), (0.0, y + 6.0), (w, y), (w * 0.3, y - 34.0), (0.0, y - 47.0), (-w * 0.3, y - 34.0)],
                crown.shade(0.8).light(Light::Top),
            );
        }
    }
}
