//! The project file `adc.toml`: options that the command line does not give.
//!
//! ```text
//! words ─relaxed parse→ options given ─┐
//! adc.toml ─file→ tables ─words→ words ─without those given→ one command line for each derivative
//! ```
//!
//! Keys are the names of options. They become words of a command line, so that an option means the same in both places,
//! and one parser reads both. The keys of a `[[derivative]]` table count before those outside of tables. The tables are
//! ignored if the command line names files.

mod file;
mod keys;
mod patterns;

use crate::args::{Cli, Color, Input, MessageFormat};
use crate::command_first::command_first;
use crate::files;
use adc::{Code, Problem};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory};
use file::{Project, Table};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The name of the file.
const NAME: &str = "adc.toml";

/// The command that uses no heads.
const PRINT: &str = "print";

/// A file that makes a command line complete.
const PLACEHOLDER: &str = "placeholder.f90";

/// What the command line gives.
struct Given {
    /// The definition of the command.
    definition: Command,
    /// The name of the command, if it is not a differentiation.
    command: Option<String>,
    options: ArgMatches,
}

impl Given {
    /// Parses a command line that may lack files. `None` for one that is wrong, or whose command has no project: the
    /// ordinary parser is left to report it.
    fn read(words: &[OsString]) -> Option<Given> {
        let all = Cli::command();
        let name = words
            .get(1)
            .and_then(|w| w.to_str())
            .filter(|w| all.find_subcommand(w).is_some());
        let mut complete = words.to_vec();
        complete.insert(after_names(name).min(words.len()), PLACEHOLDER.into());
        let options = all.clone().try_get_matches_from(complete).ok()?;
        let (definition, command, options) = match options.subcommand() {
            None => (all, None, options),
            Some((name, own)) => (all.find_subcommand(name)?.clone(), Some(name.to_string()), own.clone()),
        };
        let given = Given {
            definition,
            command,
            options,
        };
        has(&given.definition, "project").then_some(given)
    }

    /// True if the command line gives files.
    fn has_files(&self) -> bool {
        let files = self.options.get_many::<PathBuf>("files").into_iter().flatten();
        files.count() > 1
    }

    /// True if the command line gives an option.
    fn has(&self, id: &str) -> bool {
        match id {
            "files" => self.has_files(),
            _ => has(&self.definition, id) && self.options.value_source(id) == Some(ValueSource::CommandLine),
        }
    }

    fn names(&self, id: &str) -> Vec<String> {
        let all = self.options.get_many::<String>(id);
        all.into_iter().flatten().cloned().collect()
    }

    /// How to report errors of the project file.
    fn rendering(&self) -> (MessageFormat, Color) {
        let format = self.options.get_one::<MessageFormat>("message_format");
        let color = self.options.get_one::<Color>("color");
        (format.copied().unwrap_or_default(), color.copied().unwrap_or_default())
    }
}

/// The number of words before the arguments: the names of the program and of the command.
fn after_names(command: Option<&str>) -> usize {
    1 + usize::from(command.is_some())
}

fn has(definition: &Command, id: &str) -> bool {
    definition.get_arguments().any(|a| a.get_id() == id)
}

/// An error of the project file, and how to report it.
pub struct Failure {
    pub problem: Problem,
    pub format: MessageFormat,
    pub color: Color,
}

/// The command lines to run: that of the user, with what the project file adds; several for several derivatives.
///
/// # Errors
/// If the project file cannot be read, or has an error.
pub fn command_lines(words: Vec<OsString>) -> Result<Vec<Vec<OsString>>, Box<Failure>> {
    let words = command_first(&Cli::command(), words);
    let Some(given) = Given::read(&words) else {
        return Ok(vec![words]);
    };
    let (format, color) = given.rendering();
    completed(&given, &words).map_err(|problem| Box::new(Failure { problem, format, color }))
}

fn completed(given: &Given, words: &[OsString]) -> Result<Vec<Vec<OsString>>, Problem> {
    let Some(path) = place(given) else {
        return Ok(vec![words.to_vec()]);
    };
    let bytes = files::read(&path).map_err(|e| {
        let text = format!("cannot read `{}`: {}", path.display(), e.why);
        Problem::new(Code::CANNOT_READ, text)
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let project = Project::read(&path, &text)?;
    // also what this command does not use has to be right
    project.tables().try_for_each(|t| keys::check(&project, t))?;
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let chosen = chosen(given, &project)?;
    let lines = chosen.into_iter().map(|tables| {
        let added = keys::words(&project, &tables, given, &folder)?;
        let (first, rest) = words.split_at(after_names(given.command.as_deref()));
        Ok(first.iter().cloned().chain(added).chain(rest.iter().cloned()).collect())
    });
    lines.collect()
}

/// The tables of each command line, those that count first before the others.
fn chosen<'p>(given: &Given, project: &'p Project) -> Result<Vec<Vec<&'p Table>>, Problem> {
    let names = given.names("select");
    let of = |name: &String| {
        let found = project.derivatives.iter().find(|t| t.name.as_ref() == Some(name));
        found.ok_or_else(|| unknown(name, project))
    };
    let selected: Vec<&Table> = names.iter().map(of).collect::<Result<_, _>>()?;
    let all = match selected.as_slice() {
        [] if given.has_files() || given.command.as_deref() == Some(PRINT) => vec![],
        [] => project.derivatives.iter().collect(),
        _ => selected,
    };
    Ok(match all.as_slice() {
        [] => vec![vec![&project.common]],
        _ => all.into_iter().map(|t| vec![t, &project.common]).collect(),
    })
}

fn unknown(name: &str, project: &Project) -> Problem {
    let known = || project.derivatives.iter().filter_map(|t| t.name.as_deref());
    let listed = || format!("the names are {}", known().collect::<Vec<_>>().join(", "));
    let help = adc::did_you_mean(name, known()).unwrap_or_else(|| match known().next() {
        Some(_) => listed(),
        None => "give `[[derivative]]` tables a `name`".into(),
    });
    let text = format!("`{}` has no derivative of the name `{name}`", project.file);
    Problem::new(Code::BAD_PROJECT, text).help(help)
}

/// The place of the project file: given, or found.
fn place(given: &Given) -> Option<PathBuf> {
    match given.options.get_one::<PathBuf>("project") {
        Some(path) => Some(path.clone()),
        None if given.options.get_flag("no_project") => None,
        None => found(),
    }
}

/// The project file of the current folder or the next one above, relative to the current folder.
fn found() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let depth = here.ancestors().position(|folder| folder.join(NAME).is_file())?;
    let up = std::iter::repeat_n("..", depth);
    Some(up.map(PathBuf::from).chain([PathBuf::from(NAME)]).collect())
}

/// The file that the options of a run come from, if there is one.
pub fn file_of(input: &Input) -> Option<PathBuf> {
    match &input.project {
        Some(path) => Some(path.clone()),
        None if input.no_project => None,
        None => found(),
    }
}
