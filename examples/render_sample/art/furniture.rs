//! Furniture and what belongs to a room.

use super::super::class::Look;
use super::super::paint::{Color, Light, Paint, Stuff};
use super::super::pen::Pen;
use super::{ink, own};

/// Seat height of a chair, a bench and a sofa: where people sit.
pub const CHAIR_SEAT: f64 = -46.0;
pub const BENCH_SEAT: f64 = -32.0;
pub const SOFA_SEAT: f64 = -42.0;
/// Height of a table's top.
pub const TABLE_TOP: f64 = -76.0;

pub fn chair(p: &mut Pen, look: &Look) {
    let body = own(look);
    p.part("leg", |p| {
        for (x, low) in [(-18.0, -5.0), (18.0, -5.0), (-24.0, 0.0), (24.0, 0.0)] {
            p.rect(x - 2.5, -45.0, 5.0, 45.0 + low, body.shade(0.75));
        }
    });
    p.part("back", |p| {
        if look.stuff == Stuff::Plastic {
            p.slab(-22.0, -100.0, 44.0, 50.0, 12.0, body);
            p.slab(-8.0, -90.0, 16.0, 5.0, 2.5, body.shade(0.55).stuff(Stuff::Smooth));
        } else {
            p.rect(-22.0, -98.0, 4.5, 54.0, body.shade(0.92));
            p.rect(17.5, -98.0, 4.5, 54.0, body.shade(0.92));
            for y in [-100.0, -84.0, -68.0] {
                p.slab(-22.0, y, 44.0, 9.0, 2.0, body);
            }
        }
    });
    p.poly(&[(-21.0, -51.0), (21.0, -51.0), (28.0, -41.0), (-28.0, -41.0)], body.shade(1.06));
    p.rect(-28.0, -41.0, 56.0, 4.0, body.shade(0.8));
}

pub fn stool(p: &mut Pen, look: &Look) {
    let body = own(look);
    p.part("leg", |p| {
        for x in [-1.0, 1.0] {
            p.poly(&[(12.0 * x, -46.0), (17.0 * x, -46.0), (22.0 * x, 0.0), (17.5 * x, 0.0)], body.shade(0.8));
        }
        p.rect(-18.0, -20.0, 36.0, 4.0, body.shade(0.7));
    });
    p.oval(0.0, -46.0, 23.0, 6.5, body.shade(0.75));
    p.oval(0.0, -48.5, 23.0, 5.5, body.shade(1.05));
}

pub fn bench(p: &mut Pen, look: &Look) {
    let body = own(look);
    p.part("leg", |p| {
        for x in [-54.0, 47.0] {
            p.rect(x, -34.0, 7.0, 34.0, body.shade(0.62));
        }
    });
    for y in [-62.0, -50.0] {
        p.slab(-65.0, y, 130.0, 9.0, 2.0, body);
    }
    for x in [-52.0, 46.0] {
        p.rect(x, -60.0, 5.0, 28.0, body.shade(0.7));
    }
    p.poly(&[(-62.0, -39.0), (62.0, -39.0), (65.0, -30.0), (-65.0, -30.0)], body.shade(1.05));
    p.rect(-65.0, -30.0, 130.0, 4.0, body.shade(0.75));
}

pub fn table(p: &mut Pen, look: &Look) {
    let body = own(look);
    p.part("leg", |p| {
        for x in [-62.0, 55.0] {
            p.rect(x, -64.0, 7.0, 54.0, body.shade(0.55));
        }
        for x in [-80.0, 70.0] {
            p.rect(x, -62.0, 10.0, 62.0, body.shade(0.82));
        }
    });
    p.poly(&[(-72.0, -76.0), (72.0, -76.0), (85.0, -64.0), (-85.0, -64.0)], body.shade(1.1));
    p.rect(-85.0, -64.0, 170.0, 8.0, body.shade(0.88));
}

pub fn sofa(p: &mut Pen, look: &Look) {
    let body = own(look);
    for x in [-76.0, 66.0] {
        p.rect(x, -10.0, 10.0, 10.0, ink(Color::Brown).shade(0.6));
    }
    p.slab(-80.0, -86.0, 160.0, 60.0, 14.0, body.shade(0.92));
    p.line(&[(0.0, -82.0), (0.0, -46.0)], 1.4, body.shade(0.6));
    p.slab(-78.0, -44.0, 156.0, 36.0, 5.0, body.shade(0.84));
    p.slab(-73.0, -48.0, 73.0, 18.0, 6.0, body.shade(1.06));
    p.slab(0.0, -48.0, 73.0, 18.0, 6.0, body.shade(1.06));
    for x in [-90.0, 68.0] {
        p.slab(x, -62.0, 22.0, 56.0, 10.0, body);
    }
    if look.stuff == Stuff::Leather {
        for x in [-54.0, -27.0, 27.0, 54.0] {
            p.oval(x, -67.0, 1.8, 1.8, body.shade(0.5).edge(0.0));
        }
    }
}

pub fn pillow(p: &mut Pen, look: &Look) {
    let body = own(look).light(Light::Ball);
    p.blob(
        &[
            (-24.0, -35.0),
            (0.0, -32.0),
            (23.5, -35.5),
            (21.5, -18.0),
            (24.0, -0.5),
            (0.0, -3.0),
            (-24.0, -0.5),
            (-21.5, -18.0),
        ],
        body,
    );
    p.line(&[(-17.0, -26.0), (0.0, -24.0), (17.0, -26.0)], 1.2, body.shade(0.75));
    p.line(&[(-17.0, -10.0), (0.0, -11.0), (17.0, -10.0)], 1.2, body.shade(0.75));
}

pub fn lamp(p: &mut Pen, look: &Look) {
    let body = own(look);
    let foot = body.stuff(Stuff::Metal).light(Light::Round).alpha(1.0);
    p.part("base", |p| {
        p.rect(-2.0, -44.0, 4.0, 40.0, foot.shade(0.8));
        p.segment((0.0, 0.0), 17.0, 8.0, 180.0, 360.0, foot.shade(0.85));
    });
    p.part("shade", |p| {
        p.poly(
            &[(-15.0, -78.0), (15.0, -78.0), (26.0, -42.0), (-26.0, -42.0)],
            body.light(Light::To(body.tint(0.25).rgb)),
        );
        p.rect(-25.5, -45.5, 51.0, 3.5, body.shade(0.78));
    });
}

pub fn window(p: &mut Pen, look: &Look) {
    let frame = ink(look.color);
    p.rect(-55.0, -106.0, 110.0, 106.0, frame);
    let sky = Paint::new([150.0, 205.0, 245.0]).light(Light::To([214.0, 238.0, 252.0])).edge(1.0);
    for (x, y) in [(-49.0, -100.0), (2.0, -100.0), (-49.0, -50.0), (2.0, -50.0)] {
        p.rect(x, y, 47.0, 45.0, sky);
        p.poly(
            &[(x + 8.0, y + 45.0), (x + 30.0, y), (x + 38.0, y), (x + 16.0, y + 45.0)],
            Paint::new([255.0; 3]).alpha(0.3).edge(0.0),
        );
    }
    p.rect(-55.0, -4.0, 110.0, 4.0, frame.shade(0.85));
}

/// Inner width, the y of each board, and the thickness of a bookcase's boards, in its coordinates.
pub const BOARDS: [f64; 3] = [-204.0, -107.0, -10.0];

pub fn bookcase(p: &mut Pen, look: &Look) {
    let body = own(look).shade(if look.color == Color::Brown { 1.25 } else { 0.97 });
    p.rect(-165.0, -300.0, 330.0, 300.0, body.shade(0.68));
    for x in [-165.0, 155.0] {
        p.rect(x, -300.0, 10.0, 300.0, body);
    }
    for y in [-300.0, BOARDS[0], BOARDS[1], BOARDS[2]] {
        p.rect(-165.0, y, 330.0, 10.0, body.shade(1.05));
    }
}
