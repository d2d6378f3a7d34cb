//! Walks over a unit: the sections that each statement may write, and the designators that the unit certainly
//! evaluates.

use super::arrays::Scope;
use super::extent::{Bound, Extent};
use super::translate::Call;
use super::witness::Witnesses;
use super::{Input, Section, Sections};
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// Findings about a unit.
pub(super) struct Found {
    pub written: BTreeMap<ZoneId, Section>,
    pub calls: BTreeMap<StmtId, BTreeMap<ZoneId, Section>>,
    pub passed: BTreeMap<(StmtId, SymbolId), Section>,
    pub may_end: bool,
}

/// A loop around a statement.
#[derive(Clone)]
struct Loop {
    var: SymbolId,
    /// The least and the greatest value of the index, if it takes all values between them.
    range: Option<(Bound, Bound)>,
    /// True if there certainly is a first iteration.
    begins: bool,
    /// True if it runs to its end.
    ends: bool,
}

struct Walk<'a> {
    scope: Scope<'a>,
    known: &'a Sections,
    loops: Vec<Loop>,
    /// True if a statement is reached whenever the loops around it begin.
    certain: bool,
    /// True after a statement in which the program may end, and after a jump.
    astray: bool,
    may_end: bool,
    written: BTreeMap<ZoneId, Section>,
    /// Those with a dimension that is `all` only for lack of information.
    vague: ZoneSet,
    /// Zones that may be written anywhere.
    anywhere: ZoneSet,
    witnesses: Witnesses,
    calls: BTreeMap<StmtId, BTreeMap<ZoneId, Section>>,
    /// `None` if calls in one statement differ, or nothing is known.
    passed: BTreeMap<(StmtId, SymbolId), Option<Section>>,
}

/// The sections of a unit, from those of its callees.
pub(super) fn unit(input: Input, arrays: &BTreeMap<ZoneId, SymbolId>, known: &Sections, unit: UnitId) -> Found {
    let body = &input.program.units[unit].body;
    let mut all = ZoneSet::new();
    visit::walk_block(body, &mut |s| {
        all.union_with(&input.effects.of(s.id).writes);
    });
    input.zones.close(&mut all);
    let mut walk = Walk {
        scope: Scope {
            input,
            arrays,
            unit,
            written: &all,
        },
        known,
        loops: vec![],
        certain: true,
        astray: false,
        may_end: input.calls.is_recursive(unit),
        written: BTreeMap::new(),
        vague: ZoneSet::new(),
        anywhere: ZoneSet::new(),
        witnesses: Witnesses::default(),
        calls: BTreeMap::new(),
        passed: BTreeMap::new(),
    };
    let mut wild = false;
    visit::walk_block(body, &mut |s| wild |= jumps(&s.kind));
    walk.astray = wild;
    walk.block(body);
    let mut written = BTreeMap::new();
    for (&zone, section) in walk.written.iter().filter(|(z, _)| !walk.anywhere.contains(**z)) {
        let vague = walk.vague.contains(zone);
        let section = walk.witnesses.confirmed(&walk.scope, zone, section.clone(), vague);
        if !section.iter().all(Extent::is_all) {
            written.insert(zone, section);
        }
    }
    Found {
        written,
        calls: walk.calls,
        passed: walk.passed.into_iter().filter_map(|(k, s)| Some((k, s?))).collect(),
        may_end: walk.may_end,
    }
}

impl<'a> Walk<'a> {
    fn block(&mut self, block: &'a Block) {
        let before = self.certain;
        for s in block {
            self.statement(s);
            // the statements after it are not reached in each iteration
            self.certain &= !leaves(s);
        }
        self.certain = before;
    }

    fn statement(&mut self, s: &'a Stmt) {
        self.writes(s);
        self.evaluated(&s.kind);
        match &s.kind {
            StmtKind::Do {
                control: DoControl::Count { var, lo, hi, step },
                body,
                ..
            } => {
                let l = self.counted(*var, lo, hi, step.as_deref(), body);
                self.loops.push(l);
                self.block(body);
                self.loops.pop();
            }
            StmtKind::Directed { body, .. } => self.block(body),
            StmtKind::Stop { .. } | StmtKind::Pause(_) => {
                self.may_end = true;
                self.astray = true;
            }
            // a procedure without source may also stop the program
            StmtKind::Model(m) => {
                self.may_end |= m.acts;
                self.astray |= m.acts;
            }
            _ => {
                let before = std::mem::replace(&mut self.certain, false);
                s.kind.for_each_block(&mut |b| self.block(b));
                self.certain = before;
            }
        }
    }

    fn counted(&self, var: SymbolId, lo: &Expr, hi: &Expr, step: Option<&Expr>, body: &Block) -> Loop {
        let bound = |e: &Expr| self.scope.bound(e).filter(|b| self.scope.is_stable(b));
        let constants = self.scope.input.constants;
        let stride = step.map_or(Some(1), |e| constants.integer(self.scope.input.program, e));
        let ends = match stride {
            Some(n) if n < 0 => bound(hi).zip(bound(lo)),
            Some(_) => bound(lo).zip(bound(hi)),
            None => None,
        };
        let mut stays = true;
        visit::walk_block(body, &mut |s| stays &= !self.ends_program(s));
        Loop {
            var,
            begins: ends.as_ref().is_some_and(|(a, b)| b.beyond(a).is_some_and(|n| n >= 0)),
            range: ends.filter(|_| matches!(stride, Some(1 | -1))),
            ends: stays && !body.iter().any(leaves),
        }
    }

    /// True if the program may end in a statement, except in its blocks.
    fn ends_program(&self, s: &Stmt) -> bool {
        let calls = self.scope.input.calls;
        let ends = |p: SymbolId| {
            let targets = calls.value_of(self.scope.input.program, p);
            targets.unknown || targets.units.is_empty() || targets.units.iter().any(|u| self.known.ending.contains(u))
        };
        matches!(s.kind, StmtKind::Stop { .. } | StmtKind::Pause(_)) || visit::called(s).into_iter().any(ends)
    }

    /// Adds the sections that a statement may write, except in its blocks.
    fn writes(&mut self, s: &'a Stmt) {
        let scope = self.scope;
        let input = scope.input;
        let mut by_call: BTreeMap<ZoneId, Option<Section>> = BTreeMap::new();
        let mut understood = true;
        visit::each_call(s, &mut |r| {
            let targets = input.calls.targets(input.program, r.callee);
            let known = (!targets.unknown && targets.units.len() == 1).then_some(targets.units);
            let Some(&target) = known.as_ref().and_then(|units| units.first()) else {
                understood = false;
                return;
            };
            let call = Call::new(&scope, self.known, target, r.callee, r.args);
            for (zone, section) in call.written() {
                by_call
                    .entry(zone)
                    .and_modify(|old| agree(old, &section))
                    .or_insert(section);
            }
            for (formal, section) in call.passed_elements() {
                self.passed
                    .entry((s.id, formal))
                    .and_modify(|old| agree(old, &section))
                    .or_insert(section);
            }
        });
        let assigned = match &s.kind {
            StmtKind::Assign { lhs, .. } => scope.named(lhs),
            _ => None,
        };
        let calls_surely = runs_calls(&s.kind);
        for zone in input.effects.of(s.id).writes.iter() {
            let section = match (&assigned, by_call.get(&zone)) {
                (Some((z, section)), None) if *z == zone => Some(section),
                (Some((z, _)), Some(_)) if *z == zone => None,
                (_, Some(Some(section))) => {
                    self.calls.entry(s.id).or_default().insert(zone, section.clone());
                    Some(section)
                }
                _ => None,
            };
            match section.filter(|_| understood) {
                Some(section) => {
                    let mut ranged = vec![];
                    let general: Section = section.iter().map(|x| self.over_loop(x, &mut ranged)).collect();
                    let lost = general.iter().zip(section).any(|(g, x)| g.is_all() && !x.is_all());
                    if lost || !by_call.contains_key(&zone) && names_vaguely(&s.kind, section) {
                        self.vague.insert(zone);
                    }
                    if calls_surely && self.is_reached() {
                        self.witness(zone, section);
                    }
                    self.join(zone, general);
                }
                None => {
                    self.anywhere.insert(zone);
                }
            }
        }
        if !understood || !calls_surely {
            self.calls.remove(&s.id);
        }
        if self.ends_program(s) {
            self.may_end = true;
            self.astray = true;
        }
    }

    fn join(&mut self, zone: ZoneId, section: Section) {
        match self.written.get_mut(&zone) {
            None => {
                self.written.insert(zone, section);
            }
            Some(old) => {
                for (a, b) in old.iter_mut().zip(section) {
                    let joined = a.join(&b);
                    if joined.is_all() && !(a.is_all() && b.is_all()) {
                        self.vague.insert(zone);
                    }
                    *a = joined;
                }
            }
        }
    }

    fn is_reached(&self) -> bool {
        self.certain && !self.astray
    }

    /// Records a section named at the current statement, over all iterations of those surrounding loops that complete
    /// all their iterations.
    fn witness(&mut self, zone: ZoneId, section: &Section) {
        let mut ranged = vec![];
        let mut general: Section = section.iter().map(|x| self.over_loop(x, &mut ranged)).collect();
        for (x, own) in general.iter_mut().zip(section) {
            // a loop that may be left early may not reach its last iterations
            if !x.same(own) && !self.runs_through(own) {
                *x = Extent::All;
            }
        }
        // each loop either certainly begins or makes the section empty
        let begins = |l: &Loop| l.begins || ranged.contains(&l.var) && l.ends;
        if self.loops.iter().all(begins) {
            self.witnesses.add(&self.scope, zone, general);
        }
    }

    /// A part of a dimension over all iterations of the loops around it; adds the index whose values it covers.
    fn over_loop(&self, x: &Extent, ranged: &mut Vec<SymbolId>) -> Extent {
        let Extent::Range(lo, hi) = x else { return Extent::All };
        if self.scope.is_stable(lo) && self.scope.is_stable(hi) {
            return x.clone();
        }
        let index = match &lo.base {
            Some(e) if lo.same(hi) => match e.kind {
                ExprKind::Var(s) => self.loops.iter().rev().find(|l| l.var == s),
                _ => None,
            },
            _ => None,
        };
        let range = index.and_then(|l| {
            let (first, last) = l.range.as_ref()?;
            Some((l, first.plus(lo.offset)?, last.plus(lo.offset)?))
        });
        match range {
            Some((l, first, last)) => {
                ranged.push(l.var);
                Extent::Range(first, last)
            }
            None => Extent::All,
        }
    }

    /// Designators that a statement certainly evaluates, except in its blocks.
    fn evaluated(&mut self, s: &'a StmtKind) {
        if !self.is_reached() {
            return;
        }
        match s {
            StmtKind::If { arms, .. } => {
                let first = arms.first().and_then(|a| a.cond.as_ref());
                first.into_iter().for_each(|e| self.designators(e));
            }
            StmtKind::Assign { .. }
            | StmtKind::Call { .. }
            | StmtKind::Select { .. }
            | StmtKind::Do {
                control: DoControl::Count { .. },
                ..
            } => visit::stmt_exprs(s, &mut |e| self.designators(e)),
            _ => {}
        }
    }

    fn designators(&mut self, e: &'a Expr) {
        match &e.kind {
            _ if may_be_left_out(e) => return,
            ExprKind::Index(..) => {
                if let Some((zone, section)) = self.scope.named(e) {
                    self.witness(zone, &section);
                }
            }
            _ => {}
        }
        visit::subexprs(e, &mut |x| self.designators(x));
    }

    /// True if a point is the index of a loop that runs to its end.
    fn runs_through(&self, x: &Extent) -> bool {
        let Extent::Range(Bound { base: Some(e), .. }, _) = x else {
            return false;
        };
        let is_index = |l: &&Loop| matches!(e.kind, ExprKind::Var(s) if s == l.var);
        self.loops.iter().rev().find(is_index).is_some_and(|l| l.ends)
    }
}

/// Keeps a section if two calls in one statement agree on it.
fn agree(old: &mut Option<Section>, new: &Option<Section>) {
    let same = |a: &Section, b: &Section| a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.same(y));
    if !old.as_ref().zip(new.as_ref()).is_some_and(|(a, b)| same(a, b)) {
        *old = None;
    }
}

/// True for an assignment with a subscript of which nothing is known.
fn names_vaguely(s: &StmtKind, section: &Section) -> bool {
    let StmtKind::Assign { lhs, .. } = s else { return false };
    let ExprKind::Index(_, subs) = &lhs.kind else {
        return false;
    };
    let whole = |s: &Subscript| matches!(s, Subscript::Range(None, None, None));
    subs.iter().zip(section).any(|(s, x)| x.is_all() && !whole(s))
}

/// True for a statement that executes all calls in it.
fn runs_calls(s: &StmtKind) -> bool {
    let mut certain = matches!(s, StmtKind::Call { .. } | StmtKind::Assign { .. });
    visit::stmt_exprs(s, &mut |e| {
        visit::walk_expr(e, &mut |x| certain &= !(may_be_left_out(x) && visit::has_call(x)));
    });
    certain
}

/// True for an expression with operands that need not be evaluated, and for values that a loop repeats.
fn may_be_left_out(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) | ExprKind::ImpliedDo { .. } | ExprKind::Array(..) => true,
        ExprKind::Intrinsic(id, ..) => matches!(id.row().name, "merge" | "present" | "size" | "lbound" | "ubound"),
        _ => false,
    }
}

/// True for a statement after which the rest of an iteration may be skipped.
fn leaves(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Exit(_) | StmtKind::Cycle(_) => true,
        StmtKind::Do { .. } => false,
        other => {
            let mut found = false;
            other.for_each_block(&mut |b| found |= b.iter().any(leaves));
            found
        }
    }
}

/// True for jumps other than from inside a loop to its end.
fn jumps(s: &StmtKind) -> bool {
    match s {
        StmtKind::Exit(name) | StmtKind::Cycle(name) => name.is_some(),
        other => visit::jumps(other),
    }
}
