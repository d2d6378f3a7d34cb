//! Replaces the tape by arrays, indexed by the loop, for values that one iteration records for its nearby counterpart:
//!
//! ```text
//! do k = n, 1, -1                               do k = n, 1, -1
//!    do i = 1, m                                   do i = 1, m
//!       call pushreal8(t)                             ts(i) = t
//!       t = ...                                       t = ...
//!    end do                              →         end do
//!    do i = m, 1, -1                               do i = m, 1, -1
//!       ...                                           ...
//!       call popreal8(t)                              t = ts(i)
//!    end do                                        end do
//! end do                                        end do
//! ```
//!
//! Such a pair of loops stands in the body of a loop whose forward and reverse parts run together
//! ([`crate::adjoint::decide::fusion`], and regions that run a second time). Both parts run before anything else does,
//! so one array serves all iterations of the surrounding loop. A call of the tape costs some nanoseconds, and hides the
//! values of COMMON variables from the compiler.
//!
//! An array is used if
//!
//! 1. the inner loop is counted, of stride 1 or -1, and its bounds have their values before the outermost loop, where
//!    the arrays are allocated;
//! 2. the record is a scalar, or an array or section whose extents are also known there; it has an intrinsic type other
//!    than character, and always exists;
//! 3. it is recorded in the body itself, perhaps under a test, and not in an inner loop, which would record it several
//!    times an iteration.
//!
//! Numbers of branches are stored in the same way if nothing inside the branch is left to the tape.
//!
//! Elsewhere a trajectory would be allocated anew in each call, while the tape has its memory already; so such records
//! stay on the tape.

use crate::adjoint::decide::View;
use crate::adjoint::plan::{Branch, Keep, Kind, Loop, Node, Restored, Simple, Write};
use crate::code::indices::Range;
use crate::options::Opt;
use adc_analysis::ZoneSet;
use adc_frontend::ir::*;

/// Marks the records of a decided plan that are stored in arrays.
pub(crate) fn solve(view: View, nodes: &mut [Node]) {
    if !view.options.optimisations.has(Opt::Indexed) {
        return;
    }
    for n in nodes {
        match n {
            Node::Simple(_) | Node::Again(_) => {}
            Node::Branch(b) => b.arms.iter_mut().for_each(|a| solve(view, a)),
            Node::Loop(_) | Node::Region(_) => {
                let mut written = n.written();
                view.facts.zones.close(&mut written);
                Marks { view, written }.node(n, Around::default());
            }
        }
    }
}

/// The surroundings of nodes.
#[derive(Clone, Copy, Default)]
struct Around {
    /// True inside any loop.
    in_loop: bool,
    /// True if their forward and their reverse parts stand in one block, in a loop.
    together: bool,
}

struct Marks<'m, 'a> {
    view: View<'m, 'a>,
    /// Zones that the outermost loop writes; arrays are allocated before that loop.
    written: ZoneSet,
}

impl Marks<'_, '_> {
    fn node(&self, n: &mut Node, around: Around) {
        match n {
            Node::Simple(_) | Node::Again(_) => {}
            Node::Branch(b) => b.arms.iter_mut().flatten().for_each(|n| self.node(n, around)),
            Node::Loop(l) => {
                if around.together && self.has_index(l) && self.view.options.apply(Opt::Indexed, l.stmt.span) {
                    self.directly_in(&mut l.body);
                }
                let inside = Around {
                    in_loop: true,
                    together: l.fused.is_some(),
                };
                l.body.iter_mut().for_each(|n| self.node(n, inside));
            }
            Node::Region(r) => {
                let together = matches!(r.kind, Kind::Plain) && around.in_loop;
                let inside = Around { together, ..around };
                r.blocks_mut().into_iter().flatten().for_each(|n| self.node(n, inside));
            }
        }
    }

    /// True for a loop whose index can be a subscript of an array.
    fn has_index(&self, l: &Loop) -> bool {
        let plain = l.live && l.fused.is_none() && l.has_plain_bounds();
        plain && Range::of(&l.stmt.kind).is_some_and(|r| self.is_fixed(r.first) && self.is_fixed(r.last))
    }

    fn directly_in(&self, body: &mut [Node]) {
        for n in body {
            match n {
                Node::Simple(s) => self.simple(s),
                Node::Branch(b) => self.branch(b),
                Node::Loop(inner) => {
                    let bulk = inner.bulk.iter_mut().flat_map(|b| &mut b.values);
                    let mut moved = vec![];
                    for p in bulk.filter(|p| self.fits(&p.write)) {
                        p.write.indexed = true;
                        moved.push(p.write.zone);
                    }
                    for w in inner.body.iter_mut().flat_map(writes_in) {
                        w.indexed |= matches!(w.restored, Restored::InBulk) && moved.contains(&w.zone);
                    }
                }
                Node::Again(_) | Node::Region(_) => {}
            }
        }
    }

    fn simple(&self, s: &mut Simple) {
        if s.revive.is_some() {
            return;
        }
        for w in s.writes.iter_mut().filter(|w| w.is_pushed_here()) {
            w.indexed = self.fits(w);
        }
    }

    fn branch(&self, b: &mut Branch) {
        b.arms.iter_mut().for_each(|a| self.directly_in(a));
        b.indexed = !b.again && !b.turns && !b.arms.iter().flatten().any(is_left_to_tape);
    }

    fn fits(&self, w: &Write) -> bool {
        w.kept == Keep::Not
            && !w.perhaps
            && w.target
                .as_ref()
                .is_some_and(|t| extents(self.view, t).is_some_and(|x| self.are_fixed(&x)))
    }

    fn are_fixed(&self, extents: &[(Option<Expr>, Expr)]) -> bool {
        extents
            .iter()
            .flat_map(|(lo, hi)| lo.iter().chain([hi]))
            .all(|e| self.is_fixed(e))
    }

    /// True for an integer expression that has its value before the outermost loop.
    fn is_fixed(&self, e: &Expr) -> bool {
        let stands = |s: SymbolId| {
            let v = self.view.made.symbols[s].variable()?;
            (!(v.attrs.optional || v.attrs.pointer || v.attrs.allocatable || v.attrs.volatile)).then_some(v)
        };
        let value = match &e.kind {
            ExprKind::Int(_) => true,
            ExprKind::Paren(x) | ExprKind::Unary(_, x) => self.is_fixed(x),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
                self.is_fixed(a) && self.is_fixed(b)
            }
            ExprKind::Var(s) => match &self.view.made.symbols[*s].kind {
                SymbolKind::Constant(_) => true,
                _ => {
                    let zones = self.view.facts.zones.of(*s);
                    let is_known = !zones.is_empty() && !zones.iter().any(|&z| self.written.contains(z));
                    is_known && stands(*s).is_some_and(|v| v.dims.is_empty())
                }
            },
            // an object that is allocated at most once
            ExprKind::Intrinsic(_, name, args)
                if ["size", "lbound", "ubound"]
                    .iter()
                    .any(|n| name.eq_ignore_ascii_case(n)) =>
            {
                let mut args = args.iter().map(Arg::expr);
                let array = args.next().flatten().and_then(|a| match a.kind {
                    ExprKind::Var(s) => Some(s),
                    _ => None,
                });
                array.is_some_and(|s| stands(s).is_some()) && args.all(|a| a.is_some_and(|a| self.is_fixed(a)))
            }
            _ => false,
        };
        value && matches!(e.ty, Ty::Integer(_))
    }
}

/// The writes of the statements of a node, also in its blocks.
fn writes_in(n: &mut Node) -> Vec<&mut Write> {
    match n {
        Node::Simple(s) => s.writes.iter_mut().collect(),
        _ => n.blocks_mut().into_iter().flatten().flat_map(writes_in).collect(),
    }
}

/// True if a node uses, or may use, the tape.
fn is_left_to_tape(n: &Node) -> bool {
    match n {
        Node::Simple(s) => {
            s.call.as_ref().is_some_and(|c| c.split)
                || s.needed_revive().is_some()
                || s.writes.iter().any(|w| w.is_on_tape() || w.kept != Keep::Not)
        }
        Node::Branch(b) => !(b.again || b.turns || b.indexed) || b.arms.iter().flatten().any(is_left_to_tape),
        Node::Loop(l) => {
            let plain = l.fused.is_some() || l.has_plain_bounds() && !l.index_recorded;
            !plain || l.body.iter().any(is_left_to_tape)
        }
        Node::Again(_) => false,
        Node::Region(_) => true,
    }
}

/// The bounds of a recorded designator, one pair for each dimension; `None` if the designator does not show them.
pub(crate) fn extents(view: View, target: &Expr) -> Option<AllocShape> {
    if !matches!(
        target.ty,
        Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_) | Ty::Logical(_)
    ) {
        return None;
    }
    let base = match &target.kind {
        ExprKind::Var(s) => *s,
        ExprKind::Index(base, _) => match base.kind {
            ExprKind::Var(s) => s,
            _ => return None,
        },
        _ => return None,
    };
    let v = view.made.symbols[base].variable()?;
    if v.attrs.optional || v.attrs.pointer || v.attrs.allocatable {
        return None;
    }
    if target.rank == 0 {
        return Some(vec![]);
    }
    match &target.kind {
        ExprKind::Index(_, subs) => {
            let ranges = subs.iter().filter(|s| matches!(s, Subscript::Range(..)));
            let given = ranges.map(|s| match s {
                Subscript::Range(Some(lo), Some(hi), None) => Some((Some((**lo).clone()), (**hi).clone())),
                _ => None,
            });
            let all: AllocShape = given.collect::<Option<_>>()?;
            (all.len() == usize::from(target.rank)).then_some(all)
        }
        _ => {
            let declared = v.dims.iter().map(|d| match d {
                Dim::Explicit(lo, hi) => Some((lo.clone(), hi.clone())),
                _ => None,
            });
            declared.collect()
        }
    }
}
