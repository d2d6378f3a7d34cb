//! Operators: their symbols, and the types of intrinsic operations.

use crate::ast::{self, fold, SmolStr};
use crate::ir::*;

/// The intrinsic operation of an operator, if it is not a defined one, and its symbol.
pub(super) fn unary_operator(op: &ast::UnaryOp) -> (Option<UnaryOp>, SmolStr) {
    match op {
        ast::UnaryOp::Plus => (Some(UnaryOp::Plus), "+".into()),
        ast::UnaryOp::Minus => (Some(UnaryOp::Minus), "-".into()),
        ast::UnaryOp::Not => (Some(UnaryOp::Not), ".not.".into()),
        ast::UnaryOp::Defined(name) => (None, format!(".{}.", fold(&name.text)).into()),
    }
}

/// The same for two operands.
pub(super) fn binary_operator(op: &ast::BinaryOp) -> (Option<BinaryOp>, SmolStr) {
    use ast::BinaryOp as O;
    let (op, symbol) = match op {
        O::Add => (BinaryOp::Add, "+"),
        O::Sub => (BinaryOp::Sub, "-"),
        O::Mul => (BinaryOp::Mul, "*"),
        O::Div => (BinaryOp::Div, "/"),
        O::Pow => (BinaryOp::Pow, "**"),
        O::Concat => (BinaryOp::Concat, "//"),
        O::Eq => (BinaryOp::Eq, "=="),
        O::Ne => (BinaryOp::Ne, "/="),
        O::Lt => (BinaryOp::Lt, "<"),
        O::Le => (BinaryOp::Le, "<="),
        O::Gt => (BinaryOp::Gt, ">"),
        O::Ge => (BinaryOp::Ge, ">="),
        O::And => (BinaryOp::And, ".and."),
        O::Or => (BinaryOp::Or, ".or."),
        O::Eqv => (BinaryOp::Eqv, ".eqv."),
        O::Neqv => (BinaryOp::Neqv, ".neqv."),
        O::Defined(name) => return (None, format!(".{}.", fold(&name.text)).into()),
    };
    (Some(op), symbol.into())
}

/// The type of an intrinsic operation's result; `None` if the operator does not accept these types.
pub(super) fn intrinsic_type(op: BinaryOp, a: Ty, b: Ty) -> Option<Ty> {
    let numeric = |t: Ty| t.is_numeric() || t == Ty::Typeless;
    let logical = |t: Ty| matches!(t, Ty::Logical(_) | Ty::Typeless);
    let character = |t: Ty| matches!(t, Ty::Character | Ty::Typeless);
    match op {
        BinaryOp::Pow if numeric(a) && matches!(b, Ty::Integer(_)) && !matches!(a, Ty::Integer(_) | Ty::Typeless) => {
            Some(a)
        }
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Pow => {
            (numeric(a) && numeric(b)).then(|| arithmetic_type(a, b))
        }
        BinaryOp::Concat => (character(a) && character(b)).then_some(Ty::Character),
        BinaryOp::Eq | BinaryOp::Ne => {
            (numeric(a) && numeric(b) || character(a) && character(b)).then_some(Ty::Logical(4))
        }
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            let complex = |t| matches!(t, Ty::Complex(_));
            let numbers = numeric(a) && numeric(b) && !complex(a) && !complex(b);
            (numbers || character(a) && character(b)).then_some(Ty::Logical(4))
        }
        BinaryOp::And | BinaryOp::Or | BinaryOp::Eqv | BinaryOp::Neqv => match (a, b) {
            (Ty::Logical(j), Ty::Logical(k)) => Some(Ty::Logical(j.max(k))),
            (Ty::Logical(_), t) | (t, Ty::Logical(_)) if logical(t) => {
                Some(if logical(a) && a != Ty::Typeless { a } else { b })
            }
            (Ty::Typeless, Ty::Typeless) => Some(Ty::Logical(4)),
            // gfortran takes integers bit by bit
            (Ty::Integer(j), Ty::Integer(k)) => Some(Ty::Integer(j.max(k))),
            _ => None,
        },
    }
}
