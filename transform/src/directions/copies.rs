//! Copies for calls, of derivatives that cannot be passed where they are, and of values that calls may change.
//!
//! | copied | because | copy |
//! |---|---|---|
//! | an array component of the objects of all directions | directions of an element are not neighbours | `t(dir, :) = xd(dir)%v` |
//! | an array, for one direction | an element stands for the rest of its array | `t = xd(dir, :)` |
//! | a value | calls for several directions find the same | `t = y`, before each call `y = t` |

use super::at;
use super::writer::{Piece, Writer};
use crate::normalize::arrays::{all_of, allocate_within, deallocate, shape_of};
use crate::normalize::temps::new_variable;
use crate::rules::bounds_of;
use adc_frontend::ir::*;

/// Statements around a call.
#[derive(Default)]
pub(super) struct Copies {
    before: Vec<Piece>,
    after: Vec<Piece>,
    /// Statements around the call for one direction.
    first: Block,
    last: Block,
    /// Copies of arrays for one direction, and whether they are copied back.
    single: Vec<(SymbolId, Expr, bool)>,
    restored: Vec<Expr>,
}

impl Copies {
    /// Statements with those that must run before and after them.
    pub(super) fn around(self, made: Block) -> Vec<Piece> {
        let mut out = self.before;
        out.extend(made.into_iter().map(Piece::Shared));
        out.extend(self.after);
        out
    }

    /// The call for one direction with those around it.
    pub(super) fn each_around(&mut self, call: Stmt) -> Block {
        let mut out = std::mem::take(&mut self.first);
        out.push(call);
        out.append(&mut self.last);
        out
    }

    /// A copy of an array component, or of an element of one and what follows it, for all directions.
    pub(super) fn of_all(&mut self, w: &mut Writer, e: &Expr, is_written: bool) -> Option<Expr> {
        let (component, subs) = match &e.kind {
            ExprKind::Index(base, subs) if e.rank == 0 && base.rank > 0 => ((**base).clone(), Some(subs.clone())),
            _ => (e.clone(), None),
        };
        if component.rank == 0 || !is_copyable(component.ty) {
            return None;
        }
        let direction = w.direction();
        let at_one = |w: &Writer, direction: &Expr| {
            let mut one = component.clone();
            at::at(w.carriers(), &mut one, direction);
            one
        };
        let (like, one) = (at_one(w, &int(1)), at_one(w, &direction));
        let declared = match component.kind {
            ExprKind::Component(_, c) => w.g.out.symbols[c].variable().and_then(constant_bounds),
            _ => None,
        };
        let mut bounds: AllocShape = vec![(None, w.count())];
        bounds.extend(declared.unwrap_or_else(|| bounds_of(&like)));
        let t = self.variable(w, "copyd", component.ty, bounds)?;
        let all = vec![Subscript::range(None, None, None); usize::from(component.rank)];
        let part = index(
            t.clone(),
            std::iter::once(Subscript::At(direction)).chain(all).collect(),
        );
        self.before.push(Piece::PerDirection(assign(part.clone(), one.clone())));
        if is_written {
            self.after.insert(0, Piece::PerDirection(assign(one, part)));
        }
        Some(match subs {
            Some(mut subs) => {
                at::each_subscript(&mut subs, &mut |x| at::inquiries(w.carriers(), x));
                subs.insert(0, Subscript::At(int(1)));
                index(t, subs)
            }
            None => t,
        })
    }

    /// A designator of an array of which calls get a copy for one direction.
    pub(super) fn of_direction(&mut self, w: &mut Writer, array: SymbolId, e: &Expr, is_written: bool) -> Option<Expr> {
        let known = self.single.iter().position(|x| x.0 == array);
        let k = match known {
            Some(k) => k,
            None => {
                let v = w.g.out.symbols[array].variable()?;
                if matches!(v.dims.last(), Some(Dim::AssumedSize(_) | Dim::AssumedRank)) || !is_copyable(v.ty.ty) {
                    return None;
                }
                let whole = var(&w.g.out, array);
                let bounds = constant_bounds(v).unwrap_or_else(|| {
                    let mut bounds = bounds_of(&whole);
                    for (lo, hi) in &mut bounds {
                        lo.iter_mut().for_each(|x| at::inquiries(w.carriers(), x));
                        at::inquiries(w.carriers(), hi);
                    }
                    bounds
                });
                let t = self.variable(w, "copyd", whole.ty, bounds)?;
                let direction = w.direction();
                let mut one = whole;
                at::at(w.carriers(), &mut one, &direction);
                self.first.push(assign(all_of(&t), one));
                self.single.push((array, t, false));
                self.single.len() - 1
            }
        };
        let t = self.single[k].1.clone();
        if is_written && !self.single[k].2 {
            self.single[k].2 = true;
            let direction = w.direction();
            let mut one = var(&w.g.out, array);
            at::at(w.carriers(), &mut one, &direction);
            self.last.push(assign(one, all_of(&t)));
        }
        let mut out = e.clone();
        visit::subscripts_mut(&mut out, &mut |x| at::inquiries(w.carriers(), x));
        let made = t.base_symbol()?;
        visit::rewrite_symbols_in(&mut out, &mut |s| {
            if *s == array {
                *s = made;
            }
        });
        Some(out)
    }

    /// Restores a value before the call for each direction. False if its size is unknown.
    pub(super) fn restored(&mut self, w: &mut Writer, e: &Expr) -> bool {
        if self.restored.iter().any(|x| x.same(e)) {
            return true;
        }
        let is_whole = matches!(e.kind, ExprKind::Var(_));
        let v = e.base_symbol().and_then(|s| w.g.out.symbols[s].variable());
        let dims = v.map_or(&[][..], |v| &v.dims);
        if is_whole && matches!(dims.last(), Some(Dim::AssumedSize(_) | Dim::AssumedRank)) || !is_copyable(e.ty) {
            return false;
        }
        let bounds = shape_of(&w.g.out, e).into_iter().map(|n| (None, n)).collect();
        let Some(t) = self.variable(w, "before", e.ty, bounds) else {
            return false;
        };
        self.before.push(Piece::Shared(assign(all_of(&t), e.clone())));
        // subscripts of other arguments may be among the variables
        let place = if is_whole { 0 } else { self.first.len() };
        self.first.insert(place, assign(e.clone(), all_of(&t)));
        self.restored.push(e.clone());
        true
    }

    /// A local that exists around the call.
    fn variable(&mut self, w: &mut Writer, stem: &str, ty: Ty, bounds: AllocShape) -> Option<Expr> {
        let count = w.count();
        let constant = |e: &Expr| int_value(e).is_some() || e.same(&count);
        let is_constant = bounds
            .iter()
            .all(|(lo, hi)| constant(hi) && lo.as_ref().is_none_or(constant));
        if !is_constant {
            let t = w.g.local(w.unit, stem, DeclType::plain(ty), bounds.len() as u8);
            self.before.push(Piece::Shared(allocate_within(&t, bounds)));
            self.after.push(Piece::Shared(deallocate(&t)));
            return Some(t);
        }
        let name = w.g.namer(w.unit).fresh(stem);
        let v = Variable {
            ty: DeclType::plain(ty),
            dims: bounds.into_iter().map(|(lo, hi)| Dim::Explicit(lo, hi)).collect(),
            storage: Storage::Local,
            attrs: Attrs::default(),
            init: None,
        };
        let s = new_variable(&mut w.g.out, w.unit, name, v);
        Some(var(&w.g.out, s))
    }
}

/// The declared bounds of an array, if they are constants.
fn constant_bounds(v: &Variable) -> Option<AllocShape> {
    let bounds = |d: &Dim| match d {
        Dim::Explicit(lo, hi) if int_value(hi).is_some() && lo.as_ref().is_none_or(|l| int_value(l).is_some()) => {
            Some((lo.clone(), hi.clone()))
        }
        _ => None,
    };
    v.dims.iter().map(bounds).collect()
}

/// True for a type of which a local can have a copy.
fn is_copyable(ty: Ty) -> bool {
    matches!(ty, Ty::Real(_) | Ty::Complex(_) | Ty::Integer(_) | Ty::Logical(_))
}
