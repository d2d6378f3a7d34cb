//! `adc` without a subcommand: differentiates, and writes the derivative.

use crate::args::{Differentiate, MeasureArg};
use crate::command_first::nearest_command;
use crate::command_line::command_line;
use crate::depfile;
use crate::input::{sources_and_descriptions, sources_told};
use crate::interfaces::{self, File, Kept, Run};
use crate::output::{fail, finish, finish_both, print_rendered, remark, rendered, say, usage_in, Writer, DONE};
use crate::progress;
use crate::project;
use crate::read_log::ReadLog;
use adc::{Derivative, Flag, Form, FuelReport, Messages, Mode, Output, Program, Request, Sources};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs the command. Adds the files that it reads.
pub fn run(d: &Differentiate, read: &mut BTreeSet<PathBuf>) -> u8 {
    let given = d
        .input
        .files
        .iter()
        .chain(&d.input.external)
        .chain(&d.input.checkpoints);
    read.extend(given.cloned());
    let modes = d.mode.chosen();
    if let Some(problem) = contradiction(d, &modes) {
        return usage_in(&d.input, &problem);
    }
    let mut request = match request(d, modes) {
        Ok(request) => request,
        Err(e) => return usage_in(&d.input, &e.to_string()),
    };
    let log = Arc::default();
    let mut kept = Kept::new(d, &request, &log);
    let sources = sources(d, &log);
    if let Some(run) = kept.as_mut().and_then(Kept::unchanged) {
        return repeat(d, run, read);
    }
    let read_sources = || adc::read(sources, &d.input.read_options());
    let program = match progress::during(&d.input, "reading the sources", read_sources) {
        Ok(program) => program,
        Err(e) => return fail(&e, &d.input),
    };
    read.extend(program.files().map(PathBuf::from));
    let target = target_of(&program, d, &request);
    if !request.per_source {
        request.form = form_of(&target);
    }
    let status = derivatives(&program, d, &request, &target, kept.as_ref());
    if !d.watch {
        // the process ends: deallocating large programs would waste time
        std::mem::forget(program);
    }
    status
}

/// The sources; with a folder for summaries, what is read is noted down.
fn sources(d: &Differentiate, log: &Arc<ReadLog>) -> Sources {
    let Some(folder) = &d.interface_dir else {
        return sources_and_descriptions(&d.input);
    };
    let mut sources = sources_told(&d.input, log);
    interfaces::supply(folder, &d.input.files, &mut sources, log);
    sources
}

/// Says what an earlier run said that did the same.
fn repeat(d: &Differentiate, run: Run, read: &mut BTreeSet<PathBuf>) -> u8 {
    if d.input.verbose {
        remark("nothing has changed since the last run");
    }
    print_rendered(&run.said);
    read.extend(run.read);
    DONE
}

/// A message about a first file that does not exist, and whose name is nearly that of a subcommand.
fn misspelt_command(d: &Differentiate) -> Option<String> {
    let first = d.input.files.first().filter(|f| !f.exists())?.to_str()?;
    let near = nearest_command(first)?;
    Some(format!(
        "`{first}` is neither a file nor a command; did you mean `adc {near}`?"
    ))
}

/// What is wrong with options that do not fit together.
fn contradiction(d: &Differentiate, modes: &[Mode]) -> Option<String> {
    if let Some(problem) = misspelt_command(d).filter(|_| modes.is_empty()) {
        return Some(problem);
    }
    if modes.is_empty() {
        return Some("choose `--reverse` (adjoint), `--tangent`, `--hessian` or `--jacobian`".into());
    }
    if modes.contains(&Mode::Jacobian) && d.vector {
        return Some("`--jacobian` is not combined with `--vector`".into());
    }
    if d.mode.is_sparse_hessian() && d.vector {
        return Some("`--hessian=sparse` is not combined with `--vector`".into());
    }
    if let (Some(n), false) = (d.directions, d.vector) {
        let text = format!("`--directions {n}` needs `--vector`; did you mean `--vector --directions {n}`?");
        return Some(text);
    }
    if d.profile_checkpoints.is_some() && (modes != [Mode::Reverse] || d.vector) {
        return Some("`--profile-checkpoints` is for `--reverse` alone, without `--vector`".into());
    }
    let openmp = d.input.flags.iter().rev().map(Flag::name);
    let openmp = openmp.into_iter().find(|n| matches!(*n, "openmp" | "no-openmp"));
    if d.profile_checkpoints.is_some() && openmp == Some("openmp") {
        return Some("`--profile-checkpoints` measures one thread: leave out `-fopenmp`".into());
    }
    if d.fuel.is_some() && modes.len() > 1 {
        return Some("`--fuel` is for one mode".into());
    }
    if d.depfile.is_some() && d.output.as_deref() == Some(Path::new("-")) {
        return Some("`--depfile` needs an output file: `-o FILE`".into());
    }
    None
}

/// True for a folder, and for a name that ends in `/`.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/')
}

/// Writes the derivatives: in one file, or in a folder a file for each source that has some.
fn derivatives(program: &Program, d: &Differentiate, request: &Request, target: &Path, kept: Option<&Kept>) -> u8 {
    if d.list_outputs && !request.per_source {
        say(format!("{}\n", target.display()));
        return DONE;
    }
    let derivative = match progress::during(&d.input, "differentiating", || program.differentiate(request)) {
        Ok(derivative) => derivative,
        Err(e) => {
            e.fuel().into_iter().for_each(report_fuel);
            return fail(&e, &d.input);
        }
    };
    derivative.fuel().into_iter().for_each(report_fuel);
    if let Some(problem) = equal_names(derivative.outputs()) {
        return usage_in(&d.input, &problem);
    }
    let files = named(&derivative, target);
    if d.list_outputs {
        files.iter().for_each(|(f, _)| say(format!("{}\n", f.display())));
        return DONE;
    }
    let folder = request.per_source.then_some(target);
    let summaries = match kept.map_or(Ok(vec![]), |kept| kept.summaries(program, request, &derivative)) {
        Ok(summaries) => summaries,
        Err(e) => return fail(&e, &d.input),
    };
    let messages = write(
        program,
        &derivative,
        d,
        (folder, &files),
        kept.map(|kept| (kept, summaries.as_slice())),
    );
    match kept {
        Some(kept) => finish_both(&kept.notes, &messages, &d.input),
        None => finish(&messages, &d.input),
    }
}

/// The outputs with their paths.
fn named<'d>(derivative: &'d Derivative, target: &Path) -> Vec<(PathBuf, &'d [u8])> {
    let path = |o: &Output| o.name().map_or_else(|| target.to_path_buf(), |name| target.join(name));
    derivative.outputs().iter().map(|o| (path(o), o.as_bytes())).collect()
}

/// The file or the folder of the outputs.
fn target_of(program: &Program, d: &Differentiate, request: &Request) -> PathBuf {
    d.output.clone().unwrap_or_else(|| program.output_name(request).into())
}

/// The files that a differentiation writes.
pub fn files_of<'d>(
    program: &Program,
    d: &Differentiate,
    request: &Request,
    derivative: &'d Derivative,
) -> Vec<(PathBuf, &'d [u8])> {
    named(derivative, &target_of(program, d, request))
}

/// The message about two sources whose outputs would have one name.
fn equal_names(outputs: &[Output]) -> Option<String> {
    outputs.iter().enumerate().find_map(|(k, o)| {
        let other = outputs[..k].iter().find(|other| other.name() == o.name())?;
        let of = |o: &Output| o.source().unwrap_or_default().to_string();
        let (a, b, name) = (of(other), of(o), o.name().unwrap_or_default());
        Some(format!(
            "the derivatives of `{a}` and of `{b}` would both be in `{name}`; rename one of the sources, or write one \
             file: `-o FILE`"
        ))
    })
}

/// What options ask for.
///
/// # Errors
/// If a head or a suffix is not understood.
pub fn request(d: &Differentiate, modes: Vec<Mode>) -> Result<Request, adc::ValueError> {
    let mut request = Request::by_directives(Mode::Reverse);
    request.heads = d.input.heads()?;
    request.per_source = d.output.as_deref().is_some_and(is_folder);
    request.command = Some(command_line(d, &modes, request.per_source));
    request.modes = modes;
    let options = &mut request.options;
    *options = d.plan.options(&d.input, d.activity);
    options.suffix_reverse = d.suffix_reverse.parse()?;
    options.suffix_tangent = d.suffix_tangent.parse()?;
    options.suffix_vector_reverse = d.suffix_vector_reverse.parse()?;
    options.suffix_vector_tangent = d.suffix_vector_tangent.parse()?;
    options.vector = d.vector;
    options.directions = d.directions;
    options.suffix_hessian = d.suffix_hessian.parse()?;
    options.suffix_jacobian = d.suffix_jacobian.parse()?;
    options.suffix_sparse_jacobian = d.suffix_sparse_jacobian.parse()?;
    options.sparse = d.mode.is_sparse();
    options.bidirectional = d.mode.is_bidirectional();
    options.suffix_sparse_hessian = d.suffix_sparse_hessian.parse()?;
    options.sparse_hessian = d.mode.is_sparse_hessian();
    options.specialize = d.specialize;
    options.interfaces = d.interfaces;
    options.derivative_only = d.derivative_only;
    options.active_io = d.allow_active_io;
    options.fuel = d.fuel;
    options.profile_checkpoints = d.profile_checkpoints.map(|m| match m {
        MeasureArg::Chosen => adc::Measure::Chosen,
        MeasureArg::Apart => adc::Measure::Apart,
    });
    Ok(request)
}

/// Writes files, what they depend on, and the record of the run; all messages.
fn write(
    program: &Program,
    derivative: &Derivative,
    d: &Differentiate,
    (folder, files): (Option<&Path>, &[(PathBuf, &[u8])]),
    kept: Option<(&Kept, &[File])>,
) -> Messages {
    let mut messages = derivative.messages().clone();
    let project = project::file_of(&d.input).map(|f| f.display().to_string());
    let rule = depfile::rule(
        files.iter().map(|(f, _)| f.as_path()),
        program.files().chain(project.as_deref()),
    );
    let depfile = d.depfile.iter().map(|f| (f.clone(), rule.as_bytes()));
    let all: Vec<(PathBuf, &[u8])> = files.iter().cloned().chain(depfile).collect();
    let summaries = kept.map_or(&[][..], |(_, summaries)| summaries);
    let record = kept.map_or(Ok(None), |(kept, _)| {
        let run = Run {
            read: program.files().map(PathBuf::from).collect(),
            said: rendered([&messages], &d.input).0,
        };
        kept.record(run, &all, summaries.iter().map(|(path, _)| path.clone()).collect())
    });
    let written = record.and_then(|record| {
        let kept = summaries.iter().chain(&record);
        let kept = kept.map(|(path, bytes)| (path.clone(), bytes.as_slice()));
        let all: Vec<(PathBuf, &[u8])> = all.iter().cloned().chain(kept).collect();
        Writer::protecting(program.files()).write(folder, &all)
    });
    match written {
        Ok(()) if d.input.verbose => {
            for (file, text) in files {
                let lines = text.iter().filter(|&&b| b == b'\n').count();
                remark(&format!("{} ({lines} lines)", file.display()));
            }
        }
        Ok(()) => {}
        Err(problem) => messages.push(&problem),
    }
    messages
}

/// Reports how often optimisations could be applied, and the place of the last one.
fn report_fuel(report: &FuelReport) {
    let counts = report.counts.iter().map(|(o, n)| format!(" {} {n}", o.name()));
    remark(&format!("applied:{}", counts.collect::<String>()));
    let last = report.last.as_ref().map_or(String::new(), |a| {
        let place = a.place.as_ref().map_or("unknown place".into(), ToString::to_string);
        let number = match a.number {
            0 => String::new(),
            n => format!(", number {n} at this place"),
        };
        format!("; the last one: {} at {place}{number}", a.optimisation.name())
    });
    let (applied, possible) = (report.applied, report.possible);
    remark(&format!("fuel for {applied} of {possible} applications{last}"));
}

/// Source form by extension, if it decides.
fn form_of(path: &Path) -> Option<Form> {
    adc::form_of_name(&path.to_string_lossy())
}
