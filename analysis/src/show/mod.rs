//! Results of the analyses as text: `adc analyze` and `adc dump`.

mod chain;
mod dependences;
mod margin;
mod parallel;
mod separability;
mod summary_graph;
pub mod words;

pub use chain::{chain, dead_end};
pub use dependences::{degree, linearity};
pub use margin::{active_names, activity, Notes, Opening};
pub use parallel::parallel;
pub use separability::separability;
pub use summary_graph::psg;

use crate::ZoneId;
use adc_frontend::ir::*;
use adc_frontend::span::{FileId, SourceMap, Span};
use std::collections::BTreeMap;

/// The place of each statement.
fn spans(program: &Program) -> BTreeMap<StmtId, Span> {
    let mut spans = BTreeMap::new();
    for (_, unit) in program.units.iter() {
        visit::walk_block(&unit.body, &mut |s| {
            spans.insert(s.id, s.span);
        });
    }
    spans
}

/// File and zero-based line of a place.
fn place(map: &SourceMap, span: Span) -> Option<(FileId, usize)> {
    let file = map.file_at(span.lo)?;
    let (_, line, _) = map.locate(span.lo)?;
    Some((file, line - 1))
}

/// The line on which a statement begins, trimmed.
pub fn first_line(map: &SourceMap, span: Span) -> String {
    let text = |(file, line): (FileId, usize)| map.file(file).line_text(line).trim().to_string();
    place(map, span).map(text).unwrap_or_default()
}

/// The name of a zone as a unit knows it.
fn name(program: &Program, zones: &crate::Zones, unit: UnitId, zone: ZoneId) -> String {
    zones.name(program, zones.symbol_in(program, unit, zone), zone)
}

/// Control-flow graphs of all units with a body, for `adc dump --stage cfg`.
pub fn cfgs(program: &Program) -> String {
    let mut out = String::new();
    for (u, cfg) in crate::cfg::build_all(program, &|_| None) {
        out.push_str(&format!("{}\n{}\n", program.units[u].name, cfg.dump()));
    }
    out
}

/// Memory zones, for `adc dump --stage zones`.
pub fn zones(program: &Program) -> String {
    crate::zones_for(program, &crate::CallGraph::build(program), None).dump(program)
}

/// The call graph, one line per caller, for `adc dump --stage calls`.
pub fn calls(program: &Program) -> String {
    let graph = crate::CallGraph::build(program);
    let mut out = String::new();
    for (u, unit) in program.units.iter().filter(|(_, u)| !u.prefix.interface_body) {
        let callees: Vec<&str> = graph
            .callees(u)
            .iter()
            .map(|&c| program.units[c].name.as_str())
            .collect();
        if !callees.is_empty() {
            out.push_str(&format!("{} -> {}\n", unit.name, callees.join(", ")));
        }
    }
    for call in graph.unknown() {
        let (caller, name) = (&program.units[call.caller].name, &program.symbols[call.proc].name);
        out.push_str(&format!("{caller} -> {name} (not given)\n"));
    }
    out
}
