//! The choices of a user: the mode, the optimisations, the names.

mod checkpoints;
pub(crate) mod description;
pub(crate) mod mode;
mod optimisations;

use crate::options::description::Description;
use crate::options::mode::Mode;
pub use adc_analysis::Method;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::{Program, Unit, UnitId};
pub use checkpoints::{Checkpoints, Chosen, Measured, Site};
pub use optimisations::{Application, Fuel, Opt, OptSet};
use std::fmt;
use std::sync::Arc;

/// The calls that are joint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Checkpoint {
    /// All, except those that directives request to split.
    Calls,
    /// None, if possible.
    None,
    /// Those of procedures that record more than the size of a snapshot.
    #[default]
    Auto,
}

/// The sequences of assignments that are preaccumulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Preaccumulate {
    /// All, whatever it costs.
    Always,
    /// Those that cost less then.
    #[default]
    Auto,
}

/// The form of a Jacobian.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Jacobian {
    /// A matrix for each dependent and independent.
    Dense,
    /// The nonzeros of one matrix, by coloured directions.
    Sparse,
    /// The nonzeros of a Hessian: the Jacobian of a gradient, which is symmetric.
    Hessian,
}

/// An adjoint for many weights that a sparse Jacobian may call, beside its tangent. It is among the sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Its name.
    pub procedure: ProcedureName,
    /// Independents and dependents, and the arguments that are their shadows.
    pub shadows: Vec<(String, String)>,
}

/// A procedure of a module, or an external one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcedureName {
    /// Its name.
    pub name: String,
    /// The module that contains it.
    pub module: Option<String>,
}

impl ProcedureName {
    /// The name of a unit.
    pub fn of(program: &Program, unit: UnitId) -> ProcedureName {
        let unit = &program.units[unit];
        ProcedureName {
            name: unit.name.to_string(),
            module: unit.parent.map(|p| program.units[p].name.to_string()),
        }
    }

    /// The unit in a program.
    pub fn find(&self, program: &Program) -> Option<UnitId> {
        let module = |u: &Unit| u.parent.map(|p| fold(&program.units[p].name));
        let is_it = |u: &Unit| {
            u.is_definition() && fold(&u.name) == fold(&self.name) && module(u) == self.module.as_deref().map(fold)
        };
        program.units.iter().find(|(_, u)| is_it(u)).map(|(u, _)| u)
    }
}

impl fmt::Display for ProcedureName {
    /// As in a head: `module%procedure`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let module = self.module.iter().map(|m| format!("{m}%")).collect::<String>();
        write!(f, "{module}{}", self.name)
    }
}

/// A procedure whose calls may become calls of its Jacobian: few scalars carry derivatives in and out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contractible {
    /// The procedure.
    pub procedure: ProcedureName,
    /// Names of the scalars that carry derivatives out.
    pub dependents: Vec<String>,
    /// Names of the scalars that carry derivatives in.
    pub independents: Vec<String>,
    /// Where the calls begin in the sources.
    pub sites: Vec<u32>,
}

/// Calls that become calls of a Jacobian, which is among the sources: see [`crate::normalize::contracted`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contracted {
    /// What is called.
    pub of: Contractible,
    /// The Jacobian. Its last arguments are the partial derivatives, by dependents and then by independents.
    pub jacobian: ProcedureName,
}

/// The suffix of derivative procedures, modules and COMMON blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitSuffix {
    /// The suffix.
    pub suffix: String,
    /// A suffix of primal units that it replaces, and the replacement: names of second derivatives come from those of
    /// adjoints.
    pub instead_of: Option<(String, String)>,
}

impl UnitSuffix {
    /// A suffix that is appended to all names.
    pub fn plain(suffix: impl Into<String>) -> UnitSuffix {
        UnitSuffix {
            suffix: suffix.into(),
            instead_of: None,
        }
    }
}

/// The suffixes of names that need not follow those of procedures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnSuffixes {
    /// That of shadows; `None`: that of procedures without its underscore.
    pub shadows: Option<String>,
    /// That of modules; `None`: that of procedures.
    pub modules: Option<String>,
}

/// Choices that change the generated code.
#[derive(Clone, Debug)]
pub struct Options {
    /// Suffix of tangent procedures; without its underscore, of tangent variables.
    pub suffix_tangent: String,
    /// Suffix of adjoint procedures; without its underscore, of adjoint variables.
    pub suffix_reverse: String,
    /// Suffix of tangent procedures for many directions.
    pub suffix_vector_tangent: String,
    /// Suffix of adjoint procedures for many weights.
    pub suffix_vector_reverse: String,
    /// Suffixes of the other names of tangents.
    pub own_tangent: OwnSuffixes,
    /// Suffixes of the other names of adjoints.
    pub own_reverse: OwnSuffixes,
    /// Suffix of derivative units, if it is not that of the mode.
    pub unit_suffix: Option<UnitSuffix>,
    /// Activity analysis.
    pub activity: Method,
    /// The optimisations that are switched on.
    pub optimisations: OptSet,
    /// Generated sweeps are polished; false only to see what polish begins with.
    pub polish: bool,
    /// The limit on applications of optimisations, if there is one.
    pub fuel: Option<Arc<Fuel>>,
    /// Generate a derivative for each pattern of active arguments in calls of a procedure, instead of one for all.
    pub specialize: bool,
    /// Derivatives know the interfaces of all derivatives and of the runtime's procedures that they call.
    pub interfaces: bool,
    /// The derivatives of each source stand in a file of their own.
    pub per_source: bool,
    /// Modules that are written again, whether derivatives need private entities of them or not.
    pub enlarge: Vec<SmolStr>,
    /// The calls that are joint.
    pub checkpoint: Checkpoint,
    /// The calls for which a file chooses. Directives in the source, and a `checkpoint` other than the default, come
    /// before it.
    pub checkpoints: Checkpoints,
    /// Adjoints measure these calls.
    pub measured: Option<Arc<Measured>>,
    /// Bytes that the tape may take, if the user limits it.
    pub memory_budget: Option<u64>,
    /// Values of integer variables and components that estimates of sizes assume, by their names.
    pub assume: Vec<(String, i64)>,
    /// The sequences of assignments that are preaccumulated, if the optimisation is switched on.
    pub preaccumulate: Preaccumulate,
    /// Primal results are not wanted: statements that only they need are omitted.
    pub derivative_only: bool,
    /// Input into variables that carry a derivative is only a warning, and the derivative is zero from there.
    pub active_io: bool,
    /// Files do not change during the run: statements that open, read and close them may run again.
    pub input_repeatable: bool,
    /// Pointers that code outside of the given files associates share no memory with other variables.
    pub pointers_apart: bool,
    /// Derivative procedures stop where they would read from a file.
    pub stop_on_input: bool,
    /// Descriptions of procedures without source.
    pub external: Vec<Description>,
    /// Threads share the loops of derivatives that stem from parallel loops.
    pub parallel: bool,
    /// Loops without directives count as parallel, too, if it is proved that their iterations are independent.
    pub add_parallel: bool,
    /// Derivatives for many directions, or weights, at once: see [`crate::directions`].
    pub vector: bool,
    /// The whole Jacobian, in place of the tangent.
    pub jacobian: Option<Jacobian>,
    /// What a sparse Jacobian calls for rows.
    pub weights: Option<Weights>,
    /// Calls that become calls of Jacobians.
    pub contracted: Vec<Contracted>,
    /// Suffix of Jacobians.
    pub suffix_jacobian: String,
    /// Suffix of the patterns of sparse Jacobians.
    pub suffix_pattern: String,
    /// A constant number of these directions.
    pub directions: Option<u16>,
    /// Procedures without source and description that are assumed irrelevant to derivatives; `all`: every one.
    pub assume_passive: Vec<String>,
    /// Other such procedures access their arguments only; otherwise they may access all COMMON blocks and modules.
    pub assume_local: bool,
    /// Derivatives of heads have the shadows that Tapenade gives them beside those of independents and dependents: see
    /// [`crate::context::tapenade`].
    pub tapenade_shadows: bool,
    /// Integers that are shorter than four bytes, and numbers of branches, are recorded in four bytes, as Tapenade's
    /// library has no shorter ones.
    pub tapenade_tape: bool,
    /// Procedures of which all calls are split, as with a directive before them.
    pub split_procedures: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            suffix_tangent: "_d".into(),
            suffix_reverse: "_b".into(),
            suffix_vector_tangent: "_dv".into(),
            suffix_vector_reverse: "_bv".into(),
            own_tangent: OwnSuffixes::default(),
            own_reverse: OwnSuffixes::default(),
            unit_suffix: None,
            activity: Method::default(),
            optimisations: OptSet::ALL,
            polish: true,
            fuel: None,
            specialize: false,
            interfaces: false,
            per_source: false,
            enlarge: vec![],
            checkpoint: Checkpoint::default(),
            checkpoints: Checkpoints::default(),
            measured: None,
            memory_budget: None,
            assume: vec![],
            preaccumulate: Preaccumulate::default(),
            derivative_only: false,
            active_io: false,
            input_repeatable: false,
            pointers_apart: false,
            stop_on_input: false,
            parallel: true,
            add_parallel: false,
            vector: false,
            jacobian: None,
            weights: None,
            contracted: vec![],
            suffix_jacobian: "_j".into(),
            suffix_pattern: "_p".into(),
            directions: None,
            external: vec![],
            assume_passive: vec![],
            assume_local: false,
            tapenade_shadows: false,
            tapenade_tape: false,
            split_procedures: vec![],
        }
    }
}

impl Options {
    /// True if procedures are split for their sweeps to be measured, though their calls are joint.
    pub(crate) fn measures_apart(&self) -> bool {
        self.measured.as_ref().is_some_and(|m| m.apart)
    }

    /// The choice of a file for the call at a place. An option for all calls comes before it.
    pub(crate) fn chosen_at(&self, place: u32) -> Option<Chosen> {
        let is_open = self.checkpoint == Checkpoint::Auto;
        is_open.then(|| self.checkpoints.at(place)).flatten()
    }

    /// Suffix of hand-written derivatives; without its underscore, of shadows.
    pub(crate) fn suffix(&self, mode: Mode) -> &str {
        match mode {
            Mode::Tangent => &self.suffix_tangent,
            Mode::Reverse => &self.suffix_reverse,
        }
    }

    fn own(&self, mode: Mode) -> &OwnSuffixes {
        match mode {
            Mode::Tangent => &self.own_tangent,
            Mode::Reverse => &self.own_reverse,
        }
    }

    /// Suffix of generated shadows.
    pub(crate) fn suffix_of_shadows(&self, mode: Mode) -> &str {
        let own = self.own(mode).shadows.as_deref();
        own.unwrap_or_else(|| self.suffix(mode).trim_start_matches('_'))
    }

    /// True if the head is to become one graph.
    pub(crate) fn is_jacobian_by_elimination(&self) -> bool {
        self.jacobian == Some(Jacobian::Dense) && !self.vector
    }

    /// True if a Jacobian has its nonzeros alone.
    pub(crate) fn is_sparse(&self) -> bool {
        matches!(self.jacobian, Some(Jacobian::Sparse | Jacobian::Hessian))
    }

    /// True for the Jacobian of a gradient.
    pub(crate) fn is_hessian(&self) -> bool {
        self.jacobian == Some(Jacobian::Hessian)
    }

    /// What may exist where the nonzeros alone cannot be had.
    pub(crate) fn instead_of_sparse(&self) -> &'static str {
        match self.is_hessian() {
            true => "use `--hessian`",
            false => "use `--jacobian=dense`",
        }
    }

    /// True if the rows of a sparse Jacobian are to be stored where their dependents are computed.
    pub(crate) fn is_jacobian_by_rows(&self) -> bool {
        self.is_sparse() && !self.vector
    }

    /// Suffix of derivatives in many directions.
    pub(crate) fn suffix_of_vectors(&self, mode: Mode) -> &str {
        match mode {
            Mode::Tangent => &self.suffix_vector_tangent,
            Mode::Reverse => &self.suffix_vector_reverse,
        }
    }

    /// Suffix of generated units.
    pub(crate) fn suffix_of_units(&self, mode: Mode) -> UnitSuffix {
        let plain = match (mode, self.vector) {
            (Mode::Tangent, false) if self.jacobian.is_some() => &self.suffix_jacobian,
            (_, false) => self.suffix(mode),
            (_, true) => self.suffix_of_vectors(mode),
        };
        self.unit_suffix.clone().unwrap_or_else(|| UnitSuffix::plain(plain))
    }

    /// Suffix of generated modules.
    pub(crate) fn suffix_of_modules(&self, mode: Mode) -> UnitSuffix {
        match (&self.unit_suffix, &self.own(mode).modules) {
            (None, Some(own)) => UnitSuffix::plain(own),
            (Some(_), _) | (None, None) => self.suffix_of_units(mode),
        }
    }
}
