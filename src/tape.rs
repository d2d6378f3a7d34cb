//! The tape of adjoints, predicted before the run.

use crate::place::Place;
use adc_frontend::encoding::shown;
use adc_frontend::span::SourceMap;
use adc_transform::adjoint::report::show::{amount, rows, Row};
use adc_transform::adjoint::report::{Procedure, Report};

/// The tape of the adjoint of a procedure. Sizes are formulas in variables of the procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Tape {
    /// The procedure.
    pub procedure: String,
    /// Where it begins.
    pub place: Option<Place>,
    /// The amount on the tape at the end of the forward sweep, such as `8*n bytes`.
    pub total: String,
    /// The largest amount at any time, with what called procedures record.
    pub peak: String,
    /// Its contents.
    pub rows: Vec<TapeRow>,
}

/// A row of the account of a tape: a recorded value, or a loop or a call around the rows below it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TapeRow {
    /// The place of the statement.
    pub place: Option<Place>,
    /// The number of rows around it.
    pub depth: usize,
    /// The recorded value with its type, or the statement.
    pub what: String,
    /// The size of the value, each time; the number of iterations of a loop; empty for a call.
    pub size: String,
    /// The reason.
    pub why: String,
    /// The place of the statement that is the reason.
    pub because: Option<Place>,
    /// True for a loop.
    pub is_loop: bool,
}

/// The tapes of a report.
pub(crate) fn tapes(report: &Report, map: &SourceMap) -> Vec<Tape> {
    let tape = |p: &Procedure| Tape {
        procedure: p.name.clone(),
        place: Place::of(p.span, map),
        total: amount(&p.account.total),
        peak: amount(&p.account.peak),
        rows: rows(&p.account, map).into_iter().map(|r| row(r, map)).collect(),
    };
    report.procedures.iter().map(tape).collect()
}

fn row(row: Row, map: &SourceMap) -> TapeRow {
    let text = |t: &str| shown(t).into_owned();
    TapeRow {
        place: Place::of(row.span, map),
        depth: row.depth,
        what: text(&row.what),
        size: text(&row.size),
        why: text(&row.why),
        because: Place::of(row.because, map),
        is_loop: row.is_loop,
    }
}
