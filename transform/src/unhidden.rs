//! Intrinsic procedures, and those of the runtime, that names of the user hide where generated code needs them.
//!
//! A variable `size`, a function `merge` hides the intrinsic procedure, a variable `pushreal8` one of the tape. Fortran has no other name for the former, and other runtimes have none for the
//! latter, so the user's entity gets another name in the generated unit that sees it: a variable that is declared there again is declared by it, what comes by USE is renamed on the way.
//!
//! ```text
//! real(8) :: sum                 real(8) :: sum0
//! use grid                       use grid, size0 => size
//! ```
//!
//! A unit of the user's that is written again keeps its names.

use crate::names::Namer;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::intrinsics;
use adc_frontend::ir::visit::{rewrite_references, stmt_exprs, walk_block, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Gives other names to what hides intrinsic procedures and those of the runtime in generated units; `is_generated` tells which these are.
pub fn rename(program: &mut Program, roots: &[UnitId], is_generated: &dyn Fn(UnitId) -> bool) {
    let mut units = roots.to_vec();
    let mut next = 0;
    while let Some(&u) = units.get(next) {
        next += 1;
        units.extend(&program.units[u].contains);
    }
    if !units.iter().any(|&u| hides_any(program, u)) {
        return;
    }
    for &unit in &units {
        for name in needed(program, unit) {
            let Some(s) = program.lookup(unit, &name).filter(|&s| hides(program, s)) else {
                continue;
            };
            let mut home = Some(unit);
            while let Some(h) = home.filter(|&h| program.units[h].names.get(&name) != Some(&s)) {
                home = program.units[h].parent;
            }
            if let Some(home) = home.filter(|&h| is_generated(h)) {
                rename_in(program, home, &name, s, &units);
            }
        }
    }
}

/// True for a unit in which some name of an intrinsic procedure, or one that the runtime may have, means something else.
fn hides_any(program: &Program, unit: UnitId) -> bool {
    let of_runtime = |name: &str| ["push", "pop", "adc_"].iter().any(|&begin| name.starts_with(begin));
    let is_taken =
        |name: &str| of_runtime(name) || intrinsics::find(name).is_some() || intrinsics::find_specific(name).is_some();
    let names = &program.units[unit].names;
    names.iter().any(|(name, &s)| is_taken(name) && hides(program, s))
}

/// True for what a reference by its name would mean in place of an intrinsic procedure, or one of the runtime.
fn hides(program: &Program, s: SymbolId) -> bool {
    match &program.symbols[s].kind {
        SymbolKind::Intrinsic(_) => false,
        SymbolKind::Generic(g) => g.intrinsic.is_none(),
        _ => true,
    }
}

/// The intrinsic procedures, and those of the runtime, that a unit refers to, folded.
fn needed(program: &Program, unit: UnitId) -> BTreeSet<SmolStr> {
    let mut out = BTreeSet::new();
    let mut add = |e: &Expr| {
        walk_expr(e, &mut |x| {
            if let ExprKind::Intrinsic(_, name, _) = &x.kind {
                out.insert(fold(name));
            }
        });
    };
    let u = &program.units[unit];
    for v in u.symbols.iter().filter_map(|&s| program.symbols[s].variable()) {
        v.dims.iter().flat_map(Dim::bounds).for_each(&mut add);
    }
    let (mut arrays, mut tape) = (false, BTreeSet::new());
    walk_block(&u.body, &mut |s| {
        stmt_exprs(&s.kind, &mut add);
        arrays |= matches!(&s.kind, StmtKind::Push(e) | StmtKind::Pop(e) if e.rank > 0);
        tape.extend(tape_procedure(program, &s.kind).map(SmolStr::from));
        if let StmtKind::Call { callee, .. } = &s.kind {
            let proc = &program.symbols[callee.proc];
            let is_external =
                matches!(&proc.kind, SymbolKind::Procedure(p) if p.class == ProcClass::External && p.unit.is_none());
            // what nobody declares is of the runtime
            tape.extend((is_external && proc.owner.is_none()).then(|| fold(&proc.name)));
        }
    });
    out.append(&mut tape);
    // how much goes to the tape
    if arrays {
        out.insert("size".into());
    }
    out
}

fn rename_in(program: &mut Program, home: UnitId, name: &SmolStr, s: SymbolId, units: &[UnitId]) {
    let own = program.symbols[s].name.clone();
    let new = Namer::of_unit(program, home).fresh(&own);
    let bringing: Vec<usize> = (0..program.units[home].uses.len())
        .filter(|&k| brings(program, &program.units[home].uses[k], name, s))
        .collect();
    let u = &mut program.units[home];
    u.names.shift_remove(name);
    u.names.insert(fold(&new), s);
    for k in bringing {
        let used = &mut u.uses[k];
        match used.items.iter_mut().find(|i| i.symbol == s) {
            Some(item) => {
                item.original.get_or_insert_with(|| item.local.clone());
                item.local = new.clone();
            }
            None => used.items.push(UseItem {
                local: new.clone(),
                original: Some(own.clone()),
                symbol: s,
            }),
        }
    }
    if !u.args.contains(&Some(s)) {
        return;
    }
    for &unit in units {
        let mut body = std::mem::take(&mut program.units[unit].body);
        rewrite_references(&mut body, &mut |callee, args| {
            if program.definition(callee.proc) != Some(home) {
                return;
            }
            let keywords = args.iter_mut().filter_map(|a| a.keyword.as_mut());
            keywords.filter(|k| fold(k) == *name).for_each(|k| *k = new.clone());
        });
        program.units[unit].body = body;
    }
}

/// True when a symbol comes by a USE statement under its name.
fn brings(program: &Program, used: &Use, name: &SmolStr, s: SymbolId) -> bool {
    if let Some(item) = used.items.iter().find(|i| i.symbol == s) {
        return fold(&item.local) == *name;
    }
    let Some(module) = used.module.filter(|_| !used.only) else {
        return false;
    };
    let m = &program.units[module];
    let is_public = match program.symbols[s].owner == Some(module) {
        true => !program.symbols[s].private,
        false => m.default_private == m.access_of_used.contains(name),
    };
    m.names.get(name) == Some(&s) && is_public
}
