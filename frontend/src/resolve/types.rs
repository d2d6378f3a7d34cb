//! Type specifications: kinds evaluated, lengths resolved, the spelling kept; instances of types with parameters.

use super::parameters::{default_of, given, place, set_defaults};
use super::state::{node, Resolver};
use crate::ast::{self, ArgValue as A, Attr, BaseType, KindSpec, Name, StmtKind as S};
use crate::codes;
use crate::consteval::int_const;
use crate::diag::Diagnostic;
use crate::ir::*;

/// A kind that each intrinsic type has.
pub(super) const ANY_KIND: i64 = 4;

impl<'a> Resolver<'a> {
    /// A type as declared. A character length that cannot be resolved yet becomes `*`; a caller that declares an entity
    /// with it calls [`Self::defer_len`].
    pub(super) fn type_spec(&mut self, spec: &ast::TypeSpec) -> DeclType {
        let plain = DeclType::plain;
        match &spec.base {
            BaseType::Integer => self.with_kind(spec, Ty::Integer, 4),
            BaseType::Real => self.with_kind(spec, Ty::Real, self.p.kinds.real),
            BaseType::Complex => self.with_kind(spec, Ty::Complex, self.p.kinds.real),
            BaseType::Logical => self.with_kind(spec, Ty::Logical, 4),
            BaseType::DoublePrecision => DeclType {
                spelling: KindSpelling::Double,
                ..plain(Ty::Real(self.p.kinds.double))
            },
            BaseType::DoubleComplex => DeclType {
                spelling: KindSpelling::Double,
                ..plain(Ty::Complex(self.p.kinds.double))
            },
            BaseType::Byte => plain(Ty::Integer(1)),
            BaseType::Character => {
                let spelling = match &spec.kind {
                    KindSpec::Paren(e, _) => KindSpelling::Expr(Box::new(self.expr(e))),
                    _ => KindSpelling::Plain,
                };
                DeclType {
                    ty: Ty::Character,
                    spelling,
                    len: spec.len.as_ref().map(|l| self.len(l)),
                    params: vec![],
                }
            }
            BaseType::Type(name, args) | BaseType::Class(name, args) => {
                let is_class = matches!(spec.base, BaseType::Class(..));
                let found = self.find_type(name);
                if found.is_some_and(|t| self.extends_params.contains(&t)) {
                    self.leave_out("an extension of a parameterized type", name.span);
                }
                match found {
                    Some(t) if self.has_params(t) => self.instance_type(t, name, args, is_class),
                    Some(t) if is_class => plain(Ty::Class(t)),
                    Some(t) => plain(Ty::Derived(t)),
                    None => plain(Ty::Typeless),
                }
            }
            BaseType::ClassStar | BaseType::TypeStar => plain(Ty::Unlimited),
            // callers handle PROCEDURE declarations beforehand
            BaseType::Procedure(_) => plain(Ty::None),
        }
    }

    fn with_kind(&mut self, spec: &ast::TypeSpec, make: fn(u8) -> Ty, default: u8) -> DeclType {
        let is_complex = matches!(make(4), Ty::Complex(_));
        match &spec.kind {
            KindSpec::Default => DeclType::plain(make(default)),
            KindSpec::Star(bytes) => {
                let kind = if is_complex { bytes / 2 } else { *bytes };
                DeclType {
                    spelling: KindSpelling::Star(*bytes),
                    ..DeclType::plain(self.checked(make, i64::from(kind), spec.span))
                }
            }
            KindSpec::Paren(e, _) => {
                let value = self.expr(e);
                let kind = if self.is_unresolved(&value) {
                    None
                } else {
                    self.kind_value(&value)
                };
                let ty = match kind {
                    Some(k) => self.checked(make, k, e.span),
                    None if self.placeholders => make(default),
                    None => Ty::Typeless,
                };
                DeclType {
                    spelling: KindSpelling::Expr(Box::new(value)),
                    ..DeclType::plain(ty)
                }
            }
        }
    }

    /// A character length, resolved now if possible.
    pub(super) fn len(&mut self, len: &ast::Len) -> CharLen {
        match len {
            ast::Len::Star(n) => CharLen::Expr(Box::new(int(i64::from(*n)))),
            ast::Len::Expr(e) if self.is_settled(e) => CharLen::Expr(Box::new(self.expr(e))),
            ast::Len::Expr(_) | ast::Len::Assumed => CharLen::Assumed,
            ast::Len::Deferred => CharLen::Deferred,
        }
    }

    /// `real x*8`: the entity's own length or kind.
    pub(super) fn entity_len(&mut self, base: &DeclType, len: &ast::Len, at: Span) -> DeclType {
        let make: fn(u8) -> Ty = match base.ty {
            Ty::Character => {
                return DeclType {
                    len: Some(self.len(len)),
                    ..base.clone()
                }
            }
            Ty::Integer(_) => Ty::Integer,
            Ty::Real(_) => Ty::Real,
            Ty::Logical(_) => Ty::Logical,
            Ty::Complex(_) => Ty::Complex,
            _ => return base.clone(),
        };
        let ast::Len::Star(bytes) = len else {
            self.report(Diagnostic::error(
                codes::TYPE_MISMATCH,
                at,
                "only the type CHARACTER can have a length",
            ));
            return base.clone();
        };
        let kind = if matches!(base.ty, Ty::Complex(_)) {
            bytes / 2
        } else {
            *bytes
        };
        DeclType {
            spelling: KindSpelling::Star(*bytes),
            ..DeclType::plain(self.checked(make, i64::from(kind), at))
        }
    }

    /// The type named by a statement after all declarations, so that its length is known.
    pub(super) fn type_of_statement(&mut self, spec: &ast::TypeSpec) -> DeclType {
        let mut ty = self.type_spec(spec);
        if let (Ty::Character, Some(ast::Len::Expr(e))) = (ty.ty, &spec.len) {
            ty.len = Some(CharLen::Expr(Box::new(self.expr(e))));
        }
        for (i, e) in self.waiting_params(spec, ty.ty) {
            ty.params[i] = CharLen::Expr(Box::new(self.expr(e)));
        }
        ty
    }

    /// Defers a character length that refers to variables to the end of the specification part.
    pub(super) fn defer_len(&mut self, s: SymbolId, len: Option<&'a ast::Len>) {
        if let Some(ast::Len::Expr(e)) = len {
            if !self.is_settled(e) {
                self.scope().deferred.lens.push((s, e));
            }
        }
    }

    /// The same for the LEN parameters of a derived type.
    pub(super) fn defer_params(&mut self, s: SymbolId, spec: &'a ast::TypeSpec, ty: Ty) {
        for (i, e) in self.waiting_params(spec, ty) {
            self.scope().deferred.params.push((s, i, e));
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

    /// The parameters of a type, created on demand.
    pub(super) fn params(&mut self, ty: SymbolId, tree: &'a ast::DerivedType) -> Vec<TypeParam> {
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

    /// `TYPE(t(8, n))`.
    fn instance_type(&mut self, ty: SymbolId, name: &Name, args: &[ast::Arg], is_class: bool) -> DeclType {
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
            self.made_instance(ty, kinds, false)
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

    /// An instance with unknown parameter values, or whose objects are left out: its components fit everywhere.
    pub(super) fn vague_instance(&mut self, ty: SymbolId) -> SymbolId {
        self.made_instance(ty, vec![], true)
    }

    /// The instance of a type with parameters for the values of the KIND parameters; `None` for the other parameters.
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
