//! Kinds of generated variables and literals, in the spelling of the procedure's own declarations.
//!
//! ```text
//! real(wp) :: x, xb         real(wp) :: x, xb
//! real(8) :: tempb          real(wp) :: tempb
//! xb = 0.0d0                xb = 0.0_wp
//! ```
//!
//! A kind is spelled as most of the procedure's variables of this kind are: by a named constant that the procedure can
//! name, or as DOUBLE PRECISION. All other spellings are left to the printer.
//!
//! Ignored: integers and logicals, which `adc` needs in default kinds; literals of the user.

use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::visit::rewrite_block_exprs;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// How declarations spell a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Style {
    /// By a named constant.
    Named(SymbolId),
    /// DOUBLE PRECISION.
    Double,
    /// By a number, `*8`, or not at all.
    Other,
}

/// Spells the kinds in a generated procedure.
pub(crate) fn spell(program: &mut Program, unit: UnitId) {
    let own = program.units[unit].symbols.clone();
    let mut counts: IndexMap<(u8, Style), usize> = IndexMap::new();
    for &s in &own {
        if let Some((kind, style)) = style(program, s) {
            *counts.entry((kind, style)).or_default() += 1;
        }
    }
    let mut styles: IndexMap<u8, (Style, usize)> = IndexMap::new();
    for ((kind, style), count) in counts {
        let most = styles.entry(kind).or_insert((style, count));
        if most.1 < count {
            *most = (style, count);
        }
    }
    styles.retain(|_, (style, _)| *style != Style::Other);
    if styles.is_empty() {
        return;
    }
    for s in own {
        let Some(spelling) = spelling(program, s, &styles) else {
            continue;
        };
        if let Some(v) = program.symbols[s].variable_mut() {
            v.ty.spelling = spelling;
        }
    }
    let suffixes: IndexMap<u8, SmolStr> = styles
        .iter()
        .filter_map(|(&kind, &(style, _))| Some((kind, suffix(program, unit, style)?)))
        .collect();
    if suffixes.is_empty() {
        return;
    }
    let mut body = std::mem::take(&mut program.units[unit].body);
    rewrite_block_exprs(&mut body, &mut |e| {
        let suffix = e.ty.kind().and_then(|k| suffixes.get(&k));
        if let (ExprKind::Real(text), Some(suffix), true) = (&mut e.kind, suffix, e.span.is_none()) {
            if !text.contains('_') {
                *text = suffixed(text, suffix);
            }
        }
    });
    program.units[unit].body = body;
}

/// The kind of a variable, and its spelling, unless that is left to the printer.
fn style(program: &Program, s: SymbolId) -> Option<(u8, Style)> {
    let symbol = &program.symbols[s];
    let ty = &symbol.variable()?.ty;
    let (Ty::Real(kind) | Ty::Complex(kind)) = ty.ty else {
        return None;
    };
    let style = match (&ty.spelling, ty.ty) {
        (KindSpelling::Expr(e), _) => match e.kind {
            ExprKind::Var(constant) => Style::Named(constant),
            _ => Style::Other,
        },
        (KindSpelling::Double, Ty::Real(_)) => Style::Double,
        (KindSpelling::Plain, _) if symbol.span.is_none() => return None,
        _ => Style::Other,
    };
    Some((kind, style))
}

/// The spelling of a variable's kind, if it is left to the printer.
fn spelling(program: &Program, s: SymbolId, styles: &IndexMap<u8, (Style, usize)>) -> Option<KindSpelling> {
    let ty = &program.symbols[s].variable()?.ty;
    let (Ty::Real(kind) | Ty::Complex(kind)) = ty.ty else {
        return None;
    };
    if !matches!(ty.spelling, KindSpelling::Plain) {
        return None;
    }
    match (styles.get(&kind)?.0, ty.ty) {
        (Style::Named(constant), _) => {
            let name = expr(ExprKind::Var(constant), program.symbols[constant].ty(), 0);
            Some(KindSpelling::Expr(Box::new(name)))
        }
        (Style::Double, Ty::Real(_)) => Some(KindSpelling::Double),
        _ => None,
    }
}

/// The suffix of literals, if the procedure can name the constant by its own name.
fn suffix(program: &Program, unit: UnitId, style: Style) -> Option<SmolStr> {
    let Style::Named(constant) = style else {
        return None;
    };
    let name = &program.symbols[constant].name;
    let meant = program.lookup(unit, &fold(name));
    (meant == Some(constant)).then(|| name.clone())
}

/// A literal with a suffix in place of the letter of its exponent.
fn suffixed(text: &str, suffix: &str) -> SmolStr {
    let text = text.to_ascii_lowercase().replace(['d', 'q'], "e");
    let digits = text.strip_suffix("e0").unwrap_or(&text);
    // without a point, `1_wp` would be an integer
    let point = if digits.contains(['.', 'e']) { "" } else { ".0" };
    format!("{digits}{point}_{suffix}").into()
}
