//! Array temporaries, and the shapes of array expressions.
//!
//! A temporary of constant shape is declared with that shape. Another one is allocatable, and is allocated first,
//! unless only the function that computes its value knows its shape: an inquiry about the shape would call the
//! function. (An assignment could allocate it, too, but compilers warn about descriptors that are used before they are
//! set.)
//!
//! In a loop the shape may change from one iteration to the next, and the adjoint must determine it again. So there a
//! temporary is deallocated after the statement that uses it, and starts with size zero if its shape is unknown.
//!
//! An allocated temporary gets its value as a section (`t(:) = a(lo:hi)`). An assignment to the whole variable may
//! allocate it again, and gfortran (12, at least) leaves it without memory if the extent of a section would be
//! negative: `a(4:2)`.

use super::leaves::is_allocatable;
use super::results;
use super::temps::{new_variable, Temps};
use crate::code::indices::nth;
use crate::rules::{bound_of, bounds_of, is_allocated, size_of};
use adc_frontend::consteval::int_const;
use adc_frontend::intrinsics::Class;
use adc_frontend::ir::visit::has_call;
use adc_frontend::ir::*;

/// The way a temporary gets its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filled {
    /// By assignment of a function value, whose shape the function determines.
    Assigned,
    /// In any other way.
    Otherwise,
}

impl Temps<'_> {
    /// A variable for an array of a type and shape. Adds statements that must run before its first use to `before`,
    /// those after its last use to `after`.
    pub fn array(
        &mut self,
        stem: &str,
        ty: DeclType,
        shape: Vec<Expr>,
        filled: Filled,
        before: &mut Block,
        after: &mut Block,
    ) -> Expr {
        let rank = shape.len() as u8;
        if shape.iter().all(|n| int_value(n).is_some()) {
            let dims = shape.into_iter().map(|n| Dim::Explicit(None, n)).collect();
            let name = self.names().fresh(stem);
            let s = new_variable(
                self.program,
                self.unit,
                name,
                Variable {
                    ty,
                    dims,
                    storage: Storage::Local,
                    attrs: Attrs::default(),
                    init: None,
                },
            );
            return var(self.program, s);
        }
        let t = self.local_ref(stem, ty, rank);
        let is_known = filled == Filled::Otherwise || !shape.iter().any(has_call);
        if filled == Filled::Otherwise || self.repeated {
            let shape = match is_known {
                true => shape,
                false => vec![int(0); rank as usize],
            };
            before.push(allocate(&t, shape));
            if self.repeated {
                after.push(deallocate(&t));
            }
        }
        t
    }

    /// A variable for a function value.
    pub(super) fn value_of(&mut self, e: &Expr, callee: &Callee, before: &mut Block, after: &mut Block) -> Expr {
        let stem = format!("{}_v", self.program.symbols[callee.proc].name);
        let ty = DeclType::plain(e.ty);
        if e.rank == 0 {
            return self.local_ref(&stem, ty, 0);
        }
        let filled = match is_allocatable_result(self.program, callee) {
            true => Filled::Assigned,
            false => Filled::Otherwise,
        };
        let shape = shape_of(self.program, e);
        self.array(&stem, ty, shape, filled, before, after)
    }
}

/// Checks whether the procedure itself allocates its result.
pub(super) fn is_allocatable_result(program: &Program, callee: &Callee) -> bool {
    let unit = program.definition(callee.proc);
    let result = unit.and_then(|t| program.units[t].result);
    let v = result.and_then(|r| program.symbols[r].variable());
    v.is_some_and(|v| v.attrs.allocatable)
}

/// All of an array as a section, whose shape no assignment changes.
pub fn all_of(e: &Expr) -> Expr {
    match e.rank {
        0 => e.clone(),
        n => index(e.clone(), vec![Subscript::Range(None, None, None); n as usize]),
    }
}

/// The assignment that gives a temporary its value, which has the same shape.
pub fn set(program: &Program, t: &Expr, value: Expr) -> Stmt {
    // in derivatives a function value is an argument, and takes its shape from there
    let is_result = matches!(value.kind, ExprKind::Call(..));
    // an assignment to the whole variable gives a polymorphic variable its type, and a string its length
    let is_plain = t.ty.is_numeric() || matches!(t.ty, Ty::Logical(_) | Ty::Derived(_));
    match is_allocatable(program, t) && is_plain && !is_result {
        true => assign(all_of(t), value),
        false => assign(t.clone(), value),
    }
}

/// `ALLOCATE (t(n, ...))`.
pub fn allocate(t: &Expr, shape: Vec<Expr>) -> Stmt {
    allocate_within(t, shape.into_iter().map(|n| (None, n)).collect())
}

/// `ALLOCATE (t(lower:upper, ...))`.
pub fn allocate_within(t: &Expr, bounds: AllocShape) -> Stmt {
    Stmt::new(StmtKind::Allocate {
        ty: None,
        objects: vec![(t.clone(), bounds)],
        options: vec![],
    })
}

/// `ALLOCATE (t(lbound(like):ubound(like)))`, with the same dynamic type.
pub fn allocate_like(t: &Expr, like: &Expr) -> Stmt {
    let options = match t.ty {
        Ty::Class(_) | Ty::Unlimited => vec![("mold".into(), like.clone())],
        _ => vec![],
    };
    Stmt::new(StmtKind::Allocate {
        ty: None,
        objects: vec![(t.clone(), bounds_of(like))],
        options,
    })
}

/// `DEALLOCATE (t)`.
pub fn deallocate(t: &Expr) -> Stmt {
    Stmt::new(StmtKind::Deallocate {
        objects: vec![t.clone()],
        options: vec![],
    })
}

/// `IF (ALLOCATED(t)) DEALLOCATE (t)`.
pub fn deallocate_if_allocated(t: &Expr) -> Stmt {
    Stmt::when(is_allocated(t), deallocate(t))
}

/// The extents of an array expression, as constants if they are known.
pub fn shape_of(program: &Program, e: &Expr) -> Vec<Expr> {
    let known = |shape: &[Expr]| shape.iter().all(|n| int_value(n).is_some());
    let best = |operands: &mut dyn Iterator<Item = &Expr>| -> Option<Vec<Expr>> {
        let mut first = None;
        for x in operands.filter(|x| x.rank == e.rank) {
            let shape = shape_of(program, x);
            if known(&shape) {
                return Some(shape);
            }
            first = first.or(Some(shape));
        }
        first
    };
    let found = match &e.kind {
        ExprKind::Paren(x) | ExprKind::Unary(_, x) | ExprKind::ComplexPart(x, _) => Some(shape_of(program, x)),
        ExprKind::Binary(_, a, b) => best(&mut [a.as_ref(), b.as_ref()].into_iter()),
        ExprKind::Intrinsic(id, _, args) if id.row().class == Class::Elemental => {
            best(&mut args.iter().filter_map(Arg::expr))
        }
        ExprKind::Intrinsic(id, _, args) => shape_of_rearranged(program, id.row().name, args),
        ExprKind::Call(callee, args) => results::shape_of(program, callee, args),
        ExprKind::Index(b, _) if of_each_record(b).is_some() => Some(shape_of(program, b)),
        ExprKind::Component(record, _) if record.rank > 0 => Some(shape_of(program, record)),
        ExprKind::Index(b, subs) if subs.iter().any(|s| matches!(s, Subscript::Range(..))) => {
            section_shape(program, b, subs)
        }
        _ => None,
    };
    found.unwrap_or_else(|| {
        (1..=i64::from(e.rank))
            .map(|k| folded(program, size_of(e, (e.rank > 1).then_some(k))))
            .collect()
    })
}

/// The shape of an array whose elements a function rearranges, by that of its arguments: to ask for that of the value,
/// compilers compute it.
fn shape_of_rearranged(program: &Program, name: &str, args: &[Arg]) -> Option<Vec<Expr>> {
    let argument = |k: usize| args.get(k).filter(|a| a.keyword.is_none()).and_then(Arg::expr);
    let first = shape_of(program, argument(0)?);
    match name {
        "cshift" | "eoshift" => Some(first),
        "transpose" => Some(first.into_iter().rev().collect()),
        "matmul" => {
            let second = shape_of(program, argument(1)?);
            // the first extent of the first, the last one of the second, except for that of a vector
            let rows = first[..first.len().saturating_sub(1)].iter();
            Some(rows.chain(second.iter().skip(1)).cloned().collect())
        }
        _ => None,
    }
}

/// True for an expression that counts the elements of an array.
pub fn counts_elements(program: &Program, count: &Expr, e: &Expr) -> bool {
    let by_inquiry = match &count.kind {
        ExprKind::Intrinsic(id, _, args) if id.row().name == "size" => {
            matches!(args.as_slice(), [a] if a.expr().is_some_and(|x| x.same(e)))
        }
        _ => false,
    };
    by_inquiry
        || shape_of(program, e)
            .into_iter()
            .reduce(mul)
            .is_some_and(|n| n.same(count))
}

/// The array of records and the component, if a designator selects a component of each record of an array.
fn of_each_record(e: &Expr) -> Option<(&Expr, SymbolId)> {
    match &e.kind {
        ExprKind::Component(record, c) if record.rank > 0 => Some((record, *c)),
        _ => None,
    }
}

fn folded(program: &Program, e: Expr) -> Expr {
    int_const(program, &e).map_or(e, int)
}

/// The shape of a section; `None` if it is not constant.
fn section_shape(program: &Program, base: &Expr, subs: &[Subscript]) -> Option<Vec<Expr>> {
    let mut out = vec![];
    for (k, s) in subs.iter().enumerate() {
        match s {
            Subscript::At(x) if x.rank == 0 => {}
            Subscript::At(x) => out.push(int(int_const(program, &size_of(x, None))?)),
            Subscript::Range(lo, hi, step) => {
                let bound = |e: &Bound, name: &str| match e {
                    Some(e) => int_const(program, e),
                    None => int_const(program, &bound_of(name, base, k as i64 + 1)),
                };
                let step = step.as_ref().map_or(Some(1), |s| int_const(program, s))?;
                // for either sign of the stride
                let (first, last) = (bound(lo, "lbound")?, bound(hi, "ubound")?);
                if step == 0 {
                    return None;
                }
                out.push(int(((last - first + step) / step).max(0)));
            }
        }
    }
    Some(out)
}

/// The element of an array designator at a position counted from one in each dimension; `None` if it cannot be named.
pub fn element(program: &Program, e: &Expr, at: &[Expr]) -> Option<Expr> {
    if e.rank == 0 {
        return Some(e.clone());
    }
    match &e.kind {
        ExprKind::Component(record, c) if record.rank > 0 => {
            let part = part_of_element(program, record, *c, at)?;
            (part.rank == 0).then_some(part)
        }
        ExprKind::Var(_) | ExprKind::Component(..) => Some(whole_element(program, e, at)),
        ExprKind::Index(b, subs) => {
            if let Some((record, c)) = of_each_record(b) {
                let part = index(part_of_element(program, record, c, at)?, subs.clone());
                return (part.rank == 0).then_some(part);
            }
            let mut place = at.iter();
            let mut out = vec![];
            for (k, s) in subs.iter().enumerate() {
                out.push(Subscript::At(match s {
                    Subscript::At(x) if x.rank == 0 => x.clone(),
                    Subscript::At(x) => element(program, x, std::slice::from_ref(place.next()?))?,
                    Subscript::Range(lo, _, step) => {
                        let stride = step.as_deref().cloned().unwrap_or_else(|| int(1));
                        let first = lo.as_deref().cloned().unwrap_or_else(|| lower_bound(program, b, k));
                        nth(program, first, place.next()?, stride)
                    }
                }));
            }
            let mut out = index((**b).clone(), out);
            out.rank = 0;
            (b.rank as usize == subs.len()).then_some(out)
        }
        ExprKind::ComplexPart(x, imaginary) => {
            let x = element(program, x, at)?;
            Some(expr(ExprKind::ComplexPart(Box::new(x), *imaginary), e.ty, 0))
        }
        _ => None,
    }
}

/// A component, array or scalar, of one element of an array of records.
fn part_of_element(program: &Program, records: &Expr, c: SymbolId, at: &[Expr]) -> Option<Expr> {
    let record = element(program, records, at)?;
    Some(super::leaves::component(program, &record, c))
}

fn whole_element(program: &Program, e: &Expr, at: &[Expr]) -> Expr {
    let subs = at
        .iter()
        .enumerate()
        .map(|(k, i)| Subscript::At(nth(program, lower_bound(program, e, k), i, int(1))))
        .collect();
    index(e.clone(), subs)
}

pub(super) fn lower_bound(program: &Program, whole: &Expr, k: usize) -> Expr {
    let symbol = match &whole.kind {
        ExprKind::Var(s) | ExprKind::Component(_, s) => Some(*s),
        _ => None,
    };
    let declared = symbol.and_then(|s| program.symbols[s].variable()?.dims.get(k));
    match declared {
        Some(Dim::Explicit(None, _) | Dim::Assumed(None)) => int(1),
        Some(Dim::Explicit(Some(lo), _) | Dim::Assumed(Some(lo))) if int_const(program, lo).is_some() => lo.clone(),
        _ => bound_of("lbound", whole, k as i64 + 1),
    }
}
