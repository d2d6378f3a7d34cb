//! Statements about memory: ALLOCATE, DEALLOCATE, NULLIFY and the left side of pointer assignments.

use super::messages::count;
use super::state::Resolver;
use super::variables::Want;
use crate::ast::{self};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

/// Requirement of a statement on its objects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Object {
    /// Must be a pointer.
    Pointer,
    /// Must be a pointer or allocatable.
    Allocatable,
}

impl Resolver<'_> {
    /// `ALLOCATE (...)`.
    pub(super) fn allocate(
        &mut self,
        ty: Option<&ast::TypeSpec>,
        objects: &[ast::Expr],
        options: &[(ast::Name, ast::Expr)],
    ) -> StmtKind {
        let ty = ty.map(|t| self.type_of_statement(t));
        let objects = objects.iter().map(|o| self.allocation(o)).collect();
        StmtKind::Allocate {
            ty,
            objects,
            options: self.options(options),
        }
    }

    /// `DEALLOCATE (...)`.
    pub(super) fn deallocate(&mut self, objects: &[ast::Expr], options: &[(ast::Name, ast::Expr)]) -> StmtKind {
        let objects = objects
            .iter()
            .map(|e| self.object(e, Object::Allocatable, "this object of DEALLOCATE"))
            .collect();
        StmtKind::Deallocate {
            objects,
            options: self.options(options),
        }
    }

    /// `NULLIFY (...)`.
    pub(super) fn nullify(&mut self, objects: &[ast::Expr]) -> StmtKind {
        StmtKind::Nullify(
            objects
                .iter()
                .map(|e| self.object(e, Object::Pointer, "this object of NULLIFY"))
                .collect(),
        )
    }

    /// An object of ALLOCATE: the last parentheses contain bounds, not subscripts.
    fn allocation(&mut self, e: &ast::Expr) -> (Expr, Vec<(Option<Expr>, Expr)>) {
        let ast::ExprKind::Designator(parts) = &e.kind else {
            return (self.define(e), vec![]);
        };
        let mut parts = parts.clone();
        let bounds = parts.last_mut().and_then(|p| p.args.pop());
        let object = self.designator(&parts, e.span, Want::Define);
        self.check_object(&object, Object::Allocatable, "this object of ALLOCATE");
        let mut shape = vec![];
        for b in bounds.iter().flatten() {
            match &b.value {
                ast::ArgValue::Expr(hi) => {
                    let hi = self.expr(hi);
                    shape.push((None, hi));
                }
                ast::ArgValue::Section(lo, Some(hi), None) => {
                    let lo = lo.as_ref().map(|e| self.integer(e, "a bound"));
                    let hi = self.integer(hi, "a bound");
                    shape.push((lo, hi));
                }
                _ => self.report(Diagnostic::error(
                    codes::TYPE_MISMATCH,
                    e.span,
                    "write a bound in ALLOCATE as `upper` or `lower:upper`",
                )),
            }
        }
        let rank = usize::from(object.rank);
        if !shape.is_empty() && shape.len() != rank && object.ty != Ty::Typeless {
            let given = count(shape.len(), "bound");
            let text = format!("an array of rank {rank} has {given}");
            self.report(Diagnostic::error(codes::TYPE_MISMATCH, e.span, text));
        }
        (object, shape)
    }

    /// The left side of a pointer assignment, possibly with bounds: `p(1:n) => ...`.
    pub(super) fn pointer(&mut self, e: &ast::Expr) -> Expr {
        let lhs = self.define(e);
        let named = match &lhs.kind {
            ExprKind::Index(whole, _) => whole,
            _ => &lhs,
        };
        self.check_object(named, Object::Pointer, "the left side of `=>`");
        lhs
    }

    /// An object of DEALLOCATE or NULLIFY.
    fn object(&mut self, e: &ast::Expr, wanted: Object, what: &str) -> Expr {
        let object = self.define(e);
        self.check_object(&object, wanted, what);
        object
    }

    /// Reports a designator that cannot be allocated, deallocated or associated.
    fn check_object(&mut self, object: &Expr, wanted: Object, what: &str) {
        let fits = match (wanted, &object.kind) {
            (Object::Allocatable, _) => self.p.is_dynamic(object),
            (Object::Pointer, &(ExprKind::Var(s) | ExprKind::Procedure(s) | ExprKind::Component(_, s))) => {
                // only variables need the attribute: any other symbol here is a procedure pointer
                self.p.symbols[s].variable().is_none_or(|v| v.attrs.pointer)
            }
            (Object::Pointer, _) => false,
        };
        if !fits && object.ty != Ty::Typeless {
            let text = match wanted {
                Object::Pointer => format!("{what} is not a pointer"),
                Object::Allocatable => format!("{what} is neither allocatable nor a pointer"),
            };
            self.report(Diagnostic::error(codes::TYPE_MISMATCH, object.span, text));
        }
    }

    pub(super) fn options(&mut self, options: &[(ast::Name, ast::Expr)]) -> Vec<(ast::SmolStr, Expr)> {
        options
            .iter()
            .map(|(name, e)| {
                let folded = ast::fold(&name.text);
                let defines = matches!(folded.as_str(), "stat" | "errmsg");
                let e = if defines { self.define(e) } else { self.expr(e) };
                (folded, e)
            })
            .collect()
    }
}
