//! Chooses adjoints of assignments in terms of their results ([`crate::adjoint::build`]):
//!
//! ```text
//! do i = k + 1, n                              its adjoint by the operands needs a(i, k) from before it, and records it
//!    a(i, k) = a(i, k)/a(k, k)                 by the result it needs a(i, k) from after it, which is not overwritten
//! ```
//!
//! The plan then has two nodes: the assignment without an adjoint, and after it a node that is only the adjoint. What
//! that needs, it needs after the assignment; so of the analyses, only [`crate::adjoint::decide::order`], which looks at
//! elements, has to know of results.
//!
//! **Where.** The assignment overwrites its own operand; or the adjoint of another statement, after it or in the same
//! loop, needs the array or scalar anyway. Elsewhere the result might be recorded for this purpose alone; so might
//! elements outside of loops, whose arrays count as needed for the sake of other elements.
//!
//! **Correctness.** The other operands have the same values after the statement as before it. Elements of the array
//! that is assigned to are operands only if they differ from the one that is assigned to, which the loops around the
//! statement have to show ([`adc_analysis::dependence`]).

use crate::adjoint::plan::{ByResult, Node, Simple};
use crate::context::text::Text;
use crate::context::Context;
use crate::options::Opt;
use adc_analysis::dependence::References;
use adc_analysis::ZoneSet;
use adc_frontend::ir::*;

/// Applies proposals in the plan of a procedure.
pub(crate) fn solve(cx: &Context, unit: UnitId, nodes: &mut Vec<Node>) {
    if cx.options.optimisations.has(Opt::ByResult) {
        let text = cx.texts.of(unit);
        Results { cx, text }.block(nodes, None, false);
    }
}

struct Results<'r, 'a> {
    cx: &'r Context<'a>,
    /// The procedure.
    text: &'r Text<'a>,
}

impl<'a> Results<'_, 'a> {
    /// `loops`: the references in the outermost counted loop around the block.
    fn block(&self, nodes: &mut Vec<Node>, loops: Option<&References<'a>>, repeats: bool) {
        let is_proposed = |n: &Node| matches!(n, Node::Simple(s) if s.by_result.is_some());
        let needs: Vec<ZoneSet> = match nodes.iter().any(is_proposed) {
            true => nodes.iter().map(Node::needs).collect(),
            false => vec![],
        };
        let mut out = Vec::with_capacity(nodes.len());
        for (k, mut n) in std::mem::take(nodes).into_iter().enumerate() {
            self.blocks(&mut n, loops, repeats);
            let Node::Simple(s) = &mut n else {
                out.push(n);
                continue;
            };
            let proposal = s.by_result.take().filter(|by| {
                let is_needed = |(other, zones): (usize, &ZoneSet)| {
                    (other > k || repeats && other != k) && self.cx.facts.zones.is_among(by.zone, zones)
                };
                let is_scalar =
                    matches!(&s.forward.kind, StmtKind::Assign { lhs, .. } if matches!(lhs.kind, ExprKind::Var(_)));
                let is_needed = (repeats || is_scalar) && needs.iter().enumerate().any(is_needed);
                (by.is_operand || is_needed)
                    && self.is_right(s, by, loops)
                    && self.cx.options.apply(Opt::ByResult, s.forward.span)
            });
            let after = proposal.map(|by| after(s, *by));
            out.push(n);
            out.extend(after.map(Node::Simple));
        }
        *nodes = out;
    }

    fn blocks(&self, n: &mut Node, loops: Option<&References<'a>>, repeats: bool) {
        let own = match (&n, loops) {
            (Node::Loop(l), None) => {
                let text = self.text.statement(l.stmt.id);
                text.and_then(|s| References::of(self.cx.primal, self.cx.facts, s))
            }
            _ => None,
        };
        let repeats = repeats || n.repeats();
        for b in n.blocks_mut() {
            self.block(b, own.as_ref().or(loops), repeats);
        }
    }

    /// True if the other operands of the same array are not the element that is assigned to.
    fn is_right(&self, s: &Simple, by: &ByResult, loops: Option<&References>) -> bool {
        let Some(StmtKind::Assign { lhs, .. }) = self.text.statement(s.forward.id).map(|s| &s.kind) else {
            return false;
        };
        by.others
            .iter()
            .all(|e| loops.is_some_and(|l| l.differ(by.zone, s.forward.id, [lhs, e])))
    }
}

/// Takes the adjoint from an assignment; the node after it, which has the one by the result.
fn after(s: &mut Simple, by: ByResult) -> Simple {
    s.adjoint.clear();
    s.needs = ZoneSet::new();
    Simple {
        adjoint: by.adjoint,
        needs: by.needs,
        ..Simple::beside(s.forward.id, s.forward.span)
    }
}
