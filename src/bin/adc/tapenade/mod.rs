//! `adc tapenade`: the command line of Tapenade 3.16.
//!
//! The words become a [`Given`]; from there on, everything happens as without Tapenade's options.

mod heads;
mod help;
mod key;
mod lookup;
mod names;
mod optimisations;
mod parse;
mod rows;
mod run;
mod table;

use crate::output::{remark, say, DONE};
use parse::Given;
use std::ffi::OsString;
use std::path::Path;

/// The name of the command, and of links to the program that mean it.
const NAME: &str = "tapenade";

/// The words of Tapenade's command line, if the program was called for that: `adc tapenade ...`, or `tapenade ...`
/// through a link.
pub fn words(arguments: &[OsString]) -> Option<&[OsString]> {
    let (program, rest) = arguments.split_first()?;
    if Path::new(program).file_stem().is_some_and(|s| s == NAME) {
        return Some(rest);
    }
    let (first, rest) = rest.split_first()?;
    (first == NAME).then_some(rest)
}

/// Runs the command.
pub fn run(words: &[OsString]) -> u8 {
    let words: Vec<String> = words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
    let given = match parse::parse(&words) {
        Ok(given) => given,
        Err(message) => return run::wrong(&message),
    };
    if given.help {
        say(help::text());
        return DONE;
    }
    if given.version {
        let version = env!("CARGO_PKG_VERSION");
        say(format!("adc {version}, with the command line of Tapenade 3.16\n"));
        return DONE;
    }
    notes(&given);
    match given.preprocess {
        true => run::print(&given),
        false => run::differentiate(&given, &words),
    }
}

/// One note about all options without an effect, and one about an interface that differs.
fn notes(given: &Given) {
    if !given.idle.is_empty() {
        let all: Vec<String> = given.idle.iter().map(|i| format!("`{i}`")).collect();
        remark(&format!("note: no effect in adc: {}", all.join(", ")));
    }
    if given.vector {
        remark("note: the first extent of shadows is the last argument of the derivative, not NBDirsMax");
    }
}
