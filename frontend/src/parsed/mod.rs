//! The results of parsing one statement, and the helpers of the grammar's actions.
//!
//! Complete statements are [`StmtKind`]s; statements that open, divide or close a block are [`Parsed`] parts, which the
//! block builder assembles.

mod decl;
mod expr;
mod stmt;
mod types;

use crate::ast::*;
use crate::codes;
use crate::span::Span;
use crate::token::{AttrKw, EndKind, Fail, PrefixKw, TypeKw};
pub use decl::*;
pub use expr::*;
use lalrpop_util::ParseError;
pub use stmt::*;
pub use types::*;

/// Error of an action.
pub type ActionError<'t> = ParseError<u32, crate::token::Tok<'t>, Fail>;

/// One statement.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Parsed {
    /// Complete in itself.
    Simple(Box<StmtKind>),
    Unit(UnitKind),
    Contains,
    End(EndKind, Option<Name>),
    IfThen(Expr),
    ElseIf(Expr, Option<Name>),
    Else(Option<Name>),
    Do {
        label: Option<u32>,
        control: Box<DoControl>,
    },
    SelectCase(Expr),
    Case(Option<Vec<CaseValue>>, Option<Name>),
    SelectType {
        rename: Option<Name>,
        expr: Expr,
    },
    TypeGuard(Option<(bool, TypeSpec)>, Option<Name>),
    Where(Expr),
    ElseWhere(Option<Expr>, Option<Name>),
    Forall(ForallHeader),
    Associate(Vec<(Name, Expr)>),
    Block,
    Images(ImageBlock, Vec<Arg>),
    SelectRank {
        rename: Option<Name>,
        expr: Expr,
    },
    Rank(RankGuard, Option<Name>),
    DerivedType {
        name: Name,
        attrs: Vec<Attr>,
        params: Vec<Name>,
    },
    Sequence,
    Interface {
        is_abstract: bool,
        generic: Option<Name>,
    },
    /// `MODULE PROCEDURE a, b`: in an interface, or the heading of a separate procedure.
    ModuleProcedure(Vec<Name>),
    /// `PROCEDURE ...`: in an interface, in a type, or a declaration.
    Procedure {
        interface: Option<Box<ProcInterface>>,
        parens: Option<Span>,
        attrs: Vec<Attr>,
        colons: bool,
        items: Vec<Entity>,
    },
    Generic {
        attrs: Vec<Attr>,
        spec: Name,
        names: Vec<Name>,
    },
    Final(Vec<Name>),
    Enum,
    Enumerator(Vec<(Name, Option<Expr>)>),
    Unsupported,
}

/// An error with a place and a text.
pub fn fail<'t, T>(span: Span, message: &str) -> Result<T, ActionError<'t>> {
    Err(ParseError::User {
        error: Fail::new(span, message),
    })
}

/// An error about legal but unsupported code.
pub fn unsupported<'t, T>(span: Span, what: &str) -> Result<T, ActionError<'t>> {
    let mut error = Fail::new(span, format!("{what} is not supported yet"));
    error.code = codes::UNSUPPORTED_STATEMENT;
    Err(ParseError::User { error })
}
