//! The units of an adjoint that a later step needs.

use crate::layout::modules_of;
use crate::step::Step;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::visit::{walk_block_exprs, walk_calls};
use adc_frontend::ir::{ExprKind, ProcClass, Program, SymbolId, SymbolKind, UnitId};
use std::collections::BTreeSet;

/// The units of the adjoint that the tangent needs, directly or not, and those that replace units of the sources.
pub(crate) fn needed(adjoint: &Step, tangent: &Step) -> Vec<UnitId> {
    let (first, second) = (&adjoint.made.program, &tangent.made.program);
    let name = |u: UnitId| fold(&first.program.units[u].name);
    let again: BTreeSet<SmolStr> = second
        .roots
        .iter()
        .map(|&r| fold(&second.program.units[r].name))
        .collect();
    let mut left: Vec<UnitId> = adjoint
        .roots
        .iter()
        .copied()
        .filter(|&r| !again.contains(&name(r)))
        .collect();
    let replaced = first.enlarged.iter().chain(&first.beside);
    let replaced: BTreeSet<SmolStr> = replaced.map(|&m| name(m)).collect();
    let mut needed: BTreeSet<SmolStr> = second
        .roots
        .iter()
        .flat_map(|&r| needs_of(&second.program, r))
        .collect();
    let mut found = vec![];
    while let Some(k) = left
        .iter()
        .position(|&r| needed.contains(&name(r)) || replaced.contains(&name(r)))
    {
        let root = left.remove(k);
        needed.extend(needs_of(&first.program, root));
        found.push(root);
    }
    found
}

/// Names of modules and external procedures that a unit needs.
fn needs_of(program: &Program, root: UnitId) -> BTreeSet<SmolStr> {
    let mut out = modules_of(program, root);
    let mut work = vec![root];
    while let Some(u) = work.pop() {
        let unit = &program.units[u];
        work.extend(unit.contains.iter().copied());
        let mut add = |s: SymbolId| {
            let symbol = &program.symbols[s];
            if let SymbolKind::Procedure(p) = &symbol.kind {
                if matches!(p.class, ProcClass::External | ProcClass::Definition) {
                    out.insert(fold(&symbol.name));
                }
            }
        };
        walk_calls(&unit.body, &mut |r| add(r.callee.proc));
        walk_block_exprs(&unit.body, &mut |e| {
            if let ExprKind::Procedure(s) = e.kind {
                add(s);
            }
        });
    }
    out
}
