//! Formulas of partial derivatives: from the text in a row of the table of intrinsics to an expression.
//!
//! A formula is a Fortran expression over the names of the intrinsic's arguments. [`instantiate`] replaces the names by
//! expressions, gives real literals the kind of the reference, resolves intrinsic functions through the table, and
//! builds the result with the simplifying constructors of [`crate::ir`]: `p*x**(p - 1)` with `p` = 2 becomes `2*x`. An
//! argument is copied to each use of its name, so a caller with a costly argument should pass a variable that stores
//! its value.
//!
//! Kinds: in `merge`, a literal takes type and kind of the other source, since Fortran requires them to agree;
//! elsewhere arithmetic converts.

use crate::ast;
use crate::diag::any_error;
use crate::intrinsics::{self, Row, Rule};
use crate::ir::{
    add, binary, div, expr, int_value, is_positive, literal_value, mul, neg, not, pow, real, sub, Arg, BinaryOp, Expr,
    ExprKind, IntrinsicId, Program, Ty,
};
use crate::parse::ParseOptions;
use crate::span::{Form, SourceMap};
use crate::typing;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The parsed formulas of the whole table by their text. Only looked up, never iterated.
fn parsed_table() -> &'static HashMap<&'static str, ast::Expr> {
    static FORMULAS: OnceLock<HashMap<&'static str, ast::Expr>> = OnceLock::new();
    FORMULAS.get_or_init(|| {
        intrinsics::all()
            .flat_map(|id| {
                let row = id.row();
                let of = |rule: Rule| match rule {
                    Rule::Partials(p) => p,
                    _ => &[],
                };
                of(row.rule).iter().chain(row.complex.map_or(&[][..], of))
            })
            .map(|p| p.formula)
            .chain(intrinsics::power::FORMULAS.iter().copied())
            .filter_map(|text| Some((text, parse(text).ok()?)))
            .collect()
    })
}

/// Parses a formula as the right side of an assignment.
///
/// # Errors
/// When the text is not an expression.
pub fn parse(text: &str) -> Result<ast::Expr, String> {
    let no_formula = || format!("`{text}` is not a formula");
    let mut map = SourceMap::default();
    let file = map.add("formula", format!("f = {text}\nend\n"), Form::Free);
    let (tree, messages) = crate::parse::parse(&mut map, file, &ParseOptions::default(), &mut |_, _, _| None);
    if any_error(&messages) {
        return Err(no_formula());
    }
    let statements = tree.units.into_iter().flat_map(|u| u.body);
    match statements.map(|s| s.kind).collect::<Vec<_>>().pop() {
        Some(ast::StmtKind::Assign { rhs, .. }) => Ok(rhs),
        _ => Err(no_formula()),
    }
}

/// The parsed form of a formula; formulas of the table are parsed once.
pub(crate) fn parsed(text: &str) -> Result<Cow<'static, ast::Expr>, String> {
    match parsed_table().get(text) {
        Some(e) => Ok(Cow::Borrowed(e)),
        None => parse(text).map(Cow::Owned),
    }
}

/// A formula with its names replaced by expressions and with real literals of the kind `real_kind`.
///
/// # Errors
/// When the text is not a formula, has an unbound name, or is not well typed. Tests check the formulas of the table, so
/// for them an error means that the bindings do not fit the row.
pub fn instantiate(text: &str, bindings: &[(&str, Expr)], real_kind: u8) -> Result<Expr, String> {
    let bindings: Vec<(&str, &Expr)> = bindings.iter().map(|(n, e)| (*n, e)).collect();
    let parsed = parsed(text)?;
    convert(&parsed, &bindings, real_kind)
}

/// The partial derivative of a reference to an elemental intrinsic with respect to the argument at a position; `None`
/// if it is zero. Rules without formulas ([`Rule::Structural`], [`Rule::Array`], ...) also give `None`: check
/// [`super::rule`] first.
///
/// # Errors
/// As [`instantiate`].
pub fn partial(row: &Row, bound: &[Option<&Expr>], arg: usize) -> Result<Option<Expr>, String> {
    let complex = super::is_complex(bound);
    let Some(text) = super::partial_text(row, complex, arg, bound.len()) else {
        return Ok(None);
    };
    let names: Vec<String> = (0..bound.len()).map(|i| row.arg_name(i)).collect();
    let bindings: Vec<(&str, &Expr)> = names
        .iter()
        .zip(bound)
        .filter_map(|(n, e)| Some((n.as_str(), (*e)?)))
        .collect();
    let kinds = bound
        .iter()
        .flatten()
        .filter(|e| e.ty.is_differentiable())
        .filter_map(|e| e.ty.kind());
    let parsed = parsed(&text)?;
    convert(&parsed, &bindings, kinds.max().unwrap_or(8)).map(Some)
}

/// The partial derivatives of `x**p` with respect to `x` and to `p`; `None` where zero.
///
/// # Errors
/// As [`instantiate`].
pub fn power_partials(program: &Program, x: &Expr, p: &Expr) -> Result<[Option<Expr>; 2], String> {
    let kind = [x, p]
        .iter()
        .filter(|e| e.ty.is_differentiable())
        .filter_map(|e| e.ty.kind())
        .max()
        .unwrap_or(8);
    let [by_x, by_p] = super::power_formulas(program, x, p);
    let make = |text: Option<&'static str>| {
        text.map(|t| convert(&*parsed(t)?, &[("x", x), ("p", p)], kind))
            .transpose()
    };
    Ok([make(by_x)?, make(by_p)?])
}

fn convert(e: &ast::Expr, bindings: &[(&str, &Expr)], kind: u8) -> Result<Expr, String> {
    let go = |e: &ast::Expr| convert(e, bindings, kind);
    Ok(match &e.kind {
        ast::ExprKind::Int(text) => expr(ExprKind::Int(text.clone()), Ty::Integer(4), 0),
        ast::ExprKind::Real(text) => real(text, kind),
        ast::ExprKind::Complex(re, im) => expr(
            ExprKind::Complex(Box::new(go(re)?), Box::new(go(im)?)),
            Ty::Complex(kind),
            0,
        ),
        // the tree keeps the order of operations
        ast::ExprKind::Paren(inner) => go(inner)?,
        ast::ExprKind::Unary(ast::UnaryOp::Minus, a) => neg(go(a)?),
        ast::ExprKind::Unary(ast::UnaryOp::Not, a) => not(go(a)?),
        ast::ExprKind::Binary(op, a, b) => operation(op, go(a)?, go(b)?)?,
        ast::ExprKind::Designator(parts) => match parts.as_slice() {
            [part] => match part.args.as_slice() {
                [] => bindings
                    .iter()
                    .find(|(name, _)| *name == part.name.text)
                    .map(|(_, e)| (*e).clone())
                    .ok_or_else(|| format!("`{}` is not bound in a formula", part.name.text))?,
                [list] => {
                    let args = list.iter().map(|a| match &a.value {
                        ast::ArgValue::Expr(e) => go(e),
                        _ => Err("a formula has an argument that is not an expression".to_string()),
                    });
                    call(&part.name.text, args.collect::<Result<_, _>>()?)?
                }
                _ => return Err(format!("`{}` has two argument lists in a formula", part.name.text)),
            },
            _ => return Err("a formula has a component".into()),
        },
        _ => return Err("a formula has something that is not an operation".into()),
    })
}

fn operation(op: &ast::BinaryOp, a: Expr, b: Expr) -> Result<Expr, String> {
    use ast::BinaryOp as Op;
    Ok(match op {
        Op::Add => folded(BinaryOp::Add, &a, &b).unwrap_or_else(|| add(a, b)),
        Op::Sub => folded(BinaryOp::Sub, &a, &b).unwrap_or_else(|| sub(a, b)),
        Op::Mul => mul(a, b),
        Op::Div => div(a, b),
        Op::Pow => pow(a, b),
        Op::Eq => binary(BinaryOp::Eq, a, b),
        Op::Ne => binary(BinaryOp::Ne, a, b),
        Op::Lt => binary(BinaryOp::Lt, a, b),
        Op::Le => binary(BinaryOp::Le, a, b),
        Op::Gt => binary(BinaryOp::Gt, a, b),
        Op::Ge => binary(BinaryOp::Ge, a, b),
        Op::And => binary(BinaryOp::And, a, b),
        Op::Or => binary(BinaryOp::Or, a, b),
        Op::Concat | Op::Eqv | Op::Neqv | Op::Defined(_) => {
            return Err("a formula has an operator it should not".into())
        }
    })
}

/// The sum or difference of two literals, for exponents such as `3 - 1` and `2.5 - 1.0`. Reals are folded only if the
/// decimal result is exact, as it is for short literals.
fn folded(op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let minus = op == BinaryOp::Sub;
    if let (Some(x), Some(y), Ty::Integer(k)) = (int_value(a), int_value(b), a.ty) {
        let v = if minus { x.checked_sub(y)? } else { x.checked_add(y)? };
        return Some(int_literal(v, k));
    }
    let (Ty::Real(k), Ty::Real(_)) = (a.ty, b.ty) else {
        return None;
    };
    let (x, y) = (literal_value(a)?, literal_value(b)?);
    // in units of a millionth all short decimals are integers
    let (m, n) = (x * 1e6, y * 1e6);
    if m.abs() > 1e12 || (m - m.round()).abs() > 1e-3 || n.abs() > 1e12 || (n - n.round()).abs() > 1e-3 {
        return None;
    }
    let sum = if minus {
        m.round() - n.round()
    } else {
        m.round() + n.round()
    } / 1e6;
    let digits = format!("{:?}", sum.abs());
    let literal = real(&digits, k);
    Some(if sum < 0.0 { neg(literal) } else { literal })
}

/// Integer literal of a kind.
fn int_literal(v: i64, kind: u8) -> Expr {
    let digits = v.unsigned_abs();
    let text = if kind == 4 {
        format!("{digits}")
    } else {
        format!("{digits}_{kind}")
    };
    let literal = expr(ExprKind::Int(text.into()), Ty::Integer(kind), 0);
    if v < 0 {
        neg(literal)
    } else {
        literal
    }
}

/// A reference to an intrinsic function.
fn call(name: &str, mut args: Vec<Expr>) -> Result<Expr, String> {
    let id: IntrinsicId =
        intrinsics::known(name).ok_or_else(|| format!("`{name}` in a formula is not an intrinsic"))?;
    if name == "merge" {
        if let [a, b, _] = args.as_mut_slice() {
            match_literal(a, b.ty);
            match_literal(b, a.ty);
        }
        // a guard against zero for an operand that is never zero
        if let [_, b, mask] = args.as_slice() {
            if b.rank == mask.rank && is_never(mask) {
                return Ok(b.clone());
            }
        }
    }
    let args: Vec<Arg> = args.into_iter().map(Arg::pos).collect();
    // formulas have no kind arguments, so no constants of a program are needed
    let (ty, rank) = typing::of_intrinsic(&Program::default(), id, name, &args)?;
    Ok(expr(ExprKind::Intrinsic(id, name.into(), args), ty, rank))
}

/// True if the test is `x == 0` and `x` is surely positive.
fn is_never(mask: &Expr) -> bool {
    match &mask.kind {
        ExprKind::Binary(BinaryOp::Eq, x, zero) => literal_value(zero) == Some(0.0) && is_positive(x),
        _ => false,
    }
}

/// Converts a literal to another type if no information is lost.
fn match_literal(e: &mut Expr, ty: Ty) {
    if e.ty == ty || !is_number(e) {
        return;
    }
    let (Some(value), Some(kind)) = (literal_value(e), ty.kind()) else {
        return;
    };
    let digits = format!("{:?}", value.abs());
    let sign = |e: Expr| if value < 0.0 { neg(e) } else { e };
    *e = match ty {
        Ty::Real(_) => sign(real(&digits, kind)),
        Ty::Complex(_) => {
            let re = Box::new(sign(real(&digits, kind)));
            expr(ExprKind::Complex(re, Box::new(real("0.0", kind))), ty, 0)
        }
        Ty::Integer(_) if value.fract() == 0.0 && value.abs() < 1e9 => int_literal(value as i64, kind),
        _ => return,
    };
}

fn is_number(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Real(_) => true,
        ExprKind::Unary(_, a) => is_number(a),
        _ => false,
    }
}
