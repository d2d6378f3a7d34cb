//! Locals that replace variables of the user: changed arguments with VALUE, and allocatable results.
//!
//! The unit records them ([`Unit::replaced`]), since derivatives take passive internal procedures from the user's
//! program.

use crate::rules::is_present;
use adc_frontend::ir::*;

/// Replaces a variable by a local in a unit and in its internal procedures.
pub(crate) fn in_unit(program: &mut Program, unit: UnitId, s: SymbolId, own: SymbolId) {
    let internals = program.units[unit].contains.clone();
    for &u in std::iter::once(&unit).chain(&internals) {
        let mut body = std::mem::take(&mut program.units[u].body);
        in_block(program, &mut body, s, own);
        program.units[u].body = body;
    }
    // the unit's own declarations use the values on entry; those of internal procedures use the values at their call
    for u in internals {
        in_declarations(program, u, s, own);
    }
    program.units[unit].replaced.push((s, own));
}

/// Replaces a variable by a local in a block, except in inquiries whether the variable is present.
pub(crate) fn in_block(program: &Program, block: &mut Block, s: SymbolId, own: SymbolId) {
    let unask = unasking(program, s, own);
    visit::rename(block, s, own);
    visit::rewrite_block_exprs(block, &mut |e| unask(e));
}

/// Does the same in the bounds and lengths of a procedure's declarations.
fn in_declarations(program: &mut Program, unit: UnitId, s: SymbolId, own: SymbolId) {
    let unask = unasking(program, s, own);
    let u = &program.units[unit];
    for x in u
        .symbols
        .iter()
        .chain(u.args.iter().flatten())
        .chain(&u.result)
        .copied()
        .collect::<Vec<_>>()
    {
        let Some(v) = program.symbols[x].variable_mut() else {
            continue;
        };
        let bounds = v.dims.iter_mut().flat_map(Dim::bounds_mut);
        for e in bounds.chain(v.ty.lengths_mut()) {
            visit::rewrite_symbols_in(e, &mut |named| {
                if *named == s {
                    *named = own;
                }
            });
            visit::rewrite_expr(e, &mut |e| unask(e));
        }
    }
}

/// Turns an inquiry whether the local is present back into the inquiry about the variable.
fn unasking(program: &Program, s: SymbolId, own: SymbolId) -> impl Fn(&mut Expr) {
    let is_asked = is_present(&var(program, own));
    let asked = is_present(&var(program, s));
    move |e| {
        if e.same(&is_asked) {
            *e = asked.clone();
        }
    }
}
