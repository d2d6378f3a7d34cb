//! Gives the library its sources: the files of the command line, preprocessed where their names ask for it.

use crate::args::Input;
use crate::files;
use crate::read_log::{Included, ReadLog};
use adc::{Code, Includes, Problem, Source, Sources, Unreadable};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Texts that are read in place of files: documents of an editor.
#[derive(Clone, Default)]
pub struct Open(BTreeMap<PathBuf, Vec<u8>>);

impl Open {
    /// Sets the text for a file.
    pub fn set(&mut self, path: &Path, text: Vec<u8>) {
        self.0.insert(files::identity(path), text);
    }

    /// Lets a file count again.
    pub fn remove(&mut self, path: &Path) {
        self.0.remove(&files::identity(path));
    }

    /// The text for a file, if it has one here.
    pub fn get(&self, path: &Path) -> Option<&[u8]> {
        // most runs have none
        let text = (!self.0.is_empty()).then(|| self.0.get(&files::identity(path)))?;
        text.map(Vec::as_slice)
    }

    /// The files that have a text here.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.keys().map(PathBuf::as_path)
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, files::Unreadable> {
        self.get(path)
            .map_or_else(|| files::read(path), |text| Ok(text.to_vec()))
    }
}

/// Where texts come from.
#[derive(Clone, Default)]
struct Origin {
    /// Texts in place of files.
    open: Arc<Open>,
    /// Takes down all texts.
    log: Option<Arc<ReadLog>>,
}

impl Origin {
    /// Reads a given file.
    fn read(&self, path: &Path) -> Result<Vec<u8>, files::Unreadable> {
        let text = self.open.read(path)?;
        if let Some(log) = &self.log {
            log.read(&path.display().to_string(), &text);
        }
        Ok(text)
    }

    /// Tells of a source that is given.
    fn given(&self, source: Source) -> Source {
        if let Some(log) = &self.log {
            log.give(&source);
        }
        source
    }
}

/// The Fortran sources.
pub fn sources(input: &Input) -> Sources {
    sources_alone(input, &Origin::default())
}

fn sources_alone(input: &Input, origin: &Origin) -> Sources {
    let mut all = Sources::new();
    for path in &input.files {
        match source(path, input, origin) {
            Ok(source) => all.push(origin.given(source)),
            Err(problem) => all.reject(problem),
        }
    }
    all.set_includes(Folders::new(input, origin.clone()));
    all
}

/// The Fortran sources, and the descriptions of procedures whose source is not given.
pub fn sources_and_descriptions(input: &Input) -> Sources {
    sources_over(input, Arc::default())
}

/// Likewise, with texts in place of files.
pub fn sources_over(input: &Input, open: Arc<Open>) -> Sources {
    sources_of(input, &Origin { open, log: None })
}

/// Likewise; what is read is told.
pub fn sources_told(input: &Input, log: &Arc<ReadLog>) -> Sources {
    let origin = Origin {
        log: Some(Arc::clone(log)),
        ..Origin::default()
    };
    sources_of(input, &origin)
}

fn sources_of(input: &Input, origin: &Origin) -> Sources {
    let mut all = sources_alone(input, origin);
    for path in &input.external {
        let name = path.display().to_string();
        match origin.read(path) {
            Ok(text) => {
                let source = origin.given(Source::new(name, text));
                all.describe(source.name, source.text);
            }
            Err(e) => all.reject_description(cannot_read(path, &e.why)),
        }
    }
    if let Some(path) = &input.checkpoints {
        match origin.read(path) {
            Ok(text) => {
                let source = origin.given(Source::new(path.display().to_string(), text));
                all.set_checkpoints(source.name, source.text);
            }
            Err(e) => all.reject_checkpoints(cannot_read(path, &e.why)),
        }
    }
    all
}

/// Searches for an included file again.
pub fn searched(input: &Input, name: &str, from: &str) -> Included {
    let folders = Folders::new(input, Origin::default());
    Included::new(name, from, &folders.search(name, from))
}

fn cannot_read(path: &Path, why: &str) -> Problem {
    Problem::new(Code::CANNOT_READ, format!("cannot read `{}`: {why}", path.display()))
}

fn source(path: &Path, input: &Input, origin: &Origin) -> Result<Source, Problem> {
    let name = path.display();
    if path.is_dir() {
        let problem = Problem::new(Code::CANNOT_READ, format!("`{name}` is a directory"));
        return Err(problem.help(format!("list the Fortran files in it, for example `{name}/*.f90`")));
    }
    let text = origin.read(path).map_err(|e| {
        let problem = cannot_read(path, &e.why);
        match files::nearest(path).filter(|_| e.is_missing) {
            Some(near) => problem.help(format!("did you mean `{}`?", near.display())),
            None => problem,
        }
    })?;
    let mut source = Source::new(name.to_string(), text);
    if !source.is_binary() && (input.cpp || needs_preprocessor(path)) {
        source.text = preprocessed(path, input)?;
        source.preprocessed = true;
    }
    Ok(source)
}

fn needs_preprocessor(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    matches!(
        extension,
        "F" | "FOR" | "FTN" | "F77" | "FPP" | "fpp" | "F90" | "F95" | "F03" | "F08" | "F18"
    )
}

/// Runs the compiler's preprocessor, so that macros have the same meaning.
fn preprocessed(path: &Path, input: &Input) -> Result<Vec<u8>, Problem> {
    let compiler = std::env::var("FC").unwrap_or_else(|_| "gfortran".into());
    let mut command = Command::new(&compiler);
    command.args(["-E", "-cpp"]);
    if defines_openmp(input) {
        command.arg("-fopenmp");
    }
    for d in &input.define {
        command.arg(format!("-D{d}"));
    }
    for d in &input.include {
        command.arg("-I").arg(d);
    }
    let name = path.display();
    let failed = |text: String| Problem::new(Code::PREPROCESSOR_FAILED, text);
    let output = command.arg(path).output().map_err(|e| {
        failed(format!("cannot run `{compiler}` to preprocess `{name}`: {e}"))
            .help("install gfortran, or set the environment variable FC to your compiler")
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim_ascii().to_string();
        return Err(failed(format!("`{compiler} -E -cpp` failed on `{name}`: {said}")));
    }
    Ok(output.stdout)
}

/// True if the preprocessor defines `_OPENMP`.
fn defines_openmp(input: &Input) -> bool {
    let names = input.flags.iter().rev().map(adc::Flag::name);
    let last = names.into_iter().find(|n| matches!(*n, "openmp" | "no-openmp"));
    last == Some("openmp")
}

/// Finds included files beside the including one and in folders.
struct Folders {
    folders: Vec<PathBuf>,
    origin: Origin,
}

impl Folders {
    fn new(input: &Input, origin: Origin) -> Folders {
        Folders {
            folders: input.include.clone(),
            origin,
        }
    }

    fn search(&self, name: &str, from: &str) -> Result<Option<Source>, Unreadable> {
        let own = Path::new(from).parent().map(Path::to_path_buf).unwrap_or_default();
        let mut unreadable = None;
        for folder in std::iter::once(&own).chain(&self.folders) {
            let path = folder.join(name);
            let shown = path.display().to_string();
            match self.origin.open.read(&path) {
                Ok(text) => return Ok(Some(Source::new(shown, text))),
                Err(e) if e.is_missing => {}
                // the next folder may have a readable one
                Err(e) => {
                    unreadable.get_or_insert(Unreadable::new(shown, e.why));
                }
            }
        }
        unreadable.map_or(Ok(None), Err)
    }
}

impl Includes for Folders {
    fn find(&self, name: &str, from: &str) -> Result<Option<Source>, Unreadable> {
        let found = self.search(name, from);
        if let Some(log) = &self.origin.log {
            log.include(Included::new(name, from, &found));
        }
        found
    }
}
