//! `--stop-on-input`: derivative code stops with a message at statements that read from a file or a terminal.
//!
//! The option is for prompts and other input that a differentiated run never reaches. READ statements become ERROR STOP
//! in the normal form, from which derivatives are made, and in the copies of passive procedures that second runs call
//! ([`crate::context::silent`]). The user's own procedures stay unchanged, and are called where they run once. A READ
//! from a character variable does not count as input.

use crate::code::io::is_input;
use adc_frontend::ir::*;

/// Replaces the input statements of a procedure.
pub(crate) fn replace(name: &str, block: &mut Block) {
    for s in block {
        if is_input(&s.kind) {
            s.kind = stop(name);
        }
        s.kind.for_each_block_mut(&mut |b| replace(name, b));
    }
}

/// The ERROR STOP that replaces an input statement of a procedure.
pub(crate) fn stop(name: &str) -> StmtKind {
    let text = format!("'adc: {name} reads input here, which derivative code was told not to do'");
    StmtKind::Stop {
        error: true,
        code: Some(Expr {
            kind: ExprKind::Str(text.into()),
            ty: Ty::Character,
            rank: 0,
            span: Span::NONE,
        }),
        quiet: None,
    }
}
