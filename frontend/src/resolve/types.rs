//! Type specifications: kinds evaluated, lengths resolved, the spelling kept.

use super::Resolver;
use crate::ast::{self, fold, BaseType, KindSpec};
use crate::codes;
use crate::consteval::{constant_with, Const};
use crate::diag::Diagnostic;
use crate::ir::*;

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
                    None => Ty::Typeless,
                };
                DeclType {
                    spelling: KindSpelling::Expr(Box::new(value)),
                    ..DeclType::plain(ty)
                }
            }
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

    /// The value of a kind expression; an error if it is unknown.
    pub(super) fn kind_value(&mut self, e: &Expr) -> Option<i64> {
        let params = &self.kind_params;
        let known = constant_with(&self.p, e, &|s| params.get(&s).copied().map(Const::Int));
        if let Some(Const::Int(k)) = known {
            return Some(k);
        }
        if e.ty != Ty::Typeless {
            self.report(
                Diagnostic::error(
                    codes::BAD_CONSTANT,
                    e.span,
                    "the kind is not a constant expression that adc can evaluate",
                )
                .help("use a literal, a named constant, KIND(...) or SELECTED_REAL_KIND(...)"),
            );
        }
        None
    }

    /// The type with a kind that exists.
    pub(super) fn checked(&mut self, make: fn(u8) -> Ty, kind: i64, at: Span) -> Ty {
        let allowed: &[i64] = match make(4) {
            Ty::Integer(_) => &[1, 2, 4, 8, 16],
            Ty::Logical(_) => &[1, 2, 4, 8, 16],
            _ => &[4, 8, 10, 16],
        };
        if allowed.contains(&kind) {
            return make(kind as u8);
        }
        let what = match make(4) {
            Ty::Integer(_) => "integer",
            Ty::Logical(_) => "logical",
            Ty::Complex(_) => "complex",
            _ => "real",
        };
        self.report(Diagnostic::error(
            codes::BAD_CONSTANT,
            at,
            format!("kind {kind} does not exist for {what}"),
        ));
        Ty::Typeless
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

    /// A character length, resolved now if possible.
    fn len(&mut self, len: &ast::Len) -> CharLen {
        match len {
            ast::Len::Star(n) => CharLen::Expr(Box::new(int(i64::from(*n)))),
            ast::Len::Expr(e) if self.is_settled(e) => CharLen::Expr(Box::new(self.expr(e))),
            ast::Len::Expr(_) | ast::Len::Assumed => CharLen::Assumed,
            ast::Len::Deferred => CharLen::Deferred,
        }
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

    /// True if an expression refers only to constants that are known already.
    pub(super) fn is_settled(&mut self, e: &ast::Expr) -> bool {
        use ast::ExprKind::*;
        match &e.kind {
            Int(_) | Real(_) | Str(_) | Logical(_) | Boz(_) | Hollerith(_) => true,
            Paren(a) | Unary(_, a) => self.is_settled(a),
            Binary(_, a, b) | Complex(a, b) => self.is_settled(a) && self.is_settled(b),
            Designator(parts) => {
                let [part] = parts.as_slice() else { return false };
                let folded = fold(&part.name.text);
                let known = match self.lookup(&folded) {
                    Some(s) => matches!(self.p.symbols[s].kind, SymbolKind::Constant(_)),
                    None => !part.args.is_empty() && crate::intrinsics::find(&folded).is_some(),
                };
                known
                    && part.args.iter().flatten().all(|a| match &a.value {
                        ast::ArgValue::Expr(e) => self.is_settled(e),
                        _ => false,
                    })
            }
            Array(..) | Substring(..) | Percent(..) | ImpliedDo { .. } => false,
        }
    }

    /// The derived type of a name; an error if there is none.
    pub(super) fn find_type(&mut self, name: &ast::Name) -> Option<SymbolId> {
        let folded = fold(&name.text);
        if let Some(s) = self.lookup(&folded) {
            if let Some(t) = self.as_type(s) {
                return Some(t);
            }
            if self.is_poison(s) {
                return None;
            }
        } else if self.is_incomplete() {
            return None;
        }
        if self.scope().reported.insert(format!("type {folded}").into()) {
            self.report(Diagnostic::error(
                codes::UNKNOWN_TYPE,
                name.span,
                format!("the derived type `{}` is not declared here", name.text),
            ));
        }
        None
    }

    /// The derived type of a symbol, even if a generic name of the same spelling hides it.
    pub(super) fn as_type(&self, s: SymbolId) -> Option<SymbolId> {
        match &self.p.symbols[s].kind {
            SymbolKind::Type(_) => Some(s),
            SymbolKind::Generic(g) => g.ty,
            _ => None,
        }
    }

    /// True if a module that the unit or a host uses is missing, or one of their statements could not be parsed.
    pub(super) fn is_incomplete(&mut self) -> bool {
        let mut at = Some(self.unit());
        while let Some(u) = at {
            if self.scope_of(u).incomplete {
                return true;
            }
            at = self.p.units[u].parent;
        }
        false
    }
}
