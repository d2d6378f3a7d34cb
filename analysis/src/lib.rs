//! Analyses of the intermediate representation.
//!
//! ```text
//! program ── calls ── zones ── code (statements lowered) ── mod_ref ── constants
//!         ── cfgs, without the edges that constants exclude ── mod_ref again ── sweeps ── reaching (chains)
//!         ── psg ── summaries ─┬─ effects ── sections
//!                              └─ activity
//! ```
//!
//! Every analysis is a function from an immutable program and the results of earlier ones to an immutable table keyed
//! by ids. Only [`analyse`] knows the order of the analyses. Analyses see statements only through [`effects`], and
//! memory only through [`zones`]; statement ids must be unique in the program
//! ([`adc_frontend::ir::Program::renumber`]).
//!
//! To add an analysis, write a [`dataflow::Problem`] over the effects of items, or a graph over the [`chains`], in a
//! file of its own, and add a field to [`Analyses`] and a line to [`analyse`]. Facts about calls are in [`summary`].

pub mod activity;
mod asked;
mod bind;
pub mod calls;
pub mod cfg;
pub mod chains;
pub mod code;
pub mod constants;
pub mod dataflow;
pub mod dependence;
mod designator;
pub mod effects;
pub mod head;
pub mod idset;
mod intrinsic;
pub mod linearity;
pub mod lower;
mod mod_ref;
mod outer;
pub mod phase;
pub mod psg;
pub mod reaching;
pub mod sections;
pub mod show;
pub mod sources;
mod storage;
pub mod summary;
pub mod sweeps;
mod types;
pub mod zones;

pub use activity::{Activity, Method, Shadow};
pub use asked::Asked;
pub use calls::CallGraph;
pub use constants::Constants;
pub use designator::{has_deferred_length, path_of};
pub use effects::EffectsTable;
pub use head::{HeadSpec, Heads};
pub use idset::IdSet;
pub use outer::{has_pointers, zones_for};
pub use phase::Phase;
pub use psg::Psg;
pub use reaching::Reaching;
pub use sections::Sections;
pub use summary::Summaries;
pub use sweeps::Sweeps;
pub use zones::{ZoneId, ZoneSet, Zones};

use adc_frontend::ir;
use adc_frontend::parallel;
use mod_ref::ModRef;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Options of the analyses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Method of activity analysis.
    pub activity: Method,
    /// The pointers that code outside of the given files associates share no memory with other variables.
    pub pointers_apart: bool,
}

/// All results.
#[derive(Clone, Debug)]
pub struct Analyses {
    /// Memory.
    pub zones: Zones,
    /// The call graph.
    pub calls: CallGraph,
    /// Integer and logical variables with a single value.
    pub constants: Constants,
    /// Control flow of each unit with a body.
    pub cfgs: BTreeMap<ir::UnitId, cfg::Cfg>,
    /// Reads, writes and calls of each statement, calls not expanded.
    pub code: code::Code,
    /// Arrays that loops overwrite as a whole.
    pub sweeps: Sweeps,
    /// Reaching definitions of each unit.
    pub reaching: Reaching,
    /// The program summary graph.
    pub psg: Psg,
    /// Effects of a call of each unit.
    pub summaries: Summaries,
    /// Effects of each statement, calls included.
    pub effects: EffectsTable,
    /// Parts of arrays that calls may write.
    pub sections: Sections,
    /// Active variables and values.
    pub activity: Activity,
}

impl Analyses {
    /// True if a variable, or the part of one that a designator names, is active.
    pub fn is_active_designator(&self, unit: ir::UnitId, e: &ir::Expr) -> bool {
        let zones = self.zones.of_designator(e);
        e.base_symbol().is_some_and(|s| self.activity.is_active(unit, s))
            && zones.iter().any(|&z| self.activity.zone_is_active(z))
    }

    /// The zones whose values a change of a zone may change.
    pub fn changed_with<'a>(&'a self, zone: &'a ZoneId) -> &'a [ZoneId] {
        match self.activity.is_quiet(*zone) {
            true => std::slice::from_ref(zone),
            false => self.zones.aliases(zone),
        }
    }

    /// Adds to changed zones all that change with them.
    pub fn close_changed(&self, changed: &mut ZoneSet) {
        let own = changed.iter().filter(|&z| !self.activity.is_quiet(z));
        let mut others: ZoneSet = own.collect();
        self.zones.close(&mut others);
        changed.union_with(&others);
    }
}

/// Runs all analyses.
pub fn analyse(program: &ir::Program, heads: &Heads, options: &Options) -> Analyses {
    analyse_watched(program, heads, options, &|_| {})
}

/// Runs all analyses and reports the end of each phase.
pub fn analyse_watched(program: &ir::Program, heads: &Heads, options: &Options, ended: phase::Watch) -> Analyses {
    let calls = CallGraph::build(program);
    ended(Phase::Calls);
    let zones = zones_for(program, &calls, Some(heads).filter(|_| !options.pointers_apart));
    ended(Phase::Zones);
    let code = code::Code::build(program, &zones, &calls);
    ended(Phase::Lowering);
    let everywhere = cfg::build_all(program, &|_| None);
    ended(Phase::ControlFlow);
    let anywhere = ModRef::build(program, &zones, &calls, &everywhere, &code);
    ended(Phase::ModRef);
    let constants = Constants::build(program, heads, &zones, &calls, &code, &anywhere);
    ended(Phase::Constants);
    let cut = AtomicBool::new(false);
    let cfgs = cfg::build_all(program, &|test| {
        let value = constants.decides(program, test);
        cut.fetch_or(value.is_some(), Ordering::Relaxed);
        value
    });
    ended(Phase::ControlFlow);
    let mod_ref = if cut.into_inner() {
        ModRef::build(program, &zones, &calls, &cfgs, &code)
    } else {
        anywhere
    };
    ended(Phase::ModRef);
    let sweeps = Sweeps::build(sweeps::Input {
        program,
        zones: &zones,
        code: &code,
        mod_ref: &mod_ref,
        constants: &constants,
    });
    ended(Phase::Sweeps);
    let reaching = Reaching::build(&zones, &cfgs, &code, &mod_ref, &sweeps);
    ended(Phase::Chains);
    let input = psg::Input {
        program,
        zones: &zones,
        calls: &calls,
        cfgs: &cfgs,
        code: &code,
        mod_ref: &mod_ref,
        reaching: &reaching,
        sweeps: &sweeps,
    };
    let psg = Psg::build(input, ended);
    let summaries = Summaries::build(program, &zones, cfgs.keys().copied(), &mod_ref, &psg);
    ended(Phase::Summaries);
    let effects_and_sections = || {
        let effects = EffectsTable::build(&code, &zones, &summaries);
        ended(Phase::Effects);
        let sections = Sections::build(sections::Input {
            program,
            zones: &zones,
            calls: &calls,
            constants: &constants,
            summaries: &summaries,
            effects: &effects,
        });
        ended(Phase::Sections);
        (effects, sections)
    };
    let input = activity::Input {
        program,
        zones: &zones,
        calls: &calls,
        cfgs: &cfgs,
        code: &code,
        mod_ref: &mod_ref,
        summaries: &summaries,
        reaching: &reaching,
    };
    let activity = || Activity::build(input, heads, options.activity, ended);
    let ((effects, sections), activity) = parallel::join(effects_and_sections, activity);
    Analyses {
        zones,
        calls,
        constants,
        cfgs,
        code,
        sweeps,
        reaching,
        psg,
        summaries,
        effects,
        sections,
        activity,
    }
}
