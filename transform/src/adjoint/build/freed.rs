//! Pointers to memory of allocatable variables that is freed.
//!
//! The reverse sweep allocates such a variable again, with its values, at another address. A pointer to it still has
//! the old one:
//!
//! ```text
//! primal                  forward sweep              reverse sweep
//! q => a                  q => a
//! y = y*sum(q*x)          PUSH(y); y = ...           POP(y); xb = xb + q*(y*yb)      q points to nothing
//! deallocate(a)           PUSH(a); deallocate(a)     allocate(a); POP(a)
//! ```
//!
//! So nothing that is reached through such a pointer may be needed upstream of the statement that frees its target:
//! [`crate::adjoint::decide::tbr`] finds what is, [`crate::adjoint::decide::targets`] reports it. What is needed by the
//! name of the variable itself is restored.
//!
//! Pointers to components of such a variable are left without a target, too. A zone that an allocatable component leads
//! to is not: its descriptor is restored. Memory of pointers is not freed before the end: [`super::pointers`].
//!
//! Ignored: pointers that only the caller of the head lets point to memory which the head frees.

use super::super::plan::{Node, Region, Simple};
use crate::context::Context;
use adc_analysis::{ZoneId, ZoneSet, Zones};
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;

/// The way to memory that is not part of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dynamic {
    Allocatable,
    Pointer,
}

/// Zones that are stranded where objects are deallocated.
pub(super) fn stranded_by(cx: &Context, objects: &[Expr]) -> ZoneSet {
    let zones = &cx.facts.zones;
    let mut out = ZoneSet::new();
    for o in objects {
        let known = zones.path_of(o).len();
        for z in zones.of_designator(o) {
            // the components inside the object follow all names of it
            let inner = zones[*z].path.len().saturating_sub(known);
            let others = zones.associated(z).iter().copied().filter(|y| y != z);
            out.extend(others.filter(|&y| leading_to(cx, y, inner).last() == Some(&Dynamic::Pointer)));
        }
    }
    with_descriptors(zones, out)
}

/// Zones that are stranded by a call which deallocates, or allocates, variables in some zones. What is inside of the
/// freed memory is not known here, so an allocatable component may be.
pub(super) fn stranded_by_call(cx: &Context, changed: impl Iterator<Item = ZoneId>) -> ZoneSet {
    let zones = &cx.facts.zones;
    let mut out = ZoneSet::new();
    for z in changed {
        let others = zones.associated(&z).iter().copied().filter(|&y| y != z);
        out.extend(others.filter(|&y| leading_to(cx, y, 0).contains(&Dynamic::Pointer)));
    }
    with_descriptors(zones, out)
}

/// Zones that nodes strand.
pub(super) fn stranded_within(nodes: &[Node]) -> ZoneSet {
    let mut out = ZoneSet::new();
    for n in nodes {
        if let Node::Simple(s) | Node::Region(Region { face: s, .. }) = n {
            out.union_with(&s.strands);
        }
        n.blocks().into_iter().for_each(|b| {
            out.union_with(&stranded_within(b));
        });
    }
    out
}

/// Leaves out of the node of a call what it changes under other names than those of stranded zones: it is restored
/// under these names.
pub(super) fn forget_stranded_names(cx: &Context, node: &mut Simple, s: &Stmt) {
    if node.strands.is_empty() {
        return;
    }
    let mut named = ZoneSet::new();
    walk_block(std::slice::from_ref(s), &mut |s| {
        named.union_with(&cx.named_by(s));
    });
    let strands = &node.strands;
    node.writes
        .retain(|w| w.is_descriptor() || named.contains(w.zone) || !strands.contains(w.zone));
}

/// The dynamic names that lead to a zone, except for the last `inner` components. An argument counts as a pointer: it
/// may be associated with what a pointer refers to.
fn leading_to(cx: &Context, zone: ZoneId, inner: usize) -> Vec<Dynamic> {
    let zones = &cx.facts.zones;
    let path = &zones[zone].path;
    let outer = &path[..path.len().saturating_sub(inner)];
    let names = zones.members(zone).iter().chain(outer);
    let dynamic = names.filter_map(|&s| {
        let v = cx.primal.symbols[s].variable()?;
        match v.storage {
            _ if v.attrs.allocatable => Some(Dynamic::Allocatable),
            Storage::Dummy => Some(Dynamic::Pointer),
            _ => v.attrs.pointer.then_some(Dynamic::Pointer),
        }
    });
    dynamic.collect()
}

fn with_descriptors(zones: &Zones, mut all: ZoneSet) -> ZoneSet {
    let descriptors: Vec<ZoneId> = all.iter().flat_map(|z| zones.descriptors(z)).collect();
    all.extend(descriptors);
    all
}
