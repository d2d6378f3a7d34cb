//! Chooses by branch and bound: see [`super`].

use super::model::{Decision, Model};
use super::parts::{Call, Part};
use super::profile::Profile;
use super::tree::tree;
use super::whole::Whole;

/// Steps of estimates after which the search ends.
pub(super) const WORK: usize = 200_000_000;

/// The part of the time that splitting a call has to save, unless the tape needs it: it adds code.
pub(super) const LEAST: f64 = 1e-4;

/// Checkpoints for measured calls.
#[derive(Clone, Debug)]
pub struct Choice {
    pub(super) calls: Vec<Call>,
    pub(super) parts: Vec<Part>,
    /// True for split calls.
    pub(super) split: Vec<bool>,
    /// True for calls whose decision is written.
    pub(super) is_listed: Vec<bool>,
    is_open: bool,
    /// Seconds that splitting each call saves.
    pub(super) savings: Vec<f64>,
    pub(super) budget: f64,
    pub(super) peak: f64,
    /// Estimated time of the adjoint.
    pub(super) time: f64,
    /// Time and peak were measured for this choice.
    pub(super) is_measured: bool,
    /// Times of the measured adjoints.
    pub(super) measured: Vec<f64>,
    pub(super) is_optimal: bool,
}

impl Choice {
    /// The choice with the least time whose tape has at most this number of bytes; if there is none, that with the
    /// smallest tape that was found. Of several measurements of the same, that of the last profile counts. An adjoint
    /// that was measured as a whole is chosen if it is faster than all estimates.
    #[must_use]
    pub fn new(profiles: &[Profile], budget: u64) -> Choice {
        let tree = tree(profiles);
        let model = Model::new(&tree);
        let budget = budget as f64;
        let wholes: Vec<Whole> = profiles.iter().filter_map(|p| Whole::of(p, &tree, &model)).collect();
        let scale = wholes.last().map_or(1.0, |w| w.scale(&model));
        let mut search = Search::new(&model, budget / scale);
        search.start();
        let is_optimal = search.run();
        let best = search.best;
        let (time, peak) = (model.time(&best), scale * model.peak(&best));
        let as_measured = wholes.iter().rev().find(|w| w.decisions == best);
        let bound = as_measured.map_or(time, |w| w.time);
        let faster = wholes.iter().filter(|w| w.peak <= budget && w.time < bound);
        let whole = faster.min_by(|a, b| a.time.total_cmp(&b.time)).or(as_measured);
        let decisions = whole.map_or(&best, |w| &w.decisions);
        Choice {
            split: decisions.iter().map(|d| *d == Some(true)).collect(),
            is_listed: model.is_listed(),
            is_open: model.is_open(),
            savings: model.savings.clone(),
            budget,
            peak: whole.map_or(peak, |w| w.peak),
            time: whole.map_or(time, |w| w.time),
            is_measured: whole.is_some(),
            measured: profiles.iter().map(Profile::time).collect(),
            is_optimal,
            calls: tree.calls.clone(),
            parts: tree.parts.clone(),
        }
    }

    /// True if the peak of the tape, estimated or measured, is within the budget.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.peak <= self.budget
    }

    /// True if some call was measured both joint and split.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        self.is_open
    }
}

struct Search<'m> {
    model: &'m Model<'m>,
    budget: f64,
    /// Seconds that splitting each call is worth.
    worth: Vec<f64>,
    /// Calls without a decision, those that are worth most first.
    open: Vec<usize>,
    best: Vec<Decision>,
    /// What the best choice is worth; if it exceeds the budget, less than any other.
    saved: f64,
    work: usize,
}

impl<'m> Search<'m> {
    fn new(model: &'m Model, budget: f64) -> Self {
        let all_joint: Vec<Decision> = model.fixed.iter().map(|d| Some(d.unwrap_or(false))).collect();
        let least = LEAST * model.time(&all_joint);
        let worth: Vec<f64> = model.savings.iter().map(|s| s - least).collect();
        let mut open: Vec<usize> = (0..worth.len()).filter(|&k| model.fixed[k].is_none()).collect();
        open.sort_by(|a, b| worth[*b].total_cmp(&worth[*a]));
        Search {
            model,
            budget,
            worth,
            open,
            best: vec![],
            saved: f64::NEG_INFINITY,
            work: 0,
        }
    }

    fn peak(&mut self, decisions: &[Decision]) -> f64 {
        self.work += self.model.size();
        self.model.peak(decisions)
    }

    /// The greedy choice: from all joint, splits what makes the tape small enough, then what is worth most per byte.
    fn start(&mut self) {
        let mut now = self.model.fixed.clone();
        self.open.iter().for_each(|&k| now[k] = Some(false));
        let mut peak = self.peak(&now);
        let mut rest = self.open.clone();
        while self.work < WORK / 2 {
            let mut found: Option<(usize, f64, f64)> = None;
            for (at, k) in rest.clone().into_iter().enumerate() {
                now[k] = Some(true);
                let then = self.peak(&now);
                now[k] = Some(false);
                let shrinks = peak > self.budget && then < peak;
                let pays = then <= self.budget && self.worth[k] > 0.0;
                let worth = match (shrinks, pays) {
                    (true, _) => peak - then,
                    (false, true) if then <= peak => f64::INFINITY,
                    (false, true) => self.worth[k] / (then - peak),
                    (false, false) => continue,
                };
                if found.is_none_or(|f| worth > f.1) {
                    found = Some((at, worth, then));
                }
            }
            let Some((at, _, then)) = found else { break };
            now[rest.remove(at)] = Some(true);
            peak = then;
        }
        if peak <= self.budget {
            let split = self.open.iter().filter(|&&k| now[k] == Some(true));
            self.saved = split.map(|&k| self.worth[k]).sum();
        }
        self.best = now;
    }

    /// Returns true if the best choice is proved to be optimal.
    fn run(&mut self) -> bool {
        let mut decisions = self.model.fixed.clone();
        let possible: f64 = self.open.iter().map(|&k| self.worth[k].max(0.0)).sum();
        self.branch(0, &mut decisions, 0.0, possible)
    }

    /// Decides from the open call `at` on. `saved`: by those before it; `possible`: by it and those after it.
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
        let own = self.worth[k];
        let mut finished = true;
        for split in [own > 0.0, own <= 0.0] {
            decisions[k] = Some(split);
            let now = saved + if split { own } else { 0.0 };
            finished &= self.branch(at + 1, decisions, now, possible - own.max(0.0));
        }
        decisions[k] = None;
        finished
    }
}
