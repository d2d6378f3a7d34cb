//! Calls that carry no derivative, where each call decides. For procedures with source, the activity analysis knows them
//! ([`adc_analysis::Activity::is_passive_call`]); the rest is about procedures without source: those that nothing is
//! known about, and those with descriptions by calls ([`Description::by_calls`]).
//!
//! Such a call makes no variable depend on an independent: it reads nothing that does, and what it does not overwrite
//! did not before. It needs no derivative of the procedure; the shadows of what it writes become zero.
//!
//! Where an array is overwritten from an element on, `call read(a(1, 1, k))`, the description does not say how far. If
//! the element is the first one in the leading dimensions, these are taken as overwritten, `a(:, :, k)`, with a warning
//! if it matters: if other elements may carry a derivative. If it is not, nothing is known, and the derivative of the
//! procedure is called.

use crate::context::place::Place;
use crate::context::Context;
use crate::options::description::Description;
use adc_analysis::calls::bind_args;
use adc_analysis::ZoneSet;
use adc_frontend::codes;
use adc_frontend::consteval::int_const;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Context<'_> {
    /// True for a call of a procedure that may have a derivative, where its derivative is not called: what the call
    /// writes is constant.
    pub(crate) fn is_passive_call(&self, at: Place, unit: UnitId) -> bool {
        self.is_passive_by_values(at, unit) || self.is_passive_by_call(at, unit)
    }

    /// The same by the activity analysis, for a procedure with source.
    pub(crate) fn is_passive_by_values(&self, at: Place, unit: UnitId) -> bool {
        self.facts.activity.is_passive_call(at.stmt) && !self.keeps_tape(unit)
    }

    /// True for a call of a procedure without source, where calls decide, after which nothing that it writes carries a
    /// derivative, and it is known what that is.
    pub(crate) fn is_passive_by_call(&self, at: Place, unit: UnitId) -> bool {
        let described = self.models.description(unit).filter(|d| d.by_calls);
        if described.is_none() && !self.models.is_assumed(unit) {
            return false;
        }
        let activity = &self.facts.activity;
        let effects = self.facts.effects.of(at.stmt);
        let written = effects.writes.iter();
        let varied: ZoneSet = written.filter(|&z| activity.makes_varied(at.stmt, z)).collect();
        let reads_none = || !effects.reads.iter().any(|z| activity.is_varied(at.stmt, z));
        varied.is_empty() || described.is_some_and(|d| reads_none() && self.overwrites_sections(at, unit, d, &varied))
    }

    /// True if a call overwrites known sections of all variables in some zones, and nothing else of them.
    fn overwrites_sections(&self, at: Place, unit: UnitId, d: &Description, zones: &ZoneSet) -> bool {
        let statement = self.texts.of(at.unit).statement(at.stmt);
        let Some(StmtKind::Call { args, .. }) = statement.map(|s| &s.kind) else {
            return false;
        };
        let mut covered = ZoneSet::new();
        for (argument, actual) in d.arguments.iter().zip(bind_args(self.primal, unit, args)) {
            let Some(actual) = actual.filter(|_| argument.writes) else {
                continue;
            };
            let own: ZoneSet = self.facts.zones.of_designator(actual).iter().copied().collect();
            if !own.intersects(zones) {
                continue;
            }
            if !argument.kills || self.leading_section(actual).is_none() {
                return false;
            }
            covered.union_with(&own);
        }
        zones.iter().all(|z| covered.contains(z))
    }

    /// The section from an element on in whose leading dimensions the element is the first: `a(:, :, k)` of
    /// `a(1, 1, k)`. `None` if there are no such dimensions, or their bounds are not declared.
    pub(crate) fn leading_section(&self, element: &Expr) -> Option<Expr> {
        let ExprKind::Index(array, subscripts) = &element.kind else {
            return None;
        };
        let (ExprKind::Var(s) | ExprKind::Component(_, s)) = &array.kind else {
            return None;
        };
        let dims = &self.primal.symbols[*s].variable()?.dims;
        let leading = |(d, s): &(&Dim, &Subscript)| matches!(s, Subscript::At(e) if self.is_first(d, e));
        let whole = dims.iter().zip(subscripts).take_while(leading).count();
        if whole == 0 || matches!(dims[..whole].last(), Some(Dim::AssumedSize(_))) {
            return None;
        }
        let all = std::iter::repeat_n(Subscript::range(None, None, None), whole);
        let subscripts = all.chain(subscripts[whole..].iter().cloned()).collect();
        Some(index((**array).clone(), subscripts))
    }

    fn is_first(&self, dim: &Dim, e: &Expr) -> bool {
        let value = int_const(self.primal, e);
        match dim {
            Dim::Explicit(Some(lo), _) | Dim::Assumed(Some(lo)) => {
                lo.same(e) || value.is_some() && value == int_const(self.primal, lo)
            }
            Dim::Explicit(None, _) | Dim::Assumed(None) | Dim::AssumedSize(None) => value == Some(1),
            Dim::AssumedSize(Some(lo)) => lo.same(e),
            Dim::Deferred | Dim::AssumedRank => false,
        }
    }

    /// What a procedure overwrites through an argument of a passive call, as a shadow to set to zero, and a warning if
    /// this is assumed. `whole`: the variable that it may access through the argument.
    pub(crate) fn overwritten_by(
        &self,
        at: Place,
        unit: UnitId,
        actual: &Expr,
        whole: Expr,
    ) -> (Expr, Option<Diagnostic>) {
        let zones = self.facts.zones.of_designator(actual);
        let is_varied = zones.iter().any(|&z| self.facts.activity.makes_varied(at.stmt, z));
        let section = is_varied.then(|| self.leading_section(actual)).flatten();
        let Some((section, array)) = section.and_then(|s| Some((s, actual.base_symbol()?))) else {
            return (whole, None);
        };
        let name = &self.primal.units[unit].name;
        let array = &self.primal.symbols[array].name;
        let dimensions = match section.rank {
            1 => "dimension".to_string(),
            n => format!("{n} dimensions"),
        };
        let text = format!("adc assumes that `{name}` overwrites all elements in the first {dimensions} of `{array}`");
        let warning = Diagnostic::warning(codes::EXTERNAL_PROCEDURE, actual.span, text)
            .with_note("the description does not say how many elements are overwritten, from this one on")
            .help("if they are others, pass a section, such as `a(1:n)`");
        (section, Some(warning))
    }
}
