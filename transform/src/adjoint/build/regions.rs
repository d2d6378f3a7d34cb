//! Nodes of directives about statements: what is run a second time from a snapshot as a whole.

use super::super::plan::*;
use super::super::Adjoint;
use adc_analysis::ZoneSet;
use adc_frontend::ast::{SmolStr, Trivia};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// The nodes of a directive with its statements.
    pub(super) fn directed_nodes(
        &mut self,
        s: &Stmt,
        directive: &RegionDirective,
        body: &Block,
        written: &ZoneSet,
    ) -> Vec<Node> {
        match &directive.asks {
            Asks::IndependentIterations if self.can_run_again(body) && is_plain_loop(body) => {
                let mut node = self.region_node(s, body, written);
                node.body.iter_mut().for_each(|n| {
                    if let Node::Loop(l) = n {
                        l.independent = true;
                    }
                });
                vec![Node::Region(node)]
            }
            Asks::Checkpoint if self.can_run_again(body) => vec![Node::Region(self.region_node(s, body, written))],
            Asks::IndependentIterations | Asks::Checkpoint => {
                self.g.messages.push(Diagnostic::warning(
                    codes::MISPLACED_DIRECTIVE,
                    directive.span,
                    "this directive has no effect: its statements allocate, set pointers, or leave the loop early, and cannot be run a second time",
                ));
                self.transparent(s, directive, body, written)
            }
            Asks::Split | Asks::Joint => {
                let before = self.splits.replace(matches!(directive.asks, Asks::Split));
                let nodes = self.transparent(s, directive, body, written);
                self.splits = before;
                nodes
            }
            Asks::Constant | Asks::Binomial { .. } | Asks::FixedPoint { .. } => {
                self.transparent(s, directive, body, written)
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

    fn region_node(&mut self, s: &Stmt, body: &Block, written: &ZoneSet) -> Region {
        let mut face = Simple::plain(s.clone());
        self.stmt = s.id;
        self.add_all_effects(&mut face, s);
        face.reads = self.read_by(s);
        face.is_observable = self.is_observable(s);
        self.second_runs += 1;
        let body = self.nodes(body, written);
        self.second_runs -= 1;
        Region {
            face,
            body,
            again: ZoneSet::new(),
            live_in: ZoneSet::new(),
            upstream: ZoneSet::new(),
        }
    }

    /// True for statements that may be run twice in one run of their procedure.
    fn can_run_again(&self, body: &Block) -> bool {
        let mut moves = false;
        walk_block(body, &mut |s| {
            moves |= match &s.kind {
                StmtKind::Allocate { .. }
                | StmtKind::Deallocate { .. }
                | StmtKind::PointerAssign { .. }
                | StmtKind::Nullify(_) => true,
                StmtKind::Assign { lhs, .. } => crate::place::may_allocate(self.g.primal, lhs),
                _ => false,
            };
        });
        !moves
    }

    /// True where output belongs: in the first run of the head.
    pub(super) fn is_first_run(&self) -> bool {
        self.g.is_entry(self.unit) && self.second_runs == 0
    }
}

/// True for a counted loop that runs to its end, perhaps with statements around that normalisation has added.
fn is_plain_loop(body: &Block) -> bool {
    let loops: Vec<&Stmt> = body.iter().filter(|s| matches!(s.kind, StmtKind::Do { .. })).collect();
    let [Stmt {
        kind: StmtKind::Do {
            control: DoControl::Count { .. },
            body,
            ..
        },
        ..
    }] = loops.as_slice()
    else {
        return false;
    };
    crate::normalize::jumps::trailing_exit(body).is_none()
}
