//! Parameters of derived types: values written, defaults, inquiries.

use super::scope::BlockScope;
use super::state::{node, Resolver};
use crate::ast::{self, fold, ArgValue as A, Attr, BaseType, Name, StmtKind as S};
use crate::consteval::{constant_with, Const};
use crate::intrinsics;
use crate::ir::*;

impl Resolver<'_> {
    pub(super) fn omitted_definition(&self, tree: &ast::DerivedType, params: &[TypeParam]) -> Option<&'static str> {
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

    pub(super) fn scope_of_params(&self, params: &[TypeParam]) -> BlockScope {
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
}

/// The default value of a parameter, which may name KIND parameters of its type.
pub(super) fn default_of(program: &Program, param: SymbolId) -> Option<&Expr> {
    match &program.symbols[param].variable()?.init {
        Some(Init::Value(e)) => Some(e),
        _ => None,
    }
}

/// Gives default values, as far as known, to the parameters without a value whose position satisfies `takes`.
pub(super) fn set_defaults(
    program: &Program,
    params: &[TypeParam],
    values: &mut [Option<i64>],
    takes: &dyn Fn(usize) -> bool,
) {
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
pub(super) fn place(program: &Program, params: &[TypeParam], name: &str) -> Option<usize> {
    params
        .iter()
        .position(|p| program.symbols[p.symbol].name.eq_ignore_ascii_case(name))
}

/// The value written for each parameter.
pub(super) fn given<'s>(program: &Program, params: &[TypeParam], args: &'s [ast::Arg]) -> Vec<Option<&'s A>> {
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
