//! Loops whose iterations threads share (`parallel do` of OpenMP), in derivatives.
//!
//! Derivatives are generated as if the program ran on one thread, and the loops of both sweeps that stem from a
//! parallel loop are marked. This stage, the last one, looks at what became of them, and lets threads share them again.
//! So it knows all that optimisations have done, and no optimisation needs to know about threads.
//!
//! **Premise.** The primal has no race: what one iteration writes to shared memory, no other iteration touches.
//!
//! | variable in the loop | forward sweep, tangent | reverse sweep |
//! |---|---|---|
//! | private | private; its shadow, too | private; its shadow is zero where an iteration begins |
//! | sum (`reduction(+)`) | sum; the shadow in tangents, too | the shadow is only read |
//! | not changed, `firstprivate` | shared | sum of the shadow |
//! | shared | shared | the shadow by the first that holds in [`shared`] |
//! | temporary of adc | private, if an iteration or a call sets it first | the same, or a sum if it is only added to |
//!
//! **Records.** Arrays with an element for each iteration need no order. Values on the tape, and private values that
//! the reverse sweep needs, stay with their thread: each has a tape of its own, and runs a range of successive
//! iterations ([`write`](mod@write)), in both sweeps the same.
//!
//! A loop for which none of this can be shown runs on one thread, with a warning that says why. That is correct, if the
//! result of the program does not depend on the number of threads.
//!
//! `collapse` is obeyed where [`collapse`] finds that the iterations of the inner loops are apart, too.

mod apart;
mod callees;
mod changes;
mod collapse;
mod flow;
mod judge;
mod marked;
mod outcome;
mod premise;
mod roles;
mod shared;
mod spans;
mod uses;
mod write;

use crate::assemble::generator::Generator;
use crate::options::mode::Mode;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use indexmap::IndexMap;
use judge::{Changes, Judge, Verdict};
use marked::{parallel, wrapped};
pub use outcome::{ParallelLoop, SharedLoop};
use premise::Premise;
use std::collections::BTreeSet;

/// The loops of a procedure that threads share, by their statements.
pub(crate) type Marks = IndexMap<StmtId, (Parallel, Span)>;

/// The parallel loops of a primal procedure.
pub(crate) fn marks(body: &Block) -> Marks {
    let mut out = Marks::new();
    walk_block(body, &mut |s| {
        let Some((parallel, inside)) = parallel(s) else { return };
        let mut place = s.span;
        if let StmtKind::Directed { directive, .. } = &s.kind {
            place = directive.span;
        }
        for l in inside.iter().filter(|s| matches!(s.kind, StmtKind::Do { .. })) {
            out.insert(l.id, (parallel.clone(), place));
        }
    });
    out
}

/// Marks loops of a sweep that stem from a parallel loop over an index; `in_place`: forward and reverse part of an
/// iteration stand in one loop. False if there is none.
pub(crate) fn mark(
    block: &mut Block,
    (of, in_place): (StmtId, bool),
    (parallel, span): &(Parallel, Span),
    index: SymbolId,
) -> bool {
    let mut found = false;
    for s in block.iter_mut() {
        let is_it = matches!(&s.kind, StmtKind::Do { control: DoControl::Count { var, .. }, .. } if *var == index);
        if is_it {
            let inner = std::mem::replace(s, Stmt::new(StmtKind::Continue));
            let parallel = Parallel {
                of,
                in_place,
                ..parallel.clone()
            };
            *s = wrapped(inner, parallel, *span);
            found = true;
        }
    }
    found
}

/// Warns that no loop of an adjoint stems from a parallel loop, since the reverse sweep runs blocks of its iterations.
pub(crate) fn warn_lost(g: &mut Generator, (parallel, span): &(Parallel, Span)) {
    if parallel.added {
        return;
    }
    let why = "its iterations hand on a value, and the reverse sweep recomputes them in blocks";
    warn(g, why, *span, Mode::Reverse);
}

/// Lets threads share the marked loops of all generated procedures, where that is correct.
pub(crate) fn settle(g: &mut Generator, units: &[UnitId], mode: Mode) -> Vec<ParallelLoop> {
    let mut loops = vec![];
    for &u in units {
        let mut body = std::mem::take(&mut g.out.units[u].body);
        name_loops(&mut body);
        let verdicts = verdicts(g, u, &body, mode);
        let added = added(&body);
        g.out.units[u].body = body;
        if verdicts.is_empty() {
            continue;
        }
        for (of, (verdict, span)) in &verdicts {
            let outcome = outcome::outcome(&g.out, verdict);
            loops.push(ParallelLoop {
                span: *span,
                derivative: u,
                outcome,
            });
            // nobody expects threads in loops without a directive
            if added.contains(of) {
                continue;
            }
            match verdict {
                Verdict::Serial(why) => warn(g, why, *span, mode),
                Verdict::Shared(team) => {
                    let mut lost = team.loops.iter().flatten().filter_map(|s| s.uncollapsed);
                    if let Some(why) = lost.next() {
                        warn_clause(g, "collapse", why, *span, mode);
                    }
                }
            }
        }
        let mut body = std::mem::take(&mut g.out.units[u].body);
        write::all(g, u, &mut body, &verdicts, mode);
        g.out.units[u].body = body;
    }
    loops
}

/// The parallel loops without a directive in the program.
fn added(body: &Block) -> BTreeSet<StmtId> {
    let mut out = BTreeSet::new();
    walk_block(body, &mut |s| {
        out.extend(parallel(s).filter(|(p, _)| p.added).map(|(p, _)| p.of))
    });
    out
}

/// Notes the loop in marks of the user's, which stand in tangents and in statements that run as they are.
fn name_loops(block: &mut Block) {
    for s in block {
        s.kind.for_each_block_mut(&mut name_loops);
        let StmtKind::Directed { directive, body } = &mut s.kind else {
            continue;
        };
        if let Asks::Parallel(p) = &mut directive.asks {
            let l = body.iter().find(|s| matches!(s.kind, StmtKind::Do { .. }));
            if let (Some(l), true) = (l, p.of == StmtId::default()) {
                p.of = l.id;
            }
        }
    }
}

/// The verdict about each parallel loop of a procedure, with the place of the directive.
fn verdicts(g: &Generator, unit: UnitId, body: &Block, mode: Mode) -> IndexMap<StmtId, (Verdict, Span)> {
    let mut groups: IndexMap<StmtId, (Vec<&Stmt>, Span)> = IndexMap::new();
    walk_block(body, &mut |s| {
        if let (Some((p, _)), StmtKind::Directed { directive, .. }) = (parallel(s), &s.kind) {
            let group = groups.entry(p.of).or_insert_with(|| (vec![], directive.span));
            group.0.push(s);
        }
    });
    let all = groups.into_iter().map(|(of, (group, span))| {
        let mut judge = Judge {
            g,
            unit,
            body,
            mode,
            of,
            callees: callees::Callees::new(g),
            changes: Changes::default(),
            premise: Premise::default(),
        };
        judge.changes = judge.changes();
        if let (Some((index, body)), Some((p, _))) = (judge.primal_loop(), group.first().and_then(|m| parallel(m))) {
            judge.premise = Premise::of(body, index, p, &|v| judge.may_change(v));
        }
        let verdict = judge.of(&group).unwrap_or_else(Verdict::Serial);
        (of, (verdict, span))
    });
    all.collect()
}

/// Warns that a clause of a loop has no effect in the derivative.
fn warn_clause(g: &mut Generator, clause: &str, why: &str, span: Span, mode: Mode) {
    let message = format!("{} of this loop ignores `{clause}`: {why}", derivative(mode));
    let d = Diagnostic::warning(codes::LOST_CLAUSE, span, message);
    if !g.messages.contains(&d) {
        g.messages.push(d);
    }
}

fn derivative(mode: Mode) -> &'static str {
    match mode {
        Mode::Tangent => "the tangent",
        Mode::Reverse => "the adjoint",
    }
}

fn warn(g: &mut Generator, why: &str, span: Span, mode: Mode) {
    let message = format!("{} of this loop runs on one thread: {why}", derivative(mode));
    let d = Diagnostic::warning(codes::SERIAL_DERIVATIVE, span, message);
    if !g.messages.contains(&d) {
        g.messages.push(d);
    }
}
