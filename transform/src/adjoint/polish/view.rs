//! A view of a counted loop for the passes: its range, its index, the elements that its body names, and the dependences
//! between its iterations.

use super::nest::Nest;
use super::writes::{increment, is_sum, Increment, Writes};
use super::Locals;
use crate::code::indices::{is_index, Range, Step};
use adc_frontend::ir::visit::{mentions, walk_block_exprs};
use adc_frontend::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// A loop of stride 1 or -1.
pub(super) struct LoopView<'l> {
    pub range: Range<'l>,
    /// The name of the index.
    pub index: Expr,
    pub control: &'l DoControl,
    pub body: &'l Block,
}

/// The mentions of a variable.
pub(super) enum Uses<'b> {
    /// Without subscripts.
    Scalar,
    /// The elements that are named.
    Array(Vec<&'b Expr>),
}

/// Dependences that iterations carry.
pub(super) struct Carried {
    /// Arrays that are incremented at different distances from the index.
    pub arrays: BTreeMap<SymbolId, Scatter>,
    /// Scalars that each iteration sets.
    pub scalars: Vec<SymbolId>,
    /// Derivatives to which iterations only add.
    pub sums: Vec<SymbolId>,
    /// True if an array is named by several lists of subscripts that are proved to differ: compilers may not know it.
    pub several: bool,
}

/// An array that is incremented at different distances from the index.
pub(super) struct Scatter {
    /// The number of the subscript with the index.
    pub dim: usize,
    /// The element that is still incremented in place.
    pub home: Expr,
}

impl<'l> LoopView<'l> {
    /// `None` for other loops and other statements, and for the few iterations that [`super::lanes`] leaves, which begin
    /// at the index itself.
    pub(super) fn of(loop_: &'l StmtKind, program: &Program) -> Option<LoopView<'l>> {
        let (range, StmtKind::Do { control, body, .. }) = (Range::of(loop_)?, loop_) else {
            return None;
        };
        if is_index(range.first, range.var) {
            return None;
        }
        Some(LoopView {
            index: var(program, range.var),
            range,
            control,
            body,
        })
    }

    /// The dependences that iterations carry; `None` if there are others than these.
    pub(super) fn carried(&self, nest: &Nest, locals: &Locals) -> Option<Carried> {
        let LoopView { range, body, .. } = self;
        let mut assigned = BTreeSet::new();
        if body.is_empty() {
            return None;
        }
        for s in *body {
            if !matches!(s.kind, StmtKind::Assign { .. }) {
                return None;
            }
            assigned.extend(Writes::of(s)?.assigned());
        }
        let changes = |v: SymbolId| assigned.contains(&v);
        if !range.is_fixed(&changes) {
            return None;
        }
        let is_fixed = |e: &Expr| !mentions(e, &changes);
        let mut out = Carried {
            arrays: BTreeMap::new(),
            scalars: vec![],
            sums: vec![],
            several: false,
        };
        for &v in &assigned {
            match self.uses(v)? {
                Uses::Scalar => {
                    if locals.has_two_names(v) {
                        return None;
                    }
                    match self.is_set_first(v) {
                        true => out.scalars.push(v),
                        false if locals.is_adjoint(v) && is_sum(body, v) => out.sums.push(v),
                        false => return None,
                    }
                }
                Uses::Array(uses) => {
                    if locals.is_shared(v) {
                        return None;
                    }
                    let own = uses.iter().all(|u| stays(u, &is_fixed) && is_own(u, range.var));
                    if own && self.are_apart(&uses, nest, locals) {
                        out.several |= !uses.iter().all(|u| u.same(uses[0]));
                        continue;
                    }
                    let dim = self.scatter(v, &is_fixed)?;
                    let home = most_frequent(&uses, range.var)?.clone();
                    out.arrays.insert(v, Scatter { dim, home });
                }
            }
        }
        Some(out)
    }

    /// The mentions of a variable in the body. `None` for a variable that is mentioned both as a whole and by elements,
    /// or without plain subscripts.
    pub(super) fn uses(&self, v: SymbolId) -> Option<Uses<'l>> {
        let mut elements = vec![];
        let mut mentioned = 0;
        let mut whole_array = false;
        walk_block_exprs(self.body, &mut |e| match &e.kind {
            ExprKind::Var(x) if *x == v => {
                mentioned += 1;
                whole_array |= e.rank > 0;
            }
            ExprKind::Index(base, subs) if matches!(base.kind, ExprKind::Var(x) if x == v) => {
                // the walk also visits the variable inside
                let plain = e.rank == 0 && subs.iter().all(|s| matches!(s, Subscript::At(_)));
                if plain {
                    elements.push(e);
                }
            }
            _ => {}
        });
        if elements.is_empty() && !whole_array {
            return Some(Uses::Scalar);
        }
        (elements.len() == mentioned).then_some(Uses::Array(elements))
    }

    /// True if a scalar is assigned as a whole before anything reads it.
    fn is_set_first(&self, v: SymbolId) -> bool {
        for s in self.body {
            let StmtKind::Assign { lhs, rhs } = &s.kind else {
                return false;
            };
            if mentions(rhs, &|x| x == v) {
                return false;
            }
            if matches!(lhs.kind, ExprKind::Var(x) if x == v) {
                return true;
            }
            if mentions(lhs, &|x| x == v) {
                return false;
            }
        }
        false
    }

    /// True if of the elements of an array that are named, no two that are written differently share memory in any
    /// iterations: they differ in a subscript without the index.
    fn are_apart(&self, elements: &[&Expr], nest: &Nest, locals: &Locals) -> bool {
        let without_index = |e: &Expr| !mentions(e, &|v| v == self.range.var);
        let apart = |a: &Expr, b: &Expr| nest.are_apart(a, b, &without_index, locals);
        let pairs = |k: usize| elements[..k].iter().map(move |a| (*a, elements[k]));
        (0..elements.len())
            .flat_map(pairs)
            .all(|(a, b)| a.same(b) || apart(a, b))
    }

    /// The dimension in which all mentions of an array, which are increments, have distances from the index.
    fn scatter(&self, array: SymbolId, is_fixed: &dyn Fn(&Expr) -> bool) -> Option<usize> {
        let with_index = |e: &Expr| mentions(e, &|v| v == self.range.var);
        let mut dim = None;
        for s in self.body {
            let mut mentioned = false;
            walk_block_exprs(std::slice::from_ref(s), &mut |e| {
                mentioned |= matches!(e.kind, ExprKind::Var(v) if v == array)
            });
            if !mentioned {
                continue;
            }
            let Increment { element, .. } = increment(s).filter(|i| i.array == array)?;
            let ExprKind::Index(_, subs) = &element.kind else {
                return None;
            };
            let mut own = None;
            for (k, sub) in subs.iter().enumerate() {
                let Subscript::At(e) = sub else { return None };
                if with_index(e) {
                    // one subscript only, which a row can follow
                    if own.replace(k).is_some() {
                        return None;
                    }
                }
                if !is_fixed(e) {
                    return None;
                }
            }
            let own = own?;
            self.range.section(element)?;
            if *dim.get_or_insert(own) != own {
                return None;
            }
        }
        dim
    }
}

/// Among the elements that are named most often, the one at the index; otherwise the first of them.
fn most_frequent<'b>(elements: &[&'b Expr], i: SymbolId) -> Option<&'b Expr> {
    let count = |e: &Expr| elements.iter().filter(|x| x.same(e)).count();
    let most = elements.iter().map(|e| count(e)).max()?;
    let mut candidates = elements.iter().copied().filter(|e| count(e) == most);
    let first = candidates.clone().next();
    candidates.find(|e| is_at(e, i)).or(first)
}

/// True for `a(i)`, `a(j, i)`.
fn is_at(element: &Expr, i: SymbolId) -> bool {
    let is_it = |s: &Subscript| matches!(s, Subscript::At(e) if is_index(e, i));
    matches!(&element.kind, ExprKind::Index(_, subs) if subs.iter().any(is_it))
}

/// True for an element that no two iterations share.
fn is_own(element: &Expr, i: SymbolId) -> bool {
    match &element.kind {
        ExprKind::Index(_, subs) => subs
            .iter()
            .any(|s| matches!(s, Subscript::At(e) if Step::of(e, i).is_some())),
        _ => false,
    }
}

/// True for an element whose subscripts depend on no variable that is assigned to.
pub(super) fn stays(element: &Expr, is_fixed: &dyn Fn(&Expr) -> bool) -> bool {
    match &element.kind {
        ExprKind::Index(_, subs) => subs.iter().all(|s| matches!(s, Subscript::At(e) if is_fixed(e))),
        _ => false,
    }
}
