//! `adc`: source-to-source automatic differentiation for Fortran.
//!
//! Exit status: 0 done; 1 the source has an error that was reported; 2 the command line is wrong.

mod args;
mod explain;
mod header;
mod render;
mod session;

use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::span::{Form, Span};
use adc_transform::head::{self, HeadText};
use adc_transform::{differentiate, Derivative, Mode, Options};
use args::{Cli, Command, Differentiate, Input, Show, Stage};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use session::{form_of, Loaded, Session};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const DONE: u8 = 0;
const SOURCE_ERROR: u8 = 1;
const USAGE: u8 = 2;

/// Deep nesting in a source needs stack in proportion; the main thread's is too small for what Fortran files can hold.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let run = || ExitCode::from(dispatch(Cli::parse()));
    match std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(run)
        .map(|t| t.join())
    {
        Ok(Ok(code)) => code,
        // the panic has printed its message
        Ok(Err(_)) => ExitCode::from(101),
        Err(e) => {
            let _ = writeln!(std::io::stderr(), "adc: cannot start: {e}");
            ExitCode::from(SOURCE_ERROR)
        }
    }
}

fn dispatch(cli: Cli) -> u8 {
    match cli.command {
        None => run_differentiate(&cli.differentiate),
        Some(Command::Explain { code }) => match explain::page(&code) {
            Some(page) => say(page),
            None => usage(&format!("there is no diagnostic `{code}`; codes look like ADC0204")),
        },
        Some(Command::Analyze { input, show }) => analyze(&input, show),
        Some(Command::Print { input, output }) => print(&input, output.as_deref()),
        Some(Command::Dump { input, stage }) => dump(&input, stage),
    }
}

fn say(text: &str) -> u8 {
    // a reader that has gone away is no error
    let _ = std::io::stdout().write_all(text.as_bytes());
    DONE
}

fn usage(message: &str) -> u8 {
    let _ = Cli::command().error(ErrorKind::ValueValidation, message).print();
    USAGE
}

fn finish(s: &Session, input: &Input) -> u8 {
    render::print(&s.shown(input.quiet), &s.map, input.message_format, input.color);
    if s.failed() {
        SOURCE_ERROR
    } else {
        DONE
    }
}

// ---- differentiation

fn run_differentiate(d: &Differentiate) -> u8 {
    let mode = match (d.mode.reverse, d.mode.tangent) {
        (true, false) => Mode::Reverse,
        (false, true) => Mode::Tangent,
        _ => return usage("say --reverse (adjoint) or --tangent"),
    };
    let head = match d.input.head.as_deref().map(HeadText::parse).transpose() {
        Ok(h) => h,
        Err(e) => return usage(&e),
    };
    let off = |name: &str| d.no_opt.iter().any(|n| n == name);
    let options = Options {
        suffix_tangent: d.suffix_tangent.clone(),
        suffix_reverse: d.suffix_reverse.clone(),
        activity: d.activity != "all" && !off("activity"),
        tbr: !off("tbr"),
    };
    for suffix in [&options.suffix_reverse, &options.suffix_tangent] {
        let name = suffix.trim_start_matches('_');
        if name.is_empty() || !suffix.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return usage(&format!("`{suffix}` cannot be a suffix of Fortran names"));
        }
    }
    let target = d
        .output
        .clone()
        .unwrap_or_else(|| default_output(&d.input, &options, mode));
    let mut s = Session::open(&d.input);
    if let Some(input) = d.input.files.iter().find(|f| same_file(f, &target)) {
        let message = format!("the output `{}` is the input itself", input.display());
        s.messages
            .push(Diagnostic::error(codes::CANNOT_WRITE, Span::NONE, message));
    }
    if !s.failed() {
        let loaded = s.load();
        if !s.failed() {
            if let Some(derivative) = derive(&mut s, &loaded, head.as_ref(), mode, &options) {
                emit(&mut s, &loaded, &derivative, d, mode, &target);
            }
        }
    }
    finish(&s, &d.input)
}

fn derive(
    s: &mut Session,
    loaded: &Loaded,
    text: Option<&HeadText>,
    mode: Mode,
    options: &Options,
) -> Option<Derivative> {
    let head = head::resolve(&loaded.program, text, &mut s.messages)?;
    let (derivative, messages) = differentiate(&loaded.program, &head, mode, options);
    s.messages.extend(messages);
    derivative.filter(|_| !s.failed())
}

fn emit(s: &mut Session, loaded: &Loaded, derivative: &Derivative, d: &Differentiate, mode: Mode, target: &Path) {
    let form = if target.extension().is_some() {
        form_of(target)
    } else {
        s.form()
    };
    let header = header::lines(&loaded.program, derivative, d, mode);
    match adc_unparse::unparse(&derivative.program, &derivative.roots, form, &header) {
        Ok(text) => {
            s.write(target, &text);
            if d.input.verbose && !s.failed() {
                let lines = text.lines().count();
                let _ = writeln!(std::io::stderr(), "adc: {} ({lines} lines)", target.display());
            }
        }
        Err(e) => s.messages.push(e),
    }
}

/// `flux_b.f90` beside where the command runs, for `src/flux.f90`.
fn default_output(input: &Input, options: &Options, mode: Mode) -> PathBuf {
    let first = input.files.first().cloned().unwrap_or_default();
    let suffix = match mode {
        Mode::Reverse => &options.suffix_reverse,
        Mode::Tangent => &options.suffix_tangent,
    };
    let stem = first.file_stem().map_or_else(|| "out".into(), |f| f.to_string_lossy());
    let extension = match form_of(&first) {
        Form::Fixed => "f",
        Form::Free => "f90",
    };
    PathBuf::from(format!("{stem}{suffix}.{extension}"))
}

fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

// ---- looking inside

fn analyze(input: &Input, show: Show) -> u8 {
    let head = match input.head.as_deref().map(HeadText::parse).transpose() {
        Ok(h) => h,
        Err(e) => return usage(&e),
    };
    let mut s = Session::open(input);
    if !s.failed() {
        let loaded = s.load();
        if !s.failed() {
            if let Some(head) = head::resolve(&loaded.program, head.as_ref(), &mut s.messages) {
                let facts = adc_transform::facts(&loaded.program, &head, &Options::default());
                match show {
                    Show::Activity => say(&adc_analysis::show::activity(&loaded.program, &facts, &s.map)),
                };
            }
        }
    }
    finish(&s, input)
}

fn print(input: &Input, folder: Option<&Path>) -> u8 {
    let mut s = Session::open(input);
    if !s.failed() {
        let loaded = s.load();
        for (path, tree) in input.files.iter().zip(&loaded.files) {
            if s.failed() {
                break;
            }
            let form = if input.form.is_some() { s.form() } else { form_of(path) };
            let text = adc_unparse::print_file(tree, form);
            match (folder, path.file_name()) {
                (Some(folder), Some(name)) => s.write(&folder.join(name), &text),
                _ => {
                    say(&text);
                }
            }
        }
    }
    finish(&s, input)
}

fn dump(input: &Input, stage: Stage) -> u8 {
    let mut s = Session::open(input);
    if s.failed() {
        return finish(&s, input);
    }
    match stage {
        Stage::Lines | Stage::Tokens => {
            for &id in &s.files.clone() {
                let (lines, messages) = adc_frontend::lines::assemble(
                    &mut s.map,
                    id,
                    &adc_frontend::lines::LineOptions::default(),
                    &mut |_, _, _| None,
                );
                s.messages.extend(messages);
                match stage {
                    Stage::Lines => say(&lines.dump(&s.map)),
                    _ => say(&adc_frontend::parse::dump_tokens(&lines)),
                };
            }
        }
        Stage::Ast => {
            let loaded = s.load();
            for f in &loaded.files {
                say(&format!("{f:#?}\n"));
            }
        }
        Stage::Ir | Stage::Cfg | Stage::Zones | Stage::Calls => {
            let Loaded { program, .. } = s.load();
            say(&match stage {
                Stage::Ir => adc_frontend::dump::dump(&program),
                Stage::Cfg => adc_analysis::show::cfgs(&program),
                Stage::Zones => adc_analysis::show::zones(&program),
                _ => adc_analysis::show::calls(&program),
            });
        }
    }
    finish(&s, input)
}
