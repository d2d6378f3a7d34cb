//! Files and program units, and what stands at their beginning.

use super::*;

/// A source file's program units.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// In source order.
    pub units: Vec<Unit>,
    /// Comments behind the last unit.
    pub tail: Vec<Trivia>,
    /// Regions that are not looked at: [`Trivia::Excluded`].
    pub excluded: Vec<Span>,
}

/// A program unit or an internal, module or interface procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Its opening statement. For a main program without a `PROGRAM` statement the kind is
    /// [`UnitKind::Program`] with no name, and `lead` is empty.
    pub kind: UnitKind,
    /// Comments before the opening statement.
    pub lead: Vec<Trivia>,
    /// Comment behind the opening statement.
    pub trail: Option<SmolStr>,
    /// Label of the opening statement.
    pub label: Option<u32>,
    /// The opening statement.
    pub span: Span,
    /// Specification and execution statements in order. Declarations and executables are told apart by
    /// [`StmtKind::is_specification`].
    pub body: Block,
    /// The `CONTAINS` statement, if it is there.
    pub contains_at: Option<End>,
    /// Procedures behind `CONTAINS`.
    pub contains: Vec<Unit>,
    /// Comments before the `END` statement, label and place of it.
    pub end: End,
    /// A statement of it could not be read: what it declares is not all here.
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

/// What `IMPORT` gives besides the names it lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportKind {
    /// `IMPORT [:: names]`: these, or everything when there are none.
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
    /// Everything (with renames), or only what is listed.
    pub only: bool,
    /// Items: local name and, when renamed, the module's name. Operators stand as `operator(+)`, `assignment(=)`.
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
