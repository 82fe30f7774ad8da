//! Points, angles and outlines. Trigonometry is our own polynomial, so that every platform draws the same pixels.

/// A point, x to the right and y down.
pub type P = (f64, f64);

/// A filled region: closed contours, joined by the nonzero rule.
pub type Outline = Vec<Vec<P>>;

/// Sine of an angle in degrees, to three digits: good enough to draw with, and the same everywhere.
pub fn sin(degrees: f64) -> f64 {
    let turns = degrees / 360.0;
    let t = turns - turns.floor();
    let x = if t > 0.5 { t - 1.0 } else { t };
    let y = 8.0 * x * (1.0 - 2.0 * x.abs());
    0.225 * (y * y.abs() - y) + y
}

/// Cosine of an angle in degrees.
pub fn cos(degrees: f64) -> f64 {
    sin(degrees + 90.0)
}

/// Distance of two points.
pub fn distance(a: P, b: P) -> f64 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

/// The point at `length` from `a` in a direction: 0 is down, 90 is to the right.
pub fn reach(a: P, degrees: f64, length: f64) -> P {
    (a.0 + sin(degrees) * length, a.1 + cos(degrees) * length)
}

/// An ellipse, or the part of it between two angles (clockwise from the right, in degrees).
pub fn arc(center: P, rx: f64, ry: f64, from: f64, to: f64) -> Vec<P> {
    let steps = ((rx.max(ry) * 0.9) as usize).clamp(16, 72);
    (0..=steps)
        .map(|i| {
            let a = from + (to - from) * i as f64 / steps as f64;
            (center.0 + cos(a) * rx, center.1 + sin(a) * ry)
        })
        .collect()
}

/// A rectangle with rounded corners; the radius is cut to fit.
pub fn rounded(x: f64, y: f64, w: f64, h: f64, radius: f64) -> Vec<P> {
    let r = radius.min(w / 2.0).min(h / 2.0);
    if r <= 0.0 {
        return vec![(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
    }
    let corner = |cx: f64, cy: f64, from: f64| {
        (0..=6).map(move |i| {
            let a = from + 15.0 * f64::from(i);
            (cx + cos(a) * r, cy + sin(a) * r)
        })
    };
    corner(x + r, y + r, 180.0)
        .chain(corner(x + w - r, y + r, 270.0))
        .chain(corner(x + w - r, y + h - r, 0.0))
        .chain(corner(x + r, y + h - r, 90.0))
        .collect()
}

/// A closed curve through the points (Catmull–Rom).
pub fn smooth(points: &[P]) -> Vec<P> {
    let n = points.len();
    let mut out = Vec::with_capacity(n * 8);
    for i in 0..n {
        let [a, b, c, d] = [points[(i + n - 1) % n], points[i], points[(i + 1) % n], points[(i + 2) % n]];
        for k in 0..8 {
            let t = f64::from(k) / 8.0;
            let blend = |a: f64, b: f64, c: f64, d: f64| {
                0.5 * (2.0 * b
                    + (c - a) * t
                    + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                    + (3.0 * b - a - 3.0 * c + d) * t * t * t)
            };
            out.push((blend(a.0, b.0, c.0, d.0), blend(a.1, b.1, c.1, d.1)));
        }
    }
    out
}

/// A line with round ends whose width runs from `w0` to `w1`.
pub fn capsule(a: P, b: P, w0: f64, w1: f64) -> Outline {
    let length = distance(a, b).max(1e-6);
    let (nx, ny) = ((b.1 - a.1) / length, (a.0 - b.0) / length);
    let (r0, r1) = (w0 / 2.0, w1 / 2.0);
    let quad = vec![
        (a.0 + nx * r0, a.1 + ny * r0),
        (b.0 + nx * r1, b.1 + ny * r1),
        (b.0 - nx * r1, b.1 - ny * r1),
        (a.0 - nx * r0, a.1 - ny * r0),
    ];
    [quad, arc(a, r0, r0, 0.0, 360.0), arc(b, r1, r1, 0.0, 360.0)].into_iter().map(wind).collect()
}

/// A polyline with round ends and joints.
pub fn stroke(points: &[P], width: f64) -> Outline {
    points.windows(2).flat_map(|s| capsule(s[0], s[1], width, width)).collect()
}

/// A thin line along closed contours: one quad a side, without joints.
pub fn hairline(outline: &Outline, width: f64) -> Outline {
    let r = width / 2.0;
    let mut out = Vec::new();
    for contour in outline {
        for (i, &a) in contour.iter().enumerate() {
            let b = contour[(i + 1) % contour.len()];
            let length = distance(a, b);
            if length < 0.05 {
                continue;
            }
            let (ux, uy) = ((b.0 - a.0) / length * r, (b.1 - a.1) / length * r);
            out.push(wind(vec![
                (a.0 - ux * 0.6 + uy, a.1 - uy * 0.6 - ux),
                (b.0 + ux * 0.6 + uy, b.1 + uy * 0.6 - ux),
                (b.0 + ux * 0.6 - uy, b.1 + uy * 0.6 + ux),
                (a.0 - ux * 0.6 - uy, a.1 - uy * 0.6 + ux),
            ]));
        }
    }
    out
}

/// The contour in the direction that makes its area positive, so that overlapping contours add up.
fn wind(mut contour: Vec<P>) -> Vec<P> {
    let doubled: f64 = (0..contour.len())
        .map(|i| {
            let (a, b) = (contour[i], contour[(i + 1) % contour.len()]);
            a.0 * b.1 - b.0 * a.1
        })
        .sum();
    if doubled < 0.0 {
        contour.reverse();
    }
    contour
}

/// Left, top, right and bottom of an outline.
pub fn bounds(outline: &Outline) -> [f64; 4] {
    let mut b = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    for &(x, y) in outline.iter().flatten() {
        b = [b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_sine_is_a_sine() {
        for degrees in -720..=720 {
            let want = f64::from(degrees).to_radians().sin();
            assert!((sin(f64::from(degrees)) - want).abs() < 2e-3, "sin {degrees}");
        }
    }

    #[test]
    fn a_capsule_reaches_as_far_as_its_width() {
        let b = bounds(&capsule((10.0, 10.0), (10.0, 30.0), 4.0, 6.0));
        for (got, want) in b.into_iter().zip([7.0, 8.0, 13.0, 33.0]) {
            assert!((got - want).abs() < 0.05, "{b:?}");
        }
    }
}
