//! Entities of declarations and components of types: attributes, dimensions, initial values.

use super::heading::bound_as;
use super::state::Resolver;
use crate::ast::{self, fold, Attr, BaseType, StmtKind as S};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl<'a> Resolver<'a> {
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

    pub(super) fn components(
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

    /// A polymorphic variable needs certain attributes, which later statements may add.
    pub(super) fn check_class(&mut self, s: SymbolId, name: &ast::Name) {
        let fits = self.p.symbols[s]
            .variable()
            .is_none_or(|v| v.storage == Storage::Dummy || v.attrs.pointer || v.attrs.allocatable);
        if !fits {
            let of_type = self.flags(s).component;
            let what = if of_type { "" } else { "a dummy argument, or " };
            let message = format!(
                "`{}` is polymorphic, so it must be {what}allocatable or a pointer",
                name.text
            );
            self.report(Diagnostic::error(codes::TYPE_MISMATCH, name.span, message));
        }
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

    /// Applies one attribute to a symbol.
    pub(super) fn apply(&mut self, s: SymbolId, attr: &'a Attr, name: &ast::Name) {
        match attr {
            Attr::External => return self.make_external(s, name),
            Attr::Intrinsic => return self.make_intrinsic(s, name),
            Attr::Dimension(dims) => return self.set_dims(s, dims, name),
            Attr::Public | Attr::Private => {
                let private = matches!(attr, Attr::Private);
                self.scope().access.insert(fold(&name.text), private);
                return;
            }
            Attr::Codimension(_) => return self.leave_out("a coarray", name.span),
            _ => {}
        }
        let attrs = match &mut self.p.symbols[s].kind {
            SymbolKind::Variable(v) => &mut v.attrs,
            SymbolKind::Procedure(p) => {
                if matches!(attr, Attr::Pointer) {
                    p.class = ProcClass::Pointer;
                }
                &mut p.attrs
            }
            _ => return,
        };
        match attr {
            Attr::Allocatable => attrs.allocatable = true,
            Attr::Pointer => attrs.pointer = true,
            Attr::Target => attrs.target = true,
            Attr::Save => attrs.save = true,
            Attr::Optional => attrs.optional = true,
            Attr::Value => attrs.value = true,
            Attr::Volatile => attrs.volatile = true,
            Attr::Asynchronous => attrs.asynchronous = true,
            Attr::Protected => attrs.protected = true,
            Attr::Contiguous => attrs.contiguous = true,
            Attr::NoPass => attrs.nopass = true,
            Attr::Pass(name) => attrs.pass = name.as_ref().map(|n| fold(&n.text)),
            Attr::Intent(i) => attrs.intent = Some(*i),
            Attr::Bind(args) => attrs.bind = Some(bound_as(args)),
            Attr::Other(word) if word.eq_ignore_ascii_case("static") => attrs.save = true,
            // PARAMETER is processed with its value; the others belong to types and bindings, or have no effect here
            Attr::Parameter
            | Attr::External
            | Attr::Intrinsic
            | Attr::Dimension(_)
            | Attr::Public
            | Attr::Private
            | Attr::Codimension(_)
            | Attr::Deferred
            | Attr::NonOverridable
            | Attr::Kind
            | Attr::LenParam
            | Attr::Abstract
            | Attr::Extends(_)
            | Attr::Other(_) => {}
        }
    }

    /// `EXTERNAL name`.
    pub(super) fn make_external(&mut self, s: SymbolId, name: &ast::Name) {
        let folded = fold(&name.text);
        let unit = self.externals.get(&folded).copied();
        let typed = self.flags(s).typed;
        match &self.p.symbols[s].kind {
            SymbolKind::Variable(v) => {
                let class = match v.storage {
                    _ if v.attrs.pointer => ProcClass::Pointer,
                    Storage::Dummy => ProcClass::Dummy,
                    _ => ProcClass::External,
                };
                self.p.symbols[s].kind = SymbolKind::Procedure(Procedure {
                    class,
                    unit: unit.filter(|_| class == ProcClass::External),
                    interface: None,
                    result: typed.then(|| v.ty.clone()),
                    result_rank: v.dims.len() as u8,
                    init: None,
                    attrs: v.attrs.clone(),
                });
            }
            SymbolKind::Procedure(_) => {}
            _ => self.report(Diagnostic::error(
                codes::DUPLICATE_NAME,
                name.span,
                format!("`{}` cannot be external: it is declared as something else", name.text),
            )),
        }
    }

    fn make_intrinsic(&mut self, s: SymbolId, name: &ast::Name) {
        match crate::intrinsics::find(&fold(&name.text)) {
            Some(id) => self.p.symbols[s].kind = SymbolKind::Intrinsic(id),
            None => self.report(Diagnostic::error(
                codes::UNKNOWN_INTRINSIC_USE,
                name.span,
                format!("`{}` is not an intrinsic procedure known to adc", name.text),
            )),
        }
    }

    /// Stores dimensions; their bounds wait for the end of the specification part unless they are constants.
    pub(super) fn set_dims(&mut self, s: SymbolId, dims: &'a [ast::Dim], name: &ast::Name) {
        let settled = dims.iter().all(|d| match d {
            ast::Dim::Explicit(lo, hi) => lo.iter().chain([hi]).all(|e| self.is_settled(e)),
            ast::Dim::Colon(_) | ast::Dim::Star(_) | ast::Dim::AssumedRank => false,
        });
        let resolved = if settled {
            self.resolve_dims(s, dims)
        } else {
            self.scope().deferred.dims.push((s, dims));
            vec![Dim::Deferred; dims.len()]
        };
        let rank = dims.len() as u8;
        let twice = match &mut self.p.symbols[s].kind {
            SymbolKind::Variable(v) => {
                let twice = !v.dims.is_empty();
                v.dims = resolved;
                twice
            }
            SymbolKind::Constant(c) => {
                c.dims = resolved;
                false
            }
            // an array-valued function declared by PROCEDURE or EXTERNAL
            SymbolKind::Procedure(p) => {
                p.result_rank = rank;
                false
            }
            _ => true,
        };
        if twice && !self.is_poison(s) {
            self.report(Diagnostic::error(
                codes::DUPLICATE_NAME,
                name.span,
                format!("`{}` has dimensions in two declarations", name.text),
            ));
        }
    }

    /// Bounds of an array.
    pub(super) fn resolve_dims(&mut self, s: SymbolId, dims: &[ast::Dim]) -> Vec<Dim> {
        let (deferred, dummy) = match &self.p.symbols[s].kind {
            SymbolKind::Variable(v) => (
                v.attrs.allocatable || v.attrs.pointer,
                v.storage == Storage::Dummy || v.storage == Storage::Result,
            ),
            _ => (false, false),
        };
        let mut complained = false;
        let resolved = dims
            .iter()
            .map(|d| match d {
                ast::Dim::Explicit(lo, hi) => {
                    let lo = lo.as_ref().map(|e| self.bound(e));
                    Dim::Explicit(lo, self.bound(hi))
                }
                ast::Dim::Colon(None) if deferred => Dim::Deferred,
                ast::Dim::Colon(lo) => {
                    if !dummy && !self.is_poison(s) {
                        complained = true;
                    }
                    Dim::Assumed(lo.as_ref().map(|e| self.bound(e)))
                }
                ast::Dim::Star(lo) => Dim::AssumedSize(lo.as_ref().map(|e| self.bound(e))),
                ast::Dim::AssumedRank => Dim::AssumedRank,
            })
            .collect();
        if complained {
            let symbol = &self.p.symbols[s];
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                symbol.span,
                format!(
                    "`{}` has the shape `(:)`, but is neither a dummy argument nor allocatable nor a pointer",
                    symbol.name
                ),
            );
            self.report(d);
        }
        resolved
    }

    pub(super) fn initialise(&mut self, s: SymbolId, init: &ast::Init) {
        let value = match init {
            ast::Init::Data(values) => return self.data_init(s, values),
            ast::Init::Value(e) => {
                let value = self.expr(e);
                let symbol = &self.p.symbols[s];
                let (ty, rank) = (symbol.ty(), symbol.rank());
                if !self.assignable(ty, &value) || (value.rank > 0 && value.rank != rank) {
                    let d = Diagnostic::error(
                        codes::TYPE_MISMATCH,
                        value.span,
                        format!(
                            "the initial value of `{}` is {}, not {}",
                            symbol.name,
                            super::messages::value_name(&self.p, value.ty, value.rank),
                            super::messages::value_name(&self.p, ty, rank)
                        ),
                    );
                    self.report(d);
                }
                Init::Value(value)
            }
            ast::Init::Pointer(e) => Init::Pointer(self.target(e)),
        };
        let is_component = self.known(s).component;
        match &mut self.p.symbols[s].kind {
            SymbolKind::Variable(v) => {
                v.init = Some(value);
                v.attrs.save |= !is_component;
            }
            // a procedure pointer: components are always listed and do not keep values between calls
            SymbolKind::Procedure(p) if p.class == ProcClass::Pointer => {
                p.attrs.save |= !is_component;
                if let Init::Pointer(e) = value {
                    p.init = Some(e);
                }
            }
            _ => {}
        }
    }

    /// `real x /1.0/` has the effect of a DATA statement.
    fn data_init(&mut self, s: SymbolId, values: &[ast::DataValue]) {
        let unit = self.unit();
        let mut object = var(&self.p, s);
        object.span = self.p.symbols[s].span;
        self.save_initialised(&object);
        let values = values.iter().map(|v| self.data_value(v)).collect();
        let span = object.span;
        self.p.units[unit].data.push(DataSet {
            objects: vec![object],
            values,
            span,
        });
    }

    pub(super) fn data_value(&mut self, v: &ast::DataValue) -> (Option<Expr>, Expr) {
        let repeat = v.repeat.as_ref().map(|r| self.expr(r));
        (repeat, self.expr(&v.value))
    }

    /// Gives a variable that DATA initialises the SAVE attribute.
    pub(super) fn save_initialised(&mut self, e: &Expr) {
        if let ExprKind::ImpliedDo { items, .. } = &e.kind {
            items.iter().for_each(|i| self.save_initialised(i));
        } else if let Some(s) = e.base_symbol() {
            if let Some(v) = self.p.symbols[s].variable_mut() {
                v.attrs.save = true;
            }
        }
    }
}
