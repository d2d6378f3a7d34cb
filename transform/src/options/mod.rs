//! What a user chooses: the mode, what is switched on, how things are called.

pub(crate) mod description;
pub(crate) mod mode;
mod optimisations;

use crate::options::description::Description;
pub use adc_analysis::Method;
pub use optimisations::{Application, Fuel, Opt, OptSet};
use std::sync::Arc;

/// Which calls are joint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Checkpoint {
    /// All, but those that directives ask to split.
    Calls,
    /// None, if it can be helped.
    None,
    /// Those of procedures that record more than a snapshot holds.
    #[default]
    Auto,
}

/// Choices that change the generated code.
#[derive(Clone, Debug)]
pub struct Options {
    /// Suffix of tangent procedures; without its underscore, of tangent variables.
    pub suffix_tangent: String,
    /// Suffix of adjoint procedures; without its underscore, of adjoint variables.
    pub suffix_reverse: String,
    /// Activity analysis.
    pub activity: Method,
    /// What is switched on.
    pub optimisations: OptSet,
    /// How often optimisations are applied, where there is a limit.
    pub fuel: Option<Arc<Fuel>>,
    /// A derivative for each pattern of active arguments that a procedure is called with, rather than one for all.
    pub specialize: bool,
    /// Which calls are joint.
    pub checkpoint: Checkpoint,
    /// Original results are not wanted: what only they need is left out.
    pub derivative_only: bool,
    /// Input into variables that carry a derivative is a warning, and the derivative zero from there.
    pub active_io: bool,
    /// Files do not change during the run: what opens, reads and closes them may run again.
    pub input_repeatable: bool,
    /// Derivative procedures stop where they would read from a file.
    pub stop_on_input: bool,
    /// What is known of procedures whose source is not given.
    pub external: Vec<Description>,
    /// Procedures without source and description that are taken to do nothing that matters to derivatives; `all`: each.
    pub assume_passive: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            suffix_tangent: "_d".into(),
            suffix_reverse: "_b".into(),
            activity: Method::default(),
            optimisations: OptSet::ALL,
            fuel: None,
            specialize: false,
            checkpoint: Checkpoint::default(),
            derivative_only: false,
            active_io: false,
            input_repeatable: false,
            stop_on_input: false,
            external: vec![],
            assume_passive: vec![],
        }
    }
}
