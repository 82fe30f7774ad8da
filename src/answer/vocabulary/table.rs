//! Words by key, found without a search and without a branch: most words of a response are in no table, and guessing
//! which ones are costs more than looking.

use super::Class;
use std::hint::select_unpredictable;

/// A word of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Key of the word; 0 in a free slot, which no word has.
    pub key: u64,
    /// Its classes.
    pub class: Class,
}

const FREE: Entry = Entry { key: 0, class: 0 };

/// Slots and groups of keys. Every group has a shift that brings its keys into slots of their own.
const SLOTS: usize = 1 << 10;
const GROUPS: usize = 1 << 9;

/// A table in which every key has exactly one place.
pub(super) struct Table {
    shifts: [u16; GROUPS],
    slots: [Entry; SLOTS],
}

fn group(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - GROUPS.trailing_zeros())) as usize
}

fn slot(key: u64, shift: u16) -> usize {
    ((key ^ u64::from(shift)).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (64 - SLOTS.trailing_zeros())) as usize
}

impl Table {
    /// A table without words.
    pub const EMPTY: Table = Table { shifts: [0; GROUPS], slots: [FREE; SLOTS] };

    /// Places all entries; their keys differ. Large groups choose first.
    pub fn new(entries: impl IntoIterator<Item = Entry>) -> Table {
        let mut groups: Vec<Vec<Entry>> = vec![Vec::new(); GROUPS];
        for entry in entries {
            groups[group(entry.key)].push(entry);
        }
        let mut order: Vec<usize> = (0..GROUPS).collect();
        order.sort_by_key(|&g| std::cmp::Reverse(groups[g].len()));
        let mut table = Table::EMPTY;
        for g in order {
            let fits = |shift: &u16| {
                let mut places: Vec<usize> = groups[g].iter().map(|e| slot(e.key, *shift)).collect();
                places.sort_unstable();
                places.windows(2).all(|pair| pair[0] != pair[1]) && places.iter().all(|&at| table.slots[at].key == 0)
            };
            // A third of the slots stays free, so that the search soon ends.
            let Some(shift) = (0..=u16::MAX).find(fits) else { continue };
            table.shifts[g] = shift;
            for &entry in &groups[g] {
                table.slots[slot(entry.key, shift)] = entry;
            }
        }
        table
    }

    /// The classes of a key; none where the table does not have it.
    #[inline]
    pub fn look_up(&self, key: u64) -> Class {
        let entry = &self.slots[slot(key, self.shifts[group(key)])];
        select_unpredictable(entry.key == key, entry.class, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_place_and_others_have_none() {
        let keys = (1..700u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let table = Table::new(keys.clone().map(|key| Entry { key, class: key >> 7 }));
        for key in keys {
            assert_eq!(table.look_up(key), key >> 7);
            assert_eq!(table.look_up(key ^ 1), 0);
        }
        assert_eq!(Table::EMPTY.look_up(7), 0);
    }
}
