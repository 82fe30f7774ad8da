//! Houses, vehicles and what stands along a road.

use super::super::class::Look;
use super::super::geom::reach;
use super::super::paint::{Color, Light, Paint, Stuff};
use super::super::pen::Pen;
use super::{ink, own};

const PANE: [f64; 3] = [176.0, 214.0, 236.0];
const TIRE: [f64; 3] = [38.0, 38.0, 42.0];

fn wheel(p: &mut Pen, x: f64, r: f64) {
    p.part("wheel", |p| {
        p.oval(x, -r, r, r, Paint::new(TIRE));
        p.oval(x, -r, r * 0.52, r * 0.52, ink(Color::Grey).tint(0.45).light(Light::Ball));
        p.oval(x, -r, r * 0.16, r * 0.16, ink(Color::Grey).edge(0.0));
    });
}

pub fn car(p: &mut Pen, look: &Look) {
    let body = own(look).stuff(Stuff::Smooth);
    p.blob(
        &[(-36.0, -28.0), (-24.0, -47.0), (2.0, -50.0), (20.0, -46.0), (36.0, -28.0), (0.0, -24.0)],
        body.shade(0.9),
    );
    let pane = Paint::new(PANE).light(Light::To([226.0, 242.0, 250.0]));
    p.poly(&[(-29.0, -28.0), (-20.0, -43.5), (-3.0, -45.5), (-3.0, -28.0)], pane);
    p.poly(&[(1.0, -28.0), (1.0, -45.5), (17.0, -42.5), (29.0, -28.0)], pane);
    p.blob(
        &[
            (-60.0, -26.0),
            (-40.0, -31.0),
            (0.0, -30.0),
            (38.0, -30.0),
            (58.0, -25.0),
            (61.5, -13.0),
            (50.0, -8.0),
            (-50.0, -8.0),
            (-61.0, -11.0),
        ],
        body,
    );
    p.slab(-54.0, -26.5, 90.0, 3.0, 1.5, body.tint(0.45).edge(0.0));
    p.line(&[(-1.0, -28.0), (-1.0, -11.0)], 1.2, body.shade(0.6));
    p.slab(5.0, -22.0, 8.0, 2.4, 1.0, body.shade(0.55).edge(0.0));
    p.oval(57.0, -20.0, 3.4, 4.0, Paint::new([255.0, 240.0, 170.0]));
    p.slab(-61.0, -22.0, 4.0, 7.0, 1.5, Paint::new([200.0, 40.0, 40.0]));
    wheel(p, -35.0, 12.5);
    wheel(p, 35.0, 12.5);
}

pub fn bus(p: &mut Pen, look: &Look) {
    let body = own(look);
    p.slab(-95.0, -84.0, 190.0, 74.0, 11.0, body);
    p.rect(-93.0, -34.0, 186.0, 7.0, body.tint(0.6).edge(0.0));
    let pane = Paint::new(PANE).light(Light::To([226.0, 242.0, 250.0]));
    for k in 0..5 {
        p.slab(-87.0 + 29.0 * f64::from(k), -73.0, 24.0, 27.0, 4.0, pane);
    }
    p.slab(61.0, -73.0, 16.0, 60.0, 3.0, pane.shade(0.9));
    p.line(&[(69.0, -72.0), (69.0, -14.0)], 1.4, body.shade(0.5));
    p.slab(81.0, -73.0, 13.0, 31.0, 3.0, pane);
    p.oval(90.0, -22.0, 3.6, 4.0, Paint::new([255.0, 240.0, 170.0]));
    wheel(p, -54.0, 15.0);
    wheel(p, 44.0, 15.0);
}

/// The saddle and the handlebar's grip of a bicycle, in its coordinates.
pub const SADDLE: (f64, f64) = (-16.0, -66.0);

pub fn bicycle(p: &mut Pen, look: &Look) {
    let tube = own(look).stuff(Stuff::Smooth);
    let (rear, front, crank, head) = ((-34.0, -21.0), (34.0, -21.0), (-4.0, -20.0), (22.0, -56.0));
    for hub in [rear, front] {
        p.part("wheel", |p| {
            for k in 0..8 {
                p.line(&[hub, reach(hub, 45.0 * f64::from(k) + 12.0, 19.0)], 0.6, ink(Color::Grey));
            }
            p.bow(hub, 19.6, 19.6, 0.0, 360.0, 2.8, Paint::new(TIRE));
        });
    }
    let seat = (-14.0, -58.0);
    for path in [[rear, crank, seat, rear], [crank, head, seat, seat], [head, front, head, (20.0, -63.0)]] {
        p.line(&path, 5.2, tube.shade(0.55));
        p.line(&path, 3.8, tube);
    }
    p.line(&[seat, SADDLE], 2.4, ink(Color::Grey));
    p.slab(-25.0, -69.0, 19.0, 4.6, 2.3, ink(Color::Black));
    p.line(&[(20.0, -62.0), (28.0, -67.0), (32.0, -64.0)], 3.0, ink(Color::Black));
    p.oval(crank.0, crank.1, 4.4, 4.4, ink(Color::Grey));
    p.line(&[crank, (1.0, -10.0)], 2.0, ink(Color::Black));
    p.line(&[(-2.0, -9.5), (5.0, -9.5)], 2.6, ink(Color::Black));
}

pub fn house(p: &mut Pen, look: &Look) {
    let wall = Paint::of(look.color, if look.stuff == Stuff::Wood { Stuff::Planks } else { look.stuff });
    let roof = Paint::new([[112.0, 62.0, 52.0], [74.0, 82.0, 100.0]][look.variant % 2]).stuff(Stuff::Planks);
    p.rect(38.0, -158.0, 18.0, 40.0, Paint::new([150.0, 92.0, 78.0]).stuff(Stuff::Brick));
    p.rect(-72.0, -104.0, 144.0, 104.0, wall);
    p.poly(&[(-85.0, -98.0), (-50.0, -148.0), (50.0, -148.0), (85.0, -98.0)], roof);
    let pane = Paint::new(PANE).light(Light::To([226.0, 242.0, 250.0]));
    for x in [-58.0, 24.0] {
        p.rect(x - 3.0, -85.0, 40.0, 40.0, Paint::new([250.0, 248.0, 240.0]));
        p.rect(x, -82.0, 34.0, 34.0, pane);
        p.line(&[(x + 17.0, -82.0), (x + 17.0, -48.0)], 2.0, Paint::new([250.0, 248.0, 240.0]));
        p.line(&[(x, -65.0), (x + 34.0, -65.0)], 2.0, Paint::new([250.0, 248.0, 240.0]));
    }
    p.rect(-14.0, -54.0, 28.0, 54.0, Paint::new([104.0, 66.0, 42.0]).stuff(Stuff::Wood));
    p.oval(9.0, -26.0, 2.0, 2.0, ink(Color::Yellow));
}

pub fn street_light(p: &mut Pen, look: &Look) {
    let pole = own(look).light(Light::Round);
    p.rect(-9.0, -8.0, 12.0, 8.0, pole);
    p.rect(-5.4, -180.0, 5.0, 176.0, pole);
    p.line(&[(-3.0, -178.0), (2.0, -186.0), (16.0, -186.0)], 4.0, pole);
    p.slab(6.0, -188.0, 24.0, 7.0, 3.0, pole);
    p.segment((18.0, -181.0), 9.0, 6.0, 0.0, 180.0, Paint::new([255.0, 246.0, 196.0]));
}

pub fn traffic_light(p: &mut Pen, look: &Look) {
    let pole = ink(Color::Grey).stuff(Stuff::Metal).light(Light::Round);
    p.rect(-3.0, -92.0, 6.0, 92.0, pole);
    p.slab(-8.0, -5.0, 16.0, 5.0, 2.0, pole.shade(0.8));
    p.slab(-13.0, -150.0, 26.0, 62.0, 5.0, own(look));
    let lamps = [[235.0, 60.0, 50.0], [250.0, 200.0, 50.0], [70.0, 205.0, 95.0]];
    for (k, lamp) in lamps.into_iter().enumerate() {
        let y = -139.0 + 20.0 * k as f64;
        let lit = look.variant % 3 == k;
        p.oval(0.0, y, 8.4, 8.4, Paint::new([20.0, 20.0, 22.0]).edge(0.0));
        p.oval(0.0, y, 7.0, 7.0, Paint::new(lamp).shade(if lit { 1.1 } else { 0.35 }).light(Light::Ball).edge(0.0));
    }
}
