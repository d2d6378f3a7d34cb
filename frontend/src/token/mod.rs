//! Tokens of a statement: those of the logos lexer, merged with the findings of the classifier.
//!
//! Fortran has no reserved words, so the lexer recognises names, literals and operators only. The classifier determines
//! which words are keywords and passes them as [`Cut`]s: a range of the text and its token. The stream of [`Tokens`] is
//! the lexer's, with each cut in its place; the statement's class is always the first.

mod lexer;
mod stream;

pub use stream::{Tokens, MAX_EXPR_DEPTH};

use crate::ast::{Attr, ImageStmt, Intent, IoKind};
use crate::codes;
use crate::span::Span;

/// A keyword that the classifier found, as offsets in the statement's text.
#[derive(Clone, Copy, Debug)]
pub struct Cut<'t> {
    /// First byte.
    pub lo: usize,
    /// One past the last byte.
    pub hi: usize,
    /// The token.
    pub tok: Tok<'t>,
}

/// Class of a statement: the first token that the grammar sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Class {
    Allocate,
    ArithmeticIf,
    Assign,
    AssignLabel,
    Associate,
    Attr(AttrKw),
    Bind,
    Block,
    BlockData,
    Call,
    Case,
    ChangeTeam,
    ClassDefault,
    ClassIs,
    Common,
    Contains,
    Continue,
    /// `POINTER (p, a)`, an extension.
    CrayPointer,
    Critical,
    Cycle,
    Data,
    Deallocate,
    DerivedType,
    Do,
    Else,
    ElseIf,
    ElseWhere,
    End(EndKind),
    Entry,
    Enum,
    Enumerator,
    Equivalence,
    ErrorStop,
    Exit,
    Final,
    ForallConstruct,
    ForallStmt,
    Format,
    Function,
    Generic,
    Goto,
    IfStmt,
    IfThen,
    ImageControl(ImageStmt),
    Implicit,
    ImplicitNone,
    Import,
    Interface,
    AbstractInterface,
    /// An I/O statement with a control list in parentheses.
    Io(IoKind),
    /// An I/O statement without one: `PRINT *, x`.
    IoPlain(IoKind),
    Module,
    ModuleProcedure,
    Namelist,
    Nullify,
    Parameter,
    Pause,
    PointerAssign,
    Procedure,
    Program,
    /// `RANK (n)`, a part of SELECT RANK.
    Rank,
    Return,
    SelectCase,
    SelectRank,
    SelectType,
    Sequence,
    Stop,
    Submodule,
    Subroutine,
    TypeDecl,
    TypeIs,
    Unsupported,
    Use,
    WhereConstruct,
    WhereStmt,
}

/// The unit or construct that an END statement names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum EndKind {
    Bare,
    Program,
    Module,
    Submodule,
    Subroutine,
    Function,
    Procedure,
    BlockData,
    Do,
    If,
    Select,
    Team,
    Where,
    Forall,
    Associate,
    Block,
    Critical,
    Type,
    Interface,
    Enum,
}

/// Keywords of attributes; the grammar adds arguments where they have some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AttrKw {
    Parameter,
    Allocatable,
    Pointer,
    Target,
    Save,
    Optional,
    External,
    Intrinsic,
    Public,
    Private,
    Value,
    Volatile,
    Asynchronous,
    Protected,
    Contiguous,
    Intent(Intent),
    Dimension,
    Codimension,
    Deferred,
    NoPass,
    Pass,
    NonOverridable,
    Kind,
    Len,
    Abstract,
    Static,
    Automatic,
}

impl AttrKw {
    /// The attribute without arguments.
    pub fn attr(self) -> Attr {
        match self {
            AttrKw::Parameter => Attr::Parameter,
            AttrKw::Allocatable => Attr::Allocatable,
            AttrKw::Pointer => Attr::Pointer,
            AttrKw::Target => Attr::Target,
            AttrKw::Save => Attr::Save,
            AttrKw::Optional => Attr::Optional,
            AttrKw::External => Attr::External,
            AttrKw::Intrinsic => Attr::Intrinsic,
            AttrKw::Public => Attr::Public,
            AttrKw::Private => Attr::Private,
            AttrKw::Value => Attr::Value,
            AttrKw::Volatile => Attr::Volatile,
            AttrKw::Asynchronous => Attr::Asynchronous,
            AttrKw::Protected => Attr::Protected,
            AttrKw::Contiguous => Attr::Contiguous,
            AttrKw::Intent(i) => Attr::Intent(i),
            AttrKw::Dimension => Attr::Dimension(vec![]),
            AttrKw::Codimension => Attr::Codimension(vec![]),
            AttrKw::Deferred => Attr::Deferred,
            AttrKw::NoPass => Attr::NoPass,
            AttrKw::Pass => Attr::Pass(None),
            AttrKw::NonOverridable => Attr::NonOverridable,
            AttrKw::Kind => Attr::Kind,
            AttrKw::Len => Attr::LenParam,
            AttrKw::Abstract => Attr::Abstract,
            AttrKw::Static => Attr::Other("static".into()),
            AttrKw::Automatic => Attr::Other("automatic".into()),
        }
    }
}

/// Type keywords.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TypeKw {
    Integer,
    Real,
    DoublePrecision,
    Complex,
    DoubleComplex,
    Logical,
    Character,
    Byte,
    /// `TYPE(`
    Type,
    /// `CLASS(`
    Class,
}

/// Prefixes of procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PrefixKw {
    Recursive,
    Pure,
    Elemental,
    Impure,
    Module,
    NonRecursive,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Tok<'t> {
    Class(Class),
    Name(&'t str),
    /// `operator(+)`, `assignment(=)`, `read(formatted)`.
    Generic(&'t str),
    /// Uninterpreted text: a format, a locality.
    Text(&'t str),
    /// `(A-H, O-Z)` of IMPLICIT.
    Letters(&'t str),
    Int(&'t str),
    Real(&'t str),
    Str(&'t str),
    Boz(&'t str),
    Hollerith(&'t str),
    Logical(&'t str),
    /// `.name.`
    DefOp(&'t str),
    Type(TypeKw),
    /// `*8` after a type keyword.
    Star(&'t str),
    Attr(AttrKw),
    AttrBind,
    AttrExtends,
    Prefix(PrefixKw),
    /// INTRINSIC or NON_INTRINSIC of USE.
    Nature(&'t str),
    KwFunction,
    KwSubroutine,
    KwThen,
    KwWhile,
    KwConcurrent,
    KwResult,
    KwOnly,
    KwTo,
    KwAll,
    KwNone,
    KwDefault,
    LParen,
    RParen,
    LBracket,
    RBracket,
    ArrayOpen,
    ArrayClose,
    Comma,
    Colon,
    DoubleColon,
    DotDot,
    Percent,
    Equals,
    Arrow,
    Plus,
    Minus,
    Times,
    Slash,
    Power,
    Concat,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Not,
    And,
    Or,
    Eqv,
    Neqv,
}

/// Reason why a statement could not be parsed.
#[derive(Clone, PartialEq, Debug)]
pub struct Fail {
    /// Code of the registry.
    pub code: u16,
    /// The place.
    pub span: Span,
    /// The problem.
    pub message: String,
    /// The remedy.
    pub help: Option<String>,
}

impl Fail {
    /// A statement that cannot be parsed at this place.
    pub fn new(span: Span, message: impl Into<String>) -> Fail {
        Fail {
            code: codes::UNREADABLE_STATEMENT,
            span,
            message: message.into(),
            help: None,
        }
    }

    /// Adds the advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Fail {
        self.help = Some(text.into());
        self
    }
}
