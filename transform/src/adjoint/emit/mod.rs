//! Emits the two sweeps of a plan.
//!
//! | primal | forward sweep | reverse sweep |
//! |---|---|---|
//! | statement | pushes of recorded values; the statement | pops; adjoint statements |
//! | branch | tests; push of the number of the arm at its end | pop of the number; the reverse part of the arm |
//! | counted loop | loop | the loop in reverse, from the last index to the first |
//! | other loop, loop with EXIT | loop that counts; push of the count | that many iterations |
//!
//! No number is pushed for a branch whose tests can be evaluated again.
//!
//! A construct with an empty reverse part is omitted from the reverse sweep, and pushes no control.

mod arrays;
mod branches;
mod calls;
pub(crate) mod defined;
pub(crate) mod inquiries;
mod lemma;
mod loops;
mod merge;
mod pairs;
mod profile;
mod regions;
mod slots;

pub(super) use slots::Slots;

use super::build::existence::Existence;
use super::plan::{Branch, Iterations, Keep, Loop, Node, Order, Restored, Simple, Write};
use crate::adjoint::decide::indexed;
use crate::adjoint::Adjoint;
use crate::balance;
use crate::code::generated;
use crate::code::indices::Range;
use crate::normalize::leaves::{is_allocatable, is_text, named};
use crate::rules::linear;
use crate::rules::{intrinsic, is_allocated, is_associated, is_present};
use crate::threads::{self, Marks};
use adc_analysis::ZoneSet;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::mentions;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// The bodies of an adjoint.
pub struct Bodies {
    /// The body of the forward sweep, if it is a procedure of its own.
    pub forward: Option<Block>,
    /// The body of the other procedure: both sweeps, or the reverse sweep.
    pub body: Block,
}

/// Forward and reverse part, each in execution order.
#[derive(Default)]
struct Sweeps {
    forward: Block,
    reverse: Block,
    /// For [`lemma`]: the facts of the blocks inside, or of the sequence itself.
    inside: Vec<lemma::Facts>,
}

/// Names a construct that is emitted several times only at the first place. No EXIT or CYCLE refers to it any more.
fn name_once(block: &mut Block, taken: &mut BTreeSet<SmolStr>) {
    for s in block {
        if let Some(name) = s.kind.construct_name().cloned() {
            if !taken.insert(name) {
                s.kind.take_construct_name();
            }
        }
        s.kind.for_each_block_mut(&mut |b| name_once(b, taken));
    }
}

/// State that the adjoint of a head saves and restores.
fn state_of_head(adjoint: &Adjoint) -> Vec<Write> {
    let zones = adjoint.between.state.get(&adjoint.unit);
    let named = zones
        .into_iter()
        .flatten()
        .flat_map(|(&z, names)| names.iter().map(move |&s| (z, s)));
    named
        .map(|(zone, s)| Write {
            target: Some(var(&adjoint.g.out, s)),
            ..adjoint.global_write(zone)
        })
        .collect()
}

impl Adjoint<'_, '_> {
    /// The statements of the adjoint procedure, or of both procedures of a split one.
    pub fn body(mut self, plan: &[Node]) -> Bodies {
        self.inquiries_are_needed(plan);
        let sweeps = self.sequence(plan);
        prove(&sweeps.forward, &sweeps.reverse);
        sweeps.inside.iter().for_each(|all| self.changes_are_known(all));
        // the head, and procedures that run once, print in their forward sweep
        let Sweeps {
            mut forward,
            mut reverse,
            ..
        } = sweeps;
        linear::drop_partials(&mut forward);
        linear::drop_partials(&mut reverse);
        let split = self.g.choices.split.contains(&self.unit);
        self.place_slots(split, &mut forward, &mut reverse);
        if !self.g.has_first_run(self.unit) {
            self.g.silence(self.unit, &mut forward);
        }
        self.g.silence(self.unit, &mut reverse);
        let mut out = self.initial_pointers();
        if self.g.is_entry(self.unit) {
            out.extend(self.g.entry_pointers(self.unit));
        }
        let mut apart = None;
        if split {
            forward.splice(0..0, out.iter().cloned());
            let locals = self.locals(&self.between.at_turn(self.unit));
            forward.extend(locals.iter().flat_map(|w| self.local_value(w, true)).collect::<Block>());
            let (existing, revived) = self.existence_at_turn();
            forward.extend(existing);
            let (associated, restored) = self.associations_at_turn();
            forward.extend(associated);
            out.extend(restored);
            out.extend(revived);
            out.extend(
                locals
                    .iter()
                    .rev()
                    .flat_map(|w| self.local_value(w, false))
                    .collect::<Block>(),
            );
            apart = Some(std::mem::take(&mut forward));
        } else {
            out.extend(self.first_values(&forward, &reverse));
        }
        let turn = self.g.turn_zeros(self.unit);
        let has_reverse = !turn.is_empty() || !reverse.is_empty();
        let last = self.g.final_zeros(self.unit);
        let needed: Vec<Stmt> = last.into_iter().filter(|z| !is_done(&reverse, z)).collect();
        let second: Block = turn.into_iter().chain(reverse).chain(needed).collect();
        let second = self.merged_zeros(second);
        let mut second = self.polished(second);
        let state = state_of_head(&self);
        let saved: Block = state.iter().flat_map(|w| self.transfer(w, true)).collect();
        forward.splice(0..0, saved);
        second.extend(state.iter().rev().flat_map(|w| self.transfer(w, false)));
        match &apart {
            // the pops of what is kept between the procedures come first
            Some(forward) => prove(forward, &[out.as_slice(), &second].concat()),
            None => {
                let forward = self.arranged(forward, &second);
                prove(&forward, &second);
                out.extend(forward);
            }
        }
        if apart.is_none() {
            out.extend(profile::of_turn(&mut self));
        }
        if has_reverse {
            out.push(Stmt::new(StmtKind::Comment("reverse sweep".into())));
        }
        out.extend(second);
        profile::of_head(&mut self, &mut out);
        for block in [apart.as_mut(), Some(&mut out)].into_iter().flatten() {
            let kept = self.first_kept(block);
            block.splice(0..0, kept);
            name_once(block, &mut BTreeSet::new());
        }
        Bodies {
            forward: apart,
            body: out,
        }
    }

    /// A call of a procedure of the runtime.
    fn runtime_call(&mut self, name: &'static str, args: Vec<Expr>) -> Stmt {
        let proc = self.g.runtime_procedure(name);
        Stmt::new(StmtKind::Call {
            callee: Callee::direct(proc),
            args: args.into_iter().map(Arg::pos).collect(),
        })
    }

    /// The locals among zones that the procedure writes, and the value of a function, each as a whole. SAVE variables
    /// also belong to one sweep: each sweep has its own.
    pub(in crate::adjoint) fn locals(&self, zones: &ZoneSet) -> Vec<Write> {
        let symbols = self.g.primal.units[self.unit].symbols.iter().copied();
        let own = symbols.filter(|&s| {
            let v = self.g.primal.symbols[s].variable();
            // the target of a pointer is no local
            v.is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Result) && !v.attrs.pointer)
        });
        let written = self.g.facts.summaries.get(self.unit);
        let mut out = vec![];
        for s in own {
            for &zone in self.g.facts.zones.of(s).iter().filter(|&&z| zones.contains(z)) {
                let zones = &self.g.facts.zones;
                let known = zones[zone].exact && out.iter().any(|w: &Write| w.zone == zone);
                let constant = zones[zone].is_global && !written.is_some_and(|s| s.writes.contains(zone));
                if !known && !constant {
                    out.push(Write {
                        target: Some(var(self.g.primal, s)),
                        ..self.global_write(zone)
                    });
                }
            }
        }
        out
    }

    fn sequence(&mut self, nodes: &[Node]) -> Sweeps {
        let mut emitted = vec![];
        let mut place = Span::NONE;
        for n in nodes {
            // a second run is on behalf of the statement before it
            place = n.span().unwrap_or(place);
            let mut sweeps = match n {
                Node::Simple(s) => self.simple(s),
                Node::Branch(b) => self.branch(b),
                Node::Loop(l) => self.repeat(l),
                Node::Region(r) => self.region(r),
                Node::Again(a) => Sweeps {
                    reverse: a.body.clone(),
                    ..Sweeps::default()
                },
            };
            if !self.marks.is_empty() {
                if let Some(lost) = mark_shared(&self.marks, n, &mut sweeps) {
                    threads::warn_lost(self.g, lost);
                }
            }
            Stmt::comes_from(&mut sweeps.forward, place);
            Stmt::comes_from(&mut sweeps.reverse, place);
            emitted.push(sweeps);
        }
        let mut out = Sweeps {
            inside: vec![self.lemma(nodes, &emitted)],
            ..Sweeps::default()
        };
        let mut parts = vec![];
        for s in emitted {
            out.forward.extend(s.forward);
            parts.push(s.reverse);
        }
        out.reverse = parts.into_iter().rev().flatten().collect();
        out
    }

    fn simple(&mut self, s: &Simple) -> Sweeps {
        let mut out = Sweeps::default();
        if s.live {
            self.run(s, &mut out);
        }
        let Some(call) = &s.call else {
            out.reverse.extend(s.adjoint.iter().cloned());
            return out;
        };
        // values that the adjoint of the call overwrites and that are needed after it
        for (k, a) in s.adjoint.iter().enumerate() {
            if k == call.position {
                let [enter, begin, turn, leave] = profile::of_adjoint(self, s, call);
                let mut inner = vec![];
                inner.extend(begin);
                if self.g.choices.split.contains(&call.callee) && !call.split {
                    inner.push(self.forward_call(s, call, false));
                    inner.extend(turn);
                }
                inner.push(a.clone());
                let around = self.kept_around(s, inner);
                out.reverse.extend(enter);
                out.reverse.extend(around);
                out.reverse.extend(leave);
            } else {
                out.reverse.push(a.clone());
            }
        }
        out
    }

    /// Puts statements of the reverse sweep between pushes and pops of the values that they overwrite and that are
    /// needed after them.
    fn kept_around(&mut self, s: &Simple, inner: Block) -> Block {
        let around: Vec<&Write> = s.writes.iter().filter(|w| w.kept == Keep::Around).collect();
        let mut out: Block = around.iter().flat_map(|w| self.value(s, w, true)).collect();
        let revive = s.revive.as_ref().filter(|_| around.iter().any(|w| w.is_descriptor()));
        out.extend(revive.iter().flat_map(|r| r.before.iter().cloned()));
        out.extend(inner);
        out.extend(revive.iter().flat_map(|r| r.after.iter().cloned()));
        let pushed_first = s.writes.iter().filter(|w| w.kept == Keep::After);
        let popped = around.into_iter().rev().chain(pushed_first.rev());
        out.extend(popped.flat_map(|w| self.value(s, w, false)));
        out
    }

    /// Emits a statement in the forward sweep with its records, and the statements that restore them. For the other
    /// kept values see [`Adjoint::kept_around`].
    fn run(&mut self, s: &Simple, out: &mut Sweeps) {
        let recorded = s.writes.iter().filter(|w| w.is_pushed_here());
        let (popped_after, before): (Vec<&Write>, Vec<&Write>) = recorded.partition(|w| w.kept == Keep::After);
        let mut popped = vec![];
        for w in popped_after.into_iter().chain(before.iter().copied()) {
            let mut push = self.value(s, w, true);
            if w.slot.is_some() {
                let mut pop = self.value(s, w, false);
                self.pair(w, &mut push, &mut pop);
                popped.push(pop);
            }
            out.forward.extend(push);
        }
        if let Some(r) = s.needed_revive() {
            out.forward.extend(r.before.iter().cloned());
            out.reverse.extend(r.after.iter().cloned());
        }
        let mut f = match s.call.as_ref().filter(|c| c.split) {
            Some(call) => self.forward_call(s, call, true),
            None => s.forward.clone(),
        };
        let [save, run, ran] = profile::of_run(self, s);
        out.forward.splice(0..0, save);
        out.forward.extend(run);
        if let Some(first) = out.forward.first_mut() {
            first.lead = std::mem::take(&mut f.lead);
        }
        if !s.is_beside() {
            out.forward.push(f);
        }
        out.forward.extend(ran);
        for w in s.writes.iter().filter(|w| w.recorded) {
            if let Restored::Undone(undo) = &w.restored {
                out.reverse.push((**undo).clone());
            }
        }
        for w in before.into_iter().rev() {
            let pop = match w.slot.is_some() {
                true => popped.pop().unwrap_or_default(),
                false => self.value(s, w, false),
            };
            out.reverse.extend(pop);
        }
    }

    /// Pushes or pops the value of a local variable between the sweeps of a split procedure, if it exists.
    fn local_value(&mut self, w: &Write, push: bool) -> Block {
        let values = self.transfer(w, push);
        let array = w
            .target
            .iter()
            .find(|t| is_allocatable(&self.g.out, t) && !is_text(&self.g.out, t) && !is_object(t));
        match array {
            Some(a) if !values.is_empty() => vec![Stmt::guarded(is_allocated(a), values)],
            _ => values,
        }
    }

    /// Pushes or pops the value that a statement overwrites, if it exists.
    fn value(&mut self, s: &Simple, w: &Write, push: bool) -> Block {
        let perhaps = w.perhaps || s.revive.as_ref().is_some_and(|r| r.perhaps.contains(w.zone));
        self.transfer(&Write { perhaps, ..w.clone() }, push)
    }

    /// Pushes or pops the part of a designator that is in a zone: component by component for a derived type,
    /// allocatable components if they exist.
    pub(in crate::adjoint) fn transfer(&mut self, w: &Write, push: bool) -> Block {
        let Some(target) = &w.target else { return vec![] };
        let part = &self.g.facts.zones[w.zone].path;
        let program = self.g.primal;
        let mut leaves = vec![];
        self.g.leaves_of(self.unit, target, false, &mut |leaf| {
            leaves.push(leaf.clone());
            vec![]
        });
        leaves.retain(|leaf| is_text(&self.g.out, leaf));
        let texts: Vec<(Expr, Existence)> = leaves.into_iter().map(|t| (t.clone(), self.existence(&t))).collect();
        let zones = &self.g.facts.zones;
        let all = self.g.leaves_of(self.unit, target, !push, &mut |leaf| {
            let path = zones.path_of(leaf);
            if !path.starts_with(part) && !part.starts_with(&path) {
                return vec![];
            }
            let kind = if push { StmtKind::Push } else { StmtKind::Pop };
            let value = vec![Stmt::new(kind(leaf.clone()))];
            if let Some((_, text)) = texts.iter().find(|(t, _)| t.same(leaf)) {
                return match push {
                    true => text.recorded(value),
                    false => text.restored(value, false),
                };
            }
            let perhaps = matches!(leaf.kind, ExprKind::Component(..)) && is_allocatable(program, leaf);
            let holder = match perhaps {
                true => Some(leaf),
                false => held_object(program, leaf).filter(|h| !h.same(target)),
            };
            match holder {
                Some(h) => vec![Stmt::guarded(is_allocated(h), value)],
                None => value,
            }
        });
        if all.is_empty() {
            return all;
        }
        let base = target.base_symbol().filter(|_| w.perhaps);
        // an object that does not exist has no type to inquire
        let all = match is_object(target) && is_allocatable(program, target) && named(target) != base {
            true => vec![Stmt::guarded(is_allocated(target), all)],
            false => all,
        };
        match base {
            Some(base) => guarded_by_name(&self.g.out, base, all),
            None => all,
        }
    }
}

/// Guards statements about a name by a test that it has an object.
fn guarded_by_name(program: &Program, name: SymbolId, mut block: Block) -> Block {
    let Some(v) = program.symbols[name].variable() else {
        return block;
    };
    let whole = var(program, name);
    if v.attrs.pointer {
        block = vec![Stmt::guarded(is_associated(&whole), block)];
    }
    // the existence of a text is part of its value
    if v.attrs.allocatable && !is_text(program, &whole) {
        block = vec![Stmt::guarded(is_allocated(&whole), block)];
    }
    if v.attrs.optional {
        block = vec![Stmt::guarded(is_present(&whole), block)];
    }
    block
}

/// True for an object of unknown type, or an array of such objects.
fn is_object(e: &Expr) -> bool {
    matches!(e.ty, Ty::Class(_))
}

/// The allocatable component of unknown type that contains a designator.
fn held_object<'e>(program: &Program, e: &'e Expr) -> Option<&'e Expr> {
    match &e.kind {
        ExprKind::Component(object, c) if program.is_downcast(*c) => {
            let perhaps = matches!(object.kind, ExprKind::Component(..)) && is_allocatable(program, object);
            perhaps.then_some(&**object).or_else(|| held_object(program, object))
        }
        ExprKind::Component(base, _) | ExprKind::Index(base, _) => held_object(program, base),
        _ => None,
    }
}

/// Proves that a reverse sweep pops the values that its forward sweep pushes.
fn prove(forward: &[Stmt], reverse: &[Stmt]) {
    let balanced = balance::verify(forward, reverse);
    assert!(balanced.is_ok(), "the sweeps do not match: {balanced:?}");
}

/// True if a block already ends with this assignment, apart from statements that do not involve its variable.
fn is_done(block: &[Stmt], wanted: &Stmt) -> bool {
    let StmtKind::Assign { lhs: zeroed, .. } = &wanted.kind else {
        return false;
    };
    for s in block.iter().rev() {
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            return false;
        };
        if lhs.same(zeroed) {
            return is_zero(rhs);
        }
        let base = zeroed.base_symbol();
        if mentions(lhs, &|x| Some(x) == base) || mentions(rhs, &|x| Some(x) == base) {
            return false;
        }
    }
    false
}

/// Marks the loops of both sweeps that stem from a parallel loop. Returns its directive if only loops with another index
/// became of it.
fn mark_shared<'m>(marks: &'m Marks, n: &Node, sweeps: &mut Sweeps) -> Option<&'m (Parallel, Span)> {
    let (of, l) = match n {
        Node::Loop(l) => ((l.stmt.id, l.fused.is_some()), &l.stmt),
        Node::Region(r) => ((r.face.forward.id, true), &r.face.forward),
        Node::Simple(_) | Node::Branch(_) | Node::Again(_) => return None,
    };
    let (Some(parallel), Some(range)) = (marks.get(&of.0), DoControl::index_of(&l.kind)) else {
        return None;
    };
    let forward = threads::mark(&mut sweeps.forward, of, parallel, range);
    let reverse = threads::mark(&mut sweeps.reverse, of, parallel, range);
    let runs = sweeps.reverse.iter().any(|s| matches!(s.kind, StmtKind::Do { .. }));
    (runs && !forward && !reverse).then_some(parallel)
}
