//! Procedures with the calls between them, and their activity.

use crate::place::Place;
use adc_analysis::show::Opening;
use adc_analysis::{Analyses, Heads};
use adc_frontend::ir::{Program, UnitId, UnitKind};
use adc_frontend::span::SourceMap;
use indexmap::IndexMap;

/// A procedure with a body, or the main program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CallingProcedure {
    /// Its name.
    pub name: String,
    /// The module or procedure that contains it.
    pub container: Option<String>,
    /// Where it begins.
    pub place: Place,
    /// True for a head.
    pub is_head: bool,
    /// True if it needs a derivative.
    pub is_active: bool,
    /// Its active variables.
    pub active: Vec<String>,
    /// Both in words, as [`Facts::Activity`](crate::Facts::Activity) prints them.
    pub activity: String,
    /// Passive variables that have a shadow because the interface of a derivative requires one.
    pub shadows_only: Vec<String>,
    /// The procedures that it may call, as indices, each once.
    pub calls: Vec<usize>,
    /// The names of called procedures whose source is not given.
    pub unknown: Vec<String>,
}

/// The procedures of a program, in the order of its sources.
pub(crate) fn procedures(
    program: &Program,
    facts: &Analyses,
    heads: Option<&Heads>,
    map: &SourceMap,
) -> Vec<CallingProcedure> {
    let mut units: Vec<UnitId> = program
        .units
        .iter()
        .filter_map(|(u, unit)| {
            let runs = unit.is_definition() || unit.kind == UnitKind::Program;
            (runs && Place::of(unit.span, map).is_some()).then_some(u)
        })
        .collect();
    units.sort_by_key(|&u| program.units[u].span.lo);
    let numbers: IndexMap<UnitId, usize> = units.iter().enumerate().map(|(k, &u)| (u, k)).collect();
    let mut unknown: IndexMap<UnitId, Vec<String>> = IndexMap::new();
    for call in facts.calls.unknown() {
        let name = program.symbols[call.proc].name.to_string();
        let known = unknown.entry(call.caller).or_default();
        if !known.contains(&name) {
            known.push(name);
        }
    }
    let one = |&u: &UnitId| {
        let unit = &program.units[u];
        let opening = Opening::of(program, facts, u);
        Some(CallingProcedure {
            name: unit.name.to_string(),
            container: unit.parent.map(|p| program.units[p].name.to_string()),
            place: Place::of(unit.span, map)?,
            is_head: heads.is_some_and(|h| h.has(u)),
            is_active: opening.is_active,
            activity: opening.text(),
            active: opening.active,
            shadows_only: opening.shadows_only,
            calls: facts
                .calls
                .callees(u)
                .iter()
                .filter_map(|c| numbers.get(c).copied())
                .collect(),
            unknown: unknown.swap_remove(&u).unwrap_or_default(),
        })
    };
    units.iter().filter_map(one).collect()
}
