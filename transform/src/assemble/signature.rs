//! Interfaces of derivative procedures.
//!
//! * Each dummy argument that carries a derivative is followed by its shadow. For the head these are the independents
//!   and dependents, whatever an analysis found; for other procedures the active dummy arguments.
//! * Tangent of a function: a function whose value is the derivative, with the primal value as a last, output argument.
//! * A dummy procedure with a derivative ([`crate::prepare::instances`] identifies it) is followed by this derivative.
//! * Adjoint of a function: a subroutine whose last argument is the adjoint of the result.
//! * Intents: the adjoint restores variables that it overwrote, so an output becomes `inout`; shadows are `inout` in
//!   the adjoint, and in the tangent follow their primal.

use crate::assemble::generator::Generator;
use crate::code::names::suffixed;
use crate::context::Context;
use crate::normalize::outputs::begins_anew;
use crate::normalize::temps::new_variable;
use crate::options::mode::Mode;
use adc_frontend::ast::SmolStr;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Context<'_> {
    fn shadow_intent(&self, u: UnitId, dummy: SymbolId) -> Option<Intent> {
        let declared = self.primal.symbols[dummy].variable().and_then(|v| v.attrs.intent)?;
        match self.mode {
            Mode::Reverse => Some(Intent::InOut),
            // elsewhere the temporaries of a caller may zero the shadow of an input argument
            Mode::Tangent if self.is_entry(u) && declared == Intent::In => Some(Intent::In),
            Mode::Tangent => Some(declared),
        }
    }

    /// True if the result of a function carries a derivative.
    pub fn result_is_active(&self, u: UnitId, result: SymbolId) -> bool {
        if let Some(fixed) = self.described_shadow(u, result) {
            return fixed;
        }
        let listed = self.heads.of(u).is_some_and(|h| h.dependents.contains(&result));
        listed || !self.is_entry(u) && self.is_active(u, result)
    }

    /// Dummy arguments and the result that come with a shadow.
    pub fn active_arguments(&self, u: UnitId) -> Vec<SymbolId> {
        let unit = &self.primal.units[u];
        let result = unit.result.filter(|&r| self.result_is_active(u, r));
        unit.args
            .iter()
            .flatten()
            .copied()
            .filter(|&a| self.has_shadow_argument(Some(u), a))
            .chain(result)
            .collect()
    }
}

impl Generator<'_> {
    /// Gives all derivative procedures their arguments. Bodies come later, so that calls can be generated in any order.
    pub fn make_signatures(&mut self) {
        let units: Vec<UnitId> = self
            .units
            .keys()
            .copied()
            .filter(|&u| self.primal.units[u].is_procedure())
            .collect();
        for &u in &units {
            self.make_signature(u);
        }
        for u in units {
            self.pass_procedures(u);
        }
    }

    /// Adds the derivatives of dummy procedures after them. They are dummy procedures themselves, and the derivative
    /// calls them.
    fn pass_procedures(&mut self, u: UnitId) {
        let d = self.derivative_unit(u);
        let mut args = std::mem::take(&mut self.out.units[d].args);
        for dummy in self.primal.units[u].args.clone().into_iter().flatten() {
            let Some(given) = self.given_procedure(dummy) else {
                continue;
            };
            let symbol = self.derivative_of_dummy(d, dummy, given);
            let place = args.iter().position(|&a| a == Some(dummy));
            args.insert(place.map_or(args.len(), |p| p + 1), Some(symbol));
        }
        self.out.units[d].args = args;
    }

    /// A dummy procedure of a unit for the derivative of a dummy procedure.
    pub(crate) fn derivative_of_dummy(&mut self, d: UnitId, dummy: SymbolId, given: UnitId) -> SymbolId {
        let derivative = self.derivative_unit(given);
        let name = self.derivative_name(&self.primal.symbols[dummy].name);
        let name = self.namer(d).fresh(&name);
        let symbol = self.known_procedure(d, derivative, self.procs[&given], name, ProcClass::Dummy);
        let optional = matches!(&self.primal.symbols[dummy].kind, SymbolKind::Procedure(p) if p.attrs.optional);
        if let SymbolKind::Procedure(p) = &mut self.out.symbols[symbol].kind {
            p.attrs.optional = optional;
        }
        symbol
    }

    /// The procedure that a dummy procedure denotes, if it has a derivative.
    pub(crate) fn given_procedure(&self, dummy: SymbolId) -> Option<UnitId> {
        match &self.primal.symbols[dummy].kind {
            SymbolKind::Procedure(p) if p.class == ProcClass::Dummy => p.unit.filter(|&u| self.is_active_unit(u)),
            _ => None,
        }
    }

    fn make_signature(&mut self, u: UnitId) {
        let d = self.derivative_unit(u);
        let mut args = vec![];
        for a in self.primal.units[u].args.clone() {
            let Some(a) = a else {
                args.push(None);
                continue;
            };
            let own = if self.mode == Mode::Reverse {
                self.widened(d, a)
            } else {
                a
            };
            args.push(Some(own));
            if self.has_shadow_argument(Some(u), a) {
                let shadow = self.shadow(a);
                let intent = self.shadow_intent(u, a);
                if let Some(v) = self.out.symbols[shadow].variable_mut() {
                    v.attrs.intent = intent;
                }
                args.push(Some(shadow));
            } else if self.is_entry(u) && self.has_idle_shadow(a) {
                args.extend(self.idle_shadow(d, a).map(Some));
            }
        }
        if let Some(result) = self.primal.units[u].result {
            self.result_arguments(u, d, result, &mut args);
        }
        self.out.units[d].args = args;
    }

    /// A dummy argument in the place of a shadow, which nothing uses: see [`crate::context::tapenade`].
    pub(crate) fn idle_shadow(&mut self, d: UnitId, dummy: SymbolId) -> Option<SymbolId> {
        let mut v = self.primal.symbols[dummy].variable().cloned()?;
        v.init = None;
        v.attrs.intent = Some(match self.mode {
            Mode::Reverse => Intent::InOut,
            Mode::Tangent => Intent::In,
        });
        let name = suffixed(self.primal, dummy, self.variable_suffix());
        let name = self.namer(d).fresh_shadow(&name);
        Some(new_variable(&mut self.out, d, name, v))
    }

    /// Makes an output of an adjoint INOUT, since the adjoint restores it. The primal's own symbol is unchanged: copies
    /// of primal procedures may be printed with it. Both have one name, by which statements and declarations refer to
    /// either.
    fn widened(&mut self, d: UnitId, dummy: SymbolId) -> SymbolId {
        let Some(v) = self.primal.symbols[dummy].variable() else {
            return dummy;
        };
        if v.attrs.intent != Some(Intent::Out) {
            return dummy;
        }
        let mut symbol = self.primal.symbols[dummy].clone();
        symbol.owner = Some(d);
        if let Some(v) = symbol.variable_mut() {
            v.attrs.intent = Some(Intent::InOut);
        }
        let unit = &mut self.out.units[d];
        unit.symbols.retain(|&s| s != dummy);
        unit.names.insert(adc_frontend::ast::fold(&symbol.name), dummy);
        self.out.add_symbol(symbol)
    }

    /// Turns the value of a function into an output argument (tangent) or a local (adjoint).
    fn result_arguments(&mut self, u: UnitId, d: UnitId, result: SymbolId, args: &mut Vec<Option<SymbolId>>) {
        let Some(mut v) = self.primal.symbols[result].variable().cloned() else {
            return;
        };
        let name = self.primal.symbols[result].name.clone();
        let active = self.result_is_active(u, result);
        if active && self.mode == Mode::Reverse && v.attrs.allocatable && matches!(v.ty.ty, Ty::Class(_)) {
            // its adjoint would have to be returned with the object, but belongs to the caller
            let span = self.primal.symbols[result].span;
            let message = format!("the value of this function, `{name}`, is an allocatable polymorphic object, which cannot be differentiated in reverse mode yet");
            let d = Diagnostic::error(codes::UNSUPPORTED_DATA, span, message);
            self.messages
                .push(d.help("replace the function by a subroutine with the object as an argument"));
        }
        v.storage = if self.mode == Mode::Tangent {
            Storage::Dummy
        } else {
            Storage::Local
        };
        v.init = None;
        let elemental = self.out.units[d].prefix.elemental && self.mode == Mode::Tangent;
        let begins = v.attrs.allocatable || begins_anew(self.primal, v.ty.ty);
        if elemental || begins && v.storage == Storage::Dummy {
            // elemental procedures must declare an intent; an allocatable may be allocated by an earlier call;
            // components may have initial values from their type
            v.attrs.intent = Some(Intent::Out);
        }
        self.out.units[d].symbols.retain(|&s| s != result);
        let value = new_variable(&mut self.out, d, name, v.clone());
        self.values.insert(u, value);
        let shadow = active.then(|| self.shadow(result));
        match self.mode {
            Mode::Reverse => {
                self.out.units[d].kind = UnitKind::Subroutine;
                if let Some(s) = shadow {
                    if let Some(v) = self.out.symbols[s].variable_mut() {
                        v.storage = Storage::Dummy;
                        if std::mem::take(&mut v.attrs.allocatable) {
                            // it has the shape of the caller's variable
                            v.dims = vec![Dim::Assumed(None); v.dims.len()];
                        }
                    }
                    args.push(Some(s));
                }
            }
            Mode::Tangent => {
                if let Some(s) = shadow {
                    // the function's own value is the derivative
                    if let Some(v) = self.out.symbols[s].variable_mut() {
                        v.storage = Storage::Result;
                    }
                    self.out.units[d].result = Some(s);
                    self.declare_result(self.procs[&u], &v);
                }
                args.push(Some(value));
            }
        }
        if self.mode == Mode::Tangent && shadow.is_none() {
            // a head whose value carries no derivative becomes a subroutine that computes the value
            self.out.units[d].kind = UnitKind::Subroutine;
        }
    }

    /// A symbol by which a derivative unit can call the derivative of `callee`.
    pub fn derivative_procedure(&mut self, caller: UnitId, callee: UnitId) -> SymbolId {
        let d = self.derivative_unit(caller);
        let target = self.derivative_unit(callee);
        self.procedure_in(d, target, self.procs[&callee])
    }

    /// A symbol by which a unit of the derivative program can call a generated procedure.
    pub(crate) fn procedure_in(&mut self, d: UnitId, target: UnitId, symbol: SymbolId) -> SymbolId {
        if let Some(&s) = self.externals.get(&(d, target)) {
            return s;
        }
        if self.out.units[target].parent.is_some() {
            self.import(d, symbol);
            return symbol;
        }
        if d == target {
            return symbol;
        }
        // an external procedure is a symbol of its caller
        let name = self.out.symbols[symbol].name.clone();
        self.namer(d).reserve(&name);
        self.known_procedure(d, target, symbol, name, ProcClass::External)
    }

    /// A symbol of a unit for a procedure that the unit does not see otherwise, with an interface if Fortran requires
    /// one.
    pub(crate) fn known_procedure(
        &mut self,
        d: UnitId,
        target: UnitId,
        symbol: SymbolId,
        name: SmolStr,
        class: ProcClass,
    ) -> SymbolId {
        let mut kind = self.out.symbols[symbol].kind.clone();
        // what is known of procedures without source are calls of them
        let is_model =
            |u: UnitId| self.models.contains(u) || self.out.units[u].shares.is_some_and(|p| self.models.contains(p));
        let is_stated = self.out.needs_interface(target) || self.options.interfaces && !is_model(target);
        let body = is_stated.then(|| self.interface_body(d, target, &name));
        if let SymbolKind::Procedure(p) = &mut kind {
            p.class = class;
            p.interface = body;
        }
        self.out.units[d].interfaces.extend(body.map(|body| InterfaceBlock {
            generic: None,
            is_abstract: false,
            bodies: vec![body],
            procedures: vec![],
            span: Span::NONE,
        }));
        let folded = adc_frontend::ast::fold(&name);
        let s = self.out.add_symbol(Symbol::new(name, Some(d), kind));
        if let Some(body) = body {
            self.out.units[body].symbol = Some(s);
        }
        self.out.units[d].names.insert(folded, s);
        self.externals.insert((d, target), s);
        s
    }

    /// The interface of a derivative procedure, to be declared in a caller.
    fn interface_body(&mut self, caller: UnitId, target: UnitId, name: &SmolStr) -> UnitId {
        let t = &self.out.units[target];
        let mut body = Unit::new(name.clone(), t.kind);
        body.parent = Some(caller);
        body.args = t.args.clone();
        body.result = t.result;
        body.prefix = Prefixes {
            interface_body: true,
            ..t.prefix
        };
        // module entities are imported inside it
        let home = self.out.outermost(caller);
        let home = [Some(home), self.out.units[home].shares];
        let is_home = |u: &&Use| u.module.is_some() && home.contains(&u.module);
        body.uses = t.uses.iter().filter(|u| !is_home(u)).cloned().collect();
        let is_dummy = |b: &UnitId| {
            let symbol = self.out.units[*b].symbol;
            symbol.is_some_and(|s| t.args.contains(&Some(s)))
        };
        body.interfaces = t.interfaces.clone();
        body.interfaces.retain(|block| block.bodies.iter().any(is_dummy));
        body.implicit_none = true;
        body.shares = Some(target);
        body.symbols = t
            .symbols
            .iter()
            .copied()
            .filter(|&s| {
                t.args.contains(&Some(s))
                    || t.result == Some(s)
                    || !matches!(self.out.symbols[s].kind, SymbolKind::Variable(_))
            })
            .collect();
        let is_own = |s: SymbolId| self.out.symbols[s].owner.is_none_or(|o| !home.contains(&Some(o)));
        body.names = t.names.clone();
        body.names.retain(|_, s| is_own(*s));
        self.out.units.alloc(body)
    }
}
