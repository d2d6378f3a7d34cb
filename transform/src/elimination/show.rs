//! A graph and the costs of its Jacobian, by order of elimination.

use super::flat::{Flat, Jacobian};
use super::graph::Role;
use super::orders::{orders, Order};
use super::search::Wanted;
use adc_analysis::show::first_line;
use adc_frontend::span::{SourceMap, Span};
use std::fmt::Write;

/// Work of the searches, in eliminated vertices: for pairs of edges, and for products, which take longer to count.
const BUDGETS: (usize, usize) = (10_000_000, 300_000);

/// The line on which a statement begins.
pub(crate) fn line(map: &SourceMap, span: Span) -> Option<usize> {
    map.place(span.lo).filter(|_| !span.is_none()).map(|p| p.1)
}

/// A graph, and the multiplications in each order: of the graph with a vertex for each operation, and of the one in which
/// equal operations are one vertex.
pub(crate) fn show(plain: &Flat, merged: &Flat, map: &SourceMap) -> String {
    let (of_plain, of_merged) = (plain.jacobian(), merged.jacobian());
    let count = |of: &Jacobian, role| of.graph.of_role(role).len();
    let (first, last) = plain.span;
    let mut out = format!(
        "  lines {} to {}, from `{}`\n",
        line(map, first).unwrap_or(0),
        line(map, last).unwrap_or(0),
        first_line(map, first)
    );
    let end = match plain.split {
        Some(_) => "; ends before an ambiguous operand",
        None => "",
    };
    let _ = writeln!(
        out,
        "    {} statements, {} independents, {} dependents; {} intermediate vertices ({} different), {} edges{end}",
        plain.assigned.len(),
        count(&of_plain, Role::Independent),
        count(&of_plain, Role::Dependent),
        count(&of_plain, Role::Intermediate),
        count(&of_merged, Role::Intermediate),
        of_plain.graph.edges(),
    );
    let pairs = orders(&of_plain.graph, &of_plain.values, Wanted::Pairs, BUDGETS.0);
    let products = orders(&of_merged.graph, &of_merged.values, Wanted::Products, BUDGETS.1);
    let _ = writeln!(
        out,
        "    {:<28}{:>16}{:>28}",
        "order", "multiplications", "without ±1, each once"
    );
    for (a, b) in pairs.iter().zip(&products) {
        let _ = writeln!(out, "    {:<28}{:>16}{:>28}", a.name, a.cost.pairs, b.cost.products);
    }
    let best = |all: &[Order], wanted: Wanted| {
        let best = all.iter().min_by_key(|o| wanted.of(o.cost));
        best.map_or("", |o| o.name)
    };
    let _ = writeln!(
        out,
        "    best: {}; without ±1: {}",
        best(&pairs, Wanted::Pairs),
        best(&products, Wanted::Products)
    );
    out
}
