//! Turns locals that keep their value between calls into module variables.
//!
//! The adjoint runs procedures a second time, so it must save and restore the values that they keep between calls. From
//! outside a procedure that is impossible. A derivative of a SAVE local would need the same treatment in both modes. So
//! adc differentiates a program in which such *state* can be named, and the general treatment of module variables is
//! correct:
//!
//! | state of | becomes a variable of |
//! |---|---|
//! | procedures inside the head | the head |
//! | another external procedure, or procedures inside it | a new module `foo_state_b` |
//! | a procedure of a module `m`, or procedures inside it | the derivative module `m_b` |
//! | the same, if procedures of `m` that the head reaches need private entities | `m`, which is regenerated |
//!
//! For regenerated modules see [`crate::assemble::enlarged`]. In the second and third case the procedure is regenerated
//! under a new name, and so is each procedure that calls it ([`copies`]). Derivative code calls these copies; their
//! state starts from the initial values and is separate from that of the originals. A SAVE local that is always set
//! before it is read is no state, unless pointers are associated with it; nor is that of the head itself: it is a
//! constant of the derivative.
//!
//! Passive procedures are called unchanged wherever that is correct: in tangents always, since nothing runs twice
//! there; in adjoints if the first call sets the state and no other changes it ([`settled`]). If the state of another
//! one cannot leave it, its callers are split, so that they run once (`adjoint/decide/targets`).

mod copies;
mod data;
mod lift;
mod settled;

use crate::options::mode::Mode;
use crate::prepare::folded::{submodule_around, Cause, Wanted};
use adc_analysis::{Analyses, CallGraph, Heads};
use adc_frontend::ast::SmolStr;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeSet;

pub use crate::prepare::state::lift::lift;
pub use crate::prepare::state::settled::abstracted;

/// The changes of a program that make its state accessible.
#[derive(Clone, Default)]
pub struct Lifted {
    /// Modules that must be regenerated.
    pub modules: IndexSet<UnitId>,
    /// New modules.
    pub new_modules: IndexSet<UnitId>,
    /// The new module for entities that belong into the derivative of a module.
    pub derivative_of: IndexMap<UnitId, UnitId>,
    /// Procedures that are copies, with the names of the originals.
    pub procedures: IndexMap<UnitId, SmolStr>,
    /// The final targets of calls of further copies ([`crate::prepare::copies`]).
    pub written: IndexMap<SymbolId, SymbolId>,
    /// Passive procedures that keep their state, which cannot be saved from outside.
    pub held: IndexSet<UnitId>,
    /// Messages for the user.
    pub messages: Vec<Diagnostic>,
}

/// The heads that no head calls: a state of theirs is one between calls by the user.
fn entries(heads: &Heads, calls: &CallGraph) -> BTreeSet<UnitId> {
    let called = heads.called(calls);
    heads.units().filter(|u| !called.contains(u)).collect()
}

/// The locals of procedures that keep values between calls, found on a normalised program. Tangents run everything
/// once, so only active procedures count there.
pub fn carried(program: &Program, facts: &Analyses, heads: &Heads, mode: Mode) -> Vec<SymbolId> {
    let entries = entries(heads, &facts.calls);
    let reached = heads.reached(&facts.calls);
    let mut out = vec![];
    let counts = |u: UnitId| !entries.contains(&u) && (mode == Mode::Reverse || !is_passive(program, facts, u));
    for u in reached.into_iter().filter(|&u| counts(u)) {
        let Some(summary) = facts.summaries.get(u) else {
            continue;
        };
        out.extend(program.units[u].symbols.iter().copied().filter(|&s| {
            let saved = program.symbols[s]
                .variable()
                .is_some_and(|v| v.storage == Storage::Local && v.attrs.save);
            let mut zones = facts.zones.with_descriptors(s);
            let is_state = saved && zones.any(|z| summary.reads.contains(z) && summary.writes.contains(z));
            is_state || saved && is_handed_out(program, u, s)
        }));
    }
    out
}

/// The submodules with procedures that have state, or call procedures that do: copies of these can stand only in
/// modules. A passive procedure of a submodule keeps its state.
pub fn in_submodules(program: &Program, facts: &Analyses, heads: &Heads, state: &[SymbolId]) -> Wanted {
    let mut wanted = Wanted::new();
    let mut holders = vec![];
    for &s in state {
        let Some(u) = program.symbols[s].owner else { continue };
        match submodule_around(program, u) {
            Some(_) if is_passive(program, facts, u) => continue,
            Some(submodule) => drop(wanted.entry(submodule).or_insert(Cause::State(s))),
            None => {}
        }
        holders.push(u);
    }
    let reached = facts.calls.reachable(heads.units());
    for u in holders {
        for caller in facts.calls.callers_of([u]).into_iter().filter(|c| reached.contains(c)) {
            if let Some(submodule) = submodule_around(program, caller) {
                wanted.entry(submodule).or_insert(Cause::CallsState(u));
            }
        }
    }
    wanted
}

/// True for a procedure without a derivative whose hosts and internal procedures have none either.
fn is_passive(program: &Program, facts: &Analyses, unit: UnitId) -> bool {
    let top = top(program, unit);
    let mut open = vec![top];
    while let Some(u) = open.pop() {
        if facts.activity.unit_is_active(u) {
            return false;
        }
        open.extend(program.units[u].contains.iter().copied());
    }
    true
}

/// The external or module procedure that contains a unit, or the unit itself.
fn top(program: &Program, unit: UnitId) -> UnitId {
    let is_inside = |p: &UnitId| program.units[*p].is_procedure();
    std::iter::successors(Some(unit), |&u| program.units[u].parent.filter(is_inside))
        .last()
        .unwrap_or(unit)
}

/// True if a pointer is associated with a variable: then others may access it.
fn is_handed_out(program: &Program, unit: UnitId, s: SymbolId) -> bool {
    let mut found = false;
    visit::walk_block(&program.units[unit].body, &mut |x| {
        found |= matches!(&x.kind, StmtKind::PointerAssign { rhs, .. } if rhs.base_symbol() == Some(s));
    });
    found
}
