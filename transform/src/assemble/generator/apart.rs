//! Processes single procedures in parallel.
//!
//! Each thread has its own generator for some of the procedures, in their order. It reads the existing program, and
//! keeps its additions and changes to itself ([`Table::apart`](adc_frontend::ir::Table::apart)). These may only concern
//! its procedures: their derivative units with their symbols and names. If the work has changed more, such as a shadow
//! in a module that others also see, it is discarded, and one thread does all the work again. So results do not depend
//! on the number of threads. Shadows of module variables, which several procedures are known to need ([`Ahead`]), are
//! created before.

use crate::assemble::generator::Generator;
use crate::code::collect_symbols;
use crate::context::Context;
use adc_frontend::ir::*;
use adc_frontend::parallel;
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeSet;
use std::hash::Hash;

/// Up to this many procedures are left to one thread; in debug builds none, so that tests run several threads.
const FEW: usize = if cfg!(debug_assertions) { 1 } else { 16 };

/// Pieces of work per thread: some take longer than others.
const PIECES: usize = 3;

/// Maximal number of pieces: joining more would take longer than they save, and tables have room for only so many in
/// each step of a round.
const MOST_PIECES: usize = 96;

/// Shadows in modules that are created before they are needed.
#[derive(Clone, Default)]
pub(crate) struct Ahead {
    /// Their variables.
    made: IndexSet<SymbolId>,
    /// Those that have been needed since.
    pub(crate) asked: IndexSet<SymbolId>,
    /// Modules whose derivatives exist only for them.
    modules: IndexSet<UnitId>,
}

/// Some of the procedures, and the generator that generates their derivatives.
struct Piece<'a> {
    g: Generator<'a>,
    /// The procedures.
    units: Vec<UnitId>,
}

impl<'a> Context<'a> {
    /// Assigns numbers of procedures to threads. Those inside one procedure stay together, as their names depend on
    /// each other.
    fn pieces(&self, units: impl Iterator<Item = UnitId>, count: usize) -> Vec<(usize, Vec<usize>)> {
        let mut families: IndexMap<UnitId, Vec<usize>> = IndexMap::new();
        let is_procedure = |u: &UnitId| self.primal.units[*u].is_procedure();
        for (number, unit) in units.enumerate() {
            let hosts = std::iter::successors(Some(unit), |&u| self.primal.units[u].parent.filter(is_procedure));
            families.entry(hosts.last().unwrap_or(unit)).or_default().push(number);
        }
        let size = families.len().div_ceil(count).max(1);
        let families: Vec<Vec<usize>> = families.into_values().collect();
        families.chunks(size).map(<[_]>::concat).enumerate().collect()
    }
}

impl<'a> Generator<'a> {
    /// Applies a function to each procedure and its argument, in parallel; returns the results in order.
    pub(crate) fn each_apart<T: Sync, R: Send>(
        &mut self,
        items: &[(UnitId, T)],
        work: impl Fn(&mut Generator<'a>, UnitId, &T) -> R + Sync + Send,
    ) -> Vec<R> {
        let threads = parallel::threads();
        if threads > 1 && items.len() > FEW && !self.alone {
            let pieces = self.pieces(items.iter().map(|i| i.0), (PIECES * threads).min(MOST_PIECES));
            let done = parallel::map(&pieces, |(k, numbers)| {
                let units = numbers.iter().map(|&n| items[n].0).collect();
                let mut piece = self.piece(*k, units);
                let results: Vec<R> = numbers
                    .iter()
                    .map(|&n| work(&mut piece.g, items[n].0, &items[n].1))
                    .collect();
                (piece, results)
            });
            let (parts, results): (Vec<Piece>, Vec<Vec<R>>) = done.into_iter().unzip();
            if self.put_together(parts) {
                let numbers = pieces.into_iter().flat_map(|p| p.1);
                let mut all: Vec<(usize, R)> = numbers.zip(results.into_iter().flatten()).collect();
                all.sort_by_key(|r| r.0);
                return all.into_iter().map(|r| r.1).collect();
            }
            self.alone = true;
        }
        items.iter().map(|(unit, given)| work(self, *unit, given)).collect()
    }

    /// Creates the shadows of module variables that procedures name, in the order of their declaration.
    pub(crate) fn make_ahead(&mut self, units: &[UnitId]) {
        let mut found = BTreeSet::new();
        for &u in units {
            let mut named = IndexSet::new();
            collect_symbols(&self.primal.units[u].body, &mut named);
            found.extend(named.into_iter().filter(|&s| {
                let v = self.primal.symbols[s].variable();
                v.is_some_and(|v| v.storage == Storage::Module) && self.is_active(u, s)
            }));
        }
        for s in found {
            if self.shadows.contains_key(&s) {
                continue;
            }
            let module = self.primal.symbols[s].owner;
            self.ahead
                .modules
                .extend(module.filter(|m| !self.units.contains_key(m)));
            self.shadow(s);
            self.ahead.made.insert(s);
        }
    }

    /// Removes shadows that were created ahead and never needed.
    pub(crate) fn remove_unasked(&mut self) {
        let ahead = std::mem::take(&mut self.ahead);
        for s in ahead.made.difference(&ahead.asked) {
            let Some(shadow) = self.shadows.shift_remove(s) else {
                continue;
            };
            self.primals.shift_remove(&shadow);
            if let Some(home) = self.out.symbols[shadow].owner {
                let home = &mut self.out.units[home];
                home.symbols.retain(|&x| x != shadow);
                home.names.retain(|_, x| *x != shadow);
            }
        }
        let is_asked = |m: &UnitId| ahead.asked.iter().any(|&s| self.primal.symbols[s].owner == Some(*m));
        let idle: Vec<UnitId> = ahead.modules.iter().copied().filter(|m| !is_asked(m)).collect();
        for m in idle {
            if let Some(d) = self
                .units
                .get(&m)
                .copied()
                .filter(|&d| self.out.units[d].contains.is_empty())
            {
                self.units.shift_remove(&m);
                self.roots.retain(|&r| r != d);
            }
        }
    }

    /// A generator for some of the procedures.
    fn piece(&self, k: usize, units: Vec<UnitId>) -> Piece<'a> {
        let own = self.own(&units);
        let namers = self.namers.iter().filter(|(u, _)| own.contains(*u));
        // a piece keeps its results to itself: no field is omitted
        let g = Generator {
            cx: self.cx.clone(),
            proposals: self.proposals.clone(),
            out: self.out.apart(k),
            units: self.units.clone(),
            roots: self.roots.clone(),
            messages: self.messages.clone(),
            procs: self.procs.clone(),
            shadows: self.shadows.clone(),
            primals: self.primals.clone(),
            namers: namers.map(|(&u, n)| (u, n.clone())).collect(),
            outside: self.outside.clone(),
            scopes: self.scopes.clone(),
            global_names: self.global_names.clone(),
            common_shadows: self.common_shadows.clone(),
            foreign: self.foreign.clone(),
            head_views: self.head_views.clone(),
            on_tape: self.on_tape.clone(),
            values: self.values.clone(),
            externals: self.externals.clone(),
            copies: self.copies.clone(),
            silent: self.silent.clone(),
            element_indices: self.element_indices.clone(),
            enlarged: self.enlarged.clone(),
            beside: self.beside.clone(),
            entries: self.entries.clone(),
            forwards: self.forwards.clone(),
            runtime: self.runtime.clone(),
            ahead: self.ahead.clone(),
            alone: self.alone,
            place: self.place,
        };
        Piece { g, units }
    }

    /// Derivative units of procedures.
    fn own(&self, units: &[UnitId]) -> BTreeSet<UnitId> {
        let both = |u: &UnitId| [self.units.get(u).copied(), self.forwards.get(u).map(|f| f.unit)];
        units.iter().flat_map(both).flatten().collect()
    }

    /// Joins the pieces, in their order. If one of them has changed more than its procedures, nothing is changed, and
    /// the result is false.
    fn put_together(&mut self, pieces: Vec<Piece<'a>>) -> bool {
        if !pieces.iter().all(|p| self.keeps_to_its_own(p)) {
            return false;
        }
        let mut made = vec![];
        for Piece { g, .. } in pieces {
            // each field is joined, or `keeps_to_its_own` has found it unchanged, or it is useless after the piece
            let Generator {
                out,
                proposals,
                messages,
                shadows,
                primals,
                namers,
                foreign,
                head_views,
                on_tape,
                values,
                externals,
                element_indices,
                runtime,
                ahead,
                cx: _,
                units: _,
                roots: _,
                procs: _,
                outside: _,
                scopes: _,
                global_names: _,
                common_shadows: _,
                copies: _,
                silent: _,
                enlarged: _,
                beside: _,
                entries: _,
                forwards: _,
                alone: _,
                place: _,
            } = g;
            made.push(out);
            for m in messages {
                if !self.messages.contains(&m) {
                    self.messages.push(m);
                }
            }
            self.proposals.join(proposals);
            add(&mut self.shadows, shadows);
            add(&mut self.primals, primals);
            add(&mut self.foreign, foreign);
            add(&mut self.head_views, head_views);
            self.on_tape.extend(on_tape);
            add(&mut self.values, values);
            add(&mut self.externals, externals);
            add(&mut self.element_indices, element_indices);
            add(&mut self.runtime, runtime);
            self.ahead.asked.extend(ahead.asked);
            self.namers.extend(namers);
        }
        self.out.put_together(made);
        true
    }

    /// True for a piece that has changed only what belongs to its procedures.
    fn keeps_to_its_own(&self, piece: &Piece) -> bool {
        let g = &piece.g;
        let sizes = |g: &Generator| {
            [
                g.units.len(),
                g.procs.len(),
                g.common_shadows.len(),
                g.copies.len(),
                g.silent.len(),
                g.roots.len(),
                g.outside.len(),
                g.enlarged.len(),
                g.forwards.len(),
                g.entries.len(),
            ]
        };
        let own = self.own(&piece.units);
        let is_own = |s: &Symbol| s.owner.is_none_or(|u| own.contains(&u));
        sizes(self) == sizes(g)
            && self.out.stmt_count() == g.out.stmt_count()
            && g.namers.keys().all(|u| own.contains(u))
            && g.out
                .units
                .own()
                .is_some_and(|o| o.made().is_empty() && o.changed().all(|(u, _)| own.contains(&u)))
            && g.out
                .commons
                .own()
                .is_some_and(|o| o.made().is_empty() && o.changed().next().is_none())
            && g.out
                .symbols
                .own()
                .is_some_and(|o| o.made().iter().chain(o.changed().map(|c| c.1)).all(is_own))
    }
}

/// Adds new entries.
fn add<K: Hash + Eq, V>(known: &mut IndexMap<K, V>, found: IndexMap<K, V>) {
    for (k, v) in found {
        known.entry(k).or_insert(v);
    }
}
