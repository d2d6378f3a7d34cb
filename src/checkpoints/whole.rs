//! Whole adjoints that were measured: their decisions, with the time and the peak of the tape that belong to them.
//!
//! The model adds up measurements of calls. What it leaves out, such as records of values for earlier code, shows in a
//! whole adjoint. So the peak that was measured last, relative to its estimate, scales all estimates; and a measured
//! adjoint that is faster than the best estimate, within the budget, is the choice.

use super::model::{Decision, Model};
use super::parts::Tree;
use super::profile::{Kind, Profile, Site};

/// An adjoint as it was measured.
pub(super) struct Whole {
    pub decisions: Vec<Decision>,
    pub time: f64,
    pub peak: f64,
}

impl Whole {
    /// The adjoint of a profile; none of `--profile-checkpoints=apart`, whose procedures are split though no call of them
    /// is: nobody runs it so.
    pub fn of(profile: &Profile, tree: &Tree, model: &Model) -> Option<Whole> {
        let is_split = |s: &Site| matches!(s.kind, Kind::Split | Kind::Forced);
        let has_split_call = |callee: &str| profile.sites.iter().any(|s| is_split(s) && s.callee == callee);
        let mut joint = profile.sites.iter().filter(|s| s.kind == Kind::Apart);
        if joint.any(|s| !has_split_call(&s.callee)) {
            return None;
        }
        let decision = |k: usize| {
            let site = profile.sites.iter().find(|s| s.is_same(&tree.calls[k].site));
            let measured = site.map(is_split);
            model.fixed[k].or(measured).or(Some(false))
        };
        Some(Whole {
            decisions: (0..tree.calls.len()).map(decision).collect(),
            time: profile.time(),
            peak: profile.peak(),
        })
    }

    /// The measured peak relative to the estimate of the model, where that is smaller.
    pub fn scale(&self, model: &Model) -> f64 {
        let estimate = model.peak(&self.decisions);
        if estimate > 0.0 {
            (self.peak / estimate).max(1.0)
        } else {
            1.0
        }
    }
}
