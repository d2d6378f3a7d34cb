//! Parallel work. Results do not depend on the number of threads: each item is processed independently, and the results
//! are combined in the order of the items.

use rayon::prelude::*;

/// Runs `run` on threads with `bytes` of stack: on `given` threads or, by default, on one per core; if the system does
/// not provide as many, on fewer.
///
/// # Errors
/// If the system provides no thread: the reason.
pub fn with_stack<R: Send>(bytes: usize, given: Option<usize>, run: impl FnOnce() -> R + Send) -> Result<R, String> {
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new()
            .stack_size(bytes)
            .num_threads(threads)
            .build()
    };
    // by default one per core, or as RAYON_NUM_THREADS says
    let mut built = pool(given.unwrap_or(0));
    let mut threads = std::thread::available_parallelism().map_or(1, usize::from);
    while built.is_err() && threads > 1 {
        threads /= 2;
        built = pool(threads);
    }
    let pool = built.map_err(|e| e.to_string())?;
    Ok(pool.install(run))
}

/// The results of `f` on each item, in order.
pub fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().map(f).collect()
}

/// Changes each item; the results of `f`, in order.
pub fn map_mut<T: Send, R: Send>(items: &mut [T], f: impl Fn(&mut T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter_mut().map(f).collect()
}

/// Both.
pub fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(a, b)
}

/// Drops items on idle threads.
pub fn discard<T: Send + 'static>(items: Vec<T>) {
    rayon::spawn(move || items.into_par_iter().for_each(drop));
}

/// Number of threads that work at once.
pub fn threads() -> usize {
    rayon::current_num_threads()
}
