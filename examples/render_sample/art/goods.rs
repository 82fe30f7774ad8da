//! Things to carry, to play with and to use.

use super::super::class::Look;
use super::super::geom::{arc, reach};
use super::super::paint::{Color, Light, Paint, Stuff};
use super::super::pen::Pen;
use super::{ink, own, round};

/// People and clothes are drawn by `person`.
pub fn nothing(_: &mut Pen, _: &Look) {}

pub fn ball(p: &mut Pen, look: &Look) {
    let skin = own(look).light(Light::Ball);
    p.oval(0.0, -17.0, 17.0, 17.0, skin);
    let seam = if look.stuff == Stuff::Leather { skin.shade(0.5) } else { skin.tint(0.75) };
    let seam = seam.stuff(Stuff::Smooth).light(Light::Flat);
    let width = if look.stuff == Stuff::Leather { 1.3 } else { 2.6 };
    p.bow((-26.0, -17.0), 22.0, 22.0, -38.0, 38.0, width, seam);
    p.bow((26.0, -17.0), 22.0, 22.0, 142.0, 218.0, width, seam);
    p.line(&[(-4.0, -17.0), (4.0, -17.0)], width, seam);
}

pub fn backpack(p: &mut Pen, look: &Look) {
    let cloth = own(look);
    p.bow((0.0, -46.0), 6.0, 4.0, 180.0, 360.0, 2.4, cloth.shade(0.6));
    p.slab(-20.0, -20.0, 8.0, 15.0, 3.0, cloth.shade(0.75));
    p.slab(12.0, -20.0, 8.0, 15.0, 3.0, cloth.shade(0.75));
    p.slab(-17.0, -47.0, 34.0, 47.0, 10.0, cloth);
    p.slab(-12.0, -22.0, 24.0, 18.0, 5.0, cloth.shade(0.85));
    p.line(&[(-9.0, -17.0), (9.0, -17.0)], 1.3, cloth.shade(0.5));
    p.bow((0.0, -26.0), 13.0, 14.0, 200.0, 340.0, 1.3, cloth.shade(0.5));
}

pub fn book(p: &mut Pen, look: &Look) {
    let cover = own(look);
    p.part("cover", |p| p.slab(-13.0, -54.0, 26.0, 54.0, 1.5, cover.light(Light::Round)));
    let band = if look.color == Color::Yellow { cover.shade(0.5) } else { cover.tint(0.7) }.stuff(Stuff::Smooth);
    p.rect(-13.0, -47.0, 26.0, 2.2, band.edge(0.0));
    p.rect(-13.0, -9.0, 26.0, 2.2, band.edge(0.0));
    p.slab(-7.0, -39.0, 14.0, 19.0, 1.0, band.edge(0.6));
    for y in [-35.0, -30.0, -25.0] {
        p.line(&[(-3.5, y), (3.5, y)], 1.0, cover.shade(0.7).stuff(Stuff::Smooth));
    }
}

/// An open book in the hands of a reader, its middle at the origin.
pub fn open_book(p: &mut Pen, look: &Look) {
    let cover = own(look).light(Light::Flat);
    for side in [-1.0, 1.0] {
        p.poly(&[(0.0, 5.0), (16.0 * side, 0.0), (16.0 * side, -22.0), (0.0, -17.0)], cover);
        p.line(&[(15.0 * side, 0.6), (0.0, 5.4)], 1.4, Paint::new([250.0, 246.0, 234.0]));
    }
}

pub fn clock(p: &mut Pen, look: &Look) {
    let c = (0.0, -25.0);
    p.oval(c.0, c.1, 25.0, 25.0, own(look).light(Light::Ball));
    p.oval(c.0, c.1, 19.5, 19.5, Paint::new([252.0, 250.0, 244.0]).edge(0.8));
    for k in 0..12 {
        let long = if k % 3 == 0 { 4.5 } else { 2.0 };
        let a = 30.0 * f64::from(k);
        p.line(&[reach(c, a, 17.6), reach(c, a, 17.6 - long)], 1.3, ink(Color::Black));
    }
    p.part("hand", |p| {
        let hour = 180.0 - 30.0 * (look.variant % 12) as f64;
        p.line(&[c, reach(c, hour, 9.0)], 2.2, ink(Color::Black));
        p.line(&[c, reach(c, 180.0, 14.0)], 1.5, ink(Color::Black));
    });
    p.oval(c.0, c.1, 1.8, 1.8, ink(Color::Black).edge(0.0));
}

pub fn drum(p: &mut Pen, look: &Look) {
    let body = round(look);
    p.rect(-28.0, -38.0, 56.0, 32.0, body);
    p.segment((0.0, -6.0), 28.0, 6.0, 0.0, 180.0, body.edge(0.0));
    let lace = Paint::new([250.0, 244.0, 225.0]);
    p.line(&[(-26.0, -34.0), (-14.0, -6.0), (0.0, -32.0), (14.0, -6.0), (26.0, -34.0)], 1.6, lace);
    let rim = ink(Color::Grey).tint(0.3).light(Light::Round);
    p.bow((0.0, -6.0), 26.5, 4.6, 0.0, 180.0, 2.6, rim);
    p.oval(0.0, -40.0, 28.0, 7.4, rim);
    p.oval(0.0, -40.8, 25.0, 5.6, Paint::new([250.0, 246.0, 234.0]).edge(0.8));
}

pub fn guitar(p: &mut Pen, look: &Look) {
    let wood = own(look);
    p.slab(-2.8, -94.0, 5.6, 54.0, 1.0, Paint::new([74.0, 48.0, 34.0]));
    p.part("headstock", |p| p.slab(-4.6, -104.0, 9.2, 14.0, 2.0, wood.shade(0.6)));
    p.part("body", |p| {
        let right = [
            (5.0, -49.0),
            (14.0, -44.0),
            (14.5, -36.0),
            (10.5, -29.0),
            (18.0, -20.0),
            (19.4, -10.0),
            (12.0, -1.4),
            (4.0, 0.0),
        ];
        let outline: Vec<_> = right.iter().copied().chain(right.iter().rev().map(|&(x, y)| (-x, y))).collect();
        p.blob(&outline, wood.light(Light::Ball));
        p.oval(0.0, -29.0, 5.6, 5.6, Paint::new([40.0, 28.0, 22.0]));
        p.rect(-7.0, -12.0, 14.0, 3.2, Paint::new([60.0, 40.0, 30.0]).edge(0.0));
    });
    for x in [-1.4, 0.0, 1.4] {
        p.line(&[(x, -11.0), (x, -94.0)], 0.5, Paint::new([232.0, 226.0, 210.0]));
    }
}

pub fn handbag(p: &mut Pen, look: &Look) {
    let hide = own(look);
    p.part("handle", |p| p.bow((0.0, -28.0), 13.0, 16.5, 180.0, 360.0, 3.4, hide.shade(0.65)));
    p.poly(&[(-21.0, -30.0), (21.0, -30.0), (25.0, 0.0), (-25.0, 0.0)], hide);
    p.poly(&[(-21.0, -30.0), (21.0, -30.0), (16.0, -15.0), (-16.0, -15.0)], hide.shade(0.84));
    p.slab(-3.5, -19.0, 7.0, 7.0, 1.5, ink(Color::Yellow).shade(0.85).light(Light::Ball));
}

pub fn hat(p: &mut Pen, look: &Look) {
    let felt = own(look);
    p.blob(
        &[(-15.0, -6.0), (-14.0, -25.0), (-5.0, -30.5), (5.0, -30.5), (14.0, -25.0), (15.0, -6.0), (0.0, -4.0)],
        felt.light(Light::Round),
    );
    p.part("rim", |p| p.oval(0.0, -5.0, 27.0, 5.0, felt.shade(0.92)));
    let band = if look.color == Color::Black { felt.tint(0.4) } else { felt.shade(0.5) };
    p.slab(-15.0, -12.0, 30.0, 5.0, 1.0, band.stuff(Stuff::Smooth).edge(0.0));
}

pub fn umbrella(p: &mut Pen, look: &Look) {
    let cloth = own(look).stuff(Stuff::Smooth);
    p.line(&[(0.0, -88.0), (0.0, -4.0)], 2.6, ink(Color::Grey).shade(0.7));
    p.bow((3.6, -5.0), 3.6, 4.0, 0.0, 180.0, 2.8, ink(Color::Brown).shade(0.7));
    p.line(&[(0.0, -86.0), (0.0, -90.5)], 2.4, ink(Color::Grey).shade(0.7));
    let mut canopy = arc((0.0, -52.0), 48.0, 36.0, 180.0, 360.0);
    for k in 0..4 {
        let x = 36.0 - 24.0 * f64::from(k);
        canopy.extend(arc((x, -52.0), 12.0, 6.0, 0.0, -180.0));
    }
    p.poly(&canopy, cloth);
    p.poly(
        &[(0.0, -88.0), (-24.0, -54.0), (-22.0, -57.0), (-12.0, -58.0), (-2.0, -56.0), (0.0, -54.0)],
        cloth.shade(0.82).edge(0.0),
    );
    p.poly(
        &[(0.0, -88.0), (24.0, -54.0), (28.0, -57.0), (38.0, -58.0), (47.0, -54.0), (36.0, -76.0), (18.0, -86.0)],
        cloth.shade(0.82).edge(0.0),
    );
}

pub fn laptop(p: &mut Pen, look: &Look) {
    let shell = own(look);
    p.part("screen", |p| {
        p.slab(-32.0, -54.0, 64.0, 46.0, 3.0, shell);
        p.rect(
            -28.0,
            -50.0,
            56.0,
            37.0,
            Paint::new([92.0, 160.0, 216.0]).light(Light::To([196.0, 226.0, 244.0])).edge(0.8),
        );
        p.blob(
            &[(-28.0, -14.0), (-14.0, -30.0), (0.0, -20.0), (12.0, -34.0), (27.5, -18.0), (27.5, -13.5), (0.0, -13.3)],
            Paint::new([88.0, 150.0, 96.0]).edge(0.0),
        );
    });
    p.poly(&[(-32.0, -9.0), (32.0, -9.0), (39.0, -2.0), (-39.0, -2.0)], shell.shade(0.9));
    p.poly(
        &[(-27.0, -8.0), (27.0, -8.0), (30.0, -4.4), (-30.0, -4.4)],
        shell.shade(0.45).stuff(Stuff::Smooth).edge(0.0),
    );
    p.slab(-39.0, -2.4, 78.0, 2.4, 1.0, shell.shade(0.7));
}

pub fn kite(p: &mut Pen, look: &Look) {
    let cloth = own(look);
    p.line(&[(0.0, -22.0), (4.0, -14.0), (-3.0, -8.0), (1.0, -1.0)], 1.2, ink(Color::Grey));
    p.poly(&[(0.0, -66.0), (25.0, -46.0), (0.0, -20.0), (-25.0, -46.0)], cloth);
    p.poly(&[(0.0, -66.0), (25.0, -46.0), (0.0, -46.0)], cloth.tint(0.35).edge(0.8));
    p.poly(&[(0.0, -46.0), (0.0, -20.0), (-25.0, -46.0)], cloth.shade(0.8).edge(0.8));
}
