//! A line on the terminal that says what takes long.
//!
//! It appears on standard error when a step takes more than two seconds, and is erased when the step ends. Where standard
//! error is no terminal, or messages are for programs, nothing appears.

use crate::args::{Input, MessageFormat};
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time after which a step counts as long.
const LONG: Duration = Duration::from_secs(2);
/// The time between two lines.
const PAUSE: Duration = Duration::from_secs(1);

/// A step that lasts until this is dropped.
struct Step(Option<(Sender<()>, JoinHandle<()>)>);

/// Runs a step.
pub fn during<T>(input: &Input, what: &'static str, run: impl FnOnce() -> T) -> T {
    let is_for_people = input.message_format == MessageFormat::Human && !input.quiet;
    let is_shown = is_for_people && std::io::stderr().is_terminal();
    let _step = is_shown.then(|| Step::shown(what, LONG, std::io::stderr()));
    run()
}

impl Step {
    fn shown(what: &'static str, after: Duration, mut out: impl Write + Send + 'static) -> Step {
        let (end, ended) = channel::<()>();
        let begun = Instant::now();
        // where no thread is to be had, there is no line
        let thread = std::thread::Builder::new().spawn(move || {
            let (mut pause, mut is_shown) = (after, false);
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let seconds = begun.elapsed().as_secs();
                let _ = write!(out, "\r\x1b[Kadc: {what}, {seconds} s").and_then(|()| out.flush());
                (pause, is_shown) = (PAUSE, true);
            }
            if is_shown {
                let _ = write!(out, "\r\x1b[K").and_then(|()| out.flush());
            }
        });
        Step(thread.ok().map(|thread| (end, thread)))
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            // a panic of the thread is no reason to fail
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn shown(after: Duration, takes: Duration) -> String {
        let screen = Screen::default();
        let step = Step::shown("reading", after, screen.clone());
        std::thread::sleep(takes);
        drop(step);
        let bytes = screen.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn long_steps_are_shown_and_erased() {
        let long = shown(Duration::from_millis(5), Duration::from_millis(300));
        assert_eq!(long, "\r\x1b[Kadc: reading, 0 s\r\x1b[K");
        assert_eq!(shown(Duration::from_secs(60), Duration::from_millis(1)), "");
    }
}
