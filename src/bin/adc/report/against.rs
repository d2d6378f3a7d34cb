//! The differences between two reports.
//!
//! Procedures are compared by their names and what contains them, lines by their text within their procedure, so that
//! lines that others are added before, or that move to another file, are the same lines. Of equal lines of a procedure,
//! the first is compared with the first.

use super::data::{Against, Data, Former, Procedure, NEW_LINE};
use super::strings::Strings;
use adc::Form;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The text of each kind of note on a line.
type Notes<'d> = BTreeMap<u8, &'d str>;

/// A line: its procedure, its text, and the number of equal ones before it.
type Key<'d> = (usize, String, usize);

/// Adds to `data` how it differs from another report.
pub fn compare(data: &mut Data, other: &Data, name: &str) {
    let numbers = numbers(&other.procedures);
    let pairs: Vec<Option<usize>> = data.procedures.iter().map(|p| numbers.get(&key(p)).copied()).collect();
    let mut strings = Strings::from(std::mem::take(&mut data.strings));
    let lines = lines(data, strings.list(), other, &pairs);
    let lines = lines
        .into_iter()
        .map(|(f, l, kind, text)| (f, l, kind, strings.number(text)));
    let lines = lines.collect();
    data.against = Some(Against {
        name: name.to_string(),
        command: other.command.clone(),
        procedures: formers(data, other, &pairs),
        gone: gone(other, &pairs),
        lines,
    });
    data.strings = strings.into_list();
}

fn key(p: &Procedure) -> (String, String) {
    let container = p.container.as_deref().unwrap_or_default();
    (container.to_ascii_lowercase(), p.name.to_ascii_lowercase())
}

fn numbers(procedures: &[Procedure]) -> HashMap<(String, String), usize> {
    procedures.iter().enumerate().map(|(k, p)| (key(p), k)).collect()
}

fn formers(data: &Data, other: &Data, pairs: &[Option<usize>]) -> Vec<Former> {
    let one = |(procedure, (p, pair)): (usize, (&Procedure, &Option<usize>))| {
        let Some(old) = pair.map(|k| &other.procedures[k]) else {
            return Some(Former {
                procedure,
                known: false,
                active: false,
                cost: None,
                tape: None,
            });
        };
        let figures = |p: &Procedure| {
            let tape = p.tape.as_ref().map(|t| (t.total.clone(), t.peak.clone(), t.records));
            (p.active, p.cost.as_ref().map(|c| (c.primal, c.flops)), tape)
        };
        (figures(p) != figures(old)).then(|| Former {
            procedure,
            known: true,
            active: old.active,
            cost: old.cost.clone(),
            tape: old.tape.clone(),
        })
    };
    data.procedures.iter().zip(pairs).enumerate().filter_map(one).collect()
}

fn gone(other: &Data, pairs: &[Option<usize>]) -> Vec<String> {
    let found: HashSet<usize> = pairs.iter().flatten().copied().collect();
    let old = other.procedures.iter().enumerate();
    old.filter(|(k, _)| !found.contains(k))
        .map(|(_, p)| p.name.clone())
        .collect()
}

/// The lines whose notes differ, with the former notes.
fn lines<'o>(
    data: &Data,
    strings: &[String],
    other: &'o Data,
    pairs: &[Option<usize>],
) -> Vec<(usize, usize, u8, &'o str)> {
    let old = keyed(other, &other.strings);
    let mut out = vec![];
    for ((procedure, text, nth), (file, line, now)) in keyed(data, strings) {
        let Some(pair) = pairs[procedure] else { continue };
        let Some((_, _, before)) = old.get(&(pair, text, nth)) else {
            out.push((file, line, NEW_LINE, ""));
            continue;
        };
        let kinds: HashSet<u8> = now.keys().chain(before.keys()).copied().collect();
        let changed = kinds.into_iter().filter(|k| now.get(k) != before.get(k));
        out.extend(changed.map(|k| (file, line, k, before.get(&k).copied().unwrap_or_default())));
    }
    out.sort_unstable();
    out
}

/// The lines of procedures with their places and notes, blank lines and comments left out.
fn keyed<'d>(data: &'d Data, strings: &'d [String]) -> HashMap<Key<'d>, (usize, usize, Notes<'d>)> {
    let mut all = HashMap::new();
    for (f, file) in data.files.iter().enumerate() {
        let mut notes: HashMap<usize, Notes> = HashMap::new();
        for &(line, kind, text) in &file.notes {
            notes.entry(line).or_default().insert(kind, &strings[text]);
        }
        let mut begins: Vec<(usize, usize)> = vec![];
        for (k, p) in data.procedures.iter().enumerate().filter(|(_, p)| p.file == f) {
            begins.push((p.line, k));
        }
        begins.sort_unstable();
        let form = adc::form_of_name(&file.name).unwrap_or(Form::Free);
        let mut seen: HashMap<(usize, String), usize> = HashMap::new();
        for (line, text) in (1..).zip(file.text.as_deref().unwrap_or_default().lines()) {
            let at = begins.partition_point(|b| b.0 <= line);
            let squeezed = squeezed(text, form);
            let Some(&(_, procedure)) = at
                .checked_sub(1)
                .and_then(|k| begins.get(k))
                .filter(|_| !squeezed.is_empty())
            else {
                continue;
            };
            let nth = seen.entry((procedure, squeezed.clone())).or_default();
            *nth += 1;
            let notes = notes.remove(&line).unwrap_or_default();
            all.insert((procedure, squeezed, *nth), (f, line, notes));
        }
    }
    all
}

/// A line without blanks and case; nothing for a comment.
fn squeezed(line: &str, form: Form) -> String {
    let is_comment = line.trim_start().starts_with('!') || form == Form::Fixed && line.starts_with(['c', 'C', '*']);
    let kept = line.chars().filter(|c| !is_comment && !c.is_whitespace());
    kept.collect::<String>().to_ascii_lowercase()
}
