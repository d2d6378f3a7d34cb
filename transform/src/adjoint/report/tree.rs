//! A decided plan as text, for `adc dump --stage plan`: a line for each node with its decisions, the adjoint of each
//! statement below it.
//!
//! ```text
//! do i = 1, n: live
//!   y = y/sin(x[i]): live; pushes y; needs x, y, i
//!     adjoint: ...
//! ```

use super::zone_name;
use crate::adjoint::plan::*;
use crate::assemble::generator::Generator;
use crate::context::ways::NotFused;
use crate::context::Context;
use adc_analysis::ZoneSet;
use adc_frontend::dump::{expr_text, stmt_text};
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::fmt::Write as _;

/// The text for the nodes of a procedure.
pub(super) fn text(g: &Generator, unit: UnitId, nodes: &[Node]) -> String {
    let mut tree = Tree {
        cx: &g.cx,
        made: &g.out,
        not_fused: &g.proposals.loops.not_fused,
        unit,
        out: String::new(),
    };
    tree.block(nodes, 1);
    tree.out
}

struct Tree<'c, 'a> {
    cx: &'c Context<'a>,
    made: &'c Program,
    /// Reasons for loops that record.
    not_fused: &'c IndexMap<StmtId, NotFused>,
    unit: UnitId,
    out: String,
}

impl Tree<'_, '_> {
    fn block(&mut self, nodes: &[Node], depth: usize) {
        nodes.iter().for_each(|n| self.node(n, depth));
    }

    fn node(&mut self, n: &Node, depth: usize) {
        match n {
            Node::Simple(s) => {
                let line = match s.is_after() {
                    true => "after it".into(),
                    false => self.first_line(&s.forward),
                };
                self.line(depth, &line, &self.simple(s));
                self.statements(depth + 1, "adjoint", &s.adjoint);
            }
            Node::Branch(b) => {
                let facts = [
                    b.live.then(|| "live".into()),
                    b.turns.then(|| "emitted once, for both sweeps".into()),
                    b.again.then(|| "tests are evaluated again".into()),
                    b.slot.map(|s| format!("arms are recorded in {}", place(s))),
                    self.zones("needs", &b.needs),
                ];
                self.line(depth, &self.first_line(&b.stmt), &joined(facts));
                for (k, arm) in b.arms.iter().enumerate() {
                    self.line(depth, &format!("arm {}", k + 1), "");
                    self.block(arm, depth + 1);
                }
            }
            Node::Loop(l) => {
                self.line(depth, &self.first_line(&l.stmt), &self.repeated(l));
                self.block(&l.body, depth + 1);
            }
            Node::Again(a) => {
                let facts = [self.zones("needs", &a.needs), self.zones("writes", &a.writes)];
                self.line(depth, "recomputed", &joined(facts));
                self.statements(depth + 1, "statement", &a.body);
            }
            Node::Region(r) => {
                let kind = match &r.kind {
                    Kind::Plain => "region that runs twice",
                    Kind::Binomial(_) => "loop with few snapshots",
                    Kind::Sum(_) => "sum",
                    Kind::Blocks(_) => "loop in blocks",
                    Kind::FixedPoint(_) => "fixed point",
                };
                let upstream = self.zones("needed upstream", &r.upstream);
                let facts = joined([Some(self.simple(&r.face)), upstream]);
                self.line(depth, &format!("{kind}, {}", self.first_line(&r.face.forward)), &facts);
                for b in r.blocks() {
                    self.block(b, depth + 1);
                }
            }
        }
    }

    /// The decisions about a statement.
    fn simple(&self, s: &Simple) -> String {
        let written = |text: &str, is: &dyn Fn(&Write) -> bool| {
            let names: Vec<String> = s.writes.iter().filter(|w| is(w)).map(|w| self.target(w)).collect();
            (!names.is_empty()).then(|| format!("{text} {}", names.join(", ")))
        };
        let call = s
            .call
            .as_ref()
            .map(|c| if c.split { "split call" } else { "joint call" }.into());
        joined([
            s.live.then(|| "live".into()),
            s.repeated.then(|| "recomputed in the reverse sweep".into()),
            call,
            written("pushes", &|w| w.is_pushed_here() && w.slot.is_none()),
            written("records in an array", &|w| {
                w.recorded && w.slot.is_some_and(|s| s.loops > 0)
            }),
            written("records in a variable", &|w| {
                w.recorded && w.slot.is_some_and(|s| s.loops == 0)
            }),
            written("in bulk", &|w| w.recorded && matches!(w.restored, Restored::InBulk)),
            written("undone", &|w| w.recorded && matches!(w.restored, Restored::Undone(_))),
            written("kept around its adjoint", &|w| w.kept == Keep::Around),
            written("popped after its adjoint", &|w| w.kept == Keep::After),
            written("kept with snapshots", &|w| w.kept == Keep::Stored),
            self.zones("needs", &s.needs),
        ])
    }

    /// The decisions about a loop.
    fn repeated(&self, l: &Loop) -> String {
        let order = l.fused.map(|o| match o {
            Order::Forward => "fused, in primal order".into(),
            Order::Reverse => "fused, from the last iteration".into(),
        });
        let bounds = match l.bounds {
            Iterations::Again => None,
            Iterations::Kept(..) => Some("bounds are recorded".into()),
            Iterations::Counted(..) => Some("iterations are counted".into()),
        };
        let bulk = l.bulk.as_ref().map(|b| {
            let names: Vec<String> = b.values.iter().map(|p| self.target(&p.write)).collect();
            format!("pushes {} in front", names.join(", "))
        });
        joined([
            l.live.then(|| "live".into()),
            order,
            self.not_fused(l),
            bounds,
            l.index_recorded.then(|| "records its index".into()),
            bulk,
            self.zones("needs", &l.needs),
        ])
    }

    fn not_fused(&self, l: &Loop) -> Option<String> {
        let reason = match self.not_fused.get(&l.stmt.id)? {
            NotFused::Split => "its procedure is split".into(),
            NotFused::NoAdjoint => "nothing in it has an adjoint".into(),
            NotFused::Effects => "it prints, allocates or associates".into(),
            NotFused::Off => "switched off".into(),
            NotFused::GivenUp => "given up in an earlier round".into(),
            NotFused::RunsOnce => "it cannot run twice".into(),
            NotFused::Carried(zones) => self.zones("iterations hand on", zones)?,
        };
        Some(format!("not fused, {reason}"))
    }

    fn target(&self, w: &Write) -> String {
        match &w.target {
            Some(target) => expr_text(self.made, target),
            None => zone_name(self.cx, self.unit, w.zone),
        }
    }

    fn zones(&self, text: &str, zones: &ZoneSet) -> Option<String> {
        let mut names: Vec<String> = zones.iter().map(|z| zone_name(self.cx, self.unit, z)).collect();
        names.sort_unstable();
        names.dedup();
        (!names.is_empty()).then(|| format!("{text} {}", names.join(", ")))
    }

    /// The first line of a statement, without its place.
    fn first_line(&self, s: &Stmt) -> String {
        let text = stmt_text(self.made, s);
        text.lines().next().unwrap_or_default().trim().to_owned()
    }

    fn statements(&mut self, depth: usize, word: &str, block: &Block) {
        for s in block {
            for l in stmt_text(self.made, s).lines() {
                self.line(depth, &format!("{word}: {}", l.trim_end()), "");
            }
        }
    }

    fn line(&mut self, depth: usize, head: &str, facts: &str) {
        let separator = if facts.is_empty() { "" } else { ": " };
        // writing to a string does not fail
        let _ = writeln!(self.out, "{:indent$}{head}{separator}{facts}", "", indent = 2 * depth);
    }
}

fn joined<const N: usize>(facts: [Option<String>; N]) -> String {
    let facts: Vec<String> = facts.into_iter().flatten().filter(|f| !f.is_empty()).collect();
    facts.join("; ")
}

/// Where a record is, if it is not on the tape.
fn place(s: Slot) -> &'static str {
    match s.loops {
        0 => "a variable",
        _ => "an array",
    }
}
