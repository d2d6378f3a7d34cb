//! Finds assignments in loops that overwrite no value from before them in the loop that the reverse sweep needs
//! ([`adc_analysis::dependence::written_first`]).
//!
//! ```text
//! do i = n, 1, -1
//!    x(i) = b(i)
//!    do j = i + 1, n
//!       x(i) = x(i) - a(i, j)*x(j)           its adjoint needs x(j), which has its final value, and not x(i)
//!    end do
//!    x(i) = x(i)/a(i, i)                     its adjoint needs x(i) from before it: of the three this one is recorded
//! end do
//! ```
//!
//! The adjoint of an assignment reads designators that the assignment itself reads: these are needed, with the values
//! that they have there. Or it reads the element that the assignment has written ([`super::results`]). All other needs
//! (tests and bounds that are evaluated again, subscripts of popped values, statements that are run again) concern reads
//! anywhere in the loop, perhaps later: for an array with such a need, everything that the loop reads counts as needed.
//!
//! Ignored: loops with parts that run a second time; arrays that the reverse sweep overwrites other than by restoring
//! them; arrays of which an adjoint reads an element that its assignment does not read.

use crate::adjoint::plan::{Loop, Node, Simple};
use crate::context::text::Text;
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::dependence::{self, When};
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::visit::{stmt_exprs, walk_block, walk_designators, walk_expr};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Marks these assignments in the loops of a plan.
pub(crate) fn solve(cx: &Context, unit: UnitId, nodes: &mut [Node]) {
    if !cx.options.optimisations.has(Opt::Order) {
        return;
    }
    let text = cx.texts.of(unit);
    Loops { cx, text }.nodes(nodes);
}

struct Loops<'g, 'a> {
    cx: &'g Context<'a>,
    /// The procedure.
    text: &'g Text<'a>,
}

impl Loops<'_, '_> {
    fn nodes(&self, nodes: &mut [Node]) {
        for n in nodes {
            if let Node::Loop(l) = n {
                l.written_first = self.written_first(l);
            }
            n.blocks_mut().into_iter().for_each(|b| self.nodes(b));
        }
    }

    fn written_first(&self, l: &Loop) -> Vec<(StmtId, ZoneId)> {
        let mut needs = Needs::default();
        let known = l.fused.is_none() && self.add(&l.body, &mut needs).is_some();
        let Some(original) = self.text.statement(l.stmt.id).filter(|_| known) else {
            return vec![];
        };
        needs.all.union_with(&l.needs);
        self.add_others(&mut needs);
        let is_needed = |zone, stmt: StmtId, read: &Expr, when| {
            let of = match when {
                When::Before => needs.of.get(&stmt),
                // an assignment has one target
                When::After => return needs.results.contains(&stmt),
            };
            needs.all.contains(zone) || of.is_some_and(|n| n.iter().any(|e| e.same(read)))
        };
        let mut found = dependence::written_first(self.cx.primal, self.cx.facts, original, &is_needed);
        found.retain(|(stmt, z)| {
            let at = self.text.statement(*stmt).map_or(l.stmt.span, |s| s.span);
            !needs.lost.contains(*z) && self.cx.options.apply(Opt::Order, at)
        });
        found
    }

    /// Adds the needs of the reverse sweep for nodes; `None` if it runs statements a second time.
    fn add<'n>(&self, nodes: &'n [Node], needs: &mut Needs<'n>) -> Option<()> {
        for n in nodes {
            match n {
                Node::Simple(s) => self.simple(s, needs),
                Node::Region(_) => return None,
                Node::Branch(b) => {
                    needs.all.union_with(&b.needs);
                }
                Node::Loop(l) if l.fused.is_some() => return None,
                Node::Loop(l) => {
                    needs.all.union_with(&l.needs);
                }
                Node::Again(a) => {
                    needs.all.union_with(&a.needs);
                    needs.lost.union_with(&a.writes);
                }
            }
            n.blocks().into_iter().try_for_each(|b| self.add(b, needs))?;
        }
        Some(())
    }

    fn simple<'n>(&self, s: &'n Simple, needs: &mut Needs<'n>) {
        s.writes.iter().for_each(|w| {
            needs.all.union_with(&w.subscripts);
        });
        needs.lost.union_with(&s.again);
        if s.repeated {
            needs.all.union_with(&s.reads);
            needs.lost.extend(s.writes.iter().map(|w| w.zone));
        }
        if let Some(revive) = &s.revive {
            needs.lost.union_with(&revive.perhaps);
        }
        let result = self.result(s);
        if s.call.is_some() || result.is_none() && !matches!(s.forward.kind, StmtKind::Assign { .. }) {
            needs.all.union_with(&s.needs);
            return;
        }
        if result.is_some() {
            needs.results.insert(s.forward.id);
        }
        let elements = needs.of.entry(s.forward.id).or_default();
        let mut read = vec![];
        walk_block(&s.adjoint, &mut |s| {
            stmt_exprs(&s.kind, &mut |e| walk_designators(e, &mut |d| read.push(d)));
        });
        for d in read.into_iter().filter(|d| !result.is_some_and(|r| r.same(d))) {
            match has_subscripts(d) {
                true => elements.push(d),
                false => needs.lost.extend(self.zones(d).iter().copied()),
            }
        }
    }

    /// The element that an assignment writes, for the node of an adjoint in terms of it.
    fn result(&self, s: &Simple) -> Option<&Expr> {
        let original = self.text.statement(s.forward.id).filter(|_| s.is_after())?;
        let StmtKind::Assign { lhs, .. } = &original.kind else {
            return None;
        };
        Some(lhs)
    }

    /// Adds zones that an adjoint reads and its assignment does not: the values may come from anywhere.
    fn add_others(&self, needs: &mut Needs) {
        for (stmt, designators) in &needs.of {
            let mut own = vec![];
            let statement = self.text.statement(*stmt);
            statement
                .iter()
                .for_each(|s| stmt_exprs(&s.kind, &mut |e| walk_expr(e, &mut |e| own.push(e))));
            let others = designators.iter().filter(|e| !own.iter().any(|o| o.same(e)));
            needs.lost.extend(others.flat_map(|e| self.zones(e)).copied());
        }
    }

    fn zones(&self, e: &Expr) -> &[ZoneId] {
        self.cx.facts.zones.of_designator(e)
    }
}

fn has_subscripts(designator: &Expr) -> bool {
    match &designator.kind {
        ExprKind::Component(base, _) | ExprKind::ComplexPart(base, _) => has_subscripts(base),
        kind => matches!(kind, ExprKind::Index(..)),
    }
}

/// The needs of the reverse sweep, among the zones that a loop reads.
#[derive(Default)]
struct Needs<'n> {
    /// Elements that the adjoints of assignments name.
    of: BTreeMap<StmtId, Vec<&'n Expr>>,
    /// Assignments whose adjoints name the element that they write.
    results: BTreeSet<StmtId>,
    /// Arrays that are needed as a whole.
    all: ZoneSet,
    /// Arrays without information.
    lost: ZoneSet,
}
