//! What procedures do, whatever is made of them: found in the first round, for all.

use crate::context::observable::Observable;
use crate::context::repeatable::Repeatable;
use crate::context::Context;
use crate::moved::Moved;
use crate::opaque;
use crate::reread::Reread;
use adc_frontend::ir::*;
use indexmap::IndexSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What procedures do, whatever is made of them: it is found in the first round, for all.
#[derive(Clone, Default)]
pub(crate) struct Behaviour {
    /// Procedures that print: their calls are made silent in what runs more than once.
    pub printing: IndexSet<UnitId>,
    /// Those that do nothing else.
    pub mute: IndexSet<UnitId>,
    /// Procedures that do something besides writing variables.
    pub observable: Observable,
    /// Where input may run again.
    pub reread: Reread,
    /// Those that may do the same twice.
    pub repeatable: Repeatable,
    /// What procedures allocate and associate.
    pub moved: Moved,
    /// Dummy arrays that may be blocks of larger matrices: see [`crate::partial`].
    pub partial: BTreeSet<SymbolId>,
    /// Procedures that some call hands over.
    pub handed_over: BTreeSet<UnitId>,
}

impl Context<'_> {
    /// Finds what procedures do.
    pub(crate) fn find_behaviour(&mut self) {
        let (primal, calls) = (self.primal, &self.facts.calls);
        let behaviour = Arc::make_mut(&mut self.behaviour);
        behaviour.reread = Reread::find(primal, self.facts, self.options.input_repeatable);
        let (models, held) = (self.models, &self.lifted.held);
        let unknown = |u: UnitId| {
            let acts = models.description(u).is_some_and(|d| d.acts);
            acts || held.contains(&u) || opaque::is_opaque(&primal.units[u])
        };
        behaviour.repeatable = Repeatable::find(primal, calls, &behaviour.reread, &unknown);
        self.find_output();
        let behaviour = Arc::make_mut(&mut self.behaviour);
        behaviour.observable = Observable::find(primal, calls);
        self.find_moved();
        let handed_over = |s: &Symbol| match &s.kind {
            SymbolKind::Procedure(p) if p.class == ProcClass::Dummy => p.unit,
            _ => None,
        };
        Arc::make_mut(&mut self.behaviour).partial = crate::partial::find(primal);
        let all = primal.symbols.iter().filter_map(|(_, s)| handed_over(s));
        Arc::make_mut(&mut self.behaviour).handed_over = all.collect();
    }
}
