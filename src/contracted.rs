//! Adjoints in which calls return their partial derivatives, in one text (interface contraction: section 7.1 of Utke,
//! *Flattening Basic Blocks*).
//!
//! ```text
//! foo  ─adjoint→  foo_b, and procedures with few scalars that carry derivatives
//! density  ─Jacobian→  density_bj  ─print, read with the sources─  ─adjoint of foo→  foo_b, which calls density_bj
//! ```
//!
//! The second adjoint is taken if the calls of Jacobians carry no derivatives in it.
//!
//! Ignored: costs. Only `--preaccumulate always` contracts calls.

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
use adc_transform::{Contracted, Contractible, Derivative, Jacobian, Preaccumulate, ProcedureName, UnitSuffix};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Differentiates in reverse mode, if there are calls to contract.
///
/// # Errors
/// If the program cannot be differentiated.
pub(crate) fn differentiate(
    read: &Arc<Read>,
    request: &Request,
    options: &adc_transform::Options,
) -> Result<Option<Group>, Error> {
    if options.preaccumulate != Preaccumulate::Always {
        return Ok(None);
    }
    // fuel is for the adjoint that is taken
    let without = adc_transform::Options {
        fuel: None,
        ..options.clone()
    };
    let plain = Made::new(read, &request.heads, adc_transform::Mode::Reverse, &without)?;
    Ok(contracted(read, request, options, &plain))
}

/// The steps of an adjoint with contracted calls, if there are any.
fn contracted(read: &Arc<Read>, request: &Request, options: &adc_transform::Options, plain: &Made) -> Option<Group> {
    if plain.program.contractible.is_empty() {
        return None;
    }
    let (mut steps, mut contracted, mut joined) = (vec![], vec![], Arc::clone(read));
    for of in &plain.program.contractible {
        // each sees the earlier ones, avoids their names, and adds to their modules
        let Some((step, jacobian)) = jacobian(&joined, options, of) else {
            continue;
        };
        steps.push(step);
        let of = of.clone();
        contracted.push(Contracted { of, jacobian });
        let texts = text::as_sources(&steps, read, request, "the Jacobians of contracted calls").ok()?;
        joined = Arc::new(read.joined(&texts));
    }
    if steps.is_empty() {
        return None;
    }
    let with = adc_transform::Options {
        contracted,
        fuel: None,
        ..options.clone()
    };
    let make =
        |with: &adc_transform::Options| Made::new(&joined, &request.heads, adc_transform::Mode::Reverse, with).ok();
    let mut made = make(&with)?;
    if !are_passive(&made.program, &with.contracted) {
        return None;
    }
    if options.fuel.is_some() {
        let fuel = options.fuel.clone();
        made = make(&adc_transform::Options { fuel, ..with })?;
    }
    let messages: Vec<Diagnostic> = made.messages.clone();
    let heading = heading::heads(read, &made.program);
    let adjoint = Step::new(
        &joined,
        made,
        Mode::Reverse,
        header::title(Mode::Reverse, request),
        heading,
    );
    // what later ones need, from the last one back
    let mut later = vec![adjoint];
    for mut s in steps.into_iter().rev() {
        let by_each = later.iter().map(|l| needed(&s, l));
        let wanted: BTreeSet<UnitId> = by_each.flatten().collect();
        s.roots.retain(|r| wanted.contains(r));
        later.insert(0, s);
    }
    let mut steps = later;
    steps.retain(|s| !s.roots.is_empty());
    // a module that is written again for the adjoint may call a Jacobian that uses it; nor may files need each other
    let is_ordered = match request.per_source {
        true => layout::by_file(&steps, read).is_ok(),
        false => true,
    };
    if !is_ordered || !layout::have_order(&steps) {
        return None;
    }
    Some(Group { steps, messages })
}

/// The Jacobian of a procedure, and its name.
fn jacobian(read: &Arc<Read>, options: &adc_transform::Options, of: &Contractible) -> Option<(Step, ProcedureName)> {
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
        fuel: None,
        ..options.clone()
    };
    let made = Made::new(read, &[head], adc_transform::Mode::Tangent, &with).ok()?;
    let program = &made.program.program;
    let name = ProcedureName::of(program, *made.program.heads.first()?);
    let title = "Partial derivatives that calls return:";
    Some((Step::new(read, made, Mode::Reverse, title, vec![]), name))
}

/// True if no Jacobian has a derivative: all that a caller needs of it are the partial derivatives.
fn are_passive(made: &Derivative, contracted: &[Contracted]) -> bool {
    let program = &made.program;
    let mut all = contracted.iter().filter_map(|c| c.jacobian.find(program));
    all.all(|u| made.units.iter().all(|&(of, _)| of != u))
}
