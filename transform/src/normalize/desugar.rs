//! Replaces short forms of statements by the statements they stand for, so that the derivative rules need not handle
//! them.
//!
//! * `GOTO (10, 20), i`, `GOTO l` and `IF (e) 10, 20, 30` become `IF`s around plain jumps; `STOP` and `RETURN` stay.
//! * A `GOTO` in a labelled `DO` to its last statement becomes a `CYCLE`.
//! * `WHERE` constructs become single masked assignments. Their masks are stored in logical arrays, since an assignment
//!   could change a mask, and `ELSEWHERE` uses it again.

use super::arrays::{set, shape_of, Filled};
use super::temps::{runs_again, Temps};
use crate::normalize::gotos::has_goto;
use crate::rules::{convert, intrinsic};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Desugars the whole body of a unit.
pub fn statements(program: &mut Program, unit: UnitId) {
    let mut body = std::mem::take(&mut program.units[unit].body);
    assigned_jumps(program, &mut body);
    let mut temps = Temps::new(program, unit);
    temps.repeated = has_goto(&body);
    let body = block(&mut temps, body, None);
    program.units[unit].body = body;
}

/// Desugars a block. `cycle`: the label of the last statement of the loop body that the block is, or belongs to the
/// tail of.
fn block(temps: &mut Temps, stmts: Block, cycle: Option<u32>) -> Block {
    let mut out = Vec::with_capacity(stmts.len());
    for mut s in stmts {
        let inner = match &s.kind {
            StmtKind::Do { body, .. } => terminal_label(body),
            _ => cycle,
        };
        // bodies of WHERE are split together with it
        if !matches!(s.kind, StmtKind::Where { .. }) {
            let repeated = temps.repeated;
            temps.repeated |= runs_again(&s.kind);
            s.kind
                .for_each_block_mut(&mut |b| *b = block(temps, std::mem::take(b), inner));
            temps.repeated = repeated;
        }
        let Stmt {
            id,
            kind,
            label,
            lead,
            trail,
            span,
            origin,
        } = s;
        let replaced: Block = match kind {
            StmtKind::Goto(l) if Some(l) == cycle => vec![Stmt::at(StmtKind::Cycle(None), span)],
            StmtKind::ComputedGoto(labels, e) => computed(temps, labels, e, span),
            StmtKind::ArithmeticIf(e, labels) => arithmetic(temps, e, labels, span),
            StmtKind::Where { arms } => masked(temps, arms),
            StmtKind::Do {
                name,
                control: DoControl::Count { var, lo, hi, step },
                body,
            } if matches!(temps.program.symbols[var].ty(), Ty::Real(_)) => {
                let step = step.map_or_else(|| int(1), |s| *s);
                real_loop(temps, name, var, [*lo, *hi, step], body)
            }
            kind => {
                out.push(Stmt {
                    id,
                    kind,
                    label,
                    lead,
                    trail,
                    span,
                    origin,
                });
                continue;
            }
        };
        let first = out.len();
        out.extend(replaced);
        if let Some(f) = out.get_mut(first) {
            f.lead = lead;
            f.label = label;
        }
        for f in out.iter_mut().skip(first) {
            f.span = span;
        }
    }
    out
}

/// Replaces `ASSIGN 10 TO l` by `l = 10`, and `GOTO l` by jumps to the possible labels. Labels of FORMATs stay.
fn assigned_jumps(program: &Program, body: &mut Block) {
    if !has_goto(body) {
        return;
    }
    let mut formats = vec![];
    let mut labels = BTreeSet::new();
    visit::walk_block(body, &mut |s| match &s.kind {
        StmtKind::Format(_) => formats.extend(s.label),
        StmtKind::AssignLabel(l, _) => {
            labels.insert(*l);
        }
        _ => {}
    });
    labels.retain(|l| !formats.contains(l));
    visit::splice(body, &mut |s| match &s.kind {
        StmtKind::AssignLabel(l, v) if labels.contains(l) => Some(vec![assign(var(program, *v), int(i64::from(*l)))]),
        StmtKind::AssignedGoto(v, list) => {
            let all: Vec<u32> = labels.iter().copied().collect();
            let listed = if list.is_empty() { &all } else { list };
            let arm = |&l: &u32| {
                let is_it = binary(BinaryOp::Eq, var(program, *v), int(i64::from(l)));
                Arm::new(Some(is_it), goto(l))
            };
            // without labels, there is no target
            let jump = match listed.is_empty() {
                true => Stmt::error_stop().kind,
                false => Stmt::choice(listed.iter().map(arm).collect()).kind,
            };
            Some(vec![Stmt::at(jump, s.span)])
        }
        _ => None,
    });
}

fn terminal_label(body: &Block) -> Option<u32> {
    let last = body.last()?;
    matches!(last.kind, StmtKind::Continue).then_some(last.label)?
}

/// Replaces a loop over reals, deleted from Fortran, by one that counts iterations as in the old standard: `max(int((hi
/// - lo + step)/step), 0)`. All is computed in the type of the index, since the count depends on the last digit.
fn real_loop(temps: &mut Temps, name: Option<SmolStr>, index: SymbolId, range: [Expr; 3], mut body: Block) -> Block {
    let ty = temps.program.symbols[index].ty();
    let of_index = |e: Expr| match e.ty {
        Ty::Integer(_) => e,
        _ => convert(e, ty),
    };
    let constant = is_constant(&range[2]);
    let [lo, hi, step] = range.map(of_index);
    let integer = || DeclType::plain(Ty::Integer(4));
    let t = var(temps.program, index);
    let mut out = vec![];
    let step = if constant {
        step
    } else {
        let kept = temps.local_ref("stride", DeclType::plain(step.ty), 0);
        out.push(assign(kept.clone(), step));
        kept
    };
    let trips = temps.local_ref("trips", integer(), 0);
    let trip = temps.local_ref("trip", integer(), 0);
    let count = div(add(sub(hi, lo.clone()), step.clone()), step.clone());
    // first, since the limit may depend on the index
    out.push(assign(trips.clone(), intrinsic("int", vec![count], Ty::Integer(4), 0)));
    out.push(assign(t.clone(), lo));
    let advance = |cond: Expr| Stmt::when(cond, assign(t.clone(), add(t.clone(), step.clone())));
    body.insert(0, advance(binary(BinaryOp::Gt, trip.clone(), int(1))));
    let ExprKind::Var(counter) = trip.kind else { return out };
    out.push(Stmt::new(StmtKind::Do {
        name,
        control: DoControl::count(counter, int(1), trips.clone(), None),
        body,
    }));
    // after the last iteration, unless the loop was left early
    let done = binary(BinaryOp::Gt, trip, trips.clone());
    let any = binary(BinaryOp::Gt, trips, int(0));
    out.push(advance(binary(BinaryOp::And, done, any)));
    out
}

/// Checks for literals and their negatives.
fn is_constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Unary(_, a) => is_constant(a),
        _ => e.is_literal(),
    }
}

fn goto(label: u32) -> Block {
    vec![Stmt::new(StmtKind::Goto(label))]
}

/// A computed jump as one arm per label; a selector out of range falls through.
fn computed(temps: &mut Temps, labels: Vec<u32>, e: Expr, span: Span) -> Block {
    let selector = temps.local_ref("branch_to", DeclType::plain(e.ty), 0);
    let mut out = vec![Stmt::at(
        StmtKind::Assign {
            lhs: selector.clone(),
            rhs: e,
        },
        span,
    )];
    let arms = labels
        .into_iter()
        .enumerate()
        .map(|(k, l)| {
            let is_it = binary(BinaryOp::Eq, selector.clone(), int(k as i64 + 1));
            Arm::new(Some(is_it), goto(l))
        })
        .collect();
    out.push(Stmt::choice(arms));
    out
}

fn arithmetic(temps: &mut Temps, e: Expr, [below, zero_, above]: [u32; 3], span: Span) -> Block {
    let mut out = vec![];
    let simple = e.is_designator();
    let test = if simple {
        e
    } else {
        let t = temps.local_ref("branch_on", DeclType::plain(e.ty), 0);
        out.push(Stmt::at(StmtKind::Assign { lhs: t.clone(), rhs: e }, span));
        t
    };
    let nothing = || match test.ty {
        Ty::Integer(_) => int(0),
        t => zero(t),
    };
    out.push(Stmt::choice(vec![
        Arm::new(Some(binary(BinaryOp::Lt, test.clone(), nothing())), goto(below)),
        Arm::new(Some(binary(BinaryOp::Eq, test.clone(), nothing())), goto(zero_)),
        Arm::new(None, goto(above)),
    ]));
    out
}

/// Splits a WHERE construct into masked assignments in order.
pub(super) fn masked(temps: &mut Temps, arms: Vec<Arm>) -> Block {
    let simple = arms.len() == 1
        && arms
            .iter()
            .all(|a| a.body.len() == 1 && a.body.iter().all(|s| matches!(s.kind, StmtKind::Assign { .. })));
    if simple {
        return vec![Stmt::new(StmtKind::Where { arms })];
    }
    let mut out = vec![];
    let mut after = vec![];
    split(temps, arms, None, &mut out, &mut after);
    out.extend(after);
    out
}

fn split(temps: &mut Temps, arms: Vec<Arm>, outer: Option<Expr>, out: &mut Block, after: &mut Block) {
    // elements that no earlier arm has taken
    let mut left: Option<Expr> = outer;
    for arm in arms {
        let own = match arm.cond {
            Some(cond) => {
                let shape = shape_of(temps.program, &cond);
                let ty = DeclType::plain(Ty::Logical(4));
                let mask = temps.array("mask", ty, shape, Filled::Otherwise, out, after);
                let value = match &left {
                    Some(l) => binary(BinaryOp::And, l.clone(), cond),
                    None => cond,
                };
                out.push(set(temps.program, &mask, value));
                let rest = not(mask.clone());
                left = Some(match left {
                    Some(l) => binary(BinaryOp::And, l, rest),
                    None => rest,
                });
                mask
            }
            None => match &left {
                Some(l) => l.clone(),
                None => continue,
            },
        };
        for s in arm.body {
            match s.kind {
                StmtKind::Where { arms } => split(temps, arms, Some(own.clone()), out, after),
                kind => out.push(Stmt::at(
                    StmtKind::Where {
                        arms: vec![Arm {
                            cond: Some(own.clone()),
                            body: vec![Stmt::at(kind, s.span)],
                            lead: s.lead,
                        }],
                    },
                    s.span,
                )),
            }
        }
    }
}
