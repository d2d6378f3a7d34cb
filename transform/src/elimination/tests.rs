//! Random graphs: entries of the Jacobian after elimination equal the sums over all paths.

use super::graph::{Graph, Role, Vertex};
use super::orders::{cost, orders};
use super::search::{Random, Wanted};
use super::values::{Label, Values};
use std::collections::BTreeMap;

/// Between -2 and 2, and never 0.
fn partial(number: u32) -> f64 {
    let x = f64::from(number * 37 % 101) / 50.5 - 1.0;
    if x < 0.0 {
        x - 1.0
    } else {
        x + 0.3
    }
}

fn random_graph(random: &mut Random) -> (Graph, Values) {
    let (mut graph, mut values) = (Graph::default(), Values::default());
    let (inputs, inner, results) = (1 + random.below(4), 1 + random.below(15), 1 + random.below(4));
    for k in 0..inputs + inner + results {
        let role = match k {
            k if k < inputs => Role::Independent,
            k if k < inputs + inner => Role::Intermediate,
            _ => Role::Dependent,
        };
        let v = graph.add(role);
        if role == Role::Independent {
            continue;
        }
        for _ in 0..1 + random.below(2) {
            let label = match random.below(4) {
                0 => Label::ONE,
                1 => Label::MINUS_ONE,
                _ => values.partial(random.below(9) as u32),
            };
            graph.connect(random.below(v.min(inputs + inner)), v, label, &mut values);
        }
    }
    graph.prune();
    (graph, values)
}

/// ∂v/∂u for all independents u, by sums over the edges into v.
fn gradients(graph: &Graph, values: &Values) -> Vec<BTreeMap<Vertex, f64>> {
    let mut all: Vec<BTreeMap<Vertex, f64>> = vec![];
    for v in 0..graph.len() {
        let mut own = BTreeMap::new();
        if graph.role(v) == Role::Independent {
            own.insert(v, 1.0);
        }
        for &(u, label) in graph.before(v) {
            for (&x, &d) in &all[u] {
                *own.entry(x).or_insert(0.0) += values.evaluate(label, &partial) * d;
            }
        }
        all.push(own);
    }
    all
}

#[test]
fn entries_equal_sums_over_paths() {
    let mut random = Random(1);
    let mut entries = 0;
    for _ in 0..300 {
        let (graph, values) = random_graph(&mut random);
        let expected = gradients(&graph, &values);
        for order in orders(&graph, &values, Wanted::Products, 2000) {
            let (mut left, mut own) = (graph.clone(), values.clone());
            order.vertices.iter().for_each(|&v| {
                left.eliminate(v, &mut own);
            });
            assert!(left.of_role(Role::Intermediate).is_empty(), "{}", order.name);
            for y in graph.of_role(Role::Dependent) {
                for (&x, &d) in &expected[y] {
                    let label = left.before(y).iter().find(|e| e.0 == x);
                    let found = label.map_or(0.0, |e| own.evaluate(e.1, &partial));
                    assert!(
                        (found - d).abs() <= 1e-9 * (1.0 + d.abs()),
                        "{}: {found} for {d}",
                        order.name
                    );
                    entries += 1;
                }
            }
        }
    }
    assert!(entries > 5000, "{entries}");
}

#[test]
fn searched_orders_are_the_best_and_the_same_each_time() {
    let mut random = Random(2);
    for _ in 0..40 {
        let (graph, values) = random_graph(&mut random);
        let all = orders(&graph, &values, Wanted::Pairs, 5000);
        let again = orders(&graph, &values, Wanted::Pairs, 5000);
        let (Some(last), Some(same)) = (all.last(), again.last()) else {
            panic!("no order")
        };
        assert_eq!(last.vertices, same.vertices);
        assert_eq!(last.cost, cost(&graph, &values, &last.vertices));
        assert!(all.iter().all(|o| o.cost.pairs >= last.cost.pairs));
    }
}
