//! `adc`: source-to-source automatic differentiation for Fortran.
//!
//! The command parses its arguments, gives files to the library, and writes what the library returns.
//!
//! Exit status: 0 done; 1 the source has an error that was reported; 2 the command line is wrong.

mod analyze;
mod args;
mod check;
mod check_args;
mod checkpoints;
mod command_first;
mod command_line;
mod depfile;
mod differentiate;
mod dump;
mod files;
mod fingerprint;
mod fortran;
mod generated;
mod init;
mod input;
mod interfaces;
mod loops;
mod lsp;
mod output;
mod pieces;
mod print;
mod progress;
mod project;
mod read_log;
mod report;
mod runtime;
mod tapenade;
mod template;
mod watch;
mod wrap;

use args::{Cli, Color, Command, MessageFormat};
use clap::Parser;
use output::{fault, remark, report_problem, say, usage, DONE};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// The compiler allocates many small expressions and statements.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // the library makes errors of its panics; this is for those of the command
    ExitCode::from(std::panic::catch_unwind(run).unwrap_or_else(|_| fault()))
}

fn run() -> u8 {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // its options are not of clap's kind
    if let Some(words) = tapenade::words(&arguments) {
        return tapenade::run(words);
    }
    match parsed(&arguments) {
        Ok(all) if all.iter().any(|c| c.differentiate.watch) => watched(&arguments),
        Ok(all) => {
            let statuses = all.into_iter().map(|c| execute(c, &mut BTreeSet::new()));
            statuses.max().unwrap_or(DONE)
        }
        Err(status) => status,
    }
}

/// The command lines to execute: several if the project file has several derivatives. An error has been reported.
fn parsed(arguments: &[OsString]) -> Result<Vec<Cli>, u8> {
    let lines =
        project::command_lines(arguments.to_vec()).map_err(|f| report_problem(&f.problem, f.format, f.color))?;
    let complete = |line: Vec<OsString>| {
        let mut cli = Cli::parse_from(line);
        let fuel = cli.differentiate.fuel;
        cli.differentiate.fuel = match fuel.map_or_else(args::fuel_of_environment, |n| Ok(Some(n))) {
            Ok(fuel) => fuel,
            Err(message) => return Err(usage(&message, MessageFormat::Human, Color::Auto)),
        };
        Ok(cli)
    };
    lines.into_iter().map(complete).collect()
}

/// Differentiates again whenever a file changes, also the project file.
fn watched(arguments: &[OsString]) -> ! {
    let mut files = BTreeSet::new();
    watch::run(|| {
        if !files.is_empty() {
            remark("differentiating again");
        }
        if let Ok(all) = parsed(arguments) {
            files.clear();
            for cli in all {
                files.extend(project::file_of(&cli.differentiate.input));
                execute(cli, &mut files);
            }
        }
        remark("waiting for a change of a file");
        files.clone()
    })
}

/// Executes a command. A differentiation adds the files that it reads.
fn execute(cli: Cli, read: &mut BTreeSet<PathBuf>) -> u8 {
    match cli.command {
        None => differentiate::run(&cli.differentiate, read),
        Some(Command::Explain { code }) => match code.parse::<adc::Code>() {
            Ok(code) => {
                say(code.page());
                DONE
            }
            Err(e) => usage(&e.to_string(), MessageFormat::Human, Color::Auto),
        },
        Some(Command::Check {
            input,
            mode,
            analysis,
            check,
        }) => check::run(&input, &mode, analysis.options(&input), &check),
        Some(Command::Wrap {
            input,
            mode,
            analysis,
            output,
        }) => wrap::run(&input, &mode, analysis.options(&input), &output),
        Some(Command::Analyze {
            input,
            show,
            why,
            analysis,
        }) => analyze::run(&input, show, why.as_deref(), &analysis.options(&input)),
        Some(Command::Report {
            input,
            output,
            against,
            mode,
            analysis,
        }) => {
            let files = report::Files {
                output: &output,
                against: against.as_deref(),
            };
            report::run(&input, mode, &analysis.options(&input), &files)
        }
        Some(Command::Checkpoints {
            profiles,
            memory_budget,
            output,
            directives,
        }) => checkpoints::run(&profiles, memory_budget, output.as_deref(), directives),
        Some(Command::Completions { shell }) => generated::completions(shell),
        Some(Command::Lsp) => lsp::run(),
        Some(Command::Man { output }) => generated::man(output.as_deref()),
        Some(Command::Init { system, output, force }) => init::run(system, &output, force),
        Some(Command::Print {
            input,
            output,
            reformat,
        }) => print::run(&input, output.as_deref(), reformat),
        // taken above, unless an option precedes it
        Some(Command::Tapenade { words }) => tapenade::run(&words),
        Some(Command::Dump {
            input,
            stage,
            after,
            mode,
            format,
            plan,
        }) => dump::run(&input, stage, after, (mode, format), &plan),
    }
}
