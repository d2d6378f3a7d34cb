//! Expressions.

use super::*;
use crate::ast::SmolStr;
pub use crate::span::Span;

/// An expression with its type, rank and source span.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Type and kind of its value.
    pub ty: Ty,
    /// Rank of its value; 0 for scalars.
    pub rank: u8,
    /// Source span; [`Span::NONE`] for generated code.
    pub span: Span,
}

/// Expressions. Designators are nested from the outside in: `a%b(i)` is `Index(Component(Var a, b), [i])`.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Integer literal as written.
    Int(SmolStr),
    /// Real literal as written.
    Real(SmolStr),
    /// Character literal as written, quotes included.
    Str(SmolStr),
    /// Logical literal as written.
    Logical(SmolStr),
    /// BOZ literal as written.
    Boz(SmolStr),
    /// Hollerith constant: its text.
    Hollerith(SmolStr),
    /// `(re, im)`.
    Complex(Box<Expr>, Box<Expr>),
    /// Whole variable or named constant.
    Var(SymbolId),
    /// Array element (all subscripts are [`Subscript::At`] of rank 0) or section.
    Index(Box<Expr>, Vec<Subscript>),
    /// Component; for an array of derived type it has the array's rank.
    Component(Box<Expr>, SymbolId),
    /// Substring.
    Substring(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `z%re`, `z%im`: true for the imaginary part. The front end folds `x%kind` and `s%len`.
    ComplexPart(Box<Expr>, bool),
    /// Function reference or defined operation (then the callee's `via` is the operator).
    Call(Callee, Vec<Arg>),
    /// Reference to an intrinsic function: row, name as written (possibly a specific name), arguments.
    Intrinsic(IntrinsicId, SmolStr, Vec<Arg>),
    /// A procedure as an actual argument or pointer target.
    Procedure(SymbolId),
    /// `(e)`.
    Paren(Box<Expr>),
    /// Prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// Intrinsic binary operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Array constructor.
    Array(Option<Box<DeclType>>, Vec<Expr>),
    /// Implied DO in a constructor, a DATA or an I/O list.
    ImpliedDo {
        /// Items to repeat.
        items: Vec<Expr>,
        /// Index.
        var: SymbolId,
        /// First value.
        lo: Box<Expr>,
        /// Limit.
        hi: Box<Expr>,
        /// Stride.
        step: Option<Box<Expr>>,
    },
    /// Structure constructor.
    Structure(SymbolId, Vec<Arg>),
}

/// An end or the stride of a section. Boxed, because most subscripts are indices and should not take the space of three
/// expressions.
pub type Bound = Option<Box<Expr>>;

/// One subscript.
#[derive(Clone, Debug)]
pub enum Subscript {
    /// An index; a vector subscript if its rank is 1.
    At(Expr),
    /// `lo:hi:step`.
    Range(Bound, Bound, Bound),
}

/// A reference to a procedure.
#[derive(Clone, Debug)]
pub struct Callee {
    /// The specific procedure: a [`SymbolKind::Procedure`] or [`SymbolKind::StatementFunction`].
    pub proc: SymbolId,
    /// The generic name, operator (`operator(+)`) or `assignment(=)` as written.
    pub via: Option<SymbolId>,
    /// For type-bound procedures and procedure pointer components: the designator up to the object, and the binding's
    /// name.
    pub object: Option<Box<(Expr, SmolStr)>>,
}

impl Callee {
    /// A plain call of a procedure by its own name.
    pub fn direct(proc: SymbolId) -> Callee {
        Callee {
            proc,
            via: None,
            object: None,
        }
    }
}

/// Actual argument.
#[derive(Clone, Debug)]
pub struct Arg {
    /// `keyword =`, as written.
    pub keyword: Option<SmolStr>,
    /// Value.
    pub value: ArgValue,
}

/// Value of an actual argument.
#[derive(Clone, Debug)]
pub enum ArgValue {
    /// Expression, variable or procedure.
    Expr(Expr),
    /// Alternate return.
    AltReturn(u32),
}

impl Arg {
    /// A positional argument.
    pub fn pos(e: Expr) -> Arg {
        Arg {
            keyword: None,
            value: ArgValue::Expr(e),
        }
    }

    /// The expression, unless it is an alternate return.
    pub fn expr(&self) -> Option<&Expr> {
        match &self.value {
            ArgValue::Expr(e) => Some(e),
            ArgValue::AltReturn(_) => None,
        }
    }

    /// The expression, unless it is an alternate return.
    pub fn expr_mut(&mut self) -> Option<&mut Expr> {
        match &mut self.value {
            ArgValue::Expr(e) => Some(e),
            ArgValue::AltReturn(_) => None,
        }
    }
}

/// Intrinsic prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
}

/// Intrinsic binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
}

impl BinaryOp {
    /// `+ - * / **`.
    pub fn is_arithmetic(self) -> bool {
        matches!(
            self,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Pow
        )
    }

    /// Comparisons.
    pub fn is_relational(self) -> bool {
        matches!(
            self,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
        )
    }
}

impl Expr {
    /// The expression inside any parentheses.
    pub fn peel(&self) -> &Expr {
        match &self.kind {
            ExprKind::Paren(e) => e.peel(),
            _ => self,
        }
    }

    /// The variable at the root of a designator: `a` for `a%b(i)`; none for other expressions.
    pub fn base_symbol(&self) -> Option<SymbolId> {
        match &self.kind {
            ExprKind::Var(s) => Some(*s),
            ExprKind::Index(e, _)
            | ExprKind::Component(e, _)
            | ExprKind::Substring(e, _, _)
            | ExprKind::ComplexPart(e, _) => e.base_symbol(),
            _ => None,
        }
    }

    /// True for a variable, or a component without subscripts: `a`, `r%a`.
    pub fn is_name(&self) -> bool {
        match &self.kind {
            ExprKind::Var(_) => true,
            ExprKind::Component(record, _) => record.is_name(),
            _ => false,
        }
    }

    /// True for variables, elements, sections, components, substrings.
    pub fn is_designator(&self) -> bool {
        self.base_symbol().is_some()
    }

    /// True for literals of any type.
    pub fn is_literal(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Int(_)
                | ExprKind::Real(_)
                | ExprKind::Str(_)
                | ExprKind::Logical(_)
                | ExprKind::Boz(_)
                | ExprKind::Hollerith(_)
        )
    }

    /// Structural equality that ignores source spans; intrinsics are compared by row, not by name.
    pub fn same(&self, other: &Expr) -> bool {
        use ExprKind::*;
        let all = |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.same(y));
        let opt = |a: &Option<Box<Expr>>, b: &Option<Box<Expr>>| match (a, b) {
            (Some(x), Some(y)) => x.same(y),
            (None, None) => true,
            _ => false,
        };
        match (&self.kind, &other.kind) {
            (Int(a), Int(b)) | (Real(a), Real(b)) | (Str(a), Str(b)) | (Logical(a), Logical(b)) => a == b,
            (Boz(a), Boz(b)) | (Hollerith(a), Hollerith(b)) => a == b,
            (Complex(a, b), Complex(c, d)) => a.same(c) && b.same(d),
            (Var(a), Var(b)) => a == b,
            (Procedure(a), Procedure(b)) => a == b,
            (Index(a, s), Index(b, t)) => a.same(b) && s.len() == t.len() && s.iter().zip(t).all(|(x, y)| x.same(y)),
            (Component(a, c), Component(b, d)) => c == d && a.same(b),
            (ComplexPart(a, c), ComplexPart(b, d)) => c == d && a.same(b),
            (Substring(a, l, h), Substring(b, m, i)) => a.same(b) && opt(l, m) && opt(h, i),
            (Call(c, a), Call(d, b)) => c.proc == d.proc && args_same(a, b),
            (Intrinsic(c, _, a), Intrinsic(d, _, b)) => c == d && args_same(a, b),
            (Paren(a), Paren(b)) => a.same(b),
            (Unary(o, a), Unary(p, b)) => o == p && a.same(b),
            (Binary(o, a, b), Binary(p, c, d)) => o == p && a.same(c) && b.same(d),
            (Array(_, a), Array(_, b)) => all(a, b),
            (Structure(s, a), Structure(t, b)) => s == t && args_same(a, b),
            _ => false,
        }
    }
}

impl Subscript {
    /// `lo:hi:step`.
    pub fn range(lo: Option<Expr>, hi: Option<Expr>, step: Option<Expr>) -> Subscript {
        Subscript::Range(lo.map(Box::new), hi.map(Box::new), step.map(Box::new))
    }

    /// Structural equality.
    pub fn same(&self, other: &Subscript) -> bool {
        let opt = |a: &Bound, b: &Bound| match (a, b) {
            (Some(x), Some(y)) => x.same(y),
            (None, None) => true,
            _ => false,
        };
        match (self, other) {
            (Subscript::At(a), Subscript::At(b)) => a.same(b),
            (Subscript::Range(a, b, c), Subscript::Range(d, e, f)) => opt(a, d) && opt(b, e) && opt(c, f),
            _ => false,
        }
    }
}

fn args_same(a: &[Arg], b: &[Arg]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(x, y)| {
            x.keyword == y.keyword
                && match (&x.value, &y.value) {
                    (ArgValue::Expr(x), ArgValue::Expr(y)) => x.same(y),
                    (ArgValue::AltReturn(x), ArgValue::AltReturn(y)) => x == y,
                    _ => false,
                }
        })
}
