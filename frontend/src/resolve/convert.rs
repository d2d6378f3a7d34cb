//! Variables that turn out to be procedures: a declared scalar referenced with arguments becomes a function, a called
//! dummy argument becomes a subroutine.

use super::state::Resolver;
use crate::ast::{fold, Name};
use crate::ir::visit::*;
use crate::ir::*;

/// Meaning of a declared scalar with arguments.
pub enum Function {
    /// An intrinsic; the declaration only confirmed its type.
    Intrinsic(IntrinsicId),
    /// A function.
    Procedure(SymbolId),
}

impl Resolver<'_> {
    /// Turns a declared scalar into a function, if possible.
    pub(super) fn become_function(&mut self, s: SymbolId, name: &Name) -> Option<Function> {
        let symbol = &self.p.symbols[s];
        let v = symbol.variable()?;
        // in a function without RESULT its name is the result
        if v.storage == Storage::Result || !self.is_bare(s, v) {
            return None;
        }
        let folded = fold(&name.text);
        let external = self.externals.get(&folded).copied();
        if v.storage == Storage::Local && external.is_none() {
            if let Some(id) = self.intrinsic_function(&folded) {
                self.p.symbols[s].kind = SymbolKind::Intrinsic(id);
                if self.known(s).argument {
                    self.converted.insert(s);
                }
                return Some(Function::Intrinsic(id));
            }
        }
        self.convert(s, name);
        if !self.flags(s).typed {
            self.type_implicitly(s, name.span);
        }
        Some(Function::Procedure(s))
    }

    /// True for a scalar of which only the type is known.
    pub(super) fn is_bare(&self, s: SymbolId, v: &Variable) -> bool {
        let used = self.known(s).variable;
        v.dims.is_empty()
            && matches!(v.storage, Storage::Local | Storage::Dummy)
            && v.init.is_none()
            && !v.attrs.allocatable
            && !v.attrs.pointer
            && !v.attrs.target
            && !used
    }

    pub(super) fn convert(&mut self, s: SymbolId, name: &Name) {
        let SymbolKind::Variable(v) = &self.p.symbols[s].kind else {
            return;
        };
        let is_dummy = v.storage == Storage::Dummy;
        let external = self.externals.get(&fold(&name.text)).copied();
        let typed = v.ty.ty != Ty::Typeless;
        self.p.symbols[s].kind = SymbolKind::Procedure(Procedure {
            class: if is_dummy {
                ProcClass::Dummy
            } else {
                ProcClass::External
            },
            unit: external.filter(|_| !is_dummy),
            interface: None,
            result: typed.then(|| v.ty.clone()),
            result_rank: 0,
            init: None,
            attrs: v.attrs.clone(),
        });
        if self.flags(s).argument {
            self.converted.insert(s);
        }
    }

    /// Dummy arguments without a type from a declaration or their use are typed implicitly: an error under
    /// `IMPLICIT NONE`.
    pub(super) fn settle_dummies(&mut self, unit: UnitId) {
        let args: Vec<_> = self.p.units[unit].args.iter().flatten().copied().collect();
        self.within(unit, |r| {
            for s in args {
                let is_variable = r.p.symbols[s].variable().is_some();
                if is_variable && !r.flags(s).typed {
                    let span = r.p.symbols[s].span;
                    r.type_implicitly(s, span);
                }
                // undeclared ones come after the declared ones
                r.list(s);
            }
            if let Some(s) = r.p.units[unit].result {
                r.list(s);
            }
            let locals = r.p.units[unit].symbols.clone();
            for s in locals {
                if r.p.symbols[s].variable().is_some() && !r.flags(s).typed {
                    let span = r.p.symbols[s].span;
                    r.type_implicitly(s, span);
                }
            }
        });
    }

    /// Corrects uses as arguments that precede the conversion of the name to a procedure.
    pub(super) fn settle_conversions(&mut self) {
        if self.converted.is_empty() {
            return;
        }
        let converted = std::mem::take(&mut self.converted);
        let mut fix = |e: &mut Expr| match &e.kind {
            ExprKind::Var(s) if converted.contains(s) => e.kind = ExprKind::Procedure(*s),
            _ => {}
        };
        for (_, unit) in self.p.units.iter_mut() {
            rewrite_block_exprs(&mut unit.body, &mut fix);
            for d in &mut unit.data {
                let values = d.values.iter_mut().map(|(_, v)| v);
                d.objects
                    .iter_mut()
                    .chain(values)
                    .for_each(|e| rewrite_expr(e, &mut fix));
            }
        }
        for (_, symbol) in self.p.symbols.iter_mut() {
            match &mut symbol.kind {
                SymbolKind::Variable(v) => {
                    rewrite_dims(&mut v.dims, &mut fix);
                    if let Some(Init::Value(e) | Init::Pointer(e)) = &mut v.init {
                        rewrite_expr(e, &mut fix);
                    }
                }
                SymbolKind::Constant(c) => {
                    rewrite_dims(&mut c.dims, &mut fix);
                    rewrite_expr(&mut c.value, &mut fix);
                }
                SymbolKind::StatementFunction(f) => rewrite_expr(&mut f.body, &mut fix),
                SymbolKind::Procedure(p) => p.init.iter_mut().for_each(|e| rewrite_expr(e, &mut fix)),
                SymbolKind::Generic(_) | SymbolKind::Type(_) | SymbolKind::Intrinsic(_) | SymbolKind::Namelist => {}
            }
        }
    }
}

fn rewrite_dims(dims: &mut [Dim], fix: &mut dyn FnMut(&mut Expr)) {
    for e in dims.iter_mut().flat_map(Dim::bounds_mut) {
        rewrite_expr(e, fix);
    }
}
