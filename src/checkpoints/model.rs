//! The model of time and memory: see [`super`].

use super::parts::{Measured, Part, Tree};

/// A decision about a call: split, joint, or open.
pub(super) type Decision = Option<bool>;

/// The model of a tree.
pub(super) struct Model<'t> {
    tree: &'t Tree,
    /// Decisions that nothing can change.
    pub fixed: Vec<Decision>,
    /// Seconds that splitting a call saves.
    pub savings: Vec<f64>,
}

impl<'t> Model<'t> {
    pub fn new(tree: &'t Tree) -> Self {
        let mut fixed: Vec<Decision> = vec![None; tree.calls.len()];
        let mut savings = vec![0.0; tree.calls.len()];
        for p in &tree.parts {
            match (&p.joint, &p.split) {
                (Some(j), Some(s)) => {
                    savings[p.call] += j.time - s.time;
                    if p.is_cyclic || tree.calls[p.call].is_fixed {
                        fixed[p.call] = Some(false);
                    }
                }
                // what was not measured is not chosen
                (Some(_), None) => fixed[p.call] = Some(false),
                (None, _) => {
                    fixed[p.call].get_or_insert(true);
                }
            }
        }
        Model { tree, fixed, savings }
    }

    /// The number of steps that an estimate takes.
    pub fn size(&self) -> usize {
        self.tree.parts.len()
    }

    /// True if there is something to choose.
    pub fn is_open(&self) -> bool {
        self.fixed.contains(&None)
    }

    /// True for each call whose decision is to be written: what was measured both ways, also in a cycle of recursion,
    /// where calls stay joint.
    pub fn is_listed(&self) -> Vec<bool> {
        let mut listed = vec![false; self.tree.calls.len()];
        for p in &self.tree.parts {
            listed[p.call] |= p.joint.is_some() && p.split.is_some();
        }
        let calls = self.tree.calls.iter();
        calls.zip(listed).map(|(c, l)| l && !c.is_fixed).collect()
    }

    /// The time of one run of each head, together.
    pub fn time(&self, decisions: &[Decision]) -> f64 {
        let parts = self.tree.parts.iter();
        parts
            .filter_map(|p| chosen(p, decisions[p.call] == Some(true)))
            .map(|m| m.time)
            .sum()
    }

    /// The largest peak of a head; a lower bound where decisions are open.
    pub fn peak(&self, decisions: &[Decision]) -> f64 {
        let inside = inside(self.tree, decisions);
        let heads = self.tree.parts.iter().zip(inside).filter(|(p, _)| p.parent.is_none());
        heads
            .filter_map(|(p, i)| Some(as_joint(chosen(p, false)?, i).1))
            .fold(0.0, f64::max)
    }
}

/// The extra bytes of each node by its calls alone.
pub(super) fn extra(tree: &Tree, decisions: &[Decision]) -> Vec<f64> {
    inside(tree, decisions).into_iter().map(|i| i.extra).collect()
}

/// The contributions of the calls in a node.
#[derive(Clone, Copy, Default)]
struct Inside {
    records: f64,
    extra: f64,
}

fn inside(tree: &Tree, decisions: &[Decision]) -> Vec<Inside> {
    let mut all = vec![Inside::default(); tree.parts.len()];
    for (k, p) in tree.parts.iter().enumerate().rev() {
        let Some(parent) = p.parent else { continue };
        let joint = || chosen(p, false).map(|m| as_joint(m, all[k]));
        let split = || chosen(p, true).map(|m| as_split(m, all[k]));
        let both = match decisions[p.call] {
            Some(true) => split(),
            Some(false) => joint(),
            None => joint().zip(split()).map(|(j, s)| (j.0.min(s.0), j.1.min(s.1))),
        };
        let (records, extra) = both.unwrap_or_default();
        let outer = &mut all[parent];
        outer.records += records;
        outer.extra = outer.extra.max(extra);
    }
    all
}

/// The measurement for a decision, or the other one if there is none.
fn chosen(p: &Part, split: bool) -> Option<&Measured> {
    match split {
        true => p.split.as_ref().or(p.joint.as_ref()),
        false => p.joint.as_ref().or(p.split.as_ref()),
    }
}

/// What a joint call adds to the records of its caller, and to its extra bytes.
fn as_joint(m: &Measured, inside: Inside) -> (f64, f64) {
    let peak = (m.own + inside.records) * m.spread + inside.extra + m.rest;
    let late = if m.is_late { m.largest_snapshot } else { 0.0 };
    (m.snapshots, m.around + late + peak)
}

/// Likewise for a split call.
fn as_split(m: &Measured, inside: Inside) -> (f64, f64) {
    let records = m.own + inside.records;
    let late = if m.is_late { records * m.spread } else { 0.0 };
    (m.snapshots + m.runs * records, m.around + late + inside.extra + m.rest)
}
