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

    /// The notes of each line of each file, lines counted from zero.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, usize, &[String])> + '_ {
        let all = self.0.iter();
        all.flat_map(|(&file, lines)| lines.iter().map(move |(&line, notes)| (file, line, notes.as_slice())))
    }

    /// All files that have notes, with these.
    pub fn listing(&self, map: &SourceMap) -> String {
        let lines = |l: &BTreeMap<usize, Vec<String>>| l.iter().map(|(&k, n)| (k, n.join("; "))).collect();
        let margin = self.0.iter().map(|(&f, l)| (f, lines(l))).collect();
        listing(map, &margin)
    }
}

/// The files with, on each line, the variables that are active there: used or defined by the line. The opening line of
/// a procedure lists its active variables, with those that have a shadow only because the interface of a derivative
/// requires one, and says `passive` if the procedure needs no derivative.
pub fn activity(program: &Program, analyses: &Analyses, map: &SourceMap) -> String {
    let mut margin = Margin::new();
    for (u, unit) in program.units.iter().filter(|(_, u)| u.is_definition()) {
        if let Some((file, line)) = place(map, unit.span) {
            let note = Opening::of(program, analyses, u).text();
            margin.entry(file).or_default().insert(line, note);
        }
    }
    for ((file, line), list) in active_names(program, analyses, map) {
        let list: Vec<_> = list.into_iter().collect();
        let lines = margin.entry(file).or_default();
        lines
            .entry(line)
            .or_insert_with(|| format!("active: {}", list.join(", ")));
    }
    listing(map, &margin)
}

/// The activity of a procedure.
pub struct Opening {
    /// True if it needs a derivative.
    pub is_active: bool,
    /// Its active variables.
    pub active: Vec<String>,
    /// Passive variables that have a shadow because the interface of a derivative requires one.
    pub shadows_only: Vec<String>,
}

impl Opening {
    /// The activity of a unit.
    pub fn of(program: &Program, analyses: &Analyses, unit: UnitId) -> Opening {
        let (zones, activity) = (&analyses.zones, &analyses.activity);
        let symbols = program.units[unit].symbols.iter().copied();
        let declared = symbols.filter(|&s| activity.is_active(unit, s));
        let parts = declared.flat_map(|s| zones.of(s).iter().map(move |&z| (s, z)));
        let active = parts.filter(|&(_, z)| activity.zone_is_active(z));
        let (with, without): (Vec<_>, Vec<_>) = active.partition(|&(_, z)| activity.has_active_value(z));
        let names = |list: &[(SymbolId, ZoneId)]| list.iter().map(|&(s, z)| zones.name(program, s, z)).collect();
        Opening {
            is_active: activity.unit_is_active(unit),
            active: names(&with),
            shadows_only: names(&without),
        }
    }

    /// The note in the margin.
    pub fn text(&self) -> String {
        let mut note = match self.is_active {
            false => "passive".to_string(),
            true if self.active.is_empty() => "active".to_string(),
            true => format!("active: {}", self.active.join(", ")),
        };
        if !self.shadows_only.is_empty() {
            note += &format!("; shadows only: {}", self.shadows_only.join(", "));
        }
        note
    }
}

/// The variables that are active on lines of statements, counted from zero: used or defined there.
pub fn active_names(
    program: &Program,
    analyses: &Analyses,
    map: &SourceMap,
) -> BTreeMap<(FileId, usize), BTreeSet<String>> {
    let mut names: BTreeMap<(FileId, usize), BTreeSet<String>> = BTreeMap::new();
    let zones = &analyses.zones;
    for (u, unit) in program
        .units
        .iter()
        .filter(|&(u, _)| analyses.activity.unit_is_active(u))
    {
        let active = |s: SymbolId| analyses.activity.is_active(u, s);
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
    names
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
