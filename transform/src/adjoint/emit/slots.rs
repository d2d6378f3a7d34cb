//! Emits arrays for the records that [`crate::adjoint::decide::indexed`] takes off the tape.
//!
//! Pushes and pops are emitted as for the tape, so that all passes over sweeps recognise them, and are marked as pairs.
//! At the end, when no statement moves any more, they become assignments. A pair that is no longer where it was emitted
//! is left to the tape.

use super::*;
use crate::adjoint::decide::View;
use crate::balance::SKIPPED;
use crate::normalize::temps::new_variable;
use std::collections::{BTreeMap, BTreeSet};

/// The loop whose index is the subscript of the arrays.
#[derive(Clone)]
pub(in crate::adjoint) struct Index {
    var: SymbolId,
    first: Expr,
    last: Expr,
}

impl Index {
    fn is_that(&self, other: &Index) -> bool {
        self.var == other.var && self.first.same(&other.first) && self.last.same(&other.last)
    }
}

/// Pairs of pushes and pops.
#[derive(Default)]
pub(in crate::adjoint) struct Slots {
    /// The loop that is being emitted.
    index: Option<Index>,
    /// The surrounding arms: number of the branch, number of the arm.
    arms: Vec<(usize, usize)>,
    /// Number of branches so far.
    branches: usize,
    /// Pairs by the ids of their statements, from [`LAST`] down.
    pairs: Vec<Pair>,
    /// Number of tests before code that may be skipped if it does not use the tape: see [`SKIPPED`].
    skips: usize,
}

struct Pair {
    index: Index,
    arms: Vec<(usize, usize)>,
    /// `None` for the number of a branch.
    target: Option<Expr>,
    ty: Ty,
    extents: AllocShape,
}

impl Pair {
    /// True if two pairs can share an array: they record the same designator in loops over the same indices, and never
    /// in the same iteration.
    fn goes_with(&self, other: &Pair) -> bool {
        let same = match (&self.target, &other.target) {
            (Some(a), Some(b)) => a.same(b) && self.index.is_that(&other.index),
            _ => false,
        };
        let mut around = self.arms.iter().zip(&other.arms).skip_while(|(a, b)| a == b);
        same && around.next().is_some_and(|(a, b)| a.0 == b.0)
    }
}

/// Ids of marked statements, from the last one down; lower ids belong to statements of the user.
const LAST: u32 = u32::MAX - 1;

fn id_of(pair: usize) -> StmtId {
    StmtId(LAST - pair as u32)
}

impl Adjoint<'_, '_> {
    /// Emits the body of a loop whose index can be a subscript of arrays.
    pub(super) fn with_index<T>(&mut self, l: &Loop, write: impl FnOnce(&mut Self) -> T) -> T {
        let range = Range::of(&l.stmt.kind).filter(|_| l.has_plain_bounds());
        let index = range.map(|r| Index {
            var: r.var,
            first: generated(r.first),
            last: generated(r.last),
        });
        let around = std::mem::replace(&mut self.slots.index, index);
        let mut first = l.zones_written_first();
        first.union_with(&self.written_first);
        let outside = std::mem::replace(&mut self.written_first, first);
        let out = write(self);
        self.slots.index = around;
        self.written_first = outside;
        out
    }

    /// Emits the arms of a branch.
    pub(super) fn in_arms<A, T>(&mut self, arms: &[A], write: impl Fn(&mut Self, &A) -> T) -> Vec<T> {
        let branch = self.slots.branches;
        self.slots.branches += 1;
        let one = |(k, arm): (usize, &A)| {
            self.slots.arms.push((branch, k));
            let out = write(self, arm);
            self.slots.arms.pop();
            out
        };
        arms.iter().enumerate().map(one).collect()
    }

    /// Marks the push and the pop of a value.
    pub(super) fn pair(&mut self, w: &Write, push: &mut Block, pop: &mut Block) {
        let Some(target) = &w.target else { return };
        let Some(extents) = indexed::extents(View::of(self.g), target) else {
            return;
        };
        self.mark(Some(target.clone()), target.ty, extents, push.iter_mut().chain(pop));
    }

    /// Marks the pushes and the pop of the number of a branch.
    pub(super) fn pair_of_branch<'s>(
        &mut self,
        bits: u8,
        pushes: impl Iterator<Item = &'s mut Stmt>,
        pop: &'s mut Block,
    ) {
        let kind = if bits < 8 { 1 } else { 4 };
        self.mark(None, Ty::Integer(kind), vec![], pushes.chain(pop));
    }

    fn mark<'s>(
        &mut self,
        target: Option<Expr>,
        ty: Ty,
        extents: AllocShape,
        statements: impl Iterator<Item = &'s mut Stmt>,
    ) {
        let Some(index) = self.slots.index.clone() else { return };
        let id = id_of(self.slots.pairs.len());
        self.slots.pairs.push(Pair {
            index,
            arms: self.slots.arms.clone(),
            target,
            ty,
            extents,
        });
        for s in statements.filter(|s| is_of_tape(&s.kind)) {
            s.id = id;
        }
    }

    /// Guards statements by a test without which they need not run. If they pop from the tape, they must run: this is
    /// known when the arrays have been placed.
    pub(super) fn skip_unless(&mut self, test: Expr, block: Block) -> Stmt {
        self.slots.skips += 1;
        Stmt {
            id: SKIPPED,
            ..Stmt::guarded(test, block)
        }
    }

    /// Turns the marked statements of a body into assignments, and removes the tests around statements that still use
    /// the tape.
    pub(super) fn place_slots(&mut self, body: &mut Block) {
        self.place_arrays(body);
        let mut found = 0;
        visit::splice(body, &mut |s| {
            if s.id != SKIPPED {
                return None;
            }
            found += 1;
            s.id = StmtId(0);
            let mut tape = false;
            visit::walk_block(std::slice::from_ref(s), &mut |x| tape |= is_of_tape(&x.kind));
            match &mut s.kind {
                StmtKind::If { arms, .. } if tape => Some(arms.drain(..).flat_map(|a| a.body).collect()),
                _ => None,
            }
        });
        assert_eq!(found, self.slots.skips, "a test around what the tape holds is lost");
    }

    /// Allocates the arrays before the outermost loop around their uses.
    fn place_arrays(&mut self, body: &mut Block) {
        let pairs = std::mem::take(&mut self.slots.pairs);
        if pairs.is_empty() {
            return;
        }
        let mut found: BTreeMap<StmtId, Vec<Option<SymbolId>>> = BTreeMap::new();
        sites(body, None, &mut found);
        let mut slots: Vec<Option<Expr>> = vec![];
        let mut arrays: Vec<Array> = vec![];
        for (k, pair) in pairs.iter().enumerate() {
            let at = found.get(&id_of(k));
            let stands = at.is_some_and(|all| all.len() > 1 && all.iter().all(|&v| v == Some(pair.index.var)));
            let slot = stands.then(|| {
                let shared = |slot: &Expr| {
                    let mut users = pairs.iter().zip(&slots);
                    users.all(|(p, s)| !s.as_ref().is_some_and(|s| s.same(slot)) || p.goes_with(pair))
                };
                if let Some(known) = arrays.iter_mut().find(|a| shared(&a.object.0)) {
                    known.users.insert(id_of(k));
                    return known.object.0.clone();
                }
                let object = self.slot(pair);
                let slot = object.0.clone();
                arrays.push(Array {
                    object,
                    users: BTreeSet::from([id_of(k)]),
                });
                slot
            });
            slots.push(slot);
        }
        allocate(body, arrays);
        visit::splice(body, &mut |s| {
            let number = LAST.checked_sub(s.id.0).map(|k| k as usize);
            let (pair, slot) = number.and_then(|k| Some((pairs.get(k)?, slots.get(k)?)))?;
            if let Some(slot) = slot {
                let at = Subscript::At(var(&self.g.out, pair.index.var));
                let all = pair.extents.iter().map(|_| Subscript::Range(None, None, None));
                let element = index(slot.clone(), all.chain([at]).collect());
                s.kind = match &s.kind {
                    StmtKind::Push(e) => assign(element, e.clone()).kind,
                    StmtKind::Pop(e) => assign(e.clone(), element).kind,
                    StmtKind::PushControl { value, .. } => assign(element, int(i64::from(*value))).kind,
                    StmtKind::PopControl { var, .. } => assign(var.clone(), element).kind,
                    other => other.clone(),
                };
            }
            s.id = StmtId(0);
            None
        });
    }

    /// A new array, and its bounds.
    fn slot(&mut self, pair: &Pair) -> (Expr, AllocShape) {
        let stem = match pair.target.as_ref().and_then(Expr::base_symbol) {
            Some(s) => format!("{}s", self.g.out.symbols[s].name),
            None => "branches".into(),
        };
        let name = self.g.namer(self.derivative).fresh(&stem);
        let mut shape = pair.extents.clone();
        shape.push((Some(pair.index.first.clone()), pair.index.last.clone()));
        let array = Variable {
            ty: DeclType::plain(pair.ty),
            dims: vec![Dim::Deferred; shape.len()],
            storage: Storage::Local,
            attrs: Attrs {
                allocatable: true,
                ..Attrs::default()
            },
            init: None,
        };
        let array = new_variable(&mut self.g.out, self.derivative, name, array);
        (var(&self.g.out, array), shape)
    }
}

/// An array, with the statements that use it.
struct Array {
    object: (Expr, AllocShape),
    users: BTreeSet<StmtId>,
}

/// Puts allocations where each runs once, and only if its uses may run: the bounds of loops that do not run may be
/// undefined.
fn allocate(block: &mut Block, mut arrays: Vec<Array>) {
    for mut s in std::mem::take(block) {
        let (mut here, later) = within(std::slice::from_ref(&s), arrays);
        arrays = later;
        if let StmtKind::If { .. } | StmtKind::Select { .. } = s.kind {
            s.kind.for_each_block_mut(&mut |arm| {
                let (inside, rest) = within(arm, std::mem::take(&mut here));
                here = rest;
                if !inside.is_empty() {
                    allocate(arm, inside);
                }
            });
        }
        if !here.is_empty() {
            let mut all = Stmt::new(StmtKind::Allocate {
                ty: None,
                objects: here.into_iter().map(|a| a.object).collect(),
                options: vec![],
            });
            all.lead = std::mem::take(&mut s.lead);
            block.push(all);
        }
        block.push(s);
    }
}

/// Splits the arrays into those used only by statements of a block, and the others.
fn within(block: &[Stmt], arrays: Vec<Array>) -> (Vec<Array>, Vec<Array>) {
    if arrays.is_empty() {
        return (vec![], vec![]);
    }
    let mut found = BTreeMap::new();
    sites(block, None, &mut found);
    arrays
        .into_iter()
        .partition(|a| a.users.iter().all(|u| found.contains_key(u)))
}

fn is_of_tape(s: &StmtKind) -> bool {
    matches!(
        s,
        StmtKind::Push(_) | StmtKind::Pop(_) | StmtKind::PushControl { .. } | StmtKind::PopControl { .. }
    )
}

/// The indices of the innermost loops around marked statements.
fn sites(block: &[Stmt], index: Option<SymbolId>, found: &mut BTreeMap<StmtId, Vec<Option<SymbolId>>>) {
    for s in block {
        if is_of_tape(&s.kind) {
            found.entry(s.id).or_default().push(index);
        }
        let inside = match &s.kind {
            StmtKind::Do {
                control: DoControl::Count { var, .. },
                ..
            } => Some(*var),
            StmtKind::Do { .. } => None,
            _ => index,
        };
        s.kind.for_each_block(&mut |b| sites(b, inside, found));
    }
}
