//! Animals, facing right.

use super::super::class::Look;
use super::super::paint::{Color, Light, Paint};
use super::super::pen::Pen;
use super::{ink, own};

const DARK: [f64; 3] = [30.0, 26.0, 28.0];

fn eye(p: &mut Pen, x: f64, y: f64, r: f64, coat: Color) {
    if coat == Color::Black {
        p.oval(x, y, r * 1.7, r * 1.7, Paint::new([250.0, 240.0, 190.0]).edge(0.0));
    }
    p.oval(x, y, r, r, Paint::new(DARK).edge(0.0));
}

pub fn dog(p: &mut Pen, look: &Look) {
    let coat = own(look).light(Light::Top);
    p.part("tail", |p| p.limb((-26.0, -34.0), (-36.5, -51.0), 7.0, 4.0, coat.shade(0.85)));
    for x in [-17.0, 20.0] {
        p.limb((x, -24.0), (x + 2.0, -3.0), 9.0, 6.0, coat.shade(0.72));
    }
    p.blob(
        &[
            (-28.0, -40.0),
            (0.0, -42.0),
            (22.0, -42.0),
            (29.0, -30.0),
            (20.0, -18.0),
            (0.0, -19.0),
            (-22.0, -17.0),
            (-31.0, -28.0),
        ],
        coat,
    );
    for x in [-23.0, 13.0] {
        p.limb((x, -24.0), (x, -3.2), 10.0, 6.4, coat.edge(0.0));
        p.oval(x + 2.0, -2.6, 5.0, 2.6, coat.shade(0.9));
    }
    p.part("head", |p| {
        p.blob(
            &[
                (14.0, -40.0),
                (14.0, -54.0),
                (24.0, -58.0),
                (31.0, -53.0),
                (39.0, -48.0),
                (38.5, -42.0),
                (28.0, -40.0),
                (22.0, -33.0),
            ],
            coat,
        );
        p.blob(&[(17.0, -56.0), (22.0, -53.0), (20.0, -38.0), (14.0, -37.0), (12.0, -46.0)], coat.shade(0.6));
        p.oval(37.4, -47.0, 2.4, 2.2, Paint::new(DARK).edge(0.0));
        eye(p, 27.0, -51.0, 1.7, look.color);
    });
    p.line(
        &[(16.0, -36.0), (24.0, -33.0)],
        3.6,
        ink(if look.color == Color::White { Color::Blue } else { Color::Red }),
    );
}

pub fn cat(p: &mut Pen, look: &Look) {
    let coat = own(look).light(Light::Top);
    p.line(&[(-14.0, -4.0), (-21.0, -8.0), (-21.5, -20.0), (-16.5, -26.0)], 5.4, coat.shade(0.78));
    p.blob(&[(-14.0, 0.0), (-16.0, -16.0), (-4.0, -32.0), (10.0, -32.0), (16.0, -14.0), (16.0, 0.0)], coat);
    p.limb((3.0, -18.0), (4.0, -3.4), 7.4, 6.4, coat.shade(1.06));
    p.limb((11.0, -18.0), (12.0, -3.4), 7.4, 6.4, coat.shade(1.06));
    for (a, b, c) in [((-4.0, -44.0), (-5.0, -53.5), (4.0, -49.0)), ((11.0, -49.0), (20.0, -53.5), (19.0, -44.0))] {
        p.poly(&[a, b, c], coat.shade(0.85));
    }
    p.oval(7.5, -39.0, 14.0, 11.5, coat.light(Light::Ball));
    for x in [2.5, 13.5] {
        p.oval(x, -40.0, 2.6, 3.0, Paint::new([150.0, 205.0, 90.0]).edge(0.6));
        p.oval(x, -40.0, 0.9, 2.5, Paint::new(DARK).edge(0.0));
    }
    p.poly(&[(6.0, -36.0), (10.0, -36.0), (8.0, -33.6)], Paint::new([235.0, 140.0, 150.0]).edge(0.0));
    let whisker = if look.color == Color::Black { Color::White } else { Color::Black };
    for (y, end) in [(-34.5, -36.0), (-33.0, -32.0)] {
        p.line(&[(3.0, y), (-6.0, end)], 0.6, ink(whisker));
        p.line(&[(13.0, y), (22.0, end)], 0.6, ink(whisker));
    }
}

pub fn bird(p: &mut Pen, look: &Look) {
    let coat = own(look).light(Light::Ball);
    for x in [-2.0, 4.0] {
        p.line(&[(x, -8.0), (x + 1.0, -1.0), (x + 4.0, -1.0)], 1.4, ink(Color::Brown));
    }
    p.poly(&[(-9.0, -16.0), (-20.0, -11.0), (-19.0, -17.0), (-8.0, -21.0)], coat.shade(0.7));
    p.blob(
        &[
            (-11.0, -16.0),
            (-4.0, -21.0),
            (4.0, -27.0),
            (11.0, -29.5),
            (16.0, -24.0),
            (13.0, -12.0),
            (4.0, -6.0),
            (-5.0, -9.0),
        ],
        coat,
    );
    p.blob(&[(-12.0, -13.0), (-5.0, -20.0), (5.0, -18.0), (2.0, -11.0)], coat.shade(0.75));
    let beak = if matches!(look.color, Color::Yellow | Color::Orange) { Color::Red } else { Color::Orange };
    p.poly(&[(14.5, -25.5), (20.0, -22.5), (14.5, -20.5)], ink(beak).edge(0.8));
    p.oval(11.0, -24.5, 1.5, 1.5, Paint::new(DARK).edge(0.0));
}

/// Where a rider sits, in the horse's coordinates.
pub const BACK: (f64, f64) = (-6.0, -82.0);

pub fn horse(p: &mut Pen, look: &Look) {
    let coat = own(look).light(Light::Top);
    let mane = if look.color == Color::Black { Paint::new([92.0, 86.0, 90.0]) } else { coat.shade(0.48) };
    for (x, knee) in [(-34.0, -2.0), (30.0, 4.0)] {
        p.limb((x, -48.0), (x + knee, -24.0), 11.0, 7.0, coat.shade(0.7));
        p.limb((x + knee, -24.0), (x + knee - 1.0, -3.0), 7.0, 5.4, coat.shade(0.7));
    }
    p.line(&[(-48.0, -72.0), (-60.0, -66.0), (-63.0, -46.0), (-60.0, -32.0)], 8.0, mane);
    p.blob(
        &[
            (-50.0, -70.0),
            (-38.0, -82.0),
            (0.0, -78.0),
            (30.0, -84.0),
            (42.0, -70.0),
            (38.0, -50.0),
            (0.0, -44.0),
            (-40.0, -44.0),
            (-52.0, -56.0),
        ],
        coat,
    );
    p.blob(
        &[
            (22.0, -78.0),
            (36.0, -104.0),
            (46.0, -116.0),
            (56.0, -112.0),
            (74.0, -92.0),
            (71.0, -84.0),
            (58.0, -88.0),
            (50.0, -92.0),
            (44.0, -64.0),
            (34.0, -58.0),
        ],
        coat,
    );
    p.poly(&[(44.0, -112.0), (46.0, -119.5), (52.0, -112.0)], coat.shade(0.85));
    p.line(&[(43.0, -113.0), (34.0, -100.0), (27.0, -84.0)], 7.0, mane);
    for (x, knee) in [(-43.0, -3.0), (34.0, 3.0)] {
        p.limb((x, -50.0), (x + knee, -25.0), 13.0, 8.0, coat);
        p.limb((x + knee, -25.0), (x + knee, -4.0), 8.0, 6.0, coat);
        p.slab(x + knee - 5.0, -5.0, 10.0, 5.0, 1.5, Paint::new([58.0, 48.0, 44.0]));
    }
    eye(p, 55.0, -105.0, 1.9, look.color);
    p.oval(70.5, -89.0, 1.4, 1.2, Paint::new(DARK).edge(0.0));
}
