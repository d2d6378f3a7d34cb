//! Specification parts, statement by statement.

use super::callees::{undeclared_callees, Callees};
use super::directives::directives_before_unit;
use super::heading::Heading;
use super::implicit::Implicit;
use super::scope::{Import, Stage};
use super::state::Resolver;
use crate::ast::{self, fold, StmtKind as S, Trivia};
use crate::codes;
use crate::diag::Diagnostic;
use crate::ir::*;
use std::rc::Rc;

impl<'a> Resolver<'a> {
    /// Reads the specification part of a unit once, after that of its host.
    pub(super) fn ensure_declared(&mut self, unit: UnitId) {
        if self.scope_of(unit).stage != Stage::Waiting {
            return;
        }
        if let Some(host) = self.p.units[unit].parent {
            self.ensure_declared(host);
        }
        // the host may have asked for it
        if self.scope_of(unit).stage != Stage::Waiting {
            return;
        }
        self.scope_of(unit).stage = Stage::Running;
        let Some(&ast) = self.asts.get(unit) else { return };
        self.within(unit, |r| {
            if let Some(host) = r.p.units[unit].parent {
                // an interface body has its own rules
                if !r.p.units[unit].prefix.interface_body || r.scope().entry.is_some() {
                    let rules = r.scope_of(host).implicit.clone();
                    r.scope().implicit = rules;
                }
            }
            r.scope().incomplete = ast.incomplete;
            match r.scope().separate {
                Some(interface) => {
                    directives_before_unit(r, &ast.lead);
                    r.header(interface);
                    r.spec_part(&interface.body);
                }
                None => r.header(ast),
            }
            let start = r.spec_part(&ast.body);
            r.scope().exec_start = start;
            r.finish_declarations();
            r.sync_signature(unit);
        });
        self.scope_of(unit).stage = Stage::Done;
    }

    /// Reads the declarations of the procedures that expressions may call, before the expressions are resolved.
    pub(super) fn declare_callees(&mut self, found: &Callees) {
        // declarations show the types of results, and these the procedures bound to them
        loop {
            let units = undeclared_callees(self, found);
            if units.is_empty() {
                return;
            }
            units.into_iter().for_each(|u| self.ensure_declared(u));
        }
    }

    /// Dummy arguments and the result of a procedure.
    fn header(&mut self, ast: &'a ast::Unit) {
        directives_before_unit(self, &ast.lead);
        let Some((heading, prefix)) = Heading::of_unit(ast) else {
            return;
        };
        let own = self.scope().entry.map_or(heading, |e| e);
        let unit = self.unit();
        for arg in own.args {
            let Some(name) = arg else {
                self.p.units[unit].args.push(None);
                continue;
            };
            let s = self.new_variable(name);
            if let Some(v) = self.p.symbols[s].variable_mut() {
                v.storage = Storage::Dummy;
            }
            if let Some(old) = self.p.units[unit].names.insert(fold(&name.text), s) {
                let f = self.flags(old);
                f.poison = true;
                f.typed = true;
                self.report(Diagnostic::error(
                    codes::DUPLICATE_NAME,
                    name.span,
                    format!("`{}` appears twice among the dummy arguments", name.text),
                ));
            }
            self.p.units[unit].args.push(Some(s));
        }
        if let Some(name) = own.result {
            let s = self.new_variable(name);
            if let Some(v) = self.p.symbols[s].variable_mut() {
                v.storage = Storage::Result;
            }
            if let Some(old) = self.p.units[unit].names.insert(fold(&name.text), s) {
                if self.p.units[unit].args.contains(&Some(old)) {
                    self.report(Diagnostic::error(
                        codes::DUPLICATE_NAME,
                        name.span,
                        format!("`{}` is both the result and a dummy argument", name.text),
                    ));
                }
            }
            self.p.units[unit].result = Some(s);
            self.scope().deferred.result = prefix.iter().find_map(|p| match p {
                ast::Prefix::Type(t) => Some(t),
                _ => None,
            });
        }
        self.other_headings(ast, heading, own);
    }

    /// Reads specification statements up to the first executable one; returns its index.
    pub(super) fn spec_part(&mut self, body: &'a [ast::Stmt]) -> usize {
        self.announce_types(body);
        for (i, stmt) in body.iter().enumerate() {
            if !stmt.kind.is_specification() {
                match &stmt.kind {
                    S::Assign { lhs, rhs } if self.is_statement_function(lhs) => {
                        self.scope().deferred.functions.push((stmt, lhs, rhs));
                    }
                    _ => return i,
                }
            }
            self.directives(&stmt.lead);
            self.no_local_directives(&stmt.lead);
            if !matches!(stmt.kind, S::Format(_)) {
                self.keep_comments(stmt);
            }
            self.spec_stmt(stmt);
        }
        body.len()
    }

    /// Keeps the comments before a specification statement for the symbol that it declares, or for the next statement.
    fn keep_comments(&mut self, stmt: &ast::Stmt) {
        let comments = &mut self.scope().comments;
        if stmt.lead.iter().any(|t| !matches!(t, Trivia::Blank)) {
            comments.extend(stmt.lead.iter().cloned());
        }
        if let (Some(text), false) = (&stmt.trail, matches!(stmt.kind, S::TypeDecl { .. })) {
            comments.push(Trivia::Comment(text.clone(), stmt.span));
        }
    }

    fn spec_stmt(&mut self, stmt: &'a ast::Stmt) {
        self.at = stmt.span;
        match &stmt.kind {
            S::Use(u) => self.use_stmt(u, stmt.span),
            S::Import { kind, names } => self.import(*kind, names),
            S::Implicit(rules) => self.implicit_stmt(rules),
            S::ImplicitNone(list) => self.implicit_none(list),
            S::TypeDecl {
                ty, attrs, entities, ..
            } => {
                if attrs.iter().any(|a| matches!(a, ast::Attr::Parameter)) {
                    for init in entities.iter().filter_map(|e| e.init.as_ref()) {
                        self.declare_callees(&Callees::of_init(init));
                    }
                }
                self.type_decl(stmt, ty, attrs, entities);
            }
            S::AttrDecl {
                attr, entities, blocks, ..
            } => self.attr_decl(stmt, attr, entities, blocks),
            S::Parameter(items) => {
                for (name, value) in items {
                    let s = self.declare(name);
                    self.comments_to(s);
                    self.declare_callees(&Callees::of(value));
                    self.make_constant(s, name, value);
                }
            }
            S::Data(sets) => {
                let deferred = &mut self.scope().deferred;
                deferred.data.extend(sets.iter().map(|d| (d, stmt.span)));
            }
            S::Common(blocks) => self.common_stmt(blocks, stmt.span),
            S::Equivalence(sets) => {
                let deferred = &mut self.scope().deferred;
                deferred.equivalences.extend(sets.iter().map(Vec::as_slice));
            }
            S::CrayPointer(pairs) => self.cray_pointers(pairs, stmt.span),
            S::Namelist(groups) => {
                for (name, members) in groups {
                    self.namelist(name, members);
                }
            }
            S::DerivedType(d) => {
                if !d.params.is_empty() {
                    self.declare_callees_of_components(d);
                }
                self.derived_type(d, stmt.span);
            }
            S::Interface(i) => self.interface(i, stmt.span),
            S::Enum { enumerators, .. } => self.enumerators(enumerators),
            // the body collects it
            S::Format(_) => {}
            // known since the unit's heading was read
            S::Entry { .. } => {}
            // statement functions are collected by the caller
            _ => {}
        }
    }

    /// The components of a type with parameters are resolved with the type.
    fn declare_callees_of_components(&mut self, d: &'a ast::DerivedType) {
        for stmt in &d.components {
            let S::TypeDecl { entities, .. } = &stmt.kind else {
                continue;
            };
            for init in entities.iter().filter_map(|e| e.init.as_ref()) {
                self.declare_callees(&Callees::of_init(init));
            }
        }
    }

    fn import(&mut self, kind: ast::ImportKind, names: &[ast::Name]) {
        let unit = self.unit();
        if !self.p.units[unit].prefix.interface_body {
            return;
        }
        let all = match kind {
            ast::ImportKind::Plain => names.is_empty(),
            ast::ImportKind::All => true,
            ast::ImportKind::Only | ast::ImportKind::None => false,
        };
        if all {
            self.scope().import = Import::All;
            return;
        }
        for name in names {
            let folded = fold(&name.text);
            if let Import::Some(set) = &mut self.scope().import {
                set.insert(folded.clone());
            }
            if self.lookup(&folded).is_none() && !self.is_incomplete() {
                self.report(Diagnostic::error(
                    codes::UNDECLARED_NAME,
                    name.span,
                    format!("`{}` cannot be imported: the host does not declare it", name.text),
                ));
                let s = self.poison(&name.text, name.span);
                self.p.units[unit].names.insert(folded, s);
            }
        }
    }

    /// `POINTER (address, target)`: the address is an integer, the target a variable or procedure at this address.
    fn cray_pointers(&mut self, pairs: &'a [(ast::Name, ast::Entity)], span: Span) {
        self.leave_out("an integer pointer (`pointer (p, a)`)", span);
        for (address, target) in pairs {
            let s = self.declare(address);
            self.comments_to(s);
            if !self.flags(s).typed {
                self.set_type(s, DeclType::plain(Ty::Integer(8)), address);
            }
            let s = self.declare(&target.name);
            if let Some(dims) = &target.dims {
                self.set_dims(s, dims, &target.name);
            }
        }
    }

    fn enumerators(&mut self, statements: &'a [ast::Enumerators]) {
        let mut next = 0i64;
        for (name, value) in statements.iter().flat_map(|s| &s.list) {
            let value = match value {
                Some(e) => self.expr(e),
                None => int(next),
            };
            next = crate::consteval::int_const(&self.p, &value).unwrap_or(next) + 1;
            let s = self.declare(name);
            self.comments_to(s);
            self.flags(s).typed = true;
            self.p.symbols[s].kind = SymbolKind::Constant(Constant {
                ty: DeclType::plain(Ty::Integer(4)),
                dims: vec![],
                value,
            });
        }
    }

    /// True for `f(x, y) = ...` in a specification part if `f` is not an array and every argument is a name.
    fn is_statement_function(&self, lhs: &ast::Expr) -> bool {
        let ast::ExprKind::Designator(parts) = &lhs.kind else {
            return false;
        };
        let [part] = parts.as_slice() else { return false };
        let [args] = part.args.as_slice() else { return false };
        let is_name = |a: &ast::Arg| {
            a.keyword.is_none()
                && matches!(&a.value, ast::ArgValue::Expr(ast::Expr { kind: ast::ExprKind::Designator(p), .. })
                    if p.len() == 1 && p[0].args.is_empty())
        };
        if !self.blocks.is_empty() || !args.iter().all(is_name) {
            return false;
        }
        match self.lookup(&fold(&part.name.text)) {
            // an unknown name under IMPLICIT NONE is more likely an undeclared array
            None => {
                let scope = self.scopes.get(self.unit());
                scope.is_some_and(|s| s.implicit.rule(&part.name.text).is_some() && !s.incomplete)
            }
            Some(s) => {
                let symbol = &self.p.symbols[s];
                symbol.owner == Some(self.unit())
                    && !self.is_poison(s)
                    && matches!(&symbol.kind, SymbolKind::Variable(v)
                        if v.dims.is_empty() && v.storage == Storage::Local && !v.attrs.pointer && !v.attrs.allocatable)
            }
        }
    }

    /// Declares the dummies and results of the other headings.
    fn other_headings(&mut self, ast: &'a ast::Unit, heading: Heading<'a>, own: Heading<'a>) {
        let all = std::iter::once(heading).chain(Heading::entries(ast).map(|(h, _)| h));
        for other in all.filter(|&h| h != own) {
            let names = other.args.iter().flatten().map(|n| (n, Storage::Dummy));
            for (name, storage) in names.chain(other.result.map(|n| (n, Storage::Result))) {
                let unit = self.unit();
                let folded = fold(&name.text);
                let known = self.p.units[unit].names.get(&folded);
                if known.is_some_and(|&s| self.p.symbols[s].variable().is_some()) {
                    continue;
                }
                let s = self.new_variable(name);
                if let Some(v) = self.p.symbols[s].variable_mut() {
                    v.storage = storage;
                }
                self.p.units[unit].names.insert(folded, s);
            }
        }
    }

    /// `IMPLICIT NONE`; with a list it concerns types only if the list says so.
    fn implicit_none(&mut self, list: &[ast::Name]) {
        if list.is_empty() || list.iter().any(|word| word.text.eq_ignore_ascii_case("type")) {
            let unit = self.unit();
            self.p.units[unit].implicit_none = true;
            self.scope().implicit = Rc::new(Implicit::none());
        }
    }

    /// An `IMPLICIT` statement of the current unit.
    fn implicit_stmt(&mut self, rules: &'a [ast::ImplicitRule]) {
        for rule in rules {
            let ty = self.type_spec(&rule.ty);
            let waits = matches!(&rule.ty.len, Some(ast::Len::Expr(e)) if !self.is_settled(e));
            if waits || !self.waiting_params(&rule.ty, ty.ty).is_empty() {
                self.leave_out("an IMPLICIT type with a length that is not a constant", rule.ty.span);
            }
            let ty = Rc::new(ty);
            let table = Rc::make_mut(&mut self.scope().implicit);
            for &(from, to) in &rule.ranges {
                for letter in from..=to {
                    let i = (letter.to_ascii_lowercase() as usize).wrapping_sub('a' as usize);
                    if let Some(slot) = table.rules.get_mut(i) {
                        *slot = Some(ty.clone());
                    }
                }
            }
        }
    }
}
