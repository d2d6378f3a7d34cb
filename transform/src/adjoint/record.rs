//! To-be-recorded analysis: which overwritten values the backward sweep needs.
//!
//! Forward over the structured plan, on sets `T` of zones whose value the backward sweep of what came before needs (the
//! `use` of the backward sweep upstream in (1.8), (1.9) of *The Adjoint Data-Flow Analyses*). For a statement `I` with
//! adjoint `I'`, whose operands have the values from before `I`:
//!
//! ```text
//! recorded(I) = out(I) ∩ (T ∪ use(I'))                 what I overwrites and someone needs is pushed
//! T after I   = (T ∪ use(I')) \ kill(I) ∪ subscripts   what I kills is restored by the pop, so downstream need not care
//! ```
//!
//! Branches join by union, loops iterate to the fixpoint. Between procedures: an adjoint procedure restores the zones that its callers' backward sweeps need,
//! so `T` at the start of a procedure is the union over its call sites of `T` there, restricted to what the
//! procedure writes and translated to its dummies. All of it only grows, so the iteration over procedures ends.
//!
//! Ignored: regions of arrays (an array is one zone, and only a whole assignment kills it), recomputation.

use super::plan::{Iterations, Node, Obstacle, Simple};
use crate::generator::Generator;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::{IndexMap, IndexSet};

/// Decides what is recorded in the plans of all active procedures.
pub fn solve(g: &mut Generator, plans: &mut IndexMap<UnitId, Vec<Node>>) {
    let mut entry: IndexMap<UnitId, ZoneSet> = IndexMap::new();
    let mut work: IndexSet<UnitId> = plans.keys().copied().collect();
    while let Some(u) = work.shift_remove_index(0) {
        let mut solver = Solver {
            g: &*g,
            demands: vec![],
        };
        let start = entry.get(&u).cloned().unwrap_or_default();
        if let Some(nodes) = plans.get_mut(&u) {
            solver.nodes(nodes, start);
        }
        for (callee, demand) in solver.demands {
            let known = entry.entry(callee).or_default();
            if known.union_with(&demand) {
                work.insert(callee);
            }
        }
    }
    let units: Vec<UnitId> = plans.keys().copied().collect();
    for u in units {
        if let Some(nodes) = plans.get_mut(&u) {
            name_targets(g, u, nodes);
        }
    }
}

struct Solver<'g, 'a> {
    g: &'g Generator<'a>,
    /// Callees with the zones, in their terms, that they have to restore.
    demands: Vec<(UnitId, ZoneSet)>,
}

impl Solver<'_, '_> {
    fn nodes(&mut self, nodes: &mut [Node], mut t: ZoneSet) -> ZoneSet {
        for n in nodes {
            t = match n {
                Node::Simple(s) => self.simple(s, t),
                Node::Branch(b) => {
                    let mut out = if b.total { ZoneSet::new() } else { t.clone() };
                    for arm in &mut b.arms {
                        let after = self.nodes(arm, t.clone());
                        out.union_with(&after);
                    }
                    out
                }
                Node::Loop(l) => {
                    if let Some((z, _)) = l.index {
                        l.index_recorded |= t.contains(z);
                        t.remove(z);
                    }
                    loop {
                        let mut after = self.nodes(&mut l.body, t.clone());
                        if let Some((z, _)) = l.index {
                            after.remove(z);
                        }
                        if !t.union_with(&after) {
                            break;
                        }
                    }
                    if matches!(l.bounds, Iterations::Again | Iterations::Counted(..)) {
                        t.union_with(&l.needs);
                    }
                    t
                }
            };
        }
        t
    }

    fn simple(&mut self, s: &mut Simple, t: ZoneSet) -> ZoneSet {
        if let Some(call) = &s.call {
            self.demand(call, &t);
        }
        let mut needed = t;
        needed.union_with(&s.needs);
        for w in &mut s.writes {
            // without the analysis everything is recorded that can be
            w.recorded |= self.is_needed(&needed, w.zone) || !self.g.options.tbr && w.target.is_some();
        }
        let mut after = needed;
        after.subtract(&s.kills);
        for w in s.writes.iter().filter(|w| w.recorded) {
            after.union_with(&w.subscripts);
        }
        after
    }

    fn is_needed(&self, needed: &ZoneSet, zone: ZoneId) -> bool {
        let same = self.g.facts.zones.aliases(&zone);
        same.iter().any(|&z| needed.contains(z))
    }

    /// What the callee overwrites and someone upstream of the call needs, it must restore.
    fn demand(&mut self, call: &super::plan::ActiveCall, t: &ZoneSet) {
        let Some(summary) = self.g.facts.summaries.get(call.callee) else {
            return;
        };
        let mut wanted = ZoneSet::new();
        for z in summary.writes.iter() {
            let global = !summary.is_interface(z) && self.is_needed(t, z);
            let passed = call.binding.iter().any(|(f, a)| *f == z && self.is_needed(t, *a));
            if global || passed {
                wanted.insert(z);
            }
        }
        if !wanted.is_empty() {
            self.demands.push((call.callee, wanted));
        }
    }
}

/// Gives the recorded writes to globals of other units a name, and reports what cannot be recorded.
fn name_targets(g: &mut Generator, u: UnitId, nodes: &mut [Node]) {
    for n in nodes {
        match n {
            Node::Simple(s) => {
                let span = s.forward.as_ref().map_or(Span::NONE, |f| f.span);
                for w in s.writes.iter_mut().filter(|w| w.recorded && w.target.is_none()) {
                    match w.obstacle {
                        None => match g.reach(u, w.zone) {
                            Some(symbol) => w.target = Some(g.part(symbol, w.zone)),
                            None => report(g, w.zone, Obstacle::State, span),
                        },
                        Some(o) => report(g, w.zone, o, span),
                    }
                }
            }
            Node::Branch(b) => b.arms.iter_mut().for_each(|a| name_targets(g, u, a)),
            Node::Loop(l) => name_targets(g, u, &mut l.body),
        }
    }
}

fn report(g: &mut Generator, zone: ZoneId, obstacle: Obstacle, span: Span) {
    let Some(&symbol) = g.facts.zones.members(zone).first() else {
        return;
    };
    let symbol = &g.primal.symbols[symbol];
    let name = symbol.name.clone();
    let place = symbol.span;
    // one cause, one message: the saved variable may have been refused already
    if obstacle == Obstacle::State {
        let known = |m: &Diagnostic| {
            m.code == codes::STATE_BETWEEN_CALLS
                && m.is_error()
                && (m.span == place || m.secondary.iter().any(|l| l.span == place))
        };
        if g.messages.iter().any(known) {
            return;
        }
    }
    let is_hidden = symbol.private && symbol.variable().is_some_and(|v| v.storage == Storage::Module);
    let d = match obstacle {
        Obstacle::State if is_hidden => Diagnostic::error(
            codes::PRIVATE_ENTITY,
            span,
            format!("the adjoint has to save `{name}` here, which is private in its module"),
        )
        .also(place, "declared here")
        .help(format!("make `{name}` public")),
        Obstacle::Size => Diagnostic::error(
            codes::UNKNOWN_SIZE,
            span,
            format!("the adjoint has to save `{name}` here, but its size is not known"),
        )
        .also(place, "declared here")
        .help("declare it with its true dimensions"),
        Obstacle::State => Diagnostic::error(
            codes::STATE_BETWEEN_CALLS,
            span,
            format!("`{name}` keeps its value between calls, which the adjoint cannot restore"),
        )
        .also(place, "declared here")
        .help("make it an argument or a module variable"),
        Obstacle::Pointer => Diagnostic::error(
            codes::UNSUPPORTED_DATA,
            span,
            format!("the adjoint has to save `{name}` here; it is, or holds, a pointer, an allocatable or an inherited component"),
        )
        .also(place, "declared here"),
    };
    if !g.messages.contains(&d) {
        g.messages.push(d);
    }
}

/// Names of the variables that a plan records, in order of their first record.
pub fn recorded_names(program: &Program, nodes: &[Node]) -> Vec<SmolStr> {
    let mut out = IndexSet::new();
    gather(program, nodes, &mut out);
    out.into_iter().collect()
}

fn gather(program: &Program, nodes: &[Node], out: &mut IndexSet<SmolStr>) {
    for n in nodes {
        match n {
            Node::Simple(s) => {
                let targets = s.writes.iter().filter(|w| w.recorded).filter_map(|w| w.target.as_ref());
                out.extend(
                    targets
                        .filter_map(Expr::base_symbol)
                        .map(|b| program.symbols[b].name.clone()),
                );
            }
            Node::Branch(b) => b.arms.iter().for_each(|a| gather(program, a, out)),
            Node::Loop(l) => {
                if let (true, Some((_, s))) = (l.index_recorded, l.index) {
                    out.insert(program.symbols[s].name.clone());
                }
                gather(program, &l.body, out);
            }
        }
    }
}
