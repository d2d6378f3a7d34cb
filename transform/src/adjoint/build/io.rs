//! Nodes of input and output.
//!
//! Output stays in the forward sweep of the head. Procedures below the head have written their output when their primal
//! ran. The second run, from a snapshot, omits it ([`crate::context::output`]), and its callees are silent
//! ([`crate::context::silent`]). Procedures that read run once ([`crate::context::once`]), unless their files are known
//! to stay unchanged ([`crate::code::reread`]). Input into active variables is refused.

use super::super::plan::*;
use super::super::Adjoint;
use crate::code::io::is_output;
use adc_analysis::ZoneSet;
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// The nodes of an I/O statement.
    pub(super) fn io_nodes(&mut self, s: &Stmt) -> Vec<Node> {
        let StmtKind::Io { kind, items, .. } = &s.kind else {
            return vec![self.passive_node(s)];
        };
        self.stmt = s.id;
        let zeros = match kind {
            IoKind::Read => self.g.zeros_after_input(self.unit, s, items),
            _ => vec![],
        };
        if !self.is_first_run() && is_output(&s.kind) && !self.repeats_input(s) {
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

    /// The nodes of output that the second run omits.
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
