//! Keeps seeds whose memory may be zeroed under another name at the start of the head's derivative.
//!
//! ```text
//! allocate (kept(lbound(qd):ubound(qd)));  kept = qd       what the caller gives
//! pd = 0                                                   may point to qd
//! qd = kept
//! ```
//!
//! The alias classes show which names may denote the same memory. Seeds of derived type are not kept: a warning names
//! the variables that are not zeroed.

use crate::assemble::generator::Generator;
use crate::normalize::arrays::{allocate_like, deallocate};
use crate::normalize::temps::new_variable;
use crate::options::mode::Mode;
use crate::rules::{is_allocated, is_associated, is_present};
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Generator<'_> {
    /// Guards statements that set some zones to zero, so that seeds keep their values.
    pub(crate) fn keeping_seeds(&mut self, unit: UnitId, set: &ZoneSet, zeros: Block) -> Block {
        let given = match self.mode {
            Mode::Tangent => self.head.independents.clone(),
            Mode::Reverse => self.head.dependents.clone(),
        };
        let given: Vec<_> = given.into_iter().map(|s| (s, self.given_zones(s))).collect();
        self.keeping(unit, &given, set, zeros)
    }

    /// The same for the adjoints of independents, which are complete when the head's adjoint ends.
    pub(crate) fn keeping_results(&mut self, unit: UnitId, set: &ZoneSet, zeros: Block) -> Block {
        let independents = self.head.independents.clone().into_iter();
        let zones = &self.facts.zones;
        let all = independents.map(|s| (s, self.head.independent_zones(zones, s)));
        let all: Vec<_> = all.collect();
        self.keeping(unit, &all, set, zeros)
    }

    fn keeping(&mut self, unit: UnitId, given: &[(SymbolId, Vec<ZoneId>)], set: &ZoneSet, zeros: Block) -> Block {
        if zeros.is_empty() {
            return zeros;
        }
        let (mut before, mut after) = (vec![], vec![]);
        for (s, zones) in given {
            let s = *s;
            if !zones.iter().any(|&z| self.facts.zones.is_among(z, set)) {
                continue;
            }
            let symbol = &self.primal.symbols[s];
            if !symbol.ty().is_differentiable() {
                let message = format!(
                    "pointers may have `{}` as their target, whose derivative the caller provides; set the derivatives of their targets before each call",
                    symbol.name
                );
                let d = Diagnostic::warning(codes::UNSUPPORTED_DATA, symbol.span, message);
                if !self.messages.contains(&d) {
                    self.messages.push(d);
                }
                continue;
            }
            let (save, restore) = self.kept_seed(unit, s);
            before.extend(save);
            after.extend(restore);
        }
        [before, zeros, after].concat()
    }

    fn kept_seed(&mut self, unit: UnitId, s: SymbolId) -> (Block, Block) {
        let Some(v) = self.primal.symbols[s].variable().cloned() else {
            return (vec![], vec![]);
        };
        let shadow = match self.head_views.get(&s) {
            Some(&view) => var(&self.out, view),
            None => self.shadow_ref(&var(self.primal, s)),
        };
        let d = self.entry.unwrap_or_else(|| self.derivative_unit(unit));
        let name = self.namer(d).fresh("kept");
        let variable = Variable {
            ty: v.ty.clone(),
            dims: vec![Dim::Deferred; v.dims.len()],
            storage: Storage::Local,
            attrs: Attrs {
                allocatable: true,
                ..Attrs::default()
            },
            init: None,
        };
        let kept = new_variable(&mut self.out, d, name, variable);
        let kept = var(&self.out, kept);
        let save = vec![allocate_like(&kept, &shadow), assign(kept.clone(), shadow.clone())];
        let restore = vec![assign(shadow.clone(), kept.clone()), deallocate(&kept)];
        let tests = [
            v.attrs.pointer.then(|| is_associated(&shadow)),
            v.attrs.allocatable.then(|| is_allocated(&shadow)),
            v.attrs.optional.then(|| is_present(&shadow)),
        ];
        let guarded = |body: Block| {
            let mut tests = tests.iter().flatten();
            tests
                .try_fold(body, |b, t| Some::<Block>(vec![Stmt::guarded(t.clone(), b)]))
                .unwrap_or_default()
        };
        (guarded(save), guarded(restore))
    }
}
