//! Chooses procedures to split by time: splitting saves a run of the procedure, but its records go to memory and back,
//! and must fit into the memory that tapes may take.
//!
//! Of each procedure, a model knows with the calls that are split now
//!
//! * `work`: flops of a run;
//! * `again`: those of them that the forward sweep of its joint adjoint repeats. Of a linear procedure, there are none;
//! * `runs`: how often a run of the head runs it;
//! * `records`: bytes on the tape after its forward sweep;
//! * `during`: bytes that its reverse sweep adds at most, for adjoints of joint calls and of regions.
//!
//! ```text
//! joint call    records = snapshot                during = records + during of the callee
//! split call    records = records of the callee   during = during of the callee
//! sequence      records = sum                     during = maximum
//! branch        maxima of the arms
//! loop          records and work times the iterations
//! ```
//!
//! A procedure is split if
//!
//! ```text
//! saved = again - RECORD_BEYOND_BLOCK·records/8 - RECORD·turn/8 > SPLIT_SAVES,
//! runs·saved > SPLIT_PART·(work of the heads),
//! and the peak, records + during of the heads, stays below the limit
//! ```
//!
//! `turn`: bytes of values that the forward sweep hands on to the reverse sweep, most of them scalars.
//!
//! A split procedure records each iteration of its loops. A joint one may run them in ways that record less
//! ([`super::fusion`]), and what splitting costs is then
//!
//! ```text
//! LOST_WAY·(RECORD_IN_MEMORY·records/8 + RECORD·turn/8)
//! ```
//!
//! First come procedures without such loops; of both kinds, those that add little to the peak before others; each time
//! callees before their callers. So of nested calls, those are split between which nothing repeats, and the innermost
//! until the limit is reached: calls stay joint where snapshots are few. Iterations and extents are estimates
//! ([`crate::code::estimate`]).

use crate::adjoint::decide::split_model::{Asked, Model};
use crate::adjoint::decide::{Plans, View};
use crate::adjoint::plan::between::Between;
use crate::adjoint::plan::Node;
use crate::code::cost;
use crate::context::proposals::Proposals;
use crate::context::split::loops_in;
use crate::context::ways::Proposed;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Procedures that should be split, from decided plans. `loops`: the ways proposed for loops.
pub(crate) fn proposals(
    view: View,
    known: &Proposals,
    loops: &Proposed,
    between: &Between,
    plans: &Plans,
) -> IndexSet<UnitId> {
    let model = Model::new(view, between, plans);
    let never = |u: UnitId| !is_able(view, known, u);
    let has_way = |u: UnitId| has_way(view, loops, u);
    let mut now = view.choices.split_calls.clone();
    now.extend(known.better_split.iter().copied());
    let mut chosen = model.choose(plans, &now, never, has_way);
    chosen.retain(|u| !view.choices.split_calls.contains(u));
    chosen
}

/// Procedures that could be split, so that each part of them is measured by itself. `loops`: the ways proposed for loops.
pub(crate) fn possible(view: View, known: &Proposals, loops: &Proposed, plans: &Plans) -> IndexSet<UnitId> {
    let all = plans.keys().copied();
    all.filter(|&u| is_able(view, known, u) && !has_way(view, loops, u))
        .collect()
}

/// True for a procedure that can be split.
fn is_able(view: View, known: &Proposals, u: UnitId) -> bool {
    !known.not_split.contains(&u) && view.can_be_split(u, false)
}

/// True for a procedure with a loop that should run in a way which records less.
fn has_way(view: View, loops: &Proposed, u: UnitId) -> bool {
    let all = loops_in(&view.primal.units[u].body);
    all.iter().any(|l| loops.proposes(*l))
}

/// Of these split procedures, those that still save time within the limit.
pub(crate) fn keeps(view: View, between: &Between, plans: &Plans, of: &IndexSet<UnitId>) -> IndexSet<UnitId> {
    let model = Model::new(view, between, plans);
    let mut others = view.choices.split_calls.clone();
    others.retain(|u| !of.contains(u));
    let mut chosen = model.choose(plans, &others, |u| !of.contains(&u), |_| false);
    chosen.retain(|u| of.contains(u));
    chosen
}

/// The decision about a procedure.
pub(crate) enum Verdict {
    /// Directives or the file of checkpoints choose for all of its calls.
    Asked(Asked),
    /// They choose for some of its calls; the decision about the others.
    Partly(Asked, Box<Verdict>),
    /// Its calls are split; the bytes that one records.
    Split(f64),
    /// Its calls are joint, as the forward sweep omits some of them.
    Omitted,
    /// Its calls are joint, as it cannot be split.
    Unable,
    /// Its calls are joint, as its loops run in ways that record less.
    Reversed,
    /// Its calls are joint, as the plan in which they were split recorded too much.
    Tried,
    /// Its calls are joint, as records of so many bytes would take more time than a run.
    Dear(f64),
    /// Its calls are joint, as the peak would be so many bytes.
    Large(f64),
}

/// The limit, the estimated peak, and the decisions about called procedures, from decided plans.
pub(crate) fn explain(view: View, between: &Between, plans: &Plans) -> (f64, f64, Vec<(UnitId, Verdict)>) {
    let model = Model::new(view, between, plans);
    let (chosen, dead) = (&view.choices.split, model.called_without_run());
    let (now, asked) = (model.figures(chosen), model.asked());
    let of_costs = |u: UnitId, asked: Asked| {
        // one call that a directive splits makes its procedure split
        let is_split = chosen.contains(&u) && (asked.split == 0 || view.choices.split_calls.contains(&u));
        if is_split {
            return Verdict::Split(now.get(&u).map_or(0.0, |f| f.records));
        }
        if dead.contains(&u) {
            return Verdict::Omitted;
        }
        if !view.could_be_split(u) || view.behaviour.printing.contains(&u) {
            return Verdict::Unable;
        }
        let mut with = chosen.clone();
        with.insert(u);
        let then = model.figures(&with);
        let own = then.get(&u).copied().unwrap_or_default();
        if !view.can_be_split(u, false) {
            return Verdict::Reversed;
        }
        let peak = model.peak(&then);
        match model.saves_time(u, own, false) {
            true if peak > model.limit => Verdict::Large(peak),
            true => Verdict::Tried,
            false => Verdict::Dear(own.records),
        }
    };
    let verdict = |u: UnitId| {
        let of = asked.get(&u).copied().unwrap_or_default();
        match of {
            Asked { split: 0, joint: 0, .. } => of_costs(u, of),
            Asked { open: 0, .. } => Verdict::Asked(of),
            _ => Verdict::Partly(of, Box::new(of_costs(u, of))),
        }
    };
    let called = model.called().into_keys();
    let verdicts = called.filter(|u| plans.contains_key(u)).map(|u| (u, verdict(u)));
    (model.limit, model.peak(&now), verdicts.collect())
}

/// Notes for loops whose iterations neither are constant nor follow from given values.
pub(crate) fn unknown_sizes(view: View, plans: &Plans) -> Vec<Diagnostic> {
    let mut named: IndexMap<String, Span> = IndexMap::new();
    for nodes in plans.values() {
        unknown_in(view, nodes, &mut named);
    }
    let of = |(name, span): (String, Span)| {
        let message = format!(
            "the value of `{name}` is not known here, so this loop counts as {} iterations",
            cost::TRIPS
        );
        Diagnostic::note(codes::UNKNOWN_ESTIMATE, span, message)
            .help(format!("give a typical value: `--assume {name}=1000`"))
    };
    named.into_iter().map(of).collect()
}

fn unknown_in(view: View, nodes: &[Node], named: &mut IndexMap<String, Span>) {
    let sizes = view.sizes();
    for n in nodes {
        let stmt = match n {
            Node::Loop(l) => Some(&l.stmt),
            Node::Region(r) => Some(&r.face.forward),
            _ => None,
        };
        if let Some(Stmt {
            kind:
                StmtKind::Do {
                    control: DoControl::Count { lo, hi, .. },
                    ..
                },
            span,
            ..
        }) = stmt
        {
            for e in [lo, hi].into_iter().filter(|e| sizes.value(e).is_none()) {
                visit::walk_designators(e, &mut |d| {
                    if sizes.value(d).is_none() {
                        if let Some(name) = sizes.name(d).filter(|_| span.lo > 0) {
                            named.entry(name).or_insert(*span);
                        }
                    }
                });
            }
        }
        n.blocks().into_iter().for_each(|b| unknown_in(view, b, named));
    }
}
