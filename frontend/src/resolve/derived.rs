//! Derived types.

use super::Resolver;
use crate::ast::{self, fold, Attr, BaseType, BindingKind, SmolStr, StmtKind as S};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl<'a> Resolver<'a> {
    /// Creates the symbols of all derived types of a specification part: components may point to types that follow.
    pub(super) fn announce_types(&mut self, body: &'a [ast::Stmt]) {
        for stmt in body {
            let S::DerivedType(d) = &stmt.kind else {
                if !stmt.kind.is_specification() {
                    break;
                }
                continue;
            };
            let unit = self.unit();
            let s = self.alloc(
                &d.name.text,
                Some(unit),
                SymbolKind::Type(TypeDef::default()),
                d.name.span,
            );
            let flags = self.flags(s);
            flags.typed = true;
            flags.open = true;
            self.announce_params(s, d);
            let folded = fold(&d.name.text);
            if let Some(block) = self.blocks.last_mut().filter(|b| b.declares) {
                block.names.insert(folded, s);
                block.locals.push(s);
            } else if let Some(old) = self.p.units[unit].names.insert(folded, s) {
                self.duplicate(&d.name, old);
            }
        }
    }

    /// Reports that a name is declared already.
    pub(super) fn duplicate(&mut self, name: &ast::Name, old: SymbolId) {
        if self.is_poison(old) {
            return;
        }
        let before = &self.p.symbols[old];
        let d = Diagnostic::error(
            codes::DUPLICATE_NAME,
            name.span,
            format!("`{}` is declared twice", name.text),
        )
        .also(
            before.span,
            format!("first declared here, as {}", super::messages::kind_name(before)),
        );
        self.report(d);
    }

    /// `TYPE ... END TYPE`.
    pub(super) fn derived_type(&mut self, d: &'a ast::DerivedType, _span: Span) {
        let Some(s) = self.lookup(&fold(&d.name.text)).and_then(|s| self.as_type(s)) else {
            return;
        };
        self.list(s);
        self.comments_to(s);
        let mut def = TypeDef {
            sequence: d.sequence.is_some(),
            private_components: d.private.is_some(),
            ..TypeDef::default()
        };
        for attr in &d.attrs {
            match attr {
                Attr::Extends(parent) => {
                    def.extends = self.find_type(parent).filter(|&p| self.is_closed(p, parent));
                    if def.extends.is_some_and(|p| self.extends_params.contains(&p)) {
                        self.extends_params.insert(s);
                    } else if let Some(p) = def.extends.filter(|&p| self.has_params(p)) {
                        self.extends_params.insert(s);
                        def.extends = Some(self.vague_instance(p));
                    }
                    self.parent_names.insert(s, parent.text.clone());
                }
                Attr::Abstract => def.is_abstract = true,
                Attr::Bind(_) => def.bind_c = true,
                Attr::Public | Attr::Private => {
                    let private = matches!(attr, Attr::Private);
                    self.scope().access.insert(fold(&d.name.text), private);
                }
                _ => {}
            }
        }
        let before = self.diags.len();
        let scope = self.begin_params(s, d, &mut def);
        self.blocks.push(scope);
        for stmt in &d.components {
            self.directives(&stmt.lead);
            self.no_local_directives(&stmt.lead);
        }
        self.all_components(&mut def, d);
        self.blocks.pop();
        self.end_params(&def, before);
        for b in &d.bindings {
            self.binding(s, &mut def, b, d.private_bindings.is_some());
        }
        self.p.symbols[s].kind = SymbolKind::Type(def);
        self.flags(s).open = false;
    }

    /// True for a type whose definition has ended. An open type is reported: it cannot be a component, since a type
    /// would contain itself.
    fn is_closed(&mut self, ty: SymbolId, name: &ast::Name) -> bool {
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

    /// A component of a type that is not defined yet has unknown type.
    fn check_held(&mut self, s: SymbolId, ty: SymbolId, name: &ast::Name) {
        let is_held = |v: &Variable| !v.attrs.pointer && !v.attrs.allocatable;
        if self.p.symbols[s].variable().is_some_and(is_held) && !self.is_closed(ty, name) {
            self.flags(s).poison = true;
            if let Some(v) = self.p.symbols[s].variable_mut() {
                v.ty = DeclType::plain(Ty::Typeless);
            }
        }
    }

    /// The components of a type whose parameters exist already.
    pub(super) fn all_components(&mut self, def: &mut TypeDef, tree: &'a ast::DerivedType) {
        for stmt in &tree.components {
            if let S::TypeDecl {
                ty, attrs, entities, ..
            } = &stmt.kind
            {
                if !attrs.iter().any(|a| matches!(a, Attr::Kind | Attr::LenParam)) {
                    self.components(def, stmt, ty, attrs, entities);
                }
            }
        }
    }

    fn components(
        &mut self,
        def: &mut TypeDef,
        stmt: &'a ast::Stmt,
        spec: &'a ast::TypeSpec,
        attrs: &'a [Attr],
        entities: &'a [ast::Entity],
    ) {
        let unit = self.unit();
        let interface = match &spec.base {
            BaseType::Procedure(i) => Some(i.as_deref()),
            _ => None,
        };
        let base = match interface {
            None => self.type_of_statement(spec),
            Some(Some(ast::ProcInterface::Type(t))) => self.type_of_statement(t),
            Some(_) => DeclType::plain(Ty::None),
        };
        for e in entities {
            let ty = match &e.len {
                Some(len) => self.entity_len(&base, len, e.name.span),
                None => base.clone(),
            };
            let kind = match interface {
                None => SymbolKind::Variable(Variable {
                    ty,
                    dims: vec![],
                    storage: Storage::Component,
                    attrs: Attrs::default(),
                    init: None,
                }),
                Some(i) => SymbolKind::Procedure(Procedure {
                    class: ProcClass::Pointer,
                    unit: None,
                    interface: None,
                    result: matches!(i, Some(ast::ProcInterface::Type(_))).then_some(ty),
                    result_rank: 0,
                    init: None,
                    attrs: Attrs::default(),
                }),
            };
            let s = self.alloc(&e.name.text, Some(unit), kind, e.name.span);
            // components are listed in their type, not in the unit
            let f = self.flags(s);
            f.listed = true;
            f.typed = true;
            f.variable = true;
            f.component = true;
            self.p.symbols[s].private = def.private_components;
            self.p.symbols[s].comment = stmt.trail.clone();
            for attr in attrs {
                match attr {
                    Attr::Public | Attr::Private => self.p.symbols[s].private = matches!(attr, Attr::Private),
                    Attr::Dimension(_) => {}
                    _ => self.apply(s, attr, &e.name),
                }
            }
            let own = e.dims.as_ref().or_else(|| {
                attrs.iter().find_map(|a| match a {
                    Attr::Dimension(d) => Some(d),
                    _ => None,
                })
            });
            if let Some(dims) = own {
                let dims = self.resolve_dims(s, dims);
                if let Some(v) = self.p.symbols[s].variable_mut() {
                    v.dims = dims;
                }
            }
            match base.ty {
                Ty::Class(_) | Ty::Unlimited if interface.is_none() => self.check_class(s, &e.name),
                Ty::Derived(t) => self.check_held(s, t, &e.name),
                _ => {}
            }
            if e.codims.is_some() {
                self.leave_out("a coarray", e.name.span);
            }
            // instances have no procedure pointers
            if let (Some(ast::ProcInterface::Name(name)), None) = (interface.flatten(), def.instance_of) {
                self.scope().deferred.interfaces.push((s, name));
            }
            match &e.init {
                Some(init) if def.params.is_empty() => self.scope().deferred.inits.push((s, init)),
                Some(init) => self.initialise(s, init),
                None => {}
            }
            if self.has_part(def, &e.name.text) {
                self.report(Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    e.name.span,
                    format!("the type has two components or procedures `{}`", e.name.text),
                ));
                continue;
            }
            def.components.push(s);
        }
    }

    fn binding(&mut self, ty: SymbolId, def: &mut TypeDef, b: &'a ast::Binding, private: bool) {
        let pass_of = |attrs: &[Attr]| {
            let nopass = attrs.iter().any(|a| matches!(a, Attr::NoPass));
            let pass = attrs.iter().find_map(|a| match a {
                Attr::Pass(Some(n)) => Some(fold(&n.text)),
                _ => None,
            });
            (nopass, pass)
        };
        match &b.kind {
            BindingKind::Procedure {
                interface,
                attrs,
                items,
            } => {
                let private = access(attrs).unwrap_or(private);
                for (name, target) in items {
                    if self.has_part(def, &name.text) {
                        let text = format!("the type has two components or procedures `{}`", name.text);
                        self.report(Diagnostic::error(codes::DUPLICATE_NAME, name.span, text));
                        continue;
                    }
                    let (nopass, pass) = pass_of(attrs);
                    def.bindings.push(Binding {
                        name: name.text.clone(),
                        proc: None,
                        interface: None,
                        generic: vec![],
                        nopass,
                        pass,
                        private,
                    });
                    let deferred = attrs.iter().any(|a| matches!(a, Attr::Deferred));
                    let proc = if deferred { interface.as_ref() } else { None };
                    let proc = proc.or(target.as_ref()).unwrap_or(name);
                    let at = def.bindings.len() - 1;
                    self.scope().deferred.bindings.push((ty, at, proc.clone(), deferred));
                }
            }
            BindingKind::Generic { spec, names, attrs } => def.bindings.push(Binding {
                name: super::interface::generic_key(&spec.text),
                proc: None,
                interface: None,
                generic: names.iter().map(|n| fold(&n.text)).collect(),
                nopass: false,
                pass: None,
                private: access(attrs).unwrap_or(private),
            }),
            BindingKind::Final(names) => {
                for name in names {
                    self.leave_out("a type with a final procedure", name.span);
                    self.scope().deferred.finals.push(name);
                }
            }
        }
    }

    /// True if a component or a specific binding of the type itself, not of its ancestors, has the name.
    fn has_part(&self, def: &TypeDef, name: &str) -> bool {
        let specifics = def.bindings.iter().filter(|b| b.generic.is_empty());
        let names = def.components.iter().map(|&c| &self.p.symbols[c].name);
        names
            .chain(specifics.map(|b| &b.name))
            .any(|n| n.eq_ignore_ascii_case(name))
    }

    /// Connects a type-bound procedure with the procedure that it names or, if it is deferred, with its interface.
    pub(super) fn bind(&mut self, ty: SymbolId, binding: usize, name: &ast::Name, deferred: bool) {
        let Some(proc) = self.procedure_named(name) else { return };
        if let SymbolKind::Type(def) = &mut self.p.symbols[ty].kind {
            if let Some(b) = def.bindings.get_mut(binding) {
                if deferred {
                    b.interface = Some(proc);
                } else {
                    b.proc = Some(proc);
                }
            }
        }
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
}

/// Access according to the attributes: true for `PRIVATE`, `None` if they say nothing.
fn access(attrs: &[Attr]) -> Option<bool> {
    attrs.iter().find_map(|a| match a {
        Attr::Private => Some(true),
        Attr::Public => Some(false),
        _ => None,
    })
}
