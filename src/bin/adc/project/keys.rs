//! The keys of the project file: names of options, as words of a command line.

use super::file::{Entry, Project, Table, Value};
use super::patterns;
use super::Given;
use crate::args::Cli;
use adc::Problem;
use clap::builder::PossibleValue;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, CommandFactory, ValueHint};
use std::error::Error;
use std::ffi::OsString;
use std::path::Path;

/// The files: what the command line has without the name of an option.
const FILES: &str = "files";
/// The modes, by the names of their options.
const MODES: &str = "modes";
/// The options of modes, by their ids.
const MODE_IDS: [&str; 4] = ["reverse", "tangent", "hessian", "jacobian"];
/// Options that are about one run, and about the project file itself.
const ONCE: [&str; 10] = [
    "help",
    "version",
    "project",
    "no_project",
    "select",
    "watch",
    "list_outputs",
    "fuel",
    "profile_checkpoints",
    "capture",
];
/// Keys of options that have a letter only, and the ids of these.
const LETTERS: [(&str, &str); 3] = [("include", "include"), ("define", "define"), ("flags", "flags")];
/// The commands whose options have keys.
const CHECK: &str = "check";

/// The key of an option.
fn key_of(a: &Arg) -> Option<&str> {
    let id = a.get_id().as_str();
    if id == FILES {
        return Some(FILES);
    }
    if ONCE.contains(&id) || MODE_IDS.contains(&id) {
        return None;
    }
    let letter = LETTERS.iter().find(|(_, own)| *own == id).map(|(key, _)| *key);
    a.get_long().or(letter)
}

/// The option of a key.
fn option<'d>(definition: &'d Command, key: &str) -> Option<&'d Arg> {
    definition.get_arguments().find(|a| key_of(a) == Some(key))
}

/// The definitions of the commands whose options have keys.
fn definitions() -> Vec<Command> {
    let all = Cli::command();
    let check = all.find_subcommand(CHECK).cloned();
    std::iter::once(all).chain(check).collect()
}

/// Checks the keys and values of a table.
///
/// # Errors
/// The first key that no option has, and the first value that its option does not take.
pub fn check(project: &Project, table: &Table) -> Result<(), Problem> {
    let all = definitions();
    for entry in &table.entries {
        if entry.key == MODES {
            modes(project, entry)?;
            continue;
        }
        let found = all.iter().find_map(|d| option(d, &entry.key));
        let a = found.ok_or_else(|| unknown_key(project, entry, &all))?;
        values(project, entry, a)?;
    }
    Ok(())
}

fn unknown_key(project: &Project, entry: &Entry, all: &[Command]) -> Problem {
    let own = all.iter().flat_map(|d| d.get_arguments().filter_map(key_of));
    let near = adc::did_you_mean(&entry.key, own.chain([MODES, "derivative", "name"]));
    let text = format!("`{}` is not a key of the project file", entry.key);
    let help = near.unwrap_or_else(|| "the keys are `files`, `modes` and the names of options without `--`".into());
    project.problem(text, entry.at.clone()).help(help)
}

fn modes(project: &Project, entry: &Entry) -> Result<(), Problem> {
    let known = [
        "reverse",
        "tangent",
        "hessian",
        "hessian=products",
        "hessian=sparse",
        "jacobian",
        "jacobian=dense",
        "jacobian=sparse",
        "jacobian=bidirectional",
    ];
    for v in &entry.values {
        if !known.contains(&v.text.as_str()) {
            let help = adc::did_you_mean(&v.text, known.into_iter());
            let help = help.unwrap_or_else(|| format!("the modes are {}", known.join(", ")));
            return Err(project
                .problem(format!("`{}` is not a mode", v.text), v.at.clone())
                .help(help));
        }
    }
    Ok(())
}

/// Checks the values of an option, as the command line would.
fn values(project: &Project, entry: &Entry, a: &Arg) -> Result<(), Problem> {
    let key = &entry.key;
    let is_switch = !a.get_action().takes_values();
    let is_many = matches!(a.get_action(), ArgAction::Append) || a.is_positional();
    for (k, v) in entry.values.iter().enumerate() {
        let refuse = |text: String| project.problem(text, v.at.clone());
        if is_switch != v.switch.is_some() {
            let text = match is_switch {
                true => format!("`{key}` is `true` or `false`"),
                false => format!("`{key}` has a value, not `{}`", v.text),
            };
            return Err(refuse(text));
        }
        if k > 0 && !is_many {
            return Err(refuse(format!("`{key}` has one value")));
        }
        if !is_switch {
            value(a, v).map_err(|(text, help)| help.into_iter().fold(refuse(text), Problem::help))?;
        }
    }
    Ok(())
}

/// Parses one value; the message and the help if it is wrong.
fn value(a: &Arg, v: &Value) -> Result<(), (String, Option<String>)> {
    let alone = Command::new("adc").arg(a.clone().required(false));
    let Err(e) = alone.try_get_matches_from(["adc".into(), word(a, &v.text)]) else {
        return Ok(());
    };
    let possible: Vec<PossibleValue> = a.get_possible_values();
    let names: Vec<&str> = possible.iter().map(PossibleValue::get_name).collect();
    let text = match (e.kind(), e.source()) {
        (ErrorKind::ValueValidation, Some(why)) => format!("`{}`: {why}", v.text),
        _ => format!("`{}` is not a value of this key", v.text),
    };
    let listed = || (!names.is_empty()).then(|| format!("the values are {}", names.join(", ")));
    Err((text, adc::did_you_mean(&v.text, names.iter().copied()).or_else(listed)))
}

/// An option with a value as one word.
fn word(a: &Arg, value: &str) -> OsString {
    match (a.get_long(), a.get_short()) {
        (Some(long), _) => format!("--{long}={value}").into(),
        (None, Some(letter)) => format!("-{letter}{value}").into(),
        (None, None) => value.into(),
    }
}

/// The words that tables add to a command line; a key of an earlier table counts before that of a later one. `folder` is
/// that of the project file.
///
/// # Errors
/// If no file matches a pattern.
pub fn words(project: &Project, tables: &[&Table], given: &Given, folder: &Path) -> Result<Vec<OsString>, Problem> {
    let mut done: Vec<&str> = vec![];
    let mut all = vec![];
    for entry in tables.iter().flat_map(|t| &t.entries) {
        // within a table each key is unique
        if !done.contains(&entry.key.as_str()) {
            done.push(&entry.key);
            all.extend(of_entry(project, entry, given, folder)?);
        }
    }
    Ok(all)
}

fn of_entry(project: &Project, entry: &Entry, given: &Given, folder: &Path) -> Result<Vec<OsString>, Problem> {
    if entry.key == MODES {
        return Ok(of_modes(entry, given));
    }
    let Some(a) = option(&given.definition, &entry.key) else {
        return Ok(vec![]);
    };
    // other commands write other files
    let is_other = entry.key == "output" && given.command.is_some();
    if is_other || given.has(a.get_id().as_str()) {
        return Ok(vec![]);
    }
    if entry.key == FILES {
        let names = files(project, entry, folder)?;
        return Ok(names.iter().map(|name| located(name, folder).into()).collect());
    }
    let is_path = a.get_value_hint() == ValueHint::AnyPath;
    let each = entry.values.iter().filter_map(|v| match v.switch {
        Some(true) => Some(format!("--{}", a.get_long()?).into()),
        Some(false) => None,
        None if is_path => Some(word(a, &located(&v.text, folder))),
        None => Some(word(a, &v.text)),
    });
    Ok(each.collect())
}

/// The files that names and patterns stand for, each once; `!` before one takes files away that were there before it.
fn files(project: &Project, entry: &Entry, folder: &Path) -> Result<Vec<String>, Problem> {
    let mut all: Vec<String> = vec![];
    for v in &entry.values {
        if let Some(without) = v.text.strip_prefix('!') {
            all.retain(|name| !patterns::is_match(without, name));
            continue;
        }
        let found = match patterns::is_pattern(&v.text) {
            true => patterns::matching(folder, &v.text),
            false => vec![v.text.clone()],
        };
        if found.is_empty() {
            let text = format!("no file matches `{}`", v.text);
            let help = "patterns are relative to the folder of the project file; `**` stands for folders of any depth";
            return Err(project.problem(text, v.at.clone()).help(help));
        }
        for name in found {
            if !all.contains(&name) {
                all.push(name);
            }
        }
    }
    Ok(all)
}

fn of_modes(entry: &Entry, given: &Given) -> Vec<OsString> {
    if MODE_IDS.iter().any(|id| given.has(id)) {
        return vec![];
    }
    // other commands have other modes
    if given.command.as_deref().is_some_and(|command| command != CHECK) {
        return vec![];
    }
    entry.values.iter().map(|v| format!("--{}", v.text).into()).collect()
}

/// A path of the project file, from the current folder.
fn located(path: &str, folder: &Path) -> String {
    let is_own = path == "-" || Path::new(path).is_absolute() || folder.as_os_str().is_empty();
    match is_own {
        true => path.to_string(),
        // not `join`: a `/` at the end has a meaning
        false => format!("{}/{path}", folder.display()),
    }
}
