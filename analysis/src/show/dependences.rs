//! The dependence of dependents on independents: `adc analyze --show linearity` and `--show degree`.

use super::words::expression;
use super::{name, place, spans};
use crate::linearity::carried::{carried, Carried, Class};
use crate::linearity::{table, Degree, Table};
use crate::{Analyses, Heads, ZoneId, ZoneSet};
use adc_frontend::ir::*;
use adc_frontend::span::{SourceMap, Span};
use std::collections::BTreeMap;

/// For each procedure, the table of its dependents by its independents, in classes, and the values that its loops hand
/// on between iterations. With heads, for these alone.
pub fn linearity(program: &Program, facts: &Analyses, heads: Option<&Heads>, map: &SourceMap) -> String {
    let class = |d| match d {
        Degree::None => ".".to_string(),
        Degree::Of(1) => "linear".to_string(),
        Degree::Of(_) | Degree::Any => "nonlinear".to_string(),
    };
    each(program, facts, heads, &class, &|unit| loops(program, facts, unit, map))
}

/// The same with polynomial degrees, without loops.
pub fn degree(program: &Program, facts: &Analyses, heads: Option<&Heads>) -> String {
    let number = |d| match d {
        Degree::None => ".".to_string(),
        Degree::Of(n) => n.to_string(),
        Degree::Any => "nonlinear".to_string(),
    };
    each(program, facts, heads, &number, &|_| String::new())
}

fn each(
    program: &Program,
    facts: &Analyses,
    heads: Option<&Heads>,
    word: &dyn Fn(Degree) -> String,
    more: &dyn Fn(UnitId) -> String,
) -> String {
    let set = |list: &[SymbolId], of: &dyn Fn(SymbolId) -> Vec<ZoneId>| -> ZoneSet {
        list.iter().flat_map(|&s| of(s)).collect()
    };
    let mut out = String::new();
    for (unit, u) in program
        .units
        .iter()
        .filter(|(_, u)| u.is_definition() && u.is_procedure())
    {
        let found = match heads.map(|h| h.of(unit)) {
            Some(Some(h)) => {
                let from = set(&h.independents, &|s| h.independent_zones(&facts.zones, s));
                let to = set(&h.dependents, &|s| h.dependent_zones(&facts.zones, s));
                table(program, facts, unit, Some(&from), Some(&to))
            }
            Some(None) => continue,
            None => table(program, facts, unit, None, None),
        };
        let text = grid(program, facts, unit, &found, word) + &more(unit);
        if !text.is_empty() {
            let formals: Vec<&str> = u
                .args
                .iter()
                .map(|d| d.map_or("*", |d| program.symbols[d].name.as_str()))
                .collect();
            out += &format!("{}({})\n{text}\n", u.name, formals.join(", "));
        }
    }
    out
}

/// Rows and columns with their names, columns as wide as they need.
fn grid(program: &Program, facts: &Analyses, unit: UnitId, table: &Table, word: &dyn Fn(Degree) -> String) -> String {
    if table.rows.is_empty() {
        return String::new();
    }
    let called = |z: ZoneId| name(program, &facts.zones, unit, z);
    let mut columns: Vec<Vec<String>> = vec![std::iter::once(String::new())
        .chain(table.rows.iter().map(|(z, _)| called(*z)))
        .collect()];
    for &c in &table.columns {
        let cells = table.rows.iter().map(|(_, p)| word(p.degree(c)));
        columns.push(std::iter::once(called(c)).chain(cells).collect());
    }
    let mut out = String::new();
    for row in 0..=table.rows.len() {
        let cells = columns.iter().map(|c| {
            let width = c.iter().map(|t| t.chars().count()).max().unwrap_or(0);
            format!("{:<width$}", c[row])
        });
        out += format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end();
        out.push('\n');
    }
    out
}

/// A line for each variable whose values a loop hands on.
fn loops(program: &Program, facts: &Analyses, unit: UnitId, map: &SourceMap) -> String {
    let mut out = String::new();
    let spans = spans(program);
    visit::walk_block(&program.units[unit].body, &mut |s| {
        let found = carried(program, facts, s);
        let lines: Vec<String> = found
            .zones()
            .into_iter()
            .map(|z| handed_on(program, facts, unit, (&spans, map), &found, z))
            .collect();
        if !lines.is_empty() {
            out += &format!("  loop{}\n{}", line(map, s.span), lines.concat());
        }
    });
    out
}

/// The reads of a variable from other iterations, and whether derivatives need its value.
fn handed_on(
    program: &Program,
    facts: &Analyses,
    unit: UnitId,
    (spans, map): (&BTreeMap<StmtId, Span>, &SourceMap),
    found: &Carried,
    zone: ZoneId,
) -> String {
    let mut uses: Vec<String> = vec![];
    for u in found.uses.iter().filter(|u| u.carried && u.zone == zone) {
        let class = match u.class {
            Class::Linear => "linear",
            Class::Nonlinear => "nonlinear",
            Class::Control => "control",
        };
        let what = u.designator.map_or_else(|| "call".into(), |d| expression(program, d));
        let at = spans.get(&u.stmt).map_or(String::new(), |&s| line(map, s));
        let text = format!("{what}{at} {class}");
        if !uses.contains(&text) {
            uses.push(text);
        }
    }
    let value = if found.is_needed(zone) { "needed" } else { "not needed" };
    let name = name(program, &facts.zones, unit, zone);
    format!(
        "    {name} passes to the next iteration: {}; value {value}\n",
        uses.join(", ")
    )
}

fn line(map: &SourceMap, span: Span) -> String {
    place(map, span).map_or(String::new(), |(_, line)| format!(" on line {}", line + 1))
}
