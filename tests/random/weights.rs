//! Frequencies of generated constructs: the only place to change them.

use super::unit::{Flavor, Sort};

/// A table of choices, each with its weight.
pub type Table<T> = &'static [(T, usize)];

/// Structures of programs.
pub const FLAVORS: Table<Flavor> = &[(Flavor::Module, 6), (Flavor::External, 2), (Flavor::Fixed, 2)];

/// Origin of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// Random statements.
    Random(Sort),
    /// Passes over arrays of any extent.
    Kernel,
    /// Works on columns whose subscripts are its arguments.
    Column,
}

/// Procedures of a program besides its head; an entry that a flavor lacks becomes a subroutine.
pub const CALLEES: Table<Callee> = &[
    (Callee::Kernel, 6),
    (Callee::Random(Sort::Subroutine), 3),
    (Callee::Random(Sort::Pure), 2),
    (Callee::Random(Sort::Function), 1),
    (Callee::Random(Sort::Recursive), 1),
    (Callee::Random(Sort::Elemental), 1),
];

/// From this seed on, some of the kernels are procedures that work on columns; programs of earlier seeds are unchanged.
pub const COLUMNS_FROM: u64 = 90_000;

/// From this seed on, procedures have families of constructs ([`super::features`]).
pub const FEATURES_FROM: u64 = 200_000;

/// A family of constructs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the files that they are made in say what they are
pub enum Feature {
    Arrays,
    Intrinsics,
    Allocatables,
    Records,
    Pointers,
    Procedures,
    Entries,
    Control,
    Shapeless,
    Handles,
    Objects,
    Sums,
    Counters,
    Parts,
}

/// From this seed on, there are all families; functions contain procedures, and COMMON members are used as arrays.
pub const MORE_FEATURES_FROM: u64 = 600_000;

/// Number of families before that seed.
pub const FIRST_FEATURES: usize = 8;

/// From this seed on, some procedures have loops that carry a state and increment one scalar.
pub const SUMS_FROM: u64 = 1_000_000;

/// Number of families before that seed.
pub const FEATURES_BEFORE_SUMS: usize = 11;

/// From this seed on, expressions reuse earlier divisors, functions have side effects in expressions, allocatables grow
/// and shrink, and an additional set of options is drawn from all optimisations.
pub const DIVISORS_FROM: u64 = 2_000_000;

/// From this seed on, some derivatives are made with a limited number of optimisations.
pub const FUEL_FROM: u64 = 2_100_000;

/// Number of families before that seed.
pub const FEATURES_BEFORE_DIVISORS: usize = 12;

/// From this seed on, some procedures have small arrays that several statements overwrite.
pub const PARTS_FROM: u64 = 3_000_000;

/// Number of families before that seed.
pub const FEATURES_BEFORE_PARTS: usize = 13;

/// Families, for programs that can have them.
pub const FEATURES: Table<Feature> = &[
    (Feature::Arrays, 4),
    (Feature::Intrinsics, 4),
    (Feature::Allocatables, 4),
    (Feature::Records, 4),
    (Feature::Pointers, 4),
    (Feature::Procedures, 4),
    (Feature::Entries, 3),
    (Feature::Control, 3),
    (Feature::Shapeless, 4),
    (Feature::Handles, 4),
    (Feature::Objects, 4),
    (Feature::Sums, 4),
    (Feature::Counters, 6),
    (Feature::Parts, 20),
];

/// Numbers of families in a head.
pub const FEATURES_IN_HEAD: Table<usize> = &[(1, 4), (2, 4), (3, 2)];

/// Numbers of families in its callees.
pub const FEATURES_IN_OTHERS: Table<usize> = &[(0, 5), (1, 3), (2, 2)];

/// Numbers of callees.
pub const CALLEE_COUNT: Table<usize> = &[(0, 1), (1, 2), (2, 3), (3, 3), (4, 1)];

/// Requirement of a statement on its context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Anywhere.
    Nothing,
    /// Not in the innermost constructs.
    Depth,
    /// In free form.
    Modern,
}

/// Kinds of statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the functions that they are made by say what they are
pub enum Statement {
    Assignment,
    ArrayAssignment,
    IntegerAssignment,
    Wrap,
    OneLevel,
    Branch,
    Select,
    CountLoop,
    WhileLoop,
    Endless,
    Leave,
    JumpForward,
    JumpBackward,
    JumpOut,
    Call,
    Function,
    Where,
    RecordCopy,
    Swap,
    Pattern,
    TimeLoop,
}

/// Statements of all bodies.
pub const STATEMENTS: Table<(Statement, Needs)> = &[
    ((Statement::Assignment, Needs::Nothing), 18),
    ((Statement::ArrayAssignment, Needs::Modern), 7),
    ((Statement::IntegerAssignment, Needs::Nothing), 4),
    ((Statement::Wrap, Needs::Nothing), 3),
    ((Statement::OneLevel, Needs::Nothing), 4),
    ((Statement::Branch, Needs::Depth), 8),
    ((Statement::Select, Needs::Depth), 3),
    ((Statement::CountLoop, Needs::Depth), 11),
    ((Statement::WhileLoop, Needs::Depth), 3),
    ((Statement::Endless, Needs::Depth), 3),
    ((Statement::Leave, Needs::Nothing), 3),
    ((Statement::JumpForward, Needs::Depth), 1),
    ((Statement::JumpBackward, Needs::Depth), 1),
    ((Statement::JumpOut, Needs::Depth), 1),
    ((Statement::Call, Needs::Nothing), 14),
    ((Statement::Function, Needs::Nothing), 3),
    ((Statement::Where, Needs::Modern), 1),
    ((Statement::RecordCopy, Needs::Nothing), 1),
    ((Statement::Swap, Needs::Nothing), 1),
    ((Statement::Pattern, Needs::Nothing), 12),
    ((Statement::TimeLoop, Needs::Depth), 8),
];

/// Typical pieces of code, over the elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Pattern {
    // overwrites
    End,
    Passive,
    Whole,
    Sweep,
    Strided,
    Conditional,
    Until,
    // updates
    Temporary,
    Stencil,
    Recurrence,
    Triangle,
    Wrapped,
    // selections
    Collected,
    Searched,
    Gathered,
    Computed,
    Placed,
    // scalars
    Reduction,
    Reused,
    Recomputed,
    Nested,
    Iterated,
    Coefficients,
}

/// All patterns.
pub const PATTERNS: Table<Pattern> = &[
    (Pattern::End, 2),
    (Pattern::Passive, 2),
    (Pattern::Whole, 3),
    (Pattern::Sweep, 3),
    (Pattern::Strided, 2),
    (Pattern::Conditional, 3),
    (Pattern::Until, 2),
    (Pattern::Temporary, 4),
    (Pattern::Stencil, 3),
    (Pattern::Recurrence, 2),
    (Pattern::Triangle, 2),
    (Pattern::Wrapped, 3),
    (Pattern::Collected, 3),
    (Pattern::Searched, 2),
    (Pattern::Gathered, 3),
    (Pattern::Computed, 3),
    (Pattern::Placed, 4),
    (Pattern::Reduction, 3),
    (Pattern::Reused, 3),
    (Pattern::Recomputed, 3),
    (Pattern::Nested, 2),
    (Pattern::Iterated, 2),
    (Pattern::Coefficients, 6),
];

/// Parts of the body of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Piece {
    Pattern,
    Assignment,
    Global,
    Call,
    Branch,
    TimeLoop,
    Return,
}

/// Pieces of kernels.
pub const PIECES: Table<Piece> = &[
    (Piece::Pattern, 10),
    (Piece::Assignment, 2),
    (Piece::Global, 2),
    (Piece::Call, 5),
    (Piece::Branch, 2),
    (Piece::TimeLoop, 2),
    (Piece::Return, 1),
];

/// Extents of the arguments of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// n
    Full,
    /// n - 1
    Short,
    /// (n + 1)/2, every second element
    Odd,
    /// One element.
    One,
    /// n*n: a matrix taken for a vector.
    Square,
}

/// Extents, if the kernel accepts any.
pub const EXTENTS: Table<Extent> = &[
    (Extent::Full, 5),
    (Extent::Short, 3),
    (Extent::Odd, 3),
    (Extent::One, 2),
    (Extent::Square, 1),
];
