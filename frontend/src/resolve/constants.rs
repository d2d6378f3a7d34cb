//! Constant expressions in declarations: kinds, and bounds that need no variable.

use super::state::Resolver;
use crate::ast::{self, fold};
use crate::codes;
use crate::consteval::{constant_with, Const};
use crate::diag::Diagnostic;
use crate::ir::*;

impl Resolver<'_> {
    /// The value of a kind expression; an error if it is unknown.
    pub(super) fn kind_value(&mut self, e: &Expr) -> Option<i64> {
        let params = &self.kind_params;
        let known = constant_with(&self.p, e, &|s| params.get(&s).copied().map(Const::Int));
        if let Some(Const::Int(k)) = known {
            return Some(k);
        }
        if e.ty != Ty::Typeless {
            self.report(
                Diagnostic::error(
                    codes::BAD_CONSTANT,
                    e.span,
                    "the kind is not a constant expression that adc can evaluate",
                )
                .help("use a literal, a named constant, KIND(...) or SELECTED_REAL_KIND(...)"),
            );
        }
        None
    }

    /// The type with a kind that exists.
    pub(super) fn checked(&mut self, make: fn(u8) -> Ty, kind: i64, at: Span) -> Ty {
        let allowed: &[i64] = match make(4) {
            Ty::Integer(_) => &[1, 2, 4, 8, 16],
            Ty::Logical(_) => &[1, 2, 4, 8, 16],
            _ => &[4, 8, 10, 16],
        };
        if allowed.contains(&kind) {
            return make(kind as u8);
        }
        let what = match make(4) {
            Ty::Integer(_) => "integer",
            Ty::Logical(_) => "logical",
            Ty::Complex(_) => "complex",
            _ => "real",
        };
        self.report(Diagnostic::error(
            codes::BAD_CONSTANT,
            at,
            format!("kind {kind} does not exist for {what}"),
        ));
        Ty::Typeless
    }

    /// True if an expression refers only to constants that are known already.
    pub(super) fn is_settled(&mut self, e: &ast::Expr) -> bool {
        use ast::ExprKind::*;
        match &e.kind {
            Int(_) | Real(_) | Str(_) | Logical(_) | Boz(_) | Hollerith(_) => true,
            Paren(a) | Unary(_, a) => self.is_settled(a),
            Binary(_, a, b) | Complex(a, b) => self.is_settled(a) && self.is_settled(b),
            Designator(parts) => {
                let [part] = parts.as_slice() else { return false };
                let folded = fold(&part.name.text);
                let known = match self.lookup(&folded) {
                    Some(s) => matches!(self.p.symbols[s].kind, SymbolKind::Constant(_)),
                    None => !part.args.is_empty() && crate::intrinsics::find(&folded).is_some(),
                };
                known
                    && part.args.iter().flatten().all(|a| match &a.value {
                        ast::ArgValue::Expr(e) => self.is_settled(e),
                        _ => false,
                    })
            }
            Array(..) | Substring(..) | Percent(..) | ImpliedDo { .. } => false,
        }
    }
}
