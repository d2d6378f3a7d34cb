//! `--watch`: runs again whenever a file changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(200);

/// The date and the length of a file; `None` for one that is not there.
type Stamp = Option<(SystemTime, u64)>;

fn stamp(file: &Path) -> Stamp {
    let about = std::fs::metadata(file).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Runs again and again, without an end. A run returns the files that it depends on.
pub fn run(mut once: impl FnMut() -> BTreeSet<PathBuf>) -> ! {
    let mut known: BTreeMap<PathBuf, Stamp> = BTreeMap::new();
    loop {
        // a change during the run counts
        for (file, seen) in &mut known {
            *seen = stamp(file);
        }
        let files = once();
        known = files
            .into_iter()
            .map(|f| {
                let seen = known.get(&f).copied().unwrap_or_else(|| stamp(&f));
                (f, seen)
            })
            .collect();
        while known.iter().all(|(file, seen)| stamp(file) == *seen) {
            std::thread::sleep(PAUSE);
        }
    }
}
