//! The tape, predicted before the run: the records of each procedure and loop, their sizes and reasons.

use super::super::formula::Formula;
use super::super::{Account, Amount, Budget, Entry, Need, Procedure, Purpose, Record, Report};
use adc_analysis::show::first_line;
use adc_frontend::span::{SourceMap, Span};

/// The accounts of all procedures, then the total of the head.
pub fn tape(report: &Report, map: &SourceMap) -> String {
    let mut out = String::new();
    for p in &report.procedures {
        out += &procedure(p, map);
        out.push('\n');
    }
    out += &report.budget.as_ref().map(budget).unwrap_or_default();
    out
}

/// The choice of split calls.
fn budget(b: &Budget) -> String {
    let mut out = format!(
        "memory budget: {} bytes, estimated peak: {} bytes\n",
        b.limit.round(),
        b.peak.round()
    );
    let width = b.calls.iter().map(|c| c.0.chars().count()).max().unwrap_or(0);
    for (name, text) in &b.calls {
        out += &format!("  {name:<width$}   {text}\n");
    }
    out.push('\n');
    out
}

fn procedure(p: &Procedure, map: &SourceMap) -> String {
    let Account {
        total, peak, arrays, ..
    } = &p.account;
    let rows: Vec<[String; 3]> = rows(&p.account, map).into_iter().map(|r| r.columns(map)).collect();
    let first = rows.iter().map(|r| r[0].chars().count()).max().unwrap_or(0);
    let second = rows.iter().map(|r| r[1].chars().count()).max().unwrap_or(0);
    let mut out = format!("{}\n", p.name);
    for [what, size, why] in &rows {
        let row = format!("{what:<first$}   {size:<second$}   {why}");
        out += row.trim_end();
        out.push('\n');
    }
    out += &format!("  total: {}\n", amount(total));
    out += &format!("  peak:  {}\n", amount(peak));
    if !arrays.is_none() {
        out += &format!("  arrays: {}\n", amount(arrays));
    }
    out
}

/// A row of the account of a procedure.
pub struct Row {
    /// The place of its statement.
    pub span: Span,
    /// The number of rows around it: loops, and calls whose adjoint runs again.
    pub depth: usize,
    /// The recorded value with its type, or the statement.
    pub what: String,
    /// The size of the value, or the number of iterations of a loop.
    pub size: String,
    /// The reason.
    pub why: String,
    /// The place of the statement that is the reason.
    pub because: Span,
    /// True for a loop with records.
    pub is_loop: bool,
}

impl Row {
    fn new(span: Span, depth: usize, what: String) -> Row {
        Row {
            span,
            depth,
            what,
            size: String::new(),
            why: String::new(),
            because: Span::NONE,
            is_loop: false,
        }
    }

    /// A row about a statement.
    fn of(span: Span, depth: usize, map: &SourceMap) -> Row {
        Row::new(span, depth, first_line(map, span))
    }

    /// Place and statement; size or number of iterations; why.
    fn columns(self, map: &SourceMap) -> [String; 3] {
        let pad = "  ".repeat(self.depth + 1);
        [
            format!("{pad}{}  {}", place(map, self.span), self.what),
            self.size,
            self.why,
        ]
    }
}

/// The rows of the account of a procedure.
pub fn rows(account: &Account, map: &SourceMap) -> Vec<Row> {
    let mut rows = vec![];
    add(&account.entries, 0, map, &mut rows);
    rows
}

fn add(entries: &[Entry], depth: usize, map: &SourceMap, rows: &mut Vec<Row>) {
    for e in entries {
        match e {
            Entry::Record(r) => rows.push(record(r, depth, map)),
            Entry::Control(span, bits) => rows.push(Row {
                size: match bits {
                    1 => "1 bit".to_string(),
                    n => format!("{n} bits"),
                },
                why: "the branch taken".into(),
                ..Row::of(*span, depth, map)
            }),
            Entry::Loop(span, count, inside) => {
                rows.push(Row {
                    size: format!("x {}", factor(count)),
                    is_loop: true,
                    ..Row::of(*span, depth, map)
                });
                add(inside, depth + 1, map, rows);
            }
            Entry::Split(span, callee, left) => rows.push(Row {
                size: format!("{} bytes", left.bytes),
                why: format!("split: recorded by the forward sweep of {callee}{}", and_bits(left)),
                ..Row::of(*span, depth, map)
            }),
            Entry::Again(span, callee, kept, most, inside) => {
                let runs = match callee {
                    Some(name) => format!("while the adjoint of {name} runs"),
                    None => "while it runs a second time".into(),
                };
                rows.push(Row {
                    why: format!("{runs}: {}", amount(most)),
                    ..Row::of(*span, depth, map)
                });
                add(kept, depth + 1, map, rows);
                add(inside, depth + 1, map, rows);
            }
        }
    }
}

fn record(r: &Record, depth: usize, map: &SourceMap) -> Row {
    Row {
        size: format!("{} bytes", r.bytes),
        why: in_array(r.in_array, purpose(r.purpose, map)),
        because: match r.purpose {
            Purpose::Needed(why) => why.span,
            Purpose::Iterations | Purpose::Bounds | Purpose::Turn | Purpose::Always => Span::NONE,
        },
        ..Row::new(r.span, depth, format!("{} {}", r.ty, r.what))
    }
}

fn in_array(is_in_array: bool, purpose: String) -> String {
    match (is_in_array, purpose.is_empty()) {
        (false, _) => purpose,
        (true, true) => "in an array".into(),
        (true, false) => format!("in an array, {purpose}"),
    }
}

fn purpose(purpose: Purpose, map: &SourceMap) -> String {
    let why = match purpose {
        Purpose::Needed(why) => why,
        Purpose::Iterations => return "needed to repeat the iterations".into(),
        Purpose::Bounds => return "needed to allocate again".into(),
        Purpose::Turn => return "needed by its reverse sweep".into(),
        Purpose::Always => return String::new(),
    };
    let by = match why.need {
        Need::Derivative => "needed by",
        Need::SecondRun => "needed for the second run of",
        Need::Place => "needed to restore the values written by",
        Need::Test => "needed for the test of",
        Need::Bounds => "needed for the bounds of",
        Need::Split => "needed by the reverse sweep of",
        Need::Callers => return "needed before its calls".into(),
    };
    format!("{by} {}: {}", place(map, why.span), first_line(map, why.span))
}

fn place(map: &SourceMap, span: Span) -> String {
    map.place(span.lo)
        .filter(|_| !span.is_none())
        .map_or("no line".into(), |(_, line, _)| format!("line {line}"))
}

/// A formula as a factor.
fn factor(f: &Formula) -> String {
    let text = f.to_string();
    if text.contains(' ') && !text.starts_with('(') {
        return format!("({text})");
    }
    text
}

/// An amount in words.
pub fn amount(c: &Amount) -> String {
    let most = if c.exact { "" } else { "at most " };
    format!("{most}{} bytes{}", c.bytes, and_bits(c))
}

fn and_bits(c: &Amount) -> String {
    match c.bits.constant() {
        Some(0) => String::new(),
        Some(1) => " and 1 bit".into(),
        _ => format!(" and {} bits", c.bits),
    }
}
