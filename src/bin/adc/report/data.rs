//! The data of a page, as JSON: what `--against` reads back, and what the page's script shows.
//!
//! Lines count from 1; 0 says that there is none. Files, texts and procedures are indices into their lists. So the page
//! of a program of 150,000 lines is one that a browser reads at once.

use serde::{Deserialize, Serialize};

/// The version of this format.
pub const FORMAT: u32 = 1;

/// All data of a report.
#[derive(Serialize, Deserialize)]
pub struct Data {
    /// The version of the format.
    pub format: u32,
    /// The heads, as the user gave them; none for directives.
    pub heads: Vec<String>,
    /// `adjoint` or `tangent`.
    pub mode: String,
    /// The command, without what only says where its results go.
    pub command: String,
    /// The sources.
    pub files: Vec<File>,
    /// The procedures, in the order of the sources.
    pub procedures: Vec<Procedure>,
    /// Texts that others name by their numbers.
    pub strings: Vec<String>,
    /// The rows of all tapes, each tape's together.
    pub rows: Vec<Row>,
    /// Messages.
    pub messages: Vec<Message>,
    /// The derivative, unless it was refused.
    pub derivative: Option<Derivative>,
    /// The differences from another report.
    pub against: Option<Against>,
}

/// A source.
#[derive(Serialize, Deserialize)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its text; absent if it cannot be read any more.
    pub text: Option<String>,
    /// Notes: line, [`Kind`], number of the text.
    pub notes: Vec<(usize, u8, usize)>,
}

/// The kinds of notes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The active variables of the line.
    Active,
    /// Whether the forward sweep contains it.
    Live,
    /// Recorded and recomputed values.
    Recorded,
    /// Variables that adjoints change, and snapshots.
    Changed,
}

/// A procedure, or the main program.
#[derive(Serialize, Deserialize)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// The module or procedure around it.
    pub container: Option<String>,
    /// Its file.
    pub file: usize,
    /// The line on which it begins.
    pub line: usize,
    /// True for a head.
    pub head: bool,
    /// True if a head reaches it.
    pub reached: bool,
    /// True if it needs a derivative.
    pub active: bool,
    /// Its active variables.
    pub variables: Vec<String>,
    /// Its passive variables with shadows.
    pub shadows: Vec<String>,
    /// The procedures that it may call.
    pub calls: Vec<usize>,
    /// The names of those whose source is not given.
    pub unknown: Vec<String>,
    /// Its cost, if it has a derivative.
    pub cost: Option<Cost>,
    /// The tape of its adjoint.
    pub tape: Option<Tape>,
}

/// What a procedure and its derivative cost, in estimated flops of a run.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// The name of the derivative.
    pub derivative: String,
    /// A run of the procedure.
    pub primal: f64,
    /// A run of the derivative.
    pub flops: f64,
}

/// The tape of an adjoint.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Tape {
    /// The amount at the end of the forward sweep.
    pub total: String,
    /// The largest amount.
    pub peak: String,
    /// The number of its first row among all rows.
    pub first: usize,
    /// The number of its rows.
    pub rows: usize,
    /// The number of values that are recorded.
    pub records: usize,
}

/// A row of a tape: file, line, depth, what, size, why, the file and line of the reason, 1 for a loop.
pub type Row = (usize, usize, usize, usize, usize, usize, usize, usize, u8);

/// A message.
#[derive(Serialize, Deserialize)]
pub struct Message {
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// Its code.
    pub code: String,
    /// The problem.
    pub text: String,
    /// Its file.
    pub file: usize,
    /// Its line.
    pub line: usize,
    /// Further facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

/// A derivative program.
#[derive(Serialize, Deserialize)]
pub struct Derivative {
    /// The name for its file.
    pub name: String,
    /// The text.
    pub text: String,
    /// Lines, with the file and the line from which they come.
    pub origins: Vec<(usize, usize, usize)>,
}

/// The differences from another report.
#[derive(Serialize, Deserialize)]
pub struct Against {
    /// The name of its file.
    pub name: String,
    /// Its command.
    pub command: String,
    /// The procedures whose figures differ, with the former ones.
    pub procedures: Vec<Former>,
    /// The names of procedures that this report does not have.
    pub gone: Vec<String>,
    /// Lines with other notes: file, line, [`Kind`] or [`NEW_LINE`], the former text.
    pub lines: Vec<(usize, usize, u8, usize)>,
}

/// In place of a kind: the line is not in the other report.
pub const NEW_LINE: u8 = 9;

/// The former figures of a procedure.
#[derive(Serialize, Deserialize)]
pub struct Former {
    /// The procedure.
    pub procedure: usize,
    /// False if the other report does not have it.
    pub known: bool,
    /// True if it was active.
    pub active: bool,
    /// Its cost.
    pub cost: Option<Cost>,
    /// Its tape.
    pub tape: Option<Tape>,
}
