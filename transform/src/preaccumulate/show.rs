//! `adc analyze --show elimination`: the graphs of a program, what their Jacobians cost, and what preaccumulation does
//! with them in one direction and in many.

use super::{Reduced, DIRECTIONS};
use crate::elimination::{flattened, line, show as orders_of, Flat, Role, Vertex};
use adc_analysis::{Analyses, Heads};
use adc_frontend::dump::expr_text;
use adc_frontend::ir::*;
use adc_frontend::span::{SourceMap, Span};
use std::fmt::Write;

/// The graphs of all procedures that carry derivatives; without heads, of all procedures.
pub fn show(program: &Program, facts: &Analyses, heads: Option<&Heads>, map: &SourceMap) -> String {
    let mut out = String::new();
    for &unit in facts.cfgs.keys() {
        let varies = |e: &Expr| match heads {
            Some(_) => facts.is_active_designator(unit, e),
            None => matches!(e.ty, Ty::Real(_)) && is_variable(program, e),
        };
        let all = |merges: bool| flattened(program, facts, unit, &varies, merges);
        let (plain, merged) = (all(false), all(true));
        let text = graphs(program, &plain, &merged, map);
        if !text.is_empty() {
            let _ = write!(out, "{}\n{text}", program.units[unit].name);
        }
    }
    out
}

/// True for all but named constants.
fn is_variable(program: &Program, e: &Expr) -> bool {
    let variable = e.base_symbol().and_then(|s| program.symbols[s].variable());
    variable.is_some_and(|v| v.storage != Storage::Parameter)
}

/// The graphs of a procedure.
fn graphs(program: &Program, plain: &[Flat], merged: &[Flat], map: &SourceMap) -> String {
    let mut out = String::new();
    let mut small = vec![];
    for (plain, merged) in plain.iter().zip(merged) {
        let jacobian = plain.jacobian().graph;
        if !jacobian.of_role(Role::Intermediate).is_empty() {
            out += &orders_of(plain, merged, map);
            out += &decisions(program, merged, map);
        } else if jacobian.edges() > 0 {
            small.push(lines(map, plain.span));
        }
    }
    if !small.is_empty() {
        let _ = writeln!(out, "  left alone, no vertex to eliminate: {}", small.join(", "));
    }
    let ambiguous = plain.iter().filter_map(|f| f.split.as_ref());
    let ambiguous: Vec<String> = ambiguous.map(|s| lines(map, (s.span, s.span))).collect();
    if !ambiguous.is_empty() {
        let (count, lines) = (ambiguous.len(), ambiguous.join(", "));
        let _ = writeln!(out, "  ambiguous splits: {count}, before {lines}");
    }
    out
}

/// The lines of statements: `line 3`, or `lines 3 to 5`.
fn lines(map: &SourceMap, (first, last): (Span, Span)) -> String {
    match (line(map, first), line(map, last)) {
        (Some(a), Some(b)) if a != b => format!("lines {a} to {b}"),
        (Some(n), _) | (None, Some(n)) => format!("line {n}"),
        (None, None) => "no line".into(),
    }
}

/// What preaccumulation does with a graph.
fn decisions(program: &Program, flat: &Flat, map: &SourceMap) -> String {
    let reduced = Reduced::new(flat);
    if reduced.rows.is_empty() {
        return "    left alone: no value of an assignment is eliminated\n".into();
    }
    let mut out = format!(
        "    {:<19}{:>8}{:>9}{:>17}{:>12}  done\n",
        "preaccumulation", "kept", "entries", "multiplications", "without it"
    );
    for directions in [1, DIRECTIONS] {
        let (with, without) = reduced.costs(directions);
        let done = match (directions, reduced.pays(directions)) {
            (1, _) => "tried in adjoints of loops that record",
            (_, true) => "always",
            (_, false) => "with `--preaccumulate always`: no gain",
        };
        let name = match directions {
            1 => "in 1 direction".to_string(),
            n => format!("in {n} directions"),
        };
        let (kept, entries) = (reduced.kept.len(), reduced.entries());
        let _ = writeln!(
            out,
            "    {name:<19}{kept:>8}{entries:>9}{with:>17}{without:>12}  {done}"
        );
    }
    let kept: Vec<String> = reduced.kept.iter().map(|&v| named(program, flat, v, map)).collect();
    let _ = writeln!(out, "    kept: {}", kept.join(", "));
    out
}

/// The variable of a kept vertex, and the line where it is assigned.
fn named(program: &Program, flat: &Flat, v: Vertex, map: &SourceMap) -> String {
    let Some(a) = flat.assigned.iter().find(|a| a.vertex == Some(v)) else {
        return String::new();
    };
    let name = expr_text(program, a.place.designator());
    format!("{name} ({})", lines(map, (a.span, a.span)))
}
