//! The roles of the variables in a loop that threads share.

use super::apart::Index;
use super::callees::Callees;
use super::flow::{After, First};
use super::judge::{Found, Judge, Reason, Shares};
use super::marked::parallel;
use super::shared::{is_exclusive, way, Way};
use super::spans::spans;
use super::uses::{self, indices, Kind, Use};
use crate::options::mode::Mode;
use crate::rules::intrinsic;
use adc_frontend::ir::visit::{walk_block, walk_calls};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

impl Judge<'_, '_> {
    /// The roles of the variables in a loop.
    pub(super) fn shares(
        &self,
        l: &Found,
        own: &BTreeSet<SymbolId>,
        kept: &[SymbolId],
        callees: &Callees,
    ) -> Result<Shares, Reason> {
        let DoControl::Count { var: index, .. } = l.control else {
            return Err("it is no counted loop".into());
        };
        let all = uses::of(l.body, callees);
        let inner = indices(l.body);
        let changed =
            |v: SymbolId| inner.contains(&v) || all.get(&v).is_some_and(|u| u.iter().any(|u| u.kind.writes()));
        let mut steady = inner.clone();
        walk_block(l.body, &mut |s| {
            if let StmtKind::Do {
                control: DoControl::Count { var, lo, hi, step },
                ..
            } = &s.kind
            {
                let varies = |e: &Expr| visit::mentions(e, &|v| v == *index || changed(v)) || visit::has_call(e);
                if varies(lo) || varies(hi) || step.as_deref().is_some_and(varies) {
                    steady.retain(|v| v != var);
                }
            }
        });
        let value = |e: &Expr| self.premise.value(e);
        let fixed = |v: SymbolId| !changed(v) && !self.may_change(v);
        let ends = l.ends();
        let spans = ends.map_or_else(Vec::new, |ends| spans(l.body, (*index, ends), &value, &fixed));
        let index = Index {
            var: *index,
            inner: &steady,
            changed: &changed,
            premise: &self.premise,
            spans: &spans,
        };
        let mut out = Shares {
            back: self.is_back(l),
            ..Shares::default()
        };
        if out.back {
            let mut touched = None;
            walk_calls(l.body, &mut |r| {
                if callees.touches_shadows(r.callee.proc) {
                    touched = Some(self.g.out.symbols[r.callee.proc].name.clone());
                }
            });
            if let Some(name) = touched {
                return Err(format!(
                    "`{name}` may add to derivatives of variables that all threads see"
                ));
            }
        }
        for &i in &inner {
            out.roles.insert(i, Role::Private);
        }
        let this = Loop {
            found: l,
            index: &index,
            changed: &self.changes.written,
            own,
            kept,
        };
        for (&v, u) in &all {
            if v == index.var || inner.contains(&v) || self.g.out.symbols[v].variable().is_none() {
                continue;
            }
            self.variable(v, u, &this, &mut out)?;
        }
        Ok(out)
    }

    pub(super) fn name(&self, v: SymbolId) -> &str {
        &self.g.out.symbols[v].name
    }

    fn variable(&self, v: SymbolId, u: &[Use], l: &Loop, out: &mut Shares) -> Result<(), Reason> {
        let Some((p, _)) = parallel(l.found.marked) else {
            return Ok(());
        };
        match self.g.primals.get(&v).copied() {
            primal
                if self.has_one_iteration(v, primal.unwrap_or(v), u, l)
                    && p.role(primal.unwrap_or(v)) == Role::Shared =>
            {
                if out.back && primal.is_some() && u.iter().any(|u| u.kind.writes()) {
                    out.ways.push((v, Way::Exclusive.text()));
                }
                Ok(())
            }
            Some(primal) => self.shadow(v, primal, u, p, l, out),
            None if self.is_made(v) => self.temporary(v, u, l, out),
            None => self.of_user(v, u, p, l, out),
        }
    }

    /// True for a variable of the user's, or its shadow, that a single iteration uses.
    fn has_one_iteration(&self, v: SymbolId, primal: SymbolId, u: &[Use], l: &Loop) -> bool {
        let symbol = &self.g.out.symbols[v];
        let has_scope = |v: &Variable| matches!(v.storage, Storage::Local | Storage::Dummy) && !v.attrs.save;
        let mut calls = false;
        walk_calls(l.found.body, &mut |_| calls = true);
        let seen_by_calls = calls && !symbol.variable().is_some_and(has_scope);
        let is_plain = !self.is_made(primal) && !l.own.contains(&primal) && self.g.is_alone(primal);
        is_plain && !seen_by_calls && !self.is_pointer(u) && l.index.is_in_one_iteration(v, l.found.body)
    }

    /// A variable of the user's.
    fn of_user(&self, v: SymbolId, u: &[Use], p: &Parallel, l: &Loop, out: &mut Shares) -> Result<(), Reason> {
        let writes = u.iter().any(|u| u.kind.writes());
        let name = self.name(v);
        let role = match p.role(v) {
            // as a default, of variables that others have declared private
            Role::Private | Role::First if self.g.primal.symbols[v].variable().is_some_and(is_constant) => Role::Shared,
            role => role,
        };
        match role {
            Role::Private => drop(out.roles.insert(v, self.private(v, l))),
            Role::First | Role::FirstAndLast | Role::Last if !out.back => drop(out.roles.insert(v, role)),
            Role::First if !writes => {}
            Role::First => return Err(format!("it changes `{name}`, which is firstprivate")),
            Role::Last if self.first(l.found.body, v) == First::Set && !self.is_read_after(v, l) => {
                out.roles.insert(v, Role::Private);
            }
            Role::Last | Role::FirstAndLast => {
                return Err(format!("`{name}` is lastprivate, and its reverse sweep needs it"))
            }
            Role::Updated => return self.updated(v, u, &format!("`{name}`"), out),
            Role::Reduction(Reduction::Sum) if !out.back => drop(out.roles.insert(v, role)),
            Role::Reduction(r) if !out.back => {
                if self.g.shadows.contains_key(&v) {
                    return Err(format!("the reduction({}) of `{name}` carries a derivative", r.name()));
                }
                out.roles.insert(v, role);
            }
            Role::Reduction(_) if !writes => {
                return Err(format!("its reverse sweep reads `{name}`, which is reduced"));
            }
            Role::Reduction(_) => return Err(format!("its reverse sweep computes `{name}`, which is reduced")),
            Role::Shared => {
                // an iteration records and restores what it overwrites, and no more
                let parts = u
                    .iter()
                    .filter(|u| u.designator.rank > 0 && !l.index.is_own(u.designator));
                let more = |u: &Use| match u.kind {
                    Kind::Tape => true,
                    Kind::Read => false,
                    Kind::Write | Kind::Increment | Kind::Argument => out.back,
                };
                if parts.into_iter().any(more) {
                    return Err(format!("iterations restore more of `{name}` than they overwrite"));
                }
            }
        }
        Ok(())
    }

    /// A shadow.
    fn shadow(
        &self,
        v: SymbolId,
        primal: SymbolId,
        u: &[Use],
        p: &Parallel,
        l: &Loop,
        out: &mut Shares,
    ) -> Result<(), Reason> {
        let writes = u.iter().any(|u| u.kind.writes());
        let is_made = self.is_made(primal) || !self.g.primal.symbols.contains(primal);
        if is_made && self.g.out.symbols[v].rank() == 0 && !l.own.contains(&primal) {
            return self.temporary(v, u, l, out);
        }
        let of = match !is_made {
            true => format!("`{}`", self.g.primal.symbols[primal].name),
            false => "a value that adc computes".into(),
        };
        let role = match is_made {
            true if l.own.contains(&primal) => Role::Private,
            true => Role::Shared,
            false => p.role(primal),
        };
        if out.back && writes && self.is_pointer(u) {
            return Err(format!("{of} may point to memory that all threads see"));
        }
        if l.own.contains(&primal) || role == Role::Private {
            out.roles.insert(v, Role::Private);
            if self.first(l.found.body, v) == First::Read {
                let symbol = &self.g.out.symbols[v];
                let is_number = matches!(symbol.ty(), Ty::Real(_) | Ty::Complex(_));
                if !is_number
                    || symbol
                        .variable()
                        .is_some_and(|v| v.attrs.allocatable || v.attrs.pointer)
                {
                    return Err(format!("{of} is allocatable, a pointer, or of derived type"));
                }
                out.zeros.push(v);
            }
            return Ok(());
        }
        match role {
            Role::Private => {}
            Role::Last | Role::FirstAndLast if !out.back => drop(out.roles.insert(v, role)),
            Role::First if !out.back => drop(out.roles.insert(v, Role::First)),
            Role::First | Role::Shared => {
                // in tangents, and in forward sweeps, iterations do with shadows what they do with variables
                if !out.back {
                    return Ok(());
                }
                let alone = self.g.is_alone(primal);
                let found = way(&self.g.out, v, u, l.index, (alone, !l.changed.contains(&primal)));
                let found = found
                    .ok_or_else(|| format!("iterations may add to the same elements of the derivative of {of}"))?;
                out.ways.push((v, found.text()));
                match found {
                    Way::Read | Way::Exclusive => {}
                    Way::Sum => drop(out.roles.insert(v, Role::Reduction(Reduction::Sum))),
                    Way::Borders(w) => out.border = out.border.max(w),
                    Way::Copies => out.copies.push(v),
                    Way::Spans(spans) => out.conditions.extend(spans.iter().map(|s| (v, s.apart.clone()))),
                    Way::Scattered => {
                        out.copies.push(v);
                        let pays = self.pays(v, l.found).ok_or("its stride is not known")?;
                        out.conditions.push((v, pays));
                    }
                    Way::Atomic => {
                        out.atomic.push(v);
                        let added = u.iter().filter(|u| u.kind == Kind::Increment);
                        let apart = added.filter(|a| is_exclusive(a.designator, u));
                        out.exclusive.extend(apart.map(|a| a.designator.clone()));
                    }
                }
            }
            Role::Updated => return self.updated(v, u, &of, out),
            Role::Last => return self.of_last(v, &of, l, out),
            Role::FirstAndLast => return Err(format!("{of} is firstprivate and lastprivate")),
            Role::Reduction(Reduction::Sum) if !out.back => drop(out.roles.insert(v, role)),
            Role::Reduction(Reduction::Sum) if !writes => {}
            Role::Reduction(r) => {
                return Err(format!("the reduction({}) of {of} carries a derivative", r.name()));
            }
        }
        Ok(())
    }

    /// The shadow of a variable whose value from the last iteration counts, in the reverse sweep.
    fn of_last(&self, v: SymbolId, of: &str, l: &Loop, out: &mut Shares) -> Result<(), Reason> {
        let symbol = &self.g.out.symbols[v];
        let is_number = matches!(symbol.ty(), Ty::Real(_) | Ty::Complex(_)) && symbol.rank() == 0;
        let plain = symbol
            .variable()
            .is_some_and(|v| !v.attrs.allocatable && !v.attrs.pointer);
        if !is_number || !plain {
            return Err(format!("{of} is lastprivate, and no plain scalar"));
        }
        let (Some((low, high)), Some(upwards)) = (l.found.ends(), self.runs_upwards()) else {
            return Err(format!("{of} is lastprivate, and the stride of the loop is not 1"));
        };
        let last = if upwards { high } else { low };
        out.roles.insert(v, Role::Private);
        match self.first(l.found.body, v) {
            First::Read => out.last.push((v, last.clone())),
            First::Set if !self.is_read_after(v, l) => {}
            First::Set | First::Neither => return Err(format!("{of} is lastprivate, and not set in each iteration")),
        }
        Ok(())
    }

    /// True if the procedure may read a variable after the loop, before it is set again.
    fn is_read_after(&self, v: SymbolId, l: &Loop) -> bool {
        self.flow((v, &[]), |flow| After::new(flow, l.found.marked, None).reads(self.body))
    }

    /// The condition under which arrays of the threads pay: the loop adds to a shadow more often than it has elements.
    fn pays(&self, v: SymbolId, l: &Found) -> Option<Expr> {
        let size = intrinsic("size", vec![var(&self.g.out, v)], Ty::Integer(4), 0);
        let size = match weight(l.body, v) {
            0 | 1 => size,
            often => div(size, int(often)),
        };
        let (from, to) = l.ends()?;
        let iterations = match int_value(from) {
            Some(1) => to.clone(),
            _ => add(sub(to.clone(), from.clone()), int(1)),
        };
        Some(binary(BinaryOp::Le, size, iterations))
    }

    /// A variable, or its shadow, to which threads add under `atomic`: the reverse sweep only reads the shadow.
    fn updated(&self, v: SymbolId, u: &[Use], name: &str, out: &mut Shares) -> Result<(), Reason> {
        let adds = |u: &Use| u.kind == Kind::Increment && u.designator.rank == 0;
        if u.iter().all(adds) {
            out.atomic.push(v);
        } else if u.iter().any(|u| u.kind.writes()) {
            return Err(format!("it does more with {name} than to add to its elements"));
        }
        Ok(())
    }

    /// True for uses through a pointer. Pointers in subscripts do not count.
    fn is_pointer(&self, uses: &[Use]) -> bool {
        let is_one = |s: SymbolId| self.g.out.symbols[s].variable().is_some_and(|v| v.attrs.pointer);
        let through = |u: &Use| {
            let mut e = u.designator;
            loop {
                match &e.kind {
                    ExprKind::Var(s) => return is_one(*s),
                    ExprKind::Component(base, s) => {
                        if is_one(*s) {
                            return true;
                        }
                        e = base;
                    }
                    ExprKind::Index(base, _)
                    | ExprKind::ComplexPart(base, _)
                    | ExprKind::Substring(base, ..)
                    | ExprKind::Paren(base) => e = base,
                    _ => return false,
                }
            }
        };
        uses.iter().any(through)
    }

    /// A temporary of adc.
    fn temporary(&self, v: SymbolId, u: &[Use], l: &Loop, out: &mut Shares) -> Result<(), Reason> {
        if l.kept.contains(&v) {
            out.roles.insert(v, Role::Private);
            return Ok(());
        }
        let writes = u.iter().any(|u| u.kind.writes() && !is_push(u, l.found.body));
        if !writes {
            return Ok(());
        }
        let symbol = &self.g.out.symbols[v];
        if symbol.rank() > 0 && (l.index.reach(u) == Some(0) || l.index.is_in_one_iteration(v, l.found.body)) {
            return Ok(());
        }
        let is_real = matches!(symbol.ty(), Ty::Real(_) | Ty::Complex(_));
        if symbol.rank() == 0 && is_real && u.iter().all(|u| u.kind == Kind::Increment) {
            out.roles.insert(v, Role::Reduction(Reduction::Sum));
            return Ok(());
        }
        let role = match l.own.contains(&v) {
            true => self.private(v, l),
            false if self.first(l.found.body, v) == First::Read => {
                return Err("its iterations hand on a value that adc computes".into());
            }
            false => Role::Private,
        };
        let skipped = l.own.contains(&v).then_some(self.of);
        if self.flow((v, &[]), |flow| {
            After::new(flow, l.found.marked, skipped).reads(self.body)
        }) {
            return Err("a value that adc computes in it is read after it".into());
        }
        out.roles.insert(v, role);
        Ok(())
    }

    /// The role of a variable of which each thread has one. In a loop that is reversed in place, iterations may record
    /// it before they set it, but need no value from before them: any will do.
    fn private(&self, v: SymbolId, l: &Loop) -> Role {
        let symbol = &self.g.out.symbols[v];
        let any = self.mode == Mode::Reverse
            && l.found.is_in_place()
            && symbol.rank() == 0
            && self.first(l.found.body, v) == First::Read;
        match any {
            true => Role::First,
            false => Role::Private,
        }
    }
}

/// A loop with the facts about its variables.
struct Loop<'l> {
    found: &'l Found<'l>,
    index: &'l Index<'l>,
    /// Variables that the primal loop changes.
    changed: &'l BTreeSet<SymbolId>,
    own: &'l BTreeSet<SymbolId>,
    kept: &'l [SymbolId],
}

/// The number of iterations that a loop inside is assumed to have.
const ITERATIONS: i64 = 4;

/// About how often an iteration adds to a variable.
fn weight(body: &Block, v: SymbolId) -> i64 {
    let of = |s: &Stmt| {
        if let StmtKind::Assign { lhs, .. } = &s.kind {
            return i64::from(lhs.base_symbol() == Some(v));
        }
        let mut most = 0;
        s.kind.for_each_block(&mut |b| most = most.max(weight(b, v)));
        let often = if matches!(s.kind, StmtKind::Do { .. }) {
            ITERATIONS
        } else {
            1
        };
        most.saturating_mul(often)
    };
    body.iter().map(of).fold(0, i64::saturating_add)
}

/// True for a value that is only pushed.
fn is_push(u: &Use, body: &Block) -> bool {
    let mut pushed = false;
    walk_block(body, &mut |s| {
        if let StmtKind::Push(e) = &s.kind {
            pushed |= std::ptr::eq(e, u.designator);
        }
    });
    pushed
}

fn is_constant(v: &Variable) -> bool {
    v.attrs.protected
}
