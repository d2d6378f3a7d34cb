//! Which elements of an array the reverse part of a loop needs.
//!
//! Zones are whole arrays. Where a loop assigns to one element of an array in each iteration, and the reverse part of
//! the iteration needs no other element, more can be said: when the element may be popped ([`super::bulk`]), and whether
//! the records of a nest restore all that the nest needs ([`restored_in`]).

use crate::adjoint::plan::{Loop, Node, Region, Restored, Simple, Write};
use crate::context::Context;
use adc_analysis::cfg::{Item, Role};
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::visit::{stmt_exprs, walk_block, walk_designators};
use adc_frontend::ir::*;
use std::collections::HashMap;

/// Arrays of which a nest assigns and records each element once, and of which its reverse part needs only these
/// elements, as they were before: `u(i) = u(i)*exp(-a*u(i))`. Its records restore all that it needs of them, so that code
/// after it may overwrite them.
pub(crate) fn restored_in(cx: &Context, l: &Loop) -> ZoneSet {
    let header = Item {
        stmt: l.stmt.id,
        role: Role::Next,
    };
    let Some(renewed) = cx.facts.sweeps.renewed_by(header).filter(|_| l.fused.is_none()) else {
        return ZoneSet::new();
    };
    let is_own = |&z: &ZoneId| !cx.facts.zones.is_among(z, &l.needs) && needs_own_elements(cx, &l.body, z);
    renewed.iter().filter(is_own).collect()
}

fn needs_own_elements(cx: &Context, body: &[Node], zone: ZoneId) -> bool {
    let mut writes = HashMap::new();
    count_writes(body, &mut writes);
    let aliases = cx.facts.zones.aliases(&zone);
    if aliases.iter().filter_map(|z| writes.get(z)).sum::<usize>() != 1 || !is_simple(cx, body, zone) {
        return false;
    }
    let place = body.iter().position(|n| holds(n, zone));
    let write = place.and_then(|k| write_in(&body[k], zone));
    let is_popped = |w: &&Write| w.recorded && !matches!(w.restored, Restored::Undone(_));
    let element = write.filter(is_popped).and_then(|w| w.target.as_ref());
    match (place, element) {
        (Some(place), Some(element)) => only_element(cx, body, place, zone, element, Side::UpTo),
        _ => false,
    }
}

/// True if no call, region or subscript of nodes may read a zone.
fn is_simple(cx: &Context, body: &[Node], zone: ZoneId) -> bool {
    let named = |zones: &ZoneSet| cx.facts.zones.is_among(zone, zones);
    body.iter().all(|n| match n {
        Node::Simple(s) => {
            let is_read = s.call.is_some() && named(&s.reads);
            !is_read && !s.writes.iter().any(|w| named(&w.subscripts))
        }
        Node::Region(_) => false,
        Node::Loop(_) | Node::Branch(_) | Node::Again(_) => n.blocks().into_iter().all(|b| is_simple(cx, b, zone)),
    })
}

/// The only write of a zone.
fn write_in(n: &Node, zone: ZoneId) -> Option<&Write> {
    match n {
        Node::Simple(s) => s.writes.iter().find(|w| w.zone == zone && s.live),
        _ => n.blocks().into_iter().flatten().find_map(|n| write_in(n, zone)),
    }
}

/// Counts the writes of each zone in some nodes, in both sweeps.
pub(crate) fn count_writes(nodes: &[Node], counts: &mut HashMap<ZoneId, usize>) {
    let mut count = |z: ZoneId| *counts.entry(z).or_default() += 1;
    for n in nodes {
        match n {
            Node::Simple(s) | Node::Region(Region { face: s, .. }) => {
                s.again.iter().for_each(&mut count);
                s.call.iter().flat_map(|c| c.again.iter()).for_each(&mut count);
                s.writes.iter().for_each(|w| count(w.zone));
            }
            Node::Again(a) => a.writes.iter().for_each(&mut count),
            Node::Loop(l) => l.index.iter().for_each(|&(z, _)| count(z)),
            Node::Branch(_) => {}
        }
    }
    for block in nodes.iter().flat_map(Node::blocks) {
        count_writes(block, counts);
    }
}

/// True if the reverse part of a node reads a zone.
fn needs(cx: &Context, n: &Node, zone: ZoneId) -> bool {
    cx.facts.zones.is_among(zone, &n.needs())
}

/// Statements of a block, relative to one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// The statement and those before it.
    UpTo,
    /// The statements after it.
    After,
}

/// True if the reverse part of a body needs of a zone only the element that the assignment in the node at `place`
/// overwrites, and only for statements on one side of it in its block.
pub(crate) fn only_element(
    cx: &Context,
    body: &[Node],
    place: usize,
    zone: ZoneId,
    element: &Expr,
    side: Side,
) -> bool {
    body.iter().enumerate().all(|(k, n)| match n {
        _ if !needs(cx, n, zone) => true,
        Node::Simple(s) => (k <= place) == (side == Side::UpTo) && s.call.is_none() && names_only(cx, s, zone, element),
        Node::Loop(l) if k == place => {
            let at = l.body.iter().position(|n| holds(n, zone));
            let inside = |at| only_element(cx, &l.body, at, zone, element, side);
            !cx.facts.zones.is_among(zone, &l.needs) && at.is_some_and(inside)
        }
        Node::Loop(_) | Node::Branch(_) | Node::Again(_) | Node::Region(_) => false,
    })
}

/// True for the node with the only assignment to a zone.
fn holds(n: &Node, zone: ZoneId) -> bool {
    match n {
        Node::Simple(s) => s.writes.iter().any(|w| w.zone == zone),
        _ => n.blocks().into_iter().flatten().any(|n| holds(n, zone)),
    }
}

/// True if the adjoint of a statement names no part of a zone but one element.
fn names_only(cx: &Context, s: &Simple, zone: ZoneId, element: &Expr) -> bool {
    let all = cx.facts.zones.aliases(&zone);
    let in_zone = |e: &Expr| cx.facts.zones.of_designator(e).iter().any(|z| all.contains(z));
    let mut only = true;
    walk_block(&s.adjoint, &mut |s| {
        stmt_exprs(&s.kind, &mut |e| {
            walk_designators(e, &mut |d| only &= !in_zone(d) || d.same(element));
        });
    });
    only
}
