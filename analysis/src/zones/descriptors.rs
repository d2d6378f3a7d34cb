//! Zones of descriptors: the state of a variable that can change, other than its values.
//!
//! | zone | read by |
//! |---|---|
//! | of an allocatable variable or a pointer | inquiries about it and its contents; calls that pass only its contents |
//! | of components (below) | inquiries about designators through them |
//!
//! A zone is written by allocation, deallocation and association of the variable or of the components. A call passes
//! only the contents if the dummy argument has no descriptor.
//!
//! The components are those that lead to a value zone, or that an undivided zone contains. Their zone is shared by all
//! elements of an array of records, and it shares the alias classes of the values: pointers may reach the record by
//! several names. Dummy arguments with a descriptor are bound to that of the actual argument, as values are. The
//! allocation status and the length of an allocatable text are part of its value.
//!
//! Ignored: two pointers that are the same by argument association while both are changed.

use super::{is_dynamic, Zone, ZoneId, ZoneSet, Zones};
use crate::designator::path_of;
use adc_frontend::ir::*;
use std::collections::BTreeMap;
use std::ops::Range;

impl Zones {
    /// Makes the zones of descriptors.
    pub(crate) fn describe(&mut self, program: &Program) {
        let variables: Vec<(SymbolId, Range<usize>)> = self.of.iter().map(|(s, r)| (s, r.clone())).collect();
        for (s, range) in variables {
            let first = self.ids[range.start];
            if self.own.contains_key(&first) || !program.symbols[s].variable().is_some_and(has_descriptor) {
                continue;
            }
            let zone = Zone {
                path: vec![],
                ..self.zones[first].clone()
            };
            let id = self.add_descriptor(zone);
            self.own.extend(range.map(|k| (self.ids[k], id)));
        }
        let holds = |z: &Zone| {
            let mut path = z.path.iter().filter_map(|&c| program.symbols[c].variable());
            let last = z.path.last().or(z.symbols.first()).map(|&s| program.symbols[s].ty());
            path.any(has_descriptor) || last.is_some_and(|ty| self.types.has_descriptors(ty))
        };
        let holders: Vec<ZoneId> = self
            .zones
            .iter()
            .filter(|(_, z)| !z.descriptor && holds(z))
            .map(|(id, _)| id)
            .collect();
        for of in holders {
            let id = self.add_descriptor(self.zones[of].clone());
            self.held.insert(of, id);
        }
        // pointers may reach components by several names
        let mut classes = BTreeMap::new();
        for (&of, &id) in &self.held {
            let class: Vec<ZoneId> = self
                .aliases(&of)
                .iter()
                .filter_map(|z| self.held.get(z).copied())
                .collect();
            if class.len() > 1 {
                classes.insert(id, class.into());
            }
        }
        self.aliases.extend(classes);
    }

    fn add_descriptor(&mut self, zone: Zone) -> ZoneId {
        self.zones.alloc(Zone {
            differentiable: false,
            descriptor: true,
            ..zone
        })
    }

    /// True for the descriptors of components. The zone of a component's own descriptor may be merged with those of its
    /// contents.
    pub fn is_of_components(&self, descriptor: ZoneId) -> bool {
        self.held.values().any(|&d| d == descriptor)
    }

    /// The zones of descriptors with which that of a zone changes: that of its variable, and those of the components
    /// that lead to it or that it contains.
    pub fn descriptors(&self, zone: ZoneId) -> impl Iterator<Item = ZoneId> + '_ {
        [self.own.get(&zone), self.held.get(&zone)]
            .into_iter()
            .flatten()
            .copied()
    }

    /// The zones of descriptors that determine the shape or existence of a designator.
    pub fn descriptors_of<'a>(&'a self, program: &Program, e: &Expr) -> impl Iterator<Item = ZoneId> + 'a {
        // variables of derivative code have no zones
        let zones = self.of_designator(e);
        let dynamic = |c: SymbolId| program.symbols[c].variable().is_some_and(has_descriptor);
        let by_component = !zones.is_empty() && path_of(e).into_iter().any(dynamic);
        let held = zones
            .iter()
            .filter(move |_| by_component)
            .filter_map(|z| self.held.get(z).copied());
        zones
            .first()
            .and_then(|z| self.own.get(z).copied())
            .into_iter()
            .chain(held)
    }

    /// The zone of the descriptor of a variable, or else those of a component: the zones that change if the designator
    /// is allocated or associated.
    pub fn descriptors_at<'a>(&'a self, e: &Expr) -> impl Iterator<Item = ZoneId> + 'a {
        let zones = self.of_designator(e);
        let is_variable = matches!(e.kind, ExprKind::Var(_));
        let own = zones
            .first()
            .filter(|_| is_variable)
            .and_then(|z| self.own.get(z).copied());
        let held = zones
            .iter()
            .filter(move |_| !is_variable)
            .filter_map(|z| self.held.get(z).copied());
        own.into_iter().chain(held)
    }

    /// The zones of descriptors of the contents of a designator, excluding its own.
    pub fn descriptors_below<'a>(&'a self, program: &'a Program, e: &Expr) -> impl Iterator<Item = ZoneId> + 'a {
        let known = self.path_of(e).len();
        let undivided = self.types.has_descriptors(e.ty);
        let is_below = move |z: &&ZoneId| {
            let inner = self.zones[**z].path.get(known..).unwrap_or(&[]);
            let mut inside = inner.iter().filter_map(|&c| program.symbols[c].variable());
            inside.any(has_descriptor) || undivided && inner.is_empty()
        };
        let zones = self.of_designator(e).iter().filter(is_below);
        zones.filter_map(|z| self.held.get(z).copied())
    }

    /// The zones of a variable with those of its descriptors.
    pub fn with_descriptors(&self, symbol: SymbolId) -> impl Iterator<Item = ZoneId> + '_ {
        let zones = self.of(symbol);
        let own = zones.first().and_then(|z| self.own.get(z).copied());
        let held = zones.iter().filter_map(|z| self.held.get(z).copied());
        zones.iter().copied().chain(own).chain(held)
    }

    /// The zones of a dummy argument's descriptors, each with a zone of the actual argument's.
    pub fn bound_descriptors(&self, program: &Program, formal: SymbolId, actual: &Expr) -> Vec<(ZoneId, ZoneId)> {
        let formal_own = self.of(formal).first().and_then(|z| self.own.get(z).copied());
        let own = formal_own
            .into_iter()
            .flat_map(|f| self.descriptors_at(actual).map(move |a| (f, a)));
        let pairs = self.bound(program, formal, actual).into_iter();
        let held = pairs.filter_map(|(f, a)| self.held.get(&f).copied().zip(self.held.get(&a).copied()));
        own.chain(held).collect()
    }

    /// Removes the descriptors from a set.
    pub fn values_of(&self, set: &ZoneSet) -> ZoneSet {
        set.iter()
            .filter(|&z| self.is_temporary(z) || !self.zones[z].descriptor)
            .collect()
    }
}

/// True if the variable has a descriptor; the status and length of an allocatable text are part of its value.
fn has_descriptor(v: &Variable) -> bool {
    let is_text = v.attrs.allocatable && matches!(v.ty.len, Some(CharLen::Deferred));
    is_dynamic(v) && !is_text
}
