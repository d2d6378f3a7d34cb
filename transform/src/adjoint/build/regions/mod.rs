//! Nodes of directives about statements: regions, which run a second time as a whole, from a snapshot.

mod binomial;
mod fixed_point;
mod reason;

use super::super::plan::*;
use super::super::Adjoint;
use super::freed::stranded_within;
use crate::adjoint::plan::region::{without_adjoint, Blocks};
use crate::context::again::is_plain_loop;
use crate::context::obstacle::Obstacle;
use crate::context::text::exposed;
use crate::normalize::jumps::trailing_exit;
use adc_analysis::ZoneSet;
use adc_frontend::ast::{SmolStr, Trivia};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use binomial::Counts;
use reason::{next_directive, not_one_loop, not_to_the_end, ANOTHER_DIRECTIVE};

/// One iteration of a loop.
struct Iteration {
    /// Test of the trailing EXIT.
    exit: Option<Expr>,
    /// The body without the trailing EXIT.
    body: Block,
    /// The index, for a counted loop.
    index: Option<SymbolId>,
    /// Zones that the iteration writes.
    written: ZoneSet,
    /// Zones that are written around it, for the tests inside it.
    outside: ZoneSet,
}

impl Adjoint<'_, '_> {
    /// The nodes of a directive with its statements.
    pub(super) fn directed_nodes(
        &mut self,
        s: &Stmt,
        directive: &RegionDirective,
        body: &Block,
        written: &ZoneSet,
    ) -> Vec<Node> {
        if let Some(other) = about_calls_first(s, directive, body) {
            return self.nodes(&vec![other], written);
        }
        if directive.asks.runs_again() {
            return self.rereading(&directive.asks, body, |x| x.region_nodes(s, directive, body, written));
        }
        self.region_nodes(s, directive, body, written)
    }

    fn region_nodes(&mut self, s: &Stmt, directive: &RegionDirective, body: &Block, written: &ZoneSet) -> Vec<Node> {
        match &directive.asks {
            Asks::IndependentIterations if self.g.can_run_again(self.unit, body) && is_plain_loop(body) => {
                let inside = self.inside_region(|x| x.around_independent(body));
                let node = self.new_region(s, Kind::Plain, inside);
                match node.body.iter().any(Node::has_adjoint) {
                    true => vec![Node::Region(node)],
                    false => self.transparent(s, directive, body, written),
                }
            }
            Asks::Checkpoint if self.g.can_run_again(self.unit, body) => {
                let inside = self.inside_region(|x| x.nodes(body, &ZoneSet::new()));
                let node = self.new_region(s, Kind::Plain, inside);
                match node.body.iter().any(Node::has_adjoint) {
                    true => vec![Node::Region(node)],
                    false => self.transparent(s, directive, body, written),
                }
            }
            Asks::IndependentIterations | Asks::Checkpoint => {
                let (why, place) = match self.g.obstacle_to_second_run(self.unit, body) {
                    Some(obstacle) => ("its statements cannot run twice", obstacle),
                    None => match next_directive(body) {
                        Some(next) => (ANOTHER_DIRECTIVE, next),
                        None => not_to_the_end(body),
                    },
                };
                self.without_effect(s, directive, body, written, (why, place))
            }
            Asks::Binomial { snapshots, disk } => {
                let counts = Counts {
                    snapshots: snapshots.clone().unwrap_or_else(|| int(0)),
                    disk: disk.clone().unwrap_or_else(|| int(0)),
                };
                self.around_loop(s, directive, body, written, &mut |x, inner, l| {
                    x.binomial_region(inner, l, &counts, written)
                })
            }
            Asks::FixedPoint {
                state,
                tolerance,
                limit,
            } => self.around_loop(s, directive, body, written, &mut |x, inner, l| {
                x.fixed_point_region(inner, l, state, tolerance.as_ref(), limit.as_ref(), written)
            }),
            Asks::Split | Asks::Joint => {
                let asked = (matches!(directive.asks, Asks::Split), directive.span);
                let before = self.splits.replace(asked);
                let nodes = self.transparent(s, directive, body, written);
                self.splits = before;
                nodes
            }
            Asks::Constant => self.transparent(s, directive, body, written),
            // the directive is written anew ([`crate::threads`])
            Asks::Parallel(_) => {
                let mut lead = Stmt::new(StmtKind::Continue);
                lead.lead.clone_from(&s.lead);
                let mut out = vec![];
                if !lead.lead.is_empty() {
                    out.push(Node::Simple(Simple::plain(lead)));
                }
                out.extend(self.nodes(body, written));
                out
            }
        }
    }

    /// The nodes of the statements, between the comments of the directive.
    fn transparent(&mut self, s: &Stmt, directive: &RegionDirective, body: &Block, written: &ZoneSet) -> Vec<Node> {
        let comment = |text: &SmolStr, lead: &[Trivia]| {
            let mut c = Stmt::new(StmtKind::Comment(text.clone()));
            c.lead = lead.to_vec();
            Node::Simple(Simple::plain(c))
        };
        let mut out = vec![comment(&directive.open, &s.lead)];
        out.extend(self.nodes(body, written));
        out.extend(directive.close.iter().map(|c| comment(c, &[])));
        out
    }

    /// Builds the nodes of code that runs again and is followed at once by its reverse part: nothing comes between a
    /// test and its second evaluation.
    fn inside_region<T>(&mut self, nodes: impl FnOnce(&mut Self) -> T) -> T {
        self.second_runs += 1;
        let out = nodes(self);
        self.second_runs -= 1;
        out
    }

    /// The nodes of statements around one loop whose iterations are each followed at once by their reverse part.
    fn around_independent(&mut self, body: &Block) -> Vec<Node> {
        let place = body.iter().position(|s| matches!(s.kind, StmtKind::Do { .. }));
        let parts = place.and_then(|k| Some((body.get(..k)?, body.get(k)?, body.get(k + 1..)?)));
        let Some((before, l, after)) = parts else {
            return self.nodes(body, &ZoneSet::new());
        };
        let written = self.written_by(body.get(before.len()..).unwrap_or(&[]));
        let mut out = self.nodes(&before.to_vec(), &written);
        if let StmtKind::Do { control, body, .. } = &l.kind {
            out.push(self.independent_loop(l, control, body));
        }
        out.extend(self.nodes(&after.to_vec(), &ZoneSet::new()));
        out
    }

    fn independent_loop(&mut self, s: &Stmt, control: &DoControl, body: &Block) -> Node {
        let mut node = self.loop_node(s, control, body, None);
        if let Node::Loop(l) = &mut node {
            l.fused = Some(Order::Reverse);
        }
        node
    }

    /// The node of a loop that [`crate::adjoint::decide::fusion`] has chosen.
    pub(super) fn fused_loop(&mut self, s: &Stmt, control: &DoControl, body: &Block) -> Node {
        let around = std::mem::take(&mut self.swept);
        let node = self.inside_region(|x| x.independent_loop(s, control, body));
        let (mut kills, begins) = match &node {
            Node::Loop(l) => (l.swept.clone(), l.begins.clone()),
            _ => Default::default(),
        };
        self.swept = around;
        kills.subtract(&self.swept);
        let mut region = self.new_region(s, Kind::Plain, vec![node]);
        region.face.begins = begins;
        // no one reads the old values of an array that the loop overwrites as a whole
        region.face.reads.subtract(&kills);
        region.face.kills.union_with(&kills);
        Node::Region(region)
    }

    /// The node of a loop that [`crate::adjoint::decide::fusion`] has chosen to differentiate during the forward sweep.
    pub(super) fn running_sum(&mut self, s: &Stmt, control: &DoControl, body: &Block, written: &ZoneSet) -> Node {
        let mut node = self.loop_node(s, control, body, None);
        let sum = match &mut node {
            Node::Loop(l) => {
                l.fused = Some(Order::Forward);
                l.sum.take()
            }
            _ => None,
        };
        match sum {
            Some(sum) => Node::Region(self.new_region(s, Kind::Sum(sum), vec![node])),
            None => self.loop_node(s, control, body, Some(written)),
        }
    }

    /// The node of a loop that [`crate::adjoint::decide::fusion`] has chosen to record block by block.
    pub(super) fn in_blocks(&mut self, s: &Stmt, control: &DoControl, body: &Block) -> Node {
        let node = self.inside_region(|x| x.loop_node(s, control, body, Some(&ZoneSet::new())));
        let Node::Loop(l) = &node else { return node };
        let blocks = Blocks {
            ahead: without_adjoint(&l.body),
            index: l.index.map(|(z, _)| z),
            needs: l.needs.clone(),
            control: l.control.clone(),
            index_live: false,
        };
        Node::Region(self.new_region(s, Kind::Blocks(Box::new(blocks)), vec![node]))
    }

    /// A region before any decision.
    fn new_region(&mut self, s: &Stmt, kind: Kind, body: Vec<Node>) -> Region {
        let mut face = Simple::plain(self.held.left_out(s.clone()));
        self.stmt = s.id;
        self.add_all_effects(&mut face, s);
        if let StmtKind::Directed { body, .. } = &s.kind {
            let scratch = self
                .g
                .moved_in(body)
                .into_iter()
                .filter(|&m| self.g.is_scratch(self.unit, m));
            let zones: ZoneSet = scratch.flat_map(|m| self.g.facts.zones.of(m).iter().copied()).collect();
            face.writes.retain(|w| !zones.contains(w.zone));
        }
        face.reads = exposed(self.g.facts, std::slice::from_ref(s), &mut ZoneSet::new());
        face.is_observable = self.is_observable(s);
        face.strands = stranded_within(&body);
        Region {
            face,
            kind,
            body,
            again: ZoneSet::new(),
            live_in: ZoneSet::new(),
            upstream: ZoneSet::new(),
        }
    }

    /// The nodes of a directive about a loop. Normalisation may have put other statements beside the loop.
    fn around_loop(
        &mut self,
        s: &Stmt,
        directive: &RegionDirective,
        body: &Block,
        written: &ZoneSet,
        region: &mut dyn FnMut(&mut Self, &Stmt, &Stmt) -> Region,
    ) -> Vec<Node> {
        let loops = body.iter().filter(|s| matches!(s.kind, StmtKind::Do { .. })).count();
        let place = body.iter().position(|s| matches!(s.kind, StmtKind::Do { .. }));
        let Some((k, l)) = place.and_then(|k| Some((k, body.get(k)?))).filter(|_| loops == 1) else {
            let why = match next_directive(body) {
                Some(next) if body.len() == 1 => (ANOTHER_DIRECTIVE, next),
                _ => ("it is not before a single loop", not_one_loop(body)),
            };
            return self.without_effect(s, directive, body, written, why);
        };
        if let Some(obstacle) = self.g.obstacle_to_second_run(self.unit, std::slice::from_ref(l)) {
            let why = "the iterations of the loop cannot run twice";
            return self.without_effect(s, directive, body, written, (why, obstacle));
        }
        let mut face = s.clone();
        face.lead = vec![];
        if let StmtKind::Directed { body, .. } = &mut face.kind {
            *body = vec![l.clone()];
        }
        let node = region(self, &face, l);
        if !node.body.iter().any(Node::has_adjoint) {
            return self.transparent(s, directive, body, written);
        }
        let mut before = body.get(..k).unwrap_or(&[]).to_vec();
        let mut lead = Stmt::new(StmtKind::Continue);
        lead.lead.clone_from(&s.lead);
        before.insert(0, lead);
        let mut after = written.clone();
        after.union_with(&self.written_by(body.get(k..).unwrap_or(&[])));
        let mut out = self.nodes(&before, &after);
        out.push(Node::Region(node));
        out.extend(self.nodes(&body.get(k + 1..).unwrap_or(&[]).to_vec(), written));
        out
    }

    /// One iteration of a loop, one loop level deeper.
    fn iteration(&mut self, l: &Stmt, written: &ZoneSet) -> Iteration {
        let (control, body) = match &l.kind {
            StmtKind::Do { control, body, .. } => (control.clone(), body.clone()),
            _ => (DoControl::Forever, vec![]),
        };
        let exit = trailing_exit(&body).cloned();
        let mut inner = body;
        inner.truncate(inner.len() - usize::from(exit.is_some()));
        let inside = self.written_by(&inner);
        let index = match control {
            DoControl::Count { var, .. } => Some(var),
            _ => None,
        };
        // in both sweeps the index is set at the start of an iteration
        let mut outside = written.clone();
        outside.union_with(&inside);
        let zones = &self.g.facts.zones;
        if let Some(z) = index.and_then(|var| zones.single(var)) {
            if !inside.contains(z) && zones.members(z).len() == 1 {
                outside.remove(z);
            }
        }
        self.loops += 1;
        Iteration {
            exit,
            body: inner,
            index,
            written: inside,
            outside,
        }
    }

    fn without_effect(
        &mut self,
        s: &Stmt,
        directive: &RegionDirective,
        body: &Block,
        written: &ZoneSet,
        (why, place): (&str, Obstacle),
    ) -> Vec<Node> {
        let message = format!("this directive has no effect: {why}");
        let d = Diagnostic::warning(codes::MISPLACED_DIRECTIVE, directive.span, message);
        self.g.messages.push(place.show(d));
        self.transparent(s, directive, body, written)
    }
}

/// Swaps a directive about a loop with the directive about calls that follows it. The one about calls applies to the
/// loop unchanged.
fn about_calls_first(s: &Stmt, directive: &RegionDirective, body: &Block) -> Option<Stmt> {
    let [only] = body.as_slice() else { return None };
    let StmtKind::Directed {
        directive: calls,
        body: inner,
    } = &only.kind
    else {
        return None;
    };
    let about_loop = directive.asks.runs_again() && !matches!(directive.asks, Asks::Checkpoint);
    if !about_loop || !matches!(calls.asks, Asks::Split | Asks::Joint) {
        return None;
    }
    let with = |place: &Stmt, directive: &RegionDirective, body: Block| Stmt {
        kind: StmtKind::Directed {
            directive: Box::new(directive.clone()),
            body,
        },
        ..place.clone()
    };
    Some(with(only, calls, vec![with(s, directive, inner.clone())]))
}
