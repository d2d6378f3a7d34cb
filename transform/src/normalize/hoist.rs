//! Makes calls into statements.
//!
//! * A user function in a position through which a derivative flows (`y = a*f(x)`, not `if (f(x) > 0)` and not a subscript) becomes
//!   `t = f(x); y = a*t`, so that the rules for calls serve functions too.
//! * An actual argument that is an expression of real or complex type (`call foo(2*x, y)`) becomes a variable, so that it has a shadow to pass.
//! * A subscript on the left side that reads the array it indexes (`ix(ix(1)) = 3`) becomes a variable: its value must survive the assignment to
//!   restore the element.
//!
//! Functions are evaluated in the order in which they stand; Fortran leaves that order to the processor. A test of `IF` and the bounds of loops are left as they are: no
//! derivative flows through them.

use super::temps::Temps;
use adc_frontend::ir::visit::{subexprs, subexprs_mut, walk_expr};
use adc_frontend::ir::*;

/// Hoists in the whole body of a unit.
pub fn calls(program: &mut Program, unit: UnitId) {
    let body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    let body = block(&mut temps, body);
    program.units[unit].body = body;
}

fn block(temps: &mut Temps, stmts: Block) -> Block {
    let mut out = Vec::with_capacity(stmts.len());
    for mut s in stmts {
        s.kind.for_each_block_mut(&mut |b| *b = block(temps, std::mem::take(b)));
        let mut before = vec![];
        match &mut s.kind {
            StmtKind::Assign { lhs, rhs } => {
                self_index(temps, lhs, &mut before);
                match &mut rhs.kind {
                    // t = f(x) is the normal form itself, if t can take the result directly
                    ExprKind::Call(callee, args) if is_user_function(temps.program, callee) && lhs.ty == rhs.ty => {
                        arguments(temps, args, &mut before);
                        if writes_own_argument(lhs, args) {
                            function(temps, rhs, &mut before);
                        }
                    }
                    _ => flow(temps, rhs, &mut before),
                }
            }
            StmtKind::Call { args, .. } => arguments(temps, args, &mut before),
            _ => {}
        }
        if before.is_empty() {
            out.push(s);
        } else {
            if let Some(first) = before.first_mut() {
                first.lead = std::mem::take(&mut s.lead);
                first.label = s.label.take();
            }
            for b in &mut before {
                b.span = s.span;
            }
            out.append(&mut before);
            out.push(s);
        }
    }
    out
}

/// `x = f(x)`: the adjoint needs the argument's and the result's adjoints apart.
fn writes_own_argument(lhs: &Expr, args: &[Arg]) -> bool {
    let base = lhs.base_symbol();
    args.iter()
        .filter_map(Arg::expr)
        .any(|a| a.base_symbol().is_some() && a.base_symbol() == base)
}

/// A function with a definition or at least an interface, and a result that can carry a derivative.
fn is_user_function(program: &Program, callee: &Callee) -> bool {
    matches!(&program.symbols[callee.proc].kind, SymbolKind::Procedure(_))
        && program.symbols[callee.proc].ty().is_differentiable()
}

/// Hoists the functions of an expression through which its value flows.
fn flow(temps: &mut Temps, e: &mut Expr, before: &mut Block) {
    if !carries(e) {
        // no derivative flows through comparisons, conversions to integer, ...
        return;
    }
    match &mut e.kind {
        ExprKind::Call(callee, args) => {
            if is_user_function(temps.program, callee) {
                arguments(temps, args, before);
                function(temps, e, before);
            } else {
                args.iter_mut()
                    .filter_map(Arg::expr_mut)
                    .for_each(|a| flow(temps, a, before));
            }
        }
        // nor through subscripts
        ExprKind::Index(..) | ExprKind::Component(..) | ExprKind::Substring(..) => {}
        _ => subexprs_mut(e, &mut |s| flow(temps, s, before)),
    }
}

fn carries(e: &Expr) -> bool {
    e.ty.is_differentiable() || matches!(e.ty, Ty::Derived(_) | Ty::Class(_))
}

/// Replaces a function reference by a variable that is assigned before.
fn function(temps: &mut Temps, e: &mut Expr, before: &mut Block) {
    let ExprKind::Call(callee, _) = &e.kind else { return };
    let name = temps.program.symbols[callee.proc].name.clone();
    let decl = result_type(temps.program, callee.proc);
    let lhs = temps.local_ref(&format!("{name}_v"), decl, e.rank);
    let value = std::mem::replace(e, lhs.clone());
    before.push(assign(lhs, value));
}

/// The declared type of a function's result; kinds that are spelled by names local to the function are resolved.
fn result_type(program: &Program, proc: SymbolId) -> DeclType {
    DeclType::plain(program.symbols[proc].ty())
}

/// Actual arguments: functions inside them are hoisted, and expressions with a value that can carry a derivative become variables.
fn arguments(temps: &mut Temps, args: &mut [Arg], before: &mut Block) {
    for a in args {
        let Some(e) = a.expr_mut() else { continue };
        if !e.ty.is_differentiable() || e.is_designator() || is_constant(temps.program, e) {
            continue;
        }
        flow(temps, e, before);
        if !e.is_designator() {
            let lhs = temps.local_ref("arg", DeclType::plain(e.ty), e.rank);
            let value = std::mem::replace(e, lhs.clone());
            before.push(assign(lhs, strip(value)));
        }
    }
}

fn strip(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Paren(inner) => strip(*inner),
        kind => Expr { kind, ..e },
    }
}

/// True when no variable is read: the value can have no derivative.
fn is_constant(program: &Program, e: &Expr) -> bool {
    let mut constant = true;
    walk_expr(e, &mut |x| match &x.kind {
        ExprKind::Var(s) => constant &= !matches!(program.symbols[*s].kind, SymbolKind::Variable(_)),
        ExprKind::Call(..) => constant = false,
        _ => {}
    });
    constant
}

/// Replaces subscripts of the left side that read the variable it writes.
fn self_index(temps: &mut Temps, lhs: &mut Expr, before: &mut Block) {
    let Some(base) = lhs.base_symbol() else { return };
    match &mut lhs.kind {
        ExprKind::Index(inner, subs) => {
            self_index(temps, inner, before);
            for s in subs {
                let Subscript::At(e) = s else { continue };
                if e.rank == 0 && reads(e, base) {
                    let index = temps.local_ref("element", DeclType::plain(e.ty), 0);
                    let value = std::mem::replace(e, index.clone());
                    before.push(assign(index, value));
                }
            }
        }
        ExprKind::Component(inner, _) | ExprKind::Substring(inner, _, _) | ExprKind::ComplexPart(inner, _) => {
            self_index(temps, inner, before);
        }
        _ => {}
    }
}

fn reads(e: &Expr, symbol: SymbolId) -> bool {
    if matches!(e.kind, ExprKind::Var(s) if s == symbol) {
        return true;
    }
    let mut found = false;
    subexprs(e, &mut |s| found |= reads(s, symbol));
    found
}
