//! Values of constant expressions: kinds, bounds, array extents and the guards of formulas.
//!
//! Only the constants that the front end and the analyses need are computed, a subset of the standard's: `None` means
//! not constant, or not evaluated here. Integers are evaluated in 64 bits, and overflow gives `None`. Reals of all
//! kinds are evaluated in double precision and used only for comparisons and conversions to integers.

mod extent;
mod intrinsic;

use crate::ast::fold;
use crate::intrinsics;
use crate::ir::{ArgValue, BinaryOp, Dim, Expr, ExprKind, Program, Subscript, SymbolId, SymbolKind, Ty, UnaryOp};
use intrinsic::intrinsic;
pub use intrinsic::{selected_int_kind, selected_real_kind};
use std::cell::Cell;

/// A constant scalar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Const {
    /// Integer.
    Int(i64),
    /// Real, to double precision.
    Real(f64),
    /// Logical.
    Logical(bool),
}

/// Context of an evaluation, with limits. The depth is limited because a constant may be defined by itself. The number
/// of steps is limited because a chain of constants that each use the previous one twice takes time exponential in its
/// length.
#[derive(Clone, Copy)]
struct At<'a> {
    program: &'a Program,
    depth: u32,
    steps: &'a Cell<u32>,
    /// Values of variables that are known to have only one value.
    variables: &'a dyn Fn(SymbolId) -> Option<Const>,
}

impl<'a> At<'a> {
    fn deeper(self) -> Option<At<'a>> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        Some(At {
            depth: self.depth.checked_sub(1)?,
            ..self
        })
    }
}

fn evaluate<T>(program: &Program, f: impl FnOnce(At) -> Option<T>) -> Option<T> {
    f(At {
        program,
        depth: 200,
        steps: &Cell::new(100_000),
        variables: &|_| None,
    })
}

/// The value of an expression, given the values of some variables.
pub fn constant_with(program: &Program, e: &Expr, variables: &dyn Fn(SymbolId) -> Option<Const>) -> Option<Const> {
    evaluate(program, |at| eval(At { variables, ..at }, e))
}

/// The length of a character expression, if constant.
pub fn length_const(program: &Program, e: &Expr) -> Option<i64> {
    evaluate(program, |at| intrinsic::length(at, e))
}

/// The value of an integer constant expression.
pub fn int_const(program: &Program, e: &Expr) -> Option<i64> {
    match constant(program, e)? {
        Const::Int(v) => Some(v),
        Const::Real(_) | Const::Logical(_) => None,
    }
}

/// The value of an integer or real constant expression, to double precision.
pub fn real_const(program: &Program, e: &Expr) -> Option<f64> {
    match constant(program, e)? {
        Const::Int(v) => Some(v as f64),
        Const::Real(v) => Some(v),
        Const::Logical(_) => None,
    }
}

/// The value of a logical constant expression.
pub fn logical_const(program: &Program, e: &Expr) -> Option<bool> {
    match constant(program, e)? {
        Const::Logical(v) => Some(v),
        Const::Int(_) | Const::Real(_) => None,
    }
}

/// The value of a constant expression.
pub fn constant(program: &Program, e: &Expr) -> Option<Const> {
    evaluate(program, |at| eval(at, e))
}

/// The bounds of a dimension, if constant.
pub fn const_bounds(program: &Program, d: &Dim) -> Option<(i64, i64)> {
    let Dim::Explicit(lo, hi) = d else { return None };
    let lo = lo.as_ref().map_or(Some(1), |e| int_const(program, e))?;
    Some((lo, int_const(program, hi)?))
}

/// The number of elements of an array of rank 1, if constant.
pub fn extent(program: &Program, e: &Expr) -> Option<i64> {
    evaluate(program, |at| extent::extent_in(at, e))
}

/// The kind written in the text of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralKind<'a> {
    /// None: the default kind.
    Default,
    /// Exponent letter `d`: double precision.
    Double,
    /// Exponent letter `q` (extension): quadruple precision.
    Quad,
    /// A number.
    Number(u8),
    /// A named constant.
    Named(&'a str),
}

/// The kind in the text of an integer, real or logical literal: `1_8`, `1.0d0`, `.true._lk`.
pub fn kind_of_literal(text: &str) -> LiteralKind<'_> {
    if let Some((_, suffix)) = text.split_once('_') {
        return match suffix.trim_ascii().parse() {
            Ok(k) => LiteralKind::Number(k),
            Err(_) => LiteralKind::Named(suffix.trim_ascii()),
        };
    }
    if text.starts_with('.') && !text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with('.') {
        return LiteralKind::Default; // .true.
    }
    if text.contains(['d', 'D']) {
        LiteralKind::Double
    } else if text.contains(['q', 'Q']) {
        LiteralKind::Quad
    } else {
        LiteralKind::Default
    }
}

/// [`kind_of_literal`] as a number; `named` gives the value of a named constant by its folded name.
pub fn literal_kind(text: &str, named: impl FnOnce(&str) -> Option<i64>) -> Option<u8> {
    match kind_of_literal(text) {
        LiteralKind::Default => Some(4),
        LiteralKind::Double => Some(8),
        LiteralKind::Quad => Some(16),
        LiteralKind::Number(k) => Some(k),
        LiteralKind::Named(n) => u8::try_from(named(&fold(n))?).ok(),
    }
}

fn eval(at: At, e: &Expr) -> Option<Const> {
    let at = at.deeper()?;
    match &e.kind {
        ExprKind::Int(text) => text.split('_').next()?.parse().ok().map(Const::Int),
        ExprKind::Real(text) => {
            let digits = text.split('_').next()?.to_ascii_lowercase().replace(['d', 'q'], "e");
            digits.parse().ok().map(Const::Real)
        }
        ExprKind::Logical(text) => Some(Const::Logical(text.to_ascii_lowercase().starts_with(".t"))),
        ExprKind::Paren(inner) => eval(at, inner),
        ExprKind::Var(s) => match &at.program.symbols[*s].kind {
            SymbolKind::Constant(c) if c.is_unknown(*s) => None,
            SymbolKind::Constant(c) if c.dims.is_empty() => convert(eval(at, &c.value)?, c.ty.ty),
            SymbolKind::Variable(_) => (at.variables)(*s),
            _ => None,
        },
        // one operand may decide
        ExprKind::Binary(BinaryOp::And, a, b) => match (eval(at, a), eval(at, b)) {
            (Some(Const::Logical(false)), _) | (_, Some(Const::Logical(false))) => Some(Const::Logical(false)),
            (a, b) => binary(BinaryOp::And, a?, b?),
        },
        ExprKind::Binary(BinaryOp::Or, a, b) => match (eval(at, a), eval(at, b)) {
            (Some(Const::Logical(true)), _) | (_, Some(Const::Logical(true))) => Some(Const::Logical(true)),
            (a, b) => binary(BinaryOp::Or, a?, b?),
        },
        ExprKind::Index(base, subs) => element(at, base, subs),
        ExprKind::Unary(op, a) => match (op, eval(at, a)?) {
            (UnaryOp::Plus, v) => Some(v),
            (UnaryOp::Minus, Const::Int(v)) => v.checked_neg().map(Const::Int),
            (UnaryOp::Minus, Const::Real(v)) => Some(Const::Real(-v)),
            (UnaryOp::Not, Const::Logical(v)) => Some(Const::Logical(!v)),
            _ => None,
        },
        ExprKind::Binary(op, a, b) => binary(*op, eval(at, a)?, eval(at, b)?),
        ExprKind::Intrinsic(id, name, args) => {
            let positions = intrinsics::positions(id.row(), args);
            let args: Option<Vec<(Option<usize>, &Expr)>> = args
                .iter()
                .enumerate()
                .map(|(i, a)| match &a.value {
                    ArgValue::Expr(e) => Some((positions.get(i).copied(), e)),
                    ArgValue::AltReturn(_) => None,
                })
                .collect();
            let value = intrinsic(at, *id, &args?)?;
            // float, dble and the like: the specific name converts
            match intrinsics::find_specific(&fold(name)) {
                Some(s) if s.result != Ty::None => convert(value, s.result),
                _ => Some(value),
            }
        }
        _ => None,
    }
}

/// A constant assigned to a named constant of a type.
fn convert(value: Const, ty: Ty) -> Option<Const> {
    match (value, ty) {
        (Const::Real(v), Ty::Integer(_)) => to_int(v.trunc()),
        (Const::Int(v), Ty::Real(_)) => Some(Const::Real(v as f64)),
        _ => Some(value),
    }
}

fn to_int(v: f64) -> Option<Const> {
    // beyond 2**62 a double does not represent each integer
    (v.abs() < 4.6e18).then_some(Const::Int(v as i64))
}

/// An element of a constant array.
fn element(at: At, base: &Expr, subs: &[Subscript]) -> Option<Const> {
    let ExprKind::Var(s) = &base.kind else { return None };
    let SymbolKind::Constant(c) = &at.program.symbols[*s].kind else {
        return None;
    };
    if c.dims.len() != subs.len() {
        return None;
    }
    let (mut before, mut stride) = (0i64, 1i64);
    for (dim, sub) in c.dims.iter().zip(subs) {
        let Subscript::At(sub) = sub else { return None };
        let (lower, upper) = match dim {
            Dim::Explicit(lo, hi) => (lo, Some(hi)),
            Dim::AssumedSize(lo) | Dim::Assumed(lo) => (lo, None),
            _ => return None,
        };
        let lower = lower.as_ref().map_or(Some(1), |e| eval_int(at, e))?;
        let place = eval_int(at, sub)?.checked_sub(lower)?;
        before = before.checked_add(place.checked_mul(stride)?)?;
        // a subscript beyond its bounds is no element of another column
        if let Some(upper) = upper {
            let extent = eval_int(at, upper)?.checked_sub(lower)?.checked_add(1)?;
            if !(0..extent).contains(&place) {
                return None;
            }
            stride = stride.checked_mul(extent)?;
        }
    }
    nth(at, &c.value, before)
}

/// The element of a constant array with `before` elements in front of it. A scalar is the value of all elements.
fn nth(at: At, value: &Expr, mut before: i64) -> Option<Const> {
    let at = at.deeper()?;
    let value = value.peel();
    match &value.kind {
        ExprKind::Array(_, items) => {
            for item in items {
                if matches!(item.kind, ExprKind::ImpliedDo { .. }) {
                    return None;
                }
                let size = if item.rank == 0 {
                    1
                } else {
                    extent::extent_in(at, item)?
                };
                if before < size {
                    return nth(at, item, before);
                }
                before -= size;
            }
            None
        }
        ExprKind::Var(s) if value.rank > 0 => match &at.program.symbols[*s].kind {
            SymbolKind::Constant(c) => nth(at, &c.value, before),
            _ => None,
        },
        // without `pad` and `order`
        ExprKind::Intrinsic(id, _, args) if id.name() == "reshape" && args.len() == 2 => {
            let positions = intrinsics::positions(id.row(), args);
            let source = positions.iter().position(|p| *p == 0)?;
            nth(at, args[source].expr()?, before)
        }
        _ if value.rank == 0 && before >= 0 => eval(at, value),
        _ => None,
    }
}

fn eval_int(at: At, e: &Expr) -> Option<i64> {
    match eval(at, e)? {
        Const::Int(v) => Some(v),
        Const::Real(_) | Const::Logical(_) => None,
    }
}

fn binary(op: BinaryOp, a: Const, b: Const) -> Option<Const> {
    use BinaryOp::*;
    if let (Const::Logical(a), Const::Logical(b)) = (a, b) {
        return Some(Const::Logical(match op {
            And => a && b,
            Or => a || b,
            Eqv => a == b,
            Neqv => a != b,
            _ => return None,
        }));
    }
    if let (Const::Int(a), Const::Int(b)) = (a, b) {
        let value = match op {
            Add => a.checked_add(b),
            Sub => a.checked_sub(b),
            Mul => a.checked_mul(b),
            Div => a.checked_div(b),
            Pow => int_power(a, b),
            _ => return compare(op, a.cmp(&b)),
        };
        return value.map(Const::Int);
    }
    let (x, y) = match (a, b) {
        (Const::Int(a), Const::Real(b)) => (a as f64, b),
        (Const::Real(a), Const::Int(b)) => (a, b as f64),
        (Const::Real(a), Const::Real(b)) => (a, b),
        _ => return None,
    };
    Some(Const::Real(match op {
        Add => x + y,
        Sub => x - y,
        Mul => x * y,
        Div => x / y,
        Pow => x.powf(y),
        _ => return compare(op, x.partial_cmp(&y)?),
    }))
}

fn int_power(base: i64, exponent: i64) -> Option<i64> {
    match (base, u32::try_from(exponent)) {
        (_, Ok(n)) => base.checked_pow(n),
        (1, Err(_)) => Some(1),
        (-1, Err(_)) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        (0, Err(_)) => None,
        (_, Err(_)) if exponent < 0 => Some(0),
        (_, Err(_)) => None,
    }
}

fn compare(op: BinaryOp, order: std::cmp::Ordering) -> Option<Const> {
    Some(Const::Logical(match op {
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        BinaryOp::Ge => order.is_ge(),
        _ => return None,
    }))
}
