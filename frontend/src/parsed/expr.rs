//! Grammar actions for expressions.

use super::*;

/// A name.
pub fn name(lo: u32, text: &str, hi: u32) -> Name {
    Name {
        text: text.into(),
        span: Span::new(lo, hi),
    }
}

/// A generic specification; blanks within it have no meaning.
pub fn generic(lo: u32, text: &str, hi: u32) -> Name {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    Name {
        text: text.into(),
        span: Span::new(lo, hi),
    }
}

/// An expression.
pub fn expr(lo: u32, kind: ExprKind, hi: u32) -> Expr {
    Expr {
        kind,
        span: Span::new(lo, hi),
    }
}

/// A unary expression.
pub fn unary(lo: u32, op: UnaryOp, e: Expr) -> Expr {
    let span = Span::new(lo, e.span.hi);
    Expr {
        kind: ExprKind::Unary(op, Box::new(e)),
        span,
    }
}

/// A name without parentheses.
pub fn part(name: Name) -> Part {
    Part {
        name,
        args: vec![],
        image: None,
    }
}

/// The parts of a designator, with an argument list added to the last one.
pub fn subscripted<'t>(mut parts: Vec<Part>, args: Vec<Arg>, at: Span) -> Result<Vec<Part>, ActionError<'t>> {
    match parts.last_mut() {
        Some(p) if p.image.is_none() => p.args.push(args),
        _ => return fail(at, "write the subscripts before the image selector, as in `a(i)[k]`"),
    }
    Ok(parts)
}

/// The parts of a designator, with an image selector added to the last one.
pub fn of_image<'t>(mut parts: Vec<Part>, image: Vec<Arg>, at: Span) -> Result<Vec<Part>, ActionError<'t>> {
    match parts.last_mut() {
        Some(p) if p.image.is_none() => p.image = Some(image),
        _ => return fail(at, "only one image selector is allowed"),
    }
    Ok(parts)
}

/// `(a)`, `(a, b)`: the only parenthesised forms without an index.
pub fn paren<'t>(lo: u32, mut items: Vec<Expr>, hi: u32) -> Result<Expr, ActionError<'t>> {
    let last = items.pop();
    let before = items.pop();
    match (before, last, items.is_empty()) {
        (None, Some(e), true) => Ok(expr(lo, ExprKind::Paren(Box::new(e)), hi)),
        (Some(re), Some(im), true) => Ok(expr(lo, ExprKind::Complex(Box::new(re), Box::new(im)), hi)),
        _ => fail(
            Span::new(lo, hi),
            "a list in parentheses requires an index, as in `(a(i), i = 1, n)`",
        ),
    }
}

/// `'abc'(1:2)`.
pub fn substring<'t>(literal: Expr, mut bounds: Vec<Arg>, hi: u32) -> Result<Expr, ActionError<'t>> {
    let (lo, one) = (literal.span.lo, bounds.len() == 1);
    match bounds.pop() {
        Some(Arg {
            keyword: None,
            value: ArgValue::Section(a, b, None),
        }) if one => Ok(expr(lo, ExprKind::Substring(Box::new(literal), a, b), hi)),
        _ => fail(
            Span::new(literal.span.hi, hi),
            "a substring must have exactly one range, as in `'abc'(1:2)`",
        ),
    }
}

/// An argument that must be an expression without keyword.
pub fn plain_expr<'t>(a: Arg, at: Span) -> Result<Expr, ActionError<'t>> {
    match a {
        Arg {
            keyword: None,
            value: ArgValue::Expr(e),
        } => Ok(e),
        Arg { keyword: Some(k), .. } => fail(k.span, "a keyword is not allowed here"),
        Arg { .. } => fail(at, "expected an expression"),
    }
}

/// Arguments that must all be expressions.
pub fn plain_exprs<'t>(args: Vec<Arg>, at: Span) -> Result<Vec<Expr>, ActionError<'t>> {
    args.into_iter().map(|a| plain_expr(a, at)).collect()
}

/// Array constructor.
pub fn array_kind<'t>(items: (Option<Box<Expr>>, Vec<Expr>), brackets: bool) -> Result<ExprKind, ActionError<'t>> {
    let ty = items.0.map(|t| type_of_expr(*t)).transpose()?.map(Box::new);
    Ok(ExprKind::Array(ty, items.1, brackets))
}

/// The text after the `H` of a Hollerith constant.
pub fn hollerith_text(text: &str) -> SmolStr {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(digits + 1..).unwrap_or("").into()
}
