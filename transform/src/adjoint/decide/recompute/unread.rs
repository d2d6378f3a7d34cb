//! Variables that the forward sweep would compute only for the reverse sweep.
//!
//! ```text
//! a = a + x(i)
//! t = sin(a)          only the adjoint of the next statement reads t: recomputed there, it is omitted from the forward
//! sweep
//! f = f + t*y(i)      nothing in the forward sweep reads f
//! ```
//!
//! If such a variable is recomputed, it is computed once, as before, and its push and pop are saved. That pays whatever
//! the expression costs. The contents of the forward sweep are decided later ([`crate::adjoint::decide::liveness`]),
//! and depend on this decision. So here a set `L` of zones that the forward sweep may read is computed. It starts with
//! the needs of the reverse sweep (if that recomputes all candidates), tests, bounds, and reads of statements with
//! effects. It grows until it contains the operands of the definitions of its members.
//!
//! The entries of a local Jacobian are computed in the forward sweep, which overwrites what they are computed from:
//! what the partial derivatives of a statement read counts as read by it.
//!
//! Ignored: the order of statements; tests and bounds of constructs that are not in the forward sweep.

use crate::adjoint::decide::recompute::zone_of;
use crate::adjoint::plan::{Kind, Node, Region};
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::ZoneSet;
use adc_frontend::ir::*;

/// The candidates that the forward sweep would not read.
pub(crate) fn among(cx: &Context, unit: UnitId, nodes: &[Node], candidates: &ZoneSet) -> ZoneSet {
    if !cx.options.optimisations.has(Opt::Liveness) {
        return ZoneSet::new();
    }
    let mut read = ZoneSet::new();
    if cx.choices.split.contains(&unit) {
        // results for the callers
        let summary = cx.facts.summaries.get(unit);
        read.extend(summary.iter().flat_map(|s| s.writes.iter()));
    }
    begin(cx, nodes, candidates, &mut read);
    while grow(cx, nodes, &mut read) {}
    let mut out = candidates.clone();
    out.subtract(&read);
    out
}

/// Adds zones that are read in any case.
fn begin(cx: &Context, nodes: &[Node], candidates: &ZoneSet, read: &mut ZoneSet) {
    for n in nodes {
        let mut needs = ZoneSet::new();
        n.own_needs(&mut needs);
        needs.subtract(candidates);
        read.union_with(&needs);
        match n {
            Node::Simple(s) | Node::Region(Region { face: s, .. }) => {
                let computed = matches!(&s.forward.kind, StmtKind::Assign { lhs, .. } if zone_of(cx, lhs).is_some_and(|z| candidates.contains(z)));
                if s.is_observable {
                    read.union_with(&s.reads);
                } else if computed {
                    // needed where the variable is recomputed
                    let others = s.reads.iter().filter(|&z| !candidates.contains(z));
                    read.extend(others);
                }
            }
            Node::Branch(b) => {
                read.union_with(&b.tests);
            }
            Node::Loop(l) => {
                read.union_with(&l.control);
            }
            Node::Again(_) => {}
        }
        n.blocks().into_iter().for_each(|b| begin(cx, b, candidates, read));
    }
}

/// Adds the reads of statements that write a zone of the set; true if the set grows.
fn grow(cx: &Context, nodes: &[Node], read: &mut ZoneSet) -> bool {
    let mut grown = false;
    for n in nodes {
        let run = match n {
            // its statements are checked one by one
            Node::Region(r) if matches!(r.kind, Kind::Blocks(_)) => None,
            Node::Simple(s) | Node::Region(Region { face: s, .. }) => Some(s),
            Node::Branch(_) | Node::Loop(_) | Node::Again(_) => None,
        };
        if let Some(s) = run {
            if s.writes.iter().any(|w| cx.facts.zones.is_among(w.zone, read)) {
                grown |= read.union_with(&s.reads) | read.union_with(&s.read_by_partials);
            }
        }
        for b in n.blocks() {
            grown |= grow(cx, b, read);
        }
    }
    grown
}
