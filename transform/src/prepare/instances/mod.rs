//! Specialises procedures for the procedures, and the dynamic types of objects, that calls pass to them.
//!
//! A procedure with a dummy procedure, or with a polymorphic dummy argument, calls code that its caller chose. Here it
//! is copied once for each choice ([`Copies`]), and each call goes to the copy for its arguments:
//!
//! * a dummy procedure of a copy *is* the procedure passed: its symbol has that procedure's definition, so a query for
//!   the target of a call succeeds;
//! * a polymorphic dummy argument of a copy has the type of the object, if the call shows it and it makes a difference
//!   ([`types`]); `SELECT TYPE` is decided by it;
//! * a dummy argument of assumed rank has the rank of the actual argument; `SELECT RANK` is decided by it;
//! * alternate returns are numbers ([`alternates`]);
//! * a type-bound call is a call of the bound procedure, with the object among its arguments.
//!
//! A copy passes on the facts about its arguments, so this continues from the head downwards. Later modules need no
//! case for any of this, except for the interface of derivatives: each dummy procedure is followed by its derivative
//! ([`crate::assemble::signature`]).
//!
//! Facts that no call shows are tested at run time: types of objects in branches ([`select`]) and by dispatchers for
//! bindings ([`dispatch`]), procedure pointers in branches ([`pointers`]). So each branch has a call that shows the
//! fact. Intrinsic functions that are passed get a definition ([`intrinsics`]).
//!
//! Left unchanged, and refused elsewhere if it would carry a derivative: procedures with types or procedures of their
//! own, or with values kept between calls; copies beyond [`COPIES`].

mod absent;
pub(crate) mod dispatch;
mod intrinsics;
mod known;
mod outside;
mod pointers;
mod select;
pub(crate) mod state;
mod types;

use crate::normalize::downcasts;
use crate::normalize::moving::{may_change, Moving};
use crate::prepare::alternates;
use crate::prepare::copies::{is_simple, Copies};
use crate::prepare::instances::absent::drop_absent;
use crate::prepare::instances::pointers::Pointers;
use crate::prepare::instances::state::{Instances, Known, Modules};
use crate::prepare::instances::types::Types;
pub(crate) use crate::prepare::instances::types::{ancestors, bindings_of, nearest};
use adc_analysis::head::Parts;
use adc_analysis::{CallGraph, HeadSpec, Heads};
use adc_frontend::ast::fold;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Maximal number of copies in a program.
const COPIES: usize = 200;

/// True if the head reaches anything that calls could pass.
pub(crate) fn are_needed(program: &Program) -> bool {
    let by_value = |s: SymbolId| match &program.symbols[s].kind {
        SymbolKind::Procedure(p) => p.class == ProcClass::Dummy,
        SymbolKind::Variable(v) => matches!(v.ty.ty, Ty::Class(_) | Ty::Unlimited) || v.has_assumed_rank(),
        _ => false,
    };
    let is_object =
        |s: &Symbol| s.is_procedure_pointer() || s.variable().is_some_and(|v| matches!(v.ty.ty, Ty::Class(_)));
    program
        .units
        .iter()
        .any(|(_, u)| u.is_definition() && u.args.iter().any(|s| s.is_none_or(by_value)))
        || program
            .symbols
            .iter()
            .any(|(_, s)| is_object(s) || matches!(&s.kind, SymbolKind::Type(t) if !t.bindings.is_empty()))
}

/// Redirects all calls that heads reach to the copies for their arguments; returns the copies, and the heads, which
/// may be among them.
pub(crate) fn separate(program: &mut Program, heads: &Heads) -> (Copies, Heads) {
    downcasts::prepare(program);
    let types = Types::of(program);
    let modules = Modules::of(program);
    let calls = CallGraph::build(program);
    let pointers = Pointers::of(program, &calls);
    let moving = Moving::of(program, &calls);
    let mut copies = Copies::default();
    let numbered = alternates::number(program, &mut copies);
    let heads = heads.map(&mut |head| match numbered.get(&head.unit) {
        Some(&copy) => renamed(program, head, copy),
        None => head.clone(),
    });
    let mut c = Instances {
        program,
        moving,
        heads: heads.units().collect(),
        types,
        pointers,
        modules,
        copies,
        made: BTreeMap::new(),
        given: BTreeMap::new(),
        dispatchers: BTreeMap::new(),
        intrinsics: BTreeMap::new(),
        absent: BTreeSet::new(),
        reached: BTreeSet::new(),
        open: vec![],
        written: BTreeMap::new(),
    };
    let heads = heads.map(&mut |head| c.head(head));
    heads.units().for_each(|u| c.reach(Some(u)));
    while let Some(unit) = c.open.pop() {
        c.calls_of(unit);
    }
    (c.copies, heads)
}

/// The specification of a head, for a copy of its procedure.
fn renamed(program: &Program, head: &HeadSpec, copy: UnitId) -> HeadSpec {
    let (old, new) = (&program.units[head.unit], &program.units[copy]);
    let of = |s: SymbolId| {
        if old.result == Some(s) {
            return new.result.unwrap_or(s);
        }
        let symbol = &program.symbols[s];
        let own = new.names.get(&fold(&symbol.name)).copied();
        own.filter(|_| symbol.owner == Some(head.unit)).unwrap_or(s)
    };
    let parts = |p: &Parts| p.iter().map(|(&s, paths)| (of(s), paths.clone())).collect();
    HeadSpec {
        unit: copy,
        independents: head.independents.iter().map(|&s| of(s)).collect(),
        dependents: head.dependents.iter().map(|&s| of(s)).collect(),
        independent_parts: parts(&head.independent_parts),
        dependent_parts: parts(&head.dependent_parts),
    }
}

impl Instances<'_> {
    /// A head, or its copy for the types that its polymorphic arguments have in any case.
    fn head(&mut self, head: &HeadSpec) -> HeadSpec {
        let args = self.program.units[head.unit].args.clone();
        let known = |s: &Option<SymbolId>| s.map_or(Known::Nothing, |s| self.known_of(s, &var(self.program, s)));
        let known: Vec<Known> = args.iter().map(known).collect();
        if known.iter().all(|&k| k == Known::Nothing) && !self.asks_itself(head.unit) {
            return head.clone();
        }
        let Some(copy) = self.copy(head.unit, known) else {
            return head.clone();
        };
        renamed(self.program, head, copy)
    }

    /// Redirects the calls in the body of a unit.
    fn calls_of(&mut self, unit: UnitId) {
        let mut body = self.program.units[unit].body.clone();
        self.written.insert(unit, body.clone());
        self.pointers.settle(self.program, unit, &mut body);
        self.types.branch(self.program, &self.moving, unit, &mut body);
        visit::rewrite_references(&mut body, &mut |callee, args| self.call(callee, args));
        visit::walk_block_exprs(&body, &mut |e| {
            if let ExprKind::Procedure(p) = e.kind {
                self.reach(self.program.definition(p));
            }
        });
        self.program.units[unit].body = body;
    }

    fn reach(&mut self, unit: Option<UnitId>) {
        if let Some(u) = unit.filter(|&u| self.program.units[u].is_definition()) {
            if self.reached.insert(u) {
                self.open.push(u);
            }
        }
    }

    fn call(&mut self, callee: &mut Callee, args: &mut Vec<Arg>) {
        let bound = self.types.bound(self.program, callee, args);
        let bound = bound.or_else(|| self.dispatched(callee, args));
        let proc = bound.as_ref().map_or(callee.proc, |b| b.0);
        let settled = self.given.get(&proc).map(|g| g.0);
        let target = settled
            .or(self.program.definition(proc))
            .filter(|&u| self.program.units[u].is_definition());
        let Some(target) = target else { return };
        let object = match (bound, callee.object.take()) {
            (Some((_, Some(how))), Some(bound)) => {
                how.pass(bound.0, args);
                Some(how)
            }
            (_, object) => {
                callee.object = object;
                None
            }
        };
        self.types.pass_parents(self.program, target, callee, args);
        self.write_intrinsics(args);
        let known = self.known(target, callee, args);
        let is_dummy =
            matches!(&self.program.symbols[callee.proc].kind, SymbolKind::Procedure(p) if p.class == ProcClass::Dummy);
        if is_dummy {
            return self.settle_dummy(callee.proc, target, known);
        }
        let plain = known.iter().all(|&k| k == Known::Nothing) && !self.asks_itself(target);
        let copy = match plain {
            true => None,
            false => self.copy(target, known),
        };
        self.reach(Some(copy.unwrap_or(target)));
        if copy.is_some() || object.is_some() || proc != callee.proc {
            callee.proc = self
                .copies
                .name(self.program, callee.proc, copy.unwrap_or(target), object);
        }
    }

    /// Defines a dummy procedure as the copy for its arguments, if all its calls in a procedure agree on that.
    fn settle_dummy(&mut self, dummy: SymbolId, unit: UnitId, known: Vec<Known>) {
        let first = self.given.entry(dummy).or_insert_with(|| (unit, Some(known.clone())));
        if first.1.as_ref() != Some(&known) {
            first.1 = None;
        }
        let agreed = first.1.is_some();
        let plain = known.iter().all(|&k| k == Known::Nothing) && !self.asks_itself(unit);
        let copy = match plain || !agreed {
            true => None,
            false => self.copy(unit, known),
        };
        let chosen = copy.unwrap_or(unit);
        if let SymbolKind::Procedure(p) = &mut self.program.symbols[dummy].kind {
            p.unit = Some(chosen);
        }
        self.reach(Some(chosen));
    }

    /// True for a procedure that is rewritten, for SELECT TYPE or calls of procedure pointers, or to stand elsewhere;
    /// the user's own remains unchanged.
    fn asks_itself(&self, unit: UnitId) -> bool {
        let body = &self.program.units[unit].body;
        let mut found = self.pointers.are_called(self.program, unit, body) || self.may_meet_others(unit);
        visit::walk_block(body, &mut |s| found |= select::is_open(&s.kind));
        found
    }

    /// The copy of a procedure for facts about its arguments; `None` if it cannot be copied.
    fn copy(&mut self, unit: UnitId, known: Vec<Known>) -> Option<UnitId> {
        let key = (unit, known);
        if let Some(&copy) = self.made.get(&key) {
            return Some(copy);
        }
        if self.copies.count >= COPIES || !can_be_copied(self.program, unit) {
            return None;
        }
        // copies are made of the original text, with pointers by their names there
        let current = self.program.units[unit].body.clone();
        let mut body = self.written.get(&unit).unwrap_or(&current).clone();
        self.pointers.settle(self.program, unit, &mut body);
        self.program.units[unit].body = body;
        let copy = self.copies.unit(self.program, unit);
        self.program.units[unit].body = current;
        let origin = self.program.units[unit].shares.unwrap_or(unit);
        self.program.units[copy].shares = Some(origin);
        let dummies = self.program.units[copy].args.clone();
        for (&k, dummy) in key.1.iter().zip(dummies) {
            let Some(dummy) = dummy else { continue };
            match (k, &mut self.program.symbols[dummy].kind) {
                (Known::Procedure(given), SymbolKind::Procedure(p)) => p.unit = Some(given),
                (Known::Type(t), SymbolKind::Variable(v)) => v.ty = DeclType::plain(t),
                (Known::Rank(n, ty), SymbolKind::Variable(v)) => {
                    v.ty = ty.map_or(v.ty.clone(), DeclType::plain);
                    let dim = match v.attrs.allocatable || v.attrs.pointer {
                        true => Dim::Deferred,
                        false => Dim::Assumed(None),
                    };
                    v.dims = vec![dim; n.into()];
                }
                _ => {}
            }
        }
        self.types.decide(self.program, copy);
        let mut body = std::mem::take(&mut self.program.units[copy].body);
        let args = self.program.units[copy].args.iter().flatten();
        let absent: Vec<SymbolId> = args
            .zip(&key.1)
            .filter(|x| *x.1 == Known::Absent)
            .map(|x| *x.0)
            .collect();
        drop_absent(self.program, &mut body, &absent);
        self.absent.extend(absent);
        self.program.units[copy].body = body;
        if !self.heads.contains(&unit) {
            self.put_outside(copy, &key.1);
        }
        self.made.insert(key, copy);
        Some(copy)
    }
}

/// False for procedures with types or procedures of their own, and with SAVE variables that are assigned to.
fn can_be_copied(program: &Program, unit: UnitId) -> bool {
    let u = &program.units[unit];
    let fits = |&s: &SymbolId| match &program.symbols[s].kind {
        SymbolKind::Variable(v) if v.storage == Storage::Local => !v.attrs.save || !may_change(&u.body, s),
        _ => true,
    };
    is_simple(program, unit) && u.symbols.iter().all(fits)
}
