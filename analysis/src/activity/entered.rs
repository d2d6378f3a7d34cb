//! The global zones that may have a varied value when a unit is entered.
//!
//! A global zone has one node between units ([`super::dug`]), whatever the order in which these run. A value that a unit
//! reads before anything is varied would count as varied if a later unit makes the zone so. For each unit `u`, with all
//! calls `s` of it in units `v`:
//!
//! ```text
//! MADE(u)    = zones with a varied definition in u  ∪  MADE(c), c called by u
//! ENTERED(u) = ∪ over s:  ENTERED(v)  ∪  MADE of the items of v from which control may reach s
//! ```
//!
//! ENTERED of a head begins with its independents. The least solution, together with the varied nodes: a value flows
//! from the node of a zone into a unit only if the zone is in ENTERED(u), and into the definition by a call of `c` only
//! if it is in ENTERED(c) ∪ MADE(c).
//!
//! Ignored: that a definition may overwrite a varied value. So a zone outside of ENTERED(u) never had one before, and its
//! shadow is still zero.

use super::colour::Colour;
use super::graph::{At, Graph, NodeId};
use super::input::Input;
use crate::cfg::Item;
use crate::chains::NodeKind;
use crate::{HeadSpec, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// An item that calls units or defines global zones.
struct Event {
    callees: Vec<UnitId>,
    definitions: Vec<(ZoneId, NodeId)>,
}

/// A block of a unit.
struct Block {
    predecessors: Vec<usize>,
    events: Vec<Event>,
}

/// A unit.
struct Body {
    unit: UnitId,
    /// In reverse postorder.
    blocks: Vec<Block>,
    /// Units that it may call, but not by an item that is known here: as if called at its entry and at its return.
    hidden: Vec<UnitId>,
}

/// The sets of the units that a head reaches.
pub(super) struct Entered {
    /// Callers first.
    units: Vec<Body>,
    callees: BTreeMap<Item, Vec<UnitId>>,
    entered: BTreeMap<UnitId, ZoneSet>,
    made: BTreeMap<UnitId, ZoneSet>,
}

impl Entered {
    pub fn new(input: Input, definitions: &BTreeMap<UnitId, Vec<Option<NodeId>>>, head: &HeadSpec) -> Entered {
        let mut found = Entered {
            units: vec![],
            callees: BTreeMap::new(),
            entered: BTreeMap::new(),
            made: BTreeMap::new(),
        };
        for unit in input.calls.reachable([head.unit]) {
            let defined = definitions_of(input, definitions, unit);
            let blocks = found.blocks(input, unit, &defined);
            let events = blocks.iter().flat_map(|b| &b.events);
            let shown: BTreeSet<UnitId> = events.flat_map(|e| e.callees.iter().copied()).collect();
            let callees = input.calls.callees(unit).iter().copied();
            let hidden = callees.filter(|c| !shown.contains(c)).collect();
            found.units.push(Body { unit, blocks, hidden });
        }
        let independents = head.independents.iter();
        let zones = independents.flat_map(|&s| head.independent_zones(input.zones, s));
        let zones = zones.flat_map(|z| input.aliases(z)).collect();
        found.entered.insert(head.unit, zones);
        found
    }

    /// Adds zones that are varied when a unit is entered.
    pub fn enter(&mut self, unit: UnitId, zones: impl Iterator<Item = ZoneId>) {
        self.entered.entry(unit).or_default().extend(zones);
    }

    fn blocks(&mut self, input: Input, unit: UnitId, defined: &BTreeMap<Item, Vec<(ZoneId, NodeId)>>) -> Vec<Block> {
        let Some(cfg) = input.cfgs.get(&unit) else {
            return vec![];
        };
        let mut blocks = vec![];
        for &b in cfg.rpo() {
            let mut events = vec![];
            for &item in cfg.items(b) {
                let calls = input.calls_in(item).flat_map(|(_, call)| call.units());
                let callees: Vec<UnitId> = calls.collect();
                let definitions = defined.get(&item).cloned().unwrap_or_default();
                if !callees.is_empty() {
                    self.callees.insert(item, callees.clone());
                }
                if !callees.is_empty() || !definitions.is_empty() {
                    events.push(Event { callees, definitions });
                }
            }
            let predecessors = cfg.predecessors(b).iter().filter_map(|&p| cfg.number(p)).collect();
            blocks.push(Block { predecessors, events });
        }
        blocks
    }

    /// Grows the sets by the varied nodes; true if there is something new.
    pub fn learn(&mut self, varied: &Colour) -> bool {
        let made = self.grow_made(varied);
        let entered = self.grow_entered(varied);
        made || entered
    }

    fn grow_made(&mut self, varied: &Colour) -> bool {
        let mut grown = false;
        loop {
            let mut changed = false;
            for body in self.units.iter().rev() {
                let mut set = self.made.get(&body.unit).cloned().unwrap_or_default();
                let known = set.len();
                for event in body.blocks.iter().flat_map(|b| &b.events) {
                    add_made(&mut set, event, &self.made, varied);
                }
                add_all(&mut set, &body.hidden, &self.made);
                if set.len() != known {
                    changed = true;
                    self.made.insert(body.unit, set);
                }
            }
            if !changed {
                return grown;
            }
            grown = true;
        }
    }

    fn grow_entered(&mut self, varied: &Colour) -> bool {
        let mut grown = false;
        loop {
            let mut changed = false;
            for Body { unit, blocks, hidden } in &self.units {
                let mut start = self.entered.get(unit).cloned().unwrap_or_default();
                let mut whole = start.clone();
                add_all(&mut whole, std::slice::from_ref(unit), &self.made);
                for &c in hidden {
                    changed |= self.entered.entry(c).or_default().union_with(&whole);
                }
                add_all(&mut start, hidden, &self.made);
                let mut leaving: Vec<ZoneSet> = vec![ZoneSet::new(); blocks.len()];
                loop {
                    let mut again = false;
                    for (k, block) in blocks.iter().enumerate() {
                        let mut state = start.clone();
                        for &p in &block.predecessors {
                            state.union_with(&leaving[p]);
                        }
                        for event in &block.events {
                            for &c in &event.callees {
                                changed |= self.entered.entry(c).or_default().union_with(&state);
                            }
                            add_made(&mut state, event, &self.made, varied);
                        }
                        again |= leaving[k].union_with(&state);
                    }
                    if !again {
                        break;
                    }
                }
            }
            if !changed {
                return grown;
            }
            grown = true;
        }
    }

    /// True if a value may flow from the node of a global zone to another node.
    pub fn lets_through(&self, graph: &Graph, from: NodeId, to: NodeId) -> bool {
        let zone = graph.nodes[from].zone;
        let in_set = |sets: &BTreeMap<UnitId, ZoneSet>, u: UnitId| sets.get(&u).is_some_and(|s| s.contains(zone));
        let node = &graph.nodes[to];
        match node.at {
            At::In => node.unit.is_none_or(|u| in_set(&self.entered, u)),
            At::Def(item, _) => self.callees.get(&item).is_none_or(|callees| {
                let mut callees = callees.iter();
                callees.any(|&c| in_set(&self.entered, c) || in_set(&self.made, c))
            }),
            At::Anywhere | At::Shared | At::Out | At::Join | At::Argument(..) | At::Temporary(..) => true,
        }
    }
}

/// Adds the zones that some units make varied.
fn add_all(set: &mut ZoneSet, units: &[UnitId], made: &BTreeMap<UnitId, ZoneSet>) {
    for more in units.iter().filter_map(|u| made.get(u)) {
        set.union_with(more);
    }
}

/// Adds the zones that an item makes varied.
fn add_made(set: &mut ZoneSet, event: &Event, made: &BTreeMap<UnitId, ZoneSet>, varied: &Colour) {
    add_all(set, &event.callees, made);
    let definitions = event.definitions.iter().filter(|(_, n)| varied.has(*n));
    set.extend(definitions.map(|d| d.0));
}

/// The nodes of the definitions of global zones by each item of a unit.
fn definitions_of(
    input: Input,
    definitions: &BTreeMap<UnitId, Vec<Option<NodeId>>>,
    unit: UnitId,
) -> BTreeMap<Item, Vec<(ZoneId, NodeId)>> {
    let mut of: BTreeMap<Item, Vec<(ZoneId, NodeId)>> = BTreeMap::new();
    let (Some(chains), Some(nodes)) = (input.reaching.of(unit), definitions.get(&unit)) else {
        return of;
    };
    for (id, n) in chains.nodes().filter(|(_, n)| input.zones[n.zone].is_global) {
        if let (NodeKind::Def { item, .. }, Some(node)) = (&n.kind, nodes[id.index()]) {
            of.entry(*item).or_default().push((n.zone, node));
        }
    }
    of
}
