//! Texts that are generated from the definition of the command line: completions of shells, man pages.

use crate::args::Cli;
use crate::output::{say, usage_for, Writer, DONE};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::path::{Path, PathBuf};

/// Prints the completions of a shell.
pub fn completions(shell: Shell) -> u8 {
    let mut script = vec![];
    clap_complete::generate(shell, &mut Cli::command(), "adc", &mut script);
    say(script);
    DONE
}

/// Prints the man page of `adc`, or writes the pages of all commands to a folder.
pub fn man(folder: Option<&Path>) -> u8 {
    let all = pages();
    let Some(folder) = folder else {
        all.into_iter().take(1).for_each(|(_, page)| say(page));
        return DONE;
    };
    let files: Vec<(PathBuf, &[u8])> = all
        .iter()
        .map(|(name, page)| (folder.join(name), page.as_slice()))
        .collect();
    match Writer::protecting(std::iter::empty()).write(Some(folder), &files) {
        Ok(()) => DONE,
        Err(problem) => usage_for(&problem.to_string(), "`-o` names another folder"),
    }
}

/// The names and texts of all pages: that of `adc`, then one for each command.
fn pages() -> Vec<(String, Vec<u8>)> {
    let mut main = Cli::command().disable_help_subcommand(true);
    // names of commands become `adc-check`
    main.build();
    let others: Vec<Command> = main.get_subcommands().cloned().collect();
    std::iter::once(main).chain(others).map(page).collect()
}

fn page(command: Command) -> (String, Vec<u8>) {
    let man = Man::new(command);
    let mut text = vec![];
    // writing to memory does not fail
    let _ = man.render(&mut text);
    (man.get_filename(), text)
}
