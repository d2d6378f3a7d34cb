//! Nodes of loops that are reversed with few snapshots.
//!
//! A loop of n iterations `B`, with index `i`, becomes
//!
//! ```text
//! forward                                        reverse
//! PUSH(out(B) ∩ use(U))                          adjoint of what follows
//! adc_steps_begin(n, snapshots, disk)            if n > 0:  B<-
//! repeat                                         repeat
//!   store:    take a snapshot                      store:    take a snapshot
//!   advance:  B                                    restore:  load a snapshot
//! until the last iteration                         advance:  B
//! if n > 0:  B->                                   turn:     B->; B<-
//! what follows                                   until done
//!                                                adc_steps_end()
//!                                                POP(out(B) ∩ use(U))
//! ```
//!
//! The runtime decides what comes next. So an iteration has four plans. The last iteration is recorded in the forward
//! sweep, and its records lie on the tape below those of what follows. All other iterations are recorded in the reverse
//! sweep, between one snapshot and the next, and nothing before them needs anything that they overwrite. Iterations
//! that are not recorded compute, in the forward sweep, all that the last one and the code after it use, and in the
//! reverse sweep only what the later turns use. A snapshot contains the zones that are live at the start of an
//! iteration and that the loop writes:
//!
//! ```text
//! live(turns) = live(adjoint(B) alone) ∪ (live(turns) ⊗ Dep(B))        snapshot = live(turns) ∩ out(B)
//! ```
//!
//! Zones that the turns need and the loop does not write are preserved by the code after the loop; so is all that `B<-`
//! of the last iteration needs. Zones that upstream needs are restored at the end, so anything may be overwritten in
//! between.
//!
//! If the number of iterations is unknown (`WHILE`, `EXIT`), none is recorded in the forward sweep: before each one,
//! `adc_steps_arrive` decides if a snapshot is taken.

use super::super::super::plan::*;
use super::super::super::Adjoint;
use crate::adjoint::build::reads::value_zones;
use crate::adjoint::plan::branches::hollow;
use crate::adjoint::plan::region::{without_adjoint, Binomial, Counter};
use crate::code::generated;
use adc_analysis::ZoneSet;
use adc_frontend::codes;
use adc_frontend::ir::visit::has_call;
use adc_frontend::ir::*;

/// The numbers of snapshots.
pub(super) struct Counts {
    /// In memory.
    pub snapshots: Expr,
    /// On disk.
    pub disk: Expr,
}

impl Adjoint<'_, '_> {
    /// `face`: the directive with the loop alone.
    pub(super) fn binomial_region(&mut self, face: &Stmt, l: &Stmt, counts: &Counts, written: &ZoneSet) -> Region {
        let iteration = self.iteration(l, written);
        let counter = iteration
            .index
            .and_then(|var| self.counter(l, var, iteration.exit.is_none(), &iteration.written));
        let last = self.nodes(&iteration.body, &iteration.outside);
        self.second_runs += 1;
        self.scheduled += 1;
        let body = self.nodes(&iteration.body, &iteration.outside);
        self.second_runs -= 1;
        self.scheduled -= 1;
        self.loops -= 1;
        let stmt = hollow(l);
        let mut control = self.read_by(&stmt);
        let mut exit_test = ZoneSet::new();
        iteration
            .exit
            .iter()
            .for_each(|e| value_zones(self.g, e, &mut exit_test));
        let mut needs = ZoneSet::new();
        if let Some(c) = counter.as_ref().filter(|c| c.kept.is_none()) {
            value_zones(self.g, &c.lo, &mut needs);
            value_zones(self.g, &c.step, &mut needs);
        }
        value_zones(self.g, &counts.snapshots, &mut control);
        value_zones(self.g, &counts.disk, &mut control);
        let is_counted = counter.is_some() && iteration.exit.is_none();
        let binomial = Binomial {
            stmt,
            exit: iteration.exit,
            counter,
            snapshots: generated(&counts.snapshots),
            disk: generated(&counts.disk),
            control,
            exit_test,
            needs,
            ahead: without_adjoint(&last),
            again: without_adjoint(&body),
            last: is_counted.then_some(last),
        };
        self.new_region(face, Kind::Binomial(Box::new(binomial)), body)
    }

    /// The index of a counted loop that writes the zones `inside`. `to_the_end`: the loop is never left early.
    fn counter(&mut self, l: &Stmt, var: SymbolId, to_the_end: bool, inside: &ZoneSet) -> Option<Counter> {
        let StmtKind::Do {
            control: DoControl::Count { lo, hi, step, .. },
            ..
        } = &l.kind
        else {
            return None;
        };
        let ty = self.g.primal.symbols[var].ty();
        if !matches!(ty, Ty::Integer(_)) {
            self.g.refuse(
                codes::UNSUPPORTED_CONTROL,
                l.span,
                "a loop with a real index cannot be reversed yet",
            );
        }
        let zone = self.g.facts.zones.single(var);
        let step = step.as_deref().cloned().unwrap_or_else(|| int(1));
        let mut asked = ZoneSet::new();
        for e in [lo, &step] {
            value_zones(self.g, e, &mut asked);
        }
        let mut changed = inside.clone();
        changed.extend(zone);
        let keep = asked.intersects(&changed) || has_call(lo) || has_call(&step);
        let plain = DeclType::plain(ty);
        let kept = keep.then(|| {
            let first = self.g.local(self.derivative, "first", plain.clone(), 0);
            let stride = match int_value(&step) {
                Some(_) => step.clone(),
                None => self.g.local(self.derivative, "stride", plain, 0),
            };
            (first, stride)
        });
        let count = DeclType::plain(Ty::Integer(4));
        let steps = to_the_end.then(|| self.g.local(self.derivative, "steps", count, 0));
        Some(Counter {
            var,
            zone,
            lo: generated(lo),
            hi: generated(hi),
            step: generated(&step),
            steps,
            kept,
            live: false,
        })
    }
}
