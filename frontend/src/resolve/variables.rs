//! Whole variables and procedures as values, and names that must denote a variable.

use super::messages::{kind_name, type_name, value_name};
use super::state::{node, Resolver};
use crate::ast::{self, fold, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

/// Use of a designator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Its value.
    Value,
    /// As an actual argument or pointer target: a procedure's name is allowed.
    Argument,
    /// As the target of a definition.
    Define,
}

impl Resolver<'_> {
    /// A whole variable.
    pub(super) fn whole(&mut self, s: SymbolId, name: &Name, span: Span, want: Want) -> Expr {
        if !self.flags(s).typed {
            if want == Want::Argument {
                // may still be a dummy procedure that is only passed on
                let has_rule = self.scopes[self.unit()].implicit.rule(&name.text).is_some();
                if has_rule {
                    self.type_implicitly(s, span);
                }
            } else {
                self.type_implicitly(s, span);
            }
        }
        let f = self.flags(s);
        if want == Want::Argument {
            f.argument = true;
        } else {
            f.variable = true;
        }
        self.guess(s, name.span);
        let symbol = &self.p.symbols[s];
        node(ExprKind::Var(s), symbol.ty(), symbol.rank(), span)
    }

    /// A procedure's name without arguments.
    pub(super) fn procedure_value(&mut self, s: SymbolId, name: &Name, span: Span, want: Want) -> Expr {
        let is_pointer = self.p.symbols[s].is_procedure_pointer();
        if want == Want::Argument || (is_pointer && want == Want::Define) {
            let mut s = s;
            if let SymbolKind::Generic(_) = &self.p.symbols[s].kind {
                match self.procedure_named(name) {
                    Some(p) => s = p,
                    None => return self.bad(span),
                }
            }
            let ty = self.p.symbols[s].ty();
            return node(ExprKind::Procedure(s), ty, 0, span);
        }
        self.misused(s, name, span);
        self.bad(span)
    }

    /// Reports an error: the name denotes something that has no value here.
    pub(super) fn misused(&mut self, s: SymbolId, name: &Name, span: Span) {
        let symbol = &self.p.symbols[s];
        let d = Diagnostic::error(
            codes::TYPE_MISMATCH,
            span,
            format!(
                "`{}` is {} and cannot be used as a variable",
                name.text,
                kind_name(symbol)
            ),
        );
        let d = if symbol.span.is_none() {
            d
        } else {
            d.also(symbol.span, "declared here")
        };
        self.report(d);
    }

    /// Reports more argument lists than a reference can have.
    pub(super) fn no_more(&mut self, more: &[Vec<ast::Arg>], span: Span) {
        if !more.is_empty() {
            self.report(Diagnostic::error(
                codes::TYPE_MISMATCH,
                span,
                "the value of a function cannot be subscripted",
            ));
        }
    }

    /// `z%re`, `x%kind` and `s%len`.
    pub(super) fn inquiry_part(&mut self, base: Expr, name: &Name, folded: &str, span: Span) -> Expr {
        let rank = base.rank;
        match (folded, base.ty) {
            ("re" | "im", Ty::Complex(k)) => node(
                ExprKind::ComplexPart(Box::new(base), folded == "im"),
                Ty::Real(k),
                rank,
                span,
            ),
            ("kind", ty) if ty.kind().is_some() || ty == Ty::Character => {
                let kind = ty.kind().unwrap_or(1);
                node(ExprKind::Int(kind.to_string().into()), Ty::Integer(4), 0, span)
            }
            ("len", Ty::Character) => match crate::intrinsics::find("len") {
                Some(id) => node(
                    ExprKind::Intrinsic(id, "len".into(), vec![Arg::pos(base)]),
                    Ty::Integer(4),
                    0,
                    span,
                ),
                None => self.bad(span),
            },
            (_, ty) => {
                let mut d = Diagnostic::error(
                    codes::UNKNOWN_COMPONENT,
                    name.span,
                    format!(
                        "`{}` is not a component: the variable before `%` is {}, not of a derived type",
                        name.text,
                        type_name(&self.p, ty)
                    ),
                );
                self.doubt(span, &mut d);
                self.report(d);
                self.bad(span)
            }
        }
    }

    /// A variable, at a place where only a variable may stand.
    pub(super) fn variable_name(&mut self, name: &Name) -> SymbolId {
        let folded = fold(&name.text);
        let s = match self.lookup(&folded) {
            Some(s) => s,
            None => self.implicit_variable(name),
        };
        if self.is_ambiguous(name, &folded) {
            return self.poison(&name.text, name.span);
        }
        if !matches!(self.p.symbols[s].kind, SymbolKind::Variable(_)) {
            self.misused(s, name, name.span);
            return self.poison(&name.text, name.span);
        }
        self.whole(s, name, name.span, Want::Define);
        s
    }

    /// The variable of a counted loop.
    pub(super) fn loop_variable(&mut self, name: &Name) -> SymbolId {
        let s = self.variable_name(name);
        let symbol = &self.p.symbols[s];
        let fits = matches!(symbol.ty(), Ty::Integer(_) | Ty::Real(_) | Ty::Typeless) && symbol.rank() == 0;
        if !fits {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                name.span,
                format!(
                    "the loop variable `{}` must be a scalar integer, not {}",
                    name.text,
                    value_name(&self.p, symbol.ty(), symbol.rank())
                ),
            );
            self.report(d);
        }
        s
    }

    /// The variable of ASSIGN and of the assigned GOTO.
    pub(super) fn label_variable(&mut self, name: &ast::Name) -> SymbolId {
        let s = self.variable_name(name);
        let symbol = &self.p.symbols[s];
        let rank = symbol.variable().map_or(0, |v| v.dims.len());
        if !matches!(symbol.ty(), Ty::Integer(_) | Ty::None) || rank > 0 {
            let found = value_name(&self.p, symbol.ty(), rank as u8);
            let text = format!("the variable of an assigned GOTO must be a scalar integer, not {found}");
            self.report(Diagnostic::error(codes::TYPE_MISMATCH, name.span, text));
        }
        s
    }
}

/// The rank that the subscripts after a designator may have: that of its last part alone.
pub(super) fn own_rank(p: &Program, e: &Expr) -> u8 {
    match &e.kind {
        ExprKind::Component(_, c) => p.symbols[*c].rank(),
        _ => e.rank,
    }
}
