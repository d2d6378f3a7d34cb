//! Possible effects of procedures without source on COMMON blocks and variables of modules.
//!
//! | information about the procedure | reads | writes |
//! |---|---|---|
//! | a description with `reads-globals`, `writes-globals` | as described | as described |
//! | a description without them | all that the program mentions | nothing |
//! | a library (`known.toml`), `--assume-external-passive` | nothing | nothing |
//! | none | anything | anything |
//!
//! Without information, this is an error if a global carries a derivative, and in adjoints if any global is mentioned.
//!
//! This concerns only values: the outputs of a described procedure depend differentiably on its arguments alone, so
//! globals that carry a derivative are reported.

use crate::options::description::Description;
use crate::prepare::external::models::Models;
use adc_analysis::{CallGraph, Heads};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::*;
use adc_frontend::mentions;
use indexmap::IndexSet;

/// COMMON blocks and variables of modules that are mentioned in the units that heads reach.
pub(crate) fn mentioned(program: &Program, heads: &Heads) -> IndexSet<SymbolId> {
    let mut found = IndexSet::new();
    let reached = heads.reached(&CallGraph::build(program));
    for u in reached {
        let all = mentions::of_unit(program, u).into_iter();
        found.extend(all.filter(|&s| is_global(program, s)));
    }
    found
}

pub(crate) fn is_global(program: &Program, s: SymbolId) -> bool {
    let variable = program.symbols[s].variable();
    variable.is_some_and(|v| matches!(v.storage, Storage::Common(_) | Storage::Module))
}

/// The variables that a description refers to by `block%name`, `module%name`, or the name of a block or module alone.
fn named(program: &Program, all: &IndexSet<SymbolId>, name: &str) -> Vec<SymbolId> {
    let (place, member) = match name.split_once('%') {
        Some((place, member)) => (place, Some(member)),
        None => (name, None),
    };
    let is_it = |s: &&SymbolId| {
        let symbol = &program.symbols[**s];
        let own = match symbol.variable().map(|v| &v.storage) {
            Some(Storage::Common(c)) => program.commons[*c].name.clone(),
            _ => symbol
                .owner
                .map_or_else(SmolStr::default, |m| program.units[m].name.clone()),
        };
        fold(&own) == place && member.is_none_or(|m| fold(&symbol.name) == m)
    };
    all.iter().filter(is_it).copied().collect()
}

/// All COMMON blocks and variables of modules.
pub(crate) fn all(program: &Program) -> IndexSet<SymbolId> {
    let symbols = program.symbols.iter().map(|(s, _)| s);
    symbols.filter(|&s| is_global(program, s)).collect()
}

/// A name in a description that is neither a COMMON block, nor a module, nor a member of one.
pub(crate) fn unknown<'d>(program: &Program, d: &'d Description) -> Option<&'d SmolStr> {
    let mut names = d.globals_read.iter().flatten().chain(&d.globals_written).peekable();
    names.peek()?;
    let all = all(program);
    names.find(|n| named(program, &all, n).is_empty())
}

/// The globals in a description.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    pub reads: Vec<SymbolId>,
    pub writes: Vec<SymbolId>,
}

impl Touched {
    pub fn by(program: &Program, all: &IndexSet<SymbolId>, d: &Description) -> Touched {
        let each = |names: &[SmolStr]| names.iter().flat_map(|n| named(program, all, n)).collect();
        Touched {
            reads: match &d.globals_read {
                Some(names) => each(names),
                None => all.iter().copied().collect(),
            },
            writes: each(&d.globals_written),
        }
    }
}

/// True if a procedure without source and description is assumed passive, by its name.
pub(crate) fn is_assumed_passive(assumed: &[String], name: &str) -> bool {
    assumed.iter().any(|a| a == "all" || fold(a) == name)
}

impl Models {
    /// True for a procedure that the user declares passive without a description.
    pub(crate) fn is_taken_as_passive(&self, unit: UnitId) -> bool {
        self.assumed_passive.contains(&unit)
    }
}
