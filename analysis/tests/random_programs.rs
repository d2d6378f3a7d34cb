//! Soundness of activity on random programs.
//!
//! Each program is run in two ways at once: with true derivatives of everything (every operation is linear, numbers are
//! taken modulo a prime, so that nothing cancels by rounding), and as the transformed program would run it: shadows for
//! active variables only, derivative procedures for active units only, shadows set to zero after a write of an inactive
//! dummy argument. At the end the derivatives of the dependents must agree.

#[path = "random/generate.rs"]
mod generate;
#[path = "random/print.rs"]
mod print;

use crate::common;
use adc_analysis::{analyse, Analyses, HeadSpec, Method, Options};
use adc_frontend::ir::{visit, Program, StmtId, StmtKind, SymbolId, UnitId};
use generate::{program, Actual, At, Place, Ref, Rng, Stmt, Terms, Unit, FRAME};
use print::print;
use std::collections::{BTreeMap, BTreeSet};

const PRIME: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// Derivative and shadow.
#[derive(Clone, Copy, Default)]
struct Cell {
    truth: u64,
    shadow: u64,
}

enum Flow {
    Next,
    Exit,
    Cycle,
    Return,
}

struct Frame {
    base: usize,
    /// First cell and stride of each dummy argument.
    formals: [(usize, usize); 3],
    pointer: usize,
    result: usize,
    depth: usize,
    /// True if it runs as a derivative procedure.
    active: bool,
}

struct Machine<'a> {
    units: &'a [Unit],
    program: &'a Program,
    analyses: &'a Analyses,
    ids: Vec<(UnitId, BTreeMap<String, SymbolId>)>,
    /// The statements of the program with calls.
    calls: &'a BTreeMap<*const Stmt, StmtId>,
    cells: Vec<Cell>,
    rng: &'a mut Rng,
    fuel: usize,
    /// The value of `n`, from 0.
    n: usize,
}

const COMMON: usize = 0;
const MODULE: usize = 4;
const SAVED: usize = 8;
const STATIC: usize = 16;

impl Machine<'_> {
    /// The first cell and the stride of a variable.
    fn first(&self, unit: usize, f: &Frame, var: usize) -> (usize, usize) {
        let first = match self.units[unit].vars[var].place {
            Place::Formal(i) => return f.formals[i],
            Place::Local(o) => f.base + o,
            Place::Saved(i) => SAVED + i,
            Place::Common(o) => COMMON + o,
            Place::Module(o) => MODULE + o,
            Place::Result => f.result,
            Place::Pointer => f.pointer,
        };
        (first, 1)
    }

    /// First cell and stride of a reference.
    fn part(&self, unit: usize, f: &Frame, r: &Ref) -> (usize, usize) {
        let (first, step) = self.first(unit, f, r.var);
        match r.at {
            At::Whole => (first, step),
            At::Element(k) => (first + k * step, step),
            At::Unknown => (first + self.n * step, step),
            At::Section(k, d) => (first + k * step, d * step),
        }
    }

    /// The cell of the `k`-th element of a reference.
    fn cell(&self, unit: usize, f: &Frame, r: &Ref, k: usize) -> usize {
        let (first, step) = self.part(unit, f, r);
        let many = match r.at {
            At::Whole => !self.units[unit].vars[r.var].scalar,
            At::Element(_) | At::Unknown => false,
            At::Section(..) => true,
        };
        first + if many { k * step } else { 0 }
    }

    /// True if a variable, or a component, has a shadow.
    fn has_shadow(&self, unit: usize, name: &str) -> bool {
        let (id, names) = &self.ids[unit];
        let Some((whole, component)) = name.split_once('%') else {
            return self.analyses.activity.is_active(*id, names[name]);
        };
        let zones = self.analyses.zones.of(names[whole]).iter();
        let named = |z: adc_analysis::ZoneId| {
            let path = &self.analyses.zones[z].path;
            path.iter().any(|&c| self.program.symbols[c].name == component)
        };
        zones
            .copied()
            .any(|z| named(z) && self.analyses.activity.zone_is_active(z))
    }

    fn is_active(&self, unit: usize, f: &Frame, r: &Ref) -> bool {
        f.active && self.has_shadow(unit, &self.units[unit].vars[r.var].name)
    }

    fn sum(&self, unit: usize, f: &Frame, terms: &Terms, k: usize) -> Cell {
        let mut total = Cell::default();
        for (c, r) in terms {
            let cell = self.cells[self.cell(unit, f, r, k)];
            total.truth = (total.truth + times(*c, cell.truth)) % PRIME;
            if self.is_active(unit, f, r) {
                total.shadow = (total.shadow + times(*c, cell.shadow)) % PRIME;
            }
        }
        total
    }

    fn store(&mut self, unit: usize, f: &Frame, lhs: &Ref, k: usize, value: Cell) {
        let at = self.cell(unit, f, lhs, k);
        self.cells[at].truth = value.truth;
        if self.is_active(unit, f, lhs) {
            self.cells[at].shadow = value.shadow;
        }
    }

    fn run(&mut self, unit: usize, f: &mut Frame, list: &[Stmt]) -> Flow {
        let mut k = 0;
        while k < list.len() {
            self.fuel = self.fuel.saturating_sub(1);
            match &list[k] {
                Stmt::Assign(lhs, terms, masked) => {
                    let count = match lhs.at {
                        At::Whole => self.units[unit].vars[lhs.var].len,
                        At::Section(..) => 3,
                        At::Element(_) | At::Unknown => 1,
                    };
                    let values: Vec<_> = (0..count).map(|i| self.sum(unit, f, terms, i)).collect();
                    for (i, v) in values.into_iter().enumerate() {
                        if !masked || self.rng.chance(50) {
                            self.store(unit, f, lhs, i, v);
                        }
                    }
                }
                Stmt::Sweep(var, terms, from, step) => {
                    let lhs = Ref {
                        var: *var,
                        at: At::Whole,
                    };
                    for i in (*from..3).step_by(*step) {
                        let value = self.sum(unit, f, terms, i);
                        self.store(unit, f, &lhs, i, value);
                    }
                }
                Stmt::If(guard, then, or) => {
                    let stop = *guard && (f.depth > 4 || self.fuel == 0);
                    let branch = if self.rng.chance(50) && !stop { then } else { or };
                    match self.run(unit, f, branch) {
                        Flow::Next => {}
                        other => return other,
                    }
                }
                Stmt::Loop(body) => {
                    let rounds = if self.fuel == 0 { 0 } else { self.rng.below(4) };
                    for _ in 0..rounds {
                        match self.run(unit, f, body) {
                            Flow::Next | Flow::Cycle => {}
                            Flow::Exit => break,
                            Flow::Return => return Flow::Return,
                        }
                    }
                }
                Stmt::Exit => return Flow::Exit,
                Stmt::Cycle => return Flow::Cycle,
                Stmt::Return => return Flow::Return,
                Stmt::Skip(over) => {
                    if self.rng.chance(50) {
                        k += over;
                    }
                }
                Stmt::Point(t) => f.pointer = f.base + 13 + t,
                Stmt::Call(callee, args) => {
                    self.call(unit, f, &list[k], (*callee, args), None);
                }
                Stmt::Function(lhs, c, callee, args) => {
                    let whole = (*c == 1).then_some(lhs);
                    let result = self.call(unit, f, &list[k], (*callee, args), whole);
                    let value = Cell {
                        truth: times(*c, result.truth),
                        shadow: times(*c, result.shadow),
                    };
                    self.store(unit, f, lhs, 0, value);
                }
            }
            k += 1;
        }
        Flow::Next
    }

    fn call(
        &mut self,
        unit: usize,
        f: &Frame,
        stmt: &Stmt,
        (callee, args): (usize, &[Actual]),
        to: Option<&Ref>,
    ) -> Cell {
        let (id, _) = self.ids[callee];
        let activity = &self.analyses.activity;
        let is_passive = activity.is_passive_call(self.calls[&std::ptr::from_ref(stmt)]);
        let active = f.active && activity.unit_is_active(id) && !is_passive;
        let base = self.cells.len();
        let values: Vec<_> = args
            .iter()
            .map(|a| match a {
                Actual::Value(t) => Some(self.sum(unit, f, t, 0)),
                Actual::Place(_) => None,
            })
            .collect();
        self.cells.resize(base + FRAME, Cell::default());
        let mut frame = Frame {
            base,
            formals: [(0, 1); 3],
            pointer: base + 13,
            result: base + 15,
            depth: f.depth + 1,
            active,
        };
        let mut clean = vec![];
        for (i, (a, value)) in args.iter().zip(values).enumerate() {
            let shadowed = active && activity.formal_is_active(id, i);
            match (a, value) {
                (_, Some(v)) => {
                    frame.formals[i] = (base + 16 + i, 1);
                    self.cells[base + 16 + i] = Cell {
                        truth: v.truth,
                        shadow: if shadowed { v.shadow } else { 0 },
                    };
                }
                (Actual::Place(r), None) => {
                    frame.formals[i] = self.part(unit, f, r);
                    let has = self.is_active(unit, f, r);
                    assert!(
                        has || !shadowed,
                        "no shadow to pass for argument {i} of {}",
                        self.units[callee].name
                    );
                    let summary = self.analyses.summaries.get(id).expect("a summary");
                    let formal = self.program.units[id].args[i].and_then(|s| self.analyses.zones.single(s));
                    if has && !shadowed && formal.is_some_and(|z| summary.writes.contains(z)) {
                        clean.push((i, *r));
                    }
                }
                (Actual::Value(_), None) => unreachable!(),
            }
        }
        let units = self.units;
        self.run(callee, &mut frame, &units[callee].body);
        for (i, r) in clean {
            // an element that starts a sequence counts as its whole array
            let (all, count) = match r.at {
                At::Section(..) => (r, 3),
                At::Element(_) | At::Unknown if i < 2 => (r, 1),
                _ => (Ref { at: At::Whole, ..r }, self.units[unit].vars[r.var].len),
            };
            for k in 0..count {
                let at = self.cell(unit, f, &all, k);
                self.cells[at].shadow = 0;
            }
        }
        let mut result = self.cells[frame.result];
        let shadowed = active && activity.result_is_active(id);
        if !shadowed {
            result.shadow = 0;
        }
        if let Some(lhs) = to.filter(|_| shadowed) {
            assert!(
                self.is_active(unit, f, lhs),
                "no shadow to take the result of {}",
                self.units[callee].name
            );
        }
        self.cells.truncate(base);
        result
    }
}

/// The calls in the body of a unit, in order.
fn calls_in<'s>(body: &'s [Stmt], found: &mut Vec<&'s Stmt>) {
    for s in body {
        match s {
            Stmt::Call(..) | Stmt::Function(..) => found.push(s),
            Stmt::If(_, then, or) => {
                calls_in(then, found);
                calls_in(or, found);
            }
            Stmt::Loop(body) => calls_in(body, found),
            _ => {}
        }
    }
}

/// The statement of the program for each call.
fn statements(ir: &Program, units: &[Unit], ids: &[UnitId]) -> BTreeMap<*const Stmt, StmtId> {
    let mut all = BTreeMap::new();
    for (unit, &id) in units.iter().zip(ids) {
        let (mut here, mut there) = (vec![], vec![]);
        calls_in(&unit.body, &mut here);
        visit::walk_block(&ir.units[id].body, &mut |s| {
            let is_call = match &s.kind {
                StmtKind::Call { .. } => true,
                StmtKind::Assign { .. } => !visit::called(s).is_empty(),
                _ => false,
            };
            there.extend(is_call.then_some(s.id));
        });
        assert_eq!(here.len(), there.len());
        all.extend(here.into_iter().map(std::ptr::from_ref).zip(there));
    }
    all
}

/// Number of active variables, of all variables, and of derivatives that were not zero.
fn check(seed: u64) -> (usize, usize, usize) {
    let mut rng = Rng::new(seed);
    let units = program(&mut rng);
    let text = print(&units);
    let (ir, _) = common::read(&text);
    let ids: Vec<_> = units
        .iter()
        .map(|u| {
            let id = common::unit(&ir, &u.name);
            let name = |v: &generate::Var| {
                let name = v.name.split('%').next().unwrap_or_default();
                (name.to_string(), ir.lookup(id, name).expect("declared"))
            };
            (id, u.vars.iter().map(name).collect::<BTreeMap<_, _>>())
        })
        .collect();
    let calls = statements(&ir, &units, &ids.iter().map(|i| i.0).collect::<Vec<_>>());
    let outside = |v: &&generate::Var| matches!(v.place, Place::Formal(_) | Place::Module(_) | Place::Common(_));
    let used = units[0].palette.iter().map(|&i| &units[0].vars[i]);
    let candidates: Vec<&str> = used.filter(outside).map(|v| v.name.as_str()).collect();
    let mut choose = || -> Vec<&str> {
        let mut list: Vec<_> = candidates.iter().copied().filter(|_| rng.chance(30)).collect();
        if list.is_empty() {
            list.push(candidates[rng.below(3)]);
        }
        list
    };
    let (independents, dependents) = (choose(), choose());
    let symbols = |names: &[&str]| names.iter().map(|n| ids[0].1[*n]).collect::<Vec<_>>();
    let heads = HeadSpec::new(ids[0].0, symbols(&independents), symbols(&dependents)).into();
    let (mut counts, mut depends) = ((0, 0), 0);
    let mut coarser: Option<BTreeSet<SymbolId>> = None;
    for activity in [Method::All, Method::Vdg, Method::Dug] {
        let analyses = analyse(
            &ir,
            &heads,
            &Options {
                activity,
                ..Options::default()
            },
        );
        let mut found = BTreeSet::new();
        for (u, names) in &ids {
            found.extend(names.values().filter(|&&s| analyses.activity.is_active(*u, s)).copied());
        }
        if let Some(c) = &coarser {
            let more: Vec<_> = found.difference(c).map(|&s| &ir.symbols[s].name).collect();
            assert!(more.is_empty(), "{activity:?} has more than the coarser one: {more:?}\nindependents {independents:?}, dependents {dependents:?}\n{text}");
        }
        if activity == Method::Dug {
            counts = (found.len(), ids.iter().map(|(_, names)| names.len()).sum());
        }
        coarser = Some(found);
        for _ in 0..6 {
            let mut m = Machine {
                units: &units,
                program: &ir,
                analyses: &analyses,
                ids: ids.clone(),
                calls: &calls,
                cells: vec![Cell::default(); STATIC + FRAME],
                rng: &mut rng,
                fuel: 300,
                n: 0,
            };
            m.n = m.rng.below(3);
            let mut frame = Frame {
                base: STATIC,
                // cells of the frame that no local uses
                formals: [(STATIC + 15, 1), (STATIC + 16, 1), (STATIC + 17, 1)],
                pointer: STATIC + 13,
                result: 0,
                depth: 0,
                active: true,
            };
            let cells = |m: &Machine, frame: &Frame, names: &[&str]| -> Vec<usize> {
                let vars = &units[0].vars;
                let all = names.iter().filter_map(|n| vars.iter().position(|v| v.name == *n));
                all.flat_map(|var| (0..vars[var].len).map(move |k| (Ref { var, at: At::Whole }, k)))
                    .map(|(r, k)| m.cell(0, frame, &r, k))
                    .collect()
            };
            for at in cells(&m, &frame, &independents) {
                let value = 1 + m.rng.below(1 << 50) as u64;
                m.cells[at] = Cell {
                    truth: value,
                    shadow: value,
                };
            }
            m.run(0, &mut frame, &units[0].body);
            for at in cells(&m, &frame, &dependents) {
                let c = m.cells[at];
                depends += usize::from(c.truth != 0);
                assert_eq!(
                    c.truth, c.shadow,
                    "seed {seed}, activity {activity:?}: d{dependents:?}/d{independents:?} of\n{text}"
                );
            }
        }
    }
    (counts.0, counts.1, depends)
}

#[test]
fn shadows_of_active_variables_are_enough() {
    let seeds = std::env::var("ADC_RANDOM_SEEDS")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(100);
    let (mut active, mut all, mut depends) = (0, 0, 0);
    for seed in 1..=seeds {
        let (a, b, d) = check(seed);
        active += a;
        all += b;
        depends += d;
    }
    // neither side must be empty
    assert!(active * 2 < all, "{active} of {all} variables are active");
    assert!(depends > seeds as usize, "only {depends} derivatives are not zero");
}
