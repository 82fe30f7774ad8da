//! What is known of the pictures themselves: the image list and the table of sizes.

use super::index::key;
use super::table::{Table, clean, field, number, place};
use crate::error::{Error, Place, Result};
use crate::model::geom::Size;
use crate::model::reject::Reject;
use crate::model::scene::License;
use crate::source::license;
use crate::source::vault::Vault;
use csv::ByteRecord;

/// Columns of the image list that we use; each may be missing.
pub(super) struct ListColumns {
    url: Option<usize>,
    license: Option<usize>,
    author: Option<usize>,
    rotation: Option<usize>,
}

/// A row of the image list.
pub(super) struct Listed {
    pub url: Option<String>,
    pub license: License,
    /// Quarter turns counterclockwise that bring the stored picture upright.
    pub rotate: u8,
}

impl ListColumns {
    pub fn of(table: &Table) -> Self {
        ListColumns {
            url: table.column("OriginalURL"),
            license: table.column("License"),
            author: table.column("Author"),
            rotation: table.column("Rotation"),
        }
    }

    /// Reads a row. An empty rotation or `nan` (the picture is gone from Flickr) means not turned; an angle that is no
    /// quarter turn is the reject `bad_rotation`, and the picture is not used: its left and right are not known.
    pub fn read(&self, row: &ByteRecord) -> Result<Listed, String> {
        let text = |column| Some(clean(field(row, column))).filter(|t: &String| !t.is_empty());
        let rotation = text(self.rotation).filter(|t| !t.eq_ignore_ascii_case("nan"));
        let quarters = match &rotation {
            None => Some(0.0),
            Some(degrees) => number(degrees.as_bytes()).map(|d| d / 90.0).filter(|q| q.fract() == 0.0),
        };
        let Some(quarters) = quarters else { return Err(rotation.unwrap_or_default()) };
        let (url, author) = (text(self.license).unwrap_or_default(), text(self.author).unwrap_or_default());
        Ok(Listed {
            url: text(self.url),
            license: license::from_link("", &url, &author),
            rotate: quarters.rem_euclid(4.0) as u8,
        })
    }
}

/// Sizes of the stored pictures: 16 bytes each, sorted by key.
pub(super) struct Sizes(Vec<(u64, u32, u32)>);

impl Sizes {
    /// Reads a table of sizes. Its columns are called `image_id,image_w,image_h` or `ImageID,Width,Height`.
    pub fn read(vault: &dyn Vault, path: &str, rejects: &mut Vec<Reject>) -> Result<Self> {
        let mut table = Table::open(vault, path, &[])?;
        let column = |names: [&str; 3]| names.iter().find_map(|n| table.column(n));
        let columns = (
            column(["image_id", "ImageID", "id"]),
            column(["image_w", "width", "w"]),
            column(["image_h", "height", "h"]),
        );
        let (Some(id), Some(w), Some(h)) = columns else {
            return Err(Error::data(
                Place::line(&table.shown, 1),
                "the columns of a table of sizes are not there",
                "expected the header `image_id,image_w,image_h`",
            ));
        };
        let (mut row, mut sizes) = (ByteRecord::new(), Vec::new());
        let pixels = |f: &[u8]| number(f).filter(|v| *v >= 1.0 && *v <= 1e6 && v.fract() == 0.0).map(|v| v as u32);
        while table.next(&mut row)? {
            match (pixels(field(&row, Some(w))), pixels(field(&row, Some(h)))) {
                (Some(w), Some(h)) => sizes.push((key(field(&row, Some(id))), w, h)),
                _ => {
                    let candidate = format!("{}:{}", table.shown, place(&row).0);
                    rejects.push(Reject::new(candidate, "bad_size", format!("{row:?}")));
                }
            }
        }
        sizes.sort_unstable();
        sizes.dedup_by_key(|s| s.0);
        sizes.shrink_to_fit();
        Ok(Sizes(sizes))
    }

    /// Size of a stored picture.
    pub fn of(&self, id: &[u8]) -> Option<Size> {
        let at = self.0.binary_search_by_key(&key(id), |s| s.0).ok()?;
        self.0.get(at).map(|&(_, w, h)| Size { w, h })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_quarter_turns_or_not_known() {
        let columns = ListColumns { url: None, license: None, author: None, rotation: Some(0) };
        let turn = |text: &str| columns.read(&ByteRecord::from(vec![text])).map(|l| l.rotate).ok();
        let want = [Some(0), Some(1), Some(2), Some(3), Some(0), Some(0), Some(0), None, None];
        assert_eq!(["0.0", "90.0", "180", "270.0", "360", "nan", "", "45.0", "up"].map(turn), want);
    }
}
