//! Shadows: the variables that store derivatives.

use crate::assemble::generator::Generator;
use crate::code::names::suffixed;
use crate::context::Context;
use crate::normalize::temps::new_variable;
use crate::options::mode::Mode;
use crate::rules::intrinsic;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::IndexMap;

impl Context<'_> {
    /// True if the shadow of a dummy argument or result is an argument of the derivative procedure.
    pub fn has_shadow_argument(&self, owner: Option<UnitId>, symbol: SymbolId) -> bool {
        let Some(u) = owner else { return false };
        if let Some(fixed) = self.described_shadow(u, symbol) {
            return fixed;
        }
        self.heads.lists(u, symbol) || !self.is_entry(u) && self.is_active(u, symbol)
    }
}

impl Generator<'_> {
    /// The shadow of a variable.
    pub fn shadow(&mut self, symbol: SymbolId) -> SymbolId {
        if let Some(&s) = self.shadows.get(&symbol) {
            self.ahead.asked.insert(symbol);
            return s;
        }
        let source = &self.primal.symbols[symbol];
        let (owner, span) = (source.owner, source.span);
        let Some(v) = source.variable().cloned() else {
            return symbol;
        };
        let home = match owner {
            Some(o) => self.derivative_unit(o),
            None => return symbol,
        };
        let suffix = self.variable_suffix().to_string();
        let name = suffixed(self.primal, symbol, &suffix);
        let name = self.namer(home).fresh_shadow(&name);
        let is_argument = self.has_shadow_argument(owner, symbol);
        let storage = match v.storage {
            Storage::Dummy | Storage::Result if is_argument => Storage::Dummy,
            Storage::Dummy | Storage::Result => Storage::Local,
            Storage::Common(c) => Storage::Common(self.common_shadow(c)),
            other => other,
        };
        let attrs = Attrs {
            allocatable: v.attrs.allocatable || storage == Storage::Local && is_made(&v),
            pointer: v.attrs.pointer,
            target: v.attrs.target,
            optional: v.attrs.optional && storage == Storage::Dummy,
            contiguous: v.attrs.contiguous && (v.attrs.pointer || storage == Storage::Dummy),
            // the tangent changes it with its primal, and neither is the caller's; an adjoint increments the caller's
            value: v.attrs.value && storage == Storage::Dummy && self.mode == Mode::Tangent,
            threadprivate: v.attrs.threadprivate && storage == Storage::Module,
            ..Attrs::default()
        };
        let dims = if storage == Storage::Local {
            self.local_dims(symbol, &v)
        } else {
            v.dims.clone()
        };
        // the head's derivative tests if the caller, or an earlier call, has associated it
        let is_saved = v.attrs.save && self.mode == Mode::Tangent;
        let is_asked = v.attrs.pointer && (storage == Storage::Module || storage == Storage::Local && is_saved);
        let null = || intrinsic("null", vec![], v.ty.ty, v.dims.len() as u8);
        let init = is_asked.then(|| Init::Pointer(null()));
        let shadow = new_variable(
            &mut self.out,
            home,
            name,
            Variable {
                ty: v.ty.clone(),
                dims,
                storage,
                attrs,
                init,
            },
        );
        self.out.symbols[shadow].span = span;
        self.shadows.insert(symbol, shadow);
        self.primals.insert(shadow, symbol);
        shadow
    }

    /// Dimensions of a local shadow; for a dummy argument of assumed shape, those of the primal.
    pub(crate) fn local_dims(&mut self, symbol: SymbolId, v: &Variable) -> Vec<Dim> {
        if v.attrs.allocatable || v.attrs.pointer {
            return v.dims.clone();
        }
        if is_made(v) {
            return vec![Dim::Deferred; v.dims.len()];
        }
        let whole = var(self.primal, symbol);
        let mut dims = vec![];
        for (k, d) in v.dims.iter().enumerate() {
            dims.push(match d {
                Dim::Assumed(lo) => {
                    let extent = crate::rules::size_of(&whole, Some(k as i64 + 1));
                    match lo {
                        None => Dim::Explicit(None, extent),
                        Some(l) => Dim::Explicit(Some(l.clone()), sub(add(l.clone(), extent), int(1))),
                    }
                }
                Dim::AssumedSize(_) | Dim::AssumedRank => {
                    let (name, span) = (
                        self.primal.symbols[symbol].name.clone(),
                        self.primal.symbols[symbol].span,
                    );
                    let message = format!("`{name}` is active, but its size is not known here");
                    let d = Diagnostic::error(codes::UNKNOWN_SIZE, span, message).help(format!(
                        "declare `{name}` with its true dimensions, such as `{name}(n)` instead of `{name}(*)`; or name it as an independent: then its derivative is an argument"
                    ));
                    if !self.messages.contains(&d) {
                        self.messages.push(d);
                    }
                    Dim::Explicit(None, int(1))
                }
                d @ (Dim::Explicit(..) | Dim::Deferred) => d.clone(),
            });
        }
        dims
    }

    /// Puts other variables in the place of shadows.
    pub(crate) fn replace_shadows(&mut self, pairs: &IndexMap<SymbolId, SymbolId>) {
        for s in self.shadows.values_mut().chain(self.head_views.values_mut()) {
            *s = pairs.get(s).copied().unwrap_or(*s);
        }
        let known: Vec<SymbolId> = self.primals.keys().copied().filter(|s| pairs.contains_key(s)).collect();
        for old in known {
            if let Some(primal) = self.primals.shift_remove(&old) {
                self.primals.insert(pairs[&old], primal);
            }
        }
    }

    /// A designator with its variable replaced by its shadow.
    pub fn shadow_ref(&mut self, e: &Expr) -> Expr {
        let mut out = e.clone();
        self.replace_base(&mut out);
        out.span = Span::NONE;
        out
    }

    fn replace_base(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Var(s) => *s = self.shadow(*s),
            ExprKind::Index(b, _)
            | ExprKind::Component(b, _)
            | ExprKind::ComplexPart(b, _)
            | ExprKind::Substring(b, _, _)
            | ExprKind::Paren(b) => self.replace_base(b),
            _ => {}
        }
    }
}

/// True if the local shadow of a variable that is not allocatable must be allocated: for an object whose type is known
/// only at run time, and for an argument whose bounds cannot be inquired when it is absent.
pub(crate) fn is_made(v: &Variable) -> bool {
    let is_object = matches!(v.ty.ty, Ty::Class(_) | Ty::Unlimited);
    let asks = v.attrs.optional && v.dims.iter().any(|d| matches!(d, Dim::Assumed(_)));
    !v.attrs.pointer && !v.attrs.allocatable && (is_object || asks)
}
