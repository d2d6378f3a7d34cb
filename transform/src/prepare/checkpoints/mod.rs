//! Checkpoints from a file: for each call of it, whether it is split or joint, for each loop, its checkpoints.
//!
//! An entry names a procedure, a callee (or the variable of a loop), and a number among the calls of that callee in that
//! procedure, in the order of the text. So edits elsewhere leave it valid. `count` states how many such calls there
//! were: another number means that calls were added or removed, which is reported.
//!
//! * Calls become a table of places ([`Checkpoints`]): an expression may contain several calls, so no directive around a
//!   statement says the same.
//! * Loops get the directive that the entry stands for, unless the source has one about the loop.
//!
//! An entry that fits nothing is a warning: it changes costs, never values.

mod table;

pub use table::{read, Entries};

use crate::options::{Checkpoints, Chosen, Measured, Site};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::{walk_block, walk_calls};
use adc_frontend::ir::*;
use adc_frontend::near::did_you_mean;
use adc_frontend::span::{SourceMap, Span};
use std::collections::BTreeMap;
use table::{Entry, Kind, Which};

/// Something that an entry can name.
struct Candidate {
    /// The callee, or the variable of a loop.
    name: SmolStr,
    place: u32,
    line: usize,
}

/// Finds the calls of entries, and puts directives before loops.
pub fn apply(program: &mut Program, map: &SourceMap, entries: &Entries, messages: &mut Vec<Diagnostic>) -> Checkpoints {
    let mut found = Finder { program, map, messages };
    let mut calls: BTreeMap<u32, (&Entry, Chosen)> = BTreeMap::new();
    for e in &entries.calls {
        let chosen = Chosen {
            split: e.kind == Kind::Split,
            span: e.span,
        };
        for (place, _) in found.places(e, "call") {
            found.add(&mut calls, place, (e, chosen));
        }
    }
    let mut loops: BTreeMap<u32, (&Entry, UnitId)> = BTreeMap::new();
    for e in &entries.loops {
        for (place, unit) in found.places(e, "loop") {
            found.add(&mut loops, place, (e, unit));
        }
    }
    for (place, (e, unit)) in loops {
        let mut body = std::mem::take(&mut program.units[unit].body);
        direct(program, &mut body, place, e, false);
        program.units[unit].body = body;
    }
    Checkpoints {
        calls: calls.into_iter().map(|(place, (_, c))| (place, c)).collect(),
    }
}

struct Finder<'f> {
    program: &'f Program,
    map: &'f SourceMap,
    messages: &'f mut Vec<Diagnostic>,
}

impl Finder<'_> {
    /// An entry for a call or loop. One with a number or a line counts more than one for all.
    fn add<'e, T>(&mut self, all: &mut BTreeMap<u32, (&'e Entry, T)>, place: u32, new: (&'e Entry, T)) {
        let Some((old, _)) = all.get(&place) else {
            all.insert(place, new);
            return;
        };
        let general = |e: &Entry| e.which == Which::All;
        match (general(old), general(new.0)) {
            (true, false) => {
                all.insert(place, new);
            }
            (false, true) => {}
            (true, true) | (false, false) => {
                let d = Diagnostic::error(codes::BAD_CHECKPOINTS, new.0.span, "the entry repeats another one");
                self.messages.push(d.also(old.span, "the other one"));
            }
        }
    }

    /// The places that an entry names, each with its procedure.
    fn places(&mut self, e: &Entry, what: &str) -> Vec<(u32, UnitId)> {
        let Some(unit) = self.unit(e) else { return vec![] };
        let own = &self.program.units[unit].name;
        let all = match what {
            "call" => self.calls(unit),
            _ => self.loops(unit),
        };
        let is_named = |c: &&Candidate| e.name.as_ref().is_none_or(|(n, _)| *n == c.name || is_end(&c.name, n));
        let named: Vec<&Candidate> = all.iter().filter(is_named).collect();
        let of = match (&e.name, what) {
            (Some((name, _)), "call") => format!("call of `{name}`"),
            (Some((name, _)), _) => format!("loop over `{name}`"),
            (None, _) => what.to_string(),
        };
        if named.is_empty() {
            let names = all.iter().map(|c| last_name(&c.name));
            let near = e.name.as_ref().and_then(|(n, _)| did_you_mean(last_name(n), names));
            let at = e.name.as_ref().map_or(e.span, |n| n.1);
            self.unused(at, format!("`{own}` contains no {of}"), near);
            return vec![];
        }
        if let Some((count, at)) = e.count.filter(|(n, _)| *n != named.len() as i64) {
            let text = format!(
                "`{own}` contains {} {}, not {count}: the entry may mean another one now",
                named.len(),
                of.replacen(' ', "s ", 1)
                    .replacen("loop", "loops", usize::from(of == "loop"))
            );
            let d = Diagnostic::warning(codes::UNUSED_CHECKPOINT, at, text);
            self.messages
                .push(d.help("write the file again, or correct `number` and `count`"));
        }
        let fits = |(k, c): (usize, &&&Candidate)| match e.which {
            Which::All => true,
            Which::Number(n) => n == k as i64 + 1,
            Which::Line(line) => line == c.line as i64,
        };
        let chosen = named.iter().enumerate().filter(|&(k, ref c)| fits((k, c)));
        let chosen: Vec<(u32, UnitId)> = chosen.map(|(_, c)| (c.place, unit)).collect();
        if chosen.is_empty() {
            let lines: Vec<String> = named.iter().map(|c| c.line.to_string()).collect();
            let (text, help) = match e.which {
                Which::Line(line) => (
                    format!("line {line} of `{own}` contains no {of}"),
                    format!("lines with one: {}", lines.join(", ")),
                ),
                _ => (
                    format!("`{own}` contains no such {of}"),
                    format!("numbers from 1 to {}", named.len()),
                ),
            };
            self.unused(e.span, text, Some(help));
        }
        chosen
    }

    fn unused(&mut self, at: Span, text: String, help: Option<String>) {
        let d = Diagnostic::warning(codes::UNUSED_CHECKPOINT, at, format!("{text}; the entry has no effect"));
        self.messages.push(help.into_iter().fold(d, Diagnostic::help));
    }

    /// The procedure of an entry.
    fn unit(&mut self, e: &Entry) -> Option<UnitId> {
        let (wanted, at) = &e.caller;
        let is_code = |u: &Unit| u.is_definition() || u.kind == UnitKind::Program;
        let all: Vec<(UnitId, SmolStr)> = self
            .program
            .units
            .iter()
            .filter(|(_, u)| is_code(u))
            .map(|(u, _)| (u, path(self.program, u)))
            .collect();
        let same = all.iter().find(|(_, p)| p == wanted);
        let named: Vec<&(UnitId, SmolStr)> = match same {
            Some(one) => vec![one],
            None => all.iter().filter(|(_, p)| is_end(p, wanted)).collect(),
        };
        match named.as_slice() {
            [one] => Some(one.0),
            [] => {
                let names = all.iter().map(|(_, p)| last_name(p));
                let near = did_you_mean(last_name(wanted), names);
                self.unused(*at, format!("there is no procedure `{wanted}`"), near);
                None
            }
            several => {
                let names: Vec<String> = several.iter().map(|(_, p)| format!("`{p}`")).collect();
                let help = Some(format!("write one of {}", names.join(", ")));
                self.unused(*at, format!("several procedures have the name `{wanted}`"), help);
                None
            }
        }
    }

    fn line(&self, place: u32) -> usize {
        self.map.place(place).map_or(0, |p| p.1)
    }

    fn calls(&self, unit: UnitId) -> Vec<Candidate> {
        let mut out = vec![];
        for (name, span) in calls(self.program, unit) {
            out.push(Candidate {
                name,
                place: span.lo,
                line: self.line(span.lo),
            });
        }
        out
    }

    fn loops(&self, unit: UnitId) -> Vec<Candidate> {
        let mut out = vec![];
        walk_block(&self.program.units[unit].body, &mut |s| {
            if let StmtKind::Do { control, .. } = &s.kind {
                out.push(Candidate {
                    name: variable(self.program, control),
                    place: s.span.lo,
                    line: self.line(s.span.lo),
                });
            }
        });
        out
    }
}

/// The calls in a procedure, in the order of the text: the path of the callee, and the place.
pub(crate) fn calls(program: &Program, unit: UnitId) -> Vec<(SmolStr, Span)> {
    let mut out = vec![];
    walk_calls(&program.units[unit].body, &mut |r| {
        let name = match program.definition(r.callee.proc) {
            Some(u) => path(program, u),
            None => fold(&program.symbols[r.callee.proc].name),
        };
        out.push((name, r.span));
    });
    out.sort_by_key(|(_, span)| span.lo);
    out
}

/// The calls of a program, to be measured.
pub fn measured(program: &Program, map: &SourceMap, apart: bool) -> Measured {
    let mut out = Measured {
        apart,
        ..Measured::default()
    };
    for (unit, u) in program.units.iter().filter(|(_, u)| u.is_definition()) {
        if !u.is_procedure() {
            continue;
        }
        let all = calls(program, unit);
        let caller = path(program, unit);
        for (k, (callee, span)) in all.iter().enumerate() {
            let same = |c: &&(SmolStr, Span)| c.0 == *callee;
            let (before, count) = (all[..k].iter().filter(same).count(), all.iter().filter(same).count());
            let number = out.calls.len() as u32 + 1;
            let place = map.place(span.lo).map(|(file, line, _)| format!("{file}|{line}"));
            out.calls.entry(span.lo).or_insert(Site {
                number,
                name: format!("{caller}|{callee}|{}|{count}", before + 1),
                place: place.unwrap_or_else(|| "|0".into()),
            });
        }
    }
    out
}

/// The variable of a loop; nothing for a loop without one.
fn variable(program: &Program, control: &DoControl) -> SmolStr {
    match control {
        DoControl::Count { var, .. } => fold(&program.symbols[*var].name),
        DoControl::Forever | DoControl::While(_) | DoControl::Concurrent { .. } => SmolStr::default(),
    }
}

/// The names of a unit and of those that contain it: `ocean%step`.
pub(crate) fn path(program: &Program, unit: UnitId) -> SmolStr {
    let mut names = vec![];
    let mut next = Some(unit);
    while let Some(u) = next {
        names.push(fold(&program.units[u].name));
        next = program.units[u].parent;
    }
    names.reverse();
    names.join("%").into()
}

fn is_end(path: &str, end: &str) -> bool {
    path == end || path.strip_suffix(end).is_some_and(|rest| rest.ends_with('%'))
}

fn last_name(path: &str) -> &str {
    path.rsplit('%').next().unwrap_or(path)
}

/// Puts a directive before a loop; `directed`: the source has one about it.
fn direct(program: &mut Program, block: &mut Block, place: u32, e: &Entry, directed: bool) {
    for s in block {
        let is_loop = matches!(s.kind, StmtKind::Do { .. });
        if is_loop && s.span.lo == place {
            if !directed {
                wrap(program, s, e);
            }
            return;
        }
        let mut about_loop = false;
        if let StmtKind::Directed { directive, body } = &s.kind {
            about_loop = body.len() == 1 && directed_by_source(directive, directed);
        }
        s.kind
            .for_each_block_mut(&mut |b| direct(program, b, place, e, about_loop));
    }
}

fn directed_by_source(directive: &RegionDirective, outer: bool) -> bool {
    match directive.asks {
        Asks::IndependentIterations | Asks::Binomial { .. } | Asks::FixedPoint { .. } | Asks::Checkpoint => true,
        Asks::Split | Asks::Joint | Asks::Constant | Asks::Parallel(_) => outer,
    }
}

fn wrap(program: &mut Program, s: &mut Stmt, e: &Entry) {
    let (asks, open, close) = match e.kind {
        Kind::Split => (
            Asks::Split,
            "$adc nocheckpoint-start".to_string(),
            Some("$adc nocheckpoint-end"),
        ),
        Kind::Joint => (
            Asks::Checkpoint,
            "$adc checkpoint-start".into(),
            Some("$adc checkpoint-end"),
        ),
        Kind::Binomial { snapshots, disk } => {
            let of_disk = disk.map(|d| format!(" disk={d}")).unwrap_or_default();
            let asks = Asks::Binomial {
                snapshots: Some(int(snapshots)),
                disk: disk.map(int),
            };
            (asks, format!("$adc binomial-ckp snapshots={snapshots}{of_disk}"), None)
        }
    };
    let span = s.span;
    let inner = std::mem::replace(s, Stmt::at(StmtKind::Continue, span));
    s.id = program.fresh_stmt();
    s.lead.clone_from(&inner.lead);
    s.label = inner.label;
    let body = Stmt {
        label: None,
        lead: vec![],
        ..inner
    };
    s.kind = StmtKind::Directed {
        directive: Box::new(RegionDirective {
            asks,
            open: open.into(),
            close: close.map(Into::into),
            span: e.span,
        }),
        body: vec![body],
    };
}
