//! Texts for messages about procedures without source, mainly the interface of the derivative that is called. Used by
//! [`crate::assemble`].

use adc_frontend::ir::*;

/// The shape, as far as callers must know it.
pub(crate) fn dims_text(dims: &[Dim]) -> String {
    let extent = |d: &Dim| match d {
        Dim::Explicit(..) | Dim::AssumedSize(_) => "*",
        Dim::Assumed(_) | Dim::Deferred => ":",
        Dim::AssumedRank => "..",
    };
    match dims {
        [] => String::new(),
        // storage is passed, whatever its shape
        [.., Dim::Explicit(..) | Dim::AssumedSize(_)] => "(*)".into(),
        _ => format!("({})", dims.iter().map(extent).collect::<Vec<_>>().join(", ")),
    }
}

pub(crate) fn type_text(ty: Ty) -> String {
    let word = match ty {
        Ty::Integer(_) => "integer",
        Ty::Real(_) => "real",
        Ty::Complex(_) => "complex",
        Ty::Logical(_) => "logical",
        _ => "character",
    };
    match ty.kind() {
        Some(4) | None => word.into(),
        Some(k) => format!("{word}({k})"),
    }
}
