//! Things that hold things: cups, bottles, bowls, vases, boxes, baskets.

use super::super::class::Look;
use super::super::paint::{Color, Light, Paint, Stuff};
use super::super::pen::Pen;
use super::{ink, own, round};

pub fn mug(p: &mut Pen, look: &Look) {
    let body = round(look);
    p.part("handle", |p| p.bow((10.0, -17.0), 9.5, 9.5, -80.0, 80.0, 4.6, body.shade(0.85)));
    p.slab(-18.0, -33.0, 30.0, 33.0, 4.5, body);
    p.oval(-3.0, -31.5, 14.6, 2.5, body.shade(0.5).stuff(Stuff::Smooth));
}

pub fn bottle(p: &mut Pen, look: &Look) {
    let body = round(look);
    let flank = [(-5.0, -60.0), (5.0, -60.0), (5.2, -48.0), (11.0, -38.0), (12.0, -30.0), (12.0, -4.0)];
    let left = [(-10.0, 0.0), (-12.0, -4.0), (-12.0, -30.0), (-11.0, -38.0), (-5.2, -48.0)];
    let outline: Vec<_> = flank.into_iter().chain([(10.0, 0.0)]).chain(left).collect();
    p.poly(&outline, body);
    if look.stuff == Stuff::Glass {
        p.slab(-10.2, -30.0, 20.4, 28.5, 3.0, body.shade(0.8).alpha(0.5).edge(0.0));
    } else {
        p.rect(-12.0, -28.0, 24.0, 14.0, body.tint(0.75).stuff(Stuff::Paper).edge(0.8));
        p.rect(-12.0, -23.0, 24.0, 3.0, body.stuff(Stuff::Smooth).edge(0.0));
    }
    let cap = if look.color == Color::White { Color::Grey } else { look.color };
    p.part("cap", |p| p.slab(-5.6, -66.0, 11.2, 8.0, 2.0, ink(cap).shade(0.75).light(Light::Round)));
}

pub fn bowl(p: &mut Pen, look: &Look) {
    let body = round(look);
    p.slab(-11.0, -5.0, 22.0, 5.0, 1.5, body.shade(0.75));
    p.segment((0.0, -24.0), 28.0, 21.0, 0.0, 180.0, body);
    p.oval(0.0, -24.0, 27.6, 4.0, body.shade(0.62).edge(1.0));
}

pub fn vase(p: &mut Pen, look: &Look) {
    let body = round(look);
    let right = [(8.0, -54.0), (6.5, -44.0), (12.0, -36.0), (18.0, -24.0), (16.5, -9.0), (10.0, 0.0)];
    let outline: Vec<_> = right.iter().copied().chain(right.iter().rev().map(|&(x, y)| (-x, y))).collect();
    p.poly(&outline, body);
    p.oval(0.0, -53.8, 8.6, 2.2, body.shade(0.55).stuff(Stuff::Smooth));
    if look.stuff == Stuff::Glass {
        p.poly(
            &[(-16.0, -20.0), (16.0, -20.0), (15.5, -9.0), (9.4, -1.5), (-9.4, -1.5), (-15.5, -9.0)],
            body.shade(0.8).alpha(0.4).edge(0.0),
        );
    } else {
        p.rect(-17.4, -27.0, 34.8, 3.4, body.tint(0.4).edge(0.0));
        p.rect(-17.6, -20.0, 35.2, 2.0, body.tint(0.4).edge(0.0));
    }
}

pub fn plate(p: &mut Pen, look: &Look) {
    let body = own(look);
    p.oval(0.0, -12.0, 33.0, 12.0, body.shade(0.8));
    p.oval(0.0, -14.4, 33.0, 12.0, body);
    p.oval(0.0, -13.8, 21.0, 7.2, body.shade(0.88).edge(0.8));
}

pub fn kettle(p: &mut Pen, look: &Look) {
    let body = round(look);
    p.poly(&[(16.0, -26.0), (30.0, -36.0), (29.0, -31.0), (20.0, -12.0)], body.shade(0.85));
    p.blob(&[(-16.0, -36.0), (10.0, -37.0), (21.0, -20.0), (19.0, -3.0), (-24.0, -3.0), (-26.0, -20.0)], body);
    p.slab(-23.0, -4.0, 42.0, 4.0, 1.5, body.shade(0.6));
    p.part("handle", |p| p.bow((-3.0, -36.0), 18.0, 15.0, 190.0, 350.0, 4.2, ink(Color::Black).light(Light::Round)));
    p.oval(-3.0, -38.0, 12.0, 3.0, body.shade(0.9));
    p.oval(-3.0, -42.0, 3.2, 3.0, ink(Color::Black));
}

pub fn crate_box(p: &mut Pen, look: &Look) {
    let body = own(look);
    p.poly(&[(-28.0, -36.0), (-18.0, -46.0), (28.0, -46.0), (18.0, -36.0)], body.tint(0.22));
    p.poly(&[(18.0, -36.0), (28.0, -46.0), (28.0, -10.0), (18.0, 0.0)], body.shade(0.72));
    p.rect(-28.0, -36.0, 46.0, 36.0, body);
    match look.stuff {
        Stuff::Paper => {
            let tape = Paint::new(body.shade(0.8).rgb).edge(0.0);
            p.rect(-9.0, -36.0, 7.0, 12.0, tape);
            p.poly(&[(-9.0, -36.0), (1.0, -46.0), (8.0, -46.0), (-2.0, -36.0)], tape);
        }
        Stuff::Wood => {
            for y in [-25.0, -13.0] {
                p.rect(-28.0, y, 46.0, 1.6, body.shade(0.55).edge(0.0));
            }
            p.rect(-28.0, -36.0, 5.0, 36.0, body.shade(0.86));
            p.rect(13.0, -36.0, 5.0, 36.0, body.shade(0.86));
        }
        Stuff::Metal => {
            for (x, y) in [(-25.0, -33.0), (15.0, -33.0), (-25.0, -3.0), (15.0, -3.0)] {
                p.oval(x, y, 1.3, 1.3, body.shade(0.5).edge(0.0));
            }
        }
        _ => {
            p.slab(-28.0, -36.0, 46.0, 7.0, 2.0, body.shade(1.08));
            p.slab(-11.0, -25.0, 12.0, 4.0, 2.0, body.shade(0.6).stuff(Stuff::Smooth));
        }
    }
}

pub fn basket(p: &mut Pen, look: &Look) {
    let body = own(look).shade(1.25);
    p.part("handle", |p| p.bow((0.0, -31.0), 24.0, 27.0, 180.0, 360.0, 4.4, body.shade(0.8)));
    p.poly(&[(-29.0, -33.0), (29.0, -33.0), (23.0, 0.0), (-23.0, 0.0)], body);
    p.slab(-30.0, -36.0, 60.0, 6.5, 3.0, body.shade(0.85));
}

pub fn bucket(p: &mut Pen, look: &Look) {
    let body = round(look);
    p.part("handle", |p| p.bow((0.0, -34.0), 18.0, 11.0, 180.0, 360.0, 1.8, ink(Color::Grey)));
    p.poly(&[(-20.0, -34.0), (20.0, -34.0), (15.0, 0.0), (-15.0, 0.0)], body);
    p.oval(0.0, -34.0, 20.0, 3.4, body.shade(0.6).stuff(Stuff::Smooth));
    p.poly(&[(-18.6, -24.0), (18.6, -24.0), (18.2, -21.0), (-18.2, -21.0)], body.shade(0.8).edge(0.0));
}

pub fn trash_can(p: &mut Pen, look: &Look) {
    let body = round(look);
    p.poly(&[(-18.0, -46.0), (18.0, -46.0), (14.0, 0.0), (-14.0, 0.0)], body);
    for x in [-9.0, 0.0, 9.0] {
        p.line(&[(x, -42.0), (x * 0.8, -4.0)], 1.6, body.shade(0.68).stuff(Stuff::Smooth));
    }
    p.part("lid", |p| {
        p.slab(-6.0, -55.5, 12.0, 5.0, 2.0, body.shade(0.7));
        p.slab(-20.0, -51.5, 40.0, 7.0, 3.0, body.shade(0.9));
    });
}
