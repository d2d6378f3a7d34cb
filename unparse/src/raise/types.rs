//! Types, dimensions, attributes.

use super::build::{expr, int, name, type_spec};
use super::kinds::USUAL;
use super::{cannot_print, Result, Scope};
use adc_frontend::ast::{self, Attr, BaseType, KindSpec, KindWord, Len, TypeSpec};
use adc_frontend::ir::*;
use adc_frontend::span::Form;

/// Context of a declaration, which determines the attributes to print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A local variable, which may be saved.
    Local,
    /// Module variables are saved anyway, others cannot be.
    Elsewhere,
}

impl Scope<'_> {
    /// A declared type in the spelling of the output's form.
    pub(super) fn decl_type(&self, d: &DeclType) -> Result<TypeSpec> {
        let base = match d.ty {
            Ty::Integer(_) => BaseType::Integer,
            Ty::Real(_) => BaseType::Real,
            Ty::Complex(_) => BaseType::Complex,
            Ty::Logical(_) => BaseType::Logical,
            Ty::Character => BaseType::Character,
            Ty::Derived(s) => return Ok(type_spec(BaseType::Type(self.type_name(s), self.type_params(s, d)?))),
            Ty::Class(s) => return Ok(type_spec(BaseType::Class(self.type_name(s), self.type_params(s, d)?))),
            Ty::Unlimited => return Ok(type_spec(BaseType::ClassStar)),
            Ty::Typeless | Ty::None => return Err(cannot_print(Span::NONE, "a declaration without a type")),
        };
        let mut spec = type_spec(base);
        let kinds = self.program.kinds;
        let usual = match d.ty {
            // with a flag for default reals, generated code means the same without it
            Ty::Real(_) | Ty::Complex(_) if kinds.real != USUAL => None,
            _ => Some(USUAL),
        };
        match &d.spelling {
            KindSpelling::Expr(e) => {
                // a kind alone in the parentheses of CHARACTER would mean the length
                let word = match d.ty {
                    Ty::Character => KindWord::Last,
                    _ => KindWord::Absent,
                };
                spec.kind = KindSpec::Paren(Box::new(self.expr(e)?), word);
            }
            KindSpelling::Double if d.ty == Ty::Real(kinds.double) => spec.base = BaseType::DoublePrecision,
            KindSpelling::Plain if d.ty.kind() == usual => {}
            KindSpelling::Plain if d.ty == Ty::Real(8) && kinds.double == 8 && self.form == Form::Fixed => {
                spec.base = BaseType::DoublePrecision;
            }
            // `*8` is not standard Fortran; `(8)` means the same to compilers that accept it
            KindSpelling::Plain | KindSpelling::Double | KindSpelling::Star(_) => {
                if let Some(kind) = d.ty.kind() {
                    spec.kind = KindSpec::Paren(Box::new(int(kind)), KindWord::Absent);
                }
            }
        }
        spec.len = match &d.len {
            None => None,
            Some(CharLen::Expr(e)) => Some(Len::Expr(Box::new(self.expr(e)?))),
            Some(CharLen::Assumed) => Some(Len::Assumed),
            Some(CharLen::Deferred) => Some(Len::Deferred),
        };
        Ok(spec)
    }

    /// The name of a derived type, for any of its instances.
    pub(super) fn type_name(&self, ty: SymbolId) -> ast::Name {
        name(self.symbol_name(self.program.declared_type(ty)))
    }

    /// The values of a type's parameters.
    fn type_params(&self, ty: SymbolId, d: &DeclType) -> Result<Vec<ast::Arg>> {
        let params = self.program.type_params(ty).iter().enumerate();
        let arg = |(i, p): (usize, &TypeParam)| {
            let value = match (d.params.get(i), p.value) {
                (Some(CharLen::Expr(e)), _) => ast::ArgValue::Expr(self.expr(e)?),
                (Some(CharLen::Assumed), _) => ast::ArgValue::Star,
                (Some(CharLen::Deferred), _) => ast::ArgValue::Section(None, None, None),
                (None, Some(kind)) => ast::ArgValue::Expr(int(kind)),
                (None, None) => {
                    let what = "an object of a parameterized type whose parameters are not known";
                    return Err(cannot_print(self.program.symbols[ty].span, what));
                }
            };
            Ok(ast::Arg { keyword: None, value })
        };
        params.map(arg).collect()
    }

    pub(super) fn dims(&self, dims: &[Dim]) -> Result<Option<Vec<ast::Dim>>> {
        if dims.is_empty() {
            return Ok(None);
        }
        let bound = |e: &Option<Expr>| e.as_ref().map(|e| self.expr(e)).transpose();
        let dims = dims.iter().map(|d| {
            Ok(match d {
                Dim::Explicit(lo, hi) => ast::Dim::Explicit(bound(lo)?, self.expr(hi)?),
                Dim::Assumed(lo) => ast::Dim::Colon(bound(lo)?),
                Dim::Deferred => ast::Dim::Colon(None),
                Dim::AssumedSize(lo) => ast::Dim::Star(bound(lo)?),
                Dim::AssumedRank => ast::Dim::AssumedRank,
            })
        });
        dims.collect::<Result<Vec<_>>>().map(Some)
    }

    pub(super) fn attributes(&self, a: &Attrs, place: Place, initialised: bool) -> Vec<Attr> {
        let mut out = vec![];
        if let Some(intent) = a.intent {
            out.push(Attr::Intent(intent));
        }
        let flags = [
            (a.allocatable, Attr::Allocatable),
            (a.pointer, Attr::Pointer),
            (a.target, Attr::Target),
            (a.optional, Attr::Optional),
            (a.value, Attr::Value),
            (a.volatile, Attr::Volatile),
            (a.asynchronous, Attr::Asynchronous),
            (a.protected, Attr::Protected),
            (a.contiguous, Attr::Contiguous),
            (a.save && !initialised && place == Place::Local, Attr::Save),
        ];
        out.extend(flags.into_iter().filter(|f| f.0).map(|f| f.1));
        if let Some(bind) = &a.bind {
            out.push(Attr::Other(bind.clone()));
        }
        out
    }

    /// `= value` or `=> target`.
    pub(super) fn init(&self, init: &Init) -> Result<ast::Init> {
        Ok(match init {
            Init::Value(e) => ast::Init::Value(self.expr(e)?),
            Init::Pointer(e) => ast::Init::Pointer(match &e.kind {
                ExprKind::Var(s) | ExprKind::Procedure(s) => super::build::word(self.symbol_name(*s)),
                _ => self.expr(e)?,
            }),
        })
    }

    /// An array constructor in the spelling of the form.
    pub(super) fn constructor(&self, ty: Option<&DeclType>, items: &[Expr]) -> Result<ast::Expr> {
        let ty = ty.map(|t| self.decl_type(t)).transpose()?.map(Box::new);
        let items = items.iter().map(|e| self.expr(e)).collect::<Result<_>>()?;
        Ok(expr(ast::ExprKind::Array(ty, items, self.form == Form::Free)))
    }
}
