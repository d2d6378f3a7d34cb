//! Types, attributes and declared entities.

use super::*;

/// Type of an entity, as written.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeSpec {
    /// The intrinsic or derived type.
    pub base: BaseType,
    /// Kind selector.
    pub kind: KindSpec,
    /// Length of a character.
    pub len: Option<Len>,
    /// Its source span.
    pub span: Span,
}

/// The type without its parameters.
#[derive(Clone, PartialEq, Debug)]
pub enum BaseType {
    /// `INTEGER`.
    Integer,
    /// `REAL`.
    Real,
    /// `DOUBLE PRECISION`.
    DoublePrecision,
    /// `COMPLEX`.
    Complex,
    /// `DOUBLE COMPLEX`.
    DoubleComplex,
    /// `LOGICAL`.
    Logical,
    /// `CHARACTER`.
    Character,
    /// `BYTE` (extension).
    Byte,
    /// `TYPE(name(params))`.
    Type(Name, Vec<Arg>),
    /// `CLASS(name(params))`.
    Class(Name, Vec<Arg>),
    /// `CLASS(*)`.
    ClassStar,
    /// `TYPE(*)`.
    TypeStar,
    /// `PROCEDURE(interface)`: name or type of the interface.
    Procedure(Option<Box<ProcInterface>>),
}

/// Interface named in `PROCEDURE(...)`.
#[derive(Clone, PartialEq, Debug)]
pub enum ProcInterface {
    /// `PROCEDURE(name)`.
    Name(Name),
    /// `PROCEDURE(REAL)`.
    Type(TypeSpec),
}

/// Kind selector as written.
#[derive(Clone, PartialEq, Debug)]
pub enum KindSpec {
    /// None.
    Default,
    /// `*8`.
    Star(u32),
    /// `(8)`, `(wp)`, `(kind=wp)`.
    Paren(Box<Expr>, KindWord),
}

/// Position of `KIND=` in the selector, if written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KindWord {
    /// `(8)`.
    Absent,
    /// `(kind=8)`, `(len=3, kind=1)`.
    Last,
    /// `(kind=1, len=3)`.
    First,
}

/// Length of a character.
#[derive(Clone, PartialEq, Debug)]
pub enum Len {
    /// `*8`.
    Star(u32),
    /// `*(n)`, `(len=n)`.
    Expr(Box<Expr>),
    /// `*(*)`, `(len=*)`.
    Assumed,
    /// `(len=:)`.
    Deferred,
}

/// One entity of a type declaration or attribute statement: `a(10)*8 = 3`.
#[derive(Clone, PartialEq, Debug)]
pub struct Entity {
    /// Name.
    pub name: Name,
    /// Its own dimensions.
    pub dims: Option<Vec<Dim>>,
    /// Its own coarray dimensions.
    pub codims: Option<Vec<Dim>>,
    /// Its own length or kind, `*8`.
    pub len: Option<Len>,
    /// Initialisation.
    pub init: Option<Init>,
}

/// Initialisation of an entity.
#[derive(Clone, PartialEq, Debug)]
pub enum Init {
    /// `= expr`.
    Value(Expr),
    /// `=> expr`.
    Pointer(Expr),
    /// `/1, 2, 3/` in a type statement (extension).
    Data(Vec<DataValue>),
}

/// One dimension of an array as declared.
#[derive(Clone, PartialEq, Debug)]
pub enum Dim {
    /// `hi` or `lo:hi`.
    Explicit(Option<Expr>, Expr),
    /// `:` or `lo:`.
    Colon(Option<Expr>),
    /// `*` or `lo:*`.
    Star(Option<Expr>),
    /// `..`.
    AssumedRank,
}

/// Attribute in a declaration.
#[derive(Clone, PartialEq, Debug)]
pub enum Attr {
    /// `PARAMETER`.
    Parameter,
    /// `ALLOCATABLE`.
    Allocatable,
    /// `POINTER`.
    Pointer,
    /// `TARGET`.
    Target,
    /// `SAVE`.
    Save,
    /// `OPTIONAL`.
    Optional,
    /// `EXTERNAL`.
    External,
    /// `INTRINSIC`.
    Intrinsic,
    /// `PUBLIC`.
    Public,
    /// `PRIVATE`.
    Private,
    /// `VALUE`.
    Value,
    /// `VOLATILE`.
    Volatile,
    /// `ASYNCHRONOUS`.
    Asynchronous,
    /// `PROTECTED`.
    Protected,
    /// `CONTIGUOUS`.
    Contiguous,
    /// `INTENT(...)`.
    Intent(Intent),
    /// `DIMENSION(...)`.
    Dimension(Vec<Dim>),
    /// `CODIMENSION[...]`.
    Codimension(Vec<Dim>),
    /// `BIND(C, ...)`.
    Bind(Vec<Arg>),
    /// `DEFERRED` (type-bound procedure).
    Deferred,
    /// `NOPASS`.
    NoPass,
    /// `PASS` or `PASS(name)`.
    Pass(Option<Name>),
    /// `NON_OVERRIDABLE`.
    NonOverridable,
    /// `KIND` (parameter of a derived type).
    Kind,
    /// `LEN` (parameter of a derived type).
    LenParam,
    /// `ABSTRACT` (derived type).
    Abstract,
    /// `EXTENDS(name)` (derived type).
    Extends(Name),
    /// `STATIC`, `AUTOMATIC` and the like (extensions), as written.
    Other(SmolStr),
}

/// `INTENT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Read only.
    In,
    /// Undefined on entry.
    Out,
    /// Both.
    InOut,
}
