//! Directives of OpenMP, with the names of their variables.

use super::Scope;
use adc_frontend::ast::Trivia;
use adc_frontend::ir::*;
use adc_frontend::span::Span;

/// The most characters of a line, without its indentation.
const WIDTH: usize = 90;

impl Scope<'_> {
    /// The lines of a directive, in free form: the printer rewrites them for fixed form.
    pub(super) fn parallel(&self, p: &Parallel) -> Vec<Trivia> {
        let parts = p.written(&|v| self.symbol_name(v), &|e| self.clause_text(e));
        let mut lines: Vec<String> = vec![];
        for part in parts {
            match lines.last_mut() {
                Some(line) if line.len() + part.len() < WIDTH => {
                    line.push(' ');
                    line.push_str(&part);
                }
                _ => lines.push(part),
            }
        }
        let last = lines.len().saturating_sub(1);
        let lines = lines.into_iter().enumerate().map(|(k, line)| {
            let sentinel = if k == 0 { "$omp" } else { "$omp&" };
            let more = if k < last { " &" } else { "" };
            Trivia::Comment(format!("{sentinel} {line}{more}").into(), Span::NONE)
        });
        lines.collect()
    }

    /// The text of an expression in a clause, which contains only literals, constants, variables, components and
    /// operators.
    fn clause_text(&self, e: &Expr) -> String {
        let of = |e: &Expr| match &e.kind {
            ExprKind::Binary(..) => format!("({})", self.clause_text(e)),
            _ => self.clause_text(e),
        };
        match &e.kind {
            ExprKind::Int(text) | ExprKind::Real(text) | ExprKind::Logical(text) => text.to_string(),
            ExprKind::Var(v) => self.symbol_name(*v).to_string(),
            ExprKind::Component(record, c) => format!("{}%{}", self.clause_text(record), self.symbol_name(*c)),
            ExprKind::Paren(a) => format!("({})", self.clause_text(a)),
            ExprKind::Unary(op, a) => format!("{}{}", unary(*op), of(a)),
            ExprKind::Binary(op, a, b) => format!("{}{}{}", of(a), binary_text(*op), of(b)),
            _ => unreachable!("name resolution admits no other expression"),
        }
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::Not => ".not. ",
    }
}

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => " + ",
        BinaryOp::Sub => " - ",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Pow => "**",
        BinaryOp::Concat => "//",
        BinaryOp::Eq => " == ",
        BinaryOp::Ne => " /= ",
        BinaryOp::Lt => " < ",
        BinaryOp::Le => " <= ",
        BinaryOp::Gt => " > ",
        BinaryOp::Ge => " >= ",
        BinaryOp::And => " .and. ",
        BinaryOp::Or => " .or. ",
        BinaryOp::Eqv => " .eqv. ",
        BinaryOp::Neqv => " .neqv. ",
    }
}
