//! Arrays that several statements overwrite together.
//!
//! ```text
//! do q = 1, m
//!    do a = 1, 4                   f(1) = ...
//!       dn(1, a) = ...             f(2) = ... f(1) ...
//!       dn(2, a) = ...             w(1) = ...
//!    end do                        w(2:n) = ...
//!    ... dn ...                    ... f, w ...
//! end do
//! ```
//!
//! A *group* is a sequence of statements of one block, from the first that writes to an array, if
//!
//! * what they certainly assign covers the array: for each dimension, pieces `[l_1, h_1], [l_2, h_2], ...` of which each
//!   begins where the one before ends, `l_1` is the lower bound of the array, and the last `h` is the upper bound;
//! * they read of the array only what those before them have certainly assigned, and pass it to no call;
//! * no jump leaves the sequence or a loop in it.
//!
//! A test with an arm for each case assigns what all of its arms assign; each arm has a beginning of its own, if the test
//! is the first.
//!
//! So nothing of the value from before the first of them survives the last, or is read between them: for whoever asks
//! for values, the old value ends where the group begins.
//!
//! **Pieces cover.** For an index `p` of the dimension, let `k` be the last piece with `l_k <= p`. If it is the last of
//! all, `p <= h_k`, the upper bound; otherwise `p < l_{k+1} = h_k + 1`. In both cases `p` is in the piece. So empty
//! pieces (`w(2:n-1)` with `n = 1`) do no harm, and no value of `n` needs to be known.
//!
//! An assignment of a group comes *first* to its elements if no other assignment of the group can have touched them
//! before: it has an index of each loop around it in the group, and in some dimension its piece and that of each other
//! assignment are disjoint ranges of numbers. So what it overwrites is from before the group.
//!
//! An array is *private* in a loop if an iteration reads of it only what the same iteration has certainly assigned before.
//! It need not be covered: a work array may be larger than what is used of it. So no iteration reads a value from before
//! it, whatever the array has from others.
//!
//! A subscript is a piece if it is a range, an index of a loop in the sequence, whose iterations make the range, or a
//! number. Limits are sums over variables that the unit never writes.
//!
//! Ignored: assignments in some arms of a test or in loops that may have no iteration; more than [`MOST`] pieces of an array.

mod group;
mod pieces;

use super::{is_inquiry, Finder, Loop};
use crate::cfg::{Item, Role};
use crate::dependence::affine::Affine;
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use group::{joined, Group, Member};
use pieces::{Piece, Slab};
use std::collections::BTreeMap;

/// The limit on the assignments to one array that are compared.
const MOST: usize = 64;

/// The statements of one block, in order.
pub(super) struct Sequence<'f, 'a> {
    finder: &'f mut Finder<'a>,
    groups: BTreeMap<ZoneId, Group>,
    /// The loops around the current statement, from the block inwards.
    open: Vec<Loop<'a>>,
    /// The place of the current statement of the block, or of an arm.
    place: Item,
    /// The arms around the current statement, with their tests.
    arms: Vec<(StmtId, usize)>,
    /// Zones that cannot begin a group in the current statement of the block.
    spoilt: ZoneSet,
    /// Zones that have been spoilt in some statement.
    exposed: ZoneSet,
    /// Zones that have begun a group.
    begun: ZoneSet,
}

impl<'f, 'a> Sequence<'f, 'a> {
    /// Finds the groups of a block; not those of its inner blocks alone.
    pub fn visit(finder: &'f mut Finder<'a>, block: &'a Block) {
        if let Some(first) = block.first() {
            Sequence::new(finder, first).block(block);
        }
    }

    /// The arrays that are private in a loop with this body.
    pub fn privates(finder: &'f mut Finder<'a>, body: &'a Block) -> ZoneSet {
        let Some(first) = body.first() else {
            return ZoneSet::new();
        };
        let mut sequence = Sequence::new(finder, first);
        for s in body {
            sequence.spoilt = ZoneSet::new();
            sequence.statement(s);
        }
        let mut found = sequence.begun;
        found.subtract(&sequence.exposed);
        found
    }

    fn new(finder: &'f mut Finder<'a>, first: &Stmt) -> Self {
        Sequence {
            finder,
            groups: BTreeMap::new(),
            open: vec![],
            place: place(first),
            arms: vec![],
            spoilt: ZoneSet::new(),
            exposed: ZoneSet::new(),
            begun: ZoneSet::new(),
        }
    }

    fn block(&mut self, block: &'a Block) {
        for s in block {
            if let StmtKind::Directed { body, .. } = &s.kind {
                self.block(body);
                continue;
            }
            self.place = place(s);
            self.spoilt = ZoneSet::new();
            self.statement(s);
            self.close();
        }
    }

    /// Notes the groups that are complete.
    fn close(&mut self) {
        let finder = &mut *self.finder;
        self.groups.retain(|&zone, group| {
            let slabs: Vec<&Slab> = group.slabs.iter().collect();
            let complete = finder.covered(group.array, &slabs, &[]);
            if complete {
                group.begins.iter().for_each(|&at| finder.out.begin(at, zone));
                for m in group.firsts() {
                    finder.out.firsts.insert(m.item, (zone, m.begins.clone()));
                }
            }
            !complete
        });
    }

    fn statement(&mut self, s: &'a Stmt) {
        let may_leave = leaves(s);
        if may_leave {
            self.groups.clear();
        }
        self.calls(s);
        if let StmtKind::Assign { lhs, rhs } = &s.kind {
            self.reads(rhs);
            self.assignment(s.id, lhs);
        } else if let Some(l) = Loop::of(s).filter(|l| !l.body.iter().any(leaves)) {
            self.repeat(l);
        } else if let StmtKind::Directed { body, .. } = &s.kind {
            body.iter().for_each(|s| self.statement(s));
        } else if let Some(arms) = arms_of_all_cases(&s.kind).filter(|_| !may_leave) {
            self.all_reads(s);
            self.test(s.id, &arms);
        } else {
            // what it assigns is not certain
            self.all_reads(s);
            s.kind.for_each_block(&mut |b| {
                visit::walk_block(b, &mut |s| {
                    self.calls(s);
                    self.all_reads(s);
                });
            });
        }
    }

    fn all_reads(&mut self, s: &'a Stmt) {
        visit::stmt_exprs(&s.kind, &mut |e| self.reads(e));
    }

    fn assignment(&mut self, stmt: StmtId, lhs: &'a Expr) {
        if let Some((array, subs)) = part_of_array(lhs) {
            self.subscripts(lhs);
            self.assigned(stmt, array, subs);
        } else if lhs.rank > 0 || !matches!(lhs.kind, ExprKind::Var(_)) {
            self.reads(lhs);
        }
    }

    fn repeat(&mut self, l: Loop<'a>) {
        let bounds = [Some(l.lo), Some(l.hi), l.step];
        bounds.into_iter().flatten().for_each(|e| self.reads(e));
        let before: BTreeMap<ZoneId, usize> = self.groups.iter().map(|(&z, g)| (z, g.slabs.len())).collect();
        let body = l.body;
        self.open.push(l);
        body.iter().for_each(|s| self.statement(s));
        if let Some(l) = self.open.pop() {
            self.leave(&l, &before);
        }
    }

    /// The arms of a test, of which one runs.
    fn test(&mut self, test: StmtId, arms: &[&'a Block]) {
        let (before, place_before) = (self.groups.clone(), self.place);
        let mut after: Option<BTreeMap<ZoneId, Group>> = None;
        for (k, arm) in arms.iter().enumerate() {
            self.groups = before.clone();
            self.arms.push((test, k));
            for s in *arm {
                if self.open.is_empty() {
                    self.place = place(s);
                }
                self.statement(s);
            }
            self.arms.pop();
            let own = std::mem::take(&mut self.groups);
            after = Some(match after {
                None => own,
                Some(others) => joined(others, own),
            });
        }
        self.place = place_before;
        self.groups = after.unwrap_or(before);
        let spoilt = &self.spoilt;
        self.groups.retain(|&z, _| !spoilt.contains(z));
    }

    /// Ends the groups of a zone whose old value may be read.
    fn spoil(&mut self, zone: ZoneId) {
        self.groups.remove(&zone);
        self.spoilt.insert(zone);
        self.exposed.insert(zone);
    }

    /// Ends the groups of what calls in a statement, without its blocks, may touch.
    fn calls(&mut self, s: &Stmt) {
        let mut touched = ZoneSet::new();
        self.finder.input.touched_by_calls(s, &mut touched);
        touched.iter().for_each(|z| self.spoil(z));
    }

    /// Ends the groups of arrays of which an expression reads what they do not cover yet.
    fn reads(&mut self, e: &'a Expr) {
        if let Some((array, subs)) = part_of_array(e) {
            self.subscripts(e);
            self.read(array, subs);
            return;
        }
        match &e.kind {
            ExprKind::Var(v) => self.read(*v, &[]),
            ExprKind::Intrinsic(_, name, args) if is_inquiry(name) => {
                let values = args.iter().filter_map(Arg::expr);
                values
                    .filter(|a| !matches!(a.kind, ExprKind::Var(_)))
                    .for_each(|a| self.reads(a));
            }
            _ => visit::subexprs(e, &mut |x| self.reads(x)),
        }
    }

    /// What the subscripts of a part of an array read.
    fn subscripts(&mut self, part: &'a Expr) {
        let ExprKind::Index(base, _) = &part.kind else { return };
        visit::subexprs(part, &mut |x| {
            if !std::ptr::eq(x, &**base) {
                self.reads(x);
            }
        });
    }

    fn read(&mut self, v: SymbolId, subs: &'a [Subscript]) {
        for &zone in self.finder.input.zones.of(v) {
            let known = self.groups.get(&zone).filter(|g| g.array == v);
            let fits = known.is_some_and(|group| {
                let mut wanted = self.pieces(v, subs);
                for piece in wanted.iter_mut().flatten() {
                    let from_before = self.before_loop(piece, v).filter(|_| subs.len() == 1);
                    *piece = from_before.unwrap_or_else(|| self.all_of(piece.clone(), &group.slabs));
                }
                let slabs: Vec<&Slab> = group.slabs.iter().collect();
                self.finder.covered(v, &slabs, &wanted)
            });
            if !fits {
                self.spoil(zone);
            }
        }
    }

    /// Adds what an assignment covers.
    fn assigned(&mut self, stmt: StmtId, array: SymbolId, subs: &'a [Subscript]) {
        let Some(zone) = self.finder.whole_zone(array) else {
            return;
        };
        let slab: Option<Slab> = self.pieces(array, subs).into_iter().collect();
        let Some(slab) = slab else {
            self.spoil(zone);
            return;
        };
        if self.spoilt.contains(zone) {
            return;
        }
        self.begun.insert(zone);
        let place = self.place;
        let group = self.groups.entry(zone).or_insert_with(|| Group {
            array,
            begins: vec![place],
            slabs: vec![],
            members: vec![],
        });
        if group.array != array || group.members.len() == MOST {
            self.spoil(zone);
            return;
        }
        let has = |l: &Loop| slab.iter().any(|p| matches!(p, Piece::Index(v, _) if *v == l.var));
        group.members.push(Member {
            item: Item {
                stmt,
                role: Role::Whole,
            },
            slab: slab.clone(),
            is_indexed: self.open.iter().all(has),
            place,
            arms: self.arms.clone(),
            begins: group.begins.clone(),
        });
        if !group.slabs.contains(&slab) {
            group.slabs.push(slab);
        }
    }

    /// What the iterations of a loop have covered when it ends. `before`: the numbers of slabs from before it.
    fn leave(&mut self, l: &Loop, before: &BTreeMap<ZoneId, usize>) {
        let finder = &*self.finder;
        let bounds = finder.bounds(l);
        let numbers = bounds.as_ref().and_then(|(lo, hi)| lo.number().zip(hi.number()));
        let runs = numbers.is_some_and(|(lo, hi)| lo <= hi);
        for (zone, group) in &mut self.groups {
            let known = before.get(zone).copied().unwrap_or(0);
            let array = group.array;
            let mut k = 0;
            group.slabs.retain_mut(|slab| {
                k += 1;
                k <= known || finder.run(slab, array, l, bounds.as_ref(), runs)
            });
        }
        self.groups.retain(|_, g| !g.slabs.is_empty());
    }

    /// What an element of a vector, with the index of an open loop, may be from before the loop, if each iteration
    /// assigns to the vector and the element is one of an earlier iteration: `w(k - 1)` in a loop that sets `w(k)`.
    fn before_loop(&self, piece: &Piece, vector: SymbolId) -> Option<Piece> {
        let Piece::Index(v, read) = piece else { return None };
        let l = self.open.iter().find(|l| l.var == *v)?;
        let (lo, hi) = self.finder.bounds(l)?;
        let upwards = l.step.map_or(Some(1), |e| self.finder.integer(e))? > 0;
        let one = Affine::constant(1);
        let range = |written: &Affine| {
            let distance = read.distance(written)?;
            match upwards {
                true if distance < 0 => Some(Piece::Range(lo.plus(read, 1)?, lo.plus(written, 1)?.plus(&one, -1)?)),
                false if distance > 0 => Some(Piece::Range(hi.plus(written, 1)?.plus(&one, 1)?, hi.plus(read, 1)?)),
                _ => None,
            }
        };
        let written = self.certain(l.body, vector);
        let written = written.iter().filter_map(|p| match p {
            Piece::Index(w, rest) if w == v => Some(rest),
            _ => None,
        });
        written.filter_map(range).next()
    }

    /// The elements of a vector that statements assign on all ways through them, as far as that shows.
    fn certain(&self, block: &'a Block, vector: SymbolId) -> Vec<Piece> {
        let of = |s: &'a Stmt| -> Vec<Piece> {
            if let StmtKind::Assign { lhs, .. } = &s.kind {
                let part = part_of_array(lhs).filter(|p| p.0 == vector);
                let pieces = part.map_or_else(Vec::new, |(array, subs)| self.pieces(array, subs));
                return pieces.into_iter().flatten().collect();
            }
            let arms = arms_of_all_cases(&s.kind).unwrap_or_default();
            let mut arms = arms.into_iter().map(|a| self.certain(a, vector));
            let first = arms.next().unwrap_or_default();
            arms.fold(first, |mut all, own| {
                all.retain(|p| own.contains(p));
                all
            })
        };
        block.iter().flat_map(of).collect()
    }

    /// The range of an index, unless slabs have the index itself.
    fn all_of(&self, piece: Piece, slabs: &[Slab]) -> Piece {
        let Piece::Index(v, rest) = &piece else { return piece };
        let open = self.open.iter().find(|l| l.var == *v);
        let is_known = slabs.iter().flatten().any(|p| *p == piece);
        let bounds = open.filter(|_| !is_known).and_then(|l| self.finder.bounds(l));
        let range = bounds.and_then(|(lo, hi)| Some(Piece::Range(lo.plus(rest, 1)?, hi.plus(rest, 1)?)));
        range.unwrap_or(piece)
    }

    /// The pieces of the dimensions that subscripts select; none for the whole array.
    fn pieces(&self, array: SymbolId, subs: &'a [Subscript]) -> Vec<Option<Piece>> {
        let finder = &*self.finder;
        let of = |(k, s): (usize, &'a Subscript)| match s {
            Subscript::At(e) if e.rank == 0 => {
                let at = finder.affine(e)?;
                let mut indices = self.open.iter().filter(|l| at.coefficient(l.var) != 0);
                match (indices.next(), indices.next()) {
                    (None, _) => finder.is_fixed(&at).then(|| Piece::Range(at.clone(), at)),
                    (Some(l), None) if at.coefficient(l.var) == 1 => {
                        let mut rest = at;
                        rest.terms.remove(&l.var);
                        finder.is_fixed(&rest).then_some(Piece::Index(l.var, rest))
                    }
                    _ => None,
                }
            }
            Subscript::Range(lo, hi, None) => {
                let lower = lo.as_ref().is_none_or(|e| finder.is_lower(array, k, e));
                let upper = hi.as_ref().is_none_or(|e| finder.is_upper(array, k, e));
                if lower && upper {
                    return Some(Piece::Full);
                }
                let [first, last] = finder.limits(array, k).map_or([None, None], |l| l.map(Some));
                let limit = |e: Option<&Expr>, own| e.map_or(own, |e| finder.fixed(e));
                Some(Piece::Range(limit(lo.as_deref(), first)?, limit(hi.as_deref(), last)?))
            }
            Subscript::Range(..) | Subscript::At(_) => None,
        };
        subs.iter().enumerate().map(of).collect()
    }
}

/// The item of a statement at which a group can begin.
fn place(s: &Stmt) -> Item {
    let is_loop = matches!(s.kind, StmtKind::Do { .. });
    let role = if is_loop { Role::Next } else { Role::Whole };
    Item { stmt: s.id, role }
}

/// A part of an array variable: the variable and the subscripts.
fn part_of_array(e: &Expr) -> Option<(SymbolId, &[Subscript])> {
    let ExprKind::Index(base, subs) = &e.kind else {
        return None;
    };
    match base.kind {
        ExprKind::Var(array) => Some((array, subs)),
        _ => None,
    }
}

/// The arms of a test with one for each case.
fn arms_of_all_cases(kind: &StmtKind) -> Option<Vec<&Block>> {
    if let StmtKind::If { arms, .. } = kind {
        let all = arms.last().is_some_and(|a| a.cond.is_none());
        return all.then(|| arms.iter().map(|a| &a.body).collect());
    }
    let StmtKind::Select { cases, .. } = kind else {
        return None;
    };
    let all = cases.iter().any(|c| c.values.is_none());
    all.then(|| cases.iter().map(|c| &c.body).collect())
}

/// True for a statement that may jump out of the sequence that it is in.
fn leaves(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Exit(_) | StmtKind::Cycle(_) => true,
        StmtKind::Do { body, .. } => leaves_loop(body),
        kind => {
            let mut any = visit::jumps(kind);
            kind.for_each_block(&mut |b| any |= b.iter().any(leaves));
            any
        }
    }
}

/// True if the body of a loop may jump elsewhere than to its own end or beyond it.
fn leaves_loop(body: &Block) -> bool {
    let mut any = false;
    visit::walk_block(body, &mut |s| {
        let named = matches!(s.kind, StmtKind::Exit(Some(_)) | StmtKind::Cycle(Some(_)));
        any |= named || visit::jumps(&s.kind);
    });
    any
}
