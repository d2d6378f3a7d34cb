//! The order of two references: does a loop come to an element first where it writes, or where it reads?
//!
//! A read at `(i, j, ..)` is *behind* a write at `(i', j', ..)`, `i` of the loop and `j` of the loops around both, if at an element that both name the write has run first. So there is none that the
//! loop overwrites when it has read it, which is shown level by level:
//!
//! ```text
//! i before i'                      not at a common element: the subscripts say that i is behind i', or that they never meet
//! i = i', j before j'              the same of the inner loop, whose outer indices have one value
//! i = i', j = j'                   the read stands behind the write, or they never meet
//! ```
//!
//! Ignored: bounds of inner loops that depend on outer indices.

use super::subscripts::{Dimension, Range, Reference};
use adc_frontend::ir::visit::{jumps, walk_block};
use adc_frontend::ir::*;

/// True for a loop that runs its statements in the order of the program, again and again as counted loops do.
pub(super) fn is_plain(s: &Stmt) -> bool {
    let mut plain = true;
    walk_block(std::slice::from_ref(s), &mut |s| {
        plain &= !jumps(&s.kind);
        if let StmtKind::Do { control, .. } = &s.kind {
            plain &= matches!(control, DoControl::Count { .. });
        }
    });
    plain
}

/// True when a read is behind a write. `varies`: what may have different values in the loop.
pub(super) fn is_behind(l: &Range, read: &Reference, write: &Reference, varies: &dyn Fn(SymbolId) -> bool) -> bool {
    let both = read.inner.iter().zip(&write.inner);
    let common = both.take_while(|(a, b)| a.stmt == b.stmt).count();
    let mut loops = vec![l];
    loops.extend(&read.inner[..common]);
    let holds = |level: usize, index: Option<SymbolId>, test: &dyn Fn(&Dimension) -> bool| {
        let outer = &loops[..level];
        let varies = |v| varies(v) && outer.iter().all(|l| l.var != v);
        // of the iterations of the last common loop nothing is further inside but what is not common
        let inside = level.min(common);
        let mut dimensions = read.subscripts.iter().zip(&write.subscripts);
        dimensions.any(|(f, g)| match (f, g) {
            (Some(f), Some(g)) => {
                let (f, g) = ((f, &read.inner[inside..]), (g, &write.inner[inside..]));
                Dimension::new(index, f, g, &varies).is_some_and(|d| test(&d))
            }
            _ => false,
        })
    };
    let in_order = (0..=common).all(|k| holds(k, Some(loops[k].var), &|d| d.is_behind(loops[k])));
    in_order && (read.place > write.place || holds(common + 1, None, &|d| d.never_meets()))
}
