//! Definitions whose values statements outside of a graph may read.

use adc_analysis::cfg::{Cfg, Item};
use adc_analysis::chains::{Chains, NodeId, NodeKind};
use adc_analysis::code::Code;
use adc_frontend::ir::StmtId;
use std::collections::{BTreeMap, BTreeSet};

/// The chains of a unit from definitions to uses (du-chains).
pub(super) struct Escapes<'a> {
    chains: &'a Chains,
    code: &'a Code,
    /// The statements that use a node.
    users: BTreeMap<NodeId, Vec<StmtId>>,
    /// Joins of a node with others.
    joins: BTreeMap<NodeId, Vec<NodeId>>,
    /// Definitions that leave parts of a node's value.
    later: BTreeMap<NodeId, Vec<NodeId>>,
}

impl<'a> Escapes<'a> {
    pub fn new(cfg: &Cfg, chains: &'a Chains, code: &'a Code) -> Escapes<'a> {
        let mut out = Escapes {
            chains,
            code,
            users: BTreeMap::new(),
            joins: BTreeMap::new(),
            later: BTreeMap::new(),
        };
        for item in cfg.all_items() {
            for step in 0..out.steps(item) {
                for &(_, node) in chains.uses(item, step) {
                    out.users.entry(node).or_default().push(item.stmt);
                }
            }
        }
        for (id, node) in chains.nodes() {
            match &node.kind {
                NodeKind::Entry => {}
                NodeKind::Def { before, .. } => {
                    if let Some(before) = before {
                        out.later.entry(*before).or_default().push(id);
                    }
                }
                NodeKind::Join(range) => {
                    for &operand in chains.operands(range) {
                        out.joins.entry(operand).or_default().push(id);
                    }
                }
            }
        }
        out
    }

    /// Number of steps of an item: its reads, then its writes.
    fn steps(&self, item: Item) -> usize {
        self.code.get(item).map_or(0, |l| l.steps.len() + 1)
    }

    /// True if a value that a statement defines may be read outside of `inside`, or by an earlier statement of it in
    /// another iteration.
    pub fn of(&self, item: Item, inside: &BTreeSet<StmtId>) -> bool {
        let defined = (0..self.steps(item)).flat_map(|step| self.chains.defs(item, step));
        let mut work: Vec<(NodeId, bool)> = defined.map(|d| (d.1, false)).collect();
        let mut seen: BTreeSet<(NodeId, bool)> = work.iter().copied().collect();
        while let Some((node, joined)) = work.pop() {
            let is_outside = |s: &StmtId| joined || !inside.contains(s);
            let users = self.users.get(&node).into_iter().flatten();
            if users.into_iter().any(is_outside) || self.chains.at_exit().iter().any(|e| e.1 == node) {
                return true;
            }
            let joins = self.joins.get(&node).into_iter().flatten().map(|&n| (n, true));
            let later = self.later.get(&node).into_iter().flatten().map(|&n| (n, joined));
            work.extend(joins.chain(later).filter(|&n| seen.insert(n)));
        }
        false
    }
}
