//! The variables of modules and COMMON blocks that heads may use.

use crate::program::Program;
use crate::request::Request;
use crate::signature::{self, Variable};
use crate::value::Head;
use adc_analysis::calls::CallGraph;
use adc_frontend::ir::visit::walk_block_exprs;
use adc_frontend::ir::{ExprKind, Storage, SymbolId};
use adc_transform::head;
use std::collections::BTreeSet;

/// The variables of modules and COMMON blocks that statements of the heads and of procedures which they may call name.
/// Empty if a head does not exist.
#[must_use]
pub fn globals(program: &Program, request: &Request) -> Vec<Variable> {
    let program = &program.0.program;
    let Some(heads) = head::resolve(program, &Head::texts(&request.heads), &mut vec![]) else {
        return vec![];
    };
    let mut found: BTreeSet<SymbolId> = BTreeSet::new();
    for unit in CallGraph::build(program).reachable(heads.units()) {
        walk_block_exprs(&program.units[unit].body, &mut |e| {
            if let ExprKind::Var(s) = e.kind {
                let v = program.symbols[s].variable();
                if v.is_some_and(|v| matches!(v.storage, Storage::Module | Storage::Common(_))) {
                    found.insert(s);
                }
            }
        });
    }
    found
        .into_iter()
        .filter_map(|s| signature::variable(program, s))
        .collect()
}
