//! Records scalars that live in one iteration at its end, not where the next iteration overwrites them:
//!
//! ```text
//! do i = 1, n                                    do i = 1, n
//!    call pushreal8(t)                              t = a(i)*x(i)
//!    t = a(i)*x(i)                      →           y(i) = t*t
//!    y(i) = t*t                                     call pushreal8(t)
//! end do                                         end do
//! ```
//!
//! The value of an iteration is then recorded by the same iteration, and no value from before the loop is. So iterations
//! that carry nothing else are independent in the forward sweep, too, where the records are elements of an array
//! ([`crate::adjoint::decide::indexed`]).
//!
//! **Correctness.** A variable may be pushed anywhere in the forward sweep if it is popped at the same point of the
//! reverse sweep: earlier code finds its value again. So [`crate::adjoint::decide::tbr`] treats a point as a statement
//! that overwrites the variable as a whole, and no choice of points is wrong.
//!
//! **Where.** At the end of the iterations of counted loops, and before such loops, so that the first iteration need
//! not keep the value for the code before the loop. The variables: scalars that have no other name, and that an
//! iteration overwrites as a whole before it reads them. So the number of records grows by at most one in each run of
//! the loop.
//!
//! Ignored: arrays; loops whose iterations are counted.

use crate::adjoint::plan::{Loop, Node, Simple, Write};
use crate::context::text::exposed;
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;

/// Puts the points into the plan of one procedure whose live nodes are known.
pub(crate) fn insert(cx: &Context, unit: UnitId, nodes: &mut Vec<Node>) {
    if cx.options.optimisations.has(Opt::Ends) && cx.options.optimisations.has(Opt::Tbr) {
        insert_in(cx, unit, nodes);
    }
}

fn insert_in(cx: &Context, unit: UnitId, nodes: &mut Vec<Node>) {
    let mut out = Vec::with_capacity(nodes.len());
    for mut n in std::mem::take(nodes) {
        n.blocks_mut().into_iter().for_each(|b| insert_in(cx, unit, b));
        if let Node::Loop(l) = &mut n {
            for (zone, scalar, setter) in scalars(cx, unit, l) {
                // the one before the loop is on behalf of the code before it
                out.push(Node::Simple(point(cx, (l.stmt.id, l.stmt.span), zone, scalar)));
                l.body.push(Node::Simple(point(cx, setter, zone, scalar)));
            }
        }
        out.push(n);
    }
    *nodes = out;
}

/// Removes the points where nothing is recorded from a decided plan.
pub(crate) fn remove_unused(nodes: &mut Vec<Node>) {
    nodes.retain(|n| !matches!(n, Node::Simple(s) if s.is_point() && !s.writes.iter().any(|w| w.recorded)));
    nodes.iter_mut().flat_map(Node::blocks_mut).for_each(remove_unused);
}

/// A statement, by its id, and its place.
type Of = (StmtId, Span);

/// The scalars of the iterations of a loop, with their zones and the statements that set them.
fn scalars(cx: &Context, unit: UnitId, l: &Loop) -> Vec<(ZoneId, SymbolId, Of)> {
    let is_counted = l.live && l.fused.is_none() && l.has_plain_bounds();
    let (true, Some(StmtKind::Do { body, .. })) = (is_counted, cx.texts.of(unit).statement(l.stmt.id).map(|s| &s.kind))
    else {
        return vec![];
    };
    let mut own = ZoneSet::new();
    let read = exposed(cx.facts, body, &mut own);
    own.subtract(&read);
    own.subtract(&l.control);
    l.index.iter().for_each(|&(z, _)| {
        own.remove(z);
    });
    let zones = &cx.facts.zones;
    let symbol = |z: ZoneId| (!zones.is_temporary(z)).then(|| cx.scalar_alone(z)).flatten();
    let named = own.iter().filter_map(|z| Some((z, symbol(z)?)));
    let own = named.filter(|&(_, s)| cx.primal.symbols[s].owner == Some(unit));
    own.filter(|_| cx.options.apply(Opt::Ends, l.stmt.span))
        .map(|(z, s)| {
            let of = setter(cx, body, z).unwrap_or(&l.stmt);
            (z, s, (of.id, of.span))
        })
        .collect()
}

/// The first statement that overwrites a zone.
fn setter<'s>(cx: &Context, body: &'s [Stmt], zone: ZoneId) -> Option<&'s Stmt> {
    body.iter()
        .find(|s| cx.facts.effects.of(s.id).must_writes.contains(zone))
}

/// The point where a scalar is recorded on behalf of a statement.
fn point(cx: &Context, (id, span): Of, zone: ZoneId, scalar: SymbolId) -> Simple {
    Simple {
        writes: vec![Write::undecided(zone, Some(var(cx.primal, scalar)), true)],
        ..Simple::beside(id, span)
    }
}
