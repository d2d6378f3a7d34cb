//! The variables that a unit mentions, in its statements and in its declarations.
//!
//! Includes variables that no expression names: loop indices, and members of NAMELIST groups that are read or written.
//! Contained procedures are ignored.

use crate::ir::visit::{walk_block, walk_block_exprs, walk_expr};
use crate::ir::*;
use std::collections::BTreeSet;

/// All mentioned variables, including named constants.
pub fn of_unit(program: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    let u = &program.units[unit];
    let mut out = of_block(program, &u.body);
    for v in u.symbols.iter().filter_map(|&s| program.symbols[s].variable()) {
        let value = v.init.iter().map(|i| match i {
            Init::Value(e) | Init::Pointer(e) => e,
        });
        for e in v.specification().chain(value) {
            add(e, &mut out);
        }
    }
    out
}

/// Those of statements.
pub fn of_block(program: &Program, block: &[Stmt]) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    walk_block_exprs(block, &mut |e| add_node(e, &mut out));
    walk_block(block, &mut |s| match &s.kind {
        StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } => drop(out.insert(*var)),
        StmtKind::Io { controls, .. } => {
            for (_, c) in controls {
                if let IoControl::Namelist(group) = c {
                    out.extend(program.namelist_members(*group));
                }
            }
        }
        _ => {}
    });
    out
}

fn add(e: &Expr, out: &mut BTreeSet<SymbolId>) {
    walk_expr(e, &mut |x| add_node(x, out));
}

fn add_node(e: &Expr, out: &mut BTreeSet<SymbolId>) {
    match &e.kind {
        ExprKind::Var(s) => drop(out.insert(*s)),
        ExprKind::ImpliedDo { var, .. } => drop(out.insert(*var)),
        _ => {}
    }
}
