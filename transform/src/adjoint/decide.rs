//! Decides over the plans of all procedures what the adjoints run, record and restore, in the order in which the analyses need each other:
//!
//! | | analysis | equations | needs |
//! |---|---|---|---|
//! | 0 | [`recompute`]: what the backward sweep evaluates again | | |
//! | 1 | [`liveness`]: what the forward sweep holds, what is live at the entry of an adjoint | (1.10) | 0 |
//! | 2 | [`tbr`]: what is recorded | (1.8), (1.9) | 1 |
//! | 3 | [`write`]: what an adjoint leaves changed | (1.12) | 2 |
//! | 4 | [`snapshot`]: what is kept around the adjoint of a call | (1.11) | 2, 3 |
//! | 5 | [`targets`]: names for what is recorded and kept | | 2, 4 |
//!
//! Between procedures 1 and 3 pass sets over the zones of the interface and globals from callees to callers.

use super::plan::Node;
use super::{liveness, recompute, snapshot, targets, tbr, write};
use crate::generator::Generator;
use adc_analysis::ZoneSet;
use adc_frontend::ir::UnitId;
use indexmap::IndexMap;

/// Writes the decisions into the plans.
pub fn all(g: &mut Generator, plans: &mut IndexMap<UnitId, Vec<Node>>) {
    for nodes in plans.values_mut() {
        recompute::solve(g, nodes);
    }
    let live = least_solution(g, plans, &mut |g, live, unit, nodes| {
        let mut zones = liveness::solve(g, live, nodes);
        // bounds of arrays are read when the procedure is entered
        zones.extend(g.facts.code.at_entry(unit));
        zones
    });
    for nodes in plans.values_mut() {
        tbr::solve(g, &live, nodes);
    }
    let out = least_solution(g, plans, &mut |g, out, unit, nodes| write::solve(g, out, unit, nodes));
    let units: Vec<UnitId> = plans.keys().copied().collect();
    for u in units {
        if let Some(nodes) = plans.get_mut(&u) {
            snapshot::solve(g, &live, &out, nodes);
            targets::name(g, u, nodes);
        }
    }
}

type Found = IndexMap<UnitId, ZoneSet>;
type Analysis<'f> = dyn FnMut(&Generator, &Found, UnitId, &mut [Node]) -> ZoneSet + 'f;

/// One set a procedure, callees first, recursion to the least solution.
fn least_solution(g: &Generator, plans: &mut IndexMap<UnitId, Vec<Node>>, of: &mut Analysis) -> Found {
    let mut found = Found::new();
    for group in g.facts.calls.bottom_up() {
        g.facts.calls.settle(group, &mut |unit| {
            let Some(nodes) = plans.get_mut(&unit) else {
                return false;
            };
            let now = of(g, &found, unit, nodes);
            found.entry(unit).or_default().union_with(&now)
        });
    }
    found
}
