//! Pictures scaled as CLIP's own preprocessing does it (Pillow's bicubic filter, torchvision's crop): an image
//! model sees a picture that another filter has scaled as another picture.

use image::RgbImage;

/// Which pixels of a line make one of the scaled line: the first, and their weights.
struct Taps {
    first: usize,
    /// In 2⁻²² parts, as Pillow has them.
    weights: Vec<i64>,
}

/// Bits after the point of a weight.
const BITS: u32 = 22;

/// The picture with its shorter side scaled to `side`, and of that the middle square.
pub fn square(image: &RgbImage, side: u32) -> RgbImage {
    let (w, h) = (image.width().max(1), image.height().max(1));
    let long = |n: u32, short: u32| (u64::from(n) * u64::from(side) / u64::from(short)).max(u64::from(side)) as u32;
    let (width, height) = if w < h { (side, long(h, w)) } else { (long(w, h), side) };
    // Each pass rounds to bytes, the horizontal one first (Pillow 13 turns them round where that saves much, never at this
    // scale of both sides: tried from 60 to 1,280 pixels).
    let (across, down) = (taps(w, width), taps(h, height));
    let wide = RgbImage::from_fn(width, h, |x, y| mix(across.get(x as usize), |i| image.get_pixel(i, y).0));
    let small = RgbImage::from_fn(width, height, |x, y| mix(down.get(y as usize), |i| wide.get_pixel(x, i).0));
    image::imageops::crop_imm(&small, middle(width - side), middle(height - side), side, side).to_image()
}

/// Half of what is left over; halves go to the even number.
fn middle(rest: u32) -> u32 {
    (f64::from(rest) / 2.0).round_ties_even() as u32
}

fn mix(taps: Option<&Taps>, pixel: impl Fn(u32) -> [u8; 3]) -> image::Rgb<u8> {
    let mut sums = [1i64 << (BITS - 1); 3];
    for (k, weight) in taps.iter().flat_map(|t| t.weights.iter().enumerate().map(|(k, w)| (t.first + k, w))) {
        for (sum, value) in sums.iter_mut().zip(pixel(k as u32)) {
            *sum += weight * i64::from(value);
        }
    }
    image::Rgb(sums.map(|s| (s >> BITS).clamp(0, 255) as u8))
}

/// The taps of every pixel of a line of `from` pixels scaled to `to`; when it shrinks, the filter widens.
fn taps(from: u32, to: u32) -> Vec<Taps> {
    let scale = f64::from(from) / f64::from(to);
    let wide = scale.max(1.0);
    let reach = 2.0 * wide;
    (0..to)
        .map(|at| {
            let center = (f64::from(at) + 0.5) * scale;
            let first = (center - reach + 0.5).max(0.0) as usize;
            let end = ((center + reach + 0.5) as usize).min(from as usize);
            let weights: Vec<f64> = (first..end).map(|i| bicubic((i as f64 - center + 0.5) / wide)).collect();
            let sum: f64 = weights.iter().sum();
            let weights = weights.iter().map(|w| (w / sum * f64::from(1 << BITS)).round() as i64);
            Taps { first, weights: weights.collect() }
        })
        .collect()
}

/// Keys' cubic kernel with a = -0.5.
fn bicubic(x: f64) -> f64 {
    let x = x.abs();
    match x {
        _ if x < 1.0 => (1.5 * x - 2.5) * x * x + 1.0,
        _ if x < 2.0 => ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of Pillow 13 and torchvision 0.29: `CenterCrop(4)(Resize(4, BICUBIC)(picture))` of these hard-edged pictures.
    #[test]
    fn scaled_as_pillow_does() {
        let cases: [((u32, u32), [u8; 48]); 3] = [
            (
                (25, 9),
                [
                    202, 194, 181, 203, 194, 166, 161, 178, 200, 190, 175, 195, 170, 180, 185, 178, 190, 158, 203, 173,
                    174, 187, 180, 193, 179, 177, 204, 169, 178, 204, 191, 167, 176, 182, 183, 187, 215, 166, 181, 177,
                    180, 198, 195, 153, 202, 161, 170, 181,
                ],
            ),
            (
                (12, 18),
                [
                    189, 194, 174, 190, 190, 174, 177, 184, 192, 170, 182, 193, 188, 193, 200, 175, 206, 183, 172, 193,
                    173, 202, 177, 190, 186, 190, 185, 198, 196, 178, 183, 189, 206, 163, 186, 191, 178, 187, 172, 179,
                    185, 191, 198, 183, 177, 196, 180, 208,
                ],
            ),
            (
                (3, 2),
                [
                    217, 228, 126, 56, 115, 226, 54, 72, 250, 211, 104, 192, 191, 211, 160, 102, 146, 229, 106, 122,
                    247, 204, 145, 208, 142, 177, 227, 193, 208, 235, 210, 220, 239, 191, 226, 240, 116, 160, 255, 239,
                    239, 238, 255, 255, 236, 184, 255, 255,
                ],
            ),
        ];
        for ((w, h), want) in cases {
            let picture = RgbImage::from_fn(w, h, |x, y| {
                image::Rgb([0, 1, 2].map(|c| match (x * 7 + y * 5 + c * 3) % 11 {
                    0..5 => 255,
                    _ => ((x * 37 + y * 91 + c * 53) % 256) as u8,
                }))
            });
            let got = square(&picture, 4).into_raw();
            let off: Vec<u8> = got.iter().zip(want).map(|(a, b)| a.abs_diff(b)).filter(|d| *d > 0).collect();
            assert!(off.is_empty() && got.len() == want.len(), "{w}×{h}: {off:?} {got:?}");
        }
    }

    #[test]
    fn halves_of_a_pixel_go_to_the_even_one() {
        assert_eq!([0, 1, 2, 3, 4, 5, 111].map(middle), [0, 0, 1, 2, 2, 2, 56]);
    }
}
