//! The two data-flow problems behind [`crate::activity`], and their propagation from callers to callees.
//!
//! ```text
//! varied (forward):   out(s) = { z : of_s(z) ∩ in(s) ≠ ∅ }          ⊔ = ∪
//! useful (backward):  in(s)  = ∪ of_s(z), z ∈ out(s)                 ⊔ = ∪
//! ```
//!
//! with `of` from [`crate::depend`]. Entry of the head: its independents; exit of the head: its dependents. Entry of any other unit: the union over all call sites in
//! units reached from the head of what is varied there, where a dummy argument takes the variedness of its actual argument's value; exit: the union of what is
//! useful behind the call, where a dummy argument takes the usefulness of the actual's zone and the result that of the place where it goes. Values that come back from a call do so
//! through the callee's summary, so they do not mix call sites; only what is known inside a callee does.
//!
//! A unit is solved again when its boundary grew; sets are finite, so this ends, recursion or not.

use crate::cfg::{Cfg, Item};
use crate::dataflow::{solve, Direction, Problem, Solution};
use crate::effects::{step_effects, unknown_sources, Code, EffectsTable};
use crate::lower::{CallStep, Step};
use crate::{Summaries, ZoneSet, Zones};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What both problems look at.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub program: &'a Program,
    pub zones: &'a Zones,
    pub summaries: &'a Summaries,
    pub code: &'a Code,
    pub effects: &'a EffectsTable,
    pub cfgs: &'a BTreeMap<UnitId, Cfg>,
}

/// Varied or useful, in one unit.
pub(crate) struct Flow<'a> {
    input: Input<'a>,
    direction: Direction,
    boundary: ZoneSet,
}

impl Problem for Flow<'_> {
    type State = ZoneSet;

    fn direction(&self) -> Direction {
        self.direction
    }

    fn boundary(&self) -> ZoneSet {
        self.boundary.clone()
    }

    fn bottom(&self) -> ZoneSet {
        ZoneSet::new()
    }

    fn join(&self, into: &mut ZoneSet, from: &ZoneSet) -> bool {
        into.union_with(from)
    }

    fn transfer(&self, item: Item, state: &mut ZoneSet) {
        let change = &self.input.effects.get(item).change;
        match self.direction {
            Direction::Forward => change.forward(state),
            Direction::Backward => change.backward(state),
        }
    }
}

/// The solution of one problem in all units that it reaches.
pub(crate) struct Flows<'a> {
    input: Input<'a>,
    direction: Direction,
    boundaries: BTreeMap<UnitId, ZoneSet>,
    solutions: BTreeMap<UnitId, Solution<ZoneSet>>,
}

impl<'a> Flows<'a> {
    /// Solves from the head.
    pub fn build(input: Input<'a>, direction: Direction, head: UnitId, mut boundary: ZoneSet) -> Flows<'a> {
        input.zones.close(&mut boundary);
        let mut flows = Flows {
            input,
            direction,
            boundaries: BTreeMap::from([(head, boundary)]),
            solutions: BTreeMap::new(),
        };
        let mut work = BTreeSet::from([head]);
        while let Some(unit) = work.pop_first() {
            let Some(cfg) = input.cfgs.get(&unit) else { continue };
            let problem = flows.problem(unit);
            let solution = solve(cfg, &problem);
            for (callee, zones) in flows.passed(cfg, &problem, &solution) {
                let known = flows.boundaries.get(&callee);
                if known.is_none_or(|k| !zones.is_subset(k)) {
                    flows.boundaries.entry(callee).or_default().union_with(&zones);
                    work.insert(callee);
                }
            }
            flows.solutions.insert(unit, solution);
        }
        flows
    }

    fn problem(&self, unit: UnitId) -> Flow<'a> {
        Flow {
            input: self.input,
            direction: self.direction,
            boundary: self.boundaries.get(&unit).cloned().unwrap_or_default(),
        }
    }

    /// What holds at the entry (varied) or exit (useful) of each unit that the statements of this one may call.
    fn passed(&self, cfg: &Cfg, problem: &Flow<'a>, solution: &Solution<ZoneSet>) -> Vec<(UnitId, ZoneSet)> {
        let mut list = vec![];
        solution.replay(cfg, problem, &mut |item, before, after| {
            let start = if self.direction == Direction::Forward {
                before
            } else {
                after
            };
            self.states_within(item, start, &mut |step, state| {
                if let Step::Call(call) = step {
                    self.pass(call, state, &mut list);
                }
            });
        });
        list
    }

    /// Calls `f` with every step of an item and the state just before it (varied) or just after it (useful).
    fn states_within(&self, item: Item, start: &ZoneSet, f: &mut dyn FnMut(&Step, &ZoneSet)) {
        let Some(lowered) = self.input.code.get(item) else {
            return;
        };
        let mut state = start.clone();
        let mut advance = |step: &Step| {
            f(step, &state);
            let Some(e) = step_effects(self.input.zones, self.input.summaries, step) else {
                return;
            };
            match self.direction {
                Direction::Forward => e.change.forward(&mut state),
                Direction::Backward => e.change.backward(&mut state),
            }
        };
        match self.direction {
            Direction::Forward => lowered.steps.iter().for_each(&mut advance),
            Direction::Backward => lowered.steps.iter().rev().for_each(&mut advance),
        }
    }

    fn pass(&self, call: &CallStep, state: &ZoneSet, list: &mut Vec<(UnitId, ZoneSet)>) {
        let Input {
            program,
            zones,
            summaries,
            ..
        } = self.input;
        for (unit, actuals) in &call.targets {
            let Some(summary) = summaries.get(*unit) else { continue };
            let mut set = self.foreign(*unit, state);
            for (&formal, &i) in &summary.formals {
                let Some(a) = actuals.get(i) else { continue };
                let holds = match self.direction {
                    Direction::Forward => a.sources.intersects(state),
                    Direction::Backward => a
                        .zone
                        .is_some_and(|z| zones.aliases(&z).iter().any(|&t| state.contains(t))),
                };
                if holds && zones.carries(formal) {
                    set.extend(zones.aliases(&formal).iter().copied());
                }
            }
            if let (Direction::Backward, Some(r), Some(t)) = (self.direction, summary.result, call.result) {
                if state.contains(t) && zones.carries(r) {
                    set.insert(r);
                }
            }
            list.push((*unit, set));
        }
        let Some(unknown) = &call.unknown else { return };
        for &unit in &unknown.callbacks {
            let mut set = self.foreign(unit, state);
            let holds = match self.direction {
                Direction::Forward => unknown_sources(zones, summaries, unknown).intersects(state),
                Direction::Backward => !state.is_empty(),
            };
            if holds {
                let u = &program.units[unit];
                let symbols = u.args.iter().copied().flatten().chain(u.result);
                set.extend(symbols.filter_map(|s| zones.of(s)).filter(|&z| zones.carries(z)));
            }
            list.push((unit, set));
        }
    }

    /// The zones of a state that a callee sees by their own names and does something with.
    fn foreign(&self, callee: UnitId, state: &ZoneSet) -> ZoneSet {
        let Some(s) = self.input.summaries.get(callee) else {
            return ZoneSet::new();
        };
        let mut set = s.change.writes.clone();
        set.union_with(&s.reads);
        // reads hidden behind a write still see what is varied; sources of what flows are reads that count
        s.change.flows.values().for_each(|f| {
            set.union_with(f);
        });
        set.intersect_with(state);
        set.iter().filter(|&z| !s.is_interface(z)).collect()
    }

    /// Calls `f` for each item of a unit with the states before and after it, and for the states between the steps of its calls.
    pub fn points(&self, unit: UnitId, f: &mut dyn FnMut(Item, &ZoneSet, &ZoneSet)) {
        if let (Some(cfg), Some(solution)) = (self.input.cfgs.get(&unit), self.solutions.get(&unit)) {
            solution.replay(cfg, &self.problem(unit), f);
        }
    }

    /// Units that were reached.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.solutions.keys().copied()
    }

    /// State at the other end: the exit of a unit (varied) or its entry (useful).
    pub fn far_end(&self, unit: UnitId) -> ZoneSet {
        let (Some(cfg), Some(solution)) = (self.input.cfgs.get(&unit), self.solutions.get(&unit)) else {
            return ZoneSet::new();
        };
        match self.direction {
            Direction::Forward => solution.start(cfg.exit()).clone(),
            Direction::Backward => {
                let problem = self.problem(unit);
                let mut state = solution.start(cfg.entry()).clone();
                cfg.items(cfg.entry())
                    .iter()
                    .rev()
                    .for_each(|&i| problem.transfer(i, &mut state));
                state
            }
        }
    }
}
