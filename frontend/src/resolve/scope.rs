//! Data of resolution about units, constructs and symbols.

use super::heading::Heading;
use super::implicit::Implicit;
use crate::ast::{self, Name, SmolStr};
use crate::ir::*;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Data of a type with parameters.
#[derive(Clone)]
pub(super) struct Definition<'a> {
    pub(super) tree: &'a ast::DerivedType,
    pub(super) params: Vec<TypeParam>,
    /// The reason why its objects are left out.
    pub(super) omitted: Option<&'static str>,
}

/// One of the two ends of a region.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Start,
    End,
}

/// Progress of the specification part of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    #[default]
    Waiting,
    Running,
    Done,
}

/// Host association of an interface body.
#[derive(Clone, Debug, Default)]
pub enum Import {
    /// Everything: for units other than interface bodies, or `IMPORT` without a list.
    #[default]
    All,
    /// Only these.
    Some(HashSet<SmolStr>),
}

/// Data of resolution about a unit, besides its [`Unit`].
#[derive(Default)]
pub struct Scope<'a> {
    pub stage: Stage,
    /// The interface body that provides the heading and declarations of a `MODULE PROCEDURE`.
    pub separate: Option<&'a ast::Unit>,
    /// The `ENTRY` statement for which the unit was created.
    pub entry: Option<Heading<'a>>,
    /// Typing of undeclared names.
    pub implicit: Rc<Implicit>,
    /// Index of the first executable statement of the body.
    pub exec_start: usize,
    /// Bare `PRIVATE`.
    pub default_private: bool,
    /// Names with explicit access; true for private.
    pub access: HashMap<SmolStr, bool>,
    /// Bare `SAVE`.
    pub save_all: bool,
    pub import: Import,
    /// Names to which different modules give different meanings.
    pub ambiguous: HashSet<SmolStr>,
    /// Names that BLOCK constructs import from modules.
    pub of_blocks: HashMap<SmolStr, SymbolId>,
    /// Names reported as undeclared.
    pub reported: HashSet<SmolStr>,
    /// True if a module that it uses is missing: undeclared names may belong to that module.
    pub incomplete: bool,
    /// Procedures after `CONTAINS`; generic names of the same spelling may hide them in [`Unit::names`].
    pub contained: HashMap<SmolStr, SymbolId>,
    /// Parts deferred to the end of the specification part.
    pub deferred: Deferred<'a>,
    /// Comments of the specification part that wait for the next statement.
    pub comments: Vec<ast::Trivia>,
}

/// Parts of specifications that may refer to later declarations.
#[derive(Default)]
pub struct Deferred<'a> {
    pub result: Option<&'a ast::TypeSpec>,
    /// Variables declared by `CLASS`.
    pub classes: Vec<(SymbolId, &'a Name)>,
    pub dims: Vec<(SymbolId, &'a [ast::Dim])>,
    pub lens: Vec<(SymbolId, &'a ast::Expr)>,
    /// Variable, place among the parameters of its type.
    pub params: Vec<(SymbolId, usize, &'a ast::Expr)>,
    pub inits: Vec<(SymbolId, &'a ast::Init)>,
    pub data: Vec<(&'a ast::DataSet, Span)>,
    pub equivalences: Vec<&'a [ast::Expr]>,
    pub namelists: Vec<(&'a Name, &'a [Name])>,
    pub functions: Vec<(&'a ast::Stmt, &'a ast::Expr, &'a ast::Expr)>,
    /// Generic symbol, names of specific procedures, index of the interface block.
    pub specifics: Vec<(Option<SymbolId>, &'a [Name], usize)>,
    /// Type, index of the binding, procedure or interface, true for a deferred binding.
    pub bindings: Vec<(SymbolId, usize, Name, bool)>,
    /// Final procedures.
    pub finals: Vec<&'a Name>,
    /// Procedure declared by `PROCEDURE(name)`.
    pub interfaces: Vec<(SymbolId, &'a Name)>,
}

/// Names of an open construct.
#[derive(Default)]
pub struct BlockScope {
    pub names: HashMap<SmolStr, SymbolId>,
    /// True if declarations go here (`BLOCK`), not to the unit.
    pub declares: bool,
    pub locals: Vec<SymbolId>,
}

/// Data of resolution about a symbol.
#[derive(Clone, Copy, Default, Debug)]
pub struct Flags {
    /// Has an explicitly written type.
    pub typed: bool,
    /// Is in its unit's list of declarations.
    pub listed: bool,
    /// Was used in a way reserved for variables.
    pub variable: bool,
    /// Was used as an actual argument: a variable or a procedure.
    pub argument: bool,
    /// Is a component of a derived type.
    pub component: bool,
    /// Is a derived type whose definition has not ended yet.
    pub open: bool,
    /// Replaces an unresolved name; no further messages about it.
    pub poison: bool,
}

/// A private variable of a parallel construct, with a symbol of its own.
pub(super) struct PrivateName {
    pub(super) own: SymbolId,
    /// The variable that it hides.
    pub(super) of: SymbolId,
    /// The index of a loop.
    pub(super) is_index: bool,
    /// The construct allocates or deallocates it, or passes it to a procedure.
    pub(super) is_allocated: bool,
    /// False for a variable that cannot be declared again.
    pub(super) can_be_declared: bool,
    /// Statements around the construct that prepare the copy.
    pub(super) around: Vec<StmtId>,
    /// The construct.
    pub(super) span: Span,
}
