//! Fuses successive array assignments of one shape into one nest of loops.
//!
//! ```text
//! ub(0:n-1, :) = ub(0:n-1, :) + c*vb        do jj = 1, n
//! ub(2:n+1, :) = ub(2:n+1, :) + c*vb    →      do ii = 1, n
//! vb = vb - d*wb                                  ub(ii-1, jj) = ub(ii-1, jj) + c*vb(ii, jj)
//!                                                 ub(ii+1, jj) = ub(ii+1, jj) + c*vb(ii, jj)
//!                                                 vb(ii, jj) = vb(ii, jj) - d*wb(ii, jj)
//! ```
//!
//! The adjoint of an array statement is one such assignment for each operand. One by one, each goes through memory;
//! gfortran does not fuse their loops.
//!
//! They are fused if, for each array that one of them assigns to, all mentions in them
//!
//! * are of the same elements in each iteration, which keeps the order of operations on an element;
//! * or are increments of it, which commute;
//! * or are of elements that differ in a fixed subscript.
//!
//! Shapes are compared as sums of variables. Pops between the assignments are moved before them, unless they mention
//! the array.
//!
//! A vector that is incremented and then set to zero stays two statements, as do arrays of a few elements. But outer
//! products, which the adjoints of MATMUL and SUM spell with SPREAD, always become loops: compilers make arrays of
//! SPREAD.
//!
//! Ignored: strides, vector subscripts, arrays whose bounds are not declared here, components.

use super::writes::added;
use super::Locals;
use crate::code::cost;
use crate::code::elementwise::{is_operation, with_operands};
use crate::code::indices::{affine, moved};
use crate::options::Opt;
use adc_analysis::dependence::affine::Affine;
use adc_frontend::ir::visit::{mentions, subexprs, walk_expr};
use adc_frontend::ir::*;

/// Fuses array assignments, also in the blocks inside.
pub(super) fn fuse(block: &mut Block, locals: &mut Locals) {
    let mut out: Block = vec![];
    let mut group: Option<Group> = None;
    for mut s in std::mem::take(block) {
        s.kind.for_each_block_mut(&mut |b| fuse(b, locals));
        if let (StmtKind::Pop(e), Some(g)) = (&s.kind, &group) {
            if e.base_symbol().is_some_and(|v| !g.mentions(v) && !locals.is_shared(v)) && s.lead.is_empty() {
                out.push(s);
                continue;
            }
        }
        let Some(one) = Assignment::of(&s, locals) else {
            close(&mut group, &mut out, locals);
            out.push(s);
            continue;
        };
        if let Some(g) = &mut group {
            if g.takes(&one) {
                g.all.push((s, one));
                continue;
            }
        }
        close(&mut group, &mut out, locals);
        group = Some(Group { all: vec![(s, one)] });
    }
    close(&mut group, &mut out, locals);
    *block = out;
}

fn close(group: &mut Option<Group>, out: &mut Block, locals: &mut Locals) {
    let Some(g) = group.take() else { return };
    match g.nest(locals).filter(|_| locals.apply(Opt::Nests)) {
        Some(nest) => out.push(nest),
        None => out.extend(g.all.into_iter().map(|(s, _)| s)),
    }
}

/// One subscript of an array in a statement of a group.
#[derive(Clone)]
enum Place {
    /// The same in all iterations.
    Fixed(Expr),
    /// Counts up from here, with the loop over this dimension.
    From(usize, Affine),
}

/// An array that a statement mentions.
struct Mention {
    array: SymbolId,
    places: Vec<Place>,
    writes: bool,
    /// The target of an increment, and its copy on the right side.
    increments: bool,
}

/// An elementwise assignment to an array.
struct Assignment {
    /// First index, and number of indices, of each dimension.
    first: Vec<(Expr, Affine)>,
    last: Vec<Expr>,
    extents: Vec<Affine>,
    mentions: Vec<Mention>,
    /// True if it spreads vectors: written as loops, it needs no arrays for them.
    spreads: bool,
}

struct Group {
    all: Vec<(Stmt, Assignment)>,
}

/// Bounds of a dimension of a section.
struct Extent {
    lo: Expr,
    hi: Expr,
}

/// The subscripts of a variable or section of it, and the bounds of those that range.
fn subscripts(locals: &Locals, e: &Expr) -> Option<(SymbolId, Vec<Result<Extent, Expr>>)> {
    let (array, subs) = match &e.kind {
        ExprKind::Var(v) => (*v, None),
        ExprKind::Index(base, subs) => match base.kind {
            ExprKind::Var(v) => (v, Some(subs)),
            _ => return None,
        },
        _ => return None,
    };
    let v = locals.program().symbols[array]
        .variable()
        .filter(|v| !v.attrs.pointer && !v.attrs.allocatable)?;
    let declared = |k: usize| match v.dims.get(k) {
        Some(Dim::Explicit(lo, hi)) if lo.iter().chain([hi]).all(|e| locals.is_fixed(e)) => {
            Some((lo.clone().unwrap_or_else(|| int(1)), hi.clone()))
        }
        _ => None,
    };
    let all: Option<Vec<Result<Extent, Expr>>> = (0..v.dims.len())
        .map(|k| match subs.map(|s| s.get(k)) {
            None | Some(Some(Subscript::Range(None, None, None))) => {
                let (lo, hi) = declared(k)?;
                Some(Ok(Extent { lo, hi }))
            }
            Some(Some(Subscript::Range(lo, hi, None))) => {
                let lo = lo.as_deref().cloned().or_else(|| Some(declared(k)?.0))?;
                let hi = hi.as_deref().cloned().or_else(|| Some(declared(k)?.1))?;
                Some(Ok(Extent { lo, hi }))
            }
            Some(Some(Subscript::At(e))) if e.rank == 0 => Some(Err(e.clone())),
            _ => None,
        })
        .collect();
    Some((array, all?))
}

impl Assignment {
    fn of(s: &Stmt, locals: &Locals) -> Option<Assignment> {
        let StmtKind::Assign { lhs, rhs } = &s.kind else {
            return None;
        };
        let plain = s.lead.is_empty() && s.trail.is_none() && s.label.is_none();
        if !plain || lhs.rank == 0 || !matches!(lhs.ty, Ty::Real(_) | Ty::Complex(_)) {
            return None;
        }
        let (array, target) = subscripts(locals, lhs)?;
        if locals.is_shared(array) {
            return None;
        }
        let mut out = Assignment {
            first: vec![],
            last: vec![],
            extents: vec![],
            mentions: vec![],
            spreads: false,
        };
        for x in target.iter().flatten() {
            let (lo, hi) = (affine(&x.lo)?, affine(&x.hi)?);
            out.extents.push(hi.plus(&lo, -1)?);
            out.first.push((x.lo.clone(), lo));
            out.last.push(x.hi.clone());
        }
        let amount = added(lhs, rhs).map(|(_, amount)| amount);
        let dims: Vec<usize> = (0..out.extents.len()).collect();
        let own = out.mention(locals, lhs, &dims)?;
        out.mentions.push(Mention {
            writes: true,
            increments: amount.is_some(),
            ..own
        });
        out.reads(locals, amount.unwrap_or(rhs), &dims)?;
        // the assignment itself
        let target = &out.mentions[0];
        let others = out.mentions.iter().skip(1).filter(|m| m.array == array);
        others.into_iter().all(|m| are_apart(target, m)).then_some(out)
    }

    /// The mention of an array whose dimensions are these of the assignment.
    fn mention(&self, locals: &Locals, e: &Expr, dims: &[usize]) -> Option<Mention> {
        let (array, subs) = subscripts(locals, e)?;
        let mut ranges = 0;
        let mut places = vec![];
        for s in subs {
            places.push(match s {
                Err(at) => Place::Fixed(at),
                Ok(x) => {
                    let (lo, hi) = (affine(&x.lo)?, affine(&x.hi)?);
                    let dim = *dims.get(ranges)?;
                    if hi.plus(&lo, -1)? != *self.extents.get(dim)? {
                        return None;
                    }
                    ranges += 1;
                    Place::From(dim, lo)
                }
            });
        }
        Some(Mention {
            array,
            places,
            writes: false,
            increments: false,
        })
    }

    /// Adds the reads of an elementwise expression with these dimensions; `None` for any other expression.
    fn reads(&mut self, locals: &Locals, e: &Expr, dims: &[usize]) -> Option<()> {
        if let Some((vector, dim)) = spread(e) {
            let mut rest = dims.to_vec();
            (dim < rest.len()).then(|| rest.remove(dim))?;
            self.spreads = true;
            return self.reads(locals, vector, &rest);
        }
        match &e.kind {
            _ if e.is_designator() && (e.rank > 0 || matches!(e.kind, ExprKind::Index(..))) => {
                let m = self.mention(locals, e, dims)?;
                for p in &m.places {
                    if let Place::Fixed(at) = p {
                        self.reads(locals, at, &[])?;
                    }
                }
                self.mentions.push(m);
            }
            ExprKind::Var(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Logical(_) => {}
            _ if is_operation(e) => {
                let mut all = Some(());
                subexprs(e, &mut |x| all = all.and_then(|()| self.reads(locals, x, dims)));
                return all;
            }
            _ => return None,
        }
        Some(())
    }
}

/// The vector, or array, that an expression repeats, and the new dimension, counted from 0.
fn spread(e: &Expr) -> Option<(&Expr, usize)> {
    let ExprKind::Intrinsic(_, name, args) = &e.kind else {
        return None;
    };
    let [x, dim, _] = args.as_slice() else { return None };
    let dim = usize::try_from(int_value(dim.expr()?)?.checked_sub(1)?).ok()?;
    name.eq_ignore_ascii_case("spread").then_some((x.expr()?, dim))
}

/// True if two mentions in one group do not access the same element in different iterations.
fn are_apart(a: &Mention, b: &Mention) -> bool {
    if a.increments && b.increments || !a.writes && !b.writes {
        return true;
    }
    let pairs = || a.places.iter().zip(&b.places);
    let same = pairs().all(|p| match p {
        (Place::Fixed(x), Place::Fixed(y)) => x.same(y),
        (Place::From(k, x), Place::From(l, y)) => k == l && x == y,
        _ => false,
    });
    let differ = pairs().any(|p| match p {
        (Place::Fixed(x), Place::Fixed(y)) => {
            let forms = affine(x).zip(affine(y));
            forms.and_then(|(x, y)| x.distance(&y)).is_some_and(|d| d != 0)
        }
        _ => false,
    });
    same || differ
}

impl Assignment {
    /// True for so few elements that compilers unroll the loops anyway.
    fn is_small(&self) -> bool {
        let sizes: Option<i64> = self.extents.iter().map(|x| Some(x.number()? + 1)).product();
        sizes.is_some_and(|n| n <= cost::SMALL_NEST)
    }
}

impl Group {
    fn mentions(&self, v: SymbolId) -> bool {
        let mut found = false;
        for (s, _) in &self.all {
            visit::stmt_exprs(&s.kind, &mut |e| found |= mentions(e, &|x| x == v));
        }
        found
    }

    fn takes(&self, one: &Assignment) -> bool {
        let (_, first) = &self.all[0];
        let mut starts = one.first.iter().zip(&first.first);
        first.extents == one.extents
            && starts.all(|((_, a), (_, b))| a.distance(b).is_some())
            && self.all.iter().all(|(_, other)| {
                other.mentions.iter().all(|a| {
                    let same_array = one.mentions.iter().filter(|b| b.array == a.array);
                    same_array.into_iter().all(|b| are_apart(a, b))
                })
            })
    }

    /// The nest of loops; `None` if there is nothing to fuse.
    fn nest(&self, locals: &mut Locals) -> Option<Stmt> {
        let is_constant = |s: &Stmt| matches!(&s.kind, StmtKind::Assign { rhs, .. } if literal_value(rhs).is_some());
        let computing = self.all.iter().filter(|(s, _)| !is_constant(s)).count();
        let (_, one) = &self.all[0];
        // vectors that are set to zero remain array assignments
        let enough = if one.extents.len() > 1 { 1 } else { 2 };
        let fuses = self.all.len() > 1 && computing >= enough && !one.is_small();
        if !fuses && !self.all.iter().any(|(_, a)| a.spreads) {
            return None;
        }
        // indices from 1 on, if one of the assignments has such indices
        let from_one = |a: &&Assignment| a.first.iter().all(|(lo, _)| int_value(lo) == Some(1));
        let all = || self.all.iter().map(|(_, a)| a);
        let first = all().find(from_one).or_else(|| all().next())?;
        let indices: Vec<Expr> = (0..first.extents.len()).map(|k| locals.index(k)).collect();
        let dims: Vec<usize> = (0..indices.len()).collect();
        let mut body: Block = vec![];
        for (s, _) in &self.all {
            let StmtKind::Assign { lhs, rhs } = &s.kind else {
                return None;
            };
            let turn = Turn {
                locals,
                first,
                indices: &indices,
            };
            body.push(assign(turn.element(lhs, &dims)?, turn.element(rhs, &dims)?));
        }
        for ((i, (lo, _)), hi) in indices.iter().zip(&first.first).zip(&first.last) {
            let ExprKind::Var(var) = i.kind else { return None };
            let control = DoControl::count(var, lo.clone(), hi.clone(), None);
            body = vec![Stmt::repeat(control, body)];
        }
        body.pop()
    }
}

/// One iteration of the loops.
struct Turn<'t, 'l, 'g, 'a> {
    locals: &'t Locals<'l, 'g, 'a>,
    first: &'t Assignment,
    indices: &'t [Expr],
}

impl Turn<'_, '_, '_, '_> {
    /// The element of an elementwise expression with these dimensions.
    fn element(&self, e: &Expr, dims: &[usize]) -> Option<Expr> {
        if let Some((vector, dim)) = spread(e) {
            let mut rest = dims.to_vec();
            (dim < rest.len()).then(|| rest.remove(dim))?;
            return self.element(vector, &rest);
        }
        let mut found = false;
        walk_expr(e, &mut |x| found |= x.rank > 0);
        if !found {
            return Some(e.clone());
        }
        if e.is_designator() {
            return self.of_designator(e, dims);
        }
        if !is_operation(e) {
            return None;
        }
        with_operands(e, 0, &mut |x| self.element(x, dims))
    }

    fn of_designator(&self, e: &Expr, dims: &[usize]) -> Option<Expr> {
        let (array, subs) = subscripts(self.locals, e)?;
        let mut dims = dims.iter();
        let subs: Option<Vec<Subscript>> = subs
            .into_iter()
            .map(|s| {
                Some(Subscript::At(match s {
                    Err(at) => at,
                    Ok(x) => {
                        let &dim = dims.next()?;
                        let ((_, base), i) = (self.first.first.get(dim)?, self.indices.get(dim)?);
                        moved(i, affine(&x.lo)?.distance(base)?)
                    }
                }))
            })
            .collect();
        Some(index(var(self.locals.program(), array), subs?))
    }
}
