//! Chooses among supplied summaries: those of procedures and modules that the sources lack.

use crate::code::Code;
use crate::message::Problem;
use crate::sources::Supplied;
use adc_frontend::ast::{self, fold, SmolStr};
use adc_frontend::diag::{any_error, Diagnostic};
use adc_frontend::encoding::text_of;
use adc_frontend::ir::{ProcClass, Program, SymbolKind, UnitKind};
use adc_transform::external::summary::{self, of_module};
use adc_transform::external::{self, Description};
use std::collections::BTreeSet;

/// A summary that takes the place of a source.
pub(crate) struct Chosen {
    /// The name of its file.
    pub(crate) name: String,
    /// The declarations, on the lines of the file on which they stand there.
    pub(crate) declarations: String,
    /// The text of the file.
    pub(crate) text: String,
}

/// A summary that may be chosen.
struct Candidate<'s> {
    supplied: &'s Supplied,
    text: String,
    declared: summary::Declared,
}

/// The summaries that a program needs, and notes about those that are not used.
pub(crate) fn chosen(program: &Program, trees: &[ast::File], all: &[Supplied]) -> (Vec<Chosen>, Vec<Diagnostic>) {
    let mut notes = vec![];
    let mut note = |supplied: &Supplied, why: &str| {
        let text = format!("the summary `{}` is not used: {why}", supplied.source.name);
        notes.push(Problem::new(Code::UNUSED_RECORD, text).as_note().diagnostic());
    };
    let mut candidates = vec![];
    for supplied in all {
        let text = text_of(supplied.source.text.clone());
        match usable(&text) {
            Some(declared) => candidates.push(Candidate {
                supplied,
                text,
                declared,
            }),
            None => note(supplied, "it is damaged"),
        }
    }
    let mut wanted = missing(program, trees);
    let mut known = wanted.clone();
    let mut chosen = vec![];
    let mut taken = BTreeSet::new();
    while let Some(name) = wanted.pop_first() {
        let found = candidates.iter().position(|c| c.declared.provides.contains(&name));
        let Some(k) = found.filter(|&k| taken.insert(k)) else {
            continue;
        };
        let c = &candidates[k];
        if let Some(why) = &c.supplied.unusable {
            note(c.supplied, why);
            continue;
        }
        let defined = c.declared.provides.iter().find(|p| is_defined(program, p));
        if let Some(defined) = defined {
            note(c.supplied, &format!("the sources define `{defined}`, too"));
            continue;
        }
        wanted.extend(c.declared.uses.iter().filter(|u| known.insert((*u).clone())).cloned());
        chosen.push(Chosen {
            name: c.supplied.source.name.clone(),
            declarations: "\n".repeat(c.declared.lines_before) + &c.declared.text,
            text: c.text.clone(),
        });
    }
    chosen.sort_by(|a, b| a.name.cmp(&b.name));
    (chosen, notes)
}

/// What a text declares, if its descriptions can be read, too.
fn usable(text: &str) -> Option<summary::Declared> {
    let declared = summary::declared(text)?;
    let mut messages = vec![];
    external::read(text, 0, &mut messages);
    (!any_error(&messages)).then_some(declared)
}

/// The descriptions in a summary.
pub(crate) fn described(text: &str, base: u32) -> Vec<Description> {
    // whether there are errors has been seen before
    let all = external::read(text, base, &mut vec![]).into_iter();
    all.map(|d| Description { is_summary: true, ..d }).collect()
}

fn is_defined(program: &Program, name: &str) -> bool {
    let mut roots = program.roots.iter().map(|&r| &program.units[r]);
    roots.any(|u| match u.kind {
        UnitKind::Module => of_module(&u.name) == name,
        _ => fold(&u.name) == name,
    })
}

/// The external procedures and modules that the sources name and do not define, folded.
fn missing(program: &Program, trees: &[ast::File]) -> BTreeSet<SmolStr> {
    let symbols = program.symbols.iter().filter(|(_, s)| match &s.kind {
        SymbolKind::Procedure(p) => p.class == ProcClass::External && p.unit.is_none(),
        _ => false,
    });
    let mut all: BTreeSet<SmolStr> = symbols.map(|(_, s)| fold(&s.name)).collect();
    let mut used = BTreeSet::new();
    trees
        .iter()
        .flat_map(|t| &t.units)
        .for_each(|u| modules_of(u, &mut used));
    let modules = program.units.iter().filter(|(_, u)| u.kind == UnitKind::Module);
    let modules: BTreeSet<SmolStr> = modules.map(|(_, u)| of_module(&u.name)).collect();
    all.extend(used.difference(&modules).cloned());
    all
}

fn modules_of(unit: &ast::Unit, out: &mut BTreeSet<SmolStr>) {
    for s in &unit.body {
        if let ast::StmtKind::Use(u) = &s.kind {
            out.insert(of_module(&u.module.text));
        }
    }
    unit.contains.iter().for_each(|c| modules_of(c, out));
}
