//! `adc`: source-to-source automatic differentiation for Fortran.
//!
//! Exit status: 0 done; 1 the source has an error that was reported; 2 the command line is wrong.

mod analyze;
mod args;
mod command_first;
mod dump;
mod excerpt;
mod explain;
mod files;
mod header;
mod reading;
mod render;
mod session;

use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::encoding::{bytes_of, shown};
use adc_frontend::parallel::with_stack;
use adc_frontend::span::{Form, SourceMap, Span};
use adc_transform::head::{self, HeadText};
use adc_transform::Method;
use adc_transform::{differentiate, Checkpoint, Derivative, Fuel, Mode, Opt, OptSet, Options};
use args::{ActivityArg, CheckpointArg, Cli, Color, Command, Differentiate, Input, MessageFormat, PlanArgs};
use clap::{CommandFactory, Parser};
use session::{form_by_extension, form_of, Loaded, Session};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// The compiler allocates many small expressions and statements.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const DONE: u8 = 0;
const SOURCE_ERROR: u8 = 1;
const USAGE: u8 = 2;

/// Deep nesting in a source needs stack in proportion; the main thread's stack is too small for some Fortran files.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let run = || {
        let arguments = std::env::args_os().collect();
        let mut cli = Cli::parse_from(command_first::command_first(&Cli::command(), arguments));
        let d = &mut cli.differentiate;
        d.fuel = match d.fuel.map_or_else(args::fuel_of_environment, |n| Ok(Some(n))) {
            Ok(fuel) => fuel,
            Err(message) => return Ok(usage(&message, MessageFormat::Human, Color::Auto)),
        };
        // optimisations have a definite order only on one thread
        let threads = d.fuel.map(|_| 1);
        with_stack(STACK, threads, || dispatch(cli))
    };
    match std::panic::catch_unwind(run) {
        Ok(Ok(code)) => ExitCode::from(code),
        Err(_) => {
            // the panic has printed its message
            let _ = writeln!(
                std::io::stderr(),
                "adc: this is a bug in adc, not in your program; nothing was written; please report it, with your program"
            );
            ExitCode::from(101)
        }
        Ok(Err(e)) => {
            let _ = writeln!(std::io::stderr(), "adc: cannot start: {e}");
            ExitCode::from(SOURCE_ERROR)
        }
    }
}

fn dispatch(cli: Cli) -> u8 {
    match cli.command {
        None => run_differentiate(&cli.differentiate),
        Some(Command::Explain { code }) => match explain::page(&code) {
            Some(page) => say_bytes(page.as_bytes()),
            None => {
                let text = format!("unknown diagnostic `{code}`; write a code such as ADC0204");
                usage(&text, MessageFormat::Human, Color::Auto)
            }
        },
        Some(Command::Analyze {
            input,
            show,
            why,
            activity,
            plan,
        }) => analyze::run(&input, show, why.as_deref(), &options(activity, &plan)),
        Some(Command::Print {
            input,
            output,
            reformat,
        }) => print(&input, output.as_deref(), reformat),
        Some(Command::Dump {
            input,
            stage,
            after,
            mode,
        }) => dump::run(&input, stage, after.as_deref(), mode),
    }
}

/// Text for people.
fn say(text: &str) -> u8 {
    say_bytes(shown(text).as_bytes())
}

fn say_bytes(bytes: &[u8]) -> u8 {
    // a closed output is not an error
    let _ = std::io::stdout().write_all(bytes);
    DONE
}

/// Reports an invalid value on the command line.
fn usage(message: &str, format: MessageFormat, color: Color) -> u8 {
    let d = Diagnostic::error(codes::BAD_OPTION, Span::NONE, message).help("see `adc --help`");
    render::print(&[d], &SourceMap::default(), format, color);
    USAGE
}

fn usage_in(input: &Input, message: &str) -> u8 {
    usage(message, input.message_format, input.color)
}

fn finish(s: &Session, input: &Input) -> u8 {
    render::print(&s.shown(input.quiet), &s.map, input.message_format, input.color);
    if s.failed() {
        if input.message_format == MessageFormat::Human && !input.quiet {
            let _ = writeln!(std::io::stderr(), "{}", summary(&s.messages));
        }
        SOURCE_ERROR
    } else {
        DONE
    }
}

/// The last line of a run that failed.
fn summary(messages: &[Diagnostic]) -> String {
    let errors: Vec<&Diagnostic> = messages.iter().filter(|m| m.is_error()).collect();
    let count = match errors.len() {
        1 => "1 error".to_string(),
        n => format!("{n} errors"),
    };
    let code = errors.first().map_or(0, |e| e.code);
    format!("adc: {count}, nothing was written; for an explanation, run `adc explain ADC{code:04}`")
}

// ---- differentiation

/// The method of an option.
fn method(activity: ActivityArg) -> Method {
    match activity {
        ActivityArg::Vdg => Method::Vdg,
        ActivityArg::Dug => Method::Dug,
        ActivityArg::All => Method::All,
    }
}

/// The options of analyses and plans.
fn options(activity: ActivityArg, plan: &PlanArgs) -> Options {
    Options {
        activity: method(activity),
        checkpoint: match plan.checkpoint {
            CheckpointArg::Calls => Checkpoint::Calls,
            CheckpointArg::None => Checkpoint::None,
            CheckpointArg::Auto => Checkpoint::Auto,
        },
        input_repeatable: plan.input_repeatable,
        stop_on_input: plan.stop_on_input,
        optimisations: optimisations(plan),
        ..Options::default()
    }
}

/// The optimisations that `--only` and `--no-opt` leave enabled.
fn optimisations(plan: &PlanArgs) -> OptSet {
    let named = |names: &[String]| -> Vec<Opt> { names.iter().filter_map(|n| Opt::named(n)).collect() };
    let first = match plan.only.as_slice() {
        [] => OptSet::ALL,
        names => named(names).into_iter().fold(OptSet::NONE, OptSet::with),
    };
    if plan.no_opt.iter().any(|n| n == args::ALL) {
        return OptSet::NONE;
    }
    named(&plan.no_opt).into_iter().fold(first, OptSet::without)
}

fn run_differentiate(d: &Differentiate) -> u8 {
    let mode = match (d.mode.reverse, d.mode.tangent) {
        (true, false) => Mode::Reverse,
        (false, true) => Mode::Tangent,
        _ => return usage_in(&d.input, "choose `--reverse` (adjoint) or `--tangent`"),
    };
    let head = match d.input.head.as_deref().map(HeadText::parse).transpose() {
        Ok(h) => h,
        Err(e) => return usage_in(&d.input, &e),
    };
    let mut options = Options {
        suffix_tangent: d.suffix_tangent.clone(),
        suffix_reverse: d.suffix_reverse.clone(),
        specialize: d.specialize,
        derivative_only: d.derivative_only,
        active_io: d.allow_active_io,
        fuel: d.fuel.map(|n| Arc::new(Fuel::new(n))),
        ..options(d.activity, &d.plan)
    };
    for suffix in [&options.suffix_reverse, &options.suffix_tangent] {
        let name = suffix.trim_start_matches('_');
        if name.is_empty() || !suffix.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            let text = format!("`{suffix}` cannot be a suffix of Fortran names");
            return usage_in(&d.input, &text);
        }
    }
    let target = d
        .output
        .clone()
        .unwrap_or_else(|| default_output(&d.input, &options, mode));
    let mut s = Session::open(&d.input);
    options.external = s.external(&d.input);
    options.assume_passive.clone_from(&d.input.assume_external_passive);
    if !s.failed() {
        let mut loaded = s.load();
        s.pass_over(&mut loaded, head.as_ref(), &options.external);
        if !s.failed() {
            if let Some(derivative) = derive(&mut s, &loaded, head.as_ref(), mode, &options) {
                emit(&mut s, &loaded, &derivative, d, mode, &target);
                // the process ends: deallocating large programs would waste time
                std::mem::forget(derivative);
            }
        }
        std::mem::forget(loaded);
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
    if let Some(fuel) = &options.fuel {
        report_fuel(s, fuel);
    }
    derivative.filter(|_| !s.failed())
}

/// A place as compilers print it.
fn place_of(s: &Session, at: Span) -> String {
    match s.map.place(at.lo).filter(|_| !at.is_none()) {
        Some((file, line, column)) => format!("{file}:{line}:{column}"),
        None => "unknown place".into(),
    }
}

/// Reports how often optimisations could be applied, and the place of the last one.
fn report_fuel(s: &Session, fuel: &Fuel) {
    let all = fuel.applications();
    let made = all.len().min(fuel.limit());
    let last = all[..made].last().map_or(String::new(), |a| {
        let number = match a.number {
            0 => String::new(),
            n => format!(", number {n} at this place"),
        };
        format!("; the last one: {} at {}{number}", a.opt.name(), place_of(s, a.at))
    });
    let counts = Opt::ALL.iter().filter_map(|&o| {
        let count = all[..made].iter().filter(|a| a.opt == o).count();
        (count > 0).then(|| format!(" {} {count}", o.name()))
    });
    let counts: String = counts.collect();
    let all = all.len();
    let _ = writeln!(
        std::io::stderr(),
        "adc: applied:{counts}\nadc: fuel for {made} of {all} applications{last}"
    );
}

fn emit(s: &mut Session, loaded: &Loaded, derivative: &Derivative, d: &Differentiate, mode: Mode, target: &Path) {
    let form = form_by_extension(target).unwrap_or(s.form());
    let header = header::lines(derivative, d, mode);
    match adc_unparse::unparse_with_names(&derivative.program, &derivative.roots, form, &header) {
        Ok((text, names)) => {
            let (again, unread) = s.read_again(&text, form);
            let misread = names.misread(&derivative.program, (&again, &unread), &loaded.files);
            std::mem::forget((again, names));
            if !misread.is_empty() {
                return s.messages.extend(misread);
            }
            s.write(target, &text);
            if d.input.verbose && !s.failed() {
                let lines = text.lines().count();
                let _ = writeln!(std::io::stderr(), "adc: {} ({lines} lines)", target.display());
            }
        }
        Err(e) => s.messages.push(e),
    }
}

/// `flux_b.f90` in the current directory, for `src/flux.f90`.
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

// ---- looking inside

fn print(input: &Input, folder: Option<&Path>, reformat: bool) -> u8 {
    let mut s = Session::open(input);
    let trees = if s.failed() { vec![] } else { s.parse() };
    for ((path, tree), id) in input.files.iter().zip(&trees).zip(s.files.clone()) {
        if s.failed() {
            break;
        }
        let text = if reformat {
            adc_unparse::print_file(tree, s.map.file(id).form)
        } else {
            adc_unparse::print_as_written(tree, &s.map, id, &s.parsing.lines)
        };
        match (folder, path.file_name()) {
            (Some(folder), Some(name)) => s.write(&folder.join(name), &text),
            _ => {
                say_bytes(&bytes_of(&text));
            }
        }
    }
    finish(&s, input)
}
