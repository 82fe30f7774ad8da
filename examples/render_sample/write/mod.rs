//! One writer a dataset: each lists pictures in that dataset's own files.

mod flickr30k;
mod openimages;
mod paco;
mod spatialsense;

use super::world::World;
use std::io;
use std::path::Path;

/// Collects the annotation of pictures and writes it in a dataset's layout.
pub trait Writer {
    /// Lists a picture.
    fn add(&mut self, number: usize, world: &mut World) -> io::Result<()>;
    /// Writes what is left to write.
    fn finish(&mut self) -> io::Result<()>;
}

/// The writers in the order of `stage::DATASETS`, below a folder.
pub fn writers(out: &Path) -> io::Result<[Box<dyn Writer>; 4]> {
    Ok([
        Box::new(flickr30k::Files::create(&out.join("flickr30k"))?),
        Box::new(paco::Files::create(&out.join("paco"))?),
        Box::new(openimages::Files::create(&out.join("openimages"))?),
        Box::new(spatialsense::Files::create(&out.join("spatialsense"))?),
    ])
}

/// Where a picture of a dataset (index into `stage::DATASETS`) belongs below the dataset's folder.
pub fn path(dataset: usize, number: usize) -> String {
    match dataset {
        0 => format!("flickr30k-images/{}.jpg", flickr30k::image_id(number)),
        1 => format!("coco/{}", paco::file_name(number)),
        2 => format!("validation/{}.jpg", openimages::image_id(number)),
        _ => format!("images/flickr/{}", spatialsense::file_name(number)),
    }
}
