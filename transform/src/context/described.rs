//! Descriptions of the derivatives of procedures without source ([`crate::prepare::external`]), as the other modules
//! query them.

use crate::code::names::with_suffix;
use crate::context::Context;
use crate::options::description::{Argument, Description};
use crate::prepare::external::models::TapeAccess;
use adc_analysis::ZoneId;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Context<'_> {
    /// True if a dummy argument or the result of a described procedure has a shadow according to the description,
    /// whatever is active. `None` for other procedures: the calls of the program decide.
    pub(crate) fn described_shadow(&self, unit: UnitId, symbol: SymbolId) -> Option<bool> {
        let d = self.models.description(unit).filter(|d| !d.by_calls)?;
        let carries = self.primal.symbols[symbol].ty().is_differentiable();
        let u = &self.primal.units[unit];
        let place = u.args.iter().position(|a| *a == Some(symbol));
        Some(
            carries
                && place.map_or(!d.has_no_derivative() && !d.result_from.is_empty(), |p| {
                    d.is_differentiable(p)
                }),
        )
    }

    /// The effect of a procedure of the tape whose values come with derivatives, here or elsewhere.
    pub(crate) fn active_tape_access(&self, unit: UnitId) -> Option<TapeAccess> {
        let access = self.models.tape_access(unit)?;
        let zones = self.facts.zones.of(access.contents);
        let carries = zones.iter().any(|&z| self.facts.activity.zone_is_active(z));
        carries.then_some(access)
    }

    /// True for a procedure that may push or pop values with derivatives. The tangent calls the tangents of all such
    /// procedures, whatever their other results are good for, so that pushes and pops match.
    pub(crate) fn keeps_tape(&self, unit: UnitId) -> bool {
        if self.models.tape.is_empty() {
            return false;
        }
        let all = || {
            let procedures = self.models.tape.keys().copied();
            let active = procedures.filter(|&u| self.active_tape_access(u).is_some());
            self.facts.calls.callers_of(active)
        };
        self.keeping_tape.get_or_init(all).contains(&unit)
    }

    /// True for a zone of the variable that stands for messages: they are no state that could be recorded.
    pub(crate) fn is_of_messages(&self, zone: ZoneId) -> bool {
        let mut variable = self.models.messages.iter();
        variable.any(|&m| self.facts.zones.of(m).contains(&zone))
    }

    /// True for a procedure whose only effect, other than writes of variables, is to exchange messages.
    pub(crate) fn exchanges_in_silence(&self, unit: UnitId) -> bool {
        self.behaviour.repeatable.only_exchange.contains(&unit) && !self.behaviour.printing.contains(&unit)
    }

    /// True for a procedure whose hand-written derivative allows absent shadows.
    pub(crate) fn has_optional_shadows(&self, unit: UnitId) -> bool {
        self.models
            .description(unit)
            .is_some_and(Description::has_optional_shadows)
    }

    /// The name of the hand-written derivative in many directions, if one is known: the description names it, or a given
    /// file contains it under its usual name. A dummy procedure has one, since the caller passes it.
    pub(crate) fn derivative_in_many_directions(&self, unit: UnitId) -> Option<SmolStr> {
        if !self.options.vector || !self.models.contains(unit) || self.models.tape_access(unit).is_some() {
            return None;
        }
        let d = self.models.description(unit);
        if let Some(given) = d.and_then(|d| d.vector.name(self.mode)) {
            return Some(given.clone());
        }
        let usual = with_suffix(&self.primal.units[unit].name, self.options.suffix_of_vectors(self.mode));
        let module = d.and_then(|d| d.module(true));
        let is_known = !self.procedures_named(&usual, module.map(SmolStr::as_str)).is_empty();
        (is_known || self.models.is_given(unit)).then(|| usual.into())
    }

    /// The procedures of the sources with a name: global ones, or those of a module.
    pub(crate) fn procedures_named(&self, name: &str, module: Option<&str>) -> Vec<UnitId> {
        let is_there = |u: &Unit| match (u.parent.map(|p| &self.primal.units[p]), module) {
            (None, None) => true,
            (Some(host), Some(m)) => host.kind == UnitKind::Module && host.name.eq_ignore_ascii_case(m),
            _ => false,
        };
        let is_it = |u: &Unit| u.is_procedure() && !u.prefix.interface_body && u.name.eq_ignore_ascii_case(name);
        let all = self.primal.units.iter().filter(|(_, u)| is_it(u) && is_there(u));
        all.map(|(id, _)| id).collect()
    }

    /// The dummy arguments whose values the adjoint of a described procedure reads, if the description says so: those
    /// that its shadows need, and all without a shadow.
    pub(crate) fn read_by_frugal_adjoint(&self, unit: UnitId) -> Option<Vec<SymbolId>> {
        let d = self.models.description(unit).filter(|d| d.is_frugal)?;
        let dummies = &self.primal.units[unit].args;
        let mut read: Vec<SymbolId> = vec![];
        for (k, s) in dummies.iter().enumerate() {
            let Some(s) = *s else { continue };
            if self.described_shadow(unit, s) != Some(true) {
                read.extend((!d.arguments.get(k).is_some_and(|a| a.unread)).then_some(s));
            } else if !d.has_optional_shadows() || self.is_active(unit, s) {
                let needs = d.arguments.get(k).into_iter().flat_map(|a| &a.needs);
                read.extend(needs.filter_map(|&n| dummies.get(n).copied().flatten()));
            }
        }
        Some(read)
    }

    /// The dummy arguments whose values from after the call the adjoint of a described procedure reads, if it reads such
    /// values: those that its shadows need, and all that are not of real or complex type.
    pub(crate) fn results_read_by_adjoint(&self, unit: UnitId) -> Option<Vec<SymbolId>> {
        let d = self.models.description(unit).filter(|d| d.by_results)?;
        let needed = self.read_by_frugal_adjoint(unit)?;
        let carries = |s: SymbolId| self.primal.symbols[s].ty().is_differentiable();
        let is_read = |s: &SymbolId| {
            let place = self.primal.units[unit].args.iter().position(|a| a == &Some(*s));
            let is_needed = |a: &Argument| place.is_some_and(|k| a.needs.contains(&k));
            !carries(*s) || d.arguments.iter().any(is_needed)
        };
        Some(needed.into_iter().filter(is_read).collect())
    }

    pub(crate) fn refused_library(&self, name: &str, library: &str, span: Span) -> Diagnostic {
        let what = match library {
            "system" | "clock" => "the system".to_string(),
            "tape" => "the tape".to_string(),
            other => other.to_string(),
        };
        Diagnostic::error(
            codes::EXTERNAL_PROCEDURE,
            span,
            format!("`{name}` is a procedure of {what}, and has an active argument here"),
        )
        .help(format!(
            "give its source; or describe it in a file, `--external FILE`, and write its derivative; or, if it changes nothing that derivatives need, use `--assume-external-passive {name}`"
        ))
    }

    /// The warning about a procedure without source that receives no active arguments.
    pub(crate) fn taken_as_passive(&self, name: &str, span: Span) -> Diagnostic {
        let text = format!("the source of `{name}` is not given; adc assumes that it does not change active variables");
        let warning = Diagnostic::warning(codes::EXTERNAL_PROCEDURE, span, text);
        self.proposal(name).into_iter().fold(warning, Diagnostic::help)
    }
}
