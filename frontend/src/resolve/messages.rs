//! Words for messages.

use crate::ir::*;

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

/// Type and rank of a value.
pub fn value_name(p: &Program, ty: Ty, rank: u8) -> String {
    match rank {
        0 => format!("scalar {}", type_name(p, ty)),
        r => format!("{} of rank {r}", type_name(p, ty)),
    }
}

/// `1 argument`, `2 arguments`.
pub fn count(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// What a symbol is, with its article.
pub fn kind_name(s: &Symbol) -> &'static str {
    match &s.kind {
        SymbolKind::Variable(v) if v.dims.is_empty() => "a scalar variable",
        SymbolKind::Variable(_) => "an array",
        SymbolKind::Constant(_) => "a named constant",
        SymbolKind::Procedure(p) if p.result.is_some() => "a function",
        SymbolKind::Procedure(_) => "a procedure",
        SymbolKind::Generic(_) => "a generic name",
        SymbolKind::Type(_) => "a derived type",
        SymbolKind::StatementFunction(_) => "a statement function",
        SymbolKind::Intrinsic(_) => "an intrinsic procedure",
        SymbolKind::Namelist => "a NAMELIST group",
    }
}
