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
//! needed upstream and ends with nothing live. A split procedure ([`crate::context::split`]) has what comes before and behind its calls for context: then sets pass both ways, and grow to the least
//! solution.

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
