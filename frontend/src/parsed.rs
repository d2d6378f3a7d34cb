//! What the grammar makes of one statement, and the helpers of its actions.
//!
//! Statements that stand for themselves are finished [`StmtKind`]s; those that open, divide or close a block
//! are [`Parsed`] parts that the block builder puts together.

use crate::ast::*;
use crate::codes;
use crate::span::Span;
use crate::token::{AttrKw, EndKind, Fail, PrefixKw, TypeKw};
use lalrpop_util::ParseError;

/// Error of an action.
pub type ActionError<'t> = ParseError<u32, crate::token::Tok<'t>, Fail>;

/// One statement.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Parsed {
    /// Complete in itself.
    Simple(Box<StmtKind>),
    Unit(UnitKind),
    Contains,
    End(EndKind, Option<Name>),
    IfThen(Expr),
    ElseIf(Expr, Option<Name>),
    Else(Option<Name>),
    Do {
        label: Option<u32>,
        control: Box<DoControl>,
    },
    SelectCase(Expr),
    Case(Option<Vec<CaseValue>>, Option<Name>),
    SelectType {
        rename: Option<Name>,
        expr: Expr,
    },
    TypeGuard(Option<(bool, TypeSpec)>, Option<Name>),
    Where(Expr),
    ElseWhere(Option<Expr>, Option<Name>),
    Forall(ForallHeader),
    Associate(Vec<(Name, Expr)>),
    Block,
    Images(ImageBlock, Vec<Arg>),
    SelectRank {
        rename: Option<Name>,
        expr: Expr,
    },
    Rank(RankGuard, Option<Name>),
    DerivedType {
        name: Name,
        attrs: Vec<Attr>,
        params: Vec<Name>,
    },
    Sequence,
    Interface {
        is_abstract: bool,
        generic: Option<Name>,
    },
    /// `MODULE PROCEDURE a, b`: in an interface, or the heading of a separate procedure.
    ModuleProcedure(Vec<Name>),
    /// `PROCEDURE ...`: in an interface, in a type, or a declaration.
    Procedure {
        interface: Option<Box<ProcInterface>>,
        parens: Option<Span>,
        attrs: Vec<Attr>,
        colons: bool,
        items: Vec<Entity>,
    },
    Generic {
        attrs: Vec<Attr>,
        spec: Name,
        names: Vec<Name>,
    },
    Final(Vec<Name>),
    Enum,
    Enumerator(Vec<(Name, Option<Expr>)>),
    Unsupported,
}

/// What stands in a flat list such as that of COMMON, where commas may be missing.
pub enum Flat {
    /// `,`
    Comma(u32),
    /// `/name/`, `//`
    Block(Option<Name>, Span),
    /// A member.
    Entity(Entity),
}

/// An error with a place and a text.
pub fn fail<'t, T>(span: Span, message: &str) -> Result<T, ActionError<'t>> {
    Err(ParseError::User {
        error: Fail::new(span, message),
    })
}

/// An error about what is legal but not supported.
pub fn unsupported<'t, T>(span: Span, what: &str) -> Result<T, ActionError<'t>> {
    let mut error = Fail::new(span, format!("{what} is not supported yet"));
    error.code = codes::UNSUPPORTED_STATEMENT;
    Err(ParseError::User { error })
}

/// A name.
pub fn name(lo: u32, text: &str, hi: u32) -> Name {
    Name {
        text: text.into(),
        span: Span::new(lo, hi),
    }
}

/// A generic specification: blanks within it mean nothing.
pub fn generic(lo: u32, text: &str, hi: u32) -> Name {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    Name {
        text: text.into(),
        span: Span::new(lo, hi),
    }
}

/// An expression.
pub fn expr(lo: u32, kind: ExprKind, hi: u32) -> Expr {
    Expr {
        kind,
        span: Span::new(lo, hi),
    }
}

/// A unary expression.
pub fn unary(lo: u32, op: UnaryOp, e: Expr) -> Expr {
    let span = Span::new(lo, e.span.hi);
    Expr {
        kind: ExprKind::Unary(op, Box::new(e)),
        span,
    }
}

/// A name, with nothing behind it yet.
pub fn part(name: Name) -> Part {
    Part {
        name,
        args: vec![],
        image: None,
    }
}

/// The parts of a designator, the last one with a list in parentheses.
pub fn subscripted<'t>(mut parts: Vec<Part>, args: Vec<Arg>, at: Span) -> Result<Vec<Part>, ActionError<'t>> {
    match parts.last_mut() {
        Some(p) if p.image.is_none() => p.args.push(args),
        _ => return fail(at, "subscripts stand before the image"),
    }
    Ok(parts)
}

/// The parts of a designator, the last one on an image.
pub fn of_image<'t>(mut parts: Vec<Part>, image: Vec<Arg>, at: Span) -> Result<Vec<Part>, ActionError<'t>> {
    match parts.last_mut() {
        Some(p) if p.image.is_none() => p.image = Some(image),
        _ => return fail(at, "one image is enough"),
    }
    Ok(parts)
}

/// `(a)`, `(a, b)`: nothing else may stand in parentheses without an index.
pub fn paren<'t>(lo: u32, mut items: Vec<Expr>, hi: u32) -> Result<Expr, ActionError<'t>> {
    let last = items.pop();
    let before = items.pop();
    match (before, last, items.is_empty()) {
        (None, Some(e), true) => Ok(expr(lo, ExprKind::Paren(Box::new(e)), hi)),
        (Some(re), Some(im), true) => Ok(expr(lo, ExprKind::Complex(Box::new(re), Box::new(im)), hi)),
        _ => fail(
            Span::new(lo, hi),
            "a list in parentheses needs an index, as in `(a(i), i = 1, n)`",
        ),
    }
}

/// A label.
pub fn label<'t>(lo: u32, digits: &str, hi: u32) -> Result<u32, ActionError<'t>> {
    match digits.parse() {
        Ok(n @ 1..=99999) => Ok(n),
        _ => fail(Span::new(lo, hi), "a label is a number from 1 to 99999"),
    }
}

/// `*8`.
pub fn star_number<'t>(lo: u32, digits: &str, hi: u32) -> Result<u32, ActionError<'t>> {
    match digits.parse() {
        Ok(n) => Ok(n),
        Err(_) => fail(Span::new(lo, hi), "length is too large"),
    }
}

/// `'abc'(1:2)`.
pub fn substring<'t>(literal: Expr, mut bounds: Vec<Arg>, hi: u32) -> Result<Expr, ActionError<'t>> {
    let (lo, one) = (literal.span.lo, bounds.len() == 1);
    match bounds.pop() {
        Some(Arg {
            keyword: None,
            value: ArgValue::Section(a, b, None),
        }) if one => Ok(expr(lo, ExprKind::Substring(Box::new(literal), a, b), hi)),
        _ => fail(
            Span::new(literal.span.hi, hi),
            "a substring has one range, as in `'abc'(1:2)`",
        ),
    }
}

/// An argument that must be an expression without keyword.
pub fn plain_expr<'t>(a: Arg, at: Span) -> Result<Expr, ActionError<'t>> {
    match a {
        Arg {
            keyword: None,
            value: ArgValue::Expr(e),
        } => Ok(e),
        Arg { keyword: Some(k), .. } => fail(k.span, "a keyword has no meaning here"),
        Arg { .. } => fail(at, "an expression is wanted here"),
    }
}

/// Arguments that must all be expressions.
pub fn plain_exprs<'t>(args: Vec<Arg>, at: Span) -> Result<Vec<Expr>, ActionError<'t>> {
    args.into_iter().map(|a| plain_expr(a, at)).collect()
}

/// The control list of an I/O statement.
pub fn controls<'t>(args: Vec<Arg>, at: Span) -> Result<Vec<(Option<Name>, IoControl)>, ActionError<'t>> {
    args.into_iter()
        .map(|a| match a.value {
            ArgValue::Expr(e) => Ok((a.keyword, IoControl::Expr(e))),
            ArgValue::Star => Ok((a.keyword, IoControl::Star)),
            ArgValue::Section(..) | ArgValue::AltReturn(_) | ArgValue::StarFrom(_) => {
                fail(at, "this does not belong into a control list")
            }
        })
        .collect()
}

/// A type that was read as an expression, as in `[real(8) :: 1, 2]`: only there does the grammar not know
/// beforehand that a type follows.
pub fn type_of_expr<'t>(e: Expr) -> Result<TypeSpec, ActionError<'t>> {
    let span = e.span;
    match e.kind {
        ExprKind::Designator(mut parts) if parts.len() == 1 => {
            let Some(p) = parts.pop() else {
                return fail(span, "a type is wanted here");
            };
            let mut lists = p.args.into_iter();
            let args = lists.next();
            if lists.next().is_some() || p.image.is_some() {
                return fail(span, "a type is wanted here");
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
                _ => return fail(r.span, "a length is wanted here"),
            }
            Ok(ty)
        }
        _ => fail(span, "a type is wanted here"),
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

/// A type from its keyword and what stands in parentheses behind it.
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
            Some(_) => return fail(span, "the selector of a type has `kind` and `len` only"),
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
            _ => return fail(span, "the selector of a type holds no such thing"),
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
                _ => return fail(span, "CLASS needs the name of a derived type"),
            }
        }
        _ => return fail(span, "the name of a derived type is wanted here"),
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

/// Header of FORALL and DO CONCURRENT from `i = 1:n:2, ..., mask`.
pub fn forall<'t>(ty: Option<TypeSpec>, args: Vec<Arg>, at: Span) -> Result<ForallHeader, ActionError<'t>> {
    if let Some(t) = ty.as_ref().filter(|t| !matches!(t.base, BaseType::Integer)) {
        return fail(t.span, "an index is an integer");
    }
    let mut h = ForallHeader {
        ty,
        ranges: vec![],
        mask: None,
    };
    for a in args {
        match (a.keyword, a.value) {
            (Some(i), ArgValue::Section(Some(lo), Some(hi), step)) if h.mask.is_none() => {
                h.ranges.push((i, *lo, *hi, step.map(|s| *s)));
            }
            (None, ArgValue::Expr(e)) if h.mask.is_none() && !h.ranges.is_empty() => h.mask = Some(e),
            _ => return fail(at, "ranges `i = lo:hi` and then at most one mask are wanted here"),
        }
    }
    if h.ranges.is_empty() {
        return fail(at, "at least one range `i = lo:hi` is wanted here");
    }
    Ok(h)
}

/// Values of CASE.
pub fn case_values<'t>(args: Vec<Arg>, at: Span) -> Result<Vec<CaseValue>, ActionError<'t>> {
    args.into_iter()
        .map(|a| match (a.keyword, a.value) {
            (None, ArgValue::Expr(e)) => Ok(CaseValue::Value(e)),
            (None, ArgValue::Section(lo, hi, None)) if lo.is_some() || hi.is_some() => {
                Ok(CaseValue::Range(lo.map(|e| *e), hi.map(|e| *e)))
            }
            _ => fail(at, "values or ranges `lo:hi` are wanted here"),
        })
        .collect()
}

/// Objects and options of ALLOCATE and DEALLOCATE. A type before `::` was read as the lower bound of a section.
#[allow(clippy::type_complexity)]
pub fn allocation<'t>(
    args: Vec<Arg>,
    at: Span,
) -> Result<(Option<TypeSpec>, Vec<Expr>, Vec<(Name, Expr)>), ActionError<'t>> {
    let (mut ty, mut objects, mut options) = (None, vec![], vec![]);
    for a in args {
        match (a.keyword, a.value) {
            (None, ArgValue::Expr(e)) => objects.push(e),
            (Some(k), ArgValue::Expr(e)) => options.push((k, e)),
            (None, ArgValue::Section(Some(t), None, Some(o))) if objects.is_empty() && ty.is_none() => {
                ty = Some(type_of_expr(*t)?);
                objects.push(*o);
            }
            _ => return fail(at, "objects and options such as `stat = i` are wanted here"),
        }
    }
    Ok((ty, objects, options))
}

/// CALL: the last argument list belongs to the call.
pub fn call(mut proc: Expr) -> StmtKind {
    let mut args = None;
    if let ExprKind::Designator(parts) = &mut proc.kind {
        if let Some(p) = parts.last_mut() {
            args = p.args.pop();
            if args.is_some() {
                proc.span.hi = p.name.span.hi;
            }
        }
    }
    StmtKind::Call {
        proc,
        parens: args.is_some(),
        args: args.unwrap_or_default(),
    }
}

/// Groups of COMMON and NAMELIST.
#[allow(clippy::type_complexity)]
pub fn groups<'t>(items: Vec<Flat>) -> Result<Vec<(Option<Name>, Vec<Entity>)>, ActionError<'t>> {
    let mut out: Vec<(Option<Name>, Vec<Entity>)> = vec![];
    // True where a member may stand, and not a comma.
    let mut open = true;
    for item in items {
        match item {
            Flat::Block(n, _) => {
                out.push((n, vec![]));
                open = true;
            }
            Flat::Entity(e) => {
                if !open {
                    return fail(e.name.span, "a comma is missing before this name");
                }
                if out.is_empty() {
                    out.push((None, vec![]));
                }
                if let Some((_, members)) = out.last_mut() {
                    members.push(e);
                }
                open = false;
            }
            Flat::Comma(at) => {
                if open {
                    return fail(Span::new(at, at + 1), "a name is wanted before this comma");
                }
                open = true;
            }
        }
    }
    Ok(out)
}

/// Groups of NAMELIST.
#[allow(clippy::type_complexity)]
pub fn namelists<'t>(items: Vec<Flat>) -> Result<Vec<(Name, Vec<Name>)>, ActionError<'t>> {
    groups(items)?
        .into_iter()
        .map(|(n, members)| match n {
            Some(n) => Ok((n, members.into_iter().map(|e| e.name).collect())),
            None => fail(
                members.first().map_or(Span::NONE, |e| e.name.span),
                "a NAMELIST group has a name: `/name/`",
            ),
        })
        .collect()
}

/// Entities and blocks of SAVE and the other attribute statements.
pub fn attribute<'t>(attr: Attr, colons: bool, items: Vec<Flat>) -> Result<StmtKind, ActionError<'t>> {
    let (mut entities, mut blocks) = (vec![], vec![]);
    for item in items {
        match item {
            Flat::Entity(e) => entities.push(e),
            Flat::Block(Some(n), _) => blocks.push(n),
            Flat::Block(None, span) => return fail(span, "a COMMON block's name is wanted between the slashes"),
            Flat::Comma(_) => {}
        }
    }
    Ok(StmtKind::AttrDecl {
        attr,
        colons,
        entities,
        blocks,
    })
}

/// Entity of a name alone.
pub fn entity(name: Name) -> Entity {
    Entity {
        name,
        dims: None,
        codims: None,
        len: None,
        init: None,
    }
}

/// Letters of IMPLICIT: `(A-H, O-Z)`.
pub fn letters<'t>(text: &str, at: Span) -> Result<Vec<(char, char)>, ActionError<'t>> {
    let inside = text.trim_start_matches('(').trim_end_matches(')');
    inside
        .split(',')
        .map(|r| {
            let (a, b) = r.split_once('-').unwrap_or((r, r));
            let letter = |s: &str| {
                let mut c = s.trim().chars();
                c.next()
                    .filter(|l| l.is_ascii_alphabetic() && c.next().is_none())
                    .map(|l| l.to_ascii_lowercase())
            };
            match (letter(a), letter(b)) {
                (Some(a), Some(b)) if a <= b => Ok((a, b)),
                _ => fail(at, "letters or ranges of letters are wanted here, as in `(a-h, o-z)`"),
            }
        })
        .collect()
}

/// Prefix of a procedure.
pub fn prefix(kw: PrefixKw) -> Prefix {
    match kw {
        PrefixKw::Recursive => Prefix::Recursive,
        PrefixKw::Pure => Prefix::Pure,
        PrefixKw::Elemental => Prefix::Elemental,
        PrefixKw::Impure => Prefix::Impure,
        PrefixKw::Module => Prefix::Module,
        PrefixKw::NonRecursive => Prefix::NonRecursive,
    }
}

/// The attribute of a keyword, `PASS` with its name.
pub fn attr(kw: AttrKw) -> Attr {
    kw.attr()
}

/// RESULT and BIND behind a procedure's arguments.
pub enum Suffix {
    /// `RESULT(name)`.
    Result(Name),
    /// `BIND(C)`.
    Bind(Vec<Arg>),
}

/// Sorts the suffixes of a procedure.
pub fn suffixes(list: Vec<Suffix>) -> (Option<Name>, Option<Vec<Arg>>) {
    let (mut result, mut bind) = (None, None);
    for s in list {
        match s {
            Suffix::Result(n) => result = Some(n),
            Suffix::Bind(a) => bind = Some(a),
        }
    }
    (result, bind)
}

/// Array constructor.
pub fn array_kind<'t>(items: (Option<Box<Expr>>, Vec<Expr>), brackets: bool) -> Result<ExprKind, ActionError<'t>> {
    let ty = items.0.map(|t| type_of_expr(*t)).transpose()?.map(Box::new);
    Ok(ExprKind::Array(ty, items.1, brackets))
}

/// What stands behind the `H` of a Hollerith constant.
pub fn hollerith_text(text: &str) -> SmolStr {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(digits + 1..).unwrap_or("").into()
}
