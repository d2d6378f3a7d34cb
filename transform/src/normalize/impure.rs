//! Functions that change variables are called in statements of their own ([`Extract`]).
//!
//! Derivatives evaluate expressions again, and the adjoint runs them backwards; a function with effects has a derivative as the statement `t = f(x)`, and only there.
//!
//! The standard forbids a function to change what else is in the same statement, so the order does not matter, and leaves open whether the second operand of `.and.` is evaluated; here it is.
//! Left where they are, and refused later if they matter: array functions, and those in WHERE constructs, FORALL and constructors with an implied DO.

use super::extract::{Extract, Taken};
use adc_analysis::CallGraph;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{stmt_exprs, walk_expr};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Procedures that may change something besides their own variables, as far as their text shows it.
pub struct Impure(BTreeSet<UnitId>);

impl Impure {
    /// Looks at all procedures.
    pub fn find(program: &Program, calls: &CallGraph) -> Impure {
        let changes = |u: UnitId, s: &Stmt| !program.units[u].prefix.pure_ && changes_others(program, u, s);
        Impure(calls.doing(program, &changes))
    }

    /// True for a reference to one of them.
    pub fn is_among(&self, program: &Program, callee: &Callee) -> bool {
        program.definition(callee.proc).is_some_and(|u| self.0.contains(&u))
    }
}

fn changes_others(program: &Program, unit: UnitId, s: &Stmt) -> bool {
    let is_other = |v: SymbolId| {
        let symbol = &program.symbols[v];
        let own =
            |v: &Variable| matches!(v.storage, Storage::Local | Storage::Result | Storage::Index) && !v.attrs.save;
        symbol.owner != Some(unit) || !symbol.variable().is_some_and(own)
    };
    let written: Vec<Option<SymbolId>> = match &s.kind {
        StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. } => vec![lhs.base_symbol()],
        StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } => vec![Some(*var)],
        // what is passed on may be changed
        StmtKind::Call { args, .. } | StmtKind::CallIntrinsic { args, .. } => {
            args.iter().filter_map(Arg::expr).map(Expr::base_symbol).collect()
        }
        StmtKind::Allocate { objects, .. } => objects.iter().map(|o| o.0.base_symbol()).collect(),
        StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => {
            objects.iter().map(Expr::base_symbol).collect()
        }
        StmtKind::Io { .. } => return true,
        _ => vec![],
    };
    let mut impure = written.into_iter().flatten().any(is_other);
    stmt_exprs(&s.kind, &mut |e| {
        walk_expr(e, &mut |x| {
            impure |= matches!(&x.kind, ExprKind::Intrinsic(id, ..) if id.row().class == Class::Impure);
        });
    });
    impure
}

/// Rewrites the whole body of a unit.
pub fn functions(program: &mut Program, unit: UnitId, impure: &Impure) {
    let is_chosen =
        |p: &Program, callee: &Callee, e: &Expr| e.rank == 0 && e.ty != Ty::Character && impure.is_among(p, callee);
    Extract::calls(program, unit, &is_chosen, Taken::Value);
}
