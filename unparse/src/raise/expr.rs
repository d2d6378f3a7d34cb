//! Expressions.

use super::build::{expr, name, part, word};
use super::{cannot_print, Result, Scope};
use adc_frontend::ast;
use adc_frontend::ast::{fold, Part};
use adc_frontend::ir::*;
use std::borrow::Borrow;

impl Scope<'_> {
    /// A literal in its kind, even if its exponent implies another one.
    fn real_literal(&self, text: &ast::SmolStr, ty: Ty) -> ast::SmolStr {
        let kinds = self.program.kinds;
        let (Some(said), Some(kind)) = (kinds.of_literal(text), ty.kind()) else {
            return text.clone();
        };
        if said == kind {
            return text.clone();
        }
        let text = text.to_ascii_lowercase().replace(['d', 'q'], "e");
        let digits = text.trim_end_matches("e0");
        match kind {
            _ if kind == kinds.real => digits.into(),
            _ if kind == kinds.double && digits != text => format!("{digits}d0").into(),
            _ => format!("{digits}_{kind}").into(),
        }
    }

    pub(super) fn expr(&self, e: &Expr) -> Result<ast::Expr> {
        let kind = match &e.kind {
            ExprKind::Int(t) => ast::ExprKind::Int(t.clone()),
            ExprKind::Real(t) => ast::ExprKind::Real(self.real_literal(t, e.ty)),
            ExprKind::Str(t) => ast::ExprKind::Str(t.clone()),
            ExprKind::Logical(t) => ast::ExprKind::Logical(t.clone()),
            ExprKind::Boz(t) => ast::ExprKind::Boz(t.clone()),
            ExprKind::Hollerith(t) => ast::ExprKind::Hollerith(t.clone()),
            ExprKind::Complex(re, im) => ast::ExprKind::Complex(self.boxed(re)?, self.boxed(im)?),
            ExprKind::Call(callee, args) => match self.operator(callee, args)? {
                Some(kind) => kind,
                None => ast::ExprKind::Designator(self.parts(e)?),
            },
            ExprKind::Var(_)
            | ExprKind::Index(..)
            | ExprKind::Component(..)
            | ExprKind::Substring(..)
            | ExprKind::ComplexPart(..)
            | ExprKind::Intrinsic(..)
            | ExprKind::Procedure(_)
            | ExprKind::Structure(..) => ast::ExprKind::Designator(self.parts(e)?),
            ExprKind::Paren(x) => ast::ExprKind::Paren(self.boxed(x)?),
            ExprKind::Unary(op, x) => ast::ExprKind::Unary(unary(*op), self.boxed(x)?),
            ExprKind::Binary(op, l, r) => ast::ExprKind::Binary(binary(*op), self.boxed(l)?, self.boxed(r)?),
            ExprKind::Array(ty, items) => return self.constructor(ty.as_deref(), items),
            ExprKind::ImpliedDo {
                items,
                var,
                lo,
                hi,
                step,
            } => ast::ExprKind::ImpliedDo(Box::new(ast::ImpliedDo {
                ty: None,
                items: self.exprs(items)?,
                var: name(self.symbol_name(*var)),
                lo: self.expr(lo)?,
                hi: self.expr(hi)?,
                step: step.as_ref().map(|s| self.expr(s)).transpose()?,
            })),
        };
        Ok(expr(kind))
    }

    fn boxed(&self, e: &Expr) -> Result<Box<ast::Expr>> {
        self.expr(e).map(Box::new)
    }

    pub(super) fn exprs(&self, list: &[Expr]) -> Result<Vec<ast::Expr>> {
        list.iter().map(|e| self.expr(e)).collect()
    }

    pub(super) fn opt<E: Borrow<Expr>>(&self, e: &Option<E>) -> Result<Option<ast::Expr>> {
        e.as_ref().map(|e| self.expr(e.borrow())).transpose()
    }

    /// The parts of a designator or reference, in order.
    fn parts(&self, e: &Expr) -> Result<Vec<Part>> {
        let mut parts = match &e.kind {
            ExprKind::Var(s) | ExprKind::Procedure(s) => vec![part(self.symbol_name(*s))],
            ExprKind::Index(base, _) | ExprKind::Component(base, _) | ExprKind::ComplexPart(base, _) => {
                self.parts(base)?
            }
            ExprKind::Substring(base, ..) => self.parts(base)?,
            ExprKind::Call(callee, _) => self.callee(callee)?,
            ExprKind::Intrinsic(id, written, args) if id.is_parameter_inquiry() => {
                let mut parts = match args.first().and_then(Arg::expr) {
                    Some(object) => self.parts(object)?,
                    None => vec![],
                };
                parts.push(part(written.trim_start_matches('%')));
                return Ok(parts);
            }
            ExprKind::Intrinsic(_, written, _) => vec![part(written.clone())],
            ExprKind::Structure(ty, _) => vec![part(self.type_name(*ty).text)],
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Str(_)
            | ExprKind::Logical(_)
            | ExprKind::Boz(_)
            | ExprKind::Hollerith(_)
            | ExprKind::Complex(..)
            | ExprKind::Paren(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Array(..)
            | ExprKind::ImpliedDo { .. } => {
                return Err(cannot_print(
                    e.span,
                    "an element of an expression that is not a variable",
                ))
            }
        };
        let list = match &e.kind {
            ExprKind::Index(_, subs) => Some(subs.iter().map(|s| self.subscript(s)).collect::<Result<_>>()?),
            ExprKind::Substring(_, lo, hi) => {
                let lo = lo.as_ref().map(|e| self.boxed(e)).transpose()?;
                let hi = hi.as_ref().map(|e| self.boxed(e)).transpose()?;
                Some(vec![ast::Arg {
                    keyword: None,
                    value: ast::ArgValue::Section(lo, hi, None),
                }])
            }
            ExprKind::Call(_, args) | ExprKind::Intrinsic(_, _, args) | ExprKind::Structure(_, args) => {
                Some(self.args(args)?)
            }
            ExprKind::Component(_, s) => {
                parts.push(part(self.program.symbols[*s].name.clone()));
                None
            }
            ExprKind::ComplexPart(_, imaginary) => {
                parts.push(part(if *imaginary { "im" } else { "re" }));
                None
            }
            _ => None,
        };
        if let (Some(list), Some(last)) = (list, parts.last_mut()) {
            last.args.push(list);
        }
        Ok(parts)
    }

    fn subscript(&self, s: &Subscript) -> Result<ast::Arg> {
        let opt = |e: &Bound| e.as_ref().map(|e| self.boxed(e)).transpose();
        Ok(ast::Arg {
            keyword: None,
            value: match s {
                Subscript::At(e) => ast::ArgValue::Expr(self.expr(e)?),
                Subscript::Range(lo, hi, step) => ast::ArgValue::Section(opt(lo)?, opt(hi)?, opt(step)?),
            },
        })
    }

    pub(super) fn args(&self, args: &[Arg]) -> Result<Vec<ast::Arg>> {
        let arg = |a: &Arg| {
            Ok(ast::Arg {
                keyword: a.keyword.as_ref().map(|k| name(k.clone())),
                value: match &a.value {
                    ArgValue::Expr(e) => ast::ArgValue::Expr(self.expr(e)?),
                    ArgValue::AltReturn(label) => ast::ArgValue::AltReturn(*label),
                },
            })
        };
        args.iter().map(arg).collect()
    }

    /// The callee, as a designator without its argument list.
    pub(super) fn callee(&self, callee: &Callee) -> Result<Vec<Part>> {
        if let Some((object, binding)) = callee.object.as_deref() {
            let mut parts = self.parts(object)?;
            parts.push(part(binding.clone()));
            return Ok(parts);
        }
        // the generic name if it is known here; its specific procedure may be inaccessible
        let generic = callee.via.filter(|&v| self.knows(v));
        Ok(vec![part(self.symbol_name(generic.unwrap_or(callee.proc)))])
    }

    /// The operator as which a call was written.
    fn operator(&self, callee: &Callee, args: &[Arg]) -> Result<Option<ast::ExprKind>> {
        let Some(via) = callee.via.filter(|_| callee.object.is_none()) else {
            return Ok(None);
        };
        let written = self.symbol_name(via);
        let Some(op) = operator_of(&written) else {
            return Ok(None);
        };
        let operands = args.iter().filter_map(Arg::expr).map(|e| self.expr(e));
        let mut operands = operands.collect::<Result<Vec<_>>>()?;
        let (second, first) = (operands.pop(), operands.pop());
        Ok(match (first, second) {
            (Some(a), Some(b)) => binary_operator(&op).map(|op| ast::ExprKind::Binary(op, Box::new(a), Box::new(b))),
            (None, Some(a)) => unary_operator(&op).map(|op| ast::ExprKind::Unary(op, Box::new(a))),
            _ => None,
        })
    }

    /// A variable's name as an expression.
    pub(super) fn variable(&self, s: SymbolId) -> ast::Expr {
        word(self.symbol_name(s))
    }
}

/// The text in the parentheses of `operator(...)`, folded and without blanks.
fn operator_of(name: &str) -> Option<String> {
    let folded: String = fold(name).chars().filter(|c| !c.is_whitespace()).collect();
    let inner = folded.strip_prefix("operator(")?.strip_suffix(')')?;
    Some(inner.to_string())
}

fn defined(op: &str) -> Option<ast::Name> {
    op.strip_prefix('.')?.strip_suffix('.').map(name)
}

fn unary_operator(op: &str) -> Option<ast::UnaryOp> {
    Some(match op {
        "+" => ast::UnaryOp::Plus,
        "-" => ast::UnaryOp::Minus,
        ".not." => ast::UnaryOp::Not,
        _ => ast::UnaryOp::Defined(Box::new(defined(op)?)),
    })
}

fn binary_operator(op: &str) -> Option<ast::BinaryOp> {
    use ast::BinaryOp::*;
    Some(match op {
        "+" => Add,
        "-" => Sub,
        "*" => Mul,
        "/" => Div,
        "**" => Pow,
        "//" => Concat,
        "==" | ".eq." => Eq,
        "/=" | ".ne." => Ne,
        "<" | ".lt." => Lt,
        "<=" | ".le." => Le,
        ">" | ".gt." => Gt,
        ">=" | ".ge." => Ge,
        ".and." => And,
        ".or." => Or,
        ".eqv." => Eqv,
        ".neqv." => Neqv,
        _ => Defined(Box::new(defined(op)?)),
    })
}

fn unary(op: UnaryOp) -> ast::UnaryOp {
    match op {
        UnaryOp::Plus => ast::UnaryOp::Plus,
        UnaryOp::Minus => ast::UnaryOp::Minus,
        UnaryOp::Not => ast::UnaryOp::Not,
    }
}

fn binary(op: BinaryOp) -> ast::BinaryOp {
    match op {
        BinaryOp::Add => ast::BinaryOp::Add,
        BinaryOp::Sub => ast::BinaryOp::Sub,
        BinaryOp::Mul => ast::BinaryOp::Mul,
        BinaryOp::Div => ast::BinaryOp::Div,
        BinaryOp::Pow => ast::BinaryOp::Pow,
        BinaryOp::Concat => ast::BinaryOp::Concat,
        BinaryOp::Eq => ast::BinaryOp::Eq,
        BinaryOp::Ne => ast::BinaryOp::Ne,
        BinaryOp::Lt => ast::BinaryOp::Lt,
        BinaryOp::Le => ast::BinaryOp::Le,
        BinaryOp::Gt => ast::BinaryOp::Gt,
        BinaryOp::Ge => ast::BinaryOp::Ge,
        BinaryOp::And => ast::BinaryOp::And,
        BinaryOp::Or => ast::BinaryOp::Or,
        BinaryOp::Eqv => ast::BinaryOp::Eqv,
        BinaryOp::Neqv => ast::BinaryOp::Neqv,
    }
}
