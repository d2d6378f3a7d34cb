//! Maps the zones of the callee's interface to the caller's zones.

use crate::context::Context;
use adc_analysis::calls::bind_args;
use adc_analysis::{Analyses, ZoneId, ZoneSet};
use adc_frontend::ir::*;

/// The interface of a call.
#[derive(Clone, Debug)]
pub struct Link {
    /// The callee.
    pub callee: UnitId,
    /// Zones of its dummies with those of the actual arguments.
    pub binding: Vec<(ZoneId, ZoneId)>,
    /// Zones of a function's value with those of the variable that receives it.
    pub value: Vec<(ZoneId, ZoneId)>,
}

impl Context<'_> {
    /// The interface of a call; its value is assigned to `result`.
    pub(crate) fn link(&self, callee: UnitId, args: &[Arg], result: Option<&Expr>) -> Link {
        let (program, zones) = (self.primal, &self.facts.zones);
        let formals = program.units[callee].args.iter();
        let pairs = formals.zip(bind_args(program, callee, args));
        let binding = pairs.filter_map(|(formal, actual)| {
            let (formal, actual) = ((*formal)?, actual?);
            let descriptors = zones.bound_descriptors(program, formal, actual);
            Some([zones.bound(program, formal, actual), descriptors].concat())
        });
        let value = match (result, program.units[callee].result) {
            (Some(lhs), Some(value)) => zones.bound(program, value, lhs),
            _ => vec![],
        };
        Link {
            callee,
            binding: binding.flatten().collect(),
            value,
        }
    }
}

impl Link {
    /// Maps zones of the caller to zones of the callee: those of the dummy arguments, and globals that it touches.
    pub fn seen_by_callee(&self, facts: &Analyses, zones: &ZoneSet) -> ZoneSet {
        let mut zones = zones.clone();
        facts.zones.close(&mut zones);
        let passed = self.binding.iter().chain(&self.value);
        let mut out: ZoneSet = passed.filter(|(_, a)| zones.contains(*a)).map(|b| b.0).collect();
        if let Some(summary) = facts.summaries.get(self.callee) {
            out.extend(zones.iter().filter(|&z| summary.accesses(z)));
        }
        out
    }

    /// Maps zones of the callee to zones of the caller; those of its locals have no counterpart.
    pub fn seen_by_caller(&self, facts: &Analyses, zones: &ZoneSet) -> ZoneSet {
        let mut out = ZoneSet::new();
        let Some(summary) = facts.summaries.get(self.callee) else {
            return out;
        };
        // targets of local pointers of the callee
        let mut zones = zones.clone();
        facts.zones.close(&mut zones);
        for z in zones.iter() {
            if summary.is_interface(z) {
                out.extend(self.binding.iter().filter(|(f, _)| *f == z).map(|(_, a)| *a));
            } else if facts.zones.is_visible_outside(self.callee, z) {
                out.insert(z);
            }
        }
        out
    }
}
