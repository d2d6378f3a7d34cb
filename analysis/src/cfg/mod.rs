//! The control-flow graph of a unit.
//!
//! Nodes are basic blocks of [`Item`]s. A construct's own statement belongs to the block that evaluates its tests and
//! bounds. A counted loop, a FORALL and a DO CONCURRENT occur twice: [`Role::Whole`] before the loop (bounds are
//! evaluated, the index gets its first value) and [`Role::Next`] in the loop's header (test and increment). `WHERE` is
//! straight-line code under a mask. FORMAT and comments are not executed and not in the graph.
//!
//! Ignored: the values of ASSIGNed labels (an assigned GOTO without a list leads to every assigned label of the unit);
//! the tests of an IF's later arms count as evaluated with the first.

mod build;

pub use build::Test;

use adc_frontend::ir::*;
use adc_frontend::parallel;
use petgraph::algo::dominators::{simple_fast, Dominators};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::DfsPostOrder;
use petgraph::Direction;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Index of a [`BasicBlock`] in its graph.
pub type BlockId = NodeIndex<u32>;

/// Statements that are executed in sequence.
#[derive(Clone, Debug, Default)]
pub struct BasicBlock {
    /// In order of execution.
    pub items: Vec<Item>,
}

/// One execution step of a statement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Item {
    /// The statement.
    pub stmt: StmtId,
    /// Its step.
    pub role: Role,
}

/// A table for items with nearby indices.
#[derive(Clone, Debug)]
pub(crate) struct ItemMap<T> {
    /// Place of the first entry.
    base: usize,
    entries: VecDeque<Option<T>>,
}

impl<T> Default for ItemMap<T> {
    fn default() -> Self {
        ItemMap {
            base: 0,
            entries: VecDeque::new(),
        }
    }
}

impl<T> ItemMap<T> {
    fn place(item: Item) -> usize {
        2 * item.stmt.0 as usize + usize::from(item.role == Role::Next)
    }

    pub fn get(&self, item: Item) -> Option<&T> {
        let place = Self::place(item).checked_sub(self.base)?;
        self.entries.get(place)?.as_ref()
    }

    /// All entries in order of statement.
    pub fn iter(&self) -> impl Iterator<Item = (Item, &T)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(k, e)| {
            let place = self.base + k;
            let role = [Role::Whole, Role::Next][place % 2];
            let stmt = StmtId((place / 2) as u32);
            Some((Item { stmt, role }, e.as_ref()?))
        })
    }

    pub fn insert(&mut self, item: Item, value: T) {
        let place = Self::place(item);
        if self.entries.is_empty() {
            self.base = place;
        }
        while place < self.base {
            self.entries.push_front(None);
            self.base -= 1;
        }
        if place - self.base >= self.entries.len() {
            self.entries.resize_with(place - self.base + 1, || None);
        }
        self.entries[place - self.base] = Some(value);
    }
}

/// The steps of a statement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// The whole statement without nested blocks; for counted loops: the bounds and the index's first value.
    Whole,
    /// The header of a counted loop: test and increment.
    Next,
}

/// A natural loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// Its one entry.
    pub header: BlockId,
    /// All its blocks in order of index, including the header.
    pub blocks: Vec<BlockId>,
}

/// The control-flow graph of a unit.
#[derive(Clone, Debug)]
pub struct Cfg {
    graph: DiGraph<BasicBlock, ()>,
    entry: BlockId,
    exit: BlockId,
    /// Blocks reachable from the entry, in reverse post-order.
    rpo: Vec<BlockId>,
    /// Position of each block in `rpo`, by index of the block; `None` for unreachable ones.
    number: Vec<Option<usize>>,
    /// Successors and predecessors of each block, in order of index.
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    dominators: Dominators<BlockId>,
}

/// The graphs of all units with a body.
pub fn build_all(program: &Program, test: Test) -> BTreeMap<UnitId, Cfg> {
    let bodies = program.units.iter().filter(|(_, u)| !u.prefix.interface_body);
    let bodies: Vec<(UnitId, &Block)> = bodies.map(|(id, u)| (id, &u.body)).collect();
    let graphs = parallel::map(&bodies, |(id, body)| (*id, Cfg::build(body, test)));
    graphs.into_iter().collect()
}

impl Cfg {
    /// The graph of a unit's body, without the branches that a test of known value excludes.
    pub fn build(body: &Block, test: Test) -> Cfg {
        let (graph, entry, exit) = build::build(body, test);
        let mut rpo = vec![];
        let mut walk = DfsPostOrder::new(&graph, entry);
        while let Some(b) = walk.next(&graph) {
            rpo.push(b);
        }
        rpo.reverse();
        let mut number = vec![None; graph.node_count()];
        rpo.iter().enumerate().for_each(|(k, b)| number[b.index()] = Some(k));
        let neighbours = |direction| -> Vec<Vec<BlockId>> {
            let sorted = |b| {
                let mut list: Vec<_> = graph.neighbors_directed(b, direction).collect();
                list.sort();
                list
            };
            graph.node_indices().map(sorted).collect()
        };
        let (successors, predecessors) = (neighbours(Direction::Outgoing), neighbours(Direction::Incoming));
        let dominators = simple_fast(&graph, entry);
        Cfg {
            graph,
            entry,
            exit,
            rpo,
            number,
            successors,
            predecessors,
            dominators,
        }
    }

    /// The block where execution begins.
    pub fn entry(&self) -> BlockId {
        self.entry
    }

    /// Target of returns; it has no items.
    pub fn exit(&self) -> BlockId {
        self.exit
    }

    /// Items of a block.
    pub fn items(&self, block: BlockId) -> &[Item] {
        &self.graph[block].items
    }

    /// Number of blocks, unreachable ones included.
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Always false: a graph has an entry and an exit.
    pub fn is_empty(&self) -> bool {
        self.graph.node_count() == 0
    }

    /// Reachable blocks, in reverse post-order.
    pub fn rpo(&self) -> &[BlockId] {
        &self.rpo
    }

    /// Position of a block in the reverse post-order; `None` if it is unreachable.
    pub fn number(&self, block: BlockId) -> Option<usize> {
        self.number[block.index()]
    }

    /// Successors in order of index.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    /// Predecessors in order of index.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// All items of reachable blocks, blocks in reverse post-order.
    pub fn all_items(&self) -> impl Iterator<Item = Item> + '_ {
        self.rpo.iter().flat_map(|&b| self.items(b).iter().copied())
    }

    /// True if every path from the entry to `b` passes through `a`; a block dominates itself.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.dominators.dominators(b).is_some_and(|mut d| d.any(|x| x == a))
    }

    /// The last block through which every path from the entry to this one passes.
    pub fn immediate_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.dominators.immediate_dominator(block)
    }

    /// Edges against the reverse post-order.
    fn retreating(&self) -> Vec<(BlockId, BlockId)> {
        let mut edges = vec![];
        for (k, &b) in self.rpo.iter().enumerate() {
            for &s in self.successors(b) {
                if self.number(s).is_some_and(|n| n <= k) {
                    edges.push((b, s));
                }
            }
        }
        edges
    }

    /// True if every cycle has one entry: all retreating edges lead to a dominator.
    pub fn is_reducible(&self) -> bool {
        self.retreating().iter().all(|&(from, to)| self.dominates(to, from))
    }

    /// The natural loops, one per header, outer before inner. Cycles with several entries are excluded.
    pub fn loops(&self) -> Vec<Loop> {
        let mut bodies: BTreeMap<usize, BTreeSet<BlockId>> = BTreeMap::new();
        for (from, header) in self.retreating() {
            if !self.dominates(header, from) {
                continue;
            }
            let body = bodies.entry(self.number(header).unwrap_or(0)).or_default();
            body.insert(header);
            let mut work = vec![from];
            while let Some(b) = work.pop() {
                if body.insert(b) {
                    work.extend(self.predecessors(b).iter().filter(|&&p| self.number(p).is_some()));
                }
            }
        }
        let loops = bodies.into_iter().map(|(h, blocks)| Loop {
            header: self.rpo[h],
            blocks: blocks.into_iter().collect(),
        });
        loops.collect()
    }

    /// One line for each reachable block: its number in reverse post-order, its items, its successors.
    pub fn dump(&self) -> String {
        let mut out = String::new();
        for (k, &b) in self.rpo.iter().enumerate() {
            let items = self.items(b).iter().map(|i| match i.role {
                Role::Whole => format!("{}", i.stmt.0),
                Role::Next => format!("{}+", i.stmt.0),
            });
            let next = self
                .successors(b)
                .iter()
                .filter_map(|&s| Some(self.number(s)?.to_string()));
            let (items, next): (Vec<_>, Vec<_>) = (items.collect(), next.collect());
            let name = if b == self.exit { " exit" } else { "" };
            out += &format!("{k}{name}: [{}] -> {}\n", items.join(" "), next.join(" "));
        }
        out
    }
}
