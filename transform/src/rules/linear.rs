//! Values with partial derivatives of their own ([`adc_frontend::intrinsics::table::linear`]).

use adc_frontend::intrinsics::{find_in_module, table::linear::MODULE};
use adc_frontend::ir::*;

const PASSIVE: &str = "passive";
const WITH_PARTIAL: &str = "with_partial";

/// A value whose derivative is the sum over terms of partial derivatives times derivatives of designators.
pub fn with_partials(value: Expr, terms: Vec<(Expr, Expr)>) -> Expr {
    let fixed = call(PASSIVE, vec![value]);
    terms
        .into_iter()
        .fold(fixed, |value, (x, partial)| call(WITH_PARTIAL, vec![value, x, partial]))
}

fn call(name: &str, args: Vec<Expr>) -> Expr {
    let id = find_in_module(MODULE, name).expect("a row of the table");
    let (ty, rank) = (args[0].ty, args[0].rank);
    expr(
        ExprKind::Intrinsic(id, name.into(), args.into_iter().map(Arg::pos).collect()),
        ty,
        rank,
    )
}

/// The value of an expression with partial derivatives; `None` for others.
pub fn value(e: &Expr) -> Option<Expr> {
    let ExprKind::Intrinsic(id, _, args) = &e.kind else {
        return None;
    };
    let is_internal = id.row().module == Some(MODULE);
    args.first().filter(|_| is_internal).and_then(Arg::expr).cloned()
}

/// Replaces each expression with partial derivatives in a block by its value: derivative code is printed so. Assignments
/// of a variable to itself, which give it a derivative, are dropped.
pub fn drop_partials(block: &mut Block) {
    visit::splice_inside(block, &|_| true, &mut |s| {
        (s.label.is_none() && gives_derivative(s)).then(Vec::new)
    });
    visit::rewrite_block_exprs(block, &mut drop_from);
}

/// True for an assignment that gives a variable a derivative, and leaves its value.
fn gives_derivative(s: &Stmt) -> bool {
    matches!(&s.kind, StmtKind::Assign { lhs, rhs } if keeps_value(lhs, rhs))
}

/// True if what is assigned to a variable is its value, with partial derivatives.
pub fn keeps_value(lhs: &Expr, rhs: &Expr) -> bool {
    let mut own = value(rhs);
    while let Some(inner) = own.as_ref().and_then(value) {
        own = Some(inner);
    }
    own.is_some_and(|v| v.same(lhs))
}

/// A statement as derivative code has it.
pub fn without_partials(s: &Stmt) -> Stmt {
    let mut plain = s.clone();
    visit::stmt_exprs_mut(&mut plain.kind, &mut |e| visit::rewrite_expr(e, &mut drop_from));
    plain
}

fn drop_from(e: &mut Expr) {
    while let Some(value) = value(e) {
        *e = value;
    }
}
