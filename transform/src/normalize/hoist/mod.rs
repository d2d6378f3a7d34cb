//! Turns calls into statements.
//!
//! * A user function in a position through which a derivative flows becomes `t = f(x); y = a*t`, so that the rules for
//!   calls apply to functions, too. `y = a*f(x)` is such a position; `if (f(x) > 0)` and subscripts are not.
//! * An actual argument that is an expression of real or complex type (`call foo(2*x, y)`) becomes a variable, which
//!   has a shadow to pass.
//! * A subscript on the left side that reads the array it indexes (`ix(ix(1)) = 3`) becomes a variable: its value must
//!   survive the assignment, to restore the element.
//! * A call of an elemental procedure with arrays becomes a loop.
//! * An assignment that may change the shape of an allocatable array gets explicit statements for that.
//!
//! Functions are evaluated from left to right; Fortran leaves the order to the processor. Tests of `IF` and bounds of
//! loops stay: no derivative flows through them.

mod allocated;
mod arguments;
mod constructor;
mod orders;
mod reshape;
pub(crate) mod state;

pub(crate) use reshape::reallocation;

pub(crate) use super::hoist::state::carries;
use crate::normalize::hoist::state::{is_user_function, Around, Hoist};
use allocated::Allocated;

use super::arrays::{is_allocatable_result, set, shape_of, Filled};
use super::elementwise;
use super::impure::Impure;
use super::leaves::{is_allocatable, named};
use super::reach::Reach;
use super::temps::{runs_again, Temps};
use crate::normalize::gotos::has_goto;
use crate::options::mode::Mode;
use adc_frontend::ir::visit::{subexprs_mut, subscripts_mut, walk_block, walk_expr};
use adc_frontend::ir::*;

/// Hoists in the whole body of a unit.
pub fn calls(program: &mut Program, unit: UnitId, mode: Mode, reach: &Reach, impure: &Impure) {
    let body = std::mem::take(&mut program.units[unit].body);
    let mut allocations = vec![];
    walk_block(&body, &mut |s| {
        if let StmtKind::Allocate { objects, .. } = &s.kind {
            let own = objects.iter().filter_map(|(o, b)| Some((o.base_symbol()?, b.clone())));
            allocations.extend(own);
        }
    });
    let mut temps = Temps::new(program, unit);
    temps.repeated = has_goto(&body);
    let mut passed = vec![];
    let mut whole = |args: &[Arg]| {
        let values = args.iter().filter_map(Arg::expr);
        passed.extend(values.filter_map(|a| match a.kind {
            ExprKind::Var(s) => Some(s),
            _ => None,
        }));
    };
    walk_block(&body, &mut |s| match &s.kind {
        StmtKind::Call { args, .. } | StmtKind::CallIntrinsic { args, .. } => whole(args),
        _ => {}
    });
    visit::walk_block_exprs(&body, &mut |e| {
        if let ExprKind::Call(_, args) = &e.kind {
            whole(args);
        }
    });
    let mut hoist = Hoist {
        temps,
        mode,
        reach,
        impure,
        allocations,
        passed,
        allocated: Allocated::new(has_goto(&body)),
    };
    let body = hoist.block(body);
    program.units[unit].body = body;
}

impl Hoist<'_> {
    pub(super) fn block(&mut self, stmts: Block) -> Block {
        let mut out = Vec::with_capacity(stmts.len());
        for mut s in stmts {
            match s.kind {
                StmtKind::Where { .. } if self.is_dissolved(&s) => {
                    self.masked(s, &mut out);
                    continue;
                }
                // there a call stands for one call per element
                StmtKind::Where { .. } | StmtKind::Forall { .. } => {
                    out.push(s);
                    continue;
                }
                _ => {}
            }
            let repeated = self.temps.repeated;
            self.temps.repeated |= runs_again(&s.kind);
            self.allocated.enter(&s.kind);
            s.kind.for_each_block_mut(&mut |b| {
                let allocated = self.allocated.clone();
                *b = self.block(std::mem::take(b));
                self.allocated = allocated;
            });
            self.temps.repeated = repeated;
            let mut around = Around::default();
            let replaced = self.statement(&mut s.kind, &mut around);
            let Around { mut before, mut after } = around;
            if let Some(r) = replaced {
                s.kind = r.kind;
            }
            self.allocated.leave(&s.kind);
            for b in before.iter_mut().chain(&mut after) {
                b.span = s.span;
            }
            if let Some(first) = before.first_mut() {
                first.lead = std::mem::take(&mut s.lead);
                first.label = s.label.take();
            }
            out.append(&mut before);
            out.push(s);
            out.append(&mut after);
        }
        out
    }

    /// Checks whether two designators may name the same memory, or parts of one variable.
    pub(super) fn may_be(&self, a: &Expr, b: &Expr) -> bool {
        self.reach.may_share(a, b)
    }

    /// Checks for a left side with subscripts that read the memory it writes.
    pub(super) fn is_self_indexed(&self, lhs: &Expr) -> bool {
        self.reach.is_read_in_subscripts(lhs, lhs)
    }

    /// Replaces subscripts of the left side that read the memory it writes, under any name.
    pub(super) fn self_index(&mut self, lhs: &mut Expr, around: &mut Around) {
        let written = lhs.clone();
        subscripts_mut(lhs, &mut |e| {
            if self.reach.is_read_in(&written, e) {
                self.kept_index(e, around);
            }
        });
    }

    /// Replaces an index by a variable.
    fn kept_index(&mut self, e: &mut Expr, around: &mut Around) {
        let ty = DeclType::plain(e.ty);
        let Around { before, after } = around;
        let index = if e.rank == 0 {
            self.temps.local_ref("element", ty, 0)
        } else {
            let shape = shape_of(self.temps.program, e);
            self.temps
                .array("elements", ty, shape, Filled::Otherwise, before, after)
        };
        let value = std::mem::replace(e, index.clone());
        before.push(set(self.temps.program, &index, value));
    }

    /// Rewrites one statement. A returned statement replaces it.
    fn statement(&mut self, s: &mut StmtKind, around: &mut Around) -> Option<Stmt> {
        match s {
            StmtKind::Assign { lhs, rhs } => {
                self.self_index(lhs, around);
                let touched = match &mut rhs.kind {
                    // t = f(x) is already the normal form, if t can take the result directly
                    ExprKind::Call(callee, args)
                        if (is_user_function(self.temps.program, callee)
                            || self.impure.is_among(self.temps.program, callee))
                            && lhs.ty == rhs.ty
                            && lhs.rank == rhs.rank
                            && !has_vector_subscript(lhs) =>
                    {
                        self.arguments(callee, args, around);
                        self.reach.may_touch(lhs, callee, args) || self.is_given_bounds(callee, lhs)
                    }
                    _ => {
                        self.flow(rhs, around);
                        false
                    }
                };
                // `x = f(x)`: in a derivative the result is an argument, too, and must differ from the others
                if touched {
                    self.function(rhs, around);
                    super::extract::without_bounds(self.temps.program, lhs, rhs);
                }
                self.reshape(lhs, rhs, around);
                match &rhs.kind {
                    ExprKind::Call(callee, args)
                        if lhs.rank > 0
                            && is_user_function(self.temps.program, callee)
                            && elementwise::is_elementwise(self.temps.program, callee, args) =>
                    {
                        elementwise::loops(&mut self.temps, callee, args, Some(lhs))
                    }
                    _ => None,
                }
            }
            StmtKind::Call { callee, args } => {
                self.arguments(callee, args, around);
                if elementwise::is_elementwise(self.temps.program, callee, args) {
                    elementwise::loops(&mut self.temps, callee, args, None)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// Hoists the functions of an expression through which its value flows.
    pub(super) fn flow(&mut self, e: &mut Expr, around: &mut Around) {
        if !carries(e) {
            // no derivative flows through comparisons, conversions to integer, ...
            return;
        }
        match &mut e.kind {
            ExprKind::Call(callee, args) => {
                if is_user_function(self.temps.program, callee) {
                    self.arguments(callee, args, around);
                    self.function(e, around);
                } else {
                    args.iter_mut()
                        .filter_map(Arg::expr_mut)
                        .for_each(|a| self.flow(a, around));
                }
            }
            // nor through subscripts
            ExprKind::Index(..) | ExprKind::Component(..) | ExprKind::Substring(..) => {}
            // nor out of an implied DO, whose index has no value outside
            ExprKind::ImpliedDo { .. } => {}
            ExprKind::Array(_, items) if self.is_filled(e.ty, items) => self.constructor(e, around),
            ExprKind::Intrinsic(id, ..) if orders::one_at_a_time(*id).is_some() => {
                self.orders(e);
                self.flow(e, around);
            }
            _ => subexprs_mut(e, &mut |s| self.flow(s, around)),
        }
    }

    /// Replaces a function reference by a variable that is assigned before the statement.
    fn function(&mut self, e: &mut Expr, around: &mut Around) {
        let ExprKind::Call(callee, args) = &e.kind else { return };
        let name = self.temps.program.symbols[callee.proc].name.clone();
        // a kind that a name local to the function spells is resolved
        let ty = DeclType::plain(self.temps.program.symbols[callee.proc].ty());
        let stem = format!("{name}_v");
        let Around { before, after } = around;
        if e.rank == 0 {
            let lhs = match self.is_given_bounds(callee, e) {
                true => self.temps.allocatable_ref(&stem, ty),
                false => self.temps.local_ref(&stem, ty, 0),
            };
            let value = std::mem::replace(e, lhs.clone());
            before.push(assign(lhs, value));
            return;
        }
        let elemental = elementwise::is_elementwise(self.temps.program, callee, args);
        let filled = if !elemental && is_allocatable_result(self.temps.program, callee) {
            Filled::Assigned
        } else {
            Filled::Otherwise
        };
        let shape = shape_of(self.temps.program, e);
        let lhs = self.temps.array(&stem, ty, shape, filled, before, after);
        let value = std::mem::replace(e, lhs.clone());
        let ExprKind::Call(callee, args) = &value.kind else {
            return;
        };
        let looped = if elemental {
            elementwise::loops(&mut self.temps, callee, args, Some(&lhs))
        } else {
            None
        };
        before.push(looped.unwrap_or_else(|| set(self.temps.program, &lhs, value)));
    }

    /// Checks whether a variable cannot take the value of a function with an allocatable result directly. In a
    /// derivative the variable is an argument, which must be allocatable, or takes the bounds that the function gives
    /// it. In an adjoint the function itself returns scalars.
    fn is_given_bounds(&self, callee: &Callee, lhs: &Expr) -> bool {
        let p: &Program = self.temps.program;
        // a variable made for the value takes it unchanged
        let is_made = lhs.rank > 0 && is_allocatable(p, lhs) && named(lhs).is_some_and(|s| p.symbols[s].span.is_none());
        (lhs.rank > 0 || self.mode == Mode::Tangent) && is_allocatable_result(p, callee) && !is_made
    }
}

/// Checks for elements selected by an array of indices.
pub(crate) fn has_vector_subscript(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Index(b, subs) => {
            subs.iter().any(|s| matches!(s, Subscript::At(x) if x.rank > 0)) || has_vector_subscript(b)
        }
        ExprKind::Component(b, _) | ExprKind::ComplexPart(b, _) | ExprKind::Substring(b, _, _) => {
            has_vector_subscript(b)
        }
        _ => false,
    }
}

fn strip(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Paren(inner) => strip(*inner),
        kind => Expr { kind, ..e },
    }
}

/// Checks for an expression that reads no variable: it cannot carry a derivative.
fn is_constant(program: &Program, e: &Expr) -> bool {
    let mut constant = true;
    walk_expr(e, &mut |x| match &x.kind {
        ExprKind::Var(s) => constant &= !matches!(program.symbols[*s].kind, SymbolKind::Variable(_)),
        ExprKind::Call(..) => constant = false,
        _ => {}
    });
    constant
}
