//! Operators: types of intrinsic operators, and the procedures of defined ones.

use super::expr::node;
use super::messages::value_name;
use super::Resolver;
use crate::ast::{self, fold, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl<'a> Resolver<'a> {
    pub(super) fn unary(&mut self, op: &ast::UnaryOp, a: &ast::Expr, span: Span) -> Expr {
        let a = self.expr(a);
        let (intrinsic, symbol): (_, SmolStr) = match op {
            ast::UnaryOp::Plus => (Some(UnaryOp::Plus), "+".into()),
            ast::UnaryOp::Minus => (Some(UnaryOp::Minus), "-".into()),
            ast::UnaryOp::Not => (Some(UnaryOp::Not), ".not.".into()),
            ast::UnaryOp::Defined(name) => (None, format!(".{}.", fold(&name.text)).into()),
        };
        if let Some(op) = intrinsic {
            let fits = match op {
                UnaryOp::Not => matches!(a.ty, Ty::Logical(_) | Ty::Integer(_) | Ty::Typeless),
                UnaryOp::Plus | UnaryOp::Minus => a.ty.is_numeric() || a.ty == Ty::Typeless,
            };
            if fits {
                let (ty, rank) = (a.ty, a.rank);
                return node(ExprKind::Unary(op, Box::new(a)), ty, rank, span);
            }
        }
        let args = vec![Arg::pos(a)];
        self.defined_operator(&symbol, args, span, intrinsic.is_some())
    }

    /// A binary operation. Chains such as `a + b + c + ...` are as deep as they are long, so they are walked without
    /// recursion.
    pub(super) fn binary_chain(&mut self, e: &ast::Expr) -> Expr {
        let mut links = vec![];
        let mut at = e;
        while let ast::ExprKind::Binary(op, a, b) = &at.kind {
            links.push((op, b.as_ref(), at.span));
            at = a;
        }
        let mut value = self.expr(at);
        for (op, b, span) in links.into_iter().rev() {
            let b = self.expr(b);
            value = self.binary_op(op, value, b, span);
        }
        value
    }

    fn binary_op(&mut self, op: &ast::BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
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
            O::Defined(name) => {
                let symbol = format!(".{}.", fold(&name.text));
                return self.defined_operator(&symbol, vec![Arg::pos(a), Arg::pos(b)], span, false);
            }
        };
        let builtin = |t: Ty| derived(t).is_some_and(|t| self.p.symbols[t].owner.is_none());
        let unknown = |e: &Expr| e.ty == Ty::Typeless && self.is_unresolved(e);
        let ty = match op {
            // errors in an operand have already been reported
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Pow
                if unknown(&a) || unknown(&b) =>
            {
                Some(Ty::Typeless)
            }
            // the types of intrinsic modules come with their comparison
            BinaryOp::Eq | BinaryOp::Ne if a.ty == b.ty && builtin(a.ty) => Some(Ty::Logical(4)),
            _ => intrinsic_type(op, a.ty, b.ty),
        };
        let conform = a.rank == 0 || b.rank == 0 || a.rank == b.rank;
        match ty {
            // users may define an operator for operands of different ranks
            Some(ty) if conform || self.generics(&format!("operator({symbol})")).is_empty() => {
                if !conform {
                    let d = Diagnostic::error(
                        codes::TYPE_MISMATCH,
                        span,
                        format!(
                            "the operands of `{symbol}` have different ranks, {} and {}",
                            a.rank, b.rank
                        ),
                    );
                    self.report(d);
                    return self.bad(span);
                }
                let rank = a.rank.max(b.rank);
                node(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, rank, span)
            }
            _ => self.defined_operator(symbol, vec![Arg::pos(a), Arg::pos(b)], span, true),
        }
    }

    /// An operator with operands that no intrinsic operator accepts.
    fn defined_operator(&mut self, symbol: &str, args: Vec<Arg>, span: Span, intrinsic: bool) -> Expr {
        let operands: Vec<_> = args.iter().filter_map(Arg::expr).collect();
        if operands.iter().any(|e| self.is_unresolved(e)) && intrinsic {
            return self.bad(span);
        }
        let key = format!("operator({symbol})");
        let mut generics = self.generics(&key);
        let types: Vec<_> = operands.iter().filter_map(|e| derived(e.ty)).collect();
        for t in types {
            generics.extend(self.bound_generic(t, &key));
        }
        let known = !generics.is_empty();
        for generic in generics {
            if let Some(proc) = self.specific(generic, &args) {
                let callee = Callee {
                    proc,
                    via: Some(generic),
                    object: None,
                };
                let name = ast::Name {
                    text: symbol.into(),
                    span,
                };
                return self.function_call(callee, args, &name, span);
            }
        }
        let operands: Vec<_> = args.iter().filter_map(Arg::expr).collect();
        if operands.iter().any(|e| self.is_unresolved(e)) || self.is_incomplete() {
            return self.bad(span);
        }
        let what: Vec<_> = operands.iter().map(|e| value_name(&self.p, e.ty, e.rank)).collect();
        let what = what.join(" and ");
        let d = if intrinsic && !known {
            Diagnostic::error(
                codes::TYPE_MISMATCH,
                span,
                format!("the operator `{symbol}` cannot be applied to {what}"),
            )
        } else if known {
            Diagnostic::error(
                codes::NO_SPECIFIC,
                span,
                format!("no procedure of the operator `{symbol}` can be applied to {what}"),
            )
        } else {
            Diagnostic::error(
                codes::UNDECLARED_NAME,
                span,
                format!("the operator `{symbol}` is not defined here"),
            )
        };
        self.report(d);
        self.bad(span)
    }

    /// The visible generic symbols of a key, innermost first: those of a contained procedure do not hide those of its
    /// host.
    pub(super) fn generics(&self, key: &str) -> Vec<SymbolId> {
        let blocks = self.blocks.iter().rev().filter_map(|b| b.names.get(key).copied());
        let is_generic = |&s: &SymbolId| matches!(self.p.symbols[s].kind, SymbolKind::Generic(_));
        let mut found: Vec<_> = blocks.filter(is_generic).collect();
        let mut at = Some(self.unit());
        while let Some(u) = at {
            if let Some(&s) = self.p.units[u].names.get(key) {
                if matches!(self.p.symbols[s].kind, SymbolKind::Generic(_)) && !found.contains(&s) {
                    found.push(s);
                }
            }
            at = self.host(u, key);
        }
        found
    }
}

/// The type symbol of a derived type.
pub fn derived(ty: Ty) -> Option<SymbolId> {
    match ty {
        Ty::Derived(t) | Ty::Class(t) => Some(t),
        _ => None,
    }
}

/// The type of an intrinsic operation's result; `None` if the operator does not accept these types.
fn intrinsic_type(op: BinaryOp, a: Ty, b: Ty) -> Option<Ty> {
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
