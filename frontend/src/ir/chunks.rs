//! A growing list whose copies share what neither of them has changed since.

use std::sync::Arc;

/// A list in chunks of `SIZE` entries. A copy shares all chunks with its original; a change copies one chunk.
#[derive(Clone, Debug)]
pub(super) struct Chunks<T, const SIZE: usize> {
    /// All but the last one are full.
    chunks: Arc<Vec<Arc<Vec<T>>>>,
    len: usize,
}

impl<T, const SIZE: usize> Default for Chunks<T, SIZE> {
    fn default() -> Self {
        Chunks {
            chunks: Arc::default(),
            len: 0,
        }
    }
}

impl<T, const SIZE: usize> Chunks<T, SIZE> {
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn get(&self, k: usize) -> Option<&T> {
        self.chunks.get(k / SIZE)?.get(k % SIZE)
    }
}

impl<T: Clone, const SIZE: usize> Chunks<T, SIZE> {
    pub fn push(&mut self, entry: T) {
        let chunks = Arc::make_mut(&mut self.chunks);
        if self.len.is_multiple_of(SIZE) {
            chunks.push(Arc::default());
        }
        self.len += 1;
        let last = chunks.last_mut().expect("there is a chunk with room");
        Arc::make_mut(last).push(entry);
    }

    pub fn get_mut(&mut self, k: usize) -> Option<&mut T> {
        let chunk = Arc::make_mut(&mut self.chunks).get_mut(k / SIZE)?;
        Arc::make_mut(chunk).get_mut(k % SIZE)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let chunks = Arc::make_mut(&mut self.chunks).iter_mut();
        chunks.flat_map(|c| Arc::make_mut(c).iter_mut())
    }
}

impl<T: Clone, const SIZE: usize> FromIterator<T> for Chunks<T, SIZE> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut out = Chunks::default();
        entries.into_iter().for_each(|x| out.push(x));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_do_not_see_changes_of_each_other() {
        const SIZE: usize = 16;
        let n = 2 * SIZE + 3;
        let mut a: Chunks<usize, SIZE> = (0..n).collect();
        let b = a.clone();
        *a.get_mut(SIZE).unwrap() = 0;
        a.push(n);
        let changed = |k: usize| if k == SIZE { 0 } else { k };
        assert_eq!((a.len(), b.len()), (n + 1, n));
        assert!((0..=n).all(|k| a.get(k) == Some(&changed(k))));
        assert!((0..n).all(|k| b.get(k) == Some(&k)));
        assert_eq!(b.get(n), None);
        assert!(
            Arc::ptr_eq(&a.chunks[0], &b.chunks[0]),
            "chunks without a change are shared"
        );
        assert!(a.iter_mut().map(|x| *x).eq((0..=n).map(changed)));
    }
}
