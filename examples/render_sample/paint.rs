//! What a surface looks like: a color of PACO's list, a material, and how light falls on it.

use super::geom::sin;

/// The color families that the sample uses (PACO's base names).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Color {
    Black,
    Blue,
    Brown,
    Green,
    Grey,
    Orange,
    Pink,
    Purple,
    Red,
    White,
    Yellow,
}

impl Color {
    /// PACO's name of it.
    pub fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::Blue => "blue",
            Color::Brown => "brown",
            Color::Green => "green",
            Color::Grey => "grey",
            Color::Orange => "orange",
            Color::Pink => "pink",
            Color::Purple => "purple",
            Color::Red => "red",
            Color::White => "white",
            Color::Yellow => "yellow",
        }
    }

    /// The pigment.
    pub fn rgb(self) -> [f64; 3] {
        match self {
            Color::Black => [44.0, 44.0, 50.0],
            Color::Blue => [42.0, 96.0, 205.0],
            Color::Brown => [128.0, 80.0, 44.0],
            Color::Green => [44.0, 148.0, 66.0],
            Color::Grey => [142.0, 145.0, 150.0],
            Color::Orange => [243.0, 130.0, 24.0],
            Color::Pink => [247.0, 142.0, 186.0],
            Color::Purple => [122.0, 60.0, 172.0],
            Color::Red => [212.0, 40.0, 42.0],
            Color::White => [247.0, 246.0, 242.0],
            Color::Yellow => [248.0, 208.0, 36.0],
        }
    }
}

/// A surface. The first ten are materials that the sample annotates; the others are scenery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stuff {
    Ceramic,
    Fabric,
    Glass,
    Leather,
    Metal,
    Paper,
    Plastic,
    Rattan,
    Stone,
    Wood,
    Brick,
    Foliage,
    Fur,
    Grass,
    Planks,
    Smooth,
    Tar,
}

/// How light falls on a shape, over its own extent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Light {
    /// The same everywhere.
    Flat,
    /// Brighter at the top.
    Top,
    /// A cylinder lit from the left.
    Round,
    /// A ball lit from the upper left.
    Ball,
    /// From the pigment at the top to this color at the bottom.
    To([f64; 3]),
}

/// A pigment on a surface under a light.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paint {
    pub rgb: [f64; 3],
    pub alpha: f64,
    pub stuff: Stuff,
    pub light: Light,
    /// Width of the darker outline in pixels, 0 for none.
    pub edge: f64,
}

impl Paint {
    /// A smooth surface with an outline, lit from the top.
    pub fn new(rgb: [f64; 3]) -> Self {
        Paint { rgb, alpha: 1.0, stuff: Stuff::Smooth, light: Light::Top, edge: 1.3 }
    }
    /// A color on a material.
    pub fn of(color: Color, stuff: Stuff) -> Self {
        let alpha = if stuff == Stuff::Glass { 0.62 } else { 1.0 };
        Paint { alpha, stuff, ..Paint::new(color.rgb()) }
    }
    /// Brightness times `k`.
    pub fn shade(mut self, k: f64) -> Self {
        self.rgb = self.rgb.map(|v| (v * k).min(255.0));
        self
    }
    /// Mixed with white by a share.
    pub fn tint(mut self, share: f64) -> Self {
        self.rgb = self.rgb.map(|v| v + (255.0 - v) * share);
        self
    }
    pub fn light(mut self, light: Light) -> Self {
        self.light = light;
        self
    }
    pub fn stuff(mut self, stuff: Stuff) -> Self {
        self.stuff = stuff;
        self
    }
    pub fn alpha(mut self, alpha: f64) -> Self {
        self.alpha = alpha;
        self
    }
    pub fn edge(mut self, width: f64) -> Self {
        self.edge = width;
        self
    }
    /// No outline, no light.
    pub fn plain(self) -> Self {
        self.edge(0.0).light(Light::Flat)
    }

    /// The color at (x, y) pixels from the shape's top left, of a shape `w` × `h`.
    pub fn at(&self, x: f64, y: f64, w: f64, h: f64) -> [f64; 3] {
        let (u, v) = (x / w.max(1.0), y / h.max(1.0));
        let light = match self.light {
            Light::Flat => 1.0,
            Light::Top => 1.07 - 0.17 * v,
            Light::Round => 1.14 - 1.15 * (u - 0.3) * (u - 0.3),
            Light::Ball => 1.2 - 0.85 * ((u - 0.34) * (u - 0.34) + (v - 0.28) * (v - 0.28)),
            Light::To(end) => {
                let k = self.grain(x, y, u, v);
                return [0, 1, 2].map(|i| (self.rgb[i] + (end[i] - self.rgb[i]) * v) * k);
            }
        };
        let k = light * self.grain(x, y, u, v);
        let shine = self.shine(u, v);
        self.rgb.map(|c| (c * k + (255.0 - c) * shine).clamp(0.0, 255.0))
    }

    /// Brightness of the texture, about 1.
    fn grain(&self, x: f64, y: f64, u: f64, v: f64) -> f64 {
        match self.stuff {
            Stuff::Wood => {
                let bend = 3.0 * sin(x * 4.1) + 1.6 * sin(x * 11.0 + 40.0);
                let rings = sin((y + bend) * 62.0) * 0.075 + sin((y + bend * 1.7) * 147.0) * 0.045;
                1.0 + rings + 0.03 * (noise((x / 9.0) as i64, y as i64) - 0.5)
            }
            Stuff::Planks => {
                let seam = if (y.rem_euclid(22.0)) < 1.3 { 0.78 } else { 1.0 };
                let tone = 0.05 * (noise(3, (y / 22.0) as i64) - 0.5);
                seam * (1.0 + tone + 0.03 * sin((y + 2.0 * sin(x * 2.6)) * 80.0))
            }
            Stuff::Fabric => {
                let (a, b) = ((x / 2.0).floor() as i64, (y / 2.0).floor() as i64);
                if (a + b).rem_euclid(2) == 0 { 1.045 } else { 0.94 }
            }
            Stuff::Rattan => {
                let (a, b) = ((x / 6.0).floor() as i64, (y / 4.0).floor() as i64);
                let over = (a + b).rem_euclid(2) == 0;
                let rim = if over { sin(y.rem_euclid(4.0) * 45.0) } else { sin(x.rem_euclid(6.0) * 30.0) };
                if over { 0.92 + 0.26 * rim } else { 0.66 + 0.2 * rim }
            }
            Stuff::Stone => 1.0 + 0.3 * (noise((x / 2.2) as i64, (y / 2.2) as i64) - 0.5),
            Stuff::Tar => 1.0 + 0.07 * (noise((x / 3.0) as i64, (y / 3.0) as i64) - 0.5),
            Stuff::Leather => {
                let crease = sin((x + 3.0 * sin(y * 23.0)) * 47.0) * sin((y + 3.0 * sin(x * 19.0)) * 53.0);
                1.0 + 0.07 * crease + 0.05 * (noise(x as i64 / 2, y as i64 / 2) - 0.5)
            }
            Stuff::Paper => 1.0 + 0.03 * (noise(x as i64 / 2, y as i64 / 2) - 0.5) - if v < 0.03 { 0.08 } else { 0.0 },
            Stuff::Metal => 0.97 + 0.17 * sin(u * 560.0 - 60.0) + 0.05 * sin(u * 1400.0),
            Stuff::Brick => {
                let row = (y / 9.0).floor();
                let shifted = x + if row.rem_euclid(2.0) == 0.0 { 0.0 } else { 10.0 };
                let joint = y.rem_euclid(9.0) < 1.4 || shifted.rem_euclid(20.0) < 1.4;
                let tone = 0.16 * (noise((shifted / 20.0).floor() as i64, row as i64) - 0.5);
                if joint { 1.22 } else { 0.98 + tone }
            }
            Stuff::Grass => {
                let blade = noise((x / 2.0) as i64, (y / 6.0) as i64);
                let tuft = if blade > 0.93 { -0.1 } else { 0.0 };
                1.0 + tuft + 0.03 * sin(x * 1.3 + y * 3.0)
            }
            Stuff::Foliage => 1.0 + 0.2 * (noise((x / 4.0) as i64, (y / 4.0) as i64) - 0.5),
            Stuff::Fur => 1.0 + 0.1 * (noise((x / 1.5) as i64, (y / 4.0) as i64) - 0.5),
            Stuff::Ceramic | Stuff::Glass | Stuff::Plastic | Stuff::Smooth => 1.0,
        }
    }

    /// Share of white of a highlight.
    fn shine(&self, u: f64, v: f64) -> f64 {
        let band = |at: f64, wide: f64| (1.0 - ((u - at) / wide) * ((u - at) / wide)).max(0.0);
        match self.stuff {
            Stuff::Ceramic => 0.28 * band(0.24, 0.11) * (1.0 - v * 0.7),
            Stuff::Metal => 0.5 * band(0.3, 0.09) + 0.18 * band(0.78, 0.06),
            Stuff::Glass => 0.62 * band(0.2, 0.07) + 0.25 * band(0.86, 0.05) + 0.16 * (1.0 - v),
            Stuff::Plastic => {
                let d = (u - 0.28) * (u - 0.28) * 1.4 + (v - 0.2) * (v - 0.2) * 2.0;
                0.62 * (1.0 - d * 26.0).max(0.0) + 0.1 * (1.0 - v)
            }
            Stuff::Leather => 0.14 * band(0.35, 0.25) * (1.0 - v),
            _ => 0.0,
        }
    }
}

/// A hash of a lattice point, in `[0, 1)`.
pub fn noise(x: i64, y: i64) -> f64 {
    let mut h = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    h = (h ^ (h >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h ^= h >> 32;
    (h & 0xFFFF) as f64 / 65536.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_fills_its_range() {
        let values: Vec<f64> = (0..1000).map(|i| noise(i, i * 7)).collect();
        assert!(values.iter().all(|v| (0.0..1.0).contains(v)));
        let mean = values.iter().sum::<f64>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.05, "{mean}");
    }

    #[test]
    fn a_textured_surface_keeps_the_pigment_on_the_average() {
        for stuff in [Stuff::Wood, Stuff::Fabric, Stuff::Stone, Stuff::Leather, Stuff::Brick, Stuff::Grass] {
            let paint = Paint::of(Color::Blue, stuff).light(Light::Flat);
            let mean: f64 = (0..3600).map(|i| paint.at(f64::from(i % 60), f64::from(i / 60), 60.0, 60.0)[2]).sum();
            assert!((mean / 3600.0 - 205.0).abs() < 22.0, "{stuff:?}: {}", mean / 3600.0);
        }
    }
}
