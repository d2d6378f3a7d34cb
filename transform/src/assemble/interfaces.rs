//! Interfaces of external procedures, if they are asked for: `--interfaces`.
//!
//! * Derivatives state the interfaces of the derivatives that they call ([`super::signature`]), and of the user's
//!   external procedures whose source is given.
//! * A module has the interfaces of the derivatives of heads, for those who call them.
//! * Those of the runtime's procedures come from its modules, when the text is printed.
//!
//! Procedures without source stay without interface.

use crate::assemble::generator::Generator;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Adds the module, named by the first of these derivatives.
pub(crate) fn of_heads(g: &mut Generator, derivatives: &[UnitId]) {
    let external = derivatives.iter().copied().filter(|&d| is_external(&g.out.units[d]));
    let external: Vec<UnitId> = external.collect();
    let Some(&first) = external.first() else { return };
    let name = g.global_name(&format!("{}_interfaces", g.out.units[first].name));
    let mut module = Unit::new(name, UnitKind::Module);
    module.implicit_none = true;
    module.span = g.out.units[first].span;
    let module = g.out.units.alloc(module);
    for d in external {
        if let Some(symbol) = g.out.units[d].symbol {
            let name = g.out.symbols[symbol].name.clone();
            g.known_procedure(module, d, symbol, name, ProcClass::External);
        }
    }
    g.roots.push(module);
}

fn is_external(unit: &Unit) -> bool {
    unit.parent.is_none() && matches!(unit.kind, UnitKind::Subroutine | UnitKind::Function)
}

/// Adds to generated units the interfaces of external procedures of the user that they call.
pub(crate) fn of_primals(g: &mut Generator, made: &[UnitId]) {
    for &u in made {
        let mut called: IndexSet<SymbolId> = IndexSet::new();
        visit::walk_calls(&g.out.units[u].body, &mut |r| {
            called.insert(r.callee.proc);
        });
        let mut known: IndexMap<SymbolId, SymbolId> = IndexMap::new();
        for s in called {
            let SymbolKind::Procedure(p) = &g.out.symbols[s].kind else {
                continue;
            };
            let is_outside = matches!(p.class, ProcClass::External | ProcClass::Definition);
            let target = p.unit.filter(|_| is_outside && p.interface.is_none());
            let Some(target) = target.filter(|&t| t != u && is_external(&g.out.units[t])) else {
                continue;
            };
            let name = g.out.symbols[s].name.clone();
            known.insert(s, g.known_procedure(u, target, s, name, ProcClass::External));
        }
        let mut body = std::mem::take(&mut g.out.units[u].body);
        visit::rewrite_calls(&mut body, &mut |c| c.proc = *known.get(&c.proc).unwrap_or(&c.proc));
        g.out.units[u].body = body;
    }
}
