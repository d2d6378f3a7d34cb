//! The plan of an adjoint: each statement with its adjoint and the needs of that, before it is decided what is
//! recorded.
//!
//! A plan is a tree that mirrors the structured body of a procedure. It is built once ([`super::build`]). Then the
//! analyses of [`super::decide`] run over the plans of all procedures and write their decisions into them. Finally both
//! sweeps are generated ([`super::emit`]).

pub(crate) mod between;
pub(crate) mod branches;
pub(crate) mod region;
pub(crate) mod slot;

use crate::context::link::Link;
use adc_analysis::cfg::{Item, Role};
use adc_analysis::{Analyses, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;

pub use crate::adjoint::plan::region::{Kind, Region, Sum};
pub use crate::adjoint::plan::slot::{Life, Slot};

/// A statement or construct of the primal with its treatment in the adjoint.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // nearly all nodes are simple ones
pub enum Node {
    /// A statement without blocks.
    Simple(Simple),
    /// `IF`, `SELECT CASE`.
    Branch(Branch),
    /// Loops.
    Loop(Box<Loop>),
    /// Statements that the reverse sweep recomputes.
    Again(Again),
    /// Statements that are run a second time, recorded, in the reverse sweep.
    Region(Region),
}

/// Statements of the reverse sweep alone: see [`crate::adjoint::decide::recompute`].
#[derive(Clone)]
pub struct Again {
    /// The statements.
    pub body: Block,
    /// Zones that they read.
    pub needs: ZoneSet,
    /// Zones that they write.
    pub writes: ZoneSet,
}

/// A statement that writes variables and may have an adjoint.
#[derive(Clone)]
pub struct Simple {
    /// The statement as it stands in the forward sweep.
    pub forward: Stmt,
    /// Zones that it reads, calls included.
    pub reads: ZoneSet,
    /// Zones that its partial derivatives read ([`crate::preaccumulate`]): computed in the forward sweep.
    pub read_by_partials: ZoneSet,
    /// True if it has effects other than writes of variables: it always stays in the forward sweep.
    pub is_observable: bool,
    /// Decided by [`crate::adjoint::decide::liveness`]: the forward sweep contains it.
    pub live: bool,
    /// Decided by [`crate::adjoint::decide::recompute`]: the reverse sweep runs it, too.
    pub repeated: bool,
    /// Its possible writes.
    pub writes: Vec<Write>,
    /// Zones that it overwrites as a whole.
    pub kills: ZoneSet,
    /// Zones that a group of statements overwrites that it begins: see [`adc_analysis::Sweeps::at_group`].
    pub begins: ZoneSet,
    /// Descriptors that it changes, those that the reverse sweep restores in any case among them.
    pub reshapes: ZoneSet,
    /// Zones that pointers reach in memory that it frees, and descriptors of these pointers. The reverse sweep allocates
    /// the memory again, but nothing lets the pointers point to it.
    pub strands: ZoneSet,
    /// Decided by [`crate::adjoint::decide::tbr`]: those of them that the reverse sweep needs.
    pub stranded: ZoneSet,
    /// Its adjoint, for the state before the statement.
    pub adjoint: Block,
    /// Primal zones that the adjoint reads.
    pub needs: ZoneSet,
    /// Primal zones that the adjoint writes, since it recomputes them.
    pub again: ZoneSet,
    /// Another adjoint, in terms of the value that it assigns, until [`crate::adjoint::decide::results`].
    pub by_result: Option<Box<ByResult>>,
    /// Set for a call of a differentiated procedure.
    pub call: Option<Box<ActiveCall>>,
    /// Set if it changes existence or association: records that, and restores it before values are popped.
    pub revive: Option<Box<Revive>>,
}

/// The adjoint of an assignment in terms of its result.
#[derive(Clone)]
pub struct ByResult {
    /// Zone of the left-hand side.
    pub zone: ZoneId,
    /// The statements, for the state after the assignment.
    pub adjoint: Block,
    /// Primal zones that they read there.
    pub needs: ZoneSet,
    /// Operands in them that may be the left-hand side by another name. They must not be.
    pub others: Vec<Expr>,
    /// True if the assignment overwrites an operand.
    pub is_operand: bool,
}

impl Simple {
    /// The restoring of existence or association, if it is needed.
    pub fn needed_revive(&self) -> Option<&Revive> {
        let recorded = |r: &Revive| self.writes.iter().any(|w| w.recorded && r.perhaps.contains(w.zone));
        self.revive.as_deref().filter(|r| !r.for_values || recorded(r))
    }

    /// True for a point of the forward sweep where scalars are recorded, without a statement that overwrites them: see
    /// [`crate::adjoint::decide::ends`].
    pub fn is_point(&self) -> bool {
        matches!(self.forward.kind, StmtKind::Continue) && !self.writes.is_empty()
    }

    /// True for the adjoint of the assignment before it, in terms of the value that this assigns: see
    /// [`crate::adjoint::decide::results`].
    pub fn is_after(&self) -> bool {
        matches!(self.forward.kind, StmtKind::Continue) && !self.adjoint.is_empty()
    }

    /// True for a node that is no statement of the forward sweep.
    pub fn is_beside(&self) -> bool {
        self.is_point() || self.is_after()
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
    /// The designator that is overwritten; its part in the zone is pushed. `None` if it cannot be named here.
    pub target: Option<Expr>,
    /// The reason why it cannot be recorded, if `target` is `None`. If both are `None`, it is a global of another unit,
    /// which gets a name if it must be recorded.
    pub obstacle: Option<Obstacle>,
    /// The section of the array that the calls in the statement may overwrite, if that is less than the whole array.
    pub section: Option<Vec<Subscript>>,
    /// Zones that the target's subscripts read: the pop needs them.
    pub subscripts: ZoneSet,
    /// True if the target is all of the zone, so that a pop restores the whole zone.
    pub whole: bool,
    /// True if the statement may run without the target: the target is part of an optional argument that may be absent,
    /// of a pointer that may be null, or of an allocatable variable.
    pub perhaps: bool,
    /// Decided by [`crate::adjoint::decide::tbr`]: pushed before the statement.
    pub recorded: bool,
    /// Decided by [`crate::adjoint::decide::indexed`]: the array or variable that stores it, if that is not the tape.
    pub slot: Option<Slot>,
    /// The way its value is restored, if it is recorded.
    pub restored: Restored,
    /// Decided by [`crate::adjoint::decide::snapshot`], for loops that run in parts by [`crate::adjoint::decide::tbr`].
    pub kept: Keep,
}

/// The way the reverse sweep restores an overwritten value.
#[derive(Clone)]
pub enum Restored {
    /// It is pushed before the statement, and popped.
    Popped,
    /// Decided by [`crate::adjoint::decide::bulk`]: pushed with other elements before a surrounding loop, and popped
    /// with these.
    InBulk,
    /// This statement computes it from the value after the primal statement: nothing is pushed.
    Undone(Box<Stmt>),
}

impl Write {
    /// A write of a zone, before any decision about it.
    pub fn undecided(zone: ZoneId, target: Option<Expr>, whole: bool) -> Write {
        Write {
            zone,
            target,
            obstacle: None,
            section: None,
            subscripts: ZoneSet::new(),
            whole,
            perhaps: false,
            recorded: false,
            slot: None,
            restored: Restored::Popped,
            kept: Keep::Not,
        }
    }

    /// True if its value is stored, here or with others.
    pub fn is_stored(&self) -> bool {
        self.recorded && !self.is_descriptor() && !matches!(self.restored, Restored::Undone(_))
    }

    /// True for the state of a descriptor.
    pub fn is_descriptor(&self) -> bool {
        matches!(self.obstacle, Some(Obstacle::Descriptor | Obstacle::Shape))
    }

    /// True if its record takes memory on the tape.
    pub fn is_on_tape(&self) -> bool {
        self.is_stored() && self.slot.is_none_or(|s| s.life == Life::Loops)
    }

    /// True if an array holds its records from one sweep to the other.
    pub fn is_in_array(&self) -> bool {
        self.is_stored() && self.slot.is_some_and(|s| s.life == Life::Run && s.loops > 0)
    }

    /// True if it is pushed right before the statement.
    pub fn is_pushed_here(&self) -> bool {
        self.recorded && !self.is_descriptor() && matches!(self.restored, Restored::Popped)
    }
}

/// The way a value that upstream needs is kept, though the adjoint of a call (or a region) overwrites it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// It is not kept.
    Not,
    /// The value pushed before the call is popped after its adjoint instead of before.
    After,
    /// It is pushed before the adjoint of the call, and popped after it.
    Around,
    /// It is in the snapshots of a loop, at the borders of its blocks, or in its recording, where iterations begin.
    Stored,
}

/// The reason why something cannot be recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Its size is unknown where it would have to be pushed.
    Size,
    /// It is a SAVE variable of another procedure.
    State,
    /// It is a pointer, or has pointer components.
    Pointer,
    /// Only its association changes, which [`Simple::revive`] records.
    Association,
    /// It is the state of a descriptor, which [`Simple::revive`] records.
    Descriptor,
    /// It is the state of a descriptor, which cannot be restored.
    Shape,
    /// It is reached through a pointer to memory that is freed.
    Freed,
}

/// A call with a derivative: joint, so that its adjoint runs the callee again, or split.
#[derive(Clone)]
pub struct ActiveCall {
    /// The callee.
    pub callee: UnitId,
    /// The place of its text.
    pub place: u32,
    /// A directive of the source says whether it is split.
    pub by_directive: bool,
    /// True if the forward sweep calls the callee's forward sweep, and the reverse sweep its reverse sweep: see
    /// [`crate::context::split`].
    pub split: bool,
    /// Maps the callee's interface zones to the caller's zones.
    pub link: Link,
    /// Zones that subscripts and expressions among its arguments read, and those that the variable for the function
    /// value reads.
    pub evaluates: ZoneSet,
    /// Zones that the callee reads, in terms of the caller: no adjoint of it needs more.
    pub reads: ZoneSet,
    /// The position of the call of the derivative among the statements of the adjoint.
    pub position: usize,
    /// Zones that the statements after that call read.
    pub after: ZoneSet,
    /// Zones that are recomputed before its adjoint.
    pub again: ZoneSet,
    /// Decided by [`crate::adjoint::decide::tbr`]: zones whose value from before the call is needed upstream.
    pub upstream: ZoneSet,
}

impl ActiveCall {
    /// Maps zones of the caller to zones of the callee: see [`Link`].
    pub fn seen_by_callee(&self, facts: &Analyses, zones: &ZoneSet) -> ZoneSet {
        self.link.seen_by_callee(facts, zones)
    }

    /// Maps zones of the callee to zones of the caller.
    pub fn seen_by_caller(&self, facts: &Analyses, zones: &ZoneSet) -> ZoneSet {
        self.link.seen_by_caller(facts, zones)
    }
}

/// Records and restores the existence or association that a statement changes.
#[derive(Clone, Default)]
pub struct Revive {
    /// Statements before it in the forward sweep (pushes of bounds).
    pub before: Block,
    /// Statements in the reverse sweep before values are popped (pops of bounds, allocations).
    pub after: Block,
    /// Zones that may not exist before the statement: their values are recorded if they exist.
    pub perhaps: ZoneSet,
    /// True if only recorded values need it.
    pub for_values: bool,
}

/// A branch.
#[derive(Clone)]
pub struct Branch {
    /// The construct with empty bodies.
    pub stmt: Stmt,
    /// The bodies in order.
    pub arms: Vec<Vec<Node>>,
    /// True if the last arm has no test, so that one of the arms always runs.
    pub total: bool,
    /// True if the reverse sweep can evaluate the tests again.
    pub again: bool,
    /// Zones that the tests read.
    pub tests: ZoneSet,
    /// The zones of the tests that the reverse sweep needs, to evaluate them again: none if no arm has an adjoint.
    pub needs: ZoneSet,
    /// True if evaluating a test has other effects: see [`Simple::is_observable`].
    pub is_observable: bool,
    /// Decided by [`crate::adjoint::decide::liveness`]: the forward sweep contains it.
    pub live: bool,
    /// Decided by [`crate::adjoint::decide::turn`]: it is emitted once, for both sweeps.
    pub turns: bool,
    /// Decided by [`crate::adjoint::decide::indexed`]: the array that stores its number, if that is not the tape.
    pub slot: Option<Slot>,
}

/// A loop.
#[derive(Clone)]
pub struct Loop {
    /// The loop with an empty body.
    pub stmt: Stmt,
    /// The body, without a trailing EXIT.
    pub body: Vec<Node>,
    /// Test of the trailing EXIT.
    pub exit: Option<Expr>,
    /// The way the reverse sweep determines the iterations.
    pub bounds: Iterations,
    /// Zone of the index, if there is one.
    pub index: Option<(ZoneId, SymbolId)>,
    /// Zones read by bounds that are evaluated again.
    pub needs: ZoneSet,
    /// Zones read by bounds, stride, the test of a WHILE and of the trailing EXIT.
    pub control: ZoneSet,
    /// Arrays that the loop overwrites as a whole: see [`adc_analysis::sweeps`].
    pub swept: ZoneSet,
    /// Zones that a group of statements overwrites that it begins: see [`adc_analysis::Sweeps::at_group`].
    pub begins: ZoneSet,
    /// Arrays of which an iteration reads only what it has assigned: see [`adc_analysis::Sweeps::private_in`].
    pub private: ZoneSet,
    /// The sum that it computes, if it could be differentiated in primal order.
    pub sum: Option<Box<Sum>>,
    /// Decided by [`crate::adjoint::decide::order`]: assignments that overwrite no value of an array from before them
    /// in the loop that the reverse sweep needs.
    pub written_first: Vec<(StmtId, ZoneId)>,
    /// True if evaluating bounds or tests has other effects: see [`Simple::is_observable`].
    pub is_observable: bool,
    /// Decided by [`crate::adjoint::decide::liveness`]: the forward sweep contains it.
    pub live: bool,
    /// The order of iterations, if the forward and the reverse part of an iteration stand in one loop.
    pub fused: Option<Order>,
    /// Decided by [`crate::adjoint::decide::tbr`]: the index's old value is recorded; in the reverse sweep if only the
    /// loop there changes it.
    pub index_recorded: bool,
    /// Decided by [`crate::adjoint::decide::bulk`]: sections pushed before it for all of its iterations.
    pub bulk: Option<Bulk>,
}

/// The order of iterations whose reverse part follows their forward part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Primal order: see [`crate::adjoint::build::sums`].
    Forward,
    /// From the last to the first, as in reverse sweeps: no value that the iterations carry is needed.
    Reverse,
}

/// Sections that a loop overwrites and that are recorded as such.
#[derive(Clone)]
pub struct Bulk {
    /// Each with the assignment that overwrites it.
    pub values: Vec<Piece>,
    /// True if they are popped before the loop of the reverse sweep instead of after it.
    pub in_front: bool,
}

/// A section that is recorded for an assignment to one of its elements in a loop.
#[derive(Clone)]
pub struct Piece {
    /// The pushed section.
    pub write: Write,
    /// The element.
    pub element: Expr,
    /// True if the surrounding loops overwrite the array as a whole.
    pub swept: bool,
}

impl Loop {
    /// Arrays of which an assignment overwrites no value from before it in the loop that the reverse sweep needs.
    pub fn zones_written_first(&self) -> ZoneSet {
        self.written_first.iter().map(|(_, z)| *z).collect()
    }

    /// True for a counted loop without EXIT whose bounds are evaluated again.
    pub fn has_plain_bounds(&self) -> bool {
        self.exit.is_none() && matches!(self.bounds, Iterations::Again)
    }
}

/// The way the iterations of a loop are determined again.
#[derive(Clone)]
pub enum Iterations {
    /// The bounds are evaluated again.
    Again,
    /// The bounds are kept in these variables and recorded: first, last, stride.
    Kept(Expr, Expr, Option<Expr>),
    /// The number of iterations is counted in this variable and recorded. The index follows from it, and from first
    /// value and stride; these are kept in variables and recorded if they cannot be evaluated again.
    Counted(Expr, Option<(Expr, Option<Expr>)>),
}

impl Node {
    /// True if the reverse sweep contains statements for it, whatever is recorded.
    pub fn has_adjoint(&self) -> bool {
        match self {
            Node::Simple(s) => !s.adjoint.is_empty() || s.revive.as_ref().is_some_and(|r| !r.for_values),
            Node::Branch(b) => b.arms.iter().flatten().any(Node::has_adjoint),
            Node::Loop(l) => l.body.iter().any(Node::has_adjoint),
            Node::Again(_) => true,
            Node::Region(r) => r.body.iter().any(Node::has_adjoint),
        }
    }

    /// The place of its statement; none if it is on behalf of the node before it.
    pub fn span(&self) -> Option<Span> {
        match self {
            Node::Simple(s) => Some(s.forward.span),
            Node::Branch(b) => Some(b.stmt.span),
            Node::Loop(l) => Some(l.stmt.span),
            Node::Region(r) => Some(r.face.forward.span),
            Node::Again(_) => None,
        }
    }

    /// True if its blocks run often.
    pub fn repeats(&self) -> bool {
        match self {
            Node::Loop(_) => true,
            Node::Region(r) => r.repeats(),
            Node::Simple(_) | Node::Branch(_) | Node::Again(_) => false,
        }
    }

    /// Its blocks.
    pub fn blocks(&self) -> Vec<&Vec<Node>> {
        match self {
            Node::Simple(_) | Node::Again(_) => vec![],
            Node::Branch(b) => b.arms.iter().collect(),
            Node::Loop(l) => vec![&l.body],
            Node::Region(r) => r.blocks(),
        }
    }

    /// Its blocks, mutable.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Node>> {
        match self {
            Node::Simple(_) | Node::Again(_) => vec![],
            Node::Branch(b) => b.arms.iter_mut().collect(),
            Node::Loop(l) => vec![&mut l.body],
            Node::Region(r) => r.blocks_mut(),
        }
    }

    /// The zones of the groups of statements that it begins, in one of its arms if it is a branch.
    pub fn begins(&self) -> ZoneSet {
        match self {
            Node::Simple(s) | Node::Region(Region { face: s, .. }) => s.begins.clone(),
            Node::Loop(l) => l.begins.clone(),
            Node::Branch(b) => b.arms.iter().flatten().fold(ZoneSet::new(), |mut all, n| {
                all.union_with(&n.begins());
                all
            }),
            Node::Again(_) => ZoneSet::new(),
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

    /// Zones that the reverse sweep reads for it, without its blocks, as far as they do not depend on other plans: for
    /// calls, all that the callee reads.
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
                // values stored at the borders of blocks belong to the loop
                let own = |z| matches!(r.kind, Kind::Blocks(_)) && r.face.writes.iter().any(|w| w.zone == z);
                out.extend(r.face.reads.iter().filter(|&z| !r.again.contains(z) && !own(z)));
            }
        }
    }

    /// The same, with its blocks.
    pub fn needs(&self) -> ZoneSet {
        let mut out = ZoneSet::new();
        self.own_needs(&mut out);
        for n in self.blocks().into_iter().flatten() {
            out.union_with(&n.needs());
        }
        out
    }

    /// Removes zones from its needs, and from those of its blocks: they have their values for another reason.
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

/// A statement as an item of the control-flow graph.
pub(crate) fn item(s: &Simple) -> Item {
    Item {
        stmt: s.forward.id,
        role: Role::Whole,
    }
}

impl Simple {
    /// A node beside a statement, of which the forward sweep emits nothing.
    pub(crate) fn beside(id: StmtId, span: Span) -> Simple {
        let nothing = Stmt {
            id,
            span,
            ..Stmt::new(StmtKind::Continue)
        };
        Simple {
            is_observable: false,
            ..Simple::plain(nothing)
        }
    }

    pub(crate) fn plain(s: Stmt) -> Simple {
        Simple {
            forward: s,
            reads: ZoneSet::new(),
            read_by_partials: ZoneSet::new(),
            is_observable: true,
            live: true,
            repeated: false,
            writes: vec![],
            kills: ZoneSet::new(),
            begins: ZoneSet::new(),
            reshapes: ZoneSet::new(),
            strands: ZoneSet::new(),
            stranded: ZoneSet::new(),
            adjoint: vec![],
            needs: ZoneSet::new(),
            again: ZoneSet::new(),
            by_result: None,
            call: None,
            revive: None,
        }
    }
}
