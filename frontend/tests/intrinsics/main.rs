//! Tests of the table of intrinsics: the table is consistent, references get the right types, and formulas are the
//! derivatives they claim to be.

mod consteval;
mod formulas;
mod numeric;
mod references;
mod table;

use adc_frontend::ir::{expr, Arg, Expr, ExprKind, Program, Storage, Symbol, SymbolKind, Ty, Variable};
use adc_frontend::ir::{Attrs, DeclType, Dim};

/// A program to which tests add variables.
#[derive(Default)]
pub struct Fixture {
    /// The program.
    pub program: Program,
}

impl Fixture {
    /// Adds a variable and returns a reference to it.
    pub fn var(&mut self, name: &str, ty: Ty, dims: Vec<Dim>) -> Expr {
        let rank = dims.len() as u8;
        let id = self.program.add_symbol(Symbol {
            name: name.into(),
            owner: None,
            kind: SymbolKind::Variable(Variable {
                ty: DeclType::plain(ty),
                dims,
                storage: Storage::Local,
                attrs: Attrs::default(),
                init: None,
            }),
            private: false,
            comment: None,
            span: Default::default(),
        });
        expr(ExprKind::Var(id), ty, rank)
    }

    /// A variable of deferred shape.
    pub fn array(&mut self, name: &str, ty: Ty, rank: usize) -> Expr {
        self.var(name, ty, vec![Dim::Deferred; rank])
    }

    /// A scalar.
    pub fn scalar(&mut self, name: &str, ty: Ty) -> Expr {
        self.var(name, ty, vec![])
    }

    /// An expression as Fortran text, every operation in parentheses.
    pub fn text(&self, e: &Expr) -> String {
        use adc_frontend::ir::BinaryOp::*;
        use adc_frontend::ir::UnaryOp;
        match &e.kind {
            ExprKind::Int(t) | ExprKind::Real(t) | ExprKind::Logical(t) | ExprKind::Str(t) => t.to_string(),
            ExprKind::Complex(a, b) => format!("({}, {})", self.text(a), self.text(b)),
            ExprKind::Var(s) => self.program.symbols[*s].name.to_string(),
            ExprKind::Paren(a) => format!("({})", self.text(a)),
            ExprKind::Unary(op, a) => {
                let sign = match op {
                    UnaryOp::Plus => "+",
                    UnaryOp::Minus => "-",
                    UnaryOp::Not => ".not.",
                };
                format!("({sign}{})", self.text(a))
            }
            ExprKind::Binary(op, a, b) => {
                let op = match op {
                    Add => "+",
                    Sub => "-",
                    Mul => "*",
                    Div => "/",
                    Pow => "**",
                    Eq => " == ",
                    Ne => " /= ",
                    Lt => " < ",
                    Le => " <= ",
                    Gt => " > ",
                    Ge => " >= ",
                    And => " .and. ",
                    Or => " .or. ",
                    Concat | Eqv | Neqv => panic!("no formula has {op:?}"),
                };
                format!("({}{op}{})", self.text(a), self.text(b))
            }
            ExprKind::Intrinsic(_, name, args) => {
                let args: Vec<String> = args.iter().filter_map(Arg::expr).map(|a| self.text(a)).collect();
                format!("{name}({})", args.join(", "))
            }
            other => panic!("not in a formula: {other:?}"),
        }
    }
}

/// Positional arguments.
pub fn args(list: &[&Expr]) -> Vec<Arg> {
    list.iter().map(|e| Arg::pos((*e).clone())).collect()
}

/// An argument with a keyword.
pub fn keyword(name: &str, e: &Expr) -> Arg {
    Arg {
        keyword: Some(name.into()),
        ..Arg::pos(e.clone())
    }
}
