//! Pushes and pops become calls of the tape's procedures, named by type.

use super::build::{arg, call, expr, reference};
use super::{Result, Scope};
use adc_frontend::ast;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Scope<'_> {
    /// `call pushreal8(x)`; `verb` is `push` or `pop`.
    pub(super) fn tape(&self, verb: &str, e: &Expr) -> Result<ast::StmtKind> {
        let value = self.expr(e)?;
        let suffix = match e.ty {
            Ty::Real(k @ (4 | 8 | 16)) => format!("real{k}"),
            // named by the bytes of the whole number
            Ty::Complex(k @ (4 | 8 | 16)) => format!("complex{}", 2 * u32::from(k)),
            Ty::Integer(k @ (1 | 2 | 4 | 8)) => format!("integer{k}"),
            Ty::Logical(4) => "boolean".to_string(),
            Ty::Character => return self.tape_characters(verb, e, value),
            Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Integer(_)
            | Ty::Logical(_)
            | Ty::Derived(_)
            | Ty::Class(_)
            | Ty::Unlimited
            | Ty::Typeless
            | Ty::None => {
                let message = "the tape has no procedure for values of this type";
                return Err(Diagnostic::error(codes::UNSUPPORTED_DATA, e.span, message).into());
            }
        };
        if e.rank == 0 {
            return Ok(call(format!("{verb}{suffix}"), vec![arg(value)]));
        }
        let size = self.size(e, &value)?;
        Ok(call(format!("{verb}{suffix}array"), vec![arg(value), arg(size)]))
    }

    fn tape_characters(&self, verb: &str, e: &Expr, value: ast::Expr) -> Result<ast::StmtKind> {
        if e.rank == 0 && self.is_one_character(e) {
            return Ok(call(format!("{verb}character"), vec![arg(value)]));
        }
        let len = reference("len", vec![arg(value.clone())]);
        let count = if e.rank == 0 {
            len
        } else {
            let size = self.size(e, &value)?;
            expr(ast::ExprKind::Binary(ast::BinaryOp::Mul, Box::new(len), Box::new(size)))
        };
        Ok(call(format!("{verb}characterarray"), vec![arg(value), arg(count)]))
    }

    /// True for a scalar that was declared with length one.
    fn is_one_character(&self, e: &Expr) -> bool {
        let symbol = match &e.kind {
            ExprKind::Index(base, _) => return self.is_one_character(base),
            ExprKind::Var(s) | ExprKind::Component(_, s) => *s,
            _ => return false,
        };
        let Some(v) = self.program.symbols[symbol].variable() else {
            return false;
        };
        match &v.ty.len {
            None => true,
            Some(CharLen::Expr(len)) => int_value(len) == Some(1),
            Some(CharLen::Assumed | CharLen::Deferred) => false,
        }
    }

    /// How many elements an array or section has.
    fn size(&self, e: &Expr, value: &ast::Expr) -> Result<ast::Expr> {
        let dims = match &e.kind {
            ExprKind::Var(s) | ExprKind::Component(_, s) => self.program.symbols[*s].variable().map(|v| &v.dims),
            _ => None,
        };
        if dims.is_some_and(|d| d.iter().any(|d| matches!(d, Dim::AssumedSize(_)))) {
            let message = "the size of an array that has to be stored is not known";
            return Err(Diagnostic::error(codes::UNKNOWN_SIZE, e.span, message)
                .label("declared with `*`")
                .into());
        }
        if self.program.lookup(self.unit, "size").is_none() {
            return Ok(reference("size", vec![arg(value.clone())]));
        }
        // the program has a `size` of its own: the extents, where they are declared
        let Some(extents) = dims.and_then(|d| d.iter().map(extent).collect::<Option<Vec<_>>>()) else {
            let message = "an entity named `size` hides the intrinsic function that is needed here";
            return Err(Diagnostic::error(codes::UNKNOWN_SIZE, e.span, message).into());
        };
        match extents.into_iter().reduce(mul) {
            Some(product) => self.expr(&product),
            None => Ok(super::build::int(1)),
        }
    }
}

/// The extent of an explicit dimension.
fn extent(d: &Dim) -> Option<Expr> {
    match d {
        Dim::Explicit(None, hi) => Some(hi.clone()),
        Dim::Explicit(Some(lo), hi) => Some(add(sub(hi.clone(), lo.clone()), int(1))),
        Dim::Assumed(_) | Dim::Deferred | Dim::AssumedSize(_) | Dim::AssumedRank => None,
    }
}
