//! Type declarations and attribute statements.

use super::procedures::generic_key;
use super::state::Resolver;
use crate::ast::{self, fold, Attr, BaseType};
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

    /// `PUBLIC` and `PRIVATE` statements.
    fn access_stmt(&mut self, private: bool, entities: &[ast::Entity], span: Span) {
        let unit = self.unit();
        if !matches!(self.p.units[unit].kind, UnitKind::Module | UnitKind::Submodule) {
            self.report(Diagnostic::error(
                codes::MISPLACED_DECLARATION,
                span,
                "PUBLIC and PRIVATE are only allowed in the specification part of a module",
            ));
            return;
        }
        if entities.is_empty() {
            self.scope().default_private = private;
        }
        for e in entities {
            self.scope().access.insert(generic_key(&e.name.text), private);
        }
    }
}
