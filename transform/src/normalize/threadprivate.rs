//! Variables of which each thread has one (`threadprivate`).
//!
//! Their shadows are threadprivate, too: so threads of the user's may call a derivative at the same time. Loops that
//! name such variables, or call procedures that name them, run on one thread in the derivative, with the values of that
//! thread. Variables of `copyin` do not count: name resolution replaces them in their construct by a `firstprivate` copy.

use adc_frontend::ast::{fold, SmolStr, Trivia};
use adc_frontend::directive::openmp::threadprivate;
use adc_frontend::ir::*;
use std::collections::BTreeSet;

/// Notes threadprivate variables, and COMMON blocks: of these in all procedures that declare the block, as compilers
/// want it.
pub(super) fn note(program: &mut Program) {
    let mut blocks: BTreeSet<SmolStr> = BTreeSet::new();
    let mut variables: BTreeSet<SymbolId> = BTreeSet::new();
    for (_, unit) in program.units.iter() {
        let of_declarations = unit.decl_lead.iter().map(|d| &d.1);
        let mut leads: Vec<&[Trivia]> = vec![&unit.lead, &unit.tail];
        leads.extend(of_declarations.map(Vec::as_slice));
        let mut names: Vec<String> = leads.into_iter().flat_map(threadprivate).collect();
        visit::walk_block(&unit.body, &mut |s| names.extend(threadprivate(&s.lead)));
        for name in &names {
            match name.strip_prefix('/').and_then(|n| n.strip_suffix('/')) {
                Some(block) => drop(blocks.insert(fold(block.trim_ascii()))),
                None => variables.extend(unit.names.get(&fold(name))),
            }
        }
    }
    for (_, c) in program.commons.iter_mut() {
        c.threadprivate = blocks.contains(&fold(&c.name));
    }
    for v in variables {
        if let SymbolKind::Variable(v) = &mut program.symbols[v].kind {
            v.attrs.threadprivate = true;
        }
    }
}

/// A threadprivate variable that statements name.
pub(super) fn named(program: &Program, block: &Block) -> Option<SymbolId> {
    let mut found = None;
    visit::walk_block_exprs(block, &mut |e| {
        if let ExprKind::Var(v) = e.kind {
            let is_one = |x: &Variable| match x.storage {
                Storage::Common(c) => program.commons[c].threadprivate,
                _ => x.attrs.threadprivate,
            };
            if found.is_none() && program.symbols[v].variable().is_some_and(is_one) {
                found = Some(v);
            }
        }
    });
    found
}
