//! A growing list whose copies share what neither of them has changed since.

use std::sync::Arc;

/// A list in chunks of `SIZE` entries. A copy shares all chunks with its original; a change copies one chunk.
#[derive(Clone, Debug)]
pub(super) struct Chunks<T, const SIZE: usize> {
    /// All but the last one are full.
    chunks: Arc<Vec<Arc<Vec<T>>>>,
}

impl<T, const SIZE: usize> Default for Chunks<T, SIZE> {
    fn default() -> Self {
        Chunks { chunks: Arc::default() }
    }
}

impl<T, const SIZE: usize> Chunks<T, SIZE> {
    pub fn len(&self) -> usize {
        let last = self.chunks.last().map_or(0, |c| c.len());
        self.chunks.len().saturating_sub(1) * SIZE + last
    }

    #[inline]
    pub fn get(&self, k: usize) -> Option<&T> {
        self.chunks.get(k / SIZE)?.get(k % SIZE)
    }
}

impl<T: Clone, const SIZE: usize> Chunks<T, SIZE> {
    pub fn push(&mut self, entry: T) {
        let chunks = Arc::make_mut(&mut self.chunks);
        match chunks.last_mut().filter(|c| c.len() < SIZE) {
            Some(last) => Arc::make_mut(last).push(entry),
            None => chunks.push(Arc::new(vec![entry])),
        }
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

impl<T, const SIZE: usize> FromIterator<T> for Chunks<T, SIZE> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut entries = entries.into_iter();
        let chunk = || {
            let chunk: Vec<T> = entries.by_ref().take(SIZE).collect();
            (!chunk.is_empty()).then(|| Arc::new(chunk))
        };
        Chunks {
            chunks: Arc::new(std::iter::from_fn(chunk).collect()),
        }
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
