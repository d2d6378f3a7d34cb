//! `adc dump --stage graph`: the graphs of the normal form, as text or for Graphviz.

use super::drawn::{Drawn, DrawnSplit, DrawnVertex};
use super::flattened;
use super::graph::Role;
use adc_analysis::Analyses;
use adc_frontend::ir::*;
use adc_frontend::span::SourceMap;
use std::fmt::Write;

/// The format of graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GraphFormat {
    /// A line for each vertex and each edge.
    #[default]
    Text,
    /// The language of Graphviz.
    Dot,
}

/// The graphs of all procedures that carry derivatives.
pub fn dump(program: &Program, facts: &Analyses, map: &SourceMap, format: GraphFormat) -> String {
    let mut out = String::new();
    let mut count = 0;
    for &unit in facts.cfgs.keys() {
        let varies = |e: &Expr| facts.is_active_designator(unit, e);
        let flats = flattened(program, facts, unit, &varies, false);
        let all: Vec<Drawn> = flats.iter().filter_map(|f| Drawn::new(program, f, map)).collect();
        if all.is_empty() {
            continue;
        }
        let name = &program.units[unit].name;
        match format {
            GraphFormat::Text => {
                let _ = writeln!(out, "procedure {name}");
                let graphs = all.iter().enumerate();
                graphs.for_each(|(k, drawn)| text(&mut out, k + 1, drawn));
            }
            GraphFormat::Dot => dot(&mut out, name, &mut count, &all),
        }
    }
    match format {
        GraphFormat::Text => out,
        GraphFormat::Dot => format!("digraph {{\n  rankdir=BT;\n{out}}}\n"),
    }
}

/// `line 3`, or nothing for a statement that the source does not have.
fn on_line(line: Option<usize>) -> String {
    line.map_or(String::new(), |n| format!("line {n}"))
}

fn role(v: &DrawnVertex) -> &'static str {
    match v.role {
        Role::Independent => "independent",
        Role::Intermediate => "",
        Role::Dependent => "dependent",
    }
}

fn reason(split: &DrawnSplit) -> String {
    let (name, line, _) = &split.assigned;
    let (of_operand, of_assigned) = (on_line(split.line), on_line(*line));
    format!(
        "`{}` on {of_operand} may be `{name}`, assigned on {of_assigned}",
        split.operand
    )
}

fn text(out: &mut String, number: usize, drawn: &Drawn) {
    let (first, last) = drawn.lines;
    let (vertices, edges) = (drawn.vertices.len(), drawn.edges.len());
    let _ = writeln!(
        out,
        "  graph {number}: lines {first} to {last}; {vertices} vertices, {edges} edges"
    );
    for (k, v) in drawn.vertices.iter().enumerate() {
        let rest = [role(v).to_string(), on_line(v.line)];
        let rest: Vec<String> = rest.into_iter().filter(|w| !w.is_empty()).collect();
        let _ = writeln!(out, "    {}: {}  ({})", k + 1, v.title(), rest.join(", "));
        for (from, _, partial) in drawn.edges.iter().filter(|e| e.1 == k) {
            let _ = writeln!(out, "       from {}: {partial}", from + 1);
        }
    }
    if let Some(split) = &drawn.split {
        let _ = writeln!(out, "    ends: {}", reason(split));
    }
}

/// A text as Graphviz quotes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A cluster for each graph; a dashed edge leads from an assignment to the operand that may be its value (figure 5).
fn dot(out: &mut String, procedure: &str, count: &mut usize, all: &[Drawn]) {
    let from = *count + 1;
    *count += all.len();
    for (n, drawn) in (from..).zip(all) {
        let (first, last) = drawn.lines;
        let title = quoted(&format!("{procedure}, lines {first} to {last}"));
        let _ = writeln!(out, "  subgraph cluster_{n} {{\n    label={title};");
        for (v, vertex) in drawn.vertices.iter().enumerate() {
            let shape = match vertex.role {
                Role::Intermediate => "ellipse",
                Role::Independent | Role::Dependent => "box",
            };
            let label = quoted(&vertex.title());
            let _ = writeln!(out, "    v{n}_{} [label={label}, shape={shape}];", v + 1);
        }
        for (from, to, partial) in &drawn.edges {
            let label = quoted(partial);
            let _ = writeln!(out, "    v{n}_{} -> v{n}_{} [label={label}];", from + 1, to + 1);
        }
        let _ = writeln!(out, "  }}");
    }
    for (n, both) in (from..).zip(all.windows(2)) {
        let Some(split) = &both[0].split else { continue };
        let operand = |v: &DrawnVertex| v.role == Role::Independent && v.names.contains(&split.operand);
        let next = both[1].vertices.iter().position(operand);
        if let (Some(from), Some(to)) = (split.assigned.2, next) {
            let _ = writeln!(out, "  v{n}_{} -> v{}_{} [style=dashed];", from + 1, n + 1, to + 1);
        }
    }
}
