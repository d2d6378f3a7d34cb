//! The plan of an adjoint: for each statement its adjoint and what that needs, before it is decided what is recorded.
//!
//! A plan is a tree that mirrors the structured body of a procedure. It is built once ([`super::build`]), then the analyses of [`super::decide`] run over the plans of
//! all procedures and write their decisions into it, then both sweeps are written from it ([`super::emit`]).

pub(crate) mod between;
pub(crate) mod branches;
pub(crate) mod range;
pub(crate) mod region;

use crate::context::link::Link;
use adc_analysis::cfg::{Item, Role};
use adc_analysis::{Analyses, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;

pub use crate::adjoint::plan::region::{Kind, Region};

/// A statement or construct of the primal with what the adjoint makes of it.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // nearly all nodes are simple ones
pub enum Node {
    /// A statement without statements inside.
    Simple(Simple),
    /// `IF`, `SELECT CASE`.
    Branch(Branch),
    /// Loops.
    Loop(Box<Loop>),
    /// What the backward sweep computes again.
    Again(Again),
    /// Statements that are run a second time, recorded, in the backward sweep.
    Region(Region),
}

/// Statements of the backward sweep alone: see [`crate::adjoint::decide::recompute`].
#[derive(Clone)]
pub struct Again {
    /// The statements.
    pub body: Block,
    /// Zones that they read.
    pub needs: ZoneSet,
    /// Zones that they write.
    pub writes: ZoneSet,
}

/// A statement that writes and perhaps has an adjoint.
#[derive(Clone)]
pub struct Simple {
    /// As it stands in the forward sweep.
    pub forward: Stmt,
    /// Zones that it reads, calls included.
    pub reads: ZoneSet,
    /// True when it does something besides writing variables: it always stays in the forward sweep.
    pub is_observable: bool,
    /// Decided by [`crate::adjoint::decide::liveness`]: the forward sweep holds it.
    pub live: bool,
    /// Decided by [`crate::adjoint::decide::recompute`]: the backward sweep runs it, too.
    pub repeated: bool,
    /// What it may overwrite.
    pub writes: Vec<Write>,
    /// Zones that it overwrites as a whole.
    pub kills: ZoneSet,
    /// Descriptors that it changes, those that the backward sweep restores in any case among them.
    pub reshapes: ZoneSet,
    /// Its adjoint, for the state before the statement.
    pub adjoint: Block,
    /// Primal zones that the adjoint reads.
    pub needs: ZoneSet,
    /// Primal zones that the adjoint writes, since they are computed again there.
    pub again: ZoneSet,
    /// The call of a differentiated procedure, if it is one.
    pub call: Option<Box<ActiveCall>>,
    /// Where it changes what exists or is pointed at: what restores that before values are popped, and what is recorded for it.
    pub revive: Option<Box<Revive>>,
}

impl Simple {
    /// What restores what exists or is pointed at, where that is needed.
    pub fn needed_revive(&self) -> Option<&Revive> {
        let recorded = |r: &Revive| self.writes.iter().any(|w| w.recorded && r.perhaps.contains(w.zone));
        self.revive.as_deref().filter(|r| !r.for_values || recorded(r))
    }

    /// Zones that it may overwrite, under all of their names.
    pub fn overwritten(&self, zones: &Zones) -> ZoneSet {
        let mut all = self.writes.iter().map(|w| w.zone).collect();
        zones.close(&mut all);
        all
    }
}

/// One piece of memory that a statement may overwrite.
#[derive(Clone)]
pub struct Write {
    /// Its zone.
    pub zone: ZoneId,
    /// What is pushed, as far as it is in the zone: the designator that is overwritten; none when it cannot be named here.
    pub target: Option<Expr>,
    /// Why it cannot be recorded, when `target` is none. With neither it is a global of another unit, named when it has to be.
    pub obstacle: Option<Obstacle>,
    /// The section of the array that the calls in the statement may overwrite, where that is less than all of it.
    pub section: Option<Vec<Subscript>>,
    /// Zones that the target's subscripts read: the pop needs them.
    pub subscripts: ZoneSet,
    /// True when the target is all of the zone, so that a pop restores all of it.
    pub whole: bool,
    /// True when the statement may run without the target: it is of an optional argument that may be absent, of a pointer that may point to nothing,
    /// or of an allocatable variable.
    pub perhaps: bool,
    /// Decided by [`crate::adjoint::decide::tbr`]: pushed before the statement.
    pub recorded: bool,
    /// Decided by [`crate::adjoint::decide::indexed`]: it stands in an array rather than on the tape.
    pub indexed: bool,
    /// How its value comes back, if it is recorded.
    pub restored: Restored,
    /// Decided by [`crate::adjoint::decide::snapshot`], for loops that run in parts by [`crate::adjoint::decide::tbr`].
    pub kept: Keep,
}

/// How the value that a statement overwrites comes back in the backward sweep.
#[derive(Clone)]
pub enum Restored {
    /// It is pushed before the statement, and popped.
    Popped,
    /// Decided by [`crate::adjoint::decide::bulk`]: it is pushed with other elements in front of a loop around, and popped with these.
    InBulk,
    /// This statement computes it from the value behind the original statement: nothing is pushed.
    Undone(Box<Stmt>),
}

impl Write {
    /// True when its value is stored, here or with others.
    pub fn is_stored(&self) -> bool {
        self.recorded && !self.is_descriptor() && !matches!(self.restored, Restored::Undone(_))
    }

    /// True for the state of a descriptor.
    pub fn is_descriptor(&self) -> bool {
        matches!(self.obstacle, Some(Obstacle::Descriptor | Obstacle::Shape))
    }

    /// True when that takes memory on the tape.
    pub fn is_on_tape(&self) -> bool {
        self.is_stored() && !self.indexed
    }

    /// True when it is pushed right before the statement.
    pub fn is_pushed_here(&self) -> bool {
        self.recorded && !self.is_descriptor() && matches!(self.restored, Restored::Popped)
    }
}

/// What is done so that something upstream finds its value, though the adjoint of a call (or a region) overwrites it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Nothing.
    Not,
    /// What was pushed before the call is popped behind its adjoint rather than before.
    Behind,
    /// It is pushed before the adjoint of the call, and popped behind it.
    Around,
    /// It is in the snapshots of a loop, at the borders of its blocks, or in its recording, from which iterations begin.
    Stored,
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
    /// Only what it points to changes, which [`Simple::revive`] records.
    Association,
    /// It is the state of a descriptor, which [`Simple::revive`] records.
    Descriptor,
    /// It is the state of a descriptor, which cannot be brought back.
    Shape,
}

/// A call with a derivative: joint, so that its adjoint runs the callee again, or split.
#[derive(Clone)]
pub struct ActiveCall {
    /// The callee.
    pub callee: UnitId,
    /// True when the forward sweep calls the callee's forward sweep, and the backward sweep its backward sweep: see [`crate::context::split`].
    pub split: bool,
    /// What its interface is in the caller.
    pub link: Link,
    /// Zones that subscripts and expressions among its arguments read, and those of the variable that takes the value.
    pub evaluates: ZoneSet,
    /// Zones that the callee reads, in terms of the caller: no adjoint of it needs more.
    pub reads: ZoneSet,
    /// Where among the statements of the adjoint the call of the derivative stands.
    pub position: usize,
    /// Zones that the statements behind that call read.
    pub after: ZoneSet,
    /// Zones that are computed again before its adjoint.
    pub again: ZoneSet,
    /// Decided by [`crate::adjoint::decide::tbr`]: zones whose value from before the call something upstream needs.
    pub upstream: ZoneSet,
}

impl ActiveCall {
    /// Zones of the callee for zones of the caller: see [`Link`].
    pub fn seen_by_callee(&self, facts: &Analyses, zones: &ZoneSet) -> ZoneSet {
        self.link.seen_by_callee(facts, zones)
    }

    /// Zones of the caller for zones of the callee.
    pub fn seen_by_caller(&self, facts: &Analyses, zones: &ZoneSet) -> ZoneSet {
        self.link.seen_by_caller(facts, zones)
    }
}

/// What a statement that changes what exists or is pointed at leaves for the backward sweep.
#[derive(Clone, Default)]
pub struct Revive {
    /// Statements before it in the forward sweep (bounds are pushed).
    pub before: Block,
    /// Statements in the backward sweep before values are popped (bounds popped, arrays allocated).
    pub after: Block,
    /// Zones that may not exist before the statement: their values are recorded where they do.
    pub perhaps: ZoneSet,
    /// True when only values that are recorded ask for it.
    pub for_values: bool,
}

/// A branch.
#[derive(Clone)]
pub struct Branch {
    /// The construct with empty bodies.
    pub stmt: Stmt,
    /// The bodies in order.
    pub arms: Vec<Vec<Node>>,
    /// True when the last arm has no test, so that one of the arms always runs.
    pub total: bool,
    /// True when the backward sweep can evaluate the tests again.
    pub again: bool,
    /// Zones that the tests read.
    pub tests: ZoneSet,
    /// Those of them that the backward sweep needs, to evaluate the tests again: none where no arm has an adjoint.
    pub needs: ZoneSet,
    /// True when evaluating a test does something besides: see [`Simple::is_observable`].
    pub is_observable: bool,
    /// Decided by [`crate::adjoint::decide::liveness`]: the forward sweep holds it.
    pub live: bool,
    /// Decided by [`crate::adjoint::decide::turn`]: it stands once, for both sweeps.
    pub turns: bool,
    /// Decided by [`crate::adjoint::decide::indexed`]: its number stands in an array rather than on the tape.
    pub indexed: bool,
}

/// A loop.
#[derive(Clone)]
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
    /// Zones read by bounds, stride, the test of a WHILE and of the trailing exit.
    pub control: ZoneSet,
    /// Arrays of which nothing from before the loop is left behind it: see [`adc_analysis::sweeps`].
    pub swept: ZoneSet,
    /// Decided by [`crate::adjoint::decide::order`]: assignments that overwrite nothing of an array that the backward sweep needs from before them in the loop.
    pub written_first: Vec<(StmtId, ZoneId)>,
    /// True when evaluating bounds or tests does something besides: see [`Simple::is_observable`].
    pub is_observable: bool,
    /// Decided by [`crate::adjoint::decide::liveness`]: the forward sweep holds it.
    pub live: bool,
    /// Where forward and backward part of an iteration stand in one loop: the order of its iterations.
    pub fused: Option<Order>,
    /// Decided by [`crate::adjoint::decide::tbr`]: the index's old value is recorded, in the backward sweep if only the loop there changes it.
    pub index_recorded: bool,
    /// Decided by [`crate::adjoint::decide::bulk`]: what is pushed in front of it for all of its iterations.
    pub bulk: Option<Bulk>,
}

/// In which order iterations run whose backward part follows their forward part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// That of the original: see [`crate::adjoint::build::sums`].
    Forward,
    /// From the last to the first, as backward sweeps go: the iterations hand nothing on that is needed.
    Reverse,
}

/// Sections that a loop overwrites, recorded as such.
#[derive(Clone)]
pub struct Bulk {
    /// Each with the assignment that overwrites it.
    pub values: Vec<Piece>,
    /// True when they are popped in front of the loop of the backward sweep rather than behind it.
    pub in_front: bool,
}

/// A section that is recorded for the assignment to one of its elements in a loop.
#[derive(Clone)]
pub struct Piece {
    /// What is pushed.
    pub write: Write,
    /// The element.
    pub element: Expr,
    /// True when the loops around it overwrite the array as a whole.
    pub swept: bool,
}

impl Loop {
    /// Arrays of which an assignment overwrites nothing that the backward sweep needs from before it in the loop.
    pub fn zones_written_first(&self) -> ZoneSet {
        self.written_first.iter().map(|(_, z)| *z).collect()
    }

    /// True for a counted loop whose bounds are evaluated again, and which is not left early.
    pub fn has_plain_bounds(&self) -> bool {
        self.exit.is_none() && matches!(self.bounds, Iterations::Again)
    }
}

/// How the iterations of a loop are found again.
#[derive(Clone)]
pub enum Iterations {
    /// The bounds are evaluated again.
    Again,
    /// The bounds are kept in these variables and recorded: first, last, stride.
    Kept(Expr, Expr, Option<Expr>),
    /// The number of iterations is counted in this variable and recorded; the index follows from it, and from first and stride, which are kept in variables and
    /// recorded too where they cannot be evaluated again.
    Counted(Expr, Option<(Expr, Option<Expr>)>),
}

impl Node {
    /// True when the backward sweep has something to do for it, whatever is recorded.
    pub fn has_adjoint(&self) -> bool {
        match self {
            Node::Simple(s) => !s.adjoint.is_empty() || s.revive.as_ref().is_some_and(|r| !r.for_values),
            Node::Branch(b) => b.arms.iter().flatten().any(Node::has_adjoint),
            Node::Loop(l) => l.body.iter().any(Node::has_adjoint),
            Node::Again(_) => true,
            Node::Region(r) => r.body.iter().any(Node::has_adjoint),
        }
    }

    /// True when what is inside is run often.
    pub fn repeats(&self) -> bool {
        match self {
            Node::Loop(_) => true,
            Node::Region(r) => r.repeats(),
            Node::Simple(_) | Node::Branch(_) | Node::Again(_) => false,
        }
    }

    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Vec<Node>> {
        match self {
            Node::Simple(_) | Node::Again(_) => vec![],
            Node::Branch(b) => b.arms.iter().collect(),
            Node::Loop(l) => vec![&l.body],
            Node::Region(r) => r.blocks(),
        }
    }

    /// The blocks inside, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Node>> {
        match self {
            Node::Simple(_) | Node::Again(_) => vec![],
            Node::Branch(b) => b.arms.iter_mut().collect(),
            Node::Loop(l) => vec![&mut l.body],
            Node::Region(r) => r.blocks_mut(),
        }
    }

    /// All zones that it may write in the forward sweep, also in its blocks, and descriptors that it changes: an expression that reads one of them has another value afterwards.
    pub fn written(&self) -> ZoneSet {
        let mut out = ZoneSet::new();
        match self {
            Node::Simple(s) | Node::Region(Region { face: s, .. }) => {
                out.extend(s.writes.iter().map(|w| w.zone));
                out.union_with(&s.kills);
                out.union_with(&s.reshapes);
            }
            Node::Loop(l) => out.extend(l.index.map(|(z, _)| z)),
            Node::Branch(_) | Node::Again(_) => {}
        }
        for n in self.blocks().into_iter().flatten() {
            out.union_with(&n.written());
        }
        out
    }

    /// Zones that the backward sweep reads for it, its blocks excepted, as far as that does not depend on other plans: of calls, all that the callee reads.
    pub fn own_needs(&self, out: &mut ZoneSet) {
        match self {
            Node::Simple(s) => {
                out.union_with(&s.needs);
                for w in &s.writes {
                    out.union_with(&w.subscripts);
                }
                if let Some(call) = &s.call {
                    out.union_with(&call.after);
                    out.extend(call.reads.iter().filter(|&z| !call.again.contains(z)));
                }
            }
            Node::Loop(l) => {
                out.union_with(&l.needs);
                for p in l.bulk.iter().flat_map(|b| &b.values) {
                    out.union_with(&p.write.subscripts);
                }
            }
            Node::Branch(b) => {
                out.union_with(&b.needs);
            }
            Node::Again(a) => {
                out.union_with(&a.needs);
            }
            Node::Region(r) => {
                out.union_with(&r.own());
                // what the borders of blocks hold is the loop's own
                let own = |z| matches!(r.kind, Kind::Blocks(_)) && r.face.writes.iter().any(|w| w.zone == z);
                out.extend(r.face.reads.iter().filter(|&z| !r.again.contains(z) && !own(z)));
            }
        }
    }

    /// The same with its blocks.
    pub fn needs(&self) -> ZoneSet {
        let mut out = ZoneSet::new();
        self.own_needs(&mut out);
        for n in self.blocks().into_iter().flatten() {
            out.union_with(&n.needs());
        }
        out
    }

    /// Takes zones from its needs, and from those of its blocks: something else sees to it that they have their values.
    pub fn serve(&mut self, zones: &ZoneSet) {
        match self {
            Node::Simple(s) => {
                s.needs.subtract(zones);
                s.writes.iter_mut().for_each(|w| w.subscripts.subtract(zones));
                if let Some(call) = &mut s.call {
                    call.after.subtract(zones);
                    call.again.union_with(zones);
                }
            }
            Node::Loop(l) => l.needs.subtract(zones),
            Node::Again(a) => a.needs.subtract(zones),
            Node::Region(r) => {
                r.again.union_with(zones);
                match &mut r.kind {
                    Kind::Plain | Kind::Sum(_) => {}
                    Kind::Binomial(b) => b.needs.subtract(zones),
                    Kind::Blocks(b) => b.needs.subtract(zones),
                    Kind::FixedPoint(f) => f.needs.subtract(zones),
                }
            }
            Node::Branch(b) => b.needs.subtract(zones),
        }
        for n in self.blocks_mut().into_iter().flatten() {
            n.serve(zones);
        }
    }
}

/// A statement as control flow has it.
pub(crate) fn item(s: &Simple) -> Item {
    Item {
        stmt: s.forward.id,
        role: Role::Whole,
    }
}

impl Simple {
    pub(crate) fn plain(s: Stmt) -> Simple {
        Simple {
            forward: s,
            reads: ZoneSet::new(),
            is_observable: true,
            live: true,
            repeated: false,
            writes: vec![],
            kills: ZoneSet::new(),
            reshapes: ZoneSet::new(),
            adjoint: vec![],
            needs: ZoneSet::new(),
            again: ZoneSet::new(),
            call: None,
            revive: None,
        }
    }
}
