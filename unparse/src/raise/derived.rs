//! Derived types: components and bindings.

use super::build::{arg, end, name, reference, stmt, word};
use super::decl::{add, flush, Declared};
use super::{cannot_print, Result, Scope};
use adc_frontend::ast::{self, fold, Attr, StmtKind as S};
use adc_frontend::ir::*;

impl Scope<'_> {
    pub(super) fn derived_type(&self, ty: SymbolId, t: &TypeDef) -> Result<ast::Stmt> {
        let symbol = &self.program.symbols[ty];
        let mut attrs = vec![];
        if t.is_abstract {
            attrs.push(Attr::Abstract);
        }
        if let Some(parent) = t.extends {
            attrs.push(Attr::Extends(self.type_name(parent)));
        }
        if t.bind_c {
            attrs.push(Attr::Bind(vec![arg(word("c"))]));
        }
        // gfortran 12 requires PRIVATE before the declarations of parameters, the standard requires it after them
        let private = t.private_components && t.params.is_empty();
        let mut components = ast::Block::new();
        let mut line = vec![];
        for p in &t.params {
            let Some(mut d) = self.entity(p.symbol)? else { continue };
            d.entity.name = name(self.program.symbols[p.symbol].name.clone());
            d.attrs = vec![if p.is_kind { Attr::Kind } else { Attr::LenParam }];
            add(d, &mut line, &mut components);
        }
        for &c in &t.components {
            let Some(mut d) = self.entity(c)? else { continue };
            // even if the name has another meaning in the unit
            d.entity.name = name(self.program.symbols[c].name.clone());
            match (self.is_private(ty, t, c), private) {
                (true, false) => d.attrs.push(Attr::Private),
                (false, true) => d.attrs.push(Attr::Public),
                (true, true) | (false, false) => {}
            }
            if let SymbolKind::Procedure(p) = &self.program.symbols[c].kind {
                procedure_component(p, &mut d);
            }
            add(d, &mut line, &mut components);
        }
        flush(&mut line, &mut components);
        let bindings = t
            .bindings
            .iter()
            .map(|b| self.binding(b, symbol.span))
            .collect::<Result<Vec<_>>>()?;
        let mut out = stmt(S::DerivedType(Box::new(ast::DerivedType {
            name: name(self.symbol_name(ty)),
            attrs,
            params: (t.params.iter())
                .map(|p| name(self.program.symbols[p.symbol].name.clone()))
                .collect(),
            sequence: t.sequence.then(|| end(vec![])),
            private: private.then(|| end(vec![])),
            components,
            contains_at: (!bindings.is_empty()).then(|| end(vec![])),
            private_bindings: None,
            bindings,
            end: end(vec![]),
        })));
        out.trail = symbol.comment.clone();
        Ok(out)
    }

    /// True for a component that no other module names. Generated code names those of instances.
    fn is_private(&self, ty: SymbolId, t: &TypeDef, component: SymbolId) -> bool {
        let is_private = |c: SymbolId| self.program.symbols[c].private;
        if t.params.is_empty() || !is_private(component) {
            return is_private(component);
        }
        let at = t.components.iter().position(|&c| c == component);
        let mut instances = self.program.symbols.iter().filter_map(|(_, s)| match &s.kind {
            SymbolKind::Type(def) if def.instance_of == Some(ty) => Some(def),
            _ => None,
        });
        let same = |def: &TypeDef| at.and_then(|at| def.components.get(at).copied());
        instances.all(|def| same(def).is_none_or(is_private))
    }

    fn binding(&self, b: &Binding, span: Span) -> Result<ast::Binding> {
        let mut attrs = vec![];
        if b.nopass {
            attrs.push(Attr::NoPass);
        }
        if let Some(pass) = &b.pass {
            attrs.push(Attr::Pass(Some(name(pass.clone()))));
        }
        let kind = match (b.proc, b.interface) {
            (Some(proc), _) => {
                let target = self.symbol_name(proc);
                let target = (fold(&target) != fold(&b.name)).then(|| name(target));
                ast::BindingKind::Procedure {
                    interface: None,
                    attrs,
                    items: vec![(name(b.name.clone()), target)],
                }
            }
            (None, Some(interface)) => {
                attrs.push(Attr::Deferred);
                ast::BindingKind::Procedure {
                    interface: Some(name(self.symbol_name(interface))),
                    attrs,
                    items: vec![(name(b.name.clone()), None)],
                }
            }
            (None, None) if !b.generic.is_empty() => ast::BindingKind::Generic {
                attrs: vec![],
                spec: name(b.name.clone()),
                names: b.generic.iter().map(|n| name(n.clone())).collect(),
            },
            (None, None) => return Err(cannot_print(span, "a type-bound procedure without a procedure")),
        };
        Ok(ast::Binding {
            head: end(vec![]),
            kind,
        })
    }
}

/// Adds the attributes of a procedure pointer component that a variable does not have.
fn procedure_component(p: &Procedure, d: &mut Declared) {
    // without an interface there is no dummy argument to receive the object
    if p.attrs.nopass || p.interface.is_none() {
        d.attrs.push(Attr::NoPass);
    } else if let Some(pass) = &p.attrs.pass {
        d.attrs.push(Attr::Pass(Some(name(pass.clone()))));
    }
    d.attrs.retain(|a| *a != Attr::External);
    if !d.attrs.contains(&Attr::Pointer) {
        d.attrs.push(Attr::Pointer);
    }
    // a structure constructor may omit it if it is initially null
    d.entity
        .init
        .get_or_insert(ast::Init::Pointer(reference("null", vec![])));
}
