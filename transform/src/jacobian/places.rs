//! Rows and columns of elements: their places in the order of memory.
//!
//! ```text
//! x(lo1:hi1, lo2:hi2), after n other elements        origin  = n + 1 - lo1 - lo2*stride
//! place of x(i, j) = origin + i + j*stride           stride  = hi1 - lo1 + 1
//! ```

use super::matrices;
use crate::assemble::generator::Generator;
use crate::code::indices::{distance, moved};
use crate::rules::{bound_of, size_of};
use adc_frontend::consteval::int_const;
use adc_frontend::ir::*;

/// Where the elements of an argument are.
#[derive(Clone)]
pub(super) struct Places {
    /// The place of the element whose subscripts are zero; of a scalar, its place.
    origin: Expr,
    /// Elements between neighbours, by dimension.
    strides: Vec<Expr>,
}

impl Places {
    /// The places of an argument after others. `out` takes statements that compute what is no constant.
    pub fn new(g: &mut Generator, unit: UnitId, of: SymbolId, others: &[SymbolId], out: &mut Block) -> Places {
        let whole = var(&g.out, of);
        let name = g.out.symbols[of].name.clone();
        let mut origin = add(matrices::total(&g.out, others), int(1));
        let (mut strides, mut stride) = (vec![], int(1));
        for (k, d) in dims(g, of).into_iter().enumerate() {
            let dim = k as i64 + 1;
            if k > 0 {
                stride = named(g, unit, &format!("{name}_stride"), stride, out);
            }
            origin = sub(origin, mul(lower(&whole, &d, dim), stride.clone()));
            strides.push(stride.clone());
            stride = mul(stride, extent(&whole, &d, dim));
        }
        let origin = named(g, unit, &format!("{name}_origin"), origin, out);
        Places { origin, strides }
    }

    /// The place of an element.
    pub fn of(&self, element: &Expr) -> Expr {
        let terms = subscripts(element).zip(&self.strides);
        let sum = terms.map(|(s, stride)| mul(s.clone(), stride.clone())).reduce(add);
        match sum {
            Some(sum) => add(sum, self.origin.clone()),
            None => self.origin.clone(),
        }
    }

    /// The place of an element from that of another, if their subscripts differ by constants.
    pub fn beside(&self, place: &Expr, other: &Expr, element: &Expr) -> Option<Expr> {
        let (mut out, mut constant) = (place.clone(), 0);
        for ((s, t), stride) in subscripts(element).zip(subscripts(other)).zip(&self.strides) {
            let steps = distance(s, t)?;
            match int_value(stride) {
                Some(n) => constant += steps * n,
                None if steps < 0 => out = sub(out, mul(int(-steps), stride.clone())),
                None if steps > 0 => out = add(out, mul(int(steps), stride.clone())),
                None => {}
            }
        }
        Some(moved(&out, constant))
    }
}

fn dims(g: &Generator, of: SymbolId) -> Vec<Dim> {
    g.out.symbols[of].variable().map_or_else(Vec::new, |v| v.dims.clone())
}

/// The subscripts of an element; none of a scalar.
fn subscripts(element: &Expr) -> impl Iterator<Item = &Expr> {
    let all = match &element.kind {
        ExprKind::Index(_, all) => all.as_slice(),
        _ => &[],
    };
    all.iter().filter_map(|s| match s {
        Subscript::At(e) => Some(e),
        Subscript::Range(..) => None,
    })
}

fn lower(whole: &Expr, d: &Dim, dim: i64) -> Expr {
    match d {
        Dim::Explicit(None, _) | Dim::Assumed(None) => int(1),
        Dim::Explicit(Some(lo), _) if int_value(lo).is_some() => lo.clone(),
        _ => bound_of("lbound", whole, dim),
    }
}

fn extent(whole: &Expr, d: &Dim, dim: i64) -> Expr {
    match d {
        Dim::Explicit(None, hi) if int_value(hi).is_some() => hi.clone(),
        _ => size_of(whole, Some(dim)),
    }
}

/// A number, or a new variable with the value.
fn named(g: &mut Generator, unit: UnitId, stem: &str, value: Expr, out: &mut Block) -> Expr {
    if let Some(n) = int_const(&g.out, &value) {
        return int(n);
    }
    let variable = g.local(unit, stem, DeclType::plain(Ty::Integer(4)), 0);
    out.push(assign(variable.clone(), value));
    variable
}
