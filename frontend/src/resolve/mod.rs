//! Name resolution: syntax trees to an [`ir::Program`](crate::ir::Program).
//!
//! All files are resolved together. The stages, each over all units:
//!
//! 1. [`collect`]: units, their nesting, modules and external procedures by name;
//! 2. specification parts, modules before their users ([`declare`] and its neighbours): afterwards every declared name
//!    has its type, rank and attributes and every procedure its signature;
//! 3. bodies ([`stmt`] and its neighbours), hosts before their contained procedures, since a body may still declare
//!    names implicitly.
//!
//! A specification expression may call a procedure whose specification part follows. So [`callees`] finds in the text of
//! an expression which procedures it may call; their specification parts are read first.
//!
//! A file uses only files of its own row and of the rows above it:
//!
//! | files | about |
//! |---|---|
//! | `state`, `scope`, `implicit`, `heading`, `messages` | the state of a run |
//! | `scopes`, `procedures`, `members`, `builtin`, `constants`, `literal`, `ops` | names, literals, operators |
//! | `args`, `callees`, `generic`, `call`, `convert`, `parameters` | parts of expressions |
//! | `expr`, `designator`, `variables`, `types`, `entity` | expressions, types in them, components of instances of types |
//! | `attrs`, `common`, `derived`, `directives` | statements of declarations |
//! | `declare`, `finish`, `interface`, `modules` | specification parts |
//! | `stmt`, `control`, `select`, `call_stmt`, `io`, `memory`, `regions`, `asked` | bodies |
//! | `collect`, `submodules`, `entries`, `agree`, `placeholders`, `again` | all units |
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
mod call_stmt;
mod callees;
mod collect;
mod common;
mod concurrent;
mod constants;
mod control;
mod convert;
mod declare;
mod derived;
mod designator;
mod directives;
mod entity;
mod entries;
mod expr;
mod finish;
mod generic;
mod heading;
mod implicit;
mod interface;
mod io;
mod left_out;
mod literal;
mod members;
mod memory;
mod messages;
mod modules;
mod named;
mod openmp;
mod ops;
mod parameters;
mod placeholders;
mod private_names;
mod procedures;
mod reductions;
mod regions;
mod scope;
mod scopes;
mod sections;
mod select;
mod state;
mod stmt;
mod submodules;
mod teams;
mod types;
mod updates;
mod variables;

use crate::ast::{self};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;
pub use again::{declarations, given_twice, not_replaced_by, Declarations};
use state::Resolver;

/// Resolves all files together. With errors, the program is usable for inspection only; without errors, it is sound
/// ([`crate::verify`]).
pub fn resolve(files: &[ast::File]) -> (Program, Vec<Diagnostic>) {
    resolve_with(files, Kinds::default(), false, false)
}

/// The same with other kinds for types that do not specify one, with placeholders if they are allowed
/// ([`placeholders`]), and with directives of OpenMP if they count.
pub fn resolve_with(files: &[ast::File], kinds: Kinds, placeholders: bool, openmp: bool) -> (Program, Vec<Diagnostic>) {
    let mut r = Resolver {
        openmp,
        ..Resolver::default()
    };
    r.p.kinds = kinds;
    r.p.openmp = openmp;
    r.placeholders = placeholders;
    r.collect_files(files);
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
    files
        .iter()
        .for_each(|f| directives::directives_after_units(&mut r, &f.tail));
    r.settle_conversions();
    r.compare_interfaces();
    placeholders::settle_placeholders(&mut r);
    r.admit();
    r.diags.sort_by_key(|d| (d.span.lo, d.span.hi));
    // specification parts with ENTRY statements are read more than once
    r.diags.dedup_by(|a, b| a.span == b.span && a.message == b.message);
    (r.p, r.diags)
}

impl Resolver<'_> {
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

    pub(super) fn declare_tree(&mut self, unit: UnitId) {
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
