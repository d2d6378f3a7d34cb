//! The tape, predicted before the run: the records of each procedure and loop, their sizes and reasons.

use super::super::formula::Formula;
use super::super::{Account, Amount, Budget, Entry, Need, Procedure, Purpose, Record, Report};
use adc_analysis::show::{first_line, Notes};
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
    let Account { entries, total, peak } = &p.account;
    let mut rows = vec![];
    lines(entries, 1, map, &mut rows);
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
    out
}

/// The records of each line, and the runs of each loop, without those of the lines below.
pub fn tape_notes(report: &Report, map: &SourceMap) -> Notes {
    let mut notes = Notes::default();
    for p in &report.procedures {
        notes.add(map, p.span, &format!("tape: {}", amount(&p.account.total)));
        note(&p.account.entries, map, &mut notes);
    }
    notes
}

fn note(entries: &[Entry], map: &SourceMap, notes: &mut Notes) {
    for e in entries {
        let mut row = vec![];
        lines(std::slice::from_ref(e), 0, map, &mut row);
        let (span, inside) = match e {
            Entry::Record(r) => (r.span, vec![]),
            Entry::Control(span, _) | Entry::Split(span, ..) => (*span, vec![]),
            Entry::Loop(span, _, inside) => (*span, vec![inside]),
            Entry::Again(span, _, kept, _, inside) => (*span, vec![kept, inside]),
        };
        // the first row is that of the entry itself
        if let Some([_, size, why]) = row.first() {
            let words = match e {
                Entry::Loop(_, count, _) => vec![format!("iterations: {count}")],
                // the place is that of the note
                Entry::Record(r) => vec![format!("{} {}", r.ty, r.what), size.clone(), why.clone()],
                Entry::Control(..) | Entry::Split(..) | Entry::Again(..) => vec![size.clone(), why.clone()],
            };
            let words: Vec<String> = words.into_iter().filter(|w| !w.is_empty()).collect();
            notes.add(map, span, &words.join(", "));
        }
        inside.into_iter().for_each(|i| note(i, map, notes));
    }
}

/// Columns: place and statement; size or number of iterations; why.
fn lines(entries: &[Entry], depth: usize, map: &SourceMap, rows: &mut Vec<[String; 3]>) {
    let pad = "  ".repeat(depth);
    for e in entries {
        match e {
            Entry::Record(r) => rows.push(record(r, &pad, map)),
            Entry::Control(span, bits) => {
                let size = match bits {
                    1 => "1 bit".to_string(),
                    n => format!("{n} bits"),
                };
                rows.push([
                    format!("{pad}{}", statement(map, *span)),
                    size,
                    "the branch taken".into(),
                ]);
            }
            Entry::Loop(span, count, inside) => {
                rows.push([
                    format!("{pad}{}", statement(map, *span)),
                    format!("x {}", factor(count)),
                    String::new(),
                ]);
                lines(inside, depth + 1, map, rows);
            }
            Entry::Split(span, callee, left) => rows.push([
                format!("{pad}{}", statement(map, *span)),
                format!("{} bytes", left.bytes),
                format!("split: recorded by the forward sweep of {callee}{}", and_bits(left)),
            ]),
            Entry::Again(span, callee, kept, most, inside) => {
                let runs = match callee {
                    Some(name) => format!("while the adjoint of {name} runs"),
                    None => "while it runs a second time".into(),
                };
                let what = format!("{runs}: {}", amount(most));
                rows.push([format!("{pad}{}", statement(map, *span)), String::new(), what]);
                lines(kept, depth + 1, map, rows);
                lines(inside, depth + 1, map, rows);
            }
        }
    }
}

fn record(r: &Record, pad: &str, map: &SourceMap) -> [String; 3] {
    let line = place(map, r.span);
    [
        format!("{pad}{line}  {} {}", r.ty, r.what),
        format!("{} bytes", r.bytes),
        purpose(r.purpose, map),
    ]
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

fn statement(map: &SourceMap, span: Span) -> String {
    format!("{}  {}", place(map, span), first_line(map, span))
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

fn amount(c: &Amount) -> String {
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
