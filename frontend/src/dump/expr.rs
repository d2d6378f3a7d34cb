//! Expressions.

use super::{join, Dump};
use crate::ir::*;

impl Dump<'_> {
    pub(super) fn expr(&self, e: &Expr) -> String {
        let opt = |e: &Bound| e.as_ref().map_or(String::new(), |e| self.expr(e));
        match &e.kind {
            ExprKind::Int(t)
            | ExprKind::Real(t)
            | ExprKind::Str(t)
            | ExprKind::Logical(t)
            | ExprKind::Boz(t)
            | ExprKind::Hollerith(t) => t.to_string(),
            ExprKind::Complex(a, b) => format!("({}, {})", self.expr(a), self.expr(b)),
            ExprKind::Var(s) => self.name(*s).to_string(),
            ExprKind::Index(b, subs) => {
                let subs = join(subs, |s| match s {
                    Subscript::At(e) => self.expr(e),
                    Subscript::Range(lo, hi, None) => format!("{}:{}", opt(lo), opt(hi)),
                    Subscript::Range(lo, hi, step) => format!("{}:{}:{}", opt(lo), opt(hi), opt(step)),
                });
                format!("{}[{subs}]", self.expr(b))
            }
            ExprKind::Component(b, c) => format!("{}%{}", self.expr(b), self.name(*c)),
            ExprKind::Substring(b, lo, hi) => {
                let part = |e: &Option<Box<Expr>>| e.as_ref().map_or(String::new(), |e| self.expr(e));
                format!("{}{{{}:{}}}", self.expr(b), part(lo), part(hi))
            }
            ExprKind::ComplexPart(b, im) => format!("{}%{}", self.expr(b), if *im { "im" } else { "re" }),
            ExprKind::Call(c, args) => format!("{}({})", self.callee(c), self.args(args)),
            ExprKind::Intrinsic(id, name, args) if id.is_parameter_inquiry() => {
                let object = args.first().and_then(Arg::expr).map_or(String::new(), |e| self.expr(e));
                format!("{object}{name}")
            }
            ExprKind::Intrinsic(_, name, args) => format!("@{name}({})", self.args(args)),
            ExprKind::Procedure(s) => format!("&{}", self.name(*s)),
            ExprKind::Paren(e) => format!("({})", self.expr(e)),
            ExprKind::Unary(op, e) => {
                let op = match op {
                    UnaryOp::Plus => "+",
                    UnaryOp::Minus => "-",
                    UnaryOp::Not => "not ",
                };
                format!("{op}{}", self.operand(e))
            }
            ExprKind::Binary(op, a, b) => format!("{} {} {}", self.operand(a), operator(*op), self.operand(b)),
            ExprKind::Array(ty, items) => {
                let ty = ty.as_ref().map_or(String::new(), |t| format!("{} :: ", self.decl(t)));
                format!("[{ty}{}]", join(items, |e| self.expr(e)))
            }
            ExprKind::ImpliedDo {
                items,
                var,
                lo,
                hi,
                step,
            } => {
                let items = join(items, |e| self.expr(e));
                let step = step.as_ref().map_or(String::new(), |e| format!(", {}", self.expr(e)));
                format!(
                    "({items}, {} = {}, {}{step})",
                    self.name(*var),
                    self.expr(lo),
                    self.expr(hi)
                )
            }
            ExprKind::Structure(t, args) => format!("{}<{}>", self.name(*t), self.args(args)),
        }
    }

    /// An operand, with braces around operations so that the tree is visible.
    fn operand(&self, e: &Expr) -> String {
        match e.kind {
            ExprKind::Binary(..) | ExprKind::Unary(..) => format!("{{{}}}", self.expr(e)),
            _ => self.expr(e),
        }
    }
}

/// The sign of an operation.
pub fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Pow => "**",
        BinaryOp::Concat => "//",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "/=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Eqv => "eqv",
        BinaryOp::Neqv => "neqv",
    }
}
