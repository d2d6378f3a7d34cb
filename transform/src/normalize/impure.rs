//! Calls functions that change variables in separate statements ([`Extract`]).
//!
//! Derivatives evaluate expressions again, and the reverse sweep runs them in reverse order. So a function with effects
//! has a derivative only as the statement `t = f(x)`.
//!
//! The standard leaves open in which order the functions of one statement are called, and whether the second operand of
//! `.and.` is evaluated. Here all are called, from left to right, arguments first. Most compilers do the same; a
//! warning names statements in which the order may matter.
//!
//! Some functions stay in place, and are refused later if they matter:
//!
//! * functions with a value of type character or with a polymorphic value;
//! * functions in WHERE constructs of several assignments, in FORALL, and in constructors with an implied DO.

use super::extract::{Extract, Taken};
use adc_analysis::CallGraph;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::{stmt_exprs, subexprs, walk_block, walk_expr};
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Procedures that may change something besides their own variables, as far as their source shows.
pub struct Impure(BTreeSet<UnitId>);

impl Impure {
    /// Examines all procedures.
    pub fn find(program: &Program, calls: &CallGraph) -> Impure {
        let known: RefCell<BTreeMap<UnitId, Own>> = RefCell::default();
        let changes = |u: UnitId, s: &Stmt| {
            if program.units[u].prefix.pure_ {
                return false;
            }
            let mut known = known.borrow_mut();
            let own = known.entry(u).or_insert_with(|| Own::of(program, u));
            changes_others(program, own, u, s)
        };
        Impure(calls.doing(program, &changes))
    }

    /// Checks for a reference to one of them.
    pub fn is_among(&self, program: &Program, callee: &Callee) -> bool {
        program.definition(callee.proc).is_some_and(|u| self.0.contains(&u))
    }
}

/// The variables that a procedure declares, without pointers that it associates or passes on. A pointer that it only
/// allocates has a target of its own. An associate name may stand for any variable, so it does not count.
struct Own(BTreeSet<SymbolId>);

impl Own {
    fn of(program: &Program, unit: UnitId) -> Own {
        let u = &program.units[unit];
        let mut own: BTreeSet<SymbolId> = u.symbols.iter().chain(&u.result).copied().collect();
        let mut set = |e: &Expr| {
            if let ExprKind::Var(s) = e.kind {
                if is_pointer(program, s) {
                    own.remove(&s);
                }
            }
        };
        walk_block(&u.body, &mut |x| match &x.kind {
            StmtKind::PointerAssign { lhs, .. } => set(lhs),
            StmtKind::Call { args, .. } | StmtKind::CallIntrinsic { args, .. } => {
                args.iter().filter_map(Arg::expr).for_each(&mut set);
            }
            _ => {}
        });
        Own(own)
    }

    fn leads_elsewhere(&self, program: &Program, e: &Expr) -> bool {
        let mut found = e.base_symbol().is_some_and(|s| !self.0.contains(&s));
        walk_expr(e, &mut |x| {
            found |= matches!(x.kind, ExprKind::Component(_, c) if is_pointer(program, c));
        });
        found
    }
}

fn is_pointer(program: &Program, s: SymbolId) -> bool {
    program.symbols[s].variable().is_some_and(|v| v.attrs.pointer)
}

fn changes_others(program: &Program, own: &Own, unit: UnitId, s: &Stmt) -> bool {
    let is_other = |v: SymbolId| {
        let symbol = &program.symbols[v];
        let ends =
            |v: &Variable| matches!(v.storage, Storage::Local | Storage::Result | Storage::Index) && !v.attrs.save;
        symbol.owner != Some(unit) || !symbol.variable().is_some_and(ends)
    };
    let written: Vec<Option<SymbolId>> = match &s.kind {
        StmtKind::Assign { lhs, .. } if own.leads_elsewhere(program, lhs) => return true,
        StmtKind::Assign { lhs, .. } | StmtKind::PointerAssign { lhs, .. } => vec![lhs.base_symbol()],
        StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } => vec![Some(*var)],
        // a procedure may change its arguments
        StmtKind::Call { args, .. } | StmtKind::CallIntrinsic { args, .. } => {
            args.iter().filter_map(Arg::expr).map(Expr::base_symbol).collect()
        }
        StmtKind::Allocate { objects, .. } => objects.iter().map(|o| o.0.base_symbol()).collect(),
        StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => {
            objects.iter().map(Expr::base_symbol).collect()
        }
        StmtKind::Io { .. } => return true,
        // for a procedure without source: the flows in its description, or all that it may reach
        StmtKind::Model(m) => m.flows.iter().map(|f| f.to.base_symbol()).collect(),
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
    let is_chosen = |p: &Program, e: &Expr| {
        let ExprKind::Call(callee, _) = &e.kind else {
            return false;
        };
        let has_variable = matches!(e.ty, Ty::Logical(_) | Ty::Derived(_)) || e.ty.is_numeric() || e.rank == 0;
        e.ty != Ty::Character && has_variable && impure.is_among(p, callee)
    };
    Extract::calls(program, unit, &is_chosen, Taken::Value);
}

/// Moves intrinsics whose value changes from call to call out of the conditions and bounds of constructs, which the
/// reverse sweep evaluates again: `if (omp_get_max_threads() > 1)`.
pub fn intrinsics_in_tests(program: &mut Program, unit: UnitId) {
    let is_chosen = |_: &Program, e: &Expr| {
        let changes = matches!(&e.kind, ExprKind::Intrinsic(id, ..) if id.row().class == Class::Impure);
        changes && e.rank == 0 && (e.ty.is_numeric() || matches!(e.ty, Ty::Logical(_)))
    };
    Extract::from_tests(program, unit, &is_chosen);
}

/// Warnings for statements with several such functions, none of which is an argument of another one.
pub fn unordered(program: &Program, unit: UnitId, impure: &Impure) -> Vec<Diagnostic> {
    let mut out = vec![];
    walk_block(&program.units[unit].body, &mut |s| {
        if let StmtKind::Where { arms } = &s.kind {
            out.extend(arms.iter().flat_map(|a| masked(program, impure, &a.body)));
        }
        let mut found = vec![];
        stmt_exprs(&s.kind, &mut |e| found.extend(side_by_side(program, impure, e)));
        if let [first, .., last] = found.as_slice() {
            let name = |s: SymbolId| &program.symbols[s].name;
            let message = match first.0 == last.0 {
                true => format!(
                    "`{}` is called more than once in this statement, and may change variables",
                    name(first.0)
                ),
                false => format!(
                    "`{}` and `{}` are called in this statement, and may change variables",
                    name(first.0),
                    name(last.0)
                ),
            };
            let d = Diagnostic::warning(codes::ORDER_OF_EFFECTS, last.1, message)
                .with_note("Fortran leaves their order to the compiler; the derivative calls them from left to right")
                .help("call them in separate statements");
            out.push(d);
        }
    });
    out
}

/// Warnings for such functions in masked assignments, which compilers may call once per element.
fn masked(program: &Program, impure: &Impure, body: &Block) -> Vec<Diagnostic> {
    let mut out = vec![];
    for s in body {
        stmt_exprs(&s.kind, &mut |e| {
            for (proc, span) in side_by_side(program, impure, e) {
                let name = &program.symbols[proc].name;
                let message = format!("`{name}` is called in a WHERE construct, and may change variables");
                let d = Diagnostic::warning(codes::ORDER_OF_EFFECTS, span, message)
                    .with_note(
                        "by the Fortran standard it is called once, but gfortran calls it for each element; the derivative calls it once",
                    )
                    .help("call it in a separate statement");
                out.push(d);
            }
        });
    }
    out
}

/// The calls in an expression whose order is open. A call counts instead of its arguments, unless several calls in
/// these are open.
fn side_by_side(program: &Program, impure: &Impure, e: &Expr) -> Vec<(SymbolId, Span)> {
    let mut inner = vec![];
    subexprs(e, &mut |x| inner.extend(side_by_side(program, impure, x)));
    match &e.kind {
        ExprKind::Call(callee, _) if inner.len() < 2 && impure.is_among(program, callee) => {
            vec![(callee.proc, e.span)]
        }
        _ => inner,
    }
}
