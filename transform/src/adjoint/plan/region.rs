//! Regions of a plan: statements that the adjoint runs more than once.
//!
//! | kind | forward sweep | backward sweep |
//! |---|---|---|
//! | plain | the statements | them again, recorded, from a snapshot, then their backward part |
//! | binomial | the iterations of a loop, the last one recorded; snapshots of some states | the last one's backward part, then the others, each after what is run again from a snapshot |
//! | sum | a loop, each iteration followed by its backward part, with one for the derivative of what it adds to | what that gave, times the derivative: see [`crate::adjoint::build::sums`] |
//! | blocks | a loop, with what its iterations hand on pushed at the borders of blocks | block by block from the last one: its iterations again, recorded, then their backward parts: see [`crate::adjoint::decide::blocks`] |
//! | fixed point | the loop | its last iteration again, recorded, then the backward part of that until the adjoints of the state have converged |
//!
//! From outside a region is one statement, its face: what it overwrites and upstream needs is pushed before it, and popped when all of its backward part is done.

use crate::adjoint::plan::*;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;

/// A region that is treated like a joint call of a procedure that held it: see [`crate::adjoint::decide::snapshot`].
#[derive(Clone)]
pub struct Region {
    /// It as one statement, as the forward sweep runs it.
    pub face: Simple,
    /// How it is run.
    pub kind: Kind,
    /// What is run recorded in the backward sweep: the statements, or one iteration of the loop.
    pub body: Vec<Node>,
    /// Zones that are computed again before the second run.
    pub again: ZoneSet,
    /// Decided by [`crate::adjoint::decide::liveness`]: what is live where what is run again begins.
    pub live_in: ZoneSet,
    /// Decided by [`crate::adjoint::decide::tbr`]: zones whose value from before the region something upstream needs.
    pub upstream: ZoneSet,
}

/// How a region is run.
#[derive(Clone)]
pub enum Kind {
    /// Once more as a whole.
    Plain,
    /// Iteration by iteration, from snapshots: [`crate::adjoint::build`] says more in `regions/binomial`.
    Binomial(Box<Binomial>),
    /// In the forward sweep, with its derivative.
    Sum(Box<Sum>),
    /// Block by block, recorded within a block.
    Blocks(Box<Blocks>),
    /// The last iteration, again and again: `regions/fixed_point`.
    FixedPoint(Box<FixedPoint>),
}

/// A loop that is reversed with few snapshots.
#[derive(Clone)]
pub struct Binomial {
    /// The loop with an empty body.
    pub stmt: Stmt,
    /// Test of the trailing exit.
    pub exit: Option<Expr>,
    /// The index, of a counted loop.
    pub counter: Option<Counter>,
    /// How many snapshots are kept in memory.
    pub snapshots: Expr,
    /// How many on disk.
    pub disk: Expr,
    /// Zones that are read where it begins: by bounds and stride, the test of a WHILE, the numbers of snapshots.
    pub control: ZoneSet,
    /// Zones that the test of the trailing exit reads.
    pub exit_test: ZoneSet,
    /// Zones that the backward sweep reads to find the index.
    pub needs: ZoneSet,
    /// An iteration of the forward sweep that is not recorded.
    pub ahead: Vec<Node>,
    /// The last iteration, recorded in the forward sweep; none where it is not known which one it is.
    pub last: Option<Vec<Node>>,
    /// An iteration of the backward sweep that is not recorded.
    pub again: Vec<Node>,
}

/// The index of a loop whose iterations are counted from zero.
#[derive(Clone)]
pub struct Counter {
    /// The index.
    pub var: SymbolId,
    /// Its zone.
    pub zone: Option<ZoneId>,
    /// First value.
    pub lo: Expr,
    /// Limit.
    pub hi: Expr,
    /// Stride.
    pub step: Expr,
    /// Where the number of iterations is kept, if it is known.
    pub steps: Option<Expr>,
    /// Variables that keep first value and stride, where the loop may change what these are computed from.
    pub kept: Option<(Expr, Expr)>,
    /// Decided by [`crate::adjoint::decide::liveness`]: its last value is asked for behind the loop.
    pub live: bool,
}

/// A loop that iterates to a fixed point.
#[derive(Clone)]
pub struct FixedPoint {
    /// What it iterates on, if the user says so.
    pub state: Vec<Expr>,
    /// When the adjoint iteration has converged, relatively; what the precision allows where nothing is said.
    pub tolerance: Option<Expr>,
    /// How many passes it has at most.
    pub limit: Expr,
    /// Zones that these two read.
    pub needs: ZoneSet,
    /// An iteration without its adjoint, which shows what it takes from the one before.
    pub primal: Vec<Node>,
    /// Decided by [`crate::adjoint::decide::liveness`]: zones whose values come from the iteration before.
    pub carried: ZoneSet,
}

impl Region {
    /// True when its statements are run often, like those of a loop.
    pub fn repeats(&self) -> bool {
        match self.kind {
            Kind::Plain | Kind::Sum(_) | Kind::Blocks(_) => false,
            Kind::Binomial(_) | Kind::FixedPoint(_) => true,
        }
    }

    /// Zones that its parts besides the body read in the backward sweep.
    pub fn own(&self) -> ZoneSet {
        match &self.kind {
            Kind::Plain | Kind::Sum(_) => ZoneSet::new(),
            Kind::Binomial(b) => b.needs.clone(),
            Kind::Blocks(b) => b.needs.clone(),
            Kind::FixedPoint(f) => f.needs.clone(),
        }
    }

    /// The blocks inside that have adjoints.
    pub fn blocks(&self) -> Vec<&Vec<Node>> {
        let last = match &self.kind {
            Kind::Binomial(b) => b.last.as_ref(),
            Kind::Plain | Kind::Sum(_) | Kind::Blocks(_) | Kind::FixedPoint(_) => None,
        };
        last.into_iter().chain([&self.body]).collect()
    }

    /// These, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Node>> {
        let last = match &mut self.kind {
            Kind::Binomial(b) => b.last.as_mut(),
            Kind::Plain | Kind::Sum(_) | Kind::Blocks(_) | Kind::FixedPoint(_) => None,
        };
        last.into_iter().chain([&mut self.body]).collect()
    }
}

/// What is left of a plan without adjoints: statements that are run for what they write.
pub fn without_adjoint(nodes: &[Node]) -> Vec<Node> {
    nodes
        .iter()
        .map(|n| match n {
            Node::Simple(s) => Node::Simple(unrecorded(s)),
            Node::Region(r) => Node::Simple(unrecorded(&r.face)),
            Node::Branch(b) => Node::Branch(Branch {
                arms: b.arms.iter().map(|a| without_adjoint(a)).collect(),
                needs: ZoneSet::new(),
                ..b.clone()
            }),
            Node::Loop(l) => Node::Loop(Box::new(Loop {
                body: without_adjoint(&l.body),
                fused: None,
                ..(**l).clone()
            })),
            Node::Again(a) => Node::Again(a.clone()),
        })
        .collect()
}

fn unrecorded(s: &Simple) -> Simple {
    Simple {
        adjoint: vec![],
        needs: ZoneSet::new(),
        again: ZoneSet::new(),
        call: None,
        revive: None,
        ..s.clone()
    }
}

/// A loop that is recorded block by block.
#[derive(Clone)]
pub struct Blocks {
    /// An iteration of the forward sweep.
    pub ahead: Vec<Node>,
    /// Zone of the index.
    pub index: Option<ZoneId>,
    /// Zones that the bounds read in the backward sweep.
    pub needs: ZoneSet,
    /// Zones that they read in the forward sweep.
    pub control: ZoneSet,
    /// Decided by [`crate::adjoint::decide::liveness`]: the last value of the index is asked for behind the loop.
    pub index_live: bool,
}

/// What a loop adds to, and what it takes for that.
#[derive(Clone)]
pub struct Sum {
    /// The total.
    pub total: SymbolId,
    /// Other active variables that the loop writes.
    pub own: Vec<SymbolId>,
    /// Derivatives that it adds to.
    pub inputs: Vec<SymbolId>,
    /// Decided by [`crate::adjoint::decide::liveness`]: what is read behind the loop, or by the next iterations.
    pub live: ZoneSet,
}
