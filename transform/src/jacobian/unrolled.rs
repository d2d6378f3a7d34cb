//! Loops with constant bounds and statements with arrays of constant shape, written out: the head as one graph.
//!
//! ```text
//! f = 0.5*(a + b)             f(1) = 0.5*(a(1) + b(1)); f(2) = ...
//! do i = 1, 2                 f(1) = f(1)*r(1)
//!   f(i) = f(i)*r(i)      →   f(2) = f(2)*r(2)
//! end do
//! ```
//!
//! Branches whose tests are constant then become the arm that is taken; others become merges ([`super::merged`]).
//!
//! A body stays as it is if one of its statements cannot be written out: other constructs, calls, an index that is read
//! outside of its loop, an array that a statement reads at other elements than it writes, more than [`LARGEST`]
//! statements.

use super::merged::merged;
use crate::code::elementwise::{is_operation, with_operands};
use crate::normalize::arrays::{element, shape_of};
use adc_analysis::HeadSpec;
use adc_frontend::consteval::{int_const, logical_const};
use adc_frontend::ir::*;

/// Statements of a body that is written out.
const LARGEST: usize = 2_000;

/// Writes out the body of a procedure, if all of it can be.
pub(crate) fn unrolled(program: &mut Program, head: &HeadSpec) {
    let unit = head.unit;
    let body = &program.units[unit].body;
    let mut has_arrays = false;
    visit::walk_block_exprs(body, &mut |e| {
        has_arrays |= match &e.kind {
            // the name before subscripts
            ExprKind::Var(_) => false,
            ExprKind::Intrinsic(_, _, args) => args.iter().filter_map(Arg::expr).any(|a| a.rank > 0),
            _ => e.rank > 0,
        };
    });
    let is_scalar = |s: &Stmt| matches!(s.kind, StmtKind::Assign { ref lhs, .. } if lhs.rank == 0);
    if !has_arrays && body.iter().all(is_scalar) {
        return;
    }
    let mut out = vec![];
    let writer = Writer { program };
    if writer.block(body, &mut vec![], &mut out).is_none() || outlives(program, body, &out) {
        return;
    }
    if out.iter().any(|s| matches!(s.kind, StmtKind::If { .. })) {
        match merged(program, unit, &head.independents, out) {
            Some(merged) => out = merged,
            None => return,
        }
    }
    program.renumber(&mut out);
    program.units[unit].body = out;
}

/// True if something reads an index of a loop after it.
fn outlives(program: &Program, body: &Block, out: &Block) -> bool {
    let mut indices = vec![];
    visit::walk_block(body, &mut |s| {
        if let StmtKind::Do {
            control: DoControl::Count { var, .. },
            ..
        } = &s.kind
        {
            indices.push(*var);
        }
    });
    let is_local = |s: &SymbolId| {
        program.symbols[*s]
            .variable()
            .is_some_and(|v| v.storage == Storage::Local)
    };
    let mut is_read = false;
    visit::walk_block_exprs(out, &mut |e| {
        is_read |= matches!(e.kind, ExprKind::Var(s) if indices.contains(&s));
    });
    is_read || !indices.iter().all(is_local)
}

struct Writer<'p> {
    program: &'p Program,
}

/// The values of the indices of the loops around.
type Indices = Vec<(SymbolId, i64)>;

impl Writer<'_> {
    fn block(&self, block: &[Stmt], indices: &mut Indices, out: &mut Block) -> Option<()> {
        for s in block {
            if out.len() > LARGEST {
                return None;
            }
            let is_last = || indices.is_empty() && block.last().is_some_and(|last| std::ptr::eq(s, last));
            if s.label.is_some() {
                return None;
            } else if matches!(s.kind, StmtKind::Comment(_) | StmtKind::Continue) {
                continue;
            } else if let StmtKind::Assign { lhs, rhs } = &s.kind {
                self.assignment(lhs, rhs, s, indices, out)?;
            } else if let StmtKind::Do {
                control: DoControl::Count { var, lo, hi, step, .. },
                body,
                ..
            } = &s.kind
            {
                self.counted(*var, (lo, hi, step.as_deref()), body, indices, out)?;
            } else if let StmtKind::If { arms, .. } = &s.kind {
                self.branch(arms, s, indices, out)?;
            } else if !matches!(s.kind, StmtKind::Return(None)) || !is_last() {
                return None;
            }
        }
        Some(())
    }

    /// A loop, iteration by iteration.
    fn counted(
        &self,
        index: SymbolId,
        (lo, hi, step): (&Expr, &Expr, Option<&Expr>),
        body: &[Stmt],
        indices: &mut Indices,
        out: &mut Block,
    ) -> Option<()> {
        let known = |e: &Expr| int_const(self.program, &self.with(e, indices));
        let (lo, hi) = (known(lo)?, known(hi)?);
        let step = step.map_or(Some(1), known)?;
        if step == 0 || indices.iter().any(|i| i.0 == index) {
            return None;
        }
        for k in 0..(hi - lo + step) / step {
            indices.push((index, lo + k * step));
            self.block(body, indices, out)?;
            indices.pop();
        }
        Some(())
    }

    /// A branch with arms that are written out, or the arm that is taken if tests are constant.
    fn branch(&self, arms: &[Arm], s: &Stmt, indices: &mut Indices, out: &mut Block) -> Option<()> {
        let mut left: Vec<Arm> = vec![];
        for arm in arms {
            let mut has_return = false;
            visit::walk_block(&arm.body, &mut |s| has_return |= matches!(s.kind, StmtKind::Return(_)));
            let cond = arm.cond.as_ref().map(|c| self.with(c, indices));
            let known = cond.as_ref().map_or(Some(true), |c| logical_const(self.program, c));
            if has_return || cond.as_ref().is_some_and(visit::has_call) {
                return None;
            }
            if known == Some(false) {
                continue;
            }
            let mut body = vec![];
            self.block(&arm.body, indices, &mut body)?;
            let is_last = known == Some(true);
            if is_last && left.is_empty() {
                out.extend(body);
                return Some(());
            }
            left.push(Arm {
                cond: cond.filter(|_| !is_last),
                body,
                lead: vec![],
            });
            if is_last {
                break;
            }
        }
        if !left.is_empty() {
            let kind = StmtKind::If {
                name: None,
                arms: left,
                short: false,
            };
            out.push(Stmt {
                lead: s.lead.clone(),
                ..Stmt::at(kind, s.span)
            });
        }
        Some(())
    }

    fn assignment(&self, lhs: &Expr, rhs: &Expr, s: &Stmt, indices: &Indices, out: &mut Block) -> Option<()> {
        let (lhs, rhs) = (self.with(lhs, indices), self.with(rhs, indices));
        // an index has its value in its loop only, and keeps it there
        let is_index = |s: SymbolId| indices.iter().any(|i| i.0 == s);
        if lhs.base_symbol().is_some_and(is_index) || visit::has_call(&rhs) {
            return None;
        }
        let mut first = true;
        let mut push = |lhs: Expr, rhs: Expr| {
            let mut one = Stmt::at(StmtKind::Assign { lhs, rhs }, s.span);
            if std::mem::take(&mut first) {
                one.lead = s.lead.clone();
            }
            out.push(one);
        };
        if lhs.rank == 0 {
            push(lhs, self.scalars(&rhs)?);
            return Some(());
        }
        if self.reads_elsewhere(&rhs, &lhs) {
            return None;
        }
        let shape = shape_of(self.program, &lhs);
        let shape: Vec<i64> = shape
            .iter()
            .map(|n| int_const(self.program, n))
            .collect::<Option<_>>()?;
        let mut at = vec![1; shape.len()];
        let total: i64 = shape.iter().product();
        if total > LARGEST as i64 {
            return None;
        }
        for _ in 0..total {
            let place: Vec<Expr> = at.iter().map(|&k| int(k)).collect();
            push(self.element(&lhs, &place)?, self.scalars(&self.element(&rhs, &place)?)?);
            for (k, n) in at.iter_mut().zip(&shape) {
                *k += 1;
                if *k <= *n {
                    break;
                }
                *k = 1;
            }
        }
        Some(())
    }

    /// True if a right side reads the assigned variable other than at the elements that are assigned.
    fn reads_elsewhere(&self, rhs: &Expr, lhs: &Expr) -> bool {
        let mut found = false;
        visit::walk_designators(rhs, &mut |d| {
            found |= d.base_symbol() == lhs.base_symbol() && !d.same(lhs)
        });
        found
    }

    /// The element of an expression at constant positions.
    fn element(&self, e: &Expr, at: &[Expr]) -> Option<Expr> {
        if e.rank == 0 {
            return Some(e.clone());
        }
        let part = match &e.kind {
            _ if is_operation(e) => with_operands(e, 0, &mut |x| self.element(x, at)),
            ExprKind::Array(_, items) if e.rank == 1 && items.iter().all(|i| i.rank == 0) => {
                let k = usize::try_from(int_value(at.first()?)? - 1).ok()?;
                items.get(k).cloned()
            }
            _ => element(self.program, e, at),
        };
        Some(self.folded(part?))
    }

    /// A scalar expression in which sums and products of arrays are sums of elements.
    fn scalars(&self, e: &Expr) -> Option<Expr> {
        if let ExprKind::Intrinsic(id, _, args) = &e.kind {
            let arrays: Vec<&Expr> = args.iter().filter_map(Arg::expr).collect();
            if matches!(id.name(), "sum" | "dot_product") && arrays.len() == args.len() {
                let terms = match arrays.as_slice() {
                    [x] => self.elements(x)?,
                    [a, b] if id.name() == "dot_product" => {
                        let (a, b) = (self.elements(a)?, self.elements(b)?);
                        a.into_iter().zip(b).map(|(a, b)| mul(a, b)).collect()
                    }
                    _ => return None,
                };
                return terms.into_iter().reduce(|a, b| binary(BinaryOp::Add, a, b));
            }
        }
        let mut complete = true;
        let mut out = e.clone();
        visit::subexprs_mut(&mut out, &mut |x| match x.rank {
            0 => match self.scalars(x) {
                Some(y) => *x = y,
                None => complete = false,
            },
            // the name of an array before its subscripts
            _ => complete &= e.is_designator(),
        });
        complete.then_some(out)
    }

    /// All elements of an array of constant shape.
    fn elements(&self, e: &Expr) -> Option<Vec<Expr>> {
        let shape = shape_of(self.program, e);
        let [n] = shape.as_slice() else { return None };
        let n = int_const(self.program, n).filter(|n| *n <= LARGEST as i64)?;
        (1..=n).map(|k| self.scalars(&self.element(e, &[int(k)])?)).collect()
    }

    /// An expression with the values of indices, and constant subscripts as numbers.
    fn with(&self, e: &Expr, indices: &Indices) -> Expr {
        let mut out = e.clone();
        visit::rewrite_expr(&mut out, &mut |x| {
            if let ExprKind::Var(s) = x.kind {
                if let Some(i) = indices.iter().find(|i| i.0 == s) {
                    *x = int(i.1);
                }
            }
        });
        self.folded(out)
    }

    /// Constant subscripts as numbers.
    fn folded(&self, mut e: Expr) -> Expr {
        visit::rewrite_expr(&mut e, &mut |x| {
            let ExprKind::Index(_, subs) = &mut x.kind else { return };
            for s in subs {
                if let Subscript::At(at) = s {
                    if let Some(n) = int_const(self.program, at).filter(|_| at.rank == 0) {
                        *at = int(n);
                    }
                }
            }
        });
        e
    }
}
