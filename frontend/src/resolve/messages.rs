//! Words for messages.

pub use crate::dump::type_name;
use crate::ir::*;

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

/// The kind of a symbol, with its article.
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
