//! Statements that set shadows to zero, and other walks over the parts of a variable of derived type.

use crate::generator::Generator;
use crate::normalize::leaves::{depth, is_splittable, leaves};
use crate::place::Place;
use adc_analysis::calls::bind_args;
use adc_analysis::{Shadow, ZoneId};
use adc_frontend::codes;
use adc_frontend::ir::*;

impl Generator<'_> {
    /// Statements that set a shadow to zero, component by component where it is of derived type.
    pub fn zero_shadow(&mut self, unit: UnitId, primal: &Expr, shadow: Expr) -> Block {
        if let Ty::Derived(t) = shadow.ty {
            if !is_splittable(self.primal, t) {
                let (name, span) = (self.primal.symbols[t].name.clone(), primal.span);
                let place = if span.is_none() {
                    self.primal.units[unit].span
                } else {
                    span
                };
                self.refuse(
                    codes::UNSUPPORTED_DATA,
                    place,
                    format!("type `{name}` has pointer, allocatable or inherited components; active variables of it cannot be differentiated yet"),
                );
                return vec![];
            }
        }
        self.leaves_of(unit, &shadow, false, &mut |leaf| {
            leaf.ty.is_differentiable().then(|| assign(leaf.clone(), zero(leaf.ty)))
        })
    }

    /// A statement for each part of a designator that is of intrinsic type: see [`leaves`].
    pub fn leaves_of(
        &mut self,
        unit: UnitId,
        whole: &Expr,
        reversed: bool,
        visit: &mut dyn FnMut(&Expr) -> Option<Stmt>,
    ) -> Block {
        let indices = self.element_indices_of(unit, whole);
        let mut visit = |parts: &[Expr]| parts.first().and_then(&mut *visit).into_iter().collect();
        let found = leaves(&self.out, std::slice::from_ref(whole), &indices, reversed, &mut visit);
        found.unwrap_or_else(|| {
            let span = self.primal.units[unit].span;
            self.refuse(
                codes::UNSUPPORTED_DATA,
                span,
                "the elements of a section of an array of types are too complex to be named one by one; take it in a statement of its own",
            );
            vec![]
        })
    }

    /// The loop indices that [`leaves`] needs for a designator.
    pub(crate) fn element_indices_of(&mut self, unit: UnitId, whole: &Expr) -> Vec<Expr> {
        let derivative = self.derivative_unit(unit);
        (0..depth(&self.out, whole.ty, whole.rank))
            .map(|k| self.element_index(derivative, k))
            .collect()
    }

    /// The index of the loops at a depth of nesting; one variable serves all loops of that depth.
    fn element_index(&mut self, derivative: UnitId, depth: usize) -> Expr {
        if let Some(i) = self.element_indices.get(&(derivative, depth)) {
            return i.clone();
        }
        let i = self.local(derivative, "ii", DeclType::plain(Ty::Integer(4)), 0);
        self.element_indices.insert((derivative, depth), i.clone());
        i
    }

    /// A call of a passive procedure leaves the variables that it writes without a derivative.
    pub fn zeros_after_passive_call(&mut self, at: Place, callee: &Callee, args: &[Arg]) -> Block {
        let Some(target) = self.primal.definition(callee.proc) else {
            return vec![];
        };
        let formals = self.primal.units[target].args.clone();
        let mut out = vec![];
        for (formal, actual) in formals.iter().zip(bind_args(self.primal, target, args)) {
            if let (Some(formal), Some(actual)) = (formal, actual) {
                out.extend(self.zero_where_written(at, target, *formal, actual));
            }
        }
        let globals: Vec<ZoneId> = self
            .facts
            .summaries
            .get(target)
            .map_or(vec![], |s| s.writes.iter().filter(|&z| !s.is_interface(z)).collect());
        for z in globals {
            let members = self.facts.zones.members(z).to_vec();
            let wanted = |m: &&SymbolId| self.is_active(at.unit, **m) && self.is_wanted(at.stmt, z);
            let Some(&m) = members.iter().find(wanted) else {
                continue;
            };
            let whole = var(self.primal, m);
            let shadow = self.shadow_ref(&whole);
            out.extend(self.zero_shadow(at.unit, &whole, shadow));
        }
        out
    }

    /// What a procedure writes through a dummy argument without a shadow has no derivative behind the call.
    pub(crate) fn zero_where_written(&mut self, at: Place, target: UnitId, formal: SymbolId, actual: &Expr) -> Block {
        let summary = self.facts.summaries.get(target).zip(self.facts.zones.of(formal));
        let written = summary.is_some_and(|(s, z)| s.writes.contains(z));
        if !written || self.shadow_at(at, actual) == Shadow::None {
            return vec![];
        }
        let mut whole = actual.clone();
        if self.primal.symbols[formal].rank() > 0 && actual.rank == 0 {
            // sequence association: an element stands for the array from there on
            whole = actual.base_symbol().map_or(whole, |b| var(self.primal, b));
        }
        let shadow = self.shadow_ref(&whole);
        self.zero_shadow(at.unit, actual, shadow)
    }
}
