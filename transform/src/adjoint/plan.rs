//! The plan of an adjoint: for each statement its adjoint and what that needs, before it is decided what is recorded.
//!
//! A plan is a tree that mirrors the structured body of a procedure. It is built once ([`super::build`]), then the recording is solved over the plans of all
//! procedures ([`super::record`]), then both sweeps are written from it ([`super::emit`]).

use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;

/// A statement or construct of the primal with what the adjoint makes of it.
#[allow(clippy::large_enum_variant)] // nearly all nodes are simple ones
pub enum Node {
    /// A statement without statements inside.
    Simple(Simple),
    /// `IF`, `SELECT CASE`.
    Branch(Branch),
    /// Loops.
    Loop(Loop),
}

/// A statement that writes and perhaps has an adjoint.
pub struct Simple {
    /// As it stands in the forward sweep; none when the forward sweep leaves it out.
    pub forward: Option<Stmt>,
    /// What it may overwrite.
    pub writes: Vec<Write>,
    /// Zones that it overwrites as a whole.
    pub kills: ZoneSet,
    /// Its adjoint, for the state before the statement.
    pub adjoint: Block,
    /// Primal zones that the adjoint reads.
    pub needs: ZoneSet,
    /// The call of a differentiated procedure, if it is one.
    pub call: Option<ActiveCall>,
    /// A deallocation: what restores the array's existence before values are popped, and what is recorded for it.
    pub revive: Option<Revive>,
}

/// One piece of memory that a statement may overwrite.
pub struct Write {
    /// Its zone.
    pub zone: ZoneId,
    /// What is pushed, as far as it is in the zone: the designator that is overwritten; none when it cannot be named here.
    pub target: Option<Expr>,
    /// Why it cannot be recorded, when `target` is none. With neither it is a global of another unit, named when it has to be.
    pub obstacle: Option<Obstacle>,
    /// Zones that the target's subscripts read: the pop needs them.
    pub subscripts: ZoneSet,
    /// Decided by [`super::record`].
    pub recorded: bool,
}

/// Why something cannot be recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Its size is not known where it would have to be pushed.
    Size,
    /// It is a local of another procedure that keeps its value.
    State,
    /// It is a pointer, or holds some.
    Pointer,
}

/// A call whose adjoint runs the callee again.
pub struct ActiveCall {
    /// The callee.
    pub callee: UnitId,
    /// Zones of its dummies with those of the actual arguments.
    pub binding: Vec<(ZoneId, ZoneId)>,
}

/// What a deallocation leaves for the backward sweep.
pub struct Revive {
    /// Statements before it in the forward sweep (bounds are pushed).
    pub before: Block,
    /// Statements in the backward sweep before values are popped (bounds popped, arrays allocated).
    pub after: Block,
}

/// A branch.
pub struct Branch {
    /// The construct with empty bodies.
    pub stmt: Stmt,
    /// The bodies in order.
    pub arms: Vec<Vec<Node>>,
    /// True when the last arm has no test, so that one of the arms always runs.
    pub total: bool,
    /// True when the backward sweep can evaluate the tests again.
    pub again: bool,
}

/// A loop.
pub struct Loop {
    /// The loop with an empty body.
    pub stmt: Stmt,
    /// Body, without a trailing exit.
    pub body: Vec<Node>,
    /// Test of the trailing exit.
    pub exit: Option<Expr>,
    /// How the backward sweep knows the iterations.
    pub bounds: Iterations,
    /// Zone of the index, if there is one.
    pub index: Option<(ZoneId, SymbolId)>,
    /// Zones read by bounds that are evaluated again.
    pub needs: ZoneSet,
    /// Set when the index's old value is recorded.
    pub index_recorded: bool,
}

/// How the iterations of a loop are found again.
pub enum Iterations {
    /// The bounds are evaluated again.
    Again,
    /// The bounds are kept in these variables and recorded: first, last, stride.
    Kept(Expr, Expr, Option<Expr>),
    /// The number of iterations is counted in this variable and recorded; the index follows from it, and from first and stride, which are kept in variables and
    /// recorded too where they cannot be evaluated again.
    Counted(Expr, Option<(Expr, Option<Expr>)>),
}
