//! The end of a specification part: processes the deferred parts, in an order in which each step finds its inputs.

use super::callees::Callees;
use super::heading::Heading;
use super::placeholders;
use super::state::Resolver;
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::{ast, codes};

impl<'a> Resolver<'a> {
    pub(super) fn finish_declarations(&mut self) {
        let result = self.scope().deferred.result.take();
        self.result_type(result);
        self.finish_block();
        self.set_access();
    }

    /// Processes the deferred parts of the specification part of a unit or a BLOCK.
    pub(super) fn finish_block(&mut self) {
        let unit = self.unit();
        let deferred = std::mem::take(&mut self.scope().deferred);
        self.type_declared();
        for &(generic, names, block) in &deferred.specifics {
            self.add_specifics(generic, names, block);
        }
        for &(s, name) in &deferred.interfaces {
            self.name_interface(s, name);
        }
        for name in &deferred.finals {
            self.procedure_named(name);
        }
        for (ty, binding, name, late) in &deferred.bindings {
            self.bind(*ty, *binding, name, *late);
        }
        // bounds of one array may inquire the size of another, so process them in order of declaration
        for &(s, dims) in &deferred.dims {
            self.declare_callees(&Callees::of_dims(dims));
            self.at = self.p.symbols[s].span;
            let mut dims = self.resolve_dims(s, dims);
            placeholders::separate_placeholders(self, &mut dims);
            match &mut self.p.symbols[s].kind {
                SymbolKind::Variable(v) => v.dims = dims,
                SymbolKind::Constant(c) => c.dims = dims,
                _ => {}
            }
        }
        for &(s, len) in &deferred.lens {
            self.declare_callees(&Callees::of(len));
            self.at = self.p.symbols[s].span;
            let len = CharLen::Expr(Box::new(self.expr(len)));
            match &mut self.p.symbols[s].kind {
                SymbolKind::Variable(v) => v.ty.len = Some(len),
                SymbolKind::Constant(c) => c.ty.len = Some(len),
                SymbolKind::Procedure(p) => {
                    if let Some(r) = &mut p.result {
                        r.len = Some(len);
                    }
                }
                _ => {}
            }
        }
        for &(s, i, value) in &deferred.params {
            self.declare_callees(&Callees::of(value));
            let value = CharLen::Expr(Box::new(self.bound(value)));
            let ty = match &mut self.p.symbols[s].kind {
                SymbolKind::Variable(v) => Some(&mut v.ty),
                SymbolKind::Constant(c) => Some(&mut c.ty),
                SymbolKind::Procedure(p) => p.result.as_mut(),
                _ => None,
            };
            if let Some(at) = ty.and_then(|ty| ty.params.get_mut(i)) {
                *at = value;
            }
        }
        for &(s, name) in &deferred.classes {
            self.check_class(s, name);
        }
        for &(name, members) in &deferred.namelists {
            self.finish_namelist(name, members);
        }
        for &(s, init) in &deferred.inits {
            self.declare_callees(&Callees::of_init(init));
            self.at = self.p.symbols[s].span;
            self.initialise(s, init);
        }
        for set in &deferred.equivalences {
            self.equivalence(set);
        }
        for &(stmt, lhs, rhs) in &deferred.functions {
            self.declare_callees(&Callees::of(rhs));
            self.statement_function(stmt, lhs, rhs);
        }
        for &(set, span) in &deferred.data {
            self.declare_callees(&Callees::of_data(&set.values));
            self.data_set(set, span);
        }
        if self.scope().save_all {
            for s in self.p.units[unit].symbols.clone() {
                if let Some(v) = self.p.symbols[s].variable_mut() {
                    v.attrs.save |= matches!(v.storage, Storage::Local | Storage::Module);
                }
            }
        }
    }

    /// The type in front of `FUNCTION`; it may refer to declarations and modules of the function.
    fn result_type(&mut self, spec: Option<&'a ast::TypeSpec>) {
        let unit = self.unit();
        // the result of the function, whichever ENTRY the unit is for
        let heading = self.scope().entry.and(self.asts.get(unit).copied());
        let of_function = heading.and_then(|ast| Heading::of_unit(ast)?.0.result);
        let result = match of_function {
            Some(name) => self.p.units[unit].names.get(&ast::fold(&name.text)).copied(),
            None => self.p.units[unit].result,
        };
        let (Some(spec), Some(s)) = (spec, result) else {
            return;
        };
        self.declare_callees(&Callees::of_type(spec));
        let ty = self.type_spec(spec);
        if ty.ty == Ty::Character {
            if let Some(ast::Len::Expr(e)) = &spec.len {
                if !self.is_settled(e) {
                    self.scope().deferred.lens.push((s, e));
                }
            }
        }
        self.defer_params(s, spec, ty.ty);
        let name = ast::Name {
            text: self.p.symbols[s].name.clone(),
            span: spec.span,
        };
        self.set_type(s, ty, &name);
        // all names are declared, so the length can be resolved now
        let lens = std::mem::take(&mut self.scope().deferred.lens);
        for (s, len) in lens {
            let len = CharLen::Expr(Box::new(self.expr(len)));
            if let Some(v) = self.p.symbols[s].variable_mut() {
                v.ty.len = Some(len);
            }
        }
    }

    /// Types undeclared names implicitly, except those that may still turn out to be procedures.
    fn type_declared(&mut self) {
        let unit = self.unit();
        let args: Vec<_> = self.p.units[unit].args.iter().flatten().copied().collect();
        let result = self.p.units[unit].result;
        let listed = self.p.units[unit].symbols.clone();
        for s in args.into_iter().chain(result).chain(listed) {
            if self.flags(s).typed {
                continue;
            }
            let symbol = &self.p.symbols[s];
            let SymbolKind::Variable(v) = &symbol.kind else {
                continue;
            };
            let must = !v.dims.is_empty() || matches!(v.storage, Storage::Common(_) | Storage::Result);
            let has_rule = self.scopes[unit].implicit.rule(&symbol.name).is_some();
            if must || has_rule {
                let span = symbol.span;
                self.type_implicitly(s, span);
            }
        }
    }

    /// `f(x) = expr` in a specification part.
    fn statement_function(&mut self, stmt: &ast::Stmt, lhs: &ast::Expr, rhs: &ast::Expr) {
        let ast::ExprKind::Designator(parts) = &lhs.kind else {
            return;
        };
        let Some(part) = parts.first() else { return };
        let s = self.declare(&part.name);
        if !self.flags(s).typed {
            self.type_implicitly(s, part.name.span);
        }
        let ty = match &self.p.symbols[s].kind {
            SymbolKind::Variable(v) => v.ty.clone(),
            // a statement function before this one refers to it, which compilers accept
            SymbolKind::Procedure(Procedure { result: Some(ty), .. }) => ty.clone(),
            _ => DeclType::plain(Ty::Typeless),
        };
        self.blocks.push(Default::default());
        let mut args = vec![];
        for arg in part.args.iter().flatten() {
            let ast::ArgValue::Expr(ast::Expr {
                kind: ast::ExprKind::Designator(p),
                ..
            }) = &arg.value
            else {
                continue;
            };
            let Some(p) = p.first() else { continue };
            args.push(self.scoped_symbol(&p.name, false));
        }
        let body = self.expr(rhs);
        self.blocks.pop();
        if !self.assignable(ty.ty, &body) {
            let d = Diagnostic::error(
                codes::TYPE_MISMATCH,
                stmt.span,
                format!(
                    "the statement function `{}` is {} but its expression is {}",
                    part.name.text,
                    super::messages::type_name(&self.p, ty.ty),
                    super::messages::type_name(&self.p, body.ty)
                ),
            );
            self.report(d);
        } else if body.rank > 0 {
            let text = format!("the value of the statement function `{}` is an array", part.name.text);
            self.report(Diagnostic::error(codes::TYPE_MISMATCH, stmt.span, text));
        }
        self.p.symbols[s].kind = SymbolKind::StatementFunction(StatementFunction {
            ty,
            args,
            body: Box::new(body),
        });
        if self.p.symbols[s].comment.is_none() {
            self.p.symbols[s].comment = stmt.trail.clone();
        }
    }

    /// Copies type and rank of a function's result variable to its symbol, which callers see.
    pub(super) fn sync_signature(&mut self, unit: UnitId) {
        let u = &self.p.units[unit];
        let (Some(proc), Some(result)) = (u.symbol, u.result) else {
            return;
        };
        let symbol = &self.p.symbols[result];
        let (ty, rank, attrs) = match &symbol.kind {
            SymbolKind::Variable(v) => (v.ty.clone(), symbol.rank(), v.attrs.clone()),
            // a function that returns a procedure pointer
            _ => (DeclType::plain(Ty::None), 0, Attrs::default()),
        };
        if let SymbolKind::Procedure(p) = &mut self.p.symbols[proc].kind {
            p.result = Some(ty);
            p.result_rank = rank;
            p.attrs.pointer |= attrs.pointer;
            p.attrs.allocatable |= attrs.allocatable;
        }
    }
}
