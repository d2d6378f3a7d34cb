//! Facts about dummy arguments that calls show.

use crate::code::is_number;
use crate::prepare::instances::state::{Instances, Known};
use adc_analysis::calls::bind_call;
use adc_frontend::ir::*;

impl Instances<'_> {
    /// The facts that a call shows about each dummy argument.
    pub(crate) fn known(&self, target: UnitId, callee: &Callee, args: &[Arg]) -> Vec<Known> {
        let bound = bind_call(self.program, target, callee, args);
        let dummies = self.program.units[target].args.iter();
        let known = dummies.zip(bound).map(|(dummy, actual)| match (*dummy, actual) {
            (Some(d), Some(actual)) => self.known_of(d, actual),
            (Some(d), None) if matches!(self.program.symbols[d].kind, SymbolKind::Procedure(_)) => Known::Absent,
            _ => Known::Nothing,
        });
        known.collect()
    }

    pub(crate) fn known_of(&self, dummy: SymbolId, actual: &Expr) -> Known {
        match (&self.program.symbols[dummy].kind, &actual.kind) {
            (SymbolKind::Procedure(_), ExprKind::Procedure(given)) if self.absent.contains(given) => Known::Absent,
            (SymbolKind::Procedure(p), ExprKind::Procedure(given)) if p.class == ProcClass::Dummy => {
                let unit = self.program.definition(*given);
                let unit = unit.or_else(|| self.written_intrinsic(*given));
                let unit = unit.filter(|&u| self.program.units[u].is_definition());
                unit.map_or(Known::Nothing, Known::Procedure)
            }
            (SymbolKind::Variable(v), _) if v.has_assumed_rank() => {
                let base = actual.base_symbol().and_then(|s| self.program.symbols[s].variable());
                let is_known = base.is_none_or(|b| !b.has_assumed_rank() && !is_assumed_size(b));
                let is_open = matches!(v.ty.ty, Ty::Class(_) | Ty::Unlimited);
                let ty = self.type_of(v.ty.ty, actual);
                match is_known && (ty.is_some() || !is_open) {
                    true => Known::Rank(actual.rank, ty),
                    false => Known::Nothing,
                }
            }
            // an object allocated in a procedure may get another type there
            (SymbolKind::Variable(v), _) if v.attrs.allocatable || v.attrs.pointer => Known::Nothing,
            (SymbolKind::Variable(v), _) => self.type_of(v.ty.ty, actual).map_or(Known::Nothing, Known::Type),
            _ => Known::Nothing,
        }
    }

    /// The type of a polymorphic dummy argument, if it makes a difference; for `class(*)` possibly an ancestor of it.
    fn type_of(&self, dummy: Ty, actual: &Expr) -> Option<Ty> {
        match (dummy, self.types.exact(actual.ty)) {
            (Ty::Class(_) | Ty::Unlimited, Some(exact)) => Some(Ty::Derived(exact)),
            (Ty::Unlimited, None) => (is_number(actual.ty) || matches!(actual.ty, Ty::Class(_))).then_some(actual.ty),
            _ => None,
        }
    }
}

/// True for `x(*)`.
fn is_assumed_size(v: &Variable) -> bool {
    matches!(v.dims.last(), Some(Dim::AssumedSize(_)))
}
