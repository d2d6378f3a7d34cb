//! The model of time and memory by which procedures are split: see [`super::budget`].

use crate::adjoint::decide::checkpoint::{self, at_turn, bytes};
use crate::adjoint::decide::{liveness, snapshot, Plans, View};
use crate::adjoint::plan::between::Between;
use crate::adjoint::plan::{Keep, Kind, Node, Simple, Write};
use crate::code::cost;
use adc_frontend::ir::*;
use adc_frontend::parallel;
use indexmap::{IndexMap, IndexSet};

/// The part of the limit that a procedure may add to the peak to be split before others.
const SMALL: f64 = 0.125;
/// The part of the limit by which the peak may grow without a budget of the user, if it is above the limit already.
const SLACK: f64 = 0.25;

/// A part of a plan, as the model sees it.
enum Piece {
    /// Bytes that it records.
    Record(f64),
    /// Flops of the primal, and true if the forward sweep of a joint adjoint contains them.
    Work(f64, bool),
    /// A call with a derivative.
    Call(Call),
    /// The arms of a branch.
    Choice(Vec<Vec<Piece>>),
    /// A loop that records each of its iterations, and how often it runs.
    Loop(f64, Vec<Piece>),
    /// Statements whose records are on the tape while their reverse part runs, and how often they run one after the
    /// other.
    Again(f64, Vec<Piece>),
}

struct Call {
    callee: UnitId,
    /// The forward sweep contains it.
    live: bool,
    /// Bytes that a joint call saves before it.
    snapshot: f64,
    /// It stays split or joint whatever is chosen for its procedure, by a directive or a file.
    fixed: Option<bool>,
    /// True if a directive or a file says so, and not the choice for other calls of its procedure.
    asked: bool,
}

/// The calls of a procedure: those that a directive or a file chooses, and the others.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asked {
    pub(crate) split: usize,
    pub(crate) joint: usize,
    pub(crate) open: usize,
}

/// The figures of a procedure, or of a part of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Figures {
    /// Flops of a run.
    pub(crate) work: f64,
    /// Those of them that the forward sweep of its joint adjoint repeats.
    pub(crate) again: f64,
    pub(crate) records: f64,
    pub(crate) during: f64,
}

impl Figures {
    fn peak(self) -> f64 {
        self.records + self.during
    }
}

/// The model of all procedures.
pub(crate) struct Model<'v, 'a> {
    view: View<'v, 'a>,
    pieces: IndexMap<UnitId, Vec<Piece>>,
    /// Bytes that its forward sweep hands on to its reverse sweep, if a procedure is split.
    turns: IndexMap<UnitId, f64>,
    /// The least number of bytes that a joint call of a procedure saves before it.
    snapshots: IndexMap<UnitId, f64>,
    /// How often a run of a head runs each procedure.
    runs: IndexMap<UnitId, f64>,
    /// Flops of a run of all heads that runs a procedure, in the arms of tests that call it.
    totals: IndexMap<UnitId, f64>,
    pub(crate) limit: f64,
}

impl<'v, 'a> Model<'v, 'a> {
    /// The model of decided plans.
    pub(crate) fn new(view: View<'v, 'a>, between: &Between, plans: &Plans) -> Self {
        let mut model = Model {
            view,
            pieces: IndexMap::new(),
            snapshots: IndexMap::new(),
            turns: IndexMap::new(),
            runs: IndexMap::new(),
            totals: IndexMap::new(),
            limit: view.options.memory_budget.map_or(cost::TAPE, |b| b as f64),
        };
        let items: Vec<(UnitId, &[Node])> = plans.iter().map(|(&u, nodes)| (u, nodes.as_slice())).collect();
        let pieces = parallel::map(&items, |&(u, nodes)| {
            (u, at_turn(view, between, u), model.of_nodes(between, nodes))
        });
        for (u, turn, pieces) in pieces {
            model.turns.insert(u, turn);
            each_call(&pieces, &mut |c| {
                let least = model.snapshots.entry(c.callee).or_insert(c.snapshot);
                *least = least.min(c.snapshot);
            });
            model.pieces.insert(u, pieces);
        }
        model.count_runs();
        model
    }

    /// Counts how often procedures run, and what the heads do then, callers first.
    fn count_runs(&mut self) {
        let figures = self.figures(&IndexSet::new());
        let heads = self.view.heads.units();
        let total: f64 = heads.filter_map(|u| figures.get(&u)).map(|f| f.work).sum();
        let heads = || self.view.heads.units();
        let mut runs: IndexMap<UnitId, f64> = heads().map(|u| (u, 1.0)).collect();
        let mut totals: IndexMap<UnitId, f64> = heads().map(|u| (u, total)).collect();
        for &u in self.view.facts.calls.levels().iter().rev().flatten() {
            let (Some(&count), Some(&total), Some(pieces)) = (runs.get(&u), totals.get(&u), self.pieces.get(&u)) else {
                continue;
            };
            let work = |arm: &[Piece]| self.of_pieces(arm, &IndexSet::new(), &figures).work;
            each_run(pieces, (count, 0.0), &work, &mut |callee, (count, omitted)| {
                if callee != u {
                    *runs.entry(callee).or_insert(0.0) += count;
                    let least = totals.entry(callee).or_insert(total);
                    *least = least.min(total - omitted);
                }
            });
        }
        (self.runs, self.totals) = (runs, totals);
    }

    /// Procedures to split, those of `fixed` among them, without those of `never`.
    pub(crate) fn choose(
        &self,
        plans: &Plans,
        fixed: &IndexSet<UnitId>,
        never: impl Fn(UnitId) -> bool,
        has_way: impl Fn(UnitId) -> bool,
    ) -> IndexSet<UnitId> {
        let mut dead = self.called_without_run();
        dead.extend(self.called_as_chosen());
        let runs = |u: &UnitId| plans.get(u).is_some_and(|nodes| nodes.iter().any(liveness::is_live));
        let levels = self.view.facts.calls.levels().iter().flatten().copied();
        let open = levels.filter(|u| runs(u) && !dead.contains(u) && !never(*u) && !self.view.heads.has(*u));
        let open: Vec<UnitId> = open.collect();
        let mut chosen = fixed.clone();
        let mut figures = self.figures(&chosen);
        let mut peak = self.peak(&figures);
        // where the sizes are assumed, a peak above the limit says little
        let slack = match self.view.options.memory_budget {
            Some(_) => 0.0,
            None => SLACK * self.limit,
        };
        let most = self.limit.max(peak + slack);
        for (way, small) in [(false, true), (false, false), (true, true), (true, false)] {
            for &u in &open {
                if chosen.contains(&u) || has_way(u) != way {
                    continue;
                }
                let own = figures.get(&u).copied().unwrap_or_default();
                if !self.saves_time(u, own, way) {
                    continue;
                }
                chosen.insert(u);
                let with = self.renewed(&figures, &chosen, u);
                let next = self.peak(&with);
                if next <= most && (!small || next - peak <= SMALL * self.limit) {
                    (figures, peak) = (with, next);
                } else {
                    chosen.pop();
                }
            }
        }
        chosen
    }

    /// True if splitting a procedure saves more than it costs: it also adds code. A split call takes no snapshot, so
    /// the bytes of that count against those of the records, as long as there are any. `has_way`: joint, its loops would
    /// record nothing.
    pub(crate) fn saves_time(&self, u: UnitId, figures: Figures, has_way: bool) -> bool {
        let handed_on = self.turns.get(&u).copied().unwrap_or_default() / 8.0;
        let snapshot = self.snapshots.get(&u).copied().unwrap_or_default().min(figures.records);
        let of_records = |flops: f64| flops * (figures.records - snapshot) / 8.0 + cost::RECORD as f64 * handed_on;
        let saved = match has_way {
            true => figures.again - cost::LOST_WAY * of_records(cost::RECORD_IN_MEMORY),
            false => figures.again - of_records(cost::RECORD_BEYOND_BLOCK),
        };
        let runs = self.runs.get(&u).copied().unwrap_or(1.0);
        let total = self.totals.get(&u).copied().unwrap_or_default();
        saved > cost::SPLIT_SAVES && runs * saved > cost::SPLIT_PART * total
    }

    /// Procedures of which each call is chosen already.
    pub(crate) fn called_as_chosen(&self) -> IndexSet<UnitId> {
        let mut open: IndexMap<UnitId, bool> = IndexMap::new();
        for pieces in self.pieces.values() {
            each_call(pieces, &mut |c| {
                *open.entry(c.callee).or_insert(false) |= c.fixed.is_none()
            });
        }
        open.retain(|_, is_open| !*is_open);
        open.into_keys().collect()
    }

    /// How many calls of each procedure are chosen by directives or a file.
    pub(crate) fn asked(&self) -> IndexMap<UnitId, Asked> {
        let mut found: IndexMap<UnitId, Asked> = IndexMap::new();
        for pieces in self.pieces.values() {
            each_call(pieces, &mut |c| {
                let of = found.entry(c.callee).or_default();
                match c.fixed.filter(|_| c.asked) {
                    Some(true) => of.split += 1,
                    Some(false) => of.joint += 1,
                    None => of.open += 1,
                }
            });
        }
        found
    }

    /// Procedures that are never called, or at some place where the forward sweep omits the call.
    pub(crate) fn called_without_run(&self) -> IndexSet<UnitId> {
        let called = self.called();
        let runs = |u: &UnitId| called.get(u).copied().unwrap_or(false);
        let all = called.keys().chain(self.pieces.keys()).copied();
        all.filter(|u| !runs(u)).collect()
    }

    /// The procedures with a call, each with true if the forward sweeps contain all of its calls.
    pub(crate) fn called(&self) -> IndexMap<UnitId, bool> {
        let mut called = IndexMap::new();
        for pieces in self.pieces.values() {
            each_call(pieces, &mut |c| *called.entry(c.callee).or_insert(true) &= c.live);
        }
        called
    }

    pub(crate) fn peak(&self, figures: &IndexMap<UnitId, Figures>) -> f64 {
        let heads = self.view.heads.units();
        heads
            .filter_map(|u| figures.get(&u))
            .map(|f| f.peak())
            .fold(0.0, f64::max)
    }

    /// The figures after another choice for calls of a procedure, which concerns those that call it.
    fn renewed(
        &self,
        before: &IndexMap<UnitId, Figures>,
        split: &IndexSet<UnitId>,
        callee: UnitId,
    ) -> IndexMap<UnitId, Figures> {
        let calls = &self.view.facts.calls;
        let mut concerned = IndexSet::from([callee]);
        let mut next = 0;
        while let Some(&u) = concerned.get_index(next) {
            concerned.extend(calls.callers(u).iter().copied());
            next += 1;
        }
        concerned.shift_remove(&callee);
        let mut found = before.clone();
        self.settle(split, &mut found, |u| concerned.contains(&u));
        found
    }

    pub(crate) fn figures(&self, split: &IndexSet<UnitId>) -> IndexMap<UnitId, Figures> {
        let mut found = IndexMap::new();
        self.settle(split, &mut found, |_| true);
        found
    }

    /// Computes the figures of some procedures, callees first.
    fn settle(&self, split: &IndexSet<UnitId>, found: &mut IndexMap<UnitId, Figures>, of: impl Fn(UnitId) -> bool) {
        for &u in self.view.facts.calls.levels().iter().flatten().filter(|u| of(**u)) {
            if let Some(pieces) = self.pieces.get(&u) {
                let figures = self.of_pieces(pieces, split, found);
                found.insert(u, figures);
            }
        }
    }

    fn of_pieces(&self, pieces: &[Piece], split: &IndexSet<UnitId>, known: &IndexMap<UnitId, Figures>) -> Figures {
        let mut sum = Figures::default();
        for p in pieces {
            let one = self.of_piece(p, split, known);
            sum.work += one.work;
            sum.again += one.again;
            sum.records += one.records;
            sum.during = sum.during.max(one.during);
        }
        sum
    }

    fn of_piece(&self, piece: &Piece, split: &IndexSet<UnitId>, known: &IndexMap<UnitId, Figures>) -> Figures {
        let nothing = Figures::default();
        match piece {
            Piece::Record(records) => Figures {
                records: *records,
                ..nothing
            },
            Piece::Work(work, live) => Figures {
                work: *work,
                again: if *live { *work } else { 0.0 },
                ..nothing
            },
            Piece::Call(c) => {
                // one that calls itself is not known yet
                let callee = known.get(&c.callee).copied().unwrap_or_default();
                let is_split = c.fixed.unwrap_or_else(|| split.contains(&c.callee));
                let turn = self.turns.get(&c.callee).copied().unwrap_or_default();
                Figures {
                    work: callee.work,
                    again: if c.live { callee.work } else { 0.0 },
                    records: if is_split { callee.records + turn } else { c.snapshot },
                    during: if is_split { callee.during } else { callee.peak() },
                }
            }
            Piece::Choice(arms) => {
                let of = |arm: &Vec<Piece>| self.of_pieces(arm, split, known);
                arms.iter().map(of).fold(nothing, |a, b| Figures {
                    work: a.work.max(b.work),
                    again: a.again.max(b.again),
                    records: a.records.max(b.records),
                    during: a.during.max(b.during),
                })
            }
            Piece::Loop(count, body) => {
                let body = self.of_pieces(body, split, known);
                Figures {
                    work: count * body.work,
                    again: count * body.again,
                    records: count * body.records,
                    during: body.during,
                }
            }
            Piece::Again(count, body) => {
                let body = self.of_pieces(body, split, known);
                Figures {
                    work: count * body.work,
                    again: count * body.again,
                    records: 0.0,
                    during: body.peak(),
                }
            }
        }
    }

    fn of_nodes(&self, between: &Between, nodes: &[Node]) -> Vec<Piece> {
        let view = self.view;
        let mut out = vec![];
        for n in nodes {
            match n {
                Node::Simple(s) => self.of_simple(between, s, &mut out),
                Node::Branch(b) => {
                    if b.live && !b.again {
                        out.push(Piece::Record(0.125));
                    }
                    let arms = b.arms.iter().map(|a| self.of_nodes(between, a));
                    out.push(Piece::Choice(arms.collect()));
                }
                Node::Loop(l) => {
                    let (count, body) = (view.trips(&l.stmt), self.of_nodes(between, &l.body));
                    out.push(match l.fused {
                        Some(_) => Piece::Again(count, body),
                        None => Piece::Loop(count, body),
                    });
                }
                Node::Region(r) => {
                    let stored = r.face.writes.iter().filter(|w| w.is_stored() || w.kept == Keep::Stored);
                    out.push(Piece::Record(stored.map(|w| bytes(view, w)).sum()));
                    let count = match &r.kind {
                        Kind::Plain | Kind::Sum(_) => 1.0,
                        Kind::Binomial(_) | Kind::Blocks(_) | Kind::FixedPoint(_) => view.trips(&r.face.forward),
                    };
                    out.push(Piece::Again(count, self.of_nodes(between, &r.body)));
                }
                Node::Again(_) => {}
            }
        }
        out
    }

    fn of_simple(&self, between: &Between, s: &Simple, out: &mut Vec<Piece>) {
        let view = self.view;
        let recorded: f64 = s.writes.iter().filter(|w| w.is_stored()).map(|w| bytes(view, w)).sum();
        let Some(call) = &s.call else {
            out.push(Piece::Record(recorded));
            out.push(Piece::Work(self.work(&s.forward), s.live));
            return;
        };
        let wanted = snapshot::wanted(&view, between, call);
        let only_for_it = |w: &&Write| {
            let is_recorded = w.recorded || call.split;
            is_recorded && wanted.contains(w.zone) && !call.upstream.contains(w.zone)
        };
        let snapshot: f64 = s.writes.iter().filter(only_for_it).map(|w| bytes(view, w)).sum();
        out.push(Piece::Record(match call.split {
            true => recorded,
            false => (recorded - snapshot).max(0.0),
        }));
        let is_chosen = call.by_directive || checkpoint::is_chosen(view, call);
        out.push(Piece::Call(Call {
            callee: call.callee,
            live: s.live,
            snapshot: if s.live { snapshot } else { 0.0 },
            asked: is_chosen,
            fixed: match is_chosen {
                true => Some(call.split),
                false => (!call.split && view.choices.split_calls.contains(&call.callee)).then_some(false),
            },
        }));
    }

    /// Flops of a statement without derivative of a called procedure.
    fn work(&self, s: &Stmt) -> f64 {
        let called = visit::called(s)
            .into_iter()
            .filter_map(|p| self.view.primal.definition(p));
        let called: f64 = called.filter_map(|u| self.view.flops().get(&u)).sum();
        let sizes = self.view.sizes();
        cost::overlapping(sizes, &s.kind) + cost::of_blocks(sizes, &s.kind) + called
    }
}

/// Calls `f` on the callees of pieces that run so often, with the number of their runs, and the flops by which the arms
/// that lead to them do less in these runs than the arms that do most. `work`: the flops of an arm.
fn each_run(
    pieces: &[Piece],
    (runs, omitted): (f64, f64),
    work: &dyn Fn(&[Piece]) -> f64,
    f: &mut dyn FnMut(UnitId, (f64, f64)),
) {
    for p in pieces {
        match p {
            Piece::Call(c) => f(c.callee, (runs, omitted)),
            Piece::Choice(arms) => {
                let all: Vec<f64> = arms.iter().map(|a| work(a)).collect();
                let most = all.iter().copied().fold(0.0, f64::max);
                for (a, own) in arms.iter().zip(all) {
                    each_run(a, (runs, omitted + runs * (most - own)), work, f);
                }
            }
            Piece::Loop(count, body) | Piece::Again(count, body) => each_run(body, (count * runs, omitted), work, f),
            Piece::Record(_) | Piece::Work(..) => {}
        }
    }
}

fn each_call(pieces: &[Piece], f: &mut dyn FnMut(&Call)) {
    for p in pieces {
        match p {
            Piece::Call(c) => f(c),
            Piece::Choice(arms) => arms.iter().for_each(|a| each_call(a, f)),
            Piece::Loop(_, body) | Piece::Again(_, body) => each_call(body, f),
            Piece::Record(_) | Piece::Work(..) => {}
        }
    }
}
