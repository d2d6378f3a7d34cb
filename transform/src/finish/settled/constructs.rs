//! Names that constructs declare for their blocks.
//!
//! Such a name hides an outer entity of the same name, so the block may not mention that. If the object of a SELECT
//! TYPE has the same name inside and outside, it is renamed with the variable.

use crate::finish::settled::{has_scope, Scope, Settle};
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use adc_frontend::local_names::LocalNames;
use adc_frontend::refs;
use std::collections::{BTreeMap, BTreeSet};

/// The variable that is the selector of a SELECT TYPE, if the name inside is the same as outside.
fn named_as_outside(program: &Program, s: &StmtKind) -> Option<SymbolId> {
    let StmtKind::SelectType { expr, guards, .. } = s else {
        return None;
    };
    let ExprKind::Var(object) = expr.kind else { return None };
    let inside = guards.first()?.local;
    (program.symbols[inside].name == program.symbols[object].name).then_some(object)
}

impl Settle<'_> {
    pub(crate) fn claim_in_constructs(&mut self, scope: &mut Scope) {
        for (s, new) in self.renamed_in_constructs(scope) {
            self.program.symbols[s].name = new;
        }
    }

    /// New names of local entities that hide something.
    fn renamed_in_constructs(&self, scope: &mut Scope) -> BTreeMap<SymbolId, SmolStr> {
        let unit = scope.unit;
        let mut constructs = vec![];
        walk_block(&self.program.units[unit].body, &mut |s| {
            let declared = s.kind.declares();
            if !declared.is_empty() {
                constructs.push((named_as_outside(self.program, &s.kind), declared));
            }
        });
        let mut renamed = BTreeMap::new();
        if constructs.is_empty() {
            return renamed;
        }
        let known = LocalNames::new(self.program);
        let name = |s: SymbolId| {
            let is_scoped = has_scope(&self.program.symbols[s]);
            is_scoped.then(|| known.name(self.program, unit, s))
        };
        for (outside, declared) in constructs {
            if let Some(new) = outside.and_then(name) {
                renamed.extend(declared.iter().flat_map(|d| &d.0).map(|&s| (s, new.clone())));
                continue;
            }
            let hiding = declared
                .iter()
                .flat_map(|(symbols, block)| refs::hiding(self.program, unit, (symbols, block), &name));
            let own = |s: SymbolId| fold(&self.program.symbols[s].name);
            let hiding: BTreeSet<SmolStr> = hiding.map(own).collect();
            for old in hiding {
                let new = scope.fresh(self.program, &self.refs, self.roots, &old);
                // the guards of a SELECT TYPE share one name
                let alike = declared.iter().flat_map(|d| &d.0).filter(|&&s| own(s) == old);
                renamed.extend(alike.map(|&s| (s, new.clone())));
            }
        }
        renamed
    }
}
