//! Builds the plan: walks the structured body and makes a node of each statement.

pub(super) mod association;
pub(crate) mod base;
mod call;
mod descriptors;
pub(super) mod existence;
mod freed;
pub(in crate::adjoint) mod held;
mod io;
mod loops;
mod memory;
pub(crate) mod observable;
mod pointers;
pub(crate) mod reads;
mod regions;
pub(crate) mod repeatable;
mod result;
mod sections;
mod simple;
pub(crate) mod sums;

use super::plan::*;
use super::Adjoint;
use crate::adjoint::plan::branches::hollow;
use crate::context::place::moves;
use crate::context::ways::Way;
use crate::rules::linear;
use adc_analysis::ZoneSet;
use adc_frontend::codes;
use adc_frontend::consteval::logical_const;
use adc_frontend::ir::*;
use held::Held;

impl Adjoint<'_, '_> {
    /// The plan of the whole body.
    pub fn plan(&mut self) -> Vec<Node> {
        let primal = self.g.primal;
        let body = &primal.units[self.unit].body;
        self.written = self.written_by(body);
        self.held = Held::of(self.g.primal, self.unit);
        // a test between the two sweeps of a split procedure needs all that the procedure writes
        let after = match self.g.choices.split.contains(&self.unit) {
            true => self.written.clone(),
            false => ZoneSet::new(),
        };
        self.nodes(body, &after)
    }

    /// `after`: zones that are written between the end of the block and the start of its reverse part.
    pub(super) fn nodes(&mut self, block: &Block, after: &ZoneSet) -> Vec<Node> {
        self.in_own_block(|x| x.nodes_of_block(block, after))
    }

    fn nodes_of_block(&mut self, block: &Block, after: &ZoneSet) -> Vec<Node> {
        // only statements with blocks use it
        let mut after_each: Vec<ZoneSet> = vec![];
        let mut from_here = after.clone();
        for s in block.iter().rev() {
            if s.kind.has_blocks() {
                after_each.push(from_here.clone());
            }
            from_here.union_with(&self.written_by(std::slice::from_ref(s)));
        }
        let mut after_each = after_each.into_iter().rev();
        let mut out = Vec::with_capacity(block.len());
        for (k, s) in block.iter().enumerate() {
            let written = match s.kind.has_blocks() {
                true => &after_each.next().unwrap_or_default(),
                false => &ZoneSet::new(),
            };
            self.g.come_to(s.span);
            self.check_repeatable(s);
            if let Some(node) = self.held_node(s, block.get(k + 1..).unwrap_or(&[])) {
                out.extend(node);
                continue;
            }
            match &s.kind {
                StmtKind::Io { .. } => out.extend(self.io_nodes(s)),
                StmtKind::Directed { directive, body } => out.extend(self.directed_nodes(s, directive, body, written)),
                _ => {
                    let mut node = self.node(s, written);
                    if let Node::Simple(n) = &mut node {
                        n.begins = self.g.facts.sweeps.at_group(item(n)).cloned().unwrap_or_default();
                    }
                    self.complete(s, &mut node);
                    let after = call::after_call(self, &mut node);
                    out.push(node);
                    out.extend(after);
                }
            }
            self.forget_held(s);
        }
        out
    }

    /// Adds the writes of a statement that the analyses know to its node; otherwise overwritten values would not be
    /// recorded.
    fn complete(&mut self, s: &Stmt, node: &mut Node) {
        // these change existence or association, not values; their nodes handle that themselves
        let moves = moves(&s.kind);
        if let Node::Simple(node) = node {
            if !moves {
                self.add_all_effects(node, s);
                self.add_existence(node, s);
                if self.g.associates_anywhere() && !self.g.calls_in(s).is_empty() {
                    let values = self.g.values_written_with_blocks(s);
                    node.writes.retain(|w| values.contains(w.zone));
                    self.add_associations(node, s);
                }
                freed::forget_stranded_names(self.g, node, s);
            }
            self.add_descriptors(node, s);
            node.reads = match node.read_by_partials.is_empty() {
                true => self.read_by(&node.forward),
                false => self.read_by(&linear::without_partials(&node.forward)),
            };
            let brings_into_being = node.revive.as_ref().is_some_and(|r| !r.for_values);
            node.is_observable = moves || brings_into_being || self.is_observable(s);
            self.fill(node);
            self.narrow(node);
        }
    }

    /// `written`, for a statement with blocks: zones that are written between the end of the statement and the start of
    /// its reverse part.
    pub(super) fn node(&mut self, s: &Stmt, written: &ZoneSet) -> Node {
        self.stmt = s.id;
        let tests_change = |all: &Self| {
            let mut out = all.written_by(std::slice::from_ref(s));
            out.union_with(written);
            out
        };
        match &s.kind {
            StmtKind::Assign { lhs, rhs } => self.assign_node(s, lhs, rhs),
            StmtKind::Call { callee, args } => self.call_node(s, callee, args),
            StmtKind::If { arms, .. } => {
                let mut tests = arms.iter().filter_map(|a| a.cond.as_ref());
                let written_since = tests_change(self);
                let again = tests.all(|c| self.unchanged(c, &written_since));
                let total = arms.last().is_some_and(|a| a.cond.is_none());
                self.branch_node(s, written, again, total)
            }
            StmtKind::Select { expr, cases, .. } => {
                let again = self.unchanged(expr, &tests_change(self));
                let total = cases.iter().any(|c| c.values.is_none()) || takes_both(self.g.primal, expr, cases);
                self.branch_node(s, written, again, total)
            }
            StmtKind::Do { control, body, .. } => match self.g.choices.ways.way(s.id) {
                Some(Way::Fused) => self.fused_loop(s, control, body),
                Some(Way::Sum) => self.running_sum(s, control, body, written),
                Some(Way::Blocks) => self.in_blocks(s, control, body),
                None if loops::is_search(self.g, s) => loops::search_node(self, s),
                None => self.loop_node(s, control, body, Some(written)),
            },
            StmtKind::Where { arms } => self.where_node(s, arms),
            StmtKind::Allocate { objects, options, .. } => self.allocate_node(s, objects, options),
            StmtKind::Deallocate { objects, options } => self.deallocate_node(s, objects, options),
            StmtKind::CallIntrinsic { id, args, .. } => {
                self.g.check_intrinsic_call(self.place(), s);
                self.intrinsic_call_node(s, *id, args)
            }
            StmtKind::PointerAssign { lhs, rhs } => self.pointer_node(s, std::slice::from_ref(lhs), Some(rhs)),
            StmtKind::Nullify(objects) => self.pointer_node(s, objects, None),
            StmtKind::Forall { .. } => {
                if self.g.defines_wanted(s) {
                    self.unsupported(s.span, "FORALL with active variables");
                }
                self.passive_node(s)
            }
            StmtKind::SelectType { .. } => {
                if self.g.touches_active(self.unit, s) {
                    self.unsupported(s.span, "SELECT TYPE or SELECT RANK with active variables");
                }
                self.passive_node(s)
            }
            StmtKind::Associate { .. } => {
                if self.g.touches_active(self.unit, s) {
                    self.unsupported(s.span, "ASSOCIATE with active variables");
                }
                self.passive_node(s)
            }
            StmtKind::Scope { locals, .. } => {
                if self.g.touches_active(self.unit, s) {
                    let names = locals.iter().map(|&l| format!("`{}`", self.g.primal.symbols[l].name));
                    let names: Vec<String> = names.collect();
                    let text = match names.is_empty() {
                        true => "BLOCK with active variables".into(),
                        false => format!(
                            "BLOCK with active variables and local declarations that cannot be moved to the procedure ({})",
                            names.join(", ")
                        ),
                    };
                    self.unsupported(s.span, &text);
                }
                self.passive_node(s)
            }
            // in a block these are nodes of their own
            StmtKind::Directed { .. } => {
                self.unsupported(s.span, "a directive here");
                self.passive_node(s)
            }
            StmtKind::ComputedGoto(..)
            | StmtKind::ArithmeticIf(..)
            | StmtKind::Goto(_)
            | StmtKind::AssignLabel(..)
            | StmtKind::AssignedGoto(..)
            | StmtKind::Cycle(_)
            | StmtKind::Exit(_) => {
                self.g
                    .refuse(codes::UNSUPPORTED_CONTROL, s.span, "this jump cannot be reversed yet");
                self.passive_node(s)
            }
            StmtKind::Return(_)
            | StmtKind::Stop { .. }
            | StmtKind::Pause(_)
            | StmtKind::Continue
            | StmtKind::Format(_)
            | StmtKind::Push(_)
            | StmtKind::Pop(_)
            | StmtKind::PushControl { .. }
            | StmtKind::PopControl { .. }
            | StmtKind::Io { .. }
            | StmtKind::Model(_)
            | StmtKind::Comment(_) => self.passive_node(s),
        }
    }

    fn branch_node(&mut self, s: &Stmt, written: &ZoneSet, again: bool, total: bool) -> Node {
        let mut arms = vec![];
        let mut runs = self.arms_that_run(&s.kind).into_iter();
        s.kind.for_each_block(&mut |b| {
            arms.push(match runs.next() {
                Some(false) => vec![],
                _ => self.nodes(b, written),
            });
        });
        let stmt = hollow(s);
        let tests = self.g.facts.effects.of(s.id).reads.clone();
        let has_adjoint = arms.iter().flatten().any(Node::has_adjoint);
        // it is not known yet if anything else in the arms has an adjoint: then the test must read nothing that is
        // written
        let again = again && (has_adjoint || !tests.intersects(&self.written));
        let is_asked = again && has_adjoint;
        Node::Branch(Branch {
            needs: if is_asked { tests.clone() } else { ZoneSet::new() },
            tests,
            is_observable: self.is_observable(&stmt),
            stmt,
            arms,
            total,
            again,
            live: true,
            turns: false,
            slot: None,
        })
    }

    /// One flag for each arm of an IF: false if constants exclude it, so that it has no part in the derivative.
    fn arms_that_run(&self, s: &StmtKind) -> Vec<bool> {
        let StmtKind::If { arms, .. } = s else { return vec![] };
        let facts = self.g.facts;
        let decided = |a: &Arm| a.cond.as_ref().and_then(|c| facts.constants.decides(self.g.primal, c));
        let mut over = false;
        let runs = arms.iter().map(|a| {
            let value = decided(a);
            let runs = !over && value != Some(false);
            over |= value == Some(true);
            runs
        });
        runs.collect()
    }
}

/// True for a SELECT CASE with both logical values: a default would be unreachable.
fn takes_both(program: &Program, selector: &Expr, cases: &[Case]) -> bool {
    let takes = |wanted: bool| {
        cases
            .iter()
            .filter_map(|c| c.values.as_ref())
            .flatten()
            .any(|v| match v {
                CaseValue::Value(e) => logical_const(program, e) == Some(wanted),
                CaseValue::Range(..) => false,
            })
    };
    matches!(selector.ty, Ty::Logical(_)) && takes(true) && takes(false)
}
