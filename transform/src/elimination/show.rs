//! `adc analyze --show elimination`: the graphs of a program, and what their Jacobians cost.

use super::flat::{Flat, Jacobian};
use super::flattened;
use super::graph::Role;
use super::orders::{orders, Order};
use super::search::Wanted;
use adc_analysis::show::first_line;
use adc_analysis::{Analyses, HeadSpec};
use adc_frontend::ir::*;
use adc_frontend::span::{SourceMap, Span};
use std::fmt::Write;

/// Work of the searches, in eliminated vertices: for pairs of edges, and for products, which take longer to find.
const BUDGETS: (usize, usize) = (1_000_000, 300_000);

/// The graphs of all procedures that carry derivatives; without a head, of all procedures.
pub fn show(program: &Program, facts: &Analyses, head: Option<&HeadSpec>, map: &SourceMap) -> String {
    let mut out = String::new();
    for &unit in facts.cfgs.keys() {
        let u = &program.units[unit];
        let varies = |e: &Expr| match head {
            Some(_) => facts.is_active_designator(unit, e),
            None => matches!(e.ty, Ty::Real(_)) && is_variable(program, e),
        };
        let all = |merges: bool| flattened(program, facts, unit, &varies, merges);
        let both = all(false).into_iter().zip(all(true));
        let with_choice = both.filter(|(plain, _)| !plain.jacobian().graph.of_role(Role::Intermediate).is_empty());
        let graphs: Vec<String> = with_choice.map(|(plain, merged)| graph(&plain, &merged, map)).collect();
        if !graphs.is_empty() {
            let _ = writeln!(out, "{}", u.name);
            out.extend(graphs);
        }
    }
    out
}

/// True for all but named constants.
fn is_variable(program: &Program, e: &Expr) -> bool {
    let variable = e.base_symbol().and_then(|s| program.symbols[s].variable());
    variable.is_some_and(|v| v.storage != Storage::Parameter)
}

fn graph(plain: &Flat, merged: &Flat, map: &SourceMap) -> String {
    let (of_plain, of_merged) = (plain.jacobian(), merged.jacobian());
    let count = |of: &Jacobian, role| of.graph.of_role(role).len();
    let line = |span: Span| map.place(span.lo).map_or(0, |p| p.1);
    let (first, last) = plain.span;
    let mut out = format!(
        "  lines {} to {}, from `{}`\n",
        line(first),
        line(last),
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
