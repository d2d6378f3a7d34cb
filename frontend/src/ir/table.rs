//! Tables of entities with an identity, which several threads can extend independently.
//!
//! A table for independent work ([`Table::apart`]) reads the shared entries, numbers its new entries by itself, and
//! keeps its own versions of the entries it changes. After merging ([`Table::put_together`]), ids mean the same as in
//! the parts.

use super::chunks::Chunks;
use la_arena::{Idx, RawIdx};
use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

/// First id of entries from independent work.
const FIRST: u32 = 1 << 29;

/// Number of ids reserved for each independent table: there is room for 1792 tables.
const ROOM: u32 = 1 << 21;

/// Entries by typed index, in the order of creation. A copy shares those with its original that neither has changed, in
/// chunks of `CHUNK` entries.
#[derive(Clone, Debug)]
pub struct Table<T, const CHUNK: usize> {
    /// Numbered from zero.
    main: Chunks<T, CHUNK>,
    /// Entries created apart or beside the others: the `k`-th part is numbered from `FIRST + k * ROOM`.
    parts: Vec<Chunks<T, CHUNK>>,
    /// True if new entries go to a part, so that the shared entries need not be copied.
    beside: bool,
    /// For independent work: the differences from the shared table.
    own: Option<Own<T>>,
}

/// Entries that independent work created or changed.
#[derive(Clone, Debug)]
pub struct Own<T> {
    /// The id of the first new entry.
    first: u32,
    made: Vec<T>,
    changed: BTreeMap<u32, T>,
}

impl<T> Own<T> {
    /// The new entries.
    pub fn made(&self) -> &[T] {
        &self.made
    }

    /// The changed versions of shared entries.
    pub fn changed(&self) -> impl Iterator<Item = (Idx<T>, &T)> {
        self.changed.iter().map(|(&id, x)| (idx(id), x))
    }
}

/// The first id of a part.
fn first_of(part: usize) -> u32 {
    let first = part as u64 * u64::from(ROOM) + u64::from(FIRST);
    u32::try_from(first).expect("too many pieces of work")
}

fn idx<T>(id: u32) -> Idx<T> {
    Idx::from_raw(RawIdx::from_u32(id))
}

impl<T, const CHUNK: usize> Default for Table<T, CHUNK> {
    fn default() -> Self {
        Table {
            main: Chunks::default(),
            parts: vec![],
            beside: false,
            own: None,
        }
    }
}

impl<T: Clone, const CHUNK: usize> Table<T, CHUNK> {
    /// Adds an entry.
    pub fn alloc(&mut self, entry: T) -> Idx<T> {
        match &mut self.own {
            Some(own) => {
                let id = own.first + own.made.len() as u32;
                assert!(own.made.len() < ROOM as usize, "too many symbols in one piece of work");
                own.made.push(entry);
                idx(id)
            }
            None if self.beside => self.add_beside(entry),
            None => {
                assert!(self.main.len() < FIRST as usize, "too many symbols");
                self.main.push(entry);
                idx(self.main.len() as u32 - 1)
            }
        }
    }

    fn add_beside(&mut self, entry: T) -> Idx<T> {
        if self.parts.last().is_none_or(|p| p.len() >= ROOM as usize) {
            self.parts.push(Chunks::default());
        }
        let k = self.parts.len() - 1;
        let part = &mut self.parts[k];
        part.push(entry);
        idx(first_of(k) + part.len() as u32 - 1)
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        let made = self.own.as_ref().map_or(0, |o| o.made.len());
        self.main.len() + self.parts.iter().map(|p| p.len()).sum::<usize>() + made
    }

    /// True for a table without entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True for the id of an entry.
    pub fn contains(&self, id: Idx<T>) -> bool {
        self.get(id.into_raw().into_u32()).is_some()
    }

    #[inline]
    fn get(&self, id: u32) -> Option<&T> {
        if let Some(own) = &self.own {
            if id >= own.first {
                return own.made.get((id - own.first) as usize);
            }
            if let Some(changed) = own.changed.get(&id) {
                return Some(changed);
            }
        }
        match id.checked_sub(FIRST) {
            None => self.main.get(id as usize),
            Some(k) => self.parts.get((k / ROOM) as usize)?.get((k % ROOM) as usize),
        }
    }

    /// All entries with their ids.
    pub fn iter(&self) -> Iter<'_, T, CHUNK> {
        Iter { table: self, next: 0 }
    }

    /// The entries after `last`, or all.
    pub fn after(&self, last: Option<Idx<T>>) -> Iter<'_, T, CHUNK> {
        let next = last.map_or(0, |id| id.into_raw().into_u32() + 1);
        Iter { table: self, next }
    }

    /// All entries, mutably.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Idx<T>, &mut T)> {
        assert!(self.own.is_none(), "what works apart does not change everything");
        let main = self.main.iter_mut().enumerate();
        let parts = self.parts.iter_mut().enumerate().flat_map(|(k, p)| {
            let first = first_of(k) as usize;
            p.iter_mut().enumerate().map(move |(i, x)| (first + i, x))
        });
        main.chain(parts).map(|(id, x)| (idx(id as u32), x))
    }

    /// A copy for use without gapless numbering from zero: its new entries are stored beside the shared ones.
    #[must_use]
    pub fn beside(&self) -> Table<T, CHUNK> {
        Table {
            beside: true,
            ..self.clone()
        }
    }

    /// The same table for independent work, numbered apart from `k` others.
    #[must_use]
    pub fn apart(&self, k: usize) -> Table<T, CHUNK> {
        assert!(self.own.is_none(), "what works apart is not divided again");
        Table {
            main: self.main.clone(),
            parts: self.parts.clone(),
            beside: self.beside,
            own: Some(Own {
                first: first_of(self.parts.len() + k),
                made: vec![],
                changed: BTreeMap::new(),
            }),
        }
    }

    /// The new and changed entries; `None` for a table without independent work.
    pub fn own(&self) -> Option<&Own<T>> {
        self.own.as_ref()
    }

    /// Merges independent tables, all of them in the order of [`Table::apart`]; of entries that several changed, the
    /// last version wins.
    pub fn put_together(&mut self, all: Vec<Table<T, CHUNK>>) {
        // first, drop all other references to this table
        let all: Vec<Own<T>> = all.into_iter().filter_map(|t| t.own).collect();
        for part in all {
            self.parts.push(part.made.into_iter().collect());
            for (id, entry) in part.changed {
                self[idx(id)] = entry;
            }
        }
    }
}

impl<T: Clone, const CHUNK: usize> Index<Idx<T>> for Table<T, CHUNK> {
    type Output = T;

    #[inline]
    fn index(&self, id: Idx<T>) -> &T {
        let id = id.into_raw().into_u32();
        self.get(id).unwrap_or_else(|| panic!("no entry {id}"))
    }
}

impl<T: Clone, const CHUNK: usize> IndexMut<Idx<T>> for Table<T, CHUNK> {
    fn index_mut(&mut self, id: Idx<T>) -> &mut T {
        let id = id.into_raw().into_u32();
        let is_older = |o: &Own<T>| id < o.first && !o.changed.contains_key(&id);
        let old = self
            .own
            .as_ref()
            .filter(|o| is_older(o))
            .and_then(|_| self.get(id).cloned());
        let found = match &mut self.own {
            Some(own) => match id.checked_sub(own.first) {
                Some(k) => own.made.get_mut(k as usize),
                None => {
                    own.changed.extend(old.map(|x| (id, x)));
                    own.changed.get_mut(&id)
                }
            },
            None => match id.checked_sub(FIRST) {
                None => self.main.get_mut(id as usize),
                Some(k) => {
                    let part = self.parts.get_mut((k / ROOM) as usize);
                    part.and_then(|p| p.get_mut((k % ROOM) as usize))
                }
            },
        };
        found.unwrap_or_else(|| panic!("no entry {id}"))
    }
}

/// See [`Table::iter`].
pub struct Iter<'t, T, const CHUNK: usize> {
    table: &'t Table<T, CHUNK>,
    next: u32,
}

impl<T, const CHUNK: usize> Clone for Iter<'_, T, CHUNK> {
    fn clone(&self) -> Self {
        Iter {
            table: self.table,
            next: self.next,
        }
    }
}

impl<'t, T: Clone, const CHUNK: usize> Iterator for Iter<'t, T, CHUNK> {
    type Item = (Idx<T>, &'t T);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.table.get(self.next) {
                self.next += 1;
                return Some((idx(self.next - 1), entry));
            }
            // on to the next part
            let part = match self.next.checked_sub(FIRST) {
                None => 0,
                Some(k) => k / ROOM + 1,
            };
            let made_apart = self.table.own.as_ref().map_or(0, |o| (o.first - FIRST) / ROOM + 1);
            if part >= made_apart.max(self.table.parts.len() as u32) {
                return None;
            }
            self.next = FIRST + part * ROOM;
        }
    }
}
