//! Turns marked pushes and pops ([`super::slots`]) into assignments to and from arrays.
//!
//! A pair is placed if all of its statements still stand in the loops in which they were emitted: the pushes in one nest,
//! the pops in one; outside of such loops, if each of them stands once. Otherwise it is left to the tape.

use super::pairs::{id_of, pair_of, Index, Pair, What};
use crate::adjoint::decide::indexed;
use crate::adjoint::plan::{Life, Slot};
use crate::adjoint::Adjoint;
use crate::code::{cost, is_of_tape};
use crate::normalize::arrays::deallocate_if_allocated;
use crate::normalize::leaves::named;
use crate::normalize::temps::new_variable;
use crate::rules::is_allocated;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// An array, with the pairs that use it.
struct Array {
    object: Expr,
    shape: AllocShape,
    slot: Slot,
    /// True if its shape is declared, so that it is not allocated.
    fixed: bool,
    users: BTreeSet<usize>,
    /// The loops that write it, and those that read it.
    nests: [Nest; 2],
}

/// A loop: the number of the sweep, and that of the loop in it, in the order of the text; `None` outside of loops whose
/// indices are subscripts.
type Nest = (usize, Option<usize>);

/// Where a marked statement stands.
struct Site {
    sweep: usize,
    pops: bool,
    /// The loops around it, outermost first: numbers and indices.
    loops: Vec<(usize, Option<SymbolId>)>,
}

impl Adjoint<'_, '_> {
    /// Places pairs in the forward and the reverse sweep. `split`: true if each sweep is a procedure of its own.
    pub(super) fn place_arrays(&mut self, pairs: &[Pair], split: bool, mut sweeps: [&mut Block; 2]) {
        if pairs.is_empty() {
            return;
        }
        let mut sites: BTreeMap<usize, Vec<Site>> = BTreeMap::new();
        for (sweep, block) in sweeps.iter().enumerate() {
            let mut found = Finder {
                sweep,
                count: 0,
                loops: vec![],
                sites: &mut sites,
            };
            found.block(block);
        }
        let mut arrays: Vec<Array> = vec![];
        let mut slots: Vec<Option<Expr>> = vec![];
        for (k, pair) in pairs.iter().enumerate() {
            let nests = sites.get(&k).and_then(|all| nests(pair, split, all));
            let slot = nests.map(|nests| {
                let is_free = |a: &Array| a.nests == nests && a.users.iter().all(|&u| pairs[u].goes_with(pair));
                if let Some(known) = arrays.iter_mut().find(|a| is_free(a)) {
                    known.users.insert(k);
                    return known.object.clone();
                }
                let array = Array {
                    users: BTreeSet::from([k]),
                    nests,
                    ..self.array(pair)
                };
                let object = array.object.clone();
                arrays.push(array);
                object
            });
            slots.push(slot);
        }
        let (mut served, lasting): (Vec<Array>, Vec<Array>) =
            arrays.into_iter().partition(|a| a.slot.life == Life::Iteration);
        for (sweep, block) in sweeps.iter_mut().enumerate() {
            let mut places = Places {
                arrays: &lasting,
                sweep,
                count: 0,
            };
            places.around(block, true);
        }
        for block in &mut sweeps {
            let (here, rest) = within(block, served);
            allocate(block, here);
            served = rest;
        }
        for block in sweeps {
            turn(&self.g.out, pairs, &slots, block);
        }
    }

    /// A new array for a pair.
    fn array(&mut self, pair: &Pair) -> Array {
        let new = |object: Expr, shape: AllocShape, fixed: bool| Array {
            object,
            shape,
            slot: pair.slot,
            fixed,
            users: BTreeSet::new(),
            nests: [(0, None); 2],
        };
        let of = match &pair.what {
            What::NumberIn(variable) => return new(variable.clone(), vec![], true),
            What::Value(e) => last_name(e).map(|s| &self.g.out.symbols[s].name),
            What::Number(_) => None,
        };
        let stem = match (of, pair.nest.is_empty()) {
            (Some(name), false) => format!("{name}s"),
            (Some(name), true) => format!("{name}_old"),
            (None, _) => "branches".into(),
        };
        let name = self.g.namer(self.derivative).fresh(&stem);
        let mut shape = pair.extents.clone();
        shape.extend(pair.nest.iter().rev().map(|i| (Some(i.first.clone()), i.last.clone())));
        let fixed = indexed::size(&self.g.out, &shape).is_some_and(|n| n <= cost::DECLARED);
        let dims = match fixed {
            true => shape
                .iter()
                .map(|(lo, hi)| Dim::Explicit(lo.clone(), hi.clone()))
                .collect(),
            false => vec![Dim::Deferred; shape.len()],
        };
        let array = Variable {
            ty: DeclType::plain(pair.what.ty()),
            dims,
            storage: Storage::Local,
            attrs: Attrs {
                allocatable: !fixed,
                ..Attrs::default()
            },
            init: None,
        };
        let array = new_variable(&mut self.g.out, self.derivative, name, array);
        new(var(&self.g.out, array), shape, fixed)
    }
}

/// Turns the statements of placed pairs into assignments.
fn turn(program: &Program, pairs: &[Pair], slots: &[Option<Expr>], block: &mut Block) {
    visit::splice(block, &mut |s| {
        let number = pair_of(s);
        let (pair, slot) = number.and_then(|k| Some((pairs.get(k)?, slots.get(k)?)))?;
        if let Some(slot) = slot {
            let at = |i: &Index| Subscript::At(var(program, i.var));
            let all = pair.extents.iter().map(|_| Subscript::Range(None, None, None));
            let element = match pair.nest.is_empty() {
                true => slot.clone(),
                false => index(slot.clone(), all.chain(pair.nest.iter().rev().map(at)).collect()),
            };
            s.kind = in_place_of(&s.kind, element)?.kind;
            if matches!(&s.kind, StmtKind::Assign { lhs, rhs } if lhs.same(rhs)) {
                return Some(vec![]);
            }
        }
        s.id = StmtId(0);
        None
    });
}

/// The assignment in place of an access of the tape.
fn in_place_of(s: &StmtKind, element: Expr) -> Option<Stmt> {
    if let StmtKind::Push(e) = s {
        Some(assign(element, e.clone()))
    } else if let StmtKind::PushControl { value, .. } = s {
        Some(assign(element, int(i64::from(*value))))
    } else if let StmtKind::Pop(e) | StmtKind::PopControl { var: e, .. } = s {
        Some(assign(e.clone(), element))
    } else {
        None
    }
}

/// The variable or component that a designator denotes.
fn last_name(e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Index(base, _) => named(base),
        _ => named(e),
    }
}

/// Finds the marked statements of a sweep.
struct Finder<'f> {
    sweep: usize,
    /// The number of loops so far.
    count: usize,
    loops: Vec<(usize, Option<SymbolId>)>,
    sites: &'f mut BTreeMap<usize, Vec<Site>>,
}

impl Finder<'_> {
    fn block(&mut self, block: &[Stmt]) {
        for s in block {
            if let Some(pair) = pair_of(s).filter(|_| is_of_tape(&s.kind)) {
                self.sites.entry(pair).or_default().push(Site {
                    sweep: self.sweep,
                    pops: matches!(s.kind, StmtKind::Pop(_) | StmtKind::PopControl { .. }),
                    loops: self.loops.clone(),
                });
            }
            let StmtKind::Do { control, body, .. } = &s.kind else {
                s.kind.for_each_block(&mut |b| self.block(b));
                continue;
            };
            let index = match control {
                DoControl::Count { var, .. } => Some(*var),
                DoControl::While(_) | DoControl::Forever | DoControl::Concurrent { .. } => None,
            };
            self.loops.push((self.count, index));
            self.count += 1;
            self.block(body);
            self.loops.pop();
        }
    }
}

/// The outermost loops of the two nests of a pair, if it can be placed.
fn nests(pair: &Pair, split: bool, sites: &[Site]) -> Option<[Nest; 2]> {
    if pair.nest.is_empty() && sites.len() != pair.statements {
        return None;
    }
    let mut found: [Option<Nest>; 2] = [None; 2];
    let mut outside: BTreeSet<Vec<usize>> = BTreeSet::new();
    for s in sites {
        let first = s.loops.len().checked_sub(pair.nest.len())?;
        let (around, inner) = s.loops.split_at(first);
        if !inner.iter().zip(&pair.nest).all(|(l, i)| l.1 == Some(i.var)) {
            return None;
        }
        let nest = (s.sweep, inner.first().map(|l| l.0));
        let known = &mut found[usize::from(s.pops)];
        if known.is_some_and(|k| k != nest) && pair.slot.life != Life::Iteration {
            return None;
        }
        *known = Some(nest);
        outside.insert(around.iter().map(|l| l.0).collect());
    }
    // what is written in one run of a block is read in it
    let is_held = match pair.slot.life {
        Life::Iteration => outside.len() == 1 && sites.iter().all(|s| s.sweep == sites[0].sweep),
        Life::Run => !split && outside.iter().all(Vec::is_empty),
        Life::Loops => true,
    };
    is_held.then_some([found[0]?, found[1]?])
}

/// Puts what arrays need around the loops of a sweep.
struct Places<'p> {
    arrays: &'p [Array],
    sweep: usize,
    /// The number of loops so far.
    count: usize,
}

impl<'p> Places<'p> {
    /// Puts allocations and, for arrays that live for the loops of one sweep, pushes and pops around these loops.
    fn around(&mut self, block: &mut Block, outermost: bool) {
        for mut s in std::mem::take(block) {
            if !matches!(s.kind, StmtKind::Do { .. }) {
                s.kind.for_each_block_mut(&mut |b| self.around(b, outermost));
                block.push(s);
                continue;
            }
            let nest = self.count;
            self.count += 1;
            s.kind.for_each_block_mut(&mut |b| self.around(b, false));
            let (mut before, mut after) = self.beside(nest, outermost);
            if outermost {
                after.extend(self.end_of_lasting(nest + 1));
            }
            if let Some(first) = before.first_mut() {
                first.lead = std::mem::take(&mut s.lead);
            }
            Stmt::comes_from(&mut before, s.source());
            Stmt::comes_from(&mut after, s.source());
            block.extend(before);
            block.push(s);
            block.extend(after);
        }
    }

    /// What comes before a loop, and after it.
    fn beside(&self, nest: usize, outermost: bool) -> (Block, Block) {
        let of = |k: usize| {
            self.arrays
                .iter()
                .filter(move |a| a.nests[k] == (self.sweep, Some(nest)))
        };
        let [written, read]: [Vec<&'p Array>; 2] = [0, 1].map(|k| of(k).collect());
        let on_tape = |of: &[&'p Array]| -> Vec<&'p Array> {
            let staged = of.iter().filter(|a| a.slot.life == Life::Loops);
            staged.copied().collect()
        };
        let (pushed, popped) = (on_tape(&written), on_tape(&read));
        let access = |kind: fn(Expr) -> StmtKind| move |a: &&Array| Stmt::new(kind(a.object.clone()));
        let lasts = |a: &&Array| a.slot.lasting && !outermost;
        let (lasting, here): (Vec<&Array>, Vec<&Array>) =
            written.into_iter().chain(popped.iter().copied()).partition(lasts);
        let mut before = allocation(here.into_iter());
        before.extend(lasting.into_iter().flat_map(|a| {
            let missing = not(is_allocated(&a.object));
            allocation([a].into_iter())
                .into_iter()
                .map(move |s| Stmt::when(missing.clone(), s))
        }));
        // the last that was pushed is popped first
        before.extend(popped.iter().rev().map(access(StmtKind::Pop)));
        let mut after: Block = pushed.iter().map(access(StmtKind::Push)).collect();
        after.extend(release(read.into_iter().chain(pushed).filter(|a| !lasts(a))));
        (before, after)
    }

    /// Deallocates the lasting arrays of the loops from a number on.
    fn end_of_lasting(&self, first: usize) -> Block {
        let inside =
            |&(sweep, nest): &Nest| sweep == self.sweep && nest.is_some_and(|n| (first..self.count).contains(&n));
        let ends = |a: &&Array| a.slot.lasting && !a.fixed && a.nests.iter().any(inside);
        let used = self.arrays.iter().filter(ends);
        used.map(|a| deallocate_if_allocated(&a.object)).collect()
    }
}

/// Allocates those arrays that have no declared shape.
fn allocation<'a>(arrays: impl Iterator<Item = &'a Array>) -> Block {
    let new = arrays.filter(|a| !a.fixed);
    let objects: Vec<(Expr, AllocShape)> = new.map(|a| (a.object.clone(), a.shape.clone())).collect();
    if objects.is_empty() {
        return vec![];
    }
    vec![Stmt::new(StmtKind::Allocate {
        ty: None,
        objects,
        options: vec![],
    })]
}

/// Deallocates them.
fn release<'a>(arrays: impl Iterator<Item = &'a Array>) -> Block {
    let objects: Vec<Expr> = arrays.filter(|a| !a.fixed).map(|a| a.object.clone()).collect();
    if objects.is_empty() {
        return vec![];
    }
    vec![Stmt::new(StmtKind::Deallocate {
        objects,
        options: vec![],
    })]
}

/// Allocates arrays that serve all iterations where each is allocated once, and only if its uses may run: the bounds of
/// loops that do not run may be undefined. Deallocates them after their uses: in compilers that save all variables, they
/// would not end with the procedure.
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
        let mut before = allocation(here.iter());
        if let Some(first) = before.first_mut() {
            first.lead = std::mem::take(&mut s.lead);
        }
        block.extend(before);
        block.push(s);
        block.extend(release(here.iter()));
    }
}

/// Splits the arrays into those used only by statements of a block, and the others.
fn within(block: &[Stmt], arrays: Vec<Array>) -> (Vec<Array>, Vec<Array>) {
    if arrays.is_empty() {
        return (vec![], vec![]);
    }
    let mut found = BTreeSet::new();
    visit::walk_block(block, &mut |s| {
        found.insert(s.id);
    });
    arrays
        .into_iter()
        .partition(|a| a.users.iter().all(|&u| found.contains(&id_of(u))))
}
