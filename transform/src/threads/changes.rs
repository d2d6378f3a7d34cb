//! What the parallel loop of the primal changes.

use super::judge::{Changes, Judge};
use super::uses::{self, indices};
use adc_frontend::ir::visit::{walk_block, walk_calls};
use adc_frontend::ir::*;
use std::collections::BTreeSet;

impl Judge<'_, '_> {
    /// The index and the statements of the primal loop.
    pub(super) fn primal_loop(&self) -> Option<(SymbolId, &Block)> {
        let generated = self.g.generated_units();
        let (primal, _) = generated.into_iter().find(|(_, d)| *d == self.unit)?;
        let mut out = None;
        walk_block(&self.g.primal.units[primal].body, &mut |s| {
            if let StmtKind::Do {
                body,
                control: DoControl::Count { var, .. },
                ..
            } = &s.kind
            {
                if s.id == self.of {
                    out = Some((*var, body));
                }
            }
        });
        out
    }

    /// The direction of the primal loop, if its stride is 1 or -1.
    pub(super) fn runs_upwards(&self) -> Option<bool> {
        let generated = self.g.generated_units();
        let (primal, _) = generated.into_iter().find(|(_, d)| *d == self.unit)?;
        let mut out = None;
        walk_block(&self.g.primal.units[primal].body, &mut |s| {
            if let (
                StmtKind::Do {
                    control: DoControl::Count { step, .. },
                    ..
                },
                true,
            ) = (&s.kind, s.id == self.of)
            {
                out = match step.as_deref().map_or(Some(1), int_value) {
                    Some(1) => Some(true),
                    Some(-1) => Some(false),
                    _ => None,
                };
            }
        });
        out
    }

    /// What the primal loop changes.
    pub(super) fn changes(&self) -> Changes {
        let Some((_, body)) = self.primal_loop() else {
            return Changes::default();
        };
        let all = uses::of(body, &self.callees).into_iter();
        let written = all.filter(|(_, uses)| uses.iter().any(|u| u.kind.writes()));
        let written: BTreeSet<SymbolId> = written.map(|(v, _)| v).collect();
        let is_real = |v: SymbolId| matches!(self.g.out.symbols[v].ty(), Ty::Real(_) | Ty::Complex(_));
        let mut called = vec![];
        walk_calls(body, &mut |r| called.push(r.callee.proc));
        Changes {
            behind: written.iter().any(|&v| self.has_names(v) && !is_real(v)),
            indices: indices(body),
            written,
            called,
        }
    }

    /// True if the primal loop may change a variable, itself, by another name, or by a procedure.
    pub(super) fn may_change(&self, v: SymbolId) -> bool {
        let c = &self.changes;
        c.written.contains(&v)
            || c.indices.contains(&v)
            || c.behind && self.has_names(v)
            || c.called.iter().any(|&p| self.callees.may_change(p, v))
    }

    /// True for a variable whose memory may have other names.
    fn has_names(&self, v: SymbolId) -> bool {
        let variable = self.g.out.symbols[v].variable();
        variable.is_some_and(|v| v.attrs.pointer || v.attrs.target)
    }
}
