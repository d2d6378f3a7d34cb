//! Extends the shorter views of COMMON blocks: if units give a block different lengths, the shorter views get the rest
//! of the longest one.
//!
//! ```text
//! common /blk/ p(2)              common /blk/ p(2), a_rest(1), b
//! common /blk/ a(3), b           common /blk/ a(3), b
//! ```
//!
//! The shadow of a block then has one length, and every unit that sees a part of it can set all of it to zero. A view
//! stays unchanged if the size of a member is unknown, or if no member after its end can carry a derivative.

use super::temps::new_variable;
use crate::code::elsewhere;
use crate::code::names::Namer;
use adc_frontend::consteval::const_bounds;
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// Completes the views that units have of COMMON blocks.
pub fn complete(program: &mut Program, units: &[UnitId]) {
    let mut longest: BTreeMap<CommonId, (Vec<SymbolId>, i64)> = BTreeMap::new();
    for view in units.iter().flat_map(|&u| &program.units[u].commons) {
        let Some(size) = bytes(program, &view.members) else {
            continue;
        };
        let known = longest.entry(view.common).or_default();
        if size > known.1 {
            *known = (view.members.clone(), size);
        }
    }
    for &u in units {
        let mut names: Option<Namer> = None;
        for k in 0..program.units[u].commons.len() {
            let view = &program.units[u].commons[k];
            let Some((all, size)) = longest.get(&view.common) else {
                continue;
            };
            let own = bytes(program, &view.members).filter(|n| n < size);
            let Some(rest) = own.and_then(|own| members_after(program, all, own)) else {
                continue;
            };
            if !rest.iter().any(|(_, v)| v.ty.ty.is_differentiable()) {
                continue;
            }
            for (stem, v) in rest {
                let names = names.get_or_insert_with(|| Namer::of_unit(program, u));
                let name = names.fresh(&stem);
                let member = new_variable(program, u, name, v);
                program.units[u].commons[k].members.push(member);
            }
        }
    }
}

/// Variables for the memory of some members after the first `before` bytes. `None` if a size is unknown or an element
/// would be cut.
fn members_after(program: &Program, members: &[SymbolId], mut before: i64) -> Option<Vec<(String, Variable)>> {
    let mut out = vec![];
    for &m in members {
        let (size, n) = size_of(program, m)?;
        let all = size * n;
        if before >= all {
            before -= all;
            continue;
        }
        if before % size != 0 {
            return None;
        }
        let mut v = elsewhere(program, program.symbols[m].variable()?);
        let mut name = program.symbols[m].name.to_string();
        if before > 0 {
            v.dims = vec![Dim::Explicit(None, int(n - before / size))];
            name.push_str("_rest");
        }
        before = 0;
        out.push((name, v));
    }
    Some(out)
}

/// The total number of bytes of some members.
fn bytes(program: &Program, members: &[SymbolId]) -> Option<i64> {
    let sizes = members.iter().map(|&m| size_of(program, m).map(|(size, n)| size * n));
    sizes.sum()
}

/// The bytes of an element, and the number of elements; `None` if they are unknown.
fn size_of(program: &Program, member: SymbolId) -> Option<(i64, i64)> {
    let v = program.symbols[member].variable().filter(|v| !v.attrs.pointer)?;
    let size = match v.ty.ty {
        Ty::Integer(k) | Ty::Real(k) | Ty::Logical(k) => i64::from(k),
        Ty::Complex(k) => 2 * i64::from(k),
        _ => return None,
    };
    let extent = |(lo, hi): (i64, i64)| (hi - lo + 1).max(0);
    let extents: Option<Vec<i64>> = v.dims.iter().map(|d| const_bounds(program, d).map(extent)).collect();
    Some((size, extents?.into_iter().product()))
}
