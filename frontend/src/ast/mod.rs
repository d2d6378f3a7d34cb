//! The syntax tree: what was written.
//!
//! Produced by the parser, printed by `unparse`. Nothing here is resolved: `f(x)` is a
//! [`Part`] with arguments whether `f` is an array, a function or a statement function, and a
//! statement function definition is an [`StmtKind::Assign`]. Names keep the user's spelling;
//! whoever compares them folds case with [`fold`]. Numbers keep their digits.
//!
//! Statements stand in blocks ([`Block`]); a labelled `DO` has been given its body by the block builder, and its
//! terminating statement, when it is not shared, is the body's last one. Comments and blank lines stand before
//! the statement they precede ([`Stmt::lead`]), or behind it on its line ([`Stmt::trail`]).

mod construct;
mod decl;
mod expr;
mod io;
mod stmt;
mod types;
mod unit;

use crate::span::Span;
pub use smol_str::SmolStr;

pub use construct::*;
pub use decl::*;
pub use expr::*;
pub use io::*;
pub use stmt::*;
pub use types::*;
pub use unit::*;

/// Lower-case form of a name: what names are compared by.
pub fn fold(name: &str) -> SmolStr {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}

/// A name as written, with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Name {
    /// As written.
    pub text: SmolStr,
    /// Where.
    pub span: Span,
}

/// What stands between statements. Conversion to the other source form is the printer's work.
#[derive(Clone, PartialEq, Debug)]
pub enum Trivia {
    /// An empty line.
    Blank,
    /// A comment without its introducing `!`, `C` or `*`; with its place (a directive is one of these,
    /// recognised by [`crate::directive`]).
    Comment(SmolStr, Span),
    /// A preprocessor line (`#...`), kept as it is.
    Preprocessor(SmolStr, Span),
    /// Lines from `$adc exclude-begin` to `exclude-end`, both included, which nobody looks at.
    Excluded(SmolStr, Span),
}
