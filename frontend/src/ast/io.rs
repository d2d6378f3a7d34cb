//! Input and output.

use super::*;

/// An I/O statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Io {
    /// Its kind.
    pub kind: IoKind,
    /// Control list in parentheses; a position-only item has no keyword. For `PRINT fmt` and `READ fmt` the format is
    /// the only item and `parens` is false.
    pub controls: Vec<(Option<Name>, IoControl)>,
    /// True if the control list is in parentheses.
    pub parens: bool,
    /// Items, implied DO among them.
    pub items: Vec<Expr>,
}

/// Value in an I/O control list.
#[derive(Clone, PartialEq, Debug)]
pub enum IoControl {
    /// Expression, label of a FORMAT included.
    Expr(Expr),
    /// `*`.
    Star,
}

/// The I/O statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum IoKind {
    Read,
    Write,
    Print,
    Open,
    Close,
    Inquire,
    Rewind,
    Backspace,
    Endfile,
    Flush,
    Wait,
}
