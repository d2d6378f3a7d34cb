//! Calls of MPI, and what is known of one by its arguments alone.

use crate::options::description::{Argument, Description};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// The type and the rank class of each argument that may carry a derivative.
pub(super) type Shapes = Vec<Option<(Ty, bool)>>;

/// A call of a routine of MPI.
pub(super) struct Call<'c> {
    pub unit: UnitId,
    pub stmt: StmtId,
    pub proc: SymbolId,
    pub name: SmolStr,
    pub args: &'c [Arg],
    pub span: Span,
}

/// The runtime stops at an error.
pub(super) fn no_error(arguments: &IndexMap<&'static str, &Expr>, span: Span) -> Option<Stmt> {
    let lhs = (*arguments.get("ierror")?).clone();
    Some(Stmt::at(StmtKind::Assign { lhs, rhs: int(0) }, span))
}

pub(super) fn shapes(args: &[Arg]) -> Shapes {
    let shape = |e: &Expr| (e.ty, e.rank > 0 || matches!(e.kind, ExprKind::Index(..)));
    args.iter().map(|a| a.expr().map(shape)).collect()
}

/// The description of a routine that has no derivative: it may read all its arguments, and change all that are variables.
pub(super) fn without_derivative(name: &SmolStr, args: &[Arg]) -> Description {
    let carries = |k: &usize| args[*k].expr().is_some_and(|e| e.ty.is_differentiable());
    let from: Vec<usize> = (0..args.len()).filter(carries).collect();
    let argument = |(k, a): (usize, &Arg)| {
        let is_variable = a.expr().is_some_and(Expr::is_designator);
        Argument {
            name: format!("a{}", k + 1).into(),
            reads: true,
            writes: is_variable,
            from: if is_variable { from.clone() } else { vec![] },
            ..Argument::default()
        }
    };
    let arguments = args.iter().enumerate().map(argument).collect();
    let mut d = Description {
        acts: true,
        exchanges: true,
        globals_read: Some(vec![]),
        ..Description::new(name.clone(), Span::NONE, arguments)
    };
    d.single.lacks_tangent = true;
    d.single.lacks_adjoint = true;
    d
}
