//! The derivatives of all operations, shared by both modes.
//!
//! The value of an expression node depends on its children. Each child that can carry a derivative has a linear map `M`
//! from the child's derivative to the node's: `node' = sum over children of M(child')`. The tangent applies the maps
//! ([`Map::apply`]), the adjoint applies their transposes ([`Map::transpose`]) under the real scalar product, where
//! complex numbers are pairs of reals: the transpose of multiplication by `p` is multiplication by `conjg(p)`, that of
//! taking the real part is the embedding of the reals, and a scalar that was broadcast to an array receives a sum.
//!
//! Elementwise maps come from the table of intrinsics as formulas, which also define the conventions at kinks.

pub(crate) mod build;
mod intrinsics;
pub(crate) mod linear;
mod map;

pub use build::*;
pub use map::{Composition, Extremum, Map};

use adc_frontend::derivatives::formula;
use adc_frontend::ir::*;

/// One child of a node with the map from its derivative to the node's.
pub struct Term<'e> {
    /// The child.
    pub child: &'e Expr,
    /// The map.
    pub map: Map,
}

/// The reason why a node has no derivative rule.
pub struct NoRule {
    /// The position.
    pub span: Span,
    /// The operation.
    pub what: String,
}

type Terms<'e> = Result<Vec<Term<'e>>, NoRule>;

/// The divisor of a quotient: the sum over the [`terms`] of the node is divided by it once.
pub fn divisor(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Div, _, b) => Some(b),
        _ => None,
    }
}

/// The children of a node that can carry a derivative. The node's derivative is the sum over them, divided by its
/// [`divisor`]. Callers handle designators, literals and array constructors.
pub fn terms<'e>(program: &Program, e: &'e Expr) -> Terms<'e> {
    let refuse = |what: &str| {
        Err(NoRule {
            span: e.span,
            what: what.to_string(),
        })
    };
    match &e.kind {
        ExprKind::Paren(x) | ExprKind::Unary(UnaryOp::Plus, x) => Ok(vec![Term {
            child: x,
            map: Map::Identity,
        }]),
        ExprKind::Unary(UnaryOp::Minus, x) => Ok(vec![Term {
            child: x,
            map: Map::Negate,
        }]),
        ExprKind::Unary(UnaryOp::Not, _) => Ok(vec![]),
        ExprKind::Binary(BinaryOp::Pow, a, b) => power_terms(program, e, a, b),
        ExprKind::Binary(op, a, b) => Ok(binary_terms(*op, e, a, b)),
        ExprKind::Intrinsic(id, name, args) => intrinsics::terms(e, *id, name, args),
        ExprKind::Call(..) => refuse("a function reference"),
        ExprKind::Structure(..) => refuse("a structure constructor"),
        ExprKind::ImpliedDo { .. } => refuse("an implied DO"),
        ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Str(_)
        | ExprKind::Logical(_)
        | ExprKind::Boz(_)
        | ExprKind::Hollerith(_)
        | ExprKind::Complex(..)
        | ExprKind::Var(_)
        | ExprKind::Index(..)
        | ExprKind::Component(..)
        | ExprKind::Substring(..)
        | ExprKind::ComplexPart(..)
        | ExprKind::Procedure(_)
        | ExprKind::Array(..) => Ok(vec![]),
    }
}

fn binary_terms<'e>(op: BinaryOp, e: &'e Expr, a: &'e Expr, b: &'e Expr) -> Vec<Term<'e>> {
    let scale = |child, p: &Expr| Term {
        child,
        map: Map::Scale(p.clone()),
    };
    match op {
        BinaryOp::Add => vec![
            Term {
                child: a,
                map: Map::Identity,
            },
            Term {
                child: b,
                map: Map::Identity,
            },
        ],
        BinaryOp::Sub => vec![
            Term {
                child: a,
                map: Map::Identity,
            },
            Term {
                child: b,
                map: Map::Negate,
            },
        ],
        // a square, written as a product
        BinaryOp::Mul if a.same(b) => {
            let partial = mul(real("2.0", e.ty.kind().unwrap_or(8)), a.clone());
            vec![Term {
                child: a,
                map: Map::Scale(partial),
            }]
        }
        BinaryOp::Mul => vec![scale(a, b), scale(b, a)],
        // (a/b)' = (a' - (a/b) b')/b: without a square, which could overflow where a/b does not
        BinaryOp::Div => vec![
            Term {
                child: a,
                map: Map::Identity,
            },
            scale(b, &neg(div(a.clone(), b.clone()))),
        ],
        BinaryOp::Pow
        | BinaryOp::Concat
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Eqv
        | BinaryOp::Neqv => vec![],
    }
}

/// `a**p`, by the formulas of the table, which define the conventions at the edges.
fn power_terms<'e>(program: &Program, e: &'e Expr, a: &'e Expr, p: &'e Expr) -> Terms<'e> {
    let partials = formula::power_partials(program, a, p).map_err(|what| NoRule { span: e.span, what })?;
    Ok([a, p]
        .into_iter()
        .zip(partials)
        .filter_map(|(child, partial)| {
            Some(Term {
                child,
                map: scale(partial?),
            })
        })
        .collect())
}

/// Multiplication by a partial derivative.
fn scale(partial: Expr) -> Map {
    if is_one(&partial) {
        Map::Identity
    } else {
        Map::Scale(partial)
    }
}
