//! Name resolution: syntax trees to an [`ir::Program`](crate::ir::Program).
//!
//! All files are resolved together. The stages, each over all units:
//!
//! 1. [`collect`]: units, their nesting, modules and external procedures by name;
//! 2. specification parts, modules before their users ([`declare`] and its neighbours): afterwards every declared name
//!    has its type, rank and attributes and every procedure its signature;
//! 3. bodies ([`stmt`], [`expr`]), hosts before their contained procedures, since a body may still declare names
//!    implicitly.
//!
//! A specification part is read in order. The parts that may refer to names declared further down (bounds, character
//! lengths, initial values, DATA, statement functions, lists of generic interfaces) are deferred to its end
//! ([`finish`]).
//!
//! An error never stops the run. Unresolved names count as declared with [`Ty::Typeless`], which fits everywhere, so
//! that one mistake gives one message.

mod again;
mod agree;
mod args;
mod asked;
mod attrs;
mod builtin;
mod call;
mod collect;
mod common;
mod control;
mod convert;
mod declare;
mod derived;
mod designator;
mod entries;
mod expr;
mod finish;
mod generic;
mod implicit;
mod interface;
mod io;
mod literal;
mod memory;
mod messages;
mod modules;
mod ops;
mod parameters;
mod regions;
mod scopes;
mod select;
mod stmt;
mod submodules;
mod types;

use crate::ast::{self, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::directive::local::Region;
use crate::ir::*;
pub use again::{declarations, not_replaced_by, Declarations};
use la_arena::ArenaMap;
use scopes::{BlockScope, Flags, Scope};
use std::collections::{HashMap, HashSet};

/// Resolves all files together. With errors, the program is usable for inspection only; without errors, it is sound
/// ([`crate::verify`]).
pub fn resolve(files: &[ast::File]) -> (Program, Vec<Diagnostic>) {
    resolve_with(files, Kinds::default())
}

/// The same with other kinds for types that do not specify one.
pub fn resolve_with(files: &[ast::File], kinds: Kinds) -> (Program, Vec<Diagnostic>) {
    let mut r = Resolver::default();
    r.p.kinds = kinds;
    r.collect(files);
    for unit in r.order() {
        r.declare_tree(unit);
    }
    r.join_separate();
    for entry in r.entries.clone() {
        r.ensure_declared(entry);
    }
    for unit in r.p.roots.clone() {
        r.body_tree(unit);
    }
    for entry in r.entries.clone() {
        r.within(entry, |r| r.entry_body());
    }
    r.settle_conversions();
    r.compare_interfaces();
    r.admit();
    r.diags.sort_by_key(|d| (d.span.lo, d.span.hi));
    // specification parts with ENTRY statements are read more than once
    r.diags.dedup_by(|a, b| a.span == b.span && a.message == b.message);
    (r.p, r.diags)
}

/// Errors that a missing declaration may explain.
const TYPE_ERRORS: [u16; 4] = [
    codes::TYPE_MISMATCH,
    codes::ARGUMENT_MISMATCH,
    codes::NO_SPECIFIC,
    codes::UNKNOWN_COMPONENT,
];

/// The state of a run. `'a` is the lifetime of the syntax trees.
#[derive(Default)]
struct Resolver<'a> {
    /// The program under construction.
    p: Program,
    diags: Vec<Diagnostic>,
    /// The tree of each unit.
    asts: ArenaMap<UnitId, &'a ast::Unit>,
    /// Data of resolution about a unit, besides its [`Unit`].
    scopes: ArenaMap<UnitId, Scope<'a>>,
    /// Data of resolution about symbols, by their index.
    flags: Vec<Flags>,
    /// Modules by folded name.
    modules: HashMap<SmolStr, UnitId>,
    /// Definitions of external procedures by folded name.
    externals: HashMap<SmolStr, UnitId>,
    /// Units created for `ENTRY` statements.
    entries: Vec<UnitId>,
    /// Module procedures whose interface is separate from them.
    separate: Vec<UnitId>,
    /// COMMON blocks by folded name.
    commons: HashMap<SmolStr, CommonId>,
    /// Entities of intrinsic modules, created at first use.
    builtins: HashMap<(SmolStr, SmolStr), SymbolId>,
    /// Operators and assignments bound to types, as generic symbols.
    bound: HashMap<(SymbolId, SmolStr), SymbolId>,
    /// Components that access a parent type, by folded name, in the types that extend it.
    parents: HashMap<(SymbolId, SmolStr), SymbolId>,
    /// The name of an extended type's parent in the extending unit.
    parent_names: HashMap<SymbolId, SmolStr>,
    /// The definitions of derived types with parameters.
    generic_types: HashMap<SymbolId, parameters::Definition<'a>>,
    /// Instances of them, by the values of their KIND parameters.
    instances: HashMap<(SymbolId, Vec<Option<i64>>), SymbolId>,
    /// Types that extend one of them.
    extends_params: HashSet<SymbolId>,
    /// Values of the KIND parameters of the types whose components are being read.
    kind_params: HashMap<SymbolId, i64>,
    /// Positions of their names in the definition that is being read.
    kind_names: Vec<Span>,
    /// True while the components of an instance are read that names no KIND parameter.
    in_instance: bool,
    /// Missing modules named by `USE`, reported once each.
    unknown_modules: HashSet<SmolStr>,
    /// The current unit; `None` only before the first.
    current: Option<UnitId>,
    /// Names of constructs that are open: `BLOCK`, `ASSOCIATE`, `FORALL`, implied DO.
    blocks: Vec<BlockScope>,
    /// Constructs around the current statement: folded name, true for a loop.
    around: Vec<(Option<SmolStr>, bool)>,
    /// Uses of implicitly typed names in the current statement.
    guessed: Vec<(Span, SymbolId)>,
    /// The first place that could not be resolved.
    unresolved: Option<Span>,
    /// Labels that the current body refers to.
    labels: HashSet<u32>,
    /// Ends of directive regions in the current body whose other end is not in their block.
    unmatched: Vec<(Region, regions::End, Span)>,
    /// Variables that turned out to be procedures after they had been used as an argument.
    converted: HashSet<SymbolId>,
}

impl<'a> Resolver<'a> {
    /// The current unit.
    fn unit(&self) -> UnitId {
        match self.current {
            Some(u) => u,
            None => unreachable!("no unit is open"),
        }
    }

    fn report(&mut self, mut d: Diagnostic) {
        if d.is_error() && TYPE_ERRORS.contains(&d.code) {
            self.doubt(d.span, &mut d);
        }
        self.diags.push(d);
    }

    /// Records a legal construct that the representation cannot express; differentiating the unit will report it.
    fn leave_out(&mut self, what: &str, span: Span) {
        if self.in_instance {
            // reported for the definition
            return;
        }
        let unit = self.unit();
        self.p.units[unit].omissions.push(Omission {
            what: what.into(),
            span,
            harmless: false,
        });
    }

    /// Runs `f` with `unit` as the current one.
    fn within<T>(&mut self, unit: UnitId, f: impl FnOnce(&mut Self) -> T) -> T {
        let current = self.current.replace(unit);
        let blocks = std::mem::take(&mut self.blocks);
        let labels = std::mem::take(&mut self.labels);
        let value = f(self);
        self.current = current;
        self.blocks = blocks;
        self.labels = labels;
        value
    }

    /// Reports unresolved parts if no other error was reported, so that no incomplete program is processed further.
    fn admit(&mut self) {
        let is_said = crate::diag::any_error(&self.diags) || self.asts.values().any(|u| u.incomplete);
        if let (Some(span), false) = (self.unresolved, is_said) {
            self.report(Diagnostic::error(
                codes::TYPE_MISMATCH,
                span,
                "this expression cannot be resolved",
            ));
        }
    }

    fn declare_tree(&mut self, unit: UnitId) {
        self.ensure_declared(unit);
        for inner in self.p.units[unit].contains.clone() {
            self.declare_tree(inner);
        }
    }

    fn body_tree(&mut self, unit: UnitId) {
        self.within(unit, |r| r.body());
        for inner in self.p.units[unit].contains.clone() {
            self.body_tree(inner);
        }
    }
}
