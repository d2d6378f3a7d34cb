//! The syntax tree: the program as written.
//!
//! The parser produces it and `unparse` prints it. Nothing is resolved here: `f(x)` is a [`Part`] with arguments,
//! whether `f` is an array, a function or a statement function, and a statement function definition is an
//! [`StmtKind::Assign`]. Names keep the user's spelling; compare them with [`fold`], which folds case. Numbers keep
//! their digits.
//!
//! Statements stand in blocks ([`Block`]). The block builder gives a labelled `DO` its body; the terminating statement
//! is the last one of the body if no other loop shares it. Comments and blank lines are attached to the statement that
//! follows them ([`Stmt::lead`]), or to the statement on the same line ([`Stmt::trail`]).

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

/// Lower-case form of a name, for comparisons.
pub fn fold(name: &str) -> SmolStr {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}

/// A name as written, with its source span.
#[derive(Clone, PartialEq, Debug)]
pub struct Name {
    /// As written.
    pub text: SmolStr,
    /// Its source span.
    pub span: Span,
}

/// Text between statements. The printer converts it to the other source form.
#[derive(Clone, PartialEq, Debug)]
pub enum Trivia {
    /// An empty line.
    Blank,
    /// A comment without its introducing `!`, `C` or `*`, and its span. Directives are comments too;
    /// [`crate::directive`] recognises them.
    Comment(SmolStr, Span),
    /// A preprocessor line (`#...`), unchanged.
    Preprocessor(SmolStr, Span),
    /// Lines from `$adc exclude-begin` to `exclude-end`, both included, which adc skips.
    Excluded(SmolStr, Span),
}
