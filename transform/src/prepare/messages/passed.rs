//! Requests and buffers along calls: which messages a unit can complete, and by which variables it names their buffers.
//!
//! ```text
//! waits(u)  = variables that statements of u wait for, and those that u passes to callees for theirs
//! closed    = messages that begin in u, and whose request is in waits(u) (persistent ones: in starts(u), too)
//! known(u)  = begun in u
//!           + known in a callee, not closed there, by the caller's names                        (up)
//!           + known in a caller that passes request and buffer, if u waits for the request      (down)
//! ```
//!
//! Variables of modules have one name in all units. Both sets grow until nothing changes; components of components,
//! which recursion could add without end, are limited by [`ROUNDS`].
//!
//! Ignored: calls of functions, of procedures that are chosen at run time, and in COMMON blocks. The runtime stops if a
//! message is completed whose buffer nobody names.

use super::requests::{Begun, Facts, Use};
use super::routines::Begins;
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// The longest chain of calls that messages are followed along.
const ROUNDS: usize = 40;

/// A call of a unit in another one: the dummies with their actual arguments.
struct Site {
    stmt: StmtId,
    callee: UnitId,
    bound: Vec<(SymbolId, Expr)>,
}

/// What is known of requests in units.
pub(super) struct Passing<'p> {
    program: &'p Program,
    sites: IndexMap<UnitId, Vec<Site>>,
    waits: IndexMap<UnitId, BTreeSet<SymbolId>>,
    starts: IndexMap<UnitId, BTreeSet<SymbolId>>,
    known: IndexMap<UnitId, Vec<Begun>>,
}

impl<'p> Passing<'p> {
    pub fn find(program: &'p Program, units: &[UnitId], facts: &IndexMap<UnitId, Facts>) -> Passing<'p> {
        let symbols = |list: &[Use]| list.iter().map(|u| u.request).collect();
        let mut p = Passing {
            program,
            sites: units.iter().map(|&u| (u, sites(program, u, facts))).collect(),
            waits: facts.iter().map(|(&u, f)| (u, symbols(&f.waits))).collect(),
            starts: facts.iter().map(|(&u, f)| (u, symbols(&f.starts))).collect(),
            known: facts.iter().map(|(&u, f)| (u, f.begun.clone())).collect(),
        };
        p.pass_waits();
        for _ in 0..ROUNDS {
            let before: usize = p.known.values().map(Vec::len).sum();
            for &unit in units {
                p.pass_messages(unit);
            }
            if p.known.values().map(Vec::len).sum::<usize>() == before {
                break;
            }
        }
        p
    }

    /// The messages that a unit can name.
    pub fn known(&self, unit: UnitId) -> &[Begun] {
        self.known.get(&unit).map_or(&[], Vec::as_slice)
    }

    /// The calls of units after which buffers are named, since the callee cannot do that: started, and completed.
    pub fn named_after_calls(&self, unit: UnitId) -> Vec<(StmtId, Vec<Begun>, Vec<Begun>)> {
        let sites = self.sites.get(&unit).into_iter().flatten();
        let of = |site: &Site, done: &IndexMap<UnitId, BTreeSet<SymbolId>>, other: Begins| -> Vec<Begun> {
            let requests = self.in_caller(site, done.get(&site.callee));
            let known = self.known(unit).iter();
            let ours = known.filter(|b| requests.contains(&b.request) && b.begins != other);
            ours.filter(|b| !self.is_named_inside(site, b)).cloned().collect()
        };
        let row = |s: &Site| {
            (
                s.stmt,
                of(s, &self.starts, Begins::Receive),
                of(s, &self.waits, Begins::KeptSend),
            )
        };
        sites
            .map(row)
            .filter(|(_, starts, waits)| !starts.is_empty() || !waits.is_empty())
            .collect()
    }

    /// True if the callee names the buffer itself, and all of it.
    fn is_named_inside(&self, site: &Site, b: &Begun) -> bool {
        let there = |a: &&Begun| a.number == b.number;
        let of_callee = self.known(site.callee).iter().filter(there);
        let mut all = of_callee.map(|a| self.up(site, &a.buffer));
        all.any(|e| e.is_some_and(|(e, is_whole)| is_whole && same(&e, &b.buffer)))
    }

    fn is_global(&self, s: SymbolId) -> bool {
        matches!(&self.program.symbols[s].kind, SymbolKind::Variable(v) if v.storage == Storage::Module)
    }

    /// The variables of a callee, by the caller's names.
    fn in_caller(&self, site: &Site, symbols: Option<&BTreeSet<SymbolId>>) -> BTreeSet<SymbolId> {
        let all = symbols.into_iter().flatten();
        all.filter_map(|&s| self.request_up(site, s)).collect()
    }

    fn request_up(&self, site: &Site, request: SymbolId) -> Option<SymbolId> {
        let actual = site.bound.iter().find(|(d, _)| *d == request);
        match actual {
            Some((_, e)) => e.base_symbol(),
            None => self.is_global(request).then_some(request),
        }
    }

    /// A buffer of a callee by the caller's names, and true if it is the same variable, not another one that contains
    /// it.
    fn up(&self, site: &Site, buffer: &Expr) -> Option<(Expr, bool)> {
        let base = buffer.base_symbol()?;
        let Some((_, actual)) = site.bound.iter().find(|(d, _)| *d == base) else {
            return self.is_global(base).then(|| (buffer.clone(), true));
        };
        let outer = whole(actual)?;
        let is_whole = !matches!(actual.kind, ExprKind::Index(..));
        Some((replaced(buffer, &outer), is_whole))
    }

    /// A buffer of a caller by the callee's names.
    fn down(&self, site: &Site, buffer: &Expr) -> Option<Expr> {
        let base = buffer.base_symbol()?;
        if self.is_global(base) {
            return Some(buffer.clone());
        }
        site.bound.iter().find_map(|(dummy, actual)| {
            let actual = whole(actual)?;
            inside(buffer, &actual, &var(self.program, *dummy))
        })
    }

    /// Adds to the requests that units wait for, or start, those of their callees.
    fn pass_waits(&mut self) {
        loop {
            let mut changed = false;
            for (&unit, sites) in &self.sites {
                for site in sites {
                    let waits = self.in_caller(site, self.waits.get(&site.callee));
                    let starts = self.in_caller(site, self.starts.get(&site.callee));
                    for (all, new) in [(&mut self.waits, waits), (&mut self.starts, starts)] {
                        let all = all.entry(unit).or_default();
                        let before = all.len();
                        all.extend(new);
                        changed |= all.len() > before;
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }

    fn is_closed(&self, unit: UnitId, b: &Begun) -> bool {
        let has = |all: &IndexMap<UnitId, BTreeSet<SymbolId>>| all.get(&unit).is_some_and(|s| s.contains(&b.request));
        has(&self.waits) && (b.begins == Begins::Receive || has(&self.starts))
    }

    /// Passes messages between a unit and its callees, and those of modules to all units.
    fn pass_messages(&mut self, unit: UnitId) {
        let mut new: Vec<(UnitId, Begun)> = vec![];
        for site in self.sites.get(&unit).into_iter().flatten() {
            for b in self.known(site.callee) {
                if self.is_closed(site.callee, b) {
                    continue;
                }
                let request = self.request_up(site, b.request);
                let buffer = self.up(site, &b.buffer);
                if let (Some(request), Some((buffer, _))) = (request, buffer) {
                    new.push((unit, passed(b, request, buffer)));
                }
            }
            for b in self.known(unit) {
                let at = |s: &SymbolId| self.request_up(site, *s) == Some(b.request);
                let waited = [&self.waits, &self.starts].map(|all| all.get(&site.callee));
                let waited: BTreeSet<SymbolId> = waited.into_iter().flatten().flatten().copied().filter(at).collect();
                let Some(buffer) = self.down(site, &b.buffer).filter(|_| !waited.is_empty()) else {
                    continue;
                };
                for request in waited {
                    new.push((site.callee, passed(b, request, buffer.clone())));
                }
            }
        }
        let shared: Vec<Begun> = self.known(unit).iter().filter(|b| self.is_shared(b)).cloned().collect();
        for b in shared {
            let waited = [&self.waits, &self.starts].map(|all| {
                let those = all.iter().filter(|(_, s)| s.contains(&b.request));
                those.map(|(u, _)| *u).collect::<Vec<_>>()
            });
            new.extend(waited.into_iter().flatten().map(|u| (u, b.clone())));
        }
        for (u, b) in new {
            let all = self.known.entry(u).or_default();
            let is_known = |a: &Begun| a.number == b.number && a.request == b.request && same(&a.buffer, &b.buffer);
            if !all.iter().any(is_known) {
                all.push(b);
            }
        }
    }

    /// True for a message whose request and buffer are in modules.
    fn is_shared(&self, b: &Begun) -> bool {
        self.is_global(b.request) && b.buffer.base_symbol().is_some_and(|s| self.is_global(s))
    }
}

/// A message by the names of another unit.
fn passed(b: &Begun, request: SymbolId, buffer: Expr) -> Begun {
    let same = b.request == request;
    Begun {
        request,
        buffer,
        // an argument may be a part of the variable that is passed
        element: b.element.clone().filter(|_| same),
        ..b.clone()
    }
}

/// The calls in a unit of units with facts.
fn sites(program: &Program, unit: UnitId, facts: &IndexMap<UnitId, Facts>) -> Vec<Site> {
    let mut found = vec![];
    visit::walk_block(&program.units[unit].body, &mut |s| {
        let StmtKind::Call { callee, args } = &s.kind else {
            return;
        };
        let SymbolKind::Procedure(p) = &program.symbols[callee.proc].kind else {
            return;
        };
        let Some(target) = p.unit.filter(|u| callee.object.is_none() && facts.contains_key(u)) else {
            return;
        };
        let dummies = &program.units[target].args;
        let place = |k: usize, a: &Arg| match &a.keyword {
            None => dummies.get(k).copied().flatten(),
            Some(word) => {
                let is_it = |d: &SymbolId| program.symbols[*d].name.eq_ignore_ascii_case(word);
                dummies.iter().copied().flatten().find(is_it)
            }
        };
        let bound = args.iter().enumerate();
        let bound = bound.filter_map(|(k, a)| Some((place(k, a)?, a.expr()?.clone())));
        found.push(Site {
            stmt: s.id,
            callee: target,
            bound: bound.collect(),
        });
    });
    found
}

/// The variable or component that contains a buffer, if it has no subscripts inside.
pub(super) fn whole(buffer: &Expr) -> Option<Expr> {
    let array = match &buffer.kind {
        ExprKind::Index(array, _) => array,
        _ => buffer,
    };
    let mut at = array;
    loop {
        match &at.kind {
            ExprKind::Var(_) => return Some(array.clone()),
            ExprKind::Component(object, _) => at = object,
            _ => return None,
        }
    }
}

/// True if two variables or components are the same.
pub(super) fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Var(a), ExprKind::Var(b)) => a == b,
        (ExprKind::Component(a, c), ExprKind::Component(b, d)) => c == d && same(a, b),
        _ => false,
    }
}

/// A variable or component with another base.
fn replaced(e: &Expr, base: &Expr) -> Expr {
    match &e.kind {
        ExprKind::Component(object, c) => Expr {
            kind: ExprKind::Component(Box::new(replaced(object, base)), *c),
            ..e.clone()
        },
        _ => base.clone(),
    }
}

/// The part of a variable or component that is inside `outer`, by the name of `outer` elsewhere.
fn inside(e: &Expr, outer: &Expr, name: &Expr) -> Option<Expr> {
    if same(e, outer) {
        return Some(name.clone());
    }
    let ExprKind::Component(object, c) = &e.kind else {
        return None;
    };
    Some(Expr {
        kind: ExprKind::Component(Box::new(inside(object, outer, name)?), *c),
        ..e.clone()
    })
}
