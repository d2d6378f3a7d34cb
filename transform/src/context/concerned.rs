//! The variables whose shadows the derivative of a head uses, where several heads share variables.
//!
//! A module variable may be active because of another head. The derivative of a head begins, with zeros or by an
//! allocation, only shadows that a statement in the procedures that it reaches uses:
//!
//! * the shadow of a value that it defines, and those of varied values that it uses for this;
//! * the shadows of arguments of calls of derivatives;
//! * those that it allocates or deallocates.
//!
//! Other shadows belong to the user, who may have set them for another head. Associations of pointers do not count:
//! they follow those of the primal.

use crate::context::place::{moved_by, Place};
use crate::context::Context;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::visit::{walk_block, walk_designators};
use adc_frontend::ir::*;

impl Context<'_> {
    /// False for a variable of a module or of COMMON that is active because of other heads.
    pub(crate) fn concerns(&self, head: UnitId, s: SymbolId) -> bool {
        let storage = self.primal.symbols[s].variable().map(|v| v.storage);
        let is_global = matches!(storage, Some(Storage::Module | Storage::Common(_)));
        if !is_global || !self.heads.has(head) {
            return true;
        }
        let are_several = self.heads.units().nth(1).is_some();
        self.touches(head, s) && (!are_several || self.uses_shadow(head, s))
    }

    fn uses_shadow(&self, head: UnitId, s: SymbolId) -> bool {
        let all = self.shadows_of_heads.get_or_init(|| {
            let heads = self.heads.units();
            heads.map(|h| (h, self.shadows_below(h))).collect()
        });
        let zones = &self.facts.zones;
        let is_used = |used: &ZoneSet| zones.of(s).iter().any(|z| zones.is_among(*z, used));
        all.get(&head).is_none_or(is_used)
    }

    /// True if a run of the head accesses the variable.
    fn touches(&self, head: UnitId, s: SymbolId) -> bool {
        let zones = &self.facts.zones;
        self.facts.summaries.get(head).is_none_or(|summary| {
            let is_there = |&z: &ZoneId| zones.is_among(z, &summary.reads) || zones.is_among(z, &summary.writes);
            zones.of(s).iter().any(is_there)
        })
    }

    /// The zones whose shadows are used in the procedures that a head reaches.
    fn shadows_below(&self, head: UnitId) -> ZoneSet {
        let mut used = ZoneSet::new();
        for unit in self.facts.calls.reachable([head]) {
            if self.facts.activity.unit_is_active(unit) {
                walk_block(&self.primal.units[unit].body, &mut |s| {
                    self.shadows_at(unit, s, &mut used)
                });
            }
        }
        used
    }

    fn shadows_at(&self, unit: UnitId, s: &Stmt, used: &mut ZoneSet) {
        if matches!(s.kind, StmtKind::PointerAssign { .. } | StmtKind::Nullify(_)) {
            return;
        }
        let effects = self.facts.effects.of(s.id);
        let activity = &self.facts.activity;
        let defined: ZoneSet = effects.writes.iter().filter(|&z| self.is_wanted(s.id, z)).collect();
        if !defined.is_empty() {
            used.union_with(&defined);
            used.extend(effects.reads.iter().filter(|&z| activity.is_varied(s.id, z)));
        }
        let at = Place { unit, stmt: s.id };
        let is_derivative = |t: UnitId| activity.unit_is_active(t) && !self.is_passive_call(at, t);
        for (_, args) in self.calls_in(s).into_iter().filter(|(t, _)| is_derivative(*t)) {
            for e in args.iter().filter_map(Arg::expr) {
                walk_designators(e, &mut |d| {
                    used.extend(self.facts.zones.of_designator(d).iter().copied())
                });
            }
        }
        let moved = moved_by(self.primal, s).into_iter();
        moved.for_each(|m| used.extend(self.facts.zones.of(m).iter().copied()));
    }
}
