//! Constructors that compute the type and rank of the nodes they build. They apply trivial algebra (0 + a, 1 * a,
//! -(-a)), so that derivative code reads as if a person had written it.

use super::*;

/// The type of an arithmetic operation's result: the wider class, then the wider kind.
pub fn arithmetic_type(a: Ty, b: Ty) -> Ty {
    use Ty::*;
    match (a, b) {
        (Typeless, t) | (t, Typeless) => t,
        (Complex(j), Complex(k)) | (Complex(j), Real(k)) | (Real(j), Complex(k)) => Complex(j.max(k)),
        (Complex(k), _) | (_, Complex(k)) => Complex(k),
        (Real(j), Real(k)) => Real(j.max(k)),
        (Real(k), _) | (_, Real(k)) => Real(k),
        (Integer(j), Integer(k)) => Integer(j.max(k)),
        (a, _) => a,
    }
}

/// An expression without a source span.
pub fn expr(kind: ExprKind, ty: Ty, rank: u8) -> Expr {
    Expr {
        kind,
        ty,
        rank,
        span: Span::NONE,
    }
}

/// Default integer literal.
pub fn int(value: i64) -> Expr {
    let lit = expr(
        ExprKind::Int(value.unsigned_abs().to_string().into()),
        Ty::Integer(4),
        0,
    );
    if value < 0 {
        neg(lit)
    } else {
        lit
    }
}

/// Default logical literal.
pub fn truth(value: bool) -> Expr {
    let text = if value { ".true." } else { ".false." };
    expr(ExprKind::Logical(text.into()), Ty::Logical(4), 0)
}

/// Real literal of a kind from its digits without exponent, such as `0.5`; kinds other than 4 and 8 get a suffix.
pub fn real(digits: &str, kind: u8) -> Expr {
    let text = match kind {
        4 => digits.to_string(),
        8 => format!("{digits}d0"),
        k => format!("{digits}_{k}"),
    };
    expr(ExprKind::Real(text.into()), Ty::Real(kind), 0)
}

/// Zero of a type that can carry a derivative. The zero of a complex type is a real literal, which converts.
pub fn zero(ty: Ty) -> Expr {
    real("0.0", ty.kind().unwrap_or(8))
}

/// A whole variable.
pub fn var(program: &Program, s: SymbolId) -> Expr {
    expr(ExprKind::Var(s), program.symbols[s].ty(), program.symbols[s].rank())
}

/// Array element or section; the rank follows from the subscripts.
pub fn index(base: Expr, subs: Vec<Subscript>) -> Expr {
    let rank = subs
        .iter()
        .map(|s| match s {
            Subscript::At(e) => e.rank,
            Subscript::Range(..) => 1,
        })
        .sum();
    let ty = base.ty;
    expr(ExprKind::Index(Box::new(base), subs), ty, rank)
}

/// True for a literal that is exactly zero.
pub fn is_zero(e: &Expr) -> bool {
    literal_value(e) == Some(0.0)
}

/// True for a literal that is exactly one.
pub fn is_one(e: &Expr) -> bool {
    literal_value(e) == Some(1.0)
}

/// The value of an integer or real literal, parentheses and sign included.
pub fn literal_value(e: &Expr) -> Option<f64> {
    match &e.kind {
        ExprKind::Int(t) => t.split('_').next()?.parse().ok(),
        ExprKind::Real(t) => t.split('_').next()?.to_ascii_lowercase().replace('d', "e").parse().ok(),
        ExprKind::Paren(e) => literal_value(e),
        ExprKind::Unary(UnaryOp::Minus, e) => literal_value(e).map(|v| -v),
        ExprKind::Unary(UnaryOp::Plus, e) => literal_value(e),
        _ => None,
    }
}

/// The value of an integer literal.
pub fn int_value(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Int(t) => t.split('_').next()?.parse().ok(),
        ExprKind::Paren(e) => int_value(e),
        ExprKind::Unary(UnaryOp::Minus, e) => int_value(e).map(|v| -v),
        ExprKind::Unary(UnaryOp::Plus, e) => int_value(e),
        _ => None,
    }
}

/// A binary operation with its type and rank. The printer adds parentheses.
pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let rank = a.rank.max(b.rank);
    let ty = if op.is_arithmetic() {
        // a real raised to an integer power keeps the type of the base
        if op == BinaryOp::Pow && matches!(b.ty, Ty::Integer(_)) {
            a.ty
        } else {
            arithmetic_type(a.ty, b.ty)
        }
    } else if op == BinaryOp::Concat {
        Ty::Character
    } else {
        Ty::Logical(4)
    };
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, rank)
}

/// `a + b`; a negated `b` gives `a - b`.
pub fn add(a: Expr, b: Expr) -> Expr {
    if is_zero(&a) && a.rank <= b.rank {
        return b;
    }
    if is_zero(&b) && b.rank <= a.rank {
        return a;
    }
    match b.kind {
        ExprKind::Unary(UnaryOp::Minus, inner) => binary(BinaryOp::Sub, a, *inner),
        kind => binary(BinaryOp::Add, a, Expr { kind, ..b }),
    }
}

/// `a - b`.
pub fn sub(a: Expr, b: Expr) -> Expr {
    if is_zero(&b) && b.rank <= a.rank {
        return a;
    }
    if is_zero(&a) && a.rank <= b.rank {
        return neg(b);
    }
    match b.kind {
        ExprKind::Unary(UnaryOp::Minus, inner) => binary(BinaryOp::Add, a, *inner),
        kind => binary(BinaryOp::Sub, a, Expr { kind, ..b }),
    }
}

/// `a * b`.
pub fn mul(a: Expr, b: Expr) -> Expr {
    if is_one(&a) && !widens(&a, &b) {
        return b;
    }
    if is_one(&b) && !widens(&b, &a) {
        return a;
    }
    match (a.kind, b.kind) {
        (ExprKind::Unary(UnaryOp::Minus, x), ExprKind::Unary(UnaryOp::Minus, y)) => mul(*x, *y),
        (ExprKind::Unary(UnaryOp::Minus, x), kind) => neg(mul(*x, Expr { kind, ..b })),
        (kind, ExprKind::Unary(UnaryOp::Minus, y)) => neg(mul(Expr { kind, ..a }, *y)),
        (k, l) => binary(BinaryOp::Mul, Expr { kind: k, ..a }, Expr { kind: l, ..b }),
    }
}

/// `a / b`.
pub fn div(a: Expr, b: Expr) -> Expr {
    if is_one(&b) && !widens(&b, &a) {
        return a;
    }
    match a.kind {
        ExprKind::Unary(UnaryOp::Minus, x) => neg(div(*x, b)),
        kind => binary(BinaryOp::Div, Expr { kind, ..a }, b),
    }
}

/// `a ** b`.
pub fn pow(a: Expr, b: Expr) -> Expr {
    if is_one(&b) && matches!(b.ty, Ty::Integer(_)) {
        return a;
    }
    binary(BinaryOp::Pow, a, b)
}

/// True if dropping the factor `one` would lose type or rank.
fn widens(one: &Expr, other: &Expr) -> bool {
    arithmetic_type(one.ty, other.ty) != other.ty || one.rank > other.rank
}

/// `-a`.
pub fn neg(a: Expr) -> Expr {
    match a.kind {
        ExprKind::Unary(UnaryOp::Minus, inner) => *inner,
        kind => {
            let (ty, rank) = (a.ty, a.rank);
            expr(ExprKind::Unary(UnaryOp::Minus, Box::new(Expr { kind, ..a })), ty, rank)
        }
    }
}

/// `.not. a`.
pub fn not(a: Expr) -> Expr {
    let (ty, rank) = (a.ty, a.rank);
    expr(ExprKind::Unary(UnaryOp::Not, Box::new(a)), ty, rank)
}

/// `lhs = rhs`.
pub fn assign(lhs: Expr, rhs: Expr) -> Stmt {
    Stmt::new(StmtKind::Assign { lhs, rhs })
}

impl Stmt {
    /// A generated statement.
    pub fn new(kind: StmtKind) -> Stmt {
        Stmt {
            id: StmtId(0),
            kind,
            label: None,
            lead: vec![],
            trail: None,
            span: Span::NONE,
            origin: Span::NONE,
        }
    }

    /// Notes where generated statements come from, and those inside them, unless that is known.
    pub fn comes_from(block: &mut [Stmt], origin: Span) {
        for s in block {
            if s.span.is_none() && s.origin.is_none() {
                s.origin = origin;
                s.kind.for_each_block_mut(&mut |b| Stmt::comes_from(b, origin));
            }
        }
    }

    /// The statement of the user that it is, or comes from.
    pub fn source(&self) -> Span {
        if self.span.is_none() {
            return self.origin;
        }
        self.span
    }

    /// A generated statement that replaces (part of) a statement at `span`.
    pub fn at(kind: StmtKind, span: Span) -> Stmt {
        Stmt {
            span,
            ..Stmt::new(kind)
        }
    }

    /// `if (cond) then`, in one line.
    pub fn when(cond: Expr, then: Stmt) -> Stmt {
        Stmt::new(StmtKind::If {
            name: None,
            arms: vec![Arm::new(Some(cond), vec![then])],
            short: true,
        })
    }

    /// A loop.
    pub fn repeat(control: DoControl, body: Block) -> Stmt {
        Stmt::new(StmtKind::Do {
            name: None,
            control,
            body,
        })
    }

    /// A block under a condition.
    pub fn guarded(cond: Expr, body: Block) -> Stmt {
        Stmt::choice(vec![Arm::new(Some(cond), body)])
    }

    /// Ends the program with an error, for code that must not be reached.
    pub fn error_stop() -> Stmt {
        Stmt::new(StmtKind::Stop {
            error: true,
            code: None,
            quiet: None,
        })
    }

    /// An `IF` construct.
    pub fn choice(arms: Vec<Arm>) -> Stmt {
        Stmt::new(StmtKind::If {
            name: None,
            arms,
            short: false,
        })
    }
}

impl Arm {
    /// A generated arm.
    pub fn new(cond: Option<Expr>, body: Block) -> Arm {
        Arm {
            cond,
            body,
            lead: vec![],
        }
    }
}
