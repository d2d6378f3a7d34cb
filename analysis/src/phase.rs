//! The phases of [`crate::analyse`], for measurements.

/// A phase, in the order of runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// The call graph.
    Calls,
    /// Memory: COMMON, EQUIVALENCE, aliases.
    Zones,
    /// Control-flow graphs.
    ControlFlow,
    /// Statements to reads, writes and calls.
    Lowering,
    /// MOD and REF.
    ModRef,
    /// Variables with one value.
    Constants,
    /// Arrays that loops overwrite as a whole.
    Sweeps,
    /// Reaching definitions.
    Chains,
    /// Construction of the program summary graph for parameters.
    SummaryGraph,
    /// Its solution for KILL.
    Kill,
    /// Its solution for USE.
    Use,
    /// The same for global variables, construction and solution.
    Globals,
    /// One table entry a unit.
    Summaries,
    /// Effects of statements, calls expanded.
    Effects,
    /// Sections of arrays that calls write.
    Sections,
    /// The graph of value flow.
    ValueGraph,
    /// PARAM edges.
    Closure,
    /// Varied and useful values.
    Colours,
    /// Further needs of the transformation.
    Demand,
    /// Facts about single statements.
    Points,
}

/// Called at the end of a phase. The phases from [`Phase::ValueGraph`] on run in parallel to [`Phase::Effects`] and
/// [`Phase::Sections`] if there are several threads.
pub type Watch<'a> = &'a (dyn Fn(Phase) + Sync);
