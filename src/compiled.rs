//! The sources as a compiler has to see them: their order, and their texts without main programs.

use crate::program::{Program, Read};
use adc_frontend::ast;
use adc_frontend::encoding::bytes_of;
use adc_frontend::ir::{UnitId, UnitKind};
use adc_frontend::span::FileId;

/// A source for a compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Compiled {
    /// Its name.
    pub name: String,
    /// Its modules, in lower case.
    pub modules: Vec<String>,
    /// The modules that it uses, in lower case.
    pub uses: Vec<String>,
    /// If it has a main program: its text with blank lines instead.
    pub without_main: Option<Vec<u8>>,
}

/// The sources of a program in an order in which modules come before their users. Texts that they include are left out.
#[must_use]
pub fn compiled(program: &Program) -> Vec<Compiled> {
    let read = &program.0;
    let mut order: Vec<FileId> = vec![];
    for &file in &read.files {
        visit(read, file, &mut order, &mut vec![]);
    }
    order.into_iter().map(|f| source(read, f)).collect()
}

/// Adds a file after those whose modules it uses. A cycle is left to the compiler.
fn visit(read: &Read, file: FileId, order: &mut Vec<FileId>, open: &mut Vec<FileId>) {
    if order.contains(&file) || open.contains(&file) {
        return;
    }
    open.push(file);
    for root in roots(read, file) {
        for used in used(read, root) {
            if let Some(other) = read.map.file_at(read.program.units[used].span.lo) {
                visit(read, other, order, open);
            }
        }
    }
    open.pop();
    if read.files.contains(&file) {
        order.push(file);
    }
}

fn roots(read: &Read, file: FileId) -> impl Iterator<Item = UnitId> + '_ {
    let all = read.program.roots.iter().copied();
    all.filter(move |&r| read.map.file_at(read.program.units[r].span.lo) == Some(file))
}

/// The modules that a unit and the procedures in it use, and the parent of a submodule.
fn used(read: &Read, unit: UnitId) -> Vec<UnitId> {
    let u = &read.program.units[unit];
    let own = u.uses.iter().filter_map(|u| u.module);
    let parent = u.parent.filter(|_| u.kind == UnitKind::Submodule);
    let interfaces = u.interfaces.iter().flat_map(|i| i.bodies.iter().copied());
    let inner = u.contains.iter().copied().chain(interfaces);
    let inner: Vec<UnitId> = inner.flat_map(|c| used(read, c)).collect();
    own.chain(parent).chain(inner).collect()
}

fn source(read: &Read, file: FileId) -> Compiled {
    let units = roots(read, file).map(|r| &read.program.units[r]);
    let modules = units.filter(|u| u.kind == UnitKind::Module);
    let used = roots(read, file).flat_map(|r| used(read, r));
    let trees = read.files.iter().zip(&read.trees);
    let own = trees.filter(|(f, _)| **f == file).flat_map(|(_, tree)| &tree.units);
    let mains: Vec<&ast::Unit> = own
        .filter(|u| matches!(u.kind, ast::UnitKind::Program { .. }))
        .collect();
    Compiled {
        name: read.map.file(file).name.clone(),
        modules: modules.map(|m| m.name.to_ascii_lowercase()).collect(),
        uses: used.map(|m| read.program.units[m].name.to_ascii_lowercase()).collect(),
        without_main: (!mains.is_empty()).then(|| without(read, file, &mains)),
    }
}

/// The text with blank lines for units.
fn without(read: &Read, file: FileId, units: &[&ast::Unit]) -> Vec<u8> {
    let source = read.map.file(file);
    let line = |position: u32| read.map.locate(position).map(|(_, line, _)| line);
    let lines_of = |unit: &&&ast::Unit| {
        let first = unit.body.first().map_or(unit.span.lo, |s| s.span.lo);
        let first = if unit.span.is_none() { first } else { unit.span.lo };
        Some(line(first)?..=line(unit.end.span.lo)?)
    };
    let blank: Vec<_> = units.iter().filter_map(|u| lines_of(&u)).collect();
    let lines = source.text.lines().enumerate();
    let kept = lines.map(|(k, text)| {
        if blank.iter().any(|b| b.contains(&(k + 1))) {
            ""
        } else {
            text
        }
    });
    bytes_of(&kept.flat_map(|l| [l, "\n"]).collect::<String>())
}
