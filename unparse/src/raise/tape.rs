//! Turns pushes and pops into calls of the tape's procedures, named by type.

use super::build::{arg, binary, call, reference};
use super::{Result, Scope};
use adc_frontend::ast;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Scope<'_> {
    /// `call pushreal8(x)`, `call popcontrol1b(branch)`
    pub(super) fn tape(&self, s: &Stmt) -> Result<ast::StmtKind> {
        let procedure = tape_procedure(self.program, &s.kind);
        let args = match &s.kind {
            StmtKind::Push(e) | StmtKind::Pop(e) => self.recorded(e)?,
            StmtKind::PopControl { var, .. } => vec![self.expr(var)?],
            StmtKind::PushControl { value, .. } => vec![super::build::int(i64::from(*value))],
            _ => vec![],
        };
        let Some(procedure) = procedure else {
            let message = "the tape cannot record values of this type";
            return Err(Diagnostic::error(codes::UNSUPPORTED_DATA, s.span, message).into());
        };
        Ok(call(procedure, args.into_iter().map(arg).collect()))
    }

    /// A value, and its number of elements or characters if there may be more than one.
    fn recorded(&self, e: &Expr) -> Result<Vec<ast::Expr>> {
        let value = self.expr(e)?;
        let is_text = e.ty == Ty::Character && (e.rank > 0 || !is_one_character(self.program, e));
        let len = is_text.then(|| reference("len", vec![arg(value.clone())]));
        let size = match e.rank {
            0 => None,
            _ => Some(self.size(e, &value)?),
        };
        let count = len
            .into_iter()
            .chain(size)
            .reduce(|a, b| binary(ast::BinaryOp::Mul, a, b));
        Ok(std::iter::once(value).chain(count).collect())
    }

    /// Number of elements of an array or section.
    fn size(&self, e: &Expr, value: &ast::Expr) -> Result<ast::Expr> {
        let dims = match &e.kind {
            ExprKind::Var(s) | ExprKind::Component(_, s) => self.program.symbols[*s].variable().map(|v| &v.dims),
            _ => None,
        };
        if dims.is_some_and(|d| d.iter().any(|d| matches!(d, Dim::AssumedSize(_)))) {
            let message = "the adjoint must record this array, but its size is not known";
            return Err(Diagnostic::error(codes::UNKNOWN_SIZE, e.span, message)
                .label("declared with `*`")
                .into());
        }
        Ok(reference("size", vec![arg(value.clone())]))
    }
}
