//! The place of a fault in a derivative that the user gives: its values are compared, statement by statement, with those
//! of the derivative that adc makes.
//!
//! Both run with the same inputs and seeds, and report every value that they assign and every call, in the order of
//! execution. The first report that differs names the statement. A fault of `adc` itself is in both, and is not found.

use super::run::Results;
use adc::{Assignment, Point, Traced};

/// Where two derivatives differ first.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The file that the user gives.
    pub file: String,
    /// The line of the statement, or of the statement before which one is missing.
    pub line: usize,
    /// The procedure that contains it, in lower case.
    pub procedure: String,
    /// The statement.
    pub text: String,
    /// The statement that should be executed.
    pub right: String,
    /// What is wrong with it.
    pub what: String,
    /// The statements of the user to which it may belong.
    pub originals: Vec<Assignment>,
}

/// The place where the traces of a given and of a new derivative differ first. If nothing differs, there is none.
pub fn first_difference(given: (&Traced, &Results), new: (&Traced, &Results)) -> Option<Place> {
    let [given, new] = [given, new].map(|(traced, results)| reports(traced, results));
    for (k, (a, value)) in given.iter().enumerate() {
        let Some((b, wanted)) = new.get(k) else {
            return Some(place(
                a,
                a,
                "it is not executed in the derivative that adc makes".into(),
            ));
        };
        if a.target != b.target {
            let is_missing = given.iter().skip(k).take(8).all(|(p, _)| p.target != b.target)
                || new.get(k + 1).is_some_and(|(next, _)| next.target == a.target);
            let wanted = one_line(&b.text);
            let what = match is_missing {
                true => format!("before it, `{wanted}` is missing"),
                false => format!("the derivative that adc makes has `{wanted}` here"),
            };
            return Some(place(a, b, what));
        }
        if !are_equal(*value, *wanted) {
            let is_missing = !same_text(a, b) && new.get(k + 1).is_some_and(|(next, _)| same_text(next, a));
            if is_missing {
                let what = format!("before it, `{}` is missing", one_line(&b.text));
                return Some(place(a, b, what));
            }
            if let Some((call, right)) = other_call(&given[k..], &new[k..]) {
                let what = format!("the derivative that adc makes has `{}` here", one_line(&right.text));
                return Some(place(call, right, what));
            }
            let what = format!("its value is {value:.9e}, but should be {wanted:.9e}");
            return Some(place(a, b, what));
        }
    }
    let (last, _) = given.last()?;
    let (next, _) = new.get(given.len())?;
    Some(place(
        last,
        next,
        format!("after it, `{}` is missing", one_line(&next.text)),
    ))
}

fn same_text(a: &Point, b: &Point) -> bool {
    one_line(&a.text) == one_line(&b.text)
}

/// The statement with another text that called the procedure of the first reports, if these have the same text: a call
/// reports after what it calls, so what it passes is wrong before.
fn other_call<'t>(given: &[(&'t Point, f64)], new: &[(&'t Point, f64)]) -> Option<(&'t Point, &'t Point)> {
    let (first, wanted) = (given.first()?.0, new.first()?.0);
    if !same_text(first, wanted) {
        return None;
    }
    let mut both = given.iter().zip(new).map(|((a, _), (b, _))| (*a, *b));
    let aligned = both.by_ref().take_while(|(a, b)| a.target == b.target);
    let calls = |p: &Point| {
        let words = p.text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.into_iter().any(|w| w.eq_ignore_ascii_case(&first.procedure))
    };
    let mut callers = aligned.filter(|(a, _)| a.procedure != first.procedure && calls(a));
    callers.next().filter(|(a, b)| !same_text(a, b))
}

/// Points with values, in the order of execution.
fn reports<'t>(traced: &'t Traced, results: &Results) -> Vec<(&'t Point, f64)> {
    let all = results.trace();
    all.filter_map(|(point, value)| Some((traced.points.get(point)?, value)))
        .collect()
}

/// The same program gives the same bits; two compilations may differ in rounding.
fn are_equal(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-11 * a.abs().max(b.abs())
}

fn place(point: &Point, right: &Point, what: String) -> Place {
    Place {
        file: point.file.clone(),
        line: point.line,
        procedure: point.procedure.clone(),
        text: one_line(&point.text),
        right: one_line(&right.text),
        what,
        originals: vec![],
    }
}

/// A statement without the breaks of its lines.
pub fn one_line(text: &str) -> String {
    text.replace('&', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}
