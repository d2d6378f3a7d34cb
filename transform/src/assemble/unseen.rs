//! Tells which pointers `--pointers-apart` assumes to share no memory with other variables: those for which the analyses
//! would allow it otherwise.

use crate::assemble::generator::Generator;
use adc_analysis::{has_pointers, zones_for, ZoneId};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use std::collections::BTreeMap;

impl Generator<'_> {
    /// Warns once, of all pointers that might share memory with another variable, if one of the two is active.
    pub(crate) fn warn_of_unseen_pointers(&mut self) {
        if !self.options.pointers_apart || !has_pointers(self.primal) {
            return;
        }
        let (primal, facts) = (self.primal, self.facts);
        let zones = zones_for(primal, &facts.calls, Some(self.heads));
        let mut found: BTreeMap<SymbolId, SymbolId> = BTreeMap::new();
        for p in zones.outer.iter() {
            let own = zones.members(p);
            let is_assumed = |q: &ZoneId| {
                let active = facts.activity.zone_is_active(p) || facts.activity.zone_is_active(*q);
                active && zones.members(*q) != own && !facts.zones.may_alias(p, *q)
            };
            if let Some(q) = zones.aliases(&p).iter().copied().find(is_assumed) {
                found.entry(own[0]).or_insert(zones.members(q)[0]);
            }
        }
        let Some((&p, &q)) = found.first_key_value() else {
            return;
        };
        let name = |s: SymbolId| &primal.symbols[s].name;
        let more = match found.len() {
            1 => String::new(),
            2 => " (and one more pointer)".to_owned(),
            n => format!(" (and {} more pointers)", n - 1),
        };
        let message = format!(
            "`{}`{more} is assumed to share no memory with `{}`, although the caller can associate it so",
            name(p),
            name(q)
        );
        let d = Diagnostic::warning(codes::UNSEEN_POINTER, primal.symbols[p].span, message)
            .also(primal.symbols[q].span, "declared here")
            .help("without `--pointers-apart` the derivative is right also if they share memory");
        self.messages.push(d);
    }
}
