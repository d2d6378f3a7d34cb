//! Work on all cores. Results do not depend on how many there are: each piece of work is done by itself, and what comes of it is put together in the order of the pieces.

use rayon::prelude::*;

/// Gives threads that work for others the stack that deep nesting in a source needs, in bytes. To be called before any work; a second call changes nothing.
pub fn use_stack(bytes: usize) {
    // an error says that threads are there already
    let _ = rayon::ThreadPoolBuilder::new().stack_size(bytes).build_global();
}

/// What comes of each item, in their order.
pub fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().map(f).collect()
}

/// Changes each item; what comes of that, in their order.
pub fn map_mut<T: Send, R: Send>(items: &mut [T], f: impl Fn(&mut T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter_mut().map(f).collect()
}

/// Both.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(a, b)
}
