//! Sums: splits the assignments to a scalar into elements.

use super::support::{substitute, Context};
use super::{stop, Definition, Element, Obstacle, Procedure, Range, Reference};
use crate::calls::bind_args;
use crate::linearity::{table, terms};
use crate::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use adc_frontend::span::Span;
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Procedure<'a> {
    /// The elements of a scalar. `seen`: scalars that are part of the same sum.
    pub(super) fn sum(&self, zone: ZoneId, seen: &mut BTreeSet<ZoneId>) -> Result<Vec<Element>, Obstacle> {
        let mut out = vec![];
        if !seen.insert(zone) {
            return Ok(out);
        }
        out.extend(self.at_entry(zone));
        let known = self.definitions.get(&zone);
        for d in known.into_iter().flatten() {
            if self.has_jumps {
                return stop(d.stmt.span, "GOTO statements obscure the loops");
            }
            match &d.stmt.kind {
                StmtKind::Assign { lhs, rhs } if matches!(lhs.kind, ExprKind::Var(_)) && lhs.rank == 0 => {
                    let mut summands = vec![];
                    terms::gather(&|e| self.is_constant(e), rhs, &mut summands);
                    for s in summands {
                        out.extend(self.summand(d, s, seen)?);
                    }
                }
                StmtKind::Call { callee, args } => out.extend(self.added_by(d, callee, args, zone)?),
                StmtKind::Assign { .. } => {
                    return stop(d.stmt.span, format!("`{}` is not a scalar", self.name(zone)));
                }
                _ => return stop(d.stmt.span, format!("the value of `{}` is not a sum", self.name(zone))),
            }
        }
        Ok(out)
    }

    /// The value of an independent at entry: the first summand, to which all others are added.
    fn at_entry(&self, zone: ZoneId) -> Option<Element> {
        let symbol = self.facts.zones.symbol_in(self.program, self.unit, zone);
        let designator = var(self.program, symbol);
        self.independents.contains(zone).then(|| Element {
            support: vec![Reference {
                designator,
                inner: vec![],
            }],
            loops: vec![],
            span: Span::NONE,
        })
    }

    fn summand(&self, d: &Definition<'a>, e: &'a Expr, seen: &mut BTreeSet<ZoneId>) -> Result<Vec<Element>, Obstacle> {
        if self.is_constant(e) {
            return Ok(vec![]);
        }
        let at = Context::of(d);
        match &e.kind {
            ExprKind::Var(s) if e.rank == 0 => {
                if let Some(z) = self.facts.zones.single(*s).filter(|z| self.definitions.contains_key(z)) {
                    return self.sum(z, seen);
                }
            }
            ExprKind::Intrinsic(id, _, args) if matches!(id.row().name, "sum" | "dot_product") => {
                let args: Vec<&Expr> = args.iter().filter_map(Arg::expr).collect();
                let values = if id.row().name == "sum" { &args[..1] } else { &args[..] };
                let mut support = vec![];
                for v in values {
                    self.support(v, &at.elementwise(), &mut support)?;
                }
                return Ok(vec![self.element(d, support)]);
            }
            ExprKind::Call(callee, args) => {
                if let Some(unit) = self.program.definition(callee.proc) {
                    let result = self.program.units[unit].result;
                    let result = result.and_then(|r| self.facts.zones.single(r));
                    if let Some(inside) = result.and_then(|z| self.inside(d, unit, args, z).ok()) {
                        return Ok(inside);
                    }
                }
            }
            _ => {}
        }
        let mut support = vec![];
        self.support(e, &at, &mut support)?;
        Ok(vec![self.element(d, support)])
    }

    fn element(&self, d: &Definition<'a>, support: Vec<super::Reference>) -> Element {
        Element {
            support,
            loops: Procedure::ranges(&d.loops),
            span: d.stmt.span,
        }
    }

    /// The elements that a call adds to a scalar argument.
    fn added_by(
        &self,
        d: &Definition<'a>,
        callee: &Callee,
        args: &'a [Arg],
        zone: ZoneId,
    ) -> Result<Vec<Element>, Obstacle> {
        let refused = || stop(d.stmt.span, format!("`{}` is changed by a call", self.name(zone)));
        let unit = self.program.definition(callee.proc);
        let Some((unit, formal)) = unit.and_then(|u| Some((u, self.formal_of(u, args, zone)?))) else {
            return refused();
        };
        self.inside(d, unit, args, formal).or_else(|_| {
            // one element, computed from scalars
            let found = table(self.program, self.facts, unit, None, None);
            let row = found.rows.iter().find(|(z, _)| *z == formal);
            if row.is_some_and(|(_, p)| p.degree(formal).is_nonlinear()) {
                return refused();
            }
            let mut support = vec![];
            self.support_of_call(d.stmt, unit, args, formal, &Context::of(d), &mut support)?;
            Ok(vec![self.element(d, support)])
        })
    }

    /// The elements of a scalar that a procedure computes, in terms of its caller.
    fn inside(
        &self,
        d: &Definition<'a>,
        unit: UnitId,
        args: &'a [Arg],
        zone: ZoneId,
    ) -> Result<Vec<Element>, Obstacle> {
        if unit == self.unit || self.callers.contains(&unit) {
            return stop(d.stmt.span, "a recursive procedure");
        }
        let zones = &self.facts.zones;
        let mut independents = ZoneSet::new();
        let mut actuals: BTreeMap<SymbolId, &'a Expr> = BTreeMap::new();
        for (formal, actual) in self.program.units[unit]
            .args
            .iter()
            .zip(bind_args(self.program, unit, args))
        {
            let (Some(formal), Some(actual)) = (*formal, actual) else {
                continue;
            };
            actuals.insert(formal, actual);
            if !self.is_constant(actual) {
                independents.extend(zones.of(formal).iter().copied());
            }
        }
        let outside = self.varied.iter().filter(|&z| zones.is_visible_outside(unit, z));
        independents.extend(outside);
        // the scalar's value before the call is a summand in the caller
        independents.remove(zone);
        let callers = [&self.callers[..], &[self.unit]].concat();
        let callee = Procedure::new(self.program, self.facts, unit, &independents, callers);
        let found = callee.sum(zone, &mut BTreeSet::new())?;
        let at = Context::of(d);
        let value = |e: &Expr| substitute(e, &|s| actuals.get(&s).map(|e| (*e).clone()));
        let range = |r: &Range| Range {
            index: r.index,
            bounds: (value(&r.bounds.0), value(&r.bounds.1), r.bounds.2.as_ref().map(value)),
        };
        let mut out = vec![];
        for e in found {
            let mut support = vec![];
            for r in &e.support {
                let first = support.len();
                let at = if r.designator.rank > 0 {
                    at.elementwise()
                } else {
                    at.clone()
                };
                let formal = r.designator.base_symbol().and_then(|s| actuals.get(&s));
                match (&r.designator.kind, formal) {
                    (ExprKind::Var(_), Some(actual)) => self.support(actual, &at, &mut support)?,
                    (_, Some(actual)) if !self.begins_alike(&r.designator, actual) => {
                        return stop(d.stmt.span, "an array argument with other bounds");
                    }
                    _ => self.support(&value(&r.designator), &at, &mut support)?,
                }
                for s in &mut support[first..] {
                    s.inner.extend(r.inner.iter().map(range));
                }
            }
            out.push(Element {
                support,
                loops: Procedure::ranges(&d.loops)
                    .into_iter()
                    .chain(e.loops.iter().map(range))
                    .collect(),
                span: d.stmt.span,
            });
        }
        Ok(out)
    }

    /// True if an element of a dummy argument has the same subscripts in the actual one.
    fn begins_alike(&self, designator: &Expr, actual: &Expr) -> bool {
        let from_one = |s: SymbolId| {
            let dims = self.program.symbols[s].variable().map(|v| &v.dims);
            dims.is_some_and(|dims| {
                dims.iter().all(|d| match d {
                    Dim::Explicit(lower, _) => lower.as_ref().is_none_or(is_one),
                    Dim::Assumed(lower) => lower.as_ref().is_none_or(is_one),
                    _ => false,
                })
            })
        };
        let rank = |s: SymbolId| self.program.symbols[s].variable().map(|v| v.dims.len());
        match (designator.base_symbol(), &actual.kind) {
            (Some(formal), ExprKind::Var(a)) => {
                from_one(formal) && from_one(*a) && rank(formal) == Some(1) && rank(*a) == Some(1)
            }
            _ => false,
        }
    }
}
