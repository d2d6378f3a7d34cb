//! What procedures without source may do to COMMON blocks and variables of modules.
//!
//! | known of the procedure | reads | writes |
//! |---|---|---|
//! | a description, `reads-globals`, `writes-globals` | what it says | what it says |
//! | a description that does not speak of them | all that the program mentions | nothing |
//! | a library (`known.toml`), `--assume-external-passive` | nothing | nothing |
//! | nothing | anything | anything: an error where something in them carries a derivative, and in adjoints where anything of them is mentioned |
//!
//! Values only: what a described procedure computes depends differentiably on its arguments alone, so a global that carries a derivative is told of.

use super::{known, Description, Models};
use crate::context::Context;
use crate::generator::Generator;
use crate::Mode;
use adc_analysis::CallGraph;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{each_call, walk_block};
use adc_frontend::ir::*;
use adc_frontend::mentions;
use indexmap::{IndexMap, IndexSet};

/// COMMON blocks and variables of modules that the units mention which the head reaches.
pub(super) fn mentioned(program: &Program, head: UnitId) -> IndexSet<SymbolId> {
    let mut found = IndexSet::new();
    let mut reached = CallGraph::build(program).reachable(head);
    reached.sort();
    reached.dedup();
    for u in reached {
        let all = mentions::of_unit(program, u).into_iter();
        found.extend(all.filter(|&s| is_global(program, s)));
    }
    found
}

fn is_global(program: &Program, s: SymbolId) -> bool {
    let variable = program.symbols[s].variable();
    variable.is_some_and(|v| matches!(v.storage, Storage::Common(_) | Storage::Module))
}

/// The variables that a description means by `block%name`, `module%name`, or the name of a block or module alone.
fn named(program: &Program, all: &IndexSet<SymbolId>, name: &str) -> Vec<SymbolId> {
    let (place, member) = match name.split_once('%') {
        Some((place, member)) => (place, Some(member)),
        None => (name, None),
    };
    let is_it = |s: &&SymbolId| {
        let symbol = &program.symbols[**s];
        let own = match symbol.variable().map(|v| &v.storage) {
            Some(Storage::Common(c)) => program.commons[*c].name.clone(),
            _ => symbol
                .owner
                .map_or_else(SmolStr::default, |m| program.units[m].name.clone()),
        };
        fold(&own) == place && member.is_none_or(|m| fold(&symbol.name) == m)
    };
    all.iter().filter(is_it).copied().collect()
}

/// A name in a description that is no COMMON block, no module and nothing in one of them.
pub(super) fn unknown<'d>(program: &Program, d: &'d Description) -> Option<&'d SmolStr> {
    let mut names = d.globals_read.iter().flatten().chain(&d.globals_written).peekable();
    names.peek()?;
    let symbols = program.symbols.iter().map(|(s, _)| s);
    let all: IndexSet<SymbolId> = symbols.filter(|&s| is_global(program, s)).collect();
    names.find(|n| named(program, &all, n).is_empty())
}

/// What a description says of globals.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub reads: Vec<SymbolId>,
    pub writes: Vec<SymbolId>,
}

impl Touched {
    pub fn by(program: &Program, all: &IndexSet<SymbolId>, d: &Description) -> Touched {
        let each = |names: &[SmolStr]| names.iter().flat_map(|n| named(program, all, n)).collect();
        Touched {
            reads: match &d.globals_read {
                Some(names) => each(names),
                None => all.iter().copied().collect(),
            },
            writes: each(&d.globals_written),
        }
    }
}

/// Is a procedure without source and description taken as harmless, by its name?
pub(crate) fn is_assumed_passive(assumed: &[String], name: &str) -> bool {
    assumed.iter().any(|a| a == "all" || fold(a) == name)
}

impl Models {
    /// True for a procedure that the user takes as passive without a description.
    pub(crate) fn is_taken_as_passive(&self, unit: UnitId) -> bool {
        self.assumed_passive.contains(&unit)
    }
}

impl Context<'_> {
    /// A variable outside of procedures whose change by somebody else would make the derivative wrong, and whether it carries one.
    fn global_at_risk(&self, reached: &[UnitId]) -> Option<(SymbolId, bool)> {
        let mut all = IndexSet::new();
        for &u in reached.iter().filter(|&&u| !self.models.contains(u)) {
            let mentioned = mentions::of_unit(self.primal, u).into_iter();
            all.extend(mentioned.filter(|&s| is_global(self.primal, s)));
        }
        let zones = &self.facts.zones;
        let is_active = |s: &SymbolId| zones.of(*s).iter().any(|&z| self.facts.activity.zone_is_active(z));
        // what comes from an independent into one, and goes from one to a dependent, might be joined unseen
        let may_carry = |s: &SymbolId| zones.is_differentiable(self.primal.symbols[*s].ty());
        let found = all.iter().find(|s| is_active(s)).map(|&s| (s, true));
        let other = || {
            let mut others = all.iter().filter(|s| self.mode == Mode::Reverse || may_carry(s));
            others.next().map(|&s| (s, false))
        };
        found.or_else(other)
    }

    fn place_of(&self, variable: SymbolId) -> String {
        let symbol = &self.primal.symbols[variable];
        match symbol.variable().map(|v| &v.storage) {
            Some(Storage::Common(c)) => match self.primal.commons[*c].name.as_str() {
                "" => format!("`{}` in blank COMMON", symbol.name),
                block => format!("`{}` in COMMON /{block}/", symbol.name),
            },
            _ => format!("the module variable `{}`", symbol.name),
        }
    }

    fn may_change(&self, name: &str, span: Span, variable: SymbolId, active: bool) -> Diagnostic {
        let place = self.place_of(variable);
        let why = match (active, self.mode) {
            (true, _) => "which carries a derivative",
            (false, Mode::Reverse) => "whose values the adjoint may need",
            (false, Mode::Tangent) => "which may carry a derivative then",
        };
        Diagnostic::error(
            codes::EXTERNAL_PROCEDURE,
            span,
            format!("`{name}` is not given, and may read or change {place}, {why}"),
        )
        .with_note("COMMON blocks and module variables are open to every procedure")
        .help(format!(
            "give the file that defines `{name}`, describe it with `--external`, or, if it changes nothing that matters, say `--assume-external-passive {name}`"
        ))
    }
}

impl Generator<'_> {
    /// Refuses calls of procedures of which nothing is known, where they may change what matters, and tells of globals that described ones read or write.
    pub(crate) fn check_globals_of_unknown(&mut self) {
        let mut reached = self.facts.calls.reachable(self.head.unit);
        reached.sort();
        reached.dedup();
        let mut unknown: IndexMap<SmolStr, Span> = IndexMap::new();
        let mut described: IndexMap<UnitId, Span> = IndexMap::new();
        for &u in &reached {
            walk_block(&self.primal.units[u].body, &mut |s| {
                each_call(s, &mut |r| {
                    let SymbolKind::Procedure(p) = &self.primal.symbols[r.callee.proc].kind else {
                        return;
                    };
                    if p.class != ProcClass::External || r.callee.object.is_some() {
                        return;
                    }
                    match p.unit {
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

    /// Globals that a described procedure touches, and that carry a derivative.
    fn tell_of_globals(&mut self, unit: UnitId, span: Span) {
        let Some(d) = self.models.description(unit).cloned() else {
            return;
        };
        let Some(model) = self.primal.units[unit].model() else {
            return;
        };
        let is_active = |e: &&Expr| {
            let symbol = e.base_symbol().filter(|&s| is_global(self.primal, s));
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
            let text = format!("`{name}` is described as changing {place}, which carries a derivative");
            Diagnostic::error(codes::BAD_DESCRIPTION, span, text)
                .also(d.span, "described here")
                .help("give the file that defines it, or pass the variable as an argument")
        } else if d.globals_read.is_some() && !d.passive {
            let text = format!("`{name}` is described as reading {place}, which carries a derivative");
            Diagnostic::error(codes::BAD_DESCRIPTION, span, text)
                .also(d.span, "described here")
                .with_note("what a described procedure computes depends differentiably on its arguments alone")
                .help("give the file that defines it, or pass the variable as an argument")
        } else if d.globals_read.is_none() && !d.passive {
            let text = format!("`{name}` may read {place}, which carries a derivative; if it does, that is lost");
            Diagnostic::warning(codes::BAD_DESCRIPTION, span, text)
                .also(d.span, "described here, without a word about COMMON blocks and modules")
                .help("say `reads-globals = []`, or which it reads")
        } else {
            return;
        };
        self.messages.push(message);
    }
}
