//! Loops without directives whose iterations are independent, as if the program had `parallel do` before them
//! (`--add-openmp`).
//!
//! [`adc_analysis::dependence::counted`] proves independence and gives variables their roles. Of nested loops, the
//! outermost one is marked. Loops stay as they are if they have fewer than [`LEAST`] iterations, as far as that is known,
//! or if they are under a directive.

use adc_analysis::dependence::{counted, CountedLoop};
use adc_analysis::Analyses;
use adc_frontend::ir::*;
use indexmap::IndexMap;

/// Iterations from which on threads pay, at least.
const LEAST: i64 = 64;

/// Marks the loops of all procedures.
pub(crate) fn mark(program: &mut Program, facts: &Analyses) {
    let units: Vec<UnitId> = program
        .units
        .iter()
        .filter(|(_, u)| u.is_definition())
        .map(|u| u.0)
        .collect();
    for u in units {
        let all = counted(program, facts, u).into_iter().filter(CountedLoop::is_parallel);
        let found: IndexMap<StmtId, CountedLoop> = all.map(|l| (l.stmt, l)).collect();
        if found.is_empty() {
            continue;
        }
        let mut body = std::mem::take(&mut program.units[u].body);
        block(program, &mut body, &found);
        program.units[u].body = body;
    }
}

fn block(program: &mut Program, block_: &mut Block, found: &IndexMap<StmtId, CountedLoop>) {
    for s in block_ {
        if let StmtKind::Directed { .. } = s.kind {
            continue;
        }
        match found.get(&s.id).filter(|_| is_long(&s.kind)) {
            Some(l) => directed(program, s, l),
            None => s.kind.for_each_block_mut(&mut |b| block(program, b, found)),
        }
    }
}

/// True for a loop that may have enough iterations.
fn is_long(s: &StmtKind) -> bool {
    let StmtKind::Do {
        control: DoControl::Count { lo, hi, .. },
        ..
    } = s
    else {
        return false;
    };
    match (int_value(lo), int_value(hi)) {
        (Some(lo), Some(hi)) => (hi - lo).abs() >= LEAST - 1,
        _ => true,
    }
}

/// Puts a loop under a directive.
fn directed(program: &mut Program, s: &mut Stmt, l: &CountedLoop) {
    let roles = |all: &[SymbolId], role: Role| all.iter().map(move |v| (*v, role)).collect::<Vec<_>>();
    let mut parallel = Parallel {
        shares_loop: true,
        added: true,
        roles: roles(&l.private, Role::Private),
        ..Parallel::default()
    };
    parallel.roles.extend(roles(&l.last, Role::Last));
    let sums = l.reductions.iter().map(|(v, r)| (*v, Role::Reduction(*r)));
    parallel.roles.extend(sums);
    let mut inner = std::mem::replace(s, Stmt::new(StmtKind::Continue));
    let (lead, label) = (std::mem::take(&mut inner.lead), inner.label.take());
    let span = inner.span;
    let kind = StmtKind::Directed {
        directive: Box::new(RegionDirective {
            asks: Asks::Parallel(Box::new(parallel)),
            open: "$omp parallel do".into(),
            close: None,
            span,
        }),
        body: vec![inner],
    };
    *s = Stmt::at(kind, span);
    s.id = program.fresh_stmt();
    s.label = label;
    s.lead = lead;
}
