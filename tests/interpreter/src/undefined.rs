//! Procedures without source: a compiler's linker would look for them.

use crate::native;
use adc_frontend::ir::visit::{stmt_exprs, walk_block, walk_expr};
use adc_frontend::ir::{ExprKind, Program, StmtKind, SymbolId, SymbolKind};
use std::collections::BTreeSet;

/// The names of procedures that units call or pass on, and that are neither in the program nor known here.
pub fn undefined(program: &Program) -> BTreeSet<String> {
    let given: BTreeSet<String> = program
        .units
        .iter()
        .filter(|(_, u)| u.is_definition() && u.parent.is_none())
        .map(|(_, u)| u.name.to_ascii_lowercase())
        .collect();
    let mut named: BTreeSet<SymbolId> = BTreeSet::new();
    for (_, unit) in program.units.iter().filter(|(_, u)| !u.prefix.interface_body) {
        walk_block(&unit.body, &mut |s| {
            if let StmtKind::Call { callee, .. } = &s.kind {
                named.insert(callee.proc);
            }
            stmt_exprs(&s.kind, &mut |e| {
                walk_expr(e, &mut |e| match &e.kind {
                    ExprKind::Call(callee, _) => {
                        named.insert(callee.proc);
                    }
                    ExprKind::Procedure(s) => {
                        named.insert(*s);
                    }
                    _ => {}
                });
            });
        });
    }
    let is_missing = |s: &SymbolId| match &program.symbols[*s].kind {
        SymbolKind::Procedure(p) => {
            let has_source = p.unit.is_some_and(|u| program.units[u].is_definition());
            p.class == adc_frontend::ir::ProcClass::External && !has_source
        }
        _ => false,
    };
    let names = named
        .iter()
        .filter(|s| is_missing(s))
        .map(|&s| program.symbols[s].name.to_ascii_lowercase());
    names.filter(|n| !given.contains(n) && !native::is_known(n)).collect()
}
