//! `adc`: source-to-source automatic differentiation for Fortran.
//!
//! The command parses its arguments, gives files to the library, and writes what the library returns.
//!
//! Exit status: 0 done; 1 the source has an error that was reported; 2 the command line is wrong.

mod analyze;
mod args;
mod check;
mod check_args;
mod command_first;
mod command_line;
mod depfile;
mod differentiate;
mod dump;
mod files;
mod fortran;
mod init;
mod input;
mod output;
mod pieces;
mod print;
mod report;
mod runtime;
mod tapenade;
mod wrap;

use args::{Cli, Color, Command, MessageFormat};
use clap::{CommandFactory, Parser};
use output::{fault, say, usage, DONE};
use std::process::ExitCode;

/// The compiler allocates many small expressions and statements.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // the library makes errors of its panics; this is for those of the command
    ExitCode::from(std::panic::catch_unwind(run).unwrap_or_else(|_| fault()))
}

fn run() -> u8 {
    let arguments: Vec<std::ffi::OsString> = std::env::args_os().collect();
    // its options are not of clap's kind
    if let Some(words) = tapenade::words(&arguments) {
        return tapenade::run(words);
    }
    let mut cli = Cli::parse_from(command_first::command_first(&Cli::command(), arguments));
    let d = &mut cli.differentiate;
    d.fuel = match d.fuel.map_or_else(args::fuel_of_environment, |n| Ok(Some(n))) {
        Ok(fuel) => fuel,
        Err(message) => return usage(&message, MessageFormat::Human, Color::Auto),
    };
    match cli.command {
        None => differentiate::run(&cli.differentiate),
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
            activity,
            plan,
            check,
        }) => check::run(&input, &mode, plan.options(&input, activity), &check),
        Some(Command::Wrap {
            input,
            mode,
            activity,
            plan,
            output,
        }) => wrap::run(&input, &mode, plan.options(&input, activity), &output),
        Some(Command::Analyze {
            input,
            show,
            why,
            activity,
            plan,
        }) => analyze::run(&input, show, why.as_deref(), &plan.options(&input, activity)),
        Some(Command::Report {
            input,
            output,
            against,
            mode,
            activity,
            plan,
        }) => {
            let files = report::Files {
                output: &output,
                against: against.as_deref(),
            };
            report::run(&input, mode, &plan.options(&input, activity), &files)
        }
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
