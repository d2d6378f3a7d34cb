//! Reaching definitions in a sparse form: for each use of a zone, the one definition or join that reaches it.
//!
//! UD chains follow [`Chains::reaching`] and the operands of joins; DU chains are the same links reversed. If several
//! definitions of a zone meet, a join represents them, at the iterated dominance frontier of the defining blocks
//! (Cytron et al. 1991), only for zones that are used in a block before they are defined there. So the chains of a unit
//! take space linear in its text for the usual shapes of control flow.
//!
//! A definition that may preserve part of the old value, and each definition by a call, is linked to the previous
//! definition. The reader, who knows the kills of the call, decides whether a value flows along that link.
//!
//! Ignored: nothing; unreachable blocks have no chains.

use crate::cfg::{Cfg, Item, ItemMap, Role};
use crate::{ZoneId, ZoneSet};
use std::ops::Range;

/// Index of a [`Node`] in its unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place where a zone gets a value.
#[derive(Clone, Debug)]
pub struct Node {
    /// The zone.
    pub zone: ZoneId,
    /// Its kind.
    pub kind: NodeKind,
}

/// The way a zone gets a value.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// The value at the entry of the unit.
    Entry,
    /// Written by a step of a statement.
    Def {
        /// The statement.
        item: Item,
        /// Number of the step in it.
        step: u32,
        /// The node that reaches the step, if part of the old value may survive.
        before: Option<NodeId>,
    },
    /// A join of nodes at the start of a block.
    Join(Range<u32>),
}

/// Zones that a step of a statement touches: uses come before definitions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touch {
    pub uses: ZoneSet,
    /// May be written.
    pub defs: ZoneSet,
    /// The defined zones of which nothing survives.
    pub kills: ZoneSet,
}

/// The links of a step.
#[derive(Clone, Debug)]
struct StepLinks {
    uses: Range<u32>,
    defs: Range<u32>,
}

/// The chains of a unit.
#[derive(Clone, Debug, Default)]
pub struct Chains {
    nodes: Vec<Node>,
    operands: Vec<NodeId>,
    links: Vec<(ZoneId, NodeId)>,
    steps: Vec<StepLinks>,
    /// First step of each item.
    first: ItemMap<u32>,
    at_exit: Vec<(ZoneId, NodeId)>,
}

impl Chains {
    /// Builds the chains of a unit from the zones that the steps of each item touch, from the zones whose old value
    /// does not pass a loop's header ([`crate::sweeps`]), and from the zones used at its exit.
    pub(crate) fn build(
        cfg: &Cfg,
        touches: &mut dyn FnMut(Item) -> Vec<Touch>,
        swept: &dyn Fn(Item) -> ZoneSet,
        exit: &ZoneSet,
    ) -> Chains {
        let code = cfg.rpo().iter().map(|&b| {
            let items = cfg.items(b).iter();
            items.map(|&i| (i, touches(i))).collect::<Vec<_>>()
        });
        let mut builder = Builder::new(cfg, code.collect(), exit);
        for (k, &b) in cfg.rpo().iter().enumerate() {
            for &item in cfg.items(b) {
                if item.role == Role::Next {
                    builder.swept[k].union_with(&swept(item));
                }
            }
        }
        builder.place_joins();
        builder.rename();
        builder.out
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(k, n)| (NodeId(k as u32), n))
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if no zone is used or written.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes that meet in a join; one may occur several times, or be the join itself.
    pub fn operands(&self, range: &Range<u32>) -> &[NodeId] {
        &self.operands[range.start as usize..range.end as usize]
    }

    fn links(&self, item: Item, step: usize) -> Option<&StepLinks> {
        self.steps.get(*self.first.get(item)? as usize + step)
    }

    /// The uses of a step of an item, each with the node that reaches it.
    pub fn uses(&self, item: Item, step: usize) -> &[(ZoneId, NodeId)] {
        self.links(item, step)
            .map_or(&[], |l| &self.links[l.uses.start as usize..l.uses.end as usize])
    }

    /// The definitions of a step of an item.
    pub fn defs(&self, item: Item, step: usize) -> &[(ZoneId, NodeId)] {
        self.links(item, step)
            .map_or(&[], |l| &self.links[l.defs.start as usize..l.defs.end as usize])
    }

    /// The node that reaches the use of a zone in a step; `None` if the step does not use it, or is unreachable.
    pub fn reaching(&self, item: Item, step: usize, zone: ZoneId) -> Option<NodeId> {
        find(self.uses(item, step), zone)
    }

    /// The definition of a zone by a step.
    pub fn definition(&self, item: Item, step: usize, zone: ZoneId) -> Option<NodeId> {
        find(self.defs(item, step), zone)
    }

    /// The nodes that reach the exit of the unit, for the zones that exist outside.
    pub fn at_exit(&self) -> &[(ZoneId, NodeId)] {
        &self.at_exit
    }
}

fn find(sorted: &[(ZoneId, NodeId)], zone: ZoneId) -> Option<NodeId> {
    let k = sorted.binary_search_by_key(&zone, |l| l.0).ok()?;
    Some(sorted[k].1)
}

type BlockCode = Vec<(Item, Vec<Touch>)>;

struct Builder<'a> {
    cfg: &'a Cfg,
    /// By number of the block in reverse post-order.
    code: Vec<BlockCode>,
    exit: &'a ZoneSet,
    /// The zones that occur, sorted.
    zones: Vec<ZoneId>,
    /// Joins at the start of each block: index of the zone in `zones`, node.
    joins: Vec<Vec<(u32, NodeId)>>,
    /// Zones whose old value does not pass through each block.
    swept: Vec<ZoneSet>,
    /// Reachable predecessors of each block.
    predecessors: Vec<Vec<usize>>,
    /// Successors of each block, sorted, each with the position of the block among its predecessors.
    places: Vec<Vec<(usize, u32)>>,
    out: Chains,
}

impl<'a> Builder<'a> {
    fn new(cfg: &'a Cfg, code: Vec<BlockCode>, exit: &'a ZoneSet) -> Builder<'a> {
        let mut all = exit.clone();
        for t in code.iter().flatten().flat_map(|(_, t)| t) {
            all.union_with(&t.uses);
            all.union_with(&t.defs);
        }
        let blocks = cfg.rpo();
        let predecessors = blocks.iter().map(|&b| {
            let list = cfg.predecessors(b).iter();
            list.filter_map(|&p| cfg.number(p)).collect()
        });
        let predecessors: Vec<Vec<usize>> = predecessors.collect();
        let mut places = vec![vec![]; code.len()];
        for (b, list) in predecessors.iter().enumerate() {
            for (k, &p) in list.iter().enumerate() {
                places[p].push((b, k as u32));
            }
        }
        Builder {
            cfg,
            exit,
            zones: all.iter().collect(),
            joins: vec![vec![]; code.len()],
            swept: vec![ZoneSet::new(); code.len()],
            predecessors,
            places,
            code,
            out: Chains::default(),
        }
    }

    fn place_of(&self, zone: ZoneId) -> usize {
        self.zones.partition_point(|&z| z < zone)
    }

    /// The dominance frontier of each block (Cooper, Harvey, Kennedy 2001).
    fn frontiers(&self, dominator: &[usize]) -> Vec<Vec<usize>> {
        let mut frontier: Vec<Vec<usize>> = vec![vec![]; self.code.len()];
        for (b, list) in self.predecessors.iter().enumerate() {
            if list.len() < 2 {
                continue;
            }
            for &p in list {
                let mut at = p;
                while at != dominator[b] {
                    if frontier[at].last() != Some(&b) {
                        frontier[at].push(b);
                    }
                    at = dominator[at];
                }
            }
        }
        frontier
    }

    /// The immediate dominator of each block; of the entry, itself.
    fn dominators(&self) -> Vec<usize> {
        let number = |b| self.cfg.number(b).unwrap_or(0);
        let blocks = self.cfg.rpo().iter();
        blocks
            .map(|&b| self.cfg.immediate_dominator(b).map_or(0, number))
            .collect()
    }

    fn place_joins(&mut self) {
        if self.predecessors.iter().all(|p| p.len() < 2) {
            return;
        }
        let frontier = self.frontiers(&self.dominators());
        // used in some block before they are defined there
        let mut exposed = self.exit.clone();
        let mut blocks_of: Vec<Vec<usize>> = vec![vec![]; self.zones.len()];
        for (b, code) in self.code.iter().enumerate() {
            let mut defined = ZoneSet::new();
            for t in code.iter().flat_map(|(_, t)| t) {
                for z in t.uses.iter().chain(t.defs.iter().filter(|&z| !t.kills.contains(z))) {
                    if !defined.contains(z) {
                        exposed.insert(z);
                    }
                }
                defined.union_with(&t.defs);
            }
            for z in defined.iter() {
                blocks_of[self.place_of(z)].push(b);
            }
        }
        let mut has_join = vec![usize::MAX; self.code.len()];
        for (z, mut work) in blocks_of.into_iter().enumerate() {
            if !exposed.contains(self.zones[z]) {
                continue;
            }
            while let Some(b) = work.pop() {
                for &f in &frontier[b] {
                    if has_join[f] != z {
                        has_join[f] = z;
                        work.push(f);
                        let start = self.out.operands.len() as u32;
                        let end = start + self.predecessors[f].len() as u32;
                        let node = self.add(z, NodeKind::Join(start..end));
                        self.out.operands.resize(end as usize, node);
                        self.joins[f].push((z as u32, node));
                    }
                }
            }
        }
    }

    fn add(&mut self, zone: usize, kind: NodeKind) -> NodeId {
        let id = NodeId(self.out.nodes.len() as u32);
        let zone = self.zones[zone];
        self.out.nodes.push(Node { zone, kind });
        id
    }

    /// Walks the dominator tree with the current node of each zone.
    fn rename(&mut self) {
        let dominator = self.dominators();
        let mut children = vec![vec![]; self.code.len()];
        for (b, &d) in dominator.iter().enumerate().skip(1) {
            children[d].push(b);
        }
        let mut state = State {
            entry: vec![None; self.zones.len()],
            current: vec![None; self.zones.len()],
            undo: vec![],
        };
        // each entry stores the height of the undo log to restore when the block is left
        let mut work = vec![(0, None)];
        while let Some((b, height)) = work.pop() {
            if let Some(height) = height {
                state.go_back(height);
                continue;
            }
            work.push((b, Some(state.undo.len())));
            self.block(b, &mut state);
            work.extend(children[b].iter().map(|&c| (c, None)));
        }
    }

    fn current(&mut self, zone: usize, state: &mut State) -> NodeId {
        if let Some(n) = state.current[zone].or(state.entry[zone]) {
            return n;
        }
        let n = self.add(zone, NodeKind::Entry);
        state.entry[zone] = Some(n);
        n
    }

    fn block(&mut self, b: usize, state: &mut State) {
        for (z, node) in self.joins[b].clone() {
            state.set(z as usize, node);
        }
        for (item, touches) in std::mem::take(&mut self.code[b]) {
            self.out.first.insert(item, self.out.steps.len() as u32);
            for (step, t) in touches.into_iter().enumerate() {
                self.step(item, step as u32, &t, state);
            }
        }
        let block = self.cfg.rpo()[b];
        if block == self.cfg.exit() {
            for zone in self.exit.iter() {
                let node = self.current(self.place_of(zone), state);
                self.out.at_exit.push((zone, node));
            }
        }
        for &next in self.cfg.successors(block) {
            let Some(s) = self.cfg.number(next) else { continue };
            for (z, join) in self.joins[s].clone() {
                let NodeKind::Join(range) = self.out.nodes[join.index()].kind.clone() else {
                    continue;
                };
                // a back edge of the loop, from blocks that its header dominates
                if self.swept[s].contains(self.zones[z as usize]) && !self.cfg.dominates(next, block) {
                    continue;
                }
                let node = self.current(z as usize, state);
                if let Ok(k) = self.places[b].binary_search_by_key(&s, |p| p.0) {
                    self.out.operands[(range.start + self.places[b][k].1) as usize] = node;
                }
            }
        }
    }

    fn step(&mut self, item: Item, step: u32, t: &Touch, state: &mut State) {
        let start = self.out.links.len() as u32;
        for zone in t.uses.iter() {
            let node = self.current(self.place_of(zone), state);
            self.out.links.push((zone, node));
        }
        let middle = self.out.links.len() as u32;
        for zone in t.defs.iter() {
            let z = self.place_of(zone);
            let before = (!t.kills.contains(zone)).then(|| self.current(z, state));
            let node = self.add(z, NodeKind::Def { item, step, before });
            self.out.links.push((zone, node));
            state.set(z, node);
        }
        let end = self.out.links.len() as u32;
        self.out.steps.push(StepLinks {
            uses: start..middle,
            defs: middle..end,
        });
    }
}

struct State {
    /// Entry nodes, created on demand.
    entry: Vec<Option<NodeId>>,
    /// The last node on the path from the entry; `None` if that is the entry node.
    current: Vec<Option<NodeId>>,
    undo: Vec<(usize, Option<NodeId>)>,
}

impl State {
    fn set(&mut self, zone: usize, node: NodeId) {
        self.undo.push((zone, self.current[zone]));
        self.current[zone] = Some(node);
    }

    fn go_back(&mut self, height: usize) {
        while self.undo.len() > height {
            if let Some((zone, old)) = self.undo.pop() {
                self.current[zone] = old;
            }
        }
    }
}
