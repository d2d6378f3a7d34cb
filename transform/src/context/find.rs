//! Finds the behaviour of procedures ([`super::behaviour`]), in the first round.

use crate::code::repeatable::Repeatable;
use crate::code::reread::Reread;
use crate::context::observable::{acts, Observable};
use crate::context::place::moved_by;
use crate::context::Context;
use crate::prepare::opaque;
use adc_frontend::ir::*;
use std::sync::Arc;

impl Context<'_> {
    /// Finds the behaviour of all procedures.
    pub(crate) fn find_behaviour(&mut self) {
        let (primal, calls) = (self.primal, &self.facts.calls);
        let behaviour = Arc::make_mut(&mut self.behaviour);
        behaviour.reread = Reread::find(primal, self.facts, self.options.input_repeatable);
        let (models, held) = (self.models, &self.lifted.held);
        let unknown = |u: UnitId| {
            let acts = models.description(u).is_some_and(|d| d.acts);
            acts || held.contains(&u) || opaque::is_opaque(&primal.units[u])
        };
        let exchanges = |u: UnitId| {
            models
                .description(u)
                .is_some_and(|d| d.exchanges || d.repeats_with_messages)
        };
        behaviour.repeatable = Repeatable::find(primal, calls, &behaviour.reread, &unknown, &exchanges);
        self.find_output();
        let behaviour = Arc::make_mut(&mut self.behaviour);
        behaviour.observable = Observable::find(primal, calls);
        self.find_moved();
        let handed_over = |s: &Symbol| match &s.kind {
            SymbolKind::Procedure(p) if p.class == ProcClass::Dummy => p.unit,
            _ => None,
        };
        Arc::make_mut(&mut self.behaviour).partial = crate::code::partial::find(primal);
        let all = primal.symbols.iter().filter_map(|(_, s)| handed_over(s));
        Arc::make_mut(&mut self.behaviour).handed_over = all.collect();
    }

    /// True for a statement that, apart from its blocks, only writes variables.
    pub(crate) fn only_writes(&self, s: &Stmt) -> bool {
        let quiet = |u: &UnitId| {
            let observed = self.behaviour.printing.contains(u) || self.behaviour.observable.acting.contains(u);
            !observed && !self.changes_existence(*u) && !self.changes_association(*u)
        };
        moved_by(self.primal, s).is_empty() && !acts(self.primal, s) && self.called_by(s).iter().all(quiet)
    }
}
