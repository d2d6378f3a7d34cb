//! Regions of a plan: statements that the adjoint runs more than once.
//!
//! * A **plain** region: the forward sweep runs the statements. The reverse sweep runs them again from a snapshot, with
//!   records, then their reverse part.
//! * **Binomial**: the forward sweep runs the iterations of a loop, records the last one and takes snapshots of some
//!   states. The reverse sweep runs the reverse part of the last iteration, then the other iterations, each after the
//!   iterations that are run again from a snapshot.
//! * A **sum**: the forward sweep runs a loop, each iteration followed by its reverse part, with 1 for the derivative
//!   of the total. The reverse sweep adds the result times the derivative: see [`crate::adjoint::build::sums`].
//! * **Blocks**: the forward sweep runs a loop and pushes its carried values at the borders of blocks. The reverse
//!   sweep goes through the blocks from the last one: it runs the iterations again, with records, then their reverse
//!   parts: see [`crate::adjoint::decide::blocks`].
//! * A **fixed point**: the forward sweep runs the loop. The reverse sweep runs its last iteration again, with records,
//!   then the reverse part of that until the adjoints of the state have converged.
//!
//! From outside, a region is one statement, its face: values that it overwrites and upstream needs are pushed before
//! it, and popped after all of its reverse part.

use crate::adjoint::plan::*;
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;

/// A region that is treated like a joint call of a procedure with its statements: see
/// [`crate::adjoint::decide::snapshot`].
#[derive(Clone)]
pub struct Region {
    /// The region as one statement, as the forward sweep runs it.
    pub face: Simple,
    /// The way it is run.
    pub kind: Kind,
    /// The statements that the reverse sweep runs with records: all of them, or one iteration of the loop.
    pub body: Vec<Node>,
    /// Zones that are recomputed before the second run.
    pub again: ZoneSet,
    /// Decided by [`crate::adjoint::decide::liveness`]: zones live where the second run begins.
    pub live_in: ZoneSet,
    /// Decided by [`crate::adjoint::decide::tbr`]: zones whose value from before the region is needed upstream.
    pub upstream: ZoneSet,
}

/// The way a region is run.
#[derive(Clone)]
pub enum Kind {
    /// A second time as a whole.
    Plain,
    /// Iteration by iteration, from snapshots: see [`crate::adjoint::build`], `regions/binomial`.
    Binomial(Box<Binomial>),
    /// In the forward sweep, with its derivative.
    Sum(Box<Sum>),
    /// Block by block, recorded within a block.
    Blocks(Box<Blocks>),
    /// The last iteration repeatedly: `regions/fixed_point`.
    FixedPoint(Box<FixedPoint>),
}

/// A loop that is reversed with few snapshots.
#[derive(Clone)]
pub struct Binomial {
    /// The loop with an empty body.
    pub stmt: Stmt,
    /// Test of the trailing EXIT.
    pub exit: Option<Expr>,
    /// The index, of a counted loop.
    pub counter: Option<Counter>,
    /// Number of snapshots in memory.
    pub snapshots: Expr,
    /// Number of snapshots on disk.
    pub disk: Expr,
    /// Zones that are read where it begins: by bounds and stride, the test of a WHILE, the numbers of snapshots.
    pub control: ZoneSet,
    /// Zones that the test of the trailing EXIT reads.
    pub exit_test: ZoneSet,
    /// Zones that the reverse sweep reads to compute the index.
    pub needs: ZoneSet,
    /// An iteration of the forward sweep that is not recorded.
    pub ahead: Vec<Node>,
    /// The last iteration, recorded in the forward sweep; `None` if it is unknown which one is the last.
    pub last: Option<Vec<Node>>,
    /// An iteration of the reverse sweep that is not recorded.
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
    /// The variable for the number of iterations, if it is known.
    pub steps: Option<Expr>,
    /// Variables that keep first value and stride, if the loop may change their operands.
    pub kept: Option<(Expr, Expr)>,
    /// Decided by [`crate::adjoint::decide::liveness`]: its last value is read after the loop.
    pub live: bool,
}

/// A loop that iterates to a fixed point.
#[derive(Clone)]
pub struct FixedPoint {
    /// The variables on which it iterates, if the user names them.
    pub state: Vec<Expr>,
    /// The relative tolerance of the adjoint iteration; by default as small as the precision allows.
    pub tolerance: Option<Expr>,
    /// The maximal number of passes.
    pub limit: Expr,
    /// Zones that these two read.
    pub needs: ZoneSet,
    /// An iteration without its adjoint; it shows which values come from the previous one.
    pub primal: Vec<Node>,
    /// Decided by [`crate::adjoint::decide::liveness`]: zones whose values come from the previous iteration.
    pub carried: ZoneSet,
}

impl Region {
    /// True if its statements run often, like those of a loop.
    pub fn repeats(&self) -> bool {
        match self.kind {
            Kind::Plain | Kind::Sum(_) | Kind::Blocks(_) => false,
            Kind::Binomial(_) | Kind::FixedPoint(_) => true,
        }
    }

    /// Zones that its parts other than the body read in the reverse sweep.
    pub fn own(&self) -> ZoneSet {
        match &self.kind {
            Kind::Plain | Kind::Sum(_) => ZoneSet::new(),
            Kind::Binomial(b) => b.needs.clone(),
            Kind::Blocks(b) => b.needs.clone(),
            Kind::FixedPoint(f) => f.needs.clone(),
        }
    }

    /// Its blocks that have adjoints.
    pub fn blocks(&self) -> Vec<&Vec<Node>> {
        let last = match &self.kind {
            Kind::Binomial(b) => b.last.as_ref(),
            Kind::Plain | Kind::Sum(_) | Kind::Blocks(_) | Kind::FixedPoint(_) => None,
        };
        last.into_iter().chain([&self.body]).collect()
    }

    /// The same, mutable.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Node>> {
        let last = match &mut self.kind {
            Kind::Binomial(b) => b.last.as_mut(),
            Kind::Plain | Kind::Sum(_) | Kind::Blocks(_) | Kind::FixedPoint(_) => None,
        };
        last.into_iter().chain([&mut self.body]).collect()
    }
}

/// A plan without adjoints: the statements that are run for their writes.
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
    /// Zones that the bounds read in the reverse sweep.
    pub needs: ZoneSet,
    /// Zones that the bounds read in the forward sweep.
    pub control: ZoneSet,
    /// Decided by [`crate::adjoint::decide::liveness`]: the last value of the index is read after the loop.
    pub index_live: bool,
}

/// A sum that a loop computes, and its variables.
#[derive(Clone)]
pub struct Sum {
    /// The scalar that the loop increments.
    pub total: SymbolId,
    /// Other active variables that the loop writes.
    pub own: Vec<SymbolId>,
    /// Derivatives that it increments.
    pub inputs: Vec<SymbolId>,
    /// The number of arrays among these.
    pub arrays: usize,
    /// True if all of them have few elements.
    pub has_small_arrays: bool,
    /// Decided by [`crate::adjoint::decide::liveness`]: zones read after the loop, or by the next iterations.
    pub live: ZoneSet,
}
