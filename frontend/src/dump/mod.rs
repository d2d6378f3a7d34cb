//! The program as text, for `adc dump --stage ir` and for tests: deterministic, one line for each declaration and
//! statement.
//!
//! Expressions show the resolution of names: `a[i]` is an element, `f(x)` a function reference, `@sin(x)` an intrinsic,
//! `s{1:2}` a substring, `t<...>` a constructor, `&f` a procedure. An assignment ends with the type of its value.

mod expr;
mod stmt;
mod unit;

pub use expr::operator;

use crate::ir::*;
use std::fmt::Write;

/// The whole program.
pub fn dump(p: &Program) -> String {
    let mut d = Dump {
        p,
        out: String::new(),
        depth: 0,
    };
    for &u in &p.roots {
        d.unit(u);
    }
    d.out
}

/// A type as a user would write it.
pub fn type_name(p: &Program, ty: Ty) -> String {
    match ty {
        Ty::Integer(4) => "integer".into(),
        Ty::Real(4) => "real".into(),
        Ty::Complex(4) => "complex".into(),
        Ty::Logical(4) => "logical".into(),
        Ty::Integer(k) => format!("integer({k})"),
        Ty::Real(k) => format!("real({k})"),
        Ty::Complex(k) => format!("complex({k})"),
        Ty::Logical(k) => format!("logical({k})"),
        Ty::Character => "character".into(),
        Ty::Derived(t) => format!("type({})", p.symbols[t].name),
        Ty::Class(t) => format!("class({})", p.symbols[t].name),
        Ty::Unlimited => "class(*)".into(),
        Ty::Typeless => "typeless".into(),
        Ty::None => "no value".into(),
    }
}

/// An expression, as in [`dump`].
pub fn expr_text(p: &Program, e: &Expr) -> String {
    let d = Dump {
        p,
        out: String::new(),
        depth: 0,
    };
    d.expr(e)
}

/// A statement without its blocks, in the format of [`dump`].
pub fn stmt_text(p: &Program, s: &Stmt) -> String {
    let d = Dump {
        p,
        out: String::new(),
        depth: 0,
    };
    d.head(&s.kind)
}

struct Dump<'a> {
    p: &'a Program,
    out: String,
    depth: usize,
}

fn join<T>(items: impl IntoIterator<Item = T>, f: impl FnMut(T) -> String) -> String {
    items.into_iter().map(f).collect::<Vec<_>>().join(", ")
}

impl Dump<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.depth * 2);
    }

    fn name(&self, s: SymbolId) -> &str {
        &self.p.symbols[s].name
    }
}
