//! `adc wrap`: differentiates, and writes what calls from C and from Python need.
//!
//! ```text
//! files, heads ─library→ derivatives, signatures ─interface→ calls and their parameters, state
//!     ─fortran→ HEAD_c.f90   ─header→ HEAD.h   ─json→ HEAD.json
//! ```
//!
//! The folder gets these, the derivatives, and the files of the runtime that they need. The JSON lists all files to
//! compile in order, with the user's own.

mod fortran;
mod header;
mod interface;
mod json;
mod state;

use crate::args::{Input, ModeArgs};
use crate::input::sources_and_descriptions;
use crate::output::{fail, finish, say, usage_in, Writer};
use crate::pieces::{pieces, Original, Piece};
use adc::{Code, Derivative, Mode, Options, Problem, Program, Request};
use interface::Interface;
use json::Compiled;
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn run(input: &Input, mode: &ModeArgs, options: Options, folder: &Path) -> u8 {
    let mut request = Request::by_directives(Mode::Reverse);
    match input.heads() {
        Ok(heads) => request.heads = heads,
        Err(e) => return usage_in(input, &e.to_string()),
    }
    if mode.is_sparse_hessian() {
        return usage_in(input, "`adc wrap` does not write sparse Hessians: use `--hessian`");
    }
    request.modes = match modes(&mode.chosen()) {
        Ok(modes) => modes,
        Err(text) => return usage_in(input, text),
    };
    request.per_source = true;
    request.options = options;
    let program = match adc::read(sources_and_descriptions(input), &input.read_options()) {
        Ok(program) => program,
        Err(e) => return fail(&e, input),
    };
    let derivative = match program.differentiate(&request) {
        Ok(derivative) => derivative,
        Err(e) => return fail(&e, input),
    };
    let mut messages = derivative.messages().clone();
    match wrapped(&program, &derivative, folder) {
        Ok(files) if input.verbose => files.iter().for_each(|f| say(format!("{}\n", f.display()))),
        Ok(_) => {}
        Err(problem) => messages.push(&problem),
    }
    let status = finish(&messages, input);
    // the process ends
    std::mem::forget(program);
    status
}

/// The modes to differentiate in. The description of second derivatives takes names from the adjoint.
fn modes(chosen: &[Mode]) -> Result<Vec<Mode>, &'static str> {
    if chosen.contains(&Mode::Jacobian) {
        return Err(
            "`adc wrap` has no Jacobians: their rows and columns are products of the tangent and of the adjoint",
        );
    }
    let mut all = chosen.to_vec();
    match chosen {
        [] => return Ok(vec![Mode::Reverse, Mode::Tangent]),
        _ if chosen.contains(&Mode::Hessian) && !chosen.contains(&Mode::Reverse) => all.insert(0, Mode::Reverse),
        _ => {}
    }
    Ok(all)
}

/// Writes all files; their names.
fn wrapped(program: &Program, derivative: &Derivative, folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let refuse = |text: String| {
        let help = "write a procedure around it, with arguments that are numbers, logicals, or arrays of these";
        Problem::new(Code::CANNOT_WRAP, text).help(help)
    };
    let interface = Interface::new(derivative.signatures()).map_err(refuse)?;
    let text = fortran::wrapper(&interface);
    let texts = derivative
        .outputs()
        .iter()
        .map(|o| String::from_utf8_lossy(o.as_bytes()));
    let texts: Vec<_> = texts.collect();
    let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
    let pieces = pieces(program, &texts, &text);
    let mut files = Files::default();
    let runtime = pieces.runtime.iter().map(|part| {
        let name = part.name.rsplit('/').next().unwrap_or(part.name);
        files.add(name.to_string(), part.text.as_bytes())
    });
    let runtime = runtime.collect();
    let mut sources = vec![];
    let outputs: Vec<_> = derivative.outputs().iter().collect();
    for piece in &pieces.order {
        sources.push(match piece {
            Piece::Original(Original::File(path)) => absolute(path)?,
            Piece::Original(Original::Text { name, bytes }) => files.add(name.clone(), bytes),
            Piece::Derivative(k) => {
                let name = format!("{k}_{}", outputs[*k].name().unwrap_or("derivative.f90"));
                files.add(name, outputs[*k].as_bytes())
            }
        });
    }
    let stem = &interface.name;
    let wrapper = files.add(format!("{stem}_c.f90"), text.as_bytes());
    let compiled = Compiled {
        runtime,
        sources,
        wrapper,
    };
    let (header, description) = (
        header::header(&interface),
        json::description(&interface, &compiled, program),
    );
    files.add(format!("{stem}.h"), header.as_bytes());
    files.add(format!("{stem}.json"), description.as_bytes());
    files.write(folder, program)
}

/// The files of the folder, by their names in it.
#[derive(Default)]
struct Files<'t>(Vec<(String, &'t [u8])>);

impl<'t> Files<'t> {
    /// Adds a file; its name.
    fn add(&mut self, name: String, bytes: &'t [u8]) -> String {
        self.0.push((name.clone(), bytes));
        name
    }

    /// Writes all; their paths.
    fn write(self, folder: &Path, program: &Program) -> Result<Vec<PathBuf>, Problem> {
        let all = self.0.into_iter().map(|(name, bytes)| (folder.join(name), bytes));
        let all: Vec<(PathBuf, &[u8])> = all.collect();
        Writer::protecting(program.files()).write(Some(folder), &all)?;
        Ok(all.into_iter().map(|f| f.0).collect())
    }
}

/// The absolute name of a source.
fn absolute(path: &Path) -> Result<String, Problem> {
    let failed = |e: std::io::Error| Problem::new(Code::CANNOT_READ, format!("`{}`: {e}", path.display()));
    Ok(path.canonicalize().map_err(failed)?.display().to_string())
}
