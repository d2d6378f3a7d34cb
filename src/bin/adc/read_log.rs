//! The texts that a run has read, by fingerprints, and the included files for which it has looked.

use crate::fingerprint::Fingerprint;
use adc::{Source, Unreadable};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes down all texts of a run.
#[derive(Default)]
pub struct ReadLog(Mutex<Texts>);

#[derive(Default)]
struct Texts {
    given: Fingerprint,
    included: Vec<Included>,
    /// Fingerprints of files as they are on disk.
    files: BTreeMap<String, String>,
}

/// One search for an included file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Included {
    /// The name in the source.
    pub name: String,
    /// The file with that source.
    pub from: String,
    /// The file that was found, with the fingerprint of its text or the reason why it cannot be read.
    pub found: Option<(String, String)>,
}

impl Included {
    /// The search for a name, and its result.
    pub fn new(name: &str, from: &str, found: &Result<Option<Source>, Unreadable>) -> Included {
        let found = match found {
            Ok(None) => None,
            Ok(Some(source)) => Some((source.name.clone(), Fingerprint::of(&source.text))),
            Err(e) => Some((e.to_string(), String::new())),
        };
        Included {
            name: name.into(),
            from: from.into(),
            found,
        }
    }
}

impl ReadLog {
    /// Adds a file that was read, as it is on disk.
    pub fn read(&self, name: &str, bytes: &[u8]) {
        self.texts().files.insert(name.to_string(), Fingerprint::of(bytes));
    }

    /// The fingerprint of a file that was read.
    pub fn file(&self, name: &str) -> Option<String> {
        let texts = self.texts();
        let included = || {
            let mut found = texts.included.iter().filter_map(|i| i.found.as_ref());
            found.find(|(file, _)| file == name).map(|(_, f)| f.clone())
        };
        texts.files.get(name).cloned().or_else(included)
    }

    /// Adds a given text, as the parser gets it.
    pub fn give(&self, source: &Source) {
        let mut texts = self.texts();
        let given = std::mem::take(&mut texts.given);
        let kind = [u8::from(source.preprocessed)];
        texts.given = given.with(source.name.as_bytes()).with(&kind).with(&source.text);
    }

    /// Adds a search for an included file.
    pub fn include(&self, included: Included) {
        let mut texts = self.texts();
        if !texts.included.contains(&included) {
            texts.included.push(included);
        }
    }

    /// The fingerprint of the texts given so far.
    pub fn given(&self) -> String {
        self.texts().given.clone().finish()
    }

    /// The searches so far.
    pub fn included(&self) -> Vec<Included> {
        self.texts().included.clone()
    }

    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
