//! Chooses the variables that are recomputed in one block, and the place.

use crate::adjoint::decide::recompute::savings;
use crate::adjoint::decide::recompute::savings::Depths;
use crate::adjoint::decide::recompute::spot::Place;
use crate::adjoint::plan::{Again, Node, Simple};
use crate::code::cost;
use crate::code::generated;
use crate::context::Context;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Definitions that run again together before the adjoint of one node, in program order.
#[derive(Clone, Debug)]
struct Group {
    variables: ZoneSet,
    /// Positions of the definitions in the block, in order.
    definitions: BTreeSet<usize>,
    /// The last node whose adjoint needs one of the variables.
    last: usize,
    /// Other zones that the definitions read.
    operands: ZoneSet,
    /// True if they run before values are popped at that node.
    before_pops: bool,
}

/// The recomputation in one block.
pub(crate) struct Block {
    groups: Vec<Group>,
}

/// The reads, writes and needs of a node of the block, nested blocks included.
struct Facts {
    writes: ZoneSet,
    needs: ZoneSet,
    /// The part of the needs that arises at the pops, or in blocks.
    early: ZoneSet,
    /// The zones that it reads, if it is a definition that can run again: see the module's text.
    definition: Option<ZoneSet>,
    /// True for an assignment that always runs.
    unconditional: bool,
    /// True if the values that the node overwrites are restored only after its adjoint: a split call first reads its
    /// own records.
    pops_after: bool,
}

impl Block {
    /// Chooses the candidates that can be recomputed in the block of a place. `needs`: of each node. `unread`:
    /// variables whose definitions may be expensive.
    pub(crate) fn find(
        cx: &Context,
        nodes: &[Node],
        needs: &[ZoneSet],
        place: &Place,
        depths: &Depths,
        candidates: &ZoneSet,
        unread: &ZoneSet,
    ) -> Block {
        let worth = |z: &ZoneId| candidates.contains(*z) && (unread.contains(*z) || !place.standing.contains(*z));
        let facts: Vec<Facts> = nodes
            .iter()
            .zip(needs)
            .map(|(n, needs)| Facts::of(cx, n, needs, unread))
            .collect();
        let mut places: BTreeMap<ZoneId, BTreeSet<usize>> = BTreeMap::new();
        for (k, f) in facts.iter().enumerate() {
            for z in f.writes.iter().filter(worth) {
                places.entry(z).or_default().insert(k);
            }
        }
        let mut wanted: ZoneSet = places.keys().copied().collect();
        loop {
            let finder = Finder {
                cx,
                facts: &facts,
                places: &places,
                wanted: &wanted,
                place,
                depths,
            };
            match finder.groups() {
                Ok(groups) => return Block { groups },
                Err(ruled_out) => wanted.subtract(&ruled_out),
            }
        }
    }

    /// The variables that are recomputed.
    pub(crate) fn variables(&self) -> ZoneSet {
        let mut all = ZoneSet::new();
        self.groups.iter().for_each(|g| {
            all.union_with(&g.variables);
        });
        all
    }

    /// Other zones that their definitions read.
    pub(crate) fn operands(&self) -> ZoneSet {
        let mut all = ZoneSet::new();
        self.groups.iter().for_each(|g| {
            all.union_with(&g.operands);
        });
        all
    }

    /// Applies the recomputation to the plan of the block.
    pub(crate) fn apply(self, nodes: &mut Vec<Node>) {
        let mut groups = self.groups;
        for n in nodes.iter_mut() {
            groups.iter().for_each(|group| n.serve(&group.variables));
        }
        // from the last to the first, so that positions remain valid; at one position, the first definition runs first
        groups.sort_by_key(|group| (group.last, group.definitions.first().copied()));
        for group in groups.into_iter().rev() {
            let definitions = group.definitions.iter().filter_map(|&d| nodes.get(d).map(again));
            let body: Vec<Stmt> = definitions.collect();
            for &d in &group.definitions {
                nodes.get_mut(d).into_iter().for_each(mark);
            }
            match nodes.get_mut(group.last) {
                Some(Node::Simple(s)) if !group.before_pops => {
                    if let Some(call) = &mut s.call {
                        call.position += body.len();
                    }
                    s.adjoint.splice(0..0, body);
                    s.needs.union_with(&group.operands);
                    s.again.union_with(&group.variables);
                }
                _ => nodes.insert(
                    group.last + 1,
                    Node::Again(Again {
                        body,
                        needs: group.operands,
                        writes: group.variables,
                    }),
                ),
            }
        }
    }
}

/// A definition, as it runs in the reverse sweep.
fn again(n: &Node) -> Stmt {
    let mut s = match n {
        Node::Simple(s) => s.forward.clone(),
        Node::Branch(b) => {
            let bodies = b.arms.iter().map(|a| a.iter().map(again).collect()).collect();
            crate::adjoint::plan::branches::again(&b.stmt, bodies)
        }
        Node::Loop(_) | Node::Again(_) | Node::Region(_) => Stmt::new(StmtKind::Continue),
    };
    s.lead = vec![];
    s.trail = None;
    s.span = Span::NONE;
    if let StmtKind::Assign { lhs, rhs } = &s.kind {
        s.kind = StmtKind::Assign {
            lhs: generated(lhs),
            rhs: generated(rhs),
        };
    }
    s
}

/// Marks the assignments of a definition that runs again.
fn mark(n: &mut Node) {
    if let Node::Simple(s) = n {
        s.repeated = true;
    }
    n.blocks_mut().into_iter().flatten().for_each(mark);
}

struct Finder<'f, 'g, 'a> {
    cx: &'f Context<'a>,
    facts: &'g [Facts],
    places: &'g BTreeMap<ZoneId, BTreeSet<usize>>,
    wanted: &'g ZoneSet,
    place: &'g Place,
    depths: &'g Depths,
}

impl Finder<'_, '_, '_> {
    /// Returns the groups, or the variables that cannot be recomputed.
    fn groups(&self) -> Result<Vec<Group>, ZoneSet> {
        let mut ruled_out: ZoneSet = self.wanted.iter().filter(|&z| !self.is_definable(z)).collect();
        if !ruled_out.is_empty() {
            return Err(ruled_out);
        }
        let mut groups = vec![];
        for group in self.joined() {
            match self.placed(group) {
                Ok(found) => groups.extend(found),
                Err(z) => ruled_out.extend(z.iter()),
            }
        }
        if ruled_out.is_empty() {
            Ok(groups)
        } else {
            Err(ruled_out)
        }
    }

    fn definitions(&self, z: ZoneId) -> impl Iterator<Item = (usize, &Facts)> {
        let places = self.places.get(&z).into_iter().flatten();
        places.filter_map(|&k| self.facts.get(k).map(|f| (k, f)))
    }

    /// True if each definition can run again by itself, and the first one always runs and needs no earlier value.
    fn is_definable(&self, z: ZoneId) -> bool {
        let mut all = self.definitions(z);
        let fresh = |f: &Facts| f.unconditional && f.definition.as_ref().is_some_and(|r| !r.contains(z));
        let first = self.definitions(z).next().is_some_and(|(_, f)| fresh(f));
        let last = self.places.get(&z).and_then(|p| p.last().copied()).unwrap_or(0);
        let early = self.facts.iter().take(last + 1).any(|f| f.needs.contains(z));
        let known = all.all(|(_, f)| f.definition.is_some() && f.writes.is_subset(self.wanted));
        first && known && !early
    }

    /// Zones that the definitions of a variable read, and variables defined in the same nodes.
    fn named_by(&self, z: ZoneId) -> ZoneSet {
        let mut named = ZoneSet::new();
        for (_, f) in self.definitions(z) {
            let read = f.definition.iter().flat_map(ZoneSet::iter);
            named.extend(read.chain(f.writes.iter()).filter(|&x| self.wanted.contains(x)));
        }
        named
    }

    /// Variables that the block needs, and those from which they are computed.
    fn relevant(&self) -> ZoneSet {
        let needed = self
            .wanted
            .iter()
            .filter(|&z| self.facts.iter().any(|f| f.needs.contains(z)));
        let mut work: Vec<ZoneId> = needed.collect();
        let mut found: ZoneSet = work.iter().copied().collect();
        while let Some(z) = work.pop() {
            work.extend(self.named_by(z).iter().filter(|&x| found.insert(x)));
        }
        found
    }

    /// Groups variables whose definitions read each other, or are in one node: they are recomputed together.
    fn joined(&self) -> Vec<ZoneSet> {
        let mut groups: Vec<ZoneSet> = vec![];
        for z in self.relevant().iter() {
            let mut mine = self.named_by(z);
            mine.insert(z);
            let (touching, rest): (Vec<ZoneSet>, Vec<ZoneSet>) = groups.into_iter().partition(|g| g.intersects(&mine));
            touching.iter().for_each(|g| {
                mine.union_with(g);
            });
            groups = rest;
            groups.push(mine);
        }
        groups
    }

    /// The place where a group is recomputed; `None` if it is not needed.
    fn placed(&self, variables: ZoneSet) -> Result<Option<Group>, ZoneSet> {
        let uses = |f: &Facts| f.needs.intersects(&variables);
        let Some(last) = self.facts.iter().rposition(uses) else {
            return Ok(None);
        };
        let mut group = Group {
            definitions: variables
                .iter()
                .flat_map(|z| self.places.get(&z))
                .flatten()
                .copied()
                .collect(),
            before_pops: self.facts.get(last).is_some_and(|f| f.early.intersects(&variables)),
            operands: ZoneSet::new(),
            variables,
            last,
        };
        let not_yet = self.facts.get(last).is_some_and(|f| group.before_pops || f.pops_after);
        let mut ruled_out = ZoneSet::new();
        for &d in &group.definitions {
            let Some(f) = self.facts.get(d) else { continue };
            for z in f.definition.iter().flat_map(ZoneSet::iter) {
                if group.variables.contains(z) {
                    // the value of the previous iteration is not available
                    let first = self.places.get(&z).and_then(|p| p.first());
                    if d > last || first.is_none_or(|&first| first >= d) {
                        ruled_out.union_with(&f.writes);
                    }
                    continue;
                }
                group.operands.insert(z);
                if d > last || self.is_written(z, d, last + usize::from(not_yet)) {
                    ruled_out.union_with(&f.writes);
                }
            }
        }
        if !ruled_out.is_empty() {
            return Err(ruled_out);
        }
        let served = group
            .variables
            .iter()
            .filter(|&z| self.facts.iter().any(|f| f.needs.contains(z)));
        if !self.depths.pays(served.count(), &group.operands, self.place) {
            return Err(group.variables);
        }
        Ok(Some(group))
    }

    /// True if a node after `after` and before `end` may write a zone.
    fn is_written(&self, zone: ZoneId, after: usize, end: usize) -> bool {
        let between = self.facts.iter().take(end).skip(after + 1);
        let mut own = self.facts.iter().skip(after).take(1);
        own.any(|f| f.writes.contains(zone))
            || between
                .into_iter()
                .any(|f| self.cx.facts.zones.is_among(zone, &f.writes))
    }
}

impl Facts {
    fn of(cx: &Context, n: &Node, needs: &ZoneSet, unread: &ZoneSet) -> Facts {
        let mut facts = Facts {
            writes: n.written(),
            needs: needs.clone(),
            early: ZoneSet::new(),
            definition: definition(cx, n, unread),
            unconditional: matches!(n, Node::Simple(_)),
            pops_after: matches!(n, Node::Simple(s) if s.call.as_ref().is_some_and(|c| c.split)),
        };
        facts.early = match n {
            Node::Simple(s) => subscripts(s),
            Node::Branch(_) | Node::Loop(_) | Node::Again(_) | Node::Region(_) => facts.needs.clone(),
        };
        facts
    }
}

fn subscripts(s: &Simple) -> ZoneSet {
    let mut all = ZoneSet::new();
    s.writes.iter().for_each(|w| {
        all.union_with(&w.subscripts);
    });
    all
}

/// Zones that a node reads, if it only assigns scalars, at low cost except for variables in `unread`.
fn definition(cx: &Context, n: &Node, unread: &ZoneSet) -> Option<ZoneSet> {
    match n {
        Node::Simple(s) => {
            let StmtKind::Assign { lhs, rhs } = &s.forward.kind else {
                return None;
            };
            let zone =
                crate::adjoint::decide::recompute::zone_of(cx, lhs).filter(|_| !s.is_observable && s.call.is_none())?;
            let pays = cost::is_cheap(rhs) || unread.contains(zone) && savings::is_elemental(rhs);
            pays.then(|| s.reads.clone())
        }
        Node::Branch(b) => {
            let mut reads = b.tests.clone();
            let tests = !b.is_observable && is_cheap_test(&b.stmt);
            for n in b.arms.iter().flatten().filter(|_| tests) {
                if n.has_adjoint() {
                    return None;
                }
                reads.union_with(&definition(cx, n, unread)?);
            }
            tests.then_some(reads)
        }
        Node::Loop(_) | Node::Again(_) | Node::Region(_) => None,
    }
}

fn is_cheap_test(s: &Stmt) -> bool {
    let mut cheap = true;
    walk_block(std::slice::from_ref(s), &mut |s| {
        visit::stmt_exprs(&s.kind, &mut |e| cheap &= cost::is_cheap(e));
    });
    cheap
}
