//! What opening comments say about heads.

use crate::program::Read;
use adc_analysis::head::Parts;
use adc_frontend::ir::{Program, SymbolId};
use adc_frontend::span::FileId;
use adc_transform::Derivative;

/// What an opening comment says about a head, or about what takes its place.
#[derive(PartialEq, Eq)]
pub(crate) struct Heading {
    /// The file with the head; the texts of other files do not name it.
    pub(crate) source: Option<FileId>,
    pub(crate) lines: Vec<String>,
}

/// Variables, or those of their components that are meant.
fn listed(program: &Program, list: &[SymbolId], parts: &Parts) -> String {
    let name = |s: SymbolId| program.symbols[s].name.as_str();
    let of = |&s: &SymbolId| -> Vec<String> {
        let path = |p: &Vec<SymbolId>| p.iter().fold(name(s).to_string(), |all, &c| all + "%" + name(c));
        parts
            .get(&s)
            .map_or_else(|| vec![name(s).to_string()], |all| all.iter().map(path).collect())
    };
    list.iter().flat_map(of).collect::<Vec<_>>().join(", ")
}

/// The heads of a derivative program, with their independents and dependents.
pub(crate) fn heads(read: &Read, derivative: &Derivative) -> Vec<Heading> {
    // contains the primal as well as the added units
    let program = &derivative.program;
    let headings = derivative.specs.iter().map(|spec| {
        let lines = [
            format!("Head: {}", program.units[spec.unit].name),
            format!(
                "  independents: {}",
                listed(program, &spec.independents, &spec.independent_parts)
            ),
            format!(
                "  dependents: {}",
                listed(program, &spec.dependents, &spec.dependent_parts)
            ),
        ];
        Heading {
            source: read.home(program.units[spec.unit].span.lo).map(|home| home.source),
            lines: lines.into(),
        }
    });
    headings.collect()
}
