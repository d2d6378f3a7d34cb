//! Nodes of input and output.
//!
//! Output stands in the forward sweep of the head. Procedures that the head calls have written theirs when their primal ran; the second run, from a
//! snapshot, leaves it out ([`crate::output`]), and what it calls is silent ([`crate::silent`]). Input is no second time what it was, and is refused
//! there; so it is for active variables everywhere.

use super::super::plan::*;
use super::super::Adjoint;
use crate::output::is_output;
use adc_analysis::ZoneSet;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// The nodes of an I/O statement.
    pub(super) fn io_nodes(&mut self, s: &Stmt) -> Vec<Node> {
        let StmtKind::Io {
            kind, controls, items, ..
        } = &s.kind
        else {
            return vec![self.passive_node(s)];
        };
        self.stmt = s.id;
        self.check_branches(s, controls);
        let zeros = match kind {
            IoKind::Read => self.g.zeros_after_input(self.unit, s, items),
            _ => vec![],
        };
        if !self.is_first_run() && is_output(&s.kind) {
            return self.left_out(s);
        }
        let mut node = Simple::plain(s.clone());
        self.add_function_effects(&mut node, s);
        self.add_all_effects(&mut node, s);
        node.reads = self.read_by(s);
        node.is_observable = self.is_observable(s);
        node.needs = self.reads_of(&zeros);
        node.adjoint = zeros;
        vec![Node::Simple(node)]
    }

    /// Branches taken by an I/O statement are not among the jumps that normalisation makes structured.
    fn check_branches(&mut self, s: &Stmt, controls: &[(Option<SmolStr>, IoControl)]) {
        let jumps = |(word, c): &(Option<SmolStr>, IoControl)| {
            let word = word.as_ref().map(|w| w.to_ascii_lowercase());
            matches!(c, IoControl::Label(_)) && matches!(word.as_deref(), Some("err" | "end" | "eor"))
        };
        if controls.iter().any(jumps) {
            self.g.refuse(
                codes::UNSUPPORTED_CONTROL,
                s.span,
                "the jump of ERR=, END= or EOR= cannot be reversed yet; use IOSTAT= and a test",
            );
        }
    }

    /// Output that the second run leaves out.
    fn left_out(&mut self, s: &Stmt) -> Vec<Node> {
        let mut effects = Simple::plain(s.clone());
        self.add_function_effects(&mut effects, s);
        if !effects.writes.is_empty() {
            self.g.refuse_output_functions(s.span);
        }
        let none = ZoneSet::new();
        let instead = self.g.instead_of_output(self.unit, s);
        let mut nodes: Vec<Node> = instead.iter().map(|x| self.node(x, &none)).collect();
        for (node, x) in nodes.iter_mut().zip(&instead) {
            if let Node::Simple(node) = node {
                node.reads = self.read_by(x);
            }
        }
        nodes
    }
}
