//! Decides over the plans of all procedures what the adjoints run, record and restore, in the order in which the
//! analyses depend on each other:
//!
//! | | analysis | equations | needs |
//! |---|---|---|---|
//! | 0 | [`results`]: adjoints in terms of what assignments assign | | reads of adjoint statements |
//! | 0 | [`recompute`]: scalars that the reverse sweep recomputes | | reads of adjoint statements |
//! | 1 | [`order`]: assignments in loops whose overwritten values are not needed | | 0 |
//! | 1 | [`liveness`]: statements of the forward sweep, zones live at the entry of an adjoint | (1.10) | 0 |
//! | 2 | [`ends`]: where scalars of one iteration may be recorded | | 1 |
//! | 2 | [`tbr`]: recorded values | (1.8), (1.9) | 0, 1 |
//! | 3 | [`write`]: zones that an adjoint leaves changed | (1.12) | 2 |
//! | 3 | [`first`]: state of a head that its adjoint restores | | 3 |
//! | 4 | [`snapshot`]: values kept around the adjoint of a call | (1.11) | 2, 3 |
//! | 5 | [`targets`]: names for recorded and kept values | | 2, 4 |
//! | 6 | [`bulk`]: values recorded as a section before a loop | | 5 |
//! | 7 | [`checkpoint`]: procedures that should be split to save memory | | all |
//! | 8 | [`fusion`]: loops that should be fused, or not; [`budget`]: procedures that should be split for time | | all |
//! | 9 | [`indexed`]: records stored in arrays instead of on the tape | | 5, 6 |
//!
//! At the end, [`sequences`] proposes what to preaccumulate in another plan, and [`contractions`] calls that may return
//! their partial derivatives.
//!
//! Procedures exchange sets over the zones of the interface and globals ([`Between`]). If calls are joint, sets pass
//! only from callees to callers, since an adjoint begins with nothing needed upstream and ends with nothing live. A
//! split procedure ([`crate::context::split`]) has the code before and after its calls as context: then sets pass both
//! ways, and grow to the least solution.

pub(crate) mod blocks;
pub(crate) mod budget;
pub(crate) mod bulk;
pub(crate) mod checkpoint;
pub(crate) mod contractions;
pub(crate) mod ends;
pub(crate) mod first;
pub(crate) mod fusion;
pub(crate) mod indexed;
pub(crate) mod liveness;
pub(crate) mod order;
pub(crate) mod recompute;
pub(crate) mod results;
pub(crate) mod sequences;
pub(crate) mod snapshot;
pub(crate) mod split_model;
pub(crate) mod targets;
pub(crate) mod tbr;
pub(crate) mod turn;
pub(crate) mod write;

use super::plan::Node;
use crate::adjoint::plan::between::{Between, Fact, News};
use crate::assemble::generator::Generator;
use crate::code::cost;
use crate::code::estimate::Estimate;
use crate::context::proposals::Proposals;
use crate::context::split::loops_in;
use crate::context::Context;
use crate::options::Checkpoint;
use adc_analysis::ZoneSet;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::{Program, Stmt, StmtKind, UnitId};
use adc_frontend::parallel;
use indexmap::IndexMap;
use std::collections::BTreeSet;
use std::ops::Deref;

/// The plans of procedures.
pub(crate) type Plans = IndexMap<UnitId, Vec<Node>>;

/// What decisions may ask: the context, and the declarations of derivative procedures.
#[derive(Clone, Copy)]
pub(crate) struct View<'v, 'a> {
    cx: &'v Context<'a>,
    made: &'v Program,
}

impl<'v, 'a> View<'v, 'a> {
    pub(crate) fn of(g: &'v Generator<'a>) -> Self {
        View {
            cx: &g.cx,
            made: &g.out,
        }
    }

    /// What is known about sizes.
    pub(crate) fn sizes(&self) -> Estimate<'_> {
        self.cx.estimate(self.made)
    }

    /// The estimated iterations of a loop.
    pub(crate) fn trips(&self, s: &Stmt) -> f64 {
        let StmtKind::Do { control, .. } = &s.kind else {
            return cost::TRIPS;
        };
        self.sizes().trips(control)
    }
}

impl<'a> Deref for View<'_, 'a> {
    type Target = Context<'a>;

    fn deref(&self) -> &Context<'a> {
        self.cx
    }
}

/// Plans with the values that they record and keep, some of them without a name.
pub(crate) struct Recording {
    pub(crate) plans: Plans,
    between: Between,
}

/// Plans with all decisions, and what follows from them for the next round.
pub(crate) struct Decided {
    pub(crate) plans: Plans,
    pub(crate) between: Between,
    pub(crate) proposals: Proposals,
    pub(crate) messages: Vec<Diagnostic>,
}

/// Decides what the sweeps run, record and keep: steps 0 to 4. `by_hand`: procedures whose derivatives the user writes.
pub(crate) fn records(cx: &Context, by_hand: &[UnitId], mut plans: Plans) -> Recording {
    let mut between = Between::default();
    beyond(cx, by_hand, &mut between);
    each(&mut plans, |unit, nodes| results::solve(cx, unit, nodes));
    each(&mut plans, |unit, nodes| recompute::solve(cx, unit, nodes));
    each(&mut plans, |unit, nodes| order::solve(cx, unit, nodes));
    least_solution(cx, &mut plans, &mut between, liveness::solve);
    each(&mut plans, |unit, nodes| ends::insert(cx, unit, nodes));
    least_solution(cx, &mut plans, &mut between, tbr::solve);
    each(&mut plans, |_, nodes| ends::remove_unused(nodes));
    least_solution(cx, &mut plans, &mut between, |cx, between, unit, nodes| {
        write::solve(cx, between, unit, nodes)
    });
    each(&mut plans, |_, nodes| snapshot::solve(cx, &between, nodes));
    Recording { plans, between }
}

/// Decides how records are stored, and proposes other ways to run procedures and loops: steps 5 to 9. `names`: names of
/// the zones that [`targets::wanted`] asks for; `messages`: those of the round so far.
pub(crate) fn ways(view: View, recording: Recording, names: Vec<targets::Names>, messages: &[Diagnostic]) -> Decided {
    let Recording { mut plans, between } = recording;
    let targets::Findings {
        mut proposals,
        mut messages,
    } = targets::name(view, names, &mut plans, messages);
    each(&mut plans, |_, nodes| turn::solve(nodes));
    each(&mut plans, |_, nodes| bulk::solve(view, nodes));
    let is_apart = view.options.measures_apart();
    let is_auto = view.options.checkpoint == Checkpoint::Auto && !is_apart;
    if is_auto && view.choices.weighs_calls {
        proposals.better_split = checkpoint::proposals(view, &proposals, &between, &plans);
    }
    let mut loops = fusion::choose(view, &proposals, &between, &plans);
    if is_auto {
        if view.choices.weighs_calls {
            let faster = budget::proposals(view, &proposals, &loops, &between, &plans);
            faster
                .iter()
                .for_each(|&u| loops.record(&loops_in(&view.primal.units[u].body)));
            proposals.better_split.extend(faster);
        }
        let regrets = checkpoint::regrets(view, &between, &plans);
        proposals.not_split.extend(regrets);
    }
    if is_apart && view.choices.weighs_calls {
        proposals.better_split = budget::possible(view, &proposals, &loops, &plans);
    }
    if view.options.memory_budget.is_some() {
        messages.extend(budget::unknown_sizes(view, &plans));
    }
    proposals.loops.join(loops);
    each(&mut plans, |unit, nodes| indexed::solve(view, unit, nodes));
    Decided {
        plans,
        between,
        proposals,
        messages,
    }
}

/// Runs a step that needs the plan of one procedure only.
fn each(plans: &mut Plans, of: impl Fn(UnitId, &mut Vec<Node>) + Sync + Send) {
    let mut plans: Vec<(UnitId, &mut Vec<Node>)> = plans.iter_mut().map(|(&u, nodes)| (u, nodes)).collect();
    parallel::map_mut(&mut plans, |(unit, nodes)| of(*unit, nodes));
}

/// Assumes that hand-written adjoints read, and leave changed, all that the procedure itself may, unless they are
/// declared to do less.
fn beyond(cx: &Context, by_hand: &[UnitId], between: &mut Between) {
    for &unit in by_hand {
        let Some(summary) = cx.facts.summaries.get(unit) else {
            continue;
        };
        if let Some(read) = cx.read_by_frugal_adjoint(unit) {
            let zones = read.into_iter().flat_map(|s| cx.facts.zones.of(s).iter().copied());
            let read: ZoneSet = zones.filter(|&z| summary.reads.contains(z)).collect();
            between.learn(unit, Fact::LiveAtEntry, &read);
            continue;
        }
        between.learn(unit, Fact::LiveAtEntry, &summary.reads);
        let mut changed = summary.writes.clone();
        cx.facts.zones.close(&mut changed);
        between.learn(unit, Fact::Changed, &changed);
    }
}

/// Runs an analysis of single procedures, callees first and those that do not call each other in parallel, until it
/// finds nothing new. It returns the procedures about which it found something. That concerns their callers, and
/// themselves if others found it.
fn least_solution(
    cx: &Context,
    plans: &mut Plans,
    between: &mut Between,
    of: impl Fn(&Context, &Between, UnitId, &mut [Node]) -> News + Sync + Send,
) {
    let calls = &cx.facts.calls;
    // a procedure that the call graph does not know is never called
    let called = calls.levels().iter().flatten().copied();
    let mut open: BTreeSet<UnitId> = called.filter(|u| plans.contains_key(u)).collect();
    while !open.is_empty() {
        for level in calls.levels() {
            // more than once if they call each other
            loop {
                let turn: Vec<UnitId> = level.iter().copied().filter(|u| open.remove(u)).collect();
                if turn.is_empty() {
                    break;
                }
                let take = |&u: &UnitId| Some((u, std::mem::take(plans.get_mut(&u)?)));
                let mut items: Vec<(UnitId, Vec<Node>)> = turn.iter().filter_map(take).collect();
                let known = &*between;
                let found = parallel::map_mut(&mut items, |(unit, nodes)| of(cx, known, *unit, nodes));
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
