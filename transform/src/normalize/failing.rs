//! `ALLOCATE` and `DEALLOCATE` of allocatable variables with `STAT=`: a test replaces a failure that depends on the
//! allocation status, so that shadows exist exactly if their originals do.
//!
//! ```text
//! allocate(a(n), stat=k)     →     if (allocated(a)) then; k = 1; else; allocate(a(n), stat=k); end if
//! deallocate(a, stat=k)      →     if (allocated(a)) then; deallocate(a); k = 0; else; k = 1; end if
//! ```
//!
//! Several objects are tried in order, until one fails. The only allocation of a local variable outside of loops stays
//! unchanged, since it cannot find the variable allocated.
//!
//! Ignored: the positive value of the status, which Fortran leaves to the processor. If memory for a shadow runs out,
//! the derivative stops.

use super::leaves::{is_allocatable, is_text};
use super::temps::Temps;
use crate::rules::is_allocated;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

type Options = [(SmolStr, Expr)];

/// Checks for an allocation that gets tests.
pub(super) fn may_fail(
    temps: &Temps,
    once: &BTreeSet<SymbolId>,
    objects: &[(Expr, AllocShape)],
    options: &Options,
) -> bool {
    let is_new = |o: &Expr| !temps.repeated && matches!(o.kind, ExprKind::Var(s) if once.contains(&s));
    status(options).is_some()
        && objects.iter().all(|(o, _)| is_fit(temps.program, o))
        && !objects.iter().all(|(o, _)| is_new(o))
}

/// The allocation with a test before each object. `made`: the statements that allocate one object, with its options.
pub(super) fn allocation(
    objects: &[(Expr, AllocShape)],
    options: &Options,
    made: &mut dyn FnMut(&(Expr, AllocShape)) -> Block,
) -> Option<Block> {
    let stat = status(options)?;
    let failed = failure(options, &stat, "'Attempt to allocate an allocated object'");
    let each = objects.iter().map(|o| {
        Stmt::choice(vec![
            Arm::new(Some(is_allocated(&o.0)), failed.clone()),
            Arm::new(None, made(o)),
        ])
    });
    Some(one_after_the_other(&stat, each.collect()))
}

/// The same for `DEALLOCATE`.
pub(super) fn deallocation(program: &Program, objects: &[Expr], options: &Options) -> Option<Block> {
    let stat = status(options)?;
    if !objects.iter().all(|o| is_fit(program, o)) {
        return None;
    }
    let failed = failure(options, &stat, "'Attempt to deallocate an unallocated object'");
    let each = objects.iter().map(|o| {
        let gone = StmtKind::Deallocate {
            objects: vec![o.clone()],
            options: vec![],
        };
        let done = vec![Stmt::new(gone), assign(stat.clone(), int(0))];
        Stmt::choice(vec![
            Arm::new(Some(is_allocated(o)), done),
            Arm::new(None, failed.clone()),
        ])
    });
    Some(one_after_the_other(&stat, each.collect()))
}

fn status(options: &Options) -> Option<Expr> {
    options.iter().find(|(w, _)| w == "stat").map(|o| o.1.clone())
}

fn is_fit(program: &Program, o: &Expr) -> bool {
    let is_plain = o.ty.is_numeric() || matches!(o.ty, Ty::Logical(_) | Ty::Derived(_));
    is_plain && is_allocatable(program, o) && !is_text(program, o)
}

/// The assignments of the status and the message of a failure.
fn failure(options: &Options, stat: &Expr, text: &str) -> Block {
    let message = options.iter().find(|(w, _)| w == "errmsg").map(|o| o.1.clone());
    let text = expr(ExprKind::Str(text.into()), Ty::Character, 0);
    let status = assign(stat.clone(), int(1));
    std::iter::once(status)
        .chain(message.map(|m| assign(m, text)))
        .collect()
}

fn one_after_the_other(stat: &Expr, each: Block) -> Block {
    each.into_iter()
        .enumerate()
        .map(|(k, s)| match k {
            0 => s,
            _ => Stmt::guarded(binary(BinaryOp::Eq, stat.clone(), int(0)), vec![s]),
        })
        .collect()
}

/// Local variables that their procedure allocates in one place, and that nothing before it can have allocated.
pub(super) fn made_once(program: &Program, unit: UnitId) -> BTreeSet<SymbolId> {
    let is_local = |s: SymbolId| {
        let symbol = &program.symbols[s];
        let v = symbol.variable().filter(|_| symbol.owner == Some(unit));
        v.is_some_and(|v| v.storage == Storage::Local && !v.attrs.save)
    };
    let (mut before, mut out) = (BTreeSet::new(), BTreeSet::new());
    visit::walk_block(&program.units[unit].body, &mut |x| match &x.kind {
        StmtKind::Allocate { objects, .. } => {
            for o in objects {
                if let ExprKind::Var(s) = o.0.kind {
                    match before.insert(s) && is_local(s) {
                        true => drop(out.insert(s)),
                        false => drop(out.remove(&s)),
                    }
                }
            }
        }
        // an assignment or a procedure may have allocated it
        StmtKind::Assign { lhs, .. } => before.extend(lhs.base_symbol()),
        StmtKind::Call { args, .. } | StmtKind::CallIntrinsic { args, .. } => {
            before.extend(args.iter().filter_map(Arg::expr).filter_map(Expr::base_symbol));
        }
        _ => {}
    });
    out
}
