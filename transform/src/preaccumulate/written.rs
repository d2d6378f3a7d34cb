//! Writes the rows of reduced graphs into a procedure.
//!
//! ```text
//! t = x*x                 t = x*x
//!                         partial = cos(t)*2.0*x
//! y = sin(t)              y = with_partial(passive(sin(t)), x, partial)
//! ```
//!
//! A partial derivative is computed where its operands have the right values: before the assignment that contains it. A
//! product stands before the first row that needs it. An operand that is overwritten before a row needs its derivative is
//! copied first.

use super::divisors::Shared;
use super::reduced::{needed, Reduced, Row};
use crate::elimination::{subscripts, variables, Assigned, Divisor, Flat, Label, Partial, Place, Value, Vertex};
use crate::normalize::temps::Temps;
use crate::rules::merge;
use adc_analysis::Zones;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What is to be written at an assignment: statements before it, and another right side.
#[derive(Default)]
pub struct Change {
    /// Statements before it.
    pub before: Block,
    /// Terms of its derivative: a designator, and the partial derivative with respect to it.
    pub terms: Option<Vec<(Expr, Expr)>>,
}

/// The entries of a row: vertices, and the partial derivatives with respect to them.
pub type Entries = Vec<(Vertex, Expr)>;

/// The changes at the assignments of a graph.
pub fn changes(temps: &mut Temps, zones: &Zones, flat: &Flat, reduced: &Reduced) -> BTreeMap<StmtId, Change> {
    let mut writer = Writer::new(temps, zones, flat, reduced);
    writer.capture();
    for row in &reduced.rows {
        let mut terms = writer.row(row);
        writer.keep(&mut terms, row.assigned);
        let terms = terms
            .into_iter()
            .map(|(v, e)| (writer.operand(v, row.assigned), e))
            .collect();
        writer.change(row.assigned).terms = Some(terms);
    }
    writer.changes
}

/// The statements before assignments that compute the entries of rows, and, in the order of the rows, these entries:
/// vertices, and expressions that have their values before the assignment of the row.
pub fn entries(
    temps: &mut Temps,
    zones: &Zones,
    flat: &Flat,
    reduced: &Reduced,
) -> (BTreeMap<StmtId, Change>, Vec<Entries>) {
    let mut writer = Writer::new(temps, zones, flat, reduced);
    writer.capture();
    let entries = reduced.rows.iter().map(|row| writer.row(row)).collect();
    (writer.changes, entries)
}

/// The use of a value.
#[derive(Clone, Copy, Default)]
struct Use {
    /// How often it is an operand of another value, or stands in a row.
    count: usize,
    /// The first and the last assignment with a row that needs it.
    rows: (usize, usize),
}

fn uses(reduced: &Reduced) -> HashMap<u32, Use> {
    let mut uses: HashMap<u32, Use> = HashMap::new();
    let mut known = BTreeSet::new();
    for row in &reduced.rows {
        for (_, label) in &row.terms {
            uses.entry(label.value()).or_default().count += 1;
        }
        for value in needed(reduced, row) {
            let usage = uses.entry(value).or_default();
            usage.rows.1 = row.assigned;
            if !known.insert(value) {
                continue;
            }
            usage.rows.0 = row.assigned;
            let operands = match reduced.values.of(value) {
                Value::One | Value::Partial(_) => continue,
                Value::Product(a, b) => [a, b],
                Value::Sum(a, b) => [a.value(), b.value()],
            };
            for operand in operands {
                uses.entry(operand).or_default().count += 1;
            }
        }
    }
    uses
}

/// Number of different variables and elements in expressions: what has to be recorded for them.
fn operands<'e>(all: impl Iterator<Item = &'e Expr>) -> usize {
    let mut found: Vec<&Expr> = vec![];
    for e in all {
        visit::walk_designators(e, &mut |d| {
            if matches!(d.ty, Ty::Real(_)) && !found.iter().any(|f| f.same(d)) {
                found.push(d);
            }
        });
    }
    found.len()
}

struct Writer<'w, 'p> {
    temps: &'w mut Temps<'p>,
    zones: &'w Zones,
    flat: &'w Flat,
    reduced: &'w Reduced,
    uses: HashMap<u32, Use>,
    /// The expressions of values.
    expressions: HashMap<u32, Expr>,
    /// Reciprocals of divisors, by the numbers of these.
    inverses: HashMap<u32, Expr>,
    /// Copies of overwritten operands.
    copies: HashMap<Vertex, Expr>,
    changes: BTreeMap<StmtId, Change>,
}

impl<'w, 'p> Writer<'w, 'p> {
    fn new(temps: &'w mut Temps<'p>, zones: &'w Zones, flat: &'w Flat, reduced: &'w Reduced) -> Self {
        Writer {
            temps,
            zones,
            flat,
            reduced,
            uses: uses(reduced),
            expressions: HashMap::new(),
            inverses: HashMap::new(),
            copies: HashMap::new(),
            changes: BTreeMap::new(),
        }
    }

    fn change(&mut self, assigned: usize) -> &mut Change {
        self.changes.entry(self.flat.assigned[assigned].stmt).or_default()
    }

    /// A new variable, assigned before an assignment.
    fn variable(&mut self, stem: &str, value: Expr, before: usize) -> Expr {
        let variable = self.temps.local_ref(stem, DeclType::plain(self.flat.ty), 0);
        self.change(before).before.push(assign(variable.clone(), value));
        variable
    }

    /// Keeps the partial derivatives that rows need from where they have their values.
    fn capture(&mut self) {
        let flat = self.flat;
        let mut needed: Vec<(u32, &Partial)> = vec![];
        for &value in self.uses.keys() {
            if let Value::Partial(number) = self.reduced.values.of(value) {
                needed.push((value, &flat.partials[&number]));
            }
        }
        needed.sort_by_key(|(value, partial)| (partial.before, *value));
        let divisors: Vec<&Divisor> = needed.iter().filter_map(|p| p.1.divisor.as_ref()).collect();
        let shared = Shared::new(&divisors);
        for &(value, partial) in &needed {
            let (before, usage) = (partial.before, self.uses[&value]);
            let at_once = usage.count == 1 && before == usage.rows.0;
            let mut expr = partial.expr.clone();
            if let Some(divisor) = &partial.divisor {
                expr = match shared.has(divisor) {
                    true => mul(expr, self.reciprocal(divisor, &shared, before)),
                    false => div(expr, divisor.written()),
                };
            }
            let needs_none = at_once || expr.is_literal() || self.is_unchanged(&expr, before, usage.rows.1);
            let expression = match needs_none {
                true => expr,
                false => self.variable("partial", expr, before),
            };
            self.expressions.insert(value, expression);
        }
    }

    /// The reciprocal of a divisor. Where a guarded one is zero, it is one.
    fn reciprocal(&mut self, divisor: &Divisor, shared: &Shared, before: usize) -> Expr {
        let number = divisor.number;
        let inverse = match &divisor.factors {
            Some([(a, of_a), (b, of_b)]) if shared.is_product(divisor) => match self.inverses.get(&number) {
                Some(known) => known.clone(),
                None => {
                    let product = mul(self.inverse(a, *of_a, before), self.inverse(b, *of_b, before));
                    self.kept_inverse(product, number, before)
                }
            },
            _ if shared.is_guarded(number) => return self.inverse(&divisor.written(), number, before),
            _ => self.inverse(&divisor.expr, number, before),
        };
        match divisor.is_guarded {
            true => {
                let ty = divisor.expr.ty;
                let at_zero = binary(BinaryOp::Eq, divisor.expr.clone(), zero(ty));
                merge(real("1.0", ty.kind().unwrap_or(8)), inverse, at_zero)
            }
            false => inverse,
        }
    }

    /// The reciprocal of a value.
    fn inverse(&mut self, of: &Expr, number: u32, before: usize) -> Expr {
        if let Some(known) = self.inverses.get(&number) {
            return known.clone();
        }
        let one = real("1.0", self.flat.ty.kind().unwrap_or(8));
        self.kept_inverse(div(one, of.clone()), number, before)
    }

    fn kept_inverse(&mut self, inverse: Expr, number: u32, before: usize) -> Expr {
        let inverse = self.variable("inverse", inverse, before);
        self.inverses.insert(number, inverse.clone());
        inverse
    }

    /// True for a variable or an element that no assignment from the first to the one before the last changes.
    fn is_unchanged(&self, e: &Expr, first: usize, last: usize) -> bool {
        if !e.is_designator() || subscripts(e).is_none() {
            return false;
        }
        let versions = variables(e).into_iter().map(|v| (v, 0)).collect();
        let place = Place::new(e, vec![], versions);
        let written = &self.flat.assigned[first..last];
        !written
            .iter()
            .any(|a| place.is_changed_by(&a.place, self.temps.program, self.zones))
    }

    /// Computes what a row needs; the entries.
    fn row(&mut self, row: &Row) -> Entries {
        for value in needed(self.reduced, row) {
            if self.expressions.contains_key(&value) {
                continue;
            }
            let of = |v: u32| self.expressions[&v].clone();
            let expression = match self.reduced.values.of(value) {
                Value::One | Value::Partial(_) => continue,
                Value::Product(a, b) => mul(of(a), of(b)),
                Value::Sum(a, b) if b.is_negative() => sub(self.label(a), self.label(b.negated_if(true))),
                Value::Sum(a, b) => add(self.label(a), self.label(b)),
            };
            let kept = match self.uses[&value].count {
                1 => expression,
                _ => self.variable("entry", expression, row.assigned),
            };
            self.expressions.insert(value, kept);
        }
        row.terms.iter().map(|&(v, label)| (v, self.label(label))).collect()
    }

    /// Keeps entries in variables of their own, unless more would have to be recorded then.
    fn keep(&mut self, terms: &mut [(Vertex, Expr)], before: usize) {
        let composed = |e: &Expr| !e.is_designator() && !e.is_literal();
        let count = terms.iter().filter(|t| composed(&t.1)).count();
        if count <= operands(terms.iter().map(|t| &t.1)) {
            for (_, partial) in terms.iter_mut().filter(|t| composed(&t.1)) {
                *partial = self.variable("entry", partial.clone(), before);
            }
        }
    }

    fn label(&self, label: Label) -> Expr {
        let value = match self.expressions.get(&label.value()) {
            Some(e) => e.clone(),
            None => real("1.0", self.flat.ty.kind().unwrap_or(8)),
        };
        match label.is_negative() {
            true => neg(value),
            false => value,
        }
    }

    /// A designator whose derivative is that of a vertex, at an assignment.
    fn operand(&mut self, v: Vertex, at: usize) -> Expr {
        if let Some(copy) = self.copies.get(&v) {
            return copy.clone();
        }
        let flat = self.flat;
        let operand = flat.operands.iter().find(|o| o.0 == v).map(|o| (&o.1, flat.made_in[v]));
        let defined = || {
            let defines = |a: &Assigned| a.vertex == Some(v);
            let k = flat.assigned.iter().position(defines)?;
            Some((&flat.assigned[k].place, k + 1))
        };
        let (place, from) = operand.or_else(defined).expect("a vertex is an operand or is assigned");
        let changes = |a: &Assigned| place.is_changed_by(&a.place, self.temps.program, self.zones);
        let changed = flat.assigned[from..at].iter().position(changes);
        let designator = place.designator().clone();
        let Some(first) = changed else { return designator };
        let copy = self.variable("kept", designator, from + first);
        self.copies.insert(v, copy.clone());
        copy
    }
}
