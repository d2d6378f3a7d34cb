//! The differentiation request.

use crate::{CallGraph, ZoneId, Zones};
use adc_frontend::ir::{SymbolId, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use std::iter;

/// Components that are meant instead of a whole variable: the paths to them.
pub type Parts = BTreeMap<SymbolId, Vec<Vec<SymbolId>>>;

/// The head: the procedure to differentiate, its independents and its dependents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadSpec {
    /// The procedure.
    pub unit: UnitId,
    /// Independents: dummy arguments, COMMON members or module variables.
    pub independents: Vec<SymbolId>,
    /// Dependents: the same, and the result variable of a function.
    pub dependents: Vec<SymbolId>,
    /// The independents of which only some components are meant.
    pub independent_parts: Parts,
    /// The same for the dependents.
    pub dependent_parts: Parts,
}

/// The zones of a variable that are meant.
fn meant(zones: &Zones, parts: &Parts, symbol: SymbolId) -> Vec<ZoneId> {
    match parts.get(&symbol) {
        None => zones.of(symbol).to_vec(),
        Some(paths) => {
            let of = zones.of(symbol).iter().copied();
            of.filter(|z| paths.iter().any(|p| zones.of_path(symbol, p).contains(z)))
                .collect()
        }
    }
}

impl HeadSpec {
    /// A head with whole variables.
    pub fn new(unit: UnitId, independents: Vec<SymbolId>, dependents: Vec<SymbolId>) -> HeadSpec {
        HeadSpec {
            unit,
            independents,
            dependents,
            independent_parts: Parts::new(),
            dependent_parts: Parts::new(),
        }
    }

    /// The zones of an independent, restricted to the meant components.
    pub fn independent_zones(&self, zones: &Zones, symbol: SymbolId) -> Vec<ZoneId> {
        meant(zones, &self.independent_parts, symbol)
    }

    /// The zones of a dependent, restricted to the meant components.
    pub fn dependent_zones(&self, zones: &Zones, symbol: SymbolId) -> Vec<ZoneId> {
        meant(zones, &self.dependent_parts, symbol)
    }

    /// True for an independent and for a dependent.
    pub fn lists(&self, symbol: SymbolId) -> bool {
        self.independents.contains(&symbol) || self.dependents.contains(&symbol)
    }

    /// Independents, then dependents.
    pub fn listed(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.independents.iter().chain(&self.dependents).copied()
    }
}

/// The heads that one program differentiates together, at least one, each another procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heads {
    first: HeadSpec,
    more: Vec<HeadSpec>,
    /// Variables that stand for messages between copies of the program which run at the same time.
    pub messages: Vec<SymbolId>,
}

impl From<HeadSpec> for Heads {
    fn from(first: HeadSpec) -> Heads {
        Heads {
            first,
            more: vec![],
            messages: vec![],
        }
    }
}

impl Heads {
    /// Adds a head. Requests for one procedure become one, with the independents and dependents of all.
    pub fn add(&mut self, head: HeadSpec) {
        let all = iter::once(&mut self.first).chain(&mut self.more);
        match all.into_iter().find(|h| h.unit == head.unit) {
            None => self.more.push(head),
            Some(same) => {
                join(
                    (&mut same.independents, &mut same.independent_parts),
                    (&head.independents, &head.independent_parts),
                );
                join(
                    (&mut same.dependents, &mut same.dependent_parts),
                    (&head.dependents, &head.dependent_parts),
                );
            }
        }
    }

    /// The head that was asked for first.
    pub fn first(&self) -> &HeadSpec {
        &self.first
    }

    /// All heads, in the order in which they were asked for.
    pub fn iter(&self) -> impl Iterator<Item = &HeadSpec> + Clone {
        iter::once(&self.first).chain(&self.more)
    }

    /// Each head changed by a function.
    #[must_use]
    pub fn map(&self, f: &mut dyn FnMut(&HeadSpec) -> HeadSpec) -> Heads {
        Heads {
            first: f(&self.first),
            more: self.more.iter().map(f).collect(),
            messages: self.messages.clone(),
        }
    }

    /// The procedures.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + Clone + '_ {
        self.iter().map(|h| h.unit)
    }

    /// What is asked of a procedure, if it is a head.
    pub fn of(&self, unit: UnitId) -> Option<&HeadSpec> {
        self.iter().find(|h| h.unit == unit)
    }

    /// True for a procedure that is a head.
    pub fn has(&self, unit: UnitId) -> bool {
        self.of(unit).is_some()
    }

    /// The procedures that heads reach, themselves included, in the order of their numbers.
    pub fn reached(&self, calls: &CallGraph) -> Vec<UnitId> {
        let mut reached = calls.reachable(self.units());
        reached.sort();
        reached
    }

    /// The heads that heads may call, directly or indirectly.
    pub fn called(&self, calls: &CallGraph) -> BTreeSet<UnitId> {
        let below = calls.reachable(self.units().flat_map(|u| calls.callees(u).iter().copied()));
        below.into_iter().filter(|&u| self.has(u)).collect()
    }

    /// True for an independent or dependent of a procedure that is a head.
    pub fn lists(&self, unit: UnitId, symbol: SymbolId) -> bool {
        self.of(unit).is_some_and(|h| h.lists(symbol))
    }

    /// The independents and dependents of all heads, each once.
    pub fn listed(&self) -> Vec<SymbolId> {
        let mut all = vec![];
        for s in self.iter().flat_map(HeadSpec::listed) {
            if !all.contains(&s) {
                all.push(s);
            }
        }
        all
    }
}

/// Adds variables to a list; a variable that is meant whole in one of both stays whole.
fn join((symbols, parts): (&mut Vec<SymbolId>, &mut Parts), (more, more_parts): (&[SymbolId], &Parts)) {
    for &s in more {
        match (symbols.contains(&s), more_parts.get(&s)) {
            (false, paths) => {
                symbols.push(s);
                parts.extend(paths.map(|p| (s, p.clone())));
            }
            (true, None) => {
                parts.remove(&s);
            }
            (true, Some(paths)) => {
                if let Some(known) = parts.get_mut(&s) {
                    let new: Vec<_> = paths.iter().filter(|p| !known.contains(p)).cloned().collect();
                    known.extend(new);
                }
            }
        }
    }
}
