//! Draws shapes of one thing in its own coordinates: origin at the middle of its foot, x right, y down, so that
//! everything above the ground has a negative y.

use super::geom::{self, Outline, P};
use super::paint::Paint;
use super::raster::Shape;

/// Where shapes go and how the thing's coordinates become the picture's.
pub struct Pen<'a> {
    pub shapes: &'a mut Vec<Shape>,
    pub origin: P,
    pub scale: f64,
    /// Mirrored: the thing faces left.
    pub flip: bool,
    /// Turned about the origin, in degrees clockwise.
    pub turn: f64,
    pub owner: Option<usize>,
    pub part: Option<&'static str>,
}

impl Pen<'_> {
    /// A point of the thing in the picture.
    pub fn at(&self, p: P) -> P {
        let (sin, cos) = (geom::sin(self.turn), geom::cos(self.turn));
        let (x, y) = (p.0 * cos - p.1 * sin, p.0 * sin + p.1 * cos);
        let x = if self.flip { -x } else { x };
        (self.origin.0 + x * self.scale, self.origin.1 + y * self.scale)
    }

    /// Any outline.
    pub fn fill(&mut self, outline: Outline, paint: Paint) {
        let outline = outline.into_iter().map(|c| c.into_iter().map(|p| self.at(p)).collect()).collect();
        self.shapes.push(Shape { outline, paint, owner: self.owner, part: self.part });
    }
    pub fn poly(&mut self, points: &[P], paint: Paint) {
        self.fill(vec![points.to_vec()], paint);
    }
    /// A closed curve through the points.
    pub fn blob(&mut self, points: &[P], paint: Paint) {
        self.fill(vec![geom::smooth(points)], paint);
    }
    pub fn rect(&mut self, x: f64, y: f64, w: f64, h: f64, paint: Paint) {
        self.fill(vec![geom::rounded(x, y, w, h, 0.0)], paint);
    }
    /// A rectangle with rounded corners.
    pub fn slab(&mut self, x: f64, y: f64, w: f64, h: f64, radius: f64, paint: Paint) {
        self.fill(vec![geom::rounded(x, y, w, h, radius)], paint);
    }
    pub fn oval(&mut self, x: f64, y: f64, rx: f64, ry: f64, paint: Paint) {
        self.fill(vec![geom::arc((x, y), rx, ry, 0.0, 360.0)], paint);
    }
    /// Part of an oval, closed by its chord; angles clockwise from the right.
    pub fn segment(&mut self, center: P, rx: f64, ry: f64, from: f64, to: f64, paint: Paint) {
        self.fill(vec![geom::arc(center, rx, ry, from, to)], paint);
    }
    /// A polyline with round ends.
    pub fn line(&mut self, points: &[P], width: f64, paint: Paint) {
        self.fill(geom::stroke(points, width), paint.edge(0.0));
    }
    /// A curved line along an ellipse.
    #[expect(clippy::too_many_arguments, reason = "center, radii, angles, width, paint")]
    pub fn bow(&mut self, center: P, rx: f64, ry: f64, from: f64, to: f64, width: f64, paint: Paint) {
        self.line(&geom::arc(center, rx, ry, from, to), width, paint);
    }
    /// A limb: round ends, width from `w0` to `w1`.
    pub fn limb(&mut self, a: P, b: P, w0: f64, w1: f64, paint: Paint) {
        self.fill(geom::capsule(a, b, w0, w1), paint.edge(0.0));
    }
    /// Shapes that `draw` makes belong to a named part of the thing.
    pub fn part(&mut self, name: &'static str, draw: impl FnOnce(&mut Self)) {
        let before = self.part.replace(name);
        draw(self);
        self.part = before;
    }
}
