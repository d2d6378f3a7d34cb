//! Locals that replace variables of the user: arguments with VALUE that change, allocatable results.
//!
//! The unit notes them ([`Unit::replaced`]), since derivatives take passive internal procedures from the user's program.

use crate::rules::is_present;
use adc_frontend::ir::*;

/// Replaces a variable by a local in a unit and in the procedures that it contains.
pub(crate) fn in_unit(program: &mut Program, unit: UnitId, s: SymbolId, own: SymbolId) {
    for u in [&[unit], program.units[unit].contains.as_slice()].concat() {
        let mut body = std::mem::take(&mut program.units[u].body);
        in_block(program, &mut body, s, own);
        program.units[u].body = body;
    }
    program.units[unit].replaced.push((s, own));
}

/// Lets a block name a local instead of a variable, except to ask if the variable is present.
pub(crate) fn in_block(program: &Program, block: &mut Block, s: SymbolId, own: SymbolId) {
    let is_asked = is_present(&var(program, own));
    let asked = is_present(&var(program, s));
    visit::rename(block, s, own);
    visit::rewrite_block_exprs(block, &mut |e| {
        if e.same(&is_asked) {
            *e = asked.clone();
        }
    });
}
