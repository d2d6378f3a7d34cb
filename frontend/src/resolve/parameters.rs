//! Derived types with parameters.
//!
//! A type with KIND parameters has an instance for each set of values: a type symbol of its own, whose components are
//! read again from the definition with the values substituted for the parameters. An instance is created when a
//! declaration first needs it. LEN parameters remain names in the bounds of components, and belong to all instances.
//!
//! The declared type keeps its definition in the spelling of the source, for printing. There the KIND parameters have a
//! value only to give the components some type: the default value, or 4, which is a kind of each intrinsic type.

use super::expr::node;
use super::scopes::BlockScope;
use super::Resolver;
use crate::ast::{self, fold, ArgValue as A, Attr, BaseType, Name, StmtKind as S};
use crate::codes;
use crate::consteval::{constant_with, int_const, Const};
use crate::diag::Diagnostic;
use crate::intrinsics;
use crate::ir::*;

/// Data of a type with parameters.
#[derive(Clone)]
pub(super) struct Definition<'a> {
    tree: &'a ast::DerivedType,
    params: Vec<TypeParam>,
    /// The reason why its objects are left out.
    omitted: Option<&'static str>,
}

/// A kind that each intrinsic type has.
const ANY_KIND: i64 = 4;

impl<'a> Resolver<'a> {
    pub(super) fn has_params(&self, ty: SymbolId) -> bool {
        self.generic_types.contains_key(&ty)
    }

    /// Records that an announced type has parameters.
    pub(super) fn announce_params(&mut self, ty: SymbolId, tree: &'a ast::DerivedType) {
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
    pub(super) fn begin_params(&mut self, ty: SymbolId, tree: &'a ast::DerivedType, def: &mut TypeDef) -> BlockScope {
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
    pub(super) fn end_params(&mut self, def: &TypeDef, before: usize) {
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

    fn omitted_definition(&self, tree: &ast::DerivedType, params: &[TypeParam]) -> Option<&'static str> {
        let is_param = |s| params.iter().any(|p| p.symbol == s);
        let has_open_kind = |p: &TypeParam| match self.p.symbols[p.symbol].variable().map(|v| &v.ty.spelling) {
            Some(KindSpelling::Expr(e)) => visit::mentions(e, &is_param),
            _ => false,
        };
        let is_procedure =
            |c: &ast::Stmt| matches!(&c.kind, S::TypeDecl { ty, .. } if matches!(ty.base, BaseType::Procedure(_)));
        if tree.attrs.iter().any(|a| matches!(a, Attr::Extends(_))) {
            Some("an extended parameterized type")
        } else if !tree.bindings.is_empty() {
            Some("a parameterized type with type-bound procedures")
        } else if tree.components.iter().any(is_procedure) {
            Some("a parameterized type with procedure pointers")
        } else if self.blocks.iter().any(|b| b.declares) {
            Some("a parameterized type that is defined in a BLOCK")
        } else if params.iter().any(has_open_kind) {
            Some("a parameterized type in which the kind of a parameter depends on another parameter")
        } else {
            None
        }
    }

    /// The parameters of a type, created on demand.
    fn params(&mut self, ty: SymbolId, tree: &'a ast::DerivedType) -> Vec<TypeParam> {
        match self.generic_types.get(&ty) {
            Some(d) if d.params.is_empty() => {}
            Some(d) => return d.params.clone(),
            None => return vec![],
        }
        let (mut params, mut declarations) = (vec![], vec![]);
        for name in &tree.params {
            let declared = tree.components.iter().find_map(|c| param_declaration(c, &name.text));
            let Some((spec, is_kind, entity)) = declared else {
                let text = format!("the type parameter `{}` is not declared in the type", name.text);
                self.report(Diagnostic::error(codes::UNDECLARED_NAME, name.span, text));
                let symbol = self.poison(&name.text, name.span);
                params.push(TypeParam {
                    symbol,
                    is_kind: false,
                    value: None,
                });
                continue;
            };
            let owner = self.p.symbols[ty].owner;
            let variable = Variable {
                ty: DeclType::plain(Ty::Integer(4)),
                dims: vec![],
                storage: Storage::Parameter,
                attrs: Attrs::default(),
                init: None,
            };
            let symbol = self.alloc(&name.text, owner, SymbolKind::Variable(variable), name.span);
            let f = self.flags(symbol);
            f.listed = true;
            f.typed = true;
            f.variable = true;
            f.component = true;
            params.push(TypeParam {
                symbol,
                is_kind,
                value: None,
            });
            declarations.push((symbol, spec, entity));
        }
        // kinds and default values may name parameters
        let outer = self.kind_params.clone();
        let was = std::mem::replace(&mut self.in_instance, false);
        let kinds = params.iter().filter(|p| p.is_kind);
        self.kind_params.extend(kinds.map(|p| (p.symbol, ANY_KIND)));
        let scope = self.scope_of_params(&params);
        self.blocks.push(scope);
        for (symbol, spec, entity) in declarations {
            let ty = self.type_of_statement(spec);
            let init = match &entity.init {
                Some(ast::Init::Value(e)) => Some(Init::Value(self.bound(e))),
                _ => None,
            };
            if let Some(v) = self.p.symbols[symbol].variable_mut() {
                (v.ty, v.init) = (ty, init);
            }
        }
        self.blocks.pop();
        self.in_instance = was;
        self.kind_params = outer;
        if let Some(d) = self.generic_types.get_mut(&ty) {
            d.params = params.clone();
        }
        params
    }

    fn scope_of_params(&self, params: &[TypeParam]) -> BlockScope {
        let mut scope = BlockScope::default();
        for p in params {
            scope.names.insert(fold(&self.p.symbols[p.symbol].name), p.symbol);
        }
        scope
    }

    /// The value of a KIND parameter named in an instance.
    pub(super) fn kind_param(&mut self, s: SymbolId, span: Span) -> Option<Expr> {
        let value = *self.kind_params.get(&s)?;
        self.kind_names.push(span);
        self.in_instance.then(|| self.param_number(value, s, span))
    }

    fn param_number(&self, value: i64, param: SymbolId, span: Span) -> Expr {
        let ty = self.p.symbols[param].ty();
        let text = match ty {
            Ty::Integer(k) if k != 4 => format!("{value}_{k}"),
            _ => value.to_string(),
        };
        node(ExprKind::Int(text.into()), ty, 0, span)
    }

    /// `TYPE(t(8, n))`.
    pub(super) fn instance_type(&mut self, ty: SymbolId, name: &Name, args: &[ast::Arg], is_class: bool) -> DeclType {
        let Some(definition) = self.generic_types.get(&ty).cloned() else {
            return DeclType::plain(Ty::Typeless);
        };
        let params = self.params(ty, definition.tree);
        if let Some(what) = definition.omitted {
            self.leave_out(what, name.span);
        }
        if is_class {
            self.leave_out("a polymorphic object of a parameterized type", name.span);
        }
        self.check_params(&params, name, args);
        let given = given(&self.p, &params, args);
        let (mut values, mut kinds) = (vec![], vec![]);
        for (p, given) in params.iter().zip(&given) {
            let (value, kind) = match given {
                Some(given) => self.param_value(p, given, name),
                None => (CharLen::Assumed, None),
            };
            values.push(value);
            kinds.push(kind);
        }
        let is_missing = |i: usize| given[i].is_none();
        let is_bad = (params.iter().enumerate()).any(|(i, p)| p.is_kind && kinds[i].is_none() && !is_missing(i));
        set_defaults(&self.p, &params, &mut kinds, &is_missing);
        for (i, p) in params.iter().enumerate().filter(|(i, _)| is_missing(*i)) {
            match kinds[i] {
                Some(k) => values[i] = CharLen::Expr(Box::new(int(k))),
                None if is_bad && default_of(&self.p, p.symbol).is_some() => {}
                None if default_of(&self.p, p.symbol).is_some() => {
                    self.no_value(p, name, "has no value, and its default cannot be evaluated");
                }
                None => self.no_value(p, name, "has neither a value nor a default"),
            }
            if !p.is_kind {
                kinds[i] = None;
            }
        }
        self.check_defaults(&params, &values, &given, name);
        // the shadow of a local of a BLOCK may be declared outside the BLOCK
        let is_constant = |v: &CharLen| v.expr().is_some_and(|e| int_const(&self.p, e).is_some());
        if self.blocks.iter().any(|b| b.declares) && !values.iter().all(is_constant) {
            self.leave_out("a type parameter in a BLOCK that is not a constant", name.span);
        }
        let is_known = params.iter().zip(&kinds).all(|(p, k)| !p.is_kind || k.is_some());
        let instance = if is_known && definition.omitted.is_none() {
            self.instance(ty, kinds)
        } else {
            self.vague_instance(ty)
        };
        DeclType {
            params: values,
            ..DeclType::plain(if is_class {
                Ty::Class(instance)
            } else {
                Ty::Derived(instance)
            })
        }
    }

    /// The declared value of one parameter and, for KIND, its number.
    fn param_value(&mut self, p: &TypeParam, given: &A, name: &Name) -> (CharLen, Option<i64>) {
        match given {
            A::Expr(e) if p.is_kind => {
                let value = self.bound(e);
                let kind = if self.is_unresolved(&value) {
                    None
                } else {
                    self.kind_value(&value)
                };
                // in its own definition, a type may name its parameters
                let mut names_param = false;
                visit::walk_expr(&value, &mut |x| {
                    names_param |= matches!(x.kind, ExprKind::Var(s) if self.kind_params.contains_key(&s))
                });
                let value = match kind {
                    Some(k) if !names_param => int(k),
                    _ => value,
                };
                (CharLen::Expr(Box::new(value)), kind)
            }
            A::Expr(e) if self.is_settled(e) => (CharLen::Expr(Box::new(self.bound(e))), None),
            // the caller, which declares an entity with it, calls `defer_params`
            A::Expr(_) => (CharLen::Assumed, None),
            A::Section(None, None, None) if !p.is_kind => {
                self.leave_out("a deferred type parameter", name.span);
                (CharLen::Deferred, None)
            }
            A::Star if !p.is_kind => (CharLen::Assumed, None),
            _ => {
                self.no_value(p, name, "cannot have this value");
                (CharLen::Assumed, None)
            }
        }
    }

    /// Leaves out an object within a type with parameters if one of its default values depends on them: the value
    /// differs between instances.
    fn check_defaults(&mut self, params: &[TypeParam], values: &[CharLen], given: &[Option<&A>], name: &Name) {
        let is_open = |i: usize| match values[i].expr() {
            Some(e) => params[i].is_kind && visit::mentions(e, &|s| self.kind_params.contains_key(&s)),
            None => false,
        };
        let mut open: Vec<SymbolId> = (0..params.len())
            .filter(|&i| is_open(i))
            .map(|i| params[i].symbol)
            .collect();
        let mut any = false;
        for _ in params {
            for (p, _) in params.iter().zip(given).filter(|(_, g)| g.is_none()) {
                let depends = |e: &Expr| visit::mentions(e, &|s| open.contains(&s));
                if !open.contains(&p.symbol) && default_of(&self.p, p.symbol).is_some_and(depends) {
                    any = true;
                    open.push(p.symbol);
                }
            }
        }
        if any {
            let what = "a type parameter whose default value depends on a parameter of the enclosing type";
            self.leave_out(what, name.span);
        }
    }

    fn no_value(&mut self, p: &TypeParam, name: &Name, what: &str) {
        if !self.is_poison(p.symbol) {
            let symbol = &self.p.symbols[p.symbol];
            let text = format!("the parameter `{}` of the type `{}` {what}", symbol.name, name.text);
            let d = Diagnostic::error(codes::TYPE_MISMATCH, name.span, text).also(symbol.span, "the parameter");
            self.report(d);
        }
    }

    /// Reports values that belong to no parameter.
    fn check_params(&mut self, params: &[TypeParam], name: &Name, args: &[ast::Arg]) {
        let is_known = |k: &Name| place(&self.p, params, &k.text).is_some();
        let fits = args.len() <= params.len() && args.iter().filter_map(|a| a.keyword.as_ref()).all(is_known);
        if !fits {
            let names: Vec<_> = params.iter().map(|p| &*self.p.symbols[p.symbol].name).collect();
            let text = format!(
                "the parameters of the type `{}` are `{}`",
                name.text,
                names.join("`, `")
            );
            self.report(Diagnostic::error(codes::ARGUMENT_MISMATCH, name.span, text));
        }
    }

    /// The LEN parameters of a type as written that were unknown when it was read, with their positions.
    pub(super) fn waiting_params<'s>(&mut self, spec: &'s ast::TypeSpec, ty: Ty) -> Vec<(usize, &'s ast::Expr)> {
        let (BaseType::Type(_, args) | BaseType::Class(_, args)) = &spec.base else {
            return vec![];
        };
        let (Ty::Derived(t) | Ty::Class(t)) = ty else {
            return vec![];
        };
        let params = self.p.type_params(t).to_vec();
        let given = given(&self.p, &params, args);
        let mut waiting = vec![];
        for (i, (p, value)) in params.iter().zip(given).enumerate() {
            match value {
                Some(A::Expr(e)) if !p.is_kind && !self.is_settled(e) => waiting.push((i, e)),
                _ => {}
            }
        }
        waiting
    }

    /// The instance of a type with parameters for the values of the KIND parameters; `None` for the other parameters.
    fn instance(&mut self, ty: SymbolId, kinds: Vec<Option<i64>>) -> SymbolId {
        self.made_instance(ty, kinds, false)
    }

    /// An instance with unknown parameter values, or whose objects are left out: its components fit everywhere.
    pub(super) fn vague_instance(&mut self, ty: SymbolId) -> SymbolId {
        self.made_instance(ty, vec![], true)
    }

    fn made_instance(&mut self, ty: SymbolId, kinds: Vec<Option<i64>>, is_vague: bool) -> SymbolId {
        let key = (ty, kinds);
        if let Some(&known) = self.instances.get(&key) {
            return known;
        }
        let Some(tree) = self.generic_types.get(&ty).map(|d| d.tree) else {
            return ty;
        };
        let mut params = self.params(ty, tree);
        for (p, &value) in params.iter_mut().zip(&key.1) {
            p.value = value;
        }
        let mut def = TypeDef {
            params,
            instance_of: Some(ty),
            private_components: tree.private.is_some(),
            ..TypeDef::default()
        };
        let symbol = &self.p.symbols[ty];
        let (owner, span) = (symbol.owner, symbol.span);
        let values = def.params.iter().map(|p| match p.value {
            Some(k) => k.to_string(),
            None => self.p.symbols[p.symbol].name.to_string(),
        });
        let name = format!("{}({})", symbol.name, values.collect::<Vec<_>>().join(", "));
        let s = self.alloc(&name.into(), owner, SymbolKind::Type(def.clone()), span);
        self.instances.insert(key, s);
        let f = self.flags(s);
        f.typed = true;
        f.listed = true;
        f.open = true;
        let outer = std::mem::take(&mut self.kind_params);
        let was = std::mem::replace(&mut self.in_instance, true);
        for p in def.params.iter().filter(|p| p.is_kind) {
            self.kind_params.insert(p.symbol, p.value.unwrap_or(ANY_KIND));
        }
        let before = self.diags.len();
        if let Some(owner) = owner {
            self.within(owner, |r| {
                let scope = r.scope_of_params(&def.params);
                r.blocks.push(scope);
                r.all_components(&mut def, tree);
                r.blocks.pop();
            });
        }
        self.kind_params = outer;
        self.in_instance = was;
        let new = self.diags.split_off(before);
        for d in new {
            let is_it = |x: &Diagnostic| (x.span, x.code, &x.message) == (d.span, d.code, &d.message);
            if !self.diags.iter().any(is_it) {
                self.diags.push(d);
            }
        }
        if is_vague {
            // the error was reported for the definition
            self.diags.truncate(before);
            for &c in &def.components {
                if let Some(v) = self.p.symbols[c].variable_mut() {
                    v.ty = DeclType::plain(Ty::Typeless);
                }
            }
        }
        self.p.symbols[s].kind = SymbolKind::Type(def);
        self.flags(s).open = false;
        s
    }

    /// `t(8)(values)`, or `t(8, values)` as in gfortran.
    pub(super) fn instance_constructor(&mut self, ty: SymbolId, args: Vec<Arg>, span: Span) -> Expr {
        self.leave_out("a structure constructor of a parameterized type", span);
        let instance = self.vague_instance(ty);
        node(ExprKind::Structure(instance, args), Ty::Derived(instance), 0, span)
    }

    /// `x%n` for a type parameter.
    pub(super) fn parameter_part(&mut self, base: &Expr, ty: SymbolId, name: &Name, span: Span) -> Option<Expr> {
        let params = self.p.type_params(ty);
        let at = place(&self.p, params, &name.text)?;
        let p = *params.get(at)?;
        if let Some(k) = p.value {
            return Some(self.param_number(k, p.symbol, span));
        }
        let symbol = &self.p.symbols[p.symbol];
        let id = intrinsics::known(intrinsics::PARAMETER_INQUIRY)?;
        let (ty, written) = (symbol.ty(), format!("%{}", symbol.name));
        let which = self.param_number(at as i64 + 1, p.symbol, span);
        let of = vec![Arg::pos(base.clone()), Arg::pos(which)];
        Some(node(ExprKind::Intrinsic(id, written.into(), of), ty, 0, span))
    }

    /// True if two types are instances of the same type and the parameters of one of them are unknown.
    pub(super) fn may_be_one_instance(&self, a: SymbolId, b: SymbolId) -> bool {
        let generic = |t: SymbolId| match &self.p.symbols[t].kind {
            SymbolKind::Type(def) => def.instance_of,
            _ => None,
        };
        let is_vague = |t: SymbolId| self.p.type_params(t).iter().any(|p| p.is_kind && p.value.is_none());
        generic(a).is_some() && generic(a) == generic(b) && (is_vague(a) || is_vague(b))
    }
}

/// Type, true for KIND, and the entity of a parameter's declaration among the components.
fn param_declaration<'a>(stmt: &'a ast::Stmt, name: &str) -> Option<(&'a ast::TypeSpec, bool, &'a ast::Entity)> {
    let S::TypeDecl {
        ty, attrs, entities, ..
    } = &stmt.kind
    else {
        return None;
    };
    let is_kind = attrs.iter().any(|a| matches!(a, Attr::Kind));
    if !is_kind && !attrs.iter().any(|a| matches!(a, Attr::LenParam)) {
        return None;
    }
    let entity = entities.iter().find(|e| e.name.text.eq_ignore_ascii_case(name))?;
    Some((ty, is_kind, entity))
}

/// The default value of a parameter, which may name KIND parameters of its type.
fn default_of(program: &Program, param: SymbolId) -> Option<&Expr> {
    match &program.symbols[param].variable()?.init {
        Some(Init::Value(e)) => Some(e),
        _ => None,
    }
}

/// Gives default values, as far as known, to the parameters without a value whose position satisfies `takes`.
fn set_defaults(program: &Program, params: &[TypeParam], values: &mut [Option<i64>], takes: &dyn Fn(usize) -> bool) {
    // each round settles the values that depend on the round before
    for _ in params {
        for (i, p) in params.iter().enumerate().filter(|(i, _)| takes(*i)) {
            if values[i].is_some() {
                continue;
            }
            let value = |s| {
                let at = params.iter().position(|p| p.is_kind && p.symbol == s)?;
                values[at].map(Const::Int)
            };
            let default = default_of(program, p.symbol);
            if let Some(Const::Int(k)) = default.and_then(|e| constant_with(program, e, &value)) {
                values[i] = Some(k);
            }
        }
    }
}

/// The place of the parameter of a name.
fn place(program: &Program, params: &[TypeParam], name: &str) -> Option<usize> {
    params
        .iter()
        .position(|p| program.symbols[p.symbol].name.eq_ignore_ascii_case(name))
}

/// The value written for each parameter.
fn given<'s>(program: &Program, params: &[TypeParam], args: &'s [ast::Arg]) -> Vec<Option<&'s A>> {
    let mut out = vec![None; params.len()];
    for (i, a) in args.iter().enumerate() {
        let at = match &a.keyword {
            Some(k) => place(program, params, &k.text),
            None => Some(i),
        };
        if let Some(slot) = at.and_then(|at| out.get_mut(at)) {
            *slot = Some(&a.value);
        }
    }
    out
}
