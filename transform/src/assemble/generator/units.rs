//! Derivative units: their contents inherited from the primal, and their names.

use crate::assemble::generator::Generator;
use crate::code::elsewhere;
use crate::code::names::{with_suffix, Namer};
use crate::context::Context;
use crate::options::mode::Mode;
use adc_frontend::ast::{fold, SmolStr};
use adc_frontend::ir::*;
use std::sync::Arc;

impl Context<'_> {
    /// Moves a unit generated for a procedure of a submodule into a module: it uses itself the modules that the
    /// submodules around the procedure use.
    pub(crate) fn leave_submodules(&self, u: UnitId, made: &mut Unit) {
        made.prefix.module = false;
        let hosts = std::iter::successors(self.primal.units[u].parent, |&h| self.primal.units[h].parent);
        for h in hosts {
            let host = &self.primal.units[h];
            if host.kind != UnitKind::Submodule {
                continue;
            }
            made.uses.extend(host.uses.iter().cloned());
            for item in host.uses.iter().flat_map(|u| &u.items) {
                made.names.entry(fold(&item.local)).or_insert(item.symbol);
            }
        }
    }
}

impl Generator<'_> {
    /// The procedure that the user calls for the derivative of a head.
    pub fn derivative_of_head(&mut self, head: UnitId) -> UnitId {
        let entry = self.entries.get(&head).copied();
        entry.unwrap_or_else(|| self.derivative_unit(head))
    }

    /// The derivative of a unit, created on demand.
    pub fn derivative_unit(&mut self, u: UnitId) -> UnitId {
        if let Some(&d) = self.units.get(&u) {
            return d;
        }
        if let Some(&m) = self.lifted.derivative_of.get(&u) {
            return self.derivative_unit(m);
        }
        if self.enlarged.contains(&u) {
            return self.enlarged_module(u);
        }
        // others cannot see into a submodule: derivatives of its procedures stand in the module's derivative
        if let (UnitKind::Submodule, Some(host)) = (self.primal.units[u].kind, self.primal.units[u].parent) {
            return self.derivative_unit(host);
        }
        if let Some(earlier) = self.earlier_derivative(u) {
            let d = self.derivative_unit(earlier);
            self.units.insert(u, d);
            return d;
        }
        let described = self.models.description(u).cloned();
        let many = self.derivative_in_many_directions(u);
        let parent = match described.as_ref().and_then(|d| d.module(many.is_some())) {
            Some(module) => Some(self.module_of_derivatives(module)),
            None => self.primal.units[u].parent.map(|p| self.derivative_unit(p)),
        };
        let source = &self.primal.units[u];
        let stem = self.stem_of_derivative(u);
        let single = described.as_ref().and_then(|d| d.single.name(self.mode));
        let name: SmolStr = match many.as_ref().or(single) {
            Some(given) => given.clone(),
            None if described.as_ref().is_some_and(|d| d.by_calls) => self.name_beside_variables(u, &stem).into(),
            None if self.models.contains(u) => stem.into(),
            // a copy beside its module
            None if parent.is_none() && !self.primal.roots.contains(&u) => self.outside_name(&stem),
            None if self.heads.has(u) => self.name_for_users(parent, &stem),
            None => self.unit_name(parent, &stem),
        };
        let mut d = Unit::new(name.clone(), source.kind);
        d.parent = parent;
        d.span = source.span;
        d.shares = Some(u);
        d.implicit_none = true;
        d.lead = source.lead.clone();
        if source.kind == UnitKind::Module {
            // the modules that the module's procedures see, and the module itself
            d.uses = source.uses.clone();
            d.uses.push(Use {
                name: source.name.clone(),
                module: Some(u),
                only: false,
                items: vec![],
                span: Span::NONE,
            });
            d.names = source.names.clone();
        } else {
            d.prefix = Prefixes {
                pure_: false,
                elemental: false,
                impure: false,
                ..source.prefix
            };
            if self.mode == Mode::Tangent {
                let pure_ = !self.reaches_function(u);
                d.prefix.elemental = source.prefix.elemental;
                d.prefix.pure_ = source.prefix.pure_ && pure_;
                d.prefix.impure = source.prefix.elemental && (source.prefix.impure || !pure_);
            }
            d.uses = source.uses.clone();
            d.names = source.names.clone();
            self.leave_submodules(u, &mut d);
            d.symbols = source.symbols.clone();
            d.commons = source.commons.clone();
            d.equivalences = source.equivalences.clone();
            // the original gives members of COMMON blocks their initial values
            let in_common = |o: &Expr| o.base_symbol().is_some_and(|s| self.is_in_common(s));
            let own = source.data.iter().filter(|d| !d.objects.iter().all(in_common));
            d.data = own.cloned().collect();
            d.namelists = source.namelists.clone();
            d.interfaces = source.interfaces.clone();
        }
        let id = self.out.units.alloc(d);
        self.units.insert(u, id);
        if !self.models.contains(u) {
            self.put_into(id, parent);
        }
        if self.primal.units[u].is_procedure() {
            let symbol = self.procedure_symbol(name, parent, id);
            self.procs.insert(u, symbol);
        }
        id
    }

    /// The derivative of a module in the sources, if it is to be written again: more procedures are added to it.
    fn earlier_derivative(&self, u: UnitId) -> Option<UnitId> {
        let source = &self.primal.units[u];
        let name = self.module_name(&self.name_of(u));
        let is_it = |m: &UnitId| self.primal.units[*m].name.eq_ignore_ascii_case(&name);
        let is_asked = self.options.enlarge.iter().any(|n| n.eq_ignore_ascii_case(&name));
        let mut all = self.enlarged.iter().copied();
        let found = (source.kind == UnitKind::Module && is_asked).then(|| all.find(is_it));
        found.flatten()
    }

    /// The name of the derivative of a unit, if it is free.
    fn stem_of_derivative(&self, u: UnitId) -> String {
        let name = self.name_of(u);
        let inner = self.called_heads.contains(&u);
        match (self.choices.split.contains(&u), inner) {
            (true, _) => with_suffix(&name, &self.split_suffix("_bwd")),
            (false, true) => self.derivative_name(&format!("{name}_inner")),
            (false, false) if self.models.contains(u) => with_suffix(&name, self.options.suffix(self.mode)),
            (false, false) if self.primal.units[u].kind == UnitKind::Module => self.module_name(&name),
            (false, false) => self.derivative_name(&name),
        }
    }

    /// Tapenade's name of a hand-written derivative: with a number if a caller has a variable of the usual name.
    fn name_beside_variables(&self, u: UnitId, stem: &str) -> String {
        let callers = self.facts.calls.callers(u);
        let is_variable = |name: &str| {
            let visible = callers.iter().filter_map(|&c| self.primal.lookup(c, &fold(name)));
            visible.into_iter().any(|s| self.primal.symbols[s].variable().is_some())
        };
        let numbered = (0..).map(|n| format!("{stem}{n}"));
        let mut all = std::iter::once(stem.to_string()).chain(numbered);
        all.find(|n| !is_variable(n)).unwrap_or_else(|| stem.to_string())
    }

    /// A module with hand-written derivatives: the user's, perhaps enlarged, or a substitute for one that is not in the
    /// program.
    fn module_of_derivatives(&mut self, name: &str) -> UnitId {
        let is_it = |u: &Unit| u.kind == UnitKind::Module && u.name.eq_ignore_ascii_case(name);
        let enlarged = self.enlarged.iter().find(|&&m| is_it(&self.primal.units[m]));
        if let Some(&m) = enlarged {
            return self.derivative_unit(m);
        }
        let known = self.out.units.iter().find(|(_, u)| is_it(u)).map(|(id, _)| id);
        known.unwrap_or_else(|| self.out.units.alloc(Unit::new(name, UnitKind::Module)))
    }

    /// True for a name that is free in the scope of a module. Users call the derivative of the head by its name, so
    /// local declarations of procedures are renamed if they conflict with it.
    fn is_free_in_module(&self, parent: Option<UnitId>, name: &str) -> bool {
        parent.is_some_and(|p| {
            let module = &self.out.units[p];
            let around = module.uses.iter().map(|x| &x.name);
            let inside = module.contains.iter().map(|&c| &self.out.units[c].name);
            module.kind == UnitKind::Module
                && !module.names.contains_key(&adc_frontend::ast::fold(name))
                && !around
                    .chain(inside)
                    .chain(&*self.outside)
                    .any(|n| n.eq_ignore_ascii_case(name))
        })
    }

    /// The name of what users call: in a module, only other units may have it.
    pub(crate) fn name_for_users(&mut self, parent: Option<UnitId>, stem: &str) -> SmolStr {
        match parent.filter(|_| self.is_free_in_module(parent, stem)) {
            Some(p) => {
                self.namer(p).reserve(stem);
                stem.into()
            }
            None => self.unit_name(parent, stem),
        }
    }

    fn unit_name(&mut self, parent: Option<UnitId>, stem: &str) -> SmolStr {
        match parent {
            Some(p) => {
                let outside = Arc::clone(&self.outside);
                let namer = self.namer(p);
                namer.reserve_all(&outside);
                namer.fresh(stem)
            }
            None => self.global_name(stem),
        }
    }

    /// A name for a procedure beside all modules that uses several of them: no module has it.
    fn outside_name(&mut self, stem: &str) -> SmolStr {
        let mut namer = Namer::default();
        self.out.units.iter().for_each(|(_, u)| namer.reserve(&u.name));
        let name = namer.fresh(stem);
        Arc::make_mut(&mut self.outside).push(name.clone());
        name
    }

    fn put_into(&mut self, unit: UnitId, parent: Option<UnitId>) {
        match parent {
            Some(p) => self.out.units[p].contains.push(unit),
            None => self.roots.push(unit),
        }
    }

    /// Gives a new copy of a procedure its parent and a name of its own.
    pub(crate) fn name_procedure(&mut self, unit: UnitId, parent: Option<UnitId>, stem: &str) -> SymbolId {
        let name = match parent {
            Some(_) => self.unit_name(parent, stem),
            None => self.outside_name(stem),
        };
        self.out.units[unit].name = name.clone();
        self.put_into(unit, parent);
        let symbol = self.procedure_symbol(name, parent, unit);
        let result = self.out.units[unit].result;
        if let Some(v) = result.and_then(|r| self.out.symbols[r].variable()).cloned() {
            self.declare_result(symbol, &v);
        }
        symbol
    }

    /// Gives a procedure another name, and returns its symbol.
    pub(crate) fn rename_procedure(&mut self, unit: UnitId, stem: &str) -> SymbolId {
        let parent = self.out.units[unit].parent;
        let name = self.unit_name(parent, stem);
        let old = std::mem::replace(&mut self.out.units[unit].name, name.clone());
        let is_it = |s: &Symbol| matches!(&s.kind, SymbolKind::Procedure(p) if p.unit == Some(unit));
        let symbols: Vec<SymbolId> = self.out.symbols.iter().filter(|x| is_it(x.1)).map(|x| x.0).collect();
        for s in symbols {
            self.out.symbols[s].name = name.clone();
        }
        let Some(symbol) = self.out.units[unit].symbol else {
            return self.procedure_symbol(name, parent, unit);
        };
        if let Some(p) = parent {
            let names = &mut self.out.units[p].names;
            names.shift_remove(&fold(&old));
            names.insert(fold(&name), symbol);
        }
        symbol
    }

    /// A procedure that stands beside a derivative and calls it, with its imports and declarations.
    pub(crate) fn unit_beside(&self, derivative: UnitId, name: &str, kind: UnitKind) -> Unit {
        let source = self.out.units[derivative].clone();
        Unit {
            parent: source.parent,
            uses: source.uses,
            implicit_none: true,
            names: source.names,
            symbols: source.symbols,
            commons: source.commons,
            interfaces: source.interfaces,
            span: source.span,
            shares: Some(derivative),
            ..Unit::new(name, kind)
        }
    }

    /// Puts a new procedure of a name that is free beside, or into, the units around it.
    pub(crate) fn put_procedure(&mut self, unit: UnitId, name: SmolStr) {
        let parent = self.out.units[unit].parent;
        self.put_into(unit, parent);
        self.procedure_symbol(name, parent, unit);
    }

    /// The symbol of a subroutine of the tape.
    pub(crate) fn runtime_procedure(&mut self, name: &'static str) -> SymbolId {
        if let Some(&s) = self.runtime.get(name) {
            return s;
        }
        let s = self.subroutine(name.into(), None, ProcClass::External, None);
        self.runtime.insert(name, s);
        s
    }

    fn subroutine(&mut self, name: SmolStr, owner: Option<UnitId>, class: ProcClass, unit: Option<UnitId>) -> SymbolId {
        let kind = SymbolKind::Procedure(Procedure {
            class,
            unit,
            interface: None,
            result: None,
            result_rank: 0,
            init: None,
            attrs: Attrs::default(),
        });
        self.out.symbols.alloc(Symbol::new(name, owner, kind))
    }

    pub(crate) fn procedure_symbol(&mut self, name: SmolStr, owner: Option<UnitId>, unit: UnitId) -> SymbolId {
        let class = match owner {
            None => ProcClass::Definition,
            Some(p) if self.out.units[p].kind == UnitKind::Module => ProcClass::Module,
            Some(_) => ProcClass::Internal,
        };
        let folded = fold(&name);
        let id = self.subroutine(name, owner, class, Some(unit));
        if let Some(o) = owner {
            self.out.units[o].symbols.push(id);
            self.out.units[o].names.insert(folded, id);
        }
        self.out.units[unit].symbol = Some(id);
        id
    }

    /// Names taken in a derivative unit.
    pub fn namer(&mut self, unit: UnitId) -> &mut Namer {
        let suffix = self.variable_suffix().to_string();
        let (out, scopes) = (&self.out, &mut self.scopes);
        let made = || scopes.namer(out, unit).with_shadows(&suffix);
        self.namers.entry(unit).or_insert_with(made)
    }

    /// A name that all units know: procedures, modules and COMMON blocks share one name space.
    pub(crate) fn global_name(&mut self, stem: &str) -> SmolStr {
        self.global_names.fresh(&self.out, stem)
    }

    pub(crate) fn declare_result(&mut self, proc: SymbolId, v: &Variable) {
        let ty = elsewhere(&self.out, v).ty;
        if let SymbolKind::Procedure(p) = &mut self.out.symbols[proc].kind {
            // its callers may not see the name of its kind
            p.result = Some(ty);
            p.result_rank = v.dims.len() as u8;
        }
    }

    /// The regenerated module, to which derivatives will be added.
    pub(crate) fn enlarged_module(&mut self, module: UnitId) -> UnitId {
        let copy = self.copy_unit(module, None);
        self.units.insert(module, copy);
        self.roots.push(copy);
        copy
    }

    /// A copy of a unit of the user's program, with its contained procedures; the symbols are the same.
    pub(crate) fn copy_unit(&mut self, unit: UnitId, parent: Option<UnitId>) -> UnitId {
        let mut copy = self.original.units[unit].clone();
        copy.parent = parent;
        copy.shares = Some(unit);
        copy.directives = vec![];
        self.out.renumber(&mut copy.body);
        let inner = std::mem::take(&mut copy.contains);
        let id = self.out.units.alloc(copy);
        for c in inner {
            let c = self.copy_unit(c, Some(id));
            self.out.units[id].contains.push(c);
        }
        id
    }
}
