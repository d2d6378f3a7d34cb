//! Interface blocks: bodies, generic names, operators.

use super::procedures::generic_key;
use super::scope::Import;
use super::state::Resolver;
use crate::ast::{self, fold, InterfaceItem, Name};
use crate::intrinsics::ResultType;
use crate::ir::*;
use std::collections::HashSet;

impl<'a> Resolver<'a> {
    /// `INTERFACE ... END INTERFACE`.
    pub(super) fn interface(&mut self, i: &'a ast::Interface, span: Span) {
        let unit = self.unit();
        let generic = i.generic.as_ref().map(|name| self.generic_symbol(name));
        let at = self.p.units[unit].interfaces.len();
        self.p.units[unit].interfaces.push(InterfaceBlock {
            generic,
            is_abstract: i.is_abstract,
            bodies: vec![],
            procedures: vec![],
            span,
        });
        if let Some(g) = generic {
            self.comments_to(g);
        }
        for item in &i.items {
            match item {
                InterfaceItem::Body(body) => {
                    if let Some((u, s)) = self.interface_body(body, i.is_abstract, generic) {
                        self.p.units[unit].interfaces[at].bodies.push(u);
                        if let Some(g) = generic {
                            self.add_specific(g, s);
                        }
                    }
                }
                InterfaceItem::Procedures(names, _, _) => {
                    self.scope().deferred.specifics.push((generic, names, at));
                }
            }
        }
    }

    /// The generic symbol of a name in the current unit: found, extended from a module's, or created.
    fn generic_symbol(&mut self, name: &Name) -> SymbolId {
        let unit = self.unit();
        let key = generic_key(&name.text);
        let old = self.p.units[unit].names.get(&key).copied();
        let mut generic = Generic {
            intrinsic: crate::intrinsics::find(&key),
            ..Generic::default()
        };
        if let Some(old) = old {
            let symbol = &self.p.symbols[old];
            match &symbol.kind {
                SymbolKind::Generic(_) if symbol.owner == Some(unit) => return old,
                SymbolKind::Generic(g) => generic = g.clone(),
                SymbolKind::Type(_) => generic.ty = Some(old),
                // a specific procedure may have the generic's name
                SymbolKind::Procedure(p)
                    if p.class == ProcClass::Module || p.class == ProcClass::Internal || symbol.owner != Some(unit) => {
                }
                _ => self.duplicate(name, old),
            }
        }
        let s = self.alloc(&name.text, Some(unit), SymbolKind::Generic(generic), name.span);
        self.flags(s).typed = true;
        self.list(s);
        self.p.units[unit].names.insert(key, s);
        s
    }

    /// An interface body: its unit and the procedure's symbol.
    fn interface_body(
        &mut self,
        ast: &'a ast::Unit,
        is_abstract: bool,
        generic: Option<SymbolId>,
    ) -> Option<(UnitId, SymbolId)> {
        let unit = self.unit();
        let (ast::UnitKind::Subroutine { name, prefix, .. } | ast::UnitKind::Function { name, prefix, .. }) = &ast.kind
        else {
            return None;
        };
        let folded = fold(&name.text);
        let u = {
            let kind = match &ast.kind {
                ast::UnitKind::Function { .. } => UnitKind::Function,
                _ => UnitKind::Subroutine,
            };
            let mut inner = Unit::new(name.text.clone(), kind);
            inner.parent = Some(unit);
            inner.span = ast.span;
            inner.lead = ast.lead.clone();
            for p in prefix {
                match p {
                    ast::Prefix::Pure => inner.prefix.pure_ = true,
                    ast::Prefix::Elemental => inner.prefix.elemental = true,
                    ast::Prefix::Recursive => inner.prefix.recursive = true,
                    ast::Prefix::Impure => inner.prefix.impure = true,
                    ast::Prefix::Module => inner.prefix.module = true,
                    ast::Prefix::NonRecursive | ast::Prefix::Type(_) => {}
                }
            }
            inner.prefix.interface_body = true;
            self.p.units.alloc(inner)
        };
        let is_module = self.p.units[u].prefix.module;
        self.scope_of(u).import = if is_module {
            Import::All
        } else {
            Import::Some(HashSet::new())
        };
        self.asts.insert(u, ast);
        let hides = generic.is_some_and(|g| fold(&self.p.symbols[g].name) == folded);
        let declared = self.p.units[unit].names.get(&folded).copied();
        let s = match declared {
            // a dummy procedure, or a name already declared EXTERNAL
            Some(s) if !hides && self.p.symbols[s].owner == Some(unit) => {
                self.list(s);
                // a separate procedure may stand in the module itself
                if !is_module {
                    self.make_external(s, name);
                }
                s
            }
            // the procedure itself, declared in an interface block of its own
            Some(s) if self.p.units[unit].symbol == Some(s) => s,
            _ => {
                // C and Fortran may use one name for two procedures
                let definition = self.externals.get(&folded).copied();
                let definition = definition.filter(|&d| self.bind_of(d).is_some() == self.bind_of(u).is_some());
                let s = self.alloc(
                    &name.text,
                    Some(unit),
                    SymbolKind::Procedure(Procedure {
                        class: if is_module {
                            ProcClass::Module
                        } else {
                            ProcClass::External
                        },
                        unit: definition.filter(|_| !is_abstract && !is_module),
                        interface: None,
                        result: None,
                        result_rank: 0,
                        init: None,
                        attrs: Attrs::default(),
                    }),
                    name.span,
                );
                self.list(s);
                if !hides {
                    self.p.units[unit].names.insert(folded, s);
                }
                s
            }
        };
        self.comments_to(s);
        self.flags(s).typed = true;
        let bind = self.bind_of(u);
        if let SymbolKind::Procedure(p) = &mut self.p.symbols[s].kind {
            p.interface = Some(u);
            p.attrs.bind = bind;
        }
        self.p.units[u].symbol = Some(s);
        self.ensure_interface(u);
        Some((u, s))
    }

    /// Reads an interface body while its host is still being read.
    fn ensure_interface(&mut self, u: UnitId) {
        self.ensure_declared(u);
        self.settle_dummies(u);
    }

    /// `MODULE PROCEDURE a, b` in an interface block, processed when all names are known.
    pub(super) fn add_specifics(&mut self, generic: Option<SymbolId>, names: &[Name], block: usize) {
        let unit = self.unit();
        for name in names {
            let Some(s) = self.procedure_named(name) else { continue };
            self.p.units[unit].interfaces[block].procedures.push(s);
            if let Some(g) = generic {
                self.add_specific(g, s);
            }
        }
    }

    fn add_specific(&mut self, generic: SymbolId, s: SymbolId) {
        if let SymbolKind::Generic(g) = &mut self.p.symbols[generic].kind {
            if !g.specifics.contains(&s) {
                g.specifics.push(s);
            }
        }
    }

    /// Connects a procedure declared by `PROCEDURE(name)` with the interface.
    pub(super) fn name_interface(&mut self, s: SymbolId, name: &Name) {
        let folded = fold(&name.text);
        let named = self.lookup(&folded).map(|s| &self.p.symbols[s].kind);
        if let (None | Some(SymbolKind::Intrinsic(_)), Some(id)) = (named, crate::intrinsics::find(&folded)) {
            let result = specific_result(id, &folded).map(|ty| DeclType::plain(self.p.kinds.of(ty)));
            if let SymbolKind::Procedure(p) = &mut self.p.symbols[s].kind {
                p.result = p.result.take().or(result);
            }
            return;
        }
        let Some(model) = self.procedure_named(name) else {
            return;
        };
        let unit = self.p.signature(model);
        if let Some(u) = unit {
            self.ensure_declared(u);
        }
        let (result, rank) = match &self.p.symbols[model].kind {
            SymbolKind::Procedure(p) => (p.result.clone(), p.result_rank),
            _ => (None, 0),
        };
        if let SymbolKind::Procedure(p) = &mut self.p.symbols[s].kind {
            p.interface = unit;
            p.result = result;
            p.result_rank = rank;
        }
    }
}

/// The result type of an intrinsic function, in the usual kinds, for a procedure of that name: a generic name has its
/// default type.
fn specific_result(id: IntrinsicId, folded: &str) -> Option<Ty> {
    let row = id.row();
    if let Some(s) = crate::intrinsics::find_specific(folded).filter(|s| s.result != Ty::None) {
        return Some(s.result);
    }
    match row.result {
        ResultType::Fixed(ty) => Some(ty),
        ResultType::Like(n) | ResultType::RealLike(n) => {
            let accept = row.spec(n.into())?.accept;
            let types = [Ty::Real(4), Ty::Integer(4), Ty::Character];
            types.into_iter().find(|&t| accept.admits(t))
        }
        _ => None,
    }
}
