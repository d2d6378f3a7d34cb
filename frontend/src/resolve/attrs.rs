//! Type declarations and attribute statements.

use super::Resolver;
use crate::ast::{self, fold, Attr, BaseType, SmolStr};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;

impl<'a> Resolver<'a> {
    /// `REAL, attrs :: entities`.
    pub(super) fn type_decl(
        &mut self,
        stmt: &'a ast::Stmt,
        spec: &'a ast::TypeSpec,
        attrs: &'a [Attr],
        entities: &'a [ast::Entity],
    ) {
        if let BaseType::Procedure(interface) = &spec.base {
            return self.procedure_decl(stmt, interface.as_deref(), attrs, entities);
        }
        let base = self.type_spec(spec);
        let mut last = None;
        for e in entities {
            let s = self.declare(&e.name);
            self.comments_to(s);
            last = Some(s);
            let ty = match &e.len {
                Some(len) => self.entity_len(&base, len, e.name.span),
                None => base.clone(),
            };
            if ty.ty == Ty::Character {
                self.defer_len(s, e.len.as_ref().or(spec.len.as_ref()));
            }
            self.defer_params(s, spec, ty.ty);
            if matches!(ty.ty, Ty::Class(_) | Ty::Unlimited) {
                self.scope().deferred.classes.push((s, &e.name));
            }
            self.set_type(s, ty, &e.name);
            for attr in attrs.iter().filter(|a| !matches!(a, Attr::Parameter)) {
                // the entity's own dimensions win
                if !(matches!(attr, Attr::Dimension(_)) && e.dims.is_some()) {
                    self.apply(s, attr, &e.name);
                }
            }
            if let Some(dims) = &e.dims {
                self.set_dims(s, dims, &e.name);
            }
            if e.codims.is_some() {
                self.leave_out("a coarray", e.name.span);
            }
            let is_constant = attrs.iter().any(|a| matches!(a, Attr::Parameter));
            match &e.init {
                Some(ast::Init::Value(value)) if is_constant => self.make_constant(s, &e.name, value),
                _ if is_constant => self.report(Diagnostic::error(
                    codes::BAD_CONSTANT,
                    e.name.span,
                    format!("the named constant `{}` has no value", e.name.text),
                )),
                Some(init) => self.scope().deferred.inits.push((s, init)),
                None => {}
            }
        }
        if let (Some(s), Some(text)) = (last, &stmt.trail) {
            self.p.symbols[s].comment = Some(text.clone());
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

    /// Gives a symbol an explicitly written type.
    pub(super) fn set_type(&mut self, s: SymbolId, ty: DeclType, name: &ast::Name) {
        let duplicate = |r: &mut Self| {
            let before = &r.p.symbols[s];
            let d = Diagnostic::error(
                codes::DUPLICATE_NAME,
                name.span,
                format!("`{}` is declared twice", name.text),
            )
            .also(
                before.span,
                format!("first declared here, as {}", super::messages::kind_name(before)),
            );
            r.report(d);
        };
        let typed = self.flags(s).typed;
        let by_implicit = matches!(&self.p.symbols[s].kind, SymbolKind::Constant(_));
        match &mut self.p.symbols[s].kind {
            SymbolKind::Variable(v) if !typed => v.ty = ty,
            SymbolKind::Procedure(p) if !typed && !matches!(p.class, ProcClass::Module | ProcClass::Internal) => {
                p.result = Some(ty);
            }
            // PARAMETER came first and used the implicit type
            SymbolKind::Constant(c) if !typed && by_implicit => c.ty = ty,
            // the type of an intrinsic function may be confirmed
            SymbolKind::Intrinsic(_) => {}
            _ => duplicate(self),
        }
        self.flags(s).typed = true;
    }

    /// `EXTERNAL`, `SAVE a, b`, `DIMENSION a(3)` and the like.
    pub(super) fn attr_decl(
        &mut self,
        stmt: &'a ast::Stmt,
        attr: &'a Attr,
        entities: &'a [ast::Entity],
        blocks: &'a [ast::Name],
    ) {
        match attr {
            Attr::Public | Attr::Private => {
                return self.access_stmt(matches!(attr, Attr::Private), entities, stmt.span)
            }
            Attr::Save if entities.is_empty() && blocks.is_empty() => {
                self.scope().save_all = true;
                return;
            }
            Attr::Save => {
                let unit = self.unit();
                for block in blocks {
                    self.p.units[unit].saved_commons.push(fold(&block.text));
                }
            }
            _ => {}
        }
        for e in entities {
            if matches!(attr, Attr::Volatile | Attr::Asynchronous) && self.is_of_another_scope(&e.name) {
                self.leave_out("an attribute given to a variable of another scope", e.name.span);
                continue;
            }
            let s = self.declare(&e.name);
            self.comments_to(s);
            if let Some(dims) = &e.dims {
                self.set_dims(s, dims, &e.name);
            }
            if !matches!(attr, Attr::Dimension(_)) {
                self.apply(s, attr, &e.name);
            }
            if e.codims.is_some() {
                self.leave_out("a coarray", e.name.span);
            }
            if let Some(init) = &e.init {
                self.scope().deferred.inits.push((s, init));
            }
        }
    }

    /// True for a variable that the current unit has from a module or a host.
    fn is_of_another_scope(&self, name: &ast::Name) -> bool {
        let unit = self.unit();
        self.lookup(&fold(&name.text)).is_some_and(|s| {
            let symbol = &self.p.symbols[s];
            self.blocks.is_empty() && symbol.owner != Some(unit) && symbol.variable().is_some()
        })
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

    /// Turns a symbol into a named constant.
    pub(super) fn make_constant(&mut self, s: SymbolId, name: &ast::Name, value: &ast::Expr) {
        if !self.flags(s).typed {
            self.type_implicitly(s, name.span);
            // a type statement may still follow and confirm it
            self.flags(s).typed = false;
        }
        let value = self.expr(value);
        let (ty, dims) = match &mut self.p.symbols[s].kind {
            SymbolKind::Variable(v) if !matches!(v.storage, Storage::Dummy | Storage::Result) => {
                (v.ty.clone(), std::mem::take(&mut v.dims))
            }
            other => {
                let is_constant = matches!(other, SymbolKind::Constant(_));
                let text = if is_constant {
                    format!("the constant `{}` has two values", name.text)
                } else {
                    format!("`{}` cannot be a constant", name.text)
                };
                return self.report(Diagnostic::error(codes::DUPLICATE_NAME, name.span, text));
            }
        };
        if !self.assignable(ty.ty, &value) {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                value.span,
                format!(
                    "the value of the constant `{}` is {}, not {}",
                    name.text,
                    super::messages::type_name(&self.p, value.ty),
                    super::messages::type_name(&self.p, ty.ty)
                ),
            );
            self.report(d);
        }
        // the kinds of a constant's value are evaluated with the type of the constant
        self.p.symbols[s].kind = SymbolKind::Constant(Constant { ty, dims, value });
        let f = self.flags(s);
        f.variable = true;
        f.typed |= f.poison;
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

    /// `PROCEDURE(interface), attrs :: entities`.
    fn procedure_decl(
        &mut self,
        stmt: &'a ast::Stmt,
        interface: Option<&'a ast::ProcInterface>,
        attrs: &'a [Attr],
        entities: &'a [ast::Entity],
    ) {
        let result = match interface {
            Some(ast::ProcInterface::Type(t)) => Some(self.type_of_statement(t)),
            _ => None,
        };
        for e in entities {
            let s = self.declare(&e.name);
            self.comments_to(s);
            self.make_external(s, &e.name);
            if let Some(ty) = &result {
                self.set_type(s, ty.clone(), &e.name);
            }
            for attr in attrs {
                self.apply(s, attr, &e.name);
            }
            if let Some(ast::ProcInterface::Name(name)) = interface {
                self.flags(s).typed = true;
                self.scope().deferred.interfaces.push((s, name));
            }
            if let Some(init) = &e.init {
                self.scope().deferred.inits.push((s, init));
            }
            if let Some(text) = &stmt.trail {
                self.p.symbols[s].comment = Some(text.clone());
            }
        }
    }
}

/// `BIND(C, ...)`, from the tree.
pub(super) fn bound_as(args: &[ast::Arg]) -> SmolStr {
    let words: Vec<String> = args.iter().map(bind_text).collect();
    format!("bind({})", words.join(", ")).into()
}

/// One argument of `BIND`, from the tree.
fn bind_text(arg: &ast::Arg) -> String {
    let value = match &arg.value {
        ast::ArgValue::Expr(e) => match &e.kind {
            ast::ExprKind::Designator(parts) => parts.first().map_or(String::new(), |p| p.name.text.to_string()),
            ast::ExprKind::Str(text) => text.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    match &arg.keyword {
        Some(k) => format!("{}={value}", k.text),
        None => value,
    }
}
