//! Procedure pointers that may have changed when an adjoint runs code again.
//!
//! Code that the adjoint runs again also uses procedure pointers again ([`crate::prepare::instances`]). Pointers of the
//! procedure itself are set again, too. Others, in modules, objects and arguments, are not restored. So they may not
//! change between the first run and the second: nothing that the head reaches sets them, or the head sets them once,
//! before it calls anything that uses them. Dummy arguments that are pointers are identified with their actual
//! arguments; if such a pointer is local to a procedure, the same condition applies to that procedure.
//!
//! Statements that run twice in one run of their procedure, such as those of a directive, use its own pointers before
//! these are set again. So these pointers may not change after such statements, nor in a loop around them.

use crate::context::Context;
use adc_analysis::calls::bind_call;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

impl Context<'_> {
    /// True for a pointer that exists only during a run of a procedure, and that no other procedure changes.
    pub(crate) fn ends_with(&self, unit: UnitId, p: SymbolId) -> bool {
        let symbol = &self.primal.symbols[p];
        let SymbolKind::Procedure(pointer) = &symbol.kind else {
            return false;
        };
        let u = &self.primal.units[unit];
        let is_local = symbol.owner == Some(unit) && u.symbols.contains(&p) && !u.args.contains(&Some(p));
        let mut handed_on = !u.contains.is_empty() && u.contains.iter().any(|&c| self.sets_in(c, p));
        visit::walk_calls(&u.body, &mut |r| {
            let is_it = |e: &Expr| matches!(e.kind, ExprKind::Procedure(s) if s == p);
            handed_on |= r.args.iter().filter_map(Arg::expr).any(is_it);
        });
        is_local && !pointer.attrs.save && !handed_on
    }

    /// True for statements of a procedure that find their pointers unchanged whenever they run again, before the
    /// procedure's reverse sweep has reached the code after them.
    pub(crate) fn finds_own_pointers(&self, unit: UnitId, statements: &[Stmt]) -> bool {
        let mut wanted = BTreeSet::new();
        let mut inside = BTreeSet::new();
        walk_block(statements, &mut |s| {
            wanted.extend(asks(s));
            inside.insert(s.id);
        });
        if wanted.is_empty() {
            return true;
        }
        let changes = |block: &[Stmt]| wanted.iter().any(|&p| self.sets(block, p));
        let mut ordered = vec![];
        walk_block(&self.primal.units[unit].body, &mut |s| ordered.push(s));
        let first = ordered.iter().position(|s| inside.contains(&s.id));
        let (ahead, after) = ordered.split_at(first.unwrap_or(0));
        let around = ahead.iter().any(|s| {
            let mut holds = false;
            if let StmtKind::Do { body, .. } = &s.kind {
                walk_block(body, &mut |s| holds |= inside.contains(&s.id));
            }
            holds && changes(std::slice::from_ref(*s))
        });
        !around && !after.iter().any(|s| changes(std::slice::from_ref(*s)))
    }

    /// True for a procedure that passes procedure pointers on: the association of its own pointers is unknown between
    /// its sweeps.
    pub(crate) fn hands_pointers_on(&self, unit: UnitId) -> bool {
        !self.handed_pointers(&BTreeSet::from([unit])).is_empty()
    }

    /// Pointers that are passed to dummy arguments that are pointers, in some units.
    pub(crate) fn handed_pointers(&self, units: &BTreeSet<UnitId>) -> Vec<(SymbolId, SymbolId)> {
        let program = self.primal;
        let is_pointer = |s: SymbolId| program.symbols[s].is_procedure_pointer();
        let mut pairs = vec![];
        for &u in units {
            visit::walk_calls(&program.units[u].body, &mut |r| {
                let Some(target) = program.signature(r.callee.proc) else {
                    return;
                };
                let bound = bind_call(program, target, r.callee, r.args);
                for (dummy, actual) in program.units[target].args.iter().zip(bound) {
                    if let (Some(d), Some(ExprKind::Procedure(a) | ExprKind::Component(_, a))) =
                        (*dummy, actual.map(|e| &e.kind))
                    {
                        if is_pointer(d) && is_pointer(*a) {
                            pairs.push((d, *a));
                        }
                    }
                }
            });
        }
        pairs
    }

    /// The procedures in which pointers begin that argument association identifies: the owners of local ones, or the
    /// heads.
    pub(crate) fn roots(&self, group: &BTreeSet<SymbolId>) -> BTreeSet<UnitId> {
        let outside: BTreeSet<UnitId> = self.heads.units().collect();
        let root = |&p: &SymbolId| {
            let owner = self.primal.symbols[p]
                .owner
                .filter(|&o| self.primal.units[o].is_procedure());
            match owner {
                Some(o) if self.primal.units[o].args.contains(&Some(p)) => None,
                Some(o) if self.begins_in(o, p) => Some(BTreeSet::from([o])),
                _ => Some(outside.clone()),
            }
        };
        let roots: BTreeSet<UnitId> = group.iter().filter_map(root).flatten().collect();
        match roots.is_empty() {
            true => outside,
            false => roots,
        }
    }

    /// True for a pointer of a procedure that is new in each run of the procedure, and is not shared.
    fn begins_in(&self, unit: UnitId, p: SymbolId) -> bool {
        let u = &self.primal.units[unit];
        let SymbolKind::Procedure(pointer) = &self.primal.symbols[p].kind else {
            return false;
        };
        u.contains.is_empty() && u.symbols.contains(&p) && !pointer.attrs.save
    }

    /// True if a procedure sets pointers, if ever, before it reaches any of the procedures that use them.
    pub(crate) fn is_set_before(&self, root: UnitId, group: &BTreeSet<SymbolId>, asking: &BTreeSet<UnitId>) -> bool {
        let calls = &self.facts.calls;
        // pointers of other procedures are checked there
        let is_its = |p: SymbolId| self.primal.symbols[p].owner == Some(root);
        let is_others = |p: SymbolId| !is_its(p) && self.roots(&BTreeSet::from([p])) != self.heads.units().collect();
        let mut set = group.clone();
        set.retain(|&p| !is_others(p));
        let sets_in = |u: UnitId| set.iter().any(|&p| self.sets_in(u, p));
        let (mut asked, mut late) = (false, false);
        for s in &self.primal.units[root].body {
            let block = std::slice::from_ref(s);
            let reached: BTreeSet<UnitId> = self
                .called_in(root, block)
                .into_iter()
                .flat_map(|c| calls.reachable([c]))
                .collect();
            let sets = set.iter().any(|&p| self.sets(block, p)) || reached.iter().any(|&u| sets_in(u));
            let mut here = false;
            walk_block(block, &mut |s| here |= asks(s).iter().any(|p| group.contains(p)));
            asked |= here || reached.iter().any(|u| asking.contains(u));
            late |= sets && asked;
        }
        let again = calls.is_recursive(root) && sets_in(root);
        !late && !again
    }

    /// The procedures that statements call.
    fn called_in(&self, caller: UnitId, block: &[Stmt]) -> Vec<UnitId> {
        let ids: BTreeSet<StmtId> = {
            let mut ids = BTreeSet::new();
            walk_block(block, &mut |s| {
                ids.insert(s.id);
            });
            ids
        };
        let sites = self.facts.calls.sites().iter();
        let here = sites.filter(|s| s.caller == caller && ids.contains(&s.stmt));
        here.flat_map(|s| s.targets.units.iter().copied()).collect()
    }

    fn sets_in(&self, unit: UnitId, p: SymbolId) -> bool {
        self.sets(&self.primal.units[unit].body, p)
    }

    /// True if statements may change a pointer, or the pointers of its kind in objects.
    fn sets(&self, block: &[Stmt], p: SymbolId) -> bool {
        let mut found = false;
        let is_it = |e: &Expr| matches!(e.kind, ExprKind::Procedure(s) | ExprKind::Component(_, s) if s == p);
        let holds = |ty: Ty| match ty {
            Ty::Derived(t) | Ty::Class(t) => self.holds(t, p, &mut BTreeSet::new()),
            Ty::Unlimited => true,
            _ => false,
        };
        walk_block(block, &mut |s| match &s.kind {
            StmtKind::PointerAssign { lhs, .. } => found |= is_it(lhs),
            StmtKind::Nullify(objects) => found |= objects.iter().any(is_it),
            StmtKind::Assign { lhs, .. } => found |= holds(lhs.ty),
            _ => {}
        });
        found
    }

    /// True for a type with a component, at any depth and in any extension.
    fn holds(&self, ty: SymbolId, p: SymbolId, seen: &mut BTreeSet<SymbolId>) -> bool {
        let types = std::iter::once(ty).chain(crate::normalize::downcasts::possible_types(self.primal, ty));
        let types: Vec<SymbolId> = types.filter(|&t| seen.insert(t)).collect();
        types.into_iter().any(|t| {
            self.primal.components(t).into_iter().any(|c| {
                let inner = match self.primal.symbols[c].ty() {
                    Ty::Derived(t) | Ty::Class(t) => self.holds(t, p, seen),
                    _ => false,
                };
                c == p || inner
            })
        })
    }
}

/// The pointers that argument association connects with a pointer, itself included.
pub(crate) fn connected(p: SymbolId, pairs: &[(SymbolId, SymbolId)]) -> BTreeSet<SymbolId> {
    let mut group = BTreeSet::from([p]);
    loop {
        let before = group.len();
        for &(a, b) in pairs {
            if group.contains(&a) || group.contains(&b) {
                group.extend([a, b]);
            }
        }
        if group.len() == before {
            return group;
        }
    }
}

/// The pointers whose values a statement uses.
pub(crate) fn asks(s: &Stmt) -> Vec<SymbolId> {
    let StmtKind::If { arms, .. } = &s.kind else {
        return vec![];
    };
    let tests = arms.iter().filter_map(|a| a.cond.as_ref());
    tests.filter_map(asked).collect()
}

pub(crate) fn asked(test: &Expr) -> Option<SymbolId> {
    let ExprKind::Intrinsic(id, _, args) = &test.peel().kind else {
        return None;
    };
    let [pointer, target] = args.as_slice() else {
        return None;
    };
    let is_procedure = matches!(target.expr()?.kind, ExprKind::Procedure(_));
    match pointer.expr()?.kind {
        ExprKind::Procedure(s) | ExprKind::Component(_, s) if is_procedure && id.row().name == "associated" => Some(s),
        _ => None,
    }
}
