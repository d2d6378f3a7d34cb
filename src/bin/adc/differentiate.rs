//! `adc` without a subcommand: differentiates, and writes the derivative.

use crate::args::Differentiate;
use crate::command_line::command_line;
use crate::depfile;
use crate::input::sources_and_descriptions;
use crate::output::{fail, finish, remark, say, usage_in, Writer, DONE};
use adc::{Derivative, Form, FuelReport, Messages, Mode, Program, Request};
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn run(d: &Differentiate) -> u8 {
    let Some(mode) = d.mode.chosen() else {
        return usage_in(
            &d.input,
            "choose `--reverse` (adjoint), `--tangent`, `--hessian` or `--jacobian`",
        );
    };
    if mode == Mode::Jacobian && d.vector {
        return usage_in(&d.input, "`--jacobian` is not combined with `--vector`");
    }
    if let (Some(n), false) = (d.directions, d.vector) {
        let text = format!("`--directions {n}` needs `--vector`; did you mean `--vector --directions {n}`?");
        return usage_in(&d.input, &text);
    }
    if d.depfile.is_some() && d.output.as_deref() == Some(Path::new("-")) {
        return usage_in(&d.input, "`--depfile` needs an output file: `-o FILE`");
    }
    let mut request = match request(d, mode) {
        Ok(request) => request,
        Err(e) => return usage_in(&d.input, &e.to_string()),
    };
    let program = match adc::read(sources_and_descriptions(&d.input), &d.input.read_options()) {
        Ok(program) => program,
        Err(e) => return fail(&e, &d.input),
    };
    let target = d
        .output
        .clone()
        .unwrap_or_else(|| default_output(&program, d, &request));
    if d.list_outputs {
        say(format!("{}\n", target.display()));
        std::mem::forget(program);
        return DONE;
    }
    request.form = form_of(&target);
    let status = match program.differentiate(&request) {
        Ok(derivative) => {
            derivative.fuel().into_iter().for_each(report_fuel);
            finish(&write(&program, &derivative, d, &target), &d.input)
        }
        Err(e) => {
            e.fuel().into_iter().for_each(report_fuel);
            fail(&e, &d.input)
        }
    };
    // the process ends: deallocating large programs would waste time
    std::mem::forget(program);
    status
}

fn request(d: &Differentiate, mode: Mode) -> Result<Request, adc::ValueError> {
    let mut request = Request::by_directives(mode);
    request.heads = d.input.heads()?;
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
    options.specialize = d.specialize;
    options.derivative_only = d.derivative_only;
    options.active_io = d.allow_active_io;
    options.fuel = d.fuel;
    request.command = Some(command_line(d, mode));
    Ok(request)
}

/// Writes the derivative and what it depends on; all messages.
fn write(program: &Program, derivative: &Derivative, d: &Differentiate, target: &Path) -> Messages {
    let mut messages = derivative.messages().clone();
    let bytes = derivative.as_bytes();
    let writer = Writer::protecting(program.files());
    let rule = || depfile::rule(target, program.files());
    let written = writer.write(target, bytes);
    let written = written.and_then(|()| d.depfile.iter().try_for_each(|f| writer.write(f, rule().as_bytes())));
    match written {
        Ok(()) if d.input.verbose => {
            let lines = derivative.text().lines().count();
            remark(&format!("{} ({lines} lines)", target.display()));
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

/// `flux_b.f90` in the current directory, if the first head is in `src/flux.f90`.
fn default_output(program: &Program, d: &Differentiate, request: &Request) -> PathBuf {
    let of_head = program.source_of_head(&request.heads).map(PathBuf::from);
    let source = of_head.or_else(|| d.input.files.first().cloned()).unwrap_or_default();
    let suffix = request.options.suffix(request.mode);
    let stem = source.file_stem().map_or_else(|| "out".into(), |f| f.to_string_lossy());
    let extension = match form_of(&source) {
        Some(Form::Fixed) => "f",
        Some(Form::Free) | None => "f90",
    };
    PathBuf::from(format!("{stem}{suffix}.{extension}"))
}
