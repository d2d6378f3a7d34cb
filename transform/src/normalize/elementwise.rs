//! Replaces calls of elemental procedures with arrays by loops of calls with their elements: derivatives of elemental
//! procedures have arguments that an elemental procedure must not have.

use super::arrays::{element, shape_of};
use super::temps::Temps;
use crate::code::elementwise::{is_operation, with_operands};
use adc_frontend::ir::*;

/// Checks for a reference to an elemental procedure with an array among its arguments.
pub fn is_elementwise(program: &Program, callee: &Callee, args: &[Arg]) -> bool {
    let target = program.definition(callee.proc).or(program.signature(callee.proc));
    target.is_some_and(|t| program.units[t].prefix.elemental) && args.iter().filter_map(Arg::expr).any(|a| a.rank > 0)
}

/// The loops around a call; `lhs` takes the value of a function. `None` if elements of an argument cannot be named.
pub fn loops(temps: &mut Temps, callee: &Callee, args: &[Arg], lhs: Option<&Expr>) -> Option<Stmt> {
    let model = args.iter().filter_map(Arg::expr).find(|a| a.rank > 0)?;
    let shape = shape_of(temps.program, model);
    let indices: Vec<Expr> = shape
        .iter()
        .map(|_| temps.local_ref("ii", DeclType::plain(Ty::Integer(4)), 0))
        .collect();
    let mut inner = vec![];
    for a in args {
        let value = match a.expr() {
            Some(e) => ArgValue::Expr(element(temps.program, e, &indices)?),
            None => return None,
        };
        inner.push(Arg {
            keyword: a.keyword.clone(),
            value,
        });
    }
    let call = match lhs {
        Some(l) => {
            let target = element(temps.program, l, &indices)?;
            let value = expr(ExprKind::Call(callee.clone(), inner), target.ty, 0);
            assign(target, value)
        }
        None => Stmt::new(StmtKind::Call {
            callee: callee.clone(),
            args: inner,
        }),
    };
    nest(&indices, shape, call)
}

/// Loops over all elements of an array of some shape around a statement.
pub(crate) fn nest(indices: &[Expr], shape: Vec<Expr>, inner: Stmt) -> Option<Stmt> {
    let mut body = vec![inner];
    for (i, n) in indices.iter().zip(shape) {
        let ExprKind::Var(var) = i.kind else { return None };
        body = vec![Stmt::new(StmtKind::Do {
            name: None,
            control: DoControl::count(var, int(1), n, None),
            body,
        })];
    }
    body.pop()
}

/// The element of an array expression: as [`element`], but also for elementwise expressions of arrays with elements
/// that can be named.
pub(super) fn element_of(program: &Program, e: &Expr, at: &[Expr]) -> Option<Expr> {
    if e.rank == 0 || e.is_designator() {
        return element(program, e, at);
    }
    let is_call = matches!(&e.kind, ExprKind::Call(callee, args) if is_elementwise(program, callee, args));
    if !is_call && !is_operation(e) {
        return None;
    }
    with_operands(e, 0, &mut |x| element_of(program, x, at))
}
