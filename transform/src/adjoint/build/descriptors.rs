//! Changes of descriptors by statements: existence and bounds of variables, association of pointers.
//!
//! | statement | its descriptors in the reverse sweep |
//! |---|---|
//! | `allocate`, `deallocate`, association with a shadow | always restored: [`super::simple`], [`super::pointers`] |
//! | call of a procedure with a derivative | always restored before the adjoint call; again after it if needed |
//! | other call, association without a shadow | restored if needed, or if values are recorded |
//! | assignment that allocates components of a record | not restored: an error if needed |
//!
//! "Needed" means by something upstream. The adjoint call of the second row may leave descriptors changed, which is why
//! they may be restored again. For the third row see [`Revive::for_values`].
//!
//! So only the last three rows have writes of descriptors. The analyses of plans find the needs: for them, a descriptor
//! is a zone like others.

use super::super::plan::*;
use super::super::Adjoint;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;

impl Adjoint<'_, '_> {
    /// Adds the descriptors that a statement writes to its node.
    pub(super) fn add_descriptors(&mut self, node: &mut Simple, s: &Stmt) {
        let zones = &self.g.facts.zones;
        let is_split = node.call.as_ref().is_some_and(|c| c.split);
        let is_sure = !is_split && node.revive.as_ref().is_some_and(|r| !r.for_values);
        let mut revived = ZoneSet::new();
        if let Some(r) = node.revive.as_deref_mut() {
            let values = r.perhaps.clone();
            r.perhaps.extend(values.iter().flat_map(|z| zones.descriptors(z)));
            if let (StmtKind::Assign { lhs, .. }, true) = (&s.kind, is_sure) {
                // the components of the function value did not exist before
                r.perhaps.extend(zones.descriptors_below(self.g.primal, lhs));
            }
            revived.clone_from(&r.perhaps);
        }
        let written = self.written_by(std::slice::from_ref(s));
        node.reshapes = written.iter().filter(|&z| zones[z].descriptor).collect();
        let is_call = !self.g.calls_in(s).is_empty();
        let always = match &s.kind {
            StmtKind::Allocate { .. } | StmtKind::Deallocate { .. } => true,
            StmtKind::PointerAssign { .. } | StmtKind::Nullify(_) => {
                node.revive.as_ref().is_some_and(|r| !r.for_values)
            }
            // normalisation has already allocated the target
            StmtKind::Assign { lhs, .. } => {
                !is_call && !matches!(lhs.ty, Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited)
            }
            _ => false,
        };
        if always {
            return;
        }
        let partly = self.partly_restored(s);
        let written: Vec<ZoneId> = node.reshapes.iter().collect();
        for &zone in &written {
            let known = revived.contains(zone);
            node.writes.push(Write {
                obstacle: Some(match known {
                    true => Obstacle::Descriptor,
                    false => Obstacle::Shape,
                }),
                whole: known && !partly.contains(zone),
                recorded: known && is_sure,
                ..self.global_write(zone)
            });
        }
        // the pops of this node find the descriptor already restored from the tape
        let restored: ZoneSet = written.into_iter().filter(|&z| revived.contains(z)).collect();
        for w in &mut node.writes {
            w.subscripts.subtract(&restored);
        }
    }

    /// Descriptors that are restored only in part, since the restored zone is one part of a variable.
    fn partly_restored(&self, s: &Stmt) -> ZoneSet {
        let (program, zones) = (self.g.primal, &self.g.facts.zones);
        let mut changed: Vec<(ZoneId, Option<&Expr>)> = vec![];
        for (target, args) in self.g.calls_in(s) {
            changed.extend(self.g.allocated_by_call(target, args));
            changed.extend(self.g.associated_by_call(target, args));
        }
        match &s.kind {
            StmtKind::Assign { lhs, .. } => changed.extend(zones.of_designator(lhs).iter().map(|&z| (z, Some(lhs)))),
            StmtKind::PointerAssign { lhs, .. } => {
                changed.extend(zones.of_designator(lhs).iter().map(|&z| (z, Some(lhs))))
            }
            StmtKind::Nullify(objects) => {
                let own = |o| zones.of_designator(o).iter().map(move |&z| (z, Some(o)));
                changed.extend(objects.iter().flat_map(own));
            }
            _ => {}
        }
        let descriptors = changed
            .into_iter()
            .flat_map(|(z, whole)| zones.descriptors(z).map(move |d| (d, whole)));
        let partly = descriptors.filter(|(d, whole)| match whole {
            Some(e) => !zones.is_killed_by(program, e, *d),
            None => !zones[*d].exact || zones.aliases(d).len() > 1,
        });
        partly.map(|(d, _)| d).collect()
    }
}
