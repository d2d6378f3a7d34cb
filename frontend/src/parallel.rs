//! Work on all cores. Results do not depend on how many there are: each piece of work is done by itself, and what comes of it is put together in the order of the pieces.

use rayon::prelude::*;

/// Runs something on threads with so many bytes of stack: on so many threads, or with none given, on one for each core or, where the system does not give so many, fewer.
///
/// # Errors
/// Where the system gives no thread: why.
pub fn with_stack<R: Send>(bytes: usize, given: Option<usize>, run: impl FnOnce() -> R + Send) -> Result<R, String> {
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new()
            .stack_size(bytes)
            .num_threads(threads)
            .build()
    };
    // none said: one for each core, or what RAYON_NUM_THREADS says
    let mut built = pool(given.unwrap_or(0));
    let mut threads = std::thread::available_parallelism().map_or(1, usize::from);
    while built.is_err() && threads > 1 {
        threads /= 2;
        built = pool(threads);
    }
    let pool = built.map_err(|e| e.to_string())?;
    Ok(pool.install(run))
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

/// Takes items apart that nobody needs any more, on threads that have nothing else to do.
pub fn discard<T: Send + 'static>(items: Vec<T>) {
    rayon::spawn(move || items.into_par_iter().for_each(drop));
}

/// How many threads work at once.
pub fn threads() -> usize {
    rayon::current_num_threads()
}
