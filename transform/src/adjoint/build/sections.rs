//! Saves a section instead of the array, for calls that write a section and for assignments to a section that is all of
//! the array.
//!
//! [`adc_analysis::sweeps`] finds such assignments. [`adc_analysis::sections`] finds the section that a call writes, in
//! terms of variables of the caller. The section is evaluated both where it is pushed and where it is popped, like that
//! of an assignment: its subscripts are among the zones that the pop needs, and a subscript that the statement itself
//! writes is useless. The adjoint of the callee overwrites only the same section: it runs statements of the callee with
//! the same subscript values, and restores what it has saved of them. Anything else that it saves and restores has the
//! same value both times.

use super::super::plan::*;
use super::super::Adjoint;
use crate::adjoint::build::reads::value_zones;
use crate::adjoint::plan::item;
use crate::code::{generated, is_all_ranges};
use crate::options::Opt;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::visit::walk_expr;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// Marks an assignment to a section that is all of the array as a write of the whole array.
    pub(super) fn fill(&self, node: &mut Simple) {
        let StmtKind::Assign { lhs, .. } = &node.forward.kind else {
            return;
        };
        // an element is all of the array only within its loops
        let all = self.g.facts.sweeps.killed_by(item(node)).filter(|_| is_all_ranges(lhs));
        for w in node.writes.iter_mut().filter(|w| Some(w.zone) == all) {
            w.whole = true;
        }
    }

    /// Narrows the writes of a statement through calls to the section that it can write. All its writes must be known.
    pub(super) fn narrow(&mut self, node: &mut Simple) {
        if node.call.as_ref().is_some_and(|c| c.split) {
            return;
        }
        let overwritten = node.overwritten(&self.g.facts.zones);
        for k in 0..node.writes.len() {
            let Some(w) = node.writes.get(k) else { continue };
            let alone = node.writes.iter().filter(|x| x.zone == w.zone).count() == 1;
            if !alone || node.kills.contains(w.zone) {
                continue;
            }
            let Some((section, subscripts)) = self.section(&node.forward, w, &overwritten) else {
                continue;
            };
            // the adjoint of a call is also between pushes and pops
            if node.call.is_some() {
                node.needs.union_with(&subscripts);
            }
            let assumed_size = self.symbol_of_unsized(w);
            if let Some(w) = node.writes.get_mut(k) {
                let whole = w.target.take().or(assumed_size);
                w.target = whole.map(|x| generated(&index(x, section.clone())));
                w.obstacle = None;
                w.section = Some(section);
                w.subscripts = subscripts;
                w.whole = false;
            }
        }
    }

    /// The subscripts of the section of a write, with the zones that they read.
    fn section(&self, s: &Stmt, w: &Write, overwritten: &ZoneSet) -> Option<(Vec<Subscript>, ZoneSet)> {
        let section = self.g.facts.sections.at(s.id, w.zone)?;
        let wanted = self.g.options.apply(Opt::Sections, s.span);
        let is_whole = match (&w.target, w.obstacle) {
            (Some(t), _) => wanted && matches!(t.kind, ExprKind::Var(_)),
            (None, None) => wanted,
            // the last dimension is the unknown one
            (None, Some(Obstacle::Size)) => {
                let known = match self.is_partial_in(w) {
                    true => !section.iter().any(|x| x.is_all()),
                    false => section.last().is_some_and(|x| !x.is_all()),
                };
                known && self.symbol_of_unsized(w).is_some()
            }
            (None, Some(_)) => false,
        };
        if !is_whole || section.iter().all(|x| x.is_all()) {
            return None;
        }
        let subs: Vec<Subscript> = section.iter().map(|x| x.subscript()).collect();
        let mut read = ZoneSet::new();
        let mut seen = true;
        let exprs = subs.iter().flat_map(|s| match s {
            Subscript::At(e) => vec![e],
            Subscript::Range(lo, hi, _) => [lo, hi].into_iter().filter_map(Option::as_deref).collect(),
        });
        for e in exprs {
            value_zones(self.g, e, &mut read);
            walk_expr(e, &mut |x| {
                if let ExprKind::Var(s) = x.kind {
                    seen &= self.g.primal.sees(self.unit, s);
                }
            });
        }
        (seen && !read.intersects(overwritten)).then_some((subs, read))
    }

    /// The array of assumed size, or part of a larger array, that cannot be saved as a whole.
    fn symbol_of_unsized(&self, w: &Write) -> Option<Expr> {
        let name = |zone: ZoneId| self.g.facts.zones.symbol_in(self.g.primal, self.unit, zone);
        let symbol = (w.obstacle == Some(Obstacle::Size)).then(|| name(w.zone))?;
        let v = self.g.primal.symbols[symbol].variable()?;
        let partial = self.g.behaviour.partial.contains(&symbol);
        (partial || matches!(v.dims.last(), Some(Dim::AssumedSize(_)))).then(|| var(self.g.primal, symbol))
    }

    /// True for an array that may be part of a larger one.
    fn is_partial_in(&self, w: &Write) -> bool {
        let symbol = self.g.facts.zones.symbol_in(self.g.primal, self.unit, w.zone);
        self.g.behaviour.partial.contains(&symbol)
    }
}
