//! Names that constructs declare: none may hide what its block mentions.
//!
//! The text is read without its statements, so the names are those that were noted, by the symbols of the representation.

use super::Check;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use adc_frontend::refs;
use std::collections::BTreeMap;

impl Check<'_> {
    /// Names of constructs of a unit that hide something which their blocks mention.
    pub(super) fn hidden(&self, unit: UnitId, noted: &BTreeMap<SymbolId, SmolStr>) -> Vec<SmolStr> {
        let mut wrong = vec![];
        walk_block(&self.program.units[unit].body, &mut |s| {
            let declared = s.kind.declares();
            for &(local, block) in &declared {
                let Some(name) = noted.get(&local).map(|n| fold(n)) else {
                    continue;
                };
                let refs = refs::of_block(self.program, unit, block);
                let is_hidden = |s: &SymbolId| {
                    *s != local
                        && !refs.scoped.contains(s)
                        && self.has_scope(*s)
                        && noted.get(s).is_some_and(|n| fold(n) == name)
                };
                if refs.fixed.contains_key(&name) || refs.symbols.iter().any(is_hidden) {
                    wrong.push(name);
                }
            }
        });
        wrong
    }
}
