//! Sweeps: arrays that a loop nest, or an assignment to a section, overwrites as a whole.
//!
//! ```text
//! do j = 1, m                      every element of w(n, m) is assigned before the loops read any of w:
//!    do i = 1, n                   nothing of the value of w before the nest survives it
//!       w(i, j) = ...
//! ```
//!
//! A *sweep* is an assignment to an array of an intrinsic type whose subscripts are the indices of the innermost loops
//! around it, each once, each over the whole extent of its dimension, if
//!
//! * the nest contains no jumps, and the assignment and its loops are nested unconditionally;
//! * the array covers its whole zone, has no aliases, and is named in the nest only after the assignment, in the same
//!   iteration, with the same subscripts, and by no call;
//! * the bounds are constants, or the same expressions over variables that the unit, which declares the array, never
//!   writes, or `lbound`, `ubound` and `size` of the array.
//!
//! A nest that is not entered sweeps an array without elements. So for reaching definitions the assignment kills, and
//! no definition from before the nest passes the headers of its loops. Likewise, an assignment to a section that is the
//! whole array kills.
//!
//! Arrays that several statements overwrite together have their place in [`together`].
//!
//! Ignored: nests with further inner loops that do not carry a subscript; descending loops of stride other than -1.

mod body;
mod together;

use crate::cfg::{Item, ItemMap, Role};
use crate::code::Code;
use crate::constants::Constants;
use crate::lower::Step;
use crate::mod_ref::ModRef;
use crate::{ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use body::Body;
use std::collections::HashMap;
use together::Sequence;

/// The sweeps of a program.
#[derive(Clone, Debug, Default)]
pub struct Sweeps {
    /// Assignments that kill.
    kills: ItemMap<ZoneId>,
    /// Headers of loops, with the zones whose value from before the loop does not pass them.
    headers: ItemMap<ZoneSet>,
    /// Headers of loops and assignments with which a group of statements begins that overwrites these zones.
    groups: ItemMap<ZoneSet>,
    /// Assignments of groups that come first to their elements, with the beginnings of the group on the ways to them.
    firsts: ItemMap<(ZoneId, Vec<Item>)>,
    /// Headers of loops, with the arrays that are private in them.
    privates: ItemMap<ZoneSet>,
}

/// The inputs of the analysis.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub program: &'a Program,
    pub zones: &'a Zones,
    pub code: &'a Code,
    pub mod_ref: &'a ModRef,
    pub constants: &'a Constants,
}

impl Input<'_> {
    /// Adds the zones that calls in a statement, without its blocks, are passed, read or write.
    fn touched_by_calls(self, s: &Stmt, touched: &mut ZoneSet) {
        let lowered = [Role::Whole, Role::Next].map(|role| self.code.get(Item { stmt: s.id, role }));
        for step in lowered.into_iter().flatten().flat_map(|l| &l.steps) {
            if let Step::Call(call) = step {
                self.mod_ref.call_reads(call, touched);
                self.mod_ref.call_writes(self.zones, call, touched);
                touched.extend(call.bindings().filter_map(|b| b.actual));
            }
        }
    }
}

struct Loop<'a> {
    stmt: StmtId,
    var: SymbolId,
    lo: &'a Expr,
    hi: &'a Expr,
    step: Option<&'a Expr>,
    body: &'a Block,
}

impl<'a> Loop<'a> {
    /// A loop whose index counts.
    fn of(s: &'a Stmt) -> Option<Loop<'a>> {
        let StmtKind::Do {
            control: DoControl::Count { var, lo, hi, step },
            body,
            ..
        } = &s.kind
        else {
            return None;
        };
        Some(Loop {
            stmt: s.id,
            var: *var,
            lo,
            hi,
            step: step.as_deref(),
            body,
        })
    }
}

struct Finder<'a> {
    input: Input<'a>,
    unit: UnitId,
    /// Zones that the unit may write.
    written: ZoneSet,
    /// Enclosing loops, each unconditionally inside the one before.
    nest: Vec<Loop<'a>>,
    /// Zones named in the bodies of loops, computed on demand.
    bodies: HashMap<StmtId, Body<'a>>,
    out: Sweeps,
}

impl Sweeps {
    /// Finds all sweeps.
    pub(crate) fn build(input: Input) -> Sweeps {
        let mut out = Sweeps::default();
        for (id, unit) in input.program.units.iter() {
            let mut f = Finder {
                input,
                unit: id,
                written: written(input, &unit.body),
                nest: vec![],
                bodies: HashMap::new(),
                out,
            };
            f.block(&unit.body);
            out = f.out;
        }
        out
    }

    /// The zone that an item overwrites as a whole although its statement names only elements.
    pub fn killed_by(&self, item: Item) -> Option<ZoneId> {
        self.kills.get(item).copied()
    }

    /// The zones that the nest of a loop overwrites as a whole: their value from before it does not pass its header.
    pub fn at_header(&self, item: Item) -> Option<&ZoneSet> {
        self.headers.get(item)
    }

    /// The zones whose old value ends at an assignment or the header of a loop, since a group of statements that begins
    /// there overwrites them.
    pub fn at_group(&self, item: Item) -> Option<&ZoneSet> {
        self.groups.get(item)
    }

    /// The zone of which an assignment overwrites only elements with their values from before its group, and where that
    /// begins on the ways to it.
    pub fn first_in_group(&self, item: Item) -> Option<(ZoneId, &[Item])> {
        self.firsts.get(item).map(|(z, begins)| (*z, begins.as_slice()))
    }

    /// The arrays of which an iteration of a loop reads only what it has assigned itself before.
    pub fn private_in(&self, header: Item) -> Option<&ZoneSet> {
        self.privates.get(header)
    }

    /// All zones whose value from before an assignment or a loop does not pass it, though it is no whole that is
    /// assigned there.
    pub fn ended_at(&self, item: Item) -> impl Iterator<Item = ZoneId> + '_ {
        let sets = [self.at_header(item), self.at_group(item)];
        let zones = sets.into_iter().flatten().flat_map(ZoneSet::iter);
        zones.chain(self.killed_by(item))
    }

    fn begin(&mut self, item: Item, zone: ZoneId) {
        let mut set = self.groups.get(item).cloned().unwrap_or_default();
        set.insert(zone);
        self.groups.insert(item, set);
    }
}

/// Zones that the statements of a body may write.
fn written(input: Input, body: &Block) -> ZoneSet {
    let mut set = ZoneSet::new();
    visit::walk_block(body, &mut |s| {
        for role in [Role::Whole, Role::Next] {
            let lowered = input.code.get(Item { stmt: s.id, role });
            for step in lowered.into_iter().flat_map(|l| &l.steps) {
                match step {
                    Step::Write(writes) => {
                        let zones = writes.iter().flat_map(|w| w.changes(input.zones));
                        set.extend(zones.copied());
                    }
                    Step::Call(call) => input.mod_ref.call_writes(input.zones, call, &mut set),
                }
            }
        }
    });
    set
}

/// True for a function of the bounds of an array, not of its values.
fn is_inquiry(name: &str) -> bool {
    ["size", "lbound", "ubound", "shape"]
        .iter()
        .any(|n| n.eq_ignore_ascii_case(name))
}

impl<'a> Finder<'a> {
    fn block(&mut self, block: &'a Block) {
        Sequence::visit(self, block);
        for s in block {
            if let StmtKind::Do { body, .. } = &s.kind {
                let privates = Sequence::privates(self, body);
                let header = Item {
                    stmt: s.id,
                    role: Role::Next,
                };
                self.out.privates.insert(header, privates);
            }
            if let Some(l) = Loop::of(s) {
                let body = l.body;
                self.nest.push(l);
                self.block(body);
                self.nest.pop();
                continue;
            }
            match &s.kind {
                StmtKind::Assign { lhs, .. } => self.assignment(block, s, lhs),
                StmtKind::Directed { body, .. } => self.block(body),
                // under a mask
                StmtKind::Where { .. } | StmtKind::Forall { .. } => {}
                _ => {
                    // an inner statement is not reached whenever the loops are
                    let nest = std::mem::take(&mut self.nest);
                    s.kind.for_each_block(&mut |b| self.block(b));
                    self.nest = nest;
                }
            }
        }
    }

    fn assignment(&mut self, block: &Block, s: &Stmt, lhs: &Expr) {
        let ExprKind::Index(base, subs) = &lhs.kind else { return };
        let ExprKind::Var(array) = base.kind else { return };
        let Some(zone) = self.whole_zone(array) else { return };
        let item = Item {
            stmt: s.id,
            role: Role::Whole,
        };
        if subs.iter().all(|s| matches!(s, Subscript::Range(..))) {
            let covers = |(k, s): (usize, &Subscript)| match s {
                Subscript::Range(lo, hi, None) => {
                    lo.as_ref().is_none_or(|e| self.is_lower(array, k, e))
                        && hi.as_ref().is_none_or(|e| self.is_upper(array, k, e))
                }
                Subscript::Range(..) | Subscript::At(_) => false,
            };
            if subs.iter().enumerate().all(covers) {
                self.out.kills.insert(item, zone);
            }
            return;
        }
        let Some(first) = self.nest.len().checked_sub(subs.len()) else {
            return;
        };
        let loops = &self.nest[first..];
        let mut free: Vec<&Loop> = loops.iter().collect();
        for (k, sub) in subs.iter().enumerate() {
            let Subscript::At(e) = sub else { return };
            let ExprKind::Var(v) = e.kind else { return };
            let Some(at) = free.iter().position(|l| l.var == v) else {
                return;
            };
            if !self.covers(array, k, free.swap_remove(at)) {
                return;
            }
        }
        let outermost = &loops[0];
        let input = self.input;
        let body = self.bodies.entry(outermost.stmt);
        let body = body.or_insert_with(|| Body::of(outermost.body, input));
        if !body.jumps && body.is_named_only_after(input, array, zone, block, s, lhs) {
            self.out.kills.insert(item, zone);
            for l in loops {
                let header = Item {
                    stmt: l.stmt,
                    role: Role::Next,
                };
                let mut set = self.out.headers.get(header).cloned().unwrap_or_default();
                set.insert(zone);
                self.out.headers.insert(header, set);
            }
        }
    }

    /// The zone of an array of an intrinsic type that covers it and has no aliases.
    fn whole_zone(&self, array: SymbolId) -> Option<ZoneId> {
        let v = self.input.program.symbols[array].variable()?;
        let plain = !matches!(v.ty.ty, Ty::Derived(_) | Ty::Class(_) | Ty::Unlimited | Ty::Character);
        let zone = self.input.zones.single(array)?;
        let members = self.input.zones.members(zone);
        let same_shape = members.len() == 1 || self.input.zones[zone].exact;
        let whole = var(self.input.program, array);
        let killed = self.input.zones.is_killed_by(self.input.program, &whole, zone);
        (plain && same_shape && killed).then_some(zone)
    }

    /// True if a loop runs over a whole dimension.
    fn covers(&self, array: SymbolId, k: usize, l: &Loop) -> bool {
        let step = l.step.map_or(Some(1), |e| self.integer(e));
        match step {
            Some(1) => self.is_lower(array, k, l.lo) && self.is_upper(array, k, l.hi),
            Some(-1) => self.is_lower(array, k, l.hi) && self.is_upper(array, k, l.lo),
            _ => false,
        }
    }

    fn integer(&self, e: &Expr) -> Option<i64> {
        self.input.constants.integer(self.input.program, e)
    }

    fn dim(&self, array: SymbolId, k: usize) -> Option<&'a Dim> {
        self.input.program.symbols[array].variable()?.dims.get(k)
    }

    fn is_lower(&self, array: SymbolId, k: usize, e: &Expr) -> bool {
        let declared = match self.dim(array, k) {
            Some(Dim::Explicit(Some(lo), _) | Dim::Assumed(Some(lo))) => self.equal(array, lo, e),
            Some(Dim::Explicit(None, _) | Dim::Assumed(None)) => self.integer(e) == Some(1),
            Some(Dim::Deferred | Dim::AssumedSize(_) | Dim::AssumedRank) | None => false,
        };
        declared || self.inquires("lbound", array, k, e)
    }

    fn is_upper(&self, array: SymbolId, k: usize, e: &Expr) -> bool {
        let declared = match self.dim(array, k) {
            Some(Dim::Explicit(_, hi)) => self.equal(array, hi, e),
            Some(Dim::Assumed(None)) => self.inquires("size", array, k, e),
            Some(Dim::Assumed(Some(_)) | Dim::Deferred | Dim::AssumedSize(_) | Dim::AssumedRank) | None => false,
        };
        declared || self.inquires("ubound", array, k, e)
    }

    /// True for `name(array, k + 1)`, and for `size(array)` of an array of one dimension.
    fn inquires(&self, name: &str, array: SymbolId, k: usize, e: &Expr) -> bool {
        let ExprKind::Intrinsic(_, called, args) = &e.kind else {
            return false;
        };
        let exprs: Vec<&Expr> = args.iter().filter_map(Arg::expr).collect();
        let of_array = exprs
            .first()
            .is_some_and(|a| matches!(a.kind, ExprKind::Var(s) if s == array));
        let rank = self.input.program.symbols[array].variable().map_or(0, |v| v.dims.len());
        let dimension = match exprs.get(1) {
            Some(d) => self.integer(d) == Some(k as i64 + 1),
            None => rank == 1 && name == "size",
        };
        called.eq_ignore_ascii_case(name) && of_array && dimension && exprs.len() <= 2
    }

    /// True if a bound of an array equals an expression, wherever that stands in the unit.
    fn equal(&self, array: SymbolId, a: &Expr, b: &Expr) -> bool {
        if let (Some(x), Some(y)) = (self.integer(a), self.integer(b)) {
            return x == y;
        }
        // the bounds of a host's array were evaluated at the entry of the host
        if self.input.program.symbols[array].owner != Some(self.unit) {
            return false;
        }
        let mut fixed = true;
        visit::walk_expr(a, &mut |e| match &e.kind {
            ExprKind::Var(s) => {
                let mut zones = self.input.zones.of(*s).iter();
                fixed &= !zones.any(|&z| self.written.contains(z));
            }
            ExprKind::Call(..) => fixed = false,
            _ => {}
        });
        fixed && a.same(b)
    }
}
