//! The parts of a program that calls derivatives, apart from these: files of the runtime, and the user's sources.

use crate::runtime;
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

/// What a program with derivatives is compiled from; in this order.
pub struct Pieces {
    /// Files of the runtime.
    pub runtime: Vec<&'static runtime::Part>,
    /// Sources that no derivative replaces, and derivatives: modules come before their users.
    pub order: Vec<Piece>,
}

/// A source of the user, or a derivative.
pub enum Piece {
    /// A source.
    Original(Original),
    /// The derivative of this number.
    Derivative(usize),
}

/// A piece with the modules that it defines and uses.
struct Part {
    piece: Piece,
    modules: Vec<String>,
    uses: Vec<String>,
}

/// The pieces that derivatives need, and the text that calls them.
pub fn pieces(program: &Program, derivatives: &[&str], caller: &str) -> Pieces {
    let texts = || derivatives.iter().copied().chain([caller]);
    let replaced: Vec<String> = texts().flat_map(modules_of).collect();
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
    let originals = kept.map(|source| Part {
        modules: source.modules.clone(),
        uses: source.uses.clone(),
        piece: Piece::Original(original(source)),
    });
    let made = derivatives.iter().enumerate().map(|(k, text)| Part {
        modules: modules_of(text).collect(),
        uses: used_by(text).collect(),
        piece: Piece::Derivative(k),
    });
    Pieces {
        runtime: runtime::needed_by(texts()),
        order: in_order(originals.chain(made).collect()),
    }
}

/// Modules before their users; otherwise, the order remains. A cycle is left to the compiler.
fn in_order(mut parts: Vec<Part>) -> Vec<Piece> {
    let mut out = vec![];
    while !parts.is_empty() {
        let waits = |p: &Part, k: usize| {
            let others = parts.iter().enumerate().filter(|(j, _)| *j != k);
            let mut of_others = others.flat_map(|(_, o)| &o.modules);
            of_others.any(|m| p.uses.contains(m))
        };
        let next = parts.iter().enumerate().position(|(k, p)| !waits(p, k)).unwrap_or(0);
        out.push(parts.remove(next).piece);
    }
    out
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

/// The modules that a generated text uses, in lower case.
fn used_by(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().filter_map(|line| {
        let folded = line.to_ascii_lowercase();
        let rest = folded.trim_start().strip_prefix("use ")?;
        let name = rest.split([',', ' ']).find(|w| !w.is_empty())?;
        Some(name.to_string())
    })
}
