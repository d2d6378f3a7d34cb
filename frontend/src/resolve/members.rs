//! Derived types by name, and their members: components, bindings, parents.

use super::placeholders;
use super::scopes::near_visible;
use super::state::Resolver;
use crate::ast::{self, fold, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl Resolver<'_> {
    /// The derived type of a name; an error if there is none.
    pub(super) fn find_type(&mut self, name: &ast::Name) -> Option<SymbolId> {
        let folded = fold(&name.text);
        if let Some(s) = self.lookup(&folded) {
            if let Some(t) = self.as_type(s) {
                return Some(t);
            }
            if self.is_poison(s) {
                return placeholders::placeholder_type(self, s);
            }
        } else if self.is_incomplete() {
            return None;
        }
        if self.scope().reported.insert(format!("type {folded}").into()) {
            let text = format!("the derived type `{}` is not declared here", name.text);
            let d = Diagnostic::error(codes::UNKNOWN_TYPE, name.span, text);
            let near = near_visible(self, &name.text, |kind| matches!(kind, SymbolKind::Type(_)));
            self.report(near.into_iter().fold(d, Diagnostic::help));
        }
        None
    }

    /// The derived type of a symbol, even if a generic name of the same spelling hides it.
    pub(super) fn as_type(&self, s: SymbolId) -> Option<SymbolId> {
        match &self.p.symbols[s].kind {
            SymbolKind::Type(_) => Some(s),
            SymbolKind::Generic(g) => g.ty,
            _ => None,
        }
    }

    /// True for a type whose definition has ended. An open type is reported: it cannot be a component, since a type
    /// would contain itself.
    pub(super) fn is_closed(&mut self, ty: SymbolId, name: &ast::Name) -> bool {
        let closed = !self.flags(ty).open;
        if !closed {
            let text = format!("the type `{}` is used before its definition", self.p.symbols[ty].name);
            let d = Diagnostic::error(codes::UNKNOWN_TYPE, name.span, text)
                .also(self.p.symbols[ty].span, "its definition")
                .help("move the definition up, or make the component allocatable or a pointer");
            self.report(d);
        }
        closed
    }

    /// True if a component or a specific binding of the type itself, not of its ancestors, has the name.
    pub(super) fn has_part(&self, def: &TypeDef, name: &str) -> bool {
        let specifics = def.bindings.iter().filter(|b| b.generic.is_empty());
        let names = def.components.iter().map(|&c| &self.p.symbols[c].name);
        names
            .chain(specifics.map(|b| &b.name))
            .any(|n| n.eq_ignore_ascii_case(name))
    }

    /// A component of a type or one of its ancestors.
    pub(super) fn component(&self, ty: SymbolId, folded: &str) -> Option<SymbolId> {
        let mut at = Some(ty);
        while let Some(t) = at {
            let SymbolKind::Type(def) = &self.p.symbols[t].kind else {
                return None;
            };
            let found = def
                .components
                .iter()
                .find(|&&c| self.p.symbols[c].name.eq_ignore_ascii_case(folded));
            if let Some(&c) = found {
                return Some(c);
            }
            at = def.extends;
        }
        None
    }

    /// A binding of a type or one of its ancestors. Generic bindings of the same name are merged. A deferred binding
    /// has its interface as its procedure.
    pub(super) fn binding_of(&self, ty: SymbolId, folded: &str) -> Option<Binding> {
        let mut found: Option<Binding> = None;
        let mut at = Some(ty);
        while let Some(t) = at {
            let SymbolKind::Type(def) = &self.p.symbols[self.p.declared_type(t)].kind else {
                break;
            };
            for b in def.bindings.iter().filter(|b| b.name.eq_ignore_ascii_case(folded)) {
                match &mut found {
                    None if b.generic.is_empty() => {
                        return Some(Binding {
                            proc: b.proc.or(b.interface),
                            ..b.clone()
                        });
                    }
                    None => found = Some(b.clone()),
                    Some(f) => f.generic.extend(b.generic.iter().cloned()),
                }
            }
            at = def.extends;
        }
        found
    }

    /// The operator or assignment bound to a type, as a generic symbol.
    pub(super) fn bound_generic(&mut self, ty: SymbolId, key: &str) -> Option<SymbolId> {
        if let Some(&s) = self.bound.get(&(ty, key.into())) {
            return Some(s);
        }
        let binding = self.binding_of(ty, key)?;
        let specifics = binding
            .generic
            .iter()
            .filter_map(|name| self.binding_of(ty, name)?.proc)
            .collect();
        let symbol = &self.p.symbols[ty];
        let (owner, span) = (symbol.owner, symbol.span);
        let s = self.alloc(
            &binding.name,
            owner,
            SymbolKind::Generic(Generic {
                specifics,
                ..Generic::default()
            }),
            span,
        );
        let f = self.flags(s);
        f.typed = true;
        f.listed = true;
        self.bound.insert((ty, key.into()), s);
        Some(s)
    }

    /// The component that accesses the parent part of an extended type: `child%parent`.
    pub(super) fn parent_component(&mut self, ty: SymbolId, folded: &str) -> Option<SymbolId> {
        let mut child = ty;
        let (at, name) = loop {
            let SymbolKind::Type(TypeDef { extends: Some(p), .. }) = &self.p.symbols[child].kind else {
                return None;
            };
            // the parent may have been renamed where the type was extended
            let name = self.parent_names.get(&child).unwrap_or(&self.p.symbols[*p].name);
            if name.eq_ignore_ascii_case(folded) {
                break (*p, name.clone());
            }
            child = *p;
        };
        let key = (at, SmolStr::from(folded));
        if let Some(&s) = self.parents.get(&key) {
            return Some(s);
        }
        let symbol = &self.p.symbols[at];
        let (owner, span) = (symbol.owner, symbol.span);
        let s = self.alloc(
            &name,
            owner,
            SymbolKind::Variable(Variable {
                ty: DeclType::plain(Ty::Derived(at)),
                dims: vec![],
                storage: Storage::Component,
                attrs: Attrs::default(),
                init: None,
            }),
            span,
        );
        let f = self.flags(s);
        f.typed = true;
        f.listed = true;
        self.parents.insert(key, s);
        Some(s)
    }

    /// True if a type is another one or extends it.
    pub(super) fn extends(&self, ty: SymbolId, ancestor: SymbolId) -> bool {
        let mut at = Some(ty);
        while let Some(t) = at {
            if t == ancestor {
                return true;
            }
            at = match &self.p.symbols[t].kind {
                SymbolKind::Type(def) => def.extends,
                _ => None,
            };
        }
        false
    }

    /// True for the same type, or two declarations of a sequence type.
    pub(super) fn same_type(&self, a: SymbolId, b: SymbolId) -> bool {
        if a == b || self.may_be_one_instance(a, b) {
            return true;
        }
        let (x, y) = (&self.p.symbols[a], &self.p.symbols[b]);
        matches!((&x.kind, &y.kind), (SymbolKind::Type(s), SymbolKind::Type(t))
            if (s.sequence && t.sequence || s.bind_c && t.bind_c) && x.name.eq_ignore_ascii_case(&y.name))
    }

    /// True if two types are instances of the same type and the parameters of one of them are unknown.
    fn may_be_one_instance(&self, a: SymbolId, b: SymbolId) -> bool {
        let generic = |t: SymbolId| match &self.p.symbols[t].kind {
            SymbolKind::Type(def) => def.instance_of,
            _ => None,
        };
        let is_vague = |t: SymbolId| self.p.type_params(t).iter().any(|p| p.is_kind && p.value.is_none());
        generic(a).is_some() && generic(a) == generic(b) && (is_vague(a) || is_vague(b))
    }

    pub(super) fn has_params(&self, ty: SymbolId) -> bool {
        self.generic_types.contains_key(&ty)
    }

    /// True if intrinsic assignment may assign a value to a variable of a type.
    pub(super) fn assignable(&self, to: Ty, value: &Expr) -> bool {
        match (to, value.ty) {
            (Ty::Typeless, _) | (_, Ty::Typeless) => true,
            (a, b) if a.is_numeric() && b.is_numeric() => true,
            (Ty::Logical(_), Ty::Logical(_)) | (Ty::Character, Ty::Character) => true,
            // gfortran converts between the two
            (Ty::Logical(_), Ty::Integer(_)) | (Ty::Integer(_), Ty::Logical(_)) => true,
            (Ty::Unlimited, _) => true,
            (Ty::Derived(a) | Ty::Class(a), Ty::Derived(b) | Ty::Class(b)) => {
                self.same_type(a, b) || self.extends(b, a)
            }
            // NULL() as a default initial value
            (_, Ty::None) => matches!(value.kind, ExprKind::Intrinsic(..)),
            _ => false,
        }
    }
}

/// The type symbol of a derived type.
pub(super) fn derived(ty: Ty) -> Option<SymbolId> {
    match ty {
        Ty::Derived(t) | Ty::Class(t) => Some(t),
        _ => None,
    }
}
