//! Generates one derivative for each pattern of active arguments of a procedure (`--specialize`).
//!
//! A procedure that is called with different patterns of active arguments has, by default, one derivative for their
//! union. Here the procedure is copied in the normalised program, once for each pattern, and each call is redirected to
//! the copy for its pattern. Analyses and rules then give each copy its own derivative, without any knowledge of this.
//! The calls of a copy have their own patterns, so this continues from callers to callees until each procedure has one
//! pattern.
//!
//! One derivative remains for: recursive procedures, procedures with internal procedures or types of their own,
//! internal procedures, and copies beyond [`PATTERNS`] or [`COPIES`].

use crate::prepare::copies::Copies;
use adc_analysis::{Analyses, Heads, ZoneSet};
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// Maximal number of patterns for which one procedure is copied.
const PATTERNS: usize = 8;
/// Maximal number of copies in a program.
const COPIES: usize = 200;

/// Calls of a procedure with one pattern: caller and statement.
type Calls = Vec<(UnitId, StmtId)>;
type Pattern = (Vec<usize>, Vec<usize>);

/// Copies procedures until each is called with one pattern. `original` is the program before normalisation: its units
/// keep their numbers.
pub(crate) fn specialise(
    original: &mut Program,
    primal: &mut Program,
    heads: &Heads,
    mut facts: Analyses,
    analyse: &dyn Fn(&Program) -> Analyses,
    copies: &mut Copies,
) -> Analyses {
    let known = copies.count;
    while copies.count - known < COPIES {
        let mut changed = false;
        for (callee, patterns) in patterns(primal, &facts, heads) {
            for calls in patterns.into_iter().skip(1).take(PATTERNS - 1) {
                changed |= copy(copies, original, primal, callee, &calls);
            }
        }
        if !changed {
            break;
        }
        facts = analyse(primal);
    }
    facts
}

/// The calls of each procedure that is called with several patterns, by pattern.
fn patterns(primal: &Program, facts: &Analyses, heads: &Heads) -> Vec<(UnitId, Vec<Calls>)> {
    let mut all: BTreeMap<UnitId, IndexMap<Pattern, Calls>> = BTreeMap::new();
    let mut of_statement: BTreeMap<(UnitId, StmtId), usize> = BTreeMap::new();
    let contexts = facts.activity.contexts();
    for c in &contexts {
        *of_statement.entry((c.callee, c.stmt)).or_default() += 1;
    }
    for c in contexts {
        let active = facts.activity.unit_is_active(c.caller) && facts.activity.unit_is_active(c.callee);
        let alone = of_statement[&(c.callee, c.stmt)] == 1;
        if heads.has(c.callee) || !active || !alone || !can_be_copied(primal, facts, c.callee) {
            continue;
        }
        let numbers = |set: &ZoneSet| set.iter().map(|z| z.into_raw().into_u32() as usize).collect();
        let pattern = (numbers(&c.varied), numbers(&c.useful));
        let calls = all.entry(c.callee).or_default().entry(pattern).or_default();
        calls.push((c.caller, c.stmt));
    }
    let several = all.into_iter().filter(|(_, p)| p.len() > 1);
    several.map(|(u, p)| (u, p.into_values().collect())).collect()
}

fn can_be_copied(primal: &Program, facts: &Analyses, unit: UnitId) -> bool {
    let u = &primal.units[unit];
    let at_home = u.parent.is_none_or(|p| primal.units[p].kind == UnitKind::Module);
    let plain = |&s: &SymbolId| {
        !matches!(
            primal.symbols[s].kind,
            SymbolKind::Type(_) | SymbolKind::StatementFunction(_)
        )
    };
    at_home
        && u.model().is_none()
        && u.contains.is_empty()
        && !facts.calls.is_recursive(unit)
        && u.symbols.iter().all(plain)
}

/// Copies a procedure for some of its calls; false if these are not calls by name.
fn copy(copies: &mut Copies, original: &mut Program, primal: &mut Program, unit: UnitId, calls: &Calls) -> bool {
    let mut done = false;
    let mut made = None;
    for &(caller, stmt) in calls {
        let mut body = std::mem::take(&mut primal.units[caller].body);
        rewrite_statement(&mut body, stmt, &mut |callee| {
            if primal.definition(callee.proc) != Some(unit) || callee.object.is_some() {
                return;
            }
            let copy = *made.get_or_insert_with(|| in_both(copies, original, primal, unit));
            callee.proc = copies.name(primal, callee.proc, copy, None);
            done = true;
        });
        primal.units[caller].body = body;
    }
    done
}

/// A copy of a unit in both programs, the normalised one and the one before normalisation, with the interface bodies
/// that were copied with it.
fn in_both(copies: &mut Copies, original: &mut Program, primal: &mut Program, unit: UnitId) -> UnitId {
    let copy = copies.unit(primal, unit);
    for (made, described) in primal.units.iter().skip(original.units.len()) {
        let mut written = described.clone();
        if made == copy {
            written = original.units[unit].clone();
            written.shares.get_or_insert(unit);
        }
        let same = original.units.alloc(written);
        assert_eq!(made, same, "normalisation keeps the numbers of units");
    }
    copy
}

/// Calls `f` on the calls of one statement.
fn rewrite_statement(block: &mut Block, stmt: StmtId, f: &mut dyn FnMut(&mut Callee)) {
    for s in block {
        if s.id == stmt {
            if let StmtKind::Call { callee, .. } = &mut s.kind {
                f(callee);
            }
            visit::stmt_exprs_mut(&mut s.kind, &mut |e| {
                visit::rewrite_expr(e, &mut |x| {
                    if let ExprKind::Call(callee, _) = &mut x.kind {
                        f(callee);
                    }
                });
            });
        }
        s.kind.for_each_block_mut(&mut |b| rewrite_statement(b, stmt, f));
    }
}
