//! Moves the name of a subcommand in front of the options before it.
//!
//! `adc -q analyze FILES...` means `adc analyze -q FILES...`. The first word that is neither an option nor an option's
//! value decides: a subcommand's name moves to the front, a file stays in place. Options that the subcommand does not
//! have are then reported as such. A first word that is neither may be a subcommand misspelt.

use crate::args::Cli;
use clap::{Arg, ArgAction, Command, CommandFactory};
use std::ffi::OsString;

/// The arguments with the subcommand's name first. `arguments` begins with the name of the program.
pub fn command_first(definition: &Command, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mut at = 1;
    while let Some(word) = arguments.get(at).map(|w| w.to_string_lossy().into_owned()) {
        if word == "--" {
            break;
        }
        if word.len() < 2 || !word.starts_with('-') {
            if definition.find_subcommand(&word).is_some() {
                let name = arguments.remove(at);
                arguments.insert(1, name);
            }
            break;
        }
        at += 1 + usize::from(value_follows(definition, &word));
    }
    arguments
}

/// The subcommand whose name is nearly a word.
pub fn nearest_command(word: &str) -> Option<String> {
    let definition = Cli::command();
    let near = adc::nearest(word, definition.get_subcommands().map(Command::get_name))?;
    Some(near.into())
}

/// True for an option whose value is the next word: `-o`, `--head`, but not `--head=...`, `-ofile` or `-q`.
fn value_follows(definition: &Command, word: &str) -> bool {
    let takes_value = |action: &ArgAction| matches!(action, ArgAction::Set | ArgAction::Append);
    let options: Vec<&Arg> = definition
        .get_arguments()
        .filter(|a| takes_value(a.get_action()))
        .collect();
    match word.strip_prefix("--") {
        Some(long) => options.iter().any(|a| a.get_long() == Some(long)),
        // in `-qo FILE` the last letter is the one that takes a value
        None => {
            let letters: Vec<char> = word.chars().skip(1).collect();
            let first = letters
                .iter()
                .position(|&c| options.iter().any(|a| a.get_short() == Some(c)));
            first.is_some_and(|i| i + 1 == letters.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(line: &str) -> String {
        let words = line.split(' ').map(Into::into).collect();
        let ordered = command_first(&Cli::command(), words);
        let words: Vec<_> = ordered.iter().map(|w| w.to_string_lossy()).collect();
        words.join(" ")
    }

    #[test]
    fn options_before_the_name_follow_it() {
        let cases = [
            ("adc -q analyze m.f90 --show psg", "adc analyze -q m.f90 --show psg"),
            ("adc --color never print m.f90", "adc print --color never m.f90"),
            ("adc --color=never -qv dump", "adc dump --color=never -qv"),
            (
                "adc -I include -qI dir print m.f90",
                "adc print -I include -qI dir m.f90",
            ),
            ("adc -Idir explain ADC0204", "adc explain -Idir ADC0204"),
            // values and files that equal a subcommand's name
            ("adc --head print m.f90", "adc --head print m.f90"),
            ("adc m.f90 print", "adc m.f90 print"),
            ("adc -q -- print", "adc -q -- print"),
            ("adc --reverse m.f90 -o -", "adc --reverse m.f90 -o -"),
        ];
        for (given, wanted) in cases {
            assert_eq!(ordered(given), wanted);
        }
    }
}
