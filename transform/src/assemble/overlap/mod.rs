//! Handles arguments of a call that share memory.
//!
//! A procedure that only reads its arguments may receive one variable twice (`call area(x, x, y)`), or one that it also
//! reads by the variable's own name. Its adjoint increments the shadow of each, and Fortran forbids changes of a
//! variable with two names. So all arguments but the first get a shadow of their own, which is added to the right one
//! after the call. A procedure that changes such a variable violates the standard already; a message reports this, and
//! nothing else is done. Arrays that are passed elements of one array ([`parts`]) may be its adjacent parts, or have
//! elements in common; if this is unknown, they are taken for parts, and a message says so.

mod parts;

use crate::assemble::calls::DerivativeCall;
use crate::assemble::generator::Generator;
use crate::assemble::overlap::parts::Common;
use crate::code::generated;
use crate::context::Context;
use crate::normalize::leaves::leaves;
use adc_analysis::summary::Summary;
use adc_analysis::ZoneId;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

/// A call of a differentiated procedure: the caller, the procedure, the actual arguments in the order of the dummy
/// arguments.
#[derive(Clone, Copy)]
pub(crate) struct Site<'s> {
    /// The caller.
    pub unit: UnitId,
    /// The statement.
    pub stmt: StmtId,
    /// The callee.
    pub target: UnitId,
    /// The actual arguments.
    pub bound: &'s [Option<Expr>],
}

/// The memory that an argument shares with others, or with variables that the procedure names itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shared {
    No,
    /// Shared by arguments that are only read.
    Read,
    /// Shared, and one of them is written.
    Written,
    /// Perhaps shared; if so, they are only read.
    Unknown,
}

impl Context<'_> {
    fn shared(&self, site: Site, k: usize, formal: SymbolId, actual: &Expr) -> Shared {
        let zones = &self.facts.zones;
        let is_plain = |s: SymbolId| {
            let v = self.primal.symbols[s].variable();
            v.is_some_and(|v| !v.attrs.pointer && !v.attrs.allocatable)
        };
        let own = zones.of_designator(actual);
        let Some(summary) = self.facts.summaries.get(site.target) else {
            return Shared::No;
        };
        if !is_plain(formal) {
            return Shared::No;
        }
        // the part of an argument that it shares with the other one
        let written = |formal: SymbolId, actual: &Expr, other: &[ZoneId]| {
            let bound = zones.bound(self.primal, formal, actual);
            let common = |a: ZoneId| other.iter().any(|&o| zones.may_alias(o, a));
            bound.iter().any(|&(f, a)| summary.writes.contains(f) && common(a))
        };
        let mut found = self.shared_with_globals(summary, formal, actual);
        let is_copied = |s: SymbolId| self.primal.symbols[s].variable().is_some_and(|v| v.attrs.value);
        let all = self.primal.units[site.target].args.iter().zip(site.bound);
        for (j, (other, a)) in all.enumerate() {
            let (Some(other), Some(a)) = (*other, a) else { continue };
            // an argument with VALUE is separated before one without, which the procedure may change
            let is_first = match (is_copied(formal), is_copied(other)) {
                (true, false) => j != k,
                (false, true) => false,
                _ => j < k,
            };
            if !is_first {
                continue;
            }
            let others = zones.of_designator(a);
            // pointers that may refer to either of two variables do not make them one
            let by_pointer = self.is_through_pointer(actual) || self.is_through_pointer(a);
            let same_zone = |z: &ZoneId| {
                let mut own = own.iter();
                own.any(|&o| o == *z || by_pointer && zones.may_alias(o, *z))
            };
            if !others.iter().any(same_zone) || !self.has_shadow_argument(Some(site.target), other) {
                continue;
            }
            let common = self.in_common(site, (other, a), (formal, actual));
            if common == Common::Nothing {
                continue;
            }
            let parts = self.is_part(formal, actual) && self.is_part(other, a);
            if is_copied(formal) {
                found = Shared::Read;
            } else if written(formal, actual, others) || written(other, a, own) {
                // if they are parts, the written zones of one are not shared with the other
                if a.same(actual) && !parts {
                    return Shared::Written;
                }
            } else if common == Common::Something || self.section_of(site, formal, actual).is_some() {
                found = Shared::Read;
            } else if found == Shared::No {
                found = Shared::Unknown;
            }
        }
        found
    }

    /// True unless a designator is a variable without pointers, or a part of one.
    fn is_through_pointer(&self, e: &Expr) -> bool {
        let base = e.base_symbol().and_then(|s| self.primal.symbols[s].variable());
        let zones = self.facts.zones.of_designator(e);
        base.is_none_or(|v| v.attrs.pointer) || zones.iter().any(|&z| self.facts.zones.is_indirect(z))
    }

    /// The same for variables that the procedure names itself.
    fn shared_with_globals(&self, summary: &Summary, formal: SymbolId, actual: &Expr) -> Shared {
        let zones = &self.facts.zones;
        let own = zones.of_designator(actual);
        let by_name = |set: &adc_analysis::ZoneSet| {
            let mut all = own.iter().flat_map(|o| zones.aliases(o));
            all.any(|&z| set.contains(z) && !summary.is_interface(z))
        };
        let (read, written) = (by_name(&summary.reads), by_name(&summary.writes));
        let formal_written = zones.of(formal).iter().any(|&z| summary.writes.contains(z));
        let alone = |z: &ZoneId| zones.aliases(z).len() == 1 && zones[*z].exact;
        let is_whole = matches!(actual.kind, ExprKind::Var(_)) && own.iter().all(alone);
        match (read, written) {
            (false, false) => Shared::No,
            (_, true) if is_whole => Shared::Written,
            (true, false) if formal_written && is_whole => Shared::Written,
            (true, false) if !formal_written => Shared::Read,
            _ => Shared::No,
        }
    }
}

impl Generator<'_> {
    /// The shadow that replaces that of the `k`-th argument of an adjoint call, if that is also the shadow of something
    /// else in the callee.
    pub(crate) fn separate_shadow(
        &mut self,
        site: Site,
        k: usize,
        span: Span,
        call: &mut DerivativeCall,
    ) -> Option<Expr> {
        let formal = (*self.primal.units[site.target].args.get(k)?)?;
        let actual = site.bound.get(k)?.clone()?;
        let name = |s: SymbolId| self.primal.symbols[s].name.clone();
        let (callee, variable) = (
            self.name_of(site.target),
            actual.base_symbol().map(name).unwrap_or_default(),
        );
        let place = if actual.span.is_none() { span } else { actual.span };
        let told = match self.shared(site, k, formal, &actual) {
            Shared::No => return None,
            Shared::Read => None,
            Shared::Written => Some(format!(
                "`{callee}` has two names for `{variable}` and changes it; Fortran forbids this, so its results and derivatives are undefined"
            )),
            Shared::Unknown => Some(format!(
                "`{callee}` reads two parts of `{variable}` of unknown size; adc assumes that they have no common element"
            )),
        };
        if let Some(text) = told {
            let d = Diagnostic::warning(codes::ARGUMENTS_SHARE, place, text);
            if !self.messages.contains(&d) {
                self.messages.push(d);
            }
            return None;
        }
        let section = self.section_of(site, formal, &actual);
        let actual = section.unwrap_or(actual);
        let (ty, rank) = (self.primal.symbols[formal].ty(), self.primal.symbols[formal].rank());
        let own = self.shadow_ref(&actual);
        let shadow = own.base_symbol()?;
        let derivative = self.derivative_unit(site.unit);
        self.import(derivative, shadow);
        let stem = self.out.symbols[shadow].name.clone();
        let mut after = vec![];
        let made = self.stand_in(site.unit, &actual, &stem, ty, rank, &mut call.before, &mut after);
        let Some(t) = made else {
            let text = format!(
                "`{callee}` has two names for elements of `{variable}`; the adjoint needs a derivative for each, but their sizes are not known"
            );
            self.refuse(codes::UNKNOWN_SIZE, place, text);
            return None;
        };
        // sequence association: an element stands for the rest of the array
        let (own, all) = match (&own.kind, &t.kind) {
            (ExprKind::Index(b, _), ExprKind::Index(c, _)) if rank > 0 && actual.rank == 0 => {
                ((**b).clone(), (**c).clone())
            }
            _ => (own, t.clone()),
        };
        let indices = self.element_indices_of(site.unit, &own);
        let mut sum = |parts: &[Expr]| match parts {
            [to, from] if to.ty.is_differentiable() => vec![assign(to.clone(), add(to.clone(), from.clone()))],
            _ => vec![],
        };
        call.after.extend(leaves(
            &self.out,
            &[generated(&own), generated(&all)],
            &indices,
            false,
            &mut sum,
        )?);
        call.after.extend(after);
        Some(t)
    }
}
