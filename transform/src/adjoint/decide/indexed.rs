//! Replaces calls of the tape by arrays, indexed by the loops around a record:
//!
//! ```text
//! do i = 1, m                                   do i = 1, m
//!    call pushreal8(t)                             ts(i) = t
//!    t = ...                                       t = ...
//! end do                                        end do
//!                                               call pushreal8array(ts, m)
//! ...                                 →         ...
//!                                               call popreal8array(ts, m)
//! do i = m, 1, -1                               do i = m, 1, -1
//!    ...                                           ...
//!    call popreal8(t)                              t = ts(i)
//! end do                                        end do
//! ```
//!
//! A call of the tape costs some nanoseconds, forbids vector instructions, and hides the values of COMMON variables
//! from the compiler. How long the array holds its values ([`Life`]) follows from the surroundings of the loops:
//!
//! | the loops stand | the array holds its values | the tape |
//! |---|---|---|
//! | in the body of a loop whose forward and reverse parts run together ([`crate::adjoint::decide::fusion`], and regions that run a second time) | for an iteration of that loop: one array serves all | is not used |
//! | in no other loop, in a procedure with both sweeps | from one sweep to the other | is not used |
//! | elsewhere | for the loops of one sweep | holds the array as a whole between them |
//!
//! In the first two cases the array has a dimension for each loop. In the last it has as few as let it hold enough
//! values that one push is less work than one for each: then it stays in the cache. Its memory is allocated when it is
//! first used, and lasts as long as the outermost loop around these loops if that does not change their bounds.
//!
//! Outside of loops, where both sweeps or both parts of an iteration stand in one block, a variable serves in place of an
//! array: `t_old = t` ... `t = t_old`.
//!
//! Loops under a test in another loop count as loops elsewhere: the array has elements for all iterations, and those
//! that the test skips may be too many to have memory for.
//!
//! An array is used if
//!
//! 1. the loops are counted, of stride 1 or -1, and their bounds have their values where the array is allocated: before
//!    the outermost of these loops, in the first case before the outermost loop of all;
//! 2. the record is a scalar, perhaps a component; in the first case also an array or a section whose extents are also
//!    known there, in the second one of a few elements if the loops have a few iterations. It has an intrinsic type
//!    other than character, and always exists;
//! 3. it is recorded in the bodies of these loops: perhaps under tests in the first case, and in the others if the loops
//!    have a constant and small number of iterations; otherwise in each iteration.
//!
//! Records in regions without derivatives (`$AD DO-NOT-DIFF`) stay on the tape: as assignments in such a region, they would
//! have no derivatives where generated code is differentiated again.
//!
//! Numbers of branches are stored in the same way; in loops, if nothing inside the branch is left to the tape.
//!
//! Ignored: loops whose iterations are counted; bounds that depend on the index of another loop, except in the last
//! case, where the array then has the dimensions of the inner loops.

use crate::adjoint::decide::View;
use crate::adjoint::plan::{Keep, Kind, Life, Loop, Node, Piece, Region, Restored, Simple, Slot, Write};
use crate::code::cost;
use crate::code::indices::Range;
use crate::normalize::leaves::component;
use crate::options::Opt;
use adc_analysis::ZoneSet;
use adc_frontend::consteval::int_const;
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::rc::Rc;

/// Marks the records of a decided plan that are stored in arrays.
pub(crate) fn solve(view: View, unit: UnitId, nodes: &mut [Node]) {
    if view.options.optimisations.has(Opt::Indexed) {
        let around = Around {
            once: !view.choices.split.contains(&unit),
            ..Around::default()
        };
        Marks { view }.nodes(nodes, &around);
    }
}

/// The surroundings of nodes.
#[derive(Clone, Default)]
struct Around {
    /// The innermost loops whose indices can be subscripts, outermost first.
    nest: Vec<Frame>,
    /// True if these loops run once in a run of the procedure, and so do those of the reverse sweep.
    once: bool,
    /// True if both parts of these loops stand in one block, in a loop.
    together: bool,
    /// True if a test decides in each iteration of these loops what runs.
    tested: bool,
    /// True if a test decides in each iteration of the loop around both parts whether these loops run.
    perhaps: bool,
    /// Zones that the outermost loop of all writes.
    written: Option<Rc<ZoneSet>>,
}

impl Around {
    /// The surroundings of loops that belong to no nest with those around them.
    fn apart(self) -> Around {
        Around {
            written: self.written,
            ..Around::default()
        }
    }

    /// True if the loops have a constant and small number of iterations in all.
    fn is_small(&self) -> bool {
        let all = self.nest.iter().try_fold(1i64, |all, f| all.checked_mul(f.constant?));
        all.is_some_and(|n| n <= cost::DECLARED)
    }

    /// The variable for records outside of such loops, where both parts stand in one block.
    fn variable(&self) -> Option<Slot> {
        let life = match (self.once, self.together) {
            (true, _) => Life::Run,
            (false, true) => Life::Iteration,
            (false, false) => return None,
        };
        Some(Slot {
            loops: 0,
            life,
            lasting: false,
        })
    }
}

/// A loop whose index can be a subscript of an array.
#[derive(Clone)]
struct Frame {
    first: Expr,
    last: Expr,
    trips: f64,
    /// The number of iterations, if it is a constant.
    constant: Option<i64>,
    /// Zones that it writes.
    written: Rc<ZoneSet>,
}

struct Marks<'m, 'a> {
    view: View<'m, 'a>,
}

impl Marks<'_, '_> {
    fn nodes(&self, nodes: &mut [Node], around: &Around) {
        let slot = self.slot(around);
        for n in nodes {
            match n {
                Node::Simple(s) => self.simple(s, slot, around),
                Node::Again(_) => {}
                Node::Branch(b) => {
                    let inside = Around {
                        tested: !around.nest.is_empty(),
                        perhaps: around.perhaps || around.nest.is_empty(),
                        ..around.clone()
                    };
                    b.arms.iter_mut().for_each(|a| self.nodes(a, &inside));
                    let serves = |s: &Slot| s.loops == 0 || !b.arms.iter().flatten().any(is_left_to_tape);
                    let span = b.stmt.span;
                    b.slot = slot.filter(|s| !b.again && !b.turns && serves(s) && self.is_wanted(s, span));
                }
                Node::Loop(_) | Node::Region(_) => {
                    let written = self.written(n);
                    let mut inside = around.clone();
                    inside.written.get_or_insert_with(|| Rc::clone(&written));
                    match n {
                        Node::Region(r) => self.region(r, inside),
                        Node::Loop(l) => self.repeat(l, written, inside, slot),
                        Node::Simple(_) | Node::Again(_) | Node::Branch(_) => {}
                    }
                }
            }
        }
    }

    fn written(&self, n: &Node) -> Rc<ZoneSet> {
        let mut written = n.written();
        self.view.facts.zones.close(&mut written);
        Rc::new(written)
    }

    fn region(&self, r: &mut Region, around: Around) {
        let is_plain = matches!(r.kind, Kind::Plain);
        let once = around.once && around.nest.is_empty();
        let around = Around {
            once: once && is_plain,
            together: !once && is_plain,
            ..around.apart()
        };
        // a loop that runs in blocks has other bounds there
        let in_blocks = matches!(r.kind, Kind::Blocks(_));
        for n in r.blocks_mut().into_iter().flatten() {
            match n {
                Node::Loop(l) if in_blocks => self.nodes(&mut l.body, &around),
                _ => self.nodes(std::slice::from_mut(n), &around),
            }
        }
    }

    /// `written`: the zones that the loop writes.
    fn repeat(&self, l: &mut Loop, written: Rc<ZoneSet>, mut around: Around, slot: Option<Slot>) {
        let is_constant = self.view.facts.code.is_constant(l.stmt.id);
        if let Some(b) = l.bulk.as_mut().filter(|_| !is_constant) {
            self.bulk(&mut b.values, &mut l.body, slot, &around);
        }
        let frame = self.frame(l, written);
        if frame.is_none() {
            around = Around {
                together: l.fused.is_some(),
                ..around.apart()
            };
        } else if around.tested && !around.is_small() {
            around = around.apart();
        }
        around.nest.extend(frame);
        self.nodes(&mut l.body, &around);
    }

    /// A loop whose index can be a subscript, with its bounds.
    fn frame(&self, l: &Loop, written: Rc<ZoneSet>) -> Option<Frame> {
        let plain = l.live && l.fused.is_none() && l.has_plain_bounds();
        let range = Range::of(&l.stmt.kind).filter(|_| plain && self.view.options.apply(Opt::Indexed, l.stmt.span))?;
        Some(Frame {
            first: range.first.clone(),
            last: range.last.clone(),
            trips: self.view.trips(&l.stmt),
            constant: range.constants(self.view.made).map(|(lo, hi)| (hi - lo + 1).max(0)),
            written,
        })
    }

    /// The array for the records directly in the innermost loop.
    fn slot(&self, around: &Around) -> Option<Slot> {
        let nest = &around.nest;
        let Some(outermost) = nest.first() else {
            return around.variable();
        };
        let all = |life, written| {
            self.are_known(nest, written).then_some(Slot {
                loops: nest.len(),
                life,
                lasting: false,
            })
        };
        let is_one_or_small = nest.len() == 1 || around.is_small();
        if around.together && (is_one_or_small || !around.perhaps && !around.tested) {
            return all(Life::Iteration, around.written.as_deref()?);
        }
        // an array has elements for all iterations
        if around.tested && !around.is_small() {
            return None;
        }
        let run = around.once.then(|| all(Life::Run, &outermost.written)).flatten();
        run.or_else(|| self.staged(around).filter(|_| !around.tested))
    }

    /// As few of the innermost loops as make enough records.
    fn staged(&self, around: &Around) -> Option<Slot> {
        let nest = &around.nest;
        let mut values = 1.0;
        for (k, frame) in nest.iter().enumerate().rev() {
            if !self.are_known(&nest[k..], &frame.written) {
                return None;
            }
            values *= frame.trips;
            if values >= cost::STAGED {
                let lasts = |w: &Rc<ZoneSet>| !Rc::ptr_eq(w, &frame.written) && self.are_known(&nest[k..], w);
                return Some(Slot {
                    loops: nest.len() - k,
                    life: Life::Loops,
                    lasting: around.written.as_ref().is_some_and(lasts),
                });
            }
        }
        None
    }

    /// True if the bounds of loops have their values before code that writes these zones.
    fn are_known(&self, nest: &[Frame], written: &ZoneSet) -> bool {
        nest.iter()
            .all(|f| self.is_fixed(&f.first, written) && self.is_fixed(&f.last, written))
    }

    fn simple(&self, s: &mut Simple, slot: Option<Slot>, around: &Around) {
        if s.revive.is_some() || self.view.facts.code.is_constant(s.forward.id) {
            return;
        }
        for w in s.writes.iter_mut().filter(|w| w.is_pushed_here()) {
            let span = s.forward.span;
            w.slot = slot.filter(|slot| self.fits(w, slot.life, around) && self.is_wanted(slot, span));
        }
    }

    /// The records that stand before a loop for all of its iterations.
    fn bulk(&self, values: &mut [Piece], body: &mut [Node], slot: Option<Slot>, around: &Around) {
        let mut moved = vec![];
        let Some(slot) = slot else { return };
        let span = body.first().and_then(Node::span).unwrap_or(Span::NONE);
        let fits = |w: &Write| self.fits(w, slot.life, around) && self.is_wanted(&slot, span);
        for p in values.iter_mut().filter(|p| fits(&p.write)) {
            p.write.slot = Some(slot);
            moved.push(p.write.zone);
        }
        for w in body.iter_mut().flat_map(writes_in) {
            if matches!(w.restored, Restored::InBulk) && moved.contains(&w.zone) {
                w.slot = Some(slot);
            }
        }
    }

    /// Loops with arrays were counted before; a variable counts by itself.
    fn is_wanted(&self, slot: &Slot, span: Span) -> bool {
        slot.loops > 0 || self.view.options.apply(Opt::Indexed, span)
    }

    fn fits(&self, w: &Write, life: Life, around: &Around) -> bool {
        let extents = value(self.view, w).and_then(|v| extents(self.view, &v));
        let is_known = |bounds: AllocShape| match (life, &around.written) {
            (Life::Iteration, Some(written)) => bounds
                .iter()
                .flat_map(|(lo, hi)| lo.iter().chain([hi]))
                .all(|e| self.is_fixed(e, written)),
            // the tape takes an array as a whole, too
            (Life::Run, _) if around.is_small() => size(self.view.made, &bounds).is_some_and(|n| n <= cost::SMALL_NEST),
            _ => bounds.is_empty(),
        };
        w.kept == Keep::Not && !w.perhaps && extents.is_some_and(is_known)
    }

    /// True for an integer expression whose value is not changed by code that writes these zones.
    fn is_fixed(&self, e: &Expr, written: &ZoneSet) -> bool {
        let stands = |s: SymbolId| {
            let v = self.view.made.symbols[s].variable()?;
            (!(v.attrs.optional || v.attrs.pointer || v.attrs.allocatable || v.attrs.volatile)).then_some(v)
        };
        let value = match &e.kind {
            ExprKind::Int(_) => true,
            ExprKind::Paren(x) | ExprKind::Unary(_, x) => self.is_fixed(x, written),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
                self.is_fixed(a, written) && self.is_fixed(b, written)
            }
            ExprKind::Var(s) => match &self.view.made.symbols[*s].kind {
                SymbolKind::Constant(_) => true,
                _ => {
                    let zones = self.view.facts.zones.of(*s);
                    let is_known = !zones.is_empty() && !zones.iter().any(|&z| written.contains(z));
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
                array.is_some_and(|s| stands(s).is_some()) && args.all(|a| a.is_some_and(|a| self.is_fixed(a, written)))
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
                || s.writes
                    .iter()
                    .any(|w| w.is_stored() && w.slot.is_none() || w.kept != Keep::Not)
        }
        Node::Branch(b) => !(b.again || b.turns || b.slot.is_some()) || b.arms.iter().flatten().any(is_left_to_tape),
        Node::Loop(l) => {
            let plain = l.fused.is_some() || l.has_plain_bounds() && !l.index_recorded;
            !plain || l.body.iter().any(is_left_to_tape)
        }
        Node::Again(_) => false,
        Node::Region(_) => true,
    }
}

/// The number of elements of a constant shape.
pub(crate) fn size(program: &Program, shape: &AllocShape) -> Option<i64> {
    let extent = |(lo, hi): &(Option<Expr>, Expr)| {
        let lo = lo.as_ref().map_or(Some(1), |e| int_const(program, e))?;
        let n = int_const(program, hi)?.checked_sub(lo)?.checked_add(1)?;
        Some(n.max(0))
    };
    let extents: Option<Vec<i64>> = shape.iter().map(extent).collect();
    extents?.into_iter().try_fold(1i64, i64::checked_mul)
}

/// What a write records: its target, or the component of it that is in the zone. `None` for what has no name, such as
/// arrays in all elements of an array.
pub(crate) fn value(view: View, w: &Write) -> Option<Expr> {
    let target = w.target.as_ref()?;
    let zones = &view.facts.zones;
    let rest = zones[w.zone].path.strip_prefix(zones.path_of(target).as_slice());
    rest.unwrap_or_default().iter().try_fold(target.clone(), |e, &c| {
        let has_name = e.rank == 0 || view.made.symbols[c].rank() == 0;
        has_name.then(|| component(view.made, &e, c))
    })
}

/// The bounds of a recorded designator, one pair for each dimension; `None` if the designator does not show them.
pub(crate) fn extents(view: View, target: &Expr) -> Option<AllocShape> {
    let is_number = matches!(
        target.ty,
        Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_) | Ty::Logical(_)
    );
    if !is_number || !is_assignable(view.made, target) {
        return None;
    }
    let shape = shape(view.made, target)?;
    (shape.len() == usize::from(target.rank)).then_some(shape)
}

/// True for a designator that always exists, and to which this procedure may assign.
fn is_assignable(program: &Program, e: &Expr) -> bool {
    // callees may change what is read only
    let may = |s: SymbolId| {
        program.symbols[s].variable().is_some_and(|v| {
            let read_only = v.attrs.intent == Some(Intent::In) || v.attrs.protected;
            !(v.attrs.optional || v.attrs.pointer || v.attrs.allocatable || read_only)
        })
    };
    match &e.kind {
        ExprKind::Var(s) => may(*s),
        ExprKind::Component(record, c) => may(*c) && is_assignable(program, record),
        ExprKind::Index(base, _) => is_assignable(program, base),
        _ => false,
    }
}

fn shape(program: &Program, e: &Expr) -> Option<AllocShape> {
    match &e.kind {
        _ if e.rank == 0 => Some(vec![]),
        ExprKind::Component(record, _) if record.rank > 0 => shape(program, record),
        ExprKind::Var(s) | ExprKind::Component(_, s) => {
            // names of constants may not be known here
            let value = |e: &Expr| int_const(program, e).map_or_else(|| e.clone(), int);
            let declared = program.symbols[*s].variable()?.dims.iter().map(|d| match d {
                Dim::Explicit(lo, hi) => Some((lo.as_ref().map(value), value(hi))),
                _ => None,
            });
            declared.collect()
        }
        ExprKind::Index(base, subs) => {
            let bounds = |k: usize, s: &Subscript| match s {
                Subscript::Range(Some(lo), Some(hi), None) => Some((Some((**lo).clone()), (**hi).clone())),
                Subscript::Range(lo, hi, None) => {
                    let declared = shape(program, base)?.into_iter().nth(k)?;
                    Some((
                        lo.as_ref().map_or(declared.0, |e| Some((**e).clone())),
                        hi.as_ref().map_or(declared.1, |e| (**e).clone()),
                    ))
                }
                Subscript::Range(..) | Subscript::At(_) => None,
            };
            let ranges = subs
                .iter()
                .enumerate()
                .filter(|(_, s)| matches!(s, Subscript::Range(..)));
            ranges.map(|(k, s)| bounds(k, s)).collect()
        }
        _ => None,
    }
}
