//! The data-flow problem of linearity analysis, over the body of a procedure or of a loop.
//!
//! Forward, to the least solution:
//!
//! ```text
//! IN(entry)  = dependence of the variables at the entry ([`Sight`])
//! IN(b)      = join of OUT(p), p ∈ pred(b)
//! OUT(x = e) = IN with DEPS(e) for x; joined with the previous value of x, if part of it survives
//! ```
//!
//! `DEPS(e)` (figure 7) is computed in two steps: the lowering of a statement gives the polynomial of its expression in
//! the variables that it reads; then the dependence of each variable is substituted. At a call, the polynomial of each
//! output of the callee in its values at entry takes the place of the former, with the caller's values substituted.

use super::polynomial::Polynomial;
use crate::cfg::{Cfg, Item};
use crate::dataflow::{Direction, Problem};
use crate::lower::{lower_block, CallStep, Lower, Lowered, Step, Target};
use crate::sources::Flow;
use crate::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// The variables in terms of which dependences are expressed.
#[derive(Clone, Debug)]
pub enum Sight {
    /// All variables that contribute to a value, at any time: the pairs of the paper. A variable that is used is itself
    /// one of these.
    Uses,
    /// The values of some variables at the entry; all others count as constant.
    Entry(ZoneSet),
}

/// The dependence of each variable; `None` if unreachable.
pub(super) type State = Option<BTreeMap<ZoneId, Polynomial>>;

/// The values of a call's outputs, in the zones that its callers know, as polynomials in its inputs.
pub(super) type Outputs = BTreeMap<ZoneId, Polynomial>;

/// The problem of one region.
pub(super) struct Region<'a> {
    facts: &'a Analyses,
    sight: Sight,
    outputs: &'a BTreeMap<UnitId, Outputs>,
    code: BTreeMap<Item, Lowered<Polynomial>>,
}

impl<'a> Region<'a> {
    pub(super) fn new(
        program: &'a Program,
        facts: &'a Analyses,
        body: &Block,
        sight: Sight,
        outputs: &'a BTreeMap<UnitId, Outputs>,
    ) -> Region<'a> {
        let mut code = BTreeMap::new();
        lower_block(
            body,
            &mut || Lower::new(program, &facts.zones, &facts.calls),
            &mut |item, l| {
                code.insert(item, l);
            },
        );
        Region {
            facts,
            sight,
            outputs,
            code,
        }
    }

    /// The graph of a block, without the edges that constants exclude.
    pub(super) fn graph(program: &Program, facts: &Analyses, body: &Block) -> Cfg {
        Cfg::build(body, &|test| facts.constants.decides(program, test))
    }

    /// The dependence of a variable's current value.
    pub(super) fn current(&self, state: &BTreeMap<ZoneId, Polynomial>, zone: ZoneId) -> Polynomial {
        state.get(&zone).cloned().unwrap_or_else(|| match &self.sight {
            Sight::Entry(of) if of.contains(zone) => Polynomial::of([zone]),
            Sight::Entry(_) | Sight::Uses => Polynomial::default(),
        })
    }

    /// The dependence of a use of a variable: `DEPS(v) = {(v, linear)} ∪ {(w, class) | (v, w, class) ∈ IN}`.
    fn used(&self, state: &BTreeMap<ZoneId, Polynomial>, zone: ZoneId) -> Polynomial {
        let now = self.current(state, zone);
        match self.sight {
            Sight::Uses if !self.facts.zones.is_temporary(zone) => now.and(&Polynomial::of([zone])),
            Sight::Uses | Sight::Entry(_) => now,
        }
    }

    fn value(&self, state: &BTreeMap<ZoneId, Polynomial>, of: &Polynomial) -> Polynomial {
        of.substituted(&|z| self.used(state, z))
    }

    fn set(&self, state: &mut BTreeMap<ZoneId, Polynomial>, to: ZoneId, value: &Polynomial, kills: bool) {
        for &z in self.facts.zones.aliases(&to) {
            if !self.facts.zones.carries(z) {
                continue;
            }
            let value = match kills && z == to {
                true => value.clone(),
                false => self.current(state, z).and(value),
            };
            state.insert(z, value);
        }
    }

    /// Executes the steps of an item; calls `written` with each value.
    pub(super) fn run(
        &self,
        item: Item,
        state: &mut BTreeMap<ZoneId, Polynomial>,
        written: &mut dyn FnMut(ZoneId, &Polynomial),
    ) {
        let Some(lowered) = self.code.get(&item) else { return };
        for step in &lowered.steps {
            let all: Vec<(ZoneId, Polynomial, bool)> = match step {
                Step::Write(writes) => {
                    let value = |from| self.value(state, from);
                    writes.iter().map(|w| (w.to, value(&w.from), w.kill)).collect()
                }
                Step::Call(call) => self.call(state, call),
            };
            for (to, mut value, kills) in all {
                if lowered.constant {
                    value = Polynomial::default();
                }
                written(to, &value);
                self.set(state, to, &value, kills);
            }
        }
        state.retain(|&z, _| !self.facts.zones.is_temporary(z));
    }

    /// The outputs of a call with their values, and whether the old value is overwritten as a whole.
    fn call(
        &self,
        state: &BTreeMap<ZoneId, Polynomial>,
        call: &CallStep<Polynomial>,
    ) -> Vec<(ZoneId, Polynomial, bool)> {
        let alone = call.certain && call.targets.len() == 1 && call.unknown.is_none();
        let mut all = vec![];
        for target in &call.targets {
            let Some(outputs) = self.outputs.get(&target.unit) else {
                continue;
            };
            let given = self.given(state, target);
            let Some(summary) = self.facts.summaries.get(target.unit) else {
                continue;
            };
            let find = |z: ZoneId| match given.get(&z) {
                Some(p) => p.clone(),
                None if summary.is_interface(z) => Polynomial::default(),
                None => self.used(state, z),
            };
            for (&to, of) in outputs {
                let value = of.substituted(&find);
                if !summary.is_interface(to) {
                    all.push((to, value, alone));
                    continue;
                }
                let bindings = target.bindings.iter().filter(|b| b.formal == to);
                let taken = bindings.filter_map(|b| Some((b.actual?, b.covers)));
                all.extend(taken.map(|(z, covers)| (z, value.clone(), alone && covers)));
            }
        }
        if let Some(unknown) = &call.unknown {
            let values = unknown.actuals.iter().map(|(a, _)| self.value(state, &a.sources));
            let any = values.fold(Polynomial::default(), |all, v| all.and(&v)).bent();
            let written = unknown.actuals.iter().filter(|(_, may_write)| *may_write);
            let written = written.filter_map(|(a, _)| a.zone).chain(call.results.iter().copied());
            all.extend(written.map(|z| (z, any.clone(), false)));
            // the arguments of a procedure that it calls are unknown
            for unit in &unknown.callbacks {
                let globals = self.outputs.get(unit).into_iter().flatten();
                let summary = self.facts.summaries.get(*unit);
                let globals = globals.filter(|(z, _)| summary.is_some_and(|s| !s.is_interface(**z)));
                for (&z, of) in globals {
                    let known = of.substituted(&|z| self.used(state, z));
                    all.push((z, known.and(&any).bent(), false));
                }
            }
        }
        all
    }

    /// The values passed to each dummy argument.
    fn given(&self, state: &BTreeMap<ZoneId, Polynomial>, target: &Target<Polynomial>) -> BTreeMap<ZoneId, Polynomial> {
        let mut given: BTreeMap<ZoneId, Polynomial> = BTreeMap::new();
        for b in &target.bindings {
            let value = self.value(state, &b.sources);
            given.entry(b.formal).or_default().join(&value);
        }
        given
    }
}

impl Problem for Region<'_> {
    type State = State;

    fn direction(&self) -> Direction {
        Direction::Forward
    }

    fn boundary(&self) -> State {
        Some(BTreeMap::new())
    }

    fn bottom(&self) -> State {
        None
    }

    fn join(&self, into: &mut State, from: &State) -> bool {
        let Some(from) = from else { return false };
        let Some(old) = into else {
            *into = Some(from.clone());
            return true;
        };
        let mut new = old.clone();
        for &z in from.keys().chain(old.keys()) {
            new.insert(z, self.current(old, z).and(&self.current(from, z)));
        }
        let changed = new != *old;
        *old = new;
        changed
    }

    fn transfer(&self, item: Item, state: &mut State) {
        if let Some(state) = state {
            self.run(item, state, &mut |_, _| {});
        }
    }
}
