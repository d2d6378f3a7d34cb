//! Properties of the normal form, and a check of each on a procedure.
//!
//! A property covers only code that the rules accept. It says nothing about a construct that a pass leaves unchanged
//! for the rules to refuse.

use super::jumps::trailing_exit;
use crate::code::io::may_branch;
use adc_frontend::dump::stmt_text;
use adc_frontend::ir::visit::{stmt_exprs, walk_block, walk_expr};
use adc_frontend::ir::*;

/// A property that holds after the pass that establishes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// No statement function is referenced.
    NoStatementFunctions,
    /// ALLOCATE of numbers has neither `SOURCE=` nor `MOLD=`.
    PlainAllocations,
    /// Input and output have no `err=`, `end=` or `eor=`.
    NoBranchesOfIo,
    /// The only jumps are GOTO, EXIT, CYCLE and RETURN.
    PlainJumps,
    /// Each WHERE is one masked assignment.
    SingleMasked,
    /// The only jump is an EXIT as the last statement of a loop body.
    Structured,
}

impl Property {
    /// The text of the first statement of a procedure that violates the property.
    pub(super) fn violation(self, program: &Program, unit: UnitId) -> Option<String> {
        let mut found = None;
        let body = &program.units[unit].body;
        if self == Property::Structured {
            return unstructured(body, false).map(|s| stmt_text(program, s));
        }
        walk_block(body, &mut |s| {
            if found.is_none() && !self.holds(program, s) {
                found = Some(stmt_text(program, s));
            }
        });
        found
    }

    fn holds(self, program: &Program, s: &Stmt) -> bool {
        match self {
            Property::NoStatementFunctions => !calls_statement_function(program, s),
            Property::PlainAllocations => !is_like_another(&s.kind),
            Property::NoBranchesOfIo => !may_branch(&s.kind),
            Property::PlainJumps => !matches!(
                s.kind,
                StmtKind::ComputedGoto(..) | StmtKind::ArithmeticIf(..) | StmtKind::AssignedGoto(..)
            ),
            Property::SingleMasked => !has_several_masks(&s.kind),
            Property::Structured => true,
        }
    }
}

/// Checks for an ALLOCATE of numbers with `SOURCE=` or `MOLD=`.
fn is_like_another(s: &StmtKind) -> bool {
    let StmtKind::Allocate { objects, options, .. } = s else {
        return false;
    };
    let has_model = options.iter().any(|o| o.0 == "source" || o.0 == "mold");
    has_model && objects.iter().all(|o| o.0.ty.is_numeric())
}

/// Checks for a WHERE other than a single masked assignment.
fn has_several_masks(s: &StmtKind) -> bool {
    let StmtKind::Where { arms } = s else { return false };
    !matches!(arms.as_slice(), [one] if one.body.len() == 1)
}

fn calls_statement_function(program: &Program, s: &Stmt) -> bool {
    let mut found = false;
    stmt_exprs(&s.kind, &mut |e| {
        walk_expr(e, &mut |x| {
            if let ExprKind::Call(c, _) = &x.kind {
                found |= matches!(program.symbols[c.proc].kind, SymbolKind::StatementFunction(_));
            }
        });
    });
    found
}

/// The first jump that is not the last statement of a loop body.
fn unstructured(block: &Block, is_loop: bool) -> Option<&Stmt> {
    let leaves = is_loop && trailing_exit(block).is_some();
    let inside = block.len() - usize::from(leaves);
    for s in block.iter().take(inside) {
        let jumps = matches!(
            s.kind,
            StmtKind::Goto(_) | StmtKind::Cycle(_) | StmtKind::Return(_) | StmtKind::Exit(_)
        );
        if jumps {
            return Some(s);
        }
        let inner_is_loop = matches!(s.kind, StmtKind::Do { .. });
        let mut found = None;
        s.kind
            .for_each_block(&mut |b| found = found.or_else(|| unstructured(b, inner_is_loop)));
        if found.is_some() {
            return found;
        }
    }
    None
}
