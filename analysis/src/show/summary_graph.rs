//! The program summary graph: `adc analyze --show psg`.

use super::{name, place, spans};
use crate::lower::Step;
use crate::psg::{Live, NodeKind};
use crate::{Analyses, ZoneSet};
use adc_frontend::ir::*;
use adc_frontend::span::{SourceMap, Span};
use std::collections::BTreeMap;

/// The sets of each procedure, and the edges between its nodes.
pub fn psg(program: &Program, facts: &Analyses, map: &SourceMap) -> String {
    let live = Live::build(program, facts);
    let spans = spans(program);
    let mut edges: BTreeMap<UnitId, Vec<(String, String)>> = BTreeMap::new();
    for (from, to) in facts.psg.edges() {
        let (unit, _) = from.variable();
        let text = |n: &NodeKind| node(program, facts, &spans, map, n);
        edges.entry(unit).or_default().push((text(&from), text(&to)));
    }
    let mut out = String::new();
    for (unit, u) in program.units.iter().filter(|(_, u)| u.is_definition()) {
        let Some(s) = facts.summaries.get(unit) else { continue };
        let formals: Vec<&str> = u
            .args
            .iter()
            .map(|d| d.map_or("*", |d| program.symbols[d].name.as_str()))
            .collect();
        out += &format!("{}({})\n", u.name, formals.join(", "));
        let visible = live.at_exit(unit);
        let touched = |z| s.writes.contains(z) || s.refs.contains(z);
        let live: ZoneSet = visible.iter().filter(|&z| touched(z)).collect();
        let sets = [
            ("MOD", &s.writes),
            ("REF", &s.refs),
            ("KILL", &s.must_writes),
            ("USE", &s.reads),
            ("LIVE", &live),
        ];
        for (what, set) in sets {
            let mut names: Vec<String> = set.iter().map(|z| name(program, &facts.zones, unit, z)).collect();
            names.sort_unstable();
            out += format!("  {what:<5} {}", names.join(" ")).trim_end();
            out.push('\n');
        }
        for (from, to) in edges.get(&unit).into_iter().flatten() {
            out += &format!("  {from} -> {to}\n");
        }
        out.push('\n');
    }
    let (p, g) = (facts.psg.size_of_parameters(), facts.psg.size_of_globals());
    out += &format!(
        "arguments: {} nodes, {} joins, {} edges\nglobal variables: {} nodes, {} joins, {} edges\n",
        p.nodes, p.joins, p.edges, g.nodes, g.joins, g.edges
    );
    out
}

fn node(program: &Program, facts: &Analyses, spans: &BTreeMap<StmtId, Span>, map: &SourceMap, n: &NodeKind) -> String {
    let variable = |u, z| name(program, &facts.zones, u, z);
    let line = |s: StmtId| {
        let at = spans.get(&s).and_then(|&s| place(map, s));
        at.map_or(String::new(), |(_, line)| format!(" on line {}", line + 1))
    };
    let callee = |item, step: u32| {
        let steps = facts.code.get(item).map_or(&[][..], |l| &l.steps);
        match steps.get(step as usize - 1) {
            Some(Step::Call(call)) => program.symbols[call.proc].name.as_str(),
            Some(Step::Write(_)) | None => "",
        }
    };
    match *n {
        NodeKind::Use(..) => "use".to_string(),
        NodeKind::Entry(u, z) => format!("entry {}", variable(u, z)),
        NodeKind::Exit(u, z) => format!("exit {}", variable(u, z)),
        NodeKind::Call(u, item, k, z) => format!("call {}({}){}", callee(item, k), variable(u, z), line(item.stmt)),
        NodeKind::Return(u, item, k, z) => format!("return {}({}){}", callee(item, k), variable(u, z), line(item.stmt)),
        NodeKind::Join(u, z) => format!("join {}", variable(u, z)),
    }
}
