//! Generates derivative programs from programs and facts.
//!
//! ```text
//! ir::Program → normalise → analyses → signatures → bodies → ir::Program' (derivative units)
//! ```
//!
//! [`differentiate`] does all of it. The tangent and the adjoint share normalisation ([`normalize`]), the rules of
//! operations ([`rules`]), the context ([`context`]) and units, signatures, shadows, visibility and calls (`assemble`).

pub mod adjoint;
pub(crate) mod assemble;
pub mod balance;
mod code;
pub mod context;
mod costs;
mod directions;
pub mod elimination;
mod finish;
mod generate;
mod jacobian;
mod make;
pub mod normalize;
mod options;
mod patterns;
pub mod preaccumulate;
mod prepare;
mod prepared;
#[cfg(test)]
mod random_lines;
mod rounds;
pub mod rules;
mod summaries;
mod tangent;
mod threads;
mod weighed;

pub use crate::options::mode::Mode;
use crate::prepare::folded::{Folded, Wanted};
pub use adc_analysis::Method;
use adc_analysis::{HeadSpec, Heads};
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::ir::{Program, SymbolId, UnitId};
use adc_frontend::span::Span;
use adjoint::report::{report, Report};
pub use costs::{costs, Cost};
pub use finish::settled;
use generate::{generate, Generated};
use indexmap::{IndexMap, IndexSet};
use make::{begin, planned};
pub use options::{
    Application, Checkpoint, Checkpoints, Chosen, Contracted, Contractible, Fuel, Jacobian, Measured, Opt, OptSet,
    Options, OwnSuffixes, Preaccumulate, ProcedureName, Site, UnitSuffix, Weights,
};
pub use prepare::{admit, checkpoints, entries, external, head, messages, opaque, unreached};
pub use prepared::{facts_of, graphs, normal_form, normalised, notes};
use prepared::{Prepared, Unprepared};
use rounds::{Findings, Rounds};
pub use summaries::{summaries, Summary};
pub use threads::{ParallelLoop, SharedLoop};
use weighed::weighed;

/// A derivative program.
pub struct Derivative {
    /// Primal and derivative units.
    pub program: Program,
    /// Top-level derivative units in the order in which they must be compiled.
    pub roots: Vec<UnitId>,
    /// The derivatives of the heads, in their order.
    pub heads: Vec<UnitId>,
    /// Pairs of primal and derivative units.
    pub units: Vec<(UnitId, UnitId)>,
    /// Modules in the derivative program that replace the originals.
    pub enlarged: Vec<UnitId>,
    /// Submodules that are folded into these modules.
    pub folded: Vec<UnitId>,
    /// External procedures of the files of these modules, as they are.
    pub beside: Vec<UnitId>,
    /// The procedures that were differentiated.
    pub specs: Heads,
    /// The shadows of their independents and dependents.
    pub shadows: IndexMap<SymbolId, SymbolId>,
    /// Dummy arguments (and results) with a shadow, by primal unit.
    pub active_arguments: IndexMap<UnitId, Vec<SymbolId>>,
    /// Names of the variables that the adjoint records, by primal unit; absent in tangents.
    pub recorded: IndexMap<UnitId, Vec<SmolStr>>,
    /// Procedures whose calls an adjoint might replace by calls of their Jacobians.
    pub contractible: Vec<Contractible>,
    /// What became of parallel loops.
    pub loops: Vec<ParallelLoop>,
}

/// Differentiates a program. There is no result if an error is among the messages.
pub fn differentiate(
    program: &Program,
    heads: &Heads,
    mode: Mode,
    options: &Options,
) -> (Option<Derivative>, Vec<Diagnostic>) {
    if let (Some(_), Some(second)) = (options.jacobian, heads.iter().nth(1)) {
        return (None, vec![second_head(program, second)]);
    }
    let made = Folded::new(program).until(|folded| match options.jacobian {
        Some(form) => jacobian_of(folded, heads, form, options),
        None => differentiated(folded, heads, mode, options),
    });
    made.unwrap_or_else(|refused| (None, refused))
}

/// The error for a second head where there can be one.
fn second_head(program: &Program, head: &HeadSpec) -> Diagnostic {
    let unit = &program.units[head.unit];
    let message = format!("a Jacobian has one head, and `{}` is another one", unit.name);
    Diagnostic::error(codes::BAD_OPTION, unit.span, message).help("run adc for each head, with its own `--head`")
}

/// A dense Jacobian by elimination, if the head is one graph; a sparse one by rows, if the head allows it; otherwise by
/// directions.
fn jacobian_of(
    folded: &Folded,
    heads: &Heads,
    form: Jacobian,
    options: &Options,
) -> Result<(Option<Derivative>, Vec<Diagnostic>), Wanted> {
    let with = |vector: bool| Options {
        vector,
        directions: None,
        ..options.clone()
    };
    if form != Jacobian::Dense {
        if options.optimisations.has(Opt::Direct) {
            // what cannot be differentiated says so below
            if let made @ (Some(_), _) = differentiated(folded, heads, Mode::Tangent, &by_rows(options))? {
                return Ok(made);
            }
        }
        return differentiated(folded, heads, Mode::Tangent, &with(true));
    }
    match differentiated(folded, heads, Mode::Tangent, &with(false))? {
        (None, said) if !any_error(&said) => {
            let directions = jacobian::width(&folded.program, &heads.first().independents);
            let with = Options {
                directions,
                ..with(true)
            };
            differentiated(folded, heads, Mode::Tangent, &with)
        }
        done => Ok(done),
    }
}

/// Rows are found in the statements of the tangent as the rules write them.
fn by_rows(options: &Options) -> Options {
    Options {
        vector: false,
        polish: false,
        ..options.clone()
    }
}

fn differentiated(
    folded: &Folded,
    heads: &Heads,
    mode: Mode,
    options: &Options,
) -> Result<(Option<Derivative>, Vec<Diagnostic>), Wanted> {
    let prepared = match Prepared::new(folded, heads, mode, options) {
        Ok(p) => p,
        Err(Unprepared::Refused(refused)) => return Ok((None, refused)),
        Err(Unprepared::Wanted(wanted)) => return Err(wanted),
    };
    let straight = if options.is_jacobian_by_elimination() {
        let Some(straight) = prepared.straight() else {
            // by directions
            return Ok((None, vec![]));
        };
        Some(straight)
    } else {
        None
    };
    let made = match mode {
        Mode::Tangent => generate(
            &prepared,
            &prepared.normal,
            straight.as_ref(),
            (mode, options),
            Findings::default(),
        )?,
        Mode::Reverse => adjoint_of(&prepared, options)?,
    };
    Ok((made.derivative, made.messages))
}

/// The adjoint, with the sequences preaccumulated that pay in polished code.
fn adjoint_of(prepared: &Prepared, options: &Options) -> Result<Generated, Wanted> {
    let polished = Options {
        polish: true,
        ..options.clone()
    };
    let (normal, made) = weighed(prepared, &polished)?;
    match options.polish {
        true => Ok(made),
        false => {
            let normal = normal.as_ref().unwrap_or(&prepared.normal);
            generate(prepared, normal, None, (Mode::Reverse, options), made.found)
        }
    }
}

/// Plans the adjoint as [`differentiate`] does, and reports the decisions. `line` returns the line of a statement.
/// There is no result if an error is among the messages.
pub fn plan(
    program: &Program,
    heads: &Heads,
    options: &Options,
    line: &dyn Fn(Span) -> Option<usize>,
) -> (Option<Report>, Vec<Diagnostic>) {
    let made = Folded::new(program).until(|folded| reported(folded, heads, options, line));
    made.unwrap_or_else(|refused| (None, refused))
}

fn reported(
    folded: &Folded,
    heads: &Heads,
    options: &Options,
    line: &dyn Fn(Span) -> Option<usize>,
) -> Result<(Option<Report>, Vec<Diagnostic>), Wanted> {
    let prepared = match Prepared::new(folded, heads, Mode::Reverse, options) {
        Ok(p) => p,
        Err(Unprepared::Refused(refused)) => return Ok((None, refused)),
        Err(Unprepared::Wanted(wanted)) => return Err(wanted),
    };
    let (normal, made) = weighed(&prepared, options)?;
    let normal = normal.as_ref().unwrap_or(&prepared.normal);
    let context = prepared.context(normal, Mode::Reverse, options);
    let mut rounds = Rounds::after(made.found);
    let (mut g, planned) = loop {
        let mut g = rounds.begin(&context, &prepared.messages);
        let units = begin(&mut g, &mut rounds);
        let planned = planned(&mut g, &units);
        if !g.proposals.wanted.is_empty() {
            planned.discard();
            return Err(g.proposals.wanted);
        }
        if rounds.are_over(&g, IndexSet::new()) {
            break (g, planned);
        }
    };
    let report = report(&mut g, &planned.between, planned.plans, line);
    let failed = any_error(&g.messages);
    Ok(((!failed).then_some(report), g.messages))
}
