//! Dummy arguments with VALUE that a procedure changes become locals.
//!
//! What changes is a copy that the caller never sees. The shadow of the argument is the caller's, though, and must stay as it is (tangent) or only grow (adjoint). So the body
//! works on a local that begins with the value, and the argument is read once.

use super::temps::Temps;
use crate::contexts::may_change;
use adc_frontend::ir::*;

/// Rewrites the body of a unit, and those of the procedures that it holds.
pub fn copies(program: &mut Program, unit: UnitId) {
    let inside: Vec<UnitId> = std::iter::once(unit)
        .chain(program.units[unit].contains.iter().copied())
        .collect();
    let is_changed = |s: SymbolId| inside.iter().any(|&u| may_change(&program.units[u].body, s));
    let args = program.units[unit].args.iter().flatten().copied();
    let found = args.filter(|&s| {
        let value = |v: &Variable| v.attrs.value && !v.attrs.optional && v.ty.ty.is_differentiable();
        program.symbols[s].variable().is_some_and(value) && is_changed(s)
    });
    for s in found.collect::<Vec<_>>() {
        let name = program.symbols[s].name.clone();
        let ty = program.symbols[s].ty();
        let own = Temps::new(program, unit).local(&name, DeclType::plain(ty), 0);
        for &u in &inside {
            visit::rename(&mut program.units[u].body, s, own);
        }
        let begin = assign(var(program, own), var(program, s));
        program.units[unit].body.insert(0, begin);
    }
}
