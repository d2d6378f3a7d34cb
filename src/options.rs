//! Options of differentiation.

use crate::value::Suffix;
use adc_transform::external::Description;
use adc_transform::{Checkpoints, Fuel, OwnSuffixes};
use std::sync::Arc;

pub use adc_transform::{Checkpoint, Method as Activity, Opt as Optimisation, OptSet as Optimisations, Preaccumulate};

/// The mode of differentiation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Mode {
    /// Tangent: the derivative in one direction.
    Tangent,
    /// Adjoint: the gradient.
    Reverse,
    /// Tangent of the adjoint: the gradient, and the Hessian times a direction.
    Hessian,
    /// The Jacobian, a matrix for each pair of a dependent and an independent.
    Jacobian,
}

impl Mode {
    /// The first differentiation.
    pub(crate) fn first(self) -> adc_transform::Mode {
        match self {
            Mode::Tangent | Mode::Jacobian => adc_transform::Mode::Tangent,
            Mode::Reverse | Mode::Hessian => adc_transform::Mode::Reverse,
        }
    }
}

/// The adjoint that is measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Measure {
    /// That which the other options choose.
    Chosen,
    /// One whose calls are joint, of procedures that are split: it measures what split procedures record, without the
    /// tape of split calls.
    Apart,
}

/// Options of differentiation, of analyses and of plans.
///
/// ```
/// let mut options = adc::Options::default();
/// options.checkpoint = adc::Checkpoint::None;
/// options.optimisations = options.optimisations.without(adc::Optimisation::Inline);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Suffix of adjoint procedures; without its underscore, of adjoint variables.
    pub suffix_reverse: Suffix,
    /// Suffix of tangent procedures; without its underscore, of tangent variables.
    pub suffix_tangent: Suffix,
    /// Suffix of adjoint procedures for many weights.
    pub suffix_vector_reverse: Suffix,
    /// Suffix of tangent procedures for many directions.
    pub suffix_vector_tangent: Suffix,
    /// Suffix of adjoint variables; `None` for that of adjoint procedures without its underscore.
    pub suffix_reverse_variables: Option<Suffix>,
    /// Suffix of tangent variables; `None` for that of tangent procedures without its underscore.
    pub suffix_tangent_variables: Option<Suffix>,
    /// Suffix of modules with adjoints; `None` for that of adjoint procedures.
    pub suffix_reverse_modules: Option<Suffix>,
    /// Suffix of modules with tangents; `None` for that of tangent procedures.
    pub suffix_tangent_modules: Option<Suffix>,
    /// Derivatives in many directions, or for many weights, in one call.
    pub vector: bool,
    /// The constant number of directions, or weights, for which code is generated, with `vector`: `foo_dv8`, say, and a
    /// driver `foo_dv` for any number.
    pub directions: Option<u16>,
    /// Suffix of second derivatives.
    pub suffix_hessian: Suffix,
    /// Suffix of Jacobians, `_j`.
    pub suffix_jacobian: Suffix,
    /// Suffix of sparse Jacobians, `_js`.
    pub suffix_sparse_jacobian: Suffix,
    /// A Jacobian stores its nonzeros alone.
    pub sparse: bool,
    /// A sparse Jacobian comes with an adjoint for many weights, and computes rows by it where that is cheaper.
    pub bidirectional: bool,
    /// Suffix of sparse Hessians, `_hs`.
    pub suffix_sparse_hessian: Suffix,
    /// In place of products of the Hessian with directions, its nonzeros.
    pub sparse_hessian: bool,
    /// The activity analysis.
    pub activity: Activity,
    /// The calls that save a snapshot and run again in the reverse sweep, instead of recording.
    pub checkpoint: Checkpoint,
    /// Adjoints measure their calls, and the program writes what [`Profile`](crate::Profile) reads.
    pub profile_checkpoints: Option<Measure>,
    /// Bytes that the tape may take: calls are split for the least time within them. Without it, calls are split for the
    /// least time within 256 MB, as far as that can be estimated.
    pub memory_budget: Option<u64>,
    /// Values of integer variables and components by which sizes are estimated: `n`, `mesh%nrow`. Others are taken
    /// as 100.
    pub assume: Vec<(String, i64)>,
    /// The optimisations that are switched on.
    pub optimisations: Optimisations,
    /// The sequences of assignments that are differentiated by their local Jacobian, if that optimisation is on.
    pub preaccumulate: Preaccumulate,
    /// Stop optimising after this number of applications. Then everything runs on one thread, and [`FuelReport`]
    /// describes the applications.
    ///
    /// [`FuelReport`]: crate::FuelReport
    pub fuel: Option<usize>,
    /// Write several derivatives of a procedure if calls pass different active arguments, one per pattern.
    pub specialize: bool,
    /// Derivatives state the interfaces of what they call: of derivatives that are external procedures, and by USE of
    /// the runtime's modules. Each file has a module with the interfaces of its external derivatives.
    pub interfaces: bool,
    /// Omit statements that only the original results need; these results are then undefined.
    pub derivative_only: bool,
    /// Input into an active variable is a warning instead of an error; the value read has derivative zero.
    pub active_io: bool,
    /// Files do not change during the run: procedures that open, read and close a file may run twice.
    pub input_repeatable: bool,
    /// Pointers that code outside of the program associates share no memory with other variables. Otherwise any two with
    /// fitting types may share memory, and so may each of them and a target that such code can name.
    pub pointers_apart: bool,
    /// Directives of OpenMP for loops of derivatives that stem from loops without directives, where it is proved that
    /// their iterations are independent.
    pub add_openmp: bool,
    /// Derivative procedures stop with a message where the original reads from a file or a terminal.
    pub stop_on_input: bool,
    /// Procedures without source and description that are assumed irrelevant to derivatives; `all`: every one.
    pub assume_passive: Vec<String>,
    /// Other procedures without source and description are assumed to access their arguments only, with a warning for
    /// each. Otherwise they may access all COMMON blocks and module variables, which can be an error.
    pub assume_local: bool,
    /// Derivatives of heads have idle arguments where those of Tapenade have shadows of passive arguments.
    pub tapenade_shadows: bool,
    /// Branches and short integers are recorded with procedures of the tape that Tapenade's library has, too.
    pub tapenade_tape: bool,
    /// Procedures of which all calls are split, as with `!$adc nocheckpoint` before them.
    pub split_procedures: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            suffix_reverse: Suffix::reverse(),
            suffix_tangent: Suffix::tangent(),
            suffix_vector_reverse: Suffix::vector_reverse(),
            suffix_vector_tangent: Suffix::vector_tangent(),
            suffix_reverse_variables: None,
            suffix_tangent_variables: None,
            suffix_reverse_modules: None,
            suffix_tangent_modules: None,
            vector: false,
            directions: None,
            suffix_hessian: Suffix::hessian(),
            suffix_jacobian: Suffix::jacobian(),
            suffix_sparse_jacobian: Suffix::sparse_jacobian(),
            sparse: false,
            bidirectional: false,
            suffix_sparse_hessian: Suffix::sparse_hessian(),
            sparse_hessian: false,
            activity: Activity::default(),
            checkpoint: Checkpoint::default(),
            profile_checkpoints: None,
            memory_budget: None,
            assume: vec![],
            optimisations: Optimisations::ALL,
            preaccumulate: Preaccumulate::default(),
            fuel: None,
            specialize: false,
            interfaces: false,
            derivative_only: false,
            active_io: false,
            input_repeatable: false,
            pointers_apart: false,
            add_openmp: false,
            stop_on_input: false,
            assume_passive: vec![],
            assume_local: false,
            tapenade_shadows: false,
            tapenade_tape: false,
            split_procedures: vec![],
        }
    }
}

impl Options {
    /// The options as [`adc_transform`] takes them, with the descriptions of a program and its checkpoints from a file.
    pub(crate) fn with(&self, external: &[Description], checkpoints: &Checkpoints) -> adc_transform::Options {
        adc_transform::Options {
            parallel: true,
            add_parallel: self.add_openmp,
            suffix_tangent: self.suffix_tangent.to_string(),
            suffix_reverse: self.suffix_reverse.to_string(),
            suffix_vector_tangent: self.suffix_vector_tangent.to_string(),
            suffix_vector_reverse: self.suffix_vector_reverse.to_string(),
            own_tangent: own(&self.suffix_tangent_variables, &self.suffix_tangent_modules),
            own_reverse: own(&self.suffix_reverse_variables, &self.suffix_reverse_modules),
            vector: self.vector,
            jacobian: None,
            weights: None,
            contracted: vec![],
            suffix_pattern: "_p".into(),
            suffix_jacobian: match self.sparse {
                true => self.suffix_sparse_jacobian.to_string(),
                false => self.suffix_jacobian.to_string(),
            },
            directions: self.directions.filter(|&n| n > 0),
            unit_suffix: None,
            activity: self.activity,
            optimisations: self.optimisations,
            polish: true,
            fuel: self.fuel.map(|n| Arc::new(Fuel::new(n))),
            specialize: self.specialize,
            interfaces: self.interfaces,
            per_source: false,
            enlarge: vec![],
            checkpoint: self.checkpoint,
            checkpoints: checkpoints.clone(),
            measured: None,
            memory_budget: self.memory_budget,
            assume: self.assume.clone(),
            preaccumulate: self.preaccumulate,
            derivative_only: self.derivative_only,
            active_io: self.active_io,
            input_repeatable: self.input_repeatable,
            pointers_apart: self.pointers_apart,
            stop_on_input: self.stop_on_input,
            external: external.to_vec(),
            assume_passive: self.assume_passive.clone(),
            assume_local: self.assume_local,
            tapenade_shadows: self.tapenade_shadows,
            tapenade_tape: self.tapenade_tape,
            split_procedures: self.split_procedures.clone(),
        }
    }

    /// The suffix of derivative procedures.
    #[must_use]
    pub fn suffix(&self, mode: Mode) -> &Suffix {
        match (mode, self.vector) {
            (Mode::Hessian, _) if self.sparse_hessian => &self.suffix_sparse_hessian,
            (Mode::Hessian, _) => &self.suffix_hessian,
            (Mode::Jacobian, _) if self.sparse => &self.suffix_sparse_jacobian,
            (Mode::Jacobian, _) => &self.suffix_jacobian,
            (Mode::Reverse, false) => &self.suffix_reverse,
            (Mode::Reverse, true) => &self.suffix_vector_reverse,
            (Mode::Tangent, false) => &self.suffix_tangent,
            (Mode::Tangent, true) => &self.suffix_vector_tangent,
        }
    }

    /// The number of threads: optimisations have a definite order only on one.
    pub(crate) fn threads(&self) -> Option<usize> {
        self.fuel.map(|_| 1)
    }
}

fn own(shadows: &Option<Suffix>, modules: &Option<Suffix>) -> OwnSuffixes {
    OwnSuffixes {
        shadows: shadows.as_ref().map(Suffix::to_string),
        modules: modules.as_ref().map(Suffix::to_string),
    }
}
