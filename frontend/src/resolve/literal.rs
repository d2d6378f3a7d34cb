//! Literals: their types from their spelling.

use super::placeholders;
use super::state::{node, Resolver};
use crate::ast::SmolStr;
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl Resolver<'_> {
    pub(super) fn int_literal(&mut self, text: &SmolStr, span: Span) -> Expr {
        let ty = match text.split_once('_') {
            Some((_, kind)) => self.suffix(kind, Ty::Integer, span),
            None => Ty::Integer(4),
        };
        node(ExprKind::Int(self.without_param(text)), ty, 0, span)
    }

    pub(super) fn real_literal(&mut self, text: &SmolStr, span: Span) -> Expr {
        let ty = match (self.p.kinds.of_literal(text), text.split_once('_')) {
            (None, Some((_, kind))) => self.suffix(kind, Ty::Real, span),
            (kind, _) => Ty::Real(kind.unwrap_or(self.p.kinds.real)),
        };
        node(ExprKind::Real(self.without_param(text)), ty, 0, span)
    }

    pub(super) fn logical_literal(&mut self, text: &SmolStr, span: Span) -> Expr {
        // the kind follows the second dot: `.true._lk`
        let ty = match text.split_once('_') {
            Some((_, kind)) => self.suffix(kind, Ty::Logical, span),
            None => Ty::Logical(4),
        };
        node(ExprKind::Logical(self.without_param(text)), ty, 0, span)
    }

    /// The text of a literal whose kind is not a parameter of the type being instantiated.
    fn without_param(&self, text: &SmolStr) -> SmolStr {
        let value = |kind: &str| {
            let s = self.lookup(&crate::ast::fold(kind)).filter(|_| self.in_instance)?;
            self.kind_params.get(&s)
        };
        match text.split_once('_') {
            Some((digits, kind)) => value(kind).map_or_else(|| text.clone(), |k| format!("{digits}_{k}").into()),
            None => text.clone(),
        }
    }

    /// The type of a literal from its kind suffix, digits or a named constant.
    fn suffix(&mut self, kind: &str, make: fn(u8) -> Ty, span: Span) -> Ty {
        if let Ok(k) = kind.parse::<i64>() {
            return self.checked(make, k, span);
        }
        let folded = crate::ast::fold(kind);
        match self.lookup(&folded) {
            Some(s) => {
                if let Some(&k) = self.kind_params.get(&s) {
                    self.kind_names.push(span);
                    return self.checked(make, k, span);
                }
                if let SymbolKind::Constant(c) = &self.p.symbols[s].kind {
                    return match crate::consteval::int_const(&self.p, &c.value) {
                        Some(k) => self.checked(make, k, span),
                        // already reported at the declaration of the constant, or its value is unknown
                        None => Ty::Typeless,
                    };
                }
                if self.is_poison(s) {
                    placeholders::lose(self, span);
                    return Ty::Typeless;
                }
            }
            None if self.is_incomplete() => return Ty::Typeless,
            None => {}
        }
        if self.scope().reported.insert(folded) {
            self.report(Diagnostic::error(
                codes::BAD_CONSTANT,
                span,
                format!("the kind `{kind}` of this literal is not a known named constant"),
            ));
        }
        Ty::Typeless
    }
}
