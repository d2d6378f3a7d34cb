//! What procedures change that a parallel loop calls: their arguments, and shadows of variables that all threads see.

use super::flow::{First, Flow};
use crate::assemble::generator::Generator;
use adc_frontend::ir::visit::walk_block;
use adc_frontend::ir::*;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Facts about procedures, found when they are asked for.
pub(super) struct Callees<'g, 'a> {
    g: &'g Generator<'a>,
    known: RefCell<BTreeMap<UnitId, BTreeSet<SymbolId>>>,
    /// Arguments that their procedure sets before it reads them; of arrays of adc if true.
    set: RefCell<BTreeMap<(SymbolId, bool), bool>>,
}

impl<'g, 'a> Callees<'g, 'a> {
    pub(super) fn new(g: &'g Generator<'a>) -> Self {
        Callees {
            g,
            known: RefCell::default(),
            set: RefCell::default(),
        }
    }

    /// True if a procedure may change an argument, given by its position and its keyword.
    pub(super) fn may_write(&self, procedure: SymbolId, position: usize, keyword: Option<&str>) -> bool {
        let Some((unit, dummy)) = self.dummy(procedure, position, keyword) else {
            return true;
        };
        self.written(unit).contains(&dummy)
    }

    /// True if an argument may be an array.
    pub(super) fn takes_array(&self, procedure: SymbolId, position: usize, keyword: Option<&str>) -> bool {
        let dummy = self.dummy(procedure, position, keyword);
        dummy.is_none_or(|(_, d)| self.g.out.symbols[d].rank() > 0)
    }

    /// True if a procedure sets an argument before it reads it. While a recursive procedure is being looked at, it does
    /// not. `in_text`: see [`Flow`].
    pub(super) fn sets(&self, procedure: SymbolId, position: usize, keyword: Option<&str>, in_text: bool) -> bool {
        let Some((unit, v)) = self.dummy(procedure, position, keyword) else {
            return false;
        };
        if let Some(&known) = self.set.borrow().get(&(v, in_text)) {
            return known;
        }
        self.set.borrow_mut().insert((v, in_text), false);
        let symbol = &self.g.out.symbols[v];
        let is_plain = symbol.variable().is_some_and(|v| !v.attrs.optional && !v.attrs.pointer);
        let flow = Flow {
            v,
            path: &[],
            in_text: in_text && symbol.rank() > 0,
            sets: &|p, k, keyword| self.sets(p, k, keyword, in_text),
        };
        let sets = is_plain && flow.first(&self.g.out.units[unit].body) == First::Set;
        self.set.borrow_mut().insert((v, in_text), sets);
        sets
    }

    fn dummy(&self, procedure: SymbolId, position: usize, keyword: Option<&str>) -> Option<(UnitId, SymbolId)> {
        let unit = self.unit(procedure)?;
        let dummies = &self.g.out.units[unit].args;
        let dummy = match keyword {
            None => dummies.get(position).copied().flatten(),
            Some(k) => {
                let named = |d: &SymbolId| self.g.out.symbols[*d].name.eq_ignore_ascii_case(k);
                dummies.iter().copied().flatten().find(named)
            }
        };
        Some((unit, dummy?))
    }

    /// True if it is not known which shadows of variables that all threads see a procedure increments, or if it
    /// increments any.
    pub(super) fn touches_shadows(&self, procedure: SymbolId) -> bool {
        let Some(unit) = self.unit(procedure) else { return true };
        let is_seen = |v: &SymbolId| {
            let variable = self.g.out.symbols[*v].variable();
            let outlives = variable.is_some_and(|v| {
                matches!(v.storage, Storage::Module | Storage::Common(_)) || v.attrs.save || v.attrs.pointer
            });
            outlives && self.g.primals.contains_key(v)
        };
        self.reached(unit).iter().any(|&u| self.written(u).iter().any(is_seen))
    }

    /// True if a procedure, or one that it calls, may change a variable that is not its argument.
    pub(super) fn may_change(&self, procedure: SymbolId, v: SymbolId) -> bool {
        let variable = self.g.out.symbols[v].variable();
        let is_local = variable.is_some_and(|v| v.storage == Storage::Local && !v.attrs.save);
        match self.unit(procedure) {
            // a procedure contained in the one that has the variable is known
            None => !is_local && !variable.is_some_and(|v| v.attrs.protected || v.storage == Storage::Dummy),
            Some(unit) => self.reached(unit).iter().any(|&u| self.written(u).contains(&v)),
        }
    }

    /// True if calls in a block leave records on the tape, or take others from there than calls in it have left.
    pub(super) fn record(&self, block: &Block) -> bool {
        let (mut forward, mut reverse) = (BTreeSet::new(), BTreeSet::new());
        visit::walk_calls(block, &mut |r| {
            let Some(unit) = self.unit(r.callee.proc) else { return };
            for (&u, f) in &self.g.forwards {
                if f.unit == unit {
                    forward.insert(u);
                }
                if self.g.units.get(&u) == Some(&unit) {
                    reverse.insert(u);
                }
            }
        });
        forward != reverse
    }

    /// The procedure's unit, if its statements are known.
    fn unit(&self, procedure: SymbolId) -> Option<UnitId> {
        let unit = self.g.out.definition(procedure)?;
        self.g.out.units[unit].is_definition().then_some(unit)
    }

    /// A procedure and those that it calls.
    fn reached(&self, unit: UnitId) -> Vec<UnitId> {
        let mut all = vec![unit];
        let mut at = 0;
        while at < all.len() {
            let body = &self.g.out.units[all[at]].body;
            visit::walk_calls(body, &mut |r| {
                all.extend(self.unit(r.callee.proc).filter(|u| !all.contains(u)));
            });
            at += 1;
        }
        all
    }

    /// The variables that the statements of a procedure may change. While a recursive procedure is being looked at, it
    /// changes all of its arguments.
    fn written(&self, unit: UnitId) -> BTreeSet<SymbolId> {
        if let Some(known) = self.known.borrow().get(&unit) {
            return known.clone();
        }
        let all = self.g.out.units[unit].args.iter().copied().flatten().collect();
        self.known.borrow_mut().insert(unit, all);
        let mut out = BTreeSet::new();
        walk_block(&self.g.out.units[unit].body, &mut |s| {
            for (v, uses) in super::uses::of(&vec![alone(s)], self) {
                if uses.iter().any(|u| u.kind.writes()) {
                    out.insert(v);
                }
            }
            if let StmtKind::Do {
                control: DoControl::Count { var, .. },
                ..
            } = &s.kind
            {
                out.insert(*var);
            }
        });
        self.known.borrow_mut().insert(unit, out.clone());
        out
    }
}

/// A statement without its blocks.
fn alone(s: &Stmt) -> Stmt {
    Stmt {
        kind: s.kind.with_blocks(&mut |_| vec![]),
        ..s.clone()
    }
}
