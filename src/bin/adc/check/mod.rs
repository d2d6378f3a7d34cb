//! `adc check`: differentiates, writes a driver, builds it with the user's compiler, runs it and compares.
//!
//! ```text
//! files, heads ─library→ derivatives, signatures ─subject→ variables, leaves ─driver→ text ─build→ program
//!     program ─run, one process for each task→ vectors ─compare→ findings ─table, json→ result
//! ```
//!
//! Exit status 0 means that something was compared, and that all of it agrees.

mod build;
mod capture;
mod compare;
mod driver;
mod json;
mod making;
mod namelist;
mod origin;
mod place;
mod run;
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
use adc::{Code, Derivative, Mode, Options, Problem, Program, Request, Signature};
use compare::Report;
use driver::Driver;
use making::{absolute, Making};
use origin::Suffixes;
use settings::Settings;
use std::path::Path;
use subject::Subject;

/// Runs the command.
pub fn run(input: &Input, mode: &ModeArgs, options: Options, args: &CheckArgs) -> u8 {
    let heads = match input.heads() {
        Ok(heads) => heads,
        Err(e) => return usage_in(input, &e.to_string()),
    };
    if mode
        .chosen()
        .iter()
        .any(|m| !matches!(m, Mode::Tangent | Mode::Reverse))
    {
        return usage_in(
            input,
            "`adc check` compares tangents and adjoints: `--tangent`, `--reverse`, or neither for both",
        );
    }
    let settings = match Settings::read(args) {
        Ok(settings) => settings,
        Err(e) => return usage_in(input, &e),
    };
    let program = match adc::read(sources_and_descriptions(input), &input.read_options()) {
        Ok(program) => program,
        Err(e) => return fail(&e, input),
    };
    let mut request = Request::by_directives(Mode::Tangent);
    request.heads = heads;
    if mode.chosen() != [Mode::Tangent] {
        // the adjoint is compared with the tangent; in this order, texts are those of `adc --reverse --tangent`
        request.modes.insert(0, Mode::Reverse);
    }
    request.per_source = true;
    request.options = options;
    let derivative = match progress::during(input, "differentiating", || program.differentiate(&request)) {
        Ok(derivative) => derivative,
        Err(e) => return fail(&e, input),
    };
    let status = match &args.capture {
        Some(folder) => captured((&program, &request, &derivative), folder, input),
        None => checked(&program, &derivative, &settings, input, args),
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
    let made = capture::capture(signature, &inputs);
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
                "compile {procedures} before your sources, and {copy} instead of {source}\n"
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

/// Checks all heads.
fn checked(program: &Program, derivative: &Derivative, settings: &Settings, input: &Input, args: &CheckArgs) -> u8 {
    let mut messages = derivative.messages().clone();
    let heads = match prepared(derivative.signatures(), settings) {
        Ok(heads) => heads,
        Err(problem) => {
            messages.push(&problem);
            return finish(&messages, input);
        }
    };
    let (mut objects, mut all_agree) = (vec![], true);
    for head in &heads {
        let name = &head.subject.tangent.head.name;
        match report(program, derivative, head, input, args) {
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

/// A head with its driver.
struct Prepared {
    subject: Subject,
    driver: Driver,
}

/// All heads with their drivers. Each input that the user gives has to be one of some head.
fn prepared(signatures: &[Signature], settings: &Settings) -> Result<Vec<Prepared>, Problem> {
    let refuse = |text: String| Problem::new(Code::CANNOT_CHECK, text);
    let mut all = vec![];
    for (tangent, adjoint) in by_head(signatures) {
        let subject = Subject::new(tangent, adjoint, settings).map_err(refuse)?;
        let driver = driver::write(&subject, settings).map_err(refuse)?;
        all.push(Prepared { subject, driver });
    }
    let Some(name) = settings.unused() else {
        return Ok(all);
    };
    let leaves = all.iter().flat_map(|p| p.subject.leaves());
    let known: Vec<&str> = leaves.map(|(_, l)| l.key.as_str()).collect();
    let near = adc::nearest(name, known.iter().copied()).map(|n| format!("did you mean `{n}`?"));
    let help = near.unwrap_or_else(|| format!("the variables are {}", known.join(", ")));
    Err(refuse(format!("`{name}` is no variable that a driver sets")).help(help))
}

/// The signatures of each head: that of the tangent, and that of the adjoint if there is one.
fn by_head(all: &[Signature]) -> Vec<(&Signature, Option<&Signature>)> {
    let of = |mode: Mode| all.iter().filter(move |s| s.mode == mode);
    let adjoint = |k: usize| of(Mode::Reverse).nth(k);
    of(Mode::Tangent).enumerate().map(|(k, t)| (t, adjoint(k))).collect()
}

/// Checks one head: what was found, and what was assumed.
fn report(
    program: &Program,
    derivative: &Derivative,
    head: &Prepared,
    input: &Input,
    args: &CheckArgs,
) -> Result<(Report, Vec<String>), String> {
    let temporary = tempfile::tempdir().map_err(|e| format!("no temporary folder: {e}"))?;
    let folder = args.build.clone().unwrap_or_else(|| temporary.path().to_path_buf());
    let making = Making {
        program,
        driver: &head.driver,
        include: &input.include,
        args,
        folder: absolute(&folder)?,
        suffixes: Suffixes::usual(),
    };
    let mut report = making.checked(&head.subject, derivative)?;
    let mut notes = vec![];
    if !head.driver.notes.is_empty() {
        notes.push(format!("assumed: {}", head.driver.notes.join(", ")));
    }
    if report.class().is_wrong() && !args.derivative.is_empty() {
        match making.place(derivative, &report) {
            Ok(place) => report.place = place,
            Err(why) => notes.push(format!("the place of the fault was not found: {why}")),
        }
    }
    Ok((report, notes))
}
