//! Files and program units with their opening statements.

use super::*;

/// A source file's program units.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// In source order.
    pub units: Vec<Unit>,
    /// Comments after the last unit.
    pub tail: Vec<Trivia>,
    /// Regions that adc skips: [`Trivia::Excluded`].
    pub excluded: Vec<Span>,
}

/// A program unit or an internal, module or interface procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Its opening statement. A main program without a `PROGRAM` statement is [`UnitKind::Program`] without a name and
    /// has an empty `lead`.
    pub kind: UnitKind,
    /// Comments before the opening statement.
    pub lead: Vec<Trivia>,
    /// Comment after the opening statement.
    pub trail: Option<SmolStr>,
    /// Label of the opening statement.
    pub label: Option<u32>,
    /// The opening statement.
    pub span: Span,
    /// Specification and execution statements in order; [`StmtKind::is_specification`] distinguishes them.
    pub body: Block,
    /// The `CONTAINS` statement, if present.
    pub contains_at: Option<End>,
    /// Procedures after `CONTAINS`.
    pub contains: Vec<Unit>,
    /// Comments before the `END` statement, its label and span.
    pub end: End,
    /// True if a statement of the unit could not be parsed, so that declarations may be missing.
    pub incomplete: bool,
}

/// The kinds of program units.
#[derive(Clone, PartialEq, Debug)]
pub enum UnitKind {
    /// `PROGRAM name`.
    Program {
        /// Absent when there is no `PROGRAM` statement.
        name: Option<Name>,
    },
    /// `MODULE name`.
    Module {
        /// Name.
        name: Name,
    },
    /// `SUBMODULE (parent) name`.
    Submodule {
        /// Ancestor module and parent submodule, if any.
        parent: Vec<Name>,
        /// Name.
        name: Name,
    },
    /// `SUBROUTINE name (args)`.
    Subroutine {
        /// Prefixes such as `recursive`.
        prefix: Vec<Prefix>,
        /// Name.
        name: Name,
        /// Dummy arguments; `None` is an alternate return `*`.
        args: Vec<Option<Name>>,
        /// `BIND(C...)`, as written.
        bind: Option<Vec<Arg>>,
    },
    /// `FUNCTION name (args) RESULT (r)`.
    Function {
        /// Prefixes, the type among them.
        prefix: Vec<Prefix>,
        /// Name.
        name: Name,
        /// Dummy arguments.
        args: Vec<Option<Name>>,
        /// `RESULT (name)`.
        result: Option<Name>,
        /// `BIND(C...)`, as written.
        bind: Option<Vec<Arg>>,
    },
    /// `MODULE PROCEDURE name` with a body (Fortran 2008, in submodules).
    ModuleProcedure {
        /// Name.
        name: Name,
    },
    /// `BLOCK DATA name`.
    BlockData {
        /// Name.
        name: Option<Name>,
    },
}

/// Prefix of a procedure statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Prefix {
    /// `RECURSIVE`.
    Recursive,
    /// `PURE`.
    Pure,
    /// `ELEMENTAL`.
    Elemental,
    /// `IMPURE`.
    Impure,
    /// `MODULE`.
    Module,
    /// `NON_RECURSIVE`.
    NonRecursive,
    /// The type of a function's result.
    Type(TypeSpec),
}

/// The form of `IMPORT`: names that it imports besides the listed ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportKind {
    /// `IMPORT [:: names]`: the listed names, or all if none is listed.
    Plain,
    /// `IMPORT, ONLY: names`.
    Only,
    /// `IMPORT, ALL`.
    All,
    /// `IMPORT, NONE`.
    None,
}

/// `USE`.
#[derive(Clone, PartialEq, Debug)]
pub struct Use {
    /// Module.
    pub module: Name,
    /// `INTRINSIC` or `NON_INTRINSIC`.
    pub nature: Option<SmolStr>,
    /// True for `ONLY`: just the listed names; otherwise all names, with renames.
    pub only: bool,
    /// Items: local name and, if renamed, the module's name. Operators are stored as `operator(+)`, `assignment(=)`.
    pub items: Vec<(Name, Option<Name>)>,
}

/// One rule of `IMPLICIT`.
#[derive(Clone, PartialEq, Debug)]
pub struct ImplicitRule {
    /// Type.
    pub ty: TypeSpec,
    /// Letter ranges, lower case, inclusive.
    pub ranges: Vec<(char, char)>,
}
