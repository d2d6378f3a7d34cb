//! Shadows of work arguments: arguments of the head that carry derivatives inside it and are neither independents nor
//! dependents.
//!
//! Their shadows are locals of the derivative that follow the argument: they have its type and bounds, and exist if it
//! exists. The initial target of a pointer has no shadow that could be followed (it may belong to anyone). So such a
//! pointer is refused, unless the head first associates it with another target. So is a target to which pointers may
//! refer that the caller associates: it could not associate their shadows with a local one.

use crate::assemble::generator::Generator;
use crate::normalize::arrays::allocate_like;
use crate::options::mode::Mode;
use crate::rules::{is_allocated, is_present};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;

impl Generator<'_> {
    /// Sets a local shadow to zero if the argument exists.
    pub(crate) fn begin_own_shadow(&mut self, unit: UnitId, s: SymbolId, shadow: &Expr) -> Block {
        self.check_pointers_of(unit, s);
        self.check_target(s);
        let whole = var(self.primal, s);
        let Some(v) = self.primal.symbols[s].variable() else {
            return vec![];
        };
        let (pointer, allocatable, optional) = (v.attrs.pointer, v.attrs.allocatable, v.attrs.optional);
        // an output is not allocated yet
        let absent = allocatable && v.attrs.intent == Some(Intent::Out) && self.mode == Mode::Tangent;
        if pointer || absent {
            return vec![];
        }
        let mut body = vec![];
        let own = shadow.base_symbol().and_then(|x| self.out.symbols[x].variable());
        if own.is_some_and(|x| x.attrs.allocatable) {
            body.push(allocate_like(shadow, &whole));
        }
        body.extend(self.renew_components_of(unit, &whole, shadow.clone(), &[]));
        body.extend(self.zero_shadow(unit, &whole, shadow.clone()));
        let tests = [
            allocatable.then(|| is_allocated(&whole)),
            optional.then(|| is_present(&whole)),
        ];
        tests
            .into_iter()
            .flatten()
            .fold(body, |body, test| match body.is_empty() {
                true => body,
                false => vec![Stmt::guarded(test, body)],
            })
    }

    /// Refuses a work argument whose shadow the caller would have to associate with those of pointers.
    fn check_target(&mut self, s: SymbolId) {
        let symbol = &self.primal.symbols[s];
        let is_target = symbol
            .variable()
            .is_some_and(|v| v.attrs.target && v.storage == Storage::Dummy);
        let zones = &self.facts.zones;
        let own = zones.of(s);
        let pointed: Vec<_> = own.iter().filter(|z| self.facts.activity.zone_is_active(**z)).collect();
        let mut others = pointed.into_iter().flat_map(|z| zones.aliases(z));
        let pointer = others.find(|z| zones.outer.contains(**z) && !own.contains(z));
        let (true, Some(&pointer)) = (is_target, pointer) else {
            return;
        };
        let message = format!(
            "the caller may associate `{}` with `{}`, whose derivative is not an argument",
            zones.name(self.primal, zones.members(pointer)[0], pointer),
            symbol.name
        );
        let d = Diagnostic::error(codes::UNSUPPORTED_DATA, symbol.span, message).help(format!(
            "name `{}` as an independent or a dependent; or use `--pointers-apart` if no pointer refers to it",
            symbol.name
        ));
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }

    /// Refuses pointers of a work argument whose derivatives are unknown.
    pub(crate) fn check_pointers_of(&mut self, unit: UnitId, s: SymbolId) {
        let symbol = &self.primal.symbols[s];
        let Some(v) = symbol.variable() else { return };
        if v.storage != Storage::Dummy || v.attrs.intent == Some(Intent::Out) {
            return;
        }
        let mut paths = vec![];
        match v.attrs.pointer {
            true => paths.push(vec![]),
            false => pointers_in(self.primal, v.ty.ty, &mut vec![], &mut vec![], &mut paths),
        }
        let is_lost = |path: &Vec<SymbolId>| {
            let zones = self.facts.zones.of_path(s, path);
            zones.iter().any(|&z| self.facts.activity.zone_is_active(z)) && self.is_asked_before(unit, s, path)
        };
        let Some(path) = paths.iter().find(|p| is_lost(p)) else {
            return;
        };
        let names = std::iter::once(&s)
            .chain(path)
            .map(|&x| self.primal.symbols[x].name.as_str());
        let name = names.collect::<Vec<_>>().join("%");
        let message = format!("`{name}` may be associated before the head is called, but its target has no derivative");
        let d = Diagnostic::error(codes::UNSUPPORTED_DATA, symbol.span, message).help(format!(
            "name `{}` as an independent or a dependent: then its derivative is an argument",
            symbol.name
        ));
        if !self.messages.contains(&d) {
            self.messages.push(d);
        }
    }
}

/// Paths to pointers to data in a value of a type, not following the pointers themselves.
fn pointers_in(
    program: &Program,
    ty: Ty,
    at: &mut Vec<SymbolId>,
    seen: &mut Vec<SymbolId>,
    out: &mut Vec<Vec<SymbolId>>,
) {
    let (Ty::Derived(t) | Ty::Class(t)) = ty else { return };
    if seen.contains(&t) {
        return;
    }
    seen.push(t);
    for c in program.components(t) {
        let Some(v) = program.symbols[c].variable() else {
            continue;
        };
        at.push(c);
        match v.attrs.pointer {
            true => out.push(at.clone()),
            false => pointers_in(program, v.ty.ty, at, seen, out),
        }
        at.pop();
    }
    seen.pop();
}
