//! Grammar actions for executable statements and labels.

use super::*;

/// A label.
pub fn label<'t>(lo: u32, digits: &str, hi: u32) -> Result<u32, ActionError<'t>> {
    match digits.parse() {
        Ok(n @ 1..=99999) => Ok(n),
        _ => fail(Span::new(lo, hi), "a label must be a number from 1 to 99999"),
    }
}

/// `*8`.
pub fn star_number<'t>(lo: u32, digits: &str, hi: u32) -> Result<u32, ActionError<'t>> {
    match digits.parse() {
        Ok(n) => Ok(n),
        Err(_) => fail(Span::new(lo, hi), "the length is too large"),
    }
}

/// The control list of an I/O statement.
pub fn controls<'t>(args: Vec<Arg>, at: Span) -> Result<Vec<(Option<Name>, IoControl)>, ActionError<'t>> {
    args.into_iter()
        .map(|a| match a.value {
            ArgValue::Expr(e) => Ok((a.keyword, IoControl::Expr(e))),
            ArgValue::Star => Ok((a.keyword, IoControl::Star)),
            ArgValue::Section(..) | ArgValue::AltReturn(_) | ArgValue::StarFrom(_) => {
                fail(at, "this is not allowed in a list of input or output controls")
            }
        })
        .collect()
}

/// Header of FORALL and DO CONCURRENT from `i = 1:n:2, ..., mask`.
pub fn forall<'t>(ty: Option<TypeSpec>, args: Vec<Arg>, at: Span) -> Result<ForallHeader, ActionError<'t>> {
    if let Some(t) = ty.as_ref().filter(|t| !matches!(t.base, BaseType::Integer)) {
        return fail(t.span, "an index must be an integer");
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
            _ => return fail(at, "expected ranges `i = lo:hi`, followed by at most one mask"),
        }
    }
    if h.ranges.is_empty() {
        return fail(at, "expected at least one range `i = lo:hi`");
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
            _ => fail(at, "expected values or ranges `lo:hi`"),
        })
        .collect()
}

/// Objects and options of ALLOCATE and DEALLOCATE. The grammar parses a type before `::` as the lower bound of a
/// section.
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
            _ => return fail(at, "expected variables, and options such as `stat = i`"),
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
