//! Sparse Jacobians that have an adjoint beside the tangent, in one text.
//!
//! ```text
//! foo  ─adjoint for many weights→  foo_bv  ─print, read with the sources─  ─sparse Jacobian, which may call foo_bv→  foo_js
//! ```
//!
//! A Jacobian that stores rows needs no adjoint. Then the text has none.

use crate::error::Error;
use crate::made::Made;
use crate::needed::needed;
use crate::options::Mode;
use crate::program::Read;
use crate::request::Request;
use crate::step::{Group, Step};
use crate::text;
use crate::{header, heading};
use adc_frontend::diag::Diagnostic;
use adc_transform::{Derivative, ProcedureName, Weights};
use std::sync::Arc;

/// Differentiates in reverse mode, and then for the Jacobian.
pub(crate) fn differentiate(
    read: &Arc<Read>,
    request: &Request,
    options: &adc_transform::Options,
) -> Result<Group, Error> {
    let reverse = adc_transform::Options {
        vector: true,
        jacobian: None,
        ..options.clone()
    };
    let made = Made::new(read, &request.heads, adc_transform::Mode::Reverse, &reverse)?;
    let names = made.procedures().join(", ");
    let title = "Adjoint procedures, with the arguments that carry derivatives:";
    let heading = heading::heads(read, &made.program);
    let mut adjoint = [Step::new(read, made, Mode::Jacobian, title, heading)];
    let texts = text::as_sources(&adjoint, read, request, &format!("{names}, the adjoint"))?;
    let joined = Arc::new(read.joined(&texts));
    let [first] = &mut adjoint;
    let with = adc_transform::Options {
        weights: weights(&first.made.program),
        ..options.clone()
    };
    let made = Made::new(&joined, &request.heads, adc_transform::Mode::Tangent, &with)?;
    let new = made.messages.iter().filter(|m| !first.made.messages.contains(m));
    let messages: Vec<Diagnostic> = first.made.messages.iter().chain(new).cloned().collect();
    let heading = heading::heads(read, &made.program);
    let second = Step::new(
        &joined,
        made,
        Mode::Jacobian,
        header::title(Mode::Tangent, request),
        heading,
    );
    first.roots = needed(first, &second);
    Ok(Group {
        steps: adjoint.into_iter().chain([second]).collect(),
        messages,
    })
}

/// The adjoint of the head, as the Jacobian calls it.
fn weights(made: &Derivative) -> Option<Weights> {
    let program = &made.program;
    let name = |s| program.symbols[s].name.to_string();
    let shadows = made.shadows.iter().map(|(&s, &shadow)| (name(s), name(shadow)));
    Some(Weights {
        procedure: ProcedureName::of(program, *made.heads.first()?),
        shadows: shadows.collect(),
    })
}
