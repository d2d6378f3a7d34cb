//! Expressions.

use super::*;

/// An expression with its source span.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its source span.
    pub span: Span,
}

/// Expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// Integer literal as written, kind suffix included.
    Int(SmolStr),
    /// Real literal as written, kind suffix included.
    Real(SmolStr),
    /// Character literal: kind prefix, quote and raw text are as written, quotes included.
    Str(SmolStr),
    /// `.TRUE.` as written, kind suffix included.
    Logical(SmolStr),
    /// `Z'FF'` as written.
    Boz(SmolStr),
    /// `4Habcd`: the text.
    Hollerith(SmolStr),
    /// `(re, im)`.
    Complex(Box<Expr>, Box<Expr>),
    /// `'abc'(1:2)`: a substring of a literal, its bounds if given.
    Substring(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `%VAL(x)`, `%REF(x)`, `%LOC(x)` (extensions): the word and its argument.
    Percent(Name, Box<Expr>),
    /// Name, array element, component, function reference, structure constructor: `a%b(i)(1:2)`.
    Designator(Vec<Part>),
    /// `(expr)`: parentheses bind in Fortran and are kept.
    Paren(Box<Expr>),
    /// Prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// Binary operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Array constructor: type, items; the flag is true for `[ ]`.
    Array(Option<Box<TypeSpec>>, Vec<Expr>, bool),
    /// `(items, i = lo, hi, step)`.
    ImpliedDo(Box<ImpliedDo>),
}

/// An implied DO.
#[derive(Clone, PartialEq, Debug)]
pub struct ImpliedDo {
    /// Type of the index, if given.
    pub ty: Option<TypeSpec>,
    /// Items to repeat.
    pub items: Vec<Expr>,
    /// Index.
    pub var: Name,
    /// First value.
    pub lo: Expr,
    /// Limit.
    pub hi: Expr,
    /// Stride.
    pub step: Option<Expr>,
}

/// One part of a designator: a name and the parentheses after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Name.
    pub name: Name,
    /// Parenthesised lists: `(i)(1:2)` has two. An empty list is `()`.
    pub args: Vec<Vec<Arg>>,
    /// Coarray selector `[...]`.
    pub image: Option<Vec<Arg>>,
}

/// Argument or subscript.
#[derive(Clone, PartialEq, Debug)]
pub struct Arg {
    /// `keyword =`.
    pub keyword: Option<Name>,
    /// Value.
    pub value: ArgValue,
}

impl Arg {
    /// Source span; `None` if the argument is only punctuation.
    pub fn span(&self) -> Option<Span> {
        match &self.value {
            ArgValue::Expr(e) => Some(e.span),
            ArgValue::StarFrom(e) => Some(e.span),
            ArgValue::Section(..) | ArgValue::AltReturn(_) | ArgValue::Star => None,
        }
    }
}

/// Value of an argument or subscript.
#[derive(Clone, PartialEq, Debug)]
pub enum ArgValue {
    /// Expression.
    Expr(Expr),
    /// `lo:hi:step`.
    Section(Option<Box<Expr>>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `*10`: alternate return.
    AltReturn(u32),
    /// `*` or `:` as a type parameter or bound.
    Star,
    /// `lo:*`: last codimension in ALLOCATE.
    StarFrom(Box<Expr>),
}

/// Prefix operators.
#[derive(Clone, PartialEq, Debug)]
pub enum UnaryOp {
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `.NOT.`.
    Not,
    /// `.name.`, without dots.
    Defined(Box<Name>),
}

/// Binary operators.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Concat,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Eqv,
    Neqv,
    /// `.name.`, without dots.
    Defined(Box<Name>),
}
