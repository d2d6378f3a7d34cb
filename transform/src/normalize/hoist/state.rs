//! The state of hoisting: facts about the unit and the current place.

use super::allocated::Allocated;
use crate::normalize::impure::Impure;
use crate::normalize::reach::Reach;
use crate::normalize::temps::Temps;
use crate::options::mode::Mode;
use adc_frontend::ir::visit::walk_expr;
use adc_frontend::ir::*;

/// Lower and upper bounds of an allocation.
pub(crate) type Bounds = Vec<(Option<Expr>, Expr)>;

pub(crate) struct Hoist<'a> {
    pub(crate) temps: Temps<'a>,
    pub(crate) mode: Mode,
    pub(crate) reach: &'a Reach<'a>,
    pub(crate) impure: &'a Impure,
    /// Allocations of the unit, with bounds.
    pub(crate) allocations: Vec<(SymbolId, Bounds)>,
    /// Whole variables that are actual arguments.
    pub(crate) passed: Vec<SymbolId>,
    /// Variables that are certainly allocated at this place.
    pub(crate) allocated: Allocated,
}

/// Checks for a function with a definition or at least an interface, and a result that can carry a derivative.
pub(crate) fn is_user_function(program: &Program, callee: &Callee) -> bool {
    matches!(&program.symbols[callee.proc].kind, SymbolKind::Procedure(_))
        && matches!(
            program.symbols[callee.proc].ty(),
            Ty::Real(_) | Ty::Complex(_) | Ty::Derived(_)
        )
}

/// Checks whether the value depends on a variable that may have a derivative.
pub(crate) fn reads_reals(e: &Expr) -> bool {
    let mut found = false;
    walk_expr(e, &mut |x| {
        found |= matches!(x.kind, ExprKind::Var(_) | ExprKind::Call(..)) && carries(x)
    });
    found
}

/// Statements that a statement needs before and after it.
#[derive(Default)]
pub(crate) struct Around {
    pub(crate) before: Block,
    pub(crate) after: Block,
}

pub(crate) fn carries(e: &Expr) -> bool {
    e.ty.is_differentiable() || matches!(e.ty, Ty::Derived(_) | Ty::Class(_))
}
