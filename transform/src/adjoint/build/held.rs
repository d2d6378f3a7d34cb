//! Caches values of expensive functions in variables, so that the reverse part does not evaluate them again.
//!
//! ```text
//! forward part          reverse part                        forward part        reverse part
//!
//! y = a*exp(-k*x)       xb = xb - k*exp(-k*x)*a*yb     →    expv = exp(-k*x)    xb = xb - k*expv*a*yb
//!                                                           y = a*expv
//! ```
//!
//! Normalisation has put `expv = exp(-k*x)` before the statement ([`crate::normalize`]'s `subexpressions`). Such an
//! assignment is recognised by its target, which no statement reads. Here it becomes a statement without an adjoint:
//! the derivative passes through the original statement, whose rules name the function. The analyses treat `expv` like
//! any other variable that the reverse part needs.
//!
//! **Where.** In code that runs once in its procedure, and in loops whose forward and reverse parts of an iteration run
//! together ([`crate::adjoint::decide::fusion`], [`crate::adjoint::build::sums`]). There the value stays in its
//! variable, or in an array as short as an inner loop. Elsewhere each iteration would use the tape, and the function is
//! evaluated again instead.

use super::super::plan::{Node, Simple};
use super::super::Adjoint;
use crate::adjoint::build::reads::value_zones;
use crate::code::generated;
use crate::context::place::Place;
use crate::normalize::subexpressions::{function_held, unread_holders};
use adc_analysis::{Shadow, ZoneSet};
use adc_frontend::ir::visit::{retain_statements, rewrite_expr, stmt_exprs_mut, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Cached values, and the variables that store them.
#[derive(Default)]
pub(in crate::adjoint) struct Held {
    /// Variables of the procedure that cache values: no statement reads them.
    variables: BTreeSet<SymbolId>,
    /// Functions whose value is available at the current position of the plan.
    known: Vec<Known>,
    /// Number of enclosing loops whose forward and reverse parts of an iteration run together.
    pub(super) at_once: usize,
}

/// A value that is available in a variable.
struct Known {
    /// The function call that yields it.
    function: Expr,
    /// The same, with cached values in its arguments.
    written: Expr,
    variable: Expr,
}

impl Held {
    /// Finds the variables that cache values in a procedure of a normalised program.
    pub(super) fn of(program: &Program, unit: UnitId) -> Held {
        Held {
            variables: unread_holders(program, unit),
            ..Held::default()
        }
    }

    /// True for a variable that caches a value.
    pub(super) fn has(&self, v: SymbolId) -> bool {
        self.variables.contains(&v)
    }

    /// A statement without the caching assignments in its blocks.
    pub(super) fn left_out(&self, mut s: Stmt) -> Stmt {
        if !self.variables.is_empty() {
            s.kind
                .for_each_block_mut(&mut |b| retain_statements(b, &|s| self.variable(s).is_none()));
        }
        s
    }

    fn variable(&self, s: &Stmt) -> Option<SymbolId> {
        match &s.kind {
            StmtKind::Assign {
                lhs: Expr {
                    kind: ExprKind::Var(v), ..
                },
                ..
            } => self.variables.get(v).copied(),
            _ => None,
        }
    }
}

impl Adjoint<'_, '_> {
    /// `Some` for a caching assignment: with its node if the value is of use, `Some(None)` otherwise. `rest`: the
    /// following statements.
    pub(super) fn held_node(&mut self, s: &Stmt, rest: &[Stmt]) -> Option<Option<Node>> {
        let variable = self.held.variable(s)?;
        let (_, function) = function_held(self.g.primal, s)?;
        let once = self.loops == 0 && !self.g.choices.split.contains(&self.unit);
        if !(once || self.held.at_once > 0) || !self.is_asked_for(function, rest) {
            return Some(None);
        }
        self.stmt = s.id;
        let mut simple = Simple::plain(s.clone());
        self.read_held(&mut simple.forward);
        let StmtKind::Assign { lhs, rhs } = simple.forward.kind.clone() else {
            return None;
        };
        self.add_write(&mut simple, &lhs);
        let mut node = Node::Simple(simple);
        self.complete(s, &mut node);
        self.held.known.push(Known {
            function: function.clone(),
            written: rhs,
            variable: var(self.g.primal, variable),
        });
        Some(Some(node))
    }

    /// True if a following statement with a derivative evaluates the function before its arguments change.
    fn is_asked_for(&self, function: &Expr, rest: &[Stmt]) -> bool {
        let mut read = ZoneSet::new();
        value_zones(self.g, function, &mut read);
        for s in rest {
            let StmtKind::Assign { lhs, rhs } = &s.kind else {
                return false;
            };
            let mut found = false;
            walk_expr(rhs, &mut |e| found |= e.same(function));
            let place = Place {
                unit: self.unit,
                stmt: s.id,
            };
            let holds = self.held.variable(s).is_some();
            if found && !holds && self.g.shadow_at(place, lhs) == Shadow::Derivative {
                return true;
            }
            if self.written_by(std::slice::from_ref(s)).intersects(&read) {
                return false;
            }
        }
        false
    }

    /// Replaces cached functions by their variables.
    pub(super) fn read_held(&self, s: &mut Stmt) {
        if self.held.known.is_empty() {
            return;
        }
        stmt_exprs_mut(&mut s.kind, &mut |e| {
            rewrite_expr(e, &mut |x| {
                if let Some(k) = self.held.known.iter().find(|k| k.written.same(x)) {
                    *x = generated(&k.variable);
                }
            });
        });
        s.kind
            .for_each_block_mut(&mut |b| b.iter_mut().for_each(|s| self.read_held(s)));
    }

    /// Drops cached values whose arguments a statement changes.
    pub(super) fn forget_held(&mut self, s: &Stmt) {
        if self.held.known.is_empty() {
            return;
        }
        let written = self.written_by(std::slice::from_ref(s));
        let mut known = std::mem::take(&mut self.held.known);
        known.retain(|k| {
            let mut read = ZoneSet::new();
            value_zones(self.g, &k.function, &mut read);
            !read.intersects(&written)
        });
        self.held.known = known;
    }

    /// Builds the nodes of a block, in which no cached value from outside is available.
    pub(super) fn in_own_block<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        let known = std::mem::take(&mut self.held.known);
        let out = build(self);
        self.held.known = known;
        out
    }
}
