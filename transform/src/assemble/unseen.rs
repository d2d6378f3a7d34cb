//! Warns of pointers that code which is not given associates: analyses take such memory as having no other name.

use crate::assemble::generator::Generator;
use crate::context::Context;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::walk_block_exprs;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

impl Context<'_> {
    /// Variables that exist before the head is called, and that differentiated procedures name.
    fn outer_variables(&self, units: &[UnitId]) -> BTreeSet<SymbolId> {
        let is_outer = |s: SymbolId| {
            let symbol = &self.primal.symbols[s];
            let of_head = symbol.owner == Some(self.head.unit);
            symbol.variable().is_some_and(|v| match v.storage {
                Storage::Module | Storage::Common(_) => true,
                Storage::Dummy => of_head,
                _ => false,
            })
        };
        let mut out = BTreeSet::new();
        for &u in units {
            walk_block_exprs(&self.primal.units[u].body, &mut |e| {
                if let ExprKind::Var(s) = e.kind {
                    out.extend(is_outer(s).then_some(s));
                }
            });
        }
        out
    }

    /// Types of the numbers in a variable, where it or a component around them has an attribute.
    fn types_with(&self, s: SymbolId, attribute: &dyn Fn(&Attrs) -> bool) -> BTreeSet<Ty> {
        let has_it = |s: SymbolId| self.primal.symbols[s].variable().is_some_and(|v| attribute(&v.attrs));
        let zones = self.facts.zones.of(s).iter().map(|&z| &self.facts.zones[z]);
        zones
            .filter(|z| z.differentiable && !z.descriptor && (has_it(s) || z.path.iter().any(|&c| has_it(c))))
            .map(|z| self.primal.symbols[z.path.last().copied().unwrap_or(s)].ty())
            .collect()
    }

    /// Types of the numbers that a variable gives a name which is not its own: it is a pointer, or has such components.
    fn types_behind_pointers(&self, s: SymbolId) -> BTreeSet<Ty> {
        self.types_with(s, &|a| a.pointer)
    }

    /// Types of the numbers of a variable that another one may give a name: it is a target or a pointer.
    fn types_with_names(&self, s: SymbolId) -> BTreeSet<Ty> {
        self.types_with(s, &|a| a.pointer || a.target)
    }

    fn are_known_to_share(&self, a: SymbolId, b: SymbolId) -> bool {
        let zones = &self.facts.zones;
        zones
            .of(a)
            .iter()
            .any(|z| zones.of(b).iter().any(|w| zones.aliases(z).contains(w)))
    }
}

impl Generator<'_> {
    /// Warns once, of all pointers that may share memory with an active variable for all that is seen.
    pub(crate) fn warn_of_unseen_pointers(&mut self, units: &[UnitId]) {
        let outer = self.outer_variables(units);
        let mut seen = BTreeSet::new();
        for (_, unit) in self.primal.units.iter() {
            seen.extend(self.moved_in(&unit.body));
        }
        let is_called = !self.facts.calls.callers(self.head.unit).is_empty();
        let is_dummy = |s: SymbolId| {
            let v = self.primal.symbols[s].variable();
            v.is_some_and(|v| v.storage == Storage::Dummy)
        };
        let is_seen = |s: SymbolId| seen.contains(&s) || is_called && is_dummy(s);
        let active = |s: SymbolId| {
            let mut zones = self.facts.zones.of(s).iter();
            zones.any(|&z| self.facts.activity.zone_is_active(z))
        };
        let types: BTreeMap<SymbolId, BTreeSet<Ty>> = outer.iter().map(|&s| (s, self.types_with_names(s))).collect();
        let mut found: Vec<(SymbolId, SymbolId)> = vec![];
        for &p in outer.iter().filter(|s| !is_seen(**s)) {
            let behind = self.types_behind_pointers(p);
            let other = outer.iter().copied().find(|&q| {
                let may_share = !behind.is_disjoint(&types[&q]) && !self.are_known_to_share(p, q);
                q != p && (active(p) || active(q)) && may_share
            });
            found.extend(other.map(|q| (p, q)));
        }
        let Some(&(p, q)) = found.first() else { return };
        let name = |s: SymbolId| &self.primal.symbols[s].name;
        let more = match found.len() {
            1 => String::new(),
            n => format!(" (and {} more pointers)", n - 1),
        };
        let message = format!(
            "no statement in the given files associates `{}`{more}: the derivative is wrong if it shares memory with `{}`",
            name(p),
            name(q)
        );
        let d = Diagnostic::warning(codes::UNSEEN_POINTER, self.primal.symbols[p].span, message)
            .also(self.primal.symbols[q].span, "declared here")
            .help("give the files that associate it, or that call the head with it");
        self.messages.push(d);
    }
}
