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
/// The same for a sequence that is tried.
const SHORT_BUDGET: usize = 1_000;
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
    /// The intermediate vertices that are kept.
    pub kept: Vec<Vertex>,
    /// Multiplications of the elimination.
    products: usize,
    /// Edges of the original graph into vertices that have been eliminated or have a row: each is a product, or an
    /// addition, in each direction.
    replaced: usize,
}

impl Reduced {
    /// Eliminates all vertices of assignments but those that are kept.
    pub fn new(flat: &Flat) -> Reduced {
        Reduced::within(flat, BUDGET)
    }

    /// The same with a short search.
    pub fn with_short_search(flat: &Flat) -> Reduced {
        Reduced::within(flat, SHORT_BUDGET)
    }

    fn within(flat: &Flat, budget: usize) -> Reduced {
        // which edges are left does not depend on the order
        let in_any_order = |kept: &BTreeSet<Vertex>| eliminated(flat, kept, &|graph, _| against(graph));
        let mut kept = escaping(flat);
        let mut cost = weight(&in_any_order(&kept));
        // those without which fewer edges cost more are kept, the best of them first
        loop {
            let more = candidates(flat, &kept).into_iter().map(|v| {
                let more: BTreeSet<Vertex> = kept.iter().copied().chain([v]).collect();
                (weight(&in_any_order(&more)), more)
            });
            match more.min_by_key(|m| m.0) {
                Some((less, more)) if less < cost => (cost, kept) = (less, more),
                _ => break,
            }
        }
        eliminated(flat, &kept, &|graph, values| cheapest(graph, values, budget))
    }

    /// Eliminates all vertices: a row for each assignment whose value others read, with all its entries.
    pub fn jacobian(flat: &Flat) -> Reduced {
        Reduced::whole(flat, BUDGET_OF_JACOBIAN)
    }

    /// The same for one of many sequences.
    pub fn rows(flat: &Flat) -> Reduced {
        Reduced::whole(flat, BUDGET)
    }

    fn whole(flat: &Flat, budget: usize) -> Reduced {
        let Jacobian {
            mut graph,
            mut values,
            results,
        } = flat.jacobian();
        let order = cheapest(&graph, &values, budget);
        let products = eliminate(&mut graph, &mut values, &order);
        let row = |(assigned, v): (usize, Vertex)| Row {
            assigned,
            terms: graph.before(v).to_vec(),
        };
        Reduced {
            rows: results.into_iter().map(row).collect(),
            values,
            kept: vec![],
            products,
            replaced: 0,
        }
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.rows.iter().map(|r| r.terms.len()).sum()
    }

    /// The multiplications in a number of directions: with the entries, and without.
    pub fn costs(&self, directions: usize) -> (usize, usize) {
        (self.products + directions * self.entries(), directions * self.replaced)
    }

    /// True if a number of directions costs less with it.
    pub fn pays(&self, directions: usize) -> bool {
        let (with, without) = self.costs(directions);
        with < without
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

/// The intermediate vertices against the order of the computation.
fn against(graph: &Graph) -> Vec<Vertex> {
    let mut order = graph.of_role(Role::Intermediate);
    order.reverse();
    order
}

/// The order with the fewest products.
fn cheapest(graph: &Graph, values: &Values, budget: usize) -> Vec<Vertex> {
    let all = orders(graph, values, Wanted::Products, budget).into_iter();
    all.min_by_key(|o| o.cost.products).map_or(vec![], |o| o.vertices)
}

/// Eliminates vertices; the number of products.
fn eliminate(graph: &mut Graph, values: &mut Values, order: &[Vertex]) -> usize {
    order.iter().map(|&v| graph.eliminate(v, values).products).sum()
}

/// Eliminates all vertices but those that are kept, in the order that `order` returns.
fn eliminated(flat: &Flat, kept: &BTreeSet<Vertex>, order: &dyn Fn(&Graph, &Values) -> Vec<Vertex>) -> Reduced {
    let (mut graph, mut values) = (flat.graph.clone(), flat.values.clone());
    let inner = |v: &Vertex| flat.graph.role(*v) == Role::Intermediate;
    let kept: Vec<Vertex> = kept.iter().copied().filter(inner).collect();
    kept.iter().for_each(|&v| graph.set_role(v, Role::Dependent));
    graph.prune();
    let full = graph.clone();
    let order = order(&graph, &values);
    let products = eliminate(&mut graph, &mut values, &order);
    let (mut rows, mut replaced) = (vec![], BTreeSet::new());
    for (k, a) in flat.assigned.iter().enumerate() {
        let is_defined = |&v: &Vertex| graph.role(v) == Role::Dependent && flat.made_in[v] == k;
        let Some(v) = a.vertex.filter(is_defined) else {
            continue;
        };
        // vertices of other assignments have been eliminated
        let behind = behind(&full, v);
        if behind.iter().any(|&u| flat.made_in[u] != k) {
            rows.push(Row {
                assigned: k,
                terms: graph.before(v).to_vec(),
            });
            replaced.extend(behind);
            replaced.insert(v);
        }
    }
    Reduced {
        rows,
        values,
        kept,
        products,
        replaced: replaced.into_iter().map(|v| full.fan_in(v)).sum(),
    }
}

/// The intermediate vertices on which a vertex depends, up to vertices that stay.
fn behind(graph: &Graph, v: Vertex) -> BTreeSet<Vertex> {
    let (mut all, mut work) = (BTreeSet::new(), vec![v]);
    while let Some(v) = work.pop() {
        let before = graph.before(v).iter().map(|e| e.0);
        work.extend(before.filter(|&u| graph.role(u) == Role::Intermediate && all.insert(u)));
    }
    all
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
