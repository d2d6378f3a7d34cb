//! A single direction: loops over it are written out.
//!
//! ```text
//! do dir = 1, 1                       sd = cos(x)*xd(1)
//!   sd(dir) = cos(x)*xd(dir)     →
//! end do
//! ```
//!
//! Locals whose elements alone are named become scalars. Arguments keep their dimension.

use super::alone::{candidates, make_scalars, over_directions};
use super::carriers::Directions;
use crate::assemble::generator::Generator;
use adc_frontend::consteval::int_const;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Writes out the loops of a procedure, if its number of directions is one. `index` is that of the loops.
pub(super) fn written_out(g: &mut Generator, all: &Directions, (unit, index): (UnitId, SymbolId)) {
    if int_const(&g.out, &all.count[&unit]) != Some(1) {
        return;
    }
    let mut body = std::mem::take(&mut g.out.units[unit].body);
    visit::splice(&mut body, &mut |s| {
        let mut inside = over_directions(index, s)?.clone();
        visit::rewrite_block_exprs(&mut inside, &mut |e| {
            if matches!(e.kind, ExprKind::Var(v) if v == index) {
                *e = int(1);
            }
        });
        Some(inside)
    });
    let (mut named, mut indexed) = (IndexMap::<SymbolId, usize>::new(), IndexMap::<SymbolId, usize>::new());
    visit::walk_block_exprs(&body, &mut |e| match &e.kind {
        ExprKind::Var(v) => *named.entry(*v).or_default() += 1,
        ExprKind::Index(base, subs) if matches!(subs.as_slice(), [Subscript::At(at)] if at.rank == 0) => {
            if let ExprKind::Var(v) = base.kind {
                *indexed.entry(v).or_default() += 1;
            }
        }
        _ => {}
    });
    let mut chosen = candidates(g, all, unit);
    chosen.retain(|v| named.get(v) == indexed.get(v));
    make_scalars(g, &mut body, &chosen);
    g.out.units[unit].body = body;
    g.out.units[unit]
        .symbols
        .retain(|v| *v != index || named.contains_key(v));
}
