//! Chooses checkpoints from measurements: which calls of an adjoint are split, for the least time within the memory that
//! its tape may take.
//!
//! The adjoint that `--profile-checkpoints` generates writes a tree of calling contexts. Each node is a call `c`, reached
//! by one chain of calls from a head. For it, the run measured
//!
//! * `T(c)`: the time of all runs of the primal there, and of saving their snapshots;
//! * `snapshot(c)`: the bytes that its caller saves before it;
//! * `own(c)`: the bytes that its forward sweep records, without snapshots and recordings of the calls in it;
//! * `around(c)`: the bytes that are pushed around its adjoint; `during(c)`: those that its reverse sweep adds.
//!
//! **Time.** Whatever is chosen, each forward sweep with recording and each reverse sweep runs once for each run of the
//! primal. A joint call adds a run of the primal, and nothing else:
//!
//! ```text
//! time = constant + sum over joint calls c of (T(c) + time to save and restore its snapshot)
//! ```
//!
//! `T(c)` contains what the primal calls. So a joint call in a joint call counts in both: it runs three times (Dauvergne
//! and Hascoët, *The Data-Flow Equations of Checkpointing in Reverse Automatic Differentiation*, 2006; Griewank and
//! Walther, *Evaluating Derivatives*, chapter 12: reversal of call trees). And the savings of splitting add up. A split
//! call moves its records to memory and back, which costs [`model::MOVE`] per byte.
//!
//! **Memory**, for a node `p` with calls `c`, `n(c)` of them for each run of `p`:
//!
//! ```text
//! records(p) = own(p) + sum of n(c)·(joint: snapshot(c); split: records(c))
//! extra(p)   = max of around(c) + (joint: peak(c); split: extra(c)), and what else the measured reverse sweep added
//! peak(p)    = records(p)·(largest own(p) / mean own(p)) + extra(p)
//! ```
//!
//! Sums use means over the runs of `p`, peaks use maxima. The budget bounds the peak of each head.
//!
//! **Choice.** One decision for each call of the text, which may have several nodes. With few calls, branch and bound
//! finds the optimum: a bound on the peak takes for each open call the smaller amount of records and of extra bytes,
//! and a bound on the time assumes that all of them are split. With many calls, it stops after [`choose::WORK`] steps and
//! keeps the best choice, at least that of the greedy one, which splits the call with the largest saving per byte.
//!
//! Ignored: a split procedure may record values that its caller saved before, since earlier code needs them. Measure
//! again with the chosen file (`--profile-checkpoints --checkpoints FILE`): split calls are then measured as they are.

mod choose;
mod model;
mod profile;
mod write;

pub use choose::Choice;
pub use profile::Profile;
