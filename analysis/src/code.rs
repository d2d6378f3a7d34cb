//! The statements of a program, lowered ([`crate::lower`]), calls not expanded.
//!
//! Bounds and lengths of a unit's variables are read at its entry ([`Code::at_entry`]).

use crate::cfg::{Item, ItemMap, Role};
use crate::lower::{lower_block, Lower, Lowered, Step};
use crate::{CallGraph, ZoneId, ZoneSet, Zones};
use adc_frontend::ir::*;
use adc_frontend::parallel;
use la_arena::ArenaMap;

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

/// The zones that the specification expressions of a unit's variables read.
fn specifications(program: &Program, unit: &Unit, mut lower: Lower) -> ZoneSet {
    for v in unit.symbols.iter().filter_map(|&s| program.symbols[s].variable()) {
        for e in v.specification() {
            lower.value(e);
        }
    }
    lower.reads
}
