//! The model of time and memory: see [`super`].

use super::profile::{Kind, Profile};

/// Seconds to write a byte of records to memory, and to read it back: 5 GB/s in both directions.
pub(super) const MOVE: f64 = 4e-10;

/// A decision about a site: split, joint, or open.
pub(super) type Decision = Option<bool>;

/// A node of the tree, with amounts for one run of its parent.
struct Part {
    site: usize,
    parent: Option<usize>,
    /// Runs in the forward sweep of the parent.
    runs: f64,
    /// Bytes of the snapshots of these.
    snapshots: f64,
    largest_snapshot: f64,
    /// It also runs in the reverse sweep of the parent.
    is_late: bool,
    own: f64,
    /// The largest amount of records relative to the mean.
    spread: f64,
    around: f64,
    /// Bytes that the reverse sweep adds apart from calls.
    rest: f64,
}

/// The model of a profile.
pub(super) struct Model {
    parts: Vec<Part>,
    /// Decisions that the measured program cannot change.
    pub fixed: Vec<Decision>,
    /// Seconds that splitting a site saves.
    pub savings: Vec<f64>,
}

impl Model {
    pub fn new(profile: &Profile) -> Model {
        let (sites, nodes) = (&profile.sites, &profile.nodes);
        let calls = |n: Option<usize>| n.map_or(1.0, |n| nodes[n].calls.max(1.0));
        let mut cyclic = vec![false; nodes.len()];
        let mut parts: Vec<Part> = vec![];
        for (k, n) in nodes.iter().enumerate() {
            cyclic[k] = n.recursive || n.parent.is_some_and(|p| cyclic[p]);
            let around_it = calls(n.parent);
            let mean = n.own / n.calls.max(1.0);
            parts.push(Part {
                site: n.site,
                parent: n.parent,
                runs: (n.runs - n.late).max(0.0) / around_it,
                snapshots: n.snapshots / around_it,
                largest_snapshot: n.largest_snapshot,
                is_late: n.late > 0.0,
                // what calls in a cycle record is part of it
                own: if n.recursive {
                    n.records / n.calls.max(1.0)
                } else {
                    mean
                },
                spread: if mean > 0.0 {
                    (n.largest_own / mean).max(1.0)
                } else {
                    1.0
                },
                around: n.around,
                rest: 0.0,
            });
        }
        let mut fixed: Vec<Decision> = sites
            .iter()
            .map(|s| match s.kind {
                Kind::Open => None,
                Kind::Split | Kind::Forced => Some(true),
                Kind::Joint | Kind::Head => Some(false),
            })
            .collect();
        let mut savings = vec![0.0; sites.len()];
        for (n, &cyclic) in nodes.iter().zip(&cyclic) {
            // the records of one run of a cycle are not known
            if cyclic && fixed[n.site].is_none() {
                fixed[n.site] = Some(false);
            }
            let early = if n.runs > 0.0 { 1.0 - n.late / n.runs } else { 0.0 };
            let moved = MOVE * early * (n.records - n.snapshots).max(0.0);
            savings[n.site] += n.run_time + 2.0 * n.save_time - moved;
        }
        for (f, &saving) in fixed.iter_mut().zip(&savings) {
            if f.is_none() && saving <= 0.0 {
                *f = Some(false);
            }
        }
        let mut model = Model { parts, fixed, savings };
        let measured: Vec<Decision> = sites
            .iter()
            .map(|s| Some(matches!(s.kind, Kind::Split | Kind::Forced)))
            .collect();
        let extra = model.figures(&measured).1;
        for ((p, n), modelled) in model.parts.iter_mut().zip(nodes).zip(extra) {
            p.rest = match n.recursive {
                true => n.during,
                false => (n.during - modelled).max(0.0),
            };
        }
        model
    }

    /// The number of steps that an estimate takes.
    pub fn size(&self) -> usize {
        self.parts.len()
    }

    /// The largest peak of a head; a lower bound where decisions are open.
    pub fn peak(&self, decisions: &[Decision]) -> f64 {
        let (records, extra) = self.figures(decisions);
        let all = self.parts.iter().zip(records).zip(extra);
        let heads = all.filter(|((p, _), _)| p.parent.is_none());
        heads.map(|((p, r), e)| r * p.spread + e).fold(0.0, f64::max)
    }

    /// Records and extra bytes of each node. Children have larger numbers than their parents.
    fn figures(&self, decisions: &[Decision]) -> (Vec<f64>, Vec<f64>) {
        let mut records: Vec<f64> = self.parts.iter().map(|p| p.own).collect();
        let mut of_calls = vec![0.0_f64; self.parts.len()];
        let mut extra = vec![0.0_f64; self.parts.len()];
        for (k, p) in self.parts.iter().enumerate().rev() {
            extra[k] = of_calls[k] + p.rest;
            let Some(parent) = p.parent else { continue };
            let decision = decisions[p.site];
            let (joint, split) = (p.snapshots, p.runs * records[k]);
            records[parent] += choice(decision, split, joint);
            let late = match p.is_late {
                true => choice(decision, records[k], p.largest_snapshot),
                false => 0.0,
            };
            let peak = records[k] * p.spread + extra[k];
            let adds = p.around + late + choice(decision, extra[k], peak);
            of_calls[parent] = of_calls[parent].max(adds);
        }
        (records, extra)
    }
}

/// The figure of a decision; the smaller one if it is open.
fn choice(decision: Decision, split: f64, joint: f64) -> f64 {
    match decision {
        Some(true) => split,
        Some(false) => joint,
        None => split.min(joint),
    }
}
