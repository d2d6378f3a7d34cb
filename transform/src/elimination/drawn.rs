//! A graph with the names that people know: variables with versions, operations, lines, partial derivatives as text.
//!
//! Drawn is the graph that elimination begins with: constant subgraphs have no vertices, and a result that is not
//! maximal, or is an operand, has a vertex of its own and a unit edge to it (section 6.2, figure 6).

use super::flat::{Flat, Partial};
use super::graph::{Role, Vertex};
use super::show::line;
use super::values::{Label, Value, Values};
use adc_frontend::dump::expr_text;
use adc_frontend::ir::*;
use adc_frontend::span::SourceMap;
use std::collections::{BTreeMap, HashMap};

/// A vertex.
#[derive(Clone, Debug)]
pub(super) struct DrawnVertex {
    pub role: Role,
    /// The variables whose value it is: the value before the graph or the first assigned one is `x`, later ones are
    /// `x#2`, `x#3`.
    pub names: Vec<String>,
    /// The operation; empty for operands and copies.
    pub operation: String,
    /// The line of its statement; for an operand, of the first that reads it.
    pub line: Option<usize>,
}

impl DrawnVertex {
    /// Its names and its operation: `x#2 = sin`.
    pub fn title(&self) -> String {
        let names = self.names.join(", ");
        match (names.is_empty(), self.operation.is_empty()) {
            (true, _) => self.operation.clone(),
            (false, true) => names,
            (false, false) => format!("{names} = {}", self.operation),
        }
    }
}

/// A graph; edges are pairs of places in `vertices`, with their partial derivatives.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub vertices: Vec<DrawnVertex>,
    pub edges: Vec<(usize, usize, String)>,
    /// The first and the last line of its statements; zero if the source has none of them.
    pub lines: (usize, usize),
    /// The reason why it ends, if it ends before an ambiguous operand.
    pub split: Option<DrawnSplit>,
}

/// An ambiguous operand.
#[derive(Clone, Debug)]
pub(super) struct DrawnSplit {
    pub operand: String,
    pub line: Option<usize>,
    /// The left side that may be the operand, its line and its vertex.
    pub assigned: (String, Option<usize>, Option<usize>),
}

impl Drawn {
    /// Draws a graph; `None` if no result depends on an operand.
    pub fn new(program: &Program, flat: &Flat, map: &SourceMap) -> Option<Drawn> {
        let of = flat.jacobian();
        let text = |e: &Expr| expr_text(program, e);
        let names = Names::new(flat, &text);
        let line_of = |k: usize| flat.assigned.get(k).and_then(|a| line(map, a.span));
        let lines = || (0..flat.assigned.len()).filter_map(line_of);
        let has_edges = |v: &Vertex| of.graph.fan_in(*v) + of.graph.fan_out(*v) > 0;
        let all: Vec<Vertex> = (0..of.graph.len()).filter(has_edges).collect();
        let place: HashMap<Vertex, usize> = all.iter().enumerate().map(|(n, &v)| (v, n)).collect();
        let result: BTreeMap<Vertex, usize> = of.results.iter().map(|&(k, v)| (v, k)).collect();
        let drawn = |&v: &Vertex| DrawnVertex {
            role: of.graph.role(v),
            names: match (names.vertices.get(v), result.get(&v)) {
                (Some(names), _) => names.clone(),
                (None, Some(&k)) => vec![names.assigned[k].clone()],
                (None, None) => vec![],
            },
            operation: flat.operations.get(v).map_or(String::new(), ToString::to_string),
            line: line_of(flat.made_in.get(v).or(result.get(&v)).copied().unwrap_or(usize::MAX)),
        };
        let vertices: Vec<DrawnVertex> = all.iter().map(drawn).collect();
        let labels = Labels {
            values: &of.values,
            partials: &flat.partials,
            text: &text,
        };
        let into = |&v: &Vertex| {
            let before = of.graph.before(v).iter();
            let edge = |&(u, label): &(Vertex, Label)| (place[&u], place[&v], labels.label(label));
            before.map(edge).collect::<Vec<_>>()
        };
        let split = flat.split.as_ref().map(|s| {
            let vertex = of.results.iter().find(|r| r.0 == s.assigned).map(|r| place[&r.1]);
            let assigned = text(flat.assigned[s.assigned].place.designator());
            DrawnSplit {
                operand: text(&s.operand),
                line: line(map, s.span),
                assigned: (assigned, line_of(s.assigned), vertex),
            }
        });
        (!vertices.is_empty()).then(|| Drawn {
            edges: all.iter().flat_map(into).collect(),
            vertices,
            lines: (lines().min().unwrap_or(0), lines().max().unwrap_or(0)),
            split,
        })
    }
}

/// The names of values.
struct Names {
    /// Those of each vertex.
    vertices: Vec<Vec<String>>,
    /// Those of each assignment.
    assigned: Vec<String>,
}

impl Names {
    fn new(flat: &Flat, text: &dyn Fn(&Expr) -> String) -> Names {
        let mut names = Names {
            vertices: vec![vec![]; flat.graph.len()],
            assigned: vec![],
        };
        let mut versions: HashMap<String, usize> = HashMap::new();
        let mut version = |e: &Expr| {
            let name = text(e);
            let number = versions.entry(name.clone()).or_insert(0);
            *number += 1;
            match number {
                1 => name,
                n => format!("{name}#{n}"),
            }
        };
        for (k, a) in flat.assigned.iter().enumerate() {
            for (v, operand) in flat.operands.iter().filter(|o| flat.made_in[o.0] == k) {
                names.vertices[*v].push(version(operand.designator()));
            }
            let name = version(a.place.designator());
            if let Some(v) = a.vertex {
                names.vertices[v].push(name.clone());
            }
            names.assigned.push(name);
        }
        names
    }
}

/// Partial derivatives as text.
struct Labels<'a> {
    values: &'a Values,
    partials: &'a HashMap<u32, Partial>,
    text: &'a dyn Fn(&Expr) -> String,
}

impl Labels<'_> {
    fn label(&self, label: Label) -> String {
        let text = self.value(label.value());
        let is_sum = matches!(self.values.of(label.value()), Value::Sum(..));
        match (label.is_negative(), is_sum) {
            (false, _) => text,
            (true, false) => format!("-{text}"),
            (true, true) => format!("-({text})"),
        }
    }

    fn value(&self, value: u32) -> String {
        match self.values.of(value) {
            Value::One => "1".into(),
            Value::Partial(number) => match self.partials.get(&number) {
                Some(partial) => (self.text)(&partial.whole()),
                None => String::new(),
            },
            Value::Product(a, b) => format!("({})*({})", self.value(a), self.value(b)),
            Value::Sum(a, b) if b.is_negative() => {
                format!("{} - {}", self.label(a), self.label(b.negated_if(true)))
            }
            Value::Sum(a, b) => format!("{} + {}", self.label(a), self.label(b)),
        }
    }
}
