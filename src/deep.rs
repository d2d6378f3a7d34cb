//! Runs work on threads with deep stacks: nesting in a source needs stack in proportion, more than callers have. A panic
//! becomes an error.

use crate::error::Error;
use adc_frontend::parallel::with_stack;
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Bytes of stack for each thread. The system provides memory only for what is used.
const STACK: usize = 256 << 20;

/// Runs work on one thread per core, or on a given number.
pub(crate) fn run<R: Send>(threads: Option<usize>, work: impl FnOnce() -> Result<R, Error> + Send) -> Result<R, Error> {
    // work changes nothing that outlives it, so a panic leaves nothing half done
    let guarded = || catch_unwind(AssertUnwindSafe(work));
    match with_stack(STACK, threads, guarded) {
        Ok(Ok(done)) => done,
        Ok(Err(panic)) => Err(Error::of_fault(words(&*panic))),
        Err(reason) => Err(Error::of_threads(reason)),
    }
}

/// Drops a value with deep nesting.
pub(crate) fn discard(value: impl Send) {
    // without a thread, the caller's stack has to do
    let _ = with_stack(STACK, Some(1), || drop(value));
}

/// The words of a panic.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason is known")
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::{Code, ErrorKind};

    #[test]
    fn a_panic_is_an_error() {
        let lists: [&[u8]; 2] = [&[1], &[]];
        let heads: Vec<_> = lists.iter().map(|l| run(None, || Ok(l[0]))).collect();
        assert_eq!(*heads[0].as_ref().unwrap(), 1);
        let e = heads[1].as_ref().unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Fault);
        assert_eq!(e.messages().first_error(), Some(Code::INTERNAL_FAULT));
        assert!(e.to_string().contains("index out of bounds"), "{e}");
    }
}
