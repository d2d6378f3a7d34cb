//! Expressions except designators: operands, operators, constructors, actual arguments.

use super::members::derived;
use super::messages::value_name;
use super::ops::{binary_operator, intrinsic_type, unary_operator};
use super::scope::BlockScope;
use super::state::{node, Resolver};
use super::variables::Want;
use crate::ast::{self, fold, ArgValue as A, ExprKind as E, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl Resolver<'_> {
    /// An expression for its value.
    pub(super) fn expr(&mut self, e: &ast::Expr) -> Expr {
        self.expr_as(e, Want::Value)
    }

    /// An actual argument: may be a procedure.
    pub(super) fn argument(&mut self, e: &ast::Expr) -> Expr {
        self.expr_as(e, Want::Argument)
    }

    /// Resolves a designator that is given a value.
    pub(super) fn define(&mut self, e: &ast::Expr) -> Expr {
        if matches!(e.kind, E::Designator(_)) {
            return self.expr_as(e, Want::Define);
        }
        let text = "this must be a variable";
        self.report(Diagnostic::error(codes::TYPE_MISMATCH, e.span, text));
        self.bad(e.span)
    }

    /// The target of a pointer assignment.
    pub(super) fn target(&mut self, e: &ast::Expr) -> Expr {
        let value = self.argument(e);
        let fits = match &value.kind {
            ExprKind::Procedure(_) | ExprKind::Call(..) => true,
            ExprKind::Intrinsic(_, name, _) => name.eq_ignore_ascii_case("null"),
            _ => value.is_designator() || value.ty == Ty::Typeless,
        };
        if !fits {
            self.report(Diagnostic::error(
                codes::TYPE_MISMATCH,
                value.span,
                "a pointer can only point to a variable or a procedure",
            ));
        }
        value
    }

    pub(super) fn bound(&mut self, e: &ast::Expr) -> Expr {
        let value = self.expr(e);
        if !matches!(value.ty, Ty::Integer(_) | Ty::Typeless) || value.rank > 0 {
            self.report(Diagnostic::error(
                codes::TYPE_MISMATCH,
                value.span,
                "a bound of an array must be a scalar integer",
            ));
        }
        value
    }

    /// A scalar integer; otherwise an error.
    pub(super) fn integer(&mut self, e: &ast::Expr, what: &str) -> Expr {
        let e = self.expr(e);
        if !matches!(e.ty, Ty::Integer(_) | Ty::Typeless) || e.rank > 0 {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                e.span,
                format!(
                    "{what} must be a scalar integer, not {}",
                    value_name(&self.p, e.ty, e.rank)
                ),
            );
            self.report(d);
        }
        e
    }

    pub(super) fn loop_limit(&mut self, e: &ast::Expr) -> Expr {
        let e = self.expr(e);
        if !matches!(e.ty, Ty::Integer(_) | Ty::Real(_) | Ty::Typeless) || e.rank > 0 {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                e.span,
                format!(
                    "a bound of a loop must be a scalar integer, not {}",
                    value_name(&self.p, e.ty, e.rank)
                ),
            );
            self.report(d);
        }
        e
    }

    fn expr_as(&mut self, e: &ast::Expr, want: Want) -> Expr {
        let span = e.span;
        match &e.kind {
            E::Designator(parts) => self.designator(parts, span, want),
            E::Int(text) => self.int_literal(text, span),
            E::Real(text) => self.real_literal(text, span),
            E::Str(text) => node(ExprKind::Str(text.clone()), Ty::Character, 0, span),
            E::Logical(text) => self.logical_literal(text, span),
            E::Boz(text) => node(ExprKind::Boz(text.clone()), Ty::Typeless, 0, span),
            E::Hollerith(text) => node(ExprKind::Hollerith(text.clone()), Ty::Typeless, 0, span),
            E::Complex(re, im) => {
                let (re, im) = (self.expr(re), self.expr(im));
                let kind = |t: Ty| match t {
                    Ty::Real(k) => k,
                    _ => 4,
                };
                let ty = Ty::Complex(kind(re.ty).max(kind(im.ty)));
                node(ExprKind::Complex(Box::new(re), Box::new(im)), ty, 0, span)
            }
            E::Paren(inner) => {
                let inner = self.expr(inner);
                let (ty, rank) = (inner.ty, inner.rank);
                node(ExprKind::Paren(Box::new(inner)), ty, rank, span)
            }
            E::Unary(op, a) => self.unary(op, a, span),
            E::Binary(..) => self.binary_chain(e),
            E::Array(spec, items, _) => self.array_constructor(spec.as_deref(), items, span),
            E::Substring(literal, lo, hi) => {
                let literal = Box::new(self.expr(literal));
                let mut bound = |e: &Option<Box<ast::Expr>>| {
                    let e = e.as_ref()?;
                    Some(Box::new(self.integer(e, "a bound of a substring")))
                };
                let (lo, hi) = (bound(lo), bound(hi));
                node(ExprKind::Substring(literal, lo, hi), Ty::Character, 0, span)
            }
            E::Percent(word, inner) => self.percent(word, inner, span),
            E::ImpliedDo(l) => self.own_implied_do(l, span, |r| l.items.iter().map(|i| r.expr(i)).collect()),
        }
    }

    /// `%loc(x)` is an intrinsic function; `%val(x)` and `%ref(x)` are arguments with another way of passing.
    fn percent(&mut self, word: &Name, inner: &ast::Expr, span: Span) -> Expr {
        let argument = self.argument(inner);
        match &*fold(&word.text) {
            "loc" => match crate::intrinsics::find("loc") {
                Some(id) => self.intrinsic_reference(id, word, vec![Arg::pos(argument)], span),
                None => self.bad(span),
            },
            "val" | "ref" => {
                self.leave_out("an argument that is passed by %VAL or %REF", span);
                argument
            }
            other => {
                self.report(
                    Diagnostic::error(
                        codes::UNREADABLE_STATEMENT,
                        word.span,
                        format!("unknown function `%{other}`"),
                    )
                    .help("use %VAL, %REF or %LOC"),
                );
                self.bad(span)
            }
        }
    }

    fn array_constructor(&mut self, spec: Option<&ast::TypeSpec>, items: &[ast::Expr], span: Span) -> Expr {
        let spec = spec.map(|s| Box::new(self.type_of_statement(s)));
        let items: Vec<_> = items.iter().map(|i| self.expr(i)).collect();
        let ty = match &spec {
            Some(d) => d.ty,
            None => items
                .iter()
                .map(|i| i.ty)
                .reduce(|a, b| {
                    if a.is_numeric() && b.is_numeric() {
                        arithmetic_type(a, b)
                    } else if a == Ty::Typeless {
                        b
                    } else {
                        a
                    }
                })
                .unwrap_or(Ty::Typeless),
        };
        node(ExprKind::Array(spec, items), ty, 1, span)
    }

    /// An implied DO with its own index: in array constructors and DATA.
    pub(super) fn own_implied_do(
        &mut self,
        l: &ast::ImpliedDo,
        span: Span,
        items: impl FnOnce(&mut Self) -> Vec<Expr>,
    ) -> Expr {
        let lo = Box::new(self.loop_limit(&l.lo));
        let hi = Box::new(self.loop_limit(&l.hi));
        let step = l.step.as_ref().map(|s| Box::new(self.loop_limit(s)));
        self.blocks.push(BlockScope::default());
        let var = match &l.ty {
            Some(ty) => {
                let ty = self.type_spec(ty);
                self.typed_index(&l.var, ty)
            }
            None => self.index_symbol(&l.var),
        };
        let items = items(self);
        self.blocks.pop();
        let ty = items.first().map_or(Ty::Typeless, |i| i.ty);
        node(
            ExprKind::ImpliedDo {
                items,
                var,
                lo,
                hi,
                step,
            },
            ty,
            1,
            span,
        )
    }

    /// Actual arguments as written.
    pub(super) fn actual_args(&mut self, args: &[ast::Arg]) -> Vec<Arg> {
        args.iter()
            .map(|a| {
                let value = match &a.value {
                    A::Expr(e) => ArgValue::Expr(self.argument(e)),
                    A::AltReturn(label) => {
                        self.labels.insert(*label);
                        ArgValue::AltReturn(*label)
                    }
                    A::Section(lo, hi, step) => {
                        let parts: Vec<_> = [lo, hi, step].into_iter().flatten().map(|e| self.expr(e)).collect();
                        let span = parts
                            .first()
                            .map(|e| e.span)
                            .or(a.keyword.as_ref().map(|k| k.span))
                            .unwrap_or(self.p.units[self.unit()].span);
                        self.report(Diagnostic::error(
                            codes::ARGUMENT_MISMATCH,
                            span,
                            "a range `lo:hi` cannot be an argument; if this is an array, declare it with `dimension`",
                        ));
                        ArgValue::Expr(self.bad(span))
                    }
                    A::Star | A::StarFrom(_) => {
                        let span = match &a.keyword {
                            Some(k) => k.span,
                            None => self.p.units[self.unit()].span,
                        };
                        self.report(Diagnostic::error(
                            codes::ARGUMENT_MISMATCH,
                            span,
                            "`*` or `:` alone cannot be an argument",
                        ));
                        ArgValue::Expr(self.bad(span))
                    }
                };
                Arg {
                    keyword: a.keyword.as_ref().map(|k| k.text.clone()),
                    value,
                }
            })
            .collect()
    }

    fn unary(&mut self, op: &ast::UnaryOp, a: &ast::Expr, span: Span) -> Expr {
        let a = self.expr(a);
        let (intrinsic, symbol) = unary_operator(op);
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
    fn binary_chain(&mut self, e: &ast::Expr) -> Expr {
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
        let (op, symbol) = match binary_operator(op) {
            (Some(op), symbol) => (op, symbol),
            (None, symbol) => return self.defined_operator(&symbol, vec![Arg::pos(a), Arg::pos(b)], span, false),
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
            _ => self.defined_operator(&symbol, vec![Arg::pos(a), Arg::pos(b)], span, true),
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
}
