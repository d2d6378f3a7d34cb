//! Agreement of interface bodies with the definitions of external procedures.
//!
//! Callers use the definition, whatever the interface says, so a difference is reported even if there is no call. As
//! compilers do, this warns about differing arguments, which programs of several authors pass on their own
//! responsibility, and rejects differing results.

use super::messages::{count, value_name};
use super::state::Resolver;
use crate::ast::fold;
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

/// The remedy for a difference.
const REMEDY: &str = "copy the declarations from the definition";

impl Resolver<'_> {
    /// Compares all interface bodies with the definitions among the files.
    pub(super) fn compare_interfaces(&mut self) {
        let bodies: Vec<_> = self
            .p
            .units
            .iter()
            .filter_map(|(u, _)| self.defined_elsewhere(u))
            .collect();
        for (body, definition) in bodies {
            self.compare(body, definition);
        }
        for (body, definition) in self.deferred_and_bound() {
            self.compare_results(body, definition);
        }
    }

    /// Interfaces of deferred bindings, each with the procedures that extensions bind to it.
    fn deferred_and_bound(&self) -> Vec<(UnitId, UnitId)> {
        let mut out = vec![];
        for (_, s) in self.p.symbols.iter() {
            let SymbolKind::Type(t) = &s.kind else { continue };
            let mut above = t.extends;
            while let Some(SymbolKind::Type(parent)) = above.map(|p| &self.p.symbols[p].kind) {
                for b in parent.bindings.iter().filter(|b| b.proc.is_none()) {
                    let bound = t.bindings.iter().find(|x| fold(&x.name) == fold(&b.name));
                    let unit_of = |s: SymbolId| self.p.signature(s).or(self.p.definition(s));
                    let units = b.interface.and_then(unit_of).zip(bound.and_then(|x| unit_of(x.proc?)));
                    out.extend(units);
                }
                above = parent.extends;
            }
        }
        out
    }

    /// An interface body and its definition.
    fn defined_elsewhere(&self, body: UnitId) -> Option<(UnitId, UnitId)> {
        let unit = &self.p.units[body];
        if !unit.prefix.interface_body || unit.prefix.module {
            return None;
        }
        let definition = match &self.p.symbols[unit.symbol?].kind {
            SymbolKind::Procedure(p) if p.class == ProcClass::External => p.unit?,
            _ => return None,
        };
        (!self.asts.get(definition)?.incomplete).then_some((body, definition))
    }

    /// Reports results that differ from their interface.
    fn compare_results(&mut self, body: UnitId, definition: UnitId) {
        let (here, there) = (&self.p.units[body], &self.p.units[definition]);
        let name = here.name.clone();
        let (at, defined) = (here.span, there.span);
        if let (Some(a), Some(b)) = (here.result, there.result) {
            if !self.alike(a, b) {
                let text = format!("the interface of `{name}` declares its result as {}", self.value_of(a));
                let d = Diagnostic::error(codes::INTERFACE_CONTRADICTS, at, text);
                let d = d.also(defined, format!("the definition declares it as {}", self.value_of(b)));
                self.report(d.help(REMEDY));
            }
        } else if here.kind != there.kind {
            let what = |u: &Unit| match u.kind {
                UnitKind::Function => "a function",
                _ => "a subroutine",
            };
            let text = format!("the interface declares `{name}` as {}", what(here));
            let label = format!("the definition declares it as {}", what(there));
            self.report(
                Diagnostic::error(codes::INTERFACE_CONTRADICTS, at, text)
                    .also(defined, label)
                    .help(REMEDY),
            );
        }
    }

    fn compare(&mut self, body: UnitId, definition: UnitId) {
        self.compare_results(body, definition);
        let (here, there) = (&self.p.units[body], &self.p.units[definition]);
        let name = here.name.clone();
        let (at, defined) = (here.span, there.span);
        let (here, there) = (&self.p.units[body].args, &self.p.units[definition].args);
        if here.len() != there.len() {
            let text = format!("the interface of `{name}` has {}", count(here.len(), "argument"));
            let label = format!("the definition has {}", there.len());
            let d = Diagnostic::warning(codes::INTERFACE_CONTRADICTS, at, text).also(defined, label);
            return self.report(d.help(REMEDY));
        }
        for (a, b) in here.clone().into_iter().zip(there.clone()) {
            let (Some(a), Some(b)) = (a, b) else {
                if a != b {
                    let text = format!("the interface of `{name}` and its definition differ in alternate returns");
                    let d = Diagnostic::warning(codes::INTERFACE_CONTRADICTS, at, text);
                    self.report(d.also(defined, "the definition"));
                }
                continue;
            };
            if !self.alike(a, b) {
                let dummy = &self.p.symbols[a];
                let text = format!(
                    "the interface of `{name}` declares `{}` as {}",
                    dummy.name,
                    self.value_of(a)
                );
                let d = Diagnostic::warning(codes::INTERFACE_CONTRADICTS, dummy.span, text);
                let label = format!("the definition declares it as {}", self.value_of(b));
                let place = self.p.symbols[b].span;
                self.report(d.also(place, label).help(REMEDY));
            }
        }
    }

    /// True if a dummy argument or result is the same in an interface and in the definition, as far as known.
    fn alike(&self, here: SymbolId, there: SymbolId) -> bool {
        let (SymbolKind::Variable(a), SymbolKind::Variable(b)) =
            (&self.p.symbols[here].kind, &self.p.symbols[there].kind)
        else {
            // an argument that is only passed on may or may not be a procedure
            let is_guess = |s: SymbolId| self.p.symbols[s].variable().is_some_and(|v| v.attrs.implicit);
            let is_procedure = |s: SymbolId| matches!(self.p.symbols[s].kind, SymbolKind::Procedure(_));
            return is_procedure(here) == is_procedure(there) || is_guess(here) || is_guess(there);
        };
        let types = match (a.ty.ty, b.ty.ty) {
            (Ty::Typeless | Ty::Unlimited, _) | (_, Ty::Typeless | Ty::Unlimited) => true,
            (Ty::Derived(_) | Ty::Class(_), to @ (Ty::Derived(t) | Ty::Class(t))) => {
                let from = a.ty.ty;
                let name = |t: SymbolId| crate::ast::fold(&self.p.symbols[t].name);
                let class = |t: Ty| matches!(t, Ty::Class(_));
                class(from) == class(to) && super::members::derived(from).is_some_and(|f| name(f) == name(t))
            }
            (a, b) => a == b,
        };
        let any_rank = |v: &Variable| v.has_assumed_rank();
        let is_shaped = |v: &Variable| v.dims.iter().any(|d| matches!(d, Dim::Assumed(_) | Dim::Deferred));
        types && (any_rank(a) || any_rank(b) || a.dims.len() == b.dims.len() && is_shaped(a) == is_shaped(b))
    }

    /// Type, rank and shape of a dummy argument or result.
    fn value_of(&self, s: SymbolId) -> String {
        let symbol = &self.p.symbols[s];
        let Some(v) = symbol.variable() else {
            return "a procedure".into();
        };
        let shape = match v.dims.first() {
            Some(Dim::Assumed(_)) => " with assumed shape",
            Some(Dim::Deferred) => " with deferred shape",
            Some(Dim::Explicit(..) | Dim::AssumedSize(_) | Dim::AssumedRank) | None => "",
        };
        format!("{}{shape}", value_name(&self.p, symbol.ty(), symbol.rank()))
    }
}
