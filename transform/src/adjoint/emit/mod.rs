//! Writes the two sweeps from a plan.
//!
//! | primal | forward sweep | backward sweep |
//! |---|---|---|
//! | statement | push what is recorded; statement | pop; adjoint statements |
//! | branch | tests; the number of the arm is pushed at its end, unless the tests can be evaluated again | pop the number; the arm's backward part |
//! | counted loop | loop | the loop in reverse, from the last index to the first |
//! | other loop, loop left early | loop that counts; push the count | that many iterations |
//!
//! A construct whose backward part is empty leaves none behind, and pushes no control either.

mod branches;
mod calls;
pub(crate) mod defined;
pub(crate) mod inquiries;
mod lemma;
mod loops;
mod merge;
mod regions;
mod slots;

pub(super) use slots::Slots;

use super::build::existence::Existence;
use super::plan::{Branch, Iterations, Keep, Loop, Node, Order, Restored, Simple, Write};
use crate::adjoint::decide::indexed;
use crate::adjoint::plan::range::Range;
use crate::adjoint::Adjoint;
use crate::balance;
use crate::code::generated;
use crate::normalize::leaves::{is_allocatable, is_text, named};
use crate::rules::{intrinsic, is_allocated, is_associated, is_present};
use adc_analysis::ZoneSet;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::mentions;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// The bodies of an adjoint.
pub struct Bodies {
    /// Of the forward sweep, where it is a procedure by itself.
    pub forward: Option<Block>,
    /// Of the rest.
    pub body: Block,
}

/// Forward and backward part, each in order of execution.
#[derive(Default)]
struct Sweeps {
    forward: Block,
    backward: Block,
    /// For [`lemma`]: of the blocks inside, or of the sequence itself.
    inside: Vec<lemma::Facts>,
}

/// A construct that is written several times has its name in the first place only: no EXIT or CYCLE refers to it any more.
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

impl Adjoint<'_, '_> {
    /// The statements of the adjoint procedure, or of both procedures of a split one.
    pub fn body(mut self, plan: &[Node]) -> Bodies {
        self.inquiries_are_needed(plan);
        let sweeps = self.sequence(plan);
        prove(&sweeps.forward, &sweeps.backward);
        sweeps.inside.iter().for_each(|all| self.changes_are_known(all));
        // what the head prints, and what runs once, it prints in its forward sweep
        let Sweeps {
            mut forward,
            mut backward,
            ..
        } = sweeps;
        if !self.g.has_first_run(self.unit) {
            self.g.silence(self.unit, &mut forward);
        }
        self.g.silence(self.unit, &mut backward);
        let mut out = self.initial_pointers();
        if self.g.is_entry(self.unit) {
            out.extend(self.g.entry_pointers(self.unit));
        }
        let mut apart = None;
        if self.g.choices.split.contains(&self.unit) {
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
            out.extend(self.first_values(&forward, &backward));
        }
        let turn = self.g.turn_zeros(self.unit);
        let has_backward = !turn.is_empty() || !backward.is_empty();
        let last = self.g.final_zeros(self.unit);
        let needed: Vec<Stmt> = last.into_iter().filter(|z| !is_done(&backward, z)).collect();
        let second: Block = turn.into_iter().chain(backward).chain(needed).collect();
        let second = self.merged_zeros(second);
        let second = self.polished(second);
        if apart.is_none() {
            out.extend(self.arranged(forward, &second));
        }
        if has_backward {
            out.push(Stmt::new(StmtKind::Comment("backward sweep".into())));
        }
        out.extend(second);
        self.place_slots(&mut out);
        let kept = self.first_kept(&out);
        out.splice(0..0, kept);
        for block in [apart.as_mut(), Some(&mut out)].into_iter().flatten() {
            name_once(block, &mut BTreeSet::new());
        }
        Bodies {
            forward: apart,
            body: out,
        }
    }

    /// The locals among zones that the procedure writes, and the value of a function, each as a whole. Saved ones belong to one sweep, too: each has its own.
    pub(in crate::adjoint) fn locals(&self, zones: &ZoneSet) -> Vec<Write> {
        let symbols = self.g.primal.units[self.unit].symbols.iter().copied();
        let own = symbols.filter(|&s| {
            let v = self.g.primal.symbols[s].variable();
            // what a pointer points to is no local
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
        for n in nodes {
            emitted.push(match n {
                Node::Simple(s) => self.simple(s),
                Node::Branch(b) => self.branch(b),
                Node::Loop(l) => self.repeat(l),
                Node::Region(r) => self.region(r),
                Node::Again(a) => Sweeps {
                    backward: a.body.clone(),
                    ..Sweeps::default()
                },
            });
        }
        let mut out = Sweeps {
            inside: vec![self.lemma(nodes, &emitted)],
            ..Sweeps::default()
        };
        let mut backwards = vec![];
        for s in emitted {
            out.forward.extend(s.forward);
            backwards.push(s.backward);
        }
        out.backward = backwards.into_iter().rev().flatten().collect();
        out
    }

    fn simple(&mut self, s: &Simple) -> Sweeps {
        let mut out = Sweeps::default();
        if s.live {
            self.run(s, &mut out);
        }
        let Some(call) = &s.call else {
            out.backward.extend(s.adjoint.iter().cloned());
            return out;
        };
        // what the adjoint of the call overwrites, and is needed behind it
        for (k, a) in s.adjoint.iter().enumerate() {
            if k == call.position {
                let mut inner = vec![];
                if self.g.choices.split.contains(&call.callee) && !call.split {
                    inner.push(self.forward_call(s, call, false));
                }
                inner.push(a.clone());
                let around = self.kept_around(s, inner);
                out.backward.extend(around);
            } else {
                out.backward.push(a.clone());
            }
        }
        out
    }

    /// Statements of the backward sweep between the pushes and the pops of what they overwrite, and is needed behind them.
    fn kept_around(&mut self, s: &Simple, inner: Block) -> Block {
        let around: Vec<&Write> = s.writes.iter().filter(|w| w.kept == Keep::Around).collect();
        let mut out: Block = around.iter().flat_map(|w| self.value(s, w, true)).collect();
        let revive = s.revive.as_ref().filter(|_| around.iter().any(|w| w.is_descriptor()));
        out.extend(revive.iter().flat_map(|r| r.before.iter().cloned()));
        out.extend(inner);
        out.extend(revive.iter().flat_map(|r| r.after.iter().cloned()));
        let pushed_first = s.writes.iter().filter(|w| w.kept == Keep::Behind);
        let popped = around.into_iter().rev().chain(pushed_first.rev());
        out.extend(popped.flat_map(|w| self.value(s, w, false)));
        out
    }

    /// A statement in the forward sweep, with what it records, and what restores that; see [`Adjoint::kept_around`] for the rest.
    fn run(&mut self, s: &Simple, out: &mut Sweeps) {
        let recorded = s.writes.iter().filter(|w| w.is_pushed_here());
        let (behind, before): (Vec<&Write>, Vec<&Write>) = recorded.partition(|w| w.kept == Keep::Behind);
        let mut popped = vec![];
        for w in behind.into_iter().chain(before.iter().copied()) {
            let mut push = self.value(s, w, true);
            if w.indexed {
                let mut pop = self.value(s, w, false);
                self.pair(w, &mut push, &mut pop);
                popped.push(pop);
            }
            out.forward.extend(push);
        }
        if let Some(r) = s.needed_revive() {
            out.forward.extend(r.before.iter().cloned());
            out.backward.extend(r.after.iter().cloned());
        }
        let mut f = match s.call.as_ref().filter(|c| c.split) {
            Some(call) => self.forward_call(s, call, true),
            None => s.forward.clone(),
        };
        if let Some(first) = out.forward.first_mut() {
            first.lead = std::mem::take(&mut f.lead);
        }
        out.forward.push(f);
        for w in s.writes.iter().filter(|w| w.recorded) {
            if let Restored::Undone(undo) = &w.restored {
                out.backward.push((**undo).clone());
            }
        }
        for w in before.into_iter().rev() {
            let pop = match w.indexed {
                true => popped.pop().unwrap_or_default(),
                false => self.value(s, w, false),
            };
            out.backward.extend(pop);
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

    /// Pushes or pops what a statement overwrites, if it exists.
    fn value(&mut self, s: &Simple, w: &Write, push: bool) -> Block {
        let perhaps = w.perhaps || s.revive.as_ref().is_some_and(|r| r.perhaps.contains(w.zone));
        self.transfer(&Write { perhaps, ..w.clone() }, push)
    }

    /// Pushes or pops what of a designator is in a zone, component by component where it is of derived type, and allocatable components where they exist.
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
        // what does not exist has no type that could be asked for
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

/// Statements for what a name stands for, if it stands for something.
fn guarded_by_name(program: &Program, name: SymbolId, mut block: Block) -> Block {
    let Some(v) = program.symbols[name].variable() else {
        return block;
    };
    let whole = var(program, name);
    if v.attrs.pointer {
        block = vec![Stmt::guarded(is_associated(&whole), block)];
    }
    // whether a text exists is part of its value
    if v.attrs.allocatable && !is_text(program, &whole) {
        block = vec![Stmt::guarded(is_allocated(&whole), block)];
    }
    if v.attrs.optional {
        block = vec![Stmt::guarded(is_present(&whole), block)];
    }
    block
}

/// True for an object of unknown type, or an array of such.
fn is_object(e: &Expr) -> bool {
    matches!(e.ty, Ty::Class(_))
}

/// The allocatable component of unknown type that a designator is a part of.
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

/// The statements of a backward sweep pop what those of its forward sweep push.
fn prove(forward: &Block, backward: &Block) {
    let balanced = balance::verify(forward, backward);
    assert!(balanced.is_ok(), "the sweeps do not match: {balanced:?}");
}

/// True when a block ends with this assignment already, but for statements that have nothing to do with its variable.
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
