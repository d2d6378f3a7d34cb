//! Records of runs, as JSON.

use crate::files;
use crate::fingerprint::Fingerprint;
use crate::read_log::Included;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The format of records.
pub const FORMAT: u32 = 1;

/// What a run depended on, and what it did.
#[derive(Serialize, Deserialize)]
pub struct Record {
    /// The format.
    pub format: u32,
    /// The fingerprint of the command, of adc and of the given texts.
    pub key: String,
    /// The searches for included files.
    pub included: Vec<Included>,
    /// The files that were written, except summaries.
    pub outputs: Vec<Written>,
    /// The summaries. Another run may have added names of derivatives to them.
    pub summaries: Vec<PathBuf>,
    /// What the run did beside that.
    pub run: Run,
}

/// What a run does beside writing files.
#[derive(Serialize, Deserialize)]
pub struct Run {
    /// The files that it read.
    pub read: Vec<PathBuf>,
    /// The messages, as they were printed.
    pub said: String,
}

/// A file that was written.
#[derive(Serialize, Deserialize)]
pub struct Written {
    path: PathBuf,
    contents: String,
}

impl Written {
    /// A file with its contents.
    pub fn new(path: &Path, bytes: &[u8]) -> Written {
        Written {
            path: path.to_path_buf(),
            contents: Fingerprint::of(bytes),
        }
    }

    /// True if the file is as it was written.
    pub fn is_there(&self) -> bool {
        files::read(&self.path).is_ok_and(|bytes| Fingerprint::of(&bytes) == self.contents)
    }
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// The reason why it is none.
    pub fn of(bytes: &[u8]) -> Result<Record, String> {
        let value: serde_json::Value = serde_json::from_slice(bytes).map_err(|_| "it is damaged")?;
        if value.get("format").and_then(serde_json::Value::as_u64) != Some(FORMAT.into()) {
            return Err("another version of adc wrote it".into());
        }
        serde_json::from_value(value).map_err(|_| "it is damaged".into())
    }

    /// The text of the record; `None` if a path is no text.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        serde_json::to_vec_pretty(self).ok()
    }
}
