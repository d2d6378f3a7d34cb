//! The parts of a program that calls derivatives, apart from these: files of the runtime, and the user's sources.

use crate::runtime::{self, Part};
use adc::Program;
use std::path::{Path, PathBuf};

/// A source of the user, as the compiler gets it.
pub enum Original {
    /// The file.
    File(PathBuf),
    /// A text in its place, which has no main program.
    Text {
        /// The name for its file, without a folder.
        name: String,
        /// The text.
        bytes: Vec<u8>,
    },
}

/// What derivatives, and what calls them, are compiled with; in this order.
pub struct Pieces {
    /// Files of the runtime.
    pub runtime: Vec<&'static Part>,
    /// Sources that no derivative replaces.
    pub originals: Vec<Original>,
}

/// The pieces that texts need: the derivatives, and the text that calls them.
pub fn pieces(program: &Program, texts: &[&str]) -> Pieces {
    let replaced: Vec<String> = texts.iter().flat_map(|t| modules_of(t)).collect();
    let sources = adc::compiled(program).into_iter();
    let kept = sources.filter(|s| !s.modules.iter().any(|m| replaced.contains(m)));
    let original = |source: adc::Compiled| {
        let path = PathBuf::from(&source.name);
        match source.without_main {
            None => Original::File(path),
            Some(bytes) => Original::Text {
                name: without_folder(&path),
                bytes,
            },
        }
    };
    Pieces {
        runtime: runtime::needed_by(texts.iter().copied()),
        originals: kept.map(original).collect(),
    }
}

/// The name of a file in the build, with an extension for which no preprocessor runs.
pub fn without_folder(path: &Path) -> String {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}.{}", extension.to_ascii_lowercase()),
        None => name,
    }
}

/// The modules that a text defines, in lower case.
fn modules_of(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().filter_map(|line| {
        let folded = line.to_ascii_lowercase();
        let mut words = folded.split_whitespace();
        let name = (words.next() == Some("module")).then(|| words.next())??;
        (name != "procedure").then(|| name.to_string())
    })
}
