//! Figures: a skeleton with limbs, clothes, a face and hair. Each garment is a thing of its own.

use super::super::geom::{P, reach, stroke};
use super::super::paint::{Color, Light, Paint, Stuff};
use super::super::pen::Pen;
use super::super::raster::Shape;
use super::pose::{Joints, Pose, joints};

/// Who a figure is.
#[derive(Debug, Clone, Copy)]
pub struct Figure {
    pub pose: Pose,
    pub skin: [f64; 3],
    pub hair: [f64; 3],
    pub long_hair: bool,
    pub child: bool,
    pub top: Color,
    /// Trousers, or none under a dress.
    pub bottom: Option<Color>,
}

/// Indices of the things that a figure's shapes belong to.
#[derive(Debug, Clone, Copy)]
pub struct Owners {
    pub top: usize,
    pub bottom: Option<usize>,
}

/// A limb of two pieces with a dark rim, drawn so that the joint shows no seam.
fn bent(p: &mut Pen, points: [P; 3], width: f64, paint: Paint) {
    let rim = Paint { alpha: 0.85, ..paint.plain().stuff(Stuff::Smooth).shade(0.5) };
    p.fill(stroke(&points, width + 1.4), rim);
    p.fill(stroke(&points, width), paint.edge(0.0).light(Light::Flat));
}

/// Draws the figure and returns its joints in the picture's coordinates.
pub fn draw(p: &mut Pen, f: &Figure, owners: Owners) -> Joints {
    let j = joints(f.pose);
    let skin = Paint::new(f.skin);
    let top = Paint::of(f.top, Stuff::Fabric).edge(1.0);
    let shoulder = reach(j.neck, 0.0, 5.0);
    arm(p, &j, 1, skin, top.shade(0.74), shoulder, owners);
    leg(p, &j, 1, f, skin.shade(0.86), owners, 0.78);
    leg(p, &j, 0, f, skin, owners, 1.0);
    torso(p, &j, f, top, owners);
    head(p, &j, f, skin);
    arm(p, &j, 0, skin, top.shade(1.06), shoulder, owners);
    let at = |q: P| p.at(q);
    Joints {
        head: at(j.head),
        neck: at(j.neck),
        hip: at(j.hip),
        legs: j.legs.map(|(a, b)| (at(a), at(b))),
        arms: j.arms.map(|(a, b)| (at(a), at(b))),
    }
}

fn owned(p: &mut Pen, owner: usize, draw: impl FnOnce(&mut Pen)) {
    let before = p.owner.replace(owner);
    draw(p);
    p.owner = before;
}

fn arm(p: &mut Pen, j: &Joints, side: usize, skin: Paint, sleeve: Paint, shoulder: P, owners: Owners) {
    let (elbow, hand) = j.arms[side];
    bent(p, [shoulder, elbow, hand], 5.2, skin);
    p.oval(hand.0, hand.1, 3.6, 3.6, skin.edge(0.8));
    let cuff = (shoulder.0 + (elbow.0 - shoulder.0) * 0.8, shoulder.1 + (elbow.1 - shoulder.1) * 0.8);
    owned(p, owners.top, |p| bent(p, [shoulder, shoulder, cuff], 7.6, sleeve));
}

fn leg(p: &mut Pen, j: &Joints, side: usize, f: &Figure, skin: Paint, owners: Owners, tone: f64) {
    let (knee, foot) = j.legs[side];
    bent(p, [j.hip, knee, foot], 6.4, skin);
    let toe = (foot.0 + 3.4, foot.1 + 0.4);
    p.oval(toe.0, toe.1, 6.2, 3.0, Paint::new([66.0, 58.0, 60.0]).shade(tone).edge(0.8));
    if let (Some(color), Some(owner)) = (f.bottom, owners.bottom) {
        let cloth = Paint::of(color, Stuff::Fabric).shade(tone);
        let ankle = (knee.0 + (foot.0 - knee.0) * 0.86, knee.1 + (foot.1 - knee.1) * 0.86);
        owned(p, owner, |p| bent(p, [j.hip, knee, ankle], 8.6, cloth));
    }
}

fn torso(p: &mut Pen, j: &Joints, f: &Figure, top: Paint, owners: Owners) {
    p.limb(j.neck, j.head, 6.0, 6.0, Paint::new(f.skin).shade(0.88));
    let (n, h) = (j.neck, j.hip);
    let across = |c: P, d: f64, dy: f64| (c.0 + d, c.1 + dy);
    owned(p, owners.top, |p| {
        if f.bottom.is_none() {
            let knee = j.legs[0].0;
            let back = (h.0 - 11.0).min(j.legs[1].0.0 - 4.0);
            let hem = (knee.0 + 7.0).max(h.0 + 10.0);
            let low = knee.1.max(h.1 + 8.0) - 2.0;
            p.poly(&[across(h, -7.0, -12.0), across(h, 7.0, -12.0), (hem, low), (back, low.max(h.1 + 10.0))], top);
        }
        p.blob(
            &[
                across(n, -8.5, 1.5),
                across(n, 0.0, 0.0),
                across(n, 8.5, 1.5),
                across(n, 8.0, 16.0),
                across(h, 8.2, 3.0),
                across(h, 0.0, 4.5),
                across(h, -8.2, 3.0),
                across(n, -8.0, 16.0),
            ],
            top,
        );
    });
}

fn head(p: &mut Pen, j: &Joints, f: &Figure, skin: Paint) {
    let (x, y) = j.head;
    let r = if f.child { 11.5 } else { 9.4 };
    let (x, y) = (x, y - (r - 9.4));
    let hair = Paint::new(f.hair);
    if f.long_hair {
        p.blob(
            &[
                (x - r, y - 3.0),
                (x, y - r - 1.6),
                (x + r * 0.8, y - 4.0),
                (x + 2.0, y + 6.0),
                (x - 3.0, y + r + 7.0),
                (x - r - 3.0, y + r + 5.0),
            ],
            hair,
        );
    }
    p.oval(x, y, r, r * 1.04, skin.light(Light::Ball));
    p.oval(x + r * 0.98, y + 1.6, 1.8, 1.6, skin.shade(0.94).edge(0.0));
    p.segment((x - 0.6, y - 0.8), r + 0.9, r + 0.6, 165.0, 330.0, hair.edge(0.9));
    if f.long_hair {
        p.blob(
            &[
                (x - r - 0.6, y - 2.0),
                (x - r * 0.2, y - 4.0),
                (x - r * 0.35, y + 5.0),
                (x - r * 0.7, y + r + 1.0),
                (x - r - 2.4, y + r),
            ],
            hair.edge(0.0),
        );
    } else {
        p.oval(x - r * 0.62, y - 1.0, r * 0.4, r * 0.6, hair.edge(0.0));
    }
    for dx in [0.12, 0.66] {
        p.oval(x + r * dx, y - 0.4, 1.2, 1.5, Paint::new([34.0, 28.0, 30.0]).edge(0.0));
    }
    p.line(&[(x + r * 0.2, y + r * 0.5), (x + r * 0.62, y + r * 0.5)], 1.2, Paint::new([150.0, 70.0, 66.0]));
}

/// The hand in front of what it holds.
pub fn grip(shapes: &mut Vec<Shape>, at: P, scale: f64, skin: [f64; 3], owner: usize) {
    let mut p = Pen { shapes, origin: at, scale, flip: false, turn: 0.0, owner: Some(owner), part: None };
    p.oval(0.0, 0.0, 3.8, 3.8, Paint::new(skin).edge(0.8));
}
