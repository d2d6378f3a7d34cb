//! Heads that are one graph: no loops, branches, calls or input and output, and elements with constant subscripts only.
//!
//! ```text
//! subroutine foo_j(x, y, y_x)
//!   partial = cos(x(1))          local partial derivatives, where their operands have the right values
//!   t = sin(x(1))                statements of the head
//!   entry = partial*x(2)         products, in the order of elimination
//!   y_x(1) = entry               entries
//!   y_x(2) = t
//!   y = t*x(2)
//! ```
//!
//! An entry is stored before the assignment that completes its row. Where an element is assigned again, only the last
//! assignment counts. Entries that no path of the graph reaches are zero.

use super::matrices::{self, Matrix};
use crate::assemble::generator::Generator;
use crate::elimination::{flattened, subscripts, Flat, Place};
use crate::normalize::temps::Temps;
use crate::preaccumulate::{entries, Reduced};
use adc_analysis::{Analyses, HeadSpec};
use adc_frontend::ir::*;

/// Vertices up to which a head is straight.
const LARGEST: usize = 2_000;

/// A head that is one graph.
pub(crate) struct Straight {
    flat: Flat,
    reduced: Reduced,
}

impl Straight {
    /// The graph of a head, if it is one.
    pub(crate) fn new(program: &Program, facts: &Analyses, head: &HeadSpec) -> Option<Straight> {
        let varies = |e: &Expr| facts.is_active_designator(head.unit, e);
        let mut graphs = flattened(program, facts, head.unit, &varies, true);
        let flat = graphs
            .pop()
            .filter(|f| graphs.is_empty() && f.split.is_none() && f.graph.len() <= LARGEST)?;
        let body = &program.units[head.unit].body;
        let is_nothing = |s: &&Stmt| matches!(s.kind, StmtKind::Comment(_) | StmtKind::Continue);
        // the assignments of the graph, none of them within another statement
        let statements = body.iter().filter(|s| !is_nothing(s)).map(|s| s.id);
        if !statements.eq(flat.assigned.iter().map(|a| a.stmt)) {
            return None;
        }
        let operands = flat.operands.iter().map(|o| &o.1);
        let is_dependent = |p: &&Place| {
            p.designator()
                .base_symbol()
                .is_some_and(|s| head.dependents.contains(&s))
        };
        let results = flat.assigned.iter().map(|a| &a.place).filter(is_dependent);
        let is_constant = |p: &Place| subscripts(p.designator()).is_some_and(|all| all.iter().all(|s| s.is_literal()));
        if !operands.chain(results).all(is_constant) {
            return None;
        }
        let mut reduced = Reduced::jacobian(&flat);
        // only the last assignment of an element is a result
        let rows = std::mem::take(&mut reduced.rows);
        let place = |k: usize| flat.assigned[k].place.designator();
        let last = |k: usize| !(k + 1..flat.assigned.len()).any(|later| place(later).same(place(k)));
        reduced.rows = rows.iter().filter(|r| last(r.assigned)).cloned().collect();
        Some(Straight { flat, reduced })
    }

    /// Makes the tangent of the head its Jacobian; returns its body.
    pub(crate) fn body(&self, g: &mut Generator, unit: UnitId) -> Block {
        let d = g.derivative_unit(unit);
        matrices::without_shadows(g, d);
        let Some(all) = matrices::declare(g, d) else {
            return vec![];
        };
        let zones = g.facts;
        let mut temps = Temps::new(&mut g.out, d);
        let (mut changes, rows) = entries(&mut temps, &zones.zones, &self.flat, &self.reduced);
        let mut stores: Vec<Block> = vec![vec![]; self.flat.assigned.len()];
        for (k, a) in self.flat.assigned.iter().enumerate() {
            let y = a.place.designator();
            let of_row = self.reduced.rows.iter().position(|r| r.assigned == k);
            let entries = of_row.map_or(&[][..], |row| &rows[row]);
            let operand = |v: usize| self.flat.operands.iter().find(|o| o.0 == v).map(|o| o.1.designator());
            let operands: Vec<(&Expr, &Expr)> = entries.iter().filter_map(|e| Some((operand(e.0)?, &e.1))).collect();
            let reaches = |m: &Matrix| operands.iter().any(|(x, _)| x.base_symbol() == Some(m.independent));
            let later = &self.flat.assigned[k + 1..];
            let is_last = !later.iter().any(|a| a.place.designator().same(y));
            for m in all.iter().filter(|m| y.base_symbol() == Some(m.dependent)) {
                let store = &mut stores[k];
                let is_scalar = m.size(&g.out) == Some(1);
                if is_scalar && !is_last {
                    continue;
                }
                // the identity holds only for elements that keep their values
                if m.dependent == m.independent && !(is_scalar && reaches(m)) {
                    let rest = (0..g.primal.symbols[m.independent].rank()).map(|_| everything());
                    let row = m.at(&g.out, elements(y).chain(rest).collect());
                    store.push(assign(row, zero(y.ty)));
                }
                let mut of_matrix = operands.clone();
                of_matrix.retain(|(x, _)| x.base_symbol() == Some(m.independent));
                of_matrix.sort_by_key(|(x, _)| {
                    let numbers = subscripts(x).unwrap_or_default().into_iter().map(int_value);
                    numbers.rev().collect::<Vec<_>>()
                });
                for (x, entry) in of_matrix {
                    let at = elements(y).chain(elements(x)).collect();
                    store.push(assign(m.at(&g.out, at), entry.clone()));
                }
            }
        }
        let mut out = vec![];
        for m in &all {
            let of_matrix =
                |s: &&Stmt| matches!(&s.kind, StmtKind::Assign { lhs, .. } if lhs.base_symbol() == Some(m.symbol));
            let count = stores.iter().flatten().filter(of_matrix).count();
            // each element is stored once, but for the rows of a variable that keeps some of its elements
            let is_stored = m.size(&g.out) == Some(count);
            if !is_stored || m.dependent == m.independent && count > 1 {
                out.extend(begin(g, d, m));
            }
        }
        let body = g.primal.units[unit].body.clone();
        for s in body {
            if let Some(k) = self.flat.assigned.iter().position(|a| a.stmt == s.id) {
                out.extend(changes.remove(&s.id).into_iter().flat_map(|c| c.before));
                out.append(&mut stores[k]);
            }
            out.push(s);
        }
        out
    }
}

/// The first value of a matrix: zero, or the identity.
fn begin(g: &mut Generator, d: UnitId, m: &Matrix) -> Block {
    let whole = var(&g.out, m.symbol);
    let mut out = vec![assign(whole.clone(), zero(whole.ty))];
    if m.dependent == m.independent {
        out.extend(super::directions::identity(g, d, m));
    }
    out
}

fn everything() -> Subscript {
    Subscript::range(None, None, None)
}

fn elements(e: &Expr) -> impl Iterator<Item = Subscript> + '_ {
    subscripts(e)
        .unwrap_or_default()
        .into_iter()
        .map(|s| Subscript::At(s.clone()))
}
