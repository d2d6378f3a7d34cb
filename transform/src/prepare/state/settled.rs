//! Passive procedures whose state is set once and for all by the first call.
//!
//! Machine constants are the example (`d1mach`, `dlamch`): the first call computes them and keeps them in SAVE locals,
//! often overlaid by EQUIVALENCE.
//!
//! ```fortran
//! if (first) then
//!    ...                 ! sets the state from constants
//!    first = .false.
//! end if
//! d1mach = dmach(i)      ! reads it
//! ```
//!
//! Such a procedure returns the same value in each call with the same arguments, so a second run of it is correct as it
//! is: its state need not be named, saved or copied.
//!
//! Condition, on a procedure that is not recursive, with `S` the zones that it writes and others see, except arguments
//! and result:
//!
//! 1. all writes of `S` are in one `IF` without `ELSE`, a statement of the body itself, and nothing before it mentions
//!    `S`;
//! 2. the test depends on one variable of `S` alone; the block assigns to it once, on every path to its end, and with
//!    that value the test fails;
//! 3. the block mentions only `S` and locals that are mentioned nowhere else; its callees access nothing else, and read
//!    no input;
//! 4. no other procedure mentions `S`, and no pointer points to it;
//! 5. output is followed by STOP.
//!
//! Proof: from the end of the first call that reaches the `IF`, the test fails, and by 1 and 4 nothing writes `S`
//! again. The values that the block leaves follow from the initial ones, by 3, so they do not depend on which call came
//! first. No call reads `S` before the `IF`, so each call sees these values. Output that is followed by STOP is not
//! seen twice.
//!
//! In the analysed program, the body of such a procedure is replaced by a statement that describes its reads and writes
//! of its arguments.

use crate::code::io::is_output;
use adc_analysis::{Analyses, Heads, ZoneId, ZoneSet};
use adc_frontend::consteval::{constant, constant_with, Const};
use adc_frontend::ir::visit::{walk_block, walk_expr};
use adc_frontend::ir::*;
use adc_frontend::mentions;
use std::collections::BTreeSet;

/// Replaces the bodies of such procedures in a normalised program, and returns the procedures.
pub fn abstracted(program: &mut Program, facts: &Analyses, heads: &Heads) -> Vec<UnitId> {
    let found = settled(program, facts, heads);
    let stopping = facts
        .calls
        .doing(program, &|_, s| matches!(s.kind, StmtKind::Stop { .. }));
    for &unit in &found {
        let acts = stopping.contains(&unit);
        let model = Model {
            acts,
            ..model(program, facts, unit)
        };
        let mut body = vec![Stmt::new(StmtKind::Model(Box::new(model)))];
        program.renumber(&mut body);
        program.units[unit].body = body;
    }
    found
}

/// True for a procedure without a derivative, even if all real variables are assumed active.
fn is_passive(program: &Program, facts: &Analyses, unit: UnitId) -> bool {
    let mut arguments = program.units[unit].args.iter().flatten();
    !facts.activity.unit_is_active(unit) || arguments.all(|&a| !facts.zones.is_differentiable(program.symbols[a].ty()))
}

/// The procedures, callees first.
fn settled(program: &Program, facts: &Analyses, heads: &Heads) -> Vec<UnitId> {
    let reached: BTreeSet<UnitId> = facts.calls.reachable(heads.units()).into_iter().collect();
    let last_words = last_words(program, &reached);
    let loud = |_: UnitId, s: &Stmt| is_output(&s.kind) && !last_words.contains(&s.id);
    let loud = facts.calls.doing(program, &loud);
    let changing = facts.calls.doing(program, &|u, s| {
        crate::code::repeatable::changes_by_itself(program, u, s)
    });
    let mut closed = ZoneSet::new();
    let mut found = vec![];
    for &unit in facts.calls.levels().iter().flatten() {
        let fits = !heads.has(unit)
            && reached.contains(&unit)
            && program.units[unit].is_procedure()
            && program.units[unit].contains.is_empty()
            && is_passive(program, facts, unit)
            && !facts.calls.is_recursive(unit)
            && !loud.contains(&unit)
            && !changing.contains(&unit);
        if !fits {
            continue;
        }
        let Some(candidate) = Candidate::of(program, facts, unit, &closed) else {
            continue;
        };
        if candidate.holds(&reached) {
            closed.union_with(&candidate.state);
            found.push(unit);
        }
    }
    found
}

/// Output statements that are followed by STOP, with nothing but output between.
fn last_words(program: &Program, reached: &BTreeSet<UnitId>) -> BTreeSet<StmtId> {
    fn of(block: &[Stmt], out: &mut BTreeSet<StmtId>) {
        let mut open = vec![];
        for s in block {
            match &s.kind {
                StmtKind::Stop { .. } => out.extend(open.drain(..)),
                StmtKind::Format(_) | StmtKind::Comment(_) | StmtKind::Continue => {}
                other if is_output(other) => open.push(s.id),
                other => {
                    open.clear();
                    other.for_each_block(&mut |b| of(b, out));
                }
            }
        }
    }
    let mut out = BTreeSet::new();
    reached.iter().for_each(|&u| of(&program.units[u].body, &mut out));
    out
}

/// A procedure with state, and the `IF` that sets it.
struct Candidate<'p> {
    program: &'p Program,
    facts: &'p Analyses,
    unit: UnitId,
    /// Zones that it writes and others see, or its next call.
    state: ZoneSet,
    /// State of callees of this kind.
    closed: ZoneSet,
    /// The statements before the `IF`.
    before: &'p [Stmt],
    test: &'p Expr,
    block: &'p [Stmt],
    after: &'p [Stmt],
}

impl<'p> Candidate<'p> {
    /// `closed`: state of callees of this kind, which need not be checked.
    fn of(program: &'p Program, facts: &'p Analyses, unit: UnitId, closed: &ZoneSet) -> Option<Self> {
        let summary = facts.summaries.get(unit)?;
        let mut state: ZoneSet = summary.writes.iter().filter(|&z| !summary.is_interface(z)).collect();
        state.subtract(closed);
        let body = &program.units[unit].body;
        let sets = |s: &Stmt| matches!(&s.kind, StmtKind::If { .. }) && writes(facts, std::slice::from_ref(s), &state);
        let at = body.iter().position(sets).filter(|_| !state.is_empty())?;
        let StmtKind::If { arms, .. } = &body[at].kind else {
            return None;
        };
        let [arm] = arms.as_slice() else { return None };
        Some(Candidate {
            program,
            facts,
            unit,
            state,
            closed: closed.clone(),
            before: &body[..at],
            test: arm.cond.as_ref()?,
            block: &arm.body,
            after: &body[at + 1..],
        })
    }

    fn holds(&self, reached: &BTreeSet<UnitId>) -> bool {
        let written_elsewhere =
            writes(self.facts, self.before, &self.state) || writes(self.facts, self.after, &self.state);
        !written_elsewhere
            && !self.mentions_state(self.before)
            && self.is_closed_by_block()
            && self.depends_on_nothing_else()
            && self.is_private(reached)
    }

    fn is_state(&self, s: SymbolId) -> bool {
        self.facts.zones.of(s).iter().any(|&z| self.state.contains(z))
    }

    fn mentions_state(&self, block: &[Stmt]) -> bool {
        mentions::of_block(self.program, block)
            .into_iter()
            .any(|s| self.is_state(s))
    }

    /// Condition 2: the test fails with the values that the block leaves.
    fn is_closed_by_block(&self) -> bool {
        let mut tested = BTreeSet::new();
        let mut plain = true;
        walk_expr(self.test, &mut |e| match &e.kind {
            ExprKind::Var(s) if constant(self.program, e).is_none() => plain &= tested.insert(*s) || tested.len() == 1,
            ExprKind::Call(..) | ExprKind::Index(..) | ExprKind::Component(..) => plain = false,
            _ => {}
        });
        let (true, 1, Some(&flag)) = (plain, tested.len(), tested.first()) else {
            return false;
        };
        let Some(zone) = self.facts.zones.single(flag).filter(|&z| self.state.contains(z)) else {
            return false;
        };
        let mut setting = 0;
        walk_block(self.block, &mut |s| {
            setting += usize::from(self.facts.effects.of(s.id).writes.contains(zone));
        });
        let value = self.block.iter().find_map(|s| match &s.kind {
            StmtKind::Assign { lhs, rhs } if matches!(lhs.kind, ExprKind::Var(s) if s == flag) => {
                constant(self.program, rhs)
            }
            _ => None,
        });
        let known = |s: SymbolId| value.filter(|_| s == flag);
        setting == 1
            && ends_at_its_end(self.block)
            && matches!(
                constant_with(self.program, self.test, &known),
                Some(Const::Logical(false))
            )
    }

    /// Condition 3: the values that the block leaves follow from the initial ones.
    fn depends_on_nothing_else(&self) -> bool {
        let mut outside = mentions::of_block(self.program, self.before);
        outside.extend(mentions::of_block(self.program, self.after));
        let fits = |s: SymbolId| match &self.program.symbols[s].kind {
            SymbolKind::Variable(v) => {
                let local =
                    v.storage == Storage::Local && !v.attrs.save && self.program.symbols[s].owner == Some(self.unit);
                self.is_state(s) || local && v.init.is_none() && !outside.contains(&s) || self.is_never_written(s)
            }
            _ => true,
        };
        let mut called_fit = true;
        walk_block(self.block, &mut |s| {
            for p in visit::called(s) {
                let target = self.program.definition(p);
                let summary = target.and_then(|t| self.facts.summaries.get(t));
                called_fit &= summary.is_some_and(|m| {
                    let mut touched = m.refs.iter().chain(m.writes.iter());
                    touched.all(|z| m.is_interface(z) || self.state.contains(z) || self.closed.contains(z))
                });
            }
        });
        called_fit && mentions::of_block(self.program, self.block).into_iter().all(fits)
    }

    /// True for a SAVE local that keeps its initial value.
    fn is_never_written(&self, s: SymbolId) -> bool {
        let saved = self.program.symbols[s]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local && v.attrs.save);
        let summary = self.facts.summaries.get(self.unit);
        let stays = |z: &ZoneId| summary.is_some_and(|m| !m.writes.contains(*z));
        saved && self.program.symbols[s].owner == Some(self.unit) && self.facts.zones.of(s).iter().all(stays)
    }

    /// Condition 4: nothing else accesses the state.
    fn is_private(&self, reached: &BTreeSet<UnitId>) -> bool {
        let zones = &self.facts.zones;
        let exposed = |s: SymbolId| {
            let v = self.program.symbols[s].variable();
            v.is_some_and(|v| v.attrs.target || v.attrs.pointer || v.attrs.allocatable)
        };
        let alone = self.state.iter().all(|z| {
            zones.aliases(&z).iter().all(|a| self.state.contains(*a)) && !zones.members(z).iter().any(|&s| exposed(s))
        });
        let others = reached.iter().filter(|&&u| u != self.unit);
        let elsewhere = others.flat_map(|&u| mentions::of_unit(self.program, u));
        let is_local = |s: SymbolId| {
            let symbol = &self.program.symbols[s];
            symbol.owner == Some(self.unit) && symbol.variable().is_some_and(|v| v.storage == Storage::Local)
        };
        let globals_stay = |s: SymbolId| {
            let mut zones_of = zones.of(s).iter().filter(|z| self.state.contains(**z));
            zones_of.all(|&z| zones.members(z).iter().all(|&m| is_local(m)))
        };
        alone
            && !elsewhere.into_iter().any(|s| self.is_state(s))
            && mentions::of_block(self.program, self.after)
                .into_iter()
                .all(globals_stay)
    }
}

/// True if a statement of a block may write one of some zones.
fn writes(facts: &Analyses, block: &[Stmt], zones: &ZoneSet) -> bool {
    let mut found = false;
    walk_block(block, &mut |s| found |= facts.effects.of(s.id).writes.intersects(zones));
    found
}

/// True for statements that run to their end, unless the program stops.
fn ends_at_its_end(block: &[Stmt]) -> bool {
    block.iter().all(|s| {
        let mut inside = true;
        s.kind.for_each_block(&mut |b| inside &= ends_at_its_end(b));
        inside
            && match &s.kind {
                StmtKind::Assign { .. } | StmtKind::If { .. } | StmtKind::Stop { .. } | StmtKind::Continue => true,
                StmtKind::Call { args, .. } => args.iter().all(|a| a.expr().is_some()),
                StmtKind::Format(_) | StmtKind::Comment(_) => true,
                StmtKind::Do { control, .. } => matches!(control, DoControl::Count { .. }),
                other => is_output(other),
            }
    })
}

/// The reads and writes of a procedure on its arguments, and its other reads.
fn model(program: &Program, facts: &Analyses, unit: UnitId) -> Model {
    let u = &program.units[unit];
    let Some(summary) = facts.summaries.get(unit) else {
        return Model::default();
    };
    let zones = &facts.zones;
    let any = |set: &ZoneSet, s: SymbolId| zones.of(s).iter().any(|&z| set.contains(z));
    let interface = || u.args.iter().flatten().copied().chain(u.result);
    let own = interface().filter(|&s| any(&summary.refs, s)).map(|s| var(program, s));
    let outer = summary
        .refs
        .iter()
        .filter(|&z| !summary.is_interface(z) && !summary.writes.contains(z));
    let outer = outer.filter_map(|z| Some(var(program, *zones.members(z).first()?)));
    let flow = |s: SymbolId| Flow {
        to: var(program, s),
        from: vec![],
        kills: zones.of(s).iter().all(|&z| summary.must_writes.contains(z)),
    };
    Model {
        reads: own.chain(outer).collect(),
        flows: interface().filter(|&s| any(&summary.writes, s)).map(flow).collect(),
        ..Model::default()
    }
}
