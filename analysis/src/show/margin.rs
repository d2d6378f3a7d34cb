//! Facts in the margin of the source.

use super::place;
use crate::{Analyses, ZoneId};
use adc_frontend::ir::*;
use adc_frontend::span::{FileId, SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Notes of each line of each file: zero-based line to text.
type Margin = BTreeMap<FileId, BTreeMap<usize, String>>;

/// Notes collected for the margin of the source.
#[derive(Default)]
pub struct Notes(BTreeMap<FileId, BTreeMap<usize, Vec<String>>>);

impl Notes {
    /// Adds a note to the line on which a construct begins, unless it is empty, a duplicate, or without a place.
    pub fn add(&mut self, map: &SourceMap, span: Span, note: &str) {
        let Some((file, line)) = place(map, span).filter(|_| !span.is_none() && !note.is_empty()) else {
            return;
        };
        let here = self.0.entry(file).or_default().entry(line).or_default();
        if !here.iter().any(|n| n == note) {
            here.push(note.to_string());
        }
    }

    /// All files that have notes, with these.
    pub fn listing(&self, map: &SourceMap) -> String {
        let lines = |l: &BTreeMap<usize, Vec<String>>| l.iter().map(|(&k, n)| (k, n.join("; "))).collect();
        let margin = self.0.iter().map(|(&f, l)| (f, lines(l))).collect();
        listing(map, &margin)
    }

    /// The notes one by one, each with its file and zero-based line.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, usize, &str)> + '_ {
        let lines = self.0.iter().flat_map(|(&f, l)| l.iter().map(move |(&k, n)| (f, k, n)));
        lines.flat_map(|(f, k, n)| n.iter().map(move |n| (f, k, n.as_str())))
    }
}

/// The files with, on each line, the variables that are active there: used or defined by the line. The opening line of
/// a procedure lists its active variables, with those that have a shadow only because the interface of a derivative
/// requires one, and says `passive` if the procedure needs no derivative.
pub fn activity(program: &Program, analyses: &Analyses, map: &SourceMap) -> String {
    listing(map, &active_names(program, analyses, map))
}

/// The same notes one by one, each with its file and zero-based line.
pub fn activity_notes(program: &Program, analyses: &Analyses, map: &SourceMap) -> Vec<(FileId, usize, String)> {
    let margin = active_names(program, analyses, map).into_iter();
    let lines = margin.flat_map(|(f, lines)| lines.into_iter().map(move |(k, note)| (f, k, note)));
    lines.collect()
}

fn active_names(program: &Program, analyses: &Analyses, map: &SourceMap) -> Margin {
    let mut names: BTreeMap<(FileId, usize), BTreeSet<String>> = BTreeMap::new();
    let mut margin = Margin::new();
    let zones = &analyses.zones;
    for (u, unit) in program.units.iter() {
        let definition = unit.is_definition();
        if !definition && unit.body.is_empty() {
            continue;
        }
        let active = |s: SymbolId| analyses.activity.is_active(u, s);
        if let (true, Some((file, line))) = (definition, place(map, unit.span)) {
            let valued = |z: ZoneId| analyses.activity.has_active_value(z);
            let declared = unit.symbols.iter().copied().filter(|&s| active(s));
            let parts = declared.flat_map(|s| zones.of(s).iter().map(move |&z| (s, z)));
            let active = parts.filter(|&(_, z)| analyses.activity.zone_is_active(z));
            let (with, without): (Vec<_>, Vec<_>) = active.partition(|&(_, z)| valued(z));
            let names = |list: &[(SymbolId, ZoneId)]| {
                let names = list.iter().map(|&(s, z)| zones.name(program, s, z));
                names.collect::<Vec<_>>().join(", ")
            };
            let mut note = match analyses.activity.unit_is_active(u) {
                false => "passive".to_string(),
                true if with.is_empty() => "active".to_string(),
                true => format!("active: {}", names(&with)),
            };
            if !without.is_empty() {
                note += &format!("; shadows only: {}", names(&without));
            }
            margin.entry(file).or_default().insert(line, note);
        }
        if !analyses.activity.unit_is_active(u) {
            continue;
        }
        visit::walk_block(&unit.body, &mut |s| {
            visit::stmt_exprs(&s.kind, &mut |e| {
                visit::walk_designators(e, &mut |e| {
                    let span = if e.span.is_none() { s.span } else { e.span };
                    let (Some(v), Some(at)) = (e.base_symbol().filter(|&v| active(v)), place(map, span)) else {
                        return;
                    };
                    let here = |z: &&ZoneId| analyses.activity.is_active_at(s.id, **z);
                    for &z in zones.of_designator(e).iter().filter(here) {
                        names.entry(at).or_default().insert(zones.name(program, v, z));
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
    margin
}

/// All files with notes, numbered, with the notes to the right of the longest line.
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
