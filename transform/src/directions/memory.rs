//! Memory of derivatives: allocation, association, and the shapes that assignments give.

use super::at;
use super::carriers::Carriers;
use super::writer::{take_place, Piece, Writer};
use crate::normalize::arrays::{allocate, shape_of};
use crate::rules::{bound_of, is_allocated};
use adc_frontend::ast::SmolStr;
use adc_frontend::ir::*;

impl Writer<'_, '_> {
    /// ALLOCATE of derivatives, beside other variables.
    pub(super) fn allocate(&mut self, s: &Stmt, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        let StmtKind::Allocate { ty, objects, options } = &s.kind else {
            return;
        };
        let one = |objects: Vec<(Expr, AllocShape)>, options: &[(SmolStr, Expr)]| {
            let kind = StmtKind::Allocate {
                ty: ty.clone(),
                objects,
                options: options.to_vec(),
            };
            Stmt::at(kind, s.span)
        };
        let first = out.len();
        for (object, shape) in objects {
            let mut shape = shape.clone();
            for (lo, hi) in &mut shape {
                lo.iter_mut().for_each(|e| at::inquiries(c, e));
                at::inquiries(c, hi);
            }
            if !c.names(object) {
                out.push(Piece::Shared(one(vec![(object.clone(), shape)], options)));
                continue;
            }
            match (&object.kind, options.as_slice()) {
                (ExprKind::Var(_), []) => {
                    let Some(whole) = at::all(c, object) else { continue };
                    let mut bounds = vec![(None, self.count())];
                    bounds.extend(shape);
                    out.push(Piece::Shared(one(vec![(whole, bounds)], &[])));
                }
                // an object of the type of another one
                (ExprKind::Var(_), [(word, like)]) if *word == "mold" && object.rank == 0 && is_object(object) => {
                    let Some(whole) = at::all(c, object) else { continue };
                    let mut like = like.clone();
                    at::at(c, &mut like, &int(1));
                    let bounds = vec![(None, self.count())];
                    out.push(Piece::Shared(one(vec![(whole, bounds)], &[(word.clone(), like)])));
                }
                // the shape of another array
                (ExprKind::Var(_), [(word, like)]) if *word == "mold" && shape.is_empty() && !is_object(object) => {
                    let Some(whole) = at::all(c, object) else { continue };
                    let mut bounds = vec![(None, self.count())];
                    let mut like = like.clone();
                    at::at(c, &mut like, &int(1));
                    bounds.extend(shape_of(&self.g.out, &like).into_iter().map(|n| (None, n)));
                    out.push(Piece::Shared(one(vec![(whole, bounds)], &[])));
                }
                (ExprKind::Component(..), _) => self.each(one(vec![(object.clone(), shape)], options), out),
                _ => return self.refuse(s, "this variable cannot be allocated"),
            }
        }
        take_place(out, first, s);
    }

    /// DEALLOCATE and NULLIFY, object by object.
    pub(super) fn ended(&mut self, s: &Stmt, objects: &[Expr], end: &dyn Fn(Expr) -> StmtKind, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        let first = out.len();
        for object in objects {
            let one = |o: Expr| Stmt::at(end(o), s.span);
            match &object.kind {
                ExprKind::Var(_) => {
                    let all = at::all(c, object).unwrap_or_else(|| object.clone());
                    out.push(Piece::Shared(one(all)));
                }
                _ if !c.names(object) => out.push(Piece::Shared(one(object.clone()))),
                _ => self.each(one(object.clone()), out),
            }
        }
        take_place(out, first, s);
    }

    /// `pd => xd` for all directions; component by component of objects.
    pub(super) fn associate(&mut self, s: Stmt, out: &mut Vec<Piece>) {
        let c = &self.all.carriers;
        let StmtKind::PointerAssign { lhs, rhs } = &s.kind else {
            return;
        };
        if !c.names(lhs) {
            return match c.mentions(rhs) {
                true => self.refuse(&s, "a pointer without a derivative cannot point at a derivative"),
                false => out.push(Piece::Shared(s)),
            };
        }
        if matches!(lhs.peel().kind, ExprKind::Component(..))
            && !c.is_record_pointer(lhs)
            && (c.names(rhs) || !c.mentions(rhs))
        {
            let s = with_bounds(c, s);
            return self.each(s, out);
        }
        let pointer = match &lhs.kind {
            ExprKind::Index(base, bounds) => {
                let mut base = (**base).clone();
                base.rank += 1;
                if let Some(Subscript::Range(_, Some(_), _)) = bounds.first() {
                    return self.refuse(&s, "a pointer cannot be given another shape");
                }
                let first = Subscript::range(Some(int(1)), None, None);
                let mut bounds = bounds.clone();
                bounds.insert(0, first);
                Some(index(base, bounds))
            }
            _ => at::all(c, lhs),
        };
        let target = match c.names(rhs) {
            true => at::all(c, rhs),
            false => Some(rhs.clone()),
        };
        match (pointer, target) {
            (Some(lhs), Some(mut rhs)) => {
                if !c.names(&rhs) {
                    rhs.rank = lhs.rank;
                }
                let kind = StmtKind::PointerAssign { lhs, rhs };
                out.push(Piece::Shared(Stmt { kind, ..s }));
            }
            _ => self.refuse(&s, "a pointer cannot point at this part of an object"),
        }
    }

    /// An assignment allocates a user's allocatable scalar: for all directions, before any of them is assigned to. The
    /// normal form has allocated arrays.
    pub(super) fn memory_for(&self, lhs: &Expr) -> Option<Stmt> {
        let ExprKind::Var(s) = lhs.kind else { return None };
        let symbol = &self.g.out.symbols[s];
        let is_allocatable = symbol.variable().is_some_and(|v| v.attrs.allocatable) && !symbol.span.is_none();
        let whole = at::all(&self.all.carriers, lhs).filter(|_| is_allocatable && lhs.rank == 0)?;
        let make = allocate(&whole, vec![self.count()]);
        Some(Stmt::when(not(is_allocated(&whole)), make))
    }
}

/// True for a polymorphic object.
fn is_object(e: &Expr) -> bool {
    matches!(e.ty, Ty::Class(_) | Ty::Unlimited)
}

/// A pointer at a whole array has its bounds; at the section for one direction, it would have lower bounds of 1.
fn with_bounds(c: &Carriers, mut s: Stmt) -> Stmt {
    let StmtKind::PointerAssign { lhs, rhs } = &mut s.kind else {
        return s;
    };
    let is_whole = matches!(rhs.kind, ExprKind::Var(_)) && rhs.rank > 0 && c.names(rhs);
    if is_whole && !matches!(lhs.kind, ExprKind::Index(..)) {
        let bound = |k: u8| {
            let lower = bound_of("lbound", rhs, i64::from(k) + 1);
            Subscript::range(Some(lower), None, None)
        };
        *lhs = index(lhs.clone(), (0..rhs.rank).map(bound).collect());
    }
    s
}
