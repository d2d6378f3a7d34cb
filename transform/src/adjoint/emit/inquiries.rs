//! Proves that every inquiry of the reverse sweep (shape, bounds, length, allocation, association) is known to its
//! plan.
//!
//! A descriptor is a zone ([`adc_analysis::Zones::descriptors_of`]). An inquiry that is added after the needs of a node
//! were collected would return the final state of the variable, whatever the forward sweep did to it. So for each node
//! of a plan,
//!
//! ```text
//! asked(node) ∩ changed(plan) ⊆ needed(node) ∪ restored(node)
//! ```
//!
//! where `changed` are the descriptors that statements of the plan write and that are restored only if needed
//! ([`crate::adjoint::build::descriptors`]). Ignored: inquiries that are added after planning (sizes of pushed and
//! popped values, which follow from the recorded zones, and those of `polish`).

use crate::adjoint::plan::{Iterations, Node, Simple};
use crate::adjoint::Adjoint;
use adc_analysis::ZoneSet;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{stmt_exprs, walk_block_exprs, walk_expr};
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// # Panics
    /// If the node of an inquiry neither needs nor restores its descriptor.
    pub(crate) fn inquiries_are_needed(&self, plan: &[Node]) {
        let mut changed = ZoneSet::new();
        changed_descriptors(plan, &mut changed);
        if changed.is_empty() {
            return;
        }
        self.g.facts.zones.close(&mut changed);
        self.check_nodes(plan, &changed);
    }

    fn check_nodes(&self, nodes: &[Node], changed: &ZoneSet) {
        for n in nodes {
            let (asked, known) = match n {
                Node::Simple(s) => (self.asked(&s.adjoint), known(s)),
                Node::Again(a) => (self.asked(&a.body), a.needs.clone()),
                Node::Branch(b) => (self.asked_by_header(&b.stmt, b.again), b.needs.clone()),
                Node::Loop(l) => {
                    let is_evaluated_again = matches!(l.bounds, Iterations::Again);
                    (self.asked_by_header(&l.stmt, is_evaluated_again), l.needs.clone())
                }
                Node::Region(r) => (ZoneSet::new(), r.face.needs.clone()),
            };
            if let Some(d) = asked.iter().find(|&d| changed.contains(d) && !known.contains(d)) {
                let zones = &self.g.facts.zones;
                let symbol = zones.symbol_in(self.g.primal, self.unit, d);
                panic!(
                    "the reverse sweep of {} needs the {}, which is not among its needs",
                    self.g.primal.units[self.unit].name,
                    zones.name(self.g.primal, symbol, d)
                );
            }
            n.blocks()
                .into_iter()
                .for_each(|inner| self.check_nodes(inner, changed));
        }
    }

    fn asked(&self, block: &Block) -> ZoneSet {
        let mut asked = ZoneSet::new();
        walk_block_exprs(block, &mut |e| self.inquiry(e, &mut asked));
        asked
    }

    fn asked_by_header(&self, s: &Stmt, is_evaluated_again: bool) -> ZoneSet {
        let mut asked = ZoneSet::new();
        if is_evaluated_again {
            stmt_exprs(&s.kind, &mut |e| walk_expr(e, &mut |x| self.inquiry(x, &mut asked)));
        }
        asked
    }

    /// Adds the descriptors that determine the result of an inquiry.
    fn inquiry(&self, e: &Expr, asked: &mut ZoneSet) {
        let ExprKind::Intrinsic(id, _, args) = &e.kind else {
            return;
        };
        if id.row().class == Class::Inquiry {
            let zones = &self.g.facts.zones;
            let descriptors = |a| zones.descriptors_of(self.g.primal, a);
            asked.extend(args.iter().filter_map(Arg::expr).flat_map(descriptors));
        }
    }
}

fn changed_descriptors(nodes: &[Node], out: &mut ZoneSet) {
    let mut of = |s: &Simple| out.extend(s.writes.iter().filter(|w| w.is_descriptor()).map(|w| w.zone));
    for n in nodes {
        match n {
            Node::Simple(s) => of(s),
            Node::Region(r) => of(&r.face),
            Node::Branch(_) | Node::Loop(_) | Node::Again(_) => {}
        }
    }
    for n in nodes {
        n.blocks().into_iter().for_each(|inner| changed_descriptors(inner, out));
    }
}

/// Descriptors that the reverse part of a statement may inquire about: it needs or restores them.
fn known(s: &Simple) -> ZoneSet {
    let mut known = s.needs.clone();
    known.extend(s.writes.iter().filter(|w| w.is_descriptor()).map(|w| w.zone));
    known
}
