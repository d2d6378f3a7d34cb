//! Expressions except designators and operators.

use super::designator::Want;
use super::scopes::BlockScope;
use super::Resolver;
use crate::ast::{self, fold, ExprKind as E, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::visit::walk_expr;
use crate::ir::*;

/// An expression node.
pub fn node(kind: ExprKind, ty: Ty, rank: u8, span: Span) -> Expr {
    Expr { kind, ty, rank, span }
}

impl<'a> Resolver<'a> {
    /// Placeholder for an unresolved expression; it fits everywhere.
    pub(super) fn bad(&mut self, span: Span) -> Expr {
        self.unresolved.get_or_insert(span);
        node(ExprKind::Int("0".into()), Ty::Typeless, 0, span)
    }

    /// True for an expression with an unresolved part. Typeless constants do not count.
    pub(super) fn is_unresolved(&self, e: &Expr) -> bool {
        let mut constant = false;
        walk_expr(e, &mut |e| {
            constant |= matches!(e.kind, ExprKind::Boz(_) | ExprKind::Hollerith(_));
        });
        e.ty == Ty::Typeless && !constant
    }

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

    /// The index of a construct that has its own index, in the construct's scope, with the type that the name has
    /// outside.
    pub(super) fn index_symbol(&mut self, name: &Name) -> SymbolId {
        self.scoped_symbol(name, true)
    }

    /// A variable of the innermost construct, with the type that the name has outside.
    pub(super) fn scoped_symbol(&mut self, name: &Name, integer: bool) -> SymbolId {
        let folded = fold(&name.text);
        let ty = match self.lookup(&folded).map(|s| &self.p.symbols[s].kind) {
            Some(SymbolKind::Variable(v)) => Some(v.ty.clone()),
            _ => self.scopes[self.unit()].implicit.rule(&name.text),
        };
        let ty = ty.unwrap_or_else(|| {
            self.undeclared(&name.text, name.span, false);
            DeclType::plain(Ty::Typeless)
        });
        let ty = match ty.ty {
            Ty::Integer(_) | Ty::Typeless => ty,
            other if integer => {
                let d = Diagnostic::error(
                    codes::TYPE_MISMATCH,
                    name.span,
                    format!(
                        "the index `{}` must be an integer, not {}",
                        name.text,
                        super::messages::type_name(&self.p, other)
                    ),
                );
                self.report(d);
                DeclType::plain(Ty::Typeless)
            }
            _ => ty,
        };
        let s = self.own_symbol(name, ty);
        if let Some(block) = self.blocks.last_mut() {
            block.names.insert(folded, s);
        }
        s
    }

    /// An undeclared symbol that exists in one construct of the current unit.
    pub(super) fn own_symbol(&mut self, name: &Name, ty: DeclType) -> SymbolId {
        let s = self.new_variable(name);
        if let Some(v) = self.p.symbols[s].variable_mut() {
            v.storage = Storage::Index;
            v.ty = ty;
        }
        let f = self.flags(s);
        f.typed = true;
        f.listed = true;
        f.variable = true;
        s
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

    /// True if intrinsic assignment may assign a value to a variable of a type.
    pub(super) fn assignable(&self, to: Ty, value: &Expr) -> bool {
        match (to, value.ty) {
            (Ty::Typeless, _) | (_, Ty::Typeless) => true,
            (a, b) if a.is_numeric() && b.is_numeric() => true,
            (Ty::Logical(_), Ty::Logical(_)) | (Ty::Character, Ty::Character) => true,
            // gfortran converts between the two
            (Ty::Logical(_), Ty::Integer(_)) | (Ty::Integer(_), Ty::Logical(_)) => true,
            (Ty::Unlimited, _) => true,
            (Ty::Derived(a) | Ty::Class(a), Ty::Derived(b) | Ty::Class(b)) => {
                self.same_type(a, b) || self.extends(b, a)
            }
            // NULL() as a default initial value
            (_, Ty::None) => matches!(value.kind, ExprKind::Intrinsic(..)),
            _ => false,
        }
    }

    /// True for the same type, or two declarations of a sequence type.
    pub(super) fn same_type(&self, a: SymbolId, b: SymbolId) -> bool {
        if a == b || self.may_be_one_instance(a, b) {
            return true;
        }
        let (x, y) = (&self.p.symbols[a], &self.p.symbols[b]);
        matches!((&x.kind, &y.kind), (SymbolKind::Type(s), SymbolKind::Type(t))
            if (s.sequence && t.sequence || s.bind_c && t.bind_c) && x.name.eq_ignore_ascii_case(&y.name))
    }
}
