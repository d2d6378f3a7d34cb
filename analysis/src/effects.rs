//! The only oracle for the effects of a statement, calls included.
//!
//! The [`Effects`] of a statement (without nested blocks, but with its tests and bounds) are the zones that it may read
//! and write, and those that it overwrites as a whole. Calls are expanded by the summaries of their possible targets,
//! mapped to the caller's zones:
//!
//! ```text
//! dummy argument d  → the zone of its actual argument
//! any other zone    → itself
//! ```
//!
//! A write through a dummy argument overwrites the actual's zone as a whole only if the dummy argument certainly covers
//! it and all names under which the callee knows the zone are overwritten ([`crate::psg`]). Several possible callees
//! are alternatives. A procedure without a definition may read all its arguments and write all that its interface
//! allows; it is assumed not to touch COMMON blocks or modules ([`crate::CallGraph::unknown`] lists every such call, so
//! that it can be reported to the user).
//!
//! The dependence of values on values is in the steps of a statement ([`crate::lower`]); [`crate::activity`] follows it
//! through calls.
//!
//! Bounds and lengths of a unit's variables are read at its entry ([`Code::at_entry`]).
//!
//! Ignored: reads that an earlier write of the same statement hides still count as reads.

use crate::cfg::{Item, ItemMap, Role};
use crate::lower::{Binding, CallStep, Lowered, Step};
use crate::lower_expr::Lower;
use crate::sources::Flow;
use crate::summary::{Summaries, Summary};
use crate::{CallGraph, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use adc_frontend::parallel;
use la_arena::ArenaMap;

/// The effects of a statement.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// May be read.
    pub reads: ZoneSet,
    /// May be written.
    pub writes: ZoneSet,
    /// Are overwritten as a whole.
    pub must_writes: ZoneSet,
}

/// All statements of a program, calls not expanded.
#[derive(Clone, Debug, Default)]
pub struct Code {
    items: ItemMap<Lowered>,
    /// The zones that each unit reads at its entry, before its first statement: bounds and lengths of its variables.
    entry: ArenaMap<UnitId, ZoneSet>,
}

impl Code {
    /// Lowers all statements.
    pub fn build(program: &Program, zones: &Zones, calls: &CallGraph) -> Code {
        let mut code = Code::default();
        let units: Vec<(UnitId, &Unit)> = program.units.iter().collect();
        let lowered = parallel::map(&units, |&(u, unit)| {
            let entry = specifications(program, unit, Lower::new(program, zones, calls));
            let mut items = vec![];
            lower_block(&unit.body, &mut || Lower::new(program, zones, calls), &mut |item, l| {
                items.push((item, l));
            });
            (u, entry, items)
        });
        for (u, entry, items) in lowered {
            code.entry.insert(u, entry);
            for (item, l) in items {
                code.items.insert(item, l);
            }
        }
        code
    }

    /// The zones that a unit reads at its entry.
    pub fn at_entry(&self, unit: UnitId) -> impl Iterator<Item = ZoneId> + '_ {
        self.entry.get(unit).into_iter().flat_map(ZoneSet::iter)
    }

    /// Zones that a statement passes to a procedure and that are only partly overwritten if the procedure overwrites
    /// its whole dummy argument.
    pub fn partly_covered(&self, item: Item, callee: UnitId) -> ZoneSet {
        let steps = self.items.get(item).into_iter().flat_map(|l| &l.steps);
        let calls = steps.filter_map(|s| match s {
            Step::Call(c) => Some(c),
            Step::Write(_) => None,
        });
        let targets = calls.flat_map(|c| &c.targets).filter(|t| t.unit == callee);
        let partly = targets.flat_map(|t| &t.bindings).filter(|b| !b.covers);
        partly.filter_map(|b| b.actual).collect()
    }

    /// All items in order of statement.
    pub fn iter(&self) -> impl Iterator<Item = (Item, &Lowered)> {
        self.items.iter()
    }

    /// True for a statement whose values count as constants.
    pub fn is_constant(&self, stmt: StmtId) -> bool {
        let item = Item {
            stmt,
            role: Role::Whole,
        };
        self.get(item).is_some_and(|l| l.constant)
    }

    /// The reads and steps of an item; `None` for items that are not in the program.
    pub fn get(&self, item: Item) -> Option<&Lowered> {
        self.items.get(item)
    }
}

/// Lowers the statements of a block and of nested blocks; `S` selects what to record about values.
pub(crate) fn lower_block<'a, S: Flow>(
    block: &Block,
    new: &mut dyn FnMut() -> Lower<'a, S>,
    add: &mut dyn FnMut(Item, Lowered<S>),
) {
    lower_around(block, Around::default(), new, add);
}

fn lower_around<'a, S: Flow>(
    block: &Block,
    around: Around,
    new: &mut dyn FnMut() -> Lower<'a, S>,
    add: &mut dyn FnMut(Item, Lowered<S>),
) {
    for s in block {
        let mut lower = new();
        let constant = around.constant && !binds_names(&s.kind) && !stores(lower.program, &s.kind);
        let mut done = |role: Role, lower: Lower<S>| {
            let lowered = Lowered {
                reads: lower.reads,
                steps: lower.steps,
                constant,
            };
            add(Item { stmt: s.id, role }, lowered);
        };
        lower.statement(&s.kind, around.masked);
        done(Role::Whole, lower);
        let mut lower = new();
        lower.next_iteration(&s.kind);
        if !lower.steps.is_empty() || !lower.reads.is_empty() {
            done(Role::Next, lower);
        }
        let around = Around {
            masked: around.masked || matches!(s.kind, StmtKind::Where { .. }),
            constant: around.constant || asks_for_constants(&s.kind),
        };
        s.kind.for_each_block(&mut |b| lower_around(b, around, new, add));
    }
}

/// Context of a statement.
#[derive(Clone, Copy, Default)]
struct Around {
    /// A WHERE.
    masked: bool,
    /// Under a directive that makes its values constants.
    constant: bool,
}

fn asks_for_constants(s: &StmtKind) -> bool {
    matches!(s, StmtKind::Directed { directive, .. } if matches!(directive.asks, Asks::Constant))
}

/// True for statements that bind another name to memory without accessing its contents.
fn binds_names(s: &StmtKind) -> bool {
    matches!(
        s,
        StmtKind::PointerAssign { .. } | StmtKind::Associate { .. } | StmtKind::SelectType { .. }
    )
}

/// True for a call of a procedure that stores or returns values as they are.
fn stores(program: &Program, s: &StmtKind) -> bool {
    let StmtKind::Call { callee, .. } = s else { return false };
    let model = program.definition(callee.proc).and_then(|u| program.units[u].model());
    model.is_some_and(|m| m.stores)
}

/// The zones that the specification expressions of a unit's variables read.
fn specifications(program: &Program, unit: &Unit, mut lower: Lower) -> ZoneSet {
    for v in unit.symbols.iter().filter_map(|&s| program.symbols[s].variable()) {
        for e in v.specification() {
            lower.value(e);
        }
    }
    lower.reads
}

/// The effect of an item.
fn item_effects(zones: &Zones, summaries: &Summaries, lowered: &Lowered) -> Effects {
    let mut all = Effects {
        reads: lowered.reads.clone(),
        ..Effects::default()
    };
    for step in &lowered.steps {
        match step {
            Step::Write(writes) => {
                for w in writes {
                    all.writes.extend(zones.aliases(&w.to).iter().copied());
                    all.must_writes.extend(Some(w.to).filter(|_| w.kill));
                }
            }
            Step::Call(call) => call_effects(zones, summaries, call, &mut all),
        }
    }
    all
}

fn call_effects(zones: &Zones, summaries: &Summaries, call: &CallStep, all: &mut Effects) {
    let known = |unit| summaries.get(unit);
    for target in &call.targets {
        let Some(s) = known(target.unit) else { continue };
        for b in &target.bindings {
            let Some(z) = b.actual.filter(|&z| !zones.is_temporary(z)) else {
                continue;
            };
            if s.reads.contains(b.formal) {
                all.reads.insert(z);
            }
            if s.writes.contains(b.formal) {
                all.writes.extend(zones.aliases(&z).iter().copied());
            }
        }
    }
    for s in call.units().filter_map(known) {
        let named = |z: &ZoneId| !s.is_interface(*z);
        all.reads.extend(s.reads.iter().filter(named));
        all.writes.extend(s.writes.iter().filter(named));
    }
    if let Some(unknown) = &call.unknown {
        for (a, may_write) in &unknown.actuals {
            all.reads.extend(a.zone);
            if let Some(z) = a.zone.filter(|_| *may_write) {
                all.writes.extend(zones.aliases(&z).iter().copied());
            }
        }
    }
    all.must_writes.union_with(&killed(call, &known));
}

/// The caller's zones that a call certainly overwrites as a whole: killed under each name by which a callee knows the
/// zone, in each possible callee.
pub(crate) fn killed<'a>(call: &CallStep, known: &dyn Fn(UnitId) -> Option<&'a Summary>) -> ZoneSet {
    let mut killed: Option<ZoneSet> = None;
    if !call.certain || call.unknown.is_some() {
        return ZoneSet::new();
    }
    for target in &call.targets {
        let Some(s) = known(target.unit) else {
            return ZoneSet::new();
        };
        let mut here: ZoneSet = s.must_writes.iter().filter(|&z| !s.is_interface(z)).collect();
        let touched = |z: ZoneId| !s.is_interface(z) && (s.writes.contains(z) || s.refs.contains(z));
        let kills = |b: &Binding| b.covers && s.must_writes.contains(b.formal);
        for b in target.bindings.iter().filter(|b| kills(b)) {
            here.extend(b.actual.filter(|&z| !touched(z)));
        }
        for b in target.bindings.iter().filter(|b| !kills(b)) {
            b.actual.into_iter().for_each(|z| {
                here.remove(z);
            });
        }
        match &mut killed {
            Some(k) => {
                k.intersect_with(&here);
            }
            None => killed = Some(here),
        }
    }
    killed.unwrap_or_default()
}

/// Effects of all statements, calls expanded by the final summaries.
#[derive(Clone, Debug, Default)]
pub struct EffectsTable {
    items: ItemMap<Effects>,
    nothing: Effects,
}

impl EffectsTable {
    /// Expands all calls.
    pub fn build(code: &Code, zones: &Zones, summaries: &Summaries) -> EffectsTable {
        let items: Vec<(Item, &Lowered)> = code.items.iter().collect();
        let effects = parallel::map(&items, |(_, lowered)| item_effects(zones, summaries, lowered));
        let mut table = EffectsTable::default();
        for ((item, _), effects) in items.into_iter().zip(effects) {
            table.items.insert(item, effects);
        }
        table
    }

    /// The effects of a step of a statement.
    pub fn get(&self, item: Item) -> &Effects {
        self.items.get(item).unwrap_or(&self.nothing)
    }

    /// The effects of a statement without nested blocks; for counted loops: of evaluating the bounds and starting.
    pub fn of(&self, stmt: StmtId) -> &Effects {
        self.get(Item {
            stmt,
            role: Role::Whole,
        })
    }
}
