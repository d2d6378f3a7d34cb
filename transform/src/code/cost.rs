//! The cost model: what operations, records and runs cost, and from which sizes a transformation pays.
//!
//! The unit of time is a flop: one addition of `real(8)` in a loop whose data are in the cache. Figures of the machine
//! are round numbers between those of several machines; `cargo bench --bench costs` measures them. Costs of intrinsic
//! functions are a column of their table ([`adc_frontend::intrinsics`]). The unit of memory is a byte.
//!
//! Ignored: vector instructions, kinds (a `real(4)` costs as much as a `real(8)`), complex operands, and where in the
//! hierarchy of memory a value is, except where a figure says so.

use adc_frontend::intrinsics::Class;
use adc_frontend::ir::*;

// ---- the machine, in flops

/// A division.
const DIVISION: usize = 4;
/// A power with a literal exponent from 0 to 4.
const SMALL_POWER: usize = 2;
/// Other powers.
const POWER: usize = 20;
/// A call of a procedure whose work is unknown.
pub(crate) const CALL: f64 = 100.0;
/// Operations on arrays in expressions, and everything else that has no cost of its own: more than any record.
const UNKNOWN: usize = 1_000;
/// A push and a pop of a scalar.
const RECORD: usize = 16;
/// A push and a pop of a value on a tape that is larger than the cache.
pub(crate) const RECORD_IN_MEMORY: f64 = 20.0;
/// What a push and a pop of a value cost more if it goes to memory and back than on the tape of a block.
pub(crate) const RECORD_BEYOND_BLOCK: f64 = 12.0;
/// Functions that cost at least this are evaluated once and kept in a variable.
const KEPT: u32 = 4;

// ---- sizes that are not known

/// Iterations of a loop, or elements in a dimension.
pub(crate) const TRIPS: f64 = 100.0;

// ---- from which sizes a transformation pays

/// A run that is saved is worth this factor in memory.
pub(crate) const MEMORY_PER_RUN: f64 = 2.0;
/// Bytes that must not be recorded in an iteration, for each array of accumulated derivatives: such an array is set to
/// zero, and added at the end.
pub(crate) const BYTES_PER_SUM: f64 = 16.0;
/// Arrays of up to this many elements are accumulated wherever the loop stands.
pub(crate) const SMALL_ARRAY: i64 = 64;
/// Loops of up to this many iterations are not run in blocks.
pub(crate) const SHORT_LOOP: i64 = 100;
/// Iterations from which vector instructions pay.
pub(crate) const VECTOR_LOOP: i64 = 16;
/// Arrays of up to this many elements: assignments to them are not fused.
pub(crate) const SMALL_NEST: i64 = 16;
/// Operations in an amount that is computed once for each element that receives it.
pub(crate) const OPERATIONS_AGAIN: usize = 5;
/// Elements that such an amount reads.
pub(crate) const READS_AGAIN: usize = 3;

// ---- how much code a transformation may add

/// Statements in a loop whose first and last iterations are peeled.
pub(crate) const PEELED: usize = 40;
/// Distance of elements that one loop adds from rows.
pub(crate) const ROWS_APART: i64 = 8;
/// Distance of elements that one loop adds where the elements are: each needs a statement at both ends.
pub(crate) const STENCIL_APART: i64 = 4;
/// Statements of a procedure that is inlined.
pub(crate) const INLINED: usize = 32;
/// Statements of all copies of it.
pub(crate) const INLINED_IN_ALL: usize = 96;
/// The same in a Jacobian by elimination.
pub(crate) const INLINED_IN_JACOBIAN: usize = 1_000;

/// True for an expression that costs about as much as moving a value to the tape and back.
pub(crate) fn is_cheap(e: &Expr) -> bool {
    flops(e) <= RECORD
}

/// True for a function that is evaluated once where its value is needed twice.
pub(crate) fn is_worth_keeping(id: IntrinsicId) -> bool {
    id.row().class == Class::Elemental && id.row().flops >= KEPT
}

/// Flops of a scalar expression.
fn flops(e: &Expr) -> usize {
    let own = match &e.kind {
        _ if e.rank > 0 => UNKNOWN,
        ExprKind::Var(_) | ExprKind::Paren(_) | ExprKind::Component(..) | ExprKind::Index(..) => 0,
        _ if e.is_literal() => 0,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Intrinsic(..) => operation(e),
        _ => UNKNOWN,
    };
    let mut sum = own;
    visit::subexprs(e, &mut |x| {
        // an array may be named here to select an element, or to inquire its size
        if !matches!(x.kind, ExprKind::Var(_)) {
            sum += flops(x);
        }
    });
    sum
}

/// Flops of the operation at the root of an expression, for one element.
fn operation(e: &Expr) -> usize {
    match &e.kind {
        ExprKind::Unary(..) => 1,
        ExprKind::Binary(BinaryOp::Pow, _, power) => match int_value(power) {
            Some(0..=4) => SMALL_POWER,
            _ => POWER,
        },
        ExprKind::Binary(BinaryOp::Div, ..) => DIVISION,
        ExprKind::Binary(BinaryOp::Concat, ..) => UNKNOWN,
        ExprKind::Binary(..) => 1,
        ExprKind::Intrinsic(id, ..) => id.row().flops as usize,
        _ => 0,
    }
}

/// Flops of a statement without the blocks in it; unknown extents count as [`TRIPS`].
pub(crate) fn of_statement(s: &StmtKind) -> f64 {
    let mut sum = if matches!(s, StmtKind::Call { .. }) { CALL } else { 1.0 };
    visit::stmt_exprs(s, &mut |e| {
        visit::walk_expr(e, &mut |e| {
            let one = match &e.kind {
                ExprKind::Call(..) => CALL,
                _ => operation(e) as f64,
            };
            sum += one * TRIPS.powi(i32::from(e.rank));
        });
    });
    sum
}
