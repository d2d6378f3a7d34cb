//! Calls in their contexts, with what was measured.

use super::profile::Site;

/// A call of the text, in all profiles.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub site: Site,
    /// Some profile says that nothing can be chosen for it.
    pub is_fixed: bool,
}

/// A call in its context.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub call: usize,
    pub parent: Option<usize>,
    pub joint: Option<Measured>,
    pub split: Option<Measured>,
    /// It is in a cycle of recursive calls, or called from one.
    pub is_cyclic: bool,
}

/// Measurements of a part. Amounts are for one run of the parent, times for one run of the head.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    /// Runs in the forward sweep of the parent.
    pub runs: f64,
    /// Bytes that are saved before these.
    pub snapshots: f64,
    pub largest_snapshot: f64,
    /// It also runs in the reverse sweep of the parent.
    pub is_late: bool,
    pub own: f64,
    /// The largest amount of own records relative to the mean.
    pub spread: f64,
    pub around: f64,
    /// Bytes that the reverse sweep adds apart from calls.
    pub rest: f64,
    /// Seconds of both sweeps without calls; of a joint call, with the run of the primal and the snapshot.
    pub time: f64,
    /// Not measured as it would be: it stands in until there is something better.
    pub stands_in: bool,
}

/// All calls in all contexts. Parents come before their children.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub calls: Vec<Call>,
    pub parts: Vec<Part>,
}
