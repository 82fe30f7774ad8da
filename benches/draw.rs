//! Decode + two boxes + encode of one photo, on one thread, beside Pillow and OpenCV in the same run:
//!
//!     GROUNDLINE_PYTHON=venv/bin/python cargo bench --bench draw [--features turbo] -- PHOTO.jpg
//!
//! Without a photo a drawn one of 640×480 is used; without the variable (a Python that has `pillow`, `numpy` and
//! `opencv-python-headless`) only ours is measured. Rounds alternate, and of each contestant the fastest single pass
//! counts, so that other load on the machine weighs little.

use groundline::draw::{boxes, codec, palette};
use groundline::model::geom::{BBox, Size};
use groundline::model::scene::{Image, License};
use groundline::model::settings::PictureFormat;
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Instant;

const ROUNDS: usize = 5;
const PASSES: usize = 60;

fn main() {
    let photo = std::env::args().skip(1).find(|a| !a.starts_with("--"));
    let bytes = match &photo {
        Some(path) => std::fs::read(path).expect("the photo can be read"),
        None => drawn(),
    };
    let path = std::env::temp_dir().join(format!("groundline-bench-{}.jpg", std::process::id()));
    std::fs::write(&path, &bytes).expect("the temporary folder can be written");
    let (w, h) = image::ImageReader::new(std::io::Cursor::new(&bytes))
        .with_guessed_format()
        .expect("a picture")
        .into_dimensions()
        .expect("a picture");
    println!("{w}×{h}, {} bytes of JPEG; milliseconds of the fastest pass", bytes.len());

    let mut best: BTreeMap<String, f64> = BTreeMap::new();
    let mut note = |name: &str, ms: f64| {
        let entry = best.entry(name.to_string()).or_insert(f64::INFINITY);
        *entry = entry.min(ms);
    };
    for _ in 0..ROUNDS {
        for (name, ms) in ours(&bytes, Size { w, h }) {
            note(name, ms);
        }
        if let Some(python) = std::env::var_os("GROUNDLINE_PYTHON") {
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers.py");
            let output = Command::new(python).arg(script).arg(&path).arg(PASSES.to_string()).output();
            let output = output.expect("GROUNDLINE_PYTHON is a Python");
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                if let Some((name, ms)) = line.split_once('\t') {
                    note(name, ms.parse().expect("a number"));
                }
            }
        }
    }
    let _ = std::fs::remove_file(&path);
    let pillow = best.get("Pillow: all").copied();
    for (name, ms) in &best {
        let ratio = pillow.map_or(String::new(), |p| format!("  {:.2} × Pillow's whole", ms / p));
        println!("{name:<32}{ms:>8.2}{ratio}");
    }
}

/// The fastest pass of each step and of the whole.
fn ours(bytes: &[u8], size: Size) -> Vec<(&'static str, f64)> {
    let image = Image {
        path: "photo.jpg".into(),
        url: None,
        source_id: "photo".into(),
        size,
        rotate: 0,
        exif_oriented: false,
        license: License::default(),
    };
    let b = |x, y, w, h| BBox::try_from([size.w * x / 10, size.h * y / 10, size.w * w / 10, size.h * h / 10]);
    let paint = |name| palette::paint(name).expect("a color");
    let two = [(b(1, 1, 4, 5).expect("a box"), paint("red")), (b(4, 3, 5, 6).expect("a box"), paint("green"))];
    let mut best = [f64::INFINITY; 4];
    for _ in 0..PASSES {
        let start = Instant::now();
        let mut picture = codec::decode(bytes, &image).expect("a whole picture");
        let decoded = start.elapsed();
        boxes::draw(&mut picture, &two);
        let marked = start.elapsed();
        let encoded = codec::encode(&picture, PictureFormat::Jpeg, 95).expect("encodes");
        let all = start.elapsed();
        std::hint::black_box(encoded);
        for (slot, time) in best.iter_mut().zip([decoded, marked - decoded, all - marked, all]) {
            *slot = slot.min(time.as_secs_f64() * 1e3);
        }
    }
    let names = if cfg!(feature = "turbo") {
        ["groundline turbo: decode", "groundline turbo: boxes", "groundline turbo: encode", "groundline turbo: all"]
    } else {
        ["groundline: decode", "groundline: boxes", "groundline: encode", "groundline: all"]
    };
    names.into_iter().zip(best).collect()
}

/// A picture with edges, gradients and grain, as photos have.
fn drawn() -> Vec<u8> {
    let mut grain = groundline::rng::item_rng(1, "bench", &[]);
    let picture = image::RgbImage::from_fn(640, 480, |x, y| {
        let noise = (grain.next_u64() % 24) as u32;
        let disc = (x as i64 - 320).pow(2) + (y as i64 - 240).pow(2) < 22_500;
        image::Rgb([(x / 3 + noise) as u8, (y / 3 + noise) as u8, if disc { 200 } else { 60 + noise as u8 }])
    });
    codec::encode(&picture, PictureFormat::Jpeg, 92).expect("encodes")
}
