//! Statements that set shadows to zero, and other walks over the parts of variables of derived type.

use crate::assemble::begin::renewed;
use crate::assemble::generator::Generator;
use crate::context::place::Place;
use crate::context::Context;
use crate::normalize::downcasts::possible_types;
use crate::normalize::leaves::{
    depth, is_allocatable, is_allocatable_record, is_holder, is_open, is_pointer, leaves, parts_of, types_of,
    where_allocated, Part,
};
use crate::rules::is_allocated;
use adc_analysis::calls::bind_args;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::codes;
use adc_frontend::ir::*;

impl Context<'_> {
    /// True for a type with an allocatable component that is not divided into zones and may carry derivatives.
    fn holds_more(&self, ty: SymbolId) -> bool {
        self.primal.components(ty).into_iter().any(|c| {
            let Some(v) = self.primal.symbols[c].variable() else {
                return false;
            };
            match v.ty.ty {
                _ if v.attrs.pointer => false,
                Ty::Derived(t) if !v.attrs.allocatable || is_allocatable_record(self.primal, c) => self.holds_more(t),
                Ty::Class(t) if is_allocatable_record(self.primal, c) => {
                    let mut types = possible_types(self.primal, t).into_iter();
                    types.any(|t| self.holds_more(t))
                }
                other => v.attrs.allocatable && !other.is_differentiable() && self.facts.zones.is_differentiable(other),
            }
        })
    }

    /// The active parts of a variable, as parts of its shadow; `None` if one of them cannot be named.
    fn active_parts(&self, primal: &Expr, shadow: &Expr) -> Option<Vec<Expr>> {
        let zones = self.facts.zones.of_designator(primal).iter();
        let active = zones.filter(|z| self.facts.activity.zone_is_active(**z));
        let parts: Vec<Expr> = active.map(|&z| self.part_of(shadow, z)).collect::<Option<_>>()?;
        let named = !parts.is_empty() && parts.iter().all(|p| p.ty.is_differentiable());
        named.then_some(parts)
    }

    /// The zones that a statement writes, that have a shadow with a use, and that get no derivative when the shadow of
    /// another variable is copied, as no corresponding zone feeds them.
    fn unfed(&self, at: Place, to: &Expr, from: &Expr, feeds: &dyn Fn(ZoneId) -> bool) -> ZoneSet {
        let zones = &self.facts.zones;
        let pairs = zones.paired(to, from);
        let fed: ZoneSet = pairs.iter().filter(|(_, f)| feeds(*f)).map(|(t, _)| *t).collect();
        let all = zones.of_designator(to).iter().copied();
        all.filter(|&z| self.is_wanted(at.stmt, z) && !fed.contains(z))
            .collect()
    }

    /// The variable that a procedure may access through a dummy argument: with sequence association, an element stands
    /// for the rest of the array.
    pub(crate) fn accessible_through(&self, formal: SymbolId, actual: &Expr) -> Expr {
        if self.primal.symbols[formal].rank() == 0 || actual.rank > 0 {
            return actual.clone();
        }
        match &actual.kind {
            ExprKind::Index(array, _) => (**array).clone(),
            _ => actual.base_symbol().map_or(actual.clone(), |b| var(self.primal, b)),
        }
    }
}

impl Generator<'_> {
    /// Statements that set a shadow to zero, component by component for derived types; allocatable components only if
    /// they exist. The target of a pointer is zeroed where it is declared or allocated.
    pub fn zero_shadow(&mut self, unit: UnitId, primal: &Expr, shadow: Expr) -> Block {
        if let Ty::Derived(t) = shadow.ty {
            if is_open(self.primal, t) || self.holds_more(t) {
                if let Some(parts) = self.active_parts(primal, &shadow) {
                    return parts.iter().map(|p| zero_of(self.primal, p)).collect();
                }
                let name = self.primal.symbols[t].name.clone();
                self.refuse(
                    codes::UNSUPPORTED_DATA,
                    place(self, unit, primal),
                    format!("type `{name}` has pointer or allocatable components; active variables of it cannot be differentiated yet"),
                );
                return vec![];
            }
        }
        let is_plain = |t: SymbolId| !is_open(self.primal, t) && !self.holds_more(t);
        let is_known = match shadow.ty {
            Ty::Class(t) => possible_types(self.primal, t).into_iter().all(is_plain),
            Ty::Unlimited => false,
            _ => true,
        };
        if !is_known {
            self.refuse(
                codes::UNSUPPORTED_DATA,
                place(self, unit, primal),
                "an active polymorphic variable whose type is not known here cannot be differentiated yet",
            );
            return vec![];
        }
        let program = self.primal;
        self.leaves_of(unit, &shadow, false, &mut |leaf| {
            let own = !leaf.same(&shadow) && is_pointer(program, leaf);
            let zeros = (leaf.ty.is_differentiable() && !own).then(|| zero_of(program, leaf));
            zeros.into_iter().collect()
        })
    }

    /// Statements that allocate the allocatable components of the shadow of a variable in the shapes of the primals,
    /// after the statements that zero them.
    pub(crate) fn renew_components(&mut self, unit: UnitId, primal: &Expr) -> Block {
        let shadow = self.shadow_ref(primal);
        self.renew_components_of(unit, primal, shadow, &[])
    }

    /// The same for another designator of the shadow, except the zones that the caller provides.
    pub(crate) fn renew_components_of(&mut self, unit: UnitId, primal: &Expr, shadow: Expr, given: &[ZoneId]) -> Block {
        let is_taken_apart = !types_of(self.primal, primal.ty)
            .into_iter()
            .any(|t| is_open(self.primal, t));
        if !is_taken_apart || !is_holder(self.primal, primal.ty) {
            return vec![];
        }
        let program = self.primal;
        let zones = &self.facts.zones;
        let indices = self.element_indices_of(unit, primal);
        let spared = |e: &Expr| zones.of_designator(e).iter().any(|z| given.contains(z));
        let out = &self.out;
        let mut renew = |part: Part| match part {
            Part::Leaf([original, shadow]) if shadow.ty.is_differentiable() && is_allocatable(program, original) => {
                match spared(original) {
                    true => vec![],
                    false => renewed(out, original, shadow, vec![]),
                }
            }
            Part::Held([original, shadow], inside) if zones.is_differentiable(original.ty) => match spared(original) {
                true => where_allocated(std::slice::from_ref(original), inside),
                false => renewed(out, original, shadow, inside),
            },
            Part::Leaf(_) | Part::Held(..) | Part::Procedure(_) => vec![],
        };
        parts_of(out, &[primal.clone(), shadow], &indices, false, &mut renew).unwrap_or_default()
    }

    /// Statements for each part of a designator that has an intrinsic type: see [`leaves`].
    pub fn leaves_of(
        &mut self,
        unit: UnitId,
        whole: &Expr,
        reversed: bool,
        visit: &mut dyn FnMut(&Expr) -> Block,
    ) -> Block {
        let indices = self.element_indices_of(unit, whole);
        let mut visit = |parts: &[Expr]| parts.first().map(&mut *visit).unwrap_or_default();
        let found = leaves(&self.out, std::slice::from_ref(whole), &indices, reversed, &mut visit);
        found.unwrap_or_else(|| {
            let span = self.primal.units[unit].span;
            self.refuse(
                codes::UNSUPPORTED_DATA,
                span,
                "this section of an array of derived type is too complex; use it in a separate statement",
            );
            vec![]
        })
    }

    /// The loop indices that [`leaves`] needs for a designator.
    pub(crate) fn element_indices_of(&mut self, unit: UnitId, whole: &Expr) -> Vec<Expr> {
        let derivative = self.derivative_unit(unit);
        (0..depth(&self.out, whole.ty, whole.rank))
            .map(|k| self.loop_index(derivative, k))
            .collect()
    }

    /// The index of the loops at a depth of nesting; one variable serves all loops of that depth.
    pub(crate) fn loop_index(&mut self, derivative: UnitId, depth: usize) -> Expr {
        if let Some(i) = self.element_indices.get(&(derivative, depth)) {
            return i.clone();
        }
        let i = self.local(derivative, "ii", DeclType::plain(Ty::Integer(4)), 0);
        self.element_indices.insert((derivative, depth), i.clone());
        i
    }

    /// Statements that set to zero those parts of a shadow that are in some zones, part by part.
    pub fn zero_parts(&mut self, unit: UnitId, primal: &Expr, parts: &ZoneSet) -> Block {
        let Some(base) = primal.base_symbol().filter(|_| !parts.is_empty()) else {
            return vec![];
        };
        let all = self.facts.zones.of_designator(primal);
        // callers may know more parts of their arguments to be active
        let v = self.primal.symbols[base].variable();
        let is_own = v.is_some_and(|v| matches!(v.storage, Storage::Local | Storage::Result));
        let facts = self.facts;
        let zones = &facts.zones;
        let is_seen = |z: &ZoneId| facts.activity.zone_is_active(*z) || !is_own && zones[*z].differentiable;
        let shadow = self.shadow_ref(primal);
        if all.iter().filter(|z| is_seen(z)).all(|&z| parts.contains(z)) {
            let sizeless = v.is_some_and(|v| matches!(v.dims.last(), Some(Dim::AssumedSize(_))));
            if !sizeless || !matches!(primal.kind, ExprKind::Var(_)) {
                return self.zero_shadow(unit, primal, shadow);
            }
            // it is zero if no value ever has a derivative
            if all.iter().any(|&z| facts.activity.has_active_value(z)) {
                let text = "a call sets this array, whose size is not known, and its derivative cannot be set to zero";
                self.refuse(codes::UNKNOWN_SIZE, place(self, unit, primal), text);
            }
            return vec![];
        }
        let mut out = vec![];
        let mut nameless = ZoneSet::new();
        for z in parts.iter() {
            match self.part_of(primal, z) {
                Some(part) => {
                    let shadow = self.shadow_ref(&part);
                    out.extend(self.zero_shadow(unit, &part, shadow));
                }
                None => {
                    nameless.insert(z);
                }
            }
        }
        if nameless.is_empty() {
            return out;
        }
        let (facts, program) = (self.facts, self.primal);
        out.extend(self.leaves_of(unit, &shadow, false, &mut |leaf| {
            let zones = facts.zones.of_path(base, &facts.zones.path_of(leaf));
            let wanted = leaf.ty.is_differentiable() && zones.iter().any(|&z| nameless.contains(z));
            let zeros = (wanted && !is_pointer(program, leaf)).then(|| zero_of(program, leaf));
            zeros.into_iter().collect()
        }));
        out
    }

    /// Statements after the shadow of another variable was copied: they zero the parts whose counterparts are passive,
    /// and so have a stale shadow.
    pub fn zero_unfed(&mut self, at: Place, to: &Expr, from: &Expr, feeds: &dyn Fn(ZoneId) -> bool) -> Block {
        let unfed = self.unfed(at, to, from, feeds);
        let mut out = self.zero_parts(at.unit, to, &unfed);
        // one zone may correspond to several, of which only some feed it
        let facts = self.facts;
        let pairs = facts.zones.paired(to, from).into_iter();
        let is_partly_fed = |z: ZoneId| self.is_wanted(at.stmt, z) && !unfed.contains(z);
        let passive = pairs.filter(|&(t, f)| !feeds(f) && is_partly_fed(t));
        let passive: ZoneSet = passive.map(|(_, f)| f).collect();
        let Some(base) = from.base_symbol().filter(|_| !passive.is_empty()) else {
            return out;
        };
        let program = self.primal;
        let shadow = self.shadow_ref(to);
        let indices = self.element_indices_of(at.unit, to);
        let mut zeros = |parts: &[Expr]| {
            let [leaf, source] = parts else { return vec![] };
            let zones = facts.zones.of_path(base, &facts.zones.path_of(source));
            let is_unfed = leaf.ty.is_differentiable() && zones.iter().all(|&z| passive.contains(z));
            let zero = (is_unfed && !is_pointer(program, leaf)).then(|| zero_of(program, leaf));
            zero.into_iter().collect()
        };
        out.extend(leaves(&self.out, &[shadow, from.clone()], &indices, false, &mut zeros).unwrap_or_default());
        out
    }

    /// Statements that zero the derivatives of variables written by a call of a passive procedure.
    pub fn zeros_after_passive_call(&mut self, at: Place, callee: &Callee, args: &[Arg]) -> Block {
        let Some(target) = self.primal.definition(callee.proc) else {
            return self.zeros_after_unknown_call(at, args);
        };
        if self.models.is_taken_as_passive(target) {
            return vec![];
        }
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
            let m = self.facts.zones.symbol_in(self.primal, at.unit, z);
            if !self.is_active(at.unit, m) || !self.is_wanted(at.stmt, z) {
                continue;
            }
            out.extend(self.zero_parts(at.unit, &var(self.primal, m), &ZoneSet::from_iter([z])));
        }
        out
    }

    /// The same for a procedure that is not in the program: it writes active variables only where nothing is
    /// differentiated.
    fn zeros_after_unknown_call(&mut self, at: Place, args: &[Arg]) -> Block {
        let mut out = vec![];
        if !self.is_constant(at) {
            return out;
        }
        let written = self.facts.effects.of(at.stmt).writes.clone();
        for a in args.iter().filter_map(Arg::expr) {
            if !a.is_designator() || !self.is_active_designator(at.unit, a) {
                continue;
            }
            // with sequence association, an element stands for the rest of the array
            let whole = match &a.kind {
                ExprKind::Index(array, _) if a.rank == 0 => array,
                _ => a,
            };
            let zones = self.facts.zones.of_designator(whole).iter().copied();
            let parts: ZoneSet = zones
                .filter(|&z| written.contains(z) && self.is_wanted(at.stmt, z))
                .collect();
            out.extend(self.zero_parts(at.unit, whole, &parts));
        }
        out
    }

    /// Zeroes the derivatives of variables that a procedure writes through a dummy argument, or through parts of one,
    /// without a shadow.
    pub(crate) fn zero_where_written(&mut self, at: Place, target: UnitId, formal: SymbolId, actual: &Expr) -> Block {
        let Some(summary) = self.facts.summaries.get(target) else {
            return vec![];
        };
        if !self.is_active_designator(at.unit, actual) {
            return vec![];
        }
        let activity = &self.facts.activity;
        let comes_with_shadow = self.has_shadow_argument(Some(target), formal);
        let by_call = self.is_passive_by_call(at, target);
        let is_passive = by_call || self.is_passive_by_values(at, target);
        let differentiated = comes_with_shadow && !self.is_constant(at) && !is_passive;
        let lost = |f: ZoneId| summary.writes.contains(f) && !(differentiated && activity.zone_is_active(f));
        let mut bound = self.facts.zones.bound(self.primal, formal, actual);
        bound.retain(|(f, _)| self.facts.zones[*f].differentiable);
        // an object is one zone, while the procedure that knows its type has one for each component
        let keeps = |a: ZoneId| bound.iter().any(|&(f, of)| of == a && !lost(f));
        let mut whole = self.accessible_through(formal, actual);
        if by_call {
            let (part, assumed) = self.overwritten_by(at, target, actual, whole);
            whole = part;
            if let Some(d) = assumed.filter(|d| !self.messages.contains(d)) {
                self.messages.push(d);
            }
        }
        let own = self.facts.zones.path_of(actual).len();
        let mut parts = ZoneSet::new();
        let mut paths = vec![];
        for &(f, a) in bound.iter().filter(|(f, a)| lost(*f) && self.is_wanted(at.stmt, *a)) {
            let path = &self.facts.zones[f].path;
            // components that the procedure does not know stay unchanged
            let is_more =
                self.facts.zones[a].path.len() < own + path.len() && self.component_at(&whole, path).is_some();
            match keeps(a) || is_more {
                true => paths.push(path.clone()),
                false => drop(parts.insert(a)),
            }
        }
        let mut out = self.zero_parts(at.unit, &whole, &parts);
        for path in paths {
            let Some(part) = self.component_at(&whole, &path) else {
                let message =
                    "this call sets passive components of an object with active components, and these cannot be named here";
                self.refuse(codes::UNSUPPORTED_DATA, place(self, at.unit, actual), message);
                continue;
            };
            let shadow = self.shadow_ref(&part);
            out.extend(self.zero_shadow(at.unit, &part, shadow));
        }
        out
    }
}

/// The source position of a designator, or at least of its procedure.
fn place(cx: &Context, unit: UnitId, e: &Expr) -> Span {
    match e.span.is_none() {
        true => cx.primal.units[unit].span,
        false => e.span,
    }
}

/// `x = 0`, guarded for an allocatable component.
fn zero_of(program: &Program, x: &Expr) -> Stmt {
    let zeros = assign(x.clone(), zero(x.ty));
    if !matches!(x.kind, ExprKind::Component(..)) || !is_allocatable(program, x) {
        return zeros;
    }
    Stmt::when(is_allocated(x), zeros)
}
