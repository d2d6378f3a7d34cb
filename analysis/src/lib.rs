//! From the intermediate representation to facts about it.
//!
//! ```text
//! program ─┬─ calls ── zones ── code (statements lowered) ── summaries ── effects ── activity
//!          └─ cfgs ─────────────────────────────────────────┘ (dataflow)
//! ```
//!
//! Every analysis is a function from an immutable program and the results of earlier ones to an immutable table keyed by ids. The order of runs stands in one
//! place, [`analyse`]. Analyses see statements only through [`effects`], and memory only through [`zones`]; statement ids must be unique in the
//! program ([`adc_frontend::ir::Program::renumber`]).
//!
//! A further analysis is a [`dataflow::Problem`] over the effects of items, or a graph over zones and items, in a file of its own; a field in
//! [`Analyses`]; a line in [`analyse`]. What it needs of calls it finds in [`summary`], which is the one interprocedural fixpoint so far.

pub mod activity;
mod activity_flow;
mod alias;
mod bind;
pub mod calls;
pub mod cfg;
mod cfg_build;
pub mod dataflow;
pub mod depend;
pub mod effects;
pub mod head;
pub mod idset;
mod intrinsic;
pub mod lower;
mod lower_expr;
pub mod show;
mod storage;
pub mod summary;
mod types;
pub mod zones;

pub use activity::Activity;
pub use calls::CallGraph;
pub use effects::EffectsTable;
pub use head::HeadSpec;
pub use idset::IdSet;
pub use summary::Summaries;
pub use zones::{ZoneId, ZoneSet, Zones};

use adc_frontend::ir;
use std::collections::BTreeMap;

/// Which analyses run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Activity analysis; without it everything that can carry a derivative does.
    pub activity: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { activity: true }
    }
}

/// All results.
#[derive(Clone, Debug)]
pub struct Analyses {
    /// Memory.
    pub zones: Zones,
    /// Who calls whom.
    pub calls: CallGraph,
    /// Control flow of each unit with a body.
    pub cfgs: BTreeMap<ir::UnitId, cfg::Cfg>,
    /// Reads, writes and calls of each statement, calls not expanded.
    pub code: effects::Code,
    /// What a call of each unit does.
    pub summaries: Summaries,
    /// What each statement does, calls included.
    pub effects: EffectsTable,
    /// What is active.
    pub activity: Activity,
}

/// Runs all analyses.
pub fn analyse(program: &ir::Program, head: &HeadSpec, options: &Options) -> Analyses {
    let calls = CallGraph::build(program);
    let zones = Zones::build(program, &calls);
    let cfgs = cfg::build_all(program);
    let code = effects::Code::build(program, &zones, &calls);
    let summaries = Summaries::build(program, &zones, &calls, &cfgs, &code);
    let effects = EffectsTable::build(&code, &zones, &summaries);
    let input = activity_flow::Input {
        program,
        zones: &zones,
        summaries: &summaries,
        code: &code,
        effects: &effects,
        cfgs: &cfgs,
    };
    let activity = Activity::build(input, &calls, head, options);
    Analyses {
        zones,
        calls,
        cfgs,
        code,
        summaries,
        effects,
        activity,
    }
}
