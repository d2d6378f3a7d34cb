//! Resolves the declarations of a printed text, together with the modules of the original program.

use super::state::Resolver;
use crate::ast;
use crate::diag::Diagnostic;
use crate::ir::{Kinds, Program, UnitId};
use std::collections::HashSet;

/// The declarations of a reparsed text, without its statements.
pub struct Declarations {
    /// Units with their declarations, and the modules of others.
    pub program: Program,
    /// The units of the text.
    pub roots: Vec<UnitId>,
    /// Errors in its declarations.
    pub errors: Vec<Diagnostic>,
}

/// Resolves the declarations of a text. Modules of `others` that the text does not contain are available, too.
/// `placeholders`: they may replace missing entities.
pub fn declarations(text: &ast::File, others: &[ast::File], kinds: Kinds, placeholders: bool) -> Declarations {
    let mut r = Resolver::default();
    r.p.kinds = kinds;
    r.placeholders = placeholders;
    let own = modules(text);
    let is_used = |u: &&ast::Unit| module_of(u).is_some_and(|m| !own.contains(&m));
    let used = others.iter().map(|f| f.units.iter().filter(is_used).collect());
    let mut files: Vec<Vec<&ast::Unit>> = vec![text.units.iter().collect()];
    files.extend(used);
    r.collect_units(&files);
    for unit in r.order() {
        r.declare_tree(unit);
    }
    r.join_separate();
    let count = r.p.units_per_file.first().copied().unwrap_or(0);
    let roots: Vec<UnitId> = r.p.roots.iter().take(count).copied().collect();
    let begin = text.units.iter().map(|u| u.span.lo).min();
    let inside = |d: &Diagnostic| d.is_error() && begin.is_some_and(|b| d.span.lo >= b);
    Declarations {
        roots,
        errors: r.diags.into_iter().filter(inside).collect(),
        program: r.p,
    }
}

/// The files that a text does not replace: those without the modules that it contains, and without their submodules.
pub fn not_replaced_by<'t>(
    text: impl Iterator<Item = &'t ast::Unit>,
    others: &'t [ast::File],
) -> impl Iterator<Item = &'t ast::File> {
    let own: HashSet<ast::SmolStr> = text.filter_map(module_name).collect();
    let is_own = move |u: &ast::Unit| module_of(u).is_some_and(|m| own.contains(&m));
    others.iter().filter(move |f| !f.units.iter().any(&is_own))
}

/// The global names that a text gives twice, or that a file has which the text does not replace.
pub fn given_twice(text: &ast::File, others: &[ast::File]) -> Vec<ast::SmolStr> {
    let kept = not_replaced_by(text.units.iter(), others);
    let theirs: HashSet<ast::SmolStr> = kept.flat_map(|f| &f.units).filter_map(global_name).collect();
    let mut known = HashSet::new();
    let names = text.units.iter().filter_map(global_name);
    names
        .filter(|n| theirs.contains(n) || !known.insert(n.clone()))
        .collect()
}

/// The name of a module or an external procedure, folded.
fn global_name(u: &ast::Unit) -> Option<ast::SmolStr> {
    match &u.kind {
        ast::UnitKind::Subroutine { name, .. }
        | ast::UnitKind::Function { name, .. }
        | ast::UnitKind::Module { name } => Some(ast::fold(&name.text)),
        _ => None,
    }
}

fn modules(text: &ast::File) -> HashSet<ast::SmolStr> {
    text.units.iter().filter_map(module_name).collect()
}

/// The module that a unit is, or is a part of.
fn module_of(u: &ast::Unit) -> Option<ast::SmolStr> {
    match &u.kind {
        ast::UnitKind::Submodule { parent, .. } => parent.first().map(|p| ast::fold(&p.text)),
        _ => module_name(u),
    }
}

fn module_name(u: &ast::Unit) -> Option<ast::SmolStr> {
    match &u.kind {
        ast::UnitKind::Module { name } => Some(ast::fold(&name.text)),
        _ => None,
    }
}
