//! Graphs from which intermediate vertices have been eliminated, except those that are kept.
//!
//! A vertex that is kept stays a variable with a derivative of its own. These are the values that others read, and
//! values of assignments without which fewer edges would be left only at the price of more: the scarcity of Jacobians.
//! Each kept vertex has a row, the edges from the independents and the kept vertices on which it depends directly:
//!
//! ```text
//! v_k' = sum over the row of c_ki·v_i'
//! ```

use crate::elimination::{orders, Flat, Graph, Jacobian, Label, Role, Value, Values, Vertex, Wanted};
use std::collections::BTreeSet;

/// Work of the search for an order, in eliminated vertices.
const BUDGET: usize = 20_000;
/// The same for a whole Jacobian.
const BUDGET_OF_JACOBIAN: usize = 300_000;

/// The row of a kept vertex.
#[derive(Clone, Debug)]
pub struct Row {
    /// The assignment that computes the vertex, by its place in the graph.
    pub assigned: usize,
    /// The vertices that the derivative of its value depends on, with partial derivatives.
    pub terms: Vec<(Vertex, Label)>,
}

/// A reduced graph.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// Rows in the order of their assignments, without those that elimination has left as they were.
    pub rows: Vec<Row>,
    /// The values of their partial derivatives.
    pub values: Values,
    /// Multiplications of the elimination.
    products: usize,
    /// Edges of the original graph into vertices that have been eliminated or have a row: each is a product, or an
    /// addition, in each direction.
    replaced: usize,
}

impl Reduced {
    /// Eliminates all vertices of assignments but those that are kept.
    pub fn new(flat: &Flat) -> Reduced {
        let mut kept = escaping(flat);
        let mut best = eliminated(flat, &kept);
        let mut cost = weight(&best);
        // those without which fewer edges cost more are kept, the best of them first
        loop {
            let more = candidates(flat, &kept).into_iter().map(|v| {
                let more: BTreeSet<Vertex> = kept.iter().copied().chain([v]).collect();
                let reduced = eliminated(flat, &more);
                (weight(&reduced), more, reduced)
            });
            match more.min_by_key(|m| m.0) {
                Some((less, more, reduced)) if less < cost => (cost, kept, best) = (less, more, reduced),
                _ => break,
            }
        }
        best
    }

    /// Eliminates all vertices: a row for each assignment whose value others read, with all its entries.
    pub fn jacobian(flat: &Flat) -> Reduced {
        let Jacobian {
            mut graph,
            mut values,
            results,
        } = flat.jacobian();
        let best = orders(&graph, &values, Wanted::Products, BUDGET_OF_JACOBIAN);
        let best = best.into_iter().min_by_key(|o| o.cost.products);
        let mut products = 0;
        for v in best.into_iter().flat_map(|o| o.vertices) {
            products += graph.eliminate(v, &mut values).products;
        }
        let row = |(assigned, v): (usize, Vertex)| Row {
            assigned,
            terms: graph.before(v).to_vec(),
        };
        Reduced {
            rows: results.into_iter().map(row).collect(),
            values,
            products,
            replaced: 0,
        }
    }

    /// True if a number of directions costs less with it.
    pub fn pays(&self, directions: usize) -> bool {
        let terms: usize = self.rows.iter().map(|r| r.terms.len()).sum();
        self.products + directions * terms < directions * self.replaced
    }
}

/// The vertices whose values others read.
fn escaping(flat: &Flat) -> BTreeSet<Vertex> {
    flat.assigned
        .iter()
        .filter(|a| a.escapes)
        .filter_map(|a| a.vertex)
        .collect()
}

/// The vertices of assignments that could be kept, too.
fn candidates(flat: &Flat, kept: &BTreeSet<Vertex>) -> Vec<Vertex> {
    let all: BTreeSet<Vertex> = flat.assigned.iter().filter_map(|a| a.vertex).collect();
    let could = |&v: &Vertex| flat.graph.role(v) == Role::Intermediate && !kept.contains(&v);
    all.into_iter().filter(could).collect()
}

/// What the rows cost: an edge whose partial derivative varies is stored, and a factor.
fn weight(reduced: &Reduced) -> (usize, usize) {
    let terms = || reduced.rows.iter().flat_map(|r| &r.terms);
    (terms().filter(|t| !t.1.is_unit()).count(), terms().count())
}

fn eliminated(flat: &Flat, kept: &BTreeSet<Vertex>) -> Reduced {
    let (mut graph, mut values) = (flat.graph.clone(), flat.values.clone());
    for &v in kept {
        if graph.role(v) == Role::Intermediate {
            graph.set_role(v, Role::Dependent);
        }
    }
    graph.prune();
    let best = orders(&graph, &values, Wanted::Products, BUDGET)
        .into_iter()
        .min_by_key(|o| o.cost.products);
    let full = graph.clone();
    let mut products = 0;
    for v in best.into_iter().flat_map(|o| o.vertices) {
        products += graph.eliminate(v, &mut values).products;
    }
    let mut rows: Vec<Row> = vec![];
    for (k, a) in flat.assigned.iter().enumerate() {
        let Some(v) = a
            .vertex
            .filter(|&v| graph.role(v) == Role::Dependent && flat.made_in[v] == k)
        else {
            continue;
        };
        if reaches_further(flat, &full, v, k) {
            rows.push(Row {
                assigned: k,
                terms: graph.before(v).to_vec(),
            });
        }
    }
    let replaced = behind(flat, &full, &rows).into_iter().map(|v| full.fan_in(v)).sum();
    Reduced {
        rows,
        values,
        products,
        replaced,
    }
}

/// The vertices of rows, and those that have been eliminated behind them.
fn behind(flat: &Flat, full: &Graph, rows: &[Row]) -> BTreeSet<Vertex> {
    let mut work: Vec<Vertex> = rows.iter().filter_map(|r| flat.assigned[r.assigned].vertex).collect();
    let mut all = BTreeSet::new();
    while let Some(v) = work.pop() {
        if all.insert(v) {
            let before = full.before(v).iter().map(|e| e.0);
            work.extend(before.filter(|&u| full.role(u) == Role::Intermediate));
        }
    }
    all
}

/// True if vertices of other assignments have been eliminated between a vertex and those of its row.
fn reaches_further(flat: &Flat, full: &Graph, v: Vertex, assigned: usize) -> bool {
    let eliminated = |u: &Vertex| full.role(*u) == Role::Intermediate;
    let mut work: Vec<Vertex> = full.before(v).iter().map(|e| e.0).filter(eliminated).collect();
    while let Some(u) = work.pop() {
        if flat.made_in[u] != assigned {
            return true;
        }
        work.extend(full.before(u).iter().map(|e| e.0).filter(eliminated));
    }
    false
}

/// The values that rows are computed from, each once, operands first.
pub fn needed(reduced: &Reduced, row: &Row) -> Vec<u32> {
    fn visit(values: &Values, value: u32, out: &mut Vec<u32>) {
        if out.contains(&value) {
            return;
        }
        match values.of(value) {
            Value::One => return,
            Value::Partial(_) => {}
            Value::Product(a, b) => [a, b].into_iter().for_each(|v| visit(values, v, out)),
            Value::Sum(a, b) => [a, b].into_iter().for_each(|l| visit(values, l.value(), out)),
        }
        out.push(value);
    }
    let mut out = vec![];
    for (_, label) in &row.terms {
        visit(&reduced.values, label.value(), &mut out);
    }
    out
}
