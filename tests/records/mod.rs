//! Facts about fixtures that are kept as lines of a file, `NAME REST`, and compared in each run.
//!
//! `ADC_BLESS=1 cargo test --test fixtures` writes the files again.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

/// Lines of the longest golden that is kept as text.
pub const LONGEST_GOLDEN: usize = 100;

/// The lines of a file, and those of this run.
pub struct Records {
    file: &'static str,
    known: BTreeMap<String, String>,
    /// `None` for a name that should have no line.
    found: Mutex<BTreeMap<String, Option<String>>>,
}

impl Records {
    /// Of a file in `tests`.
    pub fn of(file: &'static str) -> Self {
        let text = std::fs::read_to_string(path(file)).unwrap_or_default();
        let line = |l: &str| {
            l.split_once(' ')
                .map(|(name, rest)| (name.to_string(), rest.to_string()))
        };
        Records {
            file,
            known: text.lines().filter_map(line).collect(),
            found: Mutex::default(),
        }
    }

    /// Compares what was found about a fixture with its line; `None`: there should be none.
    pub fn compare(&self, name: &str, now: Option<&str>) -> Result<(), String> {
        let known = self.known.get(name).map(String::as_str);
        let mut found = self.found.lock().unwrap();
        found.insert(name.to_string(), now.map(str::to_string));
        match known == now || is_blessed() {
            true => Ok(()),
            false => Err(format!(
                "tests/{}, {name}: {}, now {}",
                self.file,
                known.unwrap_or("no line"),
                now.unwrap_or("none should be there")
            )),
        }
    }

    /// Writes the file if `ADC_BLESS` is set; `all`: nothing is known but what was found.
    pub fn bless(&self, all: bool) {
        let found = self.found.lock().unwrap();
        if !is_blessed() || found.is_empty() {
            return;
        }
        let mut lines = if all { BTreeMap::new() } else { self.known.clone() };
        for (name, now) in found.iter() {
            match now {
                Some(rest) => lines.insert(name.clone(), rest.clone()),
                None => lines.remove(name),
            };
        }
        let text: String = lines.iter().map(|(name, rest)| format!("{name} {rest}\n")).collect();
        std::fs::write(path(self.file), text).unwrap();
    }
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(file)
}

fn is_blessed() -> bool {
    std::env::var_os("ADC_BLESS").is_some()
}

/// The number of lines and the hash FNV-1a of a text: the same on all machines and with all compilers.
///
/// A changed digest says that text has changed, not how: `scripts/compare.py OLD NEW` prints how two builds of the
/// command differ.
pub fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |h: u64, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{} {hash:016x}", text.lines().count())
}
