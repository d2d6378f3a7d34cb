//! Adjoints in which calls return their partial derivatives, in one text (interface contraction: section 7.1 of Utke,
//! *Flattening Basic Blocks*).
//!
//! ```text
//! foo  ─adjoint→  foo_b, and procedures with few scalars that carry derivatives
//! density  ─Jacobian→  density_bj  ─print, read with the sources─  ─adjoint of foo→  foo_b, which calls density_bj
//! ```
//!
//! **Choice.** The second adjoint is taken if it costs less than [`GAIN`] of the first, by the cost model: the plain one
//! runs procedures twice, the other records partial derivatives. With `--preaccumulate always`, costs do not count. In
//! any case, the calls of Jacobians carry no derivatives in the second adjoint.
//!
//! Ignored: memory that either adjoint takes for what it records.

use crate::error::Error;
use crate::layout;
use crate::made::Made;
use crate::needed::needed;
use crate::options::Mode;
use crate::program::Read;
use crate::request::Request;
use crate::step::{Group, Step};
use crate::text;
use crate::value::Head;
use crate::{header, heading};
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::UnitId;
use adc_transform::head::HeadText;
use adc_transform::{Contracted, Contractible, Derivative, Fuel, Jacobian, Preaccumulate, ProcedureName, UnitSuffix};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the adjoint with contracted calls may cost at most, as a part of the plain one.
const GAIN: f64 = 0.9;

/// Differentiates in reverse mode, and contracts calls where that pays.
///
/// # Errors
/// If the program cannot be differentiated.
pub(crate) fn differentiate(
    read: &Arc<Read>,
    request: &Request,
    options: &adc_transform::Options,
) -> Result<Group, Error> {
    // fuel is for the adjoint that is taken
    let unlimited = adc_transform::Options {
        fuel: None,
        ..options.clone()
    };
    let mut plain = reverse(read, request, &unlimited)?;
    let chosen = Contraction::chosen(read, request, &unlimited, &plain);
    if let Some(group) = chosen.and_then(|c| c.group(read, request, options.fuel.clone())) {
        return Ok(group);
    }
    if options.fuel.is_some() {
        plain = reverse(read, request, options)?;
    }
    let messages = plain.messages.clone();
    let steps = vec![adjoint(read, read, plain, request)];
    Ok(Group { steps, messages })
}

/// The sources and options with which an adjoint is planned, if calls are contracted in it.
///
/// # Errors
/// If the program cannot be differentiated.
pub(crate) fn sources(
    read: &Arc<Read>,
    request: &Request,
    options: &adc_transform::Options,
) -> Result<Option<(Arc<Read>, adc_transform::Options)>, Error> {
    let plain = reverse(read, request, options)?;
    let Some(chosen) = Contraction::chosen(read, request, options, &plain) else {
        return Ok(None);
    };
    let seen = (Arc::clone(&chosen.read), chosen.options.clone());
    Ok(chosen.group(read, request, None).map(|_| seen))
}

fn reverse(read: &Read, request: &Request, options: &adc_transform::Options) -> Result<Made, Error> {
    Made::new(read, &request.heads, adc_transform::Mode::Reverse, options)
}

/// The step of an adjoint. The user's sources are `of`.
fn adjoint(read: &Arc<Read>, of: &Read, made: Made, request: &Request) -> Step {
    let heading = heading::heads(of, &made.program);
    Step::new(
        read,
        made,
        Mode::Reverse,
        header::title(Mode::Reverse, request),
        heading,
    )
}

/// An adjoint with calls that return their partial derivatives.
struct Contraction {
    jacobians: Vec<Step>,
    /// The sources with the Jacobians.
    read: Arc<Read>,
    options: adc_transform::Options,
    made: Made,
}

impl Contraction {
    /// The adjoint that takes the place of a plain one, if there are calls to contract.
    fn chosen(
        read: &Arc<Read>,
        request: &Request,
        options: &adc_transform::Options,
        plain: &Made,
    ) -> Option<Contraction> {
        let is_asked = options.preaccumulate == Preaccumulate::Always;
        let wanted = &plain.program.contractible;
        if wanted.is_empty() {
            return None;
        }
        let (mut jacobians, mut contracted) = (vec![], vec![]);
        let mut joined = Arc::clone(read);
        for of in wanted {
            // each sees the earlier ones, and avoids their names
            let Some(step) = jacobian(&joined, options, of) else {
                continue;
            };
            let made = &step.made.program;
            let head = *made.heads.first()?;
            let jacobian = ProcedureName::of(&made.program, head);
            contracted.push(Contracted {
                of: of.clone(),
                jacobian,
            });
            jacobians.push(step);
            let texts = text::as_sources(&jacobians, read, request, "the Jacobians of contracted calls").ok()?;
            joined = Arc::new(read.joined(&texts));
        }
        if jacobians.is_empty() {
            return None;
        }
        let options = adc_transform::Options {
            contracted,
            ..options.clone()
        };
        let made = reverse(&joined, request, &options).ok()?;
        let flops = adc_transform::flops_of_heads;
        let is_cheaper = flops(&made.program) < GAIN * flops(&plain.program);
        let is_taken = are_passive(&made.program, &options.contracted) && (is_asked || is_cheaper);
        is_taken.then_some(Contraction {
            jacobians,
            read: joined,
            options,
            made,
        })
    }

    /// What the mode makes; `None` if modules or files would use each other.
    fn group(self, of: &Read, request: &Request, fuel: Option<Arc<Fuel>>) -> Option<Group> {
        let Contraction {
            jacobians,
            read,
            mut options,
            mut made,
        } = self;
        if fuel.is_some() {
            options.fuel = fuel;
            made = reverse(&read, request, &options).ok()?;
        }
        let mut messages = made.messages.clone();
        // what later ones need, from the last one back
        let mut steps = vec![adjoint(&read, of, made, request)];
        for mut step in jacobians.into_iter().rev() {
            let by_each = steps.iter().map(|later| needed(&step, later));
            let wanted: BTreeSet<UnitId> = by_each.flatten().collect();
            step.roots.retain(|r| wanted.contains(r));
            if step.roots.is_empty() {
                continue;
            }
            let new = step.made.messages.iter().filter(|m| !messages.contains(m));
            let new: Vec<Diagnostic> = new.cloned().collect();
            messages.extend(new);
            steps.insert(0, step);
        }
        // a module that is written again for the adjoint may call a Jacobian that uses it; nor may files need each other
        let is_ordered = layout::have_order(&steps) && (!request.per_source || layout::by_file(&steps, of).is_ok());
        is_ordered.then_some(Group { steps, messages })
    }
}

/// The Jacobian of a procedure.
fn jacobian(read: &Arc<Read>, options: &adc_transform::Options, of: &Contractible) -> Option<Step> {
    let head = Head::of_text(HeadText {
        procedure: of.procedure.to_string(),
        dependents: of.dependents.clone(),
        independents: of.independents.clone(),
    });
    let suffix = match options.vector {
        true => &options.suffix_vector_reverse,
        false => &options.suffix_reverse,
    };
    let with = adc_transform::Options {
        unit_suffix: Some(UnitSuffix::plain(format!("{suffix}j"))),
        jacobian: Some(Jacobian::Dense),
        vector: false,
        // results, too
        derivative_only: false,
        ..options.clone()
    };
    let made = Made::new(read, &[head], adc_transform::Mode::Tangent, &with).ok()?;
    let title = "Partial derivatives that calls return:";
    Some(Step::new(read, made, Mode::Reverse, title, vec![]))
}

/// True if no Jacobian has a derivative: all that a caller needs of it are the partial derivatives.
fn are_passive(made: &Derivative, contracted: &[Contracted]) -> bool {
    let program = &made.program;
    let mut all = contracted.iter().filter_map(|c| c.jacobian.find(program));
    all.all(|u| made.units.iter().all(|&(of, _)| of != u))
}
