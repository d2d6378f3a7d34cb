//! Pointers that come from bits: what they refer to was associated elsewhere.

use super::Lower;
use crate::sources::{Flow, Value};
use crate::{ZoneId, Zones};
use adc_frontend::ir::*;

impl<S: Flow> Lower<'_, S> {
    /// Adds to the sources of a record that comes from bits: the memory that its pointers may refer to, as far as the
    /// procedure knows it by names. Callers may know it, too, so it counts as read.
    pub(crate) fn join_targets(&mut self, lhs: &Expr, rhs: &Expr, from: &mut Value<S>) {
        if !from_bits(self.zones, rhs) {
            return;
        }
        let Some(unit) = lhs.base_symbol().and_then(|s| self.program.symbols[s].owner) else {
            return;
        };
        let zones = self.zones.of_designator(lhs).to_vec();
        let is_known = |z: &ZoneId| {
            let zone = &self.zones[*z];
            let declares = |u: &UnitId| zone.owner == Some(*u);
            let around = std::iter::successors(Some(unit), |&u| self.program.units[u].parent);
            zone.is_global || around.into_iter().any(|u| declares(&u))
        };
        for (w, p) in Zones::pairs((zones.len(), lhs.ty), (from.parts.len(), from.ty)) {
            let targets = self.zones.aliases(&zones[w]).iter().copied();
            let targets: Vec<ZoneId> = targets.filter(is_known).collect();
            for z in targets {
                from.parts[p].join(&S::of(Some(z).filter(|&z| self.zones.carries(z))));
                self.reads.insert(z);
            }
        }
    }
}

/// True for a TRANSFER of a value without pointers to a type with pointers.
fn from_bits(zones: &Zones, e: &Expr) -> bool {
    let ExprKind::Intrinsic(id, _, args) = &e.kind else {
        return false;
    };
    let has_pointers = |x: &Expr| zones.types().has_pointers(x.ty);
    let source = args.iter().find_map(Arg::expr);
    id.row().name == "transfer" && has_pointers(e) && source.is_some_and(|x| !has_pointers(x))
}
