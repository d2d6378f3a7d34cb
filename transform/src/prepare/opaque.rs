//! Passive procedures that contain more than the representation shows: they are called unchanged, and assumed to do the
//! worst to all that they see.
//!
//! ```text
//! seen(P)     dummy arguments and result of P, its COMMON blocks, variables of its hosts,
//!             and of the modules that it and its hosts use
//! reads(P)    ⊇ seen(P)
//! writes(P)   ⊇ seen(P), each perhaps, from all that is seen; arguments with INTENT(IN) excepted
//! ```
//!
//! The callees of P are still in its body, so they count with their effects. Other effects of P are unknown, so it does
//! not run a second time. If P is active nevertheless, or must be regenerated, its contents are refused
//! ([`crate::prepare::admit`]).

use adc_analysis::{Analyses, Heads};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// True for a unit with contents that the representation has no node for.
pub fn is_opaque(unit: &Unit) -> bool {
    unit.omissions.iter().any(|o| !o.harmless)
}

/// Puts the possible effects of such procedures before their bodies, in a normalised program.
pub fn assume_worst(program: &mut Program, heads: &Heads) {
    let units: Vec<UnitId> = program.units.iter().map(|(u, _)| u).collect();
    let concerned = |u: &UnitId| {
        let unit = &program.units[*u];
        !heads.has(*u) && unit.is_procedure() && unit.is_definition() && is_opaque(unit)
    };
    let concerned: Vec<UnitId> = units.into_iter().filter(concerned).collect();
    for u in concerned {
        let mut body = vec![Stmt::new(StmtKind::Model(Box::new(worst(program, u))))];
        program.renumber(&mut body);
        body.append(&mut program.units[u].body);
        program.units[u].body = body;
    }
}

fn worst(program: &Program, unit: UnitId) -> Model {
    let mut seen: BTreeSet<SymbolId> = BTreeSet::new();
    let mut at = Some(unit);
    while let Some(u) = at {
        let unit = &program.units[u];
        seen.extend(unit.names.values().copied().filter(|&s| is_seen(program, u, s)));
        at = unit.parent;
    }
    let all: Vec<Expr> = seen.iter().map(|&s| var(program, s)).collect();
    let from: Vec<Expr> = all.iter().filter(|e| e.ty.is_differentiable()).cloned().collect();
    let is_written = |s: &&SymbolId| {
        program.symbols[**s]
            .variable()
            .is_some_and(|v| v.attrs.intent != Some(Intent::In))
    };
    let flow = |&s: &SymbolId| Flow {
        to: var(program, s),
        from: from.clone(),
        kills: false,
    };
    Model {
        flows: seen.iter().filter(is_written).map(flow).collect(),
        reads: all,
        acts: true,
        ..Model::default()
    }
}

/// True for a variable whose value others see.
fn is_seen(program: &Program, unit: UnitId, s: SymbolId) -> bool {
    let symbol = &program.symbols[s];
    let is_own = symbol.owner == Some(unit) && program.units[unit].is_procedure();
    symbol
        .variable()
        .is_some_and(|v| !(is_own && v.storage == Storage::Local))
}

/// True if no procedure of this kind has a derivative, so that their calls stay unchanged.
pub fn are_passive(program: &Program, facts: &Analyses, heads: &Heads) -> bool {
    crate::prepare::admit::reached(program, heads, &|_| false)
        .into_iter()
        .all(|u| {
            let unit = &program.units[u];
            // an address may be that of anything
            let by_address = unit
                .omissions
                .iter()
                .any(|o| o.what == "an integer pointer (`pointer (p, a)`)");
            let in_unit = !by_address && unit.is_procedure() && unit.is_definition() && unit.contains.is_empty();
            let unmoved = || {
                let summary = facts.summaries.get(u);
                summary.is_some_and(|s| s.writes.iter().all(|z| !facts.activity.zone_is_active(z)))
            };
            !is_opaque(unit) || in_unit && !heads.has(u) && (!facts.activity.unit_is_active(u) || unmoved())
        })
}

/// True if such a unit would be regenerated, without these contents.
pub fn is_lost(program: &Program, roots: &[UnitId]) -> bool {
    let mut open = roots.to_vec();
    while let Some(u) = open.pop() {
        if is_opaque(&program.units[u]) {
            return true;
        }
        open.extend(program.units[u].contains.iter().copied());
    }
    false
}
