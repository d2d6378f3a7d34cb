//! The part of [`crate::lower`] about calls: binding of arguments.

use super::{Actual, Binding, CallStep, Lower, Step, Target, UnknownTarget};
use crate::sources::{Flow, Value};
use crate::{bind, ZoneId, Zones};
use adc_frontend::ir::*;

/// An evaluated actual argument: its zones (empty for expressions), and the values on which its parts depend.
#[derive(Clone)]
struct Passed<'a, S> {
    zones: &'a [ZoneId],
    value: Value<S>,
}

impl<'a, S: Flow> Lower<'a, S> {
    /// A function reference; returns the temporaries of its result that can carry a derivative.
    pub(crate) fn reference(&mut self, callee: &Callee, args: &[Arg], ty: Ty, certain: bool) -> Value<S> {
        let results: Vec<ZoneId> = (0..self.zones.count(ty)).map(|_| self.temporary()).collect();
        self.call(callee, args, certain, Some((&results, ty)));
        let carries = self.zones.is_differentiable(ty);
        let parts = results.iter().map(|&r| S::of(Some(r).filter(|_| carries)));
        Value {
            ty,
            parts: parts.collect(),
        }
    }

    pub(crate) fn call(&mut self, callee: &Callee, args: &[Arg], certain: bool, results: Option<(&[ZoneId], Ty)>) {
        let object = callee.object.as_deref().map(|(object, _)| object);
        let exprs = object.into_iter().chain(args.iter().filter_map(Arg::expr));
        let evaluated: Vec<(&Expr, Passed<S>)> = exprs.map(|e| (e, self.passed(e))).collect();
        let find = |e: &Expr| evaluated.iter().find(|(x, _)| std::ptr::eq(*x, e)).map(|(_, a)| a);
        let called = self.calls.targets(self.program, callee);
        let mut targets = vec![];
        for unit in called.units {
            let u = &self.program.units[unit];
            let bound = bind::bind_call(self.program, unit, callee, args);
            let mut bindings = vec![];
            for (place, (dummy, e)) in u.args.iter().zip(bound).enumerate() {
                let (Some(dummy), Some(e)) = (*dummy, e) else { continue };
                if let Some(passed) = find(e) {
                    self.bind(unit, (place, dummy), e, passed, &mut bindings);
                    self.bind_descriptors(unit, (place, dummy), e, &mut bindings);
                }
            }
            if let (Some(result), Some((temporaries, ty))) = (u.result, results) {
                let formals = self.zones.of(result);
                let own = (formals.len(), self.program.symbols[result].ty());
                let pairs = Zones::pairs(own, (temporaries.len(), ty));
                bindings.extend(pairs.into_iter().map(|(f, t)| Binding {
                    formal: formals[f],
                    place: None,
                    actual: Some(temporaries[t]),
                    covers: true,
                    sources: S::default(),
                }));
            }
            targets.push(Target { unit, bindings });
        }
        let unknown = called.unknown.then(|| {
            let mut actuals = vec![];
            for (e, passed) in &evaluated {
                let may_write = self.may_write(callee, args, e);
                actuals.extend(passed.actuals().map(|a| (a, may_write)));
                self.reads.extend(self.zones.descriptors_of(self.program, e));
                if may_write && self.may_shape_argument(callee, args, e) {
                    self.write_descriptor(e, false);
                }
            }
            UnknownTarget {
                actuals,
                callbacks: self.calls.callbacks(self.program, args).into_iter().collect(),
            }
        });
        self.steps.push(Step::Call(CallStep {
            proc: callee.proc,
            targets,
            unknown,
            results: results.map_or(vec![], |(list, _)| list.to_vec()),
            certain,
        }));
    }

    /// Binds a dummy argument to an actual one, part by part.
    fn bind(
        &mut self,
        unit: UnitId,
        (place, dummy): (usize, SymbolId),
        e: &Expr,
        passed: &Passed<'a, S>,
        out: &mut Vec<Binding<S>>,
    ) {
        let by_value = self.program.symbols[dummy].variable().is_some_and(|v| v.attrs.value);
        if by_value {
            // a copy: read here, and not written
            self.reads.extend(passed.zones.iter().copied());
        }
        let formals = self.zones.of(dummy);
        let own = (formals.len(), self.program.symbols[dummy].ty());
        let other = (passed.value.parts.len(), passed.value.ty);
        let pairs = Zones::pairs(own, other);
        let alike = pairs.len() == formals.len() && pairs.len() == passed.value.parts.len();
        let covers = alike && self.covers(unit, dummy, e);
        out.extend(pairs.into_iter().map(|(f, p)| {
            let actual = passed.zones.get(p).copied().filter(|_| !by_value);
            Binding {
                formal: formals[f],
                place: Some(place),
                actual,
                covers: covers
                    && passed
                        .zones
                        .get(p)
                        .is_some_and(|&z| self.zones.is_killed_by(self.program, e, z)),
                sources: passed.value.parts[p].clone(),
            }
        }));
    }

    /// Binds the descriptor of a dummy argument to that of an actual one. The latter is read if the dummy argument is
    /// neither allocatable nor a pointer.
    fn bind_descriptors(
        &mut self,
        unit: UnitId,
        (place, dummy): (usize, SymbolId),
        e: &Expr,
        out: &mut Vec<Binding<S>>,
    ) {
        let Some(v) = self.program.symbols[dummy].variable() else {
            return;
        };
        if !v.attrs.allocatable && !v.attrs.pointer {
            self.read_descriptor(e);
        }
        if v.attrs.allocatable && v.attrs.intent == Some(Intent::Out) {
            self.write_descriptor(e, false);
        }
        if !e.is_designator() || v.attrs.value {
            return;
        }
        let pairs = self.zones.bound_descriptors(self.program, dummy, e);
        let covers = self.covers(unit, dummy, e);
        out.extend(pairs.into_iter().map(|(formal, actual)| Binding {
            formal,
            place: Some(place),
            actual: Some(actual),
            covers: covers && self.zones.is_killed_by(self.program, e, actual),
            sources: S::default(),
        }));
    }

    /// True if an unknown procedure may change the shape of an argument: its interface has an allocatable dummy or a
    /// pointer for it.
    fn may_shape_argument(&self, callee: &Callee, args: &[Arg], e: &Expr) -> bool {
        let Some(signature) = self.program.signature(callee.proc) else {
            return false;
        };
        let bound = bind::bind_call(self.program, signature, callee, args);
        let place = bound.iter().position(|b| b.is_some_and(|b| std::ptr::eq(b, e)));
        let dummy = place.and_then(|p| self.program.units[signature].args[p]);
        let variable = dummy.and_then(|d| self.program.symbols[d].variable());
        variable.is_some_and(|v| v.attrs.allocatable || v.attrs.pointer)
    }

    fn passed(&mut self, e: &Expr) -> Passed<'a, S> {
        match e.base_symbol() {
            Some(s) if !self.is_bound(s) => {
                self.subscripts(e);
                let zones = self.zones;
                Passed {
                    zones: zones.of_designator(e),
                    value: self.named(e),
                }
            }
            _ => Passed {
                zones: &[],
                value: self.parts(e),
            },
        }
    }

    /// True if overwriting a dummy argument overwrites all of its actual argument.
    fn covers(&self, unit: UnitId, dummy: SymbolId, actual: &Expr) -> bool {
        let object = match &actual.kind {
            ExprKind::Index(base, _) => base,
            _ => actual,
        };
        let s = match &object.kind {
            ExprKind::Var(s) => *s,
            ExprKind::Component(base, c) if base.rank == 0 => *c,
            _ => return false,
        };
        let (Some(d), Some(v)) = (
            self.program.symbols[dummy].variable(),
            self.program.symbols[s].variable(),
        ) else {
            return false;
        };
        // an object may have components that a procedure for its declared type does not know
        let is_open = |ty: Ty| matches!(ty, Ty::Class(_) | Ty::Unlimited);
        if is_open(v.ty.ty) && !is_open(d.ty.ty) {
            return false;
        }
        if d.dims.is_empty() {
            return v.dims.is_empty() || self.program.units[unit].prefix.elemental;
        }
        // a model does not know the size of its argument, either
        let takes_shape = self.program.units[unit].model().is_some()
            || d.dims
                .iter()
                .all(|x| matches!(x, Dim::Assumed(_) | Dim::Deferred | Dim::AssumedRank));
        let size = |s| crate::storage::size_of(self.program, s);
        takes_shape || size(dummy).is_some_and(|n| size(s).is_some_and(|m| n >= m))
    }

    /// False if an unknown procedure's interface excludes writes of an argument.
    fn may_write(&self, callee: &Callee, args: &[Arg], e: &Expr) -> bool {
        let Some(signature) = self.program.signature(callee.proc) else {
            return true;
        };
        let bound = bind::bind_call(self.program, signature, callee, args);
        let place = bound.iter().position(|b| b.is_some_and(|b| std::ptr::eq(b, e)));
        let dummy = place.and_then(|p| self.program.units[signature].args[p]);
        let variable = dummy.and_then(|d| self.program.symbols[d].variable());
        !variable.is_some_and(|v| v.attrs.value || v.attrs.intent == Some(Intent::In) && !v.attrs.pointer)
    }
}

impl<S: Flow> Passed<'_, S> {
    /// Part by part.
    fn actuals(&self) -> impl Iterator<Item = Actual<S>> + '_ {
        self.value.parts.iter().enumerate().map(|(k, sources)| Actual {
            zone: self.zones.get(k).copied(),
            sources: sources.clone(),
        })
    }
}
