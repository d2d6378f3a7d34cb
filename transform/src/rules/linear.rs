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

/// Replaces each expression with partial derivatives in a block by its value: derivative code is printed so.
pub fn drop_partials(block: &mut Block) {
    visit::rewrite_block_exprs(block, &mut drop_from);
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
