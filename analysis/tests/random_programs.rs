//! Soundness of activity on random programs.
//!
//! Each program is run in two ways at once: with true derivatives of everything (every operation is linear, numbers are taken modulo a prime, so that
//! nothing cancels by rounding), and as the transformed program would run it: shadows for active variables only, derivative procedures for active
//! units only, shadows set to zero where an inactive dummy argument was written. At the end the derivatives of the dependents must agree.

mod common;
#[path = "random/generate.rs"]
mod generate;

use adc_analysis::{analyse, Analyses, HeadSpec, Method, Options};
use adc_frontend::ir::{Program, SymbolId, UnitId};
use generate::{print, program, Actual, Place, Ref, Rng, Stmt, Terms, Unit, FRAME};
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
    /// First cell of each dummy argument.
    formals: [usize; 3],
    pointer: usize,
    result: usize,
    depth: usize,
    /// True when it runs as a derivative procedure.
    active: bool,
}

struct Machine<'a> {
    units: &'a [Unit],
    program: &'a Program,
    analyses: &'a Analyses,
    ids: Vec<(UnitId, BTreeMap<String, SymbolId>)>,
    cells: Vec<Cell>,
    rng: &'a mut Rng,
    fuel: usize,
}

const COMMON: usize = 0;
const MODULE: usize = 4;
const SAVED: usize = 8;
const STATIC: usize = 16;

impl Machine<'_> {
    fn cell(&self, unit: usize, f: &Frame, r: &Ref, k: usize) -> usize {
        let v = &self.units[unit].vars[r.var];
        let first = match v.place {
            Place::Formal(i) => f.formals[i],
            Place::Local(o) => f.base + o,
            Place::Saved(i) => SAVED + i,
            Place::Common(o) => COMMON + o,
            Place::Module(o) => MODULE + o,
            Place::Result => f.result,
            Place::Pointer => f.pointer,
        };
        first + r.at.unwrap_or(if v.scalar { 0 } else { k })
    }

    fn is_active(&self, unit: usize, f: &Frame, r: &Ref) -> bool {
        let (id, names) = &self.ids[unit];
        f.active
            && self
                .analyses
                .activity
                .is_active(*id, names[&self.units[unit].vars[r.var].name])
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
                    let whole = lhs.at.is_none() && !self.units[unit].vars[lhs.var].scalar;
                    let count = if whole { self.units[unit].vars[lhs.var].len } else { 1 };
                    let values: Vec<_> = (0..count).map(|i| self.sum(unit, f, terms, i)).collect();
                    for (i, v) in values.into_iter().enumerate() {
                        if !masked || self.rng.chance(50) {
                            self.store(unit, f, lhs, i, v);
                        }
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
                    self.call(unit, f, *callee, args, None);
                }
                Stmt::Function(lhs, c, callee, args) => {
                    let whole = (*c == 1).then_some(lhs);
                    let result = self.call(unit, f, *callee, args, whole);
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

    fn call(&mut self, unit: usize, f: &Frame, callee: usize, args: &[Actual], to: Option<&Ref>) -> Cell {
        let (id, _) = self.ids[callee];
        let activity = &self.analyses.activity;
        let active = f.active && activity.unit_is_active(id);
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
            formals: [0; 3],
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
                    frame.formals[i] = base + 16 + i;
                    self.cells[base + 16 + i] = Cell {
                        truth: v.truth,
                        shadow: if shadowed { v.shadow } else { 0 },
                    };
                }
                (Actual::Place(r), None) => {
                    frame.formals[i] = self.cell(unit, f, r, 0);
                    let has = self.is_active(unit, f, r);
                    assert!(
                        has || !shadowed,
                        "no shadow to pass for argument {i} of {}",
                        self.units[callee].name
                    );
                    let summary = self.analyses.summaries.get(id).expect("a summary");
                    let formal = self.program.units[id].args[i].and_then(|s| self.analyses.zones.single(s));
                    if has && !shadowed && formal.is_some_and(|z| summary.writes.contains(z)) {
                        clean.push(*r);
                    }
                }
                (Actual::Value(_), None) => unreachable!(),
            }
        }
        let units = self.units;
        self.run(callee, &mut frame, &units[callee].body);
        for r in clean {
            let all = Ref { at: None, ..r };
            for k in 0..self.units[unit].vars[r.var].len {
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

/// How many variables are active, of how many; how many derivatives were not zero.
fn check(seed: u64) -> (usize, usize, usize) {
    let mut rng = Rng::new(seed);
    let units = program(&mut rng);
    let text = print(&units);
    let (ir, _) = common::read(&text);
    let ids: Vec<_> = units
        .iter()
        .map(|u| {
            let id = common::unit(&ir, &u.name);
            let name = |v: &generate::Var| (v.name.clone(), ir.lookup(id, &v.name).expect("declared"));
            (id, u.vars.iter().map(name).collect::<BTreeMap<_, _>>())
        })
        .collect();
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
    let head = HeadSpec::new(ids[0].0, symbols(&independents), symbols(&dependents));
    let (mut counts, mut depends) = ((0, 0), 0);
    let mut coarser: Option<BTreeSet<SymbolId>> = None;
    for activity in [Method::All, Method::Vdg, Method::Dug] {
        let analyses = analyse(&ir, &head, &Options { activity });
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
                cells: vec![Cell::default(); STATIC + FRAME],
                rng: &mut rng,
                fuel: 300,
            };
            let mut frame = Frame {
                base: STATIC,
                // cells of the frame that no local uses
                formals: [STATIC + 15, STATIC + 16, STATIC + 17],
                pointer: STATIC + 13,
                result: 0,
                depth: 0,
                active: true,
            };
            let cells = |m: &Machine, frame: &Frame, names: &[&str]| -> Vec<usize> {
                let vars = &units[0].vars;
                let all = names.iter().filter_map(|n| vars.iter().position(|v| v.name == *n));
                all.flat_map(|var| (0..vars[var].len).map(move |k| (Ref { var, at: None }, k)))
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
