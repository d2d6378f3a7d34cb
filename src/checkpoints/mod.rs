//! Chooses checkpoints from measurements: which calls of an adjoint are split, for the least time within the memory that
//! its tape may take.
//!
//! An adjoint that `--profile-checkpoints` generates writes a tree of calling contexts. Each node is a call, reached by
//! one chain of calls from a head. Several runs of differently generated adjoints measure the same calls joint and
//! split ([`tree`] joins them).
//!
//! **Time**, of one gradient. Whatever is chosen, each forward sweep with recording and each reverse sweep of a
//! procedure runs once for each run of the primal. A joint call adds a run of the primal, with its snapshot:
//!
//! ```text
//! time = sum over calls of (split: sweeps(split);
//!                           joint: sweeps(joint) + run of the primal + snapshot saved and restored)
//! ```
//!
//! `sweeps` are the two sweeps of the callee without what belongs to the calls in it. They differ: a split procedure
//! records on the tape what a joint one may hold in variables and arrays, or avoid by another way to run a loop. The run
//! of the primal contains what it calls. So a joint call in a joint call counts in both: it runs three times (Dauvergne
//! and Hascoët, *The Data-Flow Equations of Checkpointing in Reverse Automatic Differentiation*, 2006; Griewank and
//! Walther, *Evaluating Derivatives*, chapter 12: reversal of call trees). And the time is a sum over calls: savings of
//! splitting add up.
//!
//! **Memory**, for a node `p` with calls `c`, `n(c)` of them for each run of `p`:
//!
//! ```text
//! records(p) = own(p) + sum of n(c)·(joint: snapshot(c); split: records(c) + what is saved before the call)
//! extra(p)   = max of around(c) + (joint: peak(c); split: extra(c)), and what else the measured reverse sweep added
//! peak(p)    = records(p)·(largest own(p) / mean own(p)) + extra(p)
//! ```
//!
//! `own(p)`: bytes that the forward sweep of `p` records apart from its calls; `around(c)`: those pushed around the
//! adjoint of a call. Sums use means over the runs of `p`, peaks use maxima. The budget bounds the peak of each head.
//!
//! **Choice.** One decision for each call of the text, which may have several nodes. With few calls, branch and bound
//! finds the optimum: a bound on the peak takes for each open call the smaller amount of records and of extra bytes,
//! and a bound on the time assumes that each of them saves what it can. With many calls, it stops after
//! [`choose::WORK`] steps and keeps the best choice, at least that of the greedy one, which splits the call with the
//! largest saving per byte. A call that saves less than [`choose::LEAST`] of the time stays joint unless the tape needs it.
//!
//! **Whole adjoints.** What a split procedure records depends on the calls before it, too, since earlier code needs values
//! that it overwrites. The model ignores that. A run of the chosen adjoint measures it as it is ([`whole`]): its peak
//! scales later estimates, and the fastest adjoint that was measured is chosen if no estimate is better.

mod choose;
mod model;
mod parts;
mod profile;
mod tree;
mod whole;
mod write;

pub use choose::Choice;
pub use profile::Profile;
