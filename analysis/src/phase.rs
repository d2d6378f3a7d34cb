//! The phases of [`crate::analyse`], for those who measure them.

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
    /// The program summary graph for parameters, built.
    SummaryGraph,
    /// Its solution for KILL.
    Kill,
    /// Its solution for USE.
    Use,
    /// The same for global variables, built and solved.
    Globals,
    /// One table entry a unit.
    Summaries,
    /// What statements do, calls expanded.
    Effects,
    /// Which parts of arrays calls write.
    Sections,
    /// The graph of value flow.
    ValueGraph,
    /// PARAM edges.
    Closure,
    /// What is varied and what is useful.
    Colours,
    /// What the transformation needs besides.
    Demand,
    /// Facts about single statements.
    Points,
}

/// Told when a phase has ended. Those from [`Phase::ValueGraph`] on run beside [`Phase::Effects`] and [`Phase::Sections`] where there are several threads.
pub type Watch<'a> = &'a (dyn Fn(Phase) + Sync);
