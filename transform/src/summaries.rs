//! Summaries of procedures, for programs that do not have their sources: descriptions as users write them
//! ([`crate::prepare::external`]), found by analysis.
//!
//! Each procedure that others can call is a head without independents, so that nothing depends on how the given files
//! call it: it may get any values, and pointers of its callers may share memory. With the sets of the program summary
//! graph ([`adc_analysis::summary`]) and the dependences of outputs ([`adc_analysis::linearity`]):
//!
//! ```text
//! reads       = arguments with a zone in USE, or from which another output is computed
//! overwrites  = arguments with all zones in KILL
//! writes      = arguments with a zone in MOD, except those
//! depends     = for each of both, the arguments of real or complex type with a zone in its dependence
//! globals     = COMMON and module variables in REF, and in MOD
//! ```
//!
//! A procedure has no summary if descriptions cannot express what it does: see [`Summary::known`].

use crate::context::observable::acts;
use crate::options::description::{Argument, Description};
use crate::options::mode::Mode;
use crate::options::Options;
use crate::prepare::external::globals::is_global;
use crate::prepare::external::models::Models;
use crate::prepare::{admit, entries, messages};
use crate::prepared::facts_of;
use adc_analysis::linearity::{self, Values};
use adc_analysis::{Analyses, HeadSpec, Heads, ZoneId, ZoneSet};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// What callers have to know of a procedure.
pub struct Summary {
    /// The procedure, in the given program.
    pub unit: UnitId,
    /// Its description, without derivatives, or the reason why there is none.
    pub known: Result<Description, &'static str>,
    /// All units on which that depends.
    pub reached: BTreeSet<UnitId>,
}

/// The summaries of all procedures that code outside of the program can call.
pub fn summaries(program: &Program, options: &Options) -> Vec<Summary> {
    let mut program = entries::opened(program).into_owned();
    // other programs have other callers
    for (_, u) in program.units.iter_mut().filter(|(_, u)| u.kind == UnitKind::Program) {
        u.kind = UnitKind::Subroutine;
        u.body.clear();
        u.contains.clear();
    }
    let mut callable = program.units.iter().filter(|(_, u)| is_callable(&program, u));
    let Some((first, _)) = callable.next() else {
        return vec![];
    };
    let mut heads = Heads::from(HeadSpec::new(first, vec![], vec![]));
    callable.for_each(|(u, _)| heads.add(HeadSpec::new(u, vec![], vec![])));
    let mut unfit = vec![];
    let all = (&options.external, &options.assume_passive);
    let (modelled, models) = messages::modelled(&program, &heads, Mode::Tangent, all.0, all.1, &mut unfit);
    heads.messages.extend(models.messages);
    if !unfit.is_empty() {
        return vec![];
    }
    let facts = facts_of(&modelled, &heads, options);
    let all = All {
        outputs: linearity::outputs(&modelled, &facts),
        unknown: unknown(&modelled, &facts, &models),
        acting: facts.calls.doing(&modelled, &|_, s| acts(&modelled, s)),
        exchanging: facts.calls.callers_of(models.exchanging()),
        messages: models.messages,
        program: &modelled,
        facts: &facts,
    };
    let summary = |unit: UnitId| {
        let reached = admit::reached(&modelled, &HeadSpec::new(unit, vec![], vec![]).into(), &|_| false);
        Summary {
            unit,
            known: all.describe(unit, reached.iter().copied()),
            reached: reached.into_iter().collect(),
        }
    };
    let own = heads
        .units()
        .filter(|&u| !models.contains(u) && program.units[u].entry.is_none());
    own.map(summary).collect()
}

/// True for procedures that other files can call.
fn is_callable(program: &Program, u: &Unit) -> bool {
    let host = u.parent.map(|p| program.units[p].kind);
    u.is_definition() && !u.name.is_empty() && host.is_none_or(|h| h == UnitKind::Module)
}

/// Procedures of which something is unknown: they call others without source and description.
fn unknown(program: &Program, facts: &Analyses, models: &Models) -> BTreeSet<UnitId> {
    let calls = facts.calls.unknown().iter().map(|c| c.caller);
    let assumed = models
        .units
        .keys()
        .copied()
        .filter(|&u| models.is_assumed(u) || models.is_taken_as_passive(u));
    let entries = program.units.iter().filter(|(_, u)| u.entry.is_some()).map(|(u, _)| u);
    facts.calls.callers_of(calls.chain(assumed).chain(entries))
}

/// What is known of all procedures.
struct All<'a> {
    program: &'a Program,
    facts: &'a Analyses,
    outputs: BTreeMap<UnitId, Values>,
    unknown: BTreeSet<UnitId>,
    acting: BTreeSet<UnitId>,
    exchanging: BTreeSet<UnitId>,
    /// The variable that stands for messages.
    messages: Option<SymbolId>,
}

impl All<'_> {
    fn describe(&self, unit: UnitId, mut reached: impl Iterator<Item = UnitId>) -> Result<Description, &'static str> {
        let program = self.program;
        let u = &program.units[unit];
        if self.unknown.contains(&unit) {
            return Err("it calls procedures whose source is not given");
        }
        if reached.any(|r| program.units[r].omissions.iter().any(|o| !o.harmless)) {
            return Err("it contains, or calls code with, statements that adc does not analyse");
        }
        let outputs = self.outputs.get(&unit).ok_or("it does not return")?;
        let summary = self.facts.summaries.get(unit).ok_or("it has no statements")?;
        let dummies: Option<Vec<SymbolId>> = u.args.iter().copied().collect();
        let dummies = dummies.ok_or("it has alternate returns")?;
        if !dummies.iter().chain(&u.result).all(|&s| self.is_plain(s)) {
            return Err("it has arguments other than numbers, logicals, texts and arrays of these");
        }
        if u.result
            .is_some_and(|r| program.symbols[r].variable().is_some_and(|v| !v.dims.is_empty()))
        {
            return Err("its value is an array");
        }
        let mut d = Description::new(fold(&u.name), u.span, vec![]);
        d.host = u.parent.map(|p| fold(&program.units[p].name));
        let any = |s: SymbolId, set: &ZoneSet| self.zones(s).iter().any(|&z| set.contains(z));
        let reads: ZoneSet = summary.reads.iter().chain(self.sources(outputs)).collect();
        d.arguments = dummies
            .iter()
            .map(|&s| Argument {
                name: fold(&program.symbols[s].name),
                reads: any(s, &reads),
                writes: any(s, &summary.writes),
                kills: self.zones(s).iter().all(|&z| summary.must_writes.contains(z)),
                is_scalar: program.symbols[s].variable().is_some_and(|v| v.dims.is_empty()),
                ..Argument::default()
            })
            .collect();
        let from = |s: SymbolId| -> Vec<usize> {
            let all: ZoneSet = self.sources_of(outputs, s).collect();
            let is_source = |k: &usize| {
                let is_number = program.symbols[dummies[*k]].ty().is_differentiable();
                is_number && d.arguments[*k].reads && any(dummies[*k], &all)
            };
            (0..dummies.len()).filter(is_source).collect()
        };
        let written: Vec<Vec<usize>> = dummies.iter().map(|&s| from(s)).collect();
        let result = u.result.map(|r| (fold(&program.symbols[r].name), from(r)));
        for (a, from) in d.arguments.iter_mut().zip(written) {
            if a.writes && !from.is_empty() {
                a.from = from;
            }
        }
        if let Some((name, from)) = result {
            (d.result, d.result_from) = (Some(name), from);
        }
        self.globals(unit, &mut d)?;
        d.single.lacks_tangent = true;
        d.single.lacks_adjoint = true;
        Ok(d)
    }

    /// The zones of a variable.
    fn zones(&self, s: SymbolId) -> &[ZoneId] {
        self.facts.zones.of(s)
    }

    /// The zones from which an output is computed. What it keeps of its own value is told by `writes`.
    fn sources_of<'a>(&'a self, outputs: &'a Values, s: SymbolId) -> impl Iterator<Item = ZoneId> + 'a {
        let own = self.zones(s).iter().filter_map(|z| outputs.get(z));
        own.flat_map(|p| p.zones().iter().collect::<Vec<_>>())
    }

    /// The zones from which other zones are computed.
    fn sources<'a>(&self, outputs: &'a Values) -> impl Iterator<Item = ZoneId> + 'a {
        let all = outputs.iter().flat_map(|(&to, p)| {
            let zones: Vec<ZoneId> = p.zones().iter().filter(|&z| z != to).collect();
            zones
        });
        all
    }

    /// True for an argument, or a value of a function, that descriptions can be about.
    fn is_plain(&self, s: SymbolId) -> bool {
        let variable = self.program.symbols[s].variable();
        variable.is_some_and(|v| {
            let a = &v.attrs;
            let is_known = match v.ty.ty {
                Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_) | Ty::Logical(_) | Ty::Character => true,
                Ty::Derived(_) => false,
                _ => false,
            };
            is_known && !(a.allocatable || a.pointer || a.target || a.volatile)
        })
    }

    /// COMMON and module variables, and what else a call does.
    fn globals(&self, unit: UnitId, d: &mut Description) -> Result<(), &'static str> {
        let zones = &self.facts.zones;
        let summary = self.facts.summaries.get(unit).ok_or("it has no statements")?;
        let outside = |z: &ZoneId| !summary.is_interface(*z) && zones.is_visible_outside(unit, *z);
        d.acts = self.acting.contains(&unit);
        d.exchanges = self.exchanging.contains(&unit);
        let mut read = BTreeSet::new();
        let mut written = BTreeSet::new();
        let both = summary.reads.iter().chain(summary.refs.iter()).map(|z| (z, false));
        for (z, writes) in both
            .chain(summary.writes.iter().map(|z| (z, true)))
            .filter(|(z, _)| outside(z))
        {
            if zones.is_indirect(z) || zones.aliases(&z).len() > 1 {
                return Err("it reads or changes variables through pointers");
            }
            let symbol = zones.symbol_in(self.program, unit, z);
            if Some(symbol) == self.messages {
                continue;
            }
            let variable = self.program.symbols[symbol].variable();
            if writes && variable.is_some_and(|v| v.attrs.allocatable || v.attrs.pointer) {
                return Err("it changes allocatable variables or pointers outside of it");
            }
            match self.name_of(symbol)? {
                Some(name) if writes => drop(written.insert(name)),
                Some(name) => drop(read.insert(name)),
                // a saved variable
                None if !writes => {}
                None if variable.is_some_and(|v| zones.is_differentiable(v.ty.ty)) => {
                    return Err("it keeps numbers of real or complex type between calls");
                }
                None => d.acts = true,
            }
        }
        d.globals_read = Some(read.into_iter().collect());
        d.globals_written = written.into_iter().collect();
        Ok(())
    }

    /// The name of a COMMON block or a module variable in descriptions; `None` for other variables.
    fn name_of(&self, s: SymbolId) -> Result<Option<SmolStr>, &'static str> {
        let symbol = &self.program.symbols[s];
        if !is_global(self.program, s) {
            return Ok(None);
        }
        Ok(match (symbol.variable().map(|v| &v.storage), symbol.owner) {
            (Some(Storage::Common(c)), _) => match fold(&self.program.commons[*c].name) {
                name if name.is_empty() => return Err("it accesses blank COMMON"),
                // other units may divide it in other ways
                name => Some(name),
            },
            (_, Some(module)) => {
                let module = fold(&self.program.units[module].name);
                Some(format!("{module}%{}", fold(&symbol.name)).into())
            }
            _ => None,
        })
    }
}
