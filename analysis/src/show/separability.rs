//! Dependents that are sums of functions of few independents, and arrays whose elements depend on few:
//! `adc analyze --show separability`.

use super::words::expression;
use super::{name, place};
use crate::dependence::affine::Affine;
use crate::linearity::separable::rows::{rows, Row};
use crate::linearity::separable::{elements, Obstacle, Range, Reference};
use crate::linearity::table;
use crate::{Analyses, Heads, ZoneId, ZoneSet};
use adc_frontend::consteval::int_const;
use adc_frontend::ir::*;
use adc_frontend::span::{SourceMap, Span};

/// For each procedure, or for heads alone, its dependents that are sums, with the supports of their elements, its arrays,
/// with the supports of the elements that statements assign, and for the others the obstacle.
pub fn separability(program: &Program, facts: &Analyses, heads: Option<&Heads>, map: &SourceMap) -> String {
    let mut out = String::new();
    for (unit, u) in program
        .units
        .iter()
        .filter(|(_, u)| u.is_definition() && u.is_procedure())
    {
        let asked = match heads.map(|h| h.of(unit)) {
            Some(Some(h)) => {
                let from = h
                    .independents
                    .iter()
                    .flat_map(|&s| h.independent_zones(&facts.zones, s));
                let to = h.dependents.iter().flat_map(|&s| h.dependent_zones(&facts.zones, s));
                Some((from.collect::<ZoneSet>(), to.collect::<Vec<ZoneId>>()))
            }
            Some(None) => continue,
            None => None,
        };
        let (from, to) = asked.unwrap_or_else(|| {
            let found = table(program, facts, unit, None, None);
            let to: Vec<ZoneId> = found.rows.iter().map(|(z, _)| *z).collect();
            (found.columns.iter().copied().collect(), to)
        });
        let texts: Vec<String> = to
            .into_iter()
            .map(|z| match is_scalar(program, facts, z) {
                true => sum(program, facts, unit, z, &from, map),
                false => vector(program, facts, unit, z, &from, map),
            })
            .collect();
        if !texts.is_empty() {
            out += &format!("{}\n{}\n", u.name, texts.concat());
        }
    }
    out
}

fn is_scalar(program: &Program, facts: &Analyses, zone: ZoneId) -> bool {
    let z = &facts.zones[zone];
    let symbols = z
        .path
        .last()
        .map_or(z.symbols.clone(), |&c| [z.symbols.clone(), vec![c]].concat());
    let has_no_rank = |s: &SymbolId| program.symbols[*s].variable().is_some_and(|v| v.dims.is_empty());
    symbols.iter().all(has_no_rank)
}

fn sum(program: &Program, facts: &Analyses, unit: UnitId, zone: ZoneId, from: &ZoneSet, map: &SourceMap) -> String {
    let called = name(program, &facts.zones, unit, zone);
    match elements(program, facts, unit, zone, from) {
        Ok(found) if found.is_empty() => format!("  {called} does not depend on any independent\n"),
        Ok(found) => {
            let mut out = format!("  {called} is a sum of functions of\n");
            for e in &found {
                let place = match e.span.is_none() {
                    true => " at entry".to_string(),
                    false => line(map, e.span),
                };
                let line = format!("    {}{place}\n", supported(program, &e.support, &e.loops));
                if !out.contains(&line) {
                    out += &line;
                }
            }
            out
        }
        Err(o) => format!("  {called} is not known to be a sum: {}\n", reason(map, &o)),
    }
}

fn vector(program: &Program, facts: &Analyses, unit: UnitId, zone: ZoneId, from: &ZoneSet, map: &SourceMap) -> String {
    let called = name(program, &facts.zones, unit, zone);
    let found = rows(program, facts, unit, zone, from);
    if found.is_empty() {
        return format!("  {called} does not depend on any independent\n");
    }
    let line = |r: &Result<Row, Obstacle>| match r {
        Ok(r) => {
            let target = reference(program, &r.target);
            let on = supported(program, &r.support, &r.loops);
            format!("    {target} on {on}{}\n", line(map, r.span))
        }
        Err(o) => format!("    elements on what is not known: {}\n", reason(map, o)),
    };
    let mut lines: Vec<String> = found.iter().map(line).collect();
    if from.contains(zone) {
        lines.push("    others on themselves\n".into());
    }
    format!("  {called} depends, element by element,\n{}", lines.concat())
}

fn reason(map: &SourceMap, o: &Obstacle) -> String {
    format!("{}{}", o.text, line(map, o.span))
}

fn line(map: &SourceMap, span: Span) -> String {
    place(map, span).map_or(String::new(), |(_, line)| format!(" on line {}", line + 1))
}

/// `x(i), x(i + 1) for i = 1, n - 1`
fn supported(program: &Program, support: &[Reference], loops: &[Range]) -> String {
    let range = |r: &Range| {
        let (lo, hi, step) = &r.bounds;
        let step = step
            .as_ref()
            .map_or(String::new(), |s| format!(", {}", number(program, s)));
        let (lo, hi) = (number(program, lo), number(program, hi));
        format!("{} = {lo}, {hi}{step}", program.symbols[r.index].name)
    };
    let references = support.iter().map(|r| {
        let inner: Vec<String> = r.inner.iter().map(range).collect();
        let what = reference(program, &r.designator);
        match inner.is_empty() {
            true => what,
            false => format!("({what}, {})", inner.join(", ")),
        }
    });
    let references: Vec<String> = references.collect();
    let loops: Vec<String> = loops.iter().map(range).collect();
    let elementwise = support.iter().any(|r| r.designator.rank > 0);
    let each = match (loops.is_empty(), elementwise) {
        (true, false) => String::new(),
        (true, true) => ", element by element,".to_string(),
        (false, _) => format!(" for {}", loops.join(", ")),
    };
    format!("{}{each}", references.join(", "))
}

/// A designator with subscripts in order: `x(i + 1)`.
fn reference(program: &Program, e: &Expr) -> String {
    match &e.kind {
        ExprKind::Index(base, subs) => {
            let subs = subs.iter().map(|s| match s {
                Subscript::At(e) => number(program, e),
                Subscript::Range(a, b, c) => {
                    let end = |e: &Bound| e.as_ref().map_or(String::new(), |e| number(program, e));
                    let step = c.as_ref().map_or(String::new(), |c| format!(":{}", number(program, c)));
                    format!("{}:{}{step}", end(a), end(b))
                }
            });
            format!("{}({})", reference(program, base), subs.collect::<Vec<_>>().join(", "))
        }
        ExprKind::Component(base, c) => format!("{}%{}", reference(program, base), program.symbols[*c].name),
        _ => expression(program, e),
    }
}

/// An integer expression, as a sum if it is one.
fn number(program: &Program, e: &Expr) -> String {
    let Some(sum) = Affine::of(e, &|e| int_const(program, e)) else {
        return expression(program, e);
    };
    let mut terms: Vec<(i64, String)> = sum
        .terms
        .iter()
        .map(|(&v, &n)| (n, program.symbols[v].name.to_string()))
        .collect();
    // positive terms come first
    terms.sort_by_key(|(n, _)| *n < 0);
    let mut out = String::new();
    for (n, name) in terms {
        let factor = if n.abs() == 1 {
            String::new()
        } else {
            format!("{}*", n.abs())
        };
        out += match (n < 0, out.is_empty()) {
            (false, true) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (true, false) => " - ",
        };
        out += &format!("{factor}{name}");
    }
    match (sum.constant, out.is_empty()) {
        (0, false) => out,
        (c, true) => c.to_string(),
        (c, false) if c < 0 => format!("{out} - {}", c.abs()),
        (c, false) => format!("{out} + {c}"),
    }
}
