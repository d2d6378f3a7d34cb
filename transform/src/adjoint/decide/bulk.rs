//! Records a section before a loop instead of its elements in the loop, so that neither sweep calls the tape in the
//! loop:
//!
//! ```text
//! do i = lo, hi                                  call pushreal8array(u(lo:hi), ...)
//!    call pushreal8(u(i))                        do i = lo, hi
//!    u(i) = ...                          →          u(i) = ...
//! end do                                         end do
//! ```
//!
//! An assignment that records `u(s)` in a counted loop of stride 1 or -1 is moved under three conditions.
//!
//! 1. It stands unconditionally in the loop, and one of the subscripts `s` is the index, or the index plus or minus an
//!    expression. The loop writes nothing else that `s` names, in either sweep. So the iterations push different
//!    elements, those of a section.
//! 2. Nothing else in the loop writes `u` in either sweep: before the loop, each element has the value that it has when
//!    it is pushed.
//! 3. The section is popped where no use misses a value. Pop *after* the reverse loop: `u` is needed there by adjoints
//!    of statements after the assignment in its block, and they need only the element `u(s)`, as the assignment has
//!    left it. Pop *before* the reverse loop: `u` is needed by the adjoint of the assignment or of statements before it
//!    in its block, they need only that element, as it was before, and the loop records nothing else, since the last
//!    value pushed is popped first.
//!
//! Loops are processed from the inside outwards, so a nest may end with one push of an array of several dimensions. The
//! size of the tape does not change.
//!
//! Ignored: strides other than 1 and -1, elements under a test, bounds that the loop changes.

use crate::adjoint::build::reads::subscript_zones;
use crate::adjoint::decide::tbr;
use crate::adjoint::decide::View;
use crate::adjoint::plan::{Bulk, Iterations, Keep, Loop, Node, Piece, Region, Restored, Simple, Write};
use crate::code::indices::Range;
use crate::code::{generated, is_all_ranges};
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::visit::{stmt_exprs, walk_block, walk_designators};
use adc_frontend::ir::*;
use std::collections::HashMap;

/// Moves records before the loops of a decided plan.
pub(crate) fn solve(view: View, nodes: &mut [Node]) {
    for n in nodes {
        n.blocks_mut().into_iter().for_each(|b| solve(view, b));
        if let Node::Loop(l) = n {
            of_loop(view, l);
        }
    }
}

/// A write that is recorded in the body of a loop, and could be recorded before the loop.
struct Candidate {
    /// Index of the node in the body, and of the write in the node.
    place: (usize, usize),
    /// The section to be pushed before the loop.
    piece: Piece,
    /// True if it is popped before the reverse loop.
    in_front: bool,
    after: bool,
}

fn of_loop(view: View, l: &mut Loop) {
    let on = view.options.optimisations.has(Opt::Bulk);
    let plain = on && l.live && l.fused.is_none() && l.has_plain_bounds();
    let (Some(range), Some((index, _))) = (Range::of(&l.stmt.kind).filter(|_| plain), l.index) else {
        return;
    };
    let possible = candidates(&view, &l.body);
    if possible.is_empty() {
        return;
    }
    let mut writes = HashMap::new();
    count_writes(&l.body, &mut writes);
    let mut written: ZoneSet = writes.keys().copied().collect();
    l.body.iter().for_each(|n| {
        written.union_with(&n.written());
    });
    view.facts.zones.close(&mut written);
    let writes_of = |z: ZoneId| -> usize { view.facts.zones.aliases(&z).iter().filter_map(|z| writes.get(z)).sum() };
    let found: Vec<Candidate> = possible
        .into_iter()
        .filter_map(|(place, mut piece)| {
            let w = &mut piece.write;
            // values that the loop recomputes in each iteration are part of the subscripts, no need of the pop
            let mut named = ZoneSet::new();
            subscript_zones(&view, w.target.as_ref()?, &mut named);
            named.remove(index);
            w.subscripts.remove(index);
            if named.intersects(&written) || w.subscripts.intersects(&written) || writes_of(w.zone) != 1 {
                return None;
            }
            let section = range.section(w.target.as_ref()?)?;
            w.target = Some(generated(&match section.base_symbol() {
                Some(array) if piece.swept && is_all_ranges(&section) => var(view.made, array),
                _ => section,
            }));
            w.subscripts.union_with(&l.needs);
            let zone = w.zone;
            let on = |side| only_element(view, &l.body, place.0, zone, &piece.element, side);
            let (in_front, after) = (on(Side::UpTo), on(Side::After));
            (in_front || after).then_some(Candidate {
                place,
                piece,
                in_front,
                after,
            })
        })
        .collect();
    if found.is_empty() || !view.options.apply(Opt::Bulk, l.stmt.span) {
        return;
    }
    let mut rest = l.body.clone();
    take(&mut rest, &found, |_| true);
    let in_front = found.iter().all(|c| c.in_front) && !rest.iter().any(records);
    let values = take(&mut l.body, &found, |c| in_front || c.after);
    if !values.is_empty() {
        l.bulk = Some(Bulk { values, in_front });
    }
}

/// The writes that a body records in each iteration, with their positions and elements.
fn candidates(cx: &Context, body: &[Node]) -> Vec<((usize, usize), Piece)> {
    let mut out = vec![];
    for (k, n) in body.iter().enumerate() {
        match n {
            Node::Simple(s) if s.live && s.call.is_none() && s.revive.is_none() => {
                let swept = cx.facts.sweeps.killed_by(tbr::item(s));
                for (j, w) in s.writes.iter().enumerate() {
                    if let Some(t) = w.target.as_ref().filter(|_| w.is_pushed_here() && w.kept == Keep::Not) {
                        let piece = Piece {
                            write: w.clone(),
                            element: t.clone(),
                            swept: swept == Some(w.zone),
                        };
                        out.push(((k, j), piece));
                    }
                }
            }
            Node::Loop(inner) => {
                let values = inner.bulk.iter().flat_map(|b| &b.values).enumerate();
                out.extend(values.map(|(j, p)| ((k, j), p.clone())));
            }
            Node::Simple(_) | Node::Branch(_) | Node::Again(_) | Node::Region(_) => {}
        }
    }
    out
}

/// Removes the chosen writes from the body; returns the sections to be pushed before it.
fn take(body: &mut [Node], found: &[Candidate], chosen: impl Fn(&Candidate) -> bool) -> Vec<Piece> {
    let mut out = vec![];
    // from the last to the first, so that positions remain valid
    for c in found.iter().rev().filter(|c| chosen(c)) {
        let (k, j) = c.place;
        match body.get_mut(k) {
            Some(Node::Simple(s)) => {
                if let Some(w) = s.writes.get_mut(j) {
                    w.restored = Restored::InBulk;
                }
            }
            Some(Node::Loop(inner)) => {
                if let Some(b) = &mut inner.bulk {
                    b.values.remove(j);
                    if b.values.is_empty() {
                        inner.bulk = None;
                    }
                }
            }
            Some(Node::Branch(_) | Node::Again(_) | Node::Region(_)) | None => {}
        }
        out.push(c.piece.clone());
    }
    out.reverse();
    out
}

/// Counts the writes of each zone in some nodes, in both sweeps.
fn count_writes(nodes: &[Node], counts: &mut HashMap<ZoneId, usize>) {
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
enum Side {
    /// The statement and those before it.
    UpTo,
    /// The statements after it.
    After,
}

/// True if the reverse part of a body needs of a zone only the element that the assignment in the node at `place`
/// overwrites, and only for statements on one side of it in its block.
fn only_element(view: View, body: &[Node], place: usize, zone: ZoneId, element: &Expr, side: Side) -> bool {
    body.iter().enumerate().all(|(k, n)| match n {
        _ if !needs(&view, n, zone) => true,
        Node::Simple(s) => {
            (k <= place) == (side == Side::UpTo) && s.call.is_none() && names_only(&view, s, zone, element)
        }
        Node::Loop(l) if k == place => {
            let at = l.body.iter().position(|n| holds(n, zone));
            let inside = |at| only_element(view, &l.body, at, zone, element, side);
            !view.facts.zones.is_among(zone, &l.needs) && at.is_some_and(inside)
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

/// True if the forward part of a node leaves values on the tape.
fn records(n: &Node) -> bool {
    let blocks = || n.blocks().into_iter().flatten().any(records);
    match n {
        Node::Simple(s) => s.live && leaves(s),
        Node::Region(r) => leaves(&r.face) || r.repeats(),
        Node::Again(_) => false,
        Node::Branch(b) => !b.again || blocks(),
        Node::Loop(l) => {
            l.bulk.is_some()
                || l.index_recorded
                || !matches!(l.bounds, Iterations::Again)
                || l.fused.is_none() && blocks()
        }
    }
}

fn leaves(s: &Simple) -> bool {
    s.needed_revive().is_some()
        || s.call.as_ref().is_some_and(|c| c.split)
        || s.writes.iter().any(Write::is_pushed_here)
}
