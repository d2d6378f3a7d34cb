//! One run of the command: reads files, runs the stages, writes the output. Only this module does I/O.

use crate::args::Input;
use crate::files::{self, reason, LARGEST_SUM};
use crate::reading;
use adc_frontend::ast;
use adc_frontend::codes;
use adc_frontend::diag::{any_error, Diagnostic, Severity};
use adc_frontend::encoding::{bytes_of, shown, text_of};
use adc_frontend::ir::Program;
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::{FileId, Form, SourceMap, Span};
use adc_transform::external::{self, Description};
use adc_transform::head::{self, HeadText};
use adc_transform::unreached;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Sources and messages so far.
pub struct Session {
    /// All texts.
    pub map: SourceMap,
    /// The files of the command line.
    pub files: Vec<FileId>,
    /// Messages in the order of their creation.
    pub messages: Vec<Diagnostic>,
    include: Vec<PathBuf>,
    /// All input files, which must not be overwritten.
    read: OnceCell<BTreeSet<PathBuf>>,
    /// Options of the parser.
    pub parsing: ParseOptions,
}

/// Origins of the lines of a preprocessed file: file and one-based line. Empty for other files.
type Origins = Vec<(String, u32)>;

/// A file as it was read.
struct Source {
    text: String,
    origins: Origins,
}

/// Results of the front end.
pub struct Loaded {
    /// Syntax trees, one a file.
    pub files: Vec<ast::File>,
    /// The resolved program.
    pub program: Program,
    /// Suppressed errors that may follow from others.
    hushed: Vec<Diagnostic>,
}

impl Session {
    /// Reads the files of the command line.
    pub fn open(input: &Input) -> Session {
        let mut s = Session {
            map: SourceMap::default(),
            files: vec![],
            messages: vec![],
            include: input.include.clone(),
            read: OnceCell::new(),
            parsing: reading::options(&input.reading),
        };
        for path in &input.files {
            let form = input.given_form().unwrap_or_else(|| form_of(path));
            match s.read(path, input) {
                Ok(Source { text, origins }) => {
                    let id = s.map.add(path.display().to_string(), text, form);
                    s.map.set_origins(id, &origins);
                    s.files.push(id);
                }
                Err(d) => s.messages.push(*d),
            }
        }
        s
    }

    fn read(&mut self, path: &Path, input: &Input) -> Result<Source, Box<Diagnostic>> {
        let name = path.display();
        if path.is_dir() {
            return Err(unplaced(codes::CANNOT_READ, format!("`{name}` is a directory"))
                .map_help(&format!("list the Fortran files in it, for example `{name}/*.f90`")));
        }
        let bytes =
            files::read(path).map_err(|e| unplaced(codes::CANNOT_READ, format!("cannot read `{name}`: {}", e.why)))?;
        if self.map.size() + bytes.len() > LARGEST_SUM {
            return Err(unplaced(
                codes::CANNOT_READ,
                format!("cannot read `{name}`: {}", too_much()),
            ));
        }
        if is_binary(&bytes) {
            return Err(unplaced(
                codes::NOT_FORTRAN,
                format!("`{name}` contains binary data, not Fortran source"),
            ));
        }
        if input.cpp || needs_preprocessor(path) {
            return self.preprocess(path, input);
        }
        Ok(Source {
            text: text_of(bytes),
            origins: vec![],
        })
    }

    /// Runs the compiler's preprocessor, so that macros have the same meaning.
    fn preprocess(&mut self, path: &Path, input: &Input) -> Result<Source, Box<Diagnostic>> {
        let compiler = std::env::var("FC").unwrap_or_else(|_| "gfortran".into());
        let mut command = Command::new(&compiler);
        command.args(["-E", "-cpp"]);
        if reading::openmp(&input.reading) {
            command.arg("-fopenmp");
        }
        for d in &input.define {
            command.arg(format!("-D{d}"));
        }
        for d in &input.include {
            command.arg("-I").arg(d);
        }
        let name = path.display();
        let output = command.arg(path).output().map_err(|e| {
            unplaced(
                codes::PREPROCESSOR_FAILED,
                format!("cannot run `{compiler}` to preprocess `{name}`: {e}"),
            )
            .map_help("install gfortran, or set the environment variable FC to your compiler")
        })?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).trim_ascii().to_string();
            return Err(unplaced(
                codes::PREPROCESSOR_FAILED,
                format!("`{compiler} -E -cpp` failed on `{name}`: {said}"),
            ));
        }
        let (text, origins) = without_markers(&text_of(output.stdout), path);
        Ok(Source { text, origins })
    }

    /// Reads descriptions of procedures whose source is not given.
    pub fn external(&mut self, input: &Input) -> Vec<Description> {
        let mut all = vec![];
        for path in &input.external {
            let name = path.display();
            let bytes = match files::read(path) {
                Ok(bytes) => bytes,
                Err(e) => {
                    let text = format!("cannot read `{name}`: {}", e.why);
                    self.messages.push(*unplaced(codes::CANNOT_READ, text));
                    continue;
                }
            };
            let id = self.map.add(name.to_string(), text_of(bytes), Form::Free);
            let file = self.map.file(id);
            // the last description of a procedure counts
            let mut described = external::read(&file.text, file.base, &mut self.messages);
            described.append(&mut all);
            all = described;
        }
        all
    }

    /// Parses all files, each on its own.
    pub fn parse(&mut self) -> Vec<ast::File> {
        let include = self.include.clone();
        let files = self.files.clone();
        let (trees, messages) =
            adc_frontend::parse_files(&mut self.map, &files, &self.parsing, &mut |map, name, from| {
                find_include(map, name, from, &include)
            });
        self.messages.extend(messages);
        trees
    }

    /// Parses and resolves all files.
    pub fn load(&mut self) -> Loaded {
        let include = self.include.clone();
        let files = self.files.clone();
        let (trees, program, messages, hushed) =
            adc_frontend::load_with_consequences(&mut self.map, &files, &self.parsing, &mut |map, name, from| {
                find_include(map, name, from, &include)
            });
        self.messages.extend(messages);
        if !self.failed() && trees.iter().all(|t| t.units.is_empty()) {
            self.messages.push(
                Diagnostic::error(codes::EMPTY_INPUT, Span::NONE, "the input contains no program unit")
                    .help("give a file with a procedure; if the preprocessor removes it, set macros with `-D NAME`"),
            );
        }
        Loaded {
            files: trees,
            program,
            hushed,
        }
    }

    /// Drops errors in units that the head does not reach, if there are no others.
    pub fn pass_over(&mut self, loaded: &mut Loaded, head: Option<&HeadText>, described: &[Description]) {
        if !self.failed() {
            return;
        }
        if let Some(head) = head::resolve(&loaded.program, head, &mut vec![]) {
            let Loaded { files, program, hushed } = loaded;
            unreached::pass_over(files, program, &head, hushed, described, &mut self.messages);
        }
    }

    /// Parses the declarations of a generated text: the tree and the errors. Debug builds parse its statements as well.
    pub fn read_again(&mut self, text: &str, form: Form) -> (ast::File, Vec<Diagnostic>) {
        let id = self.map.add("generated code", text, form);
        let parsing = ParseOptions {
            own: true,
            declarations_only: !cfg!(debug_assertions),
            ..self.parsing.clone()
        };
        let (mut trees, unread) = adc_frontend::parse_files(&mut self.map, &[id], &parsing, &mut |_, _, _| None);
        (trees.pop().unwrap_or_default(), unread)
    }

    /// True if one of the messages is an error.
    pub fn failed(&self) -> bool {
        any_error(&self.messages)
    }

    /// Form of the first file.
    pub fn form(&self) -> Form {
        self.files.first().map_or(Form::Free, |&f| self.map.file(f).form)
    }

    /// Writes a file atomically; `-` is standard output. Never overwrites an input file.
    pub fn write(&mut self, path: &Path, text: &str) {
        let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let read = self.read.get_or_init(|| {
            let names = self.map.files().map(|(_, f)| Path::new(&f.name).canonicalize());
            names.flatten().collect()
        });
        let bytes = bytes_of(text);
        // `/dev/stdout` may be a file to which other processes write, too
        let is_link = path.starts_with("/dev") && target != path;
        let result = if path.as_os_str() == "-" {
            std::io::stdout().write_all(&bytes).map_err(|e| reason(&e))
        } else if read.contains(&target) {
            Err("it is an input file".to_string())
        } else if path.is_dir() {
            Err("it is a directory".to_string())
        } else if target.exists() && (is_link || !target.is_file()) {
            // a terminal or a pipe cannot be renamed and must not be replaced
            let opened = std::fs::OpenOptions::new().append(true).open(path);
            opened.and_then(|mut f| f.write_all(&bytes)).map_err(|e| reason(&e))
        } else {
            replace(&target, &bytes)
        };
        if let Err(why) = result {
            let d = unplaced(codes::CANNOT_WRITE, format!("cannot write `{}`: {why}", path.display()));
            self.messages
                .push(d.help("write to a new file in an existing directory: `-o FILE`"));
        }
    }

    /// Messages to show: those without a place first, the rest from the top to the end of the files.
    pub fn shown(&self, quiet: bool) -> Vec<Diagnostic> {
        let mut shown: Vec<Diagnostic> = self
            .messages
            .iter()
            .filter(|m| !quiet || m.severity == Severity::Error)
            .cloned()
            .collect();
        shown.sort_by_key(|m| m.span.lo);
        shown
    }
}

/// Writes to a temporary file beside the target and renames it.
fn replace(target: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = match target.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(format!("the directory `{}` does not exist", folder.display()));
    }
    tempfile::Builder::new()
        .prefix(".adc-")
        .tempfile_in(folder)
        .and_then(|mut f| {
            f.write_all(bytes)?;
            // a temporary file is private; the output gets the permissions of a new file
            set_public(f.as_file())?;
            f.persist(target).map_err(|e| e.error)?;
            Ok(())
        })
        .map_err(|e| reason(&e))
}

#[cfg(unix)]
fn set_public(f: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    f.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_public(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}

fn too_much() -> String {
    format!("all files together are larger than {} MB", LARGEST_SUM >> 20)
}

fn unplaced(code: u16, message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, Span::NONE, message))
}

trait WithHelp {
    fn map_help(self, text: &str) -> Self;
}

impl WithHelp for Box<Diagnostic> {
    fn map_help(mut self, text: &str) -> Self {
        self.help = Some(text.into());
        self
    }
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|e| e.to_str()).unwrap_or("")
}

/// Source form by extension, as in gfortran; free if the extension does not decide.
pub fn form_of(path: &Path) -> Form {
    form_by_extension(path).unwrap_or(Form::Free)
}

/// Source form by extension, if it decides.
pub fn form_by_extension(path: &Path) -> Option<Form> {
    match extension(path).to_ascii_lowercase().as_str() {
        "f" | "for" | "ftn" | "f77" | "fpp" => Some(Form::Fixed),
        "f90" | "f95" | "f03" | "f08" | "f18" => Some(Form::Free),
        _ => None,
    }
}

fn needs_preprocessor(path: &Path) -> bool {
    let e = extension(path);
    matches!(
        e,
        "F" | "FOR" | "FTN" | "F77" | "FPP" | "fpp" | "F90" | "F95" | "F03" | "F08" | "F18"
    )
}

/// True for binary contents: text has no zero bytes and hardly any other control characters.
fn is_binary(bytes: &[u8]) -> bool {
    let is_control = |b: &&u8| matches!(b, 1..=7 | 14..=25 | 27..=31 | 127);
    bytes.contains(&0) || bytes.iter().filter(is_control).count() * 50 > bytes.len()
}

/// Preprocessed text without its line markers, and the origins of the lines that they give.
fn without_markers(text: &str, path: &Path) -> (String, Origins) {
    let mut at = (path.display().to_string(), 1);
    let mut origins = vec![];
    let mut out = String::with_capacity(text.len());
    for l in text.lines() {
        if let Some((number, file)) = marker(l) {
            at = (shown(file).into(), number);
            continue;
        }
        out.push_str(l);
        out.push('\n');
        origins.push(at.clone());
        at.1 += 1;
    }
    (out, origins)
}

fn marker(line: &str) -> Option<(u32, &str)> {
    let rest = line.strip_prefix("# ")?;
    let (number, rest) = rest.split_once(' ')?;
    let file = rest.strip_prefix('"')?.split('"').next()?;
    Some((number.parse().ok()?, file))
}

fn find_include(map: &mut SourceMap, name: &str, from: FileId, folders: &[PathBuf]) -> Option<FileId> {
    let including = map.file(from);
    let form = including.form;
    let own = Path::new(&including.name)
        .parent()
        .map(Path::to_path_buf)
        .unwrap_or_default();
    let name = shown(name);
    let mut unreadable = None;
    for folder in std::iter::once(&own).chain(folders) {
        let path = folder.join(&*name);
        let shown = path.display().to_string();
        match files::read(&path) {
            Ok(bytes) if map.size() + bytes.len() > LARGEST_SUM => {
                return Some(map.add_unreadable(shown, too_much(), form));
            }
            Ok(bytes) => return Some(map.add(shown, text_of(bytes), form)),
            Err(e) if e.is_missing => {}
            // the next folder may have a readable one
            Err(e) => {
                unreadable.get_or_insert((shown, e.why));
            }
        }
    }
    unreadable.map(|(name, why)| map.add_unreadable(name, why, form))
}
