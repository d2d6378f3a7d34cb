//! `adc report`: a page that shows what was differentiated, what is recorded and why, and what was refused.
//!
//! ```text
//! library ─facts→ Facts ─gather→ Data ─against→ Data ─page→ text
//! ```

mod against;
mod data;
mod facts;
mod gather;
mod page;
mod strings;

use crate::args::{Input, ModeArg};
use crate::files;
use crate::input::sources_and_descriptions;
use crate::output::{fail, print_messages, remark, usage_in, Writer, DONE, SOURCE_ERROR};
use adc::{Messages, Mode, Options, Program, Request};
use data::Data;
use facts::Facts;
use gather::Asked;
use std::path::{Path, PathBuf};

/// Where results go, and what they are compared with.
pub struct Files<'a> {
    /// The page, or the data alone if the name ends in `.json`.
    pub output: &'a Path,
    /// Another report.
    pub against: Option<&'a Path>,
}

/// Runs the command.
pub fn run(input: &Input, mode: ModeArg, options: &Options, files: &Files) -> u8 {
    let heads = match input.heads() {
        Ok(heads) => heads,
        Err(e) => return usage_in(input, &e.to_string()),
    };
    let other = match files.against.map(read).transpose() {
        Ok(other) => other,
        Err(problem) => return usage_in(input, &problem),
    };
    let program = match adc::read(sources_and_descriptions(input), &input.read_options()) {
        Ok(program) => program,
        Err(e) => return fail(&e, input),
    };
    let mode = match mode {
        ModeArg::Tangent => Mode::Tangent,
        ModeArg::Reverse => Mode::Reverse,
    };
    let facts = match Facts::of(&program, &heads, mode, options) {
        Ok(facts) => facts,
        Err(e) => return fail(&e, input),
    };
    let asked = asked(input, &program, mode, &heads);
    let sources: Vec<String> = input.files.iter().map(|f| f.display().to_string()).collect();
    let mut data = gather::data(asked, &facts, &sources);
    if let (Some(other), Some(path)) = (other, files.against) {
        against::compare(&mut data, &other, &path.display().to_string());
    }
    let status = write(input, &program, &data, &facts, files.output);
    // the process ends
    std::mem::forget((program, facts, data));
    status
}

fn asked(input: &Input, program: &Program, mode: Mode, heads: &[adc::Head]) -> Asked {
    let mut request = Request::by_directives(mode);
    request.heads = heads.to_vec();
    Asked {
        heads: input.heads.clone(),
        mode: if mode == Mode::Tangent { "tangent" } else { "adjoint" },
        command: command(std::env::args().skip(1)),
        output: program.output_name(&request),
    }
}

/// The command, without the options that say where results go, what they are compared with, and which messages appear.
fn command(arguments: impl Iterator<Item = String>) -> String {
    let mut words = vec!["adc".to_string()];
    let mut arguments = arguments;
    while let Some(word) = arguments.next() {
        match word.as_str() {
            "-o" | "--output" | "--against" => drop(arguments.next()),
            "-q" | "--quiet" | "-v" | "--verbose" => {}
            w if w.starts_with("--output=") || w.starts_with("--against=") => {}
            _ => words.push(quoted(word)),
        }
    }
    words.join(" ")
}

/// A word as it is typed.
fn quoted(word: String) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:%+@".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

fn read(path: &Path) -> Result<Data, String> {
    let bytes = files::read(path).map_err(|e| e.why);
    let data = bytes.and_then(|b| page::read(&String::from_utf8_lossy(&b)));
    data.map_err(|why| format!("cannot compare with `{}`: {why}", path.display()))
}

/// Writes the report, also about a program that cannot be differentiated.
fn write(input: &Input, program: &Program, data: &Data, facts: &Facts, output: &Path) -> u8 {
    let is_json = output.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    let text = if is_json { page::json(data) } else { page::html(data) };
    let file: (PathBuf, &[u8]) = (output.to_path_buf(), text.as_bytes());
    let mut own = Messages::default();
    if let Err(problem) = Writer::protecting(program.files()).write(None, &[file]) {
        own.push(&problem);
    }
    let all = facts.messages.iter().chain([&own]);
    let failed = print_messages(all, input);
    if !own.has_errors() && (failed || input.verbose) {
        remark(&format!("{} ({} kB)", output.display(), text.len() / 1000));
    }
    if failed {
        SOURCE_ERROR
    } else {
        DONE
    }
}
