//! Finds out if the association of a pointer at the call of a procedure matters.
//!
//! The analysis follows the text of the procedure and of its callees: may something use the pointer before it is set on
//! all paths?
//!
//! ```text
//! known(S1; S2)      = known(S1) if that is not "untouched", else known(S2)
//! known(IF)          = asked if one branch asks; set if there is an ELSE and all branches set; else untouched
//! known(call P)      = known(body of P), for module variables; asked if an argument names the pointer
//! ```
//!
//! A loop may have no iterations, so what it sets does not count. With jumps nothing is known, nor after a callee that
//! may return early.

use crate::{CallGraph, Zones};
use adc_frontend::ir::visit::{each_call, has_call, stmt_exprs, walk_block_exprs, walk_designators};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// The knowledge about a pointer after some statements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Nothing used it, and it may be unchanged.
    Untouched,
    /// It was associated with another target, or nullified.
    Set,
    /// Something used its initial association.
    Asked,
}

/// The pointer in question: a path of components of a variable.
struct Sought<'p> {
    symbol: SymbolId,
    path: &'p [SymbolId],
    /// True if other procedures know it by the same symbol.
    is_global: bool,
    /// True if other procedures may know it by another symbol.
    is_shared: bool,
}

/// Questions about the pointers of a program.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its calls.
    pub calls: &'a CallGraph,
    /// Its memory.
    pub zones: &'a Zones,
}

impl Asked<'_> {
    /// True if a pointer in a variable that outlives a procedure may be used before the procedure, or a callee,
    /// associates it with another target.
    pub fn before(&self, unit: UnitId, s: SymbolId, path: &[SymbolId]) -> bool {
        let storage = self.program.symbols[s].variable().map(|v| v.storage);
        // other code that can see an argument of the procedure
        let inner = &self.program.units[unit].contains;
        let is_seen_inside = inner.iter().any(|&u| {
            let mut found = false;
            walk_block_exprs(&self.program.units[u].body, &mut |e| {
                found |= matches!(e.kind, ExprKind::Var(x) if x == s);
            });
            found
        });
        let is_global = matches!(storage, Some(Storage::Module));
        let sought = Sought {
            symbol: s,
            path,
            is_global,
            is_shared: matches!(storage, Some(Storage::Common(_))) || !is_global && is_seen_inside,
        };
        let body = &self.program.units[unit].body;
        self.known_after(&sought, body, &mut BTreeMap::from([(unit, Known::Untouched)])) == Known::Asked
    }

    fn known_after(&self, p: &Sought, block: &[Stmt], units: &mut BTreeMap<UnitId, Known>) -> Known {
        let asks = |e: &Expr| {
            let mut found = p.is_shared && has_call(e);
            walk_designators(e, &mut |d| {
                if d.base_symbol() == Some(p.symbol) {
                    let at = self.zones.path_of(d);
                    found |= at.starts_with(p.path) || p.path.starts_with(&at);
                }
            });
            found
        };
        let is_it = |e: &Expr| is_path(e, p.symbol, p.path);
        for statement in block {
            let (set, rest): (bool, Vec<&Expr>) = match &statement.kind {
                StmtKind::PointerAssign { lhs, rhs } => match &lhs.kind {
                    ExprKind::Index(b, _) if is_it(b) => (true, vec![rhs]),
                    _ if is_it(lhs) => (true, vec![rhs]),
                    _ => (false, vec![lhs, rhs]),
                },
                StmtKind::Nullify(objects) => (
                    objects.iter().any(is_it),
                    objects.iter().filter(|o| !is_it(o)).collect(),
                ),
                StmtKind::Allocate { objects, .. } => {
                    let set = objects.iter().any(|o| is_it(&o.0));
                    let mut rest = vec![];
                    stmt_exprs(&statement.kind, &mut |e| rest.push(e));
                    rest.retain(|e| !is_it(e));
                    (set, rest)
                }
                other => {
                    let mut all = vec![];
                    stmt_exprs(other, &mut |e| all.push(e));
                    (false, all)
                }
            };
            let calls = p.is_shared && matches!(statement.kind, StmtKind::Call { .. });
            if calls || rest.into_iter().any(asks) {
                return Known::Asked;
            }
            let called = match p.is_global {
                true => self.known_after_calls(p, statement, units),
                false => Known::Untouched,
            };
            if called != Known::Untouched {
                return called;
            }
            if set {
                return Known::Set;
            }
            if visit::jumps(&statement.kind) && !matches!(statement.kind, StmtKind::Return(_)) {
                return Known::Asked;
            }
            let mut inside = vec![];
            statement
                .kind
                .for_each_block(&mut |b| inside.push(self.known_after(p, b, units)));
            if inside.contains(&Known::Asked) {
                return Known::Asked;
            }
            let always = matches!(&statement.kind, StmtKind::If { arms, .. } if arms.iter().any(|a| a.cond.is_none()));
            if always && inside.iter().all(|&k| k == Known::Set) {
                return Known::Set;
            }
        }
        Known::Untouched
    }

    /// The knowledge after the calls in a statement. A function that sets the pointer does not count: its statement may
    /// use the pointer as well.
    fn known_after_calls(&self, p: &Sought, s: &Stmt, units: &mut BTreeMap<UnitId, Known>) -> Known {
        let mut targets = vec![];
        each_call(s, &mut |r| targets.push(self.calls.targets(self.program, r.callee)));
        let mut out = Known::Untouched;
        for t in targets {
            let (mut all_set, mut some) = (!t.unknown, false);
            for unit in t.units {
                let known = self.known_after_call(p, unit, units);
                if known == Known::Asked {
                    return Known::Asked;
                }
                some = true;
                all_set &= known == Known::Set;
            }
            if some && all_set && matches!(s.kind, StmtKind::Call { .. }) {
                out = Known::Set;
            }
        }
        out
    }

    /// The knowledge after the body of a procedure. A recursive call finds the same as the first one.
    fn known_after_call(&self, p: &Sought, unit: UnitId, units: &mut BTreeMap<UnitId, Known>) -> Known {
        if let Some(&known) = units.get(&unit) {
            return known;
        }
        units.insert(unit, Known::Untouched);
        let body = &self.program.units[unit].body;
        let mut known = self.known_after(p, body, units);
        if known == Known::Set && returns_early(body) {
            known = Known::Asked;
        }
        units.insert(unit, known);
        known
    }
}

/// True for a RETURN other than the last statement.
fn returns_early(body: &Block) -> bool {
    let last = body.last().map(|s| s.id);
    let mut found = false;
    visit::walk_block(body, &mut |s| {
        found |= matches!(s.kind, StmtKind::Return(_)) && Some(s.id) != last
    });
    found
}

/// True for a path of components of a variable.
fn is_path(e: &Expr, s: SymbolId, path: &[SymbolId]) -> bool {
    match (&e.kind, path.split_last()) {
        (ExprKind::Var(x), None) => *x == s,
        (ExprKind::Component(base, c), Some((last, rest))) => c == last && is_path(base, s, rest),
        _ => false,
    }
}
