//! Go to the derivative: from a statement to the derivative of its procedure, in the file that was written.
//!
//! The place is the same statement in the derivative, since sweeps keep the statements of the user; else the beginning
//! of the derivative. Files that were not written have no places.

use super::documents::{path_of, uri_of, Documents};
use super::places::line_range;
use super::subjects::{is_same, Checked};
use crate::differentiate::files_of;
use adc::{ProcedurePlace, ReadOptions, Sources};
use lsp_types::request::GotoImplementationParams;
use lsp_types::Location;
use std::path::Path;

/// The places of the derivatives, one for each mode and sweep.
pub fn to_derivative(checked: &[Checked], documents: &Documents, params: &GotoImplementationParams) -> Vec<Location> {
    let at = &params.text_document_position_params;
    let Some(path) = path_of(&at.text_document.uri) else {
        return vec![];
    };
    let line = at.position.line as usize + 1;
    let text = documents.text(&path).unwrap_or_default();
    let statement = text.lines().nth(line - 1).unwrap_or("").trim().to_string();
    let mut all: Vec<Location> = vec![];
    for c in checked.iter().filter(|c| c.reads(&path)) {
        for found in places(c, documents, &path, line, &statement) {
            if !all.contains(&found) {
                all.push(found);
            }
        }
    }
    all
}

fn places(c: &Checked, documents: &Documents, path: &Path, line: usize, statement: &str) -> Vec<Location> {
    let (Some(program), Some(derivative)) = (&c.program, &c.derivative) else {
        return vec![];
    };
    let own = program.procedures();
    let Some(procedure) = around(&own, path, line) else {
        return vec![];
    };
    let suffixes = c.request.modes.iter().map(|&m| c.request.options.suffix(m).as_str());
    let suffixes: Vec<&str> = suffixes.chain(["_fwd", "_bwd"]).collect();
    let names: Vec<String> = suffixes
        .iter()
        .map(|s| format!("{procedure}{s}").to_ascii_lowercase())
        .collect();
    let files = files_of(program, &c.options, &c.request, derivative).into_iter();
    let in_file = files.filter_map(|(file, _)| {
        let text = documents.text(&file)?;
        let mut sources = Sources::new();
        sources.add(file.to_string_lossy(), text.as_str());
        // names of modules may be missing: procedures are found without them
        let made = adc::read(sources, &ReadOptions::default()).ok()?.procedures();
        let lines: Vec<usize> = names
            .iter()
            .filter_map(|n| line_in(&made, n, &text, statement))
            .collect();
        let uri = uri_of(&file)?;
        Some(lines.into_iter().map(move |l| (uri.clone(), l)).map({
            let text = text.clone();
            move |(uri, l)| Location::new(uri, line_range(&text, l - 1))
        }))
    });
    in_file.flatten().collect()
}

/// The name of the procedure that contains a line: the last one that begins before it.
fn around<'p>(all: &'p [ProcedurePlace], path: &Path, line: usize) -> Option<&'p str> {
    let here = all
        .iter()
        .filter(|p| p.line <= line && is_same(Path::new(&p.file), path));
    here.max_by_key(|p| p.line).map(|p| p.name.as_str())
}

/// The line of a statement in a procedure, or that on which the procedure begins.
fn line_in(all: &[ProcedurePlace], name: &str, text: &str, statement: &str) -> Option<usize> {
    let begin = all.iter().find(|p| p.name.eq_ignore_ascii_case(name))?.line;
    let next = all.iter().map(|p| p.line).filter(|&l| l > begin).min();
    let own = text
        .lines()
        .enumerate()
        .skip(begin)
        .take(next.map_or(usize::MAX, |n| n - begin - 1));
    let same = own
        .map(|(k, l)| (k + 1, l.trim()))
        .find(|(_, l)| !statement.is_empty() && *l == statement);
    Some(same.map_or(begin, |(l, _)| l))
}
