//! The program summary graph (Callahan 1988), and KILL and USE of every unit computed on it.
//!
//! The graph has an entry and an exit node for each variable that a unit shares with its callers under another name,
//! and a call and a return node for each variable that a call passes. Edges inside a unit connect nodes if the
//! definition reaches without being killed; edges between units bind dummy to actual arguments. With `x → y` for edges:
//!
//! ```text
//! Kill(exit)   = false
//! Kill(entry or return x) = ∧ Kill(y), x → y
//! Kill(call x) = Kill(return of x) ∨ (MOD(entry) ∧ Kill(entry that x is bound to))  greatest solution
//! Use("use")   = true
//! Use(entry or return x) = ∨ Use(y), x → y
//! Use(call x)  = Use(entry) ∨ (¬Kill(entry) ∧ Use(return of x))                     least solution
//! ```
//!
//! KILL(p) and USE(p) are the values at the entry nodes of `p`, with KILL(p) restricted to MOD(p): a zone that is not
//! written has no exit node (the paper's better equation, second half of section 3). Three things are added to the
//! paper:
//!
//! * *joins*: where definitions meet ([`crate::chains`]) there is a node of its own, with the equation of an entry
//!   node, so that the graph stays linear in the text where the paper's may grow with the square of the number of calls
//!   in a unit;
//! * *variables of hosts* that an internal procedure sees are dummy arguments of it, bound to themselves: "a variable
//!   which is a formal parameter at any level is treated explicitly" (section 5);
//! * a call may have *several callees*; all must kill, any may use. One without a definition kills nothing and uses all
//!   its arguments.
//!
//! Global zones are one pseudo-variable with bit vectors ([`globals`], section 4), solved after the parameters, whose
//! solution it uses (section 5). Aliases (section 6): a variable that a callee knows by several names is killed if each
//! of the names is, and used if one of them is.
//!
//! Variables are the zones of [`crate::zones`]; a write of a part of an array defines without killing, so edges pass
//! through it.

mod globals;
mod live;
mod parameters;

pub use live::Live;
pub use parameters::NodeKind;

use crate::cfg::Cfg;
use crate::code::Code;
use crate::mod_ref::ModRef;
use crate::phase::{Phase, Watch};
use crate::reaching::Reaching;
use crate::{CallGraph, Sweeps, ZoneSet, Zones};
use adc_frontend::ir::*;
use globals::Globals;
use la_arena::ArenaMap;
use parameters::Parameters;
use std::collections::BTreeMap;

/// The inputs of the graph.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub program: &'a Program,
    pub zones: &'a Zones,
    pub calls: &'a CallGraph,
    pub cfgs: &'a BTreeMap<UnitId, Cfg>,
    pub code: &'a Code,
    pub mod_ref: &'a ModRef,
    pub reaching: &'a Reaching,
    pub sweeps: &'a Sweeps,
}

/// The graph and its solution.
#[derive(Clone, Debug, Default)]
pub struct Psg {
    parameters: Parameters,
    globals: Globals,
    /// MOD.
    written: ArenaMap<UnitId, ZoneSet>,
}

/// Size of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Entry, exit, call and return nodes.
    pub nodes: usize,
    /// Joins.
    pub joins: usize,
    /// Edges.
    pub edges: usize,
}

impl Psg {
    /// Builds and solves.
    pub(crate) fn build(input: Input, ended: Watch) -> Psg {
        let parameters = Parameters::build(input, ended);
        let globals = Globals::build(input, &parameters);
        ended(Phase::Globals);
        let written = input.cfgs.keys().map(|&u| (u, input.mod_ref.of(u).writes.clone()));
        Psg {
            parameters,
            globals,
            written: written.collect(),
        }
    }

    /// KILL: zones that every returning path through a unit overwrites as a whole.
    pub fn kills(&self, unit: UnitId) -> ZoneSet {
        let mut all = self.parameters.kills(unit);
        all.union_with(&self.globals.of(unit).kill);
        all.intersect_with(&self.written[unit]);
        all
    }

    /// USE: zones that may be read before they are overwritten.
    pub fn uses(&self, unit: UnitId) -> ZoneSet {
        let mut all = self.parameters.uses(unit);
        all.union_with(&self.globals.of(unit).uses);
        all
    }

    /// Size of the part for dummy and actual arguments.
    pub fn size_of_parameters(&self) -> Size {
        self.parameters.size()
    }

    /// Size of the part for global variables.
    pub fn size_of_globals(&self) -> Size {
        self.globals.size()
    }

    /// The nodes and edges for dummy and actual arguments, with paths through joins contracted: see [`parameters`].
    pub fn edges(&self) -> Vec<(NodeKind, NodeKind)> {
        self.parameters.edges_without_joins()
    }
}
