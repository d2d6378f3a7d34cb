//! What an analysis found, in the margin of the source: `adc analyze --show`.

use crate::Analyses;
use adc_frontend::ir::*;
use adc_frontend::span::{FileId, SourceMap};
use std::collections::{BTreeMap, BTreeSet};

/// Notes of each line of each file: zero-based line to text.
type Margin = BTreeMap<FileId, BTreeMap<usize, String>>;

/// The files with, on each line, the active variables that stand there. The opening line of a procedure lists all active variables
/// that it declares, and says `passive` when the procedure needs no derivative.
pub fn activity(program: &Program, analyses: &Analyses, map: &SourceMap) -> String {
    let mut names: BTreeMap<(FileId, usize), BTreeSet<&str>> = BTreeMap::new();
    let mut margin = Margin::new();
    for (u, unit) in program.units.iter() {
        let definition = unit.is_definition();
        if !definition && unit.body.is_empty() {
            continue;
        }
        let active = |s: SymbolId| analyses.activity.is_active(u, s);
        if let (true, Some((file, line))) = (definition, place(map, unit.span)) {
            let declared = unit
                .symbols
                .iter()
                .filter(|&&s| active(s))
                .map(|&s| program.symbols[s].name.as_str());
            let list: Vec<_> = declared.collect();
            let note = match analyses.activity.unit_is_active(u) {
                true if list.is_empty() => "active".to_string(),
                true => format!("active: {}", list.join(", ")),
                false => "passive".to_string(),
            };
            margin.entry(file).or_default().insert(line, note);
        }
        if !analyses.activity.unit_is_active(u) {
            continue;
        }
        visit::walk_block(&unit.body, &mut |s| {
            visit::stmt_exprs(&s.kind, &mut |e| {
                visit::walk_expr(e, &mut |e| {
                    let span = if e.span.is_none() { s.span } else { e.span };
                    if let (ExprKind::Var(v), Some(at)) = (&e.kind, place(map, span)) {
                        if active(*v) {
                            names.entry(at).or_default().insert(program.symbols[*v].name.as_str());
                        }
                    }
                });
            });
        });
    }
    for ((file, line), list) in names {
        let list: Vec<_> = list.into_iter().collect();
        let lines = margin.entry(file).or_default();
        lines
            .entry(line)
            .or_insert_with(|| format!("active: {}", list.join(", ")));
    }
    listing(map, &margin)
}

fn place(map: &SourceMap, span: Span) -> Option<(FileId, usize)> {
    let file = map.file_at(span.lo)?;
    let (_, line, _) = map.locate(span.lo)?;
    Some((file, line - 1))
}

/// All files that have notes, numbered, with the notes behind the longest line.
fn listing(map: &SourceMap, margin: &Margin) -> String {
    let mut out = String::new();
    for (id, file) in map.files() {
        let Some(notes) = margin.get(&id) else { continue };
        let lines: Vec<&str> = file.text.lines().map(str::trim_end).collect();
        let width = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0).min(100);
        out += &format!("{}\n", file.name);
        for (k, line) in lines.iter().enumerate() {
            let text = match notes.get(&k) {
                Some(note) => format!("{:>5} | {line:<width$} | {note}", k + 1),
                None => format!("{:>5} | {line:<width$} |", k + 1),
            };
            out += &text;
            out.push('\n');
        }
    }
    out
}

/// Control-flow graphs of all units with a body, for `adc dump --stage cfg`.
pub fn cfgs(program: &Program) -> String {
    let mut out = String::new();
    for (u, cfg) in crate::cfg::build_all(program) {
        out.push_str(&format!("{}\n{}\n", program.units[u].name, cfg.dump()));
    }
    out
}

/// Memory zones, for `adc dump --stage zones`.
pub fn zones(program: &Program) -> String {
    crate::Zones::build(program, &crate::CallGraph::build(program)).dump(program)
}

/// The call graph, one line a caller, for `adc dump --stage calls`.
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
