//! The picture beside an annotation: whether it is there, and which frame the boxes are in.

use super::SourceOptions;
use super::header::{self, Header, HeaderFault};
use super::manifest::Manifest;
use super::vault::Vault;
use crate::error::{Error, Place, Result};
use crate::model::geom::Size;
use crate::model::reject::Reason;
use std::sync::Arc;

/// The pictures of a source.
#[derive(Clone)]
pub struct Pictures {
    vault: Arc<dyn Vault>,
    folder: String,
    wanted: bool,
}

/// The frame that boxes are in, as [`crate::model::scene::Image`] has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Size in pixels.
    pub size: Size,
    /// Whether the EXIF orientation must be applied to the stored pixels to get there.
    pub exif_oriented: bool,
}

/// A reason and a detail.
pub type Fault = (Reason, String);

impl Pictures {
    /// Where `pictures` is declared (the default of every manifest), each picture's header is read and a picture that
    /// is not there is a reject; where the configuration says `pictures = false`, none is opened.
    ///
    /// # Errors
    /// When pictures are wanted and their folder is not there.
    pub fn open(vault: &Arc<dyn Vault>, manifest: &Manifest, options: &SourceOptions) -> Result<Self> {
        let folder = manifest.images(options).trim_end_matches('/').to_string();
        let wanted = manifest.declares(options, "pictures");
        if wanted && !vault.exists(&folder) {
            return Err(Error::data(
                Place::file(vault.show(&folder)),
                format!("there is no such folder of {} pictures", manifest.name),
                "name it as `images` (it may be nested, e.g. `flickr30k_images/flickr30k_images`), \
                 or declare `pictures = false` to read annotations alone",
            ));
        }
        Ok(Pictures { vault: Arc::clone(vault), folder, wanted })
    }

    /// The header of a picture, by its path inside the folder; `None` where pictures are not wanted.
    ///
    /// # Errors
    /// `missing_picture`, or `unreadable_picture` with what is wrong with it.
    pub fn header(&self, path: &str) -> Result<Option<Header>, Fault> {
        if !self.wanted {
            return Ok(None);
        }
        let full = if self.folder.is_empty() { path.to_string() } else { format!("{}/{path}", self.folder) };
        header::of(&*self.vault, &full).map(Some).map_err(|fault| match fault {
            HeaderFault::Missing => ("missing_picture", self.vault.show(&full)),
            other => ("unreadable_picture", format!("{}: {other}", self.vault.show(&full))),
        })
    }
}

/// Decides the frame from the annotated size and the header, whichever are known.
///
/// Annotated boxes are in the stored frame if the annotated size is the stored one (square pictures and half turns,
/// where both frames have one size, count as stored), and in the oriented frame if only that one has the annotated
/// size. With no annotated size there are no boxes to place: the picture is taken as viewers show it.
///
/// # Errors
/// `size_mismatch` when the annotation is of another size than the picture, `unknown_size` when neither is known: a
/// size is never guessed.
pub fn frame(annotated: Option<Size>, header: Option<&Header>) -> Result<Frame, Fault> {
    match (annotated, header) {
        (Some(size), None) => Ok(Frame { size, exif_oriented: false }),
        (Some(size), Some(h)) if size == h.size => Ok(Frame { size, exif_oriented: false }),
        (Some(size), Some(h)) if size == h.oriented() => Ok(Frame { size, exif_oriented: true }),
        (Some(a), Some(h)) => Err((
            "size_mismatch",
            format!("annotated as {} × {}, but the picture has {} × {}", a.w, a.h, h.size.w, h.size.h),
        )),
        (None, Some(h)) => Ok(Frame { size: h.oriented(), exif_oriented: h.exif != 1 }),
        (None, None) => Err(("unknown_size", "neither the annotation nor a picture tells its size".to_string())),
    }
}

/// Whether a file name or relative path stays inside its folder.
pub fn is_inside(path: &str) -> bool {
    !path.is_empty() && !path.contains(['\\', ':', '\0']) && path.split('/').all(|s| !matches!(s, "" | "." | ".."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::header::Format;

    #[test]
    fn the_annotated_size_decides_between_stored_and_oriented() {
        let (wide, tall) = (Size { w: 4, h: 3 }, Size { w: 3, h: 4 });
        let turned = Header { format: Format::Jpeg, size: wide, exif: 6 };
        let half = Header { format: Format::Jpeg, size: wide, exif: 3 };
        assert_eq!(frame(Some(wide), Some(&turned)), Ok(Frame { size: wide, exif_oriented: false }));
        assert_eq!(frame(Some(tall), Some(&turned)), Ok(Frame { size: tall, exif_oriented: true }));
        assert_eq!(frame(Some(wide), Some(&half)), Ok(Frame { size: wide, exif_oriented: false }));
        assert_eq!(frame(None, Some(&turned)), Ok(Frame { size: tall, exif_oriented: true }));
        assert_eq!(frame(Some(Size { w: 9, h: 9 }), Some(&turned)).unwrap_err().0, "size_mismatch");
        assert_eq!(frame(None, None).unwrap_err().0, "unknown_size");
    }

    #[test]
    fn a_path_cannot_leave_its_folder() {
        assert!(is_inside("a.jpg") && is_inside("b/a.jpg"));
        assert!(["", "..", "../a", "/a", "a//b", "c:\\a"].iter().all(|p| !is_inside(p)));
    }
}
