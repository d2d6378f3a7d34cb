//! Facts of the def-use graph about single statements.

use super::graph::NodeId;
use super::input::Input;
use super::Trail;
use crate::chains::NodeKind;
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use bitvec::vec::BitVec;
use std::collections::BTreeMap;

/// What becomes of the shadow of a variable where the variable is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shadow {
    /// It gets a derivative.
    Derivative,
    /// The new value depends on no independent, but its shadow is looked at: it is zero.
    Zero,
    /// Nobody looks at it.
    None,
}

/// By statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    /// Zones that the statement uses with a varied value.
    varied: BTreeMap<StmtId, ZoneSet>,
    /// Zones that it uses or gives an active value.
    active: BTreeMap<StmtId, ZoneSet>,
    /// Zones that it gives a varied value that is wanted.
    derivative: BTreeMap<StmtId, ZoneSet>,
    /// Zones that it gives a wanted value which is not varied.
    zero: BTreeMap<StmtId, ZoneSet>,
}

impl Points {
    pub fn build(
        input: Input,
        trail: &Trail,
        wanted: &BitVec,
        definitions: &BTreeMap<UnitId, Vec<Option<NodeId>>>,
    ) -> Points {
        let mut points = Points::default();
        for (&unit, nodes) in definitions {
            let (Some(chains), Some(cfg)) = (input.reaching.of(unit), input.cfgs.get(&unit)) else {
                continue;
            };
            for (id, n) in chains.nodes() {
                let (NodeKind::Def { item, .. }, Some(node)) = (&n.kind, nodes[id.index()]) else {
                    continue;
                };
                if trail.blue.has(node) {
                    points.active.entry(item.stmt).or_default().insert(n.zone);
                }
                let table = match (trail.red.has(node), wanted[node.index()]) {
                    (_, false) => continue,
                    (true, true) => &mut points.derivative,
                    (false, true) => &mut points.zero,
                };
                table.entry(item.stmt).or_default().insert(n.zone);
            }
            for item in cfg.all_items() {
                let steps = input.code.get(item).map_or(0, |l| l.steps.len());
                for &(z, from) in (0..=steps).flat_map(|k| chains.uses(item, k)) {
                    let Some(n) = nodes[from.index()] else { continue };
                    if trail.red.has(n) {
                        points.varied.entry(item.stmt).or_default().insert(z);
                    }
                    if trail.blue.has(n) {
                        points.active.entry(item.stmt).or_default().insert(z);
                    }
                }
            }
        }
        points
    }

    pub fn is_varied(&self, stmt: StmtId, zone: ZoneId) -> bool {
        self.varied.get(&stmt).is_some_and(|s| s.contains(zone))
    }

    pub fn is_active(&self, stmt: StmtId, zone: ZoneId) -> bool {
        self.active.get(&stmt).is_some_and(|s| s.contains(zone))
    }

    pub fn shadow(&self, stmt: StmtId, zone: ZoneId) -> Shadow {
        let has = |t: &BTreeMap<StmtId, ZoneSet>| t.get(&stmt).is_some_and(|s| s.contains(zone));
        if has(&self.derivative) {
            Shadow::Derivative
        } else if has(&self.zero) {
            Shadow::Zero
        } else {
            Shadow::None
        }
    }
}
