//! Proposals for calls of procedures that no file defines: a module that is not used, a misspelt name.

use crate::context::Context;
use adc_frontend::ast::fold;
use adc_frontend::ir::{Unit, UnitKind};
use adc_frontend::near::did_you_mean;

impl Context<'_> {
    /// The help of a message about a procedure without source, after a proposal of what may have been meant.
    pub(crate) fn with_proposal(&self, name: &str, help: String) -> String {
        match self.proposal(name) {
            Some(proposal) => format!("{proposal} Otherwise {help}"),
            None => help,
        }
    }

    /// What may have been meant.
    pub(crate) fn proposal(&self, name: &str) -> Option<String> {
        let folded = fold(name);
        let all = self.primal.units.iter().filter(|(u, _)| !self.models.contains(*u));
        let procedures = || all.clone().map(|(_, unit)| unit).filter(|unit| unit.is_definition());
        let in_module = procedures()
            .filter(|unit| fold(&unit.name) == folded)
            .find_map(|unit| self.module_around(unit));
        match in_module {
            Some(module) => Some(format!(
                "is it the one of module `{module}`? Then add `use {module}, only: {name}`."
            )),
            None => did_you_mean(name, procedures().map(|unit| unit.name.as_str())),
        }
    }

    /// The name of the module that contains a procedure.
    fn module_around(&self, unit: &Unit) -> Option<&str> {
        let parent = &self.primal.units[unit.parent?];
        (parent.kind == UnitKind::Module).then_some(parent.name.as_str())
    }
}
