//! Generates the forward sweeps of split procedures ([`crate::context::split`]).

use crate::assemble::generator::forward::ForwardUnit;
use crate::assemble::generator::Generator;
use crate::code::names::with_suffix;
use crate::context::place::Place;
use crate::normalize::temps::new_variable;
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Generator<'_> {
    /// True if a statement calls derivatives alone, of procedures that are split, or could be.
    pub(crate) fn calls_could_be_split(&self, at: Place, s: &Stmt) -> bool {
        let called = self.calls_in(s);
        let able = |t: UnitId| !self.choices.kept_whole.contains(&t) && self.could_be_split(t);
        let all = |t: UnitId| self.split_with(t).into_iter().all(able);
        !called.is_empty()
            && called
                .into_iter()
                .all(|(t, _)| self.is_active_unit(t) && !self.is_passive_call(at, t) && all(t))
    }

    /// The forward sweep of a split procedure, as an empty unit, created on demand.
    pub(crate) fn forward_unit(&mut self, u: UnitId) -> ForwardUnit {
        if let Some(&f) = self.forwards.get(&u) {
            return f;
        }
        let d = self.derivative_unit(u);
        let mut f = self.out.units[d].clone();
        // the shadows of pointers follow them in the forward sweep
        if !self.follows_pointers(u) {
            let is_shadow = |s: &SymbolId| self.primals.contains_key(s);
            f.args.retain(|a| a.is_none_or(|s| !is_shadow(&s)));
        }
        // it calls the procedures passed to it, not their derivatives
        let own = &self.primal.units[u].args;
        let is_derivative = |s: SymbolId| self.out.symbols[s].variable().is_none() && !own.contains(&Some(s));
        f.args.retain(|a| a.is_none_or(|s| !is_derivative(s)));
        f.kind = UnitKind::Subroutine;
        f.result = None;
        f.contains = vec![];
        f.body = vec![];
        f.symbol = None;
        f.shares = Some(d);
        let parent = f.parent;
        let id = self.out.units.alloc(f);
        let stem = with_suffix(&self.name_of(u), &self.split_suffix("_fwd"));
        let symbol = self.name_procedure(id, parent, &stem);
        let result = self.primal.units[u].result;
        let value = result.and_then(|r| {
            let mut v = self.primal.symbols[r].variable()?.clone();
            v.storage = Storage::Dummy;
            v.init = None;
            let name = self.namer(d).fresh("value");
            let value = new_variable(&mut self.out, id, name, v);
            self.out.units[id].args.push(Some(value));
            Some(value)
        });
        let made = ForwardUnit {
            unit: id,
            symbol,
            value,
        };
        self.forwards.insert(u, made);
        made
    }

    /// Puts the body into the forward sweep of a split procedure, after the reverse sweep has its body.
    pub(crate) fn finish_forward(&mut self, u: UnitId, mut body: Block) {
        let f = self.forward_unit(u);
        let d = self.derivative_unit(u);
        if let (Some(value), Some(&result)) = (f.value, self.values.get(&u)) {
            body.push(assign(var(&self.out, value), var(&self.out, result)));
        }
        let reverse = self.out.units[d].clone();
        let unit = &mut self.out.units[f.unit];
        unit.body = body;
        // locals and views of COMMON that both sweeps use
        let known: IndexSet<SymbolId> = unit.symbols.iter().copied().collect();
        let shared = reverse.symbols.iter().filter(|s| !known.contains(*s));
        unit.symbols.extend(shared);
        for (name, symbol) in reverse.names {
            unit.names.entry(name).or_insert(symbol);
        }
        unit.commons = reverse.commons;
        for u in reverse.uses {
            match unit.uses.iter_mut().find(|x| x.module == u.module && x.only == u.only) {
                Some(x) => {
                    let known: Vec<SymbolId> = x.items.iter().map(|i| i.symbol).collect();
                    x.items
                        .extend(u.items.into_iter().filter(|i| !known.contains(&i.symbol)));
                }
                None => unit.uses.push(u),
            }
        }
        if let (Some(&value), Some(result)) = (self.values.get(&u), self.primal.units[u].result) {
            visit::rename(&mut self.out.units[f.unit].body, result, value);
        }
        self.import_all(f.unit);
    }

    /// Creates the derivative units of the procedures that have one, empty except for what they share with their
    /// primal.
    pub(crate) fn make_units(&mut self, active: &[UnitId]) {
        self.find_private_state(active);
        self.complete_files(active);
        self.check_enlarged_are_whole();
        for &u in active {
            self.derivative_unit(u);
        }
        for m in self.enlarged.clone() {
            self.derivative_unit(m);
        }
    }
}
