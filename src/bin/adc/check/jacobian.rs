//! The comparisons of Jacobians: their products with a direction against tangents.

use super::compare::Comparing;
use super::forms::{Form, Matrix};
use super::leaves::Leaf;
use super::report::Test;
use super::run::{Results, Runner, Task, Vectors};
use super::subject::Subject;
use super::taylor::distance;
use super::verdict::{Class, Limits};
use std::collections::BTreeMap;

/// Compares the Jacobian of a program.
pub fn jacobian(comparing: &mut Comparing, runner: &Runner, form: &Form) {
    let task = Task::of("jacobian", 0.0, 0, 0);
    let own = match runner.run(task) {
        Ok(own) => own,
        Err(why) => return comparing.report.fault(task, Class::Failed, why),
    };
    let mut tangents: BTreeMap<usize, Option<Results>> = BTreeMap::new();
    for (number, m) in form.matrices.iter().enumerate() {
        let (y, x) = (
            leaf(comparing.subject, m.dependent),
            leaf(comparing.subject, m.independent),
        );
        let (Some(y), Some(x)) = (y, x) else { continue };
        let along = Task::of("tangent", 0.0, x.number, 0);
        // one tangent has the derivatives of all dependents
        let tangent = tangents.entry(x.number).or_insert_with(|| {
            let found = comparing.runner.run(along);
            found
                .map_err(|why| comparing.report.fault(along, Class::Failed, why))
                .ok()
        });
        let Some(tangent) = tangent else { continue };
        let of = |name: &str| -> Vec<f64> {
            let leaf = if name == "v" { x } else { y };
            let mut all: Vectors = tangent.vectors(name, comparing.call);
            all.remove(&leaf.number).unwrap_or_default()
        };
        let (direction, wanted) = (of("v"), of("yd"));
        let block = Block {
            number: number + 1,
            rows: wanted.len(),
            before: (
                elements_before(comparing.subject, form, |m| m.dependent, m.dependent),
                elements_before(comparing.subject, form, |m| m.independent, m.independent),
            ),
            direction: &direction,
        };
        let product = match form.is_sparse() {
            true => block.sparse(&own, comparing.call),
            false => block.dense(&own, comparing.call),
        };
        let limits = Limits::of_rounding(y.is_single() || x.is_single());
        let what = format!("{} by {}", y.key, x.key);
        let error = product.map_or(f64::NAN, |p| distance(&wanted, &p));
        comparing.report.judge(Test::Jacobian, &what, task, error, limits);
        if wanted.iter().all(|t| *t == 0.0) {
            comparing.report.zeros();
        }
    }
    comparing.values("Jacobian", task, &own);
    let names: &[&str] = if form.is_sparse() { &["value"] } else { &["j"] };
    comparing.twice("Jacobian", task, names, &own);
    comparing.report.time("Jacobian", own.seconds());
}

/// The leaf of a variable that is no object.
fn leaf(subject: &Subject, variable: usize) -> Option<&Leaf> {
    subject.vars.get(variable)?.leaves.first()
}

/// A block of a Jacobian: the elements of a dependent, and of an independent.
struct Block<'a> {
    /// The number of its matrix.
    number: usize,
    /// Its rows.
    rows: usize,
    /// The rows and columns before it in a sparse Jacobian.
    before: (usize, usize),
    /// The direction.
    direction: &'a [f64],
}

impl Block<'_> {
    /// The product of the matrix with the direction; `None` if it has another size. `j(rows, columns)` is in the order of
    /// storage.
    fn dense(&self, results: &Results, call: usize) -> Option<Vec<f64>> {
        let j = results.vectors("j", call).remove(&self.number)?;
        let row = |i: usize| {
            let columns = self.direction.iter().enumerate();
            columns.map(|(k, v)| j[i + k * self.rows] * v).sum()
        };
        (j.len() == self.rows * self.direction.len()).then(|| (0..self.rows).map(row).collect())
    }

    /// Likewise of its entries in a sparse matrix, which is stored by rows: those of all dependents.
    fn sparse(&self, results: &Results, call: usize) -> Option<Vec<f64>> {
        let [first, column, value] = ["first", "column", "value"].map(|name| results.vector(name, call));
        let row = |i: usize| {
            let ends = first.get(self.before.0 + i..=self.before.0 + i + 1)?;
            let entries = index(ends[0])?..index(ends[1])?;
            let products = entries.map(|k| {
                let own = index(*column.get(k)?)?.checked_sub(self.before.1);
                let v = own.and_then(|c| self.direction.get(c)).copied().unwrap_or(0.0);
                Some(value.get(k)? * v)
            });
            products.sum()
        };
        (0..self.rows).map(row).collect()
    }
}

/// A Fortran index, from 1 on, as one from 0 on.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn index(number: f64) -> Option<usize> {
    (number >= 1.0).then(|| number as usize - 1)
}

/// The elements of the variables in the order of their first matrices, up to one.
fn elements_before(subject: &Subject, form: &Form, of: impl Fn(&Matrix) -> usize, end: usize) -> usize {
    let mut all: Vec<usize> = vec![];
    for v in form.matrices.iter().map(of) {
        if !all.contains(&v) {
            all.push(v);
        }
    }
    let before = all.into_iter().take_while(|&v| v != end);
    before.filter_map(|v| leaf(subject, v)).map(Leaf::len).sum()
}
