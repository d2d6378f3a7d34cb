//! Converts each ENTRY of a procedure to a procedure.
//!
//! The front end knows the statements that run after an ENTRY. Here they become the body of the entry's unit, which is
//! then an ordinary definition. Results of the other headings with the same type become names for its own result, as
//! they share storage. Dummy arguments of other headings become locals that nothing reads.
//!
//! Refused: SAVE locals, which the entries of a procedure would share, and procedures with an ENTRY and internal
//! procedures.

use crate::normalize::moving::may_change;
use adc_frontend::ir::visit::{labels_asked, rename, walk_block, walk_block_exprs};
use adc_frontend::ir::*;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The program, with units of entries as definitions, as far as possible.
pub fn opened(program: &Program) -> Cow<'_, Program> {
    let mut program = Cow::Borrowed(program);
    let all = program.units.iter();
    let entries: Vec<(UnitId, UnitId)> = all.filter_map(|(u, x)| Some((u, x.entry.as_ref()?.of))).collect();
    let shares: Vec<UnitId> = entries
        .iter()
        .flat_map(|&(u, of)| [(u, of), (of, of)])
        .filter(|&(u, _)| !is_separate(&program, u))
        .map(|(_, of)| of)
        .collect();
    for (unit, of) in entries {
        if shares.contains(&of) {
            continue;
        }
        let program = program.to_mut();
        let span = program.units[unit].span;
        for u in [unit, of] {
            let omissions = &mut program.units[u].omissions;
            omissions
                .iter_mut()
                .filter(|o| o.span == span)
                .for_each(|o| o.harmless = true);
        }
        define(program, unit);
        for u in [unit, of] {
            localise(program, u);
            drop_unreached(&mut program.units[u].body);
        }
    }
    program
}

/// True if the body of a unit is known, and it keeps no value that another entry could see.
fn is_separate(program: &Program, unit: UnitId) -> bool {
    let u = &program.units[unit];
    let body = match &u.entry {
        Some(entry) => &entry.body,
        None => &u.body,
    };
    let keeps = |&s: &SymbolId| {
        let local = program.symbols[s].variable().filter(|v| v.storage == Storage::Local);
        local.is_some_and(|v| v.attrs.save) && may_change(body, s)
    };
    let mut reached = body.clone();
    drop_unreached(&mut reached);
    !body.is_empty() && !u.symbols.iter().any(keeps) && !uses_others(program, unit, &reached)
}

/// True if a body refers to a dummy argument of another heading that could not be a local, or to a result of another
/// type.
fn uses_others(program: &Program, unit: UnitId, body: &Block) -> bool {
    let u = &program.units[unit];
    let own = u.result.map(|r| program.symbols[r].ty());
    let mut found = false;
    walk_block_exprs(body, &mut |e| {
        let ExprKind::Var(s) = e.kind else { return };
        let symbol = &program.symbols[s];
        let foreign = !u.args.contains(&Some(s)) && u.result != Some(s) && symbol.owner == Some(unit);
        found |= foreign
            && symbol.variable().is_some_and(|v| match v.storage {
                Storage::Dummy => v.attrs.optional || v.dims.iter().any(|d| matches!(d, Dim::AssumedRank)),
                Storage::Result => own != Some(v.ty.ty) || !v.dims.is_empty(),
                _ => false,
            });
    });
    found
}

fn define(program: &mut Program, unit: UnitId) {
    let Some(entry) = program.units[unit].entry.take() else {
        return;
    };
    let u = &mut program.units[unit];
    u.prefix.interface_body = false;
    u.body = entry.body;
    // for all its callers, by any symbol
    for (_, s) in program.symbols.iter_mut() {
        if let SymbolKind::Procedure(p) = &mut s.kind {
            if p.interface == Some(unit) {
                p.unit = Some(unit);
                p.interface = None;
            }
        }
    }
}

/// Turns dummy arguments and results of other headings into locals, or into names for the unit's own result.
fn localise(program: &mut Program, unit: UnitId) {
    let u = &program.units[unit];
    let result = u.result;
    let own = result.map(|r| (r, program.symbols[r].ty()));
    let is_foreign = |s: SymbolId, x: &Symbol| x.owner == Some(unit) && !u.args.contains(&Some(s)) && Some(s) != result;
    let all = program.symbols.iter().filter(|(s, x)| is_foreign(*s, x));
    let foreign: Vec<SymbolId> = all.map(|(s, _)| s).collect();
    let others = foreign.clone();
    for s in foreign {
        let ty = program.symbols[s].ty();
        let Some(v) = program.symbols[s].variable_mut() else {
            continue;
        };
        let same = own.filter(|o| v.storage == Storage::Result && o.1 == ty);
        if matches!(v.storage, Storage::Result | Storage::Dummy) {
            v.storage = Storage::Local;
            v.attrs.intent = None;
            // only its own heading knows its size
            let is_unknown = |e: &Expr| visit::mentions(e, &|x| others.contains(&x));
            for d in &mut v.dims {
                match d {
                    Dim::AssumedSize(lo) | Dim::Assumed(lo) => {
                        let lo = lo.take().filter(|e| !is_unknown(e));
                        let hi = lo.clone().unwrap_or_else(|| int(1));
                        *d = Dim::Explicit(lo, hi);
                    }
                    Dim::Explicit(..) if d.bounds().any(is_unknown) => *d = Dim::Explicit(None, int(1)),
                    Dim::Explicit(..) | Dim::Deferred | Dim::AssumedRank => {}
                }
            }
        }
        if let Some((own, _)) = same {
            rename(&mut program.units[unit].body, s, own);
        }
    }
}

/// Removes code that is unreachable from here: the statements after a RETURN or a jump, up to the next label that
/// something jumps to.
fn drop_unreached(body: &mut Block) {
    loop {
        let mut asked = BTreeSet::new();
        walk_block(body, &mut |s| asked.extend(labels_asked(&s.kind)));
        let mut reached = true;
        let before = body.len();
        body.retain(|s| {
            let mut is_target = false;
            walk_block(std::slice::from_ref(s), &mut |x| {
                is_target |= x.label.is_some_and(|l| asked.contains(&l));
            });
            reached |= is_target;
            let stays = reached || matches!(s.kind, StmtKind::Format(_));
            let leaves = matches!(s.kind, StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Stop { .. });
            reached &= !leaves;
            stays
        });
        if body.len() == before {
            drop_labels(body, &asked);
            return;
        }
    }
}

/// Removes labels that only other entries jump to.
fn drop_labels(body: &mut Block, asked: &BTreeSet<u32>) {
    for s in body {
        if !matches!(s.kind, StmtKind::Format(_)) {
            s.label = s.label.filter(|l| asked.contains(l));
        }
        s.kind.for_each_block_mut(&mut |b| drop_labels(b, asked));
    }
}
