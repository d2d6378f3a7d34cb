//! Messages between the ranks of a parallel program.
//!
//! Calls of MPI that may carry derivatives are replaced by calls of the runtime (`runtime-fortran/mpi`), which have
//! descriptions: from then on they are procedures without source like any other ([`super::external`]). Their models
//! share one hidden variable, the messages of the program.
//!
//! Ignored: which message is received by which statement. All messages with real values carry derivatives, or none
//! does.

mod calls;
mod passed;
mod requests;
mod rewrite;
mod routines;
mod waits;

use crate::options::description::Description;
use crate::options::mode::Mode;
use crate::prepare::external::{self, Models};
use adc_analysis::Heads;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::Program;
use rewrite::rewritten;
use std::borrow::Cow;

/// The name in messages to the user of a procedure without source: that of MPI in place of the runtime's.
pub(crate) fn name_in_program(name: &str) -> &str {
    routines::original(name)
}

/// The program with the runtime's procedures for messages, and with models of procedures without source
/// ([`external::modelled`]).
pub fn modelled<'p>(
    program: &'p Program,
    heads: &Heads,
    mode: Mode,
    descriptions: &[Description],
    assumed: &[String],
    messages: &mut Vec<Diagnostic>,
) -> (Cow<'p, Program>, Models) {
    let (program, exchanges) = rewritten(program, heads, mode, assumed, messages);
    match program {
        Cow::Borrowed(program) => {
            external::modelled(program, heads, mode, descriptions, (assumed, &exchanges), messages)
        }
        Cow::Owned(program) => {
            let (modelled, models) =
                external::modelled(&program, heads, mode, descriptions, (assumed, &exchanges), messages);
            (Cow::Owned(modelled.into_owned()), models)
        }
    }
}
