//! `adc check`: differentiates, writes a driver, builds it with the user's compiler, runs it and compares.
//!
//! ```text
//! files, heads ─library→ derivatives, signatures ─subject, forms→ variables, shadows ─driver→ text ─build→ program
//!     program ─run, one process for each task→ vectors ─compare→ findings ─table, json→ result
//! ```
//!
//! First derivatives in one direction are one program; derivatives of each other kind are one more, since modules that are
//! written again cannot be linked with themselves.
//!
//! Exit status 0 means that something was compared, and that all of it agrees.

mod build;
mod capture;
mod compare;
mod driver;
mod forms;
mod given;
mod head;
mod jacobian;
mod json;
mod kinds;
mod leaves;
mod making;
mod many;
mod namelist;
mod origin;
mod place;
mod report;
mod run;
mod second;
mod settings;
mod subject;
mod table;
mod taylor;
mod verdict;

use crate::args::{Input, ModeArgs};
use crate::check_args::CheckArgs;
use crate::input::sources_and_descriptions;
use crate::output::{fail, finish, say, usage_in, Writer, DONE, SOURCE_ERROR};
use crate::pieces::without_folder;
use crate::progress;
use adc::{Code, Derivative, Mode, Options, Problem, Program, Request, Variable};
use kinds::{Asked, Kind};
use settings::Settings;
use std::path::Path;

/// Runs the command.
pub fn run(input: &Input, mode: &ModeArgs, options: Options, args: &CheckArgs) -> u8 {
    let heads = match input.heads() {
        Ok(heads) => heads,
        Err(e) => return usage_in(input, &e.to_string()),
    };
    let asked = match Asked::new(mode, args) {
        Ok(asked) => asked,
        Err(e) => return usage_in(input, e),
    };
    let mut settings = match Settings::read(args) {
        Ok(settings) => settings,
        Err(e) => return usage_in(input, &e),
    };
    let program = match adc::read(sources_and_descriptions(input), &input.read_options()) {
        Ok(program) => program,
        Err(e) => return fail(&e, input),
    };
    let mut made = vec![];
    for kind in asked.kinds() {
        let mut request = Request::by_directives(Mode::Tangent);
        request.heads.clone_from(&heads);
        request.modes = asked.modes(kind);
        request.per_source = true;
        request.options = asked.options(kind, &options);
        match progress::during(input, "differentiating", || program.differentiate(&request)) {
            Ok(derivative) => made.push((kind, derivative, request)),
            Err(e) => return fail(&e, input),
        }
        if args.capture.is_some() {
            break;
        }
    }
    let Some((_, first, request)) = made.first() else {
        return DONE;
    };
    let status = match &args.capture {
        Some(folder) => captured((&program, request, first), folder, input),
        None => {
            let made: Vec<(Kind, &Derivative)> = made.iter().map(|(kind, d, _)| (*kind, d)).collect();
            let used = adc::globals(&program, request);
            head::complete(&mut settings, first);
            checked((&program, &used), &made, &settings, input, args)
        }
    };
    // the process ends
    std::mem::forget(program);
    status
}

/// Writes a source that captures the inputs of the first head, and says what to do with it.
fn captured((program, request, derivative): (&Program, &Request, &Derivative), folder: &Path, input: &Input) -> u8 {
    let mut messages = derivative.messages().clone();
    let Some(signature) = derivative.signatures().first() else {
        return finish(&messages, input);
    };
    let head = &signature.head.name;
    let inputs = format!("{}.inputs", head.to_ascii_lowercase());
    let made = capture::capture(signature, &adc::globals(program, request), &inputs);
    let Some((source, text)) = adc::with_statements(program, request, &made.calls) else {
        messages.push(&Problem::new(Code::CANNOT_CHECK, format!("`{head}` has no statement")));
        return finish(&messages, input);
    };
    let copy = folder.join(without_folder(Path::new(&source)));
    let procedures = folder.join("adc_capture.f90");
    let files = [
        (procedures.clone(), made.procedures.as_bytes()),
        (copy.clone(), text.as_slice()),
    ];
    match Writer::protecting(program.files()).write(Some(folder), &files) {
        Err(problem) => messages.push(&problem),
        Ok(()) => {
            let (procedures, copy) = (procedures.display(), copy.display());
            say(format!(
                "compile {copy} instead of {source}, and {procedures} after all sources with modules\n"
            ));
            say(format!(
                "the first call of {head} then writes {inputs}, for `adc check --inputs {inputs}`\n"
            ));
            if !made.missing.is_empty() {
                say(format!("not captured: {}\n", made.missing.join(", ")));
            }
        }
    }
    finish(&messages, input)
}

/// Checks all heads. Of the messages, those about first derivatives are printed.
fn checked(
    (program, used): (&Program, &[Variable]),
    made: &[(Kind, &Derivative)],
    settings: &Settings,
    input: &Input,
    args: &CheckArgs,
) -> u8 {
    let Some((_, first)) = made.first() else { return DONE };
    let mut messages = first.messages().clone();
    let heads = match head::prepared(program, made, used, settings) {
        Ok(heads) => heads,
        Err(problem) => {
            messages.push(&problem);
            return finish(&messages, input);
        }
    };
    let (mut objects, mut all_agree) = (vec![], true);
    for head in &heads {
        let name = &head.subject.head.name;
        match head.checked(program, input, args) {
            Ok((report, notes)) => {
                all_agree &= report.class().agrees();
                match args.json {
                    true => objects.push(json::object(name, &report, &notes)),
                    false => say(table::table(name, &report, &notes)),
                }
            }
            Err(why) => messages.push(&Problem::new(Code::CANNOT_CHECK, why)),
        }
    }
    if args.json {
        say(format!("[{}]\n", objects.join(",\n")));
    }
    match finish(&messages, input) {
        DONE if all_agree => DONE,
        DONE => SOURCE_ERROR,
        other => other,
    }
}
