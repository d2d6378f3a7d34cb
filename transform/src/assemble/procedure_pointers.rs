//! Checks of procedure pointers in adjoints ([`crate::context::moved_procedures`]).

use crate::assemble::generator::Generator;
use crate::context::moved_procedures::{asks, connected};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

impl Generator<'_> {
    /// Refuses pointers that may have changed.
    pub(crate) fn check_procedure_pointers(&mut self) {
        let reached: BTreeSet<UnitId> = self.facts.calls.reachable(self.heads.units()).into_iter().collect();
        let mut asked: BTreeMap<SymbolId, Vec<(UnitId, Span)>> = BTreeMap::new();
        for &u in &reached {
            walk_block(&self.primal.units[u].body, &mut |s| {
                for p in asks(s) {
                    if !self.ends_with(u, p) {
                        asked.entry(p).or_default().push((u, s.span));
                    }
                }
            });
        }
        let pairs = self.handed_pointers(&reached);
        for (p, places) in &asked {
            let group = connected(*p, &pairs);
            let of_group = group.iter().filter_map(|m| asked.get(m)).flatten();
            let units: BTreeSet<UnitId> = of_group.map(|x| x.0).collect();
            if self
                .roots(&group)
                .into_iter()
                .all(|root| self.is_set_before(root, &group, &units))
            {
                continue;
            }
            let name = &self.primal.symbols[*p].name;
            let message = format!("the procedure pointer `{name}` is called here and changes in the differentiated code; the adjoint cannot restore it");
            let place = places.first().map_or(Span::NONE, |x| x.1);
            let d = Diagnostic::error(codes::UNSUPPORTED_STATEMENT_AD, place, message)
                .help("set it before the head is called, or in the head before the first call through it");
            self.messages.push(d);
        }
    }
}
