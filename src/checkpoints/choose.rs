//! Chooses by branch and bound: see [`super`].

use super::model::{Decision, Model};
use super::profile::{Kind, Profile};

/// Steps of estimates after which the search ends.
pub(super) const WORK: usize = 200_000_000;

/// Checkpoints for the calls of a profile.
#[derive(Clone, Debug)]
pub struct Choice {
    pub(super) profile: Profile,
    /// True for split sites, by site.
    pub(super) split: Vec<bool>,
    /// Seconds that splitting each site saves.
    pub(super) savings: Vec<f64>,
    pub(super) budget: f64,
    pub(super) peak: f64,
    /// Estimated time of the adjoint.
    pub(super) time: f64,
    pub(super) is_optimal: bool,
}

impl Profile {
    /// The choice with the least time whose tape has at most this number of bytes; if there is none, that with the
    /// smallest tape that was found.
    #[must_use]
    pub fn choose(&self, budget: u64) -> Choice {
        let model = Model::new(self);
        let budget = budget as f64;
        let mut search = Search::new(&model, budget);
        search.start();
        let finished = search.run();
        let split: Vec<bool> = search.best.iter().map(|d| *d == Some(true)).collect();
        let was_split = |k: usize| matches!(self.sites[k].kind, Kind::Split | Kind::Forced);
        let saved = (0..split.len()).filter(|&k| split[k] && !was_split(k));
        Choice {
            profile: self.clone(),
            peak: model.peak(&search.best),
            time: (self.time() - saved.map(|k| model.savings[k]).sum::<f64>()).max(0.0),
            split,
            savings: model.savings.clone(),
            budget,
            is_optimal: finished,
        }
    }
}

impl Choice {
    /// True if the estimated peak of the tape is within the budget.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.peak <= self.budget
    }
}

struct Search<'m> {
    model: &'m Model,
    budget: f64,
    /// Sites without a decision, those that save most first.
    open: Vec<usize>,
    best: Vec<Decision>,
    /// Seconds that the best choice saves; negative if it exceeds the budget.
    saved: f64,
    work: usize,
}

impl<'m> Search<'m> {
    fn new(model: &'m Model, budget: f64) -> Self {
        let mut open: Vec<usize> = (0..model.fixed.len()).filter(|&k| model.fixed[k].is_none()).collect();
        open.sort_by(|a, b| model.savings[*b].total_cmp(&model.savings[*a]));
        Search {
            model,
            budget,
            open,
            best: vec![],
            saved: -1.0,
            work: 0,
        }
    }

    fn peak(&mut self, decisions: &[Decision]) -> f64 {
        self.work += self.model.size();
        self.model.peak(decisions)
    }

    /// The greedy choice: from all joint, splits as long as the tape shrinks or fits, the largest saving per byte first.
    fn start(&mut self) {
        let mut now = self.model.fixed.clone();
        self.open.iter().for_each(|&k| now[k] = Some(false));
        let mut peak = self.peak(&now);
        let mut rest = self.open.clone();
        while self.work < WORK / 2 {
            let mut found: Option<(usize, f64, f64)> = None;
            for (at, &k) in rest.clone().iter().enumerate() {
                now[k] = Some(true);
                let then = self.peak(&now);
                now[k] = Some(false);
                if then > self.budget.max(peak - 1.0) {
                    continue;
                }
                let worth = match then <= peak {
                    true => f64::INFINITY,
                    false => self.model.savings[k] / (then - peak),
                };
                if found.is_none_or(|f| worth > f.1) {
                    found = Some((at, worth, then));
                }
            }
            let Some((at, _, then)) = found else { break };
            now[rest.remove(at)] = Some(true);
            peak = then;
        }
        self.saved = if peak <= self.budget { self.worth(&now) } else { -1.0 };
        self.best = now;
    }

    fn worth(&self, decisions: &[Decision]) -> f64 {
        let split = self.open.iter().filter(|&&k| decisions[k] == Some(true));
        split.map(|&k| self.model.savings[k]).sum()
    }

    /// Returns true if the best choice is proved to be optimal.
    fn run(&mut self) -> bool {
        let mut decisions = self.model.fixed.clone();
        let all: f64 = self.open.iter().map(|&k| self.model.savings[k]).sum();
        self.branch(0, &mut decisions, 0.0, all)
    }

    /// Decides from the open site `at` on. `saved`: by those before it; `possible`: by it and those after it.
    fn branch(&mut self, at: usize, decisions: &mut Vec<Decision>, saved: f64, possible: f64) -> bool {
        if saved + possible <= self.saved {
            return true;
        }
        if self.work > WORK {
            return false;
        }
        if self.peak(decisions) > self.budget {
            return true;
        }
        let Some(&k) = self.open.get(at) else {
            self.saved = saved;
            self.best.clone_from(decisions);
            return true;
        };
        let own = self.model.savings[k];
        let mut finished = true;
        for split in [true, false] {
            decisions[k] = Some(split);
            let now = saved + if split { own } else { 0.0 };
            finished &= self.branch(at + 1, decisions, now, possible - own);
        }
        decisions[k] = None;
        finished
    }
}
