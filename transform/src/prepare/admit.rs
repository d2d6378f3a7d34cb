//! Refuses, before anything is derived, units that contain more than the representation shows.
//!
//! The front end understands more of the language than the representation has nodes for, and marks such units
//! ([`Omission`](adc_frontend::ir::Omission)). Facts about such a unit would be wrong, so none of those that the head
//! reaches may be one: its callees, their hosts, and the modules they use.

use adc_analysis::Heads;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{walk_block_exprs, walk_calls};
use adc_frontend::ir::*;
use indexmap::IndexSet;

/// The heads with all units on which their meaning depends: the hosts of these units, the modules that they use, and the
/// procedures that they call or name. `closed` units are not scanned.
pub fn reached(program: &Program, heads: &Heads, closed: &dyn Fn(UnitId) -> bool) -> IndexSet<UnitId> {
    let mut reached = heads.units().collect::<IndexSet<_>>();
    let mut next = 0;
    while let Some(&unit) = reached.get_index(next) {
        next += 1;
        reached.extend(neighbours(program, unit).into_iter().filter(|&u| !closed(u)));
    }
    reached
}

/// An error for each omission in the units that heads reach.
pub fn refusals(program: &Program, heads: &Heads) -> Vec<Diagnostic> {
    let reached = reached(program, heads, &|_| false);
    let omissions = reached.iter().flat_map(|&u| &program.units[u].omissions);
    let omissions = omissions.filter(|o| !o.harmless);
    let mut refused: Vec<Diagnostic> = omissions
        .map(|o| match o.missing {
            true => Diagnostic::error(codes::UNDECLARED_NAME, o.span, o.what.as_str())
                .help("also give adc the file that declares it"),
            false => Diagnostic::error(
                codes::UNSUPPORTED_STATEMENT_AD,
                o.span,
                format!("{} cannot be differentiated yet", o.what),
            ),
        })
        .map(|d| d.with_note("it is in code that the head calls or uses"))
        .collect();
    let types = program.symbols.iter().map(|(s, _)| s);
    let endless = types.filter(|&t| holds_itself(program, t, t, &mut IndexSet::new()));
    refused.extend(endless.map(|t| {
        let symbol = &program.symbols[t];
        let message = format!("a variable of type `{}` would contain itself", symbol.name);
        Diagnostic::error(codes::UNSUPPORTED_DATA, symbol.span, message)
            .help("make the component a pointer or allocatable")
    }));
    refused
}

/// True if types are refused, which every procedure may need, or if a declaration is missing.
pub fn are_final(refused: &[Diagnostic]) -> bool {
    let codes = [codes::UNSUPPORTED_DATA, codes::UNDECLARED_NAME];
    refused.iter().any(|d| codes.contains(&d.code))
}

/// An error for each procedure of generated code that uses an entity that no file declares.
pub fn unknown_uses(program: &Program, roots: &[UnitId]) -> Vec<Diagnostic> {
    let mut open = roots.to_vec();
    let mut found = vec![];
    while let Some(unit) = open.pop() {
        let u = &program.units[unit];
        open.extend(u.contains.iter().copied());
        if !u.is_procedure() {
            continue;
        }
        if let Some((s, _)) = unknown_in(program, unit) {
            let symbol = &program.symbols[s];
            let text = format!(
                "the derivative `{}` needs `{}`, whose declaration is incomplete",
                u.name, symbol.name
            );
            let d = Diagnostic::error(codes::UNDECLARED_NAME, symbol.span, text);
            found.push(d.help("also give adc the file that declares what is missing there"));
        }
    }
    found
}

/// True for a type with a component of type `wanted`, at any depth, that is neither pointer nor allocatable.
fn holds_itself(program: &Program, at: SymbolId, wanted: SymbolId, seen: &mut IndexSet<SymbolId>) -> bool {
    let SymbolKind::Type(def) = &program.symbols[at].kind else {
        return false;
    };
    def.components.iter().any(|&c| {
        let held = program.symbols[c]
            .variable()
            .filter(|v| !v.attrs.pointer && !v.attrs.allocatable);
        match held.map(|v| v.ty.ty) {
            Some(Ty::Derived(t)) => t == wanted || seen.insert(t) && holds_itself(program, t, wanted, seen),
            _ => false,
        }
    })
}

fn neighbours(program: &Program, unit: UnitId) -> IndexSet<UnitId> {
    let u = &program.units[unit];
    let mut found: IndexSet<UnitId> = u.parent.into_iter().collect();
    found.extend(u.uses.iter().filter_map(|x| x.module));
    let mut procedure = |s: SymbolId| {
        if let SymbolKind::Procedure(p) = &program.symbols[s].kind {
            found.extend(p.unit.into_iter().chain(p.interface));
        }
    };
    walk_calls(&u.body, &mut |r| procedure(r.callee.proc));
    walk_block_exprs(&u.body, &mut |e| {
        if let ExprKind::Procedure(s) = e.kind {
            procedure(s);
        }
    });
    found
}
