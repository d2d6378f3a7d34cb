//! Reading of files: regular files of a size that source text may have. Devices and pipes may have no end, and files
//! are read into memory.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Limit on the size of a file, in bytes. The largest public programs have a hundredth of it.
const LARGEST: u64 = 256 << 20;

/// Reads a file; an error gives the reason, and whether the file is missing.
pub fn read(path: &Path) -> Result<Vec<u8>, Unreadable> {
    let about = std::fs::metadata(path).map_err(|e| Unreadable::of(&e))?;
    if about.is_dir() {
        return Err(Unreadable::said("it is a directory"));
    }
    // opening a pipe would block until another process writes to it
    if !about.is_file() {
        return Err(Unreadable::said("it is not a regular file"));
    }
    let mut bytes = vec![];
    // files in /proc and /sys claim to be empty
    let file = File::open(path).map_err(|e| Unreadable::of(&e))?;
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Unreadable::of(&e))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Unreadable::said(&format!("it is larger than {} MB", LARGEST >> 20)));
    }
    Ok(bytes)
}

/// One path for all names of a file.
pub fn identity(path: &Path) -> PathBuf {
    let whole = path.canonicalize().or_else(|_| std::path::absolute(path));
    whole.unwrap_or_else(|_| path.to_path_buf())
}

/// Reason why a file cannot be read.
pub struct Unreadable {
    /// The reason in words.
    pub why: String,
    /// True if there is no such file.
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

/// The file of the same folder with the nearest name.
pub fn nearest(missing: &Path) -> Option<PathBuf> {
    let folder = missing.parent().filter(|p| !p.as_os_str().is_empty());
    let listed = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let files = listed.flatten().filter(|e| e.path().is_file());
    let mut names: Vec<String> = files.filter_map(|e| e.file_name().into_string().ok()).collect();
    names.sort();
    let near = adc::nearest(missing.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(missing.with_file_name(near))
}

/// The system's message, without its number.
pub fn reason(e: &std::io::Error) -> String {
    match e.kind() {
        ErrorKind::NotFound => "the file does not exist".into(),
        kind => kind.to_string(),
    }
}
