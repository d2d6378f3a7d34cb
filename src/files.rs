//! Reading files: plain ones of a size that source text has. Devices and pipes may have no end, and what is read is kept in memory.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// No file is larger, in bytes. The largest public programs have a hundredth of that.
const LARGEST: u64 = 256 << 20;

/// All files together, in bytes: positions in them are numbers of 32 bits, and a byte beyond ASCII takes two.
pub const LARGEST_SUM: usize = 1 << 30;

/// Reads a file; an error says why that cannot be, and whether there is no such file.
pub fn read(path: &Path) -> Result<Vec<u8>, Unreadable> {
    let about = std::fs::metadata(path).map_err(|e| Unreadable::of(&e))?;
    if about.is_dir() {
        return Err(Unreadable::said("it is a directory"));
    }
    // to open a pipe would wait for somebody who writes to it
    if !about.is_file() {
        return Err(Unreadable::said("it is no regular file, and may have no end"));
    }
    let mut bytes = vec![];
    // files of the system say that they are empty
    let file = File::open(path).map_err(|e| Unreadable::of(&e))?;
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Unreadable::of(&e))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Unreadable::said(&format!("it is larger than {} MB", LARGEST >> 20)));
    }
    Ok(bytes)
}

/// Why a file cannot be read.
pub struct Unreadable {
    /// In words and without numbers.
    pub why: String,
    /// True where there is none.
    pub is_missing: bool,
}

impl Unreadable {
    fn of(e: &std::io::Error) -> Unreadable {
        Unreadable {
            why: reason(e),
            is_missing: e.kind() == ErrorKind::NotFound,
        }
    }

    fn said(why: &str) -> Unreadable {
        Unreadable {
            why: why.to_string(),
            is_missing: false,
        }
    }
}

/// What the system said, in words and without numbers.
pub fn reason(e: &std::io::Error) -> String {
    match e.kind() {
        ErrorKind::NotFound => "there is no such file".into(),
        kind => kind.to_string(),
    }
}
