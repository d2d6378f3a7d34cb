//! Decides over the plans of all procedures what the adjoints run, record and restore, in the order in which the
//! analyses depend on each other:
//!
//! | | analysis | equations | needs |
//! |---|---|---|---|
//! | 0 | [`recompute`]: scalars that the reverse sweep recomputes | | reads of adjoint statements |
//! | 1 | [`order`]: assignments in loops whose overwritten values are not needed | | 0 |
//! | 1 | [`liveness`]: statements of the forward sweep, zones live at the entry of an adjoint | (1.10) | 0 |
//! | 2 | [`tbr`]: recorded values | (1.8), (1.9) | 0, 1 |
//! | 3 | [`write`]: zones that an adjoint leaves changed | (1.12) | 2 |
//! | 4 | [`snapshot`]: values kept around the adjoint of a call | (1.11) | 2, 3 |
//! | 5 | [`targets`]: names for recorded and kept values | | 2, 4 |
//! | 6 | [`bulk`]: values recorded as a section before a loop | | 5 |
//! | 7 | [`fusion`]: loops that should be fused, or not | | all |
//! | 8 | [`checkpoint`]: procedures that should be split | | all |
//! | 9 | [`indexed`]: records stored in arrays instead of on the tape | | 5, 6 |
//!
//! Procedures exchange sets over the zones of the interface and globals ([`Between`]). If calls are joint, sets pass
//! only from callees to callers, since an adjoint begins with nothing needed upstream and ends with nothing live. A
//! split procedure ([`crate::context::split`]) has the code before and after its calls as context: then sets pass both
//! ways, and grow to the least solution.

pub(crate) mod blocks;
pub(crate) mod bulk;
pub(crate) mod checkpoint;
pub(crate) mod fusion;
pub(crate) mod indexed;
pub(crate) mod liveness;
pub(crate) mod order;
pub(crate) mod recompute;
pub(crate) mod snapshot;
pub(crate) mod targets;
pub(crate) mod tbr;
pub(crate) mod turn;
pub(crate) mod write;

use super::plan::Node;
use crate::adjoint::plan::between::{Between, Fact, News};
use crate::assemble::generator::Generator;
use crate::options::Checkpoint;
use adc_analysis::ZoneSet;
use adc_frontend::ir::UnitId;
use adc_frontend::parallel;
use indexmap::IndexMap;
use std::collections::BTreeSet;

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

/// Runs the steps that need the plan of one procedure only.
fn each(
    g: &Generator,
    plans: &mut IndexMap<UnitId, Vec<Node>>,
    of: impl Fn(&Generator, UnitId, &mut Vec<Node>) + Sync + Send,
) {
    let mut plans: Vec<(UnitId, &mut Vec<Node>)> = plans.iter_mut().map(|(&u, nodes)| (u, nodes)).collect();
    parallel::map_mut(&mut plans, |(unit, nodes)| of(g, *unit, nodes));
}

/// Assumes that hand-written adjoints read, and leave changed, all that the procedure itself may, unless they are
/// declared to do less.
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

/// Runs an analysis of single procedures, callees first and those that do not call each other in parallel, until it
/// finds nothing new. It returns the procedures about which it found something. That concerns their callers, and
/// themselves if others found it.
fn least_solution(
    g: &Generator,
    plans: &mut IndexMap<UnitId, Vec<Node>>,
    between: &mut Between,
    of: impl Fn(&Generator, &Between, UnitId, &mut [Node]) -> News + Sync + Send,
) {
    let calls = &g.facts.calls;
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
