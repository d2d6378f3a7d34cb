//! Pointers that statements may move, that is, associate with another target, by themselves or through procedures that
//! they call.
//!
//! ```text
//! moves(P)  pointers (variables, and components by name) that P associates, nullifies, allocates or deallocates,
//!           that are parts of records which P assigns, allocates or deallocates, or of its `intent(out)` arguments;
//!           and moves(Q) of each Q that P calls, with actual for dummy arguments
//! ```
//!
//! A least solution over the call graph. A component is the same for all variables of its type. A pointer that is a
//! dummy argument, or is in a COMMON block, may be any pointer of its type. Procedures without source are assumed to
//! move their arguments.

use super::leaves::{named, types_of};
use adc_analysis::calls::bind_call;
use adc_analysis::CallGraph;
use adc_frontend::ir::visit::{each_call, walk_block, Reference};
use adc_frontend::ir::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The pointers that each procedure moves.
pub struct Moving<'g> {
    calls: &'g CallGraph,
    by_unit: BTreeMap<UnitId, BTreeSet<SymbolId>>,
    /// Pointer components of types.
    held: RefCell<BTreeMap<SymbolId, BTreeSet<SymbolId>>>,
}

impl<'g> Moving<'g> {
    /// Examines all procedures of a program, which may be copied later. Examines none if no construct associates names.
    pub fn of(program: &Program, calls: &'g CallGraph) -> Moving<'g> {
        let mut moving = Moving {
            calls,
            by_unit: BTreeMap::new(),
            held: RefCell::default(),
        };
        let names = |s: &Stmt| matches!(s.kind, StmtKind::Associate { .. } | StmtKind::SelectType { .. });
        let mut is_asked = false;
        for (_, u) in program.units.iter() {
            walk_block(&u.body, &mut |s| is_asked |= names(s));
        }
        if is_asked {
            calls.settle_all(&mut |unit| moving.add(program, unit));
        }
        moving
    }

    fn add(&mut self, program: &Program, unit: UnitId) -> bool {
        let u = &program.units[unit];
        let mut out = BTreeSet::new();
        for d in u.args.iter().flatten().filter_map(|&d| program.symbols[d].variable()) {
            if d.attrs.intent == Some(Intent::Out) {
                self.record(program, d.ty.ty, &mut out);
            }
        }
        walk_block(&u.body, &mut |s| self.statement(program, s, &mut out));
        let known = self.by_unit.entry(unit).or_default();
        let before = known.len();
        known.extend(out);
        known.len() > before
    }

    /// Checks whether a block may move one of some pointers.
    pub fn any(&self, program: &Program, pointers: &[SymbolId], body: &Block) -> bool {
        let mut moved = BTreeSet::new();
        walk_block(body, &mut |s| self.statement(program, s, &mut moved));
        let mut pairs = pointers.iter().flat_map(|&p| moved.iter().map(move |&m| (p, m)));
        pairs.any(|(p, m)| may_be_one(program, p, m))
    }

    fn statement(&self, program: &Program, s: &Stmt, out: &mut BTreeSet<SymbolId>) {
        let object = |o: &Expr| {
            out.extend(pointer(program, o));
            self.record(program, o.ty, out);
        };
        match &s.kind {
            StmtKind::PointerAssign { lhs, .. } => match &lhs.kind {
                ExprKind::Index(base, _) => out.extend(pointer(program, base)),
                _ => out.extend(pointer(program, lhs)),
            },
            StmtKind::Assign { lhs, .. } => self.record(program, lhs.ty, out),
            StmtKind::Nullify(objects) | StmtKind::Deallocate { objects, .. } => objects.iter().for_each(object),
            StmtKind::Allocate { objects, .. } => objects.iter().map(|o| &o.0).for_each(object),
            StmtKind::CallIntrinsic { args, .. } => args.iter().filter_map(Arg::expr).for_each(object),
            _ => {}
        }
        each_call(s, &mut |r| self.call(program, r, out));
    }

    fn call(&self, program: &Program, r: Reference, out: &mut BTreeSet<SymbolId>) {
        let mut targets = self.calls.targets(program, r.callee);
        if targets.unknown {
            targets.units.extend(self.calls.callbacks(program, r.args));
            for e in r.args.iter().filter_map(Arg::expr) {
                out.extend(pointer(program, e));
                self.record(program, e.ty, out);
            }
        }
        for target in targets.units {
            // a copy that was made later moves the same pointers as its original
            let origin = program.units[target]
                .shares
                .filter(|_| !self.by_unit.contains_key(&target));
            let target = origin.unwrap_or(target);
            let Some(moved) = self.by_unit.get(&target).filter(|m| !m.is_empty()) else {
                continue;
            };
            let bound = bind_call(program, target, r.callee, r.args);
            let dummies = &program.units[target].args;
            for &m in moved.iter().filter(|&&m| outlives(program, target, m)) {
                match dummies.iter().position(|&d| d == Some(m)) {
                    Some(k) => out.extend(bound.get(k).copied().flatten().and_then(|a| pointer(program, a))),
                    None => drop(out.insert(m)),
                }
            }
        }
    }

    /// Adds the pointers that a variable of a type contains, without following pointers.
    fn record(&self, program: &Program, ty: Ty, out: &mut BTreeSet<SymbolId>) {
        for t in types_of(program, ty) {
            if let Some(known) = self.held.borrow().get(&t) {
                out.extend(known);
                continue;
            }
            let mut found = BTreeSet::new();
            let (mut seen, mut work) = (BTreeSet::from([t]), vec![t]);
            while let Some(t) = work.pop() {
                for c in program.components(t) {
                    let Some(v) = program.symbols[c].variable() else {
                        continue;
                    };
                    match v.attrs.pointer {
                        true => drop(found.insert(c)),
                        false => work.extend(types_of(program, v.ty.ty).into_iter().filter(|&t| seen.insert(t))),
                    }
                }
            }
            out.extend(&found);
            self.held.borrow_mut().insert(t, found);
        }
    }
}

/// The last name of a designator, if it is a pointer.
pub(super) fn pointer(program: &Program, e: &Expr) -> Option<SymbolId> {
    named(e).filter(|&s| program.symbols[s].variable().is_some_and(|v| v.attrs.pointer))
}

/// Checks whether a variable still exists after a procedure returns.
fn outlives(program: &Program, unit: UnitId, s: SymbolId) -> bool {
    let symbol = &program.symbols[s];
    let ends = |v: &Variable| matches!(v.storage, Storage::Local | Storage::Result) && !v.attrs.save;
    symbol.owner != Some(unit) || !symbol.variable().is_some_and(ends)
}

/// Checks for the same pointer, or two names that may stand for one.
fn may_be_one(program: &Program, a: SymbolId, b: SymbolId) -> bool {
    let (Some(x), Some(y)) = (program.symbols[a].variable(), program.symbols[b].variable()) else {
        return a == b;
    };
    let has_others = |v: &Variable| matches!(v.storage, Storage::Dummy | Storage::Common(_));
    let is_record = |v: &Variable| !v.ty.ty.is_differentiable();
    let alike = x.dims.len() == y.dims.len() && (x.ty.ty == y.ty.ty || is_record(x) && is_record(y));
    a == b || alike && (has_others(x) || has_others(y))
}

/// Checks whether a block may change a variable: by any use other than reading it in an expression.
pub(crate) fn may_change(body: &Block, s: SymbolId) -> bool {
    let is_it = |e: &Expr| e.base_symbol() == Some(s);
    let mut found = false;
    visit::walk_block(body, &mut |stmt| {
        let mut passed = |args: &[Arg]| found |= args.iter().filter_map(Arg::expr).any(is_it);
        visit::each_call(stmt, &mut |r| passed(r.args));
        if let StmtKind::CallIntrinsic { args, .. } = &stmt.kind {
            passed(args);
        }
        found |= match &stmt.kind {
            StmtKind::Assign { lhs, .. } => is_it(lhs),
            StmtKind::If { .. } | StmtKind::Select { .. } | StmtKind::Where { .. } => false,
            StmtKind::Do {
                control: DoControl::Count { var, .. },
                ..
            } => *var == s,
            StmtKind::Call { .. } | StmtKind::CallIntrinsic { .. } | StmtKind::Return(_) | StmtKind::Stop { .. } => {
                false
            }
            StmtKind::Do { .. } | StmtKind::ComputedGoto(..) | StmtKind::ArithmeticIf(..) | StmtKind::Continue => false,
            other => {
                let mut named = false;
                visit::stmt_exprs(other, &mut |e| named |= visit::reads(e, s));
                named
            }
        };
    });
    found
}
