//! Types, attributes, dimensions, entities.

use super::printer::Printer;
use adc_frontend::ast::{
    Attr, BaseType, DataValue, Dim, Entity, Expr, Init, Intent, KindSpec, KindWord, Len, Name, ProcInterface, TypeSpec,
};

impl Printer<'_> {
    /// A type at the start of a declaration: `real(8)`, `type(t)`.
    pub(super) fn type_spec(&mut self, ty: &TypeSpec) {
        match &ty.base {
            BaseType::Integer => self.kw("integer"),
            BaseType::Real => self.kw("real"),
            BaseType::DoublePrecision => self.kw("double precision"),
            BaseType::Complex => self.kw("complex"),
            BaseType::DoubleComplex => self.kw("double complex"),
            BaseType::Logical => self.kw("logical"),
            BaseType::Byte => self.kw("byte"),
            BaseType::Character => {
                self.kw("character");
                self.character_selector(ty);
                return;
            }
            BaseType::Type(..) => {
                self.kw("type");
                self.parenthesised_type(ty);
                return;
            }
            BaseType::Class(..) => {
                self.kw("class");
                self.parenthesised_type(ty);
                return;
            }
            BaseType::ClassStar => self.kw("class(*)"),
            BaseType::TypeStar => self.kw("type(*)"),
            BaseType::Procedure(interface) => {
                self.kw("procedure");
                self.open();
                match interface.as_deref() {
                    Some(ProcInterface::Name(name)) => self.name(name),
                    Some(ProcInterface::Type(ty)) => self.type_spec(ty),
                    None => {}
                }
                self.close();
                return;
            }
        }
        self.kind(&ty.kind);
    }

    fn parenthesised_type(&mut self, ty: &TypeSpec) {
        self.open();
        self.bare_type(ty);
        self.close();
    }

    /// A type in a context without `TYPE(...)` around derived types: constructors, ALLOCATE, guards.
    pub(super) fn bare_type(&mut self, ty: &TypeSpec) {
        match &ty.base {
            BaseType::Type(name, params) | BaseType::Class(name, params) => {
                self.name(name);
                if !params.is_empty() {
                    self.args(params);
                }
            }
            BaseType::Integer
            | BaseType::Real
            | BaseType::DoublePrecision
            | BaseType::Complex
            | BaseType::DoubleComplex
            | BaseType::Logical
            | BaseType::Character
            | BaseType::Byte
            | BaseType::ClassStar
            | BaseType::TypeStar
            | BaseType::Procedure(_) => self.type_spec(ty),
        }
    }

    fn kind(&mut self, kind: &KindSpec) {
        match kind {
            KindSpec::Default => {}
            KindSpec::Star(n) => {
                let text = format!("*{n}");
                self.w(&text);
            }
            KindSpec::Paren(e, keyword) => {
                self.open();
                self.kind_value(e, *keyword != KindWord::Absent);
                self.close();
            }
        }
    }

    fn kind_value(&mut self, e: &Expr, keyword: bool) {
        if keyword {
            self.kw("kind=");
        }
        self.expr(e);
    }

    fn character_selector(&mut self, ty: &TypeSpec) {
        let kind = match &ty.kind {
            KindSpec::Paren(e, keyword) => Some((e, *keyword)),
            KindSpec::Default | KindSpec::Star(_) => None,
        };
        match (&ty.len, kind) {
            (None, None) => {}
            (Some(Len::Star(n)), None) => {
                let text = format!("*{n}");
                self.w(&text);
            }
            (None, Some((e, _))) => {
                self.open();
                self.kind_value(e, true);
                self.close();
            }
            (Some(len), kind) => {
                self.open();
                if let Some((e, KindWord::First)) = kind {
                    self.kind_value(e, true);
                    self.comma();
                }
                // a kind without its keyword may only follow a length without one
                if kind.is_none_or(|(_, keyword)| keyword != KindWord::Absent) {
                    self.kw("len=");
                }
                match len {
                    Len::Star(n) => {
                        let text = n.to_string();
                        self.w(&text);
                    }
                    Len::Expr(e) => self.expr(e),
                    Len::Assumed => self.w("*"),
                    Len::Deferred => self.w(":"),
                }
                if let Some((e, keyword @ (KindWord::Absent | KindWord::Last))) = kind {
                    self.comma();
                    self.kind_value(e, keyword == KindWord::Last);
                }
                self.close();
            }
        }
    }

    pub(super) fn attr(&mut self, attr: &Attr) {
        match attr {
            Attr::Parameter => self.kw("parameter"),
            Attr::Allocatable => self.kw("allocatable"),
            Attr::Pointer => self.kw("pointer"),
            Attr::Target => self.kw("target"),
            Attr::Save => self.kw("save"),
            Attr::Optional => self.kw("optional"),
            Attr::External => self.kw("external"),
            Attr::Intrinsic => self.kw("intrinsic"),
            Attr::Public => self.kw("public"),
            Attr::Private => self.kw("private"),
            Attr::Value => self.kw("value"),
            Attr::Volatile => self.kw("volatile"),
            Attr::Asynchronous => self.kw("asynchronous"),
            Attr::Protected => self.kw("protected"),
            Attr::Contiguous => self.kw("contiguous"),
            Attr::Intent(Intent::In) => self.kw("intent(in)"),
            Attr::Intent(Intent::Out) => self.kw("intent(out)"),
            Attr::Intent(Intent::InOut) => self.kw("intent(inout)"),
            Attr::Dimension(dims) => {
                self.kw("dimension");
                if !dims.is_empty() {
                    self.dims(dims);
                }
            }
            Attr::Codimension(dims) => {
                self.kw("codimension");
                if !dims.is_empty() {
                    self.codims(dims);
                }
            }
            Attr::Bind(args) => {
                self.kw("bind");
                self.args(args);
            }
            Attr::Deferred => self.kw("deferred"),
            Attr::NoPass => self.kw("nopass"),
            Attr::Pass(name) => {
                self.kw("pass");
                if let Some(name) = name {
                    self.open();
                    self.name(name);
                    self.close();
                }
            }
            Attr::NonOverridable => self.kw("non_overridable"),
            Attr::Kind => self.kw("kind"),
            Attr::LenParam => self.kw("len"),
            Attr::Abstract => self.kw("abstract"),
            Attr::Extends(name) => {
                self.kw("extends");
                self.open();
                self.name(name);
                self.close();
            }
            Attr::Other(text) => self.w(text),
        }
    }

    /// Attributes, each preceded by a comma.
    pub(super) fn attrs(&mut self, attrs: &[Attr]) {
        for attr in attrs {
            self.comma();
            self.attr(attr);
        }
    }

    pub(super) fn dims(&mut self, dims: &[Dim]) {
        self.open();
        self.dim_list(dims);
        self.close();
    }

    fn codims(&mut self, dims: &[Dim]) {
        self.w("[");
        self.dim_list(dims);
        self.w("]");
    }

    fn dim_list(&mut self, dims: &[Dim]) {
        self.lists += 1;
        self.list(dims, |p, d| match d {
            Dim::Explicit(lo, hi) => {
                p.bound(lo.as_ref());
                p.expr(hi);
            }
            Dim::Colon(None) => p.w(":"),
            Dim::Colon(lo) => p.bound(lo.as_ref()),
            Dim::Star(lo) => {
                p.bound(lo.as_ref());
                p.w("*");
            }
            Dim::AssumedRank => p.w(".."),
        });
        self.lists -= 1;
    }

    /// A lower bound with its colon, if there is one.
    fn bound(&mut self, lo: Option<&Expr>) {
        if let Some(lo) = lo {
            self.expr(lo);
            self.w(":");
        }
    }

    pub(super) fn entity(&mut self, e: &Entity) {
        self.name(&e.name);
        if let Some(dims) = &e.dims {
            self.dims(dims);
        }
        if let Some(codims) = &e.codims {
            self.codims(codims);
        }
        match &e.len {
            None => {}
            Some(Len::Star(n)) => {
                let text = format!("*{n}");
                self.w(&text);
            }
            Some(Len::Expr(len)) => {
                self.w("*");
                self.open();
                self.expr(len);
                self.close();
            }
            Some(Len::Assumed) => self.w("*(*)"),
            Some(Len::Deferred) => self.w("*(:)"),
        }
        match &e.init {
            None => {}
            Some(Init::Value(e)) => {
                self.w(" = ");
                self.expr(e);
            }
            Some(Init::Pointer(e)) => {
                self.w(" => ");
                self.expr(e);
            }
            Some(Init::Data(values)) => {
                self.w(" ");
                self.data_values(values);
            }
        }
    }

    /// `/1, 3*2/`.
    pub(super) fn data_values(&mut self, values: &[DataValue]) {
        self.w("/");
        self.list(values, |p, v| {
            if let Some(repeat) = &v.repeat {
                p.expr(repeat);
                p.w("*");
            }
            p.expr(&v.value);
        });
        self.w("/");
    }

    /// `(a, *, b)`: dummy arguments.
    pub(super) fn dummies(&mut self, args: &[Option<Name>]) {
        self.open();
        self.brk(3);
        self.list(args, |p, a| match a {
            Some(name) => p.name(name),
            None => p.w("*"),
        });
        self.close();
    }
}
