//! Statements that are short for others become those others, so that the derivative rules need not know them.
//!
//! * `GOTO (10, 20), i` and `IF (e) 10, 20, 30` become `IF`s around plain jumps; `STOP` and `RETURN` stay.
//! * A labelled `DO`'s `GOTO` to its last statement is a `CYCLE`.
//! * `WHERE` constructs become single masked assignments; a mask that one of them could change, or that is needed again by an `ELSEWHERE`, is kept in a logical array.
//! * `DO CONCURRENT` becomes nested counted loops.
//! * `a = b` of a derived type becomes one assignment for each component that can carry a derivative, and one for the rest.

use super::temps::Temps;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::{subexprs, walk_expr};
use adc_frontend::ir::*;

/// Desugars the whole body of a unit.
pub fn statements(program: &mut Program, unit: UnitId) {
    let body = std::mem::take(&mut program.units[unit].body);
    let mut temps = Temps::new(program, unit);
    let body = block(&mut temps, body, None);
    program.units[unit].body = body;
}

/// `cycle`: label of the last statement of the loop body that this list is, or lies in the tail of.
fn block(temps: &mut Temps, stmts: Block, cycle: Option<u32>) -> Block {
    let mut out = Vec::with_capacity(stmts.len());
    for mut s in stmts {
        let inner = match &s.kind {
            StmtKind::Do { body, .. } => terminal_label(body),
            _ => cycle,
        };
        s.kind
            .for_each_block_mut(&mut |b| *b = block(temps, std::mem::take(b), inner));
        let Stmt {
            id,
            kind,
            label,
            lead,
            trail,
            span,
        } = s;
        let replaced: Block = match kind {
            StmtKind::Goto(l) if Some(l) == cycle => vec![Stmt::at(StmtKind::Cycle(None), span)],
            StmtKind::ComputedGoto(labels, e) => computed(temps, labels, e, span),
            StmtKind::ArithmeticIf(e, labels) => arithmetic(temps, e, labels, span),
            StmtKind::Where { arms } => masked(temps, arms),
            StmtKind::Do {
                name,
                control: DoControl::Concurrent { ranges, mask, .. },
                body,
            } => concurrent(name, ranges, mask, body),
            StmtKind::Assign { lhs, rhs } if is_plain_record(temps.program, &lhs, &rhs) => {
                components(temps.program, lhs, rhs)
            }
            kind => {
                out.push(Stmt {
                    id,
                    kind,
                    label,
                    lead,
                    trail,
                    span,
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

fn terminal_label(body: &Block) -> Option<u32> {
    let last = body.last()?;
    matches!(last.kind, StmtKind::Continue).then_some(last.label)?
}

fn if_then(cond: Expr, body: Block) -> Stmt {
    Stmt::new(StmtKind::If {
        name: None,
        arms: vec![Arm {
            cond: Some(cond),
            body,
            lead: vec![],
        }],
        short: false,
    })
}

fn goto(label: u32) -> Block {
    vec![Stmt::new(StmtKind::Goto(label))]
}

/// One arm for each label; out of range falls through.
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
        .map(|(k, l)| Arm {
            cond: Some(binary(BinaryOp::Eq, selector.clone(), int(k as i64 + 1))),
            body: goto(l),
            lead: vec![],
        })
        .collect();
    out.push(Stmt::new(StmtKind::If {
        name: None,
        arms,
        short: false,
    }));
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
    let arms = vec![
        Arm {
            cond: Some(binary(BinaryOp::Lt, test.clone(), nothing())),
            body: goto(below),
            lead: vec![],
        },
        Arm {
            cond: Some(binary(BinaryOp::Eq, test.clone(), nothing())),
            body: goto(zero_),
            lead: vec![],
        },
        Arm {
            cond: None,
            body: goto(above),
            lead: vec![],
        },
    ];
    out.push(Stmt::new(StmtKind::If {
        name: None,
        arms,
        short: false,
    }));
    out
}

/// Splits a WHERE construct into masked assignments in order.
fn masked(temps: &mut Temps, arms: Vec<Arm>) -> Block {
    let simple = arms.len() == 1
        && arms
            .iter()
            .all(|a| a.body.len() == 1 && a.body.iter().all(|s| matches!(s.kind, StmtKind::Assign { .. })));
    if simple {
        return vec![Stmt::new(StmtKind::Where { arms })];
    }
    let mut out = vec![];
    split(temps, arms, None, &mut out);
    out
}

fn split(temps: &mut Temps, arms: Vec<Arm>, outer: Option<Expr>, out: &mut Block) {
    // what no earlier arm has taken
    let mut left: Option<Expr> = outer;
    for arm in arms {
        let own = match arm.cond {
            Some(cond) => {
                let rank = cond.rank;
                let mask = temps.local_ref("mask", DeclType::plain(Ty::Logical(4)), rank);
                let value = match &left {
                    Some(l) => binary(BinaryOp::And, l.clone(), cond),
                    None => cond,
                };
                out.push(assign(mask.clone(), value));
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
                StmtKind::Where { arms } => split(temps, arms, Some(own.clone()), out),
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

fn concurrent(
    name: Option<SmolStr>,
    ranges: Vec<(SymbolId, Expr, Expr, Option<Expr>)>,
    mask: Option<Expr>,
    body: Block,
) -> Block {
    let mut body = match mask {
        Some(m) => vec![if_then(m, body)],
        None => body,
    };
    let last = ranges.len();
    for (k, (var, lo, hi, step)) in ranges.into_iter().enumerate() {
        let name = if k + 1 == last { name.clone() } else { None };
        body = vec![Stmt::new(StmtKind::Do {
            name,
            control: DoControl::Count { var, lo, hi, step },
            body,
        })];
    }
    body
}

/// `a = b` of one derived type, both designators, where components can be taken one by one.
fn is_plain_record(program: &Program, lhs: &Expr, rhs: &Expr) -> bool {
    let Ty::Derived(t) = lhs.ty else { return false };
    rhs.is_designator() && lhs.rank == rhs.rank && lhs.rank == 0 && is_splittable(program, t) && {
        let base = lhs.base_symbol();
        let mut aliased = false;
        walk_expr(rhs, &mut |e| {
            aliased |= matches!(e.kind, ExprKind::Var(s) if Some(s) == base)
        });
        let mut indexed = false;
        subexprs(lhs, &mut |e| indexed |= matches!(e.kind, ExprKind::Index(..)));
        !aliased || !indexed
    }
}

/// No pointer or allocatable components, no parent type.
pub fn is_splittable(program: &Program, ty: SymbolId) -> bool {
    let SymbolKind::Type(def) = &program.symbols[ty].kind else {
        return false;
    };
    def.extends.is_none()
        && def.components.iter().all(|&c| {
            program.symbols[c].variable().is_some_and(|v| {
                !v.attrs.pointer
                    && !v.attrs.allocatable
                    && match v.ty.ty {
                        Ty::Derived(t) => v.dims.is_empty() && is_splittable(program, t),
                        _ => true,
                    }
            })
        })
}

/// A component of a record designator.
pub fn component(program: &Program, record: &Expr, c: SymbolId) -> Expr {
    let rank = record.rank.max(program.symbols[c].rank());
    expr(
        ExprKind::Component(Box::new(record.clone()), c),
        program.symbols[c].ty(),
        rank,
    )
}

fn components(program: &Program, lhs: Expr, rhs: Expr) -> Block {
    let Ty::Derived(t) = lhs.ty else { return vec![] };
    let SymbolKind::Type(def) = &program.symbols[t].kind else {
        return vec![];
    };
    let mut out = vec![];
    for &c in &def.components {
        let (l, r) = (component(program, &lhs, c), component(program, &rhs, c));
        if matches!(l.ty, Ty::Derived(_)) {
            out.extend(components(program, l, r));
        } else {
            out.push(assign(l, r));
        }
    }
    out
}
