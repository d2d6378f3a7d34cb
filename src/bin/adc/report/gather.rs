//! From facts to the data of a page.

use super::data::{Cost, Data, Derivative, File, Kind, Message, Procedure, Row, Tape, FORMAT};
use super::facts::Facts;
use super::strings::Strings;
use crate::files;
use adc::{Note, Place};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// What the command line says.
pub struct Asked {
    /// The heads.
    pub heads: Vec<String>,
    /// `adjoint` or `tangent`.
    pub mode: &'static str,
    /// The command.
    pub command: String,
    /// The name for the file of the derivative.
    pub output: String,
}

/// The data; `sources`: the names of the given files.
pub fn data(asked: Asked, facts: &Facts, sources: &[String]) -> Data {
    let mut g = Gathering::default();
    for source in sources {
        g.file(source);
    }
    let tapes = g.tapes(facts);
    let procedures = g.procedures(facts, tapes);
    let kinds = [Kind::Active, Kind::Live, Kind::Recorded, Kind::Changed];
    let notes = [&facts.active, &facts.live, &facts.recorded, &facts.changed];
    for (kind, notes) in kinds.into_iter().zip(notes) {
        g.notes(kind, notes);
    }
    let messages = g.messages(facts);
    let derivative = g.derivative(facts, asked.output);
    Data {
        format: FORMAT,
        heads: asked.heads,
        mode: asked.mode.to_string(),
        command: asked.command,
        procedures,
        rows: std::mem::take(&mut g.rows),
        messages,
        derivative,
        files: g.files(),
        strings: g.strings.into_list(),
        against: None,
    }
}

#[derive(Default)]
struct Gathering {
    names: Strings,
    strings: Strings,
    rows: Vec<Row>,
    /// By file: notes of the same kind on the same line are one.
    notes: BTreeMap<usize, BTreeMap<(usize, Kind), Vec<String>>>,
}

impl Gathering {
    fn file(&mut self, name: &str) -> usize {
        self.names.number(name)
    }

    fn place(&mut self, place: Option<&Place>) -> (usize, usize) {
        place.map_or((0, 0), |p| (self.file(&p.file), p.line))
    }

    fn notes(&mut self, kind: Kind, notes: &[Note]) {
        for note in notes {
            let file = self.file(&note.file);
            let known = self
                .notes
                .entry(file)
                .or_default()
                .entry((note.line, kind))
                .or_default();
            // a file that several others include has the notes of all of them
            let new = note.texts.iter().filter(|t| !known.contains(t));
            let new: Vec<String> = new.cloned().collect();
            known.extend(new);
        }
    }

    /// The tapes by the places of their procedures.
    fn tapes(&mut self, facts: &Facts) -> HashMap<(usize, usize), Tape> {
        let mut all = HashMap::new();
        for tape in &facts.tapes {
            let first = self.rows.len();
            for row in &tape.rows {
                let ((file, line), because) = (self.place(row.place.as_ref()), self.place(row.because.as_ref()));
                let [what, size, why] = [&row.what, &row.size, &row.why].map(|t| self.strings.number(t));
                let is_loop = u8::from(row.is_loop);
                self.rows
                    .push((file, line, row.depth, what, size, why, because.0, because.1, is_loop));
            }
            let made = Tape {
                total: tape.total.clone(),
                peak: tape.peak.clone(),
                first,
                rows: tape.rows.len(),
                records: tape.rows.iter().filter(|r| !r.is_loop && !r.size.is_empty()).count(),
            };
            all.insert(self.place(tape.place.as_ref()), made);
        }
        all
    }

    fn procedures(&mut self, facts: &Facts, mut tapes: HashMap<(usize, usize), Tape>) -> Vec<Procedure> {
        let mut costs = HashMap::new();
        for c in facts.derivative.iter().flat_map(adc::Derivative::costs) {
            let cost = Cost {
                derivative: c.derivative.clone(),
                // the data have no infinite numbers
                primal: c.flops.min(f64::MAX),
                flops: c.derivative_flops.min(f64::MAX),
            };
            costs.insert(self.place(c.place.as_ref()), cost);
        }
        let reached = reached(facts);
        let all = facts.procedures.iter().zip(reached);
        let one = |(p, reached): (&adc::CallingProcedure, bool)| {
            let place = self.place(Some(&p.place));
            Procedure {
                name: p.name.clone(),
                container: p.container.clone(),
                file: place.0,
                line: place.1,
                head: p.is_head,
                reached,
                active: p.is_active,
                variables: p.active.clone(),
                shadows: p.shadows_only.clone(),
                calls: p.calls.clone(),
                unknown: p.unknown.clone(),
                cost: costs.remove(&place),
                tape: tapes.remove(&place),
            }
        };
        all.map(one).collect()
    }

    fn messages(&mut self, facts: &Facts) -> Vec<Message> {
        let mut known: Vec<adc::Message> = vec![];
        for m in facts.messages.iter().flat_map(adc::Messages::iter) {
            if !known.contains(&m) {
                known.push(m);
            }
        }
        let one = |m: adc::Message| {
            let (file, line) = self.place(m.place().as_ref());
            Message {
                severity: m.severity().word().to_string(),
                code: m.code().to_string(),
                text: m.text().into_owned(),
                file,
                line,
                notes: m.notes().map(std::borrow::Cow::into_owned).collect(),
                help: m.help().map(std::borrow::Cow::into_owned),
            }
        };
        known.into_iter().map(one).collect()
    }

    fn derivative(&mut self, facts: &Facts, name: String) -> Option<Derivative> {
        let derivative = facts.derivative.as_ref()?;
        let origins = derivative.outputs().iter().flat_map(adc::Output::origins);
        let origins = origins.map(|o| (o.line, self.file(o.file), o.source_line));
        Some(Derivative {
            name,
            origins: origins.collect(),
            text: derivative.text().into_owned(),
        })
    }

    /// The files with their notes.
    fn files(&mut self) -> Vec<File> {
        let names = self.names.list().to_vec();
        let one = |(k, name): (usize, String)| {
            let notes = self.notes.remove(&k).unwrap_or_default().into_iter();
            let notes = notes.map(|((line, kind), texts)| {
                let separator = if kind == Kind::Active { ", " } else { "; " };
                (line, kind as u8, self.strings.number(&texts.join(separator)))
            });
            File {
                notes: notes.collect(),
                text: read(&name),
                name,
            }
        };
        names.into_iter().enumerate().map(one).collect()
    }
}

/// The text of a source. One that was preprocessed before may name files that are not there.
fn read(name: &str) -> Option<String> {
    let bytes = files::read(Path::new(name)).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// For each procedure, whether a head reaches it.
fn reached(facts: &Facts) -> Vec<bool> {
    let all = &facts.procedures;
    let mut reached = vec![false; all.len()];
    let mut left: Vec<usize> = (0..all.len()).filter(|&k| all[k].is_head).collect();
    while let Some(k) = left.pop() {
        if !std::mem::replace(&mut reached[k], true) {
            left.extend(&all[k].calls);
        }
    }
    reached
}
