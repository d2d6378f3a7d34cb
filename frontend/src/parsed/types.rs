//! Grammar actions for types.

use super::*;

/// A type that was parsed as an expression, as in `[real(8) :: 1, 2]`: only there the grammar does not know beforehand
/// that a type follows.
pub fn type_of_expr<'t>(e: Expr) -> Result<TypeSpec, ActionError<'t>> {
    let span = e.span;
    match e.kind {
        ExprKind::Designator(mut parts) if parts.len() == 1 => {
            let Some(p) = parts.pop() else {
                return fail(span, "expected a type");
            };
            let mut lists = p.args.into_iter();
            let args = lists.next();
            if lists.next().is_some() || p.image.is_some() {
                return fail(span, "expected a type");
            }
            match intrinsic_type(&p.name.text) {
                Some(kw) => type_spec(kw, args, span),
                None => Ok(TypeSpec {
                    base: BaseType::Type(p.name, args.unwrap_or_default()),
                    kind: KindSpec::Default,
                    len: None,
                    span,
                }),
            }
        }
        // `character*5 ::`
        ExprKind::Binary(BinaryOp::Mul, l, r) => {
            let mut ty = type_of_expr(*l)?;
            ty.span = span;
            match r.kind {
                ExprKind::Int(n) => star_selector(&mut ty, star_number(r.span.lo, &n, r.span.hi)?),
                ExprKind::Paren(e) => ty.len = Some(Len::Expr(e)),
                _ => return fail(r.span, "expected a length"),
            }
            Ok(ty)
        }
        _ => fail(span, "expected a type"),
    }
}

fn intrinsic_type(text: &str) -> Option<TypeKw> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    Some(match &*fold(&text) {
        "integer" => TypeKw::Integer,
        "real" => TypeKw::Real,
        "complex" => TypeKw::Complex,
        "logical" => TypeKw::Logical,
        "character" => TypeKw::Character,
        "doubleprecision" => TypeKw::DoublePrecision,
        "doublecomplex" => TypeKw::DoubleComplex,
        "byte" => TypeKw::Byte,
        _ => return None,
    })
}

/// Applies `*n`.
pub fn star_selector(ty: &mut TypeSpec, n: u32) {
    if ty.base == BaseType::Character {
        ty.len = Some(Len::Star(n));
    } else {
        ty.kind = KindSpec::Star(n);
    }
}

/// A type from its keyword and the parentheses after it.
pub fn type_spec<'t>(kw: TypeKw, args: Option<Vec<Arg>>, span: Span) -> Result<TypeSpec, ActionError<'t>> {
    let base = match kw {
        TypeKw::Integer => BaseType::Integer,
        TypeKw::Real => BaseType::Real,
        TypeKw::DoublePrecision => BaseType::DoublePrecision,
        TypeKw::Complex => BaseType::Complex,
        TypeKw::DoubleComplex => BaseType::DoubleComplex,
        TypeKw::Logical => BaseType::Logical,
        TypeKw::Character => BaseType::Character,
        TypeKw::Byte => BaseType::Byte,
        TypeKw::Type | TypeKw::Class => return derived(kw == TypeKw::Class, args.unwrap_or_default(), span),
    };
    let is_char = base == BaseType::Character;
    let mut ty = TypeSpec {
        base,
        kind: KindSpec::Default,
        len: None,
        span,
    };
    let args = args.unwrap_or_default();
    let several = args.len() > 1;
    for (i, a) in args.into_iter().enumerate() {
        let key = a.keyword.as_ref().map(|k| fold(&k.text));
        let is_len = match key.as_deref() {
            None => is_char && i == 0,
            Some("len") => is_char,
            Some("kind") => false,
            Some(_) => return fail(span, "only `kind` and `len` are allowed as keywords here"),
        };
        match (is_len, a.value) {
            (true, ArgValue::Expr(e)) => ty.len = Some(Len::Expr(Box::new(e))),
            (true, ArgValue::Star) => ty.len = Some(Len::Assumed),
            (true, ArgValue::Section(None, None, None)) => ty.len = Some(Len::Deferred),
            (false, ArgValue::Expr(e)) => {
                let word = match key {
                    None => KindWord::Absent,
                    Some(_) if i == 0 && several => KindWord::First,
                    Some(_) => KindWord::Last,
                };
                ty.kind = KindSpec::Paren(Box::new(e), word);
            }
            _ => return fail(span, "expected a kind or a length"),
        }
    }
    Ok(ty)
}

/// `TYPE(...)` and `CLASS(...)`.
fn derived<'t>(class: bool, mut args: Vec<Arg>, span: Span) -> Result<TypeSpec, ActionError<'t>> {
    let one = args.pop().filter(|_| args.is_empty());
    let base = match one {
        Some(Arg {
            keyword: None,
            value: ArgValue::Star,
        }) if class => BaseType::ClassStar,
        Some(Arg {
            keyword: None,
            value: ArgValue::Star,
        }) => BaseType::TypeStar,
        Some(Arg {
            keyword: None,
            value: ArgValue::Expr(e),
        }) => {
            let ty = type_of_expr(e)?;
            match ty.base {
                BaseType::Type(n, a) if class => BaseType::Class(n, a),
                // `TYPE(REAL(8))` is the intrinsic type.
                _ if !class => return Ok(TypeSpec { span, ..ty }),
                _ => return fail(span, "CLASS requires the name of a derived type"),
            }
        }
        _ => return fail(span, "expected the name of a derived type"),
    };
    Ok(TypeSpec {
        base,
        kind: KindSpec::Default,
        len: None,
        span,
    })
}

/// Interface of `PROCEDURE(...)`.
pub fn proc_interface<'t>(e: Expr) -> Result<ProcInterface, ActionError<'t>> {
    if let ExprKind::Designator(parts) = &e.kind {
        if let [Part {
            name,
            args,
            image: None,
        }] = parts.as_slice()
        {
            if args.is_empty() && intrinsic_type(&name.text).is_none() {
                return Ok(ProcInterface::Name(name.clone()));
            }
            // `TYPE(t)` reads like a name with an argument here
            if let ([list], word @ ("type" | "class")) = (args.as_slice(), &*fold(&name.text)) {
                return derived(word == "class", list.clone(), e.span).map(ProcInterface::Type);
            }
        }
    }
    type_of_expr(e).map(ProcInterface::Type)
}
