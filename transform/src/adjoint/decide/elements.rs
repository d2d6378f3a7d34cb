//! Which elements of an array the reverse part of a loop needs.
//!
//! Zones are whole arrays. Where a loop assigns to one element of an array in each iteration, and the reverse part of
//! the iteration needs no other element, more can be said: when the element may be popped ([`super::bulk`]).

use crate::adjoint::plan::{Node, Region, Simple};
use crate::context::Context;
use adc_analysis::ZoneId;
use adc_frontend::ir::visit::{stmt_exprs, walk_block, walk_designators};
use adc_frontend::ir::*;
use std::collections::HashMap;

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
