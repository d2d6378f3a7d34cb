//! Chains of statements: `adc analyze --why`.

use super::{first_line, name, spans};
use crate::activity::why::{Link, What};
use crate::activity::End;
use crate::Analyses;
use adc_frontend::ir::*;
use adc_frontend::span::{SourceMap, Span};

/// A chain, one line per link: place, statement, and the value's event there.
pub fn chain(program: &Program, facts: &Analyses, map: &SourceMap, links: &[Link]) -> String {
    let spans = spans(program);
    let rows: Vec<[String; 3]> = links
        .iter()
        .map(|l| {
            let unit = &program.units[l.unit];
            let span = l.stmt.and_then(|s| spans.get(&s)).copied().filter(|s| !s.is_none());
            let (at, text) = match span {
                Some(span) => (at(map, span), first_line(map, span)),
                None => (String::new(), String::new()),
            };
            let variable = match l.what {
                // the dummy argument stands in the callee
                What::Passed => facts
                    .zones
                    .members(l.zone)
                    .first()
                    .map_or(String::new(), |&s| facts.zones.name(program, s, l.zone)),
                What::Defined | What::Independent | What::Dependent => name(program, &facts.zones, l.unit, l.zone),
            };
            let what = match l.what {
                What::Defined => format!("{variable} in {}", unit.name),
                What::Passed => match facts.zones[l.zone].owner {
                    Some(callee) => format!("passed as {variable} of {}", program.units[callee].name),
                    None => format!("passed as {variable}"),
                },
                What::Independent => format!("{variable}, an independent of {}", unit.name),
                What::Dependent => format!("{variable}, a dependent of {}", unit.name),
            };
            [at, text, what]
        })
        .collect();
    let width = |k: usize| rows.iter().map(|r| r[k].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let lines = rows.iter().map(|[at, text, what]| {
        let line = format!("{at:<first$}  {text:<second$}  {what}");
        line.trim_end().to_string() + "\n"
    });
    lines.collect()
}

/// The end of the influence of an independent, in words and as a place.
pub fn dead_end(program: &Program, end: End) -> (String, Option<Span>) {
    let spans = spans(program);
    let place = |stmt| spans.get(&stmt).copied().filter(|s| !s.is_none());
    match end {
        End::Defined(stmt, symbol) => {
            let text = format!("its influence ends at `{}`", program.symbols[symbol].name);
            (text, place(stmt))
        }
        End::Used(stmt) => ("the derivative ends here".to_string(), place(stmt)),
        End::Unused => ("its value is not used".to_string(), None),
    }
}

fn at(map: &SourceMap, span: Span) -> String {
    map.locate(span.lo)
        .map_or(String::new(), |(file, line, _)| format!("{}:{line}", file.name))
}
