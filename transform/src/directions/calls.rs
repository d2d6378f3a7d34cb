//! Calls of derivatives for many directions.

use super::copies::Copies;
use super::writer::{Piece, Writer};
use super::{at, formals};
use adc_frontend::ir::*;

/// The statements of a call, or the reason for which there are none.
pub(super) type Made = Result<Vec<Piece>, &'static str>;

const NO_PLACE: &str = "the derivative of this function value cannot be passed as an argument";

/// `call f_dv(x, xd, y, yd, nd)`.
pub(super) fn subroutine(w: &mut Writer, target: UnitId, callee: Callee, args: Vec<Arg>, span: Span) -> Made {
    let mut copies = Copies::default();
    let mut args = given(w, target, args, &mut copies)?;
    with_count(w, target, &mut args);
    Ok(copies.around(vec![Stmt::at(StmtKind::Call { callee, args }, span)]))
}

/// `yd = f_d(x, xd, y)` becomes `call f_dv(x, xd, y, yd, nd)`: the derivative of the value is an argument.
pub(super) fn function(w: &mut Writer, target: UnitId, lhs: Expr, callee: Callee, args: Vec<Arg>, span: Span) -> Made {
    let result = w.g.out.units[target].result.ok_or(NO_PLACE)?;
    let base = lhs.base_symbol().ok_or(NO_PLACE)?;
    let reads = args
        .iter()
        .filter_map(Arg::expr)
        .any(|a| visit::mentions(a, &|s| s == base));
    // a variable that the procedure reads, too, is set after the call
    let (to, after) = match reads {
        false => (lhs, None),
        true => {
            let t = w
                .result_like(&lhs)
                .ok_or("an array that a function reads cannot be its result")?;
            (t.clone(), Some((lhs, t)))
        }
    };
    let mut copies = Copies::default();
    let mut all = given(w, target, args, &mut copies)?;
    let keyword = needs_keyword(w, target, &all);
    let value = match w.carriers().names(&to) {
        true => passed(w, target, result, &to, &mut copies)?,
        false => to.clone(),
    };
    all.push(Arg {
        keyword: keyword
            .then(|| formals::value_name(w.g, target).unwrap_or_else(|| w.g.out.symbols[result].name.clone())),
        value: ArgValue::Expr(value),
    });
    with_count(w, target, &mut all);
    let mut out = vec![Stmt::at(StmtKind::Call { callee, args: all }, span)];
    if let Some((lhs, t)) = after {
        let all = at::all(w.carriers(), &lhs).ok_or(NO_PLACE)?;
        let (lhs, t) = (all, at::all(w.carriers(), &t).unwrap_or(t));
        out.push(assign(lhs, t));
    }
    Ok(copies.around(out))
}

/// True if what is added to arguments needs a keyword: others have one, or optional arguments are left out at the end.
fn needs_keyword(w: &Writer, target: UnitId, args: &[Arg]) -> bool {
    let unit = &w.g.out.units[target];
    let added = [unit.result, w.all.argument(target)];
    let given = unit.args.iter().filter(|a| a.is_none() || !added.contains(a));
    args.iter().any(|a| a.keyword.is_some()) || args.len() < given.count()
}

fn with_count(w: &Writer, target: UnitId, args: &mut Vec<Arg>) {
    // a derivative that the user writes takes the number even where it is constant
    let by_hand = || formals::model_of(w.g, target).map(|_| formals::COUNT.into());
    let own = w.all.argument(target).map(|s| w.g.out.symbols[s].name.clone());
    let Some(name) = own.or_else(by_hand) else { return };
    let keyword = needs_keyword(w, target, args);
    args.push(Arg {
        keyword: keyword.then_some(name),
        value: ArgValue::Expr(w.count()),
    });
}

/// The arguments, those with derivatives for all directions.
fn given(w: &mut Writer, target: UnitId, mut args: Vec<Arg>, copies: &mut Copies) -> Result<Vec<Arg>, &'static str> {
    let is_elemental = w.g.out.units[target].prefix.elemental;
    if is_elemental && args.iter().filter_map(Arg::expr).any(|a| a.rank > 0) {
        return Err("an elemental procedure cannot be called with arrays");
    }
    for (k, a) in args.iter_mut().enumerate() {
        let formal = formals::dummy_of(w.g, target, k, a);
        let Some(e) = a.expr_mut() else { continue };
        match formal {
            Some(f) if w.carriers().contains(f) => *e = passed(w, target, f, e, copies)?,
            _ => at::inquiries(w.carriers(), e),
        }
    }
    Ok(args)
}

/// An actual argument for all directions.
fn passed(
    w: &mut Writer,
    target: UnitId,
    formal: SymbolId,
    e: &Expr,
    copies: &mut Copies,
) -> Result<Expr, &'static str> {
    let is_array = formals::takes_array(w.g, target, formal);
    let c = w.carriers();
    let all = match &e.kind {
        // an element stands for the rest of its array
        ExprKind::Index(base, _) if is_array && e.rank == 0 => matches!(base.kind, ExprKind::Var(_)).then(|| {
            let mut first = e.clone();
            at::at(c, &mut first, &int(1));
            first
        }),
        _ if c.names(e) => at::all(c, e),
        _ => return Err("an argument without a derivative cannot be passed where one is expected"),
    };
    let is_descriptor = w.g.out.symbols[formal]
        .variable()
        .is_some_and(|v| v.attrs.allocatable || v.attrs.pointer);
    match all {
        Some(all) => Ok(all),
        None if is_descriptor => {
            Err("a component of an object cannot be passed to an argument that is allocatable or a pointer")
        }
        None => {
            let copy = copies.of_all(w, e, formals::may_write(w.g, target, formal));
            copy.ok_or(match e.ty {
                Ty::Derived(_) | Ty::Class(_) => {
                    "an object in an allocatable or pointer component cannot be an argument"
                }
                _ => "this component of an object cannot be an argument",
            })
        }
    }
}
