//! Derived types.

use super::parameters::{default_of, set_defaults};
use super::scope::{BlockScope, Definition};
use super::state::Resolver;
use super::types::ANY_KIND;
use crate::ast::{self, fold, Attr, BindingKind, StmtKind as S};
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
                name: super::procedures::generic_key(&spec.text),
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

    /// Records that an announced type has parameters.
    fn announce_params(&mut self, ty: SymbolId, tree: &'a ast::DerivedType) {
        if !tree.params.is_empty() {
            let definition = Definition {
                tree,
                params: vec![],
                omitted: Some("a parameterized type that is used before its definition"),
            };
            self.generic_types.insert(ty, definition);
        }
    }

    /// Creates the parameters of a type whose definition begins, with the scope of their names.
    fn begin_params(&mut self, ty: SymbolId, tree: &'a ast::DerivedType, def: &mut TypeDef) -> BlockScope {
        self.kind_names.clear();
        def.params = self.params(ty, tree);
        let omitted = self.omitted_definition(tree, &def.params);
        if let Some(d) = self.generic_types.get_mut(&ty) {
            d.omitted = omitted;
        }
        let mut values = vec![None; def.params.len()];
        for (p, value) in def.params.iter().zip(&mut values) {
            let is_open = p.is_kind && default_of(&self.p, p.symbol).is_none();
            *value = is_open.then_some(ANY_KIND);
        }
        set_defaults(&self.p, &def.params, &mut values, &|_| true);
        for (p, value) in def.params.iter().zip(values).filter(|(p, _)| p.is_kind) {
            self.kind_params.insert(p.symbol, value.unwrap_or(ANY_KIND));
        }
        self.scope_of_params(&def.params)
    }

    /// Ends the scope opened by [`Self::begin_params`]. Drops the messages since `before` about a kind that depends on
    /// a parameter without a value: each instance has its own.
    fn end_params(&mut self, def: &TypeDef, before: usize) {
        let mut values = vec![None; def.params.len()];
        set_defaults(&self.p, &def.params, &mut values, &|_| true);
        let names = std::mem::take(&mut self.kind_names);
        if def.params.iter().zip(values).any(|(p, v)| p.is_kind && v.is_none()) {
            let names_param = |d: &Diagnostic| names.iter().any(|n| d.span.lo <= n.lo && n.hi <= d.span.hi);
            let mut at = 0;
            self.diags.retain(|d| {
                at += 1;
                at <= before || d.code != codes::BAD_CONSTANT || !names_param(d)
            });
        }
        for p in &def.params {
            self.kind_params.remove(&p.symbol);
        }
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
