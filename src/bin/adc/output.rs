//! Output of the command: results, messages, files, the exit status.

use crate::args::{Color, Input, MessageFormat};
use crate::files::reason;
use adc::{render_all, Code, Error, ErrorKind, Layout, Message, Messages, Problem, RenderOptions, Severity};
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Exit status of success.
pub const DONE: u8 = 0;
/// Exit status if the source has an error that was reported.
pub const SOURCE_ERROR: u8 = 1;
/// Exit status if the command line is wrong.
pub const USAGE: u8 = 2;
/// Exit status of a fault of adc.
pub const FAULT: u8 = 101;

/// Prints results.
pub fn say(bytes: impl AsRef<[u8]>) {
    // a closed output is not an error
    let _ = std::io::stdout().write_all(bytes.as_ref());
}

/// Prints a line for people.
pub fn remark(text: &str) {
    let _ = writeln!(std::io::stderr(), "adc: {text}");
}

/// Reports a fault of adc; the panic has printed its message.
pub fn fault() -> u8 {
    remark("this is a bug in adc, not in your program; nothing was written; please report it, with your program");
    FAULT
}

/// Reports an invalid value on the command line.
pub fn usage(message: &str, format: MessageFormat, color: Color) -> u8 {
    report_usage(message, "see `adc --help`", format, color)
}

/// Likewise, for a command with a help text of its own.
pub fn usage_for(message: &str, help: &str) -> u8 {
    report_usage(message, help, MessageFormat::Human, Color::Auto)
}

fn report_usage(message: &str, help: &str, format: MessageFormat, color: Color) -> u8 {
    let mut messages = Messages::default();
    messages.push(&Problem::new(Code::BAD_OPTION, message).help(help));
    eprint(&messages.render(&rendering(format, color)));
    USAGE
}

/// Reports an error that no operation found.
pub fn report_problem(problem: &Problem, format: MessageFormat, color: Color) -> u8 {
    let mut messages = Messages::default();
    messages.push(problem);
    eprint(&messages.render(&rendering(format, color)));
    SOURCE_ERROR
}

/// Reports an invalid value on the command line, as the options of the input say.
pub fn usage_in(input: &Input, message: &str) -> u8 {
    usage(message, input.message_format, input.color)
}

/// Reports messages; the exit status follows from them.
pub fn finish(messages: &Messages, input: &Input) -> u8 {
    finish_both(&Messages::default(), messages, input)
}

/// Reports the messages of two operations on one program, those of both once.
pub fn finish_both(first: &Messages, second: &Messages, input: &Input) -> u8 {
    print_messages([first, second], input);
    if !second.has_errors() {
        return DONE;
    }
    if input.message_format == MessageFormat::Human && !input.quiet {
        remark(&summary(second));
    }
    SOURCE_ERROR
}

/// Reports the messages of operations on one program, those of several once; true if one of them is an error.
pub fn print_messages<'m>(all: impl IntoIterator<Item = &'m Messages>, input: &Input) -> bool {
    let (text, failed) = rendered(all, input);
    eprint(&text);
    failed
}

/// True if messages are coloured.
pub fn has_colors(input: &Input) -> bool {
    rendering(input.message_format, input.color).colors
}

/// Prints messages that have been rendered.
pub fn print_rendered(text: &str) {
    eprint(text);
}

/// The text of messages of operations on one program, those of several once; true if one of them is an error.
pub fn rendered<'m>(all: impl IntoIterator<Item = &'m Messages>, input: &Input) -> (String, bool) {
    let mut options = rendering(input.message_format, input.color);
    options.all = input.verbose;
    let is_shown = |m: &Message| !input.quiet || m.severity() == Severity::Error;
    let (mut shown, mut failed): (Vec<Message>, bool) = (vec![], false);
    for messages in all {
        failed |= messages.has_errors();
        let known = shown.len();
        let new = messages.iter().filter(is_shown);
        let new: Vec<Message> = new.filter(|m| !shown[..known].contains(m)).collect();
        shown.extend(new);
    }
    (render_all(shown, &options), failed)
}

/// Reports the error of an operation.
pub fn fail(error: &Error, input: &Input) -> u8 {
    match error.kind() {
        ErrorKind::Fault => fault(),
        ErrorKind::Threads => {
            remark(&error.to_string());
            SOURCE_ERROR
        }
        ErrorKind::Request => {
            let first = error.messages().iter().next();
            usage_in(
                input,
                &first.map_or_else(|| error.to_string(), |m| m.text().into_owned()),
            )
        }
        _ => finish(error.messages(), input),
    }
}

/// The last line of a run that failed.
fn summary(messages: &Messages) -> String {
    let errors = messages.iter().filter(|m| m.severity() == Severity::Error);
    let count = match errors.count() {
        1 => "1 error".to_string(),
        n => format!("{n} errors"),
    };
    let code = messages.first_error().map_or(String::new(), |c| c.to_string());
    format!("{count}, nothing was written; for an explanation, run `adc explain {code}`")
}

fn rendering(format: MessageFormat, color: Color) -> RenderOptions {
    let mut options = RenderOptions::default();
    options.layout = match format {
        MessageFormat::Human => Layout::Human,
        MessageFormat::Short => Layout::Short,
        MessageFormat::Gcc => Layout::Gcc,
        MessageFormat::Json => Layout::Json,
        MessageFormat::Sarif => Layout::Sarif,
    };
    options.colors = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::io::stderr().is_terminal() && terminal_has_colors(),
    };
    options
}

/// True unless the environment says otherwise, by the conventions of terminals.
fn terminal_has_colors() -> bool {
    let terminal = std::env::var_os("TERM");
    let is_able = terminal.map_or(cfg!(windows), |t| t != "dumb");
    is_able && std::env::var_os("NO_COLOR").is_none()
}

fn eprint(text: &str) {
    // errors on a closed standard error cannot be reported
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Writes files, but no input file.
pub struct Writer {
    read: BTreeSet<PathBuf>,
}

impl Writer {
    /// A writer that protects the files of these names.
    pub fn protecting<'a>(names: impl Iterator<Item = &'a str>) -> Writer {
        let paths = names.map(|n| Path::new(n).canonicalize());
        Writer {
            read: paths.flatten().collect(),
        }
    }

    /// Writes files: all of them, or none. The folder for them is made unless it is there. `-` is standard output. A file
    /// whose contents would not change keeps its date.
    ///
    /// # Errors
    /// If the folder cannot be made, or a file cannot be written.
    pub fn write(&self, folder: Option<&Path>, files: &[(PathBuf, &[u8])]) -> Result<(), Problem> {
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder).map_err(|e| problem(folder, &reason(&e)))?;
        }
        let staged = files.iter().map(|(path, bytes)| {
            let staged = Staged::new(path, bytes, &self.read);
            Ok((path, staged.map_err(|why| problem(path, &why))?))
        });
        let staged: Result<Vec<(&PathBuf, Staged)>, Problem> = staged.collect();
        for (path, file) in staged? {
            file.finish().map_err(|why| problem(path, &why))?;
        }
        Ok(())
    }
}

/// An output before it is in its place.
enum Staged<'b> {
    /// It is there already.
    Unchanged,
    /// A temporary file in the same folder, and its place.
    Beside(NamedTempFile, PathBuf),
    /// The bytes for what is no file.
    Stream(Box<dyn Write>, &'b [u8]),
}

impl<'b> Staged<'b> {
    /// Does all that can fail.
    fn new(path: &Path, bytes: &'b [u8], protected: &BTreeSet<PathBuf>) -> Result<Staged<'b>, String> {
        let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        // `/dev/stdout` may be a file to which other processes write, too
        let is_link = path.starts_with("/dev") && target != path;
        if path.as_os_str() == "-" {
            Ok(Staged::Stream(Box::new(std::io::stdout()), bytes))
        } else if protected.contains(&target) {
            Err("it is an input file".to_string())
        } else if path.is_dir() {
            Err("it is a directory".to_string())
        } else if target.exists() && (is_link || !target.is_file()) {
            // a terminal or a pipe cannot be renamed and must not be replaced
            let opened = std::fs::OpenOptions::new().append(true).open(path);
            let stream = opened.map_err(|e| reason(&e))?;
            Ok(Staged::Stream(Box::new(stream), bytes))
        } else if std::fs::read(&target).is_ok_and(|old| old == bytes) {
            Ok(Staged::Unchanged)
        } else {
            let file = beside(&target, bytes)?;
            Ok(Staged::Beside(file, target))
        }
    }

    /// Puts it in its place.
    fn finish(self) -> Result<(), String> {
        match self {
            Staged::Unchanged => Ok(()),
            Staged::Beside(file, target) => file.persist(target).map(drop).map_err(|e| reason(&e.error)),
            Staged::Stream(mut stream, bytes) => stream.write_all(bytes).map_err(|e| reason(&e)),
        }
    }
}

/// The error for a file that cannot be written.
fn problem(path: &Path, why: &str) -> Problem {
    let text = format!("cannot write `{}`: {why}", path.display());
    Problem::new(Code::CANNOT_WRITE, text).help("write to a new file in an existing directory: `-o FILE`")
}

/// Writes to a temporary file beside the target.
fn beside(target: &Path, bytes: &[u8]) -> Result<NamedTempFile, String> {
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
            Ok(f)
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
