//! Joins the measurements of several runs: for each call in its context, those of a joint and of a split call.

use super::model;
use super::parts::{Call, Measured, Part, Tree};
use super::profile::{Kind, Node, Profile, Site};
use std::collections::HashMap;

/// Seconds to write a byte of records to memory, and to read it back: 5 GB/s in both directions. It counts where split
/// sweeps were measured without the tape of split calls.
const MOVE: f64 = 4e-10;

/// The tree of several profiles. Of several measurements of the same, that of the last profile counts.
pub(super) fn tree(profiles: &[Profile]) -> Tree {
    let mut tree = Tree::default();
    let mut places = HashMap::new();
    for p in profiles {
        let one = Tree::of(p);
        tree.join(&one, &mut places);
    }
    tree
}

impl Tree {
    /// The tree of one profile.
    fn of(profile: &Profile) -> Tree {
        let (sites, nodes) = (&profile.sites, &profile.nodes);
        let calls = sites.iter().map(|s| Call {
            site: s.clone(),
            is_fixed: matches!(s.kind, Kind::Joint | Kind::Forced | Kind::Head),
        });
        let mut tree = Tree {
            calls: calls.collect(),
            parts: vec![],
        };
        let times = own_times(profile);
        for (k, n) in nodes.iter().enumerate() {
            let is_cyclic = n.recursive || n.parent.is_some_and(|p| tree.parts[p].is_cyclic);
            let around_it = n.parent.map_or(1.0, |p| nodes[p].calls.max(1.0));
            let m = measured(n, around_it, times[k]);
            let apart = Measured {
                stands_in: true,
                time: times[k] + MOVE * n.records / runs_of_head(nodes, k),
                snapshots: 0.0,
                ..m.clone()
            };
            let joint = Measured {
                time: times[k] + (n.run_time + 2.0 * n.save_time) / runs_of_head(nodes, k),
                ..m.clone()
            };
            let (joint, split) = match sites[n.site].kind {
                Kind::Open | Kind::Joint | Kind::Head => (Some(joint), None),
                Kind::Apart => {
                    let stands_in = true;
                    (Some(Measured { stands_in, ..joint }), Some(apart))
                }
                Kind::Split | Kind::Forced => (None, Some(m)),
            };
            tree.parts.push(Part {
                call: n.site,
                parent: n.parent,
                joint,
                split,
                is_cyclic,
            });
        }
        let was_split = |s: &Site| Some(matches!(s.kind, Kind::Split | Kind::Forced));
        let extra = model::extra(&tree, &sites.iter().map(was_split).collect::<Vec<_>>());
        for ((p, n), modelled) in tree.parts.iter_mut().zip(nodes).zip(extra) {
            let rest = match n.recursive {
                true => n.during,
                false => (n.during - modelled).max(0.0),
            };
            [&mut p.joint, &mut p.split]
                .into_iter()
                .flatten()
                .for_each(|m| m.rest = rest);
        }
        tree
    }

    /// Adds the measurements of another tree. `places`: parts by parent and call.
    fn join(&mut self, other: &Tree, places: &mut HashMap<(Option<usize>, usize), usize>) {
        let mut calls = vec![];
        for c in &other.calls {
            let known = self.calls.iter().position(|k| k.site.is_same(&c.site));
            let at = known.unwrap_or_else(|| {
                self.calls.push(c.clone());
                self.calls.len() - 1
            });
            self.calls[at].is_fixed |= c.is_fixed;
            calls.push(at);
        }
        let mut parts: Vec<usize> = vec![];
        for p in &other.parts {
            let (parent, call) = (p.parent.map(|q| parts[q]), calls[p.call]);
            let at = *places.entry((parent, call)).or_insert_with(|| {
                self.parts.push(Part {
                    call,
                    parent,
                    joint: None,
                    split: None,
                    is_cyclic: false,
                });
                self.parts.len() - 1
            });
            let own = &mut self.parts[at];
            own.is_cyclic |= p.is_cyclic;
            learn(&mut own.joint, &p.joint);
            learn(&mut own.split, &p.split);
            parts.push(at);
        }
    }
}

/// Replaces a measurement by another one, unless that only stands in.
fn learn(known: &mut Option<Measured>, new: &Option<Measured>) {
    let Some(new) = new else { return };
    if !new.stands_in || known.as_ref().is_none_or(|k| k.stands_in) {
        *known = Some(new.clone());
    }
}

fn measured(n: &Node, around_it: f64, time: f64) -> Measured {
    Measured {
        runs: (n.runs - n.late).max(0.0) / around_it,
        snapshots: n.snapshots / around_it,
        largest_snapshot: n.largest_snapshot,
        is_late: n.late > 0.0,
        // what calls in a cycle record is part of it
        own: if n.recursive {
            n.records / n.calls.max(1.0)
        } else {
            n.mean_own()
        },
        spread: n.spread(),
        around: n.around,
        rest: 0.0,
        time,
        stands_in: false,
    }
}

/// Runs of the head above a node.
fn runs_of_head(nodes: &[Node], mut at: usize) -> f64 {
    while let Some(parent) = nodes[at].parent {
        at = parent;
    }
    nodes[at].calls.max(1.0)
}

/// Seconds of both sweeps of each node, without its calls and their snapshots, for one run of the head.
fn own_times(profile: &Profile) -> Vec<f64> {
    let nodes = &profile.nodes;
    let mut times: Vec<f64> = nodes.iter().map(|n| n.forward_time + n.reverse_time).collect();
    for n in nodes {
        let Some(parent) = n.parent else { continue };
        // snapshots are restored in about the time in which they were saved
        times[parent] -= n.forward_time + n.reverse_time + n.run_time + 2.0 * n.save_time;
    }
    let scaled = times.iter().enumerate().map(|(k, t)| t / runs_of_head(nodes, k));
    scaled.collect()
}
