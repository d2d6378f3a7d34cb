//! The one data-flow solver.
//!
//! A [`Problem`] has a direction, a join semilattice of finite height, a state at its boundary (the unit's entry for
//! forward problems, its exit for backward ones) and a monotone transfer function of one execution step:
//!
//! ```text
//! forward:   in(b)  = ⊔ out(p), p ∈ pred(b)   out(b) = transfer(items in order, in(b))
//! backward:  out(b) = ⊔ in(s),  s ∈ succ(b)   in(b)  = transfer(items in reverse order, out(b))
//! ```
//!
//! [`solve`] computes the least solution with a worklist in reverse post-order (post-order for backward problems).
//! Blocks that cannot be reached from the entry keep the bottom state.

use crate::cfg::{BlockId, Cfg, Item};
use std::collections::BTreeSet;

/// Direction of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Along execution.
    Forward,
    /// Against it.
    Backward,
}

/// A data-flow problem.
pub trait Problem {
    /// Element of the lattice.
    type State: Clone;
    /// Direction.
    fn direction(&self) -> Direction;
    /// State at the entry or exit of the unit.
    fn boundary(&self) -> Self::State;
    /// The state before any flow arrives.
    fn bottom(&self) -> Self::State;
    /// Joins a state into another; true if that changed it.
    fn join(&self, into: &mut Self::State, from: &Self::State) -> bool;
    /// The effect of one step, in the problem's direction.
    fn transfer(&self, item: Item, state: &mut Self::State);
}

/// The solution of a problem.
#[derive(Clone, Debug)]
pub struct Solution<S> {
    /// State at the start of each block in the problem's direction, by index of the block.
    start: Vec<S>,
}

/// Solves a problem on a graph.
pub fn solve<P: Problem>(cfg: &Cfg, problem: &P) -> Solution<P::State> {
    let forward = problem.direction() == Direction::Forward;
    let mut start = vec![problem.bottom(); cfg.len()];
    let boundary = if forward { cfg.entry() } else { cfg.exit() };
    start[boundary.index()] = problem.boundary();
    // rank: the place in the order of visits
    let order: Vec<BlockId> = if forward {
        cfg.rpo().to_vec()
    } else {
        cfg.rpo().iter().rev().copied().collect()
    };
    let last = order.len().saturating_sub(1);
    let rank = |b: BlockId| cfg.number(b).map(|n| if forward { n } else { last - n });
    let mut work: BTreeSet<usize> = (0..order.len()).collect();
    while let Some(k) = work.pop_first() {
        let block = order[k];
        let mut state = start[block.index()].clone();
        run(cfg, problem, block, &mut state);
        let next = if forward {
            cfg.successors(block)
        } else {
            cfg.predecessors(block)
        };
        for &n in next {
            let Some(r) = rank(n) else { continue };
            if problem.join(&mut start[n.index()], &state) {
                work.insert(r);
            }
        }
    }
    Solution { start }
}

fn run<P: Problem>(cfg: &Cfg, problem: &P, block: BlockId, state: &mut P::State) {
    match problem.direction() {
        Direction::Forward => cfg.items(block).iter().for_each(|&i| problem.transfer(i, state)),
        Direction::Backward => cfg.items(block).iter().rev().for_each(|&i| problem.transfer(i, state)),
    }
}

impl<S: Clone> Solution<S> {
    /// State at the start of a block in the problem's direction: at its top for forward problems, at its bottom for
    /// backward ones.
    pub fn start(&self, block: BlockId) -> &S {
        &self.start[block.index()]
    }

    /// Calls `f` for every step of the reachable blocks with the states before and after it, in execution order.
    pub fn replay<P: Problem<State = S>>(&self, cfg: &Cfg, problem: &P, f: &mut dyn FnMut(Item, &S, &S)) {
        for &block in cfg.rpo() {
            let mut state = self.start(block).clone();
            let items = cfg.items(block);
            for k in 0..items.len() {
                match problem.direction() {
                    Direction::Forward => {
                        let before = state.clone();
                        problem.transfer(items[k], &mut state);
                        f(items[k], &before, &state);
                    }
                    Direction::Backward => {
                        let item = items[items.len() - 1 - k];
                        let after = state.clone();
                        problem.transfer(item, &mut state);
                        f(item, &state, &after);
                    }
                }
            }
        }
    }
}
