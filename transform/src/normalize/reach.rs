//! What memory a call can reach: its arguments, and what the procedures that it runs mention by themselves.

use adc_analysis::{CallGraph, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Answers for one program, as it was before normalisation.
pub struct Reach<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    zones: Zones,
    /// By unit: the zones that outlive a call of it, named in its body or in what it calls.
    mentioned: RefCell<BTreeMap<UnitId, ZoneSet>>,
}

impl<'a> Reach<'a> {
    /// For a program whose symbols stay what they are.
    pub fn new(program: &'a Program, calls: &'a CallGraph) -> Reach<'a> {
        Reach {
            program,
            calls,
            zones: Zones::build(program, calls),
            mentioned: RefCell::default(),
        }
    }

    /// True when two designators may be the same memory, or parts of it.
    pub fn may_be(&self, a: &Expr, b: &Expr) -> bool {
        let own = self.zones.of_designator(b);
        let is_same = |z: &ZoneId| own.iter().any(|&o| self.zones.may_alias(o, *z));
        self.zones.of_designator(a).iter().any(is_same)
    }

    /// True when a call may read or write the memory of a variable.
    pub fn may_touch(&self, variable: &Expr, callee: &Callee, args: &[Arg]) -> bool {
        let mut given = args.iter().filter_map(Arg::expr);
        given.any(|a| self.may_be(a, variable)) || self.knows(variable, callee)
    }

    /// The same, without regard to what is passed.
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
            for u in self.calls.reachable(unit) {
                visit::walk_block_exprs(&self.program.units[u].body, &mut |e| {
                    if let ExprKind::Var(s) = e.kind {
                        let outside = |z: &ZoneId| self.zones[*z].is_global || self.zones[*z].owner != Some(u);
                        all.extend(self.zones.of(s).iter().copied().filter(outside));
                    }
                });
            }
            self.zones.close(&mut all);
            all
        });
        known.contains(zone)
    }
}
