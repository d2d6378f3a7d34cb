//! Digests of generated code that is too long to be read as a snapshot: `tests/goldens/digests.txt` has a line with
//! name, number of lines and digest for each such fixture.
//!
//! A changed digest says that text has changed, not how: `scripts/compare.py OLD NEW` prints how two builds of the
//! command differ. `ADC_BLESS=1 cargo test --test fixtures golden::` writes the digests again.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

/// Lines of the longest golden that is kept as text.
pub const LONGEST_GOLDEN: usize = 100;

/// The digests of the file, and those of this run.
pub struct Digests {
    known: BTreeMap<String, String>,
    found: Mutex<BTreeMap<String, String>>,
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/goldens/digests.txt")
}

impl Digests {
    pub fn read() -> Self {
        let text = std::fs::read_to_string(path()).unwrap_or_default();
        let line = |l: &str| {
            l.split_once(' ')
                .map(|(name, rest)| (name.to_string(), rest.to_string()))
        };
        Digests {
            known: text.lines().filter_map(line).collect(),
            found: Mutex::default(),
        }
    }

    /// Compares the text of a fixture.
    pub fn compare(&self, name: &str, text: &str) -> Result<(), String> {
        let now = format!("{} {:016x}", text.lines().count(), fnv1a(text));
        let verdict = match self.known.get(name) {
            Some(known) if *known == now => Ok(()),
            Some(known) => Err(format!(
                "generated code has changed: {known} lines and digest, now {now}. See scripts/compare.py"
            )),
            None => Err("it has no line in tests/goldens/digests.txt".to_string()),
        };
        self.found.lock().unwrap().insert(name.to_string(), now);
        match is_blessed() {
            true => Ok(()),
            false => verdict,
        }
    }

    /// Writes the digests that were found if `ADC_BLESS` is set; `all`: those of all fixtures, so that others go.
    pub fn bless(&self, all: bool) {
        let found = self.found.lock().unwrap();
        if !is_blessed() || found.is_empty() {
            return;
        }
        let mut lines = if all { BTreeMap::new() } else { self.known.clone() };
        lines.extend(found.clone());
        let text: String = lines.iter().map(|(name, rest)| format!("{name} {rest}\n")).collect();
        std::fs::write(path(), text).unwrap();
    }
}

fn is_blessed() -> bool {
    std::env::var_os("ADC_BLESS").is_some()
}

/// The hash FNV-1a, which is the same on all machines and with all compilers.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}
