//! Modules written again because derivative code needs their private entities.
//!
//! The derivative of a module procedure stands in a module of its own, which uses the original and so sees only what is public there. Where it needs more, the
//! generated file holds the original module itself, with the derivatives and shadows added, to be compiled in its place.

use crate::generator::{collect_symbols, Generator};
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::*;
use indexmap::IndexSet;

impl Generator<'_> {
    /// Finds the modules of which active procedures use something private, in statements or declarations.
    pub(crate) fn find_private_needs(&mut self, active: &[UnitId]) {
        for &u in active {
            let module = self.primal.outermost(u);
            if self.primal.units[module].kind != UnitKind::Module || self.enlarged.contains(&module) {
                continue;
            }
            let mut used = IndexSet::new();
            collect_symbols(&self.original.units[u].body, &mut used);
            self.declared_with(u, &mut used);
            let private = used.into_iter().find(|&s| {
                let symbol = &self.primal.symbols[s];
                symbol.private && symbol.owner == Some(module)
            });
            let Some(s) = private else { continue };
            let symbol = &self.primal.symbols[s];
            let name = &self.primal.units[module].name;
            self.messages.push(
                Diagnostic::note(
                    codes::PRIVATE_ENTITY,
                    symbol.span,
                    format!(
                        "`{}` is private in module `{name}`, and the derivative needs it",
                        symbol.name
                    ),
                )
                .help(format!(
                    "the generated file holds `{name}`, enlarged: compile it in place of the original module"
                )),
            );
            self.enlarged.insert(module);
        }
    }

    /// Types, and names in kinds and bounds, of a unit's variables.
    fn declared_with(&self, u: UnitId, out: &mut IndexSet<SymbolId>) {
        let mut exprs: Vec<&Expr> = vec![];
        for &s in &self.primal.units[u].symbols {
            let (ty, dims) = match &self.primal.symbols[s].kind {
                SymbolKind::Variable(v) => (&v.ty, &v.dims),
                SymbolKind::Constant(c) => (&c.ty, &c.dims),
                _ => continue,
            };
            if let Ty::Derived(t) | Ty::Class(t) = ty.ty {
                out.insert(t);
                if let SymbolKind::Type(def) = &self.primal.symbols[t].kind {
                    // a type whose parts are private is as good as private
                    out.extend(def.components.iter().copied());
                }
            }
            if let KindSpelling::Expr(e) = &ty.spelling {
                exprs.push(e);
            }
            for d in dims {
                match d {
                    Dim::Explicit(lo, hi) => exprs.extend(lo.iter().chain([hi])),
                    Dim::Assumed(lo) | Dim::AssumedSize(lo) => exprs.extend(lo),
                    Dim::Deferred | Dim::AssumedRank => {}
                }
            }
        }
        for e in exprs {
            visit::walk_expr(e, &mut |x| {
                if let ExprKind::Var(s) = x.kind {
                    out.insert(s);
                }
            });
        }
    }

    /// The original module, to which derivatives will be added.
    pub(crate) fn enlarged_module(&mut self, module: UnitId) -> UnitId {
        let copy = self.copy_unit(module, None);
        self.units.insert(module, copy);
        self.roots.push(copy);
        copy
    }

    /// A copy of a unit of the user's program, with what it contains; the symbols are the same.
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
