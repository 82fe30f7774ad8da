//! Draws scenes and writes them, with perfect annotations, in the on-disk formats of the four datasets.
//!
//! The sample that is embedded in the binary is made by
//! `cargo run --release --example render_sample -- --scenes 84 --out sources/sample`.
//! Tests and benchmarks make larger sets, without pictures where they need none:
//! `cargo run --release --example render_sample -- --scenes 6000 --out DIR --annotations-only`.

mod art;
mod caption;
mod class;
mod geom;
pub(crate) mod paint;
mod pen;
mod raster;
mod spatial;
pub(crate) mod stage;
mod visible;
pub(crate) mod world;
pub(crate) mod write;

use anyhow::{Context, Result};
use clap::Parser;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use world::{HEIGHT, WIDTH, World};

/// Draws scenes and writes them in the formats of Flickr30K, PACO, Open Images and SpatialSense.
#[derive(Parser, Debug)]
pub(crate) struct Args {
    /// Number of pictures, dealt to the four datasets in turn.
    #[arg(long, value_name = "N")]
    pub scenes: usize,
    /// Folder to write to: one folder a dataset.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Seed of everything that is drawn at random.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write the annotations and no pictures.
    #[arg(long)]
    pub annotations_only: bool,
    /// Also write an overview of the pictures to this PNG file.
    #[arg(long, value_name = "FILE")]
    pub sheet: Option<PathBuf>,
}

fn main() -> Result<()> {
    run(&Args::parse())
}

/// Writes the set.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut writers = write::writers(&args.out).with_context(|| format!("cannot write to {}", args.out.display()))?;
    let mut sheet = Vec::new();
    for first in (0..args.scenes).step_by(64) {
        let numbers: Vec<usize> = (first..args.scenes.min(first + 64)).collect();
        let mut worlds: Vec<World> = numbers.par_iter().map(|&n| stage::compose(args.seed, n % 4, n / 4)).collect();
        let mut files = Vec::new();
        for (&n, world) in numbers.iter().zip(&mut worlds) {
            writers[n % 4].add(n / 4, world)?;
            files.push(args.out.join(stage::DATASETS[n % 4]).join(write::path(n % 4, n / 4)));
        }
        if !args.annotations_only {
            worlds.par_iter().zip(&files).try_for_each(|(world, file)| save(world, file))?;
        }
        if args.sheet.is_some() {
            sheet.extend(worlds.iter().map(|w| raster::render(WIDTH, HEIGHT, w.shapes.iter())));
        }
    }
    for writer in &mut writers {
        writer.finish()?;
    }
    args.sheet.as_ref().map_or(Ok(()), |file| overview(&sheet, file))
}

/// The picture as a JPEG file.
pub(crate) fn jpeg(world: &World) -> Result<Vec<u8>> {
    let picture = raster::render(WIDTH, HEIGHT, world.shapes.iter());
    let mut bytes = Vec::new();
    image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 78).encode_image(&picture)?;
    Ok(bytes)
}

fn save(world: &World, file: &Path) -> Result<()> {
    std::fs::write(file, jpeg(world)?).with_context(|| format!("cannot write {}", file.display()))
}

fn overview(pictures: &[image::RgbImage], file: &Path) -> Result<()> {
    let rows = pictures.len().div_ceil(4) as u32;
    let mut sheet = image::RgbImage::from_pixel(4 * (WIDTH + 4), rows * (HEIGHT + 4), image::Rgb([255; 3]));
    for (i, picture) in pictures.iter().enumerate() {
        let (x, y) = (i as i64 % 4 * i64::from(WIDTH + 4), i as i64 / 4 * i64::from(HEIGHT + 4));
        image::imageops::replace(&mut sheet, picture, x, y);
    }
    sheet.save(file).with_context(|| format!("cannot write {}", file.display()))
}
