//! Orders in which intermediate vertices are eliminated.
//!
//! | order | |
//! |---|---|
//! | forward, reverse | in the order of the computation, and against it |
//! | Markowitz | the vertex that combines the fewest pairs of edges next; of equal ones the first, or the last |
//! | relative Markowitz | the same, less the pairs of an independent and a dependent that the vertex connects |
//! | single use | vertices with one successor, the last first; then the rest forward or in reverse (Tadjouddine, Forth) |
//! | searched | the best of these, improved by [`super::search`] |

use super::graph::{Cost, Graph, Role, Vertex};
use super::search;
use super::values::Values;

/// An order of elimination.
#[derive(Clone, Debug)]
pub struct Order {
    /// Its name.
    pub name: &'static str,
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// What it costs.
    pub cost: Cost,
}

/// The cost of eliminating vertices in an order.
pub fn cost(graph: &Graph, values: &Values, vertices: &[Vertex]) -> Cost {
    cost_with(graph, &mut values.clone(), vertices)
}

/// The same; the values are afterwards as before.
pub fn cost_with(graph: &Graph, values: &mut Values, vertices: &[Vertex]) -> Cost {
    let (mut graph, known) = (graph.clone(), values.len());
    let mut all = Cost::default();
    for &v in vertices {
        all += graph.eliminate(v, values);
    }
    values.truncate(known);
    all
}

/// Eliminates the vertex that `next` picks among those that are left, until it picks none.
fn picked(
    graph: &mut Graph,
    values: &mut Values,
    left: &mut Vec<Vertex>,
    next: &dyn Fn(&Graph, &[Vertex]) -> Option<usize>,
) -> Vec<Vertex> {
    let mut out = vec![];
    while let Some(k) = next(graph, left) {
        let v = left.remove(k);
        graph.eliminate(v, values);
        out.push(v);
    }
    out
}

/// The place of the smallest key; of equal ones the first, or the last.
fn smallest(keys: impl DoubleEndedIterator<Item = isize> + ExactSizeIterator, last: bool) -> Option<usize> {
    let keys = keys.enumerate();
    let place = match last {
        true => keys.rev().min_by_key(|k| k.1),
        false => keys.min_by_key(|k| k.1),
    };
    place.map(|k| k.0)
}

fn markowitz(graph: &Graph, values: &Values, last: bool) -> Vec<Vertex> {
    let (mut graph, mut values) = (graph.clone(), values.clone());
    let mut left = graph.of_role(Role::Intermediate);
    picked(&mut graph, &mut values, &mut left, &|g, left| {
        smallest(left.iter().map(|&v| g.degree(v) as isize), last)
    })
}

fn relative_markowitz(graph: &Graph, values: &Values) -> Vec<Vertex> {
    let mut left = graph.of_role(Role::Intermediate);
    let connected = |v: Vertex| {
        let (before, after) = graph.reach(v);
        (before.len() * after.len()) as isize
    };
    let connected: Vec<isize> = (0..graph.len())
        .map(|v| {
            if graph.role(v) == Role::Intermediate {
                connected(v)
            } else {
                0
            }
        })
        .collect();
    let (mut graph, mut values) = (graph.clone(), values.clone());
    picked(&mut graph, &mut values, &mut left, &|g, left| {
        smallest(left.iter().map(|&v| g.degree(v) as isize - connected[v]), true)
    })
}

fn single_use(graph: &Graph, values: &Values, forward: bool) -> Vec<Vertex> {
    let (mut graph, mut values) = (graph.clone(), values.clone());
    let mut left = graph.of_role(Role::Intermediate);
    let mut out = picked(&mut graph, &mut values, &mut left, &|g, left| {
        left.iter().rposition(|&v| g.fan_out(v) == 1)
    });
    if !forward {
        left.reverse();
    }
    out.extend(left);
    out
}

/// All orders, the searched one last. `budget`: the work of the search, in eliminated vertices.
pub fn orders(graph: &Graph, values: &Values, wanted: search::Wanted, budget: usize) -> Vec<Order> {
    let forward = graph.of_role(Role::Intermediate);
    let reverse: Vec<Vertex> = forward.iter().rev().copied().collect();
    let rules = [
        ("forward", forward),
        ("reverse", reverse),
        ("Markowitz, first of equals", markowitz(graph, values, false)),
        ("Markowitz, last of equals", markowitz(graph, values, true)),
        ("relative Markowitz", relative_markowitz(graph, values)),
        ("single use, then forward", single_use(graph, values, true)),
        ("single use, then reverse", single_use(graph, values, false)),
    ];
    let mut all: Vec<Order> = rules
        .into_iter()
        .map(|(name, vertices)| Order {
            name,
            cost: cost(graph, values, &vertices),
            vertices,
        })
        .collect();
    all.extend(search::searched(graph, values, &all, wanted, budget));
    all
}
