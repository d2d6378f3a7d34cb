//! Names that constructs declare: none may hide a symbol that its block mentions.
//!
//! The text is parsed without its statements, so the names are those noted by the symbols of the representation.

use super::Check;
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use adc_frontend::refs;
use std::collections::BTreeMap;

impl Check<'_> {
    /// Names of constructs of a unit that hide a symbol which their blocks mention.
    pub(super) fn hidden(&self, unit: UnitId, noted: &BTreeMap<SymbolId, SmolStr>) -> Vec<SmolStr> {
        let name = |s: SymbolId| noted.get(&s).filter(|_| self.has_scope(s)).cloned();
        let mut wrong = vec![];
        walk_block(&self.program.units[unit].body, &mut |s| {
            for (declared, block) in s.kind.declares() {
                let hiding = refs::hiding(self.program, unit, (&declared, block), &name);
                wrong.extend(hiding.into_iter().filter_map(name));
            }
        });
        wrong
    }
}
