//! The comparisons of derivatives for many directions, or weights: each column against the derivative for one.

use super::compare::{larger, largest_distance, Comparing};
use super::report::Test;
use super::run::{Runner, Task, Vectors};
use super::verdict::{Class, Limits};

/// Numbers of directions.
const COLUMNS: [usize; 3] = [1, 3, 8];

/// A derivative for many, and that for one.
pub struct Pair<'a> {
    /// Its task.
    pub task: &'static str,
    /// Its name in the table.
    pub what: &'static str,
    /// The results that have columns.
    pub results: &'a [&'static str],
    /// The programs: with derivatives for many, and for one.
    pub many: &'a Runner,
    /// See `many`.
    pub one: &'a Runner,
}

/// Compares the columns of one and of several directions.
pub fn columns(comparing: &mut Comparing, pair: &Pair) {
    let mut wanted: Vec<Vec<Vectors>> = vec![];
    for column in 0..COLUMNS[COLUMNS.len() - 1] {
        let task = Task::whole(pair.task, column);
        match pair.one.run(task) {
            Ok(r) => wanted.push(
                pair.results
                    .iter()
                    .map(|name| r.vectors(name, comparing.call))
                    .collect(),
            ),
            Err(why) => return comparing.report.fault(task, Class::Failed, why),
        }
    }
    let limits = Limits::of_rounding(comparing.subject.is_single());
    for columns in COLUMNS {
        let task = Task {
            columns,
            ..Task::whole(pair.task, 0)
        };
        let what = format!("{}, {columns}", pair.what);
        let found = match pair.many.run(task) {
            Ok(found) => found,
            Err(why) => {
                comparing.report.fault(task, Class::Failed, format!("{what}: {why}"));
                continue;
            }
        };
        let of_column = |(c, one): (usize, &Vec<Vectors>)| {
            let both = pair.results.iter().zip(one);
            let errors = both.map(|(name, one)| {
                let own = found.vectors(&format!("{name}:{c}"), comparing.call);
                largest_distance(one, &own)
            });
            errors.fold(0.0, larger)
        };
        let error = wanted.iter().take(columns).enumerate().map(of_column).fold(0.0, larger);
        comparing.report.judge(Test::Columns, &what, task, error, limits);
        let mut all = wanted
            .iter()
            .take(columns)
            .flatten()
            .flat_map(Vectors::values)
            .flatten();
        if all.all(|t| *t == 0.0) {
            comparing.report.zeros();
        }
        if columns == COLUMNS[COLUMNS.len() - 1] {
            let names: Vec<String> = (0..columns)
                .flat_map(|c| pair.results.iter().map(move |name| format!("{name}:{c}")))
                .collect();
            comparing.twice(
                &what,
                task,
                &names.iter().map(String::as_str).collect::<Vec<_>>(),
                &found,
            );
            if pair.task == "tangent" {
                comparing.values(&what, task, &found);
            } else {
                comparing.left(&what, task, &found);
            }
            comparing.report.time(&what, found.seconds());
        }
    }
}
