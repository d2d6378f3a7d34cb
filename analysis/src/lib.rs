//! From the intermediate representation to facts about it.
//!
//! ```text
//! program ─ zones ─ calls ─ effects of statements ─ summaries of units ─ activity
//!                    cfg ─ dataflow ┘
//! ```
//!
//! Every analysis is a function from an immutable program and the results of earlier ones to an immutable table keyed by ids. The order of runs stands in one
//! place, [`analyse`]. Analyses see statements only through [`effects`], and memory only through [`zones`]; statement ids must be unique in the
//! program ([`adc_frontend::ir::Program::renumber`]).

pub mod activity;
pub mod calls;
pub mod cfg;
pub mod head;
pub mod idset;
pub mod summary;
pub mod zones;

pub use activity::Activity;
pub use calls::CallGraph;
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
    /// What a call of each unit does.
    pub summaries: Summaries,
    /// What is active.
    pub activity: Activity,
    /// Control flow of each unit with a body.
    pub cfgs: BTreeMap<ir::UnitId, cfg::Cfg>,
}

/// Runs all analyses.
pub fn analyse(program: &ir::Program, head: &HeadSpec, options: &Options) -> Analyses {
    let zones = Zones::build(program);
    let calls = CallGraph::build(program);
    let cfgs = cfg::build_all(program);
    let summaries = Summaries::build(program, &zones, &calls, &cfgs);
    let activity = Activity::build(program, &zones, &calls, &summaries, &cfgs, head, options);
    Analyses {
        zones,
        calls,
        summaries,
        activity,
        cfgs,
    }
}
