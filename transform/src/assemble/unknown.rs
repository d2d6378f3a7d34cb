//! Reports globals that calls of procedures without source put at risk ([`crate::prepare::external::globals`]).

use crate::assemble::generator::Generator;
use crate::context::Context;
use crate::options::mode::Mode;
use crate::prepare::external::globals::{is_assumed_passive, is_global};
use crate::prepare::external::known;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{each_call, walk_block};
use adc_frontend::ir::*;
use adc_frontend::{codes, mentions};
use indexmap::{IndexMap, IndexSet};

impl Generator<'_> {
    /// Refuses calls of unknown procedures that may change relevant variables, and reports globals that described
    /// procedures read or write.
    pub(crate) fn check_globals_of_unknown(&mut self) {
        let reached = self.reached();
        let mut unknown: IndexMap<SmolStr, Span> = IndexMap::new();
        let mut described: IndexMap<UnitId, Span> = IndexMap::new();
        for &u in &reached {
            walk_block(&self.primal.units[u].body, &mut |s| {
                each_call(s, &mut |r| {
                    let SymbolKind::Procedure(p) = &self.primal.symbols[r.callee.proc].kind else {
                        return;
                    };
                    let is_described = p.unit.is_some_and(|t| self.models.description(t).is_some());
                    if !is_described && p.class != ProcClass::External || r.callee.object.is_some() {
                        return;
                    }
                    match p.unit {
                        Some(t) if self.models.tape_access(t).is_some() => {}
                        Some(t) if self.models.description(t).is_some() => {
                            described.entry(t).or_insert(r.span);
                        }
                        Some(t) if !self.models.is_assumed(t) => {}
                        _ => {
                            let name = &self.primal.symbols[r.callee.proc].name;
                            unknown.entry(name.clone()).or_insert(r.span);
                        }
                    }
                });
            });
        }
        for (name, span) in &unknown {
            let folded = fold(name);
            let hides = known::library(&folded).is_some_and(|l| l.hides);
            if hides && !is_assumed_passive(&self.options.assume_passive, &folded) {
                let text = format!(
                    "`{name}` changes arrays that are not among its arguments, but were named when the plan was made"
                );
                let help = format!(
                    "call `{name}_dft`, `{name}_dft_r2c` or the like with the arrays, and describe it with `--external FILE`; if derivatives do not need the arrays, use `--assume-external-passive {folded}`"
                );
                self.messages
                    .push(Diagnostic::error(codes::EXTERNAL_PROCEDURE, *span, text).help(help));
            }
        }
        unknown.retain(|name, _| {
            let folded = fold(name);
            known::library(&folded).is_none() && !is_assumed_passive(&self.options.assume_passive, &folded)
        });
        let at_risk = (!unknown.is_empty()).then(|| self.global_at_risk(&reached)).flatten();
        if let Some((variable, active)) = at_risk {
            for (name, span) in unknown {
                self.messages.push(self.may_change(&name, span, variable, active));
            }
        }
        for (unit, span) in described {
            self.tell_of_globals(unit, span);
        }
    }

    /// Reports globals that a described procedure reads or writes, and that carry a derivative.
    fn tell_of_globals(&mut self, unit: UnitId, span: Span) {
        let Some(d) = self.models.description(unit).cloned() else {
            return;
        };
        let Some(model) = self.primal.units[unit].model() else {
            return;
        };
        let is_active = |e: &&Expr| {
            let is_told = |s: &SymbolId| is_global(self.primal, *s) && Some(*s) != self.models.messages;
            let symbol = e.base_symbol().filter(is_told);
            let zones = &self.facts.zones;
            symbol.is_some_and(|s| zones.of(s).iter().any(|&z| self.facts.activity.zone_is_active(z)))
        };
        let written = model.flows.iter().map(|f| &f.to).find(is_active);
        let read = model.reads.iter().find(is_active);
        let Some(variable) = written.or(read).and_then(Expr::base_symbol) else {
            return;
        };
        let place = self.place_of(variable);
        let name = &self.primal.units[unit].name;
        let message = if written.is_some() {
            let text = format!("`{name}` is described as changing {place}, which is active");
            Diagnostic::error(codes::BAD_DESCRIPTION, span, text)
                .also(d.span, "described here")
                .help("give the file that defines it, or pass the variable as an argument")
        } else if d.globals_read.is_some() && !d.passive {
            let text = format!("`{name}` is described as reading {place}, which is active");
            Diagnostic::error(codes::BAD_DESCRIPTION, span, text)
                .also(d.span, "described here")
                .with_note("the results of a described procedure may depend differentiably only on its arguments")
                .help("give the file that defines it, or pass the variable as an argument")
        } else if d.globals_read.is_none() && !d.passive {
            let text = format!("`{name}` may read {place}, which is active; if it does, the derivative is wrong");
            Diagnostic::warning(codes::BAD_DESCRIPTION, span, text)
                .also(d.span, "this description does not mention COMMON blocks and modules")
                .help("add `reads-globals = []` to the description, or list there what it reads")
        } else {
            return;
        };
        self.messages.push(message);
    }
}

impl Context<'_> {
    /// A variable outside procedures whose change by an unknown procedure would make the derivative wrong; true if it
    /// carries one.
    pub(crate) fn global_at_risk(&self, reached: &[UnitId]) -> Option<(SymbolId, bool)> {
        let mut all = IndexSet::new();
        for &u in reached.iter().filter(|&&u| !self.models.contains(u)) {
            let mentioned = mentions::of_unit(self.primal, u).into_iter();
            all.extend(mentioned.filter(|&s| is_global(self.primal, s)));
        }
        let zones = &self.facts.zones;
        let is_active = |s: &SymbolId| zones.of(*s).iter().any(|&z| self.facts.activity.zone_is_active(z));
        // unknown code may copy a value from a variable that depends on an independent to one that a dependent depends
        // on
        let may_carry = |s: &SymbolId| zones.is_differentiable(self.primal.symbols[*s].ty());
        let found = all.iter().find(|s| is_active(s)).map(|&s| (s, true));
        let other = || {
            let mut others = all.iter().filter(|s| self.mode == Mode::Reverse || may_carry(s));
            others.next().map(|&s| (s, false))
        };
        found.or_else(other)
    }

    pub(crate) fn place_of(&self, variable: SymbolId) -> String {
        let symbol = &self.primal.symbols[variable];
        match symbol.variable().map(|v| &v.storage) {
            Some(Storage::Common(c)) => match self.primal.commons[*c].name.as_str() {
                "" => format!("`{}` in blank COMMON", symbol.name),
                block => format!("`{}` in COMMON /{block}/", symbol.name),
            },
            _ => format!("the module variable `{}`", symbol.name),
        }
    }

    pub(crate) fn may_change(&self, name: &str, span: Span, variable: SymbolId, active: bool) -> Diagnostic {
        let place = self.place_of(variable);
        if self.options.assume_local {
            let text = format!(
                "the source of `{name}` is not given; adc assumes that it accesses its arguments only, and not {place}"
            );
            let help = format!("if it does, give the file that defines `{name}`, or describe it in a file");
            return Diagnostic::warning(codes::EXTERNAL_PROCEDURE, span, text).help(self.with_proposal(name, help));
        }
        let why = match (active, self.mode) {
            (true, _) => "which is active",
            (false, Mode::Reverse) => "whose values the adjoint may need",
            (false, Mode::Tangent) => "which may then be active",
        };
        Diagnostic::error(
            codes::EXTERNAL_PROCEDURE,
            span,
            format!("the source of `{name}` is not given, and it may read or change {place}, {why}"),
        )
        .with_note("every procedure may access COMMON blocks and module variables")
        .help(self.with_proposal(name, format!(
            "give the file that defines `{name}`; or describe it in a file, `--external FILE`; or, if it changes nothing that derivatives need, use `--assume-external-passive {name}`"
        )))
    }
}
