//! The memory that a call can reach: through its arguments, and through variables that the procedures it runs mention
//! themselves.

use crate::options::Options;
use adc_analysis::{zones_for, CallGraph, Heads, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::visit::{subscripts, walk_expr};
use adc_frontend::ir::*;
use adc_frontend::mentions;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Aliases and reachable memory of one program, as it was before normalisation.
pub struct Reach<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    zones: Zones,
    /// Per unit: zones that outlive a call of it and that it or its callees mention.
    mentioned: RefCell<BTreeMap<UnitId, ZoneSet>>,
}

impl<'a> Reach<'a> {
    /// Builds it for a program whose symbols do not change.
    pub fn new(program: &'a Program, calls: &'a CallGraph, heads: &Heads, options: &Options) -> Reach<'a> {
        let outside = Some(heads).filter(|_| !options.pointers_apart);
        Reach {
            program,
            calls,
            zones: zones_for(program, calls, outside),
            mentioned: RefCell::default(),
        }
    }

    /// Checks whether two designators may name the same memory, or parts of it.
    pub fn may_be(&self, a: &Expr, b: &Expr) -> bool {
        let own = self.zones.of_designator(b);
        let is_same = |z: &ZoneId| own.iter().any(|&o| self.zones.may_alias(o, *z));
        self.zones.of_designator(a).iter().any(is_same)
    }

    /// Checks the same, and also whether both belong to one variable. Targets of pointer components do not count as
    /// parts.
    pub fn may_share(&self, a: &Expr, b: &Expr) -> bool {
        let held = self.held_by(b);
        // a pointer may lead to either of two variables, but these are distinct
        let apart = self.is_variable(a) && self.is_variable(b);
        let is_same = |z: &ZoneId| held.iter().any(|&o| o == *z || !apart && self.zones.may_alias(o, *z));
        a.base_symbol() == b.base_symbol() || self.held_by(a).iter().any(is_same)
    }

    /// Checks for (a part of) a variable that has memory of its own.
    fn is_variable(&self, e: &Expr) -> bool {
        let has_memory = |v: &Variable| !v.attrs.pointer && !matches!(v.storage, Storage::Dummy);
        let of = |s: SymbolId| self.program.symbols.contains(s).then(|| &self.program.symbols[s]);
        let own = e.base_symbol().and_then(of).and_then(Symbol::variable);
        let is_pointer = |c: &SymbolId| of(*c).and_then(Symbol::variable).is_some_and(|v| v.attrs.pointer);
        own.is_some_and(has_memory) && !self.zones.path_of(e).iter().any(is_pointer)
    }

    /// The zones of a designator, without those that only further pointers lead to.
    fn held_by(&self, e: &Expr) -> Vec<ZoneId> {
        let named = self.zones.path_of(e).len();
        let is_pointer = |c: &SymbolId| self.program.symbols[*c].variable().is_some_and(|v| v.attrs.pointer);
        let is_held = |z: &ZoneId| !self.zones[*z].path.iter().skip(named).any(is_pointer);
        self.zones.of_designator(e).iter().copied().filter(is_held).collect()
    }

    /// Checks whether an expression may read the memory of a designator, under any name or through a call.
    pub fn is_read_in(&self, written: &Expr, e: &Expr) -> bool {
        let mut found = false;
        walk_expr(e, &mut |x| {
            found |= match &x.kind {
                ExprKind::Call(callee, args) => self.may_touch(written, callee, args),
                _ => x.base_symbol().is_some() && self.may_share(x, written),
            }
        });
        found
    }

    /// Checks the same for the subscripts of a designator.
    pub fn is_read_in_subscripts(&self, written: &Expr, designator: &Expr) -> bool {
        let mut found = false;
        subscripts(designator, &mut |e| found |= self.is_read_in(written, e));
        found
    }

    /// Checks whether a call may read or write the memory of a variable.
    pub fn may_touch(&self, variable: &Expr, callee: &Callee, args: &[Arg]) -> bool {
        let mut given = args.iter().filter_map(Arg::expr);
        given.any(|a| self.may_be(a, variable)) || self.knows(variable, callee)
    }

    /// Checks the same, ignoring the arguments.
    pub fn knows(&self, variable: &Expr, callee: &Callee) -> bool {
        let own = self.zones.of_designator(variable);
        let targets = self.calls.targets(self.program, callee);
        targets
            .units
            .into_iter()
            .any(|u| own.iter().any(|&o| self.mentions(u, o)))
    }

    fn mentions(&self, unit: UnitId, zone: ZoneId) -> bool {
        let mut cache = self.mentioned.borrow_mut();
        let known = cache.entry(unit).or_insert_with(|| {
            let mut all = ZoneSet::new();
            for u in self.calls.reachable([unit]) {
                let outside = |z: &ZoneId| self.zones[*z].is_global || self.zones[*z].owner != Some(u);
                for s in mentions::of_unit(self.program, u) {
                    all.extend(self.zones.of(s).iter().copied().filter(outside));
                }
            }
            self.zones.close(&mut all);
            all
        });
        known.contains(zone)
    }
}
