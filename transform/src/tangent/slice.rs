//! Predictive slicing (`--derivative-only`): the tangent without the primal statements that no derivative depends on.
//!
//! Section 3 and figure 11 of Strout and Hovland, *Linearity Analysis for Automatic Differentiation*: derivatives do
//! not need the values of variables on which the dependents depend only linearly. The result is the backward slice of
//! the tangent from its derivative statements. It is computed on the primal's control-flow graph. With `needs(I)` for
//! the primal variables that the derivative statements of `I` read:
//!
//! ```text
//! backward:  live(before I) = needs(I) ∪ live(after I)                                           if I is omitted
//!            live(before I) = needs(I) ∪ (live(after I) \ kill(I)) ∪ use(I)                      if I is kept
//! I is kept  ⇔  out(I) ∩ live(after I) ≠ ∅, or I has effects other than writes of variables,
//!               or I is around a kept or a derivative statement
//! ```
//!
//! A loop or a branch is kept with its tests and bounds if anything in it is kept. For the call of a tangent, `live`
//! passes through the callee: zones live after any of its calls are live at the callee's exit, and zones live at its
//! entry are live before the calls. Both grow to the least solution.
//!
//! After the head, dependents are not live, nor are arguments whose incoming values it does not read. Other arguments
//! are live, and so are all variables that outlive the head: a caller may call it again, and then derivatives depend on
//! their values.
//!
//! Omitted are assignments to variables of intrinsic types, calls of procedures that are not differentiated, and
//! constructs that become empty; never statements that allocate, move pointers, print, read or stop.

use crate::assemble::generator::Generator;
use crate::context::link::Link;
use crate::context::place::may_allocate;
use crate::context::Context;
use adc_analysis::cfg::{Item, Role};
use adc_analysis::dataflow::{solve, Direction, Problem};
use adc_analysis::{ZoneId, ZoneSet};
use adc_frontend::ir::*;
use indexmap::IndexMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Data about the tangent of a procedure.
#[derive(Default)]
pub struct Sketch {
    /// Primal zones that the derivative statements of a statement read.
    needs: BTreeMap<StmtId, ZoneSet>,
    /// Calls of tangents.
    calls: BTreeMap<StmtId, Link>,
    /// Zones that its initial zeros of derivatives read.
    at_entry: ZoneSet,
}

impl Sketch {
    /// Derivative statements before the first statement.
    pub fn begin(&mut self, cx: &Context, zeros: &Block) {
        self.at_entry = named_in(cx, zeros.iter());
    }

    /// Adds the derivative statements of a statement.
    pub fn add(&mut self, cx: &Context, stmt: StmtId, made: &[Stmt]) {
        let mut derivative = made.iter().filter(|s| s.id != stmt).peekable();
        if derivative.peek().is_some() {
            let zones = named_in(cx, derivative);
            self.needs.entry(stmt).or_default().union_with(&zones);
        }
    }

    /// True for a call of a tangent.
    pub fn is_call(&self, stmt: StmtId) -> bool {
        self.calls.contains_key(&stmt)
    }

    /// Adds the call of a tangent; the callee's derivative determines its reads.
    pub fn add_call(
        &mut self,
        cx: &Context,
        stmt: StmtId,
        link: Link,
        around: &[&Block],
        args: &[Arg],
        result: Option<&Expr>,
    ) {
        let mut zones = named_in(cx, around.iter().copied().flatten());
        let mut named = |e: &Expr| zones.extend(zones_in(cx, e));
        for e in args.iter().filter_map(Arg::expr).chain(result) {
            match e.is_designator() {
                true => visit::subscripts(e, &mut named),
                false => named(e),
            }
        }
        self.needs.insert(stmt, zones);
        self.calls.insert(stmt, link);
    }
}

fn named_in<'s>(cx: &Context, stmts: impl Iterator<Item = &'s Stmt>) -> ZoneSet {
    let mut out = ZoneSet::new();
    for s in stmts {
        visit::walk_block_exprs(std::slice::from_ref(s), &mut |e| out.extend(zones_in(cx, e)));
    }
    out
}

/// Primal zones that an expression names, for a value or not.
fn zones_in(cx: &Context, e: &Expr) -> Vec<ZoneId> {
    let mut out = vec![];
    visit::walk_designators(e, &mut |d| out.extend(cx.facts.zones.of_designator(d)));
    out
}

/// Removes statements from tangents that no derivative depends on.
pub fn slice(g: &Generator, tangents: &mut IndexMap<UnitId, (Block, Sketch)>) {
    let mut live = Live::of(g, tangents.keys().copied());
    let units: Vec<Unit> = tangents
        .iter()
        .map(|(&u, (_, sketch))| Unit::new(g, u, sketch))
        .collect();
    while units.iter().rev().fold(false, |grown, u| u.solve(&mut live) | grown) {}
    let dropped: Vec<(UnitId, BTreeSet<StmtId>)> = units.iter().map(|u| (u.id, u.dropped())).collect();
    for (unit, dropped) in dropped {
        if let Some((body, _)) = tangents.get_mut(&unit) {
            *body = without(std::mem::take(body), &|s| dropped.contains(&s));
        }
    }
}

/// A block without some primal statements; a label is kept on a CONTINUE.
fn without(block: Block, is_dropped: &dyn Fn(StmtId) -> bool) -> Block {
    let mut out = Block::with_capacity(block.len());
    for mut s in block {
        if is_dropped(s.id) {
            if s.label.is_some() {
                s.kind = StmtKind::Continue;
                out.push(s);
            }
            continue;
        }
        s.kind = s.kind.with_blocks(&mut |b| without(b.clone(), is_dropped));
        out.push(s);
    }
    out
}

/// Zones that are live at the entries and exits of procedures.
struct Live {
    at_entry: BTreeMap<UnitId, ZoneSet>,
    at_exit: BTreeMap<UnitId, ZoneSet>,
}

impl Live {
    fn of(cx: &Context, units: impl Iterator<Item = UnitId>) -> Live {
        let zones = &cx.facts.zones;
        let mut at_exit = BTreeMap::new();
        for head in cx.heads.iter() {
            let mut after: ZoneSet = zones.iter().filter(|(_, z)| z.is_global).map(|(z, _)| z).collect();
            // the caller may pass arguments again whose values it reads
            if let Some(s) = cx.facts.summaries.get(head.unit) {
                after.extend(s.formals.keys().copied().filter(|&z| s.reads.contains(z)));
            }
            for &d in &head.dependents {
                for z in head.dependent_zones(zones, d) {
                    after.remove(z);
                }
            }
            at_exit.insert(head.unit, after);
        }
        // the callers of procedures that are passed as arguments are unknown
        for u in units.filter(|u| cx.behaviour.handed_over.contains(u)) {
            at_exit.insert(u, zones.iter().map(|(z, _)| z).collect());
        }
        Live {
            at_entry: BTreeMap::new(),
            at_exit,
        }
    }
}

/// The slicing problem of a procedure.
struct Unit<'s, 'g> {
    cx: &'s Context<'g>,
    id: UnitId,
    sketch: &'s Sketch,
    /// The constructs around each statement.
    around: BTreeMap<StmtId, Vec<StmtId>>,
    /// Statements that stay.
    kept: RefCell<BTreeSet<StmtId>>,
}

impl<'s, 'g> Unit<'s, 'g> {
    fn new(cx: &'s Context<'g>, id: UnitId, sketch: &'s Sketch) -> Unit<'s, 'g> {
        let mut unit = Unit {
            cx,
            id,
            sketch,
            around: BTreeMap::new(),
            kept: RefCell::default(),
        };
        let mut stays = vec![];
        unit.read(&cx.primal.units[id].body, &[], true, &mut stays);
        for s in stays {
            unit.keep(s);
        }
        let derived = sketch.needs.keys().chain(sketch.calls.keys());
        for s in derived {
            for &c in unit.around.get(s).into_iter().flatten() {
                unit.keep(c);
            }
        }
        unit
    }

    /// Reads a block inside some constructs, and adds statements that always stay to `stays`. `open`: statements in it
    /// may be omitted.
    fn read(&mut self, block: &Block, around: &[StmtId], open: bool, stays: &mut Vec<StmtId>) {
        // statements without effect go with the constructs around them
        let acting = |s: &&Stmt| !matches!(s.kind, StmtKind::Continue | StmtKind::Comment(_) | StmtKind::Format(_));
        for s in block.iter().filter(acting) {
            self.around.insert(s.id, around.to_vec());
            if !open || !self.may_go(s) {
                stays.push(s.id);
            }
            let opaque = matches!(
                s.kind,
                StmtKind::Associate { .. } | StmtKind::SelectType { .. } | StmtKind::Scope { .. }
            );
            let inside = [around, &[s.id]].concat();
            s.kind
                .for_each_block(&mut |b| self.read(b, &inside, open && !opaque, stays));
        }
    }

    /// True for a statement whose only purpose are its writes, or its contents.
    fn may_go(&self, s: &Stmt) -> bool {
        let by_itself = match &s.kind {
            StmtKind::Assign { lhs, .. } => {
                let volatile = |v: SymbolId| self.cx.primal.symbols[v].variable().is_some_and(|v| v.attrs.volatile);
                let plain = matches!(lhs.ty, Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_) | Ty::Logical(_));
                plain && !may_allocate(self.cx.primal, lhs) && !lhs.base_symbol().is_some_and(volatile)
            }
            StmtKind::Call { .. } => !self.sketch.calls.contains_key(&s.id),
            StmtKind::If { .. } | StmtKind::Where { .. } | StmtKind::Select { .. } | StmtKind::Forall { .. } => true,
            StmtKind::Do { control, .. } => {
                matches!(control, DoControl::Count { .. } | DoControl::Concurrent { .. })
            }
            _ => false,
        };
        by_itself && self.cx.only_writes(s)
    }

    /// Keeps a statement and the constructs around it; true if that is new.
    fn keep(&self, s: StmtId) -> bool {
        let mut kept = self.kept.borrow_mut();
        for &c in self.around.get(&s).into_iter().flatten() {
            kept.insert(c);
        }
        kept.insert(s)
    }

    /// The statements that are removed.
    fn dropped(&self) -> BTreeSet<StmtId> {
        let kept = self.kept.borrow();
        let all = self.around.keys().copied();
        all.filter(|s| !kept.contains(s)).collect()
    }

    /// True if there are new facts for other procedures, or for this one.
    fn solve(&self, live: &mut Live) -> bool {
        let Some(cfg) = self.cx.facts.cfgs.get(&self.id) else {
            return false;
        };
        let mut grown = false;
        loop {
            let before = self.kept.borrow().len();
            let problem = Slice {
                unit: self,
                live,
                exits: RefCell::default(),
            };
            let solution = solve(cfg, &problem);
            // the state at the end of a block is that before its first item
            let mut first = solution.start(cfg.entry()).clone();
            for &item in cfg.items(cfg.entry()).iter().rev() {
                problem.transfer(item, &mut first);
            }
            let exits = problem.exits.into_inner();
            first.extend(self.cx.facts.code.at_entry(self.id));
            first.union_with(&self.sketch.at_entry);
            let mut more = live.at_entry.entry(self.id).or_default().union_with(&first);
            for (callee, zones) in exits {
                more |= live.at_exit.entry(callee).or_default().union_with(&zones);
            }
            more |= self.kept.borrow().len() > before;
            if !more {
                return grown;
            }
            grown = true;
        }
    }
}

/// Liveness of a procedure, with the current facts about others.
struct Slice<'u, 's, 'g> {
    unit: &'u Unit<'s, 'g>,
    live: &'u Live,
    /// Callees with the zones live after their calls.
    exits: RefCell<Vec<(UnitId, ZoneSet)>>,
}

impl Problem for Slice<'_, '_, '_> {
    type State = ZoneSet;

    fn direction(&self) -> Direction {
        Direction::Backward
    }

    fn boundary(&self) -> ZoneSet {
        self.live.at_exit.get(&self.unit.id).cloned().unwrap_or_default()
    }

    fn bottom(&self) -> ZoneSet {
        ZoneSet::new()
    }

    fn join(&self, into: &mut ZoneSet, from: &ZoneSet) -> bool {
        into.union_with(from)
    }

    fn transfer(&self, item: Item, live: &mut ZoneSet) {
        let Unit { cx, sketch, kept, .. } = self.unit;
        let effects = cx.facts.effects.get(item);
        let needs = sketch.needs.get(&item.stmt).filter(|_| item.role == Role::Whole);
        if let Some(link) = sketch.calls.get(&item.stmt).filter(|_| item.role == Role::Whole) {
            live.extend(needs.into_iter().flat_map(ZoneSet::iter));
            let mut seen = link.seen_by_callee(cx.facts, live);
            // zones that it does not write stay live
            if let Some(s) = cx.facts.summaries.get(link.callee) {
                let mut written = s.writes.clone();
                cx.facts.zones.close(&mut written);
                seen.intersect_with(&written);
            }
            self.exits.borrow_mut().push((link.callee, seen));
            live.subtract(&effects.must_writes);
            match self.live.at_entry.get(&link.callee) {
                Some(read) => live.extend(link.seen_by_caller(cx.facts, read).iter()),
                // not generated here
                None if cx.models.contains(link.callee) => live.extend(effects.reads.iter()),
                None => {}
            }
        } else {
            if !is_alone(cx, item) {
                live.extend(needs.into_iter().flat_map(ZoneSet::iter));
            }
            if effects.writes.iter().any(|z| cx.facts.zones.is_among(z, live)) {
                self.unit.keep(item.stmt);
            }
            if kept.borrow().contains(&item.stmt) {
                live.subtract(&effects.must_writes);
                live.extend(effects.reads.iter());
                live.extend(allocated_by_values(cx, &effects.reads));
            }
        }
        live.extend(needs.into_iter().flat_map(ZoneSet::iter));
    }
}

/// Scalars whose existence is inquired about: a tangent leaves their allocation to the assignment of a value.
fn allocated_by_values(cx: &Context, reads: &ZoneSet) -> Vec<ZoneId> {
    let zones = &cx.facts.zones;
    let asked = reads.iter().filter(|&z| zones[z].descriptor);
    let members = asked.flat_map(|z| zones.members(z).iter().chain(&zones[z].path));
    let is_scalar = |s: &&SymbolId| {
        let v = cx.primal.symbols[**s].variable();
        v.is_some_and(|v| v.attrs.allocatable && v.dims.is_empty())
    };
    members
        .filter(is_scalar)
        .flat_map(|&s| zones.of(s).iter().copied())
        .collect()
}

/// True for an item without calls: its derivative statement, if there is one, stands before it.
fn is_alone(cx: &Context, item: Item) -> bool {
    let lowered = cx.facts.code.get(item);
    let is_write = |s: &adc_analysis::lower::Step| matches!(s, adc_analysis::lower::Step::Write(_));
    lowered.is_some_and(|l| l.steps.len() <= 1 && l.steps.iter().all(is_write))
}
