//! Ignores errors in units that no head reaches, since they do not concern the derivative: a missing module there, a
//! name that the module does not have, a statement that cannot be read.
//!
//! ```text
//! concerned(e)   the innermost unit around the position of an error e
//! reached        the least set with the head that contains the hosts of its units, the modules that these use,
//!                and the procedures that they call or name, unless these are described
//! e is ignored   iff concerned(e) exists and is not in reached
//! ```
//!
//! A unit with such an error is emptied, and marked as one from which nothing can be derived ([`Omission`]), so that
//! later uses of it are reported. If blocks do not balance, it is unknown which unit a statement belongs to; if a name
//! is declared twice or a cycle closes, which unit is meant. Such errors remain, and all others with them.

use crate::prepare::admit;
use crate::prepare::external::Description;
use adc_analysis::{CallGraph, Heads};
use adc_frontend::diag::{any_error, Diagnostic, Severity};
use adc_frontend::ir::*;
use adc_frontend::{ast, codes};
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// Ignores errors that do not concern the heads, if no others are left. Then the units with these errors are removed
/// from `program`, and `messages` gets a note for each file. `hushed`: errors that would only follow from others; they
/// count where a unit is read as a whole. External procedures that are `described` are not scanned.
pub fn pass_over(
    files: &[ast::File],
    program: &mut Program,
    heads: &Heads,
    hushed: &[Diagnostic],
    described: &[Description],
    messages: &mut Vec<Diagnostic>,
) {
    let extents = Extents::of(files);
    let by_opening: IndexMap<u32, UnitId> = program.units.iter().map(|(u, x)| (x.span.lo, u)).collect();
    let concerned = |d: &Diagnostic| by_opening.get(&extents.opening(d.span.lo)?).copied();
    let closed = |u: UnitId| {
        let unit = &program.units[u];
        unit.parent.is_none() && unit.is_procedure() && described.iter().any(|d| d.name == ast::fold(&unit.name))
    };
    let reached: BTreeSet<UnitId> = admit::reached(program, heads, &closed).into_iter().collect();
    let mut wrong = BTreeSet::new();
    let is_passed_over = |d: &Diagnostic| concerned(d).filter(|u| belongs_to_one_unit(d.code) && !reached.contains(u));
    for d in messages.iter().filter(|d| d.is_error()) {
        match is_passed_over(d) {
            Some(u) => wrong.insert(u),
            None => return,
        };
    }
    // the others are not caused by these
    let own: Vec<Diagnostic> = hushed.iter().filter(|d| is_passed_over(d).is_none()).cloned().collect();
    if !own.is_empty() {
        messages.extend(own);
        return;
    }
    wrong.extend(hushed.iter().filter_map(is_passed_over));
    let mut emptied = program.clone();
    for &u in &wrong {
        empty(&mut emptied, u);
    }
    // the call graph knows targets that are selected at run time
    let called = CallGraph::build(&emptied).reachable(heads.units());
    if called.iter().any(|&u| wrong.contains(&u) && !closed(u)) {
        return;
    }
    *program = emptied;
    let mut noted: IndexMap<u32, (Diagnostic, usize)> = IndexMap::new();
    let mut kept = vec![];
    for d in std::mem::take(messages) {
        if !d.is_error() {
            kept.push(d);
            continue;
        }
        let file = extents.file(d.span.lo);
        let first = noted.entry(file).or_insert((d, 0));
        first.1 += 1;
    }
    for (first, count) in noted.into_values() {
        let more = match count {
            1 => String::new(),
            n => format!(" ({n} such errors in this file)"),
        };
        kept.push(Diagnostic {
            severity: Severity::Note,
            message: format!("{}; differentiated code does not reach this{more}", first.message),
            help: None,
            ..first
        });
    }
    *messages = kept;
    debug_assert!(!any_error(messages));
}

/// Removes the statements of units that depend on entities which no file declares. A unit that a head reaches is refused
/// for what it lacks, whatever its statements are.
pub fn empty_those_that_lack(program: &mut Program) {
    let all: Vec<UnitId> = program.units.iter().map(|(u, _)| u).collect();
    for u in all {
        let unit = &mut program.units[u];
        if unit.lacks_declarations() && unit.is_procedure() {
            unit.body = vec![];
            unit.data = vec![];
            unit.equivalences = vec![];
            unit.namelists = vec![];
        }
    }
}

/// True for errors that do not affect other units.
fn belongs_to_one_unit(code: u16) -> bool {
    let others = [
        codes::UNBALANCED_BLOCK,
        codes::NOT_FORTRAN,
        codes::DUPLICATE_NAME,
        codes::RECURSIVE_USE,
        codes::INTERFACE_CONTRADICTS,
    ];
    (100..300).contains(&code) && !others.contains(&code)
}

/// Removes all of a unit but its interface.
fn empty(program: &mut Program, unit: UnitId) {
    let u = &mut program.units[unit];
    u.body = vec![];
    u.data = vec![];
    u.equivalences = vec![];
    u.namelists = vec![];
    u.omissions.push(Omission {
        what: "a unit with an error".into(),
        span: u.span,
        harmless: false,
        missing: false,
    });
}

/// Positions of units in the files.
struct Extents {
    /// First and last position, outer units before inner ones.
    units: Vec<(u32, u32)>,
    /// The beginnings of files.
    files: Vec<u32>,
}

impl Extents {
    fn of(files: &[ast::File]) -> Extents {
        fn add(unit: &ast::Unit, out: &mut Vec<(u32, u32)>) {
            out.push((unit.span.lo, unit.end.span.hi));
            unit.contains.iter().for_each(|c| add(c, out));
        }
        let mut units = vec![];
        files.iter().flat_map(|f| &f.units).for_each(|u| add(u, &mut units));
        let files = files.iter().filter_map(|f| Some(f.units.first()?.span.lo)).collect();
        Extents { units, files }
    }

    /// The first position of the innermost unit around a position.
    fn opening(&self, at: u32) -> Option<u32> {
        let around = self.units.iter().filter(|(lo, hi)| (*lo..*hi).contains(&at));
        around.max_by_key(|(lo, _)| *lo).map(|(lo, _)| *lo)
    }

    /// The index of the file of a position.
    fn file(&self, at: u32) -> u32 {
        self.files.iter().copied().filter(|&lo| lo <= at).max().unwrap_or(0)
    }
}
