//! Loops whose iterations may run at the same time: `adc analyze --show parallel`.

use super::{place, spans};
use crate::dependence::{counted, CountedLoop};
use crate::Analyses;
use adc_frontend::ir::*;
use adc_frontend::span::SourceMap;
use std::collections::BTreeMap;

/// A line for each loop of the program, and lines for its variables.
pub fn parallel(program: &Program, facts: &Analyses, map: &SourceMap) -> String {
    let spans = spans(program);
    let lines = Lines { map, spans: &spans };
    let mut out = String::new();
    for (unit, u) in program.units.iter().filter(|(_, u)| u.is_definition()) {
        for l in counted(program, facts, unit) {
            let named = |v: SymbolId| program.symbols[v].name.to_string();
            let verdict = if l.is_parallel() { "parallel" } else { "not parallel" };
            let what = l.index.map_or("loop".into(), |v| format!("loop over {}", named(v)));
            out += &format!("{}: {what} in `{}`: {verdict}\n", lines.full(l.stmt), u.name);
            reasons(&l, &named, &lines, &mut out);
            roles(&l, &named, &mut out);
        }
    }
    out
}

/// The variables and the statements that forbid it.
fn reasons(l: &CountedLoop, named: &dyn Fn(SymbolId) -> String, lines: &Lines, out: &mut String) {
    for c in &l.carried {
        let (writes, reads) = (lines.list(&c.writes), lines.list(&c.reads));
        let text = match reads.is_empty() {
            true => format!("written by several iterations on {writes}, and used after the loop"),
            false => format!("written on {writes}, and read by other iterations on {reads}"),
        };
        *out += &format!("  carried: {}: {text}\n", named(c.variable));
    }
    for (s, why) in &l.obstacles {
        *out += &format!("  {}: {why}\n", lines.list(&[*s]));
    }
}

/// The variables by their roles.
fn roles(l: &CountedLoop, named: &dyn Fn(SymbolId) -> String, out: &mut String) {
    let mut groups: Vec<(String, Vec<String>)> = vec![];
    let mut add = |role: String, v: SymbolId| match groups.iter_mut().find(|g| g.0 == role) {
        Some(g) => g.1.push(named(v)),
        None => groups.push((role, vec![named(v)])),
    };
    l.private.iter().for_each(|v| add("private".into(), *v));
    l.last.iter().for_each(|v| add("lastprivate".into(), *v));
    for (v, r) in &l.reductions {
        add(format!("reduction({})", r.name()), *v);
    }
    l.shared.iter().for_each(|v| add("shared".into(), *v));
    for (role, names) in groups {
        *out += &format!("  {role}: {}\n", names.join(", "));
    }
}

/// The places of statements.
struct Lines<'l> {
    map: &'l SourceMap,
    spans: &'l BTreeMap<StmtId, adc_frontend::span::Span>,
}

impl Lines<'_> {
    /// File and line of a statement.
    fn full(&self, s: StmtId) -> String {
        let found = self.spans.get(&s).and_then(|span| place(self.map, *span));
        found.map_or(String::new(), |(file, line)| {
            format!("{}:{}", self.map.file(file).name, line + 1)
        })
    }

    /// The lines of statements: `line 3`, `lines 3, 5`.
    fn list(&self, all: &[StmtId]) -> String {
        let mut lines: Vec<usize> = all
            .iter()
            .filter_map(|s| place(self.map, *self.spans.get(s)?))
            .map(|(_, line)| line + 1)
            .collect();
        lines.sort_unstable();
        lines.dedup();
        let texts: Vec<String> = lines.iter().map(usize::to_string).collect();
        match texts.as_slice() {
            [] => String::new(),
            [one] => format!("line {one}"),
            _ => format!("lines {}", texts.join(", ")),
        }
    }
}
