//! Lists by key, emptied in no time: the working memory of matching.

/// For each key, the values pushed since the last [`Lists::clear`], in order.
#[derive(Default)]
pub struct Lists {
    /// Per key: the round in which it was last used, and its first and last entry.
    heads: Vec<(u32, u32, u32)>,
    /// Value and next entry.
    entries: Vec<(u32, u32)>,
    round: u32,
}

const END: u32 = u32::MAX;

impl Lists {
    /// Empties all lists and makes room for keys below `keys`.
    pub fn clear(&mut self, keys: usize) {
        if self.heads.len() < keys {
            self.heads.resize(keys, (0, END, END));
        }
        self.entries.clear();
        self.round = match self.round.checked_add(1) {
            Some(round) => round,
            None => {
                self.heads.fill((0, END, END));
                1
            }
        };
    }

    /// Appends a value to a key's list.
    pub fn push(&mut self, key: u32, value: u32) {
        let entry = self.entries.len() as u32;
        let Some(head) = self.heads.get_mut(key as usize) else { return };
        if head.0 == self.round {
            if let Some(last) = self.entries.get_mut(head.2 as usize) {
                last.1 = entry;
            }
            head.2 = entry;
        } else {
            *head = (self.round, entry, entry);
        }
        self.entries.push((value, END));
    }

    /// Whether the key has a value.
    pub fn has(&self, key: u32) -> bool {
        self.heads.get(key as usize).is_some_and(|head| head.0 == self.round)
    }

    /// A key's values.
    pub fn of(&self, key: u32) -> impl Iterator<Item = u32> + '_ {
        let head = self.heads.get(key as usize).filter(|h| h.0 == self.round).map_or(END, |h| h.1);
        let mut at = head;
        std::iter::from_fn(move || {
            let (value, next) = *self.entries.get(at as usize)?;
            at = next;
            Some(value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_order_and_forget() {
        let mut lists = Lists::default();
        lists.clear(4);
        for (key, value) in [(1, 7), (3, 8), (1, 9)] {
            lists.push(key, value);
        }
        assert_eq!(lists.of(1).collect::<Vec<_>>(), [7, 9]);
        assert!(lists.has(3) && !lists.has(0) && !lists.has(99));
        lists.clear(4);
        assert_eq!(lists.of(1).count(), 0);
    }
}
