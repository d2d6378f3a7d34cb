//! Summaries: descriptions of all procedures of a source, with their declarations as Fortran.
//!
//! ```toml
//! provides = ["solve"]                # what it declares: procedures, modules, COMMON blocks
//! uses = ["module kinds", "/grid/"]   # what it needs of other summaries
//! declarations = '''
//! subroutine solve(n, x)
//!   ...                               # declarations alone
//! '''
//! [solve]
//! arguments = ["n", "x"]              # as in any description
//! ```
//!
//! The declarations take the place of the source where it is not given. A procedure of theirs has no statements: its
//! description says what it does, and without one, it can neither be differentiated nor trusted.

use crate::options::description::Description;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::{Omission, Program, UnitKind};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// What a summary says beside the descriptions.
pub struct Declared {
    /// What it declares, folded: `solve`, `module kinds`, `/grid/`.
    pub provides: Vec<SmolStr>,
    /// What it needs of others.
    pub uses: Vec<SmolStr>,
    /// The declarations.
    pub text: String,
    /// The number of lines before them in the file.
    pub lines_before: usize,
}

/// The name by which summaries find a module; procedures have their own.
pub fn of_module(name: &str) -> SmolStr {
    format!("module {}", fold(name)).into()
}

/// The name by which they find a COMMON block.
pub fn of_block(name: &str) -> SmolStr {
    format!("/{}/", fold(name)).into()
}

/// The declarations in a text; `None` if it is no summary.
pub fn declared(text: &str) -> Option<Declared> {
    let file = DeTable::parse(text).ok()?.into_inner();
    let words = |key: &str| -> Option<Vec<SmolStr>> {
        let list = file.get(key)?.get_ref().as_array()?.iter();
        list.map(|w| w.get_ref().as_str().map(fold)).collect()
    };
    let declarations = file.get("declarations")?;
    let DeValue::String(declared) = declarations.get_ref() else {
        return None;
    };
    // the text begins on the line after the opening quotes
    let opening = text.get(..declarations.span().start)?;
    Some(Declared {
        provides: words("provides")?,
        uses: words("uses")?,
        text: declared.to_string(),
        lines_before: opening.matches('\n').count() + 1,
    })
}

/// Marks the procedures of summaries that have no description: nothing can be derived from them. Summaries take
/// `ranges` of the source map.
pub fn mark_undescribed(program: &mut Program, ranges: &[Range<u32>], described: &[Description]) {
    let is_described = |u: &adc_frontend::ir::Unit| {
        let host = u.parent.map(|p| fold(&program.units[p].name));
        let mut all = described.iter().filter(|d| d.replaces_statements());
        all.any(|d| d.host == host && d.name == fold(&u.name))
    };
    let is_there = |u: &adc_frontend::ir::Unit| ranges.iter().any(|r| r.contains(&u.span.lo));
    let is_callable = |u: &adc_frontend::ir::Unit| {
        let host = u.parent.map(|p| program.units[p].kind);
        u.is_definition() && host.is_none_or(|h| matches!(h, UnitKind::Module | UnitKind::Submodule))
    };
    let units = program.units.iter();
    let bare = units.filter(|(_, u)| is_there(u) && is_callable(u) && !is_described(u));
    let bare: Vec<_> = bare.map(|(id, u)| (id, u.name.clone(), u.span)).collect();
    for (id, name, span) in bare {
        program.units[id].omissions.push(Omission {
            what: format!("`{name}`, whose source is not given and whose summary is incomplete,").into(),
            span,
            harmless: false,
            missing: false,
        });
    }
}
