//! Expressions that can be recomputed, and the records that recomputation saves.

use crate::adjoint::decide::recompute::spot::Place;
use crate::adjoint::plan::Node;
use crate::code::elementwise::is_operation;
use crate::context::Context;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// True for operations and elemental intrinsic functions of scalars, whatever they cost.
pub(crate) fn is_elemental(e: &Expr) -> bool {
    let own = match &e.kind {
        _ if e.rank > 0 => false,
        ExprKind::Var(_) | ExprKind::Component(..) | ExprKind::Index(..) => true,
        _ => is_operation(e) || e.is_literal(),
    };
    let mut all = own;
    let is_base = matches!(e.kind, ExprKind::Index(..));
    visit::subexprs(e, &mut |x| {
        all &= is_base && matches!(x.kind, ExprKind::Var(_)) || is_elemental(x)
    });
    all
}

/// Loop depth at which each variable of a procedure is written, and zones that are needed anyway.
pub(crate) struct Depths {
    written: BTreeMap<ZoneId, usize>,
    needed: ZoneSet,
}

impl Depths {
    pub(crate) fn of(cx: &Context, nodes: &[Node]) -> Depths {
        let mut out = Depths {
            written: BTreeMap::new(),
            needed: ZoneSet::new(),
        };
        out.add(cx, nodes, 0);
        out
    }

    fn add(&mut self, cx: &Context, nodes: &[Node], loops: usize) {
        for n in nodes {
            n.own_needs(&mut self.needed);
            if let Node::Simple(s) = n {
                for w in &s.writes {
                    // an array written as a whole counts as written in loops over its elements
                    let whole = |z: ZoneId| {
                        cx.facts
                            .zones
                            .members(z)
                            .first()
                            .map_or(0, |&m| cx.primal.symbols[m].rank())
                    };
                    let rank = w.target.as_ref().map_or_else(|| whole(w.zone), |t| t.rank);
                    let depth = self.written.entry(w.zone).or_default();
                    *depth = (*depth).max(loops + usize::from(rank));
                }
            }
            let deeper = loops + usize::from(n.repeats());
            for b in n.blocks() {
                self.add(cx, b, deeper);
            }
        }
    }

    /// True if the operands need no more records than the `served` variables.
    pub(crate) fn pays(&self, served: usize, operands: &ZoneSet, place: &Place) -> bool {
        let depth = |z: ZoneId| self.written.get(&z).copied().unwrap_or(0);
        let new: Vec<ZoneId> = operands
            .iter()
            .filter(|&z| depth(z) >= place.loops && !self.needed.contains(z) && !place.standing.contains(z))
            .collect();
        new.len() <= served && new.iter().all(|&z| depth(z) == place.loops)
    }
}
