//! The tape of loops.

use super::super::amount::{Amount, Turns};
use super::super::formula::Formula;
use super::{Clerk, Entry, Page, Purpose};
use crate::adjoint::plan::{Iterations, Keep, Loop, Node, Region};
use adc_frontend::ir::*;

impl Clerk<'_, '_, '_, '_> {
    pub(super) fn repeat(&mut self, l: &Loop) -> Page {
        let StmtKind::Do { control, .. } = &l.stmt.kind else {
            return Page::empty();
        };
        let turns = self.turns(l, control);
        let index = turns.index.as_ref().map(|i| i.0);
        self.around.extend(index);
        let body = self.nodes(&l.body);
        if index.is_some() {
            self.around.pop();
        }
        let mut page = Page {
            arrays: turns.all(&body.arrays),
            ..Page::empty()
        };
        let pushed_index = l.index.filter(|_| l.index_recorded).map(|(z, s)| {
            let ty = self.g.primal.symbols[s].ty();
            let name = self.g.primal.symbols[s].name.clone();
            self.scalar(l.stmt.span, &name, ty, self.purpose(l.stmt.id, z))
        });
        let mut before = Amount::none();
        if let Some((amount, entries)) = pushed_index {
            match (l.live, body.reverse) {
                (true, _) => page.record((amount, entries)),
                (false, true) => {
                    before = amount;
                    page.entries.extend(entries);
                }
                (false, false) => return page,
            }
            page.reverse = true;
        }
        let start = page.recorded.plus(&before);
        page.reverse |= body.reverse;
        if l.fused.is_some() {
            // each iteration pops its own records
            page.peak = Some(start.plus(&turns.most(&body.most())));
            page.entries.extend(looped(l, turns.count, body.entries));
            return page;
        }
        let all = turns.all(&body.recorded);
        if let Some(p) = &body.peak {
            let earlier = all.minus(&turns.last(&body.recorded));
            page.peak = Some(start.plus(&earlier).plus(&turns.most(p)));
        } else if !before.is_none() {
            page.peak = Some(before.plus(&all));
        }
        page.recorded = page.recorded.plus(&all);
        page.entries.extend(looped(l, turns.count, body.entries));
        if body.reverse {
            self.iterations(l, &mut page);
        }
        page
    }

    /// A loop of n iterations that is recorded block by block: at most √n + 1 iterations in a block, and at most as
    /// many blocks.
    pub(super) fn blocks(&mut self, r: &Region, mut page: Page) -> Page {
        let [Node::Loop(l)] = r.body.as_slice() else {
            return page;
        };
        let StmtKind::Do { control, .. } = &l.stmt.kind else {
            return page;
        };
        let turns = self.turns(l, control);
        let some = Turns {
            count: turns.count.root().plus(&1.into()),
            index: None,
            at_most: true,
        };
        let (border, entries) = self.writes(&r.face, |w| w.kept == Keep::Stored);
        let body = self.nodes(&l.body);
        let inside = some.all(&body.recorded);
        page.record((some.all(&border), vec![]));
        page.entries.extend(looped(l, some.count.clone(), entries));
        page.peak = Some(page.recorded.plus(&inside).plus(&body.most()));
        page.entries.extend(looped(l, some.count, body.entries));
        page.reverse = true;
        page
    }

    /// The records from which the reverse sweep determines the iterations.
    fn iterations(&mut self, l: &Loop, page: &mut Page) {
        let variables = match &l.bounds {
            Iterations::Again => return,
            Iterations::Kept(first, last, stride) => vec![
                ("first value", Some(first)),
                ("last value", Some(last)),
                ("stride", stride.as_ref()),
            ],
            Iterations::Counted(count, kept) => {
                let first = kept.as_ref().map(|k| &k.0);
                let stride = kept.as_ref().and_then(|k| k.1.as_ref());
                vec![
                    ("first value", first),
                    ("stride", stride),
                    ("number of iterations", Some(count)),
                ]
            }
        };
        for (what, e) in variables {
            if let Some(e) = e.filter(|e| int_value(e).is_none()) {
                page.record(self.scalar(l.stmt.span, what, e.ty, Purpose::Iterations));
            }
        }
    }

    fn turns(&self, l: &Loop, control: &DoControl) -> Turns {
        let unknown = || {
            let line = (self.books.line)(l.stmt.span).map_or(String::new(), |n| format!("on line {n}"));
            Turns::unknown(&line)
        };
        let DoControl::Count { var, lo, hi, step } = control else {
            return unknown();
        };
        let Some(count) = self.sizes.iterations(self.g, lo, hi, step.as_deref(), &self.around) else {
            return unknown();
        };
        let value = |e: &Expr| self.sizes.value(self.g, e, &self.around);
        let index = match (value(lo), value(hi), step.as_deref().map_or(Some(1), int_value)) {
            (Some(lo), Some(hi), Some(1)) => Some((*var, lo, hi)),
            (Some(lo), Some(hi), Some(-1)) => Some((*var, hi, lo)),
            _ => None,
        };
        // a count with only negative terms belongs to a loop that may have no iterations
        let count = match count.may_be_positive() {
            true => count,
            false => count.or_larger(&Formula::zero()),
        };
        Turns {
            count,
            index,
            at_most: l.exit.is_some(),
        }
    }
}

/// A loop with entries.
fn looped(l: &Loop, count: Formula, inside: Vec<Entry>) -> Option<Entry> {
    (!inside.is_empty()).then_some(Entry::Loop(l.stmt.span, count, inside))
}
