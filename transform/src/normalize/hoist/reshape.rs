//! Assignments that give an allocatable array the shape of their value.

use crate::code::elementwise::is_operation;
use crate::normalize::arrays::{allocate, allocate_like, deallocate, set, shape_of, Filled};
use crate::normalize::hoist::state::{Around, Hoist};
use crate::normalize::leaves::named;
use crate::options::mode::Mode;
use crate::rules::{is_allocated, size_of};
use adc_frontend::consteval::int_const;
use adc_frontend::ir::visit::{subexprs, walk_expr};
use adc_frontend::ir::*;

/// Statements that give an allocatable array the shape of a value, and also its bounds if the array is newly allocated.
pub(crate) fn reallocation(array: &Expr, value: &Expr, shape: Vec<Expr>) -> Block {
    let Some(differs) = other_shape(array, &shape) else {
        return vec![];
    };
    let make = match value.kind {
        ExprKind::Var(_) | ExprKind::Component(..) => allocate_like(array, value),
        _ => allocate(array, shape),
    };
    vec![
        Stmt::guarded(is_allocated(array), vec![Stmt::when(differs, deallocate(array))]),
        Stmt::when(not(is_allocated(array)), make),
    ]
}

/// The test whether an array has another shape; `None` for a scalar.
fn other_shape(array: &Expr, shape: &[Expr]) -> Option<Expr> {
    shape
        .iter()
        .enumerate()
        .map(|(k, n)| binary(BinaryOp::Ne, size_of(array, Some(k as i64 + 1)), n.clone()))
        .reduce(|a, b| binary(BinaryOp::Or, a, b))
}

impl Hoist<'_> {
    /// Makes the reallocation explicit if an assignment may change the shape of an allocatable array: an array of
    /// another shape is deallocated, and an unallocated one gets the shape of the value.
    pub(super) fn reshape(&mut self, lhs: &Expr, rhs: &mut Expr, around: &mut Around) {
        let Some(s) = named(lhs) else { return };
        let program: &Program = self.temps.program;
        let Some(v) = program.symbols[s].variable() else { return };
        // a local variable is assigned to the result in the end
        let is_result = self.mode == Mode::Reverse && v.storage == Storage::Result;
        if !v.attrs.allocatable || is_result || rhs.rank != lhs.rank || program.symbols[s].span.is_none() {
            return;
        }
        if lhs.rank == 0 {
            // copies of records are assigned by components
            let is_whole = is_number(lhs.ty) || matches!((lhs.ty, &rhs.kind), (Ty::Derived(_), ExprKind::Call(..)));
            // in a tangent, the assignment itself allocates
            if self.mode == Mode::Reverse && is_whole && !reads_existing(rhs, lhs) {
                let make = StmtKind::Allocate {
                    ty: None,
                    objects: vec![(lhs.clone(), vec![])],
                    options: vec![],
                };
                around.before.push(Stmt::when(not(is_allocated(lhs)), Stmt::new(make)));
            }
            return;
        }
        let own_shape = |e: &Expr| e.same(lhs);
        if keeps_shape(rhs, &own_shape) || self.always_has(s, &shape_of(program, rhs)) {
            return;
        }
        self.allocated.add(s);
        let program: &Program = self.temps.program;
        let mut mentioned = false;
        walk_expr(rhs, &mut |x| mentioned |= own_shape(x));
        let Around { before, after } = around;
        if mentioned {
            let ty = DeclType::plain(rhs.ty);
            let shape = shape_of(program, rhs);
            let t = self.temps.array("value", ty, shape, Filled::Otherwise, before, after);
            let value = std::mem::replace(rhs, t.clone());
            before.push(set(self.temps.program, &t, value));
        }
        let shape = shape_of(self.temps.program, rhs);
        before.extend(reallocation(lhs, rhs, shape));
    }

    /// Checks whether the array is certainly allocated with this constant shape: the unit allocates it with no other,
    /// and no other procedure can allocate it.
    fn always_has(&self, s: SymbolId, shape: &[Expr]) -> bool {
        let program: &Program = self.temps.program;
        let local = program.symbols[s]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local && !v.attrs.save);
        let mut own = self.allocations.iter().filter(|(a, _)| *a == s).peekable();
        let same = |n: &Expr, (lo, hi): &(Option<Expr>, Expr)| {
            let first = lo.as_ref().map_or(Some(1), |l| int_const(program, l));
            let extent = first.zip(int_const(program, hi)).map(|(l, h)| h - l + 1);
            extent.is_some() && extent == int_value(n)
        };
        local
            && self.allocated.contains(s)
            && own.peek().is_some()
            && own.all(|(_, bounds)| bounds.len() == shape.len() && shape.iter().zip(bounds).all(|(n, b)| same(n, b)))
            && self.passed_nowhere(s)
    }

    /// Checks whether no other procedure gets the array: one with an allocatable dummy argument may change its shape.
    fn passed_nowhere(&self, s: SymbolId) -> bool {
        self.temps.program.units[self.temps.unit].contains.is_empty() && !self.passed.contains(&s)
    }
}

fn is_number(ty: Ty) -> bool {
    matches!(ty, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_))
}

/// Checks for a value that exists only if the variable does.
fn reads_existing(value: &Expr, variable: &Expr) -> bool {
    let mut found = false;
    walk_expr(value, &mut |x| found |= x.same(variable));
    found
}

/// Checks whether the array itself determines the shape of an elementwise expression.
fn keeps_shape(e: &Expr, own: &dyn Fn(&Expr) -> bool) -> bool {
    if e.rank == 0 {
        return false;
    }
    if own(e) {
        return true;
    }
    if !is_operation(e) {
        return false;
    }
    let mut found = false;
    subexprs(e, &mut |x| found |= keeps_shape(x, own));
    found
}
