//! Decides over the plans of all procedures what the adjoints run, record and restore, in the order in which the analyses need each other:
//!
//! | | analysis | equations | needs |
//! |---|---|---|---|
//! | 0 | [`recompute`]: what the backward sweep evaluates again | | what adjoint statements read |
//! | 1 | [`order`]: assignments of loops that overwrite nothing that is needed from before them there | | 0 |
//! | 1 | [`liveness`]: what the forward sweep holds, what is live at the entry of an adjoint | (1.10) | 0 |
//! | 2 | [`tbr`]: what is recorded | (1.8), (1.9) | 0, 1 |
//! | 3 | [`write`]: what an adjoint leaves changed | (1.12) | 2 |
//! | 4 | [`snapshot`]: what is kept around the adjoint of a call | (1.11) | 2, 3 |
//! | 5 | [`targets`]: names for what is recorded and kept | | 2, 4 |
//! | 6 | [`bulk`]: what is recorded as a section in front of a loop | | 5 |
//! | 7 | [`fusion`]: loops that would better be fused, or not | | all |
//! | 8 | [`checkpoint`]: what would better be split | | all |
//! | 9 | [`indexed`]: what stands in arrays rather than on the tape | | 5, 6 |
//!
//! Between procedures pass sets over the zones of the interface and globals ([`Between`]). Where calls are joint they pass from callees to callers only, since an adjoint begins with nothing
//! needed upstream and ends with nothing live. A split procedure ([`crate::split`]) has what comes before and behind its calls for context: then sets pass both ways, and grow to the least
//! solution.

use super::plan::{ActiveCall, Node};
use super::{bulk, checkpoint, fusion, indexed, liveness, order, recompute, snapshot, targets, tbr, turn, write};
use crate::generator::Generator;
use crate::options::Checkpoint;
use adc_analysis::{Analyses, ZoneSet};
use adc_frontend::ir::UnitId;
use adc_frontend::parallel;
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeSet;

/// One set a procedure.
pub(super) type Sets = IndexMap<UnitId, ZoneSet>;

/// What procedures tell each other.
#[derive(Default)]
pub struct Between {
    /// What the adjoint reads before it writes it; with it what the sweeps of a split procedure read.
    pub(super) live_at_entry: Sets,
    /// What is live behind split calls.
    pub(super) live_at_exit: Sets,
    /// Split procedures whose forward sweep holds something.
    pub(super) runs_forward: IndexSet<UnitId>,
    /// What the backward sweeps upstream of split calls need.
    pub(super) needed_at_entry: Sets,
    /// What the backward sweep of a procedure and those upstream of it need where it turns.
    pub(super) needed_at_turn: Sets,
    /// What the adjoint leaves changed.
    pub(super) out: Sets,
}

impl Between {
    /// What must be there when the backward sweep of a procedure begins.
    pub fn at_turn(&self, unit: UnitId) -> ZoneSet {
        self.needed_at_turn.get(&unit).cloned().unwrap_or_default()
    }

    /// What the backward sweep of the callee and those upstream of it need where it turns, in zones of the caller, but for what is computed again.
    pub(super) fn needed_at_turn_of(&self, facts: &Analyses, call: &ActiveCall) -> ZoneSet {
        let mut seen = of_callee(&self.needed_at_turn, facts, call);
        seen.subtract(&call.again);
        seen
    }

    /// What the adjoint of the callee leaves changed, in zones of the caller. No adjoint overwrites more than the procedure does; the summary knows of more statements that never run
    /// than the plan leaves out.
    pub(super) fn changed_by(&self, facts: &Analyses, call: &ActiveCall) -> ZoneSet {
        let (Some(out), Some(summary)) = (self.out.get(&call.callee), facts.summaries.get(call.callee)) else {
            return ZoneSet::new();
        };
        let mut changed = out.clone();
        changed.intersect_with(&summary.writes);
        call.seen_by_caller(facts, &changed)
    }
}

fn of_callee(sets: &Sets, facts: &Analyses, call: &ActiveCall) -> ZoneSet {
    let known = sets.get(&call.callee);
    known.map_or_else(ZoneSet::new, |z| call.seen_by_caller(facts, z))
}

/// What an analysis finds of a procedure.
#[derive(Clone, Copy)]
pub(super) enum Fact {
    LiveAtEntry,
    LiveAtExit,
    /// Without zones.
    RunsForward,
    NeededAtEntry,
    NeededAtTurn,
    Changed,
}

/// The same with the procedure and zones of it.
pub(super) type News = Vec<(UnitId, Fact, ZoneSet)>;

impl Between {
    /// True if that is new.
    fn learn(&mut self, unit: UnitId, fact: Fact, zones: &ZoneSet) -> bool {
        let sets = match fact {
            Fact::LiveAtEntry => &mut self.live_at_entry,
            Fact::LiveAtExit => &mut self.live_at_exit,
            Fact::NeededAtEntry => &mut self.needed_at_entry,
            Fact::NeededAtTurn => &mut self.needed_at_turn,
            Fact::Changed => &mut self.out,
            Fact::RunsForward => return self.runs_forward.insert(unit),
        };
        sets.entry(unit).or_default().union_with(zones)
    }
}

/// Writes the decisions into the plans.
pub fn all(g: &mut Generator, plans: &mut IndexMap<UnitId, Vec<Node>>) -> Between {
    let mut between = Between::default();
    beyond(g, &mut between);
    each(g, plans, recompute::solve);
    each(g, plans, |g, unit, nodes| order::solve(g, unit, nodes));
    least_solution(g, plans, &mut between, |g, between, unit, nodes| {
        liveness::solve(g, between, unit, nodes)
    });
    least_solution(g, plans, &mut between, |g, between, unit, nodes| {
        tbr::solve(g, between, unit, nodes)
    });
    least_solution(g, plans, &mut between, |g, between, unit, nodes| {
        write::solve(g, between, unit, nodes)
    });
    each(g, plans, |g, _, nodes| snapshot::solve(g, &between, nodes));
    targets::name(g, plans);
    each(g, plans, |_, _, nodes| turn::solve(nodes));
    each(g, plans, |g, _, nodes| bulk::solve(g, nodes));
    if g.options.checkpoint == Checkpoint::Auto {
        if g.choices.weighs_calls {
            g.proposals.better_split = checkpoint::proposals(g, &between, plans);
        }
        let regrets = checkpoint::regrets(g, &between, plans);
        g.proposals.not_split.extend(regrets);
    }
    fusion::choose(g, &between, plans);
    each(g, plans, |g, _, nodes| indexed::solve(g, nodes));
    between
}

/// Runs what looks at the plan of one procedure only.
fn each(
    g: &Generator,
    plans: &mut IndexMap<UnitId, Vec<Node>>,
    of: impl Fn(&Generator, UnitId, &mut Vec<Node>) + Sync + Send,
) {
    let mut plans: Vec<(UnitId, &mut Vec<Node>)> = plans.iter_mut().map(|(&u, nodes)| (u, nodes)).collect();
    parallel::map_mut(&mut plans, |(unit, nodes)| of(g, *unit, nodes));
}

/// Of hand-written adjoints nobody knows what they read and leave changed, if it is not said: all that the procedure itself may.
fn beyond(g: &Generator, between: &mut Between) {
    for &unit in g.units.keys().filter(|&&u| g.models.contains(u)) {
        let Some(summary) = g.facts.summaries.get(unit) else {
            continue;
        };
        if let Some(read) = g.read_by_frugal_adjoint(unit) {
            let zones = read.into_iter().flat_map(|s| g.facts.zones.of(s).iter().copied());
            let read: ZoneSet = zones.filter(|&z| summary.reads.contains(z)).collect();
            between.learn(unit, Fact::LiveAtEntry, &read);
            continue;
        }
        between.learn(unit, Fact::LiveAtEntry, &summary.reads);
        let mut changed = summary.writes.clone();
        g.facts.zones.close(&mut changed);
        between.learn(unit, Fact::Changed, &changed);
    }
}

/// Runs an analysis of single procedures, callees first and those that do not call each other at once, until nothing new is known of any: it says of which there is. That concerns their callers, and
/// themselves where others found it.
fn least_solution(
    g: &Generator,
    plans: &mut IndexMap<UnitId, Vec<Node>>,
    between: &mut Between,
    of: impl Fn(&Generator, &Between, UnitId, &mut [Node]) -> News + Sync + Send,
) {
    let calls = &g.facts.calls;
    // what the call graph does not know, nobody calls
    let called = calls.levels().iter().flatten().copied();
    let mut open: BTreeSet<UnitId> = called.filter(|u| plans.contains_key(u)).collect();
    while !open.is_empty() {
        for level in calls.levels() {
            // more than once where they call each other
            loop {
                let turn: Vec<UnitId> = level.iter().copied().filter(|u| open.remove(u)).collect();
                if turn.is_empty() {
                    break;
                }
                let take = |&u: &UnitId| Some((u, std::mem::take(plans.get_mut(&u)?)));
                let mut items: Vec<(UnitId, Vec<Node>)> = turn.iter().filter_map(take).collect();
                let known = &*between;
                let found = parallel::map_mut(&mut items, |(unit, nodes)| of(g, known, *unit, nodes));
                plans.extend(items);
                for (by, news) in turn.into_iter().zip(found) {
                    for (u, fact, zones) in news {
                        if between.learn(u, fact, &zones) {
                            let concerned = calls.callers(u).iter().copied();
                            let concerned = concerned.chain((u != by || calls.is_recursive(u)).then_some(u));
                            open.extend(concerned.filter(|c| plans.contains_key(c)));
                        }
                    }
                }
            }
        }
    }
}
