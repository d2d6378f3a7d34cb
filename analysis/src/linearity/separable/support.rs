//! The support of an element: follows an expression back to independents.
//!
//! An intermediate variable stands for the values assigned to it in the same iteration of the loops around both.
//! Scalars must not carry values between these iterations ([`crate::linearity::carried`]); for arrays, the assignment
//! `w(j) = ...x(j)` implies that `w(i + 1)` depends on `x(i + 1)`. Loops around the assignment only are executed for
//! each element, so they must be short and of a known length.

use super::{stop, Definition, Obstacle, Procedure, Range, Reference};
use crate::calls::bind_args;
use crate::linearity::carried::carried;
use crate::linearity::table;
use crate::ZoneId;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::*;
use std::collections::BTreeMap;

/// Limit on the iterations that an element may depend on.
const FEW: i64 = 16;

/// Context of an expression.
#[derive(Clone)]
pub(super) struct Context<'a> {
    loops: Vec<&'a Stmt>,
    /// Definitions on the way.
    through: Vec<StmtId>,
    /// True if arrays are treated element by element.
    elementwise: bool,
    span: adc_frontend::span::Span,
}

impl<'a> Context<'a> {
    /// On the right side of a definition.
    pub fn of(d: &Definition<'a>) -> Context<'a> {
        Context {
            loops: d.loops.clone(),
            through: vec![],
            elementwise: false,
            span: d.stmt.span,
        }
    }

    /// The same, with arrays element by element.
    pub fn elementwise(&self) -> Context<'a> {
        Context {
            elementwise: true,
            ..self.clone()
        }
    }
}

/// An expression with variables replaced by expressions.
pub(super) fn substitute(e: &Expr, by: &dyn Fn(SymbolId) -> Option<Expr>) -> Expr {
    let mut out = e.clone();
    visit::rewrite_expr(&mut out, &mut |x| {
        if let ExprKind::Var(s) = x.kind {
            if let Some(value) = by(s) {
                *x = value;
            }
        }
    });
    out
}

impl<'a> Procedure<'a> {
    /// Adds the support of an expression.
    pub(super) fn support(&self, e: &Expr, at: &Context<'a>, out: &mut Vec<Reference>) -> Result<(), Obstacle> {
        if !self.facts.zones.is_differentiable(e.ty) || self.is_constant(e) {
            return Ok(());
        }
        match &e.kind {
            _ if e.is_designator() => self.designator(e, at, out),
            ExprKind::Call(callee, args) => match self.program.definition(callee.proc) {
                Some(unit) => {
                    let result = self.program.units[unit].result.and_then(|r| self.facts.zones.single(r));
                    match result {
                        Some(z) => self.called(unit, args, z, at, out),
                        None => stop(at.span, "a function whose value has components"),
                    }
                }
                None => stop(at.span, "a function whose source is not given"),
            },
            ExprKind::Intrinsic(id, _, args) => {
                let mut args = args.iter().filter_map(Arg::expr);
                if id.row().class != Class::Elemental && args.clone().any(|a| a.rank > 0) {
                    return stop(at.span, format!("`{}` of an array", id.row().name));
                }
                args.try_for_each(|a| self.support(a, at, out))
            }
            _ => {
                let mut inner = vec![];
                visit::subexprs(e, &mut |s| inner.push(s));
                inner.into_iter().try_for_each(|s| self.support(s, at, out))
            }
        }
    }

    fn designator(&self, e: &Expr, at: &Context<'a>, out: &mut Vec<Reference>) -> Result<(), Obstacle> {
        if e.rank > 0 && !at.elementwise {
            return stop(at.span, "a whole array in the value of one element");
        }
        for &z in self.facts.zones.of_designator(e) {
            if !self.varied.contains(z) {
                continue;
            }
            match self.definitions.get(&z) {
                None => add(
                    out,
                    Reference {
                        designator: e.clone(),
                        inner: vec![],
                    },
                ),
                Some(_) if self.independents.contains(z) => {
                    return stop(at.span, format!("`{}` is changed", self.name(z)));
                }
                Some(all) => {
                    for d in all {
                        self.through(d, e, z, at, out)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Continues with the values that one definition gives to a variable.
    fn through(
        &self,
        d: &Definition<'a>,
        used: &Expr,
        zone: ZoneId,
        at: &Context<'a>,
        out: &mut Vec<Reference>,
    ) -> Result<(), Obstacle> {
        if let StmtKind::Assign { rhs, .. } = &d.stmt.kind {
            if self.is_constant(rhs) {
                return Ok(());
            }
        }
        let lhs = match &d.stmt.kind {
            StmtKind::Assign { lhs, .. } => Some(lhs),
            _ => None,
        };
        let handed_on = || {
            stop(
                at.span,
                format!("`{}` passes from one iteration to the next", self.name(zone)),
            )
        };
        if at.through.contains(&d.stmt.id) {
            return match lhs {
                Some(lhs) if !lhs.same(used) => handed_on(),
                _ => Ok(()),
            };
        }
        let common = at
            .loops
            .iter()
            .zip(&d.loops)
            .take_while(|(a, b)| std::ptr::eq(**a, **b))
            .count();
        let chosen = match lhs {
            Some(lhs) => self.chosen(lhs, used, zone, &d.loops, at)?,
            None => BTreeMap::new(),
        };
        for l in &d.loops[..common] {
            let ranges = Procedure::ranges(&[*l]);
            let named = ranges.iter().all(|r| chosen.contains_key(&r.index)) && !ranges.is_empty();
            if !named && carried(self.program, self.facts, l).zones().contains(&zone) {
                return handed_on();
            }
        }
        let extra = Procedure::ranges(&d.loops[common..]);
        if extra.is_empty() && common < d.loops.len() {
            return stop(
                at.span,
                format!("`{}` is computed in a loop without an index", self.name(zone)),
            );
        }
        let run: Vec<Range> = extra.into_iter().filter(|r| !chosen.contains_key(&r.index)).collect();
        if !run.iter().all(|r| self.is_short(r)) {
            return stop(at.span, format!("`{}` is a sum over a loop", self.name(zone)));
        }
        let inner = Context {
            loops: d.loops.clone(),
            through: [&at.through[..], &[d.stmt.id]].concat(),
            elementwise: at.elementwise && lhs.is_some_and(|l| l.rank > 0),
            span: d.stmt.span,
        };
        let mut found = vec![];
        match &d.stmt.kind {
            StmtKind::Assign { rhs, .. } => self.support(rhs, &inner, &mut found)?,
            StmtKind::Call { callee, args } => match self.program.definition(callee.proc) {
                Some(unit) => {
                    let formal = self.formal_of(unit, args, zone);
                    match formal {
                        Some(formal) => self.support_of_call(d.stmt, unit, args, formal, &inner, &mut found)?,
                        None => return stop(d.stmt.span, format!("`{}` is changed by a call", self.name(zone))),
                    }
                }
                None => return stop(d.stmt.span, "a procedure whose source is not given"),
            },
            _ => {
                return stop(
                    d.stmt.span,
                    format!("the value of `{}` is not analysed", self.name(zone)),
                )
            }
        }
        let value = |e: &Expr| substitute(e, &|s| chosen.get(&s).cloned());
        for r in found {
            let bounds = |(a, b, c): &(Expr, Expr, Option<Expr>)| (value(a), value(b), c.as_ref().map(value));
            let own = r.inner.iter().chain(&run).map(|l| Range {
                index: l.index,
                bounds: bounds(&l.bounds),
            });
            add(
                out,
                Reference {
                    designator: value(&r.designator),
                    inner: own.collect(),
                },
            );
        }
        Ok(())
    }

    /// The indices of the loops around an assignment to an element, as determined by the subscripts of a use.
    fn chosen(
        &self,
        lhs: &Expr,
        used: &Expr,
        zone: ZoneId,
        loops: &[&Stmt],
        at: &Context<'a>,
    ) -> Result<BTreeMap<SymbolId, Expr>, Obstacle> {
        let mut out = BTreeMap::new();
        let (ExprKind::Index(a, defined), ExprKind::Index(b, wanted)) = (&lhs.kind, &used.kind) else {
            let alike = lhs.same(used);
            return if alike {
                Ok(out)
            } else {
                stop(at.span, "an array that is assigned and used in different forms")
            };
        };
        let indices: Vec<SymbolId> = Procedure::ranges(loops).iter().map(|r| r.index).collect();
        for (d, w) in defined.iter().zip(wanted) {
            match (d, w) {
                (Subscript::At(d), Subscript::At(w)) => match d.kind {
                    ExprKind::Var(v) if indices.contains(&v) && a.same(b) => {
                        out.insert(v, w.clone());
                    }
                    _ if d.same(w) && a.same(b) => {}
                    _ => {
                        let name = self.name(zone);
                        return stop(
                            at.span,
                            format!("elements of `{name}` that other statements may assign"),
                        );
                    }
                },
                _ if d.same(w) && a.same(b) => {}
                _ => return stop(at.span, "sections that are not analysed"),
            }
        }
        Ok(out)
    }

    /// True for a loop of a few iterations, regardless of how often it runs.
    fn is_short(&self, r: &Range) -> bool {
        let number = |e: &Expr| self.facts.constants.integer(self.program, e);
        let ends = number(&r.bounds.0).zip(number(&r.bounds.1));
        ends.is_some_and(|(lo, hi)| hi.abs_diff(lo) < FEW.unsigned_abs())
    }

    /// The dummy argument to which a scalar is passed, if any.
    pub(super) fn formal_of(&self, unit: UnitId, args: &[Arg], zone: ZoneId) -> Option<ZoneId> {
        let zones = &self.facts.zones;
        let bound = bind_args(self.program, unit, args).into_iter();
        let mut found = self.program.units[unit]
            .args
            .iter()
            .zip(bound)
            .filter_map(|(formal, actual)| {
                let (formal, actual) = ((*formal)?, actual?);
                let is_it = matches!(actual.kind, ExprKind::Var(_)) && zones.of_designator(actual) == [zone];
                zones.single(formal).filter(|_| is_it)
            });
        found.next().filter(|_| found.next().is_none())
    }

    /// Adds the support of the result of a call.
    pub(super) fn support_of_call(
        &self,
        s: &Stmt,
        unit: UnitId,
        args: &[Arg],
        formal: ZoneId,
        at: &Context<'a>,
        out: &mut Vec<Reference>,
    ) -> Result<(), Obstacle> {
        let inner = Context {
            span: s.span,
            ..at.clone()
        };
        self.called(unit, args, formal, &inner, out)
    }

    /// Adds the arguments on which an output of a procedure depends, if they are scalars.
    fn called(
        &self,
        unit: UnitId,
        args: &[Arg],
        output: ZoneId,
        at: &Context<'a>,
        out: &mut Vec<Reference>,
    ) -> Result<(), Obstacle> {
        let found = table(self.program, self.facts, unit, None, None);
        let Some((_, row)) = found.rows.iter().find(|(z, _)| *z == output) else {
            return Ok(());
        };
        let mut open = row.zones();
        open.remove(output);
        for (formal, actual) in self.program.units[unit]
            .args
            .iter()
            .zip(bind_args(self.program, unit, args))
        {
            let (Some(formal), Some(actual)) = (*formal, actual) else {
                continue;
            };
            let zones = self.facts.zones.of(formal);
            if zones.iter().any(|z| open.contains(*z)) {
                let is_array = self.program.symbols[formal]
                    .variable()
                    .is_some_and(|v| !v.dims.is_empty());
                if is_array && !self.is_constant(actual) {
                    return stop(at.span, "an array argument");
                }
                self.support(actual, at, out)?;
            }
            zones.iter().for_each(|z| {
                open.remove(*z);
            });
        }
        let unseen = open.iter().find(|&z| self.varied.contains(z));
        match unseen {
            Some(z) => stop(
                at.span,
                format!(
                    "`{}`, which a procedure accesses as a module or COMMON variable",
                    self.name(z)
                ),
            ),
            None => Ok(()),
        }
    }
}

/// Adds a reference unless it is present.
fn add(out: &mut Vec<Reference>, new: Reference) {
    let same = |r: &Reference| {
        let inner = r.inner.iter().map(|l| l.index).eq(new.inner.iter().map(|l| l.index));
        inner && r.designator.same(&new.designator)
    };
    if !out.iter().any(same) {
        out.push(new);
    }
}
